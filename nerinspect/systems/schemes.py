"""Many schemes of scoring over one alignment: exact match, SemEval-2013, MUC, fair evaluation; units counted."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, kept_with_owner
from nerinspect.events.scores import ratio
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study
from nerinspect.systems.scheme_pairs import (
    EXACT,
    MISSED,
    PAIRINGS,
    SPURIOUS,
    TYPE,
    Candidates,
    Units,
    equal_extents,
    overlapping,
    pairings,
    with_alone,
)

FAIR_CODES: Final = ("tp", "le", "bes", "bel", "beo", "lbe", "fn", "fp")
"""Correct, label error, boundary error (prediction smaller, larger, overlapping), label and boundary error, missed,
spurious; a column of codes holds places in this tuple."""

TP, LE, BES, BEL, BEO, LBE, FN, FP = range(8)

Mention: TypeAlias = tuple[bool, int]
"""Whether it is predicted, and its number."""

Tokens: TypeAlias = dict[Mention, set[int]]
Beside: TypeAlias = dict[Mention, list[Mention]]
"""The mentions of the other side that each shares a token with."""


@kept_with_owner
def fair_errors(study: Study) -> tuple[Units, ...]:
    """Count the errors of each prediction by fair evaluation, as units with codes of `FAIR_CODES`.

    A mention that was left over and shares tokens with one that is paired already makes a unit of its own, which names
    that one too.

    References
    ----------
    Ortmann (2022), Fine-grained error analysis and fair evaluation of labeled spans.
    """
    return tuple(_errors(study, number) for number in range(len(study.predictions)))


def _errors(study: Study, prediction: int) -> Units:
    equal, near = equal_extents(study, prediction), overlapping(study, prediction)
    clear = ~near.is_contested | _in_stars(study, prediction, near)
    contested = np.array(_contested(study, near, np.flatnonzero(~clear)), dtype=np.int64).reshape(-1, 2)
    reference = np.concatenate([near.reference[clear], contested[:, 0]])
    predicted = np.concatenate([near.predicted[clear], contested[:, 1]])
    found = Units(
        np.concatenate([equal.reference, reference]),
        np.concatenate([equal.predicted, predicted]),
        np.concatenate([equal.code, _boundary_codes(study, reference, predicted)]),
    )
    return with_alone(study, prediction, found, FN, FP)


def _in_stars(study: Study, prediction: int, near: Candidates) -> BoolArray:
    """Tell which candidates are each an error, since all that overlap one of the two overlap nothing else.

    The mention in the middle is paired with one of them, and every other joins it by tokens of its own. Where mentions
    of a side overlap, two of them may want the same tokens.
    """
    spread = []
    for middle, leaf in ((near.reference, near.predicted), (near.predicted, near.reference)):
        n_beside = np.bincount(leaf)[leaf] if len(leaf) else leaf
        is_shared = np.zeros(middle.max(initial=-1) + 1, dtype=bool)
        is_shared[middle[n_beside > 1]] = True
        spread.append(is_shared[middle])
    sentences = study.text.sentence_of(study.reference.mentions.start[near.reference])
    is_star: BoolArray = ~np.logical_and(*spread) & ~np.isin(sentences, study.nested_sentences[prediction])
    return is_star


def _boundary_codes(study: Study, reference: AnyIntArray, predicted: AnyIntArray) -> CodeArray:
    ours, theirs = study.reference.mentions, study.predicted
    begins_later = theirs.start[predicted] >= ours.start[reference], theirs.start[predicted] <= ours.start[reference]
    ends_sooner = theirs.end[predicted] <= ours.end[reference], theirs.end[predicted] >= ours.end[reference]
    is_other = ours.type_codes[reference] != theirs.type_codes[predicted]
    is_smaller, is_larger = begins_later[0] & ends_sooner[0], begins_later[1] & ends_sooner[1]
    return np.select([is_other, is_smaller, is_larger], [LBE, BES, BEL], BEO).astype(np.int8)


def _contested(study: Study, near: Candidates, places: AnyIntArray) -> list[tuple[int, int]]:
    """Count the errors among mentions that share tokens with several of the other side, at some candidates.

    First those of one type, then those of different types. Each time a reference mention, the shortest first, takes the
    predicted mention most like it, both not counted yet; then each mention left over joins one that is counted, if they
    share a token that no error has used: those of the reference, then those predicted.
    """
    beside: dict[bool, Beside] = {True: defaultdict(list), False: defaultdict(list)}
    columns = (near.reference, near.predicted, near.is_same_type)
    for one, other, is_same in zip(*(column[places].tolist() for column in columns), strict=True):
        beside[is_same][False, one].append((True, other))
        beside[is_same][True, other].append((False, one))
    counting = _Counting({mention: _tokens(study, mention) for found in beside.values() for mention in found})
    for found in (beside[True], beside[False]):
        counting.count(found, of_predicted=False, joins=False)
        counting.count(found, of_predicted=False, joins=True)
        counting.count(found, of_predicted=True, joins=True)
    return counting.errors


class _Counting:
    """Count errors one after the other; the tokens that an error uses are taken from the free ones of each mention."""

    def __init__(self, free: Tokens) -> None:
        self._free, self._length = free, {mention: len(tokens) for mention, tokens in free.items()}
        shortest_first = sorted(free, key=lambda mention: (self._length[mention], mention))
        self._order = {mention: place for place, mention in enumerate(shortest_first)}
        self._counted: dict[Mention, int] = {}
        self.errors: list[tuple[int, int]] = []

    def count(self, beside: Beside, of_predicted: bool, joins: bool) -> None:
        """Let the mentions of a side that are not counted yet look for one of the other that is not, or is already."""
        for own in [mention for mention in self._order if mention[0] == of_predicted and mention not in self._counted]:
            others = [
                other
                for other in beside.get(own, ())
                if (other in self._counted) == joins and not self._free[own].isdisjoint(self._free[other])
            ]
            if others:
                self._add(own, min(others, key=partial(self._unlikeness, own)))

    def _unlikeness(self, own: Mention, other: Mention) -> tuple[int, ...]:
        one, two = self._free[own], self._free[other]
        place = self._counted.get(other, self._order[other])
        return -len(one & two), len(one - two), len(two - one), self._length[other], place

    def _add(self, own: Mention, other: Mention) -> None:
        for mention in (own, other):
            self._counted.setdefault(mention, len(self._counted))
        shared = self._free[own] & self._free[other]
        self._free[own], self._free[other] = self._free[own] - shared, self._free[other] - shared
        self.errors.append((other[1], own[1]) if own[0] else (own[1], other[1]))


def _tokens(study: Study, mention: Mention) -> set[int]:
    is_predicted, number = mention
    side = study.predicted if is_predicted else study.reference.mentions
    return set(range(int(side.start[number]), int(side.end[number])))


OUTCOMES: Final = ("correct", "incorrect", "partial", "missed", "spurious")
"""What a unit can be under a scheme."""

DENOMINATORS: Final = ("actual", "possible")
"""What precision and recall divide."""

QUARTERS: Final = 4
"""Credits and denominators are counted in quarters, so that all of them are whole numbers."""


@dataclass(frozen=True)
class Scheme:
    """How units are judged, and what each adds to the scores.

    Attributes
    ----------
    is_fair : bool
        Whether the units are the errors of fair evaluation, else pairs of mentions.
    outcomes : mapping of str to str
        For each code of the units one of `OUTCOMES`; a code that is not named leaves both mentions alone.
    weights : mapping of str to tuple of int
        Credit, actual and possible in quarters, for codes whose outcome does not say it.
    """

    name: str
    is_fair: bool
    outcomes: Mapping[str, str]
    weights: Mapping[str, tuple[int, int, int]]

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its units."""
        return FAIR_CODES if self.is_fair else PAIRINGS

    def weight(self, code: str) -> tuple[int, int, int]:
        """Tell how much a unit adds to credit, actual and possible, in quarters."""
        if code not in self.outcomes:
            return _APART
        return self.weights.get(code) or _WEIGHTS[self.outcomes[code]]

    def codes_of(self, count: str) -> tuple[str, ...]:
        """Name the codes of the units that add to a count: one of `OUTCOMES`, or `possible`, `actual`."""
        if count in DENOMINATORS:
            place = 1 + DENOMINATORS.index(count)
            return tuple(code for code in self.codes if self.weight(code)[place])
        apart = _ALONE.get(count)
        return tuple(code for code in self.codes if self.outcomes.get(code, apart) == count)

    def judge(self, numbers: npt.NDArray[np.int64]) -> "list[SchemeCounts]":
        """Sum up units, whose numbers stand in a row for each of `codes` and a column for each thing to judge."""
        return [SchemeCounts(*sums) for sums in (self._sums @ numbers).T.tolist()]

    @cached_property
    def _sums(self) -> npt.NDArray[np.int64]:
        """What a unit of each code adds to each number of `SchemeCounts`; shape (n_numbers, n_codes)."""
        apart = ("missed", "spurious")
        outcomes = [(self.outcomes[code],) if code in self.outcomes else apart for code in self.codes]
        return np.array([
            [*(name in outcome for name in OUTCOMES), *self.weight(code)]
            for code, outcome in zip(self.codes, outcomes, strict=True)
        ]).T  # fmt: skip


