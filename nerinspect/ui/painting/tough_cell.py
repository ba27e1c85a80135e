"""Cells of the table of tough mentions: a name with what is to know of it, or a number, perhaps with a bar."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from nerinspect.ui.models.tough_rows import ToughColumn, ToughRow, short_name
from nerinspect.ui.painting.marks import paint_accent_edge
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import PADDING, SMALL, ValuesStyle, paint_rate_bar, small_width
from nerinspect.ui.theme import Theme

_INDENT, _ARROW_GAP = 10, 2  # at a font of 13 pixels


@dataclass(frozen=True)
class ToughCell:
    """What one cell says.

    Attributes
    ----------
    row : ToughRow
        The mentions that its row counts.
    column : ToughColumn
        Which of its numbers is written, or its name.
    is_picked, is_hovered, has_arrow, is_unfolded, is_short : bool
        Whether the filter names the subset, the pointer is over the cell, there are types to list, and they are;
        whether there is little room for names.
    """

    row: ToughRow
    column: ToughColumn
    is_picked: bool = False
    is_hovered: bool = False
    has_arrow: bool = False
    is_unfolded: bool = False
    is_short: bool = False

    @property
    def name(self) -> str:
        """The name as it is written."""
        return shown_name(self.row, self.is_short)

    @property
    def is_last(self) -> bool:
        """Whether it stands at the right of the panel."""
        return self.column >= ToughColumn.MISSED

    def ink(self, theme: Theme) -> QColor:
        """Choose the colour of the text."""
        if self.row.is_small or self.row.is_empty:
            return theme.dimmed
        return theme.text2 if self.row.type_name else theme.text


def paint_tough_cell(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: ToughCell) -> None:
    """Paint a cell on its ground; the painter, open on some device, is left as it was."""
    theme, padding = style.theme, PADDING * style.unit
    painter.save()
    painter.fillRect(rect, theme.selected if cell.is_picked else theme.hover if cell.is_hovered else theme.window)
    if cell.column == ToughColumn.SUBSET:
        _paint_name(painter, style, rect, cell)
    else:
        place = rect.adjusted(0, 0, -(style.margin if cell.is_last else padding), 0)
        if cell.column == ToughColumn.RECALL and not cell.row.is_empty and cell.row.other is None:
            part, whole = cell.row.rate
            paint_rate_bar(painter, style, place.adjusted(padding, 0, 0, 0), part / whole)
        _draw(painter, style, place, cell.row.text(cell.column), cell, Qt.AlignmentFlag.AlignRight)
    painter.restore()


def name_left(style: ValuesStyle, row: ToughRow) -> float:
    """Tell where a name begins; left of it is the arrow that lists its types."""
    return style.margin + _INDENT * style.unit * row.depth


def _paint_name(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: ToughCell) -> None:
    theme, left = style.theme, rect.left() + name_left(style, cell.row)
    if cell.is_picked:
        paint_accent_edge(painter, theme, style.unit, rect)
    if cell.has_arrow and not cell.row.type_name:
        place = QRectF(left - style.margin, rect.top(), style.margin - _ARROW_GAP * style.unit, rect.height())
        arrow, side, never = "▾" if cell.is_unfolded else "▸", Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
        draw_text(painter, style.head_font, theme.text3, place, arrow, side, elide=never)
    place = QRectF(left, rect.top(), rect.right() - left, rect.height())
    _draw(painter, style, place, cell.name, cell, Qt.AlignmentFlag.AlignLeft)
    small_left = style.metrics.horizontalAdvance(f"{cell.name} ")
    if cell.row.is_small and left + small_left + small_width(style) <= rect.right() + 1:
        draw_text(painter, style.head_font, theme.text3, place.adjusted(small_left, 0, 0, 0), SMALL)


def _draw(
    painter: QPainter, style: ValuesStyle, place: QRectF, text: str, cell: ToughCell, side: Qt.AlignmentFlag
) -> None:
    is_number = cell.column != ToughColumn.SUBSET
    elide = Qt.TextElideMode.ElideNone if is_number else Qt.TextElideMode.ElideRight
    ink, is_underlined = cell.ink(style.theme), is_number and cell.is_hovered
    draw_text(painter, style.row_font, ink, place, text, side, elide=elide, is_underlined=is_underlined)


def shown_name(row: ToughRow, is_short: bool) -> str:
    """Name a row; a type keeps its name, though a subset may be called so."""
    return short_name(row.name) if is_short and not row.type_name else row.name


def name_width(style: ValuesStyle, row: ToughRow, is_short: bool = False) -> float:
    """Measure the room that a name needs, with what stands before and behind it."""
    small = style.metrics.horizontalAdvance(" ") + small_width(style) if row.is_small else 0.0
    return name_left(style, row) + style.metrics.horizontalAdvance(shown_name(row, is_short)) + small
