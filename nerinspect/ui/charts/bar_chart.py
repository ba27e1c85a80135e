"""A chart of bars from zero, drawn by pyqtgraph; each bar is a door."""

from typing import NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
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
from nerinspect.ui.charts.bar_drawing import BarDrawing
from nerinspect.ui.charts.bar_layout import BarLayout
from nerinspect.ui.charts.chart import Chart, spoken
from nerinspect.ui.keys import OPENING_KEYS
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.number_menu import number_menu

_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Spot(NamedTuple):
    """A bar, or the one below the axis under it."""

    place: int
    is_support: bool = False


class BarChart(QWidget):
    """Show one chart; a click, or arrows and Enter, open the events behind a bar; with Ctrl they add to the filter.

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
    picked : str
        What a bar adds to the filter.
    """

    door_opened = Signal(str, int)
    picked = Signal(str)

    def __init__(self, chart: Chart, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent)
        self._chart, self._theme, self._current = chart, theme, Spot(0)
        self._view = pg.GraphicsView(self)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False)
        self._drawing, self._ground, self._hint = BarDrawing(self._box), QColor(), QSize()
        self._redrawing = QTimer(self, singleShot=True, interval=0)
        self._redrawing.timeout.connect(self._draw)
        self._build_ui()
        self.show_chart(chart)

    @property
    def chart(self) -> Chart:
        """What is on show."""
        return self._chart

    def show_chart(self, chart: Chart) -> None:
        """Show another chart; the keyboard stays at its bar, if there is one."""
        place = self._current.place if self._current.place < len(chart.bars) else 0
        self._chart, self._current, self._hint = chart, Spot(place), QSize()
        self.setAccessibleName(f"Chart of {chart.title}")
        self.setAccessibleDescription(spoken(chart))
        self.setFixedHeight(self.sizeHint().height())
        self._redrawing.start()  # once the layout has come to rest

    def draw_at_once(self) -> None:
        """Draw what waits to be drawn."""
        if self._redrawing.isActive():
            self._draw()

    def sizeHint(self) -> QSize:
        """Ask for a width in which every bar has room for its text."""
        if self._hint.isEmpty():  # a grid asks many times
            layout = BarLayout(self._chart, self.font())
            self._hint = QSize(layout.least_width, round(layout.height))
        return self._hint

    def spot_at(self, place: QPoint) -> Spot | None:
        """Find the bar at a place of the chart, the one below the axis if the place is there; None if there is none."""
        number = self._layout.place_at(place.x())
        if number is None:
            return None
        is_support = self._layout.is_support(self.height() - place.y())
        return Spot(number, is_support and self._chart.bars[number].support_door is not None)

    @property
    def _layout(self) -> BarLayout:
        return BarLayout(self._chart, self.font(), self.width())

    def _build_ui(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setFrameShape(QFrame.Shape.NoFrame)
        self._view.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)  # a cached ground is a bitmap in an SVG
        self._view.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)  # else each item repaints
        self._view.setCentralItem(self._box)
        self._box.setDefaultPadding(0)
        self._view.viewport().installEventFilter(self)
        self._view.viewport().setMouseTracking(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._view)

    def _draw(self) -> None:
        """Draw everything anew, if it can be seen."""
        self._redrawing.stop()
        theme, layout = self._theme or current_theme(), self._layout
        self.setFixedHeight(round(layout.height))
        if self.isVisible():
            if theme.base != self._ground:
                self._ground = theme.base
                self._view.setBackground(theme.base)
            has_ring = self.hasFocus() and self._chart.bars
            self._drawing.draw(layout, theme, self._current.place if has_ring else None, self._current.is_support)
            self._view.viewport().update()

    def _go_to(self, place: int, is_support: bool) -> None:
        """Put the ring around a bar and say it."""
        if self._chart.bars:
            place = min(max(place, 0), len(self._chart.bars) - 1)
            self._current = Spot(place, is_support and self._chart.bars[place].support_door is not None)
            words = self._piece(self._current).explanation
            self.setAccessibleDescription(words)
            announce(self, words)
            self._draw()

    def _piece(self, spot: Spot) -> Piece:
        """Give the text of a bar, its query and what it says."""
        bar = self._chart.bars[spot.place]
        if not spot.is_support or bar.support_door is None:
            return Piece(bar.text, query_text(bar.door), bar.words)
        first = self._chart.bars[spot.place - spot.place % self._chart.n_series]
        return Piece(first.support_text, query_text(bar.support_door), bar.support_words)

    def _open(self, spot: Spot | None, is_added: bool) -> None:
        if spot is None or spot.place >= len(self._chart.bars):
            return
        pick = self._chart.bars[spot.place].pick
        if is_added and pick:
            self.picked.emit(pick)
        else:
            self.door_opened.emit(self._piece(spot).query, self._chart.prediction_of(spot.place))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse from the plot: it has nothing to drag or zoom."""
        if isinstance(event, QMouseEvent):
            spot = self.spot_at(event.position().toPoint())
            if event.type() == QEvent.Type.MouseButtonPress:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
            elif event.type() == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton:
                self._open(spot, _is_adding(event))
            shape = Qt.CursorShape.ArrowCursor if spot is None else Qt.CursorShape.PointingHandCursor
            self._view.viewport().setCursor(shape)
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            spot = self.spot_at(event.pos())
            text = tooltip(self._piece(spot).explanation) if spot else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        if event.type() in (QEvent.Type.Wheel, QEvent.Type.ContextMenu):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrows, down to the bars below the axis; open with Enter or Space, add with Ctrl."""
        if event.key() in OPENING_KEYS:
            self._open(self._current, _is_adding(event))
        elif step := _STEPS.get(event.key()):
            self._go_to(self._current.place + step, self._current.is_support)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._layout.has_support:
            self._go_to(self._current.place, event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the number of a bar."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        spot = self.spot_at(event.pos()) if is_mouse else self._current
        if spot is not None and spot.place < len(self._chart.bars):
            number_menu(self, *self._piece(spot)[:3]).popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is."""
        super().focusInEvent(event)
        self._go_to(*self._current)

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
        if is_restyling(event) and hasattr(self, "_hint"):
            self._hint = QSize()
            self._draw()


def _is_adding(event: QMouseEvent | QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
