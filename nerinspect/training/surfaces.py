"""Surfaces: which mentions of test and training have the same, where they stand, and which mentions are seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow._compute import call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, from_arrow, places_in, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text, as_sequences, offsets_of, over_one_vocabulary
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study, kept_column
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True, eq=False)
class Surfaces:
    """Distinct token sequences, each at least one token long.

    `codes`: the tokens of all surfaces behind each other, as places in the vocabulary of the text that is searched; -1
    for a token that the text does not have; shape (sum of lengths,). `offsets`: where each surface begins in `codes`;
    the last entry is the length of `codes`; shape (n_surfaces + 1,).
    """

    codes: IntArray
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Tokens of each surface. Shape (n_surfaces,)."""
        return np.diff(self.offsets)

    @classmethod
    def of_spans(cls, text: Text, start: AnyIntArray, end: AnyIntArray) -> "Surfaces":
        """Take the tokens of some spans of a text, no two of which are equal."""
        offsets = np.zeros(len(start) + 1, dtype=np.int64)
        np.cumsum(end - start, out=offsets[1:])
        return cls(text.codes[spread_ranges(start, end)], offsets)


_MENTIONS_AT_ONCE = 1 << 20
_TOKENS_AT_ONCE = 1 << 18  # are searched, so that memory for places that are none does not grow with the text

Places: TypeAlias = tuple[IntArray, IntArray]
"""Numbers of surfaces, and the position of the first token of each place."""


def occurrences_by_block(
    text: Text, surfaces: Surfaces, checkpoint: Checkpoint = no_checkpoint
) -> Iterator[tuple[slice, list[Places]]]:
    """Find every place of each surface, exactly its tokens inside one sentence, in a run of sentences after the other.

    Beside the tokens of each run, as half-open range, stand the places of surfaces of one token, of those of two, …,
    each in text order; those of one surface may overlap. The checkpoint is called with tokens of surfaces, then of the
    text.

    All surfaces are followed at once, token by token: places where one may begin, then those where its second token
    follows, and so on. What is left after each step are places of a whole beginning of some surface.
    """
    steps = _steps(text, surfaces, checkpoint)
    first_step = np.full(len(text.vocabulary), -1, dtype=np.int32)
    if steps:
        first_step[steps[0].keys] = np.arange(len(steps[0].keys), dtype=np.int32)
    for first, last in text.cuts(_TOKENS_AT_ONCE):
        borders = text.sentence_start[first : last + 1]
        block = slice(int(borders[0]), int(borders[-1]))
        checkpoint(block.start, text.n_tokens)
        yield block, [*_followed(text, borders, steps, first_step)]


class _Step(NamedTuple):
    """What surfaces have for one more token.

    `keys`: the number of a beginning, that many tokens long, times the size of the vocabulary, and the code of the
    token behind it; ascending. Their places are the numbers of the longer beginnings.
    """

    keys: npt.NDArray[np.int64]
    surface: IntArray  # the one that ends here; -1 for none
    goes_on: BoolArray  # whether a surface is longer


def _steps(text: Text, surfaces: Surfaces, checkpoint: Checkpoint) -> list[_Step]:
    n_codes, n_compared, steps = len(text.vocabulary), 0, list[_Step]()
    followed = np.arange(len(surfaces), dtype=np.int32)
    beginning = np.zeros(len(surfaces), dtype=np.int64)  # number of what each begins with so far
    while len(followed):
        checkpoint(n_compared, len(surfaces.codes))
        n_compared += len(followed)
        code = surfaces.codes[surfaces.offsets[followed] + len(steps)]
        followed, beginning, code = followed[code >= 0], beginning[code >= 0], code[code >= 0]
        keys, beginning = np.unique(beginning * n_codes + code, return_inverse=True)
        if not len(keys):
            break
        ends = surfaces.lengths[followed] == len(steps) + 1
        surface, goes_on = np.full(len(keys), -1, dtype=np.int32), np.zeros(len(keys), dtype=bool)
        surface[beginning[ends]] = followed[ends]
        followed, beginning = followed[~ends], beginning[~ends]
        goes_on[beginning] = True
        steps.append(_Step(keys, surface, goes_on))
    return steps


