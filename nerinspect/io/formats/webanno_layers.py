"""The rows and layers of WebAnno TSV: cells with annotations stacked in them, and which rows an annotation covers."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, IntArray, mask_from_arrow
from nerinspect.corpus.interning import FieldSpans, Interner, as_strings
from nerinspect.errors import EmptyTokenError, NoLabelFieldError, NoTokensError, WebannoShapeError, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.lines import Lines, blocks, cut_lines
from nerinspect.io.formats.passages import SpanRelation
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped

NOTHING: Final = "_"  # a cell without annotation

NO_VALUE: Final = "*"  # an annotation without a value

NO_NUMBER: Final = -1  # an annotation without a number

_ESCAPED: Final = re.compile(r"\\(->|.)", re.DOTALL)
_RESERVED: Final = re.compile(r"->|[\\\[\]|_;*\t\n]")
_NUMBERED: Final = re.compile(r"((?:[^\\]|\\.)*)\[([0-9]{1,9})\]", re.DOTALL)
_REFERENCE: Final = re.compile(r"([0-9]+-[0-9]+(?:\.[0-9]+)?)(?:\[([0-9]{1,9})(?:_([0-9]{1,9}))?\])?")
_CONTROL: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}
_AS_LETTER: Final = {"\t": "\\t", "\n": "\\n"}


class Item(NamedTuple):
    """One annotation of a cell, as written; the number ties the cells of one together, `NO_NUMBER` if there is none."""

    value: str
    number: int


class UnitReference(NamedTuple):
    """A cell that names an annotation elsewhere by its first token or part of a token, such as `1-3`, and its number.

    In relations, `own_number` is that of the annotation here; 0 or `NO_NUMBER` if there is none.
    """

    unit: str
    number: int
    own_number: int


def split(cell: str, sign: str) -> list[str]:
    r"""Cut a cell at a sign that has no `\` before it."""
    cuts = [found.start() for found in re.finditer(rf"\\.|{re.escape(sign)}", cell, re.DOTALL) if found[0] == sign]
    starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, len(cell)]
    return [cell[start:end] for start, end in zip(starts, ends, strict=True)]


@lru_cache(maxsize=4096)
def items(cell: str) -> tuple[Item, ...]:
    """Give the annotations stacked in a cell."""
    if cell == NOTHING:
        return ()
    found = [(value, _NUMBERED.fullmatch(value)) for value in split(cell, "|")]
    return tuple(Item(match[1], int(match[2])) if match else Item(value, NO_NUMBER) for value, match in found)


def reference(value: str) -> UnitReference | None:
    """Read what a relation or a slot names; None if it cannot be read."""
    match = _REFERENCE.fullmatch(value)
    return UnitReference(match[1], int(match[2] or NO_NUMBER), int(match[3] or NO_NUMBER)) if match else None


def plain(value: str) -> str:
    r"""Take the `\` away."""
    return _ESCAPED.sub(lambda found: _CONTROL.get(found[1], found[1]), value) if "\\" in value else value


def escaped(value: str) -> str:
    r"""Put a `\` before signs that mean something."""
    return _RESERVED.sub(lambda found: _AS_LETTER.get(found[0], f"\\{found[0]}"), value)


_SENTENCE_NAME = re.compile(rb"^#Sentence\.id=(.*)$", re.MULTILINE)
_SENTENCE_TEXT = re.compile(rb"^#Text=(.*)$", re.MULTILINE)
_OFFSETS = r"^(?P<begin>[0-9]{1,15})-(?P<end>[0-9]{1,15})$"
_ID = r"^[0-9]+-[0-9]+(\.[0-9]+)?$"


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a file.

    `begin` and `end`: half-open position in the document, in units of UTF-16; shape (n_rows,). `cells`: for the columns
    asked for: the distinct cells, and for each row its place among them.
    """

    line: IntArray  # physical line of each, from 1; shape (n_rows,)
    units: pa.BinaryArray  # what each is called, such as `1-3`, or `1-3.1` for a part of a token; shape (n_rows,)
    token: IntArray  # the token that each row is, or is a part of; shape (n_rows,)
    is_part: BoolArray  # whether it is a part of a token; shape (n_rows,)
    begin: AnyIntArray
    end: AnyIntArray
    vocabulary: pa.StringArray
    codes: IntArray  # for each token its place among them; shape (n_tokens,)
    sentence_start: IntArray  # first token of each sentence; shape (n_sentences,)
    cells: dict[int, tuple[list[str], IntArray]]

    @property
    def token_rows(self) -> AnyIntArray:
        """The row of each token."""
        return np.flatnonzero(~self.is_part)

    def unit(self, row: int) -> str:
        """Name one row."""
        return str(self.units[row].as_py().decode())

    def cell(self, row: int, column: int) -> str:
        values, codes = self.cells[column]
        return values[int(codes[row])]

    def filled(self, column: int) -> list[int]:
        """List the rows with something in a column."""
        values, codes = self.cells[column]
        is_filled = np.array([value != "_" for value in values], dtype=bool)
        found: list[int] = np.flatnonzero(is_filled[codes]).tolist()
        return found


def read_rows(content: Content, n_fields: int, columns: Iterable[int], checkpoint: Checkpoint) -> Rows:
    """Read the rows of a file with at least one token, each with `n_fields` at least, and the cells of some columns."""
    tokens, interners = Interner(), {column: Interner() for column in columns}
    parts: list[_BlockRows] = []
    n_lines = n_breaks = n_tokens = n_bytes = 0
    for block in blocks(content.data):
        lines = cut_lines(block, by_tabs=True)
        part = _read_block(content.path, lines, n_fields, n_lines + 1, n_breaks)
        token_rows = part.rows[~part.is_part]
        tokens.add(block, lines.column(2, token_rows))
        for column, interner in interners.items():
            interner.add(block, lines.column(column, part.rows))
        parts.append(part)
        n_lines, n_breaks = n_lines + len(lines), n_breaks + len(lines) - len(part.rows)
        n_tokens, n_bytes = n_tokens + len(token_rows), n_bytes + len(block)
        checkpoint(n_tokens, n_tokens * len(content.data) // n_bytes)
    line, is_part = (np.concatenate([getattr(part, name) for part in parts]) for name in ("line", "is_part"))
    if is_part[:1].any():
        raise WebannoShapeError(content.path, "there is part of a token before the token", "fix the file", int(line[0]))
    if not n_tokens:
        raise NoTokensError(content.path)
    vocabulary, codes = tokens.result()
    n_before = np.concatenate([part.n_breaks for part in parts])[~is_part]
    return Rows(
        line,
        pa.concat_arrays([part.units for part in parts]),
        (np.cumsum(~is_part) - 1).astype(np.int32),
        is_part,
        np.concatenate([part.begin for part in parts]),
        np.concatenate([part.end for part in parts]),
        vocabulary,
        codes,
        np.flatnonzero(np.append(True, np.diff(n_before) > 0)).astype(np.int32),
        {column: _texts(interner) for column, interner in interners.items()},
    )


class _BlockRows(NamedTuple):
    """The rows of one block, and how many lines that are none stand before each."""

    rows: AnyIntArray
    line: IntArray
    units: pa.BinaryArray
    is_part: BoolArray
    begin: AnyIntArray
    end: AnyIntArray
    n_breaks: AnyIntArray


def _read_block(path: str, lines: Lines, n_fields: int, first_line: int, n_breaks: int) -> _BlockRows:
    is_row = ~lines.is_blank & ~lines.begins_with_hash
    rows = np.flatnonzero(is_row)
    number = (first_line + rows).astype(np.int32)
    _check_fields(path, lines.n_fields[rows], n_fields, number)
    units = as_strings(lines.block, lines.column(0, rows))
    begin, end = _offsets(path, units, as_strings(lines.block, lines.column(1, rows)), number)
    is_part, words = _holds_dot(lines.block, lines.column(0, rows)), lines.column(2, rows)
    empty = np.flatnonzero(~is_part & (words.start == words.end))
    if len(empty):
        raise EmptyTokenError(path, int(number[empty[0]]))
    return _BlockRows(rows, number, units, is_part, begin, end, n_breaks + np.cumsum(~is_row)[rows])


def sentence_names(data: bytes, first_lines: AnyIntArray) -> tuple[str, ...]:
    """Give what `#Sentence.id` says above the first line of each sentence; empty if nothing anywhere."""
    names = [lines[-1] if lines else "" for lines in _said_above(data, first_lines, _SENTENCE_NAME)]
    return tuple(names) if any(names) else ()


