"""How many members of a base lie in each bucket, and how many of them are correct."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.attribute import Unit
from nerinspect.analysis.buckets import Bucketing
from nerinspect.analysis.events import Side
from nerinspect.analysis.members import NO_PARTNER, entity_tokens, members
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, IntArray, sorted_distinct, spread_ranges
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_mentions import KeptMentions, kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase

Chosen: TypeAlias = tuple[AnyIntArray | slice, AnyIntArray | slice, AnyIntArray]
"""Members of one prediction: those of the reference, predicted ones, and of the reference those that are correct."""

_MOST_VALUES: Final = 20_000
"""Of attributes with no more different values it is kept how many members have each, a few bytes a prediction."""


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
    units = {bucketing.attribute.unit for bucketing in bucketings}
    for number, kept in zip(numbers, _kept(study, base, numbers, checkpoint), strict=True):
        chosen = {} if kept is None else {unit: _kept_members(study, kept, unit) for unit in units}
        for one, own in zip(bucketings, counts, strict=True):
            unit = one.attribute.unit
            own.append(_count(one, chosen[unit], number) if chosen else _count_all(study, one, number))
    return [
        np.array(own, dtype=np.int64).reshape(len(numbers), 3, len(bucketing.buckets))
        for bucketing, own in zip(bucketings, counts, strict=True)
    ]


def _kept(
    study: Study, base: MentionBase, predictions: Sequence[int], checkpoint: Checkpoint
) -> Iterator[KeptMentions | None]:
    """Give the mentions that a base keeps of each prediction; None for all."""
    if base != WHOLE:
        yield from kept_mentions(study, base, predictions, checkpoint)
        return
    for place in range(len(predictions)):
        checkpoint(place, len(predictions))
        yield None


def _count_all(study: Study, bucketing: Bucketing, prediction: int) -> npt.NDArray[np.int64]:
    """Count all members by bucket: by value, which another number of buckets does not change, then these counts."""
    attribute, distinct = bucketing.attribute, bucketing.distinct
    n_values, by_value = len(distinct.values), _counts_by_value(study)
    if n_values > _MOST_VALUES:
        return _count(bucketing, _all_members(study, prediction, attribute.unit), prediction)
    key = attribute.name, prediction
    if key not in by_value:
        chosen = _all_members(study, prediction, attribute.unit)
        by_value[key] = _by_code(distinct.reference_of(prediction), distinct.predicted, chosen, n_values)
    n_buckets = len(bucketing.buckets)
    sums = [np.bincount(bucketing.of_value, counts, n_buckets) for counts in by_value[key]]
    return np.stack(sums).astype(np.int64)


@kept_with_owner
def _counts_by_value(study: Study) -> dict[tuple[str, int], npt.NDArray[np.int64]]:
    return {}


def _count(bucketing: Bucketing, chosen: Chosen, prediction: int) -> npt.NDArray[np.int64]:
    return _by_code(bucketing.reference_of(prediction), bucketing.predicted, chosen, len(bucketing.buckets))


def _by_code(of_reference: IntArray, of_predicted: IntArray, chosen: Chosen, n_codes: int) -> npt.NDArray[np.int64]:
    """Count chosen members by a code that each has. Shape (3, n_codes)."""
    reference, predicted, correct = chosen
    counted = of_reference[reference], of_predicted[predicted], of_reference[correct]
    return np.stack([np.bincount(own, minlength=n_codes) for own in counted])


def _all_members(study: Study, prediction: int, unit: Unit) -> Chosen:
    own = members(study, unit)
    predicted = own.of_prediction(prediction)
    partner = own.partner[predicted]
    return slice(None), predicted, partner[partner != NO_PARTNER]


def _kept_members(study: Study, kept: KeptMentions, unit: Unit) -> Chosen:
    """List the kept mentions, or their tokens; a token is correct if both sides keep it."""
    reference, predicted = kept.mentions["reference"], kept.mentions["predicted"]
    if unit == "mention":
        return reference, predicted, reference[kept.is_found]
    reference, predicted = _tokens_of(study, reference, "reference"), _tokens_of(study, predicted, "predicted")
    own = members(study, "token")
    in_reference = np.zeros(own.n_reference + 1, dtype=bool)  # the last entry answers for `NO_PARTNER`
    in_reference[reference] = True
    partner = own.partner[predicted]
    return reference, predicted, partner[in_reference[partner]]


def _tokens_of(study: Study, mentions: AnyIntArray, side: Side) -> AnyIntArray:
    """List the tokens of some mentions, each once: those that overlap may share some."""
    tokens = entity_tokens(study)[side]
    return sorted_distinct(tokens.pair[spread_ranges(tokens.first[mentions], tokens.first[mentions + 1])])
