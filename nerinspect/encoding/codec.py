"""Labels from mentions and mentions from labels, and which encoding labels are in."""

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    CodeArray,
    IntArray,
    is_member,
    numbered_together,
    spread_ranges,
)
from nerinspect.corpus.mentions import Mentions
from nerinspect.encoding.labels import (
    BEGIN,
    DIALECTS,
    END,
    INSIDE,
    N_ROLES,
    OUTSIDE,
    SINGLE,
    Dialect,
    LabelColumn,
    Tagging,
    read_labels,
    split_label,
    tagged_tokens,
)
from nerinspect.encoding.transitions import find_invalid_transitions


def decode(tagging: Tagging) -> Mentions:
    """Read the mentions from labelled tokens: without overlaps, over all types of the labels.

    Invalid labels are read leniently: what cannot continue a mention begins one.
    """
    first = np.flatnonzero(~tagging.continues)
    last = np.append(first[1:], len(tagging.position)) - 1 if len(first) else first
    return Mentions(
        tagging.position[first], tagging.position[last] + np.int32(1), tagging.type_codes[first], tagging.types
    )


class MentionsNotEncodable(Exception):
    """The labels of a chunk encoding cannot hold the mentions; `position` is where one that does not fit begins."""

    def __init__(self, position: int, reason: str) -> None:
        self.position, self.reason = position, reason
        super().__init__(position, reason)


def encode(mentions: Mentions, n_tokens: int, sentence_start: IntArray, dialect: Dialect) -> LabelColumn:
    """Write mentions, sorted by start, as labels, which decoded are the mentions again.

    Raises
    ------
    MentionsNotEncodable
        If two mentions overlap, or two touching ones of one type are to be written in IO.
    """
    start, end = mentions.start, mentions.end
    _refuse_first(start[1:] < np.maximum.accumulate(end)[:-1], start, "two mentions overlap, and a token has one label")
    touches = (start[1:] == end[:-1]) & (mentions.type_codes[1:] == mentions.type_codes[:-1])
    touches &= ~is_member(start[1:], sentence_start)
    if dialect.name == "IO":
        _refuse_first(touches, start, "two mentions of one type touch, and IO would make them one")
    roles, types = np.full(n_tokens, OUTSIDE, dtype=np.int8), np.zeros(n_tokens, dtype=np.int32)
    tokens = spread_ranges(start, end)
    types[tokens] = np.repeat(mentions.type_codes, end - start)
    roles[tokens] = INSIDE
    if dialect.closes_mentions:
        roles[end - 1] = END
        roles[start] = np.where(end - start == 1, SINGLE, BEGIN)
    elif dialect.name != "IO":
        roles[start[1:][touches] if dialect.name == "IOB" else start] = BEGIN
    return _as_column(roles, types, mentions.types, dialect)


