"""What a table of numbers holds: columns, cells with their doors, rows made when looked at, groups that fold."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain
from math import isclose, isnan
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from nerinspect.events.scores import UNDEFINED, percent_text
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Row, Table, Value
from nerinspect.quantities import grouped, percent, with_sign
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import query_text
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables import NO_INDEX, Index


@dataclass(frozen=True)
class Column:
    """One column."""

    title: str  # what its head says
    tooltip: str = ""  # what its numbers are
    kind: str = ""  # letters of the event kind whose symbol stands above the title; empty for none
    widest: str = "100.00"  # the longest text a cell is expected to have; empty for a column of bars or dots
    is_percent: bool = False  # whether it holds fractions
    # the mark that stands before the title, see `mark_of`; `behind`: a filled one behind it; empty for none
    mark: str = ""
    is_extra: bool = False  # whether it is left out on screen where there is no room for it
    copied: str = ""  # what copies call it, if another name than on screen
    # whether its cells are means of several runs; copies have a column more, with the standard deviation
    is_of_runs: bool = False
    # number of the colour of the system it is about, which stands before the title; None for none
    colour: int | None = None
    key: str = ""  # letter of a key that stands in the place of the title; empty for the title
    group: str = ""  # what stands over it and its neighbours of the same group
    is_text: bool = False  # whether it holds words, which begin where its title does
    axis: tuple[str, ...] = ()  # numbers over what is drawn in it, at equal distances, instead of the title

    @property
    def copied_title(self) -> str:
        return self.copied or self.kind.upper() or self.title

    @property
    def copied_titles(self) -> tuple[str, ...]:
        """What copies call it, and the standard deviation beside it."""
        deviation = (f"{self.copied_title} standard deviation",) if self.is_of_runs else ()
        return self.copied_title, *deviation

    @property
    def is_copied(self) -> bool:
        """Whether copies have it: it neither draws only nor holds a sign."""
        return bool(self.title and self.widest)


def axis_column(title: str, low: float, high: float, about: str, is_extra: bool = False) -> Column:
    """Give a column of dots on an axis between two shares, whose ends are written, and its middle if that is whole."""
    first, middle, last = (percent(share, 0) for share in (low, (low + high) / 2, high))
    is_even = isclose(50 * (low + high), int(middle))
    axis = (first, middle, last) if is_even else (first, last)
    return Column(f"{title}{first} to {last}", about, widest="", is_extra=is_extra, axis=axis)


@dataclass(frozen=True)
class Cell:
    """What one cell shows."""

    text: str  # as on screen
    value: Value = None  # as it is copied
    door: Filter | None = None  # keeps exactly the events that the number counts; None if it is no door
    tooltip: str = ""  # why the text is as it is
    bar: float = -1.0  # length of a bar that stands instead of the text, from 0 to 1; negative for none
    is_dim: bool = False  # whether it is a zero
    # positions of marks on a line that stands instead of the text, from 0 to 1
    dots: tuple[float, ...] = ()
    prediction: int = -1  # the number of the prediction whose events the door opens; -1 for that of the row
    deviation: float | None = None  # the sample standard deviation over several runs; None if there is none
    is_bold: bool = False

    @property
    def query(self) -> str:
        """The query of the door; empty for none."""
        return "" if self.door is None else query_text(self.door)

    @property
    def share(self) -> float | None:
        """The fraction it shows; None if undefined."""
        return (
            self.value.value if isinstance(self.value, Ratio) else self.value if isinstance(self.value, float) else None
        )

    def of_prediction(self, prediction: int) -> "Cell":
        return replace(self, prediction=prediction)


@dataclass(frozen=True)
class UprightCell(Cell):
    """A bar that goes up from an axis if A is better, and down if B is."""

    reach: float = 0.0  # nan for no bar
    limits: tuple[float, float] = (0.0, 1.0)  # where the shortest and the longest bar end; zero is between them


@dataclass(frozen=True)
class HeatCell(Cell):
    """A score on a shade."""

    shade: float = 0.0  # from 0 to 1; nan if the score is undefined


@dataclass(frozen=True)
class IntervalCell(Cell):
    """A value with its interval, drawn."""

    spread: tuple[float, float, float] = (0.0, 0.0, 0.0)  # lower bound, value, upper bound
    limits: tuple[float, float] = (-1.0, 1.0)  # the ends of the axis


@dataclass(frozen=True)
class RightCell(Cell):
    """Right or wrong, drawn as a dot, filled or hollow."""

    is_right: bool = False


@dataclass(eq=False)
class TableRow:
    """A row whose cells are made when they are first asked for; a table may have thousands that nobody sees."""

    name: str
    copied_names: tuple[str, ...]  # in a copy of the table each row must tell all by itself
    make: Callable[[], tuple[Cell, ...]]  # makes the cells behind the name
    note: str = ""  # words behind the name on screen, quieter
    is_total: bool = False  # whether it sums up others and is set in semibold
    prediction: int = -1  # the prediction whose events the doors open; -1 for the one on show
    depth: int = 0  # how far it is indented
    is_dim: bool = False  # whether it says too little to catch the eye
    tooltip: str = ""  # what the name means; name and note, if left out
    door: Filter | None = None  # keeps the events that a click on the name opens; None if it opens none
    beside: int = -1  # the prediction that it is compared with; -1 for none
    kind: str = ""  # letters of the event kind whose symbol stands before the name; empty for none
    is_code: bool = False  # whether the name is short for its note, and set in semibold

    @property
    def is_strong(self) -> bool:
        return self.is_total or self.is_code

    def __post_init__(self) -> None:
        """Explain the name by itself, if nothing else does."""
        self.tooltip = self.tooltip or f"{self.name} {self.note}".rstrip()

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return Cell(self.name, door=self.door, tooltip=self.tooltip), *self.make()

    def of_columns(self, places: Sequence[int]) -> "TableRow":
        return replace(self, make=lambda: tuple(self.cells[place] for place in places if place))


@dataclass(frozen=True, eq=False)
class RowGroup:
    """A row and those that fold away under it."""

    key: str  # names the group from one set of rows to the next
    head: TableRow  # always on screen
    # makes the rows that are on screen while the group is open; None if nothing folds
    make_rows: Callable[[], tuple[TableRow, ...]] | None = None

    def of_columns(self, places: Sequence[int]) -> "RowGroup":
        rows = self.make_rows and (lambda: tuple(row.of_columns(places) for row in self.rows))
        return RowGroup(self.key, self.head.of_columns(places), rows)

    @cached_property
    def rows(self) -> tuple[TableRow, ...]:
        """The rows under the head, made when they are first asked for."""
        return () if self.make_rows is None else self.make_rows()


_NEEDS_PREDICTED: Final = frozenset({"Precision", "F1", "", "Difference", "Cost", "from", "to", "Predicted", "SPU"})


_UNDEFINED: Final = {
    "precision": "no mention was predicted, so precision is undefined",
    "recall": "the reference has no mention, so recall is undefined",
    "f1": "neither side has a mention, so F1 is undefined",
}


def recall_alone(columns: Sequence[Column], groups: Sequence[RowGroup]) -> tuple[tuple[Column, ...], list[RowGroup]]:
    """Leave out what rests on predicted mentions: a spurious one belongs to no tough subset.

    Columns are given with the names first, groups with a cell for each column.
    """
    places = [place for place, column in enumerate(columns) if column.title not in _NEEDS_PREDICTED]
    return tuple(columns[place] for place in places), [group.of_columns(places) for group in groups]


def count_cell(count: int, door: Filter | None = None, tooltip: str = "") -> Cell:
    return Cell(grouped(count), count, door, tooltip, is_dim=not count)


def ratio_cell(numerator: int, denominator: int, door: Filter, meaning: str, undefined: str) -> Cell:
    """Show a fraction as percent, explained by its meaning and both counts.

    The door keeps the events that hold what the denominator counts; `undefined` says which count is zero if that is.
    """
    text = percent_text(numerator, denominator)
    why = f"{grouped(numerator)} / {grouped(denominator)}" if denominator else f"{text}: {undefined}."
    return Cell(text, Ratio(numerator, denominator), door, f"{meaning}\n{why}")


def of_noun(words: str, noun: str) -> str:
    """Say of relations, say, what is said of mentions."""
    return words.replace("mention", noun).replace("Mention", noun.capitalize())


def percent_columns(has_runs: bool, noun: str = "mention", of: str = "") -> tuple[Column, ...]:
    """Head precision, recall and F1 of something; means over runs stand with their standard deviation."""
    widest = "100.00 (10.00)" if has_runs else "100.00"
    return tuple(
        Column(
            f"{of} {title if title == 'F1' else title.lower()}" if of else title,
            of_noun(meaning(title.lower()), noun),
            widest=widest,
            is_percent=True,
            is_of_runs=has_runs,
        )
        for title in ("Precision", "Recall", "F1")
    )


def score_cell(name: str, numerator: int, denominator: int, door: Filter, noun: str = "mention") -> Cell:
    """Show `precision`, `recall` or `f1` of what is counted; the door is as for `ratio_cell`."""
    return ratio_cell(numerator, denominator, door, of_noun(meaning(name), noun), of_noun(_UNDEFINED[name], noun))


def mean_cell(values: Sequence[float], is_percent: bool = False) -> Cell:
    """Average the runs in which a value is defined; a mean counts no events, so it is no door."""
    defined = [value for value in values if not isnan(value)]
    if not defined:
        return Cell("–", tooltip="–: undefined in every run.")
    mean, write = fmean(defined), percent if is_percent else count_text
    deviation = stdev(defined) if len(defined) > 1 else None
    each = "; ".join(map(write, defined))
    spread = "" if deviation is None else f"\nStandard deviation {write(deviation)}"
    value = int(mean) if not is_percent and mean.is_integer() else mean
    text = f"{write(mean)} ({write(deviation)})" if is_percent and deviation is not None else write(mean)
    return Cell(text, value, tooltip=f"{meaning('mean_of_runs')}\nMean of {each}{spread}", deviation=deviation)


def score_text(value: Value) -> str:
    if isinstance(value, Ratio):
        return percent_text(value.numerator, value.denominator)
    return UNDEFINED if not isinstance(value, float) or isnan(value) else percent(value)


def signed_text(value: float) -> str:
    """Write a difference with its sign and two decimals; what rounds to nothing has none."""
    return UNDEFINED if isnan(value) else with_sign(100 * value, 2)


def count_text(value: float) -> str:
    """Write a mean of counts with at most two decimals, and a whole one with none."""
    return grouped(value, 2).rstrip("0").rstrip(".")


COLUMN_ROLE: Final = Qt.ItemDataRole.UserRole  # the `Column` of a head
QUERY_ROLE: Final = Qt.ItemDataRole.UserRole + 1  # the query of a cell's door; empty where it is none


class Place(NamedTuple):
    """One row on screen, and the group it belongs to."""

    row: TableRow
    group: RowGroup

    @property
    def is_head(self) -> bool:
        return self.row is self.group.head


class NumberTableModel(QAbstractTableModel):
    """Hold groups of rows; names in the first column, numbers in the others."""

    rows_changed = Signal()  # other rows are on screen

    def __init__(
        self, columns: Sequence[Column], name_columns: Sequence[str], title: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.columns, self.title = tuple(columns), title
        self._name_columns = tuple(name_columns)
        self._groups: list[RowGroup] = []
        self._open: set[str] = set()
        self._places: list[Place] = []

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Replace the columns behind the names and take all rows away; other rows are to follow."""
        self.beginResetModel()
        self.columns, self._groups, self._places = tuple(columns), [], []
        self.endResetModel()

    def set_groups(self, groups: Sequence[RowGroup], is_open: Collection[str] | None = None) -> None:
        """Replace all rows; the groups with these keys have theirs on screen, or those that had them before."""
        self.beginResetModel()
        self._groups = list(groups)
        if is_open is not None:
            self._open = set(is_open)
        self._places = [
            Place(row, group)
            for group in self._groups
            for row in (group.head, *(group.rows if group.key in self._open else ()))
        ]
        self.endResetModel()
        self.rows_changed.emit()

    def place(self, row: int) -> Place:
        return self._places[row]

    def begins_group(self, column: int) -> bool:
        """Tell whether a column is the first of those that have one head in common."""
        return bool(self.columns[column].group) and self.columns[column].group != self.columns[column - 1].group

    @property
    def rows_shown(self) -> list[TableRow]:
        return [place.row for place in self._places]

    def cell(self, index: Index) -> Cell:
        return self._places[index.row()].row.cells[index.column()]

    def is_open(self, row: int) -> bool:
        return self._places[row].group.key in self._open

    def can_fold(self, row: int) -> bool:
        """Tell whether there are rows that fold away under a row."""
        place = self._places[row]
        return place.is_head and place.group.make_rows is not None

    def toggle(self, row: int) -> None:
        if not self.can_fold(row):
            return
        group = self._places[row].group
        first, last = row + 1, row + len(group.rows)
        if group.key in self._open:
            self.beginRemoveRows(QModelIndex(), first, last)
            self._open.remove(group.key)
            del self._places[first : last + 1]
            self.endRemoveRows()
        else:
            self.beginInsertRows(QModelIndex(), first, last)
            self._open.add(group.key)
            self._places[first:first] = [Place(member, group) for member in group.rows]
            self.endInsertRows()
        head = self.index(row, 0)
        self.dataChanged.emit(head, head)
        self.rows_changed.emit()

    @property
    def n_rows(self) -> int:
        """The number of rows, with those that nobody has asked for."""
        return self.rowCount()

    @property
    def is_long(self) -> bool:
        """Whether writing out all rows takes so long that the window would wait."""
        return False

    def as_table(self) -> Table:
        """Give all rows, folded ones too, as a result table without columns that only draw."""
        shown = self._copied_columns
        titles = [title for number in shown for title in self.columns[number].copied_titles]
        percent = (self.columns[number].copied_titles for number in shown if self.columns[number].is_percent)
        rows: list[Row] = [(*row.copied_names, *self._copied_values(row)) for row in self._all_rows]
        return Table((*self._name_columns, *titles), rows, frozenset(chain.from_iterable(percent)))

    def as_tsv(self) -> str:
        """Write all rows as they are shown, folded ones too, as text that a spreadsheet takes."""
        shown = self._copied_columns
        heads = [*self._name_columns, *(self.columns[number].copied_title for number in shown)]
        rows = [[*row.copied_names, *(row.cells[number].text for number in shown)] for row in self._all_rows]
        return "".join("\t".join(texts) + "\n" for texts in [heads, *rows])

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index).text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self.cell(index).tooltip) or None
        if role == QUERY_ROLE:
            return self.cell(index).query
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(index.column(), self.columns[index.column()].is_text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(column.tooltip) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = f"{column.group} {column.title}".strip()
            return title or ("Equals" if column.widest else "Bar") if section else title or "Name"
        if role == COLUMN_ROLE:
            return column
        return alignment(section, column.is_text) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _spoken(self, index: Index) -> str:
        cell, row = self.cell(index), self._places[index.row()].row
        if index.column():
            column = self.columns[index.column()]
            if not column.is_copied:
                return cell.text or (f"{row.name}, {cell.tooltip}" if cell.dots else f"{row.name}, bar")
            return f"{row.name}, {column.copied_title} {cell.text}"
        folding = f", {'open' if self.is_open(index.row()) else 'folded'}" if self.can_fold(index.row()) else ""
        return f"{row.name} {row.note}".rstrip() + folding

    def _copied_values(self, row: TableRow) -> Iterator[Value]:
        """Give what a copy says in each column, with deviations where columns are of several runs."""
        for number in self._copied_columns:
            yield row.cells[number].value
            if self.columns[number].is_of_runs:
                yield row.cells[number].deviation

    @property
    def _all_rows(self) -> list[TableRow]:
        return [row for group in self._groups for row in (group.head, *group.rows)]

    @property
    def _copied_columns(self) -> list[int]:
        return [number for number, column in enumerate(self.columns) if number and column.is_copied]


@cache
def alignment(column: int, is_text: bool = False) -> Qt.AlignmentFlag:
    """Put names and words on the left and numbers on the right."""
    return (
        Qt.AlignmentFlag.AlignRight if column and not is_text else Qt.AlignmentFlag.AlignLeft
    ) | Qt.AlignmentFlag.AlignVCenter


_WRITTEN_AT_ONCE: Final = 500
_PAGE: Final = 100  # so many rows are made at once; more when the last of them is scrolled to


class Listed(Protocol):
    """Rows in some order."""

    def __len__(self) -> int:
        """Count them."""

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Lay out those at some places."""

    def values(self) -> Iterable[Row]:
        """Give all as they are copied, with what stands above them."""


class LongModel(NumberTableModel):
    """Hold the rows that were scrolled to."""

    _list: Listed | None = None
    _n_above = 0

    def show_list(self, listed: Listed, *above: RowGroup) -> None:
        self._list, self._n_above = listed, len(above)
        self.set_groups([*above, *listed.rows(range(min(len(listed), _PAGE)))])

    @property
    def n_rows(self) -> int:
        """The number of rows, with those that nobody has scrolled to."""
        return self._n_above + len(self._list) if self._list else 0

    @property
    def is_long(self) -> bool:
        """Whether writing out all rows takes so long that the window would wait."""
        return self._list is not None and len(self._list) > _WRITTEN_AT_ONCE

    def as_table(self) -> Table:
        """Give all rows as a result table, which makes them while they are read; in any thread."""
        copied = [column for column in self.columns[1:] if column.is_copied]
        percent = frozenset(column.copied_title for column in copied if column.is_percent)
        columns = (*self._name_columns, *(column.copied_title for column in copied))
        return Table(columns, self._list.values() if self._list else [], percent)

    def as_tsv(self) -> str:
        return as_shown(self.as_table())

    def canFetchMore(self, parent: Index = NO_INDEX) -> bool:
        """Tell whether there are rows that nobody has scrolled to."""
        return not parent.isValid() and len(self._groups) < self.n_rows

    def fetchMore(self, parent: Index = NO_INDEX) -> None:
        assert self._list is not None, "there is more"
        row = len(self._groups)
        first = row - self._n_above
        page = self._list.rows(range(first, min(first + _PAGE, len(self._list))))
        self.beginInsertRows(QModelIndex(), row, row + len(page) - 1)
        self._groups += page
        self._places += [Place(group.head, group) for group in page]
        self.endInsertRows()
        self.rows_changed.emit()


def as_shown(table: Table) -> str:
    """Write a table as its cells are shown, as text that a spreadsheet takes."""
    are_scores = [column in table.percentages for column in table.columns]
    lines = chain((table.columns,), (map(_written_as_shown, row, are_scores) for row in table))
    return "".join("\t".join(line) + "\n" for line in lines)


def _written_as_shown(value: Value, is_score: bool) -> str:
    if is_score:
        return score_text(value)
    if isinstance(value, float):
        return count_text(value)
    return grouped(value) if isinstance(value, int) else str(value or "")
