"""The filters behind the numbers of a bucket."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nerinspect.analysis.buckets import Bucketing
from nerinspect.query.fields.buckets import BUCKET, CORRECT_BUCKET, bucket_value
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.mention_base import WHOLE, MentionBase


@dataclass(frozen=True)
class BucketDoors:
    """Doors to exactly the events that hold what a bucket counts.

    Attributes
    ----------
    reference, predicted, correct : Filter
        Events with a counted member of the reference, a predicted one, and a predicted one that is correct.
    """

    reference: Filter
    predicted: Filter
    correct: Filter


def bucket_doors(own: Bucketing, place: int, base: MentionBase = WHOLE, types: Sequence[str] = ()) -> BucketDoors:
    """Make the doors of one bucket.

    Parameters
    ----------
    own : Bucketing
        The buckets of an attribute.
    place : int
        Which of them.
    base : MentionBase
        The mentions that are counted, or whose tokens are; all, if left out.
    types : sequence of str
        The types that the base counts, as `types_of` gives them; none if it counts all.

    Returns
    -------
    BucketDoors
        A token is correct if it stands in a counted mention of each side, so its door asks both sides.
    """
    value = bucket_value(own.attribute.name, own.buckets[place].name, own.n_wanted)
    inside = replace(base, asked=(*base.asked, Term(BUCKET.name, (value,))))
    correct = [Term(CORRECT_BUCKET.name, (value,)), *([Term("pred", tuple(types))] if types else [])]
    both_sides = own.attribute.unit == "token" and base.asked
    of_reference = [base.asked_on("reference")] if both_sides else []
    return BucketDoors(
        inside.holding("reference", types),
        inside.holding("predicted", types),
        all_of(*correct, base.asked_on("predicted"), *of_reference, base.events),
    )
