"""Attributes of the user's own: columns of tables and of the data files, and those of plug-ins."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa

from nerinspect.attributes.plugins import plugged_attributes
from nerinspect.checking.notices import find_notices
from nerinspect.corpus.arrays import AnyIntArray, FloatArray, as_arrow_texts, from_arrow, mask_from_arrow
from nerinspect.corpus.text import Source, TokenColumn
from nerinspect.events.members import entity_tokens
from nerinspect.events.segment_events import Side
from nerinspect.events.study import WITHOUT_VALUE, Attribute, AttributeValues, Scale, Study

_ISO_DATE: Final = r"^\d{4}-\d\d-\d\d([T ].*)?$"
_TEXTS: Final = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
_LENGTH_OF_DATE: Final = 10
_NO_VALUE: Final = rf"^(?:{WITHOUT_VALUE})?$"


@dataclass(frozen=True, eq=False)
class OwnValues:
    """Numbers, days since 1970-01-01, or places in distinct names, as the scale says; nan where there is none."""

    scale: Scale
    values: FloatArray
    names: tuple[str, ...] = ()

    @property
    def has_values(self) -> bool:
        return not bool(np.isnan(self.values).all())

    def odd_name(self) -> str | None:
        """Give the first name that is no number where most names are."""
        odd = [name for name in self.names if not _is_number(name)]
        return odd[0] if odd and 2 * len(odd) < len(self.names) else None


def values_of(column: pa.Array) -> OwnValues | None:
    """Read a column of any type; None if it holds something else than numbers, dates or texts.

    A null, a number that is none, an empty text and the text `none` are no value. Truth values are names.
    """
    import pyarrow.compute as pc

    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if any(is_text(kind) for is_text in _TEXTS):
        return values_of_texts(column.cast(pa.string()))
    if pa.types.is_boolean(kind):
        return values_of_texts(pc.if_else(column, "true", "false").cast(pa.string()))
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        return OwnValues("date", _floats(pc.cast(column, pa.date32(), safe=False).cast(pa.int32())))
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        values = _floats(column.cast(pa.float64(), safe=False))
        return _numbers(np.where(np.isfinite(values), values, np.nan))
    return None


def values_of_texts(texts: pa.StringArray) -> OwnValues:
    """Read a column of texts: numbers if all are numbers, dates if all are ISO dates, else names.

    Blanks around them do not count; an empty one, a null and `none` are no value. Numbers are whole if none has a
    fraction; of a date with a time the date counts.
    """
    import pyarrow.compute as pc

    coded = pc.utf8_trim_whitespace(texts).dictionary_encode()
    used = coded.dictionary
    counts = pc.invert(pc.match_substring_regex(used, _NO_VALUE))
    distinct, is_value = used.filter(counts), mask_from_arrow(counts)
    place = np.append(np.where(is_value, np.cumsum(is_value) - 1, -1), -1)  # the last one is that of nulls
    place = place[np.where(mask_from_arrow(texts.is_valid()), from_arrow(coded.indices), -1)]
    for scale, read in (("number", _read_numbers), ("date", _read_dates)):
        if (values := read(distinct)) is not None:
            of_rows = np.append(values, np.nan)[place]
            return _numbers(of_rows) if scale == "number" else OwnValues("date", of_rows)
    names = tuple(distinct.to_pylist())
    return OwnValues("name", np.where(place >= 0, place, np.nan), names)


def _numbers(values: FloatArray) -> OwnValues:
    is_whole = bool((np.trunc(values) == values)[~np.isnan(values)].all())
    return OwnValues("whole" if is_whole else "number", values)


def _read_numbers(texts: pa.StringArray) -> FloatArray | None:
    """Read finite numbers; None if one is none."""
    try:
        values = _floats(texts.cast(pa.float64()))
    except pa.ArrowInvalid:
        return None
    return values if np.isfinite(values).all() else None


def _read_dates(texts: pa.StringArray) -> FloatArray | None:
    """Read ISO dates as days since 1970-01-01; None if one is none."""
    import pyarrow.compute as pc

    if not mask_from_arrow(pc.match_substring_regex(texts, _ISO_DATE)).all():
        return None
    try:
        return _floats(pc.utf8_slice_codeunits(texts, 0, _LENGTH_OF_DATE).cast(pa.date32()).cast(pa.int32()))
    except pa.ArrowInvalid:
        return None


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False


def _floats(numbers: pa.Array) -> FloatArray:
    """Copy Arrow's numbers, nulls as nan; `to_numpy` and `fill_null` would import pandas first."""
    floats = numbers.cast(pa.float64())
    values = np.frombuffer(floats.buffers()[1], dtype=np.float64, count=len(floats), offset=8 * floats.offset)
    return np.where(mask_from_arrow(floats.is_valid()), values, np.nan)


