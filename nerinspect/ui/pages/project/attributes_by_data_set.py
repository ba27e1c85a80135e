"""What makes mentions hard in each data set, and which system wins in which bucket."""

from collections.abc import Sequence
from functools import partial
from math import isnan
from typing import Final

import numpy as np

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.scores import UNDEFINED
from nerinspect.glossary import meaning
from nerinspect.query.fields.buckets import BUCKET, bucket_value
from nerinspect.query.filters import Term
from nerinspect.query.language.words import whole_text
from nerinspect.query.language.writer import query_text
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import p_text
from nerinspect.tables.buckets import edge
from nerinspect.tables.projects import system_names
from nerinspect.ui.desk.views import DIAGNOSIS
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, signed_text
from nerinspect.ui.pages.project.data_sets import DataSetDoor, ReadDataSet
from nerinspect.ui.pages.project.scores_by_data_set import EVERYTHING, NOTHING, ProjectCell, nothing, percent, short

ATTRIBUTES: Final = "Attributes by data set"
WINNERS: Final = "Who wins in which bucket"
RHO, ZETA, FRIEDMAN = range(3)
MEASURES: Final = ("ρ", "ζ", "Friedman’s p")  # noqa: RUF001 - the Greek letter is meant
MEANINGS: Final = tuple(meaning(key) for key in ("rho", "zeta", "friedman"))
_WIDEST: Final = ("0.000", "0.000000", p_text(0))
_MANY: Final = 100
_WITH_RETENTION: Final = "The retention heuristic counts as a system here."
_NEEDS_TRAINING: Final = frozenset(one.name for one in BUILT_IN if one.needs_training)


def attribute_names(read: Sequence[ReadDataSet]) -> tuple[str, ...]:
    """Name the attributes of all data sets, each once, in their order."""
    known = [one.name for one in BUILT_IN]
    names = dict.fromkeys(table.attribute.name for one in read for table in one.result.f1_tables)
    return tuple(sorted(names, key=lambda name: known.index(name) if name in known else len(known)))


def data_set_columns(first: str, read: Sequence[ReadDataSet], widest: str) -> list[Column]:
    """Head the columns with the data sets."""
    return [Column(first), *(Column(short(one.name), one.name, widest=widest, copied=one.name) for one in read)]


def attribute_columns(read: Sequence[ReadDataSet], measure: int) -> list[Column]:
    """Head the columns of the attributes."""
    return data_set_columns("Attribute", read, _WIDEST[measure])


def attribute_rows(read: Sequence[ReadDataSet], measure: int) -> list[RowGroup]:
    """Lay out one number of each attribute in each data set; it opens the diagnosis of the data set."""
    rows = []
    for name in attribute_names(read):
        tables = [_table(one, name) for one in read]
        said = next(table.attribute.meaning for table in tables if table)
        rows.append(TableRow(name, (name,), partial(_attribute_cells, read, name, measure), tooltip=f"{name}: {said}"))
    return [RowGroup(row.name, row) for row in rows]


def winner_columns(read: Sequence[ReadDataSet]) -> list[Column]:
    """Head the columns of the winners, with room for colours and names of systems and how far they are ahead."""
    widest = max((short(name) for name in system_names([one.result for one in read])), key=len, default="")
    return data_set_columns("Bucket", read, f"{widest}      +00.00")


def winner_rows(read: Sequence[ReadDataSet], attribute: str) -> list[RowGroup]:
    """Lay out the buckets of an attribute, with the system that has the highest F1 in each data set."""
    tables = [_table(one, attribute) for one in read]
    names = dict.fromkeys(bucket.name for table in tables if table for bucket in table.buckets)
    inks = system_names([one.result for one in read])
    rows = [TableRow(name, (name,), partial(_winner_cells, read, tables, inks, name)) for name in names]
    return [RowGroup(row.name, row) for row in rows]


def _table(one: ReadDataSet, attribute: str) -> F1Table | None:
    return next((table for table in one.result.f1_tables if table.attribute.name == attribute), None)


def _attribute_cells(read: Sequence[ReadDataSet], name: str, measure: int) -> tuple[Cell, ...]:
    return tuple(_attribute_cell(one, _table(one, name), name, measure) for one in read)


