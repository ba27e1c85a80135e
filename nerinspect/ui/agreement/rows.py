"""Rows of the page of agreement: the matrix of all pairs, and the types of one pair."""

from collections.abc import Sequence
from functools import partial
from math import isnan
from typing import Final

from nerinspect.analysis.agreement import AgreementCounts, annotators
from nerinspect.analysis.type_names import ALL_TYPES, type_or_all
from nerinspect.glossary import meaning
from nerinspect.query.filters import Filter, Term, negated
from nerinspect.results.table import Row, Table, Value
from nerinspect.ui.agreement.measured import (
    F1,
    KAPPA,
    LABELS,
    MEASURES,
    Measured,
    f1_explained,
    f1_ratio,
    kappa_explained,
    kappa_text,
    label_ratio,
    labels_explained,
    ratio_text,
)
from nerinspect.ui.agreement.pair_doors import BETWEEN_SYSTEMS, PairDoors
from nerinspect.ui.diagnosis.special_tables import HeatCell
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow

MATRIX: Final = "Agreement of all pairs"
BY_TYPE: Final = "Agreement by type"
TYPE_NAMES: Final = ("Type",)
TYPE_COLUMNS: Final = (
    Column("Type", "Lowest F1 first"),
    Column("F1", meaning("agreement_f1"), is_percent=True),
    Column("", "F1 as a bar, from 0 to 100", widest="", is_extra=True),
    Column("Labels", meaning("label_agreement"), is_percent=True, copied="Label agreement"),
    Column("Kappa", meaning("kappa"), widest="−0.000"),
    Column("A", "Mentions of A", widest="999,999"),
    Column("B", "Mentions of B", widest="999,999"),
    Column("Both", meaning("both_mark"), widest="999,999"),
    Column("Only A", meaning("only_a_marks"), widest="999,999"),
    Column("Only B", meaning("only_b_marks"), widest="999,999"),
    Column("Other types", meaning("other_types"), widest="999,999", is_extra=True),
)
_LONGEST: Final = 14  # characters of a head, where there are more than a few annotators
_FEW: Final = 4


def matrix_columns(names: Sequence[str], noun: str) -> list[Column]:
    """Head the columns with the annotators, or systems."""
    longest = _LONGEST if len(names) > _FEW else 2 * _LONGEST
    heads = [name if len(name) <= longest else f"{name[: longest - 1]}…" for name in names]
    return [
        Column(noun.capitalize()),
        *(
            Column(head, f"{name}\nOn the diagonal stands the number of its mentions.", copied=name)
            for head, name in zip(heads, names, strict=True)
        ),
    ]


def matrix_rows(measured: Measured, measure: int) -> list[RowGroup]:
    """Lay out all pairs, each twice; the diagonal holds the number of mentions."""
    rows = []
    for a, name in enumerate(measured.names):
        rows.append(RowGroup(name, TableRow(name, (name,), partial(_matrix_cells, measured, measure, a))))
    return rows


def matrix_table(measured: Measured, measure: int) -> Table:
    """Give the matrix as a table of pairs, a row for each."""
    title = MEASURES[measure]
    rows: list[Row] = [
        (measured.names[a], measured.names[b], found.overall.a, found.overall.b, found.overall.both,
         _value(measured, measure, a, b))
        for (a, b), found in measured.found.items()
    ]  # fmt: skip
    percent = frozenset((title,)) if measure != KAPPA else frozenset[str]()
    return Table(("A", "B", "Mentions of A", "Mentions of B", "Both", title), rows, percent)


def type_rows(measured: Measured, a: int, b: int) -> list[RowGroup]:
    """Lay out all types together, then each, lowest F1 first."""
    found, doors = measured.pair(a, b), PairDoors(measured.study, a, b)
    kappa = Cell(kappa_text(found.kappa), None if isnan(found.kappa) else found.kappa, doors.disagreements,
                 kappa_explained(found, measured.nested(a, b)))  # fmt: skip
    none = Cell("", tooltip="Kappa stands for all types together.")
    rows = [_type_row(ALL_TYPES, found.overall, doors, kappa, is_total=True)]
    by_type = [(name, found.of_type(name)) for name in found.types]
    by_type.sort(key=lambda one: (isnan(one[1].f1), one[1].f1))
    rows += [_type_row(type_or_all(name), counts, doors.of_type(name), none) for name, counts in by_type]
    return [RowGroup(row.name, row) for row in rows]


