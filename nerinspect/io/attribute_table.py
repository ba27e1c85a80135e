"""Tables that say something of documents, sentences or events: genre, date, source, annotator, confidence."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import BUILT_IN
from nerinspect.analysis.own_attributes import (
    MOST_NAMES,
    TableColumn,
    TableOrigin,
    can_be_asked_for,
    with_own_attributes,
)
from nerinspect.analysis.own_values import OwnValues, values_of
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.corpus.source import Source
from nerinspect.errors import CommandError, DataError, counted, shown
from nerinspect.io.attribute_keys import (
    KEYS,
    Key,
    KeyedRows,
    rows_about_documents,
    rows_about_events,
    rows_about_sentences,
)
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.table_columns import TableColumns, read_table
from nerinspect.results.attribute_columns import is_attribute_column
from nerinspect.results.events_table import all_columns
from nerinspect.results.token_columns import is_token_column

_SAID_BY: dict[Key, str] = {
    "document": "name documents by their numbers from 1, or as the reference names them",
    "sentence": "name sentences by their numbers in the whole reference from 1, or as it names them",
    "event": "take the ids of a table of events of these files, systems and runs",
}


def with_attribute_tables(study: Study, paths: Sequence[str]) -> Study:
    """Give a study the attributes of the user's own: those of tables, of its files and of plug-ins.

    Parameters
    ----------
    study : Study
        Just loaded.
    paths : sequence of str
        The tables.

    Returns
    -------
    Study
        With `attributes`, and with all `warnings` there are.

    Raises
    ------
    NerinspectError
        At the first mistake in a table.
    """
    attributes: list[Attribute] = []
    said_in: dict[str, str] = {}
    for path in paths:
        for attribute in read_attribute_table(path, study):
            if attribute.name in said_in:
                problem = f"the column {attribute.name} stands in {said_in[attribute.name]} too"
                raise DataError(path, problem, "rename one of the two, or leave one table out")
            said_in[attribute.name] = path
            attributes.append(attribute)
    return with_own_attributes(study, attributes)


def read_attribute_table(path: str, study: Study) -> list[Attribute]:
    """Read a table whose rows are about documents, sentences or events of a study.

    Parameters
    ----------
    path : str
        CSV with commas or tabs, in UTF-8, or Parquet; the columns `document`, `sentence` or `event` say what a row is
        about.
    study : Study
        Whose mentions have the values.

    Returns
    -------
    list of Attribute
        One for each other column that holds a value. The source of the table says how much of it fits.

    Raises
    ------
    CommandError
        If it is standard input, which may be needed for data.
    DataError
        If the table cannot be read, no row fits, or two rows are about the same.
    """
    if path == STANDARD_INPUT:
        raise CommandError("an attribute table cannot come from standard input; name a file")
    table = read_table(path)
    keys = _key_columns(table)
    _check_names(table, keys)
    rows = _rows(table, keys, study)
    _check_rows(table, rows, keys)
    read = {table.names[place]: _values(table, place) for place in _value_columns(table, keys)}
    notices = _notices(table, rows, keys, read)
    columns = {name: column for name, column in read.items() if column.has_values}
    bare = {
        name: TableColumn(TableOrigin(_source(table, [])), column, rows.rows_of) for name, column in columns.items()
    }
    notes = [_rows_note(rows), *(_values_note(name, column, study) for name, column in bare.items())]
    origin = TableOrigin(_source(table, notes), tuple(notices))
    return [
        Attribute(name, f"{name}, by {rows.key}", TableColumn(origin, column, rows.rows_of), scale=column.scale)
        for name, column in columns.items()
    ]


def _key_columns(table: TableColumns) -> dict[Key, int]:
    """Find the columns that say what a row is about; an event says it alone."""
    places = {name.casefold(): place for place, name in reversed(list(enumerate(table.names)))}
    found = {key: places[key] for key in KEYS if key in places}
    if not found:
        there = ", ".join(table.names[:10]) + (", …" if len(table.names) > 10 else "")
        raise DataError(
            table.file.path,
            f"no column is called document, sentence or event (there are: {there})",
            "name the column so that says what a row is about",
        )
    return {"event": found["event"]} if "event" in found else found


def _value_columns(table: TableColumns, keys: dict[Key, int]) -> list[int]:
    """List the columns that are attributes; beside an event, the columns of its own table are none."""
    others = [place for place in range(len(table.names)) if place not in keys.values()]
    return [place for place in others if "event" not in keys or not _is_of_events(table.names[place])]


def _is_of_events(name: str) -> bool:
    """Tell whether a column may come from an export of events."""
    return name in all_columns(with_training=True) or is_attribute_column(name) or is_token_column(name)


def _check_names(table: TableColumns, keys: dict[Key, int]) -> None:
    path, names = table.file.path, table.names
    built_in = {one.name.casefold() for one in BUILT_IN}
    for place, name in enumerate(names):
        if not name:
            raise DataError(path, f"column {place + 1} has no name", "name it in the header, or leave it out")
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        raise DataError(path, f"two columns are called {shown(twice[0])}", "rename one of them")
    for name in (names[place] for place in _value_columns(table, keys)):
        if name.casefold() in built_in:
            problem = f"the column {name} is called like an attribute that every study has"
            raise DataError(path, problem, "rename it, or leave it out")
        if not can_be_asked_for(name):
            problem = f"the column {shown(name)} has a name that no query can ask for"
            raise DataError(path, problem, "rename it, without = and without / before a number")


def _rows(table: TableColumns, keys: dict[Key, int], study: Study) -> KeyedRows:
    texts = {key: _texts(table, place) for key, place in keys.items()}
    if "event" in texts:
        return rows_about_events(study, texts["event"])
    if "sentence" in texts:
        return rows_about_sentences(study.text, texts["sentence"], texts.get("document"))
    return rows_about_documents(study.text, texts["document"])


def _check_rows(table: TableColumns, rows: KeyedRows, keys: dict[Key, int]) -> None:
    path = table.file.path
    if not _value_columns(table, keys):
        raise DataError(path, f"no column says anything about {_a(rows.key)}", "add one, such as genre or date")
    if not table.n_rows:
        raise DataError(path, "the table has no rows", f"write one for each {rows.key}")
    known = np.flatnonzero(rows.place >= 0)
    if not len(known):
        problem = f"no row is about {_a(rows.key)} of the data, the first about {_shown_key(table, keys, 0)}"
        raise DataError(path, problem, _SAID_BY[rows.key], table.line_of(0))
    _, first, row_of = np.unique(rows.place[known], return_index=True, return_inverse=True)
    again = known[np.flatnonzero(first[row_of] != np.arange(len(known)))]
    if len(again):
        row = int(again[0])
        before = table.line_of(int(known[first[row_of[np.searchsorted(known, row)]]]))
        at = f", first in line {before}" if before else ""
        problem = f"two rows are about {rows.key} {_shown_key(table, keys, row)}{at}"
        raise DataError(path, problem, "keep one of them", table.line_of(row))


def _notices(table: TableColumns, rows: KeyedRows, keys: dict[Key, int], read: dict[str, OwnValues]) -> list[str]:
    """Say what of a table is not used, or may not be what it seems."""
    path, notices = table.file.path, []
    unknown = np.flatnonzero(rows.place < 0)
    if len(unknown):
        row = int(unknown[0])
        line = table.line_of(row)
        place = f"{path}:{line}" if line else path
        n_unknown = f"{len(unknown):,} of {counted(table.n_rows, 'row')}"
        notices.append(f"{place}: {n_unknown} about no {rows.key}, first {_shown_key(table, keys, row)}; left out")
    if rows.could_be_numbers:
        notices.append(f"{path}: each {rows.key} is taken for its name in the data, not for its number")
    for name, column in read.items():
        if not column.has_values:
            notices.append(f"{path}: the column {name} holds no value; left out")
        elif odd := column.odd_name():
            notices.append(f"{path}: {name} holds names, not numbers, because {shown(odd)} is no number")
        elif len(column.names) > MOST_NAMES:
            notices.append(f"{path}: {name} holds {len(column.names):,} different names; each is a bucket")
    return notices


def _values(table: TableColumns, place: int) -> OwnValues:
    column = values_of(table.columns[place])
    if column is None:
        raise DataError(
            table.file.path,
            f"the column {table.names[place]} holds {table.columns[place].type}, which is no number, date or text",
            "leave it out",
        )
    return column


def _texts(table: TableColumns, place: int) -> pa.StringArray:
    """Give a key column as texts, blanks around them left out."""
    try:
        texts = table.columns[place].cast(pa.string()).to_pylist()
    except pa.ArrowException:
        problem = f"the column {table.names[place]} holds {table.columns[place].type}, which is no number or text"
        raise DataError(table.file.path, problem, "write it again") from None
    return as_arrow_texts([(text or "").strip() for text in texts])


def _source(table: TableColumns, notes: Sequence[str]) -> Source:
    file = table.file
    return Source(
        file.path, file.sha256, file.size, "attributes", table.format, "utf-8" if table.format == "csv" else "",
        None, "", "", "none", 0, 0, 0, 0, tuple(notes),
    )  # fmt: skip


def _rows_note(rows: KeyedRows) -> str:
    n_known, n_rows = int(np.count_nonzero(rows.place >= 0)), len(rows.place)
    return f"{n_known:,} of {counted(n_rows, 'row')} about {_a(rows.key)}"


def _values_note(name: str, column: TableColumn, study: Study) -> str:
    values = column(study)
    n_mentions = values.reference.size + values.predicted.size
    n_without = int(np.isnan(values.reference).sum() + np.isnan(values.predicted).sum())
    return f"{name} ({column.column.scale}): {n_without:,} of {counted(n_mentions, 'mention')} without a value"


def _shown_key(table: TableColumns, keys: dict[Key, int], row: int) -> str:
    return " and ".join(shown(_texts(table, place)[row].as_py()) for place in keys.values())


def _a(key: Key) -> str:
    return "an event" if key == "event" else f"a {key}"
