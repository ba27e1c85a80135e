"""Many schemes of scoring over one alignment: exact match, SemEval-2013, MUC, fair evaluation, ACE; units counted."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, kept_with_owner
from nerinspect.events.scores import ratio
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study, kept_count
from nerinspect.systems.scheme_pairs import (
    EXACT,
    MISSED,
    PAIRINGS,
    SPURIOUS,
    TYPE,
    Candidates,
    Units,
    ace_amounts,
    ace_pairs,
    ace_parts,
    equal_extents,
    overlapping,
    pairings,
    with_alone,
)
from nerinspect.systems.weights import BOUNDARY_ERRORS, ERRORS, FAIR_SHARES, USUAL, Weights, parts_of

FAIR_CODES: Final = ("tp", "le", "bes", "bel", "beo", "lbe", "fn", "fp")
"""Correct, label error, boundary error (prediction smaller, larger, overlapping), label and boundary error, missed,
spurious; a column of codes holds places in this tuple."""

TP, LE, BES, BEL, BEO, LBE, FN, FP = range(8)

Mention: TypeAlias = tuple[bool, int]  # whether it is predicted, and its number

Tokens: TypeAlias = dict[Mention, set[int]]
Beside: TypeAlias = dict[Mention, list[Mention]]  # the mentions of the other side that each shares a token with


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
    return np.asarray(~np.logical_and(*spread) & ~np.isin(sentences, study.nested_sentences[prediction]))


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


OUTCOMES: Final = ("correct", "incorrect", "partial", "missed", "spurious")  # what a unit can be under a scheme

DENOMINATORS: Final = ("actual", "possible")  # what precision and recall divide

COST: Final = "cost"
"""What a scheme of values divides by that of the reference: what is lost, and what spurious mentions cost."""

_SUMS: Final = ("credit", *DENOMINATORS, COST)

QUARTERS: Final = 4
"""Credits and denominators are counted in quarters, where no other weights are chosen: all of them are whole."""


@dataclass(frozen=True)
class Scheme:
    """How units are judged, and what each adds to the scores.

    `outcomes`: for each code of the units one of `OUTCOMES`; a code that is not named leaves both mentions alone.
    `amounts`: credit, actual, possible and cost in parts, for codes whose outcome does not say it.
    """

    name: str
    is_fair: bool  # whether the units are the errors of fair evaluation, else pairs of mentions
    outcomes: Mapping[str, str]
    amounts: Mapping[str, tuple[int, ...]]
    parts: int = QUARTERS  # so many make 1
    told: tuple[str, ...] = ()  # the weights that are not the usual ones, as `NAME=VALUE`
    ace: Weights | None = None  # of the scheme in which mentions have values, and pair by them

    @property
    def codes(self) -> tuple[str, ...]:
        return FAIR_CODES if self.is_fair else PAIRINGS

    @property
    def said(self) -> str:
        """Its name, with the weights that were chosen."""
        return " with ".join(filter(None, (self.name, " ".join(self.told))))

    def amount(self, code: str) -> tuple[int, ...]:
        """Tell how much a unit of mentions of value 1 adds to credit, actual, possible and cost, in parts."""
        if code not in self.outcomes:
            return 0, self.parts, self.parts, 0
        usual = (*(number * self.parts // QUARTERS for number in _AMOUNTS[self.outcomes[code]]), 0)
        return self.amounts.get(code, usual)

    def codes_of(self, count: str) -> tuple[str, ...]:
        """Name the codes of the units that add to a count: one of `OUTCOMES`."""
        apart = _ALONE.get(count)
        return tuple(code for code in self.codes if self.outcomes.get(code, apart) == count)

    def units(self, study: Study, prediction: int, kept: Mapping[Side, BoolArray] | None = None) -> Units:
        """Give the units of one prediction among the mentions to count; all, if left out."""
        if self.is_fair:
            errors = fair_errors(study)[prediction]
            return errors if kept is None else _kept_errors(errors, kept)
        pairs = pairings(study)[prediction] if self.ace is None else ace_pairs(study, prediction, self.ace)
        return pairs if kept is None else _kept_pairs(pairs, kept)

    def amounts_of(self, study: Study, units: Units) -> npt.NDArray[np.int64]:
        """Tell what each unit adds to credit, actual, possible and cost, in parts; shape (n_units, 4)."""
        if self.ace is not None:
            return ace_amounts(study, units, self.ace)
        return self._amounts_by_code[units.code]

    def adds(self, study: Study, units: Units, count: str) -> BoolArray:
        """Tell which units add to a count: one of `OUTCOMES`, `DENOMINATORS`, `COST`; to anything if it is empty."""
        found: BoolArray
        if count in _SUMS:
            found = self.amounts_of(study, units)[:, _SUMS.index(count)] > 0
        else:
            wanted = self.codes_of(count) if count else self.codes
            found = np.array([code in wanted for code in self.codes])[units.code]
        return found

    def judge(self, numbers: npt.NDArray[np.int64]) -> "list[SchemeCounts]":
        """Sum up units of value 1: their numbers in a row for each of `codes`, a column for each thing to judge."""
        sums = np.vstack([self._outcomes_by_code, self._amounts_by_code.T]) @ numbers
        return [SchemeCounts(*own, parts=self.parts) for own in sums.T.tolist()]

    def tally(self, study: Study, units: Units) -> "list[SchemeCounts]":
        """Sum up units: those of all types together, then for each type those of its mentions alone."""
        if self.is_fair:
            return self.judge(_count_errors(study, units))
        pairs = _count_pairs(study, units)
        if self.ace is None:
            return self.judge(pairs)
        values = [dict(self.ace.values).get(name, Fraction(1)) for name in study.types]
        by_type = self._amounts_by_code.T @ pairs[:, 1:] * np.array([value.numerator for value in values], np.int64)
        by_type //= np.array([value.denominator for value in values], np.int64)
        sums = [self._outcomes_by_code @ pairs, np.column_stack([self.amounts_of(study, units).sum(axis=0), by_type])]
        return [SchemeCounts(*own, parts=self.parts) for own in np.vstack(sums).T.tolist()]

    @cached_property
    def _outcomes_by_code(self) -> npt.NDArray[np.int64]:
        """Which of `OUTCOMES` a unit of each code is; shape (n_outcomes, n_codes)."""
        outcomes = [(self.outcomes[code],) if code in self.outcomes else tuple(_ALONE) for code in self.codes]
        return np.array([[name in outcome for outcome in outcomes] for name in OUTCOMES]).astype(np.int64)

    @cached_property
    def _amounts_by_code(self) -> npt.NDArray[np.int64]:
        """What a unit of each code adds to credit, actual, possible and cost; shape (n_codes, 4)."""
        return np.array([self.amount(code) for code in self.codes], dtype=np.int64)


_AMOUNTS: Final = {
    "correct": (4, 4, 4), "incorrect": (0, 4, 4), "partial": (2, 4, 4), "missed": (0, 0, 4), "spurious": (0, 4, 0),
}  # fmt: skip
"""What a unit adds to credit, actual and possible, in quarters."""
_ALONE: Final = {"missed": "missed", "spurious": "spurious"}
"""What two mentions are that are a pair, but not to the scheme: one is missed, one spurious."""
_FAIR: Final = {"tp": "correct", "fn": "missed", "fp": "spurious"}
_HALVES: Final = dict.fromkeys(ERRORS, (0, 2, 2, 0))


def _paired(name: str, exact: str, extent: str, same_type: str, overlap: str) -> Scheme:
    outcomes = {"exact": exact, "extent": extent, "type": same_type, "overlap": overlap} | _ALONE
    return Scheme(name, False, outcomes, {})


def _weighted(weights: Weights) -> Scheme:
    shares = FAIR_SHARES | dict(weights.errors)
    parts = math.lcm(QUARTERS, parts_of(share for own in shares.values() for share in own))
    amounts = {
        error: (int(correct * parts), int((correct + extra) * parts), int((correct + missing) * parts), 0)
        for error, (correct, extra, missing) in shares.items()
    }
    outcomes = _FAIR | dict.fromkeys(("le", "lbe"), "incorrect") | dict.fromkeys(BOUNDARY_ERRORS, "partial")
    return Scheme("weighted", True, outcomes, amounts, parts, weights.of_weighted)


def _ace(weights: Weights) -> Scheme:
    parts = ace_parts(weights)
    type_error, spurious = int(weights.type * parts), int(weights.spurious * parts)
    whole, other = (parts, parts, parts, 0), (type_error, parts, parts, parts - type_error)
    amounts = {
        **dict.fromkeys(("exact", "type"), whole),
        **dict.fromkeys(("extent", "overlap"), other),
        "missed": (0, 0, parts, parts),
        "spurious": (0, spurious, 0, spurious),
    }
    outcomes = {"exact": "correct", "extent": "incorrect", "type": "correct", "overlap": "incorrect"} | _ALONE
    return Scheme("ace", False, outcomes, amounts, parts, weights.of_ace, weights)


def schemes_with(weights: Weights = USUAL) -> tuple[Scheme, ...]:
    """Give the schemes in the order of tables, with weights where they leave them to choice.

    References
    ----------
    Chinchor and Sundheim (1993), MUC-5 evaluation metrics. Segura-Bedmar et al. (2013), SemEval-2013 task 9. Ortmann
    (2022), Fine-grained error analysis and fair evaluation of labeled spans. NIST (2008), ACE evaluation plan.
    """
    return (
        Scheme("traditional", False, {"exact": "correct"} | _ALONE, {}),
        _paired("strict", "correct", "incorrect", "incorrect", "incorrect"),
        _paired("exact", "correct", "correct", "incorrect", "incorrect"),
        _paired("partial", "correct", "correct", "partial", "partial"),
        _paired("type", "correct", "incorrect", "correct", "incorrect"),
        Scheme("fair", True, _FAIR | dict.fromkeys(ERRORS, "incorrect"), _HALVES),
        _weighted(weights),
        _ace(weights),
    )


SCHEMES: Final = schemes_with()  # the schemes with the usual weights


@dataclass(frozen=True)
class SchemeCounts:
    """What one scheme counts: units, and in parts what precision and recall divide, and what errors cost."""

    correct: int
    incorrect: int
    partial: int
    missed: int
    spurious: int
    credit: int
    actual: int
    possible: int
    cost: int = 0
    parts: int = field(default=QUARTERS, kw_only=True)

    def __add__(self, other: "SchemeCounts") -> "SchemeCounts":
        (*own, parts), (*others, _) = astuple(self), astuple(other)
        return SchemeCounts(*(one + two for one, two in zip(own, others, strict=True)), parts=parts)

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

    @property
    def cost_ratio(self) -> float:
        """Cost / possible, 1 less the ACE value; above 1 where spurious mentions outweigh; nan without a reference."""
        return ratio(self.cost, self.possible)


@dataclass(frozen=True, eq=False)
class SchemeTally:
    """What each scheme counts of one prediction, by its name: for all types together, then for each."""

    types: tuple[str, ...]
    by_scheme: Mapping[str, Sequence[SchemeCounts]]

    def counts(self, scheme: Scheme, type_name: str | None = None) -> SchemeCounts:
        """Give the counts of a scheme; those of all types together if none is named."""
        return self.by_scheme[scheme.name][0 if type_name is None else 1 + self._place_of[type_name]]

    def every_count(self, scheme: Scheme) -> Sequence[SchemeCounts]:
        return self.by_scheme[scheme.name]

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.types)}


def tally_schemes(
    study: Study,
    prediction: int,
    kept: Mapping[Side, BoolArray] | None = None,
    schemes: Sequence[Scheme] = SCHEMES,
) -> SchemeTally:
    """Count the units of one prediction among the mentions to count; all, if left out.

    A type, and mentions to count, choose mentions: of a pair with one of them, that one is missed or spurious. An error
    of fair evaluation stands where its reference mention does; a spurious one where its own.
    """

    def count(scheme: Scheme) -> tuple[SchemeCounts, ...]:
        return tuple(scheme.tally(study, scheme.units(study, prediction, kept)))

    def known(scheme: Scheme) -> tuple[SchemeCounts, ...]:
        if kept is not None or scheme not in SCHEMES:
            return count(scheme)
        return kept_count(study, "schemes", (scheme.name, prediction), partial(count, scheme))

    return SchemeTally(study.types, {scheme.name: known(scheme) for scheme in schemes})


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
    return np.asarray(np.append(kept, False)[numbers])


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
