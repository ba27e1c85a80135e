"""Cells of the comparison: what A and B make of a row, and who else is right."""

from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from nerinspect.ui.comparison.comparison_columns import compared
from nerinspect.ui.delegates.event_delegate import EventDelegate
from nerinspect.ui.models.event_cells import NO_VALUE, EventCells
from nerinspect.ui.models.event_columns import EventColumn
from nerinspect.ui.painting.event_cells import kind_width, paint_kind, paint_plain, paint_readings, readings_width
from nerinspect.ui.painting.right_dots import paint_right_dots, right_dots_width


class ComparisonDelegate(EventDelegate):
    """Paint the cells of a comparison; where a row stands is painted as in the events table."""

    def paint_cell(self, painter: QPainter, rect: QRectF, cells: EventCells, event: int, column: EventColumn) -> None:
        """Paint what stands in the cell of one row."""
        style, rows = self.cell_style, compared(cells)
        match column.key:
            case "kind_a" | "kind_b":
                kinds = rows.kinds(event, _letter(column))
                for place, kind in enumerate(kinds):
                    paint_kind(painter, style, rect.translated(place * kind_width(style), 0), kind)
                if not kinds:
                    paint_plain(painter, style, rect, NO_VALUE, Qt.AlignmentFlag.AlignLeft)
            case "reads_a" | "reads_b":
                paint_readings(painter, style, rect, rows.types_read(event, _letter(column)), "prediction")
            case "right_systems":
                if is_right := rows.is_right(event):
                    paint_right_dots(painter, style, rect, is_right, rows.colours)
                else:
                    paint_plain(painter, style, rect, NO_VALUE, Qt.AlignmentFlag.AlignLeft)
            case _:
                super().paint_cell(painter, rect, cells, event, column)

    def cell_width(self, cells: EventCells, event: int, column: EventColumn) -> float:
        """Measure the room a cell needs, in device-independent pixels."""
        style, rows = self.cell_style, compared(cells)
        match column.key:
            case "kind_a" | "kind_b":
                return kind_width(style) * max(len(rows.kinds(event, _letter(column))), 1)
            case "reads_a" | "reads_b":
                return readings_width(style, rows.types_read(event, _letter(column)))
            case "right_systems":
                return right_dots_width(style, len(rows.systems))
        return super().cell_width(cells, event, column)


def _letter(column: EventColumn) -> Literal["a", "b"]:
    return "a" if column.key.endswith("_a") else "b"