def _attribute_cell(one: ReadDataSet, table: F1Table | None, name: str, measure: int) -> ProjectCell:
    if table is None:
        needs = name in _NEEDS_TRAINING
        return nothing(f"{one.name} has no training data" if needs else f"{one.name} has no such attribute")
    opens, head = DataSetDoor(one.place, EVERYTHING, view=DIAGNOSIS), f"{one.name}, {name}\n{MEANINGS[measure]}\n"
    if one.request.retention and measure != ZETA:
        head += f"{_WITH_RETENTION}\n"
    if measure == ZETA:
        text, value = _mean_value(table)
        return ProjectCell(text, value, tooltip=f"{head}{text}", opens=opens)
    if measure == RHO:
        if isnan(table.rho):
            said = f"{head}{UNDEFINED}: no system has a correlation."
            return ProjectCell(UNDEFINED, NOTHING, tooltip=said, opens=opens, shade=float("nan"))
        text = f"{table.rho:.3f}"
        return ProjectCell(text, table.rho, tooltip=f"{head}{text}", opens=opens, shade=table.rho)
    test = one.tests[name]
    text = UNDEFINED if test.p is None else p_text(test.p)
    return ProjectCell(text, NOTHING if test.p is None else test.p, tooltip=f"{head}{test.in_words}", opens=opens)


def _mean_value(table: F1Table) -> tuple[str, str | int | float | None]:
    """Write the mean value with three digits that mean something."""
    zeta, attribute = table.zeta, table.attribute
    if isnan(zeta):
        return UNDEFINED, None
    if attribute.scale == "date":
        return str(edge(attribute, zeta)), str(edge(attribute, zeta))
    if abs(zeta) >= _MANY:
        return whole_text(attribute, round(zeta)), zeta
    return np.format_float_positional(zeta, 3, unique=False, fractional=False, trim="-").replace("-", "−"), zeta


def _winner_cells(
    read: Sequence[ReadDataSet], tables: Sequence[F1Table | None], inks: Sequence[str], bucket: str
) -> tuple[Cell, ...]:
    return tuple(_winner_cell(one, table, inks, bucket) for one, table in zip(read, tables, strict=True))


def _winner_cell(one: ReadDataSet, table: F1Table | None, inks: Sequence[str], bucket: str) -> ProjectCell:
    place = (
        [own.name for own in table.buckets].index(bucket) if table and bucket in {b.name for b in table.buckets} else -1
    )
    if table is None or place < 0:
        return nothing(f"{one.name} has no such bucket")
    attribute = table.attribute.name
    value = bucket_value(attribute, bucket, one.n_wanted)
    opens_of = partial(DataSetDoor, one.place, query_text(Term(BUCKET.name, (value,))))
    head = f"{one.name}, {attribute} {bucket}: {one.words[attribute, bucket]}"
    scored = [
        pair for pair in zip(table.systems, table.by_system[:, place].tolist(), strict=True) if not isnan(pair[1])
    ]
    if not scored:
        return ProjectCell(UNDEFINED, NOTHING, tooltip=f"{head}\n{UNDEFINED}: F1 is undefined.", opens=opens_of())
    ranked = sorted(scored, key=lambda pair: -pair[1])
    said = "\n".join(f"{name} F1 {percent(f1)}" for name, f1 in ranked)
    (winner, best), (second, second_f1) = ranked[0], (ranked[1] if len(ranked) > 1 else (None, None))
    first_run, compared = one.first_run(winner) or 0, one.first_run(second)
    opens = opens_of(first_run, compared)
    if second_f1 == best:
        winners = " = ".join(name for name, f1 in ranked if f1 == best)
        return ProjectCell(winners, winners, tooltip=f"{head}\n{said}", opens=opens, is_words=True)
    margin = "alone" if second_f1 is None else signed_text(best - second_f1)
    told = f"{head}\n{said}" + (f"\n{margin} to {second}" if second else "")
    return ProjectCell(winner, winner, tooltip=told, opens=opens, ink=inks.index(winner), is_words=True, beside=margin)
