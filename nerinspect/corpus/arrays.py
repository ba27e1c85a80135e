"""The array types every column is made of, and columns derived once for a study and dropped with it."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow._compute import (  # `pyarrow.compute` is long to import: it describes all it has
    CastOptions,
    RankOptions,
    SetLookupOptions,
    call_function,
)

IntArray: TypeAlias = npt.NDArray[np.int32]
CodeArray: TypeAlias = npt.NDArray[np.int8]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
ByteArray: TypeAlias = npt.NDArray[np.uint8]
AnyIntArray: TypeAlias = npt.NDArray[np.signedinteger[Any]]
FloatArray: TypeAlias = npt.NDArray[np.float64]


def spread_ranges(start: AnyIntArray, stop: AnyIntArray) -> npt.NDArray[np.int64]:
    """List the members of many half-open ranges one after the other; no `stop` is below its `start`.

    Examples
    --------
    >>> spread_ranges(np.array([5, 0]), np.array([7, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    if len(start) and np.array_equal(start[1:], stop[:-1]):  # as those of all events do
        return np.arange(start[0], stop[-1], dtype=np.int64)
    length = (stop - start).astype(np.int64)
    before = np.cumsum(length) - length
    return np.repeat(start - before, length) + np.arange(int(length.sum()), dtype=np.int64)


def sorted_distinct(values: AnyIntArray) -> AnyIntArray:
    """Sort values and drop repeated ones; several times quicker on positions than `numpy.unique`, which hashes."""
    ordered = np.sort(values, kind="stable")
    return np.asarray(ordered[begins_run(ordered)])


def sorted_places(keys: IntArray) -> tuple[IntArray, BoolArray]:
    """Give the places of ascending keys, equal ones in their order, and tell which of them begin a run of equal keys.

    A number of 64 bits holds a key and its place; numpy sorts those in a fraction of the time and memory.
    """
    packed = keys.astype(np.int64)
    packed <<= 32
    packed += np.arange(len(keys), dtype=np.int32)
    packed.sort()
    places = packed.astype(np.int32)  # the lower half
    packed >>= 32
    return places, begins_run(packed)


def first_of_each(numbers: IntArray) -> AnyIntArray:
    """Tell where each number occurs first; they count from 0 in order of first occurrence."""
    return np.flatnonzero(begins_run(np.maximum.accumulate(numbers)))


def equal_before(values: AnyIntArray | npt.NDArray[np.uint64]) -> AnyIntArray:
    """Count for each value how many equal ones stand before it."""
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    before = np.empty(len(values), dtype=np.int64)
    before[order] = np.arange(len(values)) - np.searchsorted(ascending, ascending)
    return before


def stable_order(values: AnyIntArray) -> AnyIntArray:
    """Sort numbers from 0, equal ones in their order; up to 32 bits by halves, which takes a third of the time."""
    if int(values.max(initial=0)) >= 1 << 32:
        return np.argsort(values, kind="stable")
    order = np.argsort((values & 0xFFFF).astype(np.uint16), kind="stable")
    return order[np.argsort((values >> 16).astype(np.uint16)[order], kind="stable")]


def places_in(values: AnyIntArray, distinct: AnyIntArray) -> IntArray:
    """Tell for each value its place among distinct ones; -1 if it is none of them. They are hashed, not searched."""
    looked_up, among = (
        pa.Array.from_buffers(pa.int64(), len(one), [None, pa.py_buffer(one.astype(np.int64, copy=False))])
        for one in (values, distinct)
    )
    found = call_function("index_in", [looked_up], SetLookupOptions(among, skip_nulls=False))
    return np.where(mask_from_arrow(call_function("is_valid", [found])), from_arrow(found), np.int32(-1))


def begins_run(values: AnyIntArray | FloatArray) -> BoolArray:
    """Tell which values are not equal to the one before; the first is not."""
    return np.append(True, values[1:] != values[:-1])[: len(values)]


def is_member(values: AnyIntArray, ascending: AnyIntArray) -> BoolArray:
    """Tell for each value whether it stands in an ascending array."""
    if not len(ascending):
        return np.zeros(len(values), dtype=bool)
    place = np.searchsorted(ascending, values)
    return np.asarray(ascending[np.minimum(place, len(ascending) - 1)] == values)


def times_in(values: AnyIntArray, ascending: AnyIntArray) -> AnyIntArray:
    """Count for each value how often it stands in an ascending array."""
    least, most = (int(ascending[0]), int(ascending[-1])) if len(ascending) else (0, -1)
    if most - least <= _FEW * (len(values) + len(ascending)):
        times = np.append(np.bincount(ascending - least), 0)  # the last one is that of all others
        place = values - least
        return times[np.where((place < 0) | (place >= len(times)), -1, place)]
    return np.searchsorted(ascending, values, "right") - np.searchsorted(ascending, values)


def range_of(positions: AnyIntArray, start: AnyIntArray) -> AnyIntArray:
    """Find the range that holds each position; ranges lie behind each other, and `start` ends in the last one's end."""
    if len(start) > 1 and _FEW * len(positions) > start[-1] - start[0]:  # a table of all positions is quicker then
        table = np.repeat(np.arange(len(start) - 1, dtype=np.int32), np.diff(start))
        return np.asarray(table[positions - start[0]].astype(np.intp))
    return np.searchsorted(start, positions, side="right") - 1


def as_arrow(values: IntArray) -> pa.Int32Array:
    """Hand integers to Arrow as they lie; `pyarrow.array` would copy them and import pandas first."""
    whole = np.ascontiguousarray(values, dtype=np.int32)
    return pa.Array.from_buffers(pa.int32(), len(whole), [None, pa.py_buffer(whole)])


def as_arrow_texts(values: Sequence[str]) -> pa.StringArray:
    """Hand texts to Arrow; `pyarrow.array` and `pyarrow.scalar` would import pandas first."""
    encoded = [value.encode() for value in values]
    offsets = np.zeros(len(encoded) + 1, dtype=np.int32)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return pa.StringArray.from_buffers(len(encoded), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded)))


def arrow_text(value: str) -> pa.StringScalar:
    return as_arrow_texts([value])[0]


def taken(texts: pa.StringArray, codes: AnyIntArray) -> pa.StringArray:
    """Give the texts of some places; the method of Arrow would import `pyarrow.compute`."""
    return call_function("take", [texts, as_arrow(codes)])


def number_texts(numbers: AnyIntArray) -> pa.StringArray:
    return call_function("cast", [as_arrow(numbers)], CastOptions(pa.string()))


def joined_with(between: str, *texts: pa.StringArray | pa.StringScalar) -> pa.StringArray:
    """Join texts of the same place."""
    return call_function("binary_join_element_wise", [*texts, arrow_text(between)])


def joined_texts(texts: pa.StringArray, offsets: AnyIntArray, between: str) -> pa.StringArray:
    """Join each run of texts; `offsets` says where each begins, its last entry is the end of the last one."""
    return call_function("binary_join", [pa.ListArray.from_arrays(as_arrow(offsets), texts), arrow_text(between)])


def texts_of_runs(words: pa.StringArray, codes: AnyIntArray, offsets: AnyIntArray, between: str = "") -> pa.StringArray:
    """Write each run of words behind each other; every word ends in what stands `between` two of a run.

    `offsets` says where each run of codes begins, its last entry is the end of the last one. Quicker than to join.
    """
    written = taken(words, codes)
    _, ends, signs = written.buffers()
    n_runs = len(offsets) - 1
    begin = np.frombuffer(ends, dtype=np.int32, count=len(written) + 1)[offsets]
    if not between:
        return pa.StringArray.from_buffers(n_runs, pa.py_buffer(begin), signs)
    return texts_within(signs, begin[:-1], begin[1:] - len(between))


def texts_within(signs: pa.Buffer, begin: IntArray, end: IntArray) -> pa.StringArray:
    """Give texts that stand in bytes, an empty one where it ends before it begins."""
    n_texts = len(begin)
    cuts = np.full(2 * n_texts + 1, signs.size if signs else 0, dtype=np.int32)
    cuts[:-1:2], cuts[1::2] = begin, np.maximum(end, begin)
    return taken(pa.StringArray.from_buffers(2 * n_texts, pa.py_buffer(cuts), signs), np.arange(0, 2 * n_texts, 2))


def from_arrow(values: pa.Int32Array) -> IntArray:
    """Look at Arrow's integers, none of them null, as they lie, read-only; `to_numpy` would import pandas first."""
    return np.frombuffer(values.buffers()[1], dtype=np.int32, count=len(values), offset=4 * values.offset)


def mask_from_arrow(values: pa.BooleanArray) -> BoolArray:
    """Unpack Arrow's booleans, none of them null; `to_numpy` would import pandas first."""
    if not len(values):
        return np.zeros(0, dtype=bool)
    packed = np.frombuffer(values.buffers()[1], dtype=np.uint8)
    bits = np.unpackbits(packed, count=values.offset + len(values), bitorder="little")
    return bits[values.offset :].astype(bool)


def as_arrow_mask(values: BoolArray) -> pa.BooleanArray:
    packed = np.packbits(values, bitorder="little")
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(packed)])