def count(number: int, door: Filter | None, explained: str) -> Cell:
    """Show a count; where nothing can be opened, say why."""
    told = explained if door is not None else f"{explained}\n{BETWEEN_SYSTEMS}"
    return Cell(f"{number:,}", number, door, told, is_dim=not number or door is None)


def f1_cells(counts: AgreementCounts, doors: PairDoors) -> tuple[Cell, Cell]:
    """Show F1, and as a bar."""
    ratio = f1_ratio(counts)
    f1 = Cell(ratio_text(ratio), ratio, doors.disagreements if ratio.denominator else None, f1_explained(counts))
    return f1, Cell("", tooltip=f"F1 {f1.text} of 100", bar=ratio.value or 0.0)


def _matrix_cells(measured: Measured, measure: int, a: int) -> tuple[Cell, ...]:
    return tuple(
        _mentions(measured, a) if a == b else _matrix_cell(measured, measure, a, b) for b in range(len(measured.names))
    )


def _matrix_cell(measured: Measured, measure: int, a: int, b: int) -> Cell:
    found, doors = measured.pair(a, b), PairDoors(measured.study, a, b)
    value, pair = _value(measured, measure, a, b), f"{measured.names[a]} and {measured.names[b]}"
    if measure == KAPPA:
        text, shade = kappa_text(found.kappa), max(found.kappa, 0.0)  # nan stays nan
        explained = kappa_explained(found, measured.nested(a, b))
    else:
        ratio = f1_ratio(found.overall) if measure == F1 else label_ratio(found.overall)
        text, shade = ratio_text(ratio), float("nan") if ratio.value is None else ratio.value
        explained = f1_explained(found.overall) if measure == F1 else labels_explained(found.overall)
    shade = float("nan") if isnan(found.kappa) and measure == KAPPA else shade
    door = doors.other_types if measure == LABELS and doors.has_events else doors.disagreements
    return HeatCell(text, value, door, f"{pair}\n{explained}", prediction=doors.prediction, shade=shade)


def _mentions(measured: Measured, annotator: int) -> Cell:
    number = len(annotators(measured.study)[annotator].mentions)
    door = negated(Term("pred" if annotator else "ref", (None,)))
    cell = Cell(f"{number:,}", number, door, f"Mentions of {measured.names[annotator]}", is_dim=not number)
    return cell.of_prediction(max(annotator - 1, -1))


def _value(measured: Measured, measure: int, a: int, b: int) -> Value:
    found = measured.pair(a, b)
    if measure == KAPPA:
        return None if isnan(found.kappa) else found.kappa
    return f1_ratio(found.overall) if measure == F1 else label_ratio(found.overall)


def _type_row(name: str, counts: AgreementCounts, doors: PairDoors, kappa: Cell, is_total: bool = False) -> TableRow:
    return TableRow(
        name, (name,), partial(_type_cells, counts, doors, kappa), is_total=is_total, prediction=doors.prediction
    )


def _type_cells(counts: AgreementCounts, doors: PairDoors, kappa: Cell) -> tuple[Cell, ...]:
    labels = label_ratio(counts)
    return (
        *f1_cells(counts, doors),
        Cell(ratio_text(labels), labels, doors.other_types if labels.denominator else None, labels_explained(counts)),
        kappa,
        count(counts.a, doors.all_of_one(is_a=True), "Mentions of A"),
        count(counts.b, doors.all_of_one(is_a=False), "Mentions of B"),
        count(counts.both, doors.both, meaning("both_mark")),
        count(counts.a - counts.both, doors.only_a, meaning("only_a_marks")),
        count(counts.b - counts.both, doors.only_b, meaning("only_b_marks")),
        count(counts.shared - counts.alike, doors.other_types, meaning("other_types")),
    )
