"""The table of F1 differences: each a dot with its interval, all on one axis through zero."""

import math

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QShowEvent
from PySide6.QtWidgets import QWidget

from nerinspect.ui.delegates.compared_delegate import ComparedDelegate
from nerinspect.ui.models.compared_cells import CellRole
from nerinspect.ui.models.difference_model import INTERVAL, NAME, POINTS, DifferenceModel
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.painting.interval import DOT, paint_interval
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import SMALL, ValuesStyle, small_width
from nerinspect.ui.panels.counts_table import CountsTable

_Index = QModelIndex | QPersistentModelIndex
_MOST_OF_WIDTH = 0.4  # that the names take where the interval is not written
_PLOT, _LEAST_PLOT, _LEAST_NAMES = 48, 30, 60  # at a font of 13 pixels; with less room, the interval is not written
_LEAST_NAME, _LARGE_DOT = 36, 4  # where less is left of a name, it is just dim


class DifferenceView(CountsTable):
    """Rows that are picked by their type.

    Attributes
    ----------
    names_width : int
        What the names take of the first column, in device-independent pixels; the dots stand in the rest of it.

    Signals
    -------
    shown
        Somebody looks at it.
    """

    shown = Signal()

    def __init__(self, model: DifferenceModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "F1 difference of A and B", style, parent)
        self.differences = model
        self.names_width = 0
        self.setAccessibleDescription("Enter picks the type, Ctrl adds, Shift reaches on.")
        self.setItemDelegate(_DifferenceDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that somebody looks at it."""
        super().showEvent(event)
        self.shown.emit()

    def font_of(self, row: int) -> QFont:
        """Write all mentions in bold."""
        style = self.row_style
        return style.row_font if row else scaled_font(style.font, DETAIL, is_bold=True)

    def _share_width(self, width: int) -> None:
        """Give numbers what they need, and the axis and the names the rest; names are cut before the interval goes."""
        style, model = self.row_style, self.differences
        rows = range(model.rowCount())
        names = [self._advance(row, NAME) + self.small_width * model.row(row).is_small for row in rows]
        widest = max(names, default=0.0) + style.margin + style.gap
        points, interval = (self._number_width(column) for column in (POINTS, INTERVAL))
        interval += round(style.margin)
        room = width - points - interval
        has_interval = room >= min(widest, _LEAST_NAMES * style.unit) + _LEAST_PLOT * style.unit
        most = max(room - _PLOT * style.unit, _LEAST_NAMES * style.unit) if has_interval else _MOST_OF_WIDTH * width
        self.names_width = math.ceil(min(widest, most))
        self.setColumnHidden(INTERVAL, not has_interval)
        if not has_interval and self.currentIndex().column() == INTERVAL:
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(POINTS))
        self.setColumnWidth(POINTS, points)
        self.setColumnWidth(INTERVAL, interval)
        self.setColumnWidth(NAME, max(width - points - interval * has_interval, 1))

    @property
    def small_width(self) -> float:
        """Room of the word behind a name whose numbers say little."""
        return self.row_style.metrics.horizontalAdvance(" ") + small_width(self.row_style)

    def _advance(self, row: int, column: int) -> float:
        return QFontMetricsF(self.font_of(row)).horizontalAdvance(
            self.differences.text(self.differences.index(row, column))
        )

    def _number_width(self, column: int) -> int:
        """Tell what the numbers of a column and its title need."""
        style = self.row_style
        title = QFontMetricsF(style.head_font).horizontalAdvance(self.differences.titles[column])
        numbers = (self._advance(row, column) for row in range(self.differences.rowCount()))
        return math.ceil(max(title, *numbers, 0.0) + 1.5 * style.gap)


class _DifferenceDelegate(ComparedDelegate):
    """Paint a name with dot and interval behind it, or numbers."""

    view: DifferenceView

    def paint_content(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint one cell."""
        style, row = self.view.row_style, index.data(CellRole.VALUE)
        theme = style.theme
        ink = theme.dimmed if index.data(CellRole.IS_DIM) else theme.text
        if index.column() != NAME:
            is_last = index.column() == INTERVAL or self.view.isColumnHidden(INTERVAL)
            place = rect.adjusted(0, 0, -(style.margin if is_last else 0), 0)
            ink = theme.text2 if index.column() == INTERVAL and ink == theme.text and index.row() else ink
            right, never = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
            font = self.view.font_of(index.row())
            draw_text(painter, font, ink, place, index.data(), right, elide=never, is_underlined=is_hovered)
            return
        left, names = rect.left() + style.margin, rect.left() + self.view.names_width - style.gap
        has_word = row.is_small and names - left - self.view.small_width >= _LEAST_NAME * style.unit
        small = self.view.small_width if has_word else 0.0
        place = QRectF(left, rect.top(), max(names - left - small, 1), rect.height())
        draw_text(painter, self.view.font_of(index.row()), ink, place, index.data(), is_underlined=is_hovered)
        if has_word:
            place = QRectF(names - small_width(style), rect.top(), small_width(style) + 1, rect.height())
            draw_text(painter, style.head_font, theme.text3, place, SMALL)
        plot = QRectF(rect.left() + self.view.names_width, rect.top(), 0, rect.height())
        plot.setRight(rect.right() - style.gap)
        self._paint_plot(painter, plot, index)

    def _paint_plot(self, painter: QPainter, plot: QRectF, index: _Index) -> None:
        """Paint the zero of the axis, the interval and the dot; one axis for small and large dots."""
        style, spread = self.view.row_style, index.data(CellRole.VALUE).bootstrap
        dot = DOT if index.row() else _LARGE_DOT
        side = (_LARGE_DOT - dot) * style.unit
        ink = style.theme.dimmed if index.data(CellRole.IS_DIM) else style.theme.text
        drawn = spread.low, spread.difference, spread.high
        limits = self.view.differences.limits
        paint_interval(painter, style.theme, plot.adjusted(side, 0, -side, 0), limits, drawn, ink, style.unit, dot)
