"""F1 of all systems in the buckets of one attribute."""

from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import Final

import numpy as np

from nerinspect.results.table import Row, Table
from nerinspect.ui.diagnosis.diagnosed import Diagnosed
from nerinspect.ui.diagnosis.special_tables import HeatCell
from nerinspect.ui.overview.cells import Column, RowGroup, TableRow, score_text

HEAT_MAP: Final = "F1 by system and bucket"
_LONGEST: Final = 10


@dataclass(frozen=True, eq=False)
class HeatMap:
    """The scores of one attribute.

    Attributes
    ----------
    diagnosed : Diagnosed
        All scores.
    attribute : int
        Place of the attribute.
    shown : int
        The prediction on show: of several runs of a system its events are opened.
    """

    diagnosed: Diagnosed
    attribute: int
    shown: int

    @property
    def name(self) -> str:
        """The attribute."""
        return self.diagnosed.bucketings[self.attribute].attribute.name

    @property
    def bucket_names(self) -> tuple[str, ...]:
        """The buckets, in order."""
        return self.diagnosed.bucketings[self.attribute].names

    @property
    def has_undefined(self) -> bool:
        """Whether some score is undefined."""
        return bool(np.isnan(self.diagnosed.tables[self.attribute].by_system).any())

    def columns(self) -> list[Column]:
        """Head the columns with the buckets."""
        return [
            Column("System"),
            *(
                Column(
                    name, self.diagnosed.words(self.attribute, place), widest=max("100.00", name[:_LONGEST], key=len)
                )
                for place, name in enumerate(self.bucket_names)
            ),
        ]

    def rows(self) -> list[RowGroup]:
        """Lay out the systems; each score opens its bucket in the events of its system."""
        groups = []
        for system, name in enumerate(self.diagnosed.systems):
            n_runs = len(self.diagnosed.tables[self.attribute].runs[system])
            note = f"mean of {n_runs} runs" if n_runs > 1 else ""
            prediction = self.diagnosed.run_of(system, self.shown)
            row = TableRow(name, (name,), partial(self.cells, system), note, prediction=prediction)
            groups.append(RowGroup(name, row))
        return groups

    def cells(self, system: int) -> tuple[HeatCell, ...]:
        """Give the scores of one system."""
        low, high = self.diagnosed.range_shown
        cells = []
        for place in range(len(self.bucket_names)):
            value = self.diagnosed.f1(self.attribute, system, place)
            f1 = float(self.diagnosed.tables[self.attribute].by_system[system, place])
            shade = f1 if isnan(f1) else (f1 - low) / (high - low)
            explained = self.diagnosed.explain(self.attribute, system, place)
            door = None if isnan(f1) else self.diagnosed.door(self.attribute, place)
            cells.append(HeatCell(score_text(value), value, door, explained, shade=shade))
        return tuple(cells)

    def as_table(self) -> Table:
        """Give all scores of the attribute as a result table."""
        rows: list[Row] = [
            (name, self.name, bucket, self.diagnosed.f1(self.attribute, system, place))
            for system, name in enumerate(self.diagnosed.systems)
            for place, bucket in enumerate(self.bucket_names)
        ]
        return Table(("System", "Attribute", "Bucket", "F1"), rows, frozenset(("F1",)))
