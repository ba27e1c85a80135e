"""The difference of two systems, bucket by bucket."""

from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import Final

import numpy as np

from nerinspect.analysis.percent import UNDEFINED
from nerinspect.glossary import meaning
from nerinspect.results.table import Ratio, Row, Table
from nerinspect.ui.diagnosis.diagnosed import Diagnosed
from nerinspect.ui.diagnosis.special_tables import BarCell
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, score_text, signed_text

DIFFERENCES: Final = "Difference of two systems"
LARGEST, SMALLEST = "largest", "smallest"


def difference_columns(a: str, b: str) -> tuple[Column, ...]:
    """Give the columns for systems A and B: bucket, bar, difference, and whether it is an extreme one."""
    return (
        Column("Bucket"),
        Column("", meaning("f1_difference"), widest=""),
        Column("A − B", meaning("f1_difference"), widest="−100.00", is_percent=True, copied=f"{a} − {b}"),
        Column("Mark", "Where the difference is largest, and where it is smallest", widest="smallest"),
    )


@dataclass(frozen=True, eq=False)
class Differences:
    """F1 of one system minus F1 of another in all buckets.

    Attributes
    ----------
    diagnosed : Diagnosed
        What is compared.
    a, b : int
        The places of the systems.
    shown : int
        The prediction on show: of several runs of a system its events are opened.
    """

    diagnosed: Diagnosed
    a: int
    b: int
    shown: int

    @property
    def names(self) -> tuple[str, str]:
        """Systems A and B."""
        return self.diagnosed.systems[self.a], self.diagnosed.systems[self.b]

    @property
    def limit(self) -> float:
        """The largest difference of any attribute, where bars end."""
        values = np.concatenate([np.abs(table.difference(self.a, self.b)) for table in self.diagnosed.tables])
        defined = values[~np.isnan(values)]
        return float(defined.max(initial=0.0))

    def rows(self, attribute: int, limit: float) -> list[RowGroup]:
        """Lay out the buckets of one attribute; each opens its events in system A."""
        diagnosed = self.diagnosed
        table = diagnosed.tables[attribute]
        difference, found = table.difference(self.a, self.b), table.comparison(self.a, self.b)
        marks = {found.worst: SMALLEST, found.best: LARGEST} if found and found.worst != found.best else {}
        groups, prediction = [], diagnosed.run_of(self.a, self.shown)
        for place, bucket in enumerate(table.buckets):
            door = None if isnan(table.by_system[self.a, place]) else diagnosed.door(attribute, place)
            cells = partial(self._cells, attribute, place, float(difference[place]), limit, marks.get(place, ""))
            row = TableRow(
                bucket.name, (bucket.name,), cells, prediction=prediction, door=door,
                tooltip=diagnosed.explain(attribute, self.a, place),
            )  # fmt: skip
            groups.append(RowGroup(bucket.name, row))
        return groups

    def as_table(self) -> Table:
        """Give all buckets as a result table."""
        a, b = self.names
        columns = ("Attribute", "Bucket", f"F1 of {a}", f"F1 of {b}", "Difference")
        rows: list[Row] = []
        for attribute, table in enumerate(self.diagnosed.tables):
            for place, difference in enumerate(table.difference(self.a, self.b).tolist()):
                f1 = [self.diagnosed.f1(attribute, system, place) for system in (self.a, self.b)]
                rows.append((
                    table.attribute.name, table.buckets[place].name, *f1,
                    Ratio(0, 0) if isnan(difference) else difference,
                ))  # fmt: skip
        return Table(columns, rows, frozenset(columns[2:]))

    def _cells(self, attribute: int, place: int, difference: float, limit: float, mark: str) -> tuple[Cell, ...]:
        is_empty = isnan(self.diagnosed.tables[attribute].by_system[self.a, place])
        door, text = None if is_empty else self.diagnosed.door(attribute, place), signed_text(difference)
        both = [score_text(self.diagnosed.f1(attribute, system, place)) for system in (self.a, self.b)]
        (a, b), words = self.names, self.diagnosed.words(attribute, place)
        why = f"{words}\nF1 of {a} {both[0]}, of {b} {both[1]}: {text}"
        if isnan(difference):
            why = f"{words}\n{UNDEFINED}: F1 of {a if both[0] == UNDEFINED else b} is undefined here."
        elif mark:
            why += f", the {mark} difference of this attribute"
        reach = difference / limit if limit else 0.0
        value = Ratio(0, 0) if isnan(difference) else difference
        return (
            BarCell("", None, door, why, reach=reach),
            Cell(text, value, door, why),
            Cell(mark, mark or None, door if mark else None, why),
        )