def _followed(text: Text, borders: IntArray, steps: Sequence[_Step], first_step: IntArray) -> Iterator[Places]:
    """Give number and place of the surfaces of one token in some sentences, then of those of two, and so on."""
    codes, n_codes = text.codes[borders[0] : borders[-1]], np.int64(len(text.vocabulary))
    is_border = np.zeros(len(codes) + 1, dtype=bool)
    is_border[borders - borders[0]] = True
    place, reached = np.arange(len(codes), dtype=np.int32), first_step[codes]
    for depth, step in enumerate(steps):
        if depth:
            reached = places_in(reached * n_codes + codes[place + depth], step.keys)
        place, reached = place[reached >= 0], reached[reached >= 0]
        number = step.surface[reached]
        yield number[number >= 0], place[number >= 0] + borders[0]
        has_room = step.goes_on[reached] & ~is_border[place + depth + 1]
        place, reached = place[has_room], reached[has_room]


def unlabelled_among(found: Sequence[Places], mentions: Mentions, block: slice) -> Places:
    """Keep the places in a run of tokens that share none with a mention; both are of that run alone."""
    is_before = np.zeros(block.stop - block.start + 1, dtype=bool)
    is_before[spread_ranges(mentions.start, mentions.end) - block.start + 1] = True
    n_before = np.cumsum(is_before, dtype=np.int32)
    free = [(np.zeros(0, dtype=np.int32),) * 2]
    for n_tokens, (number, place) in enumerate(found, 1):
        first = place - np.int32(block.start)
        is_free = n_before[first] == n_before[first + n_tokens]
        free.append((number[is_free], place[is_free]))
    number, start = map(np.concatenate, zip(*free, strict=True))
    return number, start


@dataclass(frozen=True, eq=False)
class SurfaceIds:
    """Numbers of surfaces: mentions with equal numbers have equal token sequences, and no others.

    Those of all predictions are behind each other, as `Study.predicted` numbers them.
    """

    reference: IntArray
    predicted: IntArray
    training: IntArray
    n_surfaces: int

    def on(self, side: Side) -> IntArray:
        return self.reference if side == "reference" else self.predicted


@kept_column("surfaces")
def surface_ids(study: Study) -> SurfaceIds:
    """Give the surfaces of all mentions numbers; they are compared token by token, under `Study.matching`."""
    training = study.training
    text, known = over_one_vocabulary(study.text, training.text if training else study.text, study.matching)
    sides = [(text, study.reference.mentions), (text, study.predicted)]
    sides += [(known, training.annotation.mentions)] if training else []
    (reference, predicted, *others), n_surfaces = numbered_surfaces(sides)
    of_training = others[0] if others else np.empty(0, dtype=np.int32)
    return SurfaceIds(reference, predicted, of_training, n_surfaces)


def numbered_surfaces(sides: Sequence[tuple[Text, Mentions]]) -> tuple[list[IntArray], int]:
    """Give the surfaces of mentions, whose texts share one vocabulary, numbers from 0, and say how many there are.

    Equal numbers are equal token sequences.
    """
    numbers = [np.empty(len(mentions), dtype=np.int32) for _, mentions in sides]
    known, waiting, n_waiting = pa.nulls(0, pa.large_binary()), list[tuple[IntArray, pa.LargeBinaryArray]](), 0
    for (text, mentions), number in zip(sides, numbers, strict=True):
        for own in _blocks(len(mentions)):
            block = call_function("dictionary_encode", [_surfaces(text, mentions.chosen(own))])
            number[own] = from_arrow(block.indices)
            waiting.append((number[own], block.dictionary))
            n_waiting += len(block.dictionary)
            if n_waiting > max(len(known), _MENTIONS_AT_ONCE):  # so that the known ones are not looked at each time
                known, waiting, n_waiting = _merged(known, waiting), [], 0
    return numbers, len(_merged(known, waiting))


def _merged(known: pa.LargeBinaryArray, blocks: Sequence[tuple[IntArray, pa.LargeBinaryArray]]) -> pa.LargeBinaryArray:
    """Add the surfaces of blocks to those known, and renumber the blocks in place."""
    merged = call_function("dictionary_encode", [pa.concat_arrays([known, *(own for _, own in blocks)])])
    places, n_before = from_arrow(merged.indices), len(known)
    for number, own in blocks:
        number[:] = places[n_before:][number]
        n_before += len(own)
    return merged.dictionary


