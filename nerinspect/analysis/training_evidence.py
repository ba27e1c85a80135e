"""What the training data show of one mention: how often its surface is what there, and in which sentences."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import AnnotatedText, Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.analysis.training_index import TokenNumbers, token_numbers, training_index
from nerinspect.analysis.training_search import places_in_training
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, is_member
from nerinspect.corpus.mentions import Mentions

NEIGHBOURS: Final = 5
"""Tokens on each side of a mention that are compared with those around a place in training."""

Reading: TypeAlias = Literal["mention", "unlabelled", "inside"]

READINGS: Final[tuple[Reading, ...]] = ("mention", "unlabelled", "inside")
"""What a place is: a mention, a place that no mention touches, or one that shares tokens with other mentions alone."""

MENTION, UNLABELLED, INSIDE = np.arange(len(READINGS), dtype=np.int8)


@dataclass(frozen=True)
class Place:
    """One place of a surface in the training text.

    Attributes
    ----------
    start, end : int
        Half-open token positions in the training text.
    sentence : int
        Its sentence, from 0.
    reading : str
        One of `READINGS`.
    type : str
        The type of the mention; empty for the other readings.
    n_equal : int
        Neighbouring tokens, left and right together, that are those of the test sentence.
    overlapping : tuple of (int, int, str)
        Start, end and type of the mentions it shares tokens with, if its reading is `inside`.
    """

    start: int
    end: int
    sentence: int
    reading: Reading
    type: str
    n_equal: int
    overlapping: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Evidence:
    """All places of one surface in the training text, those with the nearest context first.

    Attributes
    ----------
    training : AnnotatedText
        Where the places are.
    length : int
        Tokens of the surface.
    start : ndarray of int32, shape (n_places,)
        First token of each place: by `n_equal`, most first, then in text order. A place that is a mention of two types
        counts twice.
    reading : ndarray of int8, shape (n_places,)
        What each is, as a place in `READINGS`.
    type_codes : ndarray of int32, shape (n_places,)
        The training type of the mentions; -1 elsewhere.
    n_equal : ndarray of int8, shape (n_places,)
        Equal neighbouring tokens, up to `NEIGHBOURS` on each side, counted from the surface to the first difference.
    """

    training: AnnotatedText
    length: int
    start: IntArray
    reading: CodeArray
    type_codes: IntArray
    n_equal: CodeArray

    def __len__(self) -> int:
        """Count the places."""
        return len(self.start)

    @property
    def counts(self) -> dict[str, int]:
        """Mentions of each training type with exactly this surface; most frequent first, then by code point."""
        return counts_by_type(self.type_codes[self.type_codes >= 0], self.training.annotation.mentions.types)

    @property
    def n_mentions(self) -> int:
        """Places that are mentions."""
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
        """Give one page of the places; only these become objects.

        Parameters
        ----------
        first : int
            Number of the first place on the page, from 0.
        n : int or None
            How many at most; None for all that follow.

        Returns
        -------
        list of Place
            Nearest context first.
        """
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
    """Find what the training data show of one mention.

    Parameters
    ----------
    study : Study
        With training data.
    side : str
        `reference` or `predicted`.
    mention : int
        Number of the mention on that side; predicted ones through all predictions.

    Returns
    -------
    Evidence
        Places of exactly its tokens, compared under `Study.matching`, each inside one sentence.
    """
    assert study.training is not None
    training, numbers, index = study.training, token_numbers(study), training_index(study.training)
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
    """Derive everything that evidence and near surfaces look up, which takes longer than one look-up itself.

    Parameters
    ----------
    study : Study
        With training data.
    """
    assert study.training is not None
    surface_ids(study)
    token_numbers(study)
    training_index(study.training)


def training_mentions(study: Study, side: Side, mention: int) -> AnyIntArray:
    """Find the training mentions with exactly the surface of a mention; their numbers ascend."""
    ids = surface_ids(study)
    own = ids.reference if side == "reference" else ids.predicted
    return np.flatnonzero(ids.training == own[mention])


def counts_by_type(type_codes: IntArray, types: tuple[str, ...]) -> dict[str, int]:
    """Count the types that occur; most frequent first, then by code point."""
    counts = np.bincount(type_codes, minlength=len(types))
    found = [(types[code], int(counts[code])) for code in np.flatnonzero(counts)]
    return dict(sorted(found, key=lambda pair: (-pair[1], pair[0])))


def _equal_neighbours(study: Study, numbers: TokenNumbers, start: int, end: int, place: IntArray) -> CodeArray:
    """Count the neighbours, up to the first difference on each side, that places share with a mention of the test."""
    assert study.training is not None
    codes, starts_sentence = study.training.text.codes, training_index(study.training).starts_sentence
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
    answer: BoolArray = codes == wanted[0] if len(wanted) == 1 else is_member(codes, wanted)
    return answer


def _overlapping(mentions: Mentions, first: int, start: int, end: int) -> tuple[tuple[int, int, str], ...]:
    """Give the mentions that share tokens with a place; `first` is where its sentence begins."""
    window = slice(*(int(bound) for bound in np.searchsorted(mentions.start, np.array([first, end], dtype=np.int32))))
    rows = zip(mentions.start[window].tolist(), mentions.end[window].tolist(), mentions.type_codes[window], strict=True)
    return tuple((begin, stop, mentions.types[code]) for begin, stop, code in rows if stop > start)
