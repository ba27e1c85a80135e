"""The events list as a model: which events are listed, in which order; what its columns say, seen and heard."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal

from nerinspect.corpus.arrays import BoolArray, IntArray, begins_run, sorted_places, spread_ranges
from nerinspect.events.study import Study
from nerinspect.glossary.wording import JUDGED
from nerinspect.lists.mentions import MENTIONS as MENTION_EVENTS
from nerinspect.lists.sorts import EventSort
from nerinspect.quantities import counted, grouped
from nerinspect.query.fields.kinds import event_document
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables import NO_INDEX, Index
from nerinspect.ui.kit.tables.rows import COLOUR_ROLE
from nerinspect.ui.lists.event_cells import NO_VALUE, EventCells
from nerinspect.ui.lists.event_columns import DECISION_KEYS, EVENT_COLUMNS, EventColumn, columns_of, shortened
from nerinspect.ui.lists.event_copying import query_of_events, query_of_group
from nerinspect.ui.lists.event_rows import EventGroup, EventRows, FlatRows, GroupedRows, SiftedRows, Surfaces
from nerinspect.visible import cut


class Sorting(NamedTuple):
    """By which column the events stand, if not by their place in the file, which decides between equal ones.

    Grouped ones are sorted by surface first.
    """

    column: EventColumn | None = None
    is_descending: bool = False
    is_grouped: bool = False

    @property
    def is_own(self) -> bool:
        return self._is_of_file and not self.is_grouped

    @property
    def key(self) -> str:
        return self.column.key if self.column else ""

    def by(self, key: str, is_descending: bool, columns: Sequence[EventColumn]) -> "Sorting":
        """Sort by the column of a key; by the place in the file if there is none among the columns."""
        column = next((column for column in columns if column.key == key), None)
        return Sorting(column, is_descending and column is not None, self.is_grouped)

    @property
    def words(self) -> str:
        """How the rows are sorted; empty for the order of the study."""
        words = ["grouped by segment, the most frequent first"] if self.is_grouped else []
        if self.column is not None and not self._is_of_file:
            words.append(f"by {self.column.title}, {'descending' if self.is_descending else 'ascending'}")
        return "; ".join(words)

    @property
    def _is_of_file(self) -> bool:
        return self.column is None or (self.column.key == "place" and not self.is_descending)


class Sorted(NamedTuple):
    """All events in one order."""

    sorting: Sorting
    permutation: IntArray | None  # int32, shape (n_events,): all event numbers in that order; None if it is their own
    # int64, shape (n_events,): the same numbers in the form in which numpy takes them three times as fast
    places: npt.NDArray[np.int64] | None
    # bool, shape (n_events,): which of them, in that order, are not equal to the one before; None if they are grouped,
    # not sorted, or sorted by numbers, of which those that are missing come last in both directions
    begins: BoolArray | None
    surfaces: Surfaces | None  # what they were grouped by

    def reversed(self) -> tuple[IntArray, BoolArray]:
        """Give `permutation` and `begins` of the other direction, in which equal events stand as in this one."""
        assert self.begins is not None, "the order may be reversed"
        first = np.flatnonzero(self.begins)
        n_equal = np.diff(first, append=len(self.begins))[::-1]
        places, begins = spread_ranges(first[::-1], first[::-1] + n_equal), np.zeros_like(self.begins)
        begins[np.cumsum(n_equal) - n_equal] = True
        return places.astype(np.int32) if self.permutation is None else self.permutation[places], begins


def sort_events(cells: EventCells, sorting: Sorting, surfaces: Surfaces | None, other: Sorted | None = None) -> Sorted:
    """Bring all events of a study into an order; what they are grouped by is found if it is not known yet.

    `other` is how they stand by the same column in the other direction, if that is known.
    """
    permutation, begins = None, None
    if other is not None:
        permutation, begins = other.reversed()
    elif sorting.column is not None:
        permutation, begins = _permutation(sorting.column, cells, is_descending=sorting.is_descending)
    if sorting.is_grouped:
        surfaces = surfaces or cells.surfaces()
        permutation, begins = surfaces.permutation(permutation), None
    places = None if permutation is None else permutation.astype(np.int64)
    return Sorted(sorting, permutation, places, begins, surfaces if sorting.is_grouped else None)


def _permutation(
    column: EventColumn, cells: EventCells, *, is_descending: bool
) -> tuple[IntArray | None, BoolArray | None]:
    keys = column.ranks(cells)
    if not is_descending and bool((keys[1:] >= keys[:-1]).all()):
        permutation, ordered = None, keys
    elif keys.dtype == np.int32:
        return sorted_places((-keys if is_descending else keys).astype(np.int32, copy=False))
    else:
        permutation = np.argsort(-keys if is_descending else keys, kind="stable").astype(np.int32)
        ordered = keys[permutation]
    return permutation, begins_run(ordered) if keys.dtype.kind == "i" else None


_MOST_PERMUTATIONS: Final = 4


class EventArrangement:
    """Arrange the listed events of a study into rows.

    `order`, of shape (n_listed,), holds the numbers of those to list, each once; all of them if left out.
    """

    def __init__(self, n_events: int, sorting: Sorting, order: IntArray | None = None) -> None:
        self.sorting = sorting
        self._n_events = n_events
        every = np.arange(n_events, dtype=np.int32)
        self._given: IntArray | None = every if order is None else order  # None if a mask was handed over
        self._mask: BoolArray | None = None  # the same events; None until it is needed
        self._sorted: OrderedDict[Sorting, Sorted] = OrderedDict()  # those used last
        self.surfaces: Surfaces | None = None  # what events are grouped by, once somebody asked for groups
        self._is_folded: BoolArray = np.zeros(0, dtype=bool)

    @property
    def is_ready(self) -> bool:
        return self.sorting.is_own or self.sorting in self._sorted

    @property
    def other_direction(self) -> Sorted | None:
        """All events by the column that is wanted, in the other direction and ungrouped, if that may be reversed."""
        known = self._sorted.get(Sorting(self.sorting.column, not self.sorting.is_descending))
        return known if known is not None and known.begins is not None else None

    @property
    def is_listed(self) -> BoolArray:
        """Which events of the study have a row, or would have without folding. Shape (n_events,)."""
        if self._mask is None:
            self._mask = np.zeros(self._n_events, dtype=bool)
            if self._given is not None:
                self._mask[self._given] = True
        return self._mask

    def list_order(self, order: IntArray) -> None:
        """List just these events; sorted ones that are equal stand in the order of their numbers."""
        self._given, self._mask = order, None

    def list_mask(self, mask: BoolArray, first: int) -> None:
        """List those that a mask over neighbouring events keeps, beginning with the event `first`."""
        if len(mask) < self._n_events:
            whole = np.zeros(self._n_events, dtype=bool)
            whole[first : first + len(mask)] = mask
            mask = whole
        self._given, self._mask = None, mask

    def take(self, result: Sorted) -> None:
        """Remember all events in one order, and how they are grouped."""
        self._sorted[result.sorting] = result
        if len(self._sorted) > _MOST_PERMUTATIONS:
            self._sorted.popitem(last=False)
        if result.surfaces is not None and self.surfaces is None:
            self.surfaces = result.surfaces
            self._is_folded = np.zeros(self.surfaces.n_surfaces, dtype=bool)

    def forget_sorted(self, key: str) -> None:
        """Forget how all events stand by a column whose cells change."""
        for sorting in [known for known in self._sorted if known.column is not None and known.column.key == key]:
            del self._sorted[sorting]

    def toggle(self, rows: GroupedRows, surface: int) -> GroupedRows:
        """Fold a surface or unfold it; give the rows as they are then."""
        self._is_folded[surface] = not self._is_folded[surface]
        return rows.refolded(self._is_folded)

    def fold_all(self, rows: EventRows, is_folded: bool) -> EventRows:
        """Fold or unfold all surfaces; give the rows as they are then."""
        self._is_folded[:] = is_folded
        return rows.refolded(self._is_folded) if isinstance(rows, GroupedRows) else rows

    def rows(self) -> EventRows:
        """Bring the listed events into the chosen order: those of all events in that order that are listed."""
        result = self._sorted.get(self.sorting)
        if result is None or result.permutation is None or result.places is None:
            if self._given is not None:
                return FlatRows(self._given)
            return SiftedRows(self.is_listed)
        self._sorted.move_to_end(self.sorting)
        if self.sorting.is_grouped and self.surfaces is not None:
            listed = self.is_listed.take(result.places)
            return GroupedRows(self.surfaces, result.permutation, listed, self._is_folded)
        return SiftedRows(self.is_listed, result.permutation, result.places)


class ListSort(NamedTuple):
    """What a list is of: mention events, relation events or compared rows.

    `object_name` and `spoken_name`: what the list is called among widgets, and by a screen reader.
    """

    events: EventSort
    object_name: str
    spoken_name: str
    # gives what all rows of a study say; None where a study alone does not say which rows there are
    cells: Callable[[Study], EventCells] | None
    columns: Callable[[Study], tuple[EventColumn, ...]]
    first_columns: tuple[EventColumn, ...]  # those before there is a study; every study has them in the same places
    # lists what a row shares with others: in words, and as a filter
    terms: Callable[[EventCells, int], Sequence[tuple[str, Filter]]]
    # writes the query that gives just the events of some rows, empty if none does; None where none is offered
    query: Callable[[EventCells, IntArray], str] | None
    in_words: tuple[str, ...] = ()  # columns of a file that people read besides those on screen


LONGEST_NAME: Final = 40  # characters that a menu shows of one


def mention_terms(cells: EventCells, event: int) -> list[tuple[str, Filter]]:
    """List what a mention event shares with others: in words, and as a filter."""
    kind, surface, document = cells.kind(event), cells.surface(event), int(event_document(cells.study)[event])
    reference, predicted = cells.reference_types(event), cells.predicted_types(event)
    of_kind, name = Term("kind", (kind,)), cells.study.wording.name(kind)
    types = [*_types("ref", reference), *_types("pred", predicted)]
    arrow = f"{' '.join(reference) or NO_VALUE} → {' '.join(predicted) or NO_VALUE}"
    return [
        (f"Only “{name}”", of_kind),
        (f"Not “{name}”", negated(of_kind)),
        (f"Only surface “{cut(surface, LONGEST_NAME)}”", Term("surface", (surface,))),
        (f"Only document {grouped(document)}", Term("doc", (float(document),))),
        (f"Only {cut(arrow, LONGEST_NAME)}", all_of(*types)),
    ]


def _types(field: str, names: list[str]) -> list[Filter]:
    """Ask for each type of one side; for no mention if there is none."""
    return [Term(field, (name,)) for name in names] or [Term(field, (None,))]


MENTIONS: Final = ListSort(
    MENTION_EVENTS, "events_panel", "Events", EventCells, columns_of, EVENT_COLUMNS, mention_terms, query_of_events
)


def group_speech(cells: EventCells, group: EventGroup, role: int, is_segment: bool) -> str | None:
    """Give what the row of a group says: its surface and the number of its events; None for other roles.

    Only the cell of the segment has a text of its own.
    """
    surface, events = cells.segment_text(group.event), counted(group.n_events, "event")
    if role == Qt.ItemDataRole.DisplayRole:
        return f"{surface}, {events}" if is_segment else ""
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{surface}, {events}, {'folded' if group.is_folded else 'unfolded'}"
    if role == Qt.ItemDataRole.ToolTipRole:
        return tooltip(f"{shortened(surface)}\n{events} with exactly these tokens.")
    return None


_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)  # looking an enum up in each cell costs more than the cell
_EVENTS_AT_ONCE: Final = 50_000  # so many events are sorted without a wait that anybody would notice


class EventTableModel(QAbstractTableModel):
    """List events of a study in any order; every text is built when its cell is asked for."""

    # so many events are to be sorted that the callable should run in a thread; `take_sorted` takes its result
    sorting_needed = Signal(object)

    def __init__(self, sort: ListSort = MENTIONS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.of = sort
        self.cells: EventCells | None = None
        self.columns = sort.first_columns
        self._arrangement = EventArrangement(0, Sorting())
        self._sorted_next: tuple[str, bool] | None = None
        self._show(self._arrangement.rows())
        self._door: tuple[EventRows, int, str] = (self.rows, -1, "")  # the last one asked for

    def place_of(self, key: str) -> int:
        """Find the column that every study has under a key."""
        return next(place for place, column in enumerate(self.columns) if column.key == key)

    @property
    def sorting(self) -> Sorting:
        return self._arrangement.sorting

    @property
    def sorted_by(self) -> tuple[str, bool]:
        """The key of the column of that order, empty for that of the file, and whether the largest come first."""
        return self._sorted_next or (self.sorting.key, self.sorting.is_descending)

    @property
    def order(self) -> IntArray:
        """The listed events as on screen, those of folded groups included. Shape (n_events,)."""
        return self.rows.events

    def show_cells(self, cells: EventCells, order: IntArray | None = None) -> None:
        """Show other rows, all if there is no `order`, sorted as before if there is the column."""
        self.beginResetModel()
        self.cells, self.columns = cells, self.of.columns(cells.study)
        sorting, self._sorted_next = self.sorting.by(*self.sorted_by, self.columns), None
        self._arrangement = EventArrangement(len(cells), sorting, order)
        self._sort_if_needed()
        self._show(self._arrangement.rows())
        self.endResetModel()

    def set_order(self, order: IntArray) -> None:
        """List other events of the same study, by number, each once; the sorting chosen before stays.

        Sorted events that are equal stand in the order of their numbers.
        """
        self._arrangement.list_order(order)
        self._rearrange()

    def set_mask(self, mask: BoolArray, first: int = 0) -> None:
        """List those that a mask keeps of the neighbouring events from `first` on, and no others; see `set_order`.

        It is quicker, since no numbers are written out.
        """
        self._arrangement.list_mask(mask, first)
        self._rearrange()

    def set_grouped(self, is_grouped: bool) -> None:
        self._sort(self.sorting._replace(is_grouped=is_grouped))

    def toggle_group(self, row: int) -> None:
        """Fold the group that a row belongs to, or unfold it."""
        rows = self.rows
        if not isinstance(rows, GroupedRows):
            return
        head = rows.head_row(row)
        group = rows.group_at(head)
        if group is None:
            return
        change = (NO_INDEX, head + 1, head + group.n_events)
        (self.beginInsertRows if group.is_folded else self.beginRemoveRows)(*change)
        self._show(self._arrangement.toggle(rows, rows.surface_at(head)))
        (self.endInsertRows if group.is_folded else self.endRemoveRows)()
        self.dataChanged.emit(self.index(head, 0), self.index(head, self.columnCount() - 1))

    def fold_all(self, is_folded: bool) -> None:
        self.beginResetModel()
        self._show(self._arrangement.fold_all(self.rows, is_folded))
        self.endResetModel()

    def event_at(self, row: int) -> int | None:
        return self.rows.event_at(row)

    def group_at(self, row: int) -> EventGroup | None:
        return self.rows.group_at(row) if row >= 0 and isinstance(self.rows, GroupedRows) else None

    def group_query(self, row: int) -> str:
        """Write the query that gives just the events of a group, among those listed; empty if there is none."""
        rows = self.rows
        if not isinstance(rows, GroupedRows) or self.cells is None or self.group_at(row) is None:
            return ""
        if self._door[0] is not rows or self._door[1] != row:
            query = query_of_group(self.cells.study, self._arrangement.is_listed, rows.events_between(row, row))
            self._door = (rows, row, query)
        return self._door[2]

    def row_of(self, event: int) -> int | None:
        """Find the row of an event, that of its group if it is folded; None if it is not listed."""
        place = self.rows.place_of(event)
        return None if place is None else self.rows.row_at(place)

    def repaint_rows(self, rows: Iterable[int]) -> None:
        """Tell that cells of some rows say something else; their order stays."""
        for row in rows:
            self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else self._n_rows

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if self.cells is None or not index.isValid():
            return None
        event = self.rows.event_at(index.row())
        if event is None:
            group = self.group_at(index.row())
            return group and group_speech(self.cells, group, role, self.columns[index.column()].key == "segment")
        column, cells = self.columns[index.column()], self.cells
        if role == _DISPLAY:
            return column.text(cells, event)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.alignment
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if column.form.hears_row:
                return cells.sentence_for_reader(event)
            text = column.text(cells, event)
            return f"{column.head(cells.study.wording)}: {'none' if text in ('', '–') else text}"
        is_asked = role == Qt.ItemDataRole.ToolTipRole
        return tooltip(column.form.explained(cells, event, column)) if is_asked else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY
    ) -> str | Qt.AlignmentFlag | int | None:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column, wording = self.columns[section], self.cells.study.wording if self.cells is not None else JUDGED
        if role == Qt.ItemDataRole.DisplayRole:
            return column.head(wording)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{column.meaning(wording)}\nClick to sort.")
        if role == COLOUR_ROLE:
            return self.cells.head_colours.get(column.key) if self.cells is not None else None
        return column.alignment if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, now and for every later list of events; -1 goes back to the order as handed over.

        Many events are sorted by somebody else, see `sorting_needed`; until then the rows stay as they are.
        """
        chosen = self.columns[column] if 0 <= column < len(self.columns) else None
        is_descending = chosen is not None and order == Qt.SortOrder.DescendingOrder
        self._sort(Sorting(chosen, is_descending, self.sorting.is_grouped))

    def sort_by(self, key: str, is_descending: bool) -> None:
        """Sort by the column of a key, empty for the order of the file; without a study, once there is one."""
        if self.cells is None:
            self._sorted_next = key, is_descending
        else:
            self._sort(self.sorting.by(key, is_descending, self.columns))

    def sort_again(self) -> None:
        """Sort anew by what people decided, if that is the order wanted: all of it may be different now."""
        if self.sorting.key in DECISION_KEYS:
            self._sort(self.sorting)

    def take_sorted(self, result: Sorted) -> None:
        """Take what was sorted elsewhere, and arrange the rows by it if that is still wanted."""
        self._arrangement.take(result)
        if result.sorting == self.sorting:
            self._rearrange()

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
        known = arrangement.surfaces, arrangement.other_direction
        work = partial(sort_events, self.cells, arrangement.sorting, *known)
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
        self.rows, self._n_rows = rows, len(rows)  # the number is asked for more often than anything else
