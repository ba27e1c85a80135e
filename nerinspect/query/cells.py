"""Cells of the type matrix as a filter, and a filter about types as cells."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term, all_of, any_of
from nerinspect.query.writer import query_text

TypeFields: TypeAlias = tuple[str, str, str]

TYPE_FIELDS: Final[TypeFields] = ("ref", "pred", "type")
"""The fields that belong to the type matrix."""


def cells_of(query: Filter, types: Sequence[str], fields: TypeFields = TYPE_FIELDS) -> BoolArray:
    """Tell of which cells a filter keeps the events.

    Parameters
    ----------
    query : Filter
        Asks about `fields` alone.
    types : sequence of str
        Names of the types.
    fields : tuple of str
        Those about the reference, about the prediction and about either.

    Returns
    -------
    ndarray of bool, shape (n_types + 1, n_types + 1)
        Reference types down, predicted types across, no mention last.
    """
    size = len(types) + 1
    if isinstance(query, Term):
        is_named = np.array([name in query.values for name in (*types, None)])
        rows, columns = np.repeat(is_named[:, None], size, axis=1), np.repeat(is_named[None], size, axis=0)
        return rows if query.field == fields[0] else columns if query.field == fields[1] else rows | columns
    if isinstance(query, Not):
        return ~cells_of(query.inner, types, fields)
    if isinstance(query, All | AnyOf):
        parts = np.array([cells_of(part, types, fields) for part in query.filters])
        return np.asarray(parts.all(axis=0) if isinstance(query, All) else parts.any(axis=0))
    return np.ones((size, size), dtype=bool)


def cells_filter(cells: BoolArray, types: Sequence[str], fields: TypeFields = TYPE_FIELDS) -> Filter:
    """Ask for the events of some cells.

    Parameters
    ----------
    cells : ndarray of bool, shape (n_types + 1, n_types + 1)
        The cells, as `cells_of` gives them; the one without any mention holds no event and makes no difference.
    types : sequence of str
        Names of the types.
    fields : tuple of str
        As for `cells_of`.

    Returns
    -------
    Filter
        Keeps exactly the events that match `ref:X pred:Y`, or the like, of a cell: rows with the same cells are one
        alternative, and a side is left out if any type will do. Everything, if there are no cells.
    """
    ways = (_rows_alike(cells, is_void_kept, (*types, None), fields) for is_void_kept in (False, True))
    return min(ways, key=lambda way: len(query_text(way)))


def _rows_alike(cells: BoolArray, is_void_kept: bool, names: Sequence[str | None], fields: TypeFields) -> Filter:
    """Ask for the rows with the same cells together, the cell without any mention among them or not."""
    chosen = cells.copy()
    chosen[-1, -1] = is_void_kept
    rows: dict[bytes, list[int]] = {}
    for row in np.flatnonzero(chosen.any(axis=1)).tolist():
        rows.setdefault(chosen[row].tobytes(), []).append(row)
    alternatives = [
        all_of(_side(fields[0], alike, names), _side(fields[1], np.flatnonzero(chosen[alike[0]]).tolist(), names))
        for alike in rows.values()
    ]
    return any_of(*alternatives) if alternatives else Everything()


def _side(field: str, places: Sequence[int], names: Sequence[str | None]) -> Filter:
    return Everything() if len(places) == len(names) else Term(field, tuple(names[place] for place in places))
