"""Columns of the events table that hold attributes of its mentions, or the buckets these are in."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import BUILT_IN, TYPE, attribute_values, attributes_of
from nerinspect.analysis.buckets import BUCKET_RANGE, DEFAULT_BUCKETS, bucketing
from nerinspect.analysis.events import SIDES, EventTable, Side
from nerinspect.analysis.members import entity_tokens
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, spread_ranges
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.glossary import meaning

BUILT_IN_COLUMNS: Final = tuple(one.name for one in BUILT_IN if one is not TYPE)
"""`eLen` to `tCon`."""

_OWN, _BUCKET = "attr", "bucket"


def attribute_columns(study: Study) -> tuple[str, ...]:
    """Name every such column a study has: `eLen` to `tCon`, `attr:NAME` for those of the user, then their buckets."""
    names = [one.name for one in attributes_of(study) if one is not TYPE]
    values = [name if name in BUILT_IN_COLUMNS else f"{_OWN}:{name}" for name in names]
    return (*values, *(f"{_BUCKET}:{name}" for name in names))


def is_attribute_column(column: str) -> bool:
    """Tell whether a column of the events table may be one of an attribute."""
    kind, colon, name = column.partition(":")
    return column in BUILT_IN_COLUMNS or (kind in (_OWN, _BUCKET) and bool(colon and name))


def check_attribute_column(study: Study, column: str) -> None:
    """Make sure that a study has such a column.

    Raises
    ------
    UnknownNameError
        If it has no such attribute.
    CommandError
        If the attribute needs training data, and there is none, or if the number of buckets is out of range.
    """
    name, n_wanted = _asked(column)
    known = {one.name: one for one in (*BUILT_IN, *study.attributes)}
    if name not in known or name == TYPE.name or (column.startswith(_OWN) and name in BUILT_IN_COLUMNS):
        raise UnknownNameError("column", column, attribute_columns(study))
    if known[name].needs_training and study.training is None:
        raise CommandError(f"the column {column} needs training data; give it with --training, or leave the column out")
    if not BUCKET_RANGE[0] <= n_wanted <= BUCKET_RANGE[1]:
        raise CommandError(f"the column {column} asks for {n_wanted} buckets; ask for 2 to 10")


def attribute_column_meaning(column: str) -> str:
    """Say what such a column holds."""
    if column in BUILT_IN_COLUMNS:
        return meaning(column.casefold())
    kind, _, name = column.partition(":")
    return f"{name}: {meaning(f'{kind}_column')}"


def attribute_cells(study: Study, events: EventTable, column: str) -> Iterator[str | None]:
    """Give what a column says of the reference mentions of each event, or of the predicted ones if it has none.

    Parameters
    ----------
    study : Study
        What the events belong to.
    events : EventTable
        Some of its events.
    column : str
        One of `attribute_columns`.

    Yields
    ------
    str or None
        One value for each mention, or for each of its tokens, parted by blanks; those that are undefined left out.
    """
    name, n_wanted = _asked(column)
    attribute = next(one for one in attributes_of(study) if one.name == name)
    has_reference = events.n_mentions("reference") > 0
    by_side = {
        side: _cells_of(study, events.rows(has_reference == (side == "reference")), side, attribute, column, n_wanted)
        for side in SIDES
    }
    yield from (next(by_side["reference" if is_there else "predicted"]) for is_there in has_reference.tolist())


def _asked(column: str) -> tuple[str, int]:
    """Name the attribute of a column, and how many buckets it is to have."""
    kind, colon, name = column.partition(":")
    if not colon:
        return kind, DEFAULT_BUCKETS
    base, slash, wanted = name.rpartition("/")
    return (base, int(wanted)) if kind == _BUCKET and slash and wanted.isdecimal() else (name, DEFAULT_BUCKETS)


def _cells_of(
    study: Study, events: EventTable, side: Side, attribute: Attribute, column: str, n_wanted: int
) -> Iterator[str | None]:
    """Give the cells of events by their mentions of one side."""
    members, n_members, prediction = _members(study, events, side, attribute)
    texts = iter(_texts(study, attribute, side, members, prediction, n_wanted if column.startswith(_BUCKET) else None))
    return (" ".join(filter(None, islice(texts, n))) or None for n in n_members)


def _members(
    study: Study, events: EventTable, side: Side, attribute: Attribute
) -> tuple[AnyIntArray, list[int], AnyIntArray]:
    """List the members of events, how many each event has, and the prediction that sees each."""
    members: AnyIntArray = events.mentions(side)
    n_mentions = events.n_mentions(side)
    event = np.repeat(np.arange(len(events)), n_mentions)
    if attribute.unit == "token":
        tokens = entity_tokens(study)[side]
        begin, end = tokens.first[members], tokens.first[members + 1]
        members, event = tokens.pair[spread_ranges(begin, end)], np.repeat(event, end - begin)
    return members, np.bincount(event, minlength=len(events)).tolist(), events.prediction[event]


def _texts(
    study: Study, attribute: Attribute, side: Side, members: AnyIntArray, prediction: AnyIntArray, m: int | None
) -> list[str]:
    """Write the value of each member, or its bucket of m; empty if it has none."""
    if m is not None:
        own = bucketing(study, attribute, m)
        names: Sequence[str] = own.names
        values: npt.NDArray[np.float64 | np.int32] = own.reference if side == "reference" else own.predicted
    else:
        found = attribute_values(study, attribute)
        names, values = found.names, found.reference if side == "reference" else found.predicted
    chosen = values[members] if values.ndim == 1 else values[prediction, members]
    distinct, place = np.unique(chosen, return_inverse=True)
    is_named = m is not None or attribute.scale == "name"
    texts = [_text(value, attribute, names if is_named else None) for value in distinct.tolist()]
    return [texts[number] for number in place.tolist()]


def _text(value: float, attribute: Attribute, names: Sequence[str] | None) -> str:
    if np.isnan(value):
        return ""
    if names is not None:
        return names[int(value)]
    if attribute.scale == "date":
        return str(np.datetime64(int(value), "D"))
    return str(int(value)) if attribute.scale == "whole" else repr(value)
