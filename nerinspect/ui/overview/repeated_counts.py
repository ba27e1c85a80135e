"""What stands in the test sentences that training has too."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.repeated_sentences import RepeatedSentences, repeated_sentences
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.query.kept_mentions import KeptMentions


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
    repeated, own = repeated_sentences(study), slice(*study.event_start[prediction : prediction + 2].tolist())
    sentence = study.event_sentence[own]
    of_mentions = study.text.sentence_of(study.reference.mentions.start[kept.mentions["reference"]])
    return RepeatedCounts(
        *(_by_place(repeated, sentences) for sentences in (sentence, of_mentions, sentence[is_wrong[own]]))
    )


def _by_place(repeated: RepeatedSentences, sentences: AnyIntArray) -> AnyIntArray:
    """Count sentences by which of the distinct repeated ones they are; others do not count."""
    counts: AnyIntArray = np.bincount(repeated.number[sentences] + 1, minlength=len(repeated) + 1)[1:]
    return counts
