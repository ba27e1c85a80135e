"""Tables that say something of documents, sentences or events: genre, date, source, annotator, confidence."""

from collections.abc import Sequence

import numpy as np

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.own_attributes import MemberRows, TableColumn, TableOrigin, with_own_attributes
from nerinspect.analysis.own_values import OwnValues, values_of
from nerinspect.analysis.study import Study
from nerinspect.corpus.source import Source
from nerinspect.errors import CommandError, DataError, counted
from nerinspect.io.attribute_checks import (
    a_key,
    check_names,
    check_rows,
    key_columns,
    key_texts,
    notices_about,
    value_columns,
)
from nerinspect.io.attribute_keys import Key, KeyedRows, rows_about_documents, rows_about_events, rows_about_sentences
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.table_columns import TableColumns, read_table


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
    keys = key_columns(table)
    check_names(table, keys)
    rows = _rows(table, keys, study)
    check_rows(table, rows, keys)
    read = {table.names[place]: _values(table, place) for place in value_columns(table, keys)}
    notices = notices_about(table, rows, keys, read)
    columns = {name: column for name, column in read.items() if column.has_values}
    if not columns:
        raise DataError(path, "no column holds a value", "fill one, or leave the table out")
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
            f"the column {table.names[place]} holds {table.columns[place].type}, which is no number, date or text",
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
    return f"{n_known:,} of {counted(n_rows, 'row')} about {a_key(rows.key)}"


def _values_note(name: str, column: OwnValues, rows: MemberRows) -> str:
    is_none = np.append(np.isnan(column.values), True)  # the last one is that of mentions without a row
    of_mentions = np.concatenate([is_none[rows.reference].ravel(), is_none[rows.predicted]])
    n_without = int(np.count_nonzero(of_mentions))
    return f"{name} ({column.scale}): {n_without:,} of {counted(len(of_mentions), 'mention')} without a value"
