"""Write the command line that loads the same data, for provenance and for copying."""

import shlex
from collections.abc import Sequence

from nerinspect.io.request import LoadRequest

_OPTIONS = (
    ("encoding", "--encoding"),
    ("encoding_reference", "--encoding-reference"),
    ("repair", "--repair"),
    ("repair_reference", "--repair-reference"),
    ("format", "--format"),
    ("token_column", "--token-column"),
    ("label_columns", "--label-column"),
    ("tokens", "--tokens"),
    ("text_encoding", "--text-encoding"),
    ("token_field", "--token-field"),
    ("label_field", "--label-field"),
    ("label_names", "--label-names"),
    ("spans", "--spans"),
    ("discontinuous", "--discontinuous"),
    ("training", "--training"),
    ("matching", "--matching"),
    ("encoding_training", "--encoding-training"),
    ("training_label_column", "--training-label-column"),
    ("keep_types", "--keep-types"),
    ("remove_types", "--remove-types"),
    ("map_types", "--map-types"),
)

_FLAGS = (("annotators", "--annotators"), ("comments", "--comments"), ("retention", "--retention"))


def load_arguments(request: LoadRequest) -> list[str]:
    """List the arguments that stand for a request, defaults left out."""
    arguments = [request.reference, *request.predictions]
    default = LoadRequest(request.reference)
    for name, option in _OPTIONS:
        value = getattr(request, name)
        if value != getattr(default, name):
            arguments += [option, ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    arguments += [option for name, option in _FLAGS if getattr(request, name)]
    arguments += [argument for path in request.attribute_tables for argument in ("--attributes", path)]
    for path, option, value in request.choices:
        arguments += ["--for", path, f"{option}={value}"]
    return arguments


def command_line(subcommand: str, request: LoadRequest, more: Sequence[str] = ()) -> str:
    """Write a whole command line, quoted for a shell; only `open` knows annotators, others judge by the first."""
    if request.annotators and subcommand != "open":
        from nerinspect.io.annotator_names import judged

        request = judged(request)
    return shlex.join(["nerinspect", subcommand, *load_arguments(request), *more])
