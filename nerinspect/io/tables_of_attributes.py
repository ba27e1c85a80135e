"""Tables that say something of documents, sentences or events: genre, date, source, annotator, confidence."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.attributes.own import (
    MOST_NAMES,
    NO_ROW,
    MemberRows,
    OwnValues,
    RowsOf,
    TableColumn,
    TableOrigin,
    can_be_asked_for,
    rows_by_event,
    rows_by_sentence,
    values_of,
    with_own_attributes,
)
from nerinspect.corpus.arrays import AnyIntArray, as_arrow_texts, from_arrow, mask_from_arrow, places_in
from nerinspect.corpus.text import Source, Text
from nerinspect.errors import CommandError, DataError, shown
from nerinspect.events.study import Attribute, Study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.formats.table_columns import TableColumns, frame_columns, read_table
from nerinspect.lists.columns import is_attribute_column, is_token_column
from nerinspect.lists.mentions import MENTIONS, event_numbers
from nerinspect.lists.table import Of
from nerinspect.quantities import counted, grouped

if TYPE_CHECKING:
    import pandas as pd

Key: TypeAlias = Literal["document", "sentence", "event"]

KEYS: Final[tuple[Key, ...]] = ("document", "sentence", "event")

_NUMBER: Final = r"^[0-9]{1,9}$"
_EVENT_ID: Final = r"^[0-9A-Fa-f]{16}$"


@dataclass(frozen=True, eq=False)
class KeyedRows:
    """What each row of a table is about."""

    key: Key
    place: AnyIntArray  # equal for rows about the same thing; -1 for a row about none; shape (n_rows,)
    rows_of: RowsOf
    could_be_numbers: bool = False  # whether keys were taken for names that would as well be numbers of others


def rows_about_events(study: Study, ids: pa.StringArray) -> KeyedRows:
    fits = pc.match_substring_regex(ids, _EVENT_ID)
    is_id = mask_from_arrow(fits)
    numbers = np.array([int(text, 16) for text in ids.filter(fits).to_pylist()], dtype=np.uint64).view(np.int64)
    place = np.full(len(ids), NO_ROW, dtype=np.int64)
    place[is_id] = places_in(numbers, event_numbers(study).view(np.int64))
    row = np.append(np.flatnonzero(is_id), NO_ROW)

    def row_of_events(other: Study) -> AnyIntArray:
        return row[places_in(event_numbers(other).view(np.int64), numbers)]

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


_SAID_BY: Final[dict[Key, str]] = {
    "document": "name documents by their numbers from 1, or as the reference names them",
    "sentence": "name sentences by their numbers in the whole reference from 1, or as it names them",
    "event": "take the ids of a table of events of these files, systems and runs",
}


def key_columns(table: TableColumns) -> dict[Key, int]:
    """Find the columns that say what a row is about; an event says it alone."""
    places = {name.casefold(): place for place, name in reversed(list(enumerate(table.names)))}
    found = {key: places[key] for key in KEYS if key in places}
    if not found:
        there = ", ".join(map(shown, table.names[:10])) + (", …" if len(table.names) > 10 else "")
        raise DataError(
            table.file.path,
            f"no column is called document, sentence or event (there are: {there})",
            "name the column so that says what a row is about",
        )
    return {"event": found["event"]} if "event" in found else found


def value_columns(table: TableColumns, keys: dict[Key, int]) -> list[int]:
    """List the columns that are attributes; beside an event, the columns of its own table are none."""
    others = [place for place in range(len(table.names)) if place not in keys.values()]
    return [place for place in others if "event" not in keys or not _is_of_events(table.names[place])]


def _is_of_events(name: str) -> bool:
    """Tell whether a column may come from an export of events."""
    known = MENTIONS.names(Of.EVENTS, Of.TRAINING, Of.EVIDENCE)
    return name in known or is_attribute_column(name) or is_token_column(name)


def check_names(table: TableColumns, keys: dict[Key, int]) -> None:
    """Refuse columns without a name, of one name, or of a name that other attributes have or no query can write."""
    path, names = table.file.path, table.names
    built_in = {one.name.casefold() for one in BUILT_IN}
    for place, name in enumerate(names):
        if not name:
            raise DataError(path, f"column {place + 1} has no name", "name it in the header, or leave it out")
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        raise DataError(path, f"two columns are called {shown(twice[0])}", "rename one of them")
    for name in (names[place] for place in value_columns(table, keys)):
        if name.casefold() in built_in:
            problem = f"the column {name} has the name of a built-in attribute"
            raise DataError(path, problem, "rename it, or leave it out")
        if not can_be_asked_for(name):
            problem = f"the column {shown(name)} has a name that cannot be used in queries"
            raise DataError(path, problem, "rename it, without = and without / before a number")


def check_rows(table: TableColumns, rows: KeyedRows, keys: dict[Key, int]) -> None:
    """Refuse a table that says nothing about the data, or two things about the same."""
    path = table.file.path
    if not value_columns(table, keys):
        raise DataError(path, f"no column says anything about {a_key(rows.key)}", "add one, such as genre or date")
    if not table.n_rows:
        raise DataError(path, "the table has no rows", f"write one for each {rows.key}")
    known = np.flatnonzero(rows.place >= 0)
    if not len(known):
        problem = f"no row names {a_key(rows.key)} of the data, the first names {_shown_key(table, keys, 0)}"
        raise DataError(path, problem, _SAID_BY[rows.key], table.line_of(0))
    _, first, row_of = np.unique(rows.place[known], return_index=True, return_inverse=True)
    again = known[np.flatnonzero(first[row_of] != np.arange(len(known)))]
    if len(again):
        row = int(again[0])
        before = table.line_of(int(known[first[row_of[np.searchsorted(known, row)]]]))
        at = f", first in line {before}" if before else ""
        problem = f"two rows are about {rows.key} {_shown_key(table, keys, row)}{at}"
        raise DataError(path, problem, "keep one of them", table.line_of(row))


def notices_about(table: TableColumns, rows: KeyedRows, keys: dict[Key, int], read: dict[str, OwnValues]) -> list[str]:
    """Say what of a table is not used, or may not be what it seems."""
    path, notices = table.file.path, []
    unknown = np.flatnonzero(rows.place < 0)
    if len(unknown):
        row = int(unknown[0])
        line = table.line_of(row)
        place = f"{path}:{line}" if line else path
        n_unknown = f"{grouped(len(unknown))} of {counted(table.n_rows, 'row')} without {a_key(rows.key)} in the data"
        notices.append(f"{place}: {n_unknown}, first {_shown_key(table, keys, row)}; left out")
    if rows.could_be_numbers:
        notices.append(f"{path}: each {rows.key} is matched by its name in the data, not by its number")
    for name, column in read.items():
        if not column.has_values:
            notices.append(f"{path}: the column {name} has no value; left out")
        elif odd := column.odd_name():
            notices.append(f"{path}: {name} has names, not numbers, because {shown(odd)} is not a number")
        elif len(column.names) > MOST_NAMES:
            notices.append(f"{path}: {name} has {grouped(len(column.names))} different names; each becomes a bucket")
    return notices


def key_texts(table: TableColumns, place: int) -> pa.StringArray:
    """Give a key column as texts, blanks around them left out."""
    try:
        texts = table.columns[place].cast(pa.string()).to_pylist()
    except pa.ArrowException:
        problem = f"the column {table.names[place]} has {table.columns[place].type}, which is neither number nor text"
        raise DataError(table.file.path, problem, "write it again") from None
    return as_arrow_texts([(text or "").strip() for text in texts])


def _shown_key(table: TableColumns, keys: dict[Key, int], row: int) -> str:
    cells = [key_texts(table, place)[row].as_py() for place in keys.values()]
    return " and ".join(shown(" ".join(cell.split())) for cell in cells)  # in one line


def a_key(key: Key) -> str:
    """Name what a row is about, with its article."""
    return "an event" if key == "event" else f"a {key}"


def with_attribute_tables(study: Study, tables: Sequence["str | pd.DataFrame"]) -> Study:
    """Give a study that was just loaded the attributes of the user's own, with all warnings.

    They are those of tables, each a path or a DataFrame, of its files and of plug-ins.
    """
    attributes: list[Attribute] = []
    said_in: dict[str, str] = {}
    for number, table in enumerate(tables, 1):
        if isinstance(table, str):
            path, found = table, read_attribute_table(table, study)
        else:
            path = "attributes" if number == 1 else f"attributes {number}"
            found = attributes_of_frame(table, study, path)
        for attribute in found:
            if attribute.name in said_in:
                problem = f"the column {attribute.name} is in {said_in[attribute.name]}, too"
                raise DataError(path, problem, "rename one of the two, or leave one table out")
            said_in[attribute.name] = path
            attributes.append(attribute)
    return with_own_attributes(study, attributes)


def read_attribute_table(path: str, study: Study) -> list[Attribute]:
    """Read a table whose rows are about documents, sentences or events of a study, an attribute a column.

    It is CSV in UTF-8, Parquet, or the first sheet of a workbook; the columns `document`, `sentence` or `event` say
    what a row is about. The source of the table says how much of it fits.
    """
    if path == STANDARD_INPUT:
        raise CommandError("an attribute table cannot come from standard input; name a file")
    return _attributes(read_table(path), study)


def attributes_of_frame(frame: "pd.DataFrame", study: Study, name: str = "attributes") -> list[Attribute]:
    """Read a DataFrame as `read_attribute_table` reads a file; messages and the source call it `name`.

    The source has the format `memory`, and the digest of the rows as JSON lines.

    Raises
    ------
    DataError
        If it is no such table.
    """
    return _attributes(frame_columns(frame, name), study)


def _attributes(table: TableColumns, study: Study) -> list[Attribute]:
    path = table.file.path
    keys = key_columns(table)
    check_names(table, keys)
    rows = _rows(table, keys, study)
    check_rows(table, rows, keys)
    read = {table.names[place]: _values(table, place) for place in value_columns(table, keys)}
    notices = notices_about(table, rows, keys, read)
    columns = {name: column for name, column in read.items() if column.has_values}
    if not columns:
        raise DataError(path, "no column has a value", "fill one, or leave the table out")
    of_members = rows.rows_of(study)
    notes = [_rows_note(rows), *(_values_note(name, column, of_members) for name, column in columns.items())]
    origin = TableOrigin(_source(table, notes), tuple(notices))
    return [
        Attribute(name, f"{name}, by {rows.key}", TableColumn(origin, column, rows.rows_of), scale=column.scale)
        for name, column in columns.items()
    ]


def _rows(table: TableColumns, keys: dict[Key, int], study: Study) -> KeyedRows:
    texts = {key: key_texts(table, place) for key, place in keys.items()}
    if "event" in texts:
        return rows_about_events(study, texts["event"])
    if "sentence" in texts:
        return rows_about_sentences(study.text, texts["sentence"], texts.get("document"))
    return rows_about_documents(study.text, texts["document"])


def _values(table: TableColumns, place: int) -> OwnValues:
    column = values_of(table.columns[place])
    if column is None:
        raise DataError(
            table.file.path,
            f"the column {table.names[place]} has {table.columns[place].type}, which is neither number, date nor text",
            "leave it out",
        )
    return column


def _source(table: TableColumns, notes: Sequence[str]) -> Source:
    file = table.file
    return Source(
        file.path, file.sha256, file.size, "attributes", table.format, "utf-8" if table.format == "csv" else "",
        None, "", "", "none", 0, 0, 0, 0, tuple(notes),
    )  # fmt: skip


def _rows_note(rows: KeyedRows) -> str:
    n_known, n_rows = int(np.count_nonzero(rows.place >= 0)), len(rows.place)
    return f"{grouped(n_known)} of {counted(n_rows, 'row')} about {a_key(rows.key)}"


def _values_note(name: str, column: OwnValues, rows: MemberRows) -> str:
    is_none = np.append(np.isnan(column.values), True)  # the last one is that of mentions without a row
    of_mentions = np.concatenate([is_none[rows.reference].ravel(), is_none[rows.predicted]])
    n_without = int(np.count_nonzero(of_mentions))
    return f"{name} ({column.scale}): {grouped(n_without)} of {counted(len(of_mentions), 'mention')} without a value"
