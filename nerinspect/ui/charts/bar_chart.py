"""A chart of bars from zero, drawn by pyqtgraph as one item; each bar is a door."""

from typing import NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from nerinspect.query.language.writer import query_text
from nerinspect.ui.charts.chart import GAP, Bar, BarLayout, Chart, spoken
from nerinspect.ui.charts.strokes import Labels, draw_lines, fill, form, frame, hatch, series_ink, whisker
from nerinspect.ui.kit.doors import Piece, number_menu
from nerinspect.ui.kit.keys import OPENING_KEYS
from nerinspect.ui.kit.screen_text import announce, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.themes import Theme, current_theme

_SCALE = (0, 25, 50, 75, 100)
_HATCH, _FORM, _FOOT = 6, 8, 4  # at a font of 13 pixels


class BarDrawing(QGraphicsItem):
    """All of a chart; the unit of the box is the pixel."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__()
        self._box, self._rect, self._ring = box, QRectF(), QRectF()
        self._layout: BarLayout | None = None
        self._theme: Theme | None = None
        self._font = QFont()
        self._caption, self._bold = _captions(self._font)
        box.addItem(self, ignoreBounds=True)

    def draw(self, layout: BarLayout, theme: Theme, focused: int | None, is_on_support: bool = False) -> None:
        """Draw a chart, with a ring around one of the bars, or the one below the axis, or none."""
        rect = QRectF(0, 0, max(layout.width, 1), layout.height)
        if rect != self._rect:
            self.prepareGeometryChange()
            self._rect = rect
            self._box.setRange(rect, padding=0, disableAutoRange=True)
        self._layout, self._theme, self._ring = layout, theme, QRectF()
        if layout.font != self._font:
            self._font = layout.font
            self._caption, self._bold = _captions(self._font)
        if focused is not None:
            edge = 2 * layout.unit
            ring = layout.support_of(focused) if is_on_support else _bar_rect(layout, focused)
            self._ring = ring.adjusted(-edge, -edge / 2, edge, edge)
        self.update()

    def boundingRect(self) -> QRectF:
        """Cover the whole chart."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint it, the bars at the bottom, the texts on top."""
        layout, theme = self._layout, self._theme
        if layout is None or theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_bars(painter, layout, theme)
        _paint_across(painter, layout, theme)
        for place in range(len(layout.chart.bars)):
            _paint_on_bar(painter, layout, theme, place)
        if not self._ring.isNull():
            frame(painter, self._ring, QPen(theme.accent, 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # behind texts
        painter.scale(1, -1)  # in the chart, y grows upwards
        _paint_texts(painter, layout, theme, self._caption, self._bold)


def _captions(font: QFont) -> tuple[Labels, Labels]:
    return Labels(scaled_font(font, CAPTION)), Labels(scaled_font(font, CAPTION, is_bold=True))


def _ink(theme: Theme, chart: Chart, bar: Bar, series: int) -> QColor:
    return theme.kind_colour(bar.kind) if bar.kind else series_ink(theme, chart.colour_of(series))


def _bar_rect(layout: BarLayout, place: int) -> QRectF:
    length = max(layout.length(layout.chart.bars[place].length), 3 * layout.unit)
    return QRectF(layout.middle(place) - layout.bar_width / 2, layout.axis, layout.bar_width, length)


def _paint_bars(painter: QPainter, layout: BarLayout, theme: Theme) -> None:
    """Paint the bars, and those below the axis."""
    n_series, wide, axis, rects = layout.n_series, layout.bar_width, layout.axis, []
    for place, bar in enumerate(layout.chart.bars):
        rect = QRectF(layout.middle(place) - wide / 2, axis, wide, layout.length(bar.length))
        rects.append((rect, _ink(theme, layout.chart, bar, place % n_series)))
        if layout.has_support and not place % n_series:
            rects.append((layout.support_of(place), theme.support_bar))
    fill(painter, rects)


def _paint_across(painter: QPainter, layout: BarLayout, theme: Theme) -> None:
    """Paint what runs across the whole chart: the axis, the lines of the scale, the value over all bars."""
    left, right = layout.left, float(layout.width)
    shares = _SCALE if layout.chart.has_scale else _SCALE[:1]
    heights = [round(layout.axis + share / 100 * layout.full) for share in shares]
    fill(painter, [(QRectF(left, height, right - left, 1), theme.hairline) for height in heights])
    if layout.chart.line == layout.chart.line:
        height = layout.axis + layout.length(layout.chart.line)
        draw_lines(painter, [(left, height, right, height)], QPen(theme.text2, 1, Qt.PenStyle.DashLine))


def _paint_on_bar(painter: QPainter, layout: BarLayout, theme: Theme, place: int) -> None:
    """Paint what stands on one bar: hatching, its prediction's form, the interval, what others score."""
    bar, unit, x, series = layout.chart.bars[place], layout.unit, layout.middle(place), place % layout.n_series
    if bar.is_worst:
        rect = _bar_rect(layout, place)
        ink = theme.base if theme.is_plain or layout.chart.colours else theme.text3
        hatch(painter, rect, _HATCH * unit, QPen(ink, 0.8))
        frame(painter, rect, QPen(theme.text, 1.5))
    if series and layout.length(bar.length) > 2 * _FORM * unit:
        middle = QPointF(x, layout.axis + _FORM * unit)
        ink = _ink(theme, layout.chart, bar, series)
        form(painter, series, middle, layout.bar_width * 0.6, _FORM * unit, theme.base, ink)
    if bar.interval:
        low, high = (layout.axis + layout.length(share) for share in bar.interval)
        half = min(_FOOT * unit, layout.bar_width / 3)
        for pen in (QPen(theme.base, 4), QPen(theme.text, 1.5)):  # an edge, for dark bars
            whisker(painter, x, low, high, half, pen)
    for mark in bar.marks:
        if mark.length == mark.length:
            middle, wide = QPointF(x, layout.axis + layout.length(mark.length)), layout.bar_width + 4 * unit
            ink = series_ink(theme, layout.chart.colour_of(mark.series))
            form(painter, mark.series, middle, wide, _FORM * unit, ink, theme.base)


def _paint_texts(painter: QPainter, layout: BarLayout, theme: Theme, caption: Labels, bold: Labels) -> None:
    """Paint all texts of a chart."""
    chart, gap = layout.chart, GAP * layout.unit
    wide, narrow = layout.distance - gap, max(layout.step, layout.distance / layout.n_series) - gap / 3
    for place, bar in enumerate(chart.bars):
        y = layout.top(place) + layout.text_height
        labels, shorter = bold if bar.is_worst else caption, _rounded(bar.text)
        labels.paint(painter, bar.text, layout.middle(place), y, narrow, theme.text, theme.base, shorter)
        if place % layout.n_series:
            continue
        x = layout.group_middle(place)
        labels, ink = (bold, _ink(theme, chart, bar, 0)) if bar.kind else (caption, theme.text2)
        labels.paint(painter, bar.label, x, layout.axis, wide, ink)
        caption.paint(painter, bar.detail, x, layout.detail, wide, theme.text3)
        caption.paint(painter, bar.support_text, x, layout.count, wide, theme.text2, shorter=_rounded(bar.support_text))
    if chart.has_scale:
        for share in _SCALE:
            y = layout.axis + share / 100 * layout.full + layout.text_height / 2
            caption.paint(painter, str(share), layout.left / 2 - 3 * layout.unit, y, layout.left, theme.text3)


def _rounded(text: str) -> str:
    """Write a number with fewer digits, for where there is no room: 71.12 as 71, 12,345 as 12k."""
    whole = text.partition(".")[0]
    head, comma, _ = whole.rpartition(",")
    return f"{head}k" if comma else whole


_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Spot(NamedTuple):
    """A bar, or the one below the axis under it."""

    place: int
    is_support: bool = False


class BarChart(Styled, QWidget):
    """Show one chart; a click, or arrows and Enter, open the events behind a bar; with Ctrl they add to the filter."""

    door_opened = Signal(str, int)  # the query of a bar, and the number of the prediction
    picked = Signal(str)  # what a bar adds to the filter

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

    def _restyle(self) -> None:
        self._hint = QSize()
        self._redrawing.start()


def _is_adding(event: QMouseEvent | QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
