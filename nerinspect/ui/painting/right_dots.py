"""One dot for each system, in its colour: filled where it is right, hollow where it is wrong."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from nerinspect.ui.painting.cell_style import CellStyle

_RADIUS, _STEP, _LINE = 3.5, 11, 1.4  # at a font of 13 pixels


def paint_right_dots(
    painter: QPainter, style: CellStyle, rect: QRectF, is_right: Sequence[bool], colours: Sequence[int]
) -> None:
    """Paint the dots of one reference mention, in the order of the systems; those that do not fit are left out.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    style : CellStyle
        Sizes and colours.
    rect : QRectF
        The cell.
    is_right : sequence of bool
        Whether each system has the mention exactly.
    colours : sequence of int
        The numbers of their colours.
    """
    unit, radius = style.unit, _RADIUS * style.unit
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place, (right, colour) in enumerate(zip(is_right, colours, strict=True)):
        x = rect.left() + style.padding + radius + place * _STEP * unit
        if x + radius > rect.right():
            break
        ink = style.theme.system_colour(colour)
        painter.setPen(QPen(ink, _LINE * unit))
        painter.setBrush(ink if right else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, rect.center().y()), radius, radius)
    painter.restore()


def right_dots_width(style: CellStyle, n_systems: int) -> float:
    """Measure the room of the dots, padding included, in device-independent pixels."""
    return (2 * _RADIUS + _STEP * max(n_systems - 1, 0)) * style.unit + 2 * style.padding
