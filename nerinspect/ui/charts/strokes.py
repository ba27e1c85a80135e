"""Paints what charts are made of, bars, lines, forms, texts; and the legend that says what they stand for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import LIGHT, Theme, current_theme
from nerinspect.visible import visible

_MOST_WIDTHS: Final = 500
"""So many texts need not be measured again: measuring them takes as long as painting them."""


class Labels:
    """Paint lines of text in one font, each under a point, on a painter whose y grows downwards."""

    def __init__(self, font: QFont) -> None:
        self._font, self._metrics = font, QFontMetricsF(font)
        self._height, self._ascent = self._metrics.height(), self._metrics.ascent()
        # A method of Qt is not wrapped itself: its docstring would be asked for, which Qt makes in 70 milliseconds.
        self._width = lru_cache(_MOST_WIDTHS)(lambda text, m=self._metrics: m.horizontalAdvance(text))

    def paint(
        self,
        painter: QPainter,
        text: str,
        x: float,
        y: float,
        room: float,
        ink: QColor,
        ground: QColor | None = None,
        shorter: str = "",
    ) -> None:
        """Paint one line upright.

        It is cut to its room, or `shorter` stands instead; then nothing, if there is no room for this either. `x` and
        `y` are the middle of its upper edge, in the chart, whose y grows upwards.
        """
        text, width = self._fitting(visible(text), room, shorter) if text else ("", 0.0)
        if not text:
            return
        if ground is not None:  # a line behind keeps off, or it looks like a minus
            wide = min(width + self._height / 2, max(room, width + 2))
            painter.fillRect(QRectF(x - wide / 2, 1 - y, wide, self._height), ground)
        painter.setFont(self._font)
        painter.setPen(ink)
        painter.drawText(QPointF(x - width / 2, 1 - y + self._ascent), text)

    def _fitting(self, text: str, room: float, shorter: str) -> tuple[str, float]:
        """Give what there is room for, and its width: a number stands whole, rounded or not at all, a name is cut."""
        for whole in (text, shorter):
            width = self._width(whole)
            if whole and width <= room:
                return whole, width
        text = "" if shorter else self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        return text, self._width(text)


LINE, CIRCLE, TRIANGLE = 1, 2, 3
"""The forms that tell other predictions apart."""

_EDGE: Final = 1.2  # around a form, half of it inside


def fill(painter: QPainter, rects: Sequence[tuple[QRectF, QColor]]) -> None:
    """Fill rectangles, with sharp edges."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for rect, ink in rects:
        painter.fillRect(rect, ink)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def draw_lines(painter: QPainter, ends: Sequence[tuple[float, float, float, float]], pen: QPen) -> None:
    """Draw straight lines, each from x, y to x, y: they are painted faster than paths."""
    painter.setPen(pen)
    painter.drawLines([QLineF(*end) for end in ends])


