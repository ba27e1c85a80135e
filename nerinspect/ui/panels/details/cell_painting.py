"""Paint one cell of the small tables in the details, and measure it."""

from unicodedata import bidirectional

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from nerinspect.ui.painting.cell_style import CellStyle, text_option
from nerinspect.ui.painting.event_cells import paint_readings, readings_width
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.panels.details.cells import DetailCell
from nerinspect.visible import visible

_TIGHTER = 1.5  # so much nearer to the edge than in the events table is the line of a type, at a font of 13 pixels
_WIDEST = 110  # that a cell asks for, at a font of 13 pixels
_STRONG_CHARACTERS = 200
"""So many characters are looked at to tell the direction of a text."""


def paint_detail_cell(
    painter: QPainter, style: CellStyle, rect: QRectF, cell: DetailCell, is_underlined: bool = False
) -> None:
    """Paint a cell without its ground.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    style : CellStyle
        Colours of the types, and the font of the panel; the cells are set smaller.
    rect : QRectF
        The cell.
    cell : DetailCell
        What it shows; a text that does not fit is cut in its middle.
    is_underlined : bool
        Whether the pointer is on a door.
    """
    painter.save()
    if cell.side:
        tighter = _TIGHTER * style.unit
        left = rect.right() - readings_width(style, [cell.text]) if cell.is_number else rect.left()
        inner = QRectF(rect).adjusted(0, -tighter, 0, tighter)
        inner.setLeft(max(left, rect.left()))
        paint_readings(painter, style, inner, [cell.text], cell.side)
    else:
        font = cell_font(style, cell)
        font.setUnderline(is_underlined)
        inner = rect.adjusted(style.padding, 0, -style.padding, 0)
        if cell.mark:
            _paint_mark(painter, style, inner, cell)
            inner.setRight(inner.right() - _mark_width(style, cell))
        shown = QFontMetricsF(font).elidedText(visible(cell.text), Qt.TextElideMode.ElideMiddle, inner.width())
        at = Qt.AlignmentFlag.AlignRight if cell.is_number else Qt.AlignmentFlag.AlignLeft
        painter.setFont(font)
        painter.setPen(style.theme.text2 if cell.is_quiet else style.theme.text)
        painter.drawText(inner, shown, text_option(at, runs_right_to_left(cell.text)))
    painter.restore()


def cell_font(style: CellStyle, cell: DetailCell) -> QFont:
    """Choose the font of a cell."""
    return scaled_font(style.font, DETAIL, is_bold=cell.is_bold or cell.is_strong)


def cell_size(style: CellStyle, cell: DetailCell, height: int) -> QSize:
    """Measure the room a cell asks for, padding included, in device-independent pixels."""
    if cell.side:
        width = readings_width(style, [cell.text])
    else:
        text = visible(cell.text[:_STRONG_CHARACTERS])
        width = QFontMetricsF(cell_font(style, cell)).horizontalAdvance(text) + 2 * style.padding
        width += _mark_width(style, cell)
    return QSize(round(min(width, _WIDEST * style.unit)) + 1, height)


def _paint_mark(painter: QPainter, style: CellStyle, rect: QRectF, cell: DetailCell) -> None:
    painter.setFont(_mark_font(style))
    painter.setPen(style.theme.text)
    painter.drawText(rect, cell.mark, text_option(Qt.AlignmentFlag.AlignRight, is_right_to_left=False))


def _mark_font(style: CellStyle) -> QFont:
    return scaled_font(style.font, DETAIL, is_bold=True)


def _mark_width(style: CellStyle, cell: DetailCell) -> float:
    """Measure a mark and the blank before it."""
    return QFontMetricsF(_mark_font(style)).horizontalAdvance(f" {cell.mark}") if cell.mark else 0.0


def runs_right_to_left(text: str) -> bool:
    """Tell whether a text runs from right to left: its first letter decides, as in Qt."""
    strong = (bidirectional(character) for character in text[:_STRONG_CHARACTERS])
    return next((sign for sign in strong if sign in ("L", "R", "AL")), "L") != "L"