def sentence_texts(data: bytes, first_lines: AnyIntArray) -> list[str]:
    """Give what `#Text` says above the first line of each sentence; each of its lines has a `#Text` of its own."""
    return ["\n".join(lines) for lines in _said_above(data, first_lines, _SENTENCE_TEXT)]


def _said_above(data: bytes, first_lines: AnyIntArray, pattern: re.Pattern[bytes]) -> list[list[str]]:
    """List for each sentence what the lines of one kind say between the sentence before and it."""
    found = list(pattern.finditer(data))
    line_ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n")) if found else np.zeros(0)
    lines = np.searchsorted(line_ends, [match.start() for match in found]) + 1
    said: list[list[str]] = [[] for _ in range(len(first_lines) + 1)]
    for match, place in zip(found, np.searchsorted(first_lines, lines).tolist(), strict=True):
        said[place].append(plain(match[1].decode()))
    return said[:-1]


def _texts(interner: Interner) -> tuple[list[str], IntArray]:
    values, codes = interner.result()
    return values.to_pylist(), codes


def _check_fields(path: str, n_found: IntArray, n_fields: int, number: IntArray) -> None:
    short = np.flatnonzero(n_found < n_fields)
    if len(short):
        found = counted(int(n_found[short[0]]), "field")
        problem = f"the row has {found}, but the header asks for {n_fields}"
        raise WebannoShapeError(path, problem, "fix the row; fields are cut at TABs", int(number[short[0]]))


