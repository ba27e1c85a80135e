"""Sentences of JSON as columns: all sentences at once, for files that are as they should be."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, as_arrow_texts
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.relations import Relations
from nerinspect.corpus.text import Text

_NONE: Final[list[Any]] = []


class OddSentenceError(Exception):
    """Some sentence is not as it should be; which one, and why, is for the reader to say."""


@dataclass(frozen=True, eq=False)
class SentenceColumns:
    """What sentences hold; those without tokens are left out.

    Attributes
    ----------
    text : Text
        The tokens.
    mentions : Mentions
        Sorted by start, end and type; each once.
    relations : Relations
        In the order given; each once.
    n_repeated_mentions, n_repeated_relations : int
        How many were given again.
    """

    text: Text
    mentions: Mentions
    relations: Relations
    n_repeated_mentions: int
    n_repeated_relations: int


def sentence_columns(sentences: Sequence[Any]) -> SentenceColumns:
    """Read sentences with typed spans and relations between them.

    Parameters
    ----------
    sentences : sequence
        Objects with `tokens`, and with `entities` and `relations` if they have some.

    Returns
    -------
    SentenceColumns
        Of all sentences.

    Raises
    ------
    OddSentenceError
        If anything is of another shape.
    """
    try:
        return _columns(sentences)
    except (AttributeError, KeyError, TypeError, OverflowError, UnicodeEncodeError):
        raise OddSentenceError from None


def _columns(sentences: Sequence[Any]) -> SentenceColumns:
    _hold_only(list, (sentence.get("tokens") for sentence in sentences))
    _hold_only(list, (sentence.get("entities", _NONE) for sentence in sentences))
    sentences = [sentence for sentence in sentences if sentence["tokens"]]
    tokens_of = [sentence["tokens"] for sentence in sentences]
    entities_of = [sentence.get("entities", _NONE) for sentence in sentences]
    given = [sentence.get("relations", _NONE) for sentence in sentences]
    relations_of = [held if isinstance(held, list) else [held] for held in given]
    text = _text(tokens_of)
    mentions, number = _mentions(entities_of, text)
    relations, n_relations = _relations(relations_of, entities_of, number)
    return SentenceColumns(text, mentions, relations, len(number) - len(mentions), n_relations - len(relations))


def _text(tokens_of: Sequence[list[str]]) -> Text:
    lengths = _lengths(tokens_of)
    place: defaultdict[str, int] = defaultdict()
    place.default_factory = place.__len__  # a token that was not met before has the next number
    codes = np.fromiter(map(place.__getitem__, chain.from_iterable(tokens_of)), np.int32, lengths.sum())
    n_sentences = len(tokens_of)
    return Text(
        as_arrow_texts(_names(place)),
        codes,
        np.append(0, np.cumsum(lengths)).astype(np.int32),
        np.zeros(n_sentences, dtype=np.int32),
        np.ones(n_sentences, dtype=np.int32),
    )


def _mentions(entities_of: Sequence[list[Any]], text: Text) -> tuple[Mentions, AnyIntArray]:
    """Give the mentions, and for each entity the number of its mention."""
    starts, ends, names = _members(("start", "end", "type"), entities_of)
    n_entities, first = _lengths(entities_of), text.sentence_start[:-1]
    start, end = _integers(starts), _integers(ends)
    n_tokens = np.repeat(np.diff(text.sentence_start), n_entities)
    _demand((start >= 0) & (start < end) & (end <= n_tokens))
    types = tuple(sorted(_names(names)))
    start, end = (np.repeat(first, n_entities) + place for place in (start, end))
    codes = _codes(names, types)
    order = np.lexsort((codes, end, start))
    rows = np.stack([start, end, codes]).astype(np.int32)[:, order]
    is_new = np.append(True, np.any(rows[:, 1:] != rows[:, :-1], axis=0))[: len(order)]
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(is_new) - 1
    own_start, own_end, own_codes = (np.ascontiguousarray(row) for row in rows[:, is_new])
    return Mentions(own_start, own_end, own_codes, types), number


def _relations(
    relations_of: Sequence[list[Any]], entities_of: Sequence[list[Any]], number: AnyIntArray
) -> tuple[Relations, int]:
    """Give the relations, and how many were given; head and tail count the entities of their sentence."""
    heads, tails, names = _members(("head", "tail", "type"), relations_of)
    n_relations, n_entities = _lengths(relations_of), _lengths(entities_of)
    first = np.repeat(np.cumsum(n_entities) - n_entities, n_relations)
    most = np.repeat(n_entities, n_relations)
    head, tail = _integers(heads), _integers(tails)
    _demand((head >= 0) & (head < most) & (tail >= 0) & (tail < most))
    types = tuple(sorted(_names(names)))
    codes = _codes(names, types)
    head, tail = number[first + head], number[first + tail]
    key = (head * (len(number) + 1) + tail) * (len(types) + 1) + codes
    kept = np.sort(np.unique(key, return_index=True)[1])
    own_head, own_tail, own_codes = (column[kept].astype(np.int32) for column in (head, tail, codes))
    return Relations(own_head, own_tail, own_codes, types), len(key)


def _members(names: tuple[str, ...], objects_of: Sequence[list[Any]]) -> list[tuple[Any, ...]]:
    """Give the values of each name, of all objects of all sentences."""
    rows = list(map(itemgetter(*names), chain.from_iterable(objects_of)))
    return list(zip(*rows, strict=True)) if rows else [()] * len(names)


def _lengths(lists: Sequence[list[Any]]) -> npt.NDArray[np.int64]:
    return np.fromiter(map(len, lists), np.int64, len(lists))


def _integers(values: Sequence[Any]) -> npt.NDArray[np.int64]:
    _hold_only(int, values)  # no truth values
    return np.array(values, dtype=np.int64)


def _names(values: Iterable[Any]) -> list[str]:
    """Give each of many names once; none is empty, and none holds half a character."""
    distinct = list(dict.fromkeys(values))
    _hold_only(str, distinct)
    "".join(distinct).encode()
    if "" in distinct:
        raise OddSentenceError
    return distinct


def _codes(names: Sequence[str], types: Sequence[str]) -> npt.NDArray[np.int64]:
    place = {name: code for code, name in enumerate(types)}
    return np.fromiter(map(place.__getitem__, names), np.int64, len(names))


def _hold_only(kind: type, values: Iterable[Any]) -> None:
    if set(map(type, values)) - {kind}:
        raise OddSentenceError


def _demand(holds: npt.NDArray[np.bool_]) -> None:
    if not holds.all():
        raise OddSentenceError
