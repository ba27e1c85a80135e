"""Columns on disk that are mapped, not read, and what is made of them: a text, its annotations, their events."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.text import Source, Text, TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.encoding.transitions import Repair
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import AnnotatedText, Annotation, Prediction, RelationChoice, Study

Array: TypeAlias = npt.NDArray[Any]
Column: TypeAlias = Array | pa.StringArray

_KINDS: Final = {
    kind.__name__: kind
    for kind in (
        *(Study, AnnotatedText, Annotation, Prediction, RelationChoice, EventTable),
        *(Text, TokenColumn, Mentions, Relations, LabelColumn, Repair, Source),
    )
}
"""What may stand in an index; nothing else is ever made of what a file says."""

_NOT_KEPT: Final = frozenset(("attributes", "decisions", "relation_decisions"))
"""Fields of a study that are made anew, or that nobody has decided yet."""

_NAME: Final = re.compile(r"\w+(?:\.\w+)*", re.ASCII)
"""What a column may be called: an index that somebody else made leads to no file outside it."""

_MANY: Final = 100  # so many texts or numbers stand in a column of their own

_KIND, _COLUMN, _SHAPE, _TEXTS, _PAIRS = "$kind", "$column", "$shape", "$texts", "$pairs"
_NUMBERS, _DTYPE = "$numbers", "$dtype"
_DTYPES: Final = {np.dtype(kind).name: np.dtype(kind) for kind in ("?", "u1", "i1", "i4", "i8", "f8")}


class Columns:
    """A folder of columns, each an Arrow file of one batch.

    A column that came from the folder, or was put there before, is not written again.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: dict[int, str] = {}
        self._held: dict[str, Column] = {}
        self._n_joined = 0

    def put(self, name: str, column: Column) -> str:
        """Write a column, unless it is here; give the name it has."""
        if id(column) in self._names:
            return self._names[id(column)]
        values = column if isinstance(column, pa.Array) else _as_arrow(column)
        schema = pa.schema([pa.field("values", values.type)])
        path = self._path(name)
        aside = path.with_suffix(".part")
        with pa.OSFile(str(aside), "wb") as file, pa.ipc.new_file(file, schema) as writer:
            writer.write_batch(pa.record_batch([values], schema=schema))
        aside.replace(path)  # who maps the one before keeps it
        self._know(name, column)
        return name

    def values(self, name: str) -> pa.Array:
        """Map a column as Arrow has it; it may hold nulls."""
        with pa.memory_map(str(self._path(name))) as file:
            return pa.ipc.open_file(file).get_batch(0).column(0)

    def get(self, name: str) -> Column:
        """Map a column of numbers or of texts, without nulls."""
        if name not in self._held:
            values = self.values(name)
            self._know(name, values if pa.types.is_string(values.type) else _from_arrow(values))
        return self._held[name]

    def mapped(self, value: Any, name: str, kinds: "Kinds") -> Any:  # noqa: ANN401 - what `keep` takes
        """Put the columns of a value away as `keep` does, and give it with those on disk."""
        held = {*self._held}
        said = keep(value, self, name, kinds)
        for new in self._held.keys() - held:
            del self._names[id(self._held.pop(new))]
        return kept(said, self, kinds)

    def fill(self, name: str, dtype: Any, pieces: Iterable[Array]) -> Array:  # noqa: ANN401 - NumPy's
        """Make a long column of numbers of its pieces, one in memory at a time, and map it."""
        room = self._path(name).with_suffix(".room")
        with open(room, "wb") as file:  # written, not mapped: on a full disk a map would take the process down
            for piece in pieces:
                file.write(np.ascontiguousarray(piece, dtype=dtype).data)
        column = np.memmap(room, dtype=dtype, mode="r") if room.stat().st_size else np.zeros(0, dtype=dtype)
        self.put(name, column)
        del self._names[id(column)], self._held[name], column
        room.unlink()
        made = self.get(name)
        assert isinstance(made, np.ndarray), "numbers were put there"
        return made

    def join(self, pieces: Iterable[Array]) -> Array:
        """Make a column of numbers, called by a number, of its pieces; there is one at least."""
        first = next(rest := iter(pieces))
        self._n_joined += 1
        return self.fill(f"joined.{self._n_joined}", first.dtype, chain([first], rest))

    def drop_others(self, said: str) -> None:
        """Remove the columns that are not named in what is said in JSON."""
        for path in self.folder.glob("*.arrow"):
            if f'"{path.stem}"' not in said:
                with suppress(OSError):  # some systems keep what is mapped
                    path.unlink()

    def _know(self, name: str, column: Column) -> None:
        self._held[name] = column  # held, so that no other column gets its identity
        self._names[id(column)] = name

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} names no column of this folder")
        return self.folder / f"{name}.arrow"