def _offsets(
    path: str, names: pa.BinaryArray, offsets: pa.BinaryArray, number: IntArray
) -> tuple[AnyIntArray, AnyIntArray]:
    found = pc.extract_regex(offsets.cast(pa.string()), _OFFSETS)
    is_named = pc.match_substring_regex(names.cast(pa.string()), _ID)
    wrong = np.flatnonzero(~mask_from_arrow(pc.and_(is_named, pc.is_valid(found))))
    if len(wrong):
        place = int(wrong[0])
        given = shown(f"{names[place].as_py().decode()} {offsets[place].as_py().decode()}")
        problem = f"a row begins with sentence-token and begin-end, such as “1-1 0-4”, not with {given}"
        raise WebannoShapeError(path, problem, "fix the row; fields are cut at TABs", int(number[place]))
    begin, end = (pc.struct_field(found, name).cast(pa.int64()) for name in ("begin", "end"))
    return _integers(begin), _integers(end)


def _integers(values: pa.Int64Array) -> AnyIntArray:
    """Look at Arrow's long integers as they lie; `to_numpy` would import pandas first."""
    return np.frombuffer(values.buffers()[1], dtype=np.int64, count=len(values), offset=8 * values.offset)


def _holds_dot(block: ByteArray, spans: FieldSpans) -> BoolArray:
    n_dots = np.append(0, np.cumsum(block == ord(".")))
    found: BoolArray = n_dots[spans.end] > n_dots[spans.start]
    return found


FORMAT: Final = "#FORMAT=WebAnno TSV "
_VERSION: Final = "3."
BASE_COLUMNS: Final = 3  # columns before those of the layers: number, offsets, token

ANY_LAYER: Final = "uima.tcas.Annotation"
_BUILT_IN: Final = "de.tudarmstadt.ukp.dkpro.core."
_USUAL_LAYER, _USUAL_FEATURE = "NamedEntity", "value"
_LAYER: Final = re.compile(r"#T_(SP|CH|RL)=(.+)")


