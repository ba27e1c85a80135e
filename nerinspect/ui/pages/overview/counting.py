"""What the overview counts: scores, and what training knows of the counted mentions; behind where that takes long."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.mention_doors import doors_to
from nerinspect.query.counts.training import ToughCounts, subsets_of_kept
from nerinspect.query.rates import WHOLE, KeptMentions, KeptScores, MentionBase, kept_mentions, score_kept
from nerinspect.training.novelty import NOVELTIES, novelty
from nerinspect.training.repeated_sentences import RepeatedSentences, repeated_sentences


@dataclass(frozen=True, eq=False)
class RepeatedCounts:
    """What stands in the repeated sentences, for one prediction.

    Attributes
    ----------
    n_events : ndarray of int, shape (n_distinct,)
        Events of any kind, whatever is counted; without one there is nothing to open.
    n_mentions : ndarray of int, shape (n_distinct,)
        Reference mentions that are counted.
    n_wrong : ndarray of int, shape (n_distinct,)
        Error events with a counted mention.
    """

    n_events: AnyIntArray
    n_mentions: AnyIntArray
    n_wrong: AnyIntArray


def count_repeated(study: Study, prediction: int, kept: KeptMentions, is_wrong: BoolArray) -> RepeatedCounts:
    """Count mentions and errors in the repeated sentences for a prediction.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    prediction : int
        The number of one of them.
    kept : KeptMentions
        Its mentions that are counted.
    is_wrong : ndarray of bool, shape (n_events,)
        Which events of the study are errors with such a mention.
    """
    repeated, own = repeated_sentences(study), study.rows_of(prediction)
    sentence = study.event_sentence[own]
    of_mentions = study.text.sentence_of(study.reference.mentions.start[kept.mentions["reference"]])
    return RepeatedCounts(
        *(_by_place(repeated, sentences) for sentences in (sentence, of_mentions, sentence[is_wrong[own]]))
    )


def _by_place(repeated: RepeatedSentences, sentences: AnyIntArray) -> AnyIntArray:
    """Count sentences by which of the distinct repeated ones they are; others do not count."""
    counts: AnyIntArray = np.bincount(repeated.number[sentences] + 1, minlength=len(repeated) + 1)[1:]
    return counts


@dataclass(frozen=True, eq=False)
class TrainingCounts:
    """Counts of one prediction's mentions and the reference's.

    Attributes
    ----------
    subsets : ToughCounts
        Reference mentions by subset.
    types : tuple of str
        All types of the study.
    novelties : ndarray of int64, shape (3, n_novelties, n_types)
        Reference mentions, predicted ones and exact matches, every mention by its own surface and type.
    repeated : RepeatedCounts
        What stands in the sentences that training has too.
    """

    subsets: ToughCounts
    types: tuple[str, ...]
    novelties: npt.NDArray[np.int64]
    repeated: RepeatedCounts

    def of(self, novelties: Collection[str], type_name: str | None = None) -> Counts:
        """Add up the mentions of some of `NOVELTIES`, those of one type or all."""
        rows = [place for place, name in enumerate(NOVELTIES) if name in novelties]
        types = slice(None) if type_name is None else [self.types.index(type_name)]
        return Counts(*self.novelties[:, rows][:, :, types].sum(axis=(1, 2)).tolist())


def count_training(
    study: Study, base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> tuple[TrainingCounts, ...]:
    """Count the mentions of a base for every prediction; nothing without training data.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions to count; all, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    tuple of TrainingCounts
        One for each prediction, in order.
    """
    if study.training is None:
        return ()
    types, n_types = tuple(study.types), len(study.types)
    codes = {side: novelty(study)[side] * np.int32(n_types) + study.mentions_on(side).type_codes for side in SIDES}
    is_wrong = doors_to(base, base.types_of(study)).errors.mask(study)
    counts = []
    for number, kept in enumerate(kept_mentions(study, base, checkpoint=checkpoint)):
        by_code = kept.count(codes, len(NOVELTIES) * n_types)
        shaped = by_code.reshape(len(by_code), len(NOVELTIES), n_types)
        repeated = count_repeated(study, number, kept, is_wrong)
        counts.append(TrainingCounts(subsets_of_kept(study, base, kept), types, shaped, repeated))
    return tuple(counts)


class Scores(NamedTuple):
    """What is counted of a study over a base of mentions.

    Attributes
    ----------
    base : MentionBase
        The mentions that are counted.
    kept : tuple of KeptScores
        One for each prediction.
    training : tuple of TrainingCounts
        Likewise, by training data; empty if there is none.
    """

    base: MentionBase
    kept: tuple[KeptScores, ...]
    training: tuple[TrainingCounts, ...]


def score_all(study: Study, base: MentionBase, checkpoint: Checkpoint) -> Scores:
    """Score all predictions of a study, and count them by training data."""
    return Scores(base, score_kept(study, base, checkpoint), count_training(study, base, checkpoint))


def n_scored(study: Study, _base: MentionBase) -> int:
    """Count the events and the tokens of training that are looked through."""
    return len(study.events) + (0 if study.training is None else study.training.text.n_tokens)