def _as_arrow(column: Array) -> pa.Array:
    """Hand numbers to Arrow as they lie; those of several dimensions as one row after the other."""
    flat = np.ascontiguousarray(column).reshape(-1)
    if flat.dtype == np.bool_:
        flat = flat.view(np.uint8)
    return pa.Array.from_buffers(pa.from_numpy_dtype(flat.dtype), len(flat), [None, pa.py_buffer(flat)])


def _from_arrow(values: pa.Array) -> Array:
    dtype = values.type.to_pandas_dtype()
    data = values.buffers()[1]
    return np.frombuffer(data, dtype=dtype, count=len(values)) if len(values) else np.zeros(0, dtype=dtype)


Kinds: TypeAlias = Mapping[str, type]


def keep(value: Any, columns: Columns, name: str, kinds: Kinds = _KINDS) -> Any:  # noqa: ANN401 - what a study is made of
    """Put the columns of a value into a folder; give the rest of it for JSON, as `kept` reads it."""
    is_named = isinstance(value, tuple) and type(value).__name__ in kinds
    if is_named or (is_dataclass(value) and not isinstance(value, type)):
        names = value._fields if is_named else [field.name for field in fields(value)]
        held = [one for one in names if one not in _NOT_KEPT]
        said = {one: keep(getattr(value, one), columns, f"{name}.{one}", kinds) for one in held}
        return {_KIND: kinds[type(value).__name__].__name__, **said}
    if isinstance(value, Mapping):
        pairs = enumerate(value.items())
        return {_PAIRS: [[keep(one, columns, f"{name}.{number}", kinds) for one in pair] for number, pair in pairs]}
    if isinstance(value, np.ndarray):
        shape = {_SHAPE: list(value.shape)} if value.ndim > 1 else {}
        if value.size <= _MANY:
            return {_NUMBERS: value.ravel().tolist(), _DTYPE: value.dtype.name, **shape}
        truth = {_DTYPE: value.dtype.name} if value.dtype == np.bool_ else {}  # Arrow has it as bytes
        return {_COLUMN: columns.put(name, value), **shape, **truth}
    if isinstance(value, pa.Array):
        return {_COLUMN: columns.put(name, value)}
    if isinstance(value, tuple):
        if len(value) > _MANY and all(isinstance(one, str) for one in value):
            return {_TEXTS: columns.put(name, as_arrow_texts(value))}
        return [keep(one, columns, f"{name}.{number}", kinds) for number, one in enumerate(value)]
    return value


def kept(said: Any, columns: Columns, kinds: Kinds = _KINDS) -> Any:  # noqa: ANN401 - what a study is made of
    """Make again what `keep` put away; its columns are mapped."""
    if isinstance(said, list):
        return tuple(kept(one, columns, kinds) for one in said)
    if not isinstance(said, Mapping):
        return said
    if _TEXTS in said:
        return tuple(columns.values(said[_TEXTS]).to_pylist())
    if _PAIRS in said:
        return dict(kept(pair, columns, kinds) for pair in said[_PAIRS])
    if _NUMBERS in said:
        return np.array(said[_NUMBERS], dtype=_DTYPES[said[_DTYPE]]).reshape(said.get(_SHAPE, -1))
    if _COLUMN in said:
        column = columns.get(said[_COLUMN])
        if not isinstance(column, np.ndarray):
            return column
        column = column.view(_DTYPES[said[_DTYPE]]) if _DTYPE in said else column
        return column.reshape(said[_SHAPE]) if _SHAPE in said else column  # itself, so that it is not written again
    kind = kinds[said[_KIND]]
    return kind(**{name: kept(value, columns, kinds) for name, value in said.items() if name != _KIND})
