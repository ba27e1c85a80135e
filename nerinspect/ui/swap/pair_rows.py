"""The sentences of a swap test as rows: before and after head and tail changed places."""

from typing import NamedTuple

import numpy as np

from nerinspect.analysis.swap import Swapped
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.io.swap_reading import SwapFile, relations_of
from nerinspect.ui.swap.sentence_picture import Argument, PairSentence


class SentencePair(NamedTuple):
    """One sentence of a swap test.

    Attributes
    ----------
    number : int
        Of the sentence in its file, from 1.
    original, swapped : PairSentence
        Before and after.
    mention_type : str
        The type of both arguments.
    """

    number: int
    original: PairSentence
    swapped: PairSentence
    mention_type: str


def sentence_pair(file: SwapFile, row: int) -> SentencePair:
    """Give one sentence before and after its swap, by its number among those that were swapped, from 0."""
    swapped, mentions = file.swapped, file.annotation.mentions
    sentence, relation = int(swapped.sentence[row]), int(swapped.relation[row])
    relations = relations_of(file.annotation)
    head, tail = int(relations.head[relation]), int(relations.tail[relation])
    before = _sentence(file.text, mentions, sentence, (head, tail), swapped.relation_type)
    own = swapped_relation(swapped, row)
    ends = int(swapped.relations.head[own]), int(swapped.relations.tail[own])
    after = _sentence(swapped.text, swapped.mentions, row, ends, swapped.relation_type)
    return SentencePair(sentence + 1, before, after, mentions.types[mentions.type_codes[head]])


def swapped_relation(swapped: Swapped, row: int) -> int:
    """Find the relation of the type in a swapped sentence."""
    relations = swapped.relations
    first, stop = np.searchsorted(swapped.mentions.start, swapped.text.sentence_start[row : row + 2])
    is_own = (relations.head >= first) & (relations.head < stop)
    of_type = relations.type_codes == relations.types.index(swapped.relation_type)
    return int(np.flatnonzero(is_own & of_type)[0])


def _sentence(text: Text, mentions: Mentions, sentence: int, ends: tuple[int, int], relation_type: str) -> PairSentence:
    zero = int(text.sentence_start[sentence])
    head, tail = (Argument(int(mentions.start[end]) - zero, int(mentions.end[end]) - zero) for end in ends)
    gaps = text.gaps_in(zero, int(text.sentence_start[sentence + 1]))
    return PairSentence(tuple(text.tokens_of(sentence)), head, tail, relation_type, gaps)
