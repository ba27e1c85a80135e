"""Where mentions of one annotation overlap."""

import numpy as np

from nerinspect.corpus.arrays import IntArray, sorted_distinct
from nerinspect.corpus.mentions import Mentions


def nested_sentences(mentions: Mentions, sentence_start: IntArray) -> IntArray:
    """Find the sentences in which mentions overlap.

    Parameters
    ----------
    mentions : Mentions
        One annotation.
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence.

    Returns
    -------
    ndarray of int32, shape (n_nested,)
        Their numbers from 0, ascending. A token that two mentions share lies in two neighbours, too: if no mention
        begins before the one before it ends, all ends ascend.
    """
    later = mentions.start[1:][mentions.start[1:] < mentions.end[:-1]]
    return sorted_distinct(np.searchsorted(sentence_start, later, side="right") - 1).astype(np.int32)
