"""How many members of a base lie in each bucket, and how many of them are correct."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.buckets import Bucketing
from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.members import entity_tokens, members
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, IntArray, sorted_distinct, spread_ranges
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
        tokens = _kept_tokens(study, kept) if any(one.attribute.unit == "token" for one in bucketings) else ()
        for bucketing, own in zip(bucketings, counts, strict=True):
            if bucketing.attribute.unit == "token":
                own.append(_count_tokens(bucketing, tokens, number))
            else:
                own.append(_count_mentions(bucketing, kept, number))
    return [
        np.array(own, dtype=np.int64).reshape(len(numbers), 3, len(bucketing.buckets))
        for bucketing, own in zip(bucketings, counts, strict=True)
    ]


def _count_mentions(bucketing: Bucketing, kept: KeptMentions, prediction: int) -> npt.NDArray[np.int64]:
    codes: dict[Side, IntArray] = {"reference": bucketing.reference_of(prediction), "predicted": bucketing.predicted}
    return kept.count(codes, len(bucketing.buckets))


def _count_tokens(bucketing: Bucketing, tokens: Sequence[AnyIntArray], prediction: int) -> npt.NDArray[np.int64]:
    """Count the buckets of the tokens that `_kept_tokens` lists."""
    reference, predicted, correct = tokens
    codes = bucketing.reference_of(prediction)[reference], bucketing.predicted[predicted], bucketing.predicted[correct]
    return np.stack([np.bincount(own, minlength=len(bucketing.buckets)) for own in codes])


def _kept_tokens(study: Study, kept: KeptMentions) -> tuple[AnyIntArray, AnyIntArray, AnyIntArray]:
    """List the tokens of the kept mentions: of the reference, predicted ones, and those of them both sides keep."""
    reference, predicted = (_tokens_of(study, kept.mentions[side], side) for side in SIDES)
    own = members(study, "token")
    in_reference = np.zeros(own.n_reference + 1, dtype=bool)  # the last entry answers for `NO_PARTNER`
    in_reference[reference] = True
    return reference, predicted, predicted[in_reference[own.partner[predicted]]]


def _tokens_of(study: Study, mentions: AnyIntArray, side: Side) -> AnyIntArray:
    """List the tokens of some mentions, each once: those that overlap may share some."""
    tokens = entity_tokens(study)[side]
    return sorted_distinct(tokens.pair[spread_ranges(tokens.first[mentions], tokens.first[mentions + 1])])