def frame(painter: QPainter, rect: QRectF, pen: QPen) -> None:
    """Draw the edge of a rectangle."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    across = [(left, top, right, top), (left, bottom, right, bottom)]
    draw_lines(painter, [*across, (left, top, left, bottom), (right, top, right, bottom)], pen)


def whisker(painter: QPainter, x: float, low: float, high: float, half: float, pen: QPen) -> None:
    """Draw an interval as a line with a foot at each end."""
    draw_lines(painter, [(x, low, x, high), (x - half, low, x + half, low), (x - half, high, x + half, high)], pen)


def form(
    painter: QPainter, series: int, middle: QPointF, width: float, size: float, ink: QColor, ground: QColor, up: int = 1
) -> None:
    """Draw the form that stands for a prediction, with an edge that keeps it apart from what is behind it.

    `series` is `LINE`, `CIRCLE` or `TRIANGLE`; further ones are circles. `up` is -1 where places are counted downwards.
    """
    path = QPainterPath()
    x, y, size = middle.x(), middle.y(), size + _EDGE
    base = y - up * size / 2
    if series == LINE:
        high = (size - _EDGE) / 4 + _EDGE
        path.addRect(QRectF(x - width / 2, y - high / 2, width, high))
    elif series == TRIANGLE:
        path.addPolygon(
            QPolygonF([QPointF(x - size / 2, base), QPointF(x + size / 2, base), QPointF(x, y + up * size / 2)])
        )
        path.closeSubpath()
    else:
        path.addEllipse(middle, size / 2, size / 2)
    painter.setPen(QPen(ground, _EDGE))
    painter.setBrush(ink)
    painter.drawPath(path)


def series_ink(theme: Theme, colour: int | None) -> QColor:
    """Give the colour of a system by its number; None stands for that of charts."""
    return theme.chart_bar if colour is None or theme.is_plain else theme.system_colour(colour)


BAR, MARK, WORST, OVERALL, INTERVAL, SUPPORT = "bar", "mark", "worst", "overall", "interval", "support"
"""The signs that entries have."""

_HEIGHT, _SIGN, _GAP, _BETWEEN = 18, 18, 5, 16  # at a font of 13 pixels


@dataclass(frozen=True)
class Entry:
    """One sign and what it stands for; `series` tells predictions apart, and so does the number of a colour."""

    sign: str
    words: str
    series: int = 0
    colour: int | None = None


class Legend(Styled, QWidget):
    """Show signs with their words, in as many lines as it takes."""

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent)
        self._theme, self.entries = theme, tuple[Entry, ...]()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show other signs."""
        self.entries = tuple(entries)
        self.setAccessibleName("Legend")
        self.setAccessibleDescription("; ".join(f"{entry.sign}: {entry.words}" for entry in entries))
        self._fit()

    def sizeHint(self) -> QSize:
        """Ask for little width: lines wrap."""
        return QSize(round(200 * self.unit), round(self._lines()[1]))

    def _lines(self) -> tuple[list[QPointF], float]:
        """Give the upper left corner of each entry, and the height of all."""
        unit, metrics = self.unit, QFontMetricsF(scaled_font(self.font(), CAPTION))
        x, y, corners = 0.0, 0.0, []
        for entry in self.entries:
            width = (_SIGN + _GAP) * unit + metrics.horizontalAdvance(visible(entry.words))
            if x and x + width > self.width():
                x, y = 0.0, y + _HEIGHT * unit
            corners.append(QPointF(x, y))
            x += width + _BETWEEN * unit
        return corners, (y + _HEIGHT * unit if self.entries else 0.0)

    def _fit(self) -> None:
        self.setFixedHeight(round(self._lines()[1]))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint each sign before its words."""
        theme, unit = self._theme or current_theme(), self.unit
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(scaled_font(self.font(), CAPTION))
        for entry, corner in zip(self.entries, self._lines()[0], strict=True):
            sign = QRectF(corner.x(), corner.y() + 3 * unit, _SIGN * unit, (_HEIGHT - 6) * unit)
            _paint_sign(painter, theme, unit, entry, sign)
            painter.setPen(theme.text2)
            left = sign.right() + _GAP * unit
            rect = QRectF(left, corner.y(), max(self.width() - left, 1.0), _HEIGHT * unit)
            painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, visible(entry.words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew."""
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        self._fit()


def _paint_sign(painter: QPainter, theme: Theme, unit: float, entry: Entry, sign: QRectF) -> None:
    middle, ink = sign.center(), series_ink(theme, entry.colour)
    thin = QPen(theme.text, 1.5)
    if entry.sign == BAR:
        painter.fillRect(sign, ink)
        if entry.series:
            form(painter, entry.series, middle, sign.width() * 0.6, 8 * unit, theme.base, ink, up=-1)
    elif entry.sign == MARK:
        form(painter, entry.series, middle, sign.width(), 8 * unit, ink, theme.base, up=-1)
    elif entry.sign == WORST:
        plain = painter.font()
        painter.setFont(scaled_font(plain, 1.0, is_bold=True))
        painter.setPen(theme.text)
        painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, "00")
        painter.setFont(plain)
    elif entry.sign == INTERVAL:
        whisker(painter, middle.x(), sign.top(), sign.bottom(), 4 * unit, thin)
    elif entry.sign == OVERALL:
        ends = [(sign.left(), middle.y(), sign.right(), middle.y())]
        draw_lines(painter, ends, QPen(theme.text2, 1, Qt.PenStyle.DashLine))
    else:
        painter.fillRect(sign.adjusted(0, sign.height() / 2, 0, 0), theme.support_bar)


_MARGIN: Final = 12  # of a saved picture, at a font of 13 pixels


def print_margin() -> int:
    """Give the margin of a saved picture in device-independent pixels."""
    return round(_MARGIN * unit_of(QGuiApplication.font()))


def white_sheet(picture: QWidget | None = None) -> QWidget:
    """Make a widget as white as paper, a new one if none is given."""
    picture = picture or QWidget()
    colours = picture.palette()
    colours.setColor(colours.ColorRole.Window, LIGHT.base)
    picture.setPalette(colours)
    return picture
