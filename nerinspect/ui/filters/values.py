"""The values of any field as a filter, such as documents or shapes: a field to search, heads, rows with bars."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import counted, grouped
from nerinspect.query.filters import Term, all_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.values import held
from nerinspect.query.language.words import verdict_words
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.counts_table import CellsModel, Click, CountCell, PickingView
from nerinspect.ui.filters.panel import FilterPanel, HeadButton, with_picked
from nerinspect.ui.kit.fields import SearchEdit
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.kit.tables import NO_INDEX, Index, leave_row_heads_out, set_row_height
from nerinspect.ui.kit.tables.painters import ValuesStyle, draw_bar
from nerinspect.ui.theme.marks import paint_accent_edge
from nerinspect.ui.theme.themes import current_theme

if TYPE_CHECKING:
    from nerinspect.query.counts.panels import Counted
    from nerinspect.query.counts.relations import RelationCounts


class DocumentNames(Sequence[str]):
    """Names documents when they are asked for, not all at once."""

    def __init__(self, numbers: AnyIntArray) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        return (f"document {grouped(number)}" for number in self._numbers.tolist())

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - one name, or those of a slice
        numbers = self._numbers[place]
        return DocumentNames(numbers) if isinstance(place, slice) else f"document {grouped(numbers)}"


_NUMBERS: Final = re.compile(r"(\d+)")

SomeValues: TypeAlias = Sequence[Any] | npt.NDArray[Any]
"""Values that a panel lists, each once; an array of numbers serves as well as a list."""


class Sorting(Enum):
    """Orders of the rows; the first is the one they were given in."""

    GIVEN = "given"
    NAME_UP = "name, ascending"
    NAME_DOWN = "name, descending"
    COUNT_DOWN = "count, descending"
    COUNT_UP = "count, ascending"


class ValueOrder:
    """Sorts values by choice and keeps those that a search finds; what takes long is done once for the same values."""

    def __init__(self) -> None:
        self.sorting = Sorting.GIVEN  # the order of choice
        self._search = ""
        self.set_values((), ())

    def set_values(self, labels: Sequence[str], values: SomeValues) -> None:
        self._labels, self._values = labels, values
        self._by_name: AnyIntArray | None = None
        self._keys: list[str] = []

    def set_search(self, text: str) -> None:
        """Keep only the values whose label holds some text, whatever its case and without commas in numbers."""
        self._search = _folded(text)

    def places(self, counts: AnyIntArray) -> AnyIntArray:
        """Give the places of those that are found, in their order; `counts`, of shape (n_values,), are their events."""
        order = self._sorted(counts)
        if not self._search:
            return order
        if not self._keys:
            self._keys = _all_folded(self._labels)
        found = np.fromiter((self._search in key for key in self._keys), dtype=bool, count=len(self._keys))
        return np.compress(found[order], order)

    def _sorted(self, counts: AnyIntArray) -> AnyIntArray:
        match self.sorting:
            case Sorting.GIVEN:
                return np.arange(len(self._values))
            case Sorting.NAME_UP:
                return self._name_order()
            case Sorting.NAME_DOWN:
                return self._name_order()[::-1]
            case Sorting.COUNT_DOWN:
                return np.argsort(-counts, kind="stable")
            case Sorting.COUNT_UP:
                return np.argsort(counts, kind="stable")

    def _name_order(self) -> AnyIntArray:
        """Order numbers by size, and all else by label, numbers within it by size too."""
        if self._by_name is None:
            values = np.asarray(self._values)
            if values.dtype.kind in "iuf":
                self._by_name = np.argsort(values, kind="stable")
            else:
                keys = [_natural(label) for label in self._labels]
                self._by_name = np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)
        return self._by_name


def _folded(text: str) -> str:
    return text.casefold().replace(",", "")


def _all_folded(labels: Sequence[str]) -> list[str]:
    """Fold all labels as one text, which is several times quicker than one by one."""
    folded = _folded("\n".join(labels)).split("\n")
    return folded if len(folded) == len(labels) else [_folded(label) for label in labels]


def _natural(label: str) -> list[tuple[int, str]]:
    """Split a label so that 2 comes before 10."""
    parts = _NUMBERS.split(label.casefold())
    return [(int(part), "") if place % 2 else (0, part) for place, part in enumerate(parts)]


class ValuesModel(CellsModel):
    """List the values in an order of choice; labels are asked for only where they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.wording = JUDGED
        self._labels: Sequence[str] = ()
        self._values: SomeValues = ()
        self._counts: AnyIntArray = np.zeros(0, dtype=np.int64)
        self._has_picks, self._picked = False, np.zeros(0, dtype=bool)
        self._order = ValueOrder()
        self._places: AnyIntArray = np.zeros(0, dtype=np.int64)
        self.largest = 0

    @property
    def n_values(self) -> int:
        """How many values there are, whether a search found them or not."""
        return len(self._values)

    @property
    def sorting(self) -> Sorting:
        return self._order.sorting

    def set_values(
        self, labels: Sequence[str], values: SomeValues, counts: AnyIntArray, picked: Collection[object] = ()
    ) -> None:
        """Show other values, or other `counts`, of shape (n_values,), of the same ones.

        The filter names the `picked` ones; of numbers also by an `Interval` that holds some.
        """
        is_other = len(values) != len(self._values) or not _are_equal(values, self._values)
        if is_other:
            self.beginResetModel()
            self._order.set_values(labels, values)
        self._labels, self._values, self._counts = labels, values, np.asarray(counts)
        self._has_picks, self._picked = bool(picked), _are_among(values, picked)
        self.largest = int(self._counts.max(initial=0))
        if is_other:
            self._places = self._order.places(self._counts)
            self.endResetModel()
        elif len(self._places):
            self._reorder()
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._places) - 1, 0))

    def set_sorting(self, sorting: Sorting) -> None:
        self._order.sorting = sorting
        self._reorder()

    def set_search(self, text: str) -> None:
        """Keep only the rows whose label holds some text, whatever its case and without commas in numbers."""
        self.beginResetModel()
        self._order.set_search(text)
        self._places = self._order.places(self._counts)
        self.endResetModel()

    def values_between(self, row: int, other: int) -> list[object]:
        places = self._places[min(row, other) : max(row, other) + 1]
        if isinstance(self._values, np.ndarray):
            return list(self._values[places].tolist())
        return [self._values[place] for place in places.tolist()]

    def as_tsv(self) -> str:
        labels, counts = list(map(_one_line, self._labels)), self._counts.tolist()
        return "Name\tEvents\n" + "".join(f"{labels[i]}\t{counts[i]}\n" for i in self._places.tolist())

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Count the one column: label, bar and count are painted together."""
        return 0 if parent.isValid() else 1

    def value(self, index: Index) -> Any:  # noqa: ANN401 - a value of any field
        return _plain(self._values[self._places[index.row()]])

    def cell(self, index: Index) -> CountCell:
        place = int(self._places[index.row()])
        return self.made(place, self._labels[place], self.value(index), int(self._counts[place]))

    def made(self, place: int, label: str, value: Any, count: int) -> CountCell:  # noqa: ANN401 - a value of any field
        """Make the cell of a value: what it is, if the glossary knows it, and how many events it has."""
        events = counted(count, "event")
        is_known = isinstance(value, str) and value in DEFINITIONS
        what = f"{self.wording.meaning(value)}\n" if is_known else f"{label}: "
        return CountCell(
            label,
            value,
            f"{label}, {events}",
            f"{what}{events} under the other filters.",
            count=count,
            is_picked=bool(self._picked[place]),
            is_dim=self._has_picks and not self._picked[place],
            share=count / self.largest if self.largest else 0.0,
        )

    def _reorder(self) -> None:
        """Move the rows to where they belong now, the current one with its value."""
        places = self._order.places(self._counts)
        if np.array_equal(places, self._places):
            return
        self.layoutAboutToBeChanged.emit()
        row_of = np.full(len(self._values), -1)
        row_of[places] = np.arange(len(places))
        held = self.persistentIndexList()
        self.changePersistentIndexList(held, [self.index(int(row_of[self._places[index.row()]]), 0) for index in held])
        self._places = places
        self.layoutChanged.emit()


def _are_equal(values: SomeValues, others: SomeValues) -> bool:
    return values is others or bool(np.array_equal(np.asarray(values), np.asarray(others)))


def _are_among(values: SomeValues, picked: Collection[object]) -> BoolArray:
    numbers = np.asarray(values)
    if numbers.dtype.kind in "iuf":
        return held(numbers, picked)
    named = frozenset(picked)
    return np.array([value in named for value in values], dtype=bool)


def _one_line(label: str) -> str:
    """Replace what would end a line or a cell."""
    return label if label.isprintable() else " ".join(label.split())


def _plain(value: object) -> object:
    return value.item() if isinstance(value, np.generic) else value


_OUTSIDE = 5 / 12  # of the margin of a row; the rest of it is inside the buttons
_NAME_SORTINGS = (Sorting.NAME_UP, Sorting.NAME_DOWN)
_COUNT_SORTINGS = (Sorting.COUNT_DOWN, Sorting.COUNT_UP)
_ARROWS = {Sorting.NAME_UP: "▴", Sorting.NAME_DOWN: "▾", Sorting.COUNT_UP: "▴", Sorting.COUNT_DOWN: "▾"}


class FindField(SearchEdit):
    """A field that looks like the search field, that Esc empties, and that names what is looked for in the plural."""

    has_key = False

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(f"Find {name}")
        self.setAccessibleName(f"Find {name}")

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window's shortcuts as long as there is something to empty."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_emptied_by(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_emptied_by(event):
            self.clear()
        else:
            super().keyPressEvent(event)

    def _is_emptied_by(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and bool(self.text())


class ValuesHead(QWidget):
    """Heads of the two columns; each click on one asks for its next `Sorting`."""

    sorting_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._sorting = Sorting.GIVEN
        self._name, self._count = HeadButton(self), HeadButton(self)
        self._row = fill(QHBoxLayout(self), self._name, None, self._count)
        for button in self.buttons:
            button.setToolTip("Sort by this column; a third click restores the order of the file.")
        self._name.clicked.connect(lambda: self.sorting_chosen.emit(_next(self._sorting, _NAME_SORTINGS)))
        self._count.clicked.connect(lambda: self.sorting_chosen.emit(_next(self._sorting, _COUNT_SORTINGS)))
        self.show_sorting(Sorting.GIVEN)

    @property
    def buttons(self) -> tuple[HeadButton, HeadButton]:
        return self._name, self._count

    def show_sorting(self, sorting: Sorting) -> None:
        self._sorting = sorting
        for button, text, sortings in zip(
            self.buttons, ("Name", "Events"), (_NAME_SORTINGS, _COUNT_SORTINGS), strict=True
        ):
            is_sorted = sorting in sortings
            button.setText(f"{text} {_ARROWS[sorting]}" if is_sorted else text)
            button.setAccessibleName(f"{text}, sorted by {sorting.value}" if is_sorted else f"{text}, sort")

    def restyle(self, style: ValuesStyle, free: int) -> None:
        """Write with other colours and fonts; the scroll bar leaves some pixels of the rows' width free."""
        for button in self.buttons:
            set_ink(button, style.theme.text3, QPalette.ColorRole.ButtonText)
            button.setFont(style.head_font)
        outside = round(style.margin * _OUTSIDE)
        self._row.setContentsMargins(outside, 0, outside + free, 0)


