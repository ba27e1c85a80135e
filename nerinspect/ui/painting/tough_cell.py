"""Cells of the table of tough mentions: a name with what is to know of it, or a number, perhaps with a bar."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from nerinspect.ui.models.tough_rows import ToughColumn, ToughRow
from nerinspect.ui.painting.marks import paint_accent_edge
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import ValuesStyle, draw_bar
from nerinspect.ui.theme import Theme

_INDENT, PADDING = 10, 3  # at a font of 13 pixels
_LEAST_BAR = 16


@dataclass(frozen=True)
class ToughCell:
    """What one cell says.

    Attributes
    ----------
    row : ToughRow
        The mentions that its row counts.
    column : ToughColumn
        Which of its numbers is written, or its name.
    is_picked, is_hovered, has_arrow, is_unfolded : bool
        Whether the filter names the subset, the pointer is over the cell, there are types to list, and they are.
    """

    row: ToughRow
    column: ToughColumn
    is_picked: bool = False
    is_hovered: bool = False
    has_arrow: bool = False
    is_unfolded: bool = False

    def ink(self, theme: Theme) -> QColor:
        """Choose the colour of the text."""
        if self.row.is_small or not self.row.mentions:
            return theme.dimmed
        return theme.text2 if self.row.type_name else theme.text


def paint_tough_cell(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: ToughCell) -> None:
    """Paint a cell on its ground.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    style : ValuesStyle
        Colours and fonts.
    rect : QRectF
        The cell.
    cell : ToughCell
        What it says.
    """
    theme, padding = style.theme, PADDING * style.unit
    painter.save()
    painter.fillRect(rect, theme.selected if cell.is_picked else theme.hover if cell.is_hovered else theme.window)
    if cell.column == ToughColumn.SUBSET:
        _paint_name(painter, style, rect, cell)
    else:
        is_last = cell.column == ToughColumn.MISSED
        place = rect.adjusted(padding, 0, -(style.margin if is_last else padding), 0)
        text = cell.row.text(cell.column)
        if cell.column == ToughColumn.RECALL:
            _paint_bar(painter, style, place, cell.row)
        _draw(painter, style, place, text, cell, Qt.AlignmentFlag.AlignRight)
    painter.restore()


def name_left(style: ValuesStyle, row: ToughRow) -> float:
    """Tell where a name begins; left of it is the arrow that lists its types."""
    return style.margin + _INDENT * style.unit * row.depth


def _paint_name(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: ToughCell) -> None:
    theme, left = style.theme, rect.left() + name_left(style, cell.row)
    if cell.is_picked:
        paint_accent_edge(painter, theme, style.unit, rect)
    if cell.has_arrow and not cell.row.type_name:
        place = QRectF(left - style.margin + 2 * style.unit, rect.top(), style.margin, rect.height())
        arrow = "▾" if cell.is_unfolded else "▸"
        draw_text(painter, style.head_font, theme.text3, place, arrow, elide=Qt.TextElideMode.ElideNone)
    place = QRectF(left, rect.top(), rect.right() - left, rect.height())
    _draw(painter, style, place, cell.row.name, cell, Qt.AlignmentFlag.AlignLeft)
    if cell.row.is_small:
        gone = style.metrics.horizontalAdvance(cell.row.name + " ")
        draw_text(painter, style.head_font, theme.text3, place.adjusted(gone, 0, 0, 0), "small")


def _paint_bar(painter: QPainter, style: ValuesStyle, place: QRectF, row: ToughRow) -> None:
    """Paint recall as a bar from 0 to 1, where the number leaves room for one."""
    room = place.width() - style.metrics.horizontalAdvance("100.00") - style.gap
    if row.mentions and room >= _LEAST_BAR * style.unit:
        bar = QRectF(place.left(), place.top(), room, place.height())
        draw_bar(painter, style, bar, 1.0, style.theme.hairline)
        if row.recalled:
            draw_bar(painter, style, bar, row.recalled / row.mentions, style.theme.support_bar)


def _draw(
    painter: QPainter, style: ValuesStyle, place: QRectF, text: str, cell: ToughCell, side: Qt.AlignmentFlag
) -> None:
    is_number = cell.column != ToughColumn.SUBSET
    elide = Qt.TextElideMode.ElideNone if is_number else Qt.TextElideMode.ElideRight
    ink, is_underlined = cell.ink(style.theme), is_number and cell.is_hovered
    draw_text(painter, style.row_font, ink, place, text, side, elide=elide, is_underlined=is_underlined)


def column_width(style: ValuesStyle, title: str, texts: list[str]) -> float:
    """Measure the room that the numbers of a column and its title need."""
    numbers = max((style.metrics.horizontalAdvance(text) for text in texts), default=0.0)
    return max(numbers, QFontMetricsF(style.head_font).horizontalAdvance(title)) + 2 * PADDING * style.unit
