"""Paints what charts are made of, bars, lines, forms, texts; and the legend that says what they stand for."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.charts.values import BAR, COUNT, INTERVAL, OVERALL, WORST, Entry
from nerinspect.training.retention import RETENTION_SHORT
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.themes import Theme, current_theme
from nerinspect.visible import visible

_MOST_WIDTHS: Final = 500
"""So many texts need not be measured again: measuring them takes as long as painting them."""


class Labels:
    """Paint lines of text in one font, each under a point.

    Attributes
    ----------
    written : list of tuple
        What was painted with the room it takes, where somebody asks for it.
    """

    def __init__(
        self, font: QFont, has_outlines: bool = False, written: list[tuple[QRectF, str]] | None = None
    ) -> None:
        self._font, self._metrics = font, QFontMetricsF(font)
        self._has_outlines, self.written = has_outlines, written
        self.height, self._ascent = self._metrics.height(), self._metrics.ascent()
        # A method of Qt is not wrapped itself: its docstring would be asked for, which Qt makes in 70 milliseconds.
        self.width = lru_cache(_MOST_WIDTHS)(lambda text, m=self._metrics: m.horizontalAdvance(text))

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
        at: float = 0.5,
    ) -> None:
        """Paint one line.

        It is cut to its room, or `shorter` stands instead; then nothing, if there is no room for this either. `x` is
        where the middle stands, or another part of it that `at` says: 0 for the left edge, 1 for the right; `y` is the
        upper edge.
        """
        text, width = self._fitting(visible(text), room, shorter) if text else ("", 0.0)
        if not text:
            return
        left = x - at * width
        if ground is not None:  # a line behind keeps off, or it looks like a minus
            wide = min(width + self.height / 2, max(room, width + 2))
            painter.fillRect(QRectF(x - at * wide, y, wide, self.height), ground)
        if self.written is not None:
            self.written.append((painter.transform().mapRect(QRectF(left, y, width, self.height)), text))
        place = QPointF(left, y + self._ascent)
        if self._has_outlines:
            outline = QPainterPath()
            outline.addText(place, self._font, text)
            painter.fillPath(outline, ink)
            return
        painter.setFont(self._font)
        painter.setPen(ink)
        painter.drawText(place, text)

    def lines(self, text: str, room: float) -> list[str]:
        """Break a text into lines that have room: between words, else wherever it must."""
        found, rest = [], visible(text)
        while self.width(rest) > room and len(rest) > 1:
            fits = max(bisect_right(range(1, len(rest)), room, key=lambda n: self.width(rest[:n])), 1)
            after = [place + 1 for place in range(fits) if rest[place] in " -_/"]
            cut = after[-1] if after else fits
            found.append(rest[:cut].rstrip())
            rest = rest[cut:].lstrip()
        return [*found, rest]

    def _fitting(self, text: str, room: float, shorter: str) -> tuple[str, float]:
        """Give what there is room for, and its width: a number stands whole, rounded or not at all, a name is cut."""
        for whole in (text, shorter):
            width = self.width(whole)
            if whole and width <= room:
                return whole, width
        text = "" if shorter else self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        return text, self.width(text)


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
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    across = [(left, top, right, top), (left, bottom, right, bottom)]
    draw_lines(painter, [*across, (left, top, left, bottom), (right, top, right, bottom)], pen)


def whisker(painter: QPainter, x: float, low: float, high: float, half: float, pen: QPen) -> None:
    """Draw an interval as a line with a foot at each end."""
    draw_lines(painter, [(x, low, x, high), (x - half, low, x + half, low), (x - half, high, x + half, high)], pen)


@dataclass(frozen=True)
class Fill:
    """How the bars of a system are filled: with an ink, lightly, not at all, or hatched."""

    ink: QColor
    pattern: str = "full"


_PATTERNS: Final = (("full", 0.42), ("full", 0.16), ("hollow", 0.7), ("hatched", 0.7), ("full", 0.85), ("crossed", 0.7))
"""What tells systems apart where colours do not: the pattern, and how much of the ink there is in it."""

_LIGHT: Final = 0.6
"""How much of a system's ink there is in its bars: texts are darker than what they stand on."""

MOST_SYSTEMS: Final = len(_PATTERNS)
"""So many can be told apart."""