_WEIGHTS: Final = {
    "correct": (4, 4, 4), "incorrect": (0, 4, 4), "partial": (2, 4, 4), "missed": (0, 0, 4), "spurious": (0, 4, 0),
}  # fmt: skip
_APART: Final = (0, 4, 4)
"""What two mentions add that are a pair, but not to the scheme: one is missed, one spurious."""
_ALONE: Final = {"missed": "missed", "spurious": "spurious"}
_HALVES: Final = dict.fromkeys(("le", "bes", "bel", "beo", "lbe"), (0, 2, 2))
_FAIR: Final = {"tp": "correct", "fn": "missed", "fp": "spurious"}


def _paired(name: str, exact: str, extent: str, same_type: str, overlap: str) -> Scheme:
    outcomes = {"exact": exact, "extent": extent, "type": same_type, "overlap": overlap} | _ALONE
    return Scheme(name, False, outcomes, {})


SCHEMES: Final = (
    Scheme("traditional", False, {"exact": "correct"} | _ALONE, {}),
    _paired("strict", "correct", "incorrect", "incorrect", "incorrect"),
    _paired("exact", "correct", "correct", "incorrect", "incorrect"),
    _paired("partial", "correct", "correct", "partial", "partial"),
    _paired("type", "correct", "incorrect", "correct", "incorrect"),
    Scheme("fair", True, _FAIR | dict.fromkeys(("le", "bes", "bel", "beo", "lbe"), "incorrect"), _HALVES),
    Scheme(
        "weighted",
        True,
        _FAIR | dict.fromkeys(("le", "lbe"), "incorrect") | dict.fromkeys(("bes", "bel", "beo"), "partial"),
        _HALVES | {"bes": (2, 2, 4), "bel": (2, 4, 2), "beo": (2, 3, 3)},
    ),
)
"""The schemes in the order of tables.

References
----------
Chinchor and Sundheim (1993), MUC-5 evaluation metrics. Segura-Bedmar et al. (2013), SemEval-2013 task 9. Ortmann
(2022), Fine-grained error analysis and fair evaluation of labeled spans.
"""


