"""The layout of the panels, and what is hidden when the window is narrow."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QPalette, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QTabWidget, QWidget

from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.kit.chips import ChipRow
from nerinspect.ui.kit.keys import tab_before
from nerinspect.ui.kit.layout import HairlineSplitter, resize_on_screen, scrolled, stack
from nerinspect.ui.kit.styled import Styled, switch_look
from nerinspect.ui.lists.event_table import EventsPanel
from nerinspect.ui.sentence.event_context import ContextFrame
from nerinspect.ui.theme.marks import thin_scroll_bars

_PLACE_BELOW, _DETAILS_BELOW, _FILTERS_FOLD = 1280, 1160, 1024
"""Widths, at a font of 13, below which a column is hidden, details become a tab, filters fold away."""

_SENTENCE, _FEW_ROWS = 290, 216
"""Heights, at a font of 13, that the sentence with its head needs, and the table with five rows."""

_VERY_WIDE = 1920  # width above which the details have room for more
_WIDEST, _WIDE, _NARROW = 420, 308, 248
_USUAL: Final = (_WIDE, 824, _WIDE, 470, 340)


class ListPage:
    """A page with a list of events: its parts, and how they work together."""

    chips: ChipRow
    context: ContextFrame
    details: QWidget
    review: ReviewPart
    arrangement: "Arrangement"

    @property
    def table(self) -> EventsPanel:
        raise NotImplementedError

    @property
    def filter_parts(self) -> list[QWidget]:
        """The sections of the left column."""
        raise NotImplementedError

    @property
    def regions(self) -> list[QWidget]:
        chips = [self.chips] if self.chips.texts else []
        return [*chips, self.table.view, self.context.view, self.review, self.details, *self.filter_parts]

    def toggle_kind(self, place: int) -> None:
        """Add or remove a kind from those picked, by its index."""
        raise NotImplementedError

    def show_only_errors(self) -> None:
        raise NotImplementedError

    def go_to_event(self, event: int) -> None:
        """Select an event, even one that the filter excludes."""
        raise NotImplementedError

    def _connect_parts(self) -> None:
        self.context.view.previous_requested.connect(lambda: self.table.select_previous())
        self.context.view.next_requested.connect(lambda: self.table.select_next())
        self.context.view.event_requested.connect(self.go_to_event)
        self.chips.focus_left.connect(lambda: self.table.setFocus())
        self.arrangement.details_moved.connect(self.chips.set_narrow)
        self.arrangement.details_moved.connect(self.review.set_one_row)


class Arrangement(Styled, HairlineSplitter):
    """Lays out filters, table, context and details.

    Parameters
    ----------
    filters : sequence of QWidget
        Sections of the left column, from the top.
    context : QWidget
        The sentence, below the table.
    details : QWidget
        At the right; in a narrow window a tab beside the sentence.
    review : QWidget
        Below the details; in a narrow window below the sentence.
    """

    narrowed = Signal(bool)  # the window became too narrow for all columns of the table, or wide enough again
    details_moved = Signal(bool)  # the details became a tab beside the sentence, or went back to the right
    filters_resized = Signal(int)  # the filters have more or less height, in device-independent pixels
    filters_shown = Signal(bool)
    context_set_apart = Signal(bool)

    def __init__(
        self, filters: Sequence[QWidget], table: QWidget, context: QWidget, details: QWidget, review: QWidget
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("arrangement")
        column, self._right, self._lower, self._review = QWidget(), QWidget(), QWidget(), review
        self._filter_column, self._at_right, self._at_foot = stack(column), stack(self._right), stack(self._lower)
        self._filter_column.addStretch()
        self._filters, self._details = scrolled(column, False), scrolled(details, False)
        self._context, self._apart = context, _Apart(self)
        self._apart.closed.connect(lambda: self.set_context_apart(False))
        self._below = QTabWidget()
        self._below.setDocumentMode(True)
        self._below.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its tabs have the focus, if they are shown
        self._below.addTab(context, "Sentence")
        self._below.tabBar().hide()
        self._at_foot.addWidget(self._below, 1)
        self._at_right.addWidget(self._details, 1)
        self._at_right.addWidget(review)
        self._centre = HairlineSplitter(Qt.Orientation.Vertical)
        self._centre.setObjectName("centre")
        self._centre.addWidget(table)
        self._centre.addWidget(self._lower)
        self.addWidget(self._centre)
        self.addWidget(self._right)
        self.insertWidget(0, self._filters)  # last: Tab goes through the parts as they are added
        for splitter in (self, self._centre):
            splitter.splitterMoved.connect(self._on_splitter_moved)
        self.details_are_below = self._filters_are_folded = self._place_is_hidden = self.filters_are_put_away = False
        # widths of filters, centre and details, heights of table and context as last chosen, at a font of 13
        self.remembered_sizes: tuple[int, ...] = _USUAL
        self._set_least()
        self.restore_sizes(_USUAL)
        self.add_filters(filters)

    def add_filters(self, filters: Sequence[QWidget]) -> None:
        """Insert the sections that are not there yet, in this order."""
        new = [section for section in filters if self._filter_column.indexOf(section) < 0]
        for place, section in enumerate(filters):
            if section in new:
                self._filter_column.insertWidget(place, section)
                thin_scroll_bars(section)
                if below := [one for one in filters[place:] if one not in new]:
                    tab_before(section, below[0])

    @property
    def filters_are_shown(self) -> bool:
        return not self._filters.isHidden()

    @property
    def context_is_apart(self) -> bool:
        return self._context.window() is self._apart

    def toggle_filters(self) -> None:
        if not self._filters_are_folded:
            self.filters_are_put_away = self.filters_are_shown
        self._show_filters(not self.filters_are_shown)

    def put_filters_away(self, are_put_away: bool) -> None:
        """Hide the left column, or show it where there is room."""
        self.filters_are_put_away = are_put_away
        self._show_filters(not are_put_away and not self._filters_are_folded)

    def share_actions(self, actions: Sequence[QAction]) -> None:
        """Make the shortcuts of these actions work in the window of the context too."""
        self._apart.addActions(list(actions))

    def show_context(self) -> None:
        """Raise the sentence where it shares its place with the details."""
        if not self.context_is_apart:
            self._below.setCurrentWidget(self._context)

    def set_context_apart(self, is_apart: bool) -> None:
        """Move the context to a window of its own, for a second screen, or back below the table."""
        if is_apart == self.context_is_apart:
            return
        if is_apart:
            self._apart.take(self._context)
        else:
            self._below.insertTab(0, self._context, "Sentence")
            self._below.setCurrentIndex(0)
            self._apart.hide()
        self._show_tabs()
        self._context.show()
        self.context_set_apart.emit(is_apart)

    def restore_sizes(self, sizes: Sequence[int]) -> None:
        """Restore sizes saved earlier; defaults if they are incomplete."""
        are_whole = len(sizes) == len(_USUAL) and min(sizes) > 0
        self.remembered_sizes = tuple(sizes) if are_whole else _USUAL
        self._apply_sizes()

    def _apply_sizes(self) -> None:
        """Give filters and details their widths, and the centre the rest."""
        filters, _, details, table, context = (self._scaled(size) for size in self.remembered_sizes)
        if self._place_is_hidden and self.remembered_sizes[0] == _WIDE:
            filters = self._scaled(_NARROW)
        if self.remembered_sizes[2] == _WIDE and self.width() > self._scaled(_VERY_WIDE):
            details = self._scaled(_WIDEST)
        sides = [filters] if self.details_are_below else [filters, details]
        centre_width = self.width() - sum(sides) - len(sides) * self.handleWidth()
        self.setSizes([filters, centre_width, *sides[1:]])
        height = self.height() - self._centre.handleWidth()
        table_height = height * table // (table + context)
        if self._below.isVisible():  # the table gives way first, but for a few rows; the sentence goes last
            table_height = min(table_height, max(height - self._scaled(_SENTENCE), self._scaled(_FEW_ROWS)))
        self._centre.setSizes([table_height, height - table_height])

    def _on_splitter_moved(self) -> None:
        """Remember what the user chose; parts that are hidden keep their size."""
        unit = self.unit
        widths, heights = ([round(size / unit) for size in part.sizes()] for part in (self, self._centre))
        filters, centre, details = self.remembered_sizes[:3]
        filters, centre = widths[0] or filters, widths[1]
        details = details if self.details_are_below else widths[2]
        self.remembered_sizes = (filters, centre, details, *(heights if all(heights) else self.remembered_sizes[3:]))

    def _scaled(self, pixels: int) -> int:
        return round(pixels * self.unit)

    def _set_least(self) -> None:
        for part in (self._filters, self._right):
            part.setMinimumWidth(self._scaled(_NARROW))

    def _restyle(self) -> None:
        """Draw the two tabs like the switch between views; in another font there may be too little room."""
        self._below.tabBar().setStyleSheet(
            f"{switch_look(self.unit, 2, 12, 'QTabBar::tab')} QTabBar::tab {{ margin: {self._scaled(3)}px 0px; }}"
            f"QTabBar::tab:first {{ margin-left: {self._scaled(12)}px; }}"
        )
        self._below.setPalette(QPalette())  # tabs with a style sheet keep the colours from what lies below them
        if self._right.minimumWidth() != self._scaled(_NARROW):
            self._set_least()
            self._give_way(self.width())

    def _show_filters(self, are_shown: bool) -> None:
        self._filters.setVisible(are_shown)
        self.filters_shown.emit(are_shown)
        if are_shown:
            self.filters_resized.emit(self.height())

    def _move_details(self, is_narrow: bool) -> None:
        self.details_are_below = is_narrow
        if is_narrow:
            self._below.addTab(self._details, "Details")
            self._at_foot.addWidget(self._review)
        else:
            self._below.removeTab(self._below.indexOf(self._details))
            self._at_right.addWidget(self._details, 1)
            self._at_right.addWidget(self._review)
            self._details.show()
        self._right.setVisible(not is_narrow)
        self._show_tabs()
        self.details_moved.emit(is_narrow)

    def _show_tabs(self) -> None:
        """Show tabs only if there are two, and nothing where both contents are elsewhere."""
        self._below.tabBar().setVisible(self._below.count() > 1)
        self._below.setVisible(self._below.count() > 0)
        self._lower.setVisible(self.details_are_below or self._below.count() > 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Report the height of the filters: their own heights are known from now on."""
        super().showEvent(event)
        self.filters_resized.emit(self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide parts where there is little room; Qt would share the room among all first, and lay out twice."""
        if event.size().height() != event.oldSize().height():
            self.filters_resized.emit(event.size().height())
        self._give_way(event.size().width())

    def _give_way(self, width: int) -> None:
        """Hide or move parts, those missed least first."""
        if (width < self._scaled(_PLACE_BELOW)) != self._place_is_hidden:
            self._place_is_hidden = not self._place_is_hidden
            self.narrowed.emit(self._place_is_hidden)
        if (width < self._scaled(_DETAILS_BELOW)) != self.details_are_below:
            self._move_details(width < self._scaled(_DETAILS_BELOW))
        if (width < self._scaled(_FILTERS_FOLD)) != self._filters_are_folded:
            self._filters_are_folded = width < self._scaled(_FILTERS_FOLD)
            self._show_filters(not self._filters_are_folded and not self.filters_are_put_away)
        self._apply_sizes()


class _Apart(QWidget):
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("context_window")
        self.setWindowTitle("Context – nerinspect")
        self._column = stack(self)
        QShortcut(QKeySequence("Ctrl+W"), self, self.close)

    def take(self, widget: QWidget) -> None:
        self._column.addWidget(widget)
        resize_on_screen(self, 900, 500)
        self.show()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