def _as_column(roles: CodeArray, types: IntArray, names: tuple[str, ...], dialect: Dialect) -> LabelColumn:
    """Write each label that occurs once, in order of first occurrence."""
    label = types * np.int32(N_ROLES) + roles  # O has type 0, which no other role 0 has
    n_tokens = len(label)
    first = np.full(N_ROLES * max(len(names), 1), n_tokens, dtype=np.int32)
    first[label[::-1]] = np.arange(n_tokens - 1, -1, -1, dtype=np.int32)  # the last write is the first occurrence
    occurring = np.argsort(first, kind="stable")[: np.count_nonzero(first < n_tokens)]
    code = np.zeros(len(first), dtype=np.int32)
    code[occurring] = np.arange(len(occurring))
    written = (
        dialect.label(number % N_ROLES, names[number // N_ROLES] if number else "") for number in occurring.tolist()
    )
    return LabelColumn(tuple(written), code[label])


def _refuse_first(is_unfit: BoolArray, start: IntArray, reason: str) -> None:
    """Refuse the first mention that does not fit with one before it."""
    if is_unfit.any():
        raise MentionsNotEncodable(int(start[1:][np.argmax(is_unfit)]), reason)


class AmbiguousLabels(Exception):
    """Several encodings fit equally well and read other mentions, from the token at `position` on."""

    def __init__(self, candidates: list[str], position: int) -> None:
        self.candidates, self.position = candidates, position
        super().__init__(candidates, position)


def candidate_dialects(names: tuple[str, ...]) -> list[Dialect]:
    """List the encodings that know every state in the labels, in order of preference."""
    states = {split_label(name)[0] for name in names}
    return [dialect for dialect in DIALECTS.values() if dialect.knows(states)]


def detect_dialect(column: LabelColumn, sentence_start: IntArray, without_mentions: Dialect) -> tuple[Dialect, Tagging]:
    """Choose the chunk encoding of a label column, and read its labels.

    Candidates are the encodings that know every state; those with the fewest invalid transitions stay; if all of them
    read the same mentions, the first in the order of `DIALECTS` is taken. A file without any mention has the dialect
    `without_mentions`.

    Raises
    ------
    AmbiguousLabels
        If those that stay read different mentions.
    """
    if set(column.names) <= {"O"}:
        return without_mentions, tagged_tokens(column, read_labels(column.names, without_mentions), sentence_start)
    candidates = candidate_dialects(column.names)
    tagged = tagged_tokens(column, read_labels(column.names, candidates[0]), sentence_start)
    codes = column.codes[tagged.position]
    places, n_times = _each_surrounding(tagged, codes, len(column.names))
    few = _apart(tagged, places)
    readings: list[tuple[int, Dialect, BoolArray]] = []
    for dialect in candidates:  # the same tokens are labelled, with the same types, in every reading
        roles = read_labels(column.names, dialect).roles
        tagging = replace(few.tagging, roles=roles[codes[few.token]])
        invalid = find_invalid_transitions(tagging, dialect, few.sentence_start).position
        n_invalid = int(n_times[invalid[invalid % _APART == 1] // _APART].sum())
        readings.append((n_invalid, dialect, tagging.continues[few.is_middle]))
    fewest = min(n_invalid for n_invalid, _, _ in readings)
    staying = [(dialect, continues) for n_invalid, dialect, continues in readings if n_invalid == fewest]
    first, continues = staying[0]
    if any((other != continues).any() for _, other in staying[1:]):
        taggings = [replace(tagged, roles=read_labels(column.names, dialect).roles[codes]) for dialect, _ in staying]
        mentions, *others = map(decode, taggings)
        differences = [_first_difference(mentions, other) for other in others]
        position = min(position for position in differences if position is not None)
        raise AmbiguousLabels([dialect.name for dialect, _ in staying], position)
    return first, replace(tagged, roles=read_labels(column.names, first).roles[codes])


_APART: Final = 4  # so far from each other stand surroundings that are laid apart


class _Apart(NamedTuple):
    """Surroundings of tokens, each a sentence: the token before if it is tagged, the token, the next one if it is.

    `token` says which tagged token each is, `is_middle` which is the one that is surrounded.
    """

    tagging: Tagging
    token: AnyIntArray
    is_middle: BoolArray
    sentence_start: AnyIntArray


def _each_surrounding(tagged: Tagging, codes: IntArray, n_names: int) -> tuple[AnyIntArray, AnyIntArray]:
    """Find one tagged token of each surrounding that occurs, and how often it does; only these differ for encodings.

    A surrounding is the label, the one directly before it, if any, and whether one is directly behind it.
    """
    before = np.append(n_names, codes)[:-1]
    before[~tagged.follows] = n_names
    number, places = numbered_together(before, codes, np.append(tagged.follows[1:], False))
    return places, np.bincount(number)


def _apart(tagged: Tagging, places: AnyIntArray) -> _Apart:
    """Take some tagged tokens with what surrounds them."""
    has_before, has_next = tagged.follows[places], np.append(tagged.follows[1:], False)[places]
    token = np.stack([places - 1, places, places + 1], axis=1)
    is_there = np.stack([has_before, np.ones_like(has_before), has_next], axis=1)
    position = np.arange(len(places))[:, None] * _APART + np.arange(3)
    follows = np.stack([np.zeros_like(has_before), has_before, has_next], axis=1)
    token, position, follows = token[is_there], position[is_there].astype(np.int32), follows[is_there]
    types = tagged.type_codes[token]
    starts = np.concatenate([position[position % _APART == 0], _APART * np.arange(len(places)) + 3])
    tagging = Tagging(position, np.zeros(len(position), dtype=np.int8), types, follows, tagged.types)
    return _Apart(tagging, token, position % _APART == 1, starts)


def _first_difference(one: Mentions, other: Mentions) -> int | None:
    n_common = min(len(one), len(other))
    differs = (
        (one.start[:n_common] != other.start[:n_common])
        | (one.end[:n_common] != other.end[:n_common])
        | (one.type_codes[:n_common] != other.type_codes[:n_common])
    )
    if differs.any():
        place = int(np.argmax(differs))
        return min(int(one.start[place]), int(other.start[place]))
    if len(one) == len(other):
        return None
    longer = one if len(one) > len(other) else other
    return int(longer.start[n_common])
