"""Tough mentions by what training has of them, and test sentences that stand in training too."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import pyarrow as pa
from pyarrow._compute import SetLookupOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    ByteArray,
    IntArray,
    from_arrow,
    is_member,
    kept_with_owner,
    mask_from_arrow,
    sorted_distinct,
    spread_ranges,
)
from nerinspect.corpus.text import Text, as_sequences, offsets_of, over_one_vocabulary, sentence_sums
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study, kept_column
from nerinspect.training.surfaces import SEEN, UNSEEN_TOKENS, UNSEEN_TYPE, SurfaceIds, novelty, surface_ids


@dataclass(frozen=True, eq=False)
class OtherReading:
    """Another type that the reference gives to the same surface, and the mentions with this reading, ascending."""

    type: str
    mentions: AnyIntArray

    def __len__(self) -> int:
        return len(self.mentions)


def other_readings(study: Study, mention: int) -> list[OtherReading]:
    """Find the other readings of a type-confusable reference mention in the test set, with or without training data.

    The most frequent type stands first, then by code point.
    """
    surface, codes = surface_ids(study).reference, study.reference.mentions.type_codes
    same = np.flatnonzero((surface == surface[mention]) & (codes != codes[mention]))
    found = [(study.types[code], same[codes[same] == code]) for code in np.unique(codes[same])]
    return [OtherReading(*pair) for pair in sorted(found, key=lambda pair: (-len(pair[1]), pair[0]))]


SUBSETS: Final = (
    "all", "seen", "unseen-type", "unseen-tokens", "unseen-any", "tcm-all", "tcm-unseen", "tcm-seen",
)  # fmt: skip
"""The subsets in the order of their definitions."""

NESTED_SUBSETS: Final = (
    ("all", 0), ("seen", 0), ("unseen-any", 0), ("unseen-tokens", 1), ("unseen-type", 1),
    ("tcm-all", 0), ("tcm-seen", 1), ("tcm-unseen", 1),
)  # fmt: skip
"""The subsets in the order of the screen, each with how deep it lies in the ones before it."""


@kept_column("packed subsets")
def packed_subsets(study: Study) -> dict[Side, ByteArray]:
    """Give the subsets of each mention as bits, the first of `SUBSETS` lowest; without training data all are unseen.

    The subsets are defined for reference mentions; a predicted mention is put where its own surface and type would be.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions.
    """
    ids, places = surface_ids(study), novelty(study)
    is_confusable = _confusable(study, ids)
    packed = {side: np.zeros(len(places[side]), dtype=np.uint8) for side in SIDES}
    for side, bits in packed.items():
        for place, members in enumerate(_members(places[side], is_confusable[ids.on(side)])):
            bits |= members.astype(np.uint8) << np.uint8(place)
    return packed


def subset_members(study: Study, side: Side, mentions: AnyIntArray | slice = slice(None)) -> BoolArray:
    """Tell which of some mentions belong to which subset, a row for each of `SUBSETS`."""
    return np.unpackbits(packed_subsets(study)[side][mentions][None], axis=0, bitorder="little").view(np.bool_)


def is_small(n_mentions: int, n_all: int) -> bool:
    """Tell whether a subset has fewer than 1 % of all mentions, so few that its rates say little."""
    return 100 * n_mentions < n_all


def _confusable(study: Study, ids: SurfaceIds) -> BoolArray:
    """Tell which surfaces are mentions of two or more types in the reference. Shape (n_surfaces,)."""
    n_types = max(len(study.types), 1)
    key = ids.reference.astype(np.int64) * n_types + study.reference.mentions.type_codes
    return np.asarray(np.bincount(sorted_distinct(key) // n_types, minlength=ids.n_surfaces) > 1)


def _members(places: np.ndarray, is_confusable: BoolArray) -> Iterator[BoolArray]:
    """Tell of each of `SUBSETS` which mentions it has."""
    yield np.ones(len(places), dtype=bool)
    yield from (places == place for place in (SEEN, UNSEEN_TYPE, UNSEEN_TOKENS))
    yield places != SEEN
    yield is_confusable
    is_unseen = places == UNSEEN_TOKENS
    yield is_confusable & is_unseen
    yield is_confusable & ~is_unseen


@dataclass(frozen=True, eq=False)
class RepeatedSentences:
    """The distinct test sentences that stand in training too: most frequent in the test first, then in training.

    Among equals they stand in text order.

    `number`: for each sentence of the test its place among the distinct ones; -1 if training does not have it; shape
    (n_sentences,). `members`: sentences of the test (from 0): those of the first distinct one, ascending, then those of
    the second, and so on; shape (n_repeated,). `first`: where those of each distinct one begin in `members`; the last
    entry is its length; shape (n_distinct + 1,).
    """

    number: IntArray
    members: AnyIntArray
    first: AnyIntArray
    n_training: AnyIntArray  # how often each stands in training; shape (n_distinct,)
    first_training: AnyIntArray  # the first sentence of training (from 0) that it is; shape (n_distinct,)

    def __len__(self) -> int:
        return len(self.n_training)

    @cached_property
    def n_test(self) -> AnyIntArray:
        """How often each distinct sentence stands in the test; shape (n_distinct,)."""
        return np.diff(self.first)

    def places(self, place: int) -> AnyIntArray:
        """Give the sentences of the test (from 0) that are one of the distinct ones."""
        return self.members[self.first[place] : self.first[place + 1]]


@kept_column("repeated sentences")
def repeated_sentences(study: Study) -> RepeatedSentences:
    """Find the test sentences that stand in the training text, if any, too: the same tokens, as written, no others."""
    distinct, n_training, first_training = _matched(study)
    n_test = np.bincount(distinct, minlength=len(n_training))
    repeated = np.flatnonzero(n_training)
    order = repeated[np.lexsort((-n_training[repeated], -n_test[repeated]))]  # both sorts keep the text order
    place = np.full(len(n_training), -1, dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    number = place[distinct]
    by_place = np.argsort(number, kind="stable")
    first = np.append(0, np.cumsum(n_test[order]))
    return RepeatedSentences(
        number, by_place[len(number) - first[-1] :], first, n_training[order], first_training[order]
    )


@kept_with_owner
def sentences_in_training(study: Study) -> BoolArray:
    """Tell which sentences of the test text stand in the training text too, as `repeated_sentences` has it."""
    return repeated_sentences(study).number >= 0


def _matched(study: Study) -> tuple[IntArray, AnyIntArray, AnyIntArray]:
    """Give the distinct test sentences numbers in text order, the last to all that training lacks; find them there."""
    if study.training is None:
        nothing = np.zeros(study.text.n_sentences, dtype=np.int32)
        return nothing, np.zeros(1, dtype=np.intp), np.zeros(1, dtype=np.intp)
    text, training = over_one_vocabulary(study.text, study.training.text)
    sums, known = sentence_sums(text), sentence_sums(training)
    own = np.flatnonzero(is_member(sums, np.sort(known)))  # equal sentences have equal sums: few need be compared
    others = np.flatnonzero(is_member(known, np.sort(sums)))
    sentences = call_function("dictionary_encode", [_sequences(text, own)])
    learned = call_function("index_in", [_sequences(training, others)], SetLookupOptions(sentences.dictionary))
    in_test = others[mask_from_arrow(call_function("is_valid", [learned]))]
    number, n_distinct = from_arrow(call_function("drop_null", [learned])), len(sentences.dictionary) + 1
    first_training = np.zeros(n_distinct, dtype=np.intp)
    first_training[number[::-1]] = in_test[::-1]  # the last that is written stays: the first in training
    distinct = np.full(text.n_sentences, n_distinct - 1, dtype=np.int32)
    distinct[own] = from_arrow(sentences.indices)
    return distinct, np.bincount(number, minlength=n_distinct), first_training


def _sequences(text: Text, sentences: AnyIntArray) -> pa.LargeBinaryArray:
    start, stop = text.sentence_start[sentences], text.sentence_start[sentences + 1]
    return as_sequences(text.codes[spread_ranges(start, stop)], offsets_of(start, stop))
