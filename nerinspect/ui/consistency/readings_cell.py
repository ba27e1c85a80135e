"""The readings of a surface side by side: each type with its line and how often, then how often it is unlabelled."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QPainter

from nerinspect.ui.consistency.surface_list import Reading
from nerinspect.ui.painting.cell_style import CellStyle, paint_type_line
from nerinspect.ui.painting.fonts import scaled_font
from nerinspect.ui.painting.text_line import draw_text

_BETWEEN, _INSIDE, _TO_EDGE = 12, 4, 4  # at a font of 13 pixels
_ELLIPSIS = "…"


def reading_boxes(style: CellStyle, rect: QRectF, readings: Sequence[Reading]) -> list[tuple[Reading, QRectF]]:
    """Place readings in a cell, as many as fit; the first one is always there, cut if it must be.

    Parameters
    ----------
    style : CellStyle
        Fonts.
    rect : QRectF
        The cell.
    readings : sequence of Reading
        In their order.

    Returns
    -------
    list of (Reading, QRectF)
        As high as the cell.
    """
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
    """Paint the readings of a surface.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    style : CellStyle
        Fonts and colours.
    rect : QRectF
        The cell.
    readings : sequence of Reading
        In their order.
    is_above : bool
        Whether lines stand above the names, as those of a reference do; else below.
    hovered : int
        Number of the reading under the pointer; -1 for none.
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
        draw_text(painter, font, theme.text, count, f"{reading.count:,}", is_underlined=is_door)
        if reading.type:
            paint_type_line(painter, style, reading.type, QRectF(name.left(), y, name.width(), style.line))
    if len(boxes) < len(readings):
        left = boxes[-1][1].right() + _INSIDE * style.unit
        rest = QRectF(left, rect.top(), max(rect.right() - left, 0), rect.height())
        draw_text(painter, style.reading_font, theme.text2, rest, _ELLIPSIS)


def readings_cell_width(style: CellStyle, readings: Sequence[Reading]) -> float:
    """Measure the room that readings need, padding included, in device-independent pixels."""
    widths = [_name_width(style, one) + _INSIDE * style.unit + _count_width(style, one) for one in readings]
    return sum(widths) + (len(widths) - 1) * _BETWEEN * style.unit + 2 * style.padding + 1


def _name_width(style: CellStyle, reading: Reading) -> float:
    return style.reading_metrics.horizontalAdvance(reading.name)


def _count_width(style: CellStyle, reading: Reading) -> float:
    font = scaled_font(style.reading_font, 1, is_bold=reading.is_exception)
    return QFontMetricsF(font).horizontalAdvance(f"{reading.count:,}") + 1
