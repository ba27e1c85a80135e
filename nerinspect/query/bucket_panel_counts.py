"""What the bucket panel shows: the buckets of one attribute for the prediction on show."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.buckets import DEFAULT_BUCKETS, Bucketing, bucketing
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.query.bucket_counts import bucket_counts
from nerinspect.query.bucket_doors import BucketDoors, bucket_doors
from nerinspect.query.bucket_words import bucket_words
from nerinspect.query.mention_base import MentionBase
from nerinspect.query.picked_buckets import without_buckets
from nerinspect.query.selection import Selection


@dataclass(frozen=True, eq=False)
class BucketPanelCounts:
    """Members by bucket, for one prediction.

    Attributes
    ----------
    own : Bucketing
        The buckets.
    base : MentionBase
        The mentions that are counted, or whose tokens are.
    types : tuple of str
        The types of these mentions, in the order of the study.
    members : ndarray of int64, shape (3, n_buckets)
        Members of the reference, predicted ones, and those of them that are correct.
    """

    own: Bucketing
    base: MentionBase
    types: tuple[str, ...]
    members: npt.NDArray[np.int64]

    def scores(self, place: int) -> Counts:
        """Give the counts of one bucket, which know precision, recall and F1."""
        return Counts(*self.members[:, place].tolist())

    def doors(self, place: int) -> BucketDoors:
        """Give the filters that keep exactly the events behind the counts of one bucket."""
        return bucket_doors(self.own, place, self.base, self.types if self.base.named or self.base.excluded else ())

    def words(self, place: int) -> str:
        """Say what one bucket holds, such as `2 tokens`."""
        return bucket_words(self.own, place)

    @cached_property
    def caption(self) -> str:
        """What is counted, such as `1,469 ORG mentions`, or `2,031 ORG tokens` for an attribute of tokens."""
        return self.base.caption(int(self.members[0].sum()), self.types, self.own.attribute.unit)


def bucket_panel_counts(
    study: Study, selection: Selection, prediction: int, attribute: Attribute, n_wanted: int = DEFAULT_BUCKETS
) -> BucketPanelCounts:
    """Count the members of the mentions that a selection keeps, whatever buckets of the attribute are picked.

    Parameters
    ----------
    study : Study
        With training data, if the attribute needs them.
    selection : Selection
        What is selected in all panels.
    prediction : int
        The number of the prediction on show.
    attribute : Attribute
        One of `attributes_of`.
    n_wanted : int
        The m of the definitions.

    Returns
    -------
    BucketPanelCounts
        Terms about mentions, such as type and document, choose what is counted; terms about outcomes do not.
    """
    base = MentionBase.of(without_buckets(selection, attribute.name))
    own = bucketing(study, attribute, n_wanted)
    (members,) = bucket_counts(study, [own], base, [prediction])
    return BucketPanelCounts(own, base, base.types_of(study), members[0])
