"""The subsets of tough mentions as a filter: drawn in columns as wide as their numbers; types unfold below a subset."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.query.counts.training import ToughCounts
from nerinspect.query.rates import WHOLE
from nerinspect.query.selection import Selection
from nerinspect.training.tough import SUBSETS
from nerinspect.ui.filters.counts_table import Click, CountCell, CountsTable, Index
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.tough_table import ALL, ToughColumn, ToughLooks, ToughRow, kept_by, short_name, subset_name
from nerinspect.ui.kit.tables.painters import PADDING, SMALL, ValuesStyle, number_width, paint_rate_bar, small_width
from nerinspect.ui.kit.text_lines import draw_text

_INDENT, _ARROW_GAP = 10, 2  # at a font of 13 pixels


def name_left(style: ValuesStyle, row: ToughRow) -> float:
    """Tell where a name begins; left of it is the arrow that lists its types."""
    return style.margin + _INDENT * style.unit * row.depth


def shown_name(row: ToughRow, is_short: bool) -> str:
    """Name a row; a type keeps its name, though a subset may be called so."""
    return short_name(row.name) if is_short and not row.type_name else row.name


def name_width(style: ValuesStyle, row: ToughRow, is_short: bool = False) -> float:
    """Measure the room that a name needs, with what stands before and behind it."""
    small = style.metrics.horizontalAdvance(" ") + small_width(style) if row.is_small else 0.0
    return name_left(style, row) + style.metrics.horizontalAdvance(shown_name(row, is_short)) + small


_WIDEST: Final = {
    ToughColumn.MENTIONS: "8,888",
    ToughColumn.SHARE: "100.00",
    ToughColumn.RECALL: "100.00",
    ToughColumn.MISSED: "888",
    ToughColumn.OTHER: "100.00",
}
_LEAST_BAR, _BAR = 26, 48  # at a font of 13 pixels, with a gap


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
    """Cells that are picked; an arrow, or the keys + and -, list the types of a subset below it."""

    unfolding_asked = Signal(QModelIndex)  # the types of a row's subset are to be listed, or no longer

    refuge = ToughColumn.RECALL

    def __init__(self) -> None:
        super().__init__("Tough mentions", "Enter picks the cell, Ctrl adds, Shift reaches on; + and - list types.")
        self.looks: ToughLooks | None = None
        self.arrangement = _ARRANGEMENTS[0]

    def show_subsets(self, looks: ToughLooks) -> None:
        """Show other counts, or the types of other subsets."""
        self.looks = looks
        self.show_sheet(looks.sheet())

    def row(self, place: int) -> ToughRow:
        """Give what a row counts."""
        row = self.sheet.rows[place][0].value
        assert isinstance(row, ToughRow), "cells of subsets stand for their rows"
        return row

    @property
    def has_types(self) -> bool:
        """Whether there are types to list."""
        return self.looks is not None and self.looks.has_types

    def title(self, column: int) -> str:
        """Name a column, shortly where the panel is narrow."""
        head = self.sheet.heads[column]
        return head.short if self.arrangement.has_short_titles else head.title

    def number_widths(self, width: int) -> Mapping[int, int]:
        """Choose the first arrangement in which all subsets can be read, with a bar beside recall if there is room.

        In a narrow panel gaps shrink first, then the share goes, then titles and names are short.
        """
        unit, rows = self.row_style.unit, list(map(self.row, range(len(self.sheet.rows))))
        needed, widths = 0.0, dict[int, int]()
        for self.arrangement in _ARRANGEMENTS:
            is_short, subsets = self.arrangement.has_short_names, (row for row in rows if not row.type_name)
            needed = max((name_width(self.row_style, row, is_short) for row in subsets), default=0.0)
            widths = self._number_widths()
            if width - sum(widths.values()) >= needed:
                break
        spare = width - sum(widths.values()) - needed
        if ToughColumn.OTHER not in widths and spare >= _LEAST_BAR * unit:
            widths[ToughColumn.RECALL] += math.floor(min(spare, _BAR * unit))
        return widths

    def _number_widths(self) -> dict[int, int]:
        """Measure the columns of numbers, the gap before each included."""
        style, widths = self.row_style, dict[int, int]()
        gap, is_compared = self.arrangement.gap * style.unit, len(self.sheet.heads) > ToughColumn.OTHER
        is_neutral = self.looks is not None and self.looks.wording.is_neutral
        for column, widest in _WIDEST.items():
            if column == (ToughColumn.MISSED if is_compared else ToughColumn.OTHER):
                continue
            if self.arrangement.has_share or column != ToughColumn.SHARE or is_neutral:
                texts = (widest, *self.texts(column))
                widths[column] = math.ceil(number_width(style, self.title(column), texts) + gap)
        widths[max(widths)] += round(style.margin - PADDING * style.unit)
        return widths

    def paint_number(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        """Paint a number, a recall on its bar."""
        style, row = self.row_style, self.row(index.row())
        padding, is_last = PADDING * style.unit, index.column() >= ToughColumn.MISSED
        place = rect.adjusted(0, 0, -(style.margin if is_last else padding), 0)
        if index.column() == ToughColumn.RECALL and not row.is_empty and row.other is None:
            part, whole = row.rate
            paint_rate_bar(painter, style, place.adjusted(padding, 0, 0, 0), part / whole)
        self.draw_number(painter, place, cell.text, self._ink(cell, row), is_hovered)

    def paint_name(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        """Paint the name of a subset or a type, and before a subset the arrow that lists its types."""
        style, theme, row = self.row_style, self.row_style.theme, self.row(index.row())
        left, name = rect.left() + name_left(style, row), shown_name(row, self.arrangement.has_short_names)
        if self.looks is not None and self.looks.has_types and not row.type_name:
            place = QRectF(left - style.margin, rect.top(), style.margin - _ARROW_GAP * style.unit, rect.height())
            arrow, side = "▾" if row.subset == self.looks.unfolded else "▸", Qt.AlignmentFlag.AlignRight
            never = Qt.TextElideMode.ElideNone
            draw_text(painter, style.head_font, theme.text3, place, arrow, side, elide=never)
        place = QRectF(left, rect.top(), rect.right() - left, rect.height())
        draw_text(painter, style.row_font, self._ink(cell, row), place, name)
        small_left = style.metrics.horizontalAdvance(f"{name} ")
        if row.is_small and left + small_left + small_width(style) <= rect.right() + 1:
            draw_text(painter, style.head_font, theme.text3, place.adjusted(small_left, 0, 0, 0), SMALL)

    def _ink(self, cell: CountCell, row: ToughRow) -> QColor:
        theme = self.row_style.theme
        return theme.dimmed if cell.is_dim else theme.text2 if row.type_name else theme.text

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
        index, looks = self.currentIndex(), self.looks
        is_asked = event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Minus)
        if index.isValid() and looks is not None and looks.has_types and is_asked:
            if (self.row(index.row()).subset == looks.unfolded) == (event.key() == Qt.Key.Key_Minus):
                self.unfolding_asked.emit(index)
        else:
            super().keyPressEvent(event)

    def _is_arrow(self, index: QModelIndex, x: int) -> bool:
        if not index.isValid() or index.column() != ToughColumn.SUBSET or not self.has_types:
            return False
        row = self.row(index.row())
        return not row.type_name and x < name_left(self.row_style, row)


class ToughPanel(FilterPanel):
    """Show the subsets of tough mentions with share and recall, and let the user pick what a cell counts.

    The values of `picked` are `ToughRow`: types are left out among subsets.
    """

    view: ToughView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Tough mentions", "tough", ToughView(), parent=parent)
        self.setObjectName("tough_panel")
        self.view.unfolding_asked.connect(self._on_unfolding_asked)

    def show_counts(
        self,
        types: Sequence[str],
        counts: ToughCounts,
        picked: Collection[object] = (),
        other: ToughCounts | None = None,
        names: tuple[str, str] | None = None,
    ) -> None:
        """Show the counts, as `ToughLooks` has them; the types of the subset that is unfolded stay listed."""
        unfolded = self.view.looks.unfolded if self.view.looks else ""
        compared = (other, names) if other is not None else (None, None)
        caption, of_b = counts.caption, counts.of_b_by_type
        if of_b is not None:
            caption += f" of A, {int(of_b[:, SUBSETS.index(ALL)].sum()):,} of B"
        self.set_summary("recall of A and B" if other is not None and counts.base == WHOLE else caption)
        subsets = frozenset(map(str, picked))
        self.view.show_subsets(ToughLooks(counts, tuple(types), self.wording, subsets, unfolded, *compared))

    def query(self, index: QModelIndex) -> str:
        """Ask for what a cell counts."""
        others, names = Selection.from_filter(self._other_filters()), self.view.looks and self.view.looks.names
        return kept_by(others, [self.view.row(index.row())], ToughColumn(index.column()), names).text

    def menu(self, index: QModelIndex) -> QMenu:
        """Make the menu of a cell, which lists types, too; show it with `popup`."""
        menu, looks, row = super().menu(index), self.view.looks, self.view.row(index.row())
        if looks is not None and looks.has_types:
            is_unfolded = row.subset == looks.unfolded
            words = "Fold Types" if is_unfolded else f"List “{subset_name(row.subset)}” by Type"
            listing = QAction(words, menu)
            listing.triggered.connect(lambda: self._unfold(row.subset, not is_unfolded))
            menu.insertAction(menu.actions()[-1], listing)
        return menu

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        rows = [self.view.row(place) for place in range(low, high + 1)]
        self.picked.emit([row for row in rows if not row.type_name] or rows, last.column(), Click.RANGE)

    def _on_unfolding_asked(self, index: QModelIndex) -> None:
        subset = self.view.row(index.row()).subset
        self._unfold(subset, self.view.looks is not None and subset != self.view.looks.unfolded)

    def _unfold(self, subset: str, is_unfolded: bool) -> None:
        assert self.view.looks is not None, "one of the subsets was clicked"
        column = max(self.view.currentIndex().column(), 0)
        self.view.show_subsets(self.view.looks._replace(unfolded=subset if is_unfolded else ""))
        place = [key == (subset, "") for key in self.view.sheet.keys].index(True)
        self.view.setCurrentIndex(self.view.model().index(place, column))
        self.updateGeometry()