def _next(sorting: Sorting, sortings: tuple[Sorting, Sorting]) -> Sorting:
    """Turn from the first order to the second, then back to the given one."""
    if sorting == sortings[0]:
        return sortings[1]
    return Sorting.GIVEN if sorting == sortings[1] else sortings[0]


_BAR_SHARE = 0.2  # of the row
_WIDEST_COUNT = "888,888"

PaintRow: TypeAlias = Callable[[QPainter, ValuesStyle, QRectF, CountCell, str, bool], None]
"""Paints a row in a rectangle, without its ground; the painter is left as it was.

Counts of all rows, so that bars stand below each other, are no longer than a text; the last says whether the pointer is
over the row.
"""


def paint_values_row(
    painter: QPainter, style: ValuesStyle, rect: QRectF, cell: CountCell, longest: str = "", is_hovered: bool = False
) -> None:
    """Paint label, bar and count; a `PaintRow`."""
    left, right = rect.left() + style.margin, rect.right() - style.margin
    count_left = right - max(map(style.metrics.horizontalAdvance, (_WIDEST_COUNT, cell.count_text, longest)))
    bar_left = count_left - style.gap - _BAR_SHARE * rect.width()
    painter.save()
    place = QRectF(left, rect.top(), bar_left - style.gap - left, rect.height())
    draw_text(painter, style.row_font, row_ink(style, cell), place, cell.text, elide=Qt.TextElideMode.ElideMiddle)
    draw_count(painter, style, QRectF(count_left, rect.top(), right - count_left, rect.height()), cell, is_hovered)
    if cell.share > 0:
        draw_bar(painter, style, QRectF(bar_left, rect.top(), _BAR_SHARE * rect.width(), rect.height()), cell.share)
    painter.restore()


