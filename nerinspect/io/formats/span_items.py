"""Elements of lists of spans: `[start, end, type]`, or an object with names such as tools use."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from nerinspect.io.formats.json_records import Json, well_formed
from nerinspect.io.formats.span_records import SpanRecord

_STARTS: Final = ("start", "start_offset", "begin", "start_char")
_ENDS: Final = ("end", "end_offset", "stop", "end_char")
_TYPES: Final = ("label", "type", "labels", "entity_type", "entity", "tag", "entity_group")


class Item(NamedTuple):
    """An element of a list of spans.

    Attributes
    ----------
    start, end : int
        Its position, counted as the file counts.
    types : tuple of str
        Its types, at least one.
    key : str, int or None
        What relations call it; None for nothing.
    surface : str or None
        The characters it covers, if it repeats them.
    """

    start: int
    end: int
    types: tuple[str, ...]
    key: str | int | None
    surface: str | None


def read_item(item: Json) -> Item | None:
    """Read an element of a list of spans; None if it is none."""
    if isinstance(item, list):
        start, end, types = item[:3] if len(item) >= 3 else (None, None, None)
        key = surface = None
    elif isinstance(item, dict):
        start, end, types = (_first(item, names) for names in (_STARTS, _ENDS, _TYPES))
        key, surface = item.get("id"), item.get("text")
    else:
        return None
    start, end = (int(at) if type(at) is float and at.is_integer() else at for at in (start, end))
    names = tuple(well_formed(str(name)) for name in (types if isinstance(types, list) else [types]) if _is_type(name))
    if type(start) is not int or type(end) is not int or not names:
        return None
    is_name = isinstance(key, str | int)
    return Item(start, end, names, key if is_name else None, surface if isinstance(surface, str) else None)


def _is_type(name: Json) -> bool:
    return (isinstance(name, str) and name != "") or type(name) is int


def _first(item: dict[str, Json], names: Sequence[str]) -> Json:
    return next((item[name] for name in names if name in item), None)


class ItemWriter:
    """Writes elements of lists of spans as the file has them.

    Parameters
    ----------
    items : sequence
        All that the file has.
    as_objects : bool
        Whether they are objects if there is none to go by.
    """

    def __init__(self, items: Sequence[Json], as_objects: bool) -> None:
        self._pattern = items[0] if items else {} if as_objects else []
        ids = [item.get("id") for item in items if isinstance(item, dict)]
        self._next_id = max((key for key in ids if type(key) is int), default=0) + 1
        self._has_ids = any(type(key) is int for key in ids)

    def new_item(self, record: SpanRecord, start: int, end: int, type_name: str, surface: str) -> Json:
        """Write a new one like the first of the file."""
        if isinstance(self._pattern, list):
            return [start, end, type_name]
        item: dict[str, Json] = {"id": self._next_id} if self._has_ids else {}
        self._next_id += 1
        for names, value in ((_STARTS, start), (_ENDS, end), (_TYPES, type_name)):
            name = next((name for name in names if name in self._pattern), names[0])
            item[name] = [value] if isinstance(self._pattern.get(name), list) else value
        if "text" in self._pattern:
            item["text"] = surface
        if record.tokens is not None and "token_start" in self._pattern:
            item["token_start"] = int(np.searchsorted(record.tokens[:, 0], start))
            item["token_end"] = int(np.searchsorted(record.tokens[:, 1], end))
        return item

    def with_types(self, item: Json, types: Sequence[str]) -> Json:
        """Write one with other types."""
        if isinstance(item, list):
            return [*item[:2], types[0], *item[3:]]
        name = next(name for name in _TYPES if name in item)
        return {**item, name: list(types) if isinstance(item[name], list) else types[0]}