@dataclass(frozen=True)
class SchemeCounts:
    """What one scheme counts: units, and what precision and recall divide, in quarters."""

    correct: int
    incorrect: int
    partial: int
    missed: int
    spurious: int
    credit: int
    actual: int
    possible: int

    @property
    def precision(self) -> float:
        """Credit / actual; a fraction, nan if undefined."""
        return ratio(self.credit, self.actual)

    @property
    def recall(self) -> float:
        """Credit / possible; a fraction, nan if undefined."""
        return ratio(self.credit, self.possible)

    @property
    def f1(self) -> float:
        """Harmonic mean of both, from the counts; nan if nothing is possible or actual."""
        return ratio(2 * self.credit, self.actual + self.possible)


@dataclass(frozen=True, eq=False)
class SchemeTally:
    """The units of one prediction, counted by code: a column for all types, then one for each."""

    types: tuple[str, ...]
    pairings: npt.NDArray[np.int64]
    errors: npt.NDArray[np.int64]

    def counts(self, scheme: Scheme, type_name: str | None = None) -> SchemeCounts:
        """Judge the units by a scheme; those of all types together if none is named."""
        column = 0 if type_name is None else 1 + self._place_of[type_name]
        [counts] = scheme.judge(self._units(scheme)[:, [column]])
        return counts

    def every_count(self, scheme: Scheme) -> list[SchemeCounts]:
        """Judge the units of all types together, then those of each type, by a scheme."""
        return scheme.judge(self._units(scheme))

    def _units(self, scheme: Scheme) -> npt.NDArray[np.int64]:
        return self.errors if scheme.is_fair else self.pairings

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.types)}


