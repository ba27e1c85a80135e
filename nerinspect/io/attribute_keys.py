"""Which documents, sentences or events the rows of a table are about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.own_attributes import NO_ROW, RowsOf, rows_by_event, rows_by_sentence
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, from_arrow, mask_from_arrow
from nerinspect.corpus.text import Text
from nerinspect.results.event_numbers import IdArray, event_numbers

Key: TypeAlias = Literal["document", "sentence", "event"]

KEYS: Final[tuple[Key, ...]] = ("document", "sentence", "event")

_NUMBER: Final = r"^[0-9]{1,9}$"
_EVENT_ID: Final = r"^[0-9A-Fa-f]{16}$"


@dataclass(frozen=True, eq=False)
class KeyedRows:
    """What each row of a table is about.

    Attributes
    ----------
    key : str
        What all rows are about.
    place : ndarray of int, shape (n_rows,)
        Equal for rows about the same thing; -1 for a row about none.
    rows_of : callable
        Finds the rows of mentions.
    could_be_numbers : bool
        Whether keys were taken for names that would as well be numbers of others.
    """

    key: Key
    place: AnyIntArray
    rows_of: RowsOf
    could_be_numbers: bool = False


def rows_about_events(study: Study, ids: pa.StringArray) -> KeyedRows:
    """Find the events whose ids are given."""
    fits = pc.match_substring_regex(ids, _EVENT_ID)
    is_id = mask_from_arrow(fits)
    numbers = np.array([int(text, 16) for text in ids.filter(fits).to_pylist()], dtype=np.uint64)
    known = np.sort(event_numbers(study))
    place = np.full(len(ids), NO_ROW, dtype=np.int64)
    place[is_id] = _places_in(known, numbers)
    order = np.argsort(numbers, kind="stable")
    ascending, row = numbers[order], np.flatnonzero(is_id)[order]

    def row_of_events(other: Study) -> AnyIntArray:
        found = _places_in(ascending, event_numbers(other))
        return np.append(row, NO_ROW)[found]

    return KeyedRows("event", place, rows_by_event(row_of_events))


def rows_about_documents(text: Text, keys: pa.StringArray) -> KeyedRows:
    """Find documents by number or by name."""
    place, could_be_numbers = _chosen(_named(keys, text.document_names), _numbered(keys, text.n_documents))
    row = _row_by_place(place, text.n_documents)
    return KeyedRows("document", place, rows_by_sentence(row[text.document - 1]), could_be_numbers)


def rows_about_sentences(text: Text, keys: pa.StringArray, documents: pa.StringArray | None) -> KeyedRows:
    """Find sentences by number in the whole file or by name, if documents are given only in them."""
    by_number = _numbered(keys, text.n_sentences)
    if documents is None:
        by_name = _named(keys, text.sentence_names)
    else:
        document = rows_about_documents(text, documents).place
        by_number = np.where(text.document[by_number] - 1 == document, by_number, NO_ROW)
        by_name = _named_in_documents(text, keys, document)
    place, could_be_numbers = _chosen(by_name, by_number)
    row = _row_by_place(place, text.n_sentences)
    return KeyedRows("sentence", place, rows_by_sentence(row), could_be_numbers)


def _chosen(by_name: AnyIntArray, by_number: AnyIntArray) -> tuple[AnyIntArray, bool]:
    """Take keys for names if at least as many are names as are numbers, and tell if some could be either."""
    n_named, n_numbered = (int(np.count_nonzero(place >= 0)) for place in (by_name, by_number))
    if not n_named or n_named < n_numbered:
        return by_number, False
    return by_name, bool(((by_number >= 0) & (by_number != by_name)).any())


def _numbered(keys: pa.StringArray, n_places: int) -> AnyIntArray:
    """Read keys as numbers from 1."""
    fits = pc.match_substring_regex(keys, _NUMBER)
    place = np.full(len(keys), NO_ROW, dtype=np.int32)
    place[mask_from_arrow(fits)] = from_arrow(keys.filter(fits).cast(pa.int32())) - 1
    return np.where(place < n_places, place, NO_ROW)


def _named(keys: pa.StringArray, names: Sequence[str]) -> AnyIntArray:
    """Read keys as names that are not empty and stand for one place alone."""
    if not names:
        return np.full(len(keys), NO_ROW, dtype=np.int64)
    return _looked_up(keys.to_pylist(), names)


def _named_in_documents(text: Text, keys: pa.StringArray, document: AnyIntArray) -> AnyIntArray:
    """Read keys as names of sentences that need differ only within a document."""
    known = list(zip((text.document - 1).tolist(), text.sentence_names, strict=False))
    return _looked_up(list(zip(document.tolist(), keys.to_pylist(), strict=True)), known)


def _looked_up(keys: Sequence[object], known: Sequence[object]) -> AnyIntArray:
    places: dict[object, int] = {}
    for place, name in enumerate(known):
        places[name] = NO_ROW if name in places or not name else place
    return np.array([places.get(key, NO_ROW) for key in keys], dtype=np.int64)


def _row_by_place(place: AnyIntArray, n_places: int) -> AnyIntArray:
    row = np.full(n_places, NO_ROW, dtype=np.int64)
    known = np.flatnonzero(place >= 0)
    row[place[known]] = known
    return row


def _places_in(ascending: IdArray, sought: IdArray) -> AnyIntArray:
    """Find numbers in ascending ones; -1 for those that are not there."""
    if not len(ascending):
        return np.full(len(sought), NO_ROW, dtype=np.int64)
    place = np.minimum(np.searchsorted(ascending, sought), len(ascending) - 1)
    return np.where(ascending[place] == sought, place, NO_ROW)
