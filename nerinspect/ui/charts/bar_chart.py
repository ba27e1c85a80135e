"""A chart of bars from zero, drawn by pyqtgraph; each bar is a door."""

from collections.abc import Sequence
from math import isnan

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QToolTip, QVBoxLayout, QWidget

from nerinspect.query.writer import query_text
from nerinspect.ui.charts.bars import Bar, Chart, spoken
from nerinspect.ui.charts.labels import Label, Labels
from nerinspect.ui.keys import OPENING_KEYS
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.number_menu import number_menu

_BARS, _VALUE, _LABEL, _SUPPORT, _COUNT = 100, 17, 18, 16, 16  # heights at a font of 13 pixels
_LEAST_BAR, _WIDEST_BAR = 44, 64  # width, with the gap to the next
_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class BarChart(QWidget):
    """Show one chart; a click, or arrows and Enter, open the events behind a bar.

    Parameters
    ----------
    chart : Chart
        What to show.
    theme : Theme, optional
        Colours; those of the desktop, if left out.

    Signals
    -------
    door_opened : str, int
        The query of a bar, and the number of the prediction.
    """

    door_opened = Signal(str, int)

    def __init__(self, chart: Chart, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent)
        self._chart, self._theme, self._current = chart, theme, 0
        self._view = pg.GraphicsView(self)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False)
        self._redrawing = QTimer(self, singleShot=True, interval=0)
        self._redrawing.timeout.connect(self._draw)
        self._build_ui()
        self.show_chart(chart)

    @property
    def chart(self) -> Chart:
        """What is on show."""
        return self._chart

    def show_chart(self, chart: Chart) -> None:
        """Show another chart."""
        self._chart, self._current = chart, 0
        self.setAccessibleName(f"Chart of {chart.title}")
        self.setAccessibleDescription(spoken(chart))
        self._draw()

    def sizeHint(self) -> QSize:
        """Ask for a width in which every bar has room for its text."""
        unit = font_size(self.font()) / 13
        return QSize(round(max(len(self._chart.bars), 5) * _LEAST_BAR * unit), round(self._height * unit))

    def bar_at(self, place: QPoint) -> int | None:
        """Find the bar at a place of the chart; None if there is none."""
        number = int(place.x() * len(self._chart.bars) // max(self.width(), 1))
        return number if 0 <= number < len(self._chart.bars) else None

    @property
    def _height(self) -> int:
        """Height at a font of 13 pixels."""
        has_support = any(bar.support >= 0 for bar in self._chart.bars)
        return _VALUE + _BARS + _LABEL + (_SUPPORT + _COUNT if has_support else 0) + 2

    def _build_ui(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setFrameShape(QFrame.Shape.NoFrame)
        self._view.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)  # a cached ground is a bitmap in an SVG
        self._view.setCentralItem(self._box)
        self._box.setDefaultPadding(0)
        self._view.viewport().installEventFilter(self)
        self._view.viewport().setMouseTracking(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._view)

    def _draw(self) -> None:
        """Draw everything anew, if it can be seen; the vertical unit of the picture is the pixel."""
        theme, bars, unit = self._theme or current_theme(), self._chart.bars, font_size(self.font()) / 13
        height = self._height * unit
        self.setFixedHeight(round(height))
        if not self.isVisible():
            return
        self._box.clear()
        self._view.setBackground(theme.base)
        self._box.setRange(xRange=(-0.5, max(len(bars), 1) - 0.5), yRange=(0, height), padding=0)
        axis, full = height - (_VALUE + _BARS) * unit, _BARS * unit
        lengths = [0.0 if isnan(bar.length) else bar.length * full for bar in bars]
        inks = [theme.kind_colour(bar.kind) if bar.kind else theme.chart_bar for bar in bars]
        supports = [max(bar.support, 0.0) * _SUPPORT * unit for bar in bars]
        below = axis - _LABEL * unit
        self._add_bars(lengths, axis, inks)
        self._add_bars(supports, [below - length for length in supports], [theme.support_bar] * len(bars))
        self._add_line(axis, QPen(theme.hairline, 1))
        if not isnan(self._chart.line):
            self._add_line(axis + self._chart.line * full, QPen(theme.text2, 1, Qt.PenStyle.DashLine))
        caption, bold = scaled_font(self.font(), CAPTION), scaled_font(self.font(), CAPTION, is_bold=True)
        labels = []
        for place, (bar, length, ink) in enumerate(zip(bars, lengths, inks, strict=True)):
            name = (bold, ink) if bar.kind else (caption, theme.text2)
            labels += [
                Label(bar.text, place, axis + length + _VALUE * unit, caption, theme.text, theme.base),
                Label(bar.label, place, axis, *name),
                Label(bar.support_text, place, below - _SUPPORT * unit, caption, theme.text2),
            ]
        self._box.addItem(Labels(labels, self.width() / max(len(bars), 1), height), ignoreBounds=True)
        if self.hasFocus() and bars:
            self._add_ring(axis, lengths[self._current], theme)

    def _add_bars(self, lengths: Sequence[float], y0: float | Sequence[float], inks: Sequence[QColor]) -> None:
        places = list(range(len(lengths)))
        item = pg.BarGraphItem(x=places, y0=y0, height=list(lengths), width=self._bar_width, brushes=list(inks))
        item.setOpts(pen=pg.mkPen(None))
        self._box.addItem(item)

    def _add_line(self, y: float, pen: QPen) -> None:
        pen.setCosmetic(True)
        self._box.addItem(pg.PlotCurveItem(x=[-0.5, len(self._chart.bars) - 0.5], y=[y, y], pen=pen))

    def _add_ring(self, axis: float, length: float, theme: Theme) -> None:
        half = self._bar_width * 0.56
        left, right, top = self._current - half, self._current + half, axis + max(length, 3.0)
        pen = QPen(theme.accent, 2)
        pen.setCosmetic(True)
        self._box.addItem(pg.PlotCurveItem(x=[left, left, right, right, left], y=[axis, top, top, axis, axis], pen=pen))

    @property
    def _bar_width(self) -> float:
        """Width of a bar, in distances between bars."""
        distance = max(self.width(), 1) / max(len(self._chart.bars), 1)
        return min(0.8, _WIDEST_BAR * font_size(self.font()) / 13 / distance)

    def _move(self, step: int) -> None:
        if self._chart.bars:
            self._current = min(max(self._current + step, 0), len(self._chart.bars) - 1)
            self.setAccessibleDescription(self._chart.bars[self._current].words)
            self._draw()

    def _bar(self, number: int | None) -> Bar | None:
        return self._chart.bars[number] if number is not None and number < len(self._chart.bars) else None

    def _open(self, number: int | None) -> None:
        if bar := self._bar(number):
            self.door_opened.emit(query_text(bar.door), self._chart.prediction)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse from the plot: it has nothing to drag or zoom."""
        if isinstance(event, QMouseEvent):
            number = self.bar_at(event.position().toPoint())
            if event.type() == QEvent.Type.MouseButtonPress:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
            elif event.type() == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton:
                self._open(number)
            shape = Qt.CursorShape.ArrowCursor if number is None else Qt.CursorShape.PointingHandCursor
            self._view.viewport().setCursor(shape)
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            bar = self._bar(self.bar_at(event.pos()))
            QToolTip.showText(event.globalPos(), tooltip(bar.words) if bar else "", self)
            return True
        if event.type() in (QEvent.Type.Wheel, QEvent.Type.ContextMenu):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrows, open with Enter or Space."""
        if event.key() in OPENING_KEYS:
            self._open(self._current)
        elif step := _STEPS.get(event.key()):
            self._move(step)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the number of a bar."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        if bar := self._bar(self.bar_at(event.pos()) if is_mouse else self._current):
            number_menu(self, bar.text, query_text(bar.door), bar.words).popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is."""
        super().focusInEvent(event)
        self._move(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring back."""
        super().focusOutEvent(event)
        self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what was put off."""
        super().showEvent(event)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten texts to the new width, once the layout has come to rest."""
        super().resizeEvent(event)
        self._redrawing.start()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_box"):
            self._draw()
