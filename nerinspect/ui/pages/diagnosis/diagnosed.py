"""Results of all systems by the buckets of all attributes, and documents by one system, as rows with doors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import isnan
from typing import Final, NamedTuple

import numpy as np

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.own import charted_attributes
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped, with_minus
from nerinspect.query.counts.buckets import DocumentRanking, bucket_doors, f1_tables, rank_documents
from nerinspect.query.fields.attributes import BUCKET, bucket_value
from nerinspect.query.filters import Filter, Term, all_of, any_of
from nerinspect.query.language.words import bucket_words, whole_text
from nerinspect.query.rates import MentionBase, doors_to
from nerinspect.settings import AnalysisChoice
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import Significance, friedman, p_text
from nerinspect.tables.buckets import edge
from nerinspect.training.retention import competing_systems
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    axis_column,
    count_cell,
    count_text,
    score_text,
    signed_text,
)


@dataclass(frozen=True, eq=False)
class Diagnosed:
    """F1 of every system in every bucket of every attribute, and what follows from it.

    Attributes
    ----------
    rows : dict of str to list of RowGroup
        Cache of the rows made of it.
    """

    study: Study
    base: MentionBase
    choice: AnalysisChoice
    bucketings: tuple[Bucketing, ...]
    tables: tuple[F1Table, ...]
    tests: tuple[Significance, ...]
    rows: dict[str, list[RowGroup]] = field(default_factory=dict)

    @property
    def systems(self) -> tuple[str, ...]:
        return competing_systems(self.study, self.choice.has_retention)

    @cached_property
    def range_shown(self) -> tuple[float, float]:
        """The lowest and highest F1 anywhere, widened to whole tenths: one scale for all attributes."""
        values = [value for table in self.tables for value in table.by_system.ravel().tolist() if not isnan(value)]
        low, high = min(values, default=0.0), max(values, default=1.0)
        first, last = int(low * 10), min(int(high * 10) + 1, 10)
        return min(first, last - 1) / 10, last / 10

    def words(self, attribute: int, bucket: int) -> str:
        """Describe a bucket, as in `eLen L: 3 tokens`."""
        own = self.bucketings[attribute]
        name, held = own.buckets[bucket].name, bucket_words(own, bucket)
        return f"{own.attribute.name} {name}" if held == name else f"{own.attribute.name} {name}: {held}"

    def door(self, attribute: int, *buckets: int) -> Filter:
        """Keep the events with a counted member, of either side, in one of the buckets."""
        own = self.bucketings[attribute]
        if self.base.is_everything:
            values = (bucket_value(own.attribute.name, own.buckets[place].name, own.n_wanted) for place in buckets)
            return Term(BUCKET.name, tuple(values))
        types = self.base.types_of(self.study) if self.base.named or self.base.excluded else ()
        doors = [bucket_doors(own, place, self.base, types) for place in buckets]
        return any_of(*(side for door in doors for side in (door.reference, door.predicted)))

    def run_of(self, system: int, shown: int) -> int:
        """Return the run whose events open: the one on show, else the first."""
        runs = self.tables[0].runs[system]
        return shown if shown in runs else runs[0]

    def f1(self, attribute: int, system: int, bucket: int) -> Value:
        """Return F1 as it is copied: a ratio of counts for one run, else the mean."""
        table = self.tables[attribute]
        value = float(table.by_system[system, bucket])
        if isnan(value):
            return Ratio(0, 0)
        if len(table.runs[system]) > 1:
            return value
        reference, predicted, correct = table.counts[table.runs[system][0], :, bucket].tolist()
        return Ratio(2 * correct, reference + predicted)

    def explain(self, attribute: int, system: int, bucket: int) -> str:
        """Say in a sentence what a score is taken over."""
        table, unit = self.tables[attribute], self.bucketings[attribute].attribute.unit
        noun = "reference mention" if unit == "mention" else "reference token"
        runs = list(table.runs[system])
        n_reference = table.counts[runs, 0, bucket].mean()
        value = self.f1(attribute, system, bucket)
        text = score_text(value)
        score = f"F1 {text}" if text != UNDEFINED else f"{UNDEFINED}: nothing of this bucket on either side"
        of_runs = f", mean of {counted(len(runs), 'run')}" if len(runs) > 1 else ""
        said = counted(round(n_reference), noun)
        return f"{self.words(attribute, bucket)}, {said}\n{self.systems[system]}, {score}{of_runs}"


def diagnose(
    study: Study, base: MentionBase, choice: AnalysisChoice, checkpoint: Checkpoint = no_checkpoint
) -> Diagnosed:
    """Score every system in the buckets of all attributes, and test whether the buckets differ.

    Parameters
    ----------
    study : Study
        Needs at least one prediction that counts as a system.
    """
    attributes, n_wanted = charted_attributes(study, choice.has_columns), choice.n_buckets
    bucketings = []
    for place, attribute in enumerate(attributes):
        checkpoint(place, 2 * len(attributes))
        bucketings.append(bucketing(study, attribute, n_wanted))
    tables = f1_tables(study, attributes, n_wanted, base, choice.has_retention, checkpoint)
    tests = tuple(friedman(table.by_run) for table in tables)
    return Diagnosed(study, base, choice, tuple(bucketings), tuple(tables), tests)


class Diagnosis(NamedTuple):
    """Results for all systems that count, and the documents of one of them."""

    diagnosed: Diagnosed
    ranking: DocumentRanking
    system: str


def diagnose_anew(
    study: Study,
    base: MentionBase,
    choice: AnalysisChoice,
    system: str,
    known: Sequence[Diagnosis],
    checkpoint: Checkpoint,
) -> Diagnosis:
    """Diagnose all systems and rank the documents of one, reusing `known` results over this base."""
    diagnosed = next((one.diagnosed for one in known if one.diagnosed.choice == choice), None)
    ranking = next((one.ranking for one in known if one.system == system), None)
    runs = [number for number, one in enumerate(study.predictions) if one.system == system]
    return Diagnosis(
        diagnose(study, base, choice, checkpoint) if diagnosed is None else diagnosed,
        rank_documents(study, runs, base, checkpoint) if ranking is None else ranking,
        system,
    )


ATTRIBUTES: Final = "Attributes"
_COPIED_COLUMNS: Final = ("Attribute", "System", "Spearman", "Spread", "ζ", "ρ", "Friedman’s test")  # noqa: RUF001 - the Greek letter is meant


def attribute_columns(systems: Sequence[str]) -> list[Column]:
    """Columns for all systems together, then two for each."""
    return [
        Column("Attribute", "Attributes of mentions", widest="eLen"),
        Column("ζ", meaning("zeta"), widest="0.00000"),
        Column("ρ", meaning("rho"), widest="0.00"),  # noqa: RUF001 - likewise
        Column("Friedman’s p", meaning("friedman"), widest=p_text(0)),
        *(
            Column(name, meaning("spearman"), widest="−0.00", copied=f"Spearman {name}", group="Spearman")
            for name in systems
        ),
        *(
            Column(name, meaning("spread"), is_percent=True, copied=f"Spread {name}", group="Spread of F1")
            for name in systems
        ),
    ]


EXTREMES: Final = "Worst and best buckets"
EXTREME_NAMES: Final = ("System", "Attribute")
EXTREME_COLUMNS: Final = (
    Column("System, attribute", "Attributes of mentions, and the systems"),
    Column("Worst", meaning("worst_bucket"), widest="XL", is_text=True),
    Column("F1", meaning("worst_bucket"), is_percent=True, copied="Worst F1"),
    Column("Best", meaning("best_bucket"), widest="XL", is_text=True),
    Column("F1", meaning("best_bucket"), is_percent=True, copied="Best F1"),
    Column("Gap", meaning("gap"), is_percent=True),
    Column("F1", "F1 of the worst bucket (hollow) and of the best", widest="", is_extra=True),
)

ALL_SYSTEMS: Final = "all systems"
_NOTHING: Final = Ratio(0, 0)
_LONGEST_NAME: Final = 12
_MANY: Final = 100
"""Mean values from here on are written without decimals."""


def attribute_groups(diagnosed: Diagnosed) -> list[RowGroup]:
    """One row for each attribute: mean value, test, and the systems."""
    if ATTRIBUTES not in diagnosed.rows:
        holding = _holding(diagnosed)
        rows = (_attribute_row(diagnosed, place, holding) for place in range(len(diagnosed.tables)))
        diagnosed.rows[ATTRIBUTES] = [RowGroup(row.name, row) for row in rows]
    return diagnosed.rows[ATTRIBUTES]


def attribute_table(diagnosed: Diagnosed) -> Table:
    """Return the result table: a row for each attribute, and one for each system in it."""
    rows, holding, none = list[Row](), _holding(diagnosed), (None,) * 3
    for table, test in zip(diagnosed.tables, diagnosed.tests, strict=True):
        name = table.attribute.name
        rows.append(
            (name, ALL_SYSTEMS, *none[:2], _zeta_cell(table, holding).value, _rho_cell(table).value, test.in_words)
        )
        for number, system in enumerate(diagnosed.systems):
            both = _spearman_cell(table, number).value, _spread_cell(table, number).value
            rows.append((name, system, *both, *none))
    return Table(_COPIED_COLUMNS, rows, frozenset(("Spread",)))


def shortcomings(diagnosed: Diagnosed) -> str:
    """Say why tests are missing or weak."""
    said = dict.fromkeys(test.shortcoming for test in diagnosed.tests if test.shortcoming)
    return "\n".join(f"Friedman’s p {one}." for one in said)


def _holding(diagnosed: Diagnosed) -> Filter:
    return doors_to(diagnosed.base, diagnosed.base.types_of(diagnosed.study)).reference


def extreme_columns(diagnosed: Diagnosed) -> list[Column]:
    """Columns with room for the names of buckets; their captions give the range of the dots."""
    names = [bucket.name for table in diagnosed.tables for bucket in table.buckets]
    widest = max(names, key=len)[:_LONGEST_NAME]
    named = [replace(one, widest=widest) if one.title in ("Worst", "Best") else one for one in EXTREME_COLUMNS]
    return [*named[:-1], axis_column("F1, ", *diagnosed.range_shown, named[-1].tooltip, is_extra=True)]


def extreme_groups(diagnosed: Diagnosed, shown: int) -> list[RowGroup]:
    """One row for each system; below it, where it is worst and best in each attribute.

    Parameters
    ----------
    shown : int
        The prediction on show: if a system has several runs, the one whose events open.
    """
    key = f"{EXTREMES} {shown}"
    if key not in diagnosed.rows:
        systems = range(len(diagnosed.systems))
        diagnosed.rows[key] = [_system_group(diagnosed, system, shown) for system in systems]
    return diagnosed.rows[key]


def _attribute_row(diagnosed: Diagnosed, place: int, holding: Filter) -> TableRow:
    table, test, systems = diagnosed.tables[place], diagnosed.tests[place], range(len(diagnosed.systems))
    attribute = table.attribute
    cells = (
        _zeta_cell(table, holding),
        _rho_cell(table),
        Cell(
            UNDEFINED if test.p is None else p_text(test.p),
            test.in_words,
            tooltip=f"{meaning('friedman')}\n{test.in_words}",
            is_dim=test.p is None,
        ),
        *(_spearman_cell(table, system) for system in systems),
        *(_spread_cell(table, system) for system in systems),
    )
    note = "" if attribute.meaning == attribute.name else attribute.meaning
    if attribute.unit == "token":
        note = f"{note.removeprefix('token ')} in tokens".lstrip()
    return TableRow(attribute.name, (attribute.name,), lambda: cells, note, tooltip=attribute.meaning, is_code=True)


def _rho_cell(table: F1Table) -> Cell:
    return _plain_cell(table.rho, meaning("rho"), "no system has a correlation")


def _spearman_cell(table: F1Table, system: int) -> Cell:
    return _plain_cell(float(table.spearman[system]), meaning("spearman"), _no_spearman(table, system))


def _spread_cell(table: F1Table, system: int) -> Cell:
    spread = float(table.deviation[system])
    text = score_text(spread)
    why = f"{meaning('spread')}\n{text}" + (": F1 is undefined in every bucket." if isnan(spread) else "")
    return Cell(text, _NOTHING if isnan(spread) else spread, tooltip=why)


def _no_spearman(table: F1Table, system: int) -> str:
    if table.attribute.scale == "name":
        return "these buckets have no order"
    if np.count_nonzero(~np.isnan(table.by_system[system])) < 2:
        return "F1 is defined in fewer than two buckets"
    return "F1 is equal in all buckets"


def _plain_cell(value: float, explained: str, undefined: str) -> Cell:
    """Return a correlation; it counts no events, so it is no door."""
    if isnan(value):
        return Cell(UNDEFINED, _NOTHING, tooltip=f"{explained}\n{UNDEFINED}: {undefined}.")
    return Cell(grouped(value, 2), value, tooltip=f"{explained}\n{grouped(value, 3)}")


def _zeta_cell(table: F1Table, holding: Filter) -> Cell:
    """Return the mean value with three significant digits."""
    explained, scale = meaning("zeta"), table.attribute.scale
    if isnan(table.zeta):
        why = "these values are names" if scale == "name" else "there is no value"
        return Cell(UNDEFINED, _NOTHING, tooltip=f"{explained}\n{UNDEFINED}: {why}.")
    text, value = mean_value(table)
    return Cell(text, value, holding, explained if scale == "date" else f"{explained}\n{value}")


def mean_value(table: F1Table) -> tuple[str, str | float]:
    """Format the mean value with three significant digits; the value itself is a number, or a date."""
    attribute, zeta = table.attribute, table.zeta
    if attribute.scale == "date":
        date = str(edge(attribute, zeta))
        return date, date
    if abs(zeta) >= _MANY:
        return with_minus(whole_text(attribute, round(zeta))), zeta
    return with_minus(np.format_float_positional(zeta, 3, unique=False, fractional=False, trim="-")), zeta


def _system_group(diagnosed: Diagnosed, system: int, shown: int) -> RowGroup:
    name, n_runs = diagnosed.systems[system], len(diagnosed.tables[0].runs[system])
    note = f"mean of {counted(n_runs, 'run')}" if n_runs > 1 else ""
    empty = tuple(Cell("", None) for _ in EXTREME_COLUMNS[1:])
    head = TableRow(name, (name, ""), lambda: empty, note, is_total=True)
    prediction = diagnosed.run_of(system, shown)

    def rows() -> tuple[TableRow, ...]:
        gaps = [found.gap if (found := table.extremes(system)) else -1.0 for table in diagnosed.tables]
        by_gap = sorted(enumerate(diagnosed.tables), key=lambda one: -gaps[one[0]])
        return tuple(
            TableRow(
                table.attribute.name, (name, table.attribute.name), partial(_extreme_cells, diagnosed, place, system),
                prediction=prediction, tooltip=table.attribute.meaning, is_code=True,
            )
            for place, table in by_gap
        )  # fmt: skip

    return RowGroup(name, head, rows)


def _extreme_cells(diagnosed: Diagnosed, place: int, system: int) -> tuple[Cell, ...]:
    """Worst and best bucket, each a door; the gap opens both."""
    table = diagnosed.tables[place]
    found = table.extremes(system)
    if found is None:
        none = Cell(UNDEFINED, _NOTHING, tooltip=f"{UNDEFINED}: F1 is undefined in every bucket.")
        return *(none for _ in EXTREME_COLUMNS[2:]), Cell("")
    cells: list[Cell] = []
    for key, bucket in (("worst_bucket", found.worst), ("best_bucket", found.best)):
        door, value = diagnosed.door(place, bucket), diagnosed.f1(place, system, bucket)
        explained = f"{meaning(key)}\n{diagnosed.explain(place, system, bucket)}"
        name = table.buckets[bucket].name
        cells += [Cell(name, name, door, explained), Cell(score_text(value), value, door, explained)]
    both = diagnosed.door(place, *dict.fromkeys((found.worst, found.best)))
    gap = signed_text(found.gap).removeprefix("+")
    said = f"F1 {score_text(cells[1].value)} in {cells[0].text}, {score_text(cells[3].value)} in {cells[2].text}"
    low, high = diagnosed.range_shown
    return (
        *cells,
        Cell(gap, found.gap, both, f"{meaning('gap')}\n{said}", is_bold=True),
        Cell("", tooltip=said, dots=tuple((one - low) / (high - low) for one in (found.best_value, found.worst_value))),
    )


_ERRORS: Final = "Events that are not correct."

DOCUMENTS: Final = "Documents, worst first"
DOCUMENT_NAMES: Final = ("Document", "Name")
DOCUMENT_COLUMNS: Final = (
    Column("Document", "Number of the document in the reference, and its name"),
    Column("Rank", meaning("document_rank"), widest="100,000"),
    Column("F1", meaning("f1"), is_percent=True),
    Column("", "F1 as a bar, from 0 to 100", widest="", is_extra=True),
    Column("Reference", meaning("reference_mentions"), widest="999,999"),
    Column("Predicted", meaning("predicted_mentions"), widest="999,999", is_extra=True),
    Column("Errors", _ERRORS, widest="999,999"),
    Column("Demerits", meaning("demerits"), widest="999,999"),
)


class DocumentRows:
    """Rows of documents in some order; the number of a document opens its events.

    Parameters
    ----------
    numbers : ndarray of int
        The documents in this order, from 1.
    prediction : int
        The run whose events open; -1 for the one on show.
    """

    def __init__(self, study: Study, numbers: AnyIntArray, prediction: int = -1) -> None:
        self._study, self._numbers, self._prediction = study, numbers, prediction

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def named(self) -> Iterator[tuple[int, str]]:
        """All documents with their names, which may be empty."""
        names = self._study.text.document_names
        return ((number, names[number - 1] if names else "") for number in self._numbers.tolist())

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Return the rows of some documents, by their index in the order."""
        return [self._row(place, int(self._numbers[place])) for place in places]

    def cells(self, place: int, number: int) -> tuple[Cell, ...]:
        """Return the cells after the document's number."""
        raise NotImplementedError

    def _row(self, place: int, number: int) -> RowGroup:
        name, names, door = grouped(number), self._study.text.document_names, Term("doc", (number,))
        note = names[number - 1] if names else ""
        make = partial(self.cells, place, number)
        return RowGroup(name, TableRow(name, (name, note), make, note, prediction=self._prediction, door=door))