@dataclass(frozen=True)
class Layer:
    """One layer: `SP` for spans, `CH` for chains, `RL` for relations, by its full name.

    `features` say what its columns in a row hold, from the `first` on; one is empty for a layer without features.
    """

    kind: str
    name: str
    features: tuple[str, ...]
    first: int

    @property
    def short_name(self) -> str:
        """The name without the packages before it."""
        return self.name.rpartition(".")[2]

    @property
    def columns(self) -> range:
        """The columns it takes in a row."""
        return range(self.first, self.first + len(self.features))

    def titles(self) -> list[tuple[int, str]]:
        """Name the columns that hold values: `POS.PosValue`, or `Sentence` for a layer without features."""
        named = [
            (column, f"{self.short_name}.{feature}" if feature else self.short_name)
            for column, feature in zip(self.columns, self.features, strict=True)
        ]
        return [] if self.kind != "SP" else [named[place] for place in range(len(named)) if self._is_value(place)]

    def slot_targets(self) -> list[tuple[int, str]]:
        """Give the columns that name annotations elsewhere, each with the layer of these."""
        if self.kind == "RL":
            return [
                (column, feature.removeprefix("BT_"))
                for column, feature in zip(self.columns, self.features, strict=True)
                if feature.startswith("BT_")
            ]
        places = [place for place, feature in enumerate(self.features) if feature.startswith("ROLE_")]
        return [
            (self.first + place + 1, self.features[place + 1]) for place in places if place + 1 < len(self.features)
        ]

    def _is_value(self, place: int) -> bool:
        before = self.features[place - 1] if place else ""
        return not self.features[place].startswith("ROLE_") and not before.startswith("ROLE_")


@dataclass(frozen=True)
class Chosen:
    """The layer and the column where the types of mentions stand, and its name for people.

    The column is -1 if the file has no such layer, as none without annotation is exported.
    """

    layer: Layer
    column: int
    title: str

    @property
    def type_without_value(self) -> str:
        """What a mention without value is called."""
        return "*" if self.layer.features[self.column - self.layer.first] else self.layer.short_name


def read_header(path: str, data: bytes) -> list[Layer]:
    """Read the layers of a file."""
    first, *lines = data[: 1 << 16].decode(errors="replace").split("\n")
    if not first.startswith(FORMAT + _VERSION):
        problem = f"the first line is {shown(first)}, not #FORMAT=WebAnno TSV 3.x"
        raise WebannoShapeError(path, problem, "export the document as WebAnno TSV v3.3, or name another --format", 1)
    layers: list[Layer] = []
    column = BASE_COLUMNS
    for line in lines:
        match = _LAYER.fullmatch(line)
        if not match:
            break
        name, *features = match[2].split("|")
        layers.append(Layer(match[1], name, tuple(features) or ("",), column))
        column += len(features) or 1
    return layers


def choose_column(path: str, layers: Sequence[Layer], asked: str) -> Chosen:
    """Choose the layer and the feature of the mentions.

    `asked` is a layer, a feature, or `LAYER.FEATURE`, the layer with its packages or without; empty for the value of
    NamedEntity, or for the only feature of layers that are not built in. Of several features, it is the one called
    value.

    Raises
    ------
    NoLabelFieldError
        If there is more than one, or none that was asked for.
    """
    every = [Chosen(layer, column, title) for layer in layers for column, title in layer.titles()]
    named = [one for one in every if asked in _names(one)] if asked else _usual(every)
    if len(named) > 1:
        named = [one for one in named if one.title.endswith(f".{_USUAL_FEATURE}")] or named
    if len(named) == 1:
        return named[0]
    if not named and not asked:
        return Chosen(Layer("SP", _USUAL_LAYER, (_USUAL_FEATURE,), -1), -1, f"{_USUAL_LAYER}.{_USUAL_FEATURE}")
    what = f"are called {shown(asked)}" if asked else "may hold the mentions"
    problem = f"several layers or features {what}" if named else f"no layer or feature is called {shown(asked)}"
    raise NoLabelFieldError(path, problem, [one.title for one in every])


def _usual(every: Sequence[Chosen]) -> list[Chosen]:
    named = [one for one in every if one.layer.short_name == _USUAL_LAYER]
    return named or [one for one in every if not one.layer.name.startswith(_BUILT_IN)]


def _names(one: Chosen) -> set[str]:
    feature = one.title.partition(".")[2]
    name = one.layer.name
    return {one.title, one.layer.short_name, name, f"{name}.{feature}", f"{name}|{feature}", feature} - {""}