def series_fill(theme: Theme, colour: int | None, series: int) -> Fill:
    """Give the fill of a system by the number of its colour; None stands for that of charts."""
    if theme.is_plain:
        pattern, share = _PATTERNS[series % MOST_SYSTEMS]
        return Fill(_mixed(theme.text, theme.base, share), pattern)
    return Fill(theme.chart_bar if colour is None else _mixed(theme.system_colour(colour), theme.base, _LIGHT))


def _mixed(ink: QColor, base: QColor, share: float) -> QColor:
    both = zip(ink.getRgb()[:3], base.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(share * a + (1 - share) * b) for a, b in both))


def fill_bar(painter: QPainter, rect: QRectF, fill: Fill, unit: float) -> None:
    """Fill a bar; what is hollow or hatched has an edge."""
    if fill.pattern == "full":
        painter.fillRect(rect, fill.ink)
        return
    pen = QPen(fill.ink, max(0.8 * unit, 1.0))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    half = pen.widthF() / 2
    frame(painter, rect.adjusted(half, half, -half, -half), pen)
    if fill.pattern != "hollow":
        slopes = (1,) if fill.pattern == "hatched" else (1, -1)
        draw_lines(painter, [line for slope in slopes for line in hatching(rect, 4 * unit, slope)], pen)


def hatching(rect: QRectF, gap: float, slope: int) -> list[tuple[float, float, float, float]]:
    """Give lines across a rectangle at 45 degrees."""
    wide, high, lines = rect.width(), rect.height(), []
    step = gap
    while step < wide + high:
        ends = ((max(step - high, 0.0), min(step, high)), (min(step, wide), max(step - wide, 0.0)))
        (x1, y1), (x2, y2) = (((x if slope > 0 else wide - x), y) for x, y in ends)
        lines.append((rect.left() + x1, rect.top() + y1, rect.left() + x2, rect.top() + y2))
        step += gap
    return lines


COUNT_HEAD: Final = "n"
_HEIGHT, _SIGN, _GAP, _BETWEEN = 18, 20, 5, 16  # at a font of 13 pixels


class Legend(Styled, QWidget):
    """Show signs with their words, in as many lines as it takes."""

    def __init__(self) -> None:
        super().__init__()
        self.entries = tuple[Entry, ...]()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        self.setAccessibleName("Legend")
        self.setAccessibleDescription("; ".join(f"{entry.sign}: {entry.words}" for entry in entries))
        self._fit()

    def sizeHint(self) -> QSize:
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
        theme, unit = current_theme(), self.unit
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        caption, bold = scaled_font(self.font(), CAPTION), Labels(scaled_font(self.font(), CAPTION, is_bold=True))
        for entry, corner in zip(self.entries, self._lines()[0], strict=True):
            sign = QRectF(corner.x(), corner.y() + 3 * unit, _SIGN * unit, (_HEIGHT - 6) * unit)
            paint_sign(painter, theme, unit, entry, sign, bold)
            painter.setFont(caption)
            painter.setPen(theme.text2)
            left = sign.right() + _GAP * unit
            rect = QRectF(left, corner.y(), max(self.width() - left, 1.0), _HEIGHT * unit)
            painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, visible(entry.words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        self._fit()


def paint_sign(painter: QPainter, theme: Theme, unit: float, entry: Entry, sign: QRectF, bold: Labels) -> None:
    """Paint the sign of an entry; `bold` writes what is a text."""
    middle = sign.center()
    if entry.sign == BAR:
        fill_bar(painter, sign, series_fill(theme, entry.colour, entry.series), unit)
    elif entry.sign == INTERVAL:
        whisker(painter, middle.x(), sign.top(), sign.bottom(), 4 * unit, QPen(theme.text, 1.5 * unit))
    elif entry.sign == OVERALL:
        ends = [(sign.left(), middle.y(), sign.right(), middle.y())]
        draw_lines(painter, ends, QPen(theme.text2, unit, Qt.PenStyle.DashLine))
    else:
        text, ink = {WORST: ("00", theme.text), COUNT: (COUNT_HEAD, theme.text2)}.get(
            entry.sign, (RETENTION_SHORT, theme.text3)
        )
        bold.paint(painter, text, middle.x(), middle.y() - bold.height / 2, sign.width(), ink)
