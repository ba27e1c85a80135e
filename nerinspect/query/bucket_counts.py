"""How many members of a base lie in each bucket, and how many of them are correct."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.buckets import Bucketing
from nerinspect.analysis.events import Side
from nerinspect.analysis.members import NO_PARTNER, entity_tokens, members
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_mentions import KeptMentions, kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase


def bucket_counts(
    study: Study,
    bucketings: Sequence[Bucketing],
    base: MentionBase = WHOLE,
    predictions: Sequence[int] | None = None,
    checkpoint: Checkpoint = no_checkpoint,
) -> list[npt.NDArray[np.int64]]:
    """Count the members of some mentions by bucket, for several attributes at once.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    bucketings : sequence of Bucketing
        The buckets of each attribute.
    base : MentionBase
        The mentions to count, or whose tokens to count; all, if left out. The buckets stay those of the whole study.
    predictions : sequence of int, optional
        Numbers of predictions; all in order, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    list of ndarray of int64, shape (n_predictions, 3, n_buckets)
        For each attribute and prediction: members of the reference, members predicted, and predicted members that
        are correct. `Counts(*counts[prediction, :, bucket].tolist())` scores one bucket.
    """
    numbers = range(len(study.predictions)) if predictions is None else predictions
    counts: list[list[npt.NDArray[np.int64]]] = [[] for _ in bucketings]
    for number, kept in zip(numbers, kept_mentions(study, base, numbers, checkpoint), strict=True):
        for bucketing, own in zip(bucketings, counts, strict=True):
            count = _count_tokens if bucketing.attribute.unit == "token" else _count_mentions
            own.append(count(study, bucketing, kept, number))
    return [
        np.array(own, dtype=np.int64).reshape(len(numbers), 3, len(bucketing.buckets))
        for bucketing, own in zip(bucketings, counts, strict=True)
    ]


def _count_mentions(study: Study, bucketing: Bucketing, kept: KeptMentions, prediction: int) -> npt.NDArray[np.int64]:
    codes: dict[Side, IntArray] = {"reference": bucketing.reference_of(prediction), "predicted": bucketing.predicted}
    return kept.count(codes, len(bucketing.buckets))


def _count_tokens(study: Study, bucketing: Bucketing, kept: KeptMentions, prediction: int) -> npt.NDArray[np.int64]:
    """Count the tokens of the kept mentions; one is correct if both sides keep it."""
    own = members(study, "token")
    in_reference, in_predicted = (_tokens_of(study, kept.mentions[side], side) for side in ("reference", "predicted"))
    partner = np.where(in_predicted, own.partner, NO_PARTNER)
    is_correct = (partner != NO_PARTNER) & in_reference[partner] if own.n_reference else partner != NO_PARTNER
    reference = bucketing.reference_of(prediction)[in_reference]
    counted: Sequence[AnyIntArray] = (reference, bucketing.predicted[in_predicted], bucketing.predicted[is_correct])
    return np.stack([np.bincount(codes, minlength=len(bucketing.buckets)) for codes in counted])


def _tokens_of(study: Study, mentions: AnyIntArray, side: Side) -> BoolArray:
    """Tell which pairs lie in some mentions. Shape (n_pairs,)."""
    is_kept = np.zeros(len(study.mentions_on(side)), dtype=bool)
    is_kept[mentions] = True
    return entity_tokens(study)[side].of_mentions(is_kept)
