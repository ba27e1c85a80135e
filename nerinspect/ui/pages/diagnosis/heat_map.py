"""F1 of all systems in the buckets of all attributes, as one chart: shades, and the difference of two below."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby, pairwise
from math import isnan
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from nerinspect.charts.scores import sentence
from nerinspect.charts.values import Drawn, Figure, Grid
from nerinspect.events.scores import UNDEFINED
from nerinspect.lists.table import Row, Table
from nerinspect.quantities import counted, percent
from nerinspect.training.retention import RETENTION
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.pages.choice import Controls, SystemPair
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.number_table import GROUP_SPACE, NumberTable
from nerinspect.ui.kit.tables.painters import paint_legend
from nerinspect.ui.kit.tables.sheet import Cell, Column, HeatCell, RowGroup, TableRow, score_text
from nerinspect.ui.pages.diagnosis.diagnosed import Diagnosed
from nerinspect.ui.pages.diagnosis.differences import Differences
from nerinspect.ui.theme.fonts import CAPTION, font_size, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme

HEAT_MAP: Final = "F1 by system and bucket"
_DIFFERENCE: Final = "Difference"

_Places = Sequence[tuple[int, int]]
"""Attributes and buckets, by their numbers."""


@dataclass(frozen=True, eq=False)
class HeatMap:
    """Scores in all buckets of all attributes.

    Attributes
    ----------
    pair : Differences or None
        The two systems whose difference is shown below; None if there is only one.
    shown : int
        The prediction on show: if a system has several runs, the one whose events open.
    """

    diagnosed: Diagnosed
    pair: Differences | None
    shown: int

    @property
    def places(self) -> list[tuple[int, int]]:
        tables = self.diagnosed.tables
        return [(attribute, place) for attribute, table in enumerate(tables) for place in range(len(table.buckets))]

    @property
    def has_undefined(self) -> bool:
        return any(isnan(value) for table in self.diagnosed.tables for value in table.by_system.ravel().tolist())

    def columns(self, places: _Places) -> list[Column]:
        """One column for each bucket, grouped by attribute."""
        return [Column("System"), *(self._column(*place) for place in places)]

    def _column(self, attribute: int, place: int) -> Column:
        name, own = self.diagnosed.tables[attribute].buckets[place].name, self.diagnosed.bucketings[attribute].attribute
        words, copied = self.diagnosed.words(attribute, place), f"{own.name} {name}"
        unit = ", counted in tokens" if own.unit == "token" else ""
        return Column(name, f"{own.meaning}{unit}\n{words}", widest="100.0", group=own.name, copied=copied)

    def rows(self, places: _Places) -> list[RowGroup]:
        """Return rows for the systems, the difference of two, and the baseline; numbers open their events."""
        systems = sorted(range(len(self.diagnosed.systems)), key=lambda one: self.diagnosed.systems[one] == RETENTION)
        rows = [self._row(system, places) for system in systems]
        if (pair := self.pair) is not None:
            a, b = pair.names
            cells, prediction = partial(pair.cells, places), self.diagnosed.run_of(pair.a, self.shown)
            said = f"F1 of {a} minus F1 of {b}"
            row = TableRow(_DIFFERENCE, (f"{a} − {b}",), cells, prediction=prediction, tooltip=said)
            rows.insert(len(rows) - self.diagnosed.systems.count(RETENTION), row)
        return [RowGroup(row.name, row) for row in rows]

    def _row(self, system: int, places: _Places) -> TableRow:
        name, n_runs = self.diagnosed.systems[system], len(self.diagnosed.tables[0].runs[system])
        return TableRow(
            name, (name,), partial(self._cells, system, places), prediction=self.diagnosed.run_of(system, self.shown),
            tooltip=f"{name}, mean of {counted(n_runs, 'run')}" if n_runs > 1 else name, is_dim=name == RETENTION,
        )  # fmt: skip

    def _cells(self, system: int, places: _Places) -> tuple[Cell, ...]:
        diagnosed, is_shaded = self.diagnosed, self.diagnosed.systems[system] != RETENTION
        cells = list[Cell]()
        for attribute, place in places:
            f1 = float(diagnosed.tables[attribute].by_system[system, place])
            said = UNDEFINED if isnan(f1) else percent(f1, 1), diagnosed.f1(attribute, system, place)
            why = None if isnan(f1) else diagnosed.door(attribute, place), diagnosed.explain(attribute, system, place)
            cells.append(HeatCell(*said, *why, shade=self._shade(f1)) if is_shaded else Cell(*said, *why))
        return tuple(cells)

    def _shade(self, f1: float) -> float:
        """Return how dark a cell is: the lower the score, the darker."""
        low, high = self.diagnosed.range_shown
        return (high - f1) / (high - low)

    @property
    def ends(self) -> tuple[str, str]:
        """What the lightest and the darkest shade stand for."""
        low, high = self.diagnosed.range_shown
        return percent(high, 0), percent(low, 0)

    def figure(self, chosen: Sequence[str] = ()) -> Figure:
        """Draw the scores of some systems for print, or of all."""
        systems = [name for name in self.diagnosed.systems if not chosen or name in chosen]
        grids = [self._grid(attribute, systems) for attribute in range(len(self.diagnosed.tables))]
        held = "; ".join(self.diagnosed.words(*place) for place in self.places)
        return Figure(tuple(grids), (), sentence("F1 in percent by system and bucket", held), tuple(systems))

    def _grid(self, attribute: int, systems: Sequence[str]) -> Grid:
        table, rows = self.diagnosed.tables[attribute], list[tuple[str, tuple[Drawn, ...]]]()
        for name in systems:
            system = self.diagnosed.systems.index(name)
            values = [self.diagnosed.f1(attribute, system, place) for place in range(len(table.buckets))]
            shades = map(self._shade, table.by_system[system].tolist())
            drawn = (Drawn(score_text(value), shade) for value, shade in zip(values, shades, strict=True))
            rows.append((name, tuple(drawn)))
        heads, own = tuple(bucket.name for bucket in table.buckets), table.attribute
        return Grid(f"F1 by {own.name}", own.meaning, heads, tuple(rows), ends=self.ends)

    def as_table(self) -> Table:
        made = self.diagnosed
        rows: list[Row] = [
            (system, made.tables[attribute].attribute.name, made.tables[attribute].buckets[place].name,
             made.f1(attribute, number, place))
            for number, system in enumerate(made.systems)
            for attribute, place in self.places
        ]  # fmt: skip
        return Table(("System", "Attribute", "Bucket", "F1"), rows, frozenset(("F1",)))


_LEGEND = 150  # at a font of 13 pixels


class ShadeLegend(QWidget):
    """The scale of the shades."""

    def __init__(self) -> None:
        super().__init__()
        self._ends = ("100", "0")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_ends(self, high: str, low: str) -> None:
        """Show a scale, from the lightest shade to the darkest."""
        self._ends = high, low
        self.setAccessibleName(f"Shades from F1 {high} to {low}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(_LEGEND * unit_of(self.font())), round(1.5 * QFontMetricsF(self.font()).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        caption = scaled_font(self.font(), CAPTION)
        painter.setFont(caption)
        paint_legend(painter, current_theme(), caption, QRectF(self.rect()), self._ends)
        painter.end()


_LEAST_CELL, _BAR_ROW, _LEAST_ROOM, _BETWEEN = 2.6, 5.4, 30.0, 1.1  # of the size of the font
_SPACE = 6  # at a font of 13 pixels


class BandTable(NumberTable):
    """Shows some of the buckets; the row of bars is higher than the others."""

    side = Qt.AlignmentFlag.AlignHCenter

    def __init__(self, parent: QWidget) -> None:
        super().__init__([Column("System")], ("System",), HEAT_MAP, parent, most_rows=1000)

    def show_places(self, heat_map: HeatMap, places: _Places) -> None:
        self.show_rows(heat_map.columns(places), heat_map.rows(places))

    def measure(self) -> tuple[int, list[list[int]]]:
        """Return the width of the names and, by attribute, the widths of its cells that show all titles whole."""
        found, unit, metrics = [], self.unit, QFontMetricsF(scaled_font(self.font(), CAPTION))
        for name, members in groupby(self.numbers.columns[1:], lambda column: column.group):
            heads = [self._head.title_width(column) + _SPACE * unit for column in members]
            named = (metrics.horizontalAdvance(name) + _SPACE * unit) / len(heads)
            width = round(max(*heads, named, _LEAST_CELL * font_size(self.font())))
            found.append([width + round(GROUP_SPACE * unit), *[width] * (len(heads) - 1)])
        return self._names_width, found

    def _slant(self) -> None:
        """Keep titles upright: bands fold instead."""

    def _giving_way(self) -> dict[int, int]:
        return dict(enumerate((width for group in self.measure()[1] for width in group), 1))

    def _share_room(self) -> None:
        self.setColumnWidth(0, self._names_width)
        self.setMinimumWidth(0)

    def _fit(self) -> None:
        super()._fit()
        names = [row.name for row in self.numbers.rows_shown]
        if _DIFFERENCE in names:
            height = round(_BAR_ROW * font_size(self.font()))
            self.setRowHeight(names.index(_DIFFERENCE), height)
            self.setFixedHeight(self.height() + height - self._row_height)


def folded(groups: Sequence[Sequence[int]], room: int) -> list[int]:
    """Return the number of cells in each band, given the widths of the cells that stay together."""
    bands, left = list[int](), -1
    for widths in groups:
        if sum(widths) > left:
            bands, left = [*bands, 0], room
        for width in widths:
            if width > left and bands[-1]:  # of what is wider than any band
                bands, left = [*bands, 0], room
            bands[-1], left = bands[-1] + 1, left - width
    return bands


class HeatBands(Styled, QWidget):
    """Shows the whole map in as many bands as it needs; it folds between attributes."""

    door_opened = Signal(str, int, int)

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[BandTable] = []
        self._map: HeatMap | None = None
        self._bands: list[int] = []
        self._column = fill(QVBoxLayout(self))
        self._add()

    def show_map(self, heat_map: HeatMap) -> None:
        self._map, self._bands = heat_map, []
        self._fold()

    def _add(self) -> None:
        table = BandTable(self)
        table.door_opened.connect(self.door_opened)
        self.tables.append(table)
        self._column.addWidget(table)

    def _fold(self) -> None:
        if self._map is None:
            return
        every = self._map.places
        if not self._bands:
            self.tables[0].show_places(self._map, every)
            self._names, self._groups = self.tables[0].measure()
        room = round(max(self.width() - self._names, _LEAST_ROOM * font_size(self.font())))
        bands = folded(self._groups, room)
        while len(narrower := folded(self._groups, room - 10)) == len(bands) and room > 0:
            bands, room = narrower, room - 10  # bands of one length
        if bands == self._bands:
            return
        self._bands = bands
        while len(self.tables) < len(bands):
            self._add()
        ends = [0, *accumulate(bands)]
        for number, table in enumerate(self.tables):
            if number < len(bands):
                table.show_places(self._map, every[ends[number] : ends[number + 1]])
            table.setVisible(number < len(bands))

    def _restyle(self) -> None:
        self._column.setSpacing(round(_BETWEEN * font_size(self.font())))
        self._bands = []
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()


class HeatPart(Part):
    """Shows systems against the buckets of all attributes, and the difference of two below."""

    def __init__(self) -> None:
        self.pair, self.legend, self.bands = SystemPair(), ShadeLegend(), HeatBands()
        beside = Controls()
        beside.line_up(self.legend, self.pair).setSpacing(round(16 * beside.unit))
        super().__init__(HEAT_MAP, self.bands, beside=beside)

    def show_map(self, heat_map: HeatMap) -> None:
        self.legend.show_ends(*heat_map.ends)
        self.pair.setVisible(heat_map.pair is not None)
        hatched = "; hatched: undefined" if heat_map.has_undefined else ""
        bars = "" if heat_map.pair is None else "; bars: A minus B, the largest of each attribute in bold"
        self.set_caption(f"the stronger the shade, the lower{bars}{hatched}")
        self.bands.show_map(heat_map)
        for before, after in pairwise((self.pair.b, *self.bands.tables)):
            QWidget.setTabOrder(before, after)  # tables are made after what is below them
