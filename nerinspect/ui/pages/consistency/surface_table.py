"""The table of surfaces: their annotations side by side, and what a click on each part of a row opens."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.scores import percent_text
from nerinspect.glossary import meaning
from nerinspect.quantities import grouped
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables.rows import CellStyle, HeadedModel, RowsDelegate, RowsView, paint_type_line
from nerinspect.ui.pages.consistency.surface_list import (
    REFERENCE,
    SORT_KEYS,
    Reading,
    SurfaceFilter,
    SurfaceList,
    exceptions,
)
from nerinspect.ui.theme.fonts import scaled_font

SURFACES: Final = "Surfaces annotated in several ways"

_BETWEEN, _INSIDE, _TO_EDGE = 12, 4, 4  # at a font of 13 pixels
_ELLIPSIS = "…"


def reading_boxes(style: CellStyle, rect: QRectF, readings: Sequence[Reading]) -> list[tuple[Reading, QRectF]]:
    """Place as many annotations in a cell as fit; the first is always there, elided if need be."""
    inner = rect.adjusted(style.padding, 0, -style.padding, 0)
    room_for_more = style.metrics.horizontalAdvance(_ELLIPSIS) + _INSIDE * style.unit
    boxes: list[tuple[Reading, QRectF]] = []
    left = inner.left()
    for place, reading in enumerate(readings):
        width = _name_width(style, reading) + _INSIDE * style.unit + _count_width(style, reading)
        room = inner.right() - left - (room_for_more if place + 1 < len(readings) else 0)
        if width > room and place:
            break
        boxes.append((reading, QRectF(left, rect.top(), max(min(width, room), 0), rect.height())))
        left += width + _BETWEEN * style.unit
    return boxes


def paint_readings_cell(
    painter: QPainter, style: CellStyle, rect: QRectF, readings: Sequence[Reading], is_above: bool, hovered: int = -1
) -> None:
    """Paint the annotations of a surface.

    Parameters
    ----------
    is_above : bool
        Whether lines are drawn above the names, as for a reference; else below.
    hovered : int
        Number of the annotation under the pointer; -1 for none.
    """
    theme, boxes = style.theme, reading_boxes(style, rect, readings)
    y = rect.top() + _TO_EDGE * style.unit if is_above else rect.bottom() - _TO_EDGE * style.unit - style.line
    for reading, box in boxes:
        name_width = min(_name_width(style, reading), box.width() - _count_width(style, reading))
        name = QRectF(box.left(), box.top(), max(name_width, 0) + 1, box.height())
        is_door = reading.number == hovered
        ink = theme.text if reading.type else theme.text2
        draw_text(painter, style.reading_font, ink, name, reading.name, is_underlined=is_door)
        count = QRectF(name.right() + _INSIDE * style.unit - 1, box.top(), box.width(), box.height())
        font = scaled_font(style.reading_font, 1, is_bold=reading.is_exception)
        draw_text(painter, font, theme.text, count, grouped(reading.count), is_underlined=is_door)
        if reading.type:
            paint_type_line(painter, style, reading.type, QRectF(name.left(), y, name.width(), style.line))
    if len(boxes) < len(readings):
        left = boxes[-1][1].right() + _INSIDE * style.unit
        rest = QRectF(left, rect.top(), max(rect.right() - left, 0), rect.height())
        draw_text(painter, style.reading_font, theme.text2, rest, _ELLIPSIS)


def readings_cell_width(style: CellStyle, readings: Sequence[Reading]) -> float:
    """Return their width in device-independent pixels, padding included."""
    widths = [_name_width(style, one) + _INSIDE * style.unit + _count_width(style, one) for one in readings]
    return sum(widths) + (len(widths) - 1) * _BETWEEN * style.unit + 2 * style.padding + 1


def _name_width(style: CellStyle, reading: Reading) -> float:
    return style.reading_metrics.horizontalAdvance(reading.name)


def _count_width(style: CellStyle, reading: Reading) -> float:
    font = scaled_font(style.reading_font, 1, is_bold=reading.is_exception)
    return QFontMetricsF(font).horizontalAdvance(grouped(reading.count)) + 1


SURFACE, READINGS, PLACES, UNLABELLED_PLACES, EXCEPTIONS, SHARE = range(6)
_TITLES: Final = ("Surface", "Annotations", "Places", "Unlabelled", "Exceptions", "Share")
_MEANINGS: Final = (
    "surface_words", "surface_readings", "surface_places", "unlabelled", "exceptions", "share_of_exceptions",
)  # fmt: skip
_SORTED_BY: Final = ("surface", "readings", "places", "unlabelled", "exceptions", "share")


class SurfaceModel(HeadedModel):
    """Model of the surfaces that pass the filter, in the chosen order."""

    def __init__(self) -> None:
        super().__init__(_TITLES, _MEANINGS, (PLACES, UNLABELLED_PLACES, EXCEPTIONS, SHARE))
        self.surfaces: SurfaceList | None = None
        self._filter = SurfaceFilter()
        self._sorting = (-1, Qt.SortOrder.AscendingOrder)
        self.order: AnyIntArray = np.zeros(0, dtype=np.int64)

    @property
    def sorting(self) -> str:
        """The order in words; empty for the default, most informative first."""
        column, order = self._sorting
        if column < 0:
            return ""
        return f"by {_TITLES[column].lower()}, {'ascending' if order == Qt.SortOrder.AscendingOrder else 'descending'}"

    def show_surfaces(self, surfaces: SurfaceList | None) -> None:
        self.surfaces = surfaces
        self._rearrange()

    def set_filter(self, chosen: SurfaceFilter) -> None:
        self._filter = chosen
        self._rearrange()

    def surface_at(self, row: int) -> int:
        return int(self.order[row])

    def row_of(self, surface: int) -> int:
        found = np.flatnonzero(self.order == surface)
        return int(found[0]) if len(found) else -1

    def readings(self, row: int) -> list[Reading]:
        assert self.surfaces is not None, "there is a row"
        return self.surfaces.readings(self.surface_at(row))

    def text(self, row: int, column: int) -> str:
        assert self.surfaces is not None, "there is a row"
        if column == SURFACE:
            return self.surfaces.surface(self.surface_at(row))
        readings = self.readings(row)
        if column == READINGS:
            return ", ".join(f"{reading.name} {grouped(reading.count)}" for reading in readings)
        n_places, n_exceptions = (sum(one.count for one in some) for some in (readings, exceptions(readings)))
        if column == SHARE:
            return percent_text(n_exceptions, n_places)
        unlabelled = sum(one.count for one in readings if not one.type)
        return f"{grouped({PLACES: n_places, UNLABELLED_PLACES: unlabelled, EXCEPTIONS: n_exceptions}[column])}"

    @property
    def n_rows(self) -> int:
        return len(self.order)

    def spoken(self, row: int, column: int) -> str:
        return f"{_TITLES[column]}: {self.text(row, column)}"

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 for the default order."""
        self._sorting = (column, order)
        self._rearrange()

    def _rearrange(self) -> None:
        self.beginResetModel()
        self.order = self._arranged()
        self.endResetModel()

    def _arranged(self) -> AnyIntArray:
        if self.surfaces is None:
            return np.zeros(0, dtype=np.int64)
        kept = np.flatnonzero(self._filter.mask(self.surfaces))
        column, order = self._sorting
        if column < 0:
            return kept
        keys = SORT_KEYS[_SORTED_BY[column]](self.surfaces)[kept]
        return kept[np.argsort(keys if order == Qt.SortOrder.AscendingOrder else -keys, kind="stable")]

    def tip(self, row: int, column: int) -> str:
        text = self.text(row, column)
        if column <= READINGS:
            return text
        if column == SHARE:
            return f"{self.text(row, EXCEPTIONS)} of {self.text(row, PLACES)} places\n{meaning(_MEANINGS[column])}"
        return meaning(_MEANINGS[column])


