"""Write tables as Parquet, each column of one type, in groups of rows as they are made."""

from collections.abc import Callable
from decimal import Decimal
from itertools import islice
from math import isnan
from typing import Any, BinaryIO, Final

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import as_arrow, as_arrow_texts, taken
from nerinspect.lists.table import Cells, Content, Ratio, Table, Value, encodable, listed, typed

_ROWS_AT_ONCE: Final = 50_000

_SPANS: Final = pa.list_(pa.struct([("start", pa.int32()), ("end", pa.int32()), ("type", pa.string())]))


def write_parquet(table: Table, file: BinaryIO) -> None:
    """Write whole numbers as int64, ratios as double, flags as bool and spans as lists; undefined is null."""
    import pyarrow.parquet as pq

    table = typed(table)
    contents = [table.contents[name] for name in table.columns]
    named = zip(map(encodable, table.columns), contents, strict=True)
    schema = pa.schema([(name, _COLUMNS[one][0]) for name, one in named])
    rows = iter(table)
    with pq.ParquetWriter(file, schema) as writer:
        while ahead := list(islice(rows, _ROWS_AT_ONCE)):
            columns = map(_column, contents, zip(*ahead, strict=True))
            writer.write_table(pa.table(list(columns), schema=schema))


def arrow_type(content: Content) -> pa.DataType:
    return _COLUMNS[content][0]


def arrow_column(content: Content, cells: Cells) -> pa.Array:
    """Make a column of cells of a list, mostly as columns already: without pandas, which `pyarrow.array` imports."""
    from nerinspect.lists.mentions import MentionSpans  # scores are there sooner without lists

    kind = arrow_type(content)
    if isinstance(cells, pa.Array):
        return cells.cast(kind)
    if isinstance(cells, np.ndarray):
        return as_arrow(cells).cast(kind)
    if isinstance(cells, MentionSpans):
        offsets = as_arrow(np.append(0, np.cumsum(cells.n_mentions)))
        types = taken(as_arrow_texts(cells.types), cells.type_codes)
        parts = [as_arrow(cells.start), as_arrow(cells.end), types]
        return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(parts, fields=[*kind.value_type]))
    values = tuple(listed(cells))
    texts = [encodable(value) for value in values if content is Content.TEXT and type(value) is str]
    return as_arrow_texts(texts) if texts and len(texts) == len(values) else _column(content, values)


def _column(content: Content, values: tuple[Value, ...]) -> pa.Array:
    kind, cell = _COLUMNS[content]
    cells = list(map(cell, values)) if cell else values
    try:
        return pa.array(cells, kind)
    except UnicodeEncodeError:
        return pa.array(list(map(_encodable, cells)), kind)


def _ratio(value: Any) -> float | None:  # noqa: ANN401 - whatever a column of numbers holds
    number = value.value if isinstance(value, Ratio) else float(value) if isinstance(value, Decimal) else value
    return None if number is None or isnan(number) else number


def _encodable(value: Any) -> Any:  # noqa: ANN401 - a text, or lists that hold some
    if isinstance(value, str):
        return encodable(value)
    return type(value)(map(_encodable, value)) if isinstance(value, list | tuple) else value


_COLUMNS: Final[dict[Content, tuple[pa.DataType, Callable[[Value], Any] | None]]] = {
    Content.TEXT: (pa.string(), lambda value: None if value is None else str(value)),
    Content.NUMBER: (pa.int64(), None),
    Content.RATIO: (pa.float64(), _ratio),
    Content.FLAG: (pa.bool_(), lambda value: None if value is None else value == "yes"),
    Content.SPANS: (_SPANS, None),
    Content.TOKENS: (pa.list_(pa.string()), None),
}
"""The type of each column, and what makes its cells of values, if they are others."""
