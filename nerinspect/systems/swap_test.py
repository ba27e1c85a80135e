"""The swap test: the arguments of a relation change places; what predictions say before and after."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.text import Text
from nerinspect.errors import UnknownNameError
from nerinspect.events.relation_events import CORRECT, relation_events, relations_on
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import TP
from nerinspect.events.study import RelationChoice, Study

LEFT_OUT: Final = ("several", "overlapping", "two-types", "overlapped")
"""Why a sentence with the relation is left out, the first reason that holds; see `LEFT_OUT_WORDS`."""

LEFT_OUT_WORDS: Final = {
    "several": "several relations of the type",
    "overlapping": "head and tail overlap",
    "two-types": "head and tail are of two types",
    "overlapped": "another mention overlaps head or tail",
}
"""The reasons in words."""


@dataclass(frozen=True, eq=False)
class Swapped:
    """The sentences of a data set in which head and tail of a relation have changed places.

    `relations`: all relations of these sentences between the mentions they had; that of the type has head and tail
    exchanged, so that its head now stands where the head stood, and the sentence says of it what it said of the other.
    `left_out`: the sentences, from 0, that hold the relation but cannot be swapped; for each reason of `LEFT_OUT`.
    """

    relation_type: str
    sentence: IntArray  # number of each sentence in the data set, from 0 and ascending; shape (n_swapped,)
    relation: IntArray  # number of the relation of each in the data set; shape (n_swapped,)
    token: IntArray  # where each token of the new text stood; shape (n_tokens,)
    text: Text
    mentions: Mentions
    relations: Relations
    left_out: tuple[IntArray, ...]

    def __len__(self) -> int:
        return len(self.sentence)

    @property
    def n_left_out(self) -> dict[str, int]:
        """How many sentences were left out for each reason of `LEFT_OUT` that there is."""
        return {name: len(numbers) for name, numbers in zip(LEFT_OUT, self.left_out, strict=True) if len(numbers)}


def swap(text: Text, mentions: Mentions, relations: Relations, relation_type: str) -> Swapped:
    """Let the head's and the tail's tokens change places where a sentence holds exactly one relation of a type.

    Mentions may overlap; each relation is given once. Swapped once more, it gives the sentences it was made of.

    Raises
    ------
    UnknownNameError
        If no relation is of the type.
    """
    if relation_type not in relations.type_names():
        raise UnknownNameError("relation type", relation_type, sorted(relations.type_names()))
    of_type = np.flatnonzero(relations.type_codes == relations.types.index(relation_type))
    sentence = text.sentence_of(mentions.start[relations.head[of_type]])
    n_in_sentence = np.bincount(sentence, minlength=text.n_sentences)
    several = np.flatnonzero(n_in_sentence > 1)
    single = n_in_sentence[sentence] == 1
    order = np.argsort(sentence[single])
    relation, sentence = of_type[single][order], sentence[single][order]
    reason = _reasons(mentions, relations.head[relation], relations.tail[relation])
    left_out = [several, *(sentence[reason == place] for place in range(1, len(LEFT_OUT)))]
    stays = reason == 0
    relation, sentence = relation[stays], sentence[stays]
    token, new_text = _rearranged(text, mentions, sentence, relations.head[relation], relations.tail[relation])
    number, new_mentions = _moved(text.n_tokens, mentions, token)
    return Swapped(
        relation_type,
        sentence.astype(np.int32),
        relation.astype(np.int32),
        token,
        new_text,
        new_mentions,
        _turned(relations, relation, number),
        tuple(numbers.astype(np.int32) for numbers in left_out),
    )


def _reasons(mentions: Mentions, head: IntArray, tail: IntArray) -> AnyIntArray:
    """Find for each pair of arguments the place in `LEFT_OUT` of what keeps it from being swapped; 0 for nothing."""
    start, end = mentions.start, mentions.end
    ends = np.sort(end)
    overlapped = np.zeros(len(head), dtype=bool)
    for argument in (head, tail):
        n_begun = np.searchsorted(start, end[argument], side="left")
        n_over = np.searchsorted(ends, start[argument], side="right")
        overlapped |= n_begun - n_over > 1
    return np.select(
        [
            np.maximum(start[head], start[tail]) < np.minimum(end[head], end[tail]),
            mentions.type_codes[head] != mentions.type_codes[tail],
            overlapped,
        ],
        [1, 2, 3],
        default=0,
    )


def _rearranged(
    text: Text, mentions: Mentions, sentence: AnyIntArray, head: IntArray, tail: IntArray
) -> tuple[IntArray, Text]:
    """Give the tokens of some sentences in their new order, and the text they make."""
    is_head_first = mentions.start[head] < mentions.start[tail]
    first, second = np.where(is_head_first, head, tail), np.where(is_head_first, tail, head)
    begin, stop = text.sentence_start[sentence], text.sentence_start[sentence + 1]
    left, right = (mentions.start[first], mentions.end[first]), (mentions.start[second], mentions.end[second])
    pieces = [(begin, left[0]), right, (left[1], right[0]), left, (right[1], stop)]
    borders = [np.stack(ends, axis=1).ravel() for ends in zip(*pieces, strict=True)]
    token = spread_ranges(borders[0], borders[1]).astype(np.int32)
    sentence_start = np.append(0, np.cumsum(stop - begin)).astype(np.int32)
    no_line, one_document = np.zeros(len(sentence), dtype=np.int32), np.ones(len(sentence), dtype=np.int32)
    gap = token.copy()  # an argument stands behind what stood before the other one
    at_first = sentence_start[:-1] + left[0] - begin
    gap[at_first], gap[at_first + (right[1] - left[1])] = left[0], right[0]
    gap_codes = None if text.gap_codes is None else text.gap_codes[gap]
    return token, Text(
        text.vocabulary,
        text.codes[token],
        sentence_start,
        no_line,
        one_document,
        gap_codes=gap_codes,
        gaps=text.gaps,
    )


def _moved(n_tokens: int, mentions: Mentions, token: IntArray) -> tuple[IntArray, Mentions]:
    """Let mentions go with their tokens; give the new number of each, -1 if its sentence is not there, and them."""
    place = np.full(n_tokens, -1, dtype=np.int32)
    place[token] = np.arange(len(token))
    kept = np.flatnonzero(place[mentions.start] >= 0)
    start, end = place[mentions.start[kept]], place[mentions.end[kept] - 1] + 1
    order = np.argsort(start, kind="stable")  # those that begin together stay in their order
    number = np.full(len(mentions), -1, dtype=np.int32)
    number[kept[order]] = np.arange(len(kept))
    return number, Mentions(start[order], end[order], mentions.type_codes[kept[order]], mentions.types)


def _turned(relations: Relations, turned: AnyIntArray, number: IntArray) -> Relations:
    """Give the relations between mentions that are there, some of them with head and tail exchanged."""
    head, tail = number[relations.head], number[relations.tail]
    head[turned], tail[turned] = tail[turned], head[turned]
    kept = head >= 0
    return Relations(head[kept], tail[kept], relations.type_codes[kept], relations.types)


SWAP_PATTERNS: Final = ("swapped", "original", "both", "none")
"""What a prediction extracts from a swapped sentence: the swapped relation, the original one, both or none of them."""


@dataclass(frozen=True, eq=False)
class SwapScores:
    """What one prediction scores on the sentences of a swap test.

    `finds` and `reverses`: whether the relation of a sentence is extracted, and whether it is with head and tail
    exchanged; shape (n_sentences,).
    """

    mentions: Counts
    relations: Counts
    reverse: Counts  # the same against the reference with head and tail of each of them exchanged
    finds: BoolArray
    reverses: BoolArray

    @property
    def patterns(self) -> IntArray:
        """For each swapped sentence the place in `SWAP_PATTERNS`."""
        return np.select([self.finds & self.reverses, self.finds, self.reverses], [2, 0, 1], default=3).astype(np.int32)


def swap_scores(study: Study, relation_type: str, sentences: IntArray) -> list[SwapScores]:
    """Score every prediction on the sentences of a swap test; the study's choice for relations is not looked at.

    Numbers of sentences ascend from 0; each holds one reference relation of the type.
    """
    chosen = np.zeros(study.text.n_sentences, dtype=bool)
    chosen[sentences] = True
    straight = replace(study, relation_choice=RelationChoice("strict"))
    found = [_found(straight, relation_type), _found(_reversed(straight, relation_type), relation_type)]
    n_predicted = _n_predicted(straight, relation_type, chosen)
    scores = []
    for prediction, n_own in enumerate(n_predicted):
        finds, reverses = (held[prediction][sentences] for held in found)
        right, reverse = (Counts(len(sentences), n_own, int(np.count_nonzero(one))) for one in (finds, reverses))
        scores.append(SwapScores(_mention_counts(study, prediction, chosen), right, reverse, finds, reverses))
    return scores


def _found(study: Study, relation_type: str) -> BoolArray:
    """Tell in which sentences each prediction has a relation of the type right; (n_predictions, n_sentences)."""
    events, reference = relation_events(study), relations_on(study, "reference")
    right = events.rows(events.kind == CORRECT)
    right = right.rows(reference.type_codes[right.reference] == reference.types.index(relation_type))
    found = np.zeros((len(study.predictions), study.text.n_sentences), dtype=bool)
    found[right.prediction, study.text.sentence_of(right.start)] = True
    return found


def _reversed(study: Study, relation_type: str) -> Study:
    """Exchange head and tail of the reference relations of a type."""
    relations = study.reference.relations
    assert relations is not None, "there is one of the type"
    turned = relations.type_codes == relations.types.index(relation_type)
    head, tail = np.where(turned, [relations.tail, relations.head], [relations.head, relations.tail])
    return replace(
        study,
        reference=replace(study.reference, relations=Relations(head, tail, relations.type_codes, relations.types)),
    )


def _n_predicted(study: Study, relation_type: str, chosen: BoolArray) -> list[int]:
    predicted = relations_on(study, "predicted")
    start = study.predicted.start[predicted.head]
    own = (predicted.type_codes == predicted.types.index(relation_type)) & chosen[study.text.sentence_of(start)]
    return [int(number) for number in np.bincount(predicted.prediction[own], minlength=len(study.predictions))]


def _mention_counts(study: Study, prediction: int, chosen: BoolArray) -> Counts:
    reference, predicted = study.reference.mentions, study.predictions[prediction].mentions
    n_reference, n_predicted = (
        int(np.count_nonzero(chosen[study.text.sentence_of(mentions.start)])) for mentions in (reference, predicted)
    )
    events = study.events_of(prediction)
    right = events.mentions("reference", events.kind == TP)
    n_right = int(np.count_nonzero(chosen[study.text.sentence_of(reference.start[right])]))
    return Counts(n_reference, n_predicted, n_right)
