"""What is wrong with a table of attributes, and what should be noticed about it."""

from collections import Counter
from typing import Final

import numpy as np
import pyarrow as pa

from nerinspect.analysis.attributes import BUILT_IN
from nerinspect.analysis.own_attributes import MOST_NAMES, can_be_asked_for
from nerinspect.analysis.own_values import OwnValues
from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.errors import DataError, counted, shown
from nerinspect.io.attribute_keys import KEYS, Key, KeyedRows
from nerinspect.io.table_columns import TableColumns
from nerinspect.results.attribute_columns import is_attribute_column
from nerinspect.results.events_table import all_columns
from nerinspect.results.token_columns import is_token_column

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
    return name in all_columns(with_training=True) or is_attribute_column(name) or is_token_column(name)


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
            problem = f"the column {name} is called like an attribute that every study has"
            raise DataError(path, problem, "rename it, or leave it out")
        if not can_be_asked_for(name):
            problem = f"the column {shown(name)} has a name that no query can ask for"
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
        problem = f"no row is about {a_key(rows.key)} of the data, the first about {_shown_key(table, keys, 0)}"
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


def key_texts(table: TableColumns, place: int) -> pa.StringArray:
    """Give a key column as texts, blanks around them left out."""
    try:
        texts = table.columns[place].cast(pa.string()).to_pylist()
    except pa.ArrowException:
        problem = f"the column {table.names[place]} holds {table.columns[place].type}, which is no number or text"
        raise DataError(table.file.path, problem, "write it again") from None
    return as_arrow_texts([(text or "").strip() for text in texts])


def _shown_key(table: TableColumns, keys: dict[Key, int], row: int) -> str:
    cells = [key_texts(table, place)[row].as_py() for place in keys.values()]
    return " and ".join(shown(" ".join(cell.split())) for cell in cells)  # in one line


def a_key(key: Key) -> str:
    """Name what a row is about, with its article."""
    return "an event" if key == "event" else f"a {key}"
