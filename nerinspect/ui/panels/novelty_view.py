"""What training knows of mentions against event kinds: cells and heads that are picked."""

import math
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.ui.models.novelty_model import NoveltyModel
from nerinspect.ui.models.tough_rows import short_name
from nerinspect.ui.models.type_matrix_model import MatrixRole
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.matrix_cell import MatrixCell, MatrixStyle, paint_matrix_cell
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.panels.picking_view import PickingView

_GAPS: Final = 1.3  # paddings around a count

_Index = QModelIndex | QPersistentModelIndex


class NoveltyDelegate(QStyledItemDelegate):
    """Paint counts on their tints, and the heads beside and above them."""

    def __init__(self, model: NoveltyModel, style: MatrixStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.matrix_style = style
        self.is_short = False

    def name(self, novelty: str) -> str:
        """Name a row, shortly where the view is narrow."""
        return short_name(novelty) if self.is_short else novelty

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect = self.matrix_style, QRectF(option.rect)
        novelty, kind = self._model.novelty_at(index.row()), self._model.kind_at(index.column())
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver) and bool(novelty or kind)
        if novelty and kind:
            count, share = index.data(MatrixRole.COUNT), index.data(MatrixRole.SHARE)
            cell = MatrixCell(count, share, index.data(MatrixRole.IS_PICKED), is_hovered)
            paint_matrix_cell(painter, style, rect, cell)
        else:
            self._paint_head(painter, rect, novelty, kind, is_hovered)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect.adjusted(0, 0, -1, -1))

    def _paint_head(
        self, painter: QPainter, rect: QRectF, novelty: str | None, kind: str | None, is_hovered: bool
    ) -> None:
        style, theme = self.matrix_style, self.matrix_style.theme
        place = rect.adjusted(0, 0, -style.padding, 0)
        painter.save()
        if novelty:
            draw_text(painter, style.head_font, theme.text2, place, self.name(novelty), is_underlined=is_hovered)
        elif kind and self._model.wording.is_neutral:
            size = kind_symbol_size(QFontMetricsF(style.font).ascent())
            corner = QPointF(place.right() - size.width(), place.center().y() - size.height() / 2)
            paint_kind_symbol(painter, QRectF(corner, size), kind, theme)
        elif kind:
            letters = scaled_font(style.font, CAPTION, is_bold=True)
            ink, right = theme.kind_colour(kind), Qt.AlignmentFlag.AlignRight
            draw_text(painter, letters, ink, place, kind.upper(), right, is_underlined=is_hovered)
        painter.restore()


class NoveltyView(PickingView):
    """Rows of three names and columns of six kinds, sharing the width there is."""

    def __init__(self, model: NoveltyModel, style: MatrixStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Seen and unseen mentions by event kind", parent)
        self._novelty = model
        self._styles = (style, style)  # wide and tight
        self._delegate = NoveltyDelegate(model, style, self)
        self.setAccessibleDescription("Enter picks the cell, a name its row or column; Ctrl adds, Shift reaches on.")
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        for head in (self.horizontalHeader(), self.verticalHeader()):
            head.hide()
            head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            head.setMinimumSectionSize(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def restyle(self, style: MatrixStyle) -> None:
        """Paint with other colours and fonts."""
        self._styles = (style, replace(style, is_tight=True))
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Give names and counts the room they need, and share the rest among the kinds.

        In a narrow panel gaps shrink first, then names are written shortly; counts are never cut.
        """
        wide, tight = self._styles
        for style, is_short in ((wide, False), (tight, False), (tight, True)):
            self._delegate.matrix_style, self._delegate.is_short = style, is_short
            names, least = self._names_width(), self._least_widths()
            if names + sum(least) <= self.width():
                break
        columns = _shared(least, max(self.width() - names, sum(least)))
        for column, width in enumerate((self.width() - sum(columns), *columns)):
            self.setColumnWidth(column, width)
        for row in range(self._novelty.rowCount()):
            self.setRowHeight(row, wide.row_height if row else wide.head_height)
        self.setFixedHeight(wide.head_height + wide.row_height * (self._novelty.rowCount() - 1))

    def shown_name(self, row: int) -> str:
        """Tell how a row is named at this width."""
        return self._delegate.name(str(self._novelty.novelty_at(row)))

    def _names_width(self) -> int:
        style = self._delegate.matrix_style
        names = [self.shown_name(row) for row in range(1, self._novelty.rowCount())]
        return math.ceil(max(map(style.head_metrics.horizontalAdvance, names)) + style.padding)

    def _least_widths(self) -> list[int]:
        """Measure the counts of each kind, and its letters."""
        style = self._delegate.matrix_style
        letters = QFontMetricsF(scaled_font(style.font, CAPTION, is_bold=True)).horizontalAdvance("LBE")
        counts = [style.count_metrics.horizontalAdvance(f"{count:,}") for count in self._novelty.largest_by_kind]
        return [math.ceil(max(count, letters) + _GAPS * style.padding) for count in counts]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self.fit()


def _shared(least: list[int], width: int) -> list[int]:
    """Share a width among columns: alike, where all of them fit so, else what is left over their least."""
    if max(least) * len(least) <= width:
        return [width // len(least)] * len(least)
    spare = (width - sum(least)) // len(least)
    return [own + spare for own in least]
