"""From labels to mentions, and from mentions to labels."""

import numpy as np

from nerinspect.corpus.arrays import BoolArray, CodeArray, IntArray, is_member, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.encoding.dialects import BEGIN, END, INSIDE, N_ROLES, OUTSIDE, SINGLE, Dialect
from nerinspect.encoding.labels import LabelColumn, Tagging


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
