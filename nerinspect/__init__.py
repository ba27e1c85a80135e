"""See, filter and export the errors of named-entity recognition.

`import nerinspect as ni` is a library. `ni.load` reads files into a `Study`, and `ni.from_labels` and its kin make one
of what is in memory. Its tables are pandas DataFrames (`study.scores()`), its events are found by queries
(`study.events("-kind:tp type:ORG")`) and show themselves in notebooks.
"""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

_HOMES = {
    "load": "library.study",
    "from_labels": "library.in_memory",
    "from_spans": "library.in_memory",
    "from_docs": "library.in_memory",
    "from_dataset": "library.in_memory",
    "Study": "library.study",
    "read_review": "library.saved",
    "read_project": "library.saved",
    "Review": "library.saved",
    "Project": "library.saved",
    "Events": "library.events",
    "Chart": "library.chart",
    "NerinspectError": "errors",
    "DataError": "errors",
    "QueryError": "errors",
}
"""The module that each public name is imported from, once somebody asks for it."""

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever has the name
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
