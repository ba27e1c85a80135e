"""The subsets of tough mentions as a filter: drawn in columns as wide as their numbers; types unfold below a subset."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.glossary.wording import Wording
from nerinspect.query.counts.training import ToughCounts
from nerinspect.query.rates import WHOLE
from nerinspect.query.selection import Selection
from nerinspect.training.tough import SUBSETS
from nerinspect.ui.filters.counts_table import CountsTable
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.tough_table import (
    ALL,
    ToughColumn,
    ToughModel,
    ToughRole,
    ToughRow,
    kept_by,
    short_name,
    subset_name,
)
from nerinspect.ui.kit.doors import number_menu
from nerinspect.ui.kit.tables.painters import PADDING, SMALL, ValuesStyle, number_width, paint_rate_bar, small_width
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme.themes import Theme, current_theme

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


_Index = QModelIndex | QPersistentModelIndex
_WIDEST: Final = {
    ToughColumn.MENTIONS: "8,888",
    ToughColumn.SHARE: "100.00",
    ToughColumn.RECALL: "100.00",
    ToughColumn.MISSED: "888",
    ToughColumn.OTHER: "100.00",
}
_LEAST_BAR, _BAR = 26, 48  # at a font of 13 pixels, with a gap
_SHORT_TITLES: Final = {ToughColumn.MENTIONS: "Count"}


class _Arrangement(NamedTuple):
    """What is shown, from the usual to what gives way in narrow panels."""

    has_share: bool = False
    gap: int = 4  # between columns, at a font of 13 pixels
    has_short_titles: bool = True
    has_short_names: bool = False


_ARRANGEMENTS: Final = (
    _Arrangement(has_share=True, gap=6, has_short_titles=False),
    _Arrangement(has_share=True, has_short_titles=False),
    _Arrangement(has_short_titles=False),
    _Arrangement(),
    _Arrangement(has_short_names=True),
)


class ToughView(CountsTable):
    """Cells that are picked; an arrow, or the keys + and -, list the types of a subset below it.

    Signals
    -------
    unfolding_asked(QModelIndex)
        The types of a row's subset are to be listed, or no longer.
    """

    unfolding_asked = Signal(QModelIndex)

    def __init__(self, model: ToughModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Tough mentions", style, parent)
        self._tough = model
        self.arrangement = _ARRANGEMENTS[0]
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on; + and - list types.")
        self.setItemDelegate(_ToughDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def title(self, column: int) -> str:
        """Name a column, shortly where the panel is narrow."""
        title = super().title(column)
        if self._tough.wording.is_neutral:
            return title
        return _SHORT_TITLES.get(ToughColumn(column), title) if self.arrangement.has_short_titles else title

    def _share_width(self, width: int) -> None:
        """Choose the first arrangement in which all subsets can be read, with a bar beside recall if there is room.

        In a narrow panel gaps shrink first, then the share goes, then titles and names are short.
        """
        unit, rows = self.row_style.unit, [self._tough.row(place) for place in range(self._tough.rowCount())]
        needed, widths = 0.0, dict[ToughColumn, int]()
        for self.arrangement in _ARRANGEMENTS:
            is_short, subsets = self.arrangement.has_short_names, (row for row in rows if not row.type_name)
            needed = max((name_width(self.row_style, row, is_short) for row in subsets), default=0.0)
            widths = self._number_widths(rows)
            if width - sum(widths.values()) >= needed:
                break
        spare = width - sum(widths.values()) - needed
        if self._tough.names is None and spare >= _LEAST_BAR * unit:
            widths[ToughColumn.RECALL] += math.floor(min(spare, _BAR * unit))
        for column in (ToughColumn.SHARE, ToughColumn.MISSED, ToughColumn.OTHER):
            self.setColumnHidden(column, column not in widths)
        if self.isColumnHidden(self.currentIndex().column()):
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(ToughColumn.RECALL))
        for column, own in {ToughColumn.SUBSET: max(width - sum(widths.values()), 1), **widths}.items():
            self.setColumnWidth(column, own)

    def _number_widths(self, rows: Sequence[ToughRow]) -> dict[ToughColumn, int]:
        """Measure the columns of numbers, the gap before each included."""
        style, widths = self.row_style, {}
        gap = self.arrangement.gap * style.unit
        left_out = ToughColumn.OTHER if self._tough.names is None else ToughColumn.MISSED
        for column, widest in _WIDEST.items():
            if column == left_out:
                continue
            if self.arrangement.has_share or column != ToughColumn.SHARE or self._tough.wording.is_neutral:
                texts = (widest, *(row.text(column) for row in rows))
                widths[column] = math.ceil(number_width(style, self.title(column), texts) + gap)
        widths[max(widths)] += round(style.margin - PADDING * style.unit)
        return widths

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Unfold at the arrow, choose elsewhere."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.button() == Qt.MouseButton.LeftButton and self._is_arrow(index, place.x()):
            self.unfolding_asked.emit(index)
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """List types with + and fold them with -."""
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Minus) and self._tough.has_types:
            if index.data(ToughRole.IS_UNFOLDED) == (event.key() == Qt.Key.Key_Minus):
                self.unfolding_asked.emit(index)
        else:
            super().keyPressEvent(event)

    def _is_arrow(self, index: QModelIndex, x: int) -> bool:
        if not index.isValid() or index.column() != ToughColumn.SUBSET or not self._tough.has_types:
            return False
        row = self._tough.row(index.row())
        return not row.type_name and x < name_left(self.row_style, row)


class _ToughDelegate(QStyledItemDelegate):
    """Paint a cell, and the focus around it."""

    def __init__(self, view: ToughView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect, model = self._view.row_style, QRectF(option.rect), index.model()
        cell = ToughCell(
            index.data(ToughRole.ROW),
            ToughColumn(index.column()),
            index.data(ToughRole.IS_PICKED),
            bool(option.state & QStyle.StateFlag.State_MouseOver),
            isinstance(model, ToughModel) and model.has_types,
            index.data(ToughRole.IS_UNFOLDED),
            self._view.arrangement.has_short_names,
        )
        paint_tough_cell(painter, style, rect, cell)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)


class ToughPanel(FilterPanel):
    """Show the subsets of tough mentions with share and recall, and let the user pick what a cell counts.

    Signals
    -------
    rows_picked(object, object)
        A list of `ToughRow` and the `ToughColumn` of the clicked cells: just what they count is to be kept, or to be
        freed if it is already.
    row_added(object, object)
        A `ToughRow` is to be added to the picked ones or taken away, and the column likewise.
    """

    rows_picked = Signal(object, object)
    row_added = Signal(object, object)
    view: ToughView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = ToughModel()
        view = ToughView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("Tough mentions", "tough", view, view, parent)
        self.setObjectName("tough_panel")
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        view.unfolding_asked.connect(self._on_unfolding_asked)

    def speak(self, wording: Wording) -> None:
        """Show recall and what is missed, or what annotators agree on, from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_counts(
        self,
        types: Sequence[str],
        counts: ToughCounts,
        picked: Collection[object] = (),
        other: ToughCounts | None = None,
        names: tuple[str, str] | None = None,
    ) -> None:
        """Show the counts.

        Parameters
        ----------
        types : sequence of str
            Names of the types of the study.
        counts : ToughCounts
            Mentions by subset under the other filters, and those that the prediction on show has.
        picked : collection of object
            Subsets that the filter names.
        other : ToughCounts or None
            Those of B, in a comparison.
        names : tuple of str or None
            What A and B are called in queries, in a comparison.
        """
        self._model.set_counts(types, counts, picked, other, names)
        is_whole = counts.base == WHOLE
        caption = counts.caption
        if counts.of_b_by_type is not None:
            caption += f" of A, {int(counts.of_b_by_type[:, SUBSETS.index(ALL)].sum()):,} of B"
        self.set_summary("recall of A and B" if other is not None and is_whole else caption)
        self.view.fit()
        self._keep_a_current_cell()

    def _keep_a_current_cell(self) -> None:
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def _restyle(self) -> None:
        self.view.restyle(ValuesStyle(current_theme(), self.font()))

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        others, row = Selection.from_filter(self._other_filters()), self._model.row(index.row())
        query = kept_by(others, [row], ToughColumn(index.column()), self._model.names).text
        menu = number_menu(self.view, index.data(), query, index.data(Qt.ItemDataRole.WhatsThisRole))
        menu.addSeparator()
        if self._model.has_types:
            is_unfolded = row.subset == self._model.unfolded
            words = "Fold Types" if is_unfolded else f"List “{subset_name(row.subset)}” by Type"
            menu.addAction(words, lambda: self._unfold(index.row(), not is_unfolded))
        menu.addAction("Copy Table", self.view.copy)
        menu.popup(place)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        row, column = self._model.row(index.row()), ToughColumn(index.column())
        if is_added:
            self.row_added.emit(row, column)
        else:
            self.rows_picked.emit([row], column)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        rows = [self._model.row(place) for place in range(low, high + 1)]
        self.rows_picked.emit(_of_one_sort(rows), ToughColumn(last.column()))

    def _on_unfolding_asked(self, index: QModelIndex) -> None:
        self._unfold(index.row(), self._model.row(index.row()).subset != self._model.unfolded)

    def _unfold(self, place: int, is_unfolded: bool) -> None:
        subset, column = self._model.row(place).subset, max(self.view.currentIndex().column(), 0)
        self._model.set_unfolded(subset if is_unfolded else "")
        rows = range(self._model.rowCount())
        self.view.setCurrentIndex(
            self._model.index(next(i for i in rows if self._model.row(i).subset == subset), column)
        )
        self.updateGeometry()


def _of_one_sort(rows: Sequence[ToughRow]) -> list[ToughRow]:
    """Leave out the types among subsets; types alone stay."""
    subsets = [row for row in rows if not row.type_name]
    return subsets or list(rows)
