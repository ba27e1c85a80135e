"""Attributes of the user's own: columns of tables, further columns of the data files, and those of plug-ins."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from nerinspect.analysis.attribute import Attribute, AttributeValues
from nerinspect.analysis.attribute_plugins import plugged_attributes
from nerinspect.analysis.attributes import attributes_of
from nerinspect.analysis.events import Side
from nerinspect.analysis.members import entity_tokens
from nerinspect.analysis.notices import find_notices
from nerinspect.analysis.own_values import OwnValues, values_of_texts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, FloatArray, as_arrow_texts
from nerinspect.corpus.source import Source
from nerinspect.corpus.token_column import TokenColumn

NO_ROW: Final = -1

MOST_NAMES: Final = 100
"""So many names a column of the data files may hold to be offered as an attribute: each is a bucket."""


class MemberRows(NamedTuple):
    """The row of a table that each mention goes with; -1 for none.

    Attributes
    ----------
    reference : ndarray of int, shape (n_reference,) or (n_predictions, n_reference)
        Of the reference mentions; with a row for each prediction if the table is about events.
    predicted : ndarray of int, shape (n_predicted,)
        Of the mentions of all predictions.
    """

    reference: AnyIntArray
    predicted: AnyIntArray


RowsOf: TypeAlias = Callable[[Study], MemberRows]


def rows_by_sentence(row: AnyIntArray) -> RowsOf:
    """Find the rows of mentions by those of their sentences. Shape (n_sentences,)."""

    def rows(study: Study) -> MemberRows:
        reference, predicted = (
            row[study.text.sentence_of(study.mentions_on(side).start)] for side in ("reference", "predicted")
        )
        return MemberRows(reference, predicted)

    return rows


def rows_by_event(row_of_events: Callable[[Study], AnyIntArray]) -> RowsOf:
    """Find the rows of mentions by those of their events, which the callable gives in shape (n_events,)."""

    def rows(study: Study) -> MemberRows:
        events, row = study.events, row_of_events(study)
        reference = np.full((len(study.predictions), len(study.reference.mentions)), NO_ROW, dtype=np.int64)
        predicted = np.full(len(study.predicted), NO_ROW, dtype=np.int64)
        n_reference = events.n_mentions("reference")
        reference[np.repeat(events.prediction, n_reference), events.mentions("reference")] = np.repeat(row, n_reference)
        predicted[events.mentions("predicted")] = np.repeat(row, events.n_mentions("predicted"))
        return MemberRows(reference, predicted)

    return rows


@dataclass(frozen=True, eq=False)
class TableOrigin:
    """The table that attributes come from.

    Attributes
    ----------
    source : Source
        The file; its notes say how much of it fits.
    notices : tuple of str
        What should be noticed about it.
    """

    source: Source
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class TableColumn:
    """A column of a table, which gives each mention the value in its row.

    Attributes
    ----------
    origin : TableOrigin
        Where it stands.
    column : OwnValues
        Its values by row.
    rows_of : callable
        Finds the rows of the mentions of a study.
    """

    origin: TableOrigin
    column: OwnValues
    rows_of: RowsOf

    def __call__(self, study: Study) -> AttributeValues:
        """Give the values of all mentions."""
        rows, values = self.rows_of(study), np.append(self.column.values, np.nan)
        return AttributeValues(values[rows.reference], values[rows.predicted], self.column.names)


@dataclass(frozen=True)
class TokenColumnValues:
    """What the files of one side say of each token, as values of the tokens in mentions.

    Attributes
    ----------
    side : str
        A reference token has the value that a prediction's file gives it in the events of this prediction.
    name : str
        What the files call the column.
    """

    side: Side
    name: str

    def __call__(self, study: Study) -> AttributeValues:
        """Give the values of all tokens in mentions."""
        columns, tokens = _columns(study, self.side, self.name), entity_tokens(study)
        own, of_tokens = _read(columns, study.text.n_tokens)
        reference, predicted = tokens["reference"].position, tokens["predicted"].position
        if self.side == "reference":
            return AttributeValues(of_tokens[0][reference], of_tokens[0][predicted], own.names)
        of_predicted = of_tokens[tokens["predicted"].prediction, predicted]
        return AttributeValues(of_tokens[:, reference], of_predicted, own.names)


def is_file_column(attribute: Attribute) -> bool:
    """Tell whether an attribute is a further column of the data files."""
    return isinstance(attribute.values, TokenColumnValues)


def charted_attributes(study: Study, has_columns: bool) -> tuple[Attribute, ...]:
    """List the attributes that are drawn and listed side by side: columns of the data files on demand alone."""
    return tuple(one for one in attributes_of(study) if has_columns or not is_file_column(one))


def can_be_asked_for(name: str) -> bool:
    """Tell whether a query such as `bucket:NAME=XS` or `bucket:NAME/6=B2` can name an attribute."""
    return re.search(r"=|/[0-9]+$", name) is None


def token_attributes(study: Study) -> list[Attribute]:
    """Offer the further columns of the data files: numbers, dates, and names if they are few and differ.

    Parameters
    ----------
    study : Study
        Read with its other columns; without them there is nothing to offer.

    Returns
    -------
    list of Attribute
        Named like the columns of the events table, such as `reference:UPOS`.
    """
    sides: tuple[tuple[Side, str], ...] = (("reference", "reference"), ("predicted", "prediction"))
    offered = []
    for side, word in sides:
        annotations = [study.reference] if side == "reference" else [one.annotation for one in study.predictions]
        for name in dict.fromkeys(column.name for one in annotations for column in one.columns):
            own, _ = _read(_columns(study, side, name), 0)
            differs = own.has_values and (own.scale != "name" or 1 < len(own.names) <= MOST_NAMES)
            if differs and can_be_asked_for(name):
                values = TokenColumnValues(side, name)
                offered.append(Attribute(f"{side}:{name}", f"{name} in the {word}", values, "token", own.scale))
    return offered


def with_own_attributes(study: Study, tables: Sequence[Attribute] | None = None) -> Study:
    """Give a study the attributes of the user's own, and say anew what should be noticed about it.

    Parameters
    ----------
    study : Study
        Just loaded, or with other training data.
    tables : sequence of Attribute or None
        Those that come from tables; left out, the ones it has.

    Returns
    -------
    Study
        With them, with further columns of its files and with what plug-ins add, `warnings` complete.
    """
    kept = table_attributes(study) if tables is None else list(tables)
    offered = token_attributes(study)
    own = kept + [one for one in offered if one.name not in {table.name for table in kept}]
    plugged, faults = plugged_attributes(study, [one.name for one in own])
    notices = [notice for origin in _origins(own) for notice in origin.notices]
    return replace(
        study, attributes=(*own, *plugged), warnings=tuple(dict.fromkeys([*find_notices(study), *notices, *faults]))
    )


def table_attributes(study: Study) -> list[Attribute]:
    """List the attributes of a study that come from tables."""
    return [one for one in study.attributes if origin_of(one) is not None]


def attribute_sources(study: Study) -> list[Source]:
    """List the tables that attributes of a study come from, in the order given."""
    return [origin.source for origin in _origins(study.attributes)]


def origin_of(attribute: Attribute) -> TableOrigin | None:
    """Give the table that an attribute comes from; None if it comes from none."""
    return attribute.values.origin if isinstance(attribute.values, TableColumn) else None


def _origins(attributes: Sequence[Attribute]) -> list[TableOrigin]:
    return list(dict.fromkeys(origin for one in attributes if (origin := origin_of(one)) is not None))


def _columns(study: Study, side: Side, name: str) -> list[TokenColumn | None]:
    """Find the column of a name in the reference, or in each prediction."""
    annotations = [study.reference] if side == "reference" else [one.annotation for one in study.predictions]
    return [next((column for column in one.columns if column.name == name), None) for one in annotations]


def _read(columns: Sequence[TokenColumn | None], n_tokens: int) -> tuple[OwnValues, FloatArray]:
    """Read columns of one name together, so that they share scale and names.

    Returns
    -------
    OwnValues
        Of the distinct texts.
    ndarray of float64, shape (n_columns, n_tokens)
        The value of each token in each column; nan where a file has no such column.
    """
    own = values_of_texts(as_arrow_texts([text for column in columns if column for text in column.values]))
    of_tokens = np.full((len(columns), n_tokens), np.nan)
    first = 0
    for values, column in zip(of_tokens, columns, strict=True):
        if column is not None:
            values[:] = own.values[first + column.codes[:n_tokens]]
            first += len(column.values)
    return own, of_tokens
