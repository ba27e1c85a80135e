"""The table of surfaces: what stands in a row, and what a click on each part of it opens."""

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from nerinspect.ui.consistency.readings_cell import paint_readings_cell, reading_boxes, readings_cell_width
from nerinspect.ui.consistency.rows_delegate import RowsDelegate
from nerinspect.ui.consistency.rows_view import RowsView
from nerinspect.ui.consistency.surface_list import REFERENCE
from nerinspect.ui.consistency.surface_model import (
    EXCEPTIONS,
    PLACES,
    READINGS,
    SHARE,
    SURFACE,
    UNLABELLED_PLACES,
    SurfaceModel,
)
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.text_line import draw_text

_NUMBERS: Final = (PLACES, UNLABELLED_PLACES, EXCEPTIONS, SHARE)
_GIVE_WAY: Final = (UNLABELLED_PLACES, PLACES, SHARE)
"""Columns that are left out where there is little room; the readings say as much."""

_SAMPLED, _LONGEST = 60, 200  # rows and characters that are measured
_LEAST_SURFACE, _MOST_SURFACE, _LEAST_READINGS, _MOST_READINGS = 7, 16, 11, 18  # in sizes of the font


class SurfaceView(RowsView):
    """List surfaces; a click on a number, or Enter, opens the places it counts.

    Signals
    -------
    readings_requested : list of int
        The places of these readings of the surface in the current row.
    """

    readings_requested = Signal(list)

    def __init__(self, model: SurfaceModel, parent: QWidget | None = None) -> None:
        super().__init__("Surfaces with several readings", parent)
        self._surfaces = model
        self.hovered_door = (-1, -1, -1)  # row, column, reading
        self.setModel(model)
        self.setItemDelegate(_SurfaceDelegate(self, model))
        self.setSortingEnabled(True)
        self.head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.resized.connect(self.fit_columns)
        self.opened.connect(self._open)

    def fit_columns(self) -> None:
        """Give the surface and the readings what they need, and leave out numbers that there is no room for."""
        style = self.cell_style
        if style is None:
            return
        size, rows = 13 * style.unit, range(min(self._surfaces.rowCount(), _SAMPLED))
        surface = _usual_width([self._text_width(row, SURFACE, style.metrics) for row in rows])
        surface = min(max(surface, _LEAST_SURFACE * size), _MOST_SURFACE * size)
        readings = _usual_width([readings_cell_width(style, self._surfaces.readings(row)) for row in rows])
        readings = min(max(readings, _LEAST_READINGS * size), _MOST_READINGS * size)
        widths = {column: self._number_width(column, rows) for column in _NUMBERS}
        rest, hidden = self.viewport().width() - sum(widths.values()), set()
        for column in _GIVE_WAY:
            if rest < surface + readings:
                hidden.add(column)
                rest += widths[column]
        widths[READINGS] = round(rest * readings / (surface + readings))
        widths[SURFACE] = rest - widths[READINGS]
        for column, width in widths.items():
            self.setColumnHidden(column, column in hidden)
            self.setColumnWidth(column, width)

    def requested_readings(self, index: QModelIndex, reading: int = -1) -> list[int]:
        """Name the readings whose places a cell, or one reading in it, counts."""
        readings = self._surfaces.readings(index.row())
        if reading >= 0:
            return [reading]
        if index.column() == UNLABELLED_PLACES:
            return [one.number for one in readings if not one.type]
        if index.column() in (EXCEPTIONS, SHARE):
            return [one.number for one in readings if one.is_exception]
        return [one.number for one in readings]

    def reading_at(self, place: QPointF) -> int:
        """Find the reading under a place of the viewport; -1 for none."""
        index, style = self.indexAt(place.toPoint()), self.cell_style
        if style is None or not index.isValid() or index.column() != READINGS:
            return -1
        boxes = reading_boxes(style, QRectF(self.visualRect(index)), self._surfaces.readings(index.row()))
        return next((reading.number for reading, box in boxes if box.contains(place)), -1)

    def _open(self, index: QModelIndex) -> None:
        if readings := self.requested_readings(index):
            self.readings_requested.emit(readings)

    def _number_width(self, column: int, rows: range) -> int:
        """Measure the title and the widest of some numbers."""
        style = self.cell_style
        assert style is not None, "columns are fitted once there is a style"
        widest = max((self._text_width(row, column, style.reading_metrics) for row in rows), default=0)
        return max(self.head.title_width(column), round(widest) + 1)

    def _text_width(self, row: int, column: int, metrics: QFontMetricsF) -> float:
        assert self.cell_style is not None, "columns are fitted once there is a style"
        return metrics.horizontalAdvance(self._surfaces.text(row, column)[:_LONGEST]) + 2 * self.cell_style.padding

    # Qt overrides

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the number under a plain click."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.button() == Qt.MouseButton.LeftButton and event.modifiers() == Qt.KeyboardModifier.NoModifier
        if not is_plain or not index.isValid() or index.row() != self.current_row:
            return
        reading = self.reading_at(event.position())
        if reading >= 0 or index.column() in _NUMBERS:
            self.readings_requested.emit(self.requested_readings(index, reading))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the number under the pointer."""
        super().mouseMoveEvent(event)
        index, reading = self.indexAt(event.position().toPoint()), self.reading_at(event.position())
        is_door = reading >= 0 or (index.isValid() and index.column() in _NUMBERS)
        self._hover_door((index.row(), index.column(), reading) if is_door else (-1, -1, -1))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the underline back."""
        super().leaveEvent(event)
        self._hover_door((-1, -1, -1))

    def _hover_door(self, door: tuple[int, int, int]) -> None:
        if door != self.hovered_door:
            self.hovered_door = door
            shape = Qt.CursorShape.PointingHandCursor if door[0] >= 0 else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()


class _SurfaceDelegate(RowsDelegate):
    """Paint the cells of the surfaces."""

    def __init__(self, view: SurfaceView, model: SurfaceModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model

    def paint_cell(self, painter: QPainter, style: CellStyle, rect: QRectF, row: int, column: int) -> None:
        """Paint the readings, or a text."""
        if self._model.surfaces is None:
            return
        if column != READINGS:
            self._paint_text(painter, style, rect, row, column)
            return
        hovered = self._view.hovered_door[2] if self._view.hovered_door[0] == row else -1
        is_above = self._model.surfaces.number == REFERENCE
        paint_readings_cell(painter, style, rect, self._model.readings(row), is_above, hovered)

    def _paint_text(self, painter: QPainter, style: CellStyle, rect: QRectF, row: int, column: int) -> None:
        inner, text = rect.adjusted(style.padding, 0, -style.padding, 0), self._model.text(row, column)
        if column == SURFACE:
            elide = Qt.TextElideMode.ElideMiddle
            draw_text(painter, style.font, style.theme.text, inner, text, elide=elide)
            return
        ink = style.theme.text3 if text == "0" else style.theme.text
        is_door = self._view.hovered_door[:2] == (row, column)
        right = Qt.AlignmentFlag.AlignRight
        draw_text(
            painter, style.reading_font, ink, inner, text, right,
            elide=Qt.TextElideMode.ElideNone, is_underlined=is_door,
        )  # fmt: skip


def _usual_width(widths: list[float]) -> float:
    """Give the width that is enough for most rows."""
    return sorted(widths)[len(widths) * 9 // 10] + 1 if widths else 0
