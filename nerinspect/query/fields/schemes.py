"""What schemes of scoring pair and count in an event, if need be among some mentions."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import BoolArray, CodeArray, kept_with_owner
from nerinspect.errors import CommandError, QuerySyntaxError, UnknownNameError
from nerinspect.events.members import event_of_predicted, event_of_reference
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.language.values import Value, Values
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.systems.scheme_pairs import PAIRINGS, pairings
from nerinspect.systems.schemes import COST, DENOMINATORS, OUTCOMES, SCHEMES, Scheme, schemes_with
from nerinspect.systems.weights import read_weights

DIFFERENCE: Final = "difference"  # the events that a scheme counts otherwise than exact match

_AMONG: Final = " among "
_WITH: Final = " with "
_WRITTEN: Final = re.compile(rf"(.*?)(?:{_WITH}(.*?))?(?:{_AMONG}(.*))?", re.DOTALL | re.IGNORECASE)


def _counts_of(scheme: Scheme) -> tuple[str, ...]:
    named = [count for count in OUTCOMES if scheme.codes_of(count)]
    named += [*DENOMINATORS, *([COST] if scheme.ace else [])]
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
    """Asks for an event in which a scheme counts something, with weights of one's own, among all mentions or some.

    `within` is set where queries are read, in `language.within`, which no field can import: a query needs all fields.
    """

    about = "outcomes"
    is_costly = True
    within: Within

    def read(self, written: Written, names: Names) -> Value:
        """Find the name whatever its case, and bring weights, and the query behind `among`, into their own form."""
        name, weights, among = _parts(written.text)
        if name.casefold() not in CHOICES:
            known = [_joined(choice, weights, among) for choice in CHOICES]
            raise UnknownNameError("count of a scheme", written.text, known, written.position)
        try:
            scheme = _scheme(name.casefold(), weights)
        except CommandError as error:
            raise QuerySyntaxError(str(error), written.position) from None
        return _joined(name.casefold(), " ".join(scheme.told), self.within.read(among, written, names))

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        mask = np.zeros(len(study.events), dtype=bool)
        for value in values:
            name, weights, text = _parts(str(value))
            mask |= self.within.counted(study, _scheme(name, weights), CHOICES[name][1], text)
        return mask

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return tuple(CHOICES)


def scheme_value(scheme: Scheme, count: str = "", among: str = "") -> str:
    """Write a value of `scheme:`: what the scheme counts (anything, if empty) among the mentions a query chooses."""
    return _joined(f"{scheme.name}-{count}" if count else scheme.name, " ".join(scheme.told), among)


def _scheme(name: str, weights: str) -> Scheme:
    """Give the scheme of a choice, with some weights; it has only its own of them."""
    made = schemes_with(read_weights(weights.split()))
    return made[SCHEMES.index(CHOICES[name][0])]


def _joined(name: str, weights: str, among: str) -> str:
    return f"{name}{_WITH * bool(weights)}{weights}{_AMONG * bool(among)}{among}"


def _parts(text: str) -> tuple[str, str, str]:
    """Part a value into the count of a scheme, weights and the query behind `among`; empty if they are not there."""
    found = _WRITTEN.fullmatch(text)
    assert found is not None, "any text fits"
    name, weights, among = found.groups(default="")
    return name.strip(), weights, among.lstrip()


SCHEME = SchemeField("scheme", "what a scheme of scoring counts in it")


class PairField(Field):
    """Asks for an event with a mention that is paired in some way, or with none."""

    about = "outcomes"
    is_costly = True  # the first time, when mentions are paired
    what = "pairing"

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        wanted = sum(1 << place for place, name in enumerate(PAIRINGS) if name in values)
        return np.asarray((_paired_events(study) & np.int8(wanted)) != 0)

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        return PAIRINGS


@kept_with_owner
def _paired_events(study: Study) -> CodeArray:
    """Tell how the mentions of each event are paired: a bit for each of `PAIRINGS`."""
    bits = np.zeros(len(study.events), dtype=np.int8)
    for number, units in enumerate(pairings(study)):
        events = {"reference": event_of_reference(study)[number], "predicted": event_of_predicted(study)}
        for side, mentions in zip(SIDES, (units.reference, units.predicted), strict=True):
            is_there = mentions >= 0
            for place in range(len(PAIRINGS)):
                bits[events[side][mentions[is_there & (units.code == place)]]] |= np.int8(1 << place)
    return bits


PAIR = PairField("pair", "what a mention of it is paired with on the other side")
