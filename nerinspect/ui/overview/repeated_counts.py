"""What stands in the test sentences that training has too, for each prediction."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.repeated_sentences import RepeatedSentences, repeated_sentences
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.ui.overview.doors import doors_to


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


def count_repeated(
    study: Study, base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> tuple[RepeatedCounts, ...]:
    """Count mentions and errors in the repeated sentences for every prediction; nothing without training data.

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
    tuple of RepeatedCounts
        One for each prediction, in order.
    """
    if study.training is None:
        return ()
    repeated, passes = repeated_sentences(study), base.passes(study, "reference")
    kept, is_wrong = base.events.mask(study), doors_to(base, base.types_of(study)).errors.mask(study)
    counts = []
    for number in range(len(study.predictions)):
        checkpoint(number, len(study.predictions))
        own = slice(*study.event_start[number : number + 2].tolist())
        events, sentence = study.events_of(number), study.event_sentence[own]
        mentions = events.mentions("reference", kept[own])
        for passing in passes:
            mentions = mentions[passing[mentions]]
        in_sentence = study.text.sentence_of(study.reference.mentions.start[mentions])
        by_sentence = (sentence, in_sentence, sentence[is_wrong[own]])
        counts.append(RepeatedCounts(*(_by_place(repeated, sentences) for sentences in by_sentence)))
    return tuple(counts)


def _by_place(repeated: RepeatedSentences, sentences: AnyIntArray) -> AnyIntArray:
    """Count sentences by which of the distinct repeated ones they are; others do not count."""
    counts: AnyIntArray = np.bincount(repeated.number[sentences] + 1, minlength=len(repeated) + 1)[1:]
    return counts