def tally_schemes(study: Study, prediction: int, kept: Mapping[Side, BoolArray] | None = None) -> SchemeTally:
    """Count the units of one prediction among the mentions to count; all, if left out.

    A type, and mentions to count, choose mentions: of a pair with one of them, that one is missed or spurious. An error
    of fair evaluation stands where its reference mention does; a spurious one where its own.
    """
    paired, errors = (kept_units(study, prediction, is_fair, kept) for is_fair in (False, True))
    return SchemeTally(study.types, _count_pairs(study, paired), _count_errors(study, errors))


def kept_units(study: Study, prediction: int, is_fair: bool, kept: Mapping[Side, BoolArray] | None = None) -> Units:
    """Give the units of one prediction among the mentions to count: errors of fair evaluation, or pairs of mentions."""
    units = (fair_errors if is_fair else pairings)(study)[prediction]
    if kept is None:
        return units
    return _kept_errors(units, kept) if is_fair else _kept_pairs(units, kept)


def _kept_pairs(units: Units, kept: Mapping[Side, BoolArray]) -> Units:
    has_reference, has_predicted = (
        _is_in(units.reference, kept["reference"]),
        _is_in(units.predicted, kept["predicted"]),
    )
    code = np.select([has_reference & has_predicted, has_reference, has_predicted], [units.code, MISSED, SPURIOUS], -1)
    chosen = code >= 0
    reference, predicted = np.where(has_reference, units.reference, -1), np.where(has_predicted, units.predicted, -1)
    return Units(reference[chosen], predicted[chosen], code[chosen].astype(np.int8))


def _kept_errors(units: Units, kept: Mapping[Side, BoolArray]) -> Units:
    of_reference, of_predicted = _is_in(units.reference, kept["reference"]), _is_in(units.predicted, kept["predicted"])
    chosen = np.where(units.reference < 0, of_predicted, of_reference)
    return Units(units.reference[chosen], units.predicted[chosen], units.code[chosen])


def _is_in(numbers: AnyIntArray, kept: BoolArray) -> BoolArray:
    """Look numbers up; -1 is never kept."""
    found: BoolArray = np.append(kept, False)[numbers]
    return found


def _count_pairs(study: Study, units: Units) -> npt.NDArray[np.int64]:
    """Count pairs by code and type; a pair of two types leaves one mention of each alone."""
    n_types = len(study.types)
    ours, theirs = (
        types[numbers[numbers >= 0]]
        for types, numbers in (
            (study.reference.mentions.type_codes, units.reference),
            (study.predicted.type_codes, units.predicted),
        )
    )
    code = units.code[units.reference >= 0]
    by_type = np.zeros((len(PAIRINGS), n_types), dtype=np.int64)
    for place in (EXACT, TYPE):
        by_type[place] = np.bincount(ours[code == place], minlength=n_types)
    n_paired = by_type.sum(axis=0)
    by_type[MISSED] = np.bincount(ours, minlength=n_types) - n_paired
    by_type[SPURIOUS] = np.bincount(theirs, minlength=n_types) - n_paired
    return np.column_stack([np.bincount(units.code, minlength=len(PAIRINGS)), by_type])


def _count_errors(study: Study, units: Units) -> npt.NDArray[np.int64]:
    """Count errors by code and the type of the reference mention; spurious ones by their own."""
    n_types, n_codes = len(study.types), len(FAIR_CODES)
    types = np.empty(len(units.code), dtype=np.int64)
    has_reference = units.reference >= 0
    types[has_reference] = study.reference.mentions.type_codes[units.reference[has_reference]]
    types[~has_reference] = study.predicted.type_codes[units.predicted[~has_reference]]
    by_type = np.bincount(types * n_codes + units.code, minlength=n_types * n_codes).reshape(n_types, n_codes).T
    return np.column_stack([np.bincount(units.code, minlength=n_codes), by_type])
