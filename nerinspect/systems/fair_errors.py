"""The errors of fair evaluation (Ortmann 2022): each counts once, whichever sides it touches."""

from collections import defaultdict
from functools import partial
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, kept_with_owner
from nerinspect.events.study import Study
from nerinspect.systems.scheme_pairs import Candidates, Units, equal_extents, overlapping, with_alone

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
