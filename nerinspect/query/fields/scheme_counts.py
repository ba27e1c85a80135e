"""What a scheme of scoring counts, if need be among some mentions: `scheme:"fair-actual among type:LOC"`."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from nerinspect.analysis.schemes import DENOMINATORS, OUTCOMES, SCHEMES, Scheme
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import UnknownNameError
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary

DIFFERENCE: Final = "difference"
"""The events that a scheme counts otherwise than exact match."""

_AMONG: Final = " among "
_WRITTEN: Final = re.compile(rf"(.*?){_AMONG}(.*)", re.DOTALL | re.IGNORECASE)


def _counts_of(scheme: Scheme) -> tuple[str, ...]:
    named = [count for count in (*OUTCOMES, *DENOMINATORS) if scheme.codes_of(count)]
    is_other = any(scheme.codes_of(count) != SCHEMES[0].codes_of(count) for count in ("correct", "partial"))
    return ("", *named, *([DIFFERENCE] if scheme.is_fair or is_other else []))


CHOICES: Final[dict[str, tuple[Scheme, str]]] = {
    f"{scheme.name}-{count}" if count else scheme.name: (scheme, count)
    for scheme in SCHEMES
    for count in _counts_of(scheme)
}
"""Schemes and what each counts, by name; a scheme alone stands for anything it counts."""


class Within(NamedTuple):
    """How a query behind `among` is brought into its own form, and which events hold what a scheme counts there."""

    read: Callable[[str, Written, Names], str]
    counted: Callable[[Study, Scheme, str, str], BoolArray]


class SchemeField(Field):
    """Asks for an event in which a scheme counts something, among all mentions or some.

    Attributes
    ----------
    within : Within
        Set where queries are read, see `query.among`: a query needs all fields, so no field can import what reads it.
    """

    is_costly = True
    within: Within

    def read(self, written: Written, names: Names) -> Value:
        """Find the name whatever its case, and bring the query behind `among` into its own form."""
        name, among = _parts(written.text)
        if name.casefold() not in CHOICES:
            known = [_joined(choice, among) for choice in CHOICES]
            raise UnknownNameError("count of a scheme", written.text, known, written.position)
        return _joined(name.casefold(), self.within.read(among, written, names))

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Count the units of the scheme again, and mark the events that hold them."""
        mask = np.zeros(len(study.events), dtype=bool)
        for value in values:
            name, text = _parts(str(value))
            mask |= self.within.counted(study, *CHOICES[name], text)
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by name, in the order of the names."""
        return {name: int(np.count_nonzero(self.mask(study, (name,)) & among)) for name in CHOICES}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name all that can be asked for, among all mentions."""
        return tuple(CHOICES)


def scheme_value(scheme: Scheme, count: str = "", among: str = "") -> str:
    """Write a value of `scheme:`.

    Parameters
    ----------
    scheme : Scheme
        The scheme.
    count : str
        What it counts; empty for anything.
    among : str
        A query that chooses mentions; empty for all.
    """
    return _joined(f"{scheme.name}-{count}" if count else scheme.name, among)


def _joined(name: str, among: str) -> str:
    return f"{name}{_AMONG}{among}" if among else name


def _parts(text: str) -> tuple[str, str]:
    found = _WRITTEN.fullmatch(text)
    return (found[1].strip(), found[2].lstrip()) if found else (text, "")


SCHEME = SchemeField("scheme", "what a scheme of scoring counts in it")
