"""The table of places: a concordance in which each row leads to its sentence."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from nerinspect.ui.consistency.place_model import LEFT, LINE, PLACE, READING, RIGHT, SEGMENT, PlaceModel
from nerinspect.ui.consistency.rows_delegate import RowsDelegate
from nerinspect.ui.consistency.rows_view import RowsView
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.event_cells import (
    paint_context,
    paint_number,
    paint_plain,
    paint_readings,
    readings_width,
)
from nerinspect.ui.painting.segment_cell import paint_segment, segment_width

_SAMPLED: Final = 40
_LEAST_CONTEXT, _MOST_SEGMENT = 7, 17  # in sizes of the font


class PlaceView(RowsView):
    """List the places of a surface."""

    def __init__(self, model: PlaceModel, parent: QWidget | None = None) -> None:
        super().__init__("Places of the surface", parent)
        self._places = model
        self.setModel(model)
        self.setItemDelegate(_PlaceDelegate(self, model))
        self.head.setSectionsClickable(False)
        self.resized.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Give words, reading and place what they need; the contexts share the rest, and place gives way to them."""
        style = self.cell_style
        if style is None:
            return
        rows, size = range(min(self._places.rowCount(), _SAMPLED)), 13 * style.unit
        widths = {column: self._text_width(style, column, rows) for column in (PLACE, LINE)}
        names = {self._places.reading(row).type for row in rows}
        reading = max([readings_width(style, [name]) for name in names if name], default=0)
        if "" in names:
            reading = max(reading, style.metrics.horizontalAdvance("unlabelled") + 2 * style.padding)
        widths[READING] = max(round(reading) + 1, self.head.title_width(READING))
        segment = max([segment_width(self._places.segment(row), style) for row in rows], default=0)
        widths[SEGMENT] = max(round(min(segment, _MOST_SEGMENT * size)), self.head.title_width(SEGMENT))
        room, least = self.viewport().width(), 2 * _LEAST_CONTEXT * size
        hidden = set() if self._places.has_lines else {LINE}
        if room - sum(width for column, width in widths.items() if column not in hidden) < least:
            hidden.add(PLACE if self._places.has_lines else LINE)
        rest = max(room - sum(width for column, width in widths.items() if column not in hidden), round(least))
        widths |= {LEFT: rest // 2, RIGHT: rest - rest // 2}
        for column, width in widths.items():
            self.setColumnHidden(column, column in hidden)
            self.setColumnWidth(column, width)

    def _text_width(self, style: CellStyle, column: int, rows: range) -> int:
        texts = [self._places.text(row, column) for row in rows]
        widest = max((style.metrics.horizontalAdvance(text) for text in texts), default=0)
        return max(self.head.title_width(column), round(widest + 2 * style.padding) + 1)


class _PlaceDelegate(RowsDelegate):
    """Paint the cells of the places as the events table paints those of events."""

    def __init__(self, view: PlaceView, model: PlaceModel) -> None:
        super().__init__(view)
        self._model = model

    def paint_cell(self, painter: QPainter, style: CellStyle, rect: QRectF, row: int, column: int) -> None:
        """Paint words, readings or a number."""
        model = self._model
        match column:
            case 0 | 2:  # LEFT, RIGHT
                side, is_rtl = "left" if column == LEFT else "right", model.is_right_to_left(row)
                paint_context(painter, style, rect, model.text(row, column), side, is_right_to_left=is_rtl)  # type: ignore[arg-type]
            case 1:  # SEGMENT
                paint_segment(painter, style, rect, model.segment(row))
            case 3:  # READING
                name, is_above = model.reading(row).type, bool(model.segment(row).reference)
                if name:
                    paint_readings(painter, style, rect, [name], "reference" if is_above else "prediction")
                else:
                    paint_plain(painter, style, rect, "unlabelled", Qt.AlignmentFlag.AlignLeft)
            case _:
                paint_number(painter, style, rect, model.text(row, column))