def row_ink(style: ValuesStyle, cell: CountCell) -> QColor:
    theme = style.theme
    return theme.dimmed if not cell.count else theme.text2 if cell.is_dim else theme.text


def draw_count(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: CountCell, is_hovered: bool) -> None:
    """Paint the count at the right of a rectangle, underlined under the pointer: a click does something."""
    right, never, ink = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone, row_ink(style, cell)
    draw_text(painter, style.row_font, ink, rect, cell.count_text, right, elide=never, is_underlined=is_hovered)


_MOST_ROWS = 8  # further ones are scrolled to


class ValuesView(PickingView):
    """Rows of one width, as many as there is room for, painted as they are for a field."""

    def __init__(self, model: ValuesModel, name: str, paint_row: PaintRow) -> None:
        super().__init__(model, name)
        self._values, self._paint_row = model, paint_row
        self.setModel(model)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        leave_row_heads_out(self)

    def restyle(self, font: QFont) -> None:
        self.row_style = style = ValuesStyle(current_theme(), font)
        set_row_height(self, style.row_height)
        self.setFixedHeight(style.row_height * min(self._values.n_values, _MOST_ROWS))
        self.setFont(style.row_font)
        self.viewport().update()

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, is_hovered: bool) -> None:
        style, cell = self.row_style, self.cell(index)
        ground = style.theme.hover if is_hovered else style.theme.window
        painter.fillRect(rect, style.theme.selected if cell.is_picked else ground)
        if cell.is_picked:
            paint_accent_edge(painter, style.theme, style.unit, rect)
        self._paint_row(painter, style, rect, cell, grouped(self._values.largest), is_hovered)

    def values_between(self, first: QModelIndex, last: QModelIndex) -> list[object]:
        return self._values.values_between(first.row(), last.row())

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go to the first and the last row with Home and End; Qt would go along the row, which has one cell."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        if (end := ends.get(action)) is None:
            return super().moveCursor(action, modifiers)
        return self._values.index(end % max(self._values.rowCount(), 1), 0)

    @property
    def is_cut(self) -> bool:
        """Whether there are more values than rows that fit."""
        return self._values.n_values > _MOST_ROWS

    @property
    def scroll_bar_width(self) -> int:
        """What the scroll bar takes of the width, in device-independent pixels; 0 if there is none."""
        return self.verticalScrollBar().sizeHint().width() if self._values.rowCount() > _MOST_ROWS else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say so where a search finds nothing."""
        super().paintEvent(event)
        if self._values.n_values and not self._values.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(current_theme().text3)
            place = QRect(0, 0, self.viewport().width(), self.verticalHeader().defaultSectionSize())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, "No name contains this text.")


class ValuesPanel(FilterPanel):
    """Show how many events there are of each value of a field and let the user pick some.

    The glossary says under `key`, or the name of the field, what is counted. A panel that `is_sortable` has heads that
    sort the rows, and a field that finds names if there are many.
    """

    view: ValuesView

    def __init__(
        self,
        title: str,
        field: str,
        parent: QWidget | None = None,
        *,
        key: str = "",
        is_sortable: bool = False,
        model: ValuesModel | None = None,
        paint_row: PaintRow = paint_values_row,
    ) -> None:
        self._model = model or ValuesModel()
        self._body = QWidget()
        super().__init__(title, key or field, ValuesView(self._model, title, paint_row), self._body, parent)
        self.setObjectName(f"{key or field}_panel")
        self.field = field
        self._is_sortable = is_sortable
        self._find_row = QVBoxLayout()
        self._find, self.head = FindField(title.casefold()), ValuesHead()
        self._build_body()
        self._find.textChanged.connect(self._on_search_changed)
        self._find.returnPressed.connect(self.view.setFocus)
        self.head.sorting_chosen.connect(self._on_sorting_chosen)
        self._keep_a_current_row()

    def speak(self, wording: Wording) -> None:
        super().speak(wording)
        self._model.wording = wording

    def others(self, selection: Selection) -> Selection:
        return selection.without_field(self.field)

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        return with_picked(selection, self.field, values, click)

    def show_values(
        self, labels: Sequence[str], values: SomeValues, counts: AnyIntArray, picked: Collection[object] = ()
    ) -> None:
        """Show the values, as `ValuesModel.set_values` has them; labels are asked for only where they are seen."""
        self._model.set_values(labels, values, counts, picked)
        if not self.view.is_cut:
            self._find.clear()
        self._find.setVisible(self._is_sortable and self.view.is_cut)
        self._restyle()
        self._keep_a_current_row()

    def query(self, index: QModelIndex) -> str:
        return query_text(all_of(self._other_filters(), Term(self.field, (self._model.value(index),))))

    def _build_body(self) -> None:
        fill(self._find_row, self._find)
        fill(QVBoxLayout(self._body), self._find_row, self.head, self.view, gap=0)  # Tab goes through them as added
        self._find.hide()
        self.head.setVisible(self._is_sortable)

    def _keep_a_current_row(self) -> None:
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def _restyle(self) -> None:
        super()._restyle()
        style = self.view.row_style
        self._find.setFont(style.row_font)
        margin = 0 if self._find.isHidden() else round(style.margin)
        self._find_row.setContentsMargins(margin, margin // 4, margin, margin // 4)
        self.head.restyle(style, self.view.scroll_bar_width)

    def _on_search_changed(self, text: str) -> None:
        self._model.set_search(text)
        self._keep_a_current_row()
        self.head.restyle(self.view.row_style, self.view.scroll_bar_width)

    def _on_sorting_chosen(self, sorting: Sorting) -> None:
        self._model.set_sorting(sorting)
        self.head.show_sorting(sorting)
        self.view.scrollToTop()


def show_documents(panel: ValuesPanel, counted: "Counted | RelationCounts", selection: Selection) -> None:
    numbers = counted.document_numbers
    panel.show_values(DocumentNames(numbers), numbers, counted.documents, selection.picked("doc"))
    panel.set_summary(grouped(len(numbers)))


def show_verdicts(
    panel: ValuesPanel, counted: "Counted | RelationCounts", selection: Selection, wording: Wording
) -> None:
    verdicts, counts = list(counted.verdicts), np.array(list(counted.verdicts.values()), dtype=np.int64)
    words = [verdict_words(verdict, wording) for verdict in verdicts]
    panel.show_values(words, verdicts, counts, selection.picked("verdict"))
    panel.set_summary(f"{grouped(counted.n_undecided)} undecided")