@dataclass
class Annotation:
    """One annotation: its value, or what one without is called, the rows it covers and its place in the cell of each.

    The number ties its cells together; `NO_NUMBER` if it has none.
    """

    type: str
    number: int
    cells: list[tuple[int, int]] = field(default_factory=list)


class Annotations:
    """All annotations of a layer, in the order of their first rows, and how to find one."""

    def __init__(self, path: str, rows: Rows, chosen: Chosen) -> None:
        self.found: list[Annotation] = []
        self._numbered: dict[int, int] = {}
        self._beginning: dict[str, list[int]] = {}
        self._path, self._rows, self._chosen = path, rows, chosen
        for row in rows.filled(chosen.column) if chosen.column >= 0 else ():
            for place, (value, number) in enumerate(items(rows.cell(row, chosen.column))):
                self._add(row, place, value, number)

    def __len__(self) -> int:
        return len(self.found)

    def place_of(self, unit: str, number: int) -> int:
        """Find an annotation by its number, or by the row it begins in; -1 if there is none."""
        if number > 0 or number in self._numbered:
            return self._numbered.get(number, -1)
        there = self._beginning.get(unit, [])
        return next((place for place in there if self.found[place].number == NO_NUMBER), there[0] if there else -1)

    def _add(self, row: int, place: int, value: str, number: int) -> None:
        type_name = plain(value) if value not in (NO_VALUE, "") else self._chosen.type_without_value
        if number in self._numbered:
            annotation = self.found[self._numbered[number]]
            if annotation.type != type_name:
                first = int(self._rows.line[annotation.cells[0][0]])
                problem = f"[{number}] is {type_name} here, but {annotation.type} in line {grouped(first)}"
                line = int(self._rows.line[row])
                raise WebannoShapeError(self._path, problem, "give each annotation a unique number", line)
            annotation.cells.append((row, place))
            return
        if number != NO_NUMBER:
            self._numbered[number] = len(self.found)
        self._beginning.setdefault(self._rows.unit(row), []).append(len(self.found))
        self.found.append(Annotation(type_name, number, [(row, place)]))


def relations(rows: Rows, layers: Sequence[Layer], annotations: Annotations, chosen: Layer) -> Iterator[SpanRelation]:
    """Give the relations between the annotations of a layer, in file order; an end is -1 if it cannot be found.

    A cell stands at the first row of the tail and names the head.
    """
    for layer, column in _columns(layers, chosen, "RL"):
        for row in rows.filled(column):
            types = items(rows.cell(row, layer.first)) if column > layer.first else ()
            for place, value in enumerate(split(rows.cell(row, column), "|")):
                unit, number, own_number = reference(value) or ("", NO_NUMBER, NO_NUMBER)
                named = place < len(types) and types[place].value not in (NO_VALUE, "")
                type_name = plain(types[place].value) if named else layer.short_name
                head, tail = annotations.place_of(unit, number), annotations.place_of(rows.unit(row), own_number)
                yield SpanRelation(head, tail, type_name, f"line {grouped(rows.line[row])}")


def slots(rows: Rows, layers: Sequence[Layer], annotations: Annotations, chosen: Layer) -> Iterator[tuple[int, str]]:
    """Give the annotations of a layer that slots of any layer name, each with the line that does."""
    for _, column in _columns(layers, chosen, "SP"):
        for row in rows.filled(column):
            for value in (one for cell in split(rows.cell(row, column), "|") for one in split(cell, ";")):
                found = reference(value)
                place = annotations.place_of(found.unit, found.number) if found else -1
                if place >= 0:
                    yield place, f"line {grouped(rows.line[row])}"


def linking_columns(layers: Sequence[Layer], chosen: Layer) -> list[int]:
    """List the columns whose cells name annotations of a layer, and those of the types of relations."""
    found = []
    for kind in ("RL", "SP"):
        for layer, column in _columns(layers, chosen, kind):
            found += [layer.first, column] if kind == "RL" else [column]
    return found


def _columns(layers: Sequence[Layer], chosen: Layer, kind: str) -> Iterator[tuple[Layer, int]]:
    for layer in layers:
        if layer.kind == kind:
            for column, target in layer.slot_targets():
                if target in (chosen.name, ANY_LAYER):
                    yield layer, column
