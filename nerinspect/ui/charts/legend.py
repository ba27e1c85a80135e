"""What the forms and fillings in charts stand for."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.ui.charts.strokes import draw_lines, form, frame, hatch, series_ink, whisker
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.visible import visible

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


class Legend(QWidget):
    """Show signs with their words, in as many lines as it takes."""

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent)
        self._theme, self._entries = theme, tuple[Entry, ...]()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is on show."""
        return self._entries

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show other signs."""
        self._entries = tuple(entries)
        self.setAccessibleName("Legend")
        self.setAccessibleDescription("; ".join(f"{entry.sign}: {entry.words}" for entry in entries))
        self._fit()

    def sizeHint(self) -> QSize:
        """Ask for little width: lines wrap."""
        return QSize(round(200 * self._unit), round(self._lines()[1]))

    @property
    def _unit(self) -> float:
        return font_size(self.font()) / 13

    def _lines(self) -> tuple[list[QPointF], float]:
        """Give the upper left corner of each entry, and the height of all."""
        unit, metrics = self._unit, QFontMetricsF(scaled_font(self.font(), CAPTION))
        x, y, corners = 0.0, 0.0, []
        for entry in self._entries:
            width = (_SIGN + _GAP) * unit + metrics.horizontalAdvance(visible(entry.words))
            if x and x + width > self.width():
                x, y = 0.0, y + _HEIGHT * unit
            corners.append(QPointF(x, y))
            x += width + _BETWEEN * unit
        return corners, (y + _HEIGHT * unit if self._entries else 0.0)

    def _fit(self) -> None:
        self.setFixedHeight(round(self._lines()[1]))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint each sign before its words."""
        theme, unit = self._theme or current_theme(), self._unit
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(scaled_font(self.font(), CAPTION))
        for entry, corner in zip(self._entries, self._lines()[0], strict=True):
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

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_entries"):
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
        painter.fillRect(sign, theme.chart_bar)
        hatch(painter, sign, 6 * unit, QPen(theme.base if theme.is_plain else theme.text3, 0.8))
        frame(painter, sign, thin)
    elif entry.sign == INTERVAL:
        whisker(painter, middle.x(), sign.top(), sign.bottom(), 4 * unit, thin)
    elif entry.sign == OVERALL:
        ends = [(sign.left(), middle.y(), sign.right(), middle.y())]
        draw_lines(painter, ends, QPen(theme.text2, 1, Qt.PenStyle.DashLine))
    else:
        painter.fillRect(sign.adjusted(0, sign.height() / 2, 0, 0), theme.support_bar)
