"""F1 of all systems in the buckets of one attribute, on shades; on screen and for print."""

from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from nerinspect.lists.table import Row, Table
from nerinspect.ui.kit.pages.choice import AttributeChoice
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.pictures import Picture, advance
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.drawn_cells import HeatCell, HeatTable, paint_legend, paint_shaded
from nerinspect.ui.kit.tables.sheet import Column, RowGroup, TableRow, score_text
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.pages.diagnosis.diagnosed import Diagnosed
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import LIGHT, current_theme

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


_LEGEND = 150  # at a font of 13 pixels
_ROW, _HEAD, _SCORE = 22, 26, 70  # of a picture


class ShadeLegend(QWidget):
    """Say which scores the shades stand for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ends = ("0", "100")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_range(self, low: float, high: float) -> None:
        """Show another scale, of fractions."""
        self._ends = (f"{100 * low:.0f}", f"{100 * high:.0f}")
        self.setAccessibleName(f"Shades from F1 {self._ends[0]} to {self._ends[1]}")
        said = f"The darker, the higher: F1 from {self._ends[0]} to {self._ends[1]}, for all attributes alike."
        self.setToolTip(tooltip(said))
        self.update()

    def sizeHint(self) -> QSize:
        """Be as high as a line."""
        return QSize(round(_LEGEND * unit_of(self.font())), round(1.5 * QFontMetricsF(self.font()).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scale."""
        painter = QPainter(self)
        caption = scaled_font(self.font(), CAPTION)
        painter.setFont(caption)
        paint_legend(painter, current_theme(), caption, QRectF(self.rect()), self._ends)
        painter.end()


class HeatPart(Part):
    """Shows systems against the buckets of one attribute."""

    def __init__(self) -> None:
        self.attribute, self.legend, self.table = AttributeChoice(), ShadeLegend(), HeatTable(title=HEAT_MAP)
        beside = QWidget()
        row = QHBoxLayout(beside)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.legend)
        row.addWidget(self.attribute)
        super().__init__(HEAT_MAP, self.table, beside=beside)

    def show_map(self, heat_map: HeatMap) -> None:
        """Show other scores."""
        self.legend.show_range(*heat_map.diagnosed.range_shown)
        attribute = heat_map.diagnosed.bucketings[heat_map.attribute].attribute
        in_tokens = ", counted in tokens" if attribute.unit == "token" else ""
        hatched = "; hatched: undefined" if heat_map.has_undefined else ""
        self.set_caption(f"{attribute.meaning}{in_tokens}{hatched}")
        self.table.set_columns(heat_map.columns())
        self.table.numbers.set_groups(heat_map.rows())


class HeatPicture(Picture):
    """The scores of one attribute."""

    def __init__(self, heat_map: HeatMap) -> None:
        super().__init__()
        self._map = heat_map
        names = heat_map.bucket_names
        self._score = max([_SCORE, *(advance(self.caption, name) / self.unit + 10 for name in names)])
        self._name = max(advance(self.detail, system) / self.unit + 10 for system in heat_map.diagnosed.systems)
        n_systems = len(heat_map.diagnosed.systems)
        width = max(self._name + self._score * len(names), 3 * _LEGEND)
        self.fit(width, 2 * _HEAD + _ROW * n_systems)

    def draw(self, painter: QPainter) -> None:
        """Paint the attribute with the scale, the buckets, and each system."""
        low, high = self._map.diagnosed.range_shown
        width = self.inner_width
        attribute = self._map.diagnosed.bucketings[self._map.attribute].attribute
        title = f"F1 by {attribute.name}, {attribute.meaning}"
        draw_text(painter, self.bold, LIGHT.text, self.rect_at(0, 0, width - _LEGEND, _ROW), title)
        painter.setFont(self.caption)
        ends = (f"{100 * low:.0f}", f"{100 * high:.0f}")
        paint_legend(painter, LIGHT, self.caption, self.rect_at(width - _LEGEND, 0, _LEGEND, _ROW), ends)
        for place, name in enumerate(self._map.bucket_names):
            head = self.rect_at(self._name + place * self._score, _HEAD, self._score, _HEAD)
            head.adjust(0, 0, -_ROW / 4 * self.unit, 0)
            draw_text(painter, self.caption, LIGHT.text2, head, name, Qt.AlignmentFlag.AlignRight)
        for system, name in enumerate(self._map.diagnosed.systems):
            top = 2 * _HEAD + system * _ROW
            draw_text(painter, self.detail, LIGHT.text, self.rect_at(0, top, self._name, _ROW), name)
            for place, cell in enumerate(self._map.cells(system)):
                rect = self.rect_at(self._name + place * self._score, top, self._score, _ROW)
                paint_shaded(painter, LIGHT, self.detail, rect, cell.text, cell.shade)
