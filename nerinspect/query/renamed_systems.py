"""Filters that go on asking about the same predictions once these have other names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from nerinspect.analysis.memory import judge_name, judged
from nerinspect.analysis.study import Study
from nerinspect.query.filters import All, AnyOf, Filter, Not, Term, all_of, any_of, negated
from nerinspect.query.selection import Selection

_JUDGE_AND_KIND: Final = "kindof"
_NAMING: Final = ("system", "wrong", "right", "same", "differs", _JUDGE_AND_KIND)
"""Fields whose values name a system or, but for the first, one of its runs."""


@dataclass(frozen=True)
class NewNames:
    """How predictions were called before and are called now.

    Attributes
    ----------
    before, after : Study
        The same predictions under other names, fewer, or more of them.
    numbers : mapping of int to int
        For each prediction that is still there its number before and after.
    """

    before: Study
    after: Study
    numbers: Mapping[int, int]

    def of_judge(self, name: str) -> str | None:
        """Name the prediction that a name judged before; None if it is gone."""
        number = judged(self.before, name)
        new = None if number is None else self.numbers.get(number)
        return None if new is None else judge_name(self.after, new)

    def of_system(self, name: str) -> str | None:
        """Name the system that has the runs of another one now, or some of them; None if there is none, or several."""
        runs = [number for number, one in enumerate(self.before.predictions) if one.system == name]
        found = {self.after.predictions[self.numbers[run]].system for run in runs if run in self.numbers}
        return name if name in found else found.pop() if len(found) == 1 else None

    def of_named(self, field: str, value: str) -> str | None:
        """Give what a field whose values name predictions is to be asked for now; None if that is gone."""
        if field == "system":
            return self.of_system(value)
        if field != _JUDGE_AND_KIND:
            return self.of_judge(value)
        name, _, kind = value.rpartition("=")
        new = self.of_judge(name)
        return None if new is None else f"{new}={kind}"


def with_new_names(selection: Selection, names: NewNames) -> tuple[Selection, Selection]:
    """Ask about predictions by their new names.

    Returns
    -------
    tuple of Selection
        What is asked now, and the terms that asked about what is gone.
    """
    renamed = {term: _renamed(term, names) for term in selection.terms}
    kept = tuple(new for new in renamed.values() if new is not None)
    return Selection(kept), Selection(tuple(term for term, new in renamed.items() if new is None))


def _renamed(asked: Filter, names: NewNames) -> Filter | None:
    """Write a filter with new names; None if a part of it asks about what is gone."""
    if isinstance(asked, Term) and asked.field in _NAMING:
        values = tuple(names.of_named(asked.field, str(value)) for value in asked.values)
        return None if None in values else Term(asked.field, values)
    if isinstance(asked, Not):
        inner = _renamed(asked.inner, names)
        return None if inner is None else negated(inner)
    if isinstance(asked, All | AnyOf):
        parts = [new for part in asked.filters if (new := _renamed(part, names)) is not None]
        if len(parts) < len(asked.filters):
            return None
        return all_of(*parts) if isinstance(asked, All) else any_of(*parts)
    return asked
