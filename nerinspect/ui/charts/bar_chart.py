"""A chart of bars from zero, drawn by pyqtgraph; each bar is a door."""

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QToolTip, QVBoxLayout, QWidget

from nerinspect.query.writer import query_text
from nerinspect.ui.announcing import announce
from nerinspect.ui.charts.bar_drawing import BarDrawing, chart_height
from nerinspect.ui.charts.bars import Bar, Chart, spoken
from nerinspect.ui.keys import OPENING_KEYS
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.number_menu import number_menu

_LEAST_BAR = 44  # width with the gap to the next, at a font of 13 pixels
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
        return QSize(
            round(max(len(self._chart.bars), 5) * _LEAST_BAR * unit), round(chart_height(self._chart, self.font()))
        )

    def bar_at(self, place: QPoint) -> int | None:
        """Find the bar at a place of the chart; None if there is none."""
        number = int(place.x() * len(self._chart.bars) // max(self.width(), 1))
        return number if 0 <= number < len(self._chart.bars) else None

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
        """Draw everything anew, if it can be seen."""
        theme = self._theme or current_theme()
        self.setFixedHeight(round(chart_height(self._chart, self.font())))
        if self.isVisible():
            self._view.setBackground(theme.base)
            drawing = BarDrawing(self._box, self._chart, theme, self.font(), self.width())
            drawing.draw(self._current if self.hasFocus() and self._chart.bars else None)

    def _move(self, step: int) -> None:
        if self._chart.bars:
            self._current = min(max(self._current + step, 0), len(self._chart.bars) - 1)
            self.setAccessibleDescription(self._chart.bars[self._current].words)
            announce(self, self._chart.bars[self._current].words)
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
