"""Counts that add up over sentences, predictions and files, and the scores divided from them last."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from nerinspect.analysis.events import ERROR_KINDS, KINDS, TP, EventTable
from nerinspect.analysis.study import Study
from nerinspect.corpus.mentions import Mentions

Measure: TypeAlias = Literal["F1", "Precision", "Recall"]


def ratio(numerator: float, denominator: float) -> float:
    """Divide counts; nan (undefined) if the denominator is 0."""
    return numerator / denominator if denominator else float("nan")


@dataclass(frozen=True)
class Counts:
    """Exact-match counts of mentions, of one type or of all.

    Attributes
    ----------
    reference, predicted, correct : int
        Mentions on each side, and those that both sides have with equal extent and type.
    """

    reference: int
    predicted: int
    correct: int

    def __add__(self, other: "Counts") -> "Counts":
        """Add counts of another part of the data."""
        return Counts(self.reference + other.reference, self.predicted + other.predicted, self.correct + other.correct)

    @property
    def precision(self) -> float:
        """Correct / predicted; a fraction, nan if nothing was predicted."""
        return ratio(self.correct, self.predicted)

    @property
    def recall(self) -> float:
        """Correct / reference; a fraction, nan if the reference has none."""
        return ratio(self.correct, self.reference)

    @property
    def f1(self) -> float:
        """2 · correct / (reference + predicted); a fraction, nan if neither side has a mention."""
        return ratio(2 * self.correct, self.reference + self.predicted)

    def parts_of(self, measure: Measure) -> tuple[int, int]:
        """Give numerator and denominator of a measure."""
        if measure == "Precision":
            return self.correct, self.predicted
        if measure == "Recall":
            return self.correct, self.reference
        return 2 * self.correct, self.reference + self.predicted

    @property
    def false_positives(self) -> int:
        """Predicted mentions that are not correct."""
        return self.predicted - self.correct

    @property
    def false_negatives(self) -> int:
        """Reference mentions that are not matched."""
        return self.reference - self.correct


@dataclass(frozen=True, eq=False)
class Tally:
    """What one prediction scores on some sentences, as sums; add tallies to join parts of the data.

    Attributes
    ----------
    types : tuple of str
        The types the columns of `by_type` stand for.
    by_type : ndarray of int64, shape (3, n_types)
        Reference mentions, predicted mentions and exact matches by type.
    kinds : ndarray of int64, shape (6,)
        Events of each kind, in the order of `KINDS`.
    kind_demerits : ndarray of int64, shape (6,)
        Demerits of the events of each kind.
    tn : int
        Segments outside every mention.
    """

    types: tuple[str, ...]
    by_type: np.ndarray
    kinds: np.ndarray
    kind_demerits: np.ndarray
    tn: int

    def __add__(self, other: "Tally") -> "Tally":
        """Add the sums of other sentences, over the same types."""
        if self.types != other.types:
            raise ValueError("tallies over different types do not add up")
        return Tally(
            self.types,
            self.by_type + other.by_type,
            self.kinds + other.kinds,
            self.kind_demerits + other.kind_demerits,
            self.tn + other.tn,
        )

    @property
    def overall(self) -> Counts:
        """The counts over all types (micro average)."""
        return Counts(*(int(count) for count in self.by_type.sum(axis=1)))

    def of_type(self, type_name: str) -> Counts:
        """Give the counts of one type."""
        return Counts(*self.by_type[:, self._place_of[type_name]].tolist())

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.types)}

    def n_events(self, kind: str) -> int:
        """Count the events of one kind."""
        return int(self.kinds[KINDS.index(kind)])

    @property
    def n_errors(self) -> int:
        """Events of all kinds but `tp`."""
        return sum(self.n_events(kind) for kind in ERROR_KINDS)

    @property
    def demerits(self) -> int:
        """Mentions that are not exactly matched, on both sides: false positives + false negatives."""
        return int(self.kind_demerits.sum())


def tally_events(events: EventTable, reference: Mentions, predicted: Mentions, tn: int) -> Tally:
    """Sum up events.

    Parameters
    ----------
    events : EventTable
        Events of one prediction; every mention of theirs is counted.
    reference, predicted : Mentions
        The mentions of both sides, over one list of types.
    tn : int
        Segments outside every mention, in the same sentences.

    Returns
    -------
    Tally
        The sums.
    """
    n_types = len(reference.types)
    correct = events.mentions("reference", events.kind == TP)
    by_type = [
        np.bincount(reference.type_codes[events.mentions("reference")], minlength=n_types),
        np.bincount(predicted.type_codes[events.mentions("predicted")], minlength=n_types),
        np.bincount(reference.type_codes[correct], minlength=n_types),
    ]
    return Tally(
        reference.types,
        np.array(by_type, dtype=np.int64).reshape(3, n_types),
        np.bincount(events.kind, minlength=len(KINDS)),
        np.bincount(events.kind, weights=events.demerits, minlength=len(KINDS)).astype(np.int64),
        tn,
    )


def score_prediction(study: Study, prediction: int) -> Tally:
    """Sum up all events of one prediction of a study."""
    events = study.events_of(prediction)
    return tally_events(events, study.reference.mentions, study.predicted, int(study.n_outside[prediction]))


def score_study(study: Study) -> list[Tally]:
    """Sum up each prediction of a study, in order."""
    return [score_prediction(study, prediction) for prediction in range(len(study.predictions))]
