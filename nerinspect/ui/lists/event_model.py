"""What the events list says: columns of a study behind rows that say which event stands where, seen and heard."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.lists.event_arrangement import EventArrangement, Sorted, Sorting, sort_events
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import DECISION_KEYS, EVENT_COLUMNS, CellForm, EventColumn, columns_of
from nerinspect.ui.lists.event_copying import query_of_group
from nerinspect.ui.lists.event_rows import EventGroup, EventRows, GroupedRows
from nerinspect.ui.lists.verdicts import decision_text

_LONGEST: Final = 1_000  # characters of a tooltip


def head_tooltip(column: EventColumn, wording: Wording = JUDGED) -> str:
    """Say what a column holds and what a click on its head does."""
    return tooltip(f"{column.meaning(wording)}\nClick to sort.")


def title(column: EventColumn, wording: Wording = JUDGED) -> str:
    """Name a column; that of the systems names annotators where there are none."""
    return wording.name(column.key) if column.key == "system" else wording.said(column.title)


def spoken(cells: EventCells, event: int, column: EventColumn, role: int) -> object:
    """Give what standard parts of Qt ask of a cell: alignment, and the words of screen readers and tooltips.

    Parameters
    ----------
    cells : EventCells
        Texts of the study.
    event : int
        Number of the event.
    column : EventColumn
        Column of the cell.
    role : int
        One of Qt's roles.

    Returns
    -------
    object
        None for roles that are not answered.
    """
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return column.alignment
    if role == Qt.ItemDataRole.AccessibleTextRole:
        if column.form in (CellForm.KIND, CellForm.SEGMENT):
            return cells.sentence_for_reader(event)
        return f"{title(column, cells.study.wording)}: {column.text(cells, event)}"
    return tooltip(_explanation(cells, event, column)) if role == Qt.ItemDataRole.ToolTipRole else None


def group_speech(cells: EventCells, group: EventGroup, role: int, is_segment: bool) -> str | None:
    """Give what the row of a group says: its surface and the number of its events.

    Parameters
    ----------
    cells : EventCells
        Texts of the study.
    group : EventGroup
        The group.
    role : int
        One of Qt's roles.
    is_segment : bool
        Whether the cell is that of the segment; the others have no text of their own.

    Returns
    -------
    str or None
        None for roles that are not answered.
    """
    surface, counted = cells.segment_text(group.event), counted_events(group.n_events)
    if role == Qt.ItemDataRole.DisplayRole:
        return f"{surface}, {counted}" if is_segment else ""
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{surface}, {counted}, {'folded' if group.is_folded else 'unfolded'}"
    if role == Qt.ItemDataRole.ToolTipRole:
        return tooltip(f"{_shortened(surface)}\n{counted} with exactly these tokens.")
    return None


def counted_events(n_events: int) -> str:
    """Say how many events: `1 event`, `1,234 events`."""
    return f"{n_events:,} event{'' if n_events == 1 else 's'}"


def _explanation(cells: EventCells, event: int, column: EventColumn) -> str:
    """Say what a cell may have no room for; for a number what it counts, for a kind what it is."""
    text, wording = _shortened(column.text(cells, event)), cells.study.wording
    match column.form:
        case CellForm.KIND:
            return wording.meaning(cells.kind(event))
        case CellForm.SEGMENT:
            reference, predicted = (cells.reading(event, side) for side in SIDES)
            return f"{text}\n{wording.said('Reference')} {reference}, {wording.said('predicted')} {predicted}"
        case CellForm.LEFT | CellForm.RIGHT:
            return text
        case CellForm.VERDICT:
            return _shortened(decision_text(cells, event))
        case CellForm.NUMBER if not column.heading:
            return cells.place_in_words(event) if column.key == "place" else f"{text}. {column.meaning(wording)}"
    if column.key == "shape":
        return f"{text}: {wording.meaning(text)}" if text else wording.said("Only boundary errors have a shape.")
    return f"{title(column, wording)}: {text}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


_Index = QModelIndex | QPersistentModelIndex
COLOUR_ROLE: Final = Qt.ItemDataRole.UserRole + 2
"""The role under which the head of a column about a system gives the number of its colour."""

_NO_INDEX: Final = QModelIndex()
_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)  # looking an enum up in each cell costs more than the cell
_EVENTS_AT_ONCE: Final = 50_000
"""So many events are sorted without a wait that anybody would notice."""


class EventTableModel(QAbstractTableModel):
    """List events of a study in any order; every text is built when its cell is asked for.

    Signals
    -------
    sorting_needed : callable
        So many events are to be sorted that the callable should run in a thread; `take_sorted` takes its result.
    """

    sorting_needed = Signal(object)

    def __init__(self, parent: QObject | None = None, columns: tuple[EventColumn, ...] = EVENT_COLUMNS) -> None:
        super().__init__(parent)
        self.cells: EventCells | None = None
        self._columns = columns
        self._arrangement = EventArrangement(0, Sorting())
        self._sorted_next: tuple[str, bool] | None = None
        self._show(self._arrangement.rows())
        self._door: tuple[EventRows, int, str] = (self._rows, -1, "")  # the last one asked for

    @property
    def columns(self) -> Sequence[EventColumn]:
        """The columns of the study; `EVENT_COLUMNS` are the first ones."""
        return self._columns

    def place_of(self, key: str) -> int:
        """Find the column that every study has under a key."""
        return next(place for place, column in enumerate(self._columns) if column.key == key)

    @property
    def sorting(self) -> Sorting:
        """The order that is wanted."""
        return self._arrangement.sorting

    @property
    def sorted_by(self) -> tuple[str, bool]:
        """The key of the column of that order, empty for that of the file, and whether the largest come first."""
        return self._sorted_next or (self.sorting.key, self.sorting.is_descending)

    @property
    def order(self) -> IntArray:
        """The listed events as on screen, those of folded groups included. Shape (n_events,)."""
        return self._rows.events

    @property
    def rows(self) -> EventRows:
        """Which event stands in which row."""
        return self._rows

    def set_study(self, study: Study, order: IntArray | None = None) -> None:
        """Show another study, sorted as before if it has the column.

        Parameters
        ----------
        study : Study
            Its events are the rows.
        order : ndarray of int32, shape (n_rows,), optional
            Numbers of the events to list, each once; all of them if left out.
        """
        self.show_cells(EventCells(study), columns_of(study), order)

    def show_cells(self, cells: EventCells, columns: tuple[EventColumn, ...], order: IntArray | None = None) -> None:
        """Show other rows, sorted as before if there is the column; `order` is as in `set_study`."""
        self.beginResetModel()
        self.cells, self._columns = cells, columns
        sorting, self._sorted_next = self.sorting.by(*self.sorted_by, columns), None
        self._arrangement = EventArrangement(len(cells), sorting, order)
        self._sort_if_needed()
        self._show(self._arrangement.rows())
        self.endResetModel()

    def set_order(self, order: IntArray) -> None:
        """List other events of the same study; the sorting chosen before stays.

        Parameters
        ----------
        order : ndarray of int32, shape (n_rows,)
            Event numbers, each once. Sorted events that are equal stand in the order of their numbers.
        """
        self._arrangement.list_order(order)
        self._rearrange()

    def set_mask(self, mask: BoolArray, first: int = 0) -> None:
        """List other events of the same study, as `set_order` does; quicker, since no numbers are written out.

        Parameters
        ----------
        mask : ndarray of bool, shape (n,)
            Which of `n` neighbouring events are listed; all others are not.
        first : int
            Number of the first of them.
        """
        self._arrangement.list_mask(mask, first)
        self._rearrange()

    def set_grouped(self, is_grouped: bool) -> None:
        """Let events of equal surface stand together under a row of their own, or not."""
        self._sort(self.sorting._replace(is_grouped=is_grouped))

    def toggle_group(self, row: int) -> None:
        """Fold the group that a row belongs to, or unfold it."""
        rows = self._rows
        if not isinstance(rows, GroupedRows):
            return
        head = rows.head_row(row)
        group = rows.group_at(head)
        if group is None:
            return
        change = (_NO_INDEX, head + 1, head + group.n_events)
        (self.beginInsertRows if group.is_folded else self.beginRemoveRows)(*change)
        self._show(self._arrangement.toggle(rows, rows.surface_at(head)))
        (self.endInsertRows if group.is_folded else self.endRemoveRows)()
        self.dataChanged.emit(self.index(head, 0), self.index(head, self.columnCount() - 1))

    def fold_all(self, is_folded: bool) -> None:
        """Fold all groups, or unfold them."""
        self.beginResetModel()
        self._show(self._arrangement.fold_all(self._rows, is_folded))
        self.endResetModel()

    def event_at(self, row: int) -> int | None:
        """Give the number of the event in a row; None for the row of a group."""
        return self._rows.event_at(row)

    def group_at(self, row: int) -> EventGroup | None:
        """Give the group whose own row this is."""
        return self._rows.group_at(row) if row >= 0 and isinstance(self._rows, GroupedRows) else None

    def group_query(self, row: int) -> str:
        """Write the query that gives just the events of a group, among those listed; empty if there is none."""
        rows = self._rows
        if not isinstance(rows, GroupedRows) or self.cells is None or self.group_at(row) is None:
            return ""
        if self._door[0] is not rows or self._door[1] != row:
            query = query_of_group(self.cells.study, self._arrangement.is_listed, rows.events_between(row, row))
            self._door = (rows, row, query)
        return self._door[2]

    def row_of(self, event: int) -> int | None:
        """Find the row of an event, that of its group if it is folded; None if it is not listed."""
        place = self._rows.place_of(event)
        return None if place is None else self._rows.row_at(place)

    def repaint_rows(self, rows: Iterable[int]) -> None:
        """Tell that cells of some rows say something else; their order stays."""
        for row in rows:
            self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else self._n_rows

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns, hidden ones too."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: _Index, role: int = _DISPLAY) -> object:
        """Give what one cell shows or says; the delegate asks `cells` itself."""
        if self.cells is None or not index.isValid():
            return None
        event = self._rows.event_at(index.row())
        if event is None:
            group = self.group_at(index.row())
            return group and group_speech(self.cells, group, role, self._columns[index.column()].key == "segment")
        column = self._columns[index.column()]
        return column.text(self.cells, event) if role == _DISPLAY else self._spoken(event, column, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY
    ) -> str | Qt.AlignmentFlag | None:
        """Give the head of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column, wording = self._columns[section], self.cells.study.wording if self.cells is not None else JUDGED
        if role == Qt.ItemDataRole.DisplayRole:
            return title(column, wording)
        if role == Qt.ItemDataRole.ToolTipRole:
            return head_tooltip(column, wording)
        return column.alignment if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, now and for every later list of events; -1 goes back to the order as handed over.

        Many events are sorted by somebody else, see `sorting_needed`; until then the rows stay as they are.
        """
        chosen = self._columns[column] if 0 <= column < len(self._columns) else None
        is_descending = chosen is not None and order == Qt.SortOrder.DescendingOrder
        self._sort(Sorting(chosen, is_descending, self.sorting.is_grouped))

    def sort_by(self, key: str, is_descending: bool) -> None:
        """Sort by the column of a key, empty for the order of the file; without a study, once there is one."""
        if self.cells is None:
            self._sorted_next = key, is_descending
        else:
            self._sort(self.sorting.by(key, is_descending, self._columns))

    def sort_again(self) -> None:
        """Sort anew by what people decided, if that is the order wanted: all of it may be different now."""
        if self.sorting.key in DECISION_KEYS:
            self._sort(self.sorting)

    def take_sorted(self, result: Sorted) -> None:
        """Take what was sorted elsewhere, and arrange the rows by it if that is still wanted."""
        self._arrangement.take(result)
        if result.sorting == self.sorting:
            self._rearrange()

    def _spoken(self, event: int, column: EventColumn, role: int) -> object:
        assert self.cells is not None, "it has rows"
        return spoken(self.cells, event, column, role)

    def _sort(self, sorting: Sorting) -> None:
        for key in DECISION_KEYS:  # people decide all the time
            self._arrangement.forget_sorted(key)
        self._arrangement.sorting = sorting
        if not self._sort_if_needed():
            self._rearrange()

    def _sort_if_needed(self) -> bool:
        """Have all events sorted; tell whether that goes on elsewhere."""
        arrangement = self._arrangement
        if self.cells is None or arrangement.is_ready:
            return False
        work = partial(sort_events, self.cells, arrangement.sorting, arrangement.surfaces)
        if len(self.cells) > _EVENTS_AT_ONCE:
            self.sorting_needed.emit(work)
            return True
        arrangement.take(work())
        return False

    def _rearrange(self) -> None:
        self.beginResetModel()
        self._show(self._arrangement.rows())
        self.endResetModel()

    def _show(self, rows: EventRows) -> None:
        self._rows, self._n_rows = rows, len(rows)  # the number is asked for more often than anything else