def rank_texts(texts: pa.StringArray) -> AnyIntArray:
    """Rank texts by code point, from 1; equal ones are equal."""
    ranks = call_function("rank", [texts], RankOptions(tiebreaker="dense"))
    return np.frombuffer(ranks.buffers()[1] or b"", dtype=np.uint64, count=len(ranks)).astype(np.int32)


def holding(texts: pa.StringArray, is_sign: Callable[[ByteArray], BoolArray]) -> BoolArray:
    """Tell which texts, none of them null, hold a sign of ASCII; quicker than to match a pattern."""
    _, ends, signs = texts.buffers()
    offset = np.frombuffer(ends, dtype=np.int32, count=len(texts) + 1, offset=4 * texts.offset)
    first, last = offset[[0, -1]].tolist()
    found: BoolArray = np.zeros(len(texts), dtype=bool)
    if first < last:
        place = np.flatnonzero(is_sign(np.frombuffer(signs, dtype=np.uint8, count=last - first, offset=first)))
        found[np.searchsorted(offset, (place + first).astype(np.int32), side="right") - 1] = True
    return found


def numbered_values(columns: Sequence[FloatArray]) -> tuple[FloatArray, list[IntArray]]:
    """Give each distinct value of some columns, nan among them, and for each column which of these it holds."""
    held = np.concatenate(columns).astype(np.float64, copy=False)
    held += 0.0  # there is one zero
    numbers = pa.Array.from_buffers(pa.float64(), len(held), [None, pa.py_buffer(held)])
    coded = call_function("dictionary_encode", [numbers])
    distinct = coded.dictionary
    values = np.frombuffer(distinct.buffers()[1] or b"", dtype=np.float64, count=len(distinct))
    return values, np.split(from_arrow(coded.indices), np.cumsum([len(column) for column in columns[:-1]]))


