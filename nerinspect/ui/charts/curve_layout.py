"""Curves over an ordered setting as figures have them: a row of a grid each, named at its end."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, isnan
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from nerinspect.charts.values import Grid
from nerinspect.ui.charts.grid_layout import GridLayout
from nerinspect.ui.charts.strokes import draw_lines, whisker
from nerinspect.ui.theme.themes import Theme

_PLOT, _STEP, _LINE, _GAP, _DOT, _FOOT = 120, 44, 15, 8, 2.5, 2.5  # at a font of 13 pixels
_DASHES: Final = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


@dataclass(frozen=True, eq=False)
class CurveLayout(GridLayout):
    """The places of curves in some width, in which they are never cut; y grows downwards."""

    @cached_property
    def left(self) -> float:
        """Room for the numbers of the axis."""
        return float(self.caption.width("100")) + _GAP * self.unit

    @property
    def least_width(self) -> float:
        """The width in which all values of the setting have room."""
        return self.left + len(self.grid.heads) * _STEP * self.unit + self.name_width

    def pieces(self) -> list[Grid]:
        """Give the whole: a curve is not cut."""
        return [self.grid]

    @property
    def height(self) -> float:
        """Of the whole plot with the values below it, or of the names beside it."""
        return max(_PLOT, sum(map(len, self.names)) * _LINE) * self.unit + 2 * _LINE * self.unit

    def _y(self, value: float) -> float:
        low, high = self.grid.limits
        return self._bottom - (value - low) / (high - low) * (self._bottom - _LINE * self.unit / 2)

    @property
    def _bottom(self) -> float:
        """Where the plot ends; below it stand the values of the setting."""
        return self.height - 1.5 * _LINE * self.unit

    def _x(self, place: int) -> float:
        room = self.width - self.left - self.name_width - _GAP * self.unit
        return self.left + (place + 0.5) * room / len(self.grid.heads)

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Paint everything from the upper left corner on."""
        low, high = self.grid.limits
        half, right = self.caption.height / 2, self.width - self.name_width
        for value in (low, (low + high) / 2, high):
            y = self._y(value)
            draw_lines(painter, [(self.left, y, right, y)], QPen(theme.border, 0.6 * self.unit))
            at = self.left - _GAP * self.unit / 2
            self.caption.paint(painter, f"{100 * value:.0f}", at, y - half, self.width, theme.text2, at=1)
        for place in range(0, len(self.grid.heads), self._every):
            head = self.grid.heads[place]
            x = max(self._x(place), self.caption.width(head) / 2)
            self.caption.paint(painter, head, x, self._bottom + half / 2, self.width, theme.text2)
        for number in range(len(self.grid.rows)):
            self._paint_curve(painter, theme, number)
        for number, y in self._places_of_names():
            for place, text in enumerate(self.names[number]):
                at = y - half + place * _LINE * self.unit
                x = right + _GAP * self.unit / 2
                self.caption.paint(painter, text, x, at, self.width, theme.system_colour(number), at=0)

    @property
    def _every(self) -> int:
        """Every which value of the setting is written, so that none stands over another."""
        widest = max(map(self.caption.width, self.grid.heads), default=0.0) + _GAP * self.unit
        distance = self._x(1) - self._x(0) if len(self.grid.heads) > 1 else self.width
        return max(ceil(widest / distance), 1)

    def _points(self, number: int) -> list[tuple[float, float, float, float]]:
        """Give x, and y of low, value and high, where there is a value."""
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
        """Put each name where its curve ends, apart from each other."""
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