def types_of_surfaces(surface: IntArray, mentions: Mentions) -> tuple[AnyIntArray, AnyIntArray]:
    """Give an example of each surface of some mentions with each type it has, and how many mentions are so.

    By surface; the most frequent type stands first, then by code point.
    """
    by_name = np.argsort(np.argsort(np.array(mentions.types, dtype=object), kind="stable"), kind="stable")
    n_types = max(len(mentions.types), 1)
    key = surface.astype(np.int64) * n_types + (by_name[mentions.type_codes] if len(surface) else 0)
    reading, example, count = np.unique(key, return_index=True, return_counts=True)
    order = np.lexsort((reading % n_types, -count, reading // n_types))
    return example[order], count[order]


def _surfaces(text: Text, mentions: Mentions) -> pa.LargeBinaryArray:
    start, end = mentions.start, mentions.end
    return as_sequences(text.codes[spread_ranges(start, end)], offsets_of(start, end))


Setting: TypeAlias = Literal["typed", "surface"]

SETTINGS: Final[tuple[Setting, ...]] = ("typed", "surface")
"""Whether a mention is seen if its surface is a training mention of its own type, or of any."""

NOVELTIES: Final = ("seen", "unseen-type", "unseen-tokens")
"""What training knows of a mention; the arrays of `novelty` hold places in this tuple."""

SEEN, UNSEEN_TYPE, UNSEEN_TOKENS = range(3)


@kept_column("novelty")
def novelty(study: Study) -> dict[Side, CodeArray]:
    """Look every mention up in the training data, by its own surface and its own type; without any, none is seen.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions.
    """
    ids, n_types, known = surface_ids(study), len(types_with_training(study)), labelled_surfaces(study)
    is_surface = np.zeros(ids.n_surfaces, dtype=bool)
    is_surface[ids.training] = True
    answers: dict[Side, CodeArray] = {}
    for side in SIDES:
        codes, surfaces = study.mentions_on(side).type_codes, ids.on(side)
        answers[side] = np.empty(len(surfaces), dtype=np.int8)
        for own in _blocks(len(surfaces)):
            surface = surfaces[own]
            is_known = known.times(surface.astype(np.int64) * n_types + codes[own]) > 0
            answers[side][own] = np.where(is_known, SEEN, np.where(is_surface[surface], UNSEEN_TYPE, UNSEEN_TOKENS))
    return answers


@dataclass(frozen=True, eq=False)
class Labelled:
    """Distinct numbers, ascending, each of something with a type, and how often training has it."""

    numbers: AnyIntArray
    counts: AnyIntArray

    @classmethod
    def of(cls, each: AnyIntArray) -> "Labelled":
        return cls(*np.unique(each, return_counts=True))

    def times(self, sought: AnyIntArray) -> AnyIntArray:
        """Tell how often training has each."""
        if not len(self.numbers):
            return np.zeros(len(sought), dtype=np.int64)
        place = np.minimum(np.searchsorted(self.numbers, sought), len(self.numbers) - 1)
        return np.where(self.numbers[place] == sought, self.counts[place], 0)


@kept_column("labelled surfaces")
def labelled_surfaces(study: Study) -> Labelled:
    """Count surface and type of the training mentions, as one number over `types_with_training`."""
    ids, types = surface_ids(study), types_with_training(study)
    return Labelled.of(ids.training.astype(np.int64) * len(types) + _training_types(study, types))


def _blocks(n: int) -> Iterator[slice]:
    return (slice(at, at + _MENTIONS_AT_ONCE) for at in range(0, n, _MENTIONS_AT_ONCE))


def is_seen(study: Study, side: Side, setting: Setting = "typed") -> BoolArray:
    """Tell which mentions of a side are seen: their surface is a training mention of this very type, or of any type.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    places = novelty(study)[side]
    return np.asarray(places == SEEN if setting == "typed" else places != UNSEEN_TOKENS)


def types_with_training(study: Study) -> tuple[str, ...]:
    """Name the types of the study, then those that only training has; one at least, to count by."""
    of_training = study.training.annotation.mentions.types if study.training else ()
    return tuple(dict.fromkeys((*study.types, *of_training))) or ("",)


def _training_types(study: Study, types: tuple[str, ...]) -> IntArray:
    if study.training is None:
        return np.zeros(0, dtype=np.int32)
    return study.training.annotation.mentions.with_types(types).type_codes
