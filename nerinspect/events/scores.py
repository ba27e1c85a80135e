"""Counts that add up over sentences, predictions and files; scores and intervals divided from them last."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import FloatArray, IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.segment_events import ERROR_KINDS, KINDS, SIDES, TP, EventTable
from nerinspect.events.study import Study, kept_count
from nerinspect.quantities import with_sign


def confused_types(events: EventTable, reference: Mentions, predicted: Mentions) -> tuple[IntArray, IntArray]:
    """Pair mentions by reference and predicted type, correct ones left out.

    The two mentions of an event with one on each side are a pair. Every other mention that is not exactly matched meets
    none. They are given as codes; none has the number of types as its code.
    """
    is_pair = (events.n_mentions("reference") == 1) & (events.n_mentions("predicted") == 1)
    confused, rest = is_pair & (events.kind != TP), ~is_pair
    ours, theirs = (
        [mentions.type_codes[events.mentions(side, chosen)] for chosen in (confused, rest)]
        for side, mentions in zip(SIDES, (reference, predicted), strict=True)
    )
    none = np.full(max(len(ours[1]), len(theirs[1])), len(reference.types), dtype=np.int32)
    return (
        np.concatenate([*ours, none[: len(theirs[1])]]),
        np.concatenate([theirs[0], none[: len(ours[1])], theirs[1]]),
    )


def count_confusions(study: Study, prediction: int) -> npt.NDArray[np.int64]:
    """Count the pairs of `confused_types` of one prediction: reference type, predicted type, mentions. Shape (3, n)."""

    def count() -> npt.NDArray[np.int64]:
        ours, theirs = confused_types(study.events_of(prediction), study.reference.mentions, study.predicted)
        found, counts = np.unique(ours.astype(np.int64) * size + theirs, return_counts=True)
        return np.stack([*np.divmod(found, size), counts])

    size = len(study.types) + 1
    return kept_count(study, "confusions", prediction, count)


_Z: Final = 1.959963984540054  # the 97.5 % point of the normal distribution


def wilson(successes: npt.ArrayLike, trials: npt.ArrayLike) -> FloatArray:
    """Give the Wilson score interval of proportions: the two ends at 95 %, shape (2, ...); nan without trials.

    Means over runs do as counts as well. The ends stay within 0 and 1, and the interval is wide where there are few
    trials, also if all or none succeed.

    The trials are taken to be drawn independently. Mentions of one sentence, or with one surface, tend to be right or
    wrong together, so the true interval is somewhat wider.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference.
    """
    k, n = np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    n = np.where(n > 0, n, np.nan)
    middle = (k + _Z**2 / 2) / (n + _Z**2)
    half = _Z * np.sqrt(k * (n - k) / n + _Z**2 / 4) / (n + _Z**2)
    return np.clip([middle - half, middle + half], 0.0, 1.0)


def precision_interval(counts: npt.ArrayLike) -> FloatArray:
    """Give the interval of correct / predicted, see `f1_interval` and `wilson`."""
    _, predicted, correct = _parts(counts)
    return wilson(correct, predicted)


def recall_interval(counts: npt.ArrayLike) -> FloatArray:
    """Give the interval of correct / reference, see `f1_interval` and `wilson`."""
    reference, _, correct = _parts(counts)
    return wilson(correct, reference)


def f1_interval(counts: npt.ArrayLike) -> FloatArray:
    """Give the 95 % interval of F1, shape (2, ..., n), of counts as in `f1_of`; nan where neither side has a mention.

    F1 itself is no proportion, but J = correct / (reference + predicted - correct) is: of the distinct mentions of
    both sides together, the share that both have. F1 = 2 J / (1 + J) grows with J, so the ends of the Wilson interval
    of J, carried over, are those of F1.

    Examples
    --------
    >>> f1_interval([[10], [10], [8]]).round(3).tolist()
    [[0.562], [0.926]]
    """
    reference, predicted, correct = _parts(counts)
    j = wilson(correct, reference + predicted - correct)
    return np.asarray(2 * j / (1 + j))


def _parts(counts: npt.ArrayLike) -> FloatArray:
    """Put reference, predicted and correct mentions first."""
    return np.moveaxis(np.asarray(counts, dtype=np.float64), -2, 0)


UNDEFINED: Final = "–"  # what stands for a ratio whose denominator is zero


def percent_text(numerator: int, denominator: int, n_decimals: int = 2) -> str:
    """Write a ratio of counts as percent, rounded half up; `–` if the denominator is 0.

    The rounding is done in whole numbers: a ratio that lies exactly between two decimals never goes the wrong way.

    Examples
    --------
    >>> percent_text(1, 800)
    '0.13'
    """
    if not denominator:
        return UNDEFINED
    unit = 10**n_decimals
    parts = (200 * unit * numerator + denominator) // (2 * denominator)
    return f"{parts // unit}.{parts % unit:0{n_decimals}d}"


def signed_percent(difference: Fraction) -> str:
    """Write a difference of ratios as percent with two decimals and its sign, rounded half up in size.

    Examples
    --------
    >>> signed_percent(Fraction(-1, 800))
    '−0.13'
    """
    size = float(percent_text(abs(difference).numerator, difference.denominator))
    return with_sign(size if difference > 0 else -size, 2)


def divided(numerator: npt.ArrayLike, denominator: npt.ArrayLike) -> FloatArray:
    """Divide counts; nan where the denominator is 0."""
    above, below = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    return np.asarray(np.divide(above, below, out=np.full(below.shape, np.nan), where=below != 0))


def f1_of(counts: npt.ArrayLike) -> FloatArray:
    """Score reference, predicted and correct mentions, shape (..., 3, n); nan where neither side has a mention."""
    reference, predicted, correct = _parts(counts)
    return divided(2 * correct, reference + predicted)


def recall_of(counts: npt.ArrayLike) -> FloatArray:
    """Give recall as `f1_of` does F1; nan where the reference has no mention."""
    reference, _, correct = _parts(counts)
    return divided(correct, reference)


def precision_of(counts: npt.ArrayLike) -> FloatArray:
    """Give precision as `f1_of` does F1; nan where nothing is predicted."""
    _, predicted, correct = _parts(counts)
    return divided(correct, predicted)


def mean_defined(values: FloatArray) -> FloatArray:
    """Average over the first axis, such as runs, where values are defined; nan where none is."""
    values = np.sort(values, axis=0)  # or the order of runs could tell equal means apart in the last digit
    is_defined = ~np.isnan(values)
    return divided(np.where(is_defined, values, 0.0).sum(axis=0), is_defined.sum(axis=0))


@dataclass(frozen=True)
class Reconciliation:
    """Mentions (not events) of both sides by the kind of their event, in the order of `KINDS`; each in just one."""

    reference: tuple[int, ...]
    predicted: tuple[int, ...]

    @property
    def n_reference(self) -> int:
        return sum(self.reference)

    @property
    def n_predicted(self) -> int:
        return sum(self.predicted)

    def reference_in(self, kind: str) -> int:
        return self.reference[KINDS.index(kind)]

    def predicted_in(self, kind: str) -> int:
        return self.predicted[KINDS.index(kind)]


def reconcile(events: EventTable) -> Reconciliation:
    """Sum up the mentions of some events by kind."""
    reference, predicted = (
        np.bincount(events.kind, weights=events.n_mentions(side), minlength=len(KINDS)).astype(np.int64).tolist()
        for side in SIDES
    )
    return Reconciliation(tuple(reference), tuple(predicted))


def reconcile_prediction(study: Study, prediction: int) -> Reconciliation:
    """Sum up the mentions of the reference and of one prediction of a study by kind."""
    return kept_count(study, "mentions by kind", prediction, lambda: reconcile(study.events_of(prediction)))


Measure: TypeAlias = Literal["F1", "Precision", "Recall"]


def ratio(numerator: float, denominator: float) -> float:
    """Divide counts; nan (undefined) if the denominator is 0."""
    return numerator / denominator if denominator else float("nan")


@dataclass(frozen=True)
class Counts:
    """Exact-match counts of mentions, of one type or of all."""

    reference: int
    predicted: int
    correct: int

    def __add__(self, other: "Counts") -> "Counts":
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
        if measure == "Precision":
            return self.correct, self.predicted
        if measure == "Recall":
            return self.correct, self.reference
        return 2 * self.correct, self.reference + self.predicted

    @property
    def false_positives(self) -> int:
        return self.predicted - self.correct

    @property
    def false_negatives(self) -> int:
        return self.reference - self.correct


@dataclass(frozen=True, eq=False)
class Tally:
    """What one prediction scores on some sentences, as sums; add tallies to join parts of the data."""

    types: tuple[str, ...]
    by_type: np.ndarray  # reference mentions, predicted mentions and exact matches by type; shape (3, n_types)
    kinds: np.ndarray  # events of each kind, in the order of `KINDS`; shape (6,)
    kind_demerits: np.ndarray  # demerits of the events of each kind; shape (6,)
    tn: int  # segments outside every mention

    def __add__(self, other: "Tally") -> "Tally":
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
        return Counts(*self.by_type[:, self._place_of[type_name]].tolist())

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.types)}

    def n_events(self, kind: str) -> int:
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
    """Sum up events of one prediction, and `tn` segments in the same sentences; both sides share one list of types."""
    n_types = len(reference.types)
    correct = events.ref_members[events.ref_from[events.kind == TP]]  # one each
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
    def tally() -> Tally:
        events, n_outside = study.events_of(prediction), int(study.n_outside[prediction])
        return tally_events(events, study.reference.mentions, study.predicted, n_outside)

    return kept_count(study, "tallies", prediction, tally)


def score_study(study: Study) -> list[Tally]:
    """Sum up each prediction of a study, in order."""
    return [score_prediction(study, prediction) for prediction in range(len(study.predictions))]
