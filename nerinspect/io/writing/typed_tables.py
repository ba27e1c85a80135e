"""What the columns of a table hold, for forms in which every cell of a column is of one type."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import chain
from typing import Final

from nerinspect.lists.table import Content, MeanOfRuns, Ratio, Table, Value

DEVIATION: Final = "{} std"
"""The column of the deviations of means of runs, as JSON has them."""


def typed(table: Table) -> Table:
    """Give a table whose `contents` name every column; what is not known before there are rows is found out from them.

    Means of runs become two columns. Rows of a table whose columns are known are made as they are read.
    """
    if all(name in table.contents for name in table.columns):
        return table
    rows = list(table)
    have_means = [any(isinstance(row[place], MeanOfRuns) for row in rows) for place in range(len(table.columns))]
    pairs = zip(table.columns, have_means, strict=True)
    columns = tuple(chain.from_iterable(_names(name, has_means) for name, has_means in pairs))
    split = [tuple(chain.from_iterable(map(_cells, row, have_means))) for row in rows] if any(have_means) else rows
    contents = {
        name: table.contents.get(name) or _content(table, name, (row[place] for row in split))
        for place, name in enumerate(columns)
    }
    return Table(columns, split, table.percentages, table.counts, contents)


def encodable(text: str) -> str:
    r"""Write half characters, which are no Unicode, as `\udcXX`, as text files and records have them.

    Examples
    --------
    >>> print(encodable("a\udcff"))
    a\udcff
    """
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def _names(column: str, has_means: bool) -> tuple[str, ...]:
    return (column, DEVIATION.format(column)) if has_means else (column,)


def _cells(value: Value, has_means: bool) -> tuple[Value, ...]:
    if isinstance(value, MeanOfRuns):
        return value.mean, value.deviation
    return (value, None) if has_means else (value,)


def _content(table: Table, column: str, values: Iterable[Value]) -> Content:
    """Find out what a column holds; what holds nothing is what the table says of it."""
    kinds = {_kind(value) for value in values if value is not None}
    if not kinds:
        is_number = column in table.counts
        return Content.RATIO if column in table.percentages else Content.NUMBER if is_number else Content.TEXT
    if kinds <= {Content.NUMBER, Content.RATIO}:
        return max(kinds, key=(Content.NUMBER, Content.RATIO).index)
    if kinds == {Content.SPANS, Content.TOKENS}:  # lists without anything in them are taken for spans
        return Content.TOKENS
    return kinds.pop() if len(kinds) == 1 else Content.TEXT


def _kind(value: Value) -> Content:
    if isinstance(value, int):
        return Content.NUMBER
    if isinstance(value, float | Decimal | Ratio):
        return Content.RATIO
    if isinstance(value, list):
        return Content.TOKENS if value and isinstance(value[0], str) else Content.SPANS
    return Content.TEXT
