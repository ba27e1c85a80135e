"""The layers of WebAnno TSV: which a file has, their columns, and which rows the annotations of one cover."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from nerinspect.errors import NoLabelFieldError, WebannoShapeError, shown
from nerinspect.io.formats.passages import SpanRelation
from nerinspect.io.formats.webanno_rows import NO_NUMBER, NO_VALUE, Rows, items, plain, reference, split

FORMAT: Final = "#FORMAT=WebAnno TSV "
_VERSION: Final = "3."
BASE_COLUMNS: Final = 3
"""Columns before those of the layers: number, offsets, token."""

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
        """Count the annotations."""
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
                problem = f"[{number}] is {type_name} here, but {annotation.type} in line {first:,}"
                line = int(self._rows.line[row])
                raise WebannoShapeError(self._path, problem, "give each annotation a number of its own", line)
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
                yield SpanRelation(head, tail, type_name, f"line {rows.line[row]:,}")


def slots(rows: Rows, layers: Sequence[Layer], annotations: Annotations, chosen: Layer) -> Iterator[tuple[int, str]]:
    """Give the annotations of a layer that slots of any layer name, each with the line that does."""
    for _, column in _columns(layers, chosen, "SP"):
        for row in rows.filled(column):
            for value in (one for cell in split(rows.cell(row, column), "|") for one in split(cell, ";")):
                found = reference(value)
                place = annotations.place_of(found.unit, found.number) if found else -1
                if place >= 0:
                    yield place, f"line {rows.line[row]:,}"


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
