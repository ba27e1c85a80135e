"""Cells of the table of buckets: a name with the values it holds, or a number, perhaps with a bar."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from nerinspect.analysis.scores import ratio
from nerinspect.ui.models.bucket_rows import BucketColumn, BucketRow
from nerinspect.ui.painting.marks import paint_accent_edge
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import PADDING, SMALL, ValuesStyle, paint_rate_bar, small_width


@dataclass(frozen=True)
class BucketCell:
    """What one cell says.

    Attributes
    ----------
    row : BucketRow
        Its bucket.
    column : BucketColumn
        Which of its numbers is written, or its name.
    is_picked, is_hovered : bool
        Whether the filter names the bucket; whether the pointer is over the cell.
    names_width : float
        Room of the names, in device-independent pixels; what they hold stands behind it.
    """

    row: BucketRow
    column: BucketColumn
    is_picked: bool = False
    is_hovered: bool = False
    names_width: float = 0.0


def paint_bucket_cell(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: BucketCell) -> None:
    """Paint a cell on its ground; the painter, open on some device, is left as it was."""
    theme, row = style.theme, cell.row
    painter.save()
    painter.fillRect(rect, theme.selected if cell.is_picked else theme.hover if cell.is_hovered else theme.window)
    if cell.column == BucketColumn.BUCKET:
        _paint_name(painter, style, rect, cell)
    else:
        is_last, counts = cell.column == BucketColumn.MENTIONS, row.counts
        place = rect.adjusted(0, 0, -(style.margin if is_last else PADDING * style.unit), 0)
        if cell.column == BucketColumn.SCORE and counts.parts_of(row.measure)[1]:
            share = ratio(*counts.parts_of(row.measure))
            paint_rate_bar(painter, style, place.adjusted(PADDING * style.unit, 0, 0, 0), share)
        ink = theme.dimmed if _is_dim(row) else theme.text
        right, whole = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
        text, is_underlined = row.text(cell.column), cell.is_hovered
        draw_text(painter, style.row_font, ink, place, text, right, elide=whole, is_underlined=is_underlined)
    painter.restore()


def names_width(style: ValuesStyle, rows: Sequence[BucketRow]) -> float:
    """Measure the room of the names of buckets, before what they hold."""
    return max((style.metrics.horizontalAdvance(row.name) for row in rows), default=0.0)


def bucket_width(style: ValuesStyle, row: BucketRow, names: float) -> float:
    """Measure the room of a name and what is said beside it, the margin at the left included."""
    small = style.metrics.horizontalAdvance(" ") + small_width(style) if row.is_small else 0.0
    edges = style.gap + style.metrics.horizontalAdvance(row.edges) if row.edges else 0.0
    return style.margin + (names if edges else style.metrics.horizontalAdvance(row.name)) + edges + small


def _paint_name(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: BucketCell) -> None:
    theme, row, is_dim = style.theme, cell.row, _is_dim(cell.row)
    if cell.is_picked:
        paint_accent_edge(painter, theme, style.unit, rect)
    left, middle = rect.left() + style.margin, Qt.TextElideMode.ElideMiddle
    place = QRectF(left, rect.top(), rect.right() - left, rect.height())
    ink = theme.dimmed if is_dim else theme.text
    draw_text(painter, style.row_font, ink, place, row.name, elide=middle, is_underlined=cell.is_hovered)
    if row.edges:
        place.setLeft(left + cell.names_width + style.gap)
        draw_text(painter, style.row_font, theme.dimmed if is_dim else theme.text2, place, row.edges)
    end = rect.left() + bucket_width(style, row, cell.names_width)
    if row.is_small and end <= rect.right() + 1:
        place.setLeft(end - small_width(style))
        draw_text(painter, style.head_font, theme.text3, place, SMALL)


def _is_dim(row: BucketRow) -> bool:
    return row.is_small or not row.counts.reference
