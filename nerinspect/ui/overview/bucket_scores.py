"""What every prediction scores in the buckets of every attribute, counted once for a base and a number of buckets."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.attributes import BUILT_IN, attribute_values
from nerinspect.analysis.buckets import Bucketing, bucketing
from nerinspect.analysis.interval import f1_interval, precision_interval, recall_interval
from nerinspect.analysis.own_attributes import charted_attributes
from nerinspect.analysis.scores import Counts, ratio
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import FloatArray
from nerinspect.errors import counted
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.bucket_counts import bucket_counts
from nerinspect.query.bucket_doors import BucketDoors, bucket_doors
from nerinspect.query.bucket_words import bucket_words
from nerinspect.query.fields.buckets import BUCKET, REFERENCE_BUCKET, bucket_value
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.mention_base import MentionBase

MOST_BUCKETS: Final = 12
"""So many have room in a chart; the table has all."""

_INTERVALS: Final = {"f1": f1_interval, "precision": precision_interval, "recall": recall_interval}


@dataclass(frozen=True, eq=False)
class AttributeScores:
    """The buckets of one attribute.

    Attributes
    ----------
    own : Bucketing
        The buckets.
    base : MentionBase
        The mentions that are counted, or whose tokens are.
    types : tuple of str
        The types of these mentions, where they make a difference.
    members : ndarray of int64, shape (n_predictions, 3, n_buckets)
        Members of the reference, predicted ones, and those of them that are correct.
    """

    own: Bucketing
    base: MentionBase
    types: tuple[str, ...]
    members: npt.NDArray[np.int64]

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
    """The buckets of all attributes.

    Attributes
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions that were counted.
    n_wanted : int
        How many buckets were asked for.
    has_columns : bool
        Whether columns of the data files are among the attributes.
    attributes : tuple of AttributeScores
        In order.
    """

    study: Study
    base: MentionBase
    n_wanted: int
    has_columns: bool
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

    Parameters
    ----------
    study : Study
        With or without training data.
    base : MentionBase
        The mentions to count.
    n_wanted : int
        The m of the definitions.
    has_columns : bool
        Whether columns of the data files are among the attributes.
    checkpoint : Checkpoint
        Called before each attribute and each prediction.
    """
    known = charted_attributes(study, has_columns)
    for place, attribute in enumerate(known):
        checkpoint(place, len(known))
        attribute_values(study, attribute)
    bucketings = [bucketing(study, attribute, n_wanted) for attribute in known]
    types = base.types_of(study) if base.named or base.excluded else ()
    members = bucket_counts(study, bucketings, base, checkpoint=checkpoint)
    return BucketScores(study, base, n_wanted, has_columns, _scores(bucketings, base, types, members))


def _scores(
    bucketings: Sequence[Bucketing],
    base: MentionBase,
    types: tuple[str, ...],
    members: Sequence[npt.NDArray[np.int64]],
) -> tuple[AttributeScores, ...]:
    pairs = zip(bucketings, members, strict=True)
    return tuple(AttributeScores(own, base, types, by_bucket) for own, by_bucket in pairs)