def numbered_together(*columns: AnyIntArray) -> tuple[IntArray, AnyIntArray]:
    """Give equal rows of numbers from 0, and only them, equal numbers; and a row that has each of these."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    n_keys = 1
    for column in columns:
        size = int(column.max(initial=0)) + 1
        key, n_keys = key * size + column, n_keys * size
    if n_keys > _FEW * len(key) + _FEW:
        _, example, number = np.unique(key, return_index=True, return_inverse=True)
        return number.astype(np.int32), example
    place = np.full(n_keys, -1)
    place[key] = np.arange(len(key))
    kept = np.flatnonzero(place >= 0)
    example = place[kept]
    place[kept] = np.arange(len(kept))
    return place[key].astype(np.int32), example


_FEW: Final = 16  # so many more places than rows are looked up in a table, rather than sorted or searched for

Owner = TypeVar("Owner")
Derived = TypeVar("Derived")


def kept_with_owner(derive: Callable[[Owner], Derived]) -> Callable[[Owner], Derived]:
    """Remember what is derived from an immutable owner, for as long as the owner lives.

    The value must not refer to the owner, or neither would ever be freed.
    """
    kept: WeakKeyDictionary[Owner, Derived] = WeakKeyDictionary()

    @wraps(derive)
    def remembered(owner: Owner) -> Derived:
        try:
            return kept[owner]
        except KeyError:
            return kept.setdefault(owner, derive(owner))

    return remembered
