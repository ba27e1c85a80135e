"""The format `webanno`: WebAnno TSV 3, as WebAnno and INCEpTION export it, read and written."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    ByteArray,
    IntArray,
    as_arrow,
    as_arrow_texts,
    from_arrow,
    mask_from_arrow,
)
from nerinspect.corpus.interning import FieldSpans, Interner, as_strings
from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.text import Text, TokenColumn
from nerinspect.corpus.tokenization import BLANKS
from nerinspect.errors import (
    CommandError,
    DiscontinuousError,
    EmptyTokenError,
    NoLabelFieldError,
    NoTokensError,
    OffBorderError,
    WebannoShapeError,
    shown,
)
from nerinspect.io.content import Content
from nerinspect.io.formats.lines import Lines, blocks, cut_lines, edited_text
from nerinspect.io.formats.passages import (
    CharacterSpan,
    LaidOut,
    MentionKey,
    Passage,
    SpanRelation,
    distinct_gaps,
    lay_on_tokens,
    lay_relations,
    mention_keys,
)
from nerinspect.io.formats.reader import CERTAIN, Guess, RawFile, Reader, ReadOptions
from nerinspect.progress import Checkpoint, no_checkpoint
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
        return np.flatnonzero(~self.is_part)

    def unit(self, row: int) -> str:
        return str(self.units[row].as_py().decode())

    def cell(self, row: int, column: int) -> str:
        values, codes = self.cells[column]
        return values[int(codes[row])]

    def filled(self, column: int) -> list[int]:
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
    return np.asarray(n_dots[spans.end] > n_dots[spans.start])


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
        return self.name.rpartition(".")[2]

    @property
    def columns(self) -> range:
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
        return "*" if self.layer.features[self.column - self.layer.first] else self.layer.short_name


def read_header(path: str, data: bytes) -> list[Layer]:
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


_LONG: Final = "[\U00010000-\U0010ffff]"  # characters that take two units of UTF-16


@dataclass(frozen=True, eq=False)
class JoinedTokens:
    """All tokens, parted by blanks.

    `start` and `end`: half-open position of each in `text`; shape (n_tokens,). `offsets`: where each stands in the
    characters of the document; None if the file does not tell it rightly; shape (n_tokens, 2).
    """

    tokens: pa.StringArray
    text: str
    start: AnyIntArray
    end: AnyIntArray
    offsets: IntArray | None
    notes: tuple[str, ...]

    def position(self, path: str, rows: Rows, row: int, units: int) -> int:
        """Find in the text a position of the document that a row names.

        Raises
        ------
        WebannoShapeError
            If it is outside the token of the row.
        """
        token = int(rows.token[row])
        if not rows.is_part[row]:
            return int((self.start if units == rows.begin[row] else self.end)[token])
        word = self.tokens[token].as_py().encode("utf-16-le")
        inside = 2 * (units - int(rows.begin[rows.token_rows[token]]))
        if not 0 <= inside <= len(word):
            problem = f"{rows.unit(row)} goes beyond its token {shown(self.tokens[token].as_py())}"
            raise WebannoShapeError(path, problem, "offsets count units of UTF-16; fix the row", int(rows.line[row]))
        return int(self.start[token]) + len(word[:inside].decode("utf-16-le", errors="ignore"))


def join_tokens(rows: Rows) -> JoinedTokens:
    r"""Lay the tokens of a file behind each other.

    A token with `\` is taken as it stands if it is as long as its offsets say, and without them if that is.
    """
    at = rows.token_rows
    begin, end = rows.begin[at], rows.end[at]
    vocabulary, codes = _without_escapes(rows.vocabulary, rows.codes, end - begin)
    n_characters = from_arrow(pc.utf8_length(vocabulary))[codes].astype(np.int64)
    n_units = n_characters + from_arrow(pc.count_substring_regex(vocabulary, _LONG))[codes]
    tokens = vocabulary.take(as_arrow(codes))
    stop = np.cumsum(n_characters + 1) - 1
    notes = list(_misfits(rows, tokens, n_units, begin, end))
    n_long = n_units - n_characters
    before = np.cumsum(n_long) - n_long
    offsets = np.stack((begin - before, begin - before + n_characters), axis=1).astype(np.int32)
    return JoinedTokens(
        tokens, " ".join(tokens.to_pylist()), stop - n_characters, stop, None if notes else offsets, tuple(notes)
    )


def _misfits(
    rows: Rows, tokens: pa.StringArray, n_units: AnyIntArray, begin: AnyIntArray, end: AnyIntArray
) -> Iterator[str]:
    lines = rows.line[rows.token_rows]
    other_length = np.flatnonzero(n_units != end - begin)
    back = np.flatnonzero(begin[1:] < end[:-1]) + 1
    for wrong, what in ((other_length, "not as long as the offsets say"), (back, "beginning inside the one before")):
        if len(wrong):
            first = int(wrong[0])
            where = f"line {grouped(lines[first])}, {shown(tokens[first].as_py())} at {begin[first]}–{end[first]}"
            yield f"{counted(len(wrong), 'token')} {what}, read as written; the first: {where}"


def _without_escapes(
    vocabulary: pa.StringArray, codes: IntArray, n_units: AnyIntArray
) -> tuple[pa.StringArray, IntArray]:
    words = vocabulary.to_pylist()
    hidden = [code for code, word in enumerate(words) if "\\" in word and plain(word) != word]
    if not hidden:
        return vocabulary, codes
    for code in hidden:
        length = int(n_units[np.argmax(codes == code)])
        shorter = plain(words[code])
        if len(words[code].encode("utf-16-le")) != 2 * length == len(shorter.encode("utf-16-le")):
            words[code] = shorter
    distinct = as_arrow_texts(words).dictionary_encode()
    return distinct.dictionary, from_arrow(distinct.indices)[codes]


@dataclass(frozen=True, eq=False)
class Document:
    """A file, read."""

    layers: list[Layer]
    chosen: Chosen
    rows: Rows
    joined: JoinedTokens
    annotations: Annotations
    laid: LaidOut
    mention_of: list[int]  # for each annotation its mention; -1 if it was left out
    span_of: list[int]  # for each annotation its place among the spans laid; -1 if it was left out before
    tokens: AnyIntArray  # the tokens of `laid` among those of `rows`; some are of blanks alone; shape (n_tokens,)
    notes: tuple[str, ...]


def read_document(
    content: Content, options: ReadOptions, all_columns: bool = False, checkpoint: Checkpoint = no_checkpoint
) -> Document:
    """Read a file with at least one token; the cells of all layers if all columns are wanted, else of one."""
    path = content.path
    layers = read_header(path, content.data)
    chosen = choose_column(path, layers, options.label_field)
    columns = {chosen.column, *linking_columns(layers, chosen.layer)} - {-1}
    if all_columns:
        columns |= {column for layer in layers for column in layer.columns}
    n_fields = BASE_COLUMNS + sum(len(layer.features) for layer in layers)
    rows = read_rows(content, n_fields, sorted(columns), checkpoint)
    joined, annotations = join_tokens(rows), Annotations(path, rows, chosen)
    parted = [one for one in annotations.found if _gap(rows, one)]
    if parted and options.discontinuous == "error":
        raise DiscontinuousError(path, _line(rows, parted[0]), _gap(rows, parted[0]), len(parted) - 1)
    spans, span_of, empty = _spans(path, rows, joined, annotations)
    if empty and options.spans == "exact":
        raise OffBorderError(path, _line(rows, empty[0]), _emptiness(rows, empty[0]), len(empty) - 1, False)
    tokens = np.stack((joined.start, joined.end), axis=1).astype(np.int32)
    laid = lay_on_tokens(path, [Passage(joined.text, spans, "", tokens, rows.sentence_start)], options.spans)
    kept = np.searchsorted(joined.start, laid.offsets[:, 0])
    mention_of = [int(laid.mention_of_span[span]) if span >= 0 else -1 for span in span_of]
    notes = (*_notes(rows, parted, empty, len(tokens) - len(kept)), *joined.notes, *laid.notes)
    return Document(layers, chosen, rows, joined, annotations, laid, mention_of, span_of, kept, notes)


def _spans(
    path: str, rows: Rows, joined: JoinedTokens, annotations: Annotations
) -> tuple[list[CharacterSpan], list[int], list[Annotation]]:
    """Find the characters of each annotation; those of none are given apart."""
    spans: list[CharacterSpan] = []
    span_of, empty = [], []
    for annotation in annotations.found:
        first, last = annotation.cells[0][0], annotation.cells[-1][0]
        start = joined.position(path, rows, first, int(rows.begin[first]))
        end = joined.position(path, rows, last, int(rows.end[last]))
        span_of.append(-1)
        if _gap(rows, annotation):
            continue
        if start >= end:
            empty.append(annotation)
            continue
        span_of[-1] = len(spans)
        spans.append(CharacterSpan(start, end, annotation.type, rows.unit(first), int(rows.line[first])))
    return spans, span_of, empty


def _gap(rows: Rows, annotation: Annotation) -> str:
    """Tell between which rows an annotation leaves out a token; empty if it does not."""
    covered = [row for row, _ in annotation.cells]
    for before, after in pairwise(covered):
        if rows.token[after] - rows.token[before] > 1:
            units = f"{rows.unit(before)} and {rows.unit(after)}"
            return f"{annotation.type}[{annotation.number}] covers {units}, but no token between them"
    return ""


def _emptiness(rows: Rows, annotation: Annotation) -> str:
    return f"{rows.unit(annotation.cells[0][0])}: an annotation of type {annotation.type} covers no character"


def _line(rows: Rows, annotation: Annotation) -> int:
    return int(rows.line[annotation.cells[0][0]])


def _notes(rows: Rows, parted: list[Annotation], empty: list[Annotation], n_blank: int) -> Iterator[str]:
    if parted:
        what = f"{counted(len(parted), 'mention')} in several pieces left out"
        yield f"{what}; the first: line {grouped(_line(rows, parted[0]))}, {_gap(rows, parted[0])}"
    if empty:
        what = f"{counted(len(empty), 'span')} without characters left out"
        yield f"{what}; the first: line {grouped(_line(rows, empty[0]))}, {_emptiness(rows, empty[0])}"
    if n_blank:
        yield f"{counted(n_blank, 'token')} of blanks alone left out"


_NUMBER: Final = re.compile(r"\[([0-9]{1,9})[]_]")


def rewritten(content: Content, document: Document, mentions: Mentions) -> bytes:
    """Give a file with other mentions.

    A mention of a new type keeps its other features. One that moves does so too: it is taken for the first new mention
    that shares a token with it.

    Raises
    ------
    WebannoShapeError
        If a relation or a slot names a mention that goes or moves, or a row cannot be changed.
    """
    keys, after = mention_keys(document.laid.mentions), set(mention_keys(mentions))
    places_of: dict[MentionKey, list[int]] = defaultdict(list)
    for place, number in enumerate(document.mention_of):
        if number >= 0 and keys[number] not in after:
            places_of[keys[number]].append(place)
    new = sorted(after - set(keys))
    stacks, found = _Stacks(content, document), document.annotations.found
    for key in list(new):
        old = next((old for old in places_of if old[:2] == key[:2]), None)
        if old:
            new.remove(key)
            for place in places_of.pop(old):
                stacks.retype(found[place], key[2])
    going = [place for places in places_of.values() for place in places]
    _refuse_named(content.path, document, set(going))
    for place in going:
        stacks.remove(found[place])
    for key in new:
        moved = next((old for old in places_of if old[0] < key[1] and key[0] < old[1]), None)
        stacks.add(key, found[places_of.pop(moved)[0]] if moved else None)
    return edited_text(content.original, content.text_encoding, stacks.written)


class _Stacks:
    """The cells of the layer in the rows that change, as stacks of annotations."""

    def __init__(self, content: Content, document: Document) -> None:
        self._content, self._document = content, document
        self._columns = list(document.chosen.layer.columns)
        self._main = document.chosen.column - document.chosen.layer.first
        self._targets = {column for column, _ in document.chosen.layer.slot_targets()}
        self._stacks: dict[int, list[list[str] | None]] = {}
        self._highest = -1

    def retype(self, annotation: Annotation, type_name: str) -> None:
        for row, place in annotation.cells:
            item = self._stack(row)[place]
            if item is not None:
                item[self._main] = _numbered(self._value(type_name), annotation.number)

    def remove(self, annotation: Annotation) -> None:
        for row, place in annotation.cells:
            self._stack(row)[place] = None

    def add(self, key: MentionKey, moved: Annotation | None) -> None:
        """Put an annotation on tokens, with the other features and the number of one that has gone."""
        if self._document.chosen.column < 0:
            raise CommandError(f"{self._content.path} has no layer {self._document.chosen.layer.name} to write to")
        rows = self._document.rows.token_rows[self._document.tokens[key[0] : key[1]]].tolist()
        values = (
            self._values_of(*moved.cells[0])
            if moved
            else ["_" if self._is_slot(c) else NO_VALUE for c in self._columns]
        )
        values[self._main] = self._value(key[2])
        number = moved.number if moved else NO_NUMBER
        if number == NO_NUMBER and (len(rows) > 1 or any(item for item in self._stack(rows[0]))):
            number = self._free_number()
        for row in rows:
            item = [
                value if column in self._targets else _numbered(value, number)
                for column, value in zip(self._columns, values, strict=True)
            ]
            self._stack(row).append(item)

    def written(self, text: str) -> str:
        lines = text.split("\n")
        for row, stack in self._stacks.items():
            number = int(self._document.rows.line[row]) - 1
            body = lines[number].removesuffix("\r")
            fields = body.split("\t")
            items_left = [item for item in stack if item is not None]
            for place, column in enumerate(self._columns):
                values = [item[place] for item in items_left]
                fields[column] = "|".join(values) if set(values) - {NOTHING} else NOTHING
            lines[number] = "\t".join(fields) + lines[number][len(body) :]
        return "\n".join(lines)

    def _stack(self, row: int) -> list[list[str] | None]:
        if row not in self._stacks:
            self._stacks[row] = [list(item) for item in zip(*self._split(row), strict=True)]
        return self._stacks[row]

    def _split(self, row: int) -> list[list[str]]:
        """Cut the cells of a row; a column may hold nothing where others hold annotations."""
        rows = self._document.rows
        cells = [rows.cell(row, column) for column in self._columns]
        columns = [split(cell, "|") if cell != NOTHING else [] for cell in cells]
        height = len(columns[self._main])
        if any(len(column) not in (0, height) for column in columns):
            problem = f"the columns of {self._document.chosen.layer.short_name} have different numbers of annotations"
            raise WebannoShapeError(
                self._content.path, problem, "fix the row before it is changed", int(rows.line[row])
            )
        return [column or [NOTHING] * height for column in columns]

    def _values_of(self, row: int, place: int) -> list[str]:
        return [
            column[place] if self._columns[number] in self._targets else items(column[place])[0].value
            for number, column in enumerate(self._split(row))
        ]

    def _value(self, type_name: str) -> str:
        chosen = self._document.chosen
        if type_name == chosen.type_without_value:
            return NO_VALUE
        if chosen.type_without_value != NO_VALUE:
            problem = (
                f"the layer {chosen.layer.short_name} has no feature, so it cannot hold the type {shown(type_name)}"
            )
            raise CommandError(f"{self._content.path}: {problem}; choose another --label-field")
        return escaped(type_name)

    def _is_slot(self, column: int) -> bool:
        return column in self._targets or column + 1 in self._targets

    def _free_number(self) -> int:
        if self._highest < 0:
            text = self._content.data.decode()
            self._highest = max((int(found[1]) for found in _NUMBER.finditer(text)), default=0)
        self._highest += 1
        return self._highest


def _numbered(value: str, number: int) -> str:
    return value if number == NO_NUMBER else f"{value}[{number}]"


def _refuse_named(path: str, document: Document, places: set[int]) -> None:
    layers, rows, annotations = document.layers, document.rows, document.annotations
    joined = relations(rows, layers, annotations, document.chosen.layer)
    named = [(place, link.place) for link in joined for place in (link.head, link.tail)]
    for place, where in (*named, *slots(rows, layers, annotations, document.chosen.layer)):
        if place in places:
            annotation = annotations.found[place]
            what = f"{where} names {annotation.type} at {rows.unit(annotation.cells[0][0])}, which would be moved"
            raise WebannoShapeError(path, what, "remove that relation or slot first")


class WebannoReader(Reader):
    """A row for each token, and in it the annotations of one layer or several."""

    name = "webanno"
    title = "WebAnno TSV 3"
    suffixes = (".tsv",)
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        if not head.startswith(FORMAT.encode()):
            return None
        first = head.partition(b"\n")[0].decode(errors="replace")[: len(FORMAT) + 4]
        return Guess(CERTAIN, f"by content: {first}")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        options.refuse_key(content.path, "has no lists")
        document = read_document(content, options, options.others, checkpoint)
        found, relation_notes = _relations(document)
        offsets = document.joined.offsets
        return RawFile(
            content,
            self.name,
            _text(content, document),
            mentions=document.laid.mentions,
            options=options,
            notes=(*_choice(document), *document.notes, *relation_notes),
            separator="tab",
            others=tuple(_others(document)) if options.others else (),
            relations=found,
            offsets=None if offsets is None else offsets[document.tokens],
        )

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        return rewritten(raw.content, read_document(raw.content, raw.options, all_columns=True), mentions)


def _text(content: Content, document: Document) -> Text:
    rows, text = document.rows, document.laid.text
    lines = rows.line[rows.token_rows]
    heads = document.tokens[text.sentence_start[:-1]]
    names = sentence_names(content.data, lines[rows.sentence_start])
    given = rows.sentence_start.searchsorted(heads, side="right") - 1
    gaps, gap_codes = _gaps(document, sentence_texts(content.data, lines[rows.sentence_start]))
    return replace(
        text,
        sentence_line=lines[heads],
        token_line=lines[document.tokens],
        sentence_names=tuple(names[place] for place in given.tolist()) if names else (),
        gaps=gaps,
        gap_codes=gap_codes,
    )


def _gaps(document: Document, texts: list[str]) -> tuple[tuple[str, ...], AnyIntArray | None]:
    """Find in the texts of the sentences what parts their tokens; where they do not fit, the offsets tell of blanks."""
    offsets, first = document.joined.offsets, document.rows.sentence_start
    if offsets is None:
        return (), None
    encoded = np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)
    byte_of = np.append(np.flatnonzero(encoded & 0xC0 != 0x80), len(encoded))
    length = np.array([len(text) for text in texts], dtype=np.int64)
    lead = np.array([len(text) - len(text.lstrip()) for text in texts], dtype=np.int64)
    text_end = np.cumsum(length + 1) - 1
    sentence = first.searchsorted(document.tokens, side="right") - 1
    place = offsets[document.tokens] + (text_end - length + lead - offsets[first, 0])[sentence][:, np.newaxis]
    is_apart = np.append(False, place[1:, 0] != place[:-1, 1])
    is_apart[document.laid.text.sentence_start[:-1]] = False
    is_known = is_apart & np.append(False, sentence[1:] == sentence[:-1]) & (place[:, 0] < text_end[sentence])
    start, end = (byte_of[np.where(is_known, at, 0)] for at in (np.append(0, place[:-1, 1]), place[:, 0]))
    gaps, codes = distinct_gaps(encoded, start, end)
    codes[is_apart & (codes == 0)] = gaps.index(" ")
    return tuple(" " if gap.strip(BLANKS) else gap for gap in gaps), codes


def _choice(document: Document) -> Iterator[str]:
    """Tell which layer was read, if there is a choice."""
    chosen, read = document.chosen, linking_columns(document.layers, document.chosen.layer)
    others = [title for layer in document.layers for _, title in layer.titles() if title != chosen.title]
    others += [layer.short_name for layer in document.layers if layer.kind != "SP" and layer.first not in read]
    there = ", ".join(others)
    if chosen.column < 0:
        yield f"no layer is called {chosen.layer.name}, so there are no mentions; the file has {there or 'none'}"
    elif there:
        yield f"mentions are those of {chosen.title}; the file also has {there}"
    elif chosen.layer.short_name != "NamedEntity":
        yield f"mentions are those of {chosen.title}"


def _others(document: Document) -> Iterator[TokenColumn]:
    at = document.rows.token_rows[document.tokens]
    for layer in document.layers:
        for column, title in layer.titles():
            if column != document.chosen.column:
                values, codes = document.rows.cells[column]
                used, place = np.unique(codes[at], return_inverse=True)
                yield TokenColumn(title, tuple(values[code] for code in used.tolist()), place.astype(np.int32))


def _relations(document: Document) -> tuple[Relations | None, tuple[str, ...]]:
    spans = [*document.span_of, -1]  # the last one for ends that cannot be found
    links = relations(document.rows, document.layers, document.annotations, document.chosen.layer)
    found = [link._replace(head=spans[link.head], tail=spans[link.tail]) for link in links]
    return lay_relations(document.laid, found) if found else (None, ())


READER = WebannoReader()
