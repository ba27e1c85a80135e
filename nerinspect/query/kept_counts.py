"""The mentions of a base by type and sentence, for some predictions: what drawing sentences again starts from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.paired_bootstrap import SentenceCounts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, sorted_distinct
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_mentions import kept_mentions
from nerinspect.query.mention_base import WHOLE, MentionBase


@dataclass(frozen=True, eq=False)
class KeptCounts:
    """What a base keeps for some predictions.

    Attributes
    ----------
    predictions : tuple of int
        Their numbers.
    by_sentence : SentenceCounts
        Their mentions; the groups are the types of the study.
    is_kept : ndarray of bool, shape (n_predictions, n_reference)
        Which reference mentions the base keeps for each.
    """

    predictions: tuple[int, ...]
    by_sentence: SentenceCounts
    is_kept: BoolArray


def kept_counts(
    study: Study, predictions: Sequence[int], base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> KeptCounts:
    """Count the mentions that a base keeps by type and sentence.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    predictions : sequence of int
        Numbers of predictions.
    base : MentionBase
        The mentions to count; all, if left out.
    checkpoint : Checkpoint
        Called before each prediction.
    """
    keys = {side: _keys(study, side) for side in SIDES}
    is_kept = np.zeros((len(predictions), len(keys["reference"])), dtype=bool)
    listed: list[list[AnyIntArray]] = []
    for kept, row in zip(kept_mentions(study, base, predictions, checkpoint), is_kept, strict=True):
        row[kept.mentions["reference"]] = True
        reference, predicted = (keys[side][kept.mentions[side]] for side in SIDES)
        listed.append([reference, predicted, reference[kept.is_found]])
    places = sorted_distinct(np.concatenate([part for parts in listed for part in parts[:2]]))
    counts = np.array([[_counted(part, places) for part in parts] for parts in listed], dtype=np.int64)
    n_sentences = study.text.n_sentences
    first_place = np.searchsorted(places, np.arange(len(study.types) + 1) * n_sentences)
    sentence = places % max(n_sentences, 1)
    return KeptCounts(tuple(predictions), SentenceCounts(n_sentences, first_place, sentence, counts), is_kept)


def _keys(study: Study, side: Side) -> npt.NDArray[np.int64]:
    """Give type and sentence of each mention of a side as one number, which ascends by type first."""
    mentions = study.mentions_on(side)
    return mentions.type_codes.astype(np.int64) * study.text.n_sentences + study.text.sentence_of(mentions.start)


def _counted(keys: AnyIntArray, places: AnyIntArray) -> AnyIntArray:
    """Count the keys at each place."""
    return np.bincount(np.searchsorted(places, keys), minlength=len(places))