class DocumentList(DocumentRows):
    """Documents in order of their scores.

    With several runs, means open whole documents.
    """

    def __init__(self, study: Study, ranking: DocumentRanking, base: MentionBase, prediction: int, n_runs: int) -> None:
        super().__init__(study, ranking.document, prediction)
        self._ranking, self._base, self._n_runs = ranking, base, n_runs
        self._demerits = ranking.demerits

    def values(self) -> Iterator[Row]:
        """Yield all documents as they are copied, without making cells."""
        ranking, has_names = self._ranking, bool(self._study.text.document_names)
        columns = [column.tolist() for column in (*ranking.counts[:2], ranking.errors, ranking.demerits)]
        for place, ((number, name), rank) in enumerate(zip(self.named, ranking.rank.tolist(), strict=True)):
            counts = [int(column[place]) if self._n_runs == 1 else column[place] for column in columns]
            yield number, name if has_names else None, rank or None, self._f1(place), *counts

    def cells(self, place: int, number: int) -> tuple[Cell, ...]:
        ranking, here = self._ranking, Term("doc", (number,))
        inside = self._base._replace(events=all_of(here, self._base.events))
        doors = doors_to(inside, self._base.types_of(self._study))
        rank, f1 = int(ranking.rank[place]), float(ranking.f1[place])
        value = self._f1(place)
        text = score_text(value)
        why = f"{meaning('f1')}\n" + (f"{UNDEFINED}: neither side has a mention." if isnan(f1) else text)
        return (
            Cell(grouped(rank) if rank else UNDEFINED, rank or None, tooltip=meaning("document_rank")),
            Cell(text, value, None if isnan(f1) else self._door(doors.either, here), why),
            Cell("", tooltip=f"F1 {text} of 100", bar=0.0 if isnan(f1) else f1),
            self._count(ranking.counts[0][place], self._door(doors.reference, here), meaning("reference_mentions")),
            self._count(ranking.counts[1][place], self._door(doors.predicted, here), meaning("predicted_mentions")),
            self._count(ranking.errors[place], self._door(doors.errors, here), _ERRORS),
            self._count(self._demerits[place], self._door(doors.errors, here), meaning("demerits")),
        )

    def _door(self, door: Filter, here: Filter) -> Filter:
        """Open what is counted; for a mean, which counts no events, the whole document."""
        return door if self._n_runs == 1 else here

    def _count(self, count: float, door: Filter, explained: str) -> Cell:
        if self._n_runs == 1:
            return count_cell(int(count), door, explained)
        return Cell(count_text(count), float(count), door, f"{explained}\n{meaning('mean_of_runs')}", is_dim=not count)

    def _f1(self, place: int) -> Value:
        f1 = float(self._ranking.f1[place])
        if isnan(f1):
            return Ratio(0, 0)
        if self._n_runs > 1:
            return f1
        reference, predicted, correct = (int(count) for count in self._ranking.counts[:, place])
        return Ratio(2 * correct, reference + predicted)