NO_ROW: Final = -1

MOST_NAMES: Final = 100
"""So many names a column of the data files may hold to be offered as an attribute: each is a bucket."""


class MemberRows(NamedTuple):
    """The row of a table that each mention goes with; -1 for none.

    That of a reference mention is one for each prediction, in rows, if the table is about events.
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
    """The file that attributes come from, whose notes say how much of it fits, and what should be noticed about it."""

    source: Source
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class TableColumn:
    """A column of a table, which gives each mention the value in its row."""

    origin: TableOrigin
    column: OwnValues
    rows_of: RowsOf

    def __call__(self, study: Study) -> AttributeValues:
        rows, values = self.rows_of(study), np.append(self.column.values, np.nan)
        return AttributeValues(values[rows.reference], values[rows.predicted], self.column.names)


@dataclass(frozen=True)
class TokenColumnValues:
    """What the files of one side say of each token, as values of the tokens in mentions.

    A reference token has the value that a prediction's file gives it in the events of this prediction.
    """

    side: Side
    name: str

    def __call__(self, study: Study) -> AttributeValues:
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
    from nerinspect.attributes.built_in import attributes_of

    return tuple(one for one in attributes_of(study) if has_columns or not is_file_column(one))


def can_be_asked_for(name: str) -> bool:
    """Tell whether a query such as `bucket:NAME=XS` or `bucket:NAME/6=B2` can name an attribute."""
    return re.search(r"=|/[0-9]+$", name) is None


def token_attributes(study: Study) -> list[Attribute]:
    """Offer the further columns of the data files: numbers, dates, and names if they are few and differ.

    They are named like the columns of the events table, such as `reference:UPOS`.
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

    They are those of the tables (left out, the ones it has), of further columns of its files, and of plug-ins.
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
    return [one for one in study.attributes if origin_of(one) is not None]


def attribute_sources(study: Study) -> list[Source]:
    return [origin.source for origin in _origins(study.attributes)]


def origin_of(attribute: Attribute) -> TableOrigin | None:
    return attribute.values.origin if isinstance(attribute.values, TableColumn) else None


def _origins(attributes: Sequence[Attribute]) -> list[TableOrigin]:
    return list(dict.fromkeys(origin for one in attributes if (origin := origin_of(one)) is not None))


def _columns(study: Study, side: Side, name: str) -> list[TokenColumn | None]:
    annotations = [study.reference] if side == "reference" else [one.annotation for one in study.predictions]
    return [next((column for column in one.columns if column.name == name), None) for one in annotations]


def _read(columns: Sequence[TokenColumn | None], n_tokens: int) -> tuple[OwnValues, FloatArray]:
    """Read columns of one name together, so that they share scale and names, and give each token its value.

    Rows are columns; nan where a file has no such column.
    """
    own = values_of_texts(as_arrow_texts([text for column in columns if column for text in column.values]))
    of_tokens = np.full((len(columns), n_tokens), np.nan)
    first = 0
    for values, column in zip(of_tokens, columns, strict=True):
        if column is not None:
            values[:] = own.values[first + column.codes[:n_tokens]]
            first += len(column.values)
    return own, of_tokens
