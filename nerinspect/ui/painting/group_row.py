"""The row above events of one surface: an arrow, the surface, and how many events it has."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPolygonF

from nerinspect.ui.painting.cell_style import CellStyle, text_option
from nerinspect.visible import visible

_ARROW, _GAP, _MARGIN = 7, 10, 4  # at a font of 13 pixels
_LONGEST = 600  # characters; more are never laid out


@dataclass(frozen=True)
class GroupLayout:
    """Where the parts of the row of a group stand, in the coordinates of the table.

    Attributes
    ----------
    arrow, surface, count : QRectF
        Each as high as the row.
    surface_text, count_text : str
        As painted.
    """

    arrow: QRectF
    surface: QRectF
    count: QRectF
    surface_text: str
    count_text: str


def lay_out_group(style: CellStyle, row: QRectF, segment_left: float, surface: str, counted: str) -> GroupLayout:
    """Find the places of the parts.

    Parameters
    ----------
    style : CellStyle
        Fonts and sizes.
    row : QRectF
        The whole row.
    segment_left : float
        Where the column of the segments begins; surfaces stand above each other.
    surface, counted : str
        The texts, such as `Port of Harwick` and `3 events`.

    Returns
    -------
    GroupLayout
        The count stands behind the surface, which is cut in its middle if the row has no room for both.
    """
    margin, arrow_width = _MARGIN * style.unit, (_ARROW + 2 * _MARGIN) * style.unit + style.padding
    bold = QFontMetricsF(style.group_font)
    count_width = style.metrics.horizontalAdvance(counted)
    left = max(segment_left + margin, row.left() + arrow_width)
    room = max(row.right() - left - count_width - (_GAP * style.unit + margin), 0)
    shown = bold.elidedText(visible(surface[:_LONGEST]), Qt.TextElideMode.ElideMiddle, room)
    width = bold.horizontalAdvance(shown)
    return GroupLayout(
        QRectF(row.left(), row.top(), arrow_width, row.height()),
        QRectF(left, row.top(), width, row.height()),
        QRectF(left + width + _GAP * style.unit, row.top(), count_width, row.height()),
        shown,
        counted,
    )


def paint_group_row(
    painter: QPainter,
    style: CellStyle,
    cell: QRectF,
    layout: GroupLayout,
    *,
    is_folded: bool,
    is_right_to_left: bool,
    is_door: bool,
) -> None:
    """Paint those parts of the row of a group that reach into a cell.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on, over the ground of the row.
    style : CellStyle
        Fonts and colours.
    cell : QRectF
        Nothing is painted outside.
    layout : GroupLayout
        Where the parts stand.
    is_folded : bool
        Whether the arrow points to the side.
    is_right_to_left : bool
        Whether the surface runs from right to left.
    is_door : bool
        Whether the pointer is over the count.
    """
    painter.setClipRect(cell)
    if layout.surface.intersects(cell):
        painter.setPen(style.theme.text)
        painter.setFont(style.group_font)
        painter.drawText(layout.surface, layout.surface_text, text_option(Qt.AlignmentFlag.AlignLeft, is_right_to_left))
    if layout.count.intersects(cell):
        font = QFont(style.font)
        font.setUnderline(is_door)
        painter.setFont(font)
        painter.setPen(style.theme.accent if is_door else style.theme.text2)
        painter.drawText(layout.count, layout.count_text, text_option(Qt.AlignmentFlag.AlignLeft, False))
    if layout.arrow.intersects(cell):
        _paint_arrow(painter, style, layout.arrow, is_folded=is_folded)


def _paint_arrow(painter: QPainter, style: CellStyle, rect: QRectF, *, is_folded: bool) -> None:
    size = _ARROW * style.unit
    left, middle = rect.left() + style.padding + _MARGIN * style.unit, rect.center().y()
    if is_folded:
        points = [(left, middle - size / 2), (left, middle + size / 2), (left + size * 0.7, middle)]
    else:
        points = [
            (left, middle - size * 0.35),
            (left + size, middle - size * 0.35),
            (left + size / 2, middle + size * 0.35),
        ]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.theme.text2)
    painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))
