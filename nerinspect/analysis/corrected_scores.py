"""Scores against the reference with its corrections, beside those against the reference as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.corrections import (
    Correction,
    accepted_corrections,
    added_mentions,
    contradictions,
    mentions_inside,
    open_corrections,
)
from nerinspect.analysis.events import TP
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.mentions import Mentions


@dataclass(frozen=True, eq=False)
class CorrectedScores:
    """Exact-match counts of each prediction against the reference as it is, and as it is corrected.

    Attributes
    ----------
    types : tuple of str
        Those of the study, then those that only corrections name, by code point.
    before, after : ndarray of int64, shape (n_predictions, 3, n_types)
        Reference mentions, predicted mentions and exact matches by type.
    """

    types: tuple[str, ...]
    before: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]

    def original(self, prediction: int, type_name: str | None = None) -> Counts:
        """Count against the reference as it is, one type or all."""
        return self._counts(self.before[prediction], type_name)

    def corrected(self, prediction: int, type_name: str | None = None) -> Counts:
        """Count against the corrected reference, one type or all."""
        return self._counts(self.after[prediction], type_name)

    def _counts(self, by_type: npt.NDArray[np.int64], type_name: str | None) -> Counts:
        counts = by_type.sum(axis=1) if type_name is None else by_type[:, self.types.index(type_name)]
        return Counts(*counts.tolist())


@dataclass(frozen=True, eq=False)
class CorrectedStudy:
    """What the corrections of a study are, and what they do to its scores.

    Attributes
    ----------
    applied : list of Correction
        The accepted ones that no other contradicts.
    left : list of Correction
        Those that are given, but not accepted.
    conflicts : list of (Correction, Correction)
        Accepted ones that contradict each other; none of them is applied.
    scores : CorrectedScores
        With those that are applied.
    """

    applied: list[Correction]
    left: list[Correction]
    conflicts: list[tuple[Correction, Correction]]
    scores: CorrectedScores

    def n_applied(self, study: Study) -> list[int]:
        """Count for each prediction the events whose correction is applied."""
        events = np.array([event for one in self.applied for event in one.events], dtype=np.int64)
        counts: list[int] = np.bincount(study.events.prediction[events], minlength=len(study.predictions)).tolist()
        return counts


def correct_study(study: Study) -> CorrectedStudy:
    """Apply the corrections of a study and score every prediction."""
    accepted = accepted_corrections(study)
    conflicts = contradictions(accepted)
    refused = {one for pair in conflicts for one in pair}
    applied = [one for one in accepted if one not in refused]
    return CorrectedStudy(applied, open_corrections(study), conflicts, corrected_scores(study, applied))


def corrected_scores(study: Study, corrections: Sequence[Correction]) -> CorrectedScores:
    """Score every prediction against the corrected reference.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    corrections : sequence of Correction
        In the order of the text; none contradicts another.

    Returns
    -------
    CorrectedScores
        Only what the corrections touch is counted anew.
    """
    old = study.reference.mentions
    removed, added = _rows(old, mentions_inside(old, corrections)), added_mentions(corrections, old.types)
    n_types = len(added.types)  # those of the study come first
    before = np.zeros((len(study.predictions), 3, n_types), dtype=np.int64)
    before[:, :, : len(study.types)] = _counts_by_type(study)
    after = before.copy()
    for mentions, sign in ((removed, -1), (added, 1)):
        after[:, 0] += sign * _of_types(mentions.type_codes, n_types)
        for number, prediction in enumerate(study.predictions):
            after[number, 2] += sign * _of_types(_matched(mentions, prediction.mentions), n_types)
    return CorrectedScores(added.types, before, after)


@kept_with_owner
def _counts_by_type(study: Study) -> npt.NDArray[np.int64]:
    """Count by prediction, side and type, as `Tally.by_type` does."""
    n_types = len(study.types)
    counts = np.zeros((len(study.predictions), 3, n_types), dtype=np.int64)
    reference = study.reference.mentions.type_codes
    for number, prediction in enumerate(study.predictions):
        events = study.events_of(number)
        correct = events.mentions("reference", events.kind == TP)
        for place, codes in enumerate((reference, prediction.mentions.type_codes, reference[correct])):
            counts[number, place] = _of_types(codes, n_types)
    return counts


def _rows(mentions: Mentions, which: BoolArray) -> Mentions:
    return Mentions(mentions.start[which], mentions.end[which], mentions.type_codes[which], mentions.types)


def _matched(mentions: Mentions, predicted: Mentions) -> IntArray:
    """Give the types of the mentions that are predicted with equal extent and type."""
    first = np.searchsorted(predicted.start, mentions.start)
    last = np.searchsorted(predicted.start, mentions.start, side="right")
    own = np.repeat(np.arange(len(mentions)), last - first)
    other = spread_ranges(first, last)
    is_equal = mentions.end[own] == predicted.end[other]
    is_equal &= mentions.type_codes[own] == predicted.type_codes[other]
    types: IntArray = mentions.type_codes[own[is_equal]]
    return types


def _of_types(codes: AnyIntArray, n_types: int) -> npt.NDArray[np.int64]:
    return np.bincount(codes, minlength=n_types)
