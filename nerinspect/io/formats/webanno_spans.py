"""The annotations of one layer of WebAnno TSV: which rows each covers, and which relations join them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nerinspect.errors import WebannoShapeError
from nerinspect.io.formats.webanno_cells import NO_NUMBER, NO_VALUE, items, plain, reference, split
from nerinspect.io.formats.webanno_layers import ANY_LAYER, Chosen, Layer
from nerinspect.io.formats.webanno_rows import Rows
from nerinspect.io.span_relations import SpanRelation


@dataclass
class Annotation:
    """One annotation.

    Attributes
    ----------
    type : str
        Its value, or what one without value is called.
    number : int
        What ties its cells together; `NO_NUMBER` if it has none.
    cells : list of (int, int)
        The rows it covers, and its place in the cell of each.
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
