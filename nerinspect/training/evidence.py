"""What training shows of one mention: how often and where its surface is what, or which surfaces resemble it."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, is_member, sorted_distinct
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.segment_events import Side
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.index import (
    TokenNumbers,
    mentions_with_edge,
    places_in_training,
    token_numbers,
    training_index,
)
from nerinspect.training.surfaces import surface_ids

NEIGHBOURS: Final = 5  # tokens on each side of a mention that are compared with those around a place in training

Reading: TypeAlias = Literal["mention", "unlabelled", "inside"]

READINGS: Final[tuple[Reading, ...]] = ("mention", "unlabelled", "inside")
"""What a place is: a mention, a place that no mention touches, or one that shares tokens with other mentions alone."""

MENTION, UNLABELLED, INSIDE = np.arange(len(READINGS), dtype=np.int8)


class Place(NamedTuple):
    """One place of a surface in the training text: half-open tokens, in a sentence counted from 0.

    `overlapping`: start, end and type of the mentions it shares tokens with, if its reading is `inside`.
    """

    start: int
    end: int
    sentence: int
    reading: Reading
    type: str  # the type of the mention; empty for the other readings
    n_equal: int  # neighbouring tokens, left and right together, that are those of the test sentence
    overlapping: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Evidence:
    """All places of one surface, `length` tokens long, in the training text, those with the nearest context first.

    `start`: first token of each place: by `n_equal`, most first, then in text order. A place that is a mention of two
    types counts twice. Shape (n_places,). `n_equal`: equal neighbouring tokens, up to `NEIGHBOURS` on each side,
    counted from the surface to the first difference; shape (n_places,).
    """

    training: AnnotatedText
    length: int
    start: IntArray
    reading: CodeArray  # what each is, as a place in `READINGS`; shape (n_places,)
    type_codes: IntArray  # the training type of the mentions; -1 elsewhere; shape (n_places,)
    n_equal: CodeArray

    def __len__(self) -> int:
        return len(self.start)

    @property
    def counts(self) -> dict[str, int]:
        """Mentions of each training type with exactly this surface; most frequent first, then by code point."""
        return counts_by_type(self.type_codes[self.type_codes >= 0], self.training.annotation.mentions.types)

    @property
    def n_mentions(self) -> int:
        return int(np.count_nonzero(self.reading == MENTION))

    @property
    def n_unlabelled(self) -> int:
        """Places that share no token with a mention."""
        return int(np.count_nonzero(self.reading == UNLABELLED))

    @property
    def n_inside(self) -> int:
        """Places that share tokens with mentions, and are none: within a longer one, or across the edge of one."""
        return int(np.count_nonzero(self.reading == INSIDE))

    def places(self, first: int = 0, n: int | None = None) -> list[Place]:
        """Give one page of the places, from `first` on, `n` at most; only these become objects."""
        page = range(len(self))[first : None if n is None else first + n]
        return [self._place(number) for number in page]

    def _place(self, number: int) -> Place:
        text, mentions = self.training.text, self.training.annotation.mentions
        start, code = int(self.start[number]), int(self.type_codes[number])
        end, sentence = start + self.length, int(text.sentence_of(self.start[number : number + 1])[0])
        reading, type_name = READINGS[self.reading[number]], mentions.types[code] if code >= 0 else ""
        inside = reading == "inside"
        overlapping = _overlapping(mentions, int(text.sentence_start[sentence]), start, end) if inside else ()
        return Place(start, end, sentence, reading, type_name, int(self.n_equal[number]), overlapping)


def evidence(study: Study, side: Side, mention: int) -> Evidence:
    """Find what the training data show of one mention, predicted ones numbered through all predictions.

    Places have exactly its tokens, compared under `Study.matching`, each inside one sentence.
    """
    training, numbers, index = study.training_data, token_numbers(study), training_index(study)
    mentions, known = study.mentions_on(side), training_mentions(study, side, mention)
    start, end = int(mentions.start[mention]), int(mentions.end[mention])
    surface = numbers.test[study.text.codes[start:end]]
    place = places_in_training(training.text, index, numbers.training, surface)
    labelled = training.annotation.mentions.start[known]
    is_repeated = np.append(False, labelled[1:] == labelled[:-1])[: len(labelled)]  # one extent with several types
    place = np.insert(place, np.searchsorted(place, labelled[is_repeated]), labelled[is_repeated])
    rows = np.searchsorted(place, labelled) + np.arange(len(labelled)) - np.searchsorted(labelled, labelled)
    is_touched = index.is_covered.take(place)
    for offset in range(1, end - start):
        is_touched |= index.is_covered[place + offset]
    reading = UNLABELLED + is_touched.astype(np.int8)  # INSIDE where touched
    reading[rows] = MENTION
    type_codes = np.full(len(place), -1, dtype=np.int32)
    type_codes[rows] = training.annotation.mentions.type_codes[known]
    n_equal = _equal_neighbours(study, numbers, start, end, place)
    nearest = np.argsort(-n_equal, kind="stable")
    return Evidence(
        training,
        end - start,
        place.take(nearest),
        reading.take(nearest),
        type_codes.take(nearest),
        n_equal.take(nearest),
    )


def prepare_evidence(study: Study) -> None:
    """Derive everything that evidence and near surfaces look up, which takes longer than one look-up itself."""
    surface_ids(study)
    token_numbers(study)
    training_index(study)


def training_mentions(study: Study, side: Side, mention: int) -> AnyIntArray:
    """Find the training mentions with exactly the surface of a mention; their numbers ascend."""
    ids = surface_ids(study)
    return np.flatnonzero(ids.training == ids.on(side)[mention])


def counts_by_type(type_codes: IntArray, types: tuple[str, ...]) -> dict[str, int]:
    """Count the types that occur; most frequent first, then by code point."""
    counts = np.bincount(type_codes, minlength=len(types))
    found = [(types[code], int(counts[code])) for code in np.flatnonzero(counts)]
    return dict(sorted(found, key=lambda pair: (-pair[1], pair[0])))


def _equal_neighbours(study: Study, numbers: TokenNumbers, start: int, end: int, place: IntArray) -> CodeArray:
    """Count the neighbours, up to the first difference on each side, that places share with a mention of the test."""
    codes, starts_sentence = study.training_data.text.codes, training_index(study).starts_sentence
    sentence = int(study.text.sentence_of(np.array([start]))[0])
    first, stop = (int(bound) for bound in study.text.sentence_start[sentence : sentence + 2])
    left, right = range(start - 1, max(first, start - NEIGHBOURS) - 1, -1), range(end, min(stop, end + NEIGHBOURS))
    n_equal, own = np.zeros(len(place), dtype=np.int8), study.text.codes
    for neighbours, edge in ((left, 1), (right, 0)):  # an edge of a sentence lies after the left ones, before the right
        alike, position = np.arange(len(place)), place.astype(np.intp) + (neighbours.start - start)
        for neighbour in neighbours:
            here = codes.take(position, mode="wrap")  # few are equal; only these are asked whether they leave the text
            same = np.flatnonzero(_is_one_of(here, np.flatnonzero(numbers.training == numbers.test[own[neighbour]])))
            same = same[~starts_sentence[position[same] + edge]]
            alike, position = alike[same], position[same] + neighbours.step
            n_equal[alike] += 1
    return n_equal


def _is_one_of(codes: IntArray, wanted: AnyIntArray) -> BoolArray:
    """Tell which codes are wanted; most often one is."""
    return np.asarray(codes == wanted[0] if len(wanted) == 1 else is_member(codes, wanted))


def _overlapping(mentions: Mentions, first: int, start: int, end: int) -> tuple[tuple[int, int, str], ...]:
    """Give the mentions that share tokens with a place; `first` is where its sentence begins."""
    near = mentions.between(slice(first, end))
    rows = zip(near.start.tolist(), near.end.tolist(), near.type_codes, strict=True)
    return tuple((begin, stop, mentions.types[code]) for begin, stop, code in rows if stop > start)


How: TypeAlias = Literal[
    "other case",
    "one token more",
    "one token less",
    "one token more in the middle",
    "one token less in the middle",
    "same last token",
    "same last token in other case",
]

HOWS: Final[tuple[How, ...]] = get_args(How)
"""How a training surface differs: it has a token more than the mention, or one less, at its edge unless said otherwise.
The last token stands for the head."""

_DISTANCE: Final = np.array([0, 1, 1, 2, 2, 3, 4], dtype=np.int8)
_FAR: Final = len(HOWS)


@dataclass(frozen=True, eq=False)
class NearSurface:
    """A surface of training mentions, as the first of them is written, that resembles that of a mention.

    The way is the first that holds. Mentions ascend; they are counted by type, most frequent first, then by code point.
    """

    tokens: tuple[str, ...]
    how: How
    counts: dict[str, int]
    mentions: AnyIntArray

    def __len__(self) -> int:
        return len(self.mentions)


def near_surfaces(study: Study, side: Side, mention: int, at_most: int = 8) -> list[NearSurface]:
    """Find the training surfaces nearest to that of a mention, usually one whose surface is no training mention.

    Other case first, then one token more or less at the edge, then in the middle, then the same last token, in the end
    that token in other case; among equals the most frequent first, then in text order. The surface itself is none of
    them.
    """
    ids, known = surface_ids(study), study.training_data.annotation.mentions
    own = ids.on(side)[mention]
    candidates = _candidates(study, side, mention)
    candidates = candidates[ids.training[candidates] != own]
    how = _how_near(study, side, mention, candidates)
    candidates, how = candidates[how < _FAR], how[how < _FAR]
    _, first, number, count = np.unique(
        ids.training[candidates], return_index=True, return_inverse=True, return_counts=True
    )
    how_of_surface = how[first]
    nearest = np.lexsort((first, -count, _DISTANCE[how_of_surface]))[:at_most]
    found = []
    for surface in nearest:
        same = candidates[number == surface]
        counts = counts_by_type(known.type_codes[same], known.types)
        written = range(known.start[same[0]], known.end[same[0]])
        tokens = tuple(study.training_data.text.token(position) for position in written)
        found.append(NearSurface(tokens, HOWS[how_of_surface[surface]], counts, same))
    return found


def _candidates(study: Study, side: Side, mention: int) -> AnyIntArray:
    """Find the training mentions that can be near, ascending: with the same first token, or last one whatever its case.

    A surface with one token more or less has one of the two, whichever token it is.
    """
    numbers, known, index = token_numbers(study), study.training_data.annotation.mentions, training_index(study)
    codes = _codes(study, side, mention)
    alike_first = np.flatnonzero(numbers.training == numbers.test[codes[0]])
    alike_last = np.flatnonzero(numbers.training_caseless == numbers.test_caseless[codes[-1]])
    by_first = mentions_with_edge(known, index, alike_first, at_end=False)
    by_last = mentions_with_edge(known, index, alike_last, at_end=True)
    return sorted_distinct(np.concatenate((by_first, by_last)))


def _codes(study: Study, side: Side, mention: int) -> IntArray:
    mentions = study.mentions_on(side)
    return study.text.codes[mentions.start[mention] : mentions.end[mention]]


def _how_near(study: Study, side: Side, mention: int, candidates: AnyIntArray) -> CodeArray:
    """Tell of some training mentions how their surface resembles that of a mention: a place in `HOWS`, or `_FAR`."""
    training, numbers, codes = study.training_data, token_numbers(study), _codes(study, side, mention)
    known, text_codes, length = training.annotation.mentions, training.text.codes, len(codes)
    start, end = known.start[candidates], known.end[candidates]
    how, lengths = np.full(len(candidates), _FAR, dtype=np.int8), end - start
    caseless, surface = numbers.test_caseless[codes], numbers.test[codes]
    last = text_codes[end - 1]
    how[numbers.training_caseless[last] == caseless[-1]] = HOWS.index("same last token in other case")
    how[numbers.training[last] == surface[-1]] = HOWS.index("same last token")
    for n_tokens, (edge, middle) in ((length - 1, (2, 4)), (length + 1, (1, 3))):
        number, tokens = _of_length(text_codes, start, lengths, n_tokens)
        has_one_token_apart, is_at_edge = _one_token_apart(numbers.training[tokens], surface)
        how[number[has_one_token_apart]] = middle
        how[number[is_at_edge]] = edge
    number, tokens = _of_length(text_codes, start, lengths, length)
    how[number[(numbers.training_caseless[tokens] == caseless).all(axis=1)]] = HOWS.index("other case")
    return how


def _of_length(codes: IntArray, start: IntArray, lengths: IntArray, n_tokens: int) -> tuple[AnyIntArray, IntArray]:
    """Give the mentions of a length with the codes of their tokens, a row for each."""
    number = np.flatnonzero(lengths == n_tokens)
    return number, codes[start[number][:, None] + np.arange(n_tokens)]


def _one_token_apart(rows: IntArray, surface: IntArray) -> tuple[BoolArray, BoolArray]:
    """Tell which rows become the surface, or the surface them, by leaving one token out; and out at an edge."""
    shorter = min(rows.shape[1], len(surface))
    from_left = rows[:, :shorter] == surface[:shorter]
    from_right = rows[:, rows.shape[1] - shorter :] == surface[len(surface) - shorter :]
    n_left = np.logical_and.accumulate(from_left, axis=1).sum(axis=1)
    n_right = np.logical_and.accumulate(from_right[:, ::-1], axis=1).sum(axis=1)
    return n_left + n_right >= shorter, (n_left == shorter) | (n_right == shorter)
