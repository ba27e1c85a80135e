"""What every prediction scores in the buckets of every attribute: counted, behind if that takes long, and as rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import BUILT_IN, attribute_values
from nerinspect.attributes.own import charted_attributes
from nerinspect.corpus.arrays import FloatArray
from nerinspect.errors import counted
from nerinspect.events.scores import Counts, f1_interval, precision_interval, ratio, recall_interval
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.buckets import BucketDoors, bucket_counts, bucket_doors
from nerinspect.query.fields.buckets import BUCKET, REFERENCE_BUCKET, bucket_value
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.language.words import bucket_words
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell

MOST_BUCKETS: Final = 12
"""So many have room in a chart; the table has all."""

_INTERVALS: Final = {"f1": f1_interval, "precision": precision_interval, "recall": recall_interval}


@dataclass(frozen=True, eq=False)
class AttributeScores:
    """The buckets of one attribute."""

    own: Bucketing
    base: MentionBase  # the mentions that are counted, or whose tokens are
    types: tuple[str, ...]  # the types of these mentions, where they make a difference
    members: npt.NDArray[np.int64]  # (n_predictions, reference | predicted | correct, n_buckets)

    @property
    def name(self) -> str:
        """Of the attribute."""
        return self.own.attribute.name

    @property
    def noun(self) -> str:
        """What is counted: `mention` or `token`."""
        return self.own.attribute.unit

    def scores(self, prediction: int, place: int) -> Counts:
        """Give what a prediction scores in one bucket."""
        return Counts(*self.members[prediction, :, place].tolist())

    def overall(self, prediction: int) -> Counts:
        """Give what a prediction scores in all buckets: every member lies in one."""
        return Counts(*self.members[prediction].sum(axis=1).tolist())

    def interval(self, prediction: int, place: int, measure: str) -> tuple[float, ...]:
        """Give the ends of the 95 % interval of `f1`, `precision` or `recall`; nothing if it is undefined."""
        if measure not in self._intervals:
            self._intervals[measure] = _INTERVALS[measure](self.members)
        low, high = self._intervals[measure][:, prediction, place].tolist()
        return () if low != low else (low, high)

    @cached_property
    def _intervals(self) -> dict[str, FloatArray]:
        return {}

    def worst(self, *predictions: int) -> int | None:
        """Find the bucket with the lowest score, the first of equal ones; None if no bucket is worse than another.

        The score is F1, or recall where there is no precision. Of several predictions, the runs of a system, it is the
        mean over those where it is defined.
        """
        by_place = zip(*map(self._scores, predictions), strict=True)
        defined = {place: [score for score in own if score == score] for place, own in enumerate(by_place)}
        scored = {place: fmean(own) for place, own in defined.items() if own}
        if len(set(scored.values())) < 2:
            return None
        return min(scored, key=scored.__getitem__)

    def drawn(self, most: int = MOST_BUCKETS) -> tuple[int, ...]:
        """Give the buckets that have room in a chart: those with the most reference members, in their order."""
        n_reference = self.members[:, 0].max(axis=0, initial=0).tolist()
        chosen = sorted(range(len(n_reference)), key=lambda place: -n_reference[place])[:most]
        return tuple(sorted(chosen))

    def doors(self, place: int) -> BucketDoors:
        """Give the filters that keep exactly the events behind the counts of one bucket."""
        return bucket_doors(self.own, place, self.base, self.types)

    def reference_door(self, place: int) -> Filter:
        """Give the first of `doors`; charts ask for it alone, and need many."""
        if self.base.is_everything:
            return Term(REFERENCE_BUCKET.name, (self.pick(place),))
        return self.doors(place).reference

    def door(self, place: int) -> Filter:
        """Give the filter that keeps the events with a counted member of either side in one bucket."""
        if self.base.is_everything:
            return Term(BUCKET.name, (self.pick(place),))
        doors = self.doors(place)
        return any_of(doors.reference, doors.predicted)

    def pick(self, place: int) -> str:
        """Give the value of a term that asks for one bucket."""
        return bucket_value(self.name, self.own.buckets[place].name, self.own.n_wanted)

    def holds(self, place: int) -> str:
        """Say what one bucket holds, such as `2 tokens`."""
        return self._holds[place]

    @cached_property
    def _holds(self) -> list[str]:
        return [bucket_words(self.own, place) for place in range(len(self.own.buckets))]

    def counted(self, n: int, side: str = "") -> str:
        """Say how many members there are, such as `236 reference mentions`."""
        return counted(n, f"{side} {self.noun}".strip())

    def _scores(self, prediction: int) -> list[float]:
        measure = self.base.measure
        return [ratio(*self.scores(prediction, place).parts_of(measure)) for place in range(len(self.own.buckets))]


@dataclass(frozen=True, eq=False)
class BucketScores:
    """The buckets of all attributes."""

    study: Study
    base: MentionBase
    n_wanted: int  # how many buckets were asked for
    has_columns: bool  # whether columns of the data files are among the attributes
    attributes: tuple[AttributeScores, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the attributes."""
        return tuple(one.name for one in self.attributes)

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the attributes that have no values for want of training data."""
        return tuple(one.name for one in BUILT_IN if one.name not in self.names)


def count_buckets(
    study: Study, base: MentionBase, n_wanted: int, has_columns: bool = False, checkpoint: Checkpoint = no_checkpoint
) -> BucketScores:
    """Count the members of all attributes by bucket.

    `n_wanted` is the m of the definitions; the checkpoint is called before each attribute and each prediction.
    """
    known = charted_attributes(study, has_columns)
    for place, attribute in enumerate(known):
        checkpoint(place, len(known))
        attribute_values(study, attribute)
    bucketings = [bucketing(study, attribute, n_wanted) for attribute in known]
    types = base.types_of(study) if base.named or base.excluded else ()
    members = bucket_counts(study, bucketings, base, checkpoint=checkpoint)
    return BucketScores(study, base, n_wanted, has_columns, _scores(bucketings, base, types, members))


def n_counted(study: Study, base: MentionBase, before: BucketScores | None) -> int:
    """Count the tokens that are looked through: none where all have their values, and but the buckets are others."""
    if before is not None and before.study is study and base == WHOLE:
        return 0
    return study.text.n_tokens + (0 if study.training is None else study.training.text.n_tokens)


def _scores(
    bucketings: Sequence[Bucketing],
    base: MentionBase,
    types: tuple[str, ...],
    members: Sequence[npt.NDArray[np.int64]],
) -> tuple[AttributeScores, ...]:
    pairs = zip(bucketings, members, strict=True)
    return tuple(AttributeScores(own, base, types, by_bucket) for own, by_bucket in pairs)


NAME_COLUMNS: Final = ("System", "Attribute", "Bucket")
_COUNT: Final = "9,999,999"
_INTERVAL: Final = (
    "95 % interval of F1: the Wilson interval of correct / (reference + predicted − correct), carried over to F1. It "
    "takes mentions to be drawn one by one; those of one sentence come out alike, so it is somewhat too narrow."
)


def bucket_columns(noun: str) -> tuple[Column, ...]:
    """Give the columns for buckets of mentions, or of tokens in them."""
    return (
        Column("Bucket", meaning("bucket")),
        Column("Holds", meaning("bucket_edges"), widest="1,000 to 1,000 tokens"),
        Column("Precision", meaning("precision"), is_percent=True),
        Column("Recall", meaning("recall"), is_percent=True),
        Column("F1", meaning("f1"), is_percent=True),
        Column("from", _INTERVAL, is_percent=True, copied="F1 low"),
        Column("to", _INTERVAL, is_percent=True, copied="F1 high"),
        Column("Reference", f"Reference {noun}s in the bucket.", widest=_COUNT),
        Column("Predicted", f"Predicted {noun}s in the bucket.", widest=_COUNT),
        Column("Correct", f"Predicted {noun}s in the bucket that are correct.", widest=_COUNT),
    )


def bucket_groups(scores: AttributeScores, predictions: Sequence[int], names: Sequence[str]) -> list[RowGroup]:
    """Lay out all buckets of an attribute."""
    several = len(predictions) > 1
    rows = []
    for place, bucket in enumerate(scores.own.buckets):
        for number in predictions:
            copied = names[number], scores.name, bucket.name
            cells = partial(_cells, scores, number, place)
            note = names[number] if several else ""
            row = TableRow(bucket.name, copied, cells, note, prediction=number, tooltip=scores.holds(place))
            rows.append(RowGroup(f"{place} {number}", row))
    return rows


def _cells(scores: AttributeScores, prediction: int, place: int) -> tuple[Cell, ...]:
    counts, doors = scores.scores(prediction, place), scores.doors(place)
    no_f1 = f"neither side has a {scores.noun} in it, so F1 is undefined"
    no_precision = f"no {scores.noun} in it was predicted, so precision is undefined"
    no_recall = f"the reference has no {scores.noun} in it, so recall is undefined"
    n_both = counts.reference + counts.predicted
    n_reference, n_predicted, n_correct = (column.tooltip for column in bucket_columns(scores.noun)[-3:])
    return (
        Cell(scores.holds(place), scores.holds(place), tooltip=meaning("bucket_edges")),
        ratio_cell(counts.correct, counts.predicted, doors.predicted, meaning("precision"), no_precision),
        ratio_cell(counts.correct, counts.reference, doors.reference, meaning("recall"), no_recall),
        ratio_cell(2 * counts.correct, n_both, scores.door(place), meaning("f1"), no_f1),
        *_interval_cells(scores, prediction, place),
        count_cell(counts.reference, doors.reference, n_reference),
        count_cell(counts.predicted, doors.predicted, n_predicted),
        count_cell(counts.correct, doors.correct, n_correct),
    )


def _interval_cells(scores: AttributeScores, prediction: int, place: int) -> tuple[Cell, ...]:
    ends = scores.interval(prediction, place, "f1")
    return tuple(Cell(f"{100 * end:.2f}", end, tooltip=_INTERVAL) for end in ends) or (Cell("–"), Cell("–"))
