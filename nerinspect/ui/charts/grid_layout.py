"""Tables with drawn cells, and curves over an ordered setting, as figures have them: where their parts lie."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import ceil, isnan
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from nerinspect.charts.values import Drawn, Grid
from nerinspect.quantities import percent, with_sign
from nerinspect.ui.charts.strokes import Labels, draw_lines, hatching, whisker
from nerinspect.ui.kit.tables.painters import paint_difference, paint_interval, shade_colour
from nerinspect.ui.theme.themes import Theme

_LINE, _GAP, _PAD = 15, 10, 3  # at a font of 13 pixels
_PLOT, _WIDEST_CELL, _SCALE = 60, 110, 120
_LONGEST_NAME: Final = 0.4  # of the width
_LONGEST_HEAD: Final = 70  # at a font of 13 pixels; longer ones are broken
_N_SHADES: Final = 12


@dataclass(frozen=True, eq=False)
class GridLayout:
    """The places of a grid of some width; y grows downwards."""

    grid: Grid
    width: float
    caption: Labels
    bold: Labels
    unit: float

    @cached_property
    def names(self) -> list[list[str]]:
        return [self.caption.lines(name, _LONGEST_NAME * self.width) for name, _ in self.grid.rows]

    @cached_property
    def name_width(self) -> float:
        return max((self.caption.width(line) for name in self.names for line in name), default=0.0) + _GAP * self.unit

    @cached_property
    def least(self) -> list[float]:
        return [self._least(place) for place in range(len(self.grid.heads))]

    def _is_plot(self, place: int) -> bool:
        cells = (cells[place] for _, cells in self.grid.rows)
        return any(cell.spread is not None or cell.reach is not None for cell in cells)

    def _least(self, place: int) -> float:
        cells = [cells[place] for _, cells in self.grid.rows]
        if self._is_plot(place):
            return (_PLOT + _GAP) * self.unit
        head = self.grid.heads[place]
        widest: float = max((self.caption.width(cell.text) for cell in cells), default=0.0)
        heading: float = min(self.caption.width(head), _LONGEST_HEAD * self.unit)
        return max(widest, heading) + (_GAP + 1) * self.unit

    @property
    def least_width(self) -> float:
        """The width in which all columns have room."""
        return self.name_width + sum(self.least)

    def pieces(self) -> list[Grid]:
        """Cut a grid with more columns than have room into several."""
        room, used = self.width - self.name_width, 0.0
        groups: list[list[int]] = [[]]
        for place, least in enumerate(self.least):
            if groups[-1] and used + least > room:
                groups.append([])
                used = 0.0
            groups[-1].append(place)
            used += least
        if len(groups) == 1:
            return [self.grid]
        return [
            replace(
                self.grid,
                heads=tuple(self.grid.heads[place] for place in group),
                rows=tuple((name, tuple(cells[place] for place in group)) for name, cells in self.grid.rows),
            )
            for group in groups
        ]

    @cached_property
    def columns(self) -> list[tuple[float, float]]:
        """Left edge and width of each column: plots take what is left, else all a little."""
        room = max(self.width - self.name_width - sum(self.least), 0.0)
        is_plot = list(map(self._is_plot, range(len(self.least))))
        widest = _WIDEST_CELL * self.unit
        more = [
            (room / sum(is_plot) if plots else 0.0)
            if any(is_plot)
            else min(room / len(self.least), max(widest - least, 0.0))
            for plots, least in zip(is_plot, self.least, strict=True)
        ]
        found, x = [], self.name_width
        for least, extra in zip(self.least, more, strict=True):
            found.append((x, least + extra))
            x += least + extra
        return found

    @cached_property
    def heads(self) -> list[list[str]]:
        pairs = zip(self.grid.heads, self.columns, strict=True)
        return [self.caption.lines(head, width - _GAP * self.unit) if head else [] for head, (_, width) in pairs]

    @property
    def top(self) -> float:
        scale = 1.4 if self.grid.ends else 0.0
        return (max(map(len, self.heads), default=0) + scale) * _LINE * self.unit + _PAD * self.unit

    @cached_property
    def tops(self) -> list[float]:
        """Upper edges of the rows, and the lower edge of the last one."""
        edges = [self.top]
        for lines in self.names:
            edges.append(edges[-1] + (len(lines) * _LINE + 2 * _PAD) * self.unit)
        return edges

    @property
    def has_axis(self) -> bool:
        return any(cell.spread for _, cells in self.grid.rows for cell in cells)

    @property
    def height(self) -> float:
        return self.tops[-1] + (_LINE * self.unit if self.has_axis else 0.0) + 2 * self.unit

    def paint(self, painter: QPainter, theme: Theme) -> None:
        if self.grid.ends:
            self._paint_scale(painter, theme)
        line = _LINE * self.unit
        for lines, (x, width) in zip(self.heads, self.columns, strict=True):
            for number, text in enumerate(lines):
                y = self.top - _PAD * self.unit - (len(lines) - number) * line
                self.caption.paint(painter, text, x + width - _GAP * self.unit / 2, y, self.width, theme.text2, at=1)
        for place, (_, cells) in enumerate(self.grid.rows):
            top, bottom = self.tops[place : place + 2]
            for number, text in enumerate(self.names[place]):
                self.caption.paint(
                    painter, text, 0, top + _PAD * self.unit + number * line, self.width, theme.text, at=0
                )
            for cell, (x, width) in zip(cells, self.columns, strict=True):
                self._paint_cell(painter, theme, cell, QRectF(x, top, width, bottom - top))
        if self.has_axis:
            self._paint_axis(painter, theme)

    def _paint_cell(self, painter: QPainter, theme: Theme, cell: Drawn, rect: QRectF) -> None:
        inner = rect.adjusted(_GAP * self.unit / 2, 0, -_GAP * self.unit / 2, 0)
        if cell.shade is not None:
            ground = rect.adjusted(0, 0, -self.unit, -self.unit)
            if isnan(cell.shade):
                draw_lines(painter, hatching(ground, 4 * self.unit, 1), QPen(theme.border, 0.6 * self.unit))
            else:
                painter.fillRect(ground, shade_colour(theme._replace(is_plain=False), cell.shade))
        elif cell.spread is not None:
            paint_interval(painter, theme, inner, self.grid.limits, cell.spread, theme.text, self.unit)
        elif cell.reach is not None:
            paint_difference(painter, theme, inner, cell.reach, self.unit)
        y = rect.center().y() - self.caption.height / 2
        self.caption.paint(painter, cell.text, inner.right(), y, rect.width(), theme.text, at=1)

    def _paint_scale(self, painter: QPainter, theme: Theme) -> None:
        assert self.grid.ends is not None, "asked only if there are any"
        low, high = self.grid.ends
        y, x = 0.0, self.caption.width(low) + _PAD * self.unit
        self.caption.paint(painter, low, 0, y, self.width, theme.text2, at=0)
        step, plain = _SCALE * self.unit / _N_SHADES, theme._replace(is_plain=False)
        for number in range(_N_SHADES):
            part = QRectF(x + number * step, y + 3 * self.unit, step + self.unit / 4, 9 * self.unit)
            painter.fillRect(part, shade_colour(plain, number / (_N_SHADES - 1)))
        self.caption.paint(painter, high, x + (_SCALE + _PAD) * self.unit, y, self.width, theme.text2, at=0)

    def _paint_axis(self, painter: QPainter, theme: Theme) -> None:
        place = next(
            number for number in range(len(self.least)) if any(cells[number].spread for _, cells in self.grid.rows)
        )
        (x, width), (low, high) = self.columns[place], self.grid.limits
        ends = [
            (end, x + _GAP * self.unit + (width - 2 * _GAP * self.unit) * (end - low) / (high - low))
            for end in (low, 0.0, high)
        ]
        written = list[float]()
        for end, at in ends:
            text = with_sign(100 * end, 0) if low < 0 else percent(end, 0)
            half = self.caption.width(text) / 2
            if any(abs(at - other) < 2 * half + _PAD * self.unit for other in written):
                continue
            written.append(at)
            self.caption.paint(painter, text, at, self.tops[-1], self.width, theme.text3)


_CURVES, _STEP, _BESIDE, _DOT, _FOOT = 120, 44, 8, 2.5, 2.5  # at a font of 13 pixels
_DASHES: Final = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


@dataclass(frozen=True, eq=False)
class CurveLayout(GridLayout):
    """The places of curves in some width, in which they are never cut; y grows downwards."""

    @cached_property
    def left(self) -> float:
        return float(self.caption.width("100")) + _BESIDE * self.unit

    @property
    def least_width(self) -> float:
        """The width in which all values of the setting have room."""
        return self.left + len(self.grid.heads) * _STEP * self.unit + self.name_width

    def pieces(self) -> list[Grid]:
        return [self.grid]

    @property
    def height(self) -> float:
        """Of the whole plot with the values below it, or of the names beside it."""
        return max(_CURVES, sum(map(len, self.names)) * _LINE) * self.unit + 2 * _LINE * self.unit

    def _y(self, value: float) -> float:
        low, high = self.grid.limits
        return self._bottom - (value - low) / (high - low) * (self._bottom - _LINE * self.unit / 2)

    @property
    def _bottom(self) -> float:
        """Where the plot ends; below it stand the values of the setting."""
        return self.height - 1.5 * _LINE * self.unit

    def _x(self, place: int) -> float:
        room = self.width - self.left - self.name_width - _BESIDE * self.unit
        return self.left + (place + 0.5) * room / len(self.grid.heads)

    def paint(self, painter: QPainter, theme: Theme) -> None:
        low, high = self.grid.limits
        half, right = self.caption.height / 2, self.width - self.name_width
        for value in (low, (low + high) / 2, high):
            y = self._y(value)
            draw_lines(painter, [(self.left, y, right, y)], QPen(theme.border, 0.6 * self.unit))
            at = self.left - _BESIDE * self.unit / 2
            self.caption.paint(painter, percent(value, 0), at, y - half, self.width, theme.text2, at=1)
        for place in range(0, len(self.grid.heads), self._every):
            head = self.grid.heads[place]
            x = max(self._x(place), self.caption.width(head) / 2)
            self.caption.paint(painter, head, x, self._bottom + half / 2, self.width, theme.text2)
        for number in range(len(self.grid.rows)):
            self._paint_curve(painter, theme, number)
        for number, y in self._places_of_names():
            for place, text in enumerate(self.names[number]):
                at = y - half + place * _LINE * self.unit
                x = right + _BESIDE * self.unit / 2
                self.caption.paint(painter, text, x, at, self.width, theme.system_colour(number), at=0)

    @property
    def _every(self) -> int:
        """Every which value of the setting is written, so that none stands over another."""
        widest = max(map(self.caption.width, self.grid.heads), default=0.0) + _BESIDE * self.unit
        distance = self._x(1) - self._x(0) if len(self.grid.heads) > 1 else self.width
        return max(ceil(widest / distance), 1)

    def _points(self, number: int) -> list[tuple[float, float, float, float]]:
        spreads = [(place, cell.spread) for place, cell in enumerate(self.grid.rows[number][1])]
        return [
            (self._x(place), self._y(spread[0]), self._y(spread[1]), self._y(spread[2]))
            for place, spread in spreads
            if spread and not isnan(spread[1])
        ]

    def _paint_curve(self, painter: QPainter, theme: Theme, number: int) -> None:
        ink, points = theme.system_colour(number), self._points(number)
        thin = QPen(ink, 0.8 * self.unit)
        for x, low, _, high in points:
            if low != high:
                whisker(painter, x, low, high, _FOOT * self.unit, thin)
        line = QPen(ink, 1.4 * self.unit, _DASHES[number % len(_DASHES)])
        draw_lines(painter, [(x, y, next_x, next_y) for (x, _, y, _), (next_x, _, next_y, _) in pairwise(points)], line)
        painter.setPen(QPen(ink, 1.2 * self.unit))
        painter.setBrush(theme.base if number % 2 else ink)
        for x, _, y, _ in points:
            painter.drawEllipse(QPointF(x, y), _DOT * self.unit, _DOT * self.unit)

    def _places_of_names(self) -> list[tuple[int, float]]:
        ends = [(points[-1][2], number) for number in range(len(self.grid.rows)) if (points := self._points(number))]
        line, least, placed = _LINE * self.unit, _LINE * self.unit / 2, list[tuple[int, float]]()
        for y, number in sorted(ends):
            placed.append((number, max(y, least)))
            least = placed[-1][1] + len(self.names[number]) * line
        most, found = self._bottom, list[tuple[int, float]]()
        for number, y in reversed(placed):
            most = min(y, most - len(self.names[number]) * line)
            found.append((number, most))
        return found
