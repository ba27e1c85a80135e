"""Agreement of all pairs: measures, explanations, rows of tables, and the filters behind each number."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import inf, isnan, nan
from typing import Final, TypeAlias, TypeVar

import numpy as np

from nerinspect.corpus.types import ALL_TYPES, type_or_all
from nerinspect.events.scores import UNDEFINED, percent_text
from nerinspect.events.segment_events import ERROR_KINDS, KINDS
from nerinspect.events.study import Study, judge_name
from nerinspect.glossary import meaning
from nerinspect.io.reading.loading import names_in
from nerinspect.lists.table import Ratio, Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.query.rates import WHOLE, Doors
from nerinspect.systems.agreement import (
    Agreement,
    AgreementCounts,
    DocumentAgreement,
    agreement,
    agreement_by_document,
    intervals,
    is_nested,
    places_by_kind,
)
from nerinspect.ui.kit.tables.painters import MARKS, mark_of
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    HeatCell,
    IntervalCell,
    RowGroup,
    TableRow,
    axis_column,
    count_cell,
    score_text,
)
from nerinspect.ui.pages.diagnosis.diagnosed import DocumentRows

T = TypeVar("T")

F1, LABELS, KAPPA = range(3)
MEASURES: Final = ("F1", "Label agreement", "Kappa")
"""Measures of the matrix, indexed by the three above."""

MEANINGS: Final = tuple(meaning(key) for key in ("agreement_f1", "label_agreement", "kappa"))

_NO_MENTION: Final = "neither has a mention"
_NOTHING_SHARED: Final = "no extent is marked by both"


@dataclass(frozen=True, eq=False)
class Measured:
    """Agreement of all annotators of a study.

    Attributes
    ----------
    study : Study
        Annotator 0 is its reference; the others are its predictions.
    found : mapping of (int, int) to Agreement
        By pair, the smaller number first.
    """

    study: Study
    names: tuple[str, ...]
    found: Mapping[tuple[int, int], Agreement]

    @property
    def noun(self) -> str:
        """Return “annotator” or “system”, depending on how the files were opened."""
        return "annotator" if self.study.is_of_annotators else "system"

    def pair(self, a: int, b: int) -> Agreement:
        """Return the agreement of two different annotators, counted with the smaller number as A."""
        return self.found[min(a, b), max(a, b)]

    def nested(self, a: int, b: int) -> tuple[str, ...]:
        """Return the names of those whose mentions overlap."""
        return tuple(self.names[number] for number in (a, b) if is_nested(self.study, number))


def measure(study: Study, checkpoint: Checkpoint = no_checkpoint) -> Measured:
    return Measured(study, names_in(study), _each_pair(study, agreement, checkpoint))


def _each_pair(
    study: Study, compare: Callable[[Study, int, int], T], checkpoint: Checkpoint
) -> dict[tuple[int, int], T]:
    pairs, found = list(combinations(range(len(names_in(study))), 2)), {}
    for done, pair in enumerate(pairs):
        checkpoint(done, len(pairs))
        found[pair] = compare(study, *pair)
    return found


def f1_ratio(counts: AgreementCounts) -> Ratio:
    return Ratio(2 * counts.both, counts.a + counts.b)


def label_ratio(counts: AgreementCounts) -> Ratio:
    return Ratio(counts.alike, counts.shared)


def kappa_text(kappa: float) -> str:
    """Format kappa as a fraction: it is no percentage."""
    return UNDEFINED if isnan(kappa) else grouped(kappa, 3)


def f1_explained(counts: AgreementCounts) -> str:
    why = (
        f"2 · {grouped(counts.both)} / ({grouped(counts.a)} + {grouped(counts.b)})"
        if counts.a + counts.b
        else _undefined(_NO_MENTION)
    )
    return f"{MEANINGS[F1]}\n{why}"


def labels_explained(counts: AgreementCounts) -> str:
    why = f"{grouped(counts.alike)} / {grouped(counts.shared)}" if counts.shared else _undefined(_NOTHING_SHARED)
    return f"{MEANINGS[LABELS]}\n{why}"


def kappa_explained(found: Agreement, nested: tuple[str, ...]) -> str:
    """Explain how kappa was computed, or why it is undefined."""
    tokens = found.tokens
    if tokens is None:
        why = _undefined(f"mentions of {' and '.join(nested)} overlap, so a token has several types")
    elif isnan(tokens.kappa):
        why = _undefined("both give one and the same type to every token")
    else:
        by_chance = percent(tokens.by_chance / tokens.n_tokens**2)
        alike = f"{percent_text(tokens.n_alike, tokens.n_tokens)} % of {counted(tokens.n_tokens, 'token')}"
        why = f"{alike} have equal types; by chance it would be {by_chance} %"
    return f"{MEANINGS[KAPPA]}\n{why}"


def _undefined(why: str) -> str:
    return f"{UNDEFINED}: {why}."


BETWEEN_SYSTEMS = (
    "There are no events between two predictions; agreement opens those that the two annotate differently."
)


@dataclass(frozen=True, eq=False)
class PairDoors:
    """Filters for the events of two annotators.

    Attributes
    ----------
    types : tuple of str
        Only these types; empty for all.
    document : int
        Only this document, from 1; 0 for all.
    """

    study: Study
    a: int
    b: int
    types: tuple[str, ...] = ()
    document: int = 0

    def of_type(self, name: str) -> "PairDoors":
        return replace(self, types=(name,))

    def in_document(self, number: int) -> "PairDoors":
        return replace(self, document=number)

    @property
    def prediction(self) -> int:
        """Number of the prediction whose events open; for pairs without the reference see `pair_at`."""
        if not self.has_events:
            return self.a - 1
        n_annotators = len(self.study.predictions) + 1
        return (n_annotators * self.first if self.first else 0) + self.second - 1

    @property
    def first(self) -> int:
        """The annotator in the place of the reference."""
        return 0 if 0 in (self.a, self.b) else self.a

    @property
    def second(self) -> int:
        return self.b if self.first == self.a else self.a

    @property
    def compared(self) -> int:
        """The prediction these events are compared with; -1 for the reference."""
        return -1 if self.has_events else self.b - 1

    @property
    def has_events(self) -> bool:
        """Whether the two can have events: one of them is the reference, or can take its place."""
        return 0 in (self.a, self.b) or self.study.is_of_annotators

    @property
    def disagreements(self) -> Filter | None:
        """Events where the two differ; None if no query can ask for them."""
        if self.has_events:
            return self._doors.errors
        if self.types:
            return None
        differs = Term("differs", (judge_name(self.study, self.compared),))
        return all_of(*self._here, differs)

    @property
    def both(self) -> Filter | None:
        return self._doors.correct if self.has_events else None

    @property
    def other_types(self) -> Filter | None:
        """Spans both marked with different types; with overlapping mentions, all events that are not correct."""
        if not self.has_events:
            return None
        overlap = is_nested(self.study, self.a) or is_nested(self.study, self.b)
        return self._doors.errors if overlap else self._doors.of_kinds("le")

    def of_kinds(self, *kinds: str) -> Filter | None:
        return self._doors.of_kinds(*kinds) if self.has_events else None

    def marked(self, is_a: bool, is_alone: bool = False) -> Filter | None:
        """Mentions of A or of B; with `is_alone` only those the other does not have."""
        if not self.has_events:
            return None
        doors, is_first = self._doors, (self.a if is_a else self.b) == self.first
        if is_alone:
            return doors.reference_in(*ERROR_KINDS) if is_first else doors.predicted_in(*ERROR_KINDS)
        return doors.reference if is_first else doors.predicted

    @property
    def _here(self) -> tuple[Filter, ...]:
        return (Term("doc", (self.document,)),) if self.document else ()

    @property
    def _doors(self) -> Doors:
        return Doors(WHOLE._replace(events=all_of(*self._here, WHOLE.events)) if self.document else WHOLE, self.types)


def pair_at(study: Study, prediction: int) -> tuple[int, int]:
    """Return the annotator in the place of the reference, and the prediction, of a `PairDoors.prediction`."""
    return divmod(prediction, len(study.predictions) + 1) if prediction > 0 else (0, prediction)


MATRIX: Final = "Agreement of all pairs"
INTERVALS: Final = "Intervals of all pairs"
PAIR_COLUMNS: Final = (
    Column("Pair", "Highest F1 first"),
    Column("F1", meaning("agreement_f1"), is_percent=True),
    Column("95 % interval", meaning("agreement_interval"), widest=""),
    Column("from", meaning("agreement_interval"), is_percent=True),
    Column("to", meaning("agreement_interval"), is_percent=True),
    Column("Labels", meaning("label_agreement"), is_percent=True, copied="Label agreement"),
    Column("Kappa", meaning("kappa"), widest="0.000"),
    Column("Both", meaning("both_mark"), widest="9,999"),
)


@dataclass(frozen=True, eq=False)
class Parted:
    """Interval of F1 and places by kind, for each pair, the smaller number first."""

    intervals: Mapping[tuple[int, int], tuple[float, float]]
    places: Mapping[tuple[int, int], list[int]]


def part_pairs(study: Study, checkpoint: Checkpoint = no_checkpoint) -> Parted:
    pairs = list(combinations(range(len(names_in(study))), 2))
    found = intervals(study, pairs, checkpoint=checkpoint)
    return Parted(found, {pair: places_by_kind(study, *pair).tolist() for pair in pairs})


def interval_rows(measured: Measured, parted: Parted) -> list[RowGroup]:
    """One row for each pair, highest F1 first, intervals on one axis."""
    ends = [end for pair in measured.found for end in parted.intervals[pair] if not isnan(end)]
    limits = min(ends, default=0.0), max(ends, default=1.0)
    rows = []
    for a, b in sorted(measured.found, key=lambda pair: -(f1_ratio(measured.found[pair].overall).value or 0.0)):
        doors = PairDoors(measured.study, a, b)
        cells = partial(_interval_cells, measured, doors, parted.intervals[a, b], limits)
        name = f"{measured.names[a]} and {measured.names[b]}"
        rows.append(RowGroup(name, TableRow(name, (name,), cells, prediction=doors.prediction)))
    return rows


def _interval_cells(
    measured: Measured, doors: PairDoors, ends: tuple[float, float], limits: tuple[float, float]
) -> tuple[Cell, ...]:
    counts = measured.pair(doors.a, doors.b).overall
    f1, _ = f1_cells(counts, doors)
    low, high = (score_text(end) for end in ends)
    why = f"{meaning('agreement_interval')}\nF1 {f1.text}: from {low} to {high}"
    return (
        f1,
        IntervalCell("", tooltip=why, spread=(ends[0], counts.f1, ends[1]), limits=limits),
        *(Cell(score_text(end), Ratio(0, 0) if isnan(end) else end, tooltip=why) for end in ends),
        _labels_cell(counts, doors),
        _kappa_cell(measured, doors),
        count(counts.both, doors.both, meaning("both_mark")),
    )


def _labels_cell(counts: AgreementCounts, doors: PairDoors) -> Cell:
    labels = label_ratio(counts)
    return Cell(score_text(labels), labels, doors.other_types if labels.denominator else None, labels_explained(counts))


def _kappa_cell(measured: Measured, doors: PairDoors) -> Cell:
    found, nested = measured.pair(doors.a, doors.b), measured.nested(doors.a, doors.b)
    value = None if isnan(found.kappa) else found.kappa
    return Cell(kappa_text(found.kappa), value, doors.disagreements, kappa_explained(found, nested))


PARTED: Final = "Where they disagree"
_DIFFERENCES: Final = {
    "same extent, other type": ("le",),
    "extents overlap": ("be", "lbe"),
    "only the first marks it": ("fn",),
    "only the second marks it": ("fp",),
    "all differences": ERROR_KINDS,
}


def parted_columns(measured: Measured) -> list[Column]:
    """Two columns for each pair, one of which draws a bar."""
    names = measured.names
    heads = [f"{names[a]} and {names[b]}" for a, b in measured.found]
    return [
        Column("Difference"),
        *(column for head in heads for column in (
            Column(head, f"Places where {head} differ", widest="999,999"), Column("", widest="", is_extra=True)
        )),
    ]  # fmt: skip


def parted_rows(measured: Measured, parted: Parted) -> list[RowGroup]:
    most = max((max(places[1:]) for places in parted.places.values()), default=0)
    rows = []
    for name, kinds in _DIFFERENCES.items():
        is_total = len(kinds) == len(ERROR_KINDS)
        make = partial(_parted_cells, measured, parted, name, kinds, 0 if is_total else most)
        rows.append(RowGroup(name, TableRow(name, (name,), make, is_total=is_total)))
    return rows


def _parted_cells(measured: Measured, parted: Parted, name: str, kinds: Sequence[str], most: int) -> tuple[Cell, ...]:
    cells = list[Cell]()
    for (a, b), places in parted.places.items():
        doors, number = PairDoors(measured.study, a, b), sum(places[KINDS.index(kind)] for kind in kinds)
        said = f"{measured.names[a]} and {measured.names[b]}: {name}"
        bar = Cell("", tooltip=said, bar=number / most) if most else Cell("")
        cells += [count(number, doors.of_kinds(*kinds), said).of_prediction(doors.prediction), bar]
    return tuple(cells)


BY_TYPE: Final = "Agreement by type"
TYPE_NAMES: Final = ("Type",)
_F1_COLUMNS: Final = (
    Column("F1", meaning("agreement_f1"), is_percent=True),
    Column("", "F1 as a bar, from 0 to 100", widest="", is_extra=True),
)
_MARKED_COLUMNS: Final = (
    Column("A", "Mentions of A", widest="999,999"),
    Column("B", "Mentions of B", widest="999,999"),
    Column("Both", meaning("both_mark"), widest="999,999"),
    Column("Only A", meaning("only_a_marks"), widest="999,999"),
    Column("Only B", meaning("only_b_marks"), widest="999,999"),
)
TYPE_COLUMNS: Final = (
    Column("Type", "Lowest F1 first"),
    *_F1_COLUMNS,
    Column("Labels", meaning("label_agreement"), is_percent=True, copied="Label agreement"),
    Column("Kappa", meaning("kappa"), widest="−0.000"),
    *_MARKED_COLUMNS,
    Column("Other types", meaning("other_types"), widest="999,999", is_extra=True),
)


def matrix_columns(names: Sequence[str], noun: str) -> list[Column]:
    said = "The diagonal shows the number of its mentions."
    return [Column(noun.capitalize()), *(Column(name, f"{name}\n{said}") for name in names)]


def matrix_rows(measured: Measured, measure: int) -> list[RowGroup]:
    """All pairs, each twice; the diagonal holds the number of mentions."""
    return [
        RowGroup(name, TableRow(name, (name,), partial(_matrix_cells, measured, measure, a)))
        for a, name in enumerate(measured.names)
    ]


def matrix_table(measured: Measured, measure: int) -> Table:
    """Return the matrix as a table with a row for each pair."""
    title = MEASURES[measure]
    rows: list[Row] = [
        (measured.names[a], measured.names[b], found.overall.a, found.overall.b, found.overall.both,
         _value(measured, measure, a, b))
        for (a, b), found in measured.found.items()
    ]  # fmt: skip
    percent = frozenset((title,)) if measure != KAPPA else frozenset[str]()
    return Table(("A", "B", "Mentions of A", "Mentions of B", "Both", title), rows, percent)


def measures_table(measured: Measured) -> Table:
    """Return all measures of each pair, with the columns of the command `agreement`."""
    rows: list[Row] = [
        (measured.names[a], measured.names[b], ALL_TYPES, *(_value(measured, one, a, b) for one in (F1, LABELS, KAPPA)))
        for a, b in measured.found
    ]
    return Table(("a", "b", "type", "f1", "label_agreement", "kappa"), rows)


def type_rows(measured: Measured, a: int, b: int) -> list[RowGroup]:
    """All types together, then each type, lowest F1 first."""
    found, doors = measured.pair(a, b), PairDoors(measured.study, a, b)
    kappa = _kappa_cell(measured, doors)
    none = Cell("", tooltip="Kappa is for all types together.")
    rows = [_type_row(ALL_TYPES, found.overall, doors, kappa, is_total=True)]
    by_type = [(name, found.of_type(name)) for name in found.types]
    by_type.sort(key=lambda one: (isnan(one[1].f1), one[1].f1))
    rows += [_type_row(type_or_all(name), counts, doors.of_type(name), none) for name, counts in by_type]
    return [RowGroup(row.name, row) for row in rows]


def count(number: int, door: Filter | None, explained: str) -> Cell:
    """Return a count; without a door, its tooltip says why."""
    told = explained if door is not None else f"{explained}\n{BETWEEN_SYSTEMS}"
    return Cell(grouped(number), number, door, told, is_dim=not number or door is None)


def f1_cells(counts: AgreementCounts, doors: PairDoors) -> tuple[Cell, Cell]:
    """F1 as a number and as a bar."""
    ratio = f1_ratio(counts)
    f1 = Cell(score_text(ratio), ratio, doors.disagreements if ratio.denominator else None, f1_explained(counts))
    return f1, Cell("", tooltip=f"F1 {f1.text} of 100", bar=ratio.value or 0.0)


def _matrix_cells(measured: Measured, measure: int, a: int) -> tuple[Cell, ...]:
    return tuple(
        _mentions(measured, a) if a == b else _matrix_cell(measured, measure, a, b) for b in range(len(measured.names))
    )


def _matrix_cell(measured: Measured, measure: int, a: int, b: int) -> Cell:
    found, doors = measured.pair(a, b), PairDoors(measured.study, a, b)
    value, pair = _value(measured, measure, a, b), f"{measured.names[a]} and {measured.names[b]}"
    if measure == KAPPA:
        text, explained = kappa_text(found.kappa), kappa_explained(found, measured.nested(a, b))
    else:
        text = score_text(value)
        explained = f1_explained(found.overall) if measure == F1 else labels_explained(found.overall)
    door = doors.other_types if measure == LABELS and doors.has_events else doors.disagreements
    shade = _shade(_number(value), [_number(_value(measured, measure, *one)) for one in measured.found])
    return HeatCell(text, value, door, f"{pair}\n{explained}", prediction=doors.prediction, shade=shade)


def _number(value: Value) -> float:
    number = value.value if isinstance(value, Ratio) else value
    return number if isinstance(number, float) else nan


def _shade(number: float, others: Sequence[float]) -> float:
    """Return how dark a cell is: the lower its number among the others, the darker."""
    defined = [one for one in others if not isnan(one)]
    low, high = min(defined, default=0.0), max(defined, default=0.0)
    return number if isnan(number) else (high - number) / (high - low) if high > low else 0.0


def _mentions(measured: Measured, annotator: int) -> Cell:
    number = len(measured.study.annotations[annotator].mentions)
    door = negated(Term("pred" if annotator else "ref", (None,)))
    cell = Cell(grouped(number), number, door, f"Mentions of {measured.names[annotator]}", is_dim=not number)
    return cell.of_prediction(max(annotator - 1, -1))


def _value(measured: Measured, measure: int, a: int, b: int) -> Value:
    found = measured.pair(a, b)
    if measure == KAPPA:
        return None if isnan(found.kappa) else found.kappa
    return f1_ratio(found.overall) if measure == F1 else label_ratio(found.overall)


def _type_row(name: str, counts: AgreementCounts, doors: PairDoors, kappa: Cell, is_total: bool = False) -> TableRow:
    cells = partial(_type_cells, counts, doors, kappa)
    return TableRow(name, (name,), cells, is_total=is_total, prediction=doors.prediction)


def _type_cells(counts: AgreementCounts, doors: PairDoors, kappa: Cell) -> tuple[Cell, ...]:
    return (
        *f1_cells(counts, doors),
        _labels_cell(counts, doors),
        kappa,
        *_marked_cells(counts, doors),
        count(counts.shared - counts.alike, doors.other_types, meaning("other_types")),
    )


def _marked_cells(counts: AgreementCounts, doors: PairDoors) -> tuple[Cell, ...]:
    return (
        count(counts.a, doors.marked(is_a=True), "Mentions of A"),
        count(counts.b, doors.marked(is_a=False), "Mentions of B"),
        count(counts.both, doors.both, meaning("both_mark")),
        count(counts.a - counts.both, doors.marked(is_a=True, is_alone=True), meaning("only_a_marks")),
        count(counts.b - counts.both, doors.marked(is_a=False, is_alone=True), meaning("only_b_marks")),
    )


BY_DOCUMENT: Final = "Agreement by document"
AGREEING_COLUMNS: Final = (Column("Document", meaning("agreeing_document")), *_F1_COLUMNS, *_MARKED_COLUMNS)


DocumentsOfPairs: TypeAlias = Mapping[tuple[int, int], DocumentAgreement]
"""By pair, the smaller number first."""


def measure_documents(study: Study, checkpoint: Checkpoint = no_checkpoint) -> DocumentsOfPairs:
    return _each_pair(study, agreement_by_document, checkpoint)


class AgreeingDocuments(DocumentRows):
    """Documents in order of their agreement."""

    columns = AGREEING_COLUMNS

    def __init__(self, measured: Measured, found: DocumentsOfPairs, a: int, b: int) -> None:
        self._found, self._doors = found[a, b], PairDoors(measured.study, a, b)
        super().__init__(measured.study, self._found.worst_first + 1, self._doors.prediction)

    def values(self) -> Iterator[Row]:
        for number, name in self.named:
            one = self._counts(number)
            yield number, name, f1_ratio(one), one.a, one.b, one.both, one.a - one.both, one.b - one.both

    def cells(self, place: int, number: int) -> tuple[Cell, ...]:
        counts, doors = self._counts(number), self._doors.in_document(number)
        return *f1_cells(counts, doors), *_marked_cells(counts, doors)

    def _counts(self, number: int) -> AgreementCounts:
        a, b, both = (int(column[number - 1]) for column in (self._found.a, self._found.b, self._found.both))
        return AgreementCounts(a, b, both, 0, 0)


def pair_names(measured: Measured, between: str = ", ") -> list[str]:
    return [between.join(measured.names[one] for one in pair) for pair in measured.found]


def pairs_columns(measured: Measured, what: str, mentions: Column, low: float, *more: Column) -> list[Column]:
    """Columns of F1 of all pairs, on an axis from `low` to 100."""
    axis = axis_column("", low, 1, "F1 of each pair, by its mark", is_extra=True)
    names = pair_names(measured)
    pairs = (
        Column(
            name,
            f"{name}\n{meaning('agreement_f1')}",
            is_percent=True,
            mark=mark_of(place, len(names)) if len(names) <= len(MARKS) or not place else "",
            copied=f"F1 {name}",
        )
        for place, name in enumerate(names)
    )
    return [Column(what), mentions, axis, *pairs, *more]


def axis_of(values: Iterable[float]) -> float:
    """Return the start of the axis: a multiple of ten percent below the smallest value."""
    return min(int(10 * min((value for value in values if not isnan(value)), default=0.0)), 9) / 10


def _pairs_cells(
    measured: Measured, f1: Sequence[Ratio], doors: Sequence[Filter | None], low: float, has_lowest: bool
) -> tuple[Cell, ...]:
    """F1 of all pairs as marks and as numbers; each number opens the events where the two differ."""
    values = [_number(one) for one in f1]
    lowest = min((value for value in values if not isnan(value)), default=nan) if has_lowest else nan
    said = [f"{name}: F1 {score_text(one)}" for name, one in zip(pair_names(measured), f1, strict=True)]
    numbers = (
        Cell(
            score_text(one), one, door if one.denominator else None, why,
            prediction=PairDoors(measured.study, *pair).prediction, is_bold=value == lowest,
        )
        for pair, one, value, door, why in zip(measured.found, f1, values, doors, said, strict=True)
    )  # fmt: skip
    dots = tuple((value - low) / (1 - low) for value in values)
    return Cell("", tooltip="\n".join(said), dots=dots), *numbers


def types_of_pairs(measured: Measured) -> tuple[list[Column], list[RowGroup]]:
    """All types together, then each type with F1 of all pairs, lowest first."""
    everything = [found.overall for found in measured.found.values()]
    by_type = {
        name: [found.of_type(name) for found in measured.found.values()]
        for name in next(iter(measured.found.values())).types
    }
    low = axis_of(counts.f1 for one in (everything, *by_type.values()) for counts in one)
    who = f"Mentions of all {measured.noun}s"
    spread = Column("Spread", "The highest F1 minus the lowest", is_percent=True)
    columns = pairs_columns(measured, "Type", Column("Mentions", who, widest="9,999,999"), low, spread)
    rows = [(ALL_TYPES, "", everything)]
    rows += sorted(((type_or_all(name), name, of) for name, of in by_type.items()), key=lambda row: _lowest(row[2]))
    made = (
        TableRow(name, (name,), partial(_type_of_pairs, measured, of_type, counts, low), is_total=not of_type)
        for name, of_type, counts in rows
    )
    return columns, [RowGroup(row.name, row) for row in made]


def _lowest(counts: Sequence[AgreementCounts]) -> float:
    return min((one.f1 for one in counts if not isnan(one.f1)), default=inf)


def _type_of_pairs(measured: Measured, name: str, counts: Sequence[AgreementCounts], low: float) -> tuple[Cell, ...]:
    doors = [PairDoors(measured.study, *pair) for pair in measured.found]
    own = [(one.of_type(name) if name else one).disagreements for one in doors]
    sides = {number: n for pair, one in zip(measured.found, counts, strict=True)
             for number, n in zip(pair, (one.a, one.b), strict=True)}  # fmt: skip
    values = [one.f1 for one in counts if not isnan(one.f1)]
    spread = max(values) - min(values) if values else nan
    return (
        count_cell(sum(sides.values())),
        *_pairs_cells(measured, [f1_ratio(one) for one in counts], own, low, has_lowest=False),
        Cell(score_text(spread), Ratio(0, 0) if isnan(spread) else spread),
    )


class DocumentsOfAll(DocumentRows):
    """Documents with F1 of all pairs, in order of the lowest F1 of any pair."""

    def __init__(self, measured: Measured, found: DocumentsOfPairs) -> None:
        self._measured, self._found = measured, list(found.values())
        lowest = np.fmin.reduce(np.array([one.f1 for one in self._found]))  # nan where it is undefined for all
        self._n_most = np.max([side for one in self._found for side in (one.a, one.b)], axis=0)
        self.low = axis_of(lowest.tolist())
        super().__init__(measured.study, np.argsort(lowest, kind="stable") + 1)

    @property
    def columns(self) -> list[Column]:
        who = f"The mentions of that {self._measured.noun} who has most"
        return pairs_columns(self._measured, "Document", Column("Mentions at most", who, widest="9,999"), self.low)

    def values(self) -> Iterator[Row]:
        for number, name in self.named:
            yield number, name, int(self._n_most[number - 1]), *self._ratios(number - 1)

    def cells(self, place: int, number: int) -> tuple[Cell, ...]:
        doors = [PairDoors(self._measured.study, *pair).in_document(number) for pair in self._measured.found]
        own, ratios = [one.disagreements for one in doors], self._ratios(number - 1)
        n_most = count_cell(int(self._n_most[number - 1]))
        return n_most, *_pairs_cells(self._measured, ratios, own, self.low, has_lowest=True)

    def _ratios(self, document: int) -> list[Ratio]:
        return [Ratio(2 * int(one.both[document]), int(one.a[document] + one.b[document])) for one in self._found]
