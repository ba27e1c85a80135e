"""How the cells and heads of tables of places are painted."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.painting.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.repair.place_model import CELL_ROLE, Index, PlaceCell, PlaceColumn
from nerinspect.ui.theme import Theme, current_theme

PADDING = 6  # at a font of 13 pixels
_LEFT = Qt.AlignmentFlag.AlignLeft


class PlaceFonts:
    """The fonts of a table, made once and not for each cell."""

    def __init__(self, font: QFont) -> None:
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(round(font_size(font) * DETAIL))
        self.unit = font_size(font) / 13
        self.plain, self.labels = scaled_font(font, DETAIL), fixed
        self.head, self.letters = scaled_font(font, CAPTION), scaled_font(font, CAPTION, is_bold=True)

    @property
    def row_height(self) -> int:
        """Height of a row."""
        lines = (QFontMetricsF(self.plain).height(), QFontMetricsF(self.labels).height())
        return round(max(22 * self.unit, max(lines) + 4 * self.unit))

    def column_width(self, column: PlaceColumn) -> int:
        """Width that most texts of a column, and its head, need."""
        text = QFontMetricsF(self.labels if column.is_label else self.plain).horizontalAdvance(column.widest)
        head = QFontMetricsF(self.head).horizontalAdvance(column.title)
        return round(max(text, head) + (2 * PADDING + 2) * self.unit)


class PlaceDelegate(QStyledItemDelegate):
    """Paint ground, edge of the chosen row, text or kinds, and focus."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self.fonts = PlaceFonts(table.font())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        theme, rect, fonts = current_theme(), QRectF(option.rect), self.fonts
        cell: PlaceCell = index.data(CELL_ROLE)
        column: PlaceColumn = index.model().headerData(index.column(), Qt.Orientation.Horizontal, CELL_ROLE)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selected)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        if option.state & QStyle.StateFlag.State_Selected and not index.column():
            paint_accent_edge(painter, theme, fonts.unit, rect.adjusted(0, 0, 0, -1))
        place = rect.adjusted(PADDING * fonts.unit, 0, -PADDING * fonts.unit, 0)
        if cell.kinds:
            self._paint_kinds(painter, theme, place, cell)
        else:
            font = fonts.labels if column.is_label and not cell.is_dim else fonts.plain
            side = Qt.AlignmentFlag.AlignRight if column.is_number else _LEFT
            draw_text(painter, font, theme.text2 if cell.is_dim else theme.text, place, cell.text, side)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, fonts.unit, rect.adjusted(0, 0, 0, -1))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Ask for nothing: columns and rows are sized for the whole table."""
        return QSize(0, 0)

    def _paint_kinds(self, painter: QPainter, theme: Theme, rect: QRectF, cell: PlaceCell) -> None:
        """Paint symbols and letters, as many as there is room for."""
        metrics = QFontMetricsF(self.fonts.letters)
        symbol, gap = kind_symbol_size(metrics.ascent()), 4 * self.fonts.unit
        left = rect.left()
        for kind, tag in zip(cell.kinds, cell.text.split(", "), strict=True):
            width = symbol.width() + gap + metrics.horizontalAdvance(tag)
            if left + width > rect.right() + 1:
                draw_text(
                    painter, self.fonts.letters, theme.text2, QRectF(rect).adjusted(left - rect.left(), 0, 0, 0), "…"
                )
                break
            paint_kind_symbol(
                painter,
                QRectF(left, rect.center().y() - symbol.height() / 2, symbol.width(), symbol.height()),
                kind,
                theme,
            )
            place = QRectF(left + symbol.width() + gap, rect.top(), width, rect.height())
            draw_text(painter, self.fonts.letters, theme.kind_colour(kind), place, tag)
            left += width + 2 * gap


class PlaceHead(QHeaderView):
    """Paint quiet titles over a line; columns can be made wider."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        """Be one line high."""
        unit = font_size(self.font()) / 13
        return QSize(0, round(QFontMetricsF(scaled_font(self.font(), CAPTION)).height() + 8 * unit))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        """Paint one title."""
        column = self.model().headerData(logicalIndex, Qt.Orientation.Horizontal, CELL_ROLE)
        theme, unit, place = current_theme(), font_size(self.font()) / 13, QRectF(rect)
        painter.save()
        painter.fillRect(place, theme.base)
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), theme.border)
        if isinstance(column, PlaceColumn):
            side = Qt.AlignmentFlag.AlignRight if column.is_number else _LEFT
            words = place.adjusted(PADDING * unit, 0, -PADDING * unit, 0)
            draw_text(painter, scaled_font(self.font(), CAPTION), theme.text2, words, column.title, side)
        painter.restore()
