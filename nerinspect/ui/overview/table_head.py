"""The head of a table of numbers: quiet titles, symbols above the names of kinds."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from nerinspect.ui.overview.cells import Column
from nerinspect.ui.overview.table_delegate import EDGE
from nerinspect.ui.overview.table_model import COLUMN_ROLE, alignment
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.painting.recall_dots import paint_dot
from nerinspect.ui.painting.swatch import SWATCH_ROOM, paint_swatch
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import current_theme

_PADDING = 6  # at a font of 13 pixels


class NumberHead(QHeaderView):
    """Paint the titles; two lines where columns stand for kinds of event."""

    def __init__(self, has_kinds: bool, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._has_kinds = has_kinds
        self.setHighlightSections(False)
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def sizeHint(self) -> QSize:
        """Be one line high, or two."""
        line = QFontMetricsF(self.font()).height()
        return QSize(0, round((2.2 if self._has_kinds else 1.1) * line + 6 * font_size(self.font()) / 13))

    def title_width(self, column: Column) -> float:
        """Measure what a title needs, in device-independent pixels."""
        metrics = QFontMetricsF(scaled_font(self.font(), CAPTION))
        width = metrics.horizontalAdvance(column.title) + (metrics.height() if column.mark else 0)
        width += 0 if column.colour is None else SWATCH_ROOM * font_size(self.font()) / 13
        if column.kind:
            letters = QFontMetricsF(scaled_font(self.font(), CAPTION, is_bold=True))
            symbol = kind_symbol_size(letters.ascent()).width()
            width = max(width, symbol + letters.horizontalAdvance(f"  {column.copied or column.kind.upper()}"))
        return width

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles, and leave empty what is at the right of the last column."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            painter.fillRect(
                self.viewport().rect().adjusted(self.length() - self.offset(), 0, 0, 0), current_theme().base
            )

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        """Paint one title over a line."""
        column = self.model().headerData(logicalIndex, Qt.Orientation.Horizontal, COLUMN_ROLE)
        theme, unit = current_theme(), font_size(self.font()) / 13
        place = QRectF(rect)
        painter.save()
        painter.fillRect(place, theme.base)
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), theme.border)
        right = -_PADDING * unit if logicalIndex else 0
        left, side = 0.0 if logicalIndex else EDGE * unit, alignment(logicalIndex)
        if not column.widest:  # over what is drawn, from where it begins
            left, side = _PADDING * unit, Qt.AlignmentFlag.AlignLeft
        line = place.adjusted(left, place.height() / 2 if self._has_kinds else 0, right, 0)
        caption = scaled_font(self.font(), CAPTION)
        metrics = QFontMetricsF(caption)
        room, is_behind = metrics.height() if column.mark else 0, column.mark == "behind"
        title = line.adjusted(0 if is_behind else room, 0, -room if is_behind else 0, 0)
        if column.colour is not None:
            begin = max(title.left(), title.right() - self.title_width(column) - unit)  # text is no narrower
            paint_swatch(painter, theme, unit, QRectF(begin, title.top(), 0, title.height()), column.colour)
            title.setLeft(begin + SWATCH_ROOM * unit)
        draw_text(painter, caption, theme.text2, title, column.title, side)
        if column.mark:
            width = min(metrics.horizontalAdvance(column.title), title.width())
            dot = QPointF(title.right() + (room / 2 if is_behind else -width - room / 2), line.center().y())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_dot(painter, theme, dot, room / 4, column.mark != "hollow")
        if column.kind:
            self._paint_kind(
                painter, QRectF(place.left(), place.top(), place.width() + right, place.height() / 2), column
            )
        painter.restore()

    def _paint_kind(self, painter: QPainter, rect: QRectF, column: Column) -> None:
        theme, font = current_theme(), scaled_font(self.font(), CAPTION, is_bold=True)
        metrics, letters = QFontMetricsF(font), column.copied or column.kind.upper()
        symbol = kind_symbol_size(metrics.ascent())
        left = rect.right() - metrics.horizontalAdvance(f"  {letters}") - symbol.width()
        place = QRectF(left, rect.center().y() - symbol.height() / 2, symbol.width(), symbol.height())
        paint_kind_symbol(painter, place, column.kind, theme)
        draw_text(painter, font, theme.kind_colour(column.kind), rect, letters, Qt.AlignmentFlag.AlignRight)
