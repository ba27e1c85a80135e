"""Records that each hold a list of tokens and a list of labels, as data sets for training are published."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import IntArray, from_arrow, mask_from_arrow
from nerinspect.corpus.text import Text, TokenColumn, documents_of
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import DataError, EmptyTokenError, FieldError, NoTokensError, counted
from nerinspect.io.content import Content
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.progress import Checkpoint

TOKEN_FIELDS: Final = ("tokens", "words", "token", "word", "form", "sentence")
LABEL_FIELDS: Final = ("ner_tags", "labels", "tags", "ner", "ner_labels", "entities_bio", "label", "bio", "iob")
"""The usual names, the most usual first; case does not matter."""

NAME_FIELDS: Final = ("id", "sent_id", "sentence_id", "guid")
"""What a record may be called by."""


@dataclass(frozen=True, eq=False)
class ListColumn:
    """One list for each record, laid behind each other.

    Attributes
    ----------
    values : pyarrow.StringArray or pyarrow.Int64Array, shape (n_values,)
        Texts, or numbers that stand for them.
    lengths : ndarray of int32, shape (n_records,)
        Values of each record.
    names : tuple of str
        The texts that numbers stand for; empty where there are none.
    """

    values: pa.Array
    lengths: IntArray
    names: tuple[str, ...] = ()


def choose_field(path: str, asked: str, usual: Sequence[str], there: Sequence[str], what: str) -> str:
    """Choose a field by the name asked for, else by the usual names."""
    if asked:
        if asked not in there:
            raise FieldError(path, f"there is no field {asked}", there, what)
        return asked
    folded = {name.casefold(): name for name in reversed(there)}
    for name in usual:
        if name in folded:
            return folded[name]
    raise FieldError(path, f"no field has a usual name for {what} ({', '.join(usual[:4])}, …)", there, what)


def text_of_lists(
    path: str,
    tokens: ListColumn,
    lines: IntArray | None,
    names: Sequence[str] = (),
    documents: Sequence[object] = (),
) -> tuple[Text, tuple[str, ...]]:
    """Make each record with tokens a sentence; give notes of what was left out.

    `lines`, `names` and `documents` have the physical line of each record, what the file calls it and what it says of
    its document, if it does; else all stand in one.
    """
    if not len(tokens.values):
        raise NoTokensError(path)
    filled = tokens.lengths > 0
    start = np.append(0, np.cumsum(tokens.lengths[filled])).astype(np.int32)
    empty = np.flatnonzero(mask_from_arrow(pc.equal(pc.binary_length(tokens.values), 0)))
    if len(empty):
        record = int(np.searchsorted(np.cumsum(tokens.lengths), empty[0], side="right"))
        place = path if lines is not None else f"{path}, record {record + 1:,}"
        raise EmptyTokenError(place, None if lines is None else int(lines[record]))
    encoded = tokens.values.dictionary_encode()
    n_left_out = int(np.count_nonzero(~filled))
    sentence_line = np.zeros(len(start) - 1, dtype=np.int32) if lines is None else lines[filled]
    kept_names = tuple(compress(names, filled.tolist()))
    document, document_names, notes = documents_of(
        list(compress(documents, filled.tolist())) or [None] * (len(start) - 1)
    )
    text = Text(
        encoded.dictionary,
        from_arrow(encoded.indices.cast(pa.int32())),
        start,
        sentence_line,
        document,
        None if lines is None else np.repeat(lines, tokens.lengths),
        document_names,
        sentence_names=kept_names if any(kept_names) else (),
    )
    left_out = (f"{counted(n_left_out, 'record')} without tokens left out",) if n_left_out else ()
    return text, (*left_out, *notes)


def label_column(
    path: str, field: str, labels: ListColumn, tokens: ListColumn, lines: IntArray | None, names: Sequence[str]
) -> LabelColumn:
    """Read labels that are texts, or numbers with a list of names, which the file may give; one for each token."""
    differs = np.flatnonzero(labels.lengths != tokens.lengths)
    if len(differs):
        record = int(differs[0])
        n_labels, n_tokens = int(labels.lengths[record]), int(tokens.lengths[record])
        problem = f"record {record + 1:,} has {counted(n_tokens, 'token')}, but {n_labels:,} in {field}"
        line = None if lines is None else int(lines[record])
        raise FieldError(path, problem, (), "labels", "give one label for each token", line)
    distinct, codes = distinct_values(path, field, labels, names)
    return LabelColumn(distinct, codes)


def other_columns(
    names: Sequence[str], tokens: ListColumn, column_of: Callable[[str], ListColumn]
) -> tuple[tuple[TokenColumn, ...], tuple[str, ...]]:
    """Read further lists with one value for each token; give notes of those that could not be read.

    `column_of` gives the column of a field, or raises DataError.
    """
    found, left_out = [], []
    for name in names:
        try:
            column = column_of(name)
        except DataError:  # the labels do not depend on it
            column = None
        if column is None or not np.array_equal(column.lengths, tokens.lengths):
            left_out.append(name)
        else:
            found.append(TokenColumn(name, *_distinct_or_numbers(name, column)))
    said = f"{counted(len(left_out), 'list')} left out, not one value for each token: {', '.join(left_out)}"
    return tuple(found), (said,) if left_out else ()


def _distinct_or_numbers(field: str, column: ListColumn) -> tuple[tuple[str, ...], IntArray]:
    try:
        return distinct_values("", field, column, column.names)
    except FieldError:  # numbers without names stand for themselves
        return _encoded(column.values.cast(pa.string()))


def distinct_values(
    path: str, field: str, column: ListColumn, names: Sequence[str]
) -> tuple[tuple[str, ...], IntArray]:
    """Give the distinct texts of a column in order of first occurrence, and for each value its place among them."""
    if pa.types.is_string(column.values.type):
        return _encoded(column.values)
    known = tuple(names) or column.names
    numbers = column.values
    if not known:
        raise FieldError(path, f"{field} holds numbers without names", (), "labels", "name them with --label-names")
    lowest, highest = pc.min_max(numbers)["min"].as_py(), pc.min_max(numbers)["max"].as_py()
    if lowest is not None and (lowest < 0 or highest >= len(known)):
        wrong = lowest if lowest < 0 else highest
        problem = f"{field} holds the number {wrong}, but there are {counted(len(known), 'name')}, numbered from 0"
        raise FieldError(path, problem, (), "labels", "name all of them with --label-names")
    encoded = numbers.dictionary_encode()
    texts = [known[number] for number in encoded.dictionary.to_pylist()]
    place = {text: code for code, text in enumerate(dict.fromkeys(texts))}
    codes = from_arrow(encoded.indices.cast(pa.int32()))
    return tuple(place), np.array([place[text] for text in texts], dtype=np.int32)[codes]


def _encoded(values: pa.StringArray) -> tuple[tuple[str, ...], IntArray]:
    encoded = values.dictionary_encode()
    return tuple(encoded.dictionary.to_pylist()), from_arrow(encoded.indices.cast(pa.int32()))


def lengths_of(lists: pa.Array) -> IntArray:
    """Count the values of each list; one that is missing has none."""
    return from_arrow(pc.fill_null(pc.list_value_length(lists), 0).cast(pa.int32()))


@dataclass(frozen=True, eq=False)
class Lists:
    """The fields of a file that hold a list in each record, and what reads them.

    `lines` are physical lines of records. What the file calls each record, and says of the document in which it stands,
    if it does, is given once tokens are read.
    """

    fields: Sequence[str]
    column: Callable[[str], ListColumn]
    lines: IntArray | None
    names: Callable[[], Sequence[str]]
    documents: Callable[[], Sequence[object]]


def chosen_fields(path: str, fields: Sequence[str], options: ReadOptions) -> tuple[str, str]:
    """Name the fields of tokens and labels: those asked for, else those with usual names."""
    tokens = choose_field(path, options.token_field, TOKEN_FIELDS, fields, "tokens")
    return tokens, choose_field(path, options.label_field, LABEL_FIELDS, fields, "labels")


def read_lists(content: Content, name: str, lists: Lists, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
    """Read tokens, at least one, labels and, if they are wanted, the other lists."""
    path = content.path
    token_field, label_field = chosen_fields(path, lists.fields, options)
    tokens = lists.column(token_field)
    if not pa.types.is_string(tokens.values.type):
        raise FieldError(path, f"{token_field} holds numbers, not tokens", lists.fields, "tokens")
    checkpoint(len(tokens.values), len(tokens.values))
    text, notes = text_of_lists(path, tokens, lists.lines, lists.names(), lists.documents())
    labels = label_column(path, label_field, lists.column(label_field), tokens, lists.lines, options.label_names)
    others = [field for field in lists.fields if field not in (token_field, label_field)] if options.others else []
    read, more = other_columns(others, tokens, lists.column)
    return RawFile(content, name, text, (labels,), options=options, notes=(*notes, *more), others=read)