_NUMBERS: Final = (PLACES, UNLABELLED_PLACES, EXCEPTIONS, SHARE)
_GIVE_WAY: Final = (UNLABELLED_PLACES, PLACES, SHARE)
"""Columns hidden where there is little room; the annotations say as much."""

_SAMPLED, _LONGEST = 60, 200  # rows and characters that are measured
_LEAST_SURFACE, _MOST_SURFACE, _LEAST_READINGS, _MOST_READINGS = 7, 16, 11, 18  # in sizes of the font


class SurfaceView(RowsView):
    """Lists surfaces; a click on a number, or Enter, opens the places it counts."""

    readings_requested = Signal(list)  # asks for the places of these annotations of the current surface

    def __init__(self, model: SurfaceModel) -> None:
        super().__init__(SURFACES)
        self._surfaces = model
        self.hovered_door = (-1, -1, -1)  # row, column, annotation
        self.setModel(model)
        model.setParent(self)
        self.setItemDelegate(_SurfaceDelegate(self, model))
        self.setSortingEnabled(True)
        self.head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.resized.connect(self.fit_columns)
        self.opened.connect(self._open)

    def fit_columns(self) -> None:
        """Fit surface and annotations to their content, and hide the numbers that do not fit.

        Spare width is left at the right.
        """
        style = self.cell_style
        size, rows = 13 * style.unit, range(min(self._surfaces.rowCount(), _SAMPLED))
        surfaces = [self._text_width(row, SURFACE, style.metrics) for row in rows]
        surface = min(max(_usual_width(surfaces), _LEAST_SURFACE * size), _MOST_SURFACE * size)
        in_cells = [readings_cell_width(style, self._surfaces.readings(row)) for row in rows]
        readings = min(max(_usual_width(in_cells), _LEAST_READINGS * size), _MOST_READINGS * size)
        widths = {column: self._number_width(column, rows) for column in _NUMBERS}
        rest, hidden = self.viewport().width() - sum(widths.values()), set()
        for column in _GIVE_WAY:
            if rest < surface + readings:
                hidden.add(column)
                rest += widths[column]
        share = round(rest * readings / (surface + readings))
        widths[READINGS] = min(share, round(max([readings, *in_cells])) + 1)
        widths[SURFACE] = min(rest - share, round(max([surface, *surfaces])) + 1)
        for column, width in widths.items():
            self.setColumnHidden(column, column in hidden)
            self.setColumnWidth(column, width)

    def requested_readings(self, index: QModelIndex, reading: int = -1) -> list[int]:
        """Return the annotations whose places a cell, or one annotation in it, counts."""
        readings = self._surfaces.readings(index.row())
        if reading >= 0:
            return [reading]
        if index.column() == UNLABELLED_PLACES:
            return [one.number for one in readings if not one.type]
        if index.column() in (EXCEPTIONS, SHARE):
            return [one.number for one in readings if one.is_exception]
        return [one.number for one in readings]

    def reading_at(self, place: QPointF) -> int:
        """Return the annotation at a point of the viewport; -1 for none."""
        index, style = self.indexAt(place.toPoint()), self.cell_style
        if not index.isValid() or index.column() != READINGS:
            return -1
        boxes = reading_boxes(style, QRectF(self.visualRect(index)), self._surfaces.readings(index.row()))
        return next((reading.number for reading, box in boxes if box.contains(place)), -1)

    def _open(self, index: QModelIndex) -> None:
        if readings := self.requested_readings(index):
            self.readings_requested.emit(readings)

    def _number_width(self, column: int, rows: range) -> int:
        widest = max((self._text_width(row, column, self.cell_style.reading_metrics) for row in rows), default=0)
        return max(self.head.title_width(column), round(widest) + 1)

    def _text_width(self, row: int, column: int, metrics: QFontMetricsF) -> float:
        return metrics.horizontalAdvance(self._surfaces.text(row, column)[:_LONGEST]) + 2 * self.cell_style.padding

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.button() == Qt.MouseButton.LeftButton and event.modifiers() == Qt.KeyboardModifier.NoModifier
        if not is_plain or not index.isValid() or index.row() != self.current_row:
            return
        reading = self.reading_at(event.position())
        if reading >= 0 or index.column() in _NUMBERS:
            self.readings_requested.emit(self.requested_readings(index, reading))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index, reading = self.indexAt(event.position().toPoint()), self.reading_at(event.position())
        is_door = reading >= 0 or (index.isValid() and index.column() in _NUMBERS)
        self._hover_door((index.row(), index.column(), reading) if is_door else (-1, -1, -1))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover_door((-1, -1, -1))

    def _hover_door(self, door: tuple[int, int, int]) -> None:
        if door != self.hovered_door:
            self.hovered_door = door
            shape = Qt.CursorShape.PointingHandCursor if door[0] >= 0 else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()


class _SurfaceDelegate(RowsDelegate):
    def __init__(self, view: SurfaceView, model: SurfaceModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model

    def paint_cell(self, painter: QPainter, style: CellStyle, rect: QRectF, row: int, column: int) -> None:
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
    return sorted(widths)[len(widths) * 9 // 10] + 1 if widths else 0
