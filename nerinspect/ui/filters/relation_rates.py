"""Tables of rates of relations, by type and by part; each number opens what it counts."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from nerinspect.errors import counted
from nerinspect.events.scores import Counts, percent_text
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.counts.relations import RelationCounts
from nerinspect.query.selection import Selection
from nerinspect.training.known_relations import RELATION_PARTS
from nerinspect.ui.filters.counts_table import NO_INDEX, ComparedDelegate, ComparedModel, CountsTable, Index
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.kit.doors import number_menu
from nerinspect.ui.kit.tables.painters import PADDING, ValuesStyle, number_width
from nerinspect.ui.theme.themes import current_theme

N_COLUMNS = 5


@dataclass(frozen=True)
class RatesRow:
    """One row of a table of rates.

    Attributes
    ----------
    key : str
        What is picked; empty for the row of all.
    texts : tuple of str
        The name and four numbers.
    explained : tuple of str
        What each of them is, in a sentence.
    is_picked : bool
        Whether the filter names the key.
    is_empty : bool
        Whether there is nothing to count.
    """

    key: str
    texts: tuple[str, ...]
    explained: tuple[str, ...]
    is_picked: bool
    is_empty: bool


def type_rows(counts: RelationCounts, picked: Collection[object], wording: Wording) -> tuple[RatesRow, ...]:
    """List all relation types together, then each.

    Parameters
    ----------
    counts : RelationCounts
        Relations by type.
    picked : collection of object
        Types that the filter names.
    wording : Wording
        What the two sides are called.
    """
    rows = []
    for code, key in [(None, ""), *enumerate(counts.types)]:
        rates, of_type = counts.by_type.at(code), f" of type {key}" if key else ""
        name = f"{key} ↔" if key in counts.choice.symmetric else key or "all types"
        direction = "; head and tail may change places" if key in counts.choice.symmetric else ""
        correct, predicted, reference = rates.correct, rates.predicted, rates.reference
        all_predicted = f"{counted(predicted, 'predicted relation')}{of_type}"
        all_reference = f"{counted(reference, 'reference relation')}{of_type}"
        explained = (
            f"Relations{of_type or ' of all types'}, of the reference or predicted{direction}.",
            f"{all_reference}.",
            f"{correct:,} of {all_predicted} are correct; a click keeps the {predicted:,} predicted ones.",
            f"{correct:,} of {all_reference} are found; a click keeps the {correct:,} found.",
            f"F1{of_type}: 2 · {correct:,} / ({reference:,} + {predicted:,}); a click keeps both.",
        )
        texts = (name, f"{reference:,}", *_type_numbers(rates, wording))
        said = tuple(map(wording.said, explained))
        rows.append(RatesRow(key, texts, said, bool(key) and key in picked, not reference + predicted))
    return tuple(rows)


def part_rows(counts: RelationCounts, picked: Collection[object], wording: Wording) -> tuple[RatesRow, ...]:
    """List all relations, then those of each part.

    Parameters
    ----------
    counts : RelationCounts
        Relations by part; no rows without them.
    picked : collection of object
        Parts that the filter names.
    wording : Wording
        What the two sides are called.
    """
    if counts.by_part is None:
        return ()
    rows, total = [], counts.by_part.at().reference
    for code, key in [(None, ""), *enumerate(RELATION_PARTS)]:
        rates = counts.by_part.at(code)
        missed = rates.reference - rates.correct
        relations = f"{counted(rates.reference, f'{key} reference relation'.strip())}"
        explained = (
            wording.meaning(f"part_{key}") if key else "Relations of all parts.",
            f"{relations}.",
            f"{relations}, of {total:,} in all.",
            f"{rates.correct:,} of {relations} are found; a click keeps the {rates.correct:,} found.",
            f"{missed:,} of {relations} are not found, or found with a mistake.",
        )
        numbers = (
            f"{rates.reference:,}",
            percent_text(rates.reference, total),
            percent_text(rates.correct, rates.reference),
            f"{missed:,}",
        )
        said = (explained[0], *map(wording.said, explained[1:]))
        is_empty = not rates.reference
        rows.append(RatesRow(key, (key or "all relations", *numbers), said, bool(key) and key in picked, is_empty))
    return tuple(rows)


def type_titles(wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the columns of types, in full and shortly; between annotators relations of A, of B and of both."""
    if wording.is_neutral:
        return ("Type", "A", "B", "Both", "F1"), ("Type", "A", "B", "Both", "F1")
    return ("Type", "Reference", "Precision", "Recall", "F1"), ("Type", "Ref.", "P", "R", "F1")


def part_titles(wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the columns of parts, in full and shortly; between annotators relations of A and how many B has."""
    if wording.is_neutral:
        return ("Part", "Of A", "Share", "Agreed", "Only A"), ("Part", "Of A", "Share", "Agreed", "Only A")
    return ("Part", "Relations", "Share", "Recall", "Missed"), ("Part", "Count", "Share", "R", "Missed")


def _type_numbers(rates: Counts, wording: Wording) -> tuple[str, str, str]:
    f1 = percent_text(2 * rates.correct, rates.reference + rates.predicted)
    if wording.is_neutral:
        return f"{rates.predicted:,}", f"{rates.correct:,}", f1
    return percent_text(rates.correct, rates.predicted), percent_text(rates.correct, rates.reference), f1


class RatesModel(ComparedModel):
    """Show rows of rates; the first is the row of all."""

    def __init__(self, titles: tuple[str, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.titles = titles
        self._rows: tuple[RatesRow, ...] = ()

    def set_rows(self, rows: Sequence[RatesRow]) -> None:
        """Show other rows, or other numbers in the same ones."""
        if [row.key for row in rows] == [row.key for row in self._rows]:
            self._rows = tuple(rows)
            self.announce()
            return
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def keys_between(self, first: int, last: int) -> list[str]:
        """Give the keys of the rows from one to another; none if the row of all is the only one."""
        low, high = sorted((first, last))
        return [row.key for row in self._rows[low : high + 1] if row.key]

    def texts(self, column: int) -> list[str]:
        """Give all that stands in a column."""
        return [row.texts[column] for row in self._rows]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def text(self, index: Index) -> str:
        """Give the name or the number."""
        return self._rows[index.row()].texts[index.column()]

    def spoken(self, index: Index) -> str:
        """Say whose number it is, and what it counts."""
        row = self._rows[index.row()]
        if not index.column():
            return row.texts[0]
        return f"{row.texts[0]}, {self.titles[index.column()]} {self.text(index)}"

    def explained(self, index: Index) -> str:
        """Say what the cell counts, under which filters."""
        return (
            f"{self._rows[index.row()].explained[index.column()]}\nUnder the filters that say which relations they are."
        )

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter names the row."""
        return self._rows[index.row()].is_picked

    def is_dim(self, index: Index) -> bool:
        """Tell whether there is nothing to count."""
        return self._rows[index.row()].is_empty

    def as_tsv(self) -> str:
        """Write all rows under their heads, as text that a spreadsheet takes."""
        lines = (self.titles, *(row.texts for row in self._rows))
        return "".join("\t".join(" ".join(text.split()) for text in line) + "\n" for line in lines)


_WIDEST: Final = "100.00"
_GAP, _MOST_GAP = 5, 14  # at a font of 13 pixels
_MOST_OF_WIDTH: Final = 0.4  # that names take before numbers give way


class RatesView(CountsTable):
    """Cells that are picked, a name and four numbers in each row.

    Parameters
    ----------
    model : RatesModel
        What is counted.
    name : str
        What a screen reader calls the table.
    style : ValuesStyle
        Colours and fonts.
    least : int
        The column that says least; it is left out where there is no room for names.
    parent : QWidget, optional
        Where the table stands.
    """

    def __init__(
        self, model: RatesModel, name: str, style: ValuesStyle, least: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, name, style, parent)
        self._least = least
        self._rates = model
        self._titles = self._short_titles = model.titles
        self._is_short = False
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on.")
        self.setItemDelegate(ComparedDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def set_titles(self, titles: tuple[str, ...], short: tuple[str, ...]) -> None:
        """Name the columns, in full and where there is little room."""
        self._rates.titles, self._titles, self._short_titles = titles, titles, short
        self.fit()
        self.horizontalHeader().viewport().update()

    def title(self, column: int) -> str:
        """Name a column as it is written."""
        return (self._short_titles if self._is_short else self._titles)[column]

    def _share_width(self, width: int) -> None:
        """Give numbers what they need, names the rest, and what names do not need to the gaps.

        In a narrow panel titles are short first, then the column goes that says least.
        """
        style, unit = self.row_style, self.row_style.unit
        names = max(map(style.metrics.horizontalAdvance, self._rates.texts(0)), default=0.0)
        names = math.ceil(names + style.margin + PADDING * unit)
        wanted, numbers = min(names, _MOST_OF_WIDTH * width), dict[int, int]()
        for is_short, left_out in ((False, 0), (True, 0), (True, self._least)):
            self._is_short = is_short
            numbers = self._number_widths(left_out)
            if width - sum(numbers.values()) - _GAP * unit * len(numbers) >= wanted:
                break
        spare = (width - sum(numbers.values()) - names) / len(numbers)
        gap = min(max(spare, _GAP * unit), _MOST_GAP * unit)
        widths = {column: math.floor(number + gap) for column, number in numbers.items()}
        self.setColumnHidden(self._least, self._least not in widths)
        if self.isColumnHidden(self.currentIndex().column()):
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(0))
        for column, own in {0: max(width - sum(widths.values()), 1), **widths}.items():
            self.setColumnWidth(column, own)

    def _number_widths(self, left_out: int) -> dict[int, int]:
        """Measure the columns of numbers but one, the padding at the right of each included."""
        style, widths = self.row_style, {}
        for column in range(1, N_COLUMNS):
            texts = self._rates.texts(column)
            widest = [*texts, _WIDEST] if any("." in text for text in texts) else texts
            padding = style.margin if column == N_COLUMNS - 1 else PADDING * style.unit
            if column != left_out:
                widths[column] = math.ceil(number_width(style, self.title(column), widest) + padding)
        return widths


Titles: TypeAlias = Callable[[Wording], tuple[tuple[str, ...], tuple[str, ...]]]
Door: TypeAlias = Callable[[Sequence[str], int], Selection]


class RatesPanel(FilterPanel):
    """Show rates of relations by some key and let the user pick what a cell counts.

    Parameters
    ----------
    title : str
        What stands in the head.
    key : str
        Under which the glossary says what is counted.
    titles : callable
        Names the columns, in full and shortly.
    least : int
        The column that says least, for `RatesView`.
    parent : QWidget, optional
        Where the panel stands.

    Signals
    -------
    cells_picked(object, int, bool)
        A list of keys, empty for all, and the column of the clicked cells; true if they are to be added to what is
        picked.
    """

    cells_picked = Signal(object, int, bool)
    view: RatesView

    def __init__(self, title: str, key: str, titles: Titles, least: int, parent: QWidget | None = None) -> None:
        self._model = RatesModel(titles(JUDGED)[0])
        self._titles, self._wording = titles, JUDGED
        self._door: Door = lambda _keys, _column: Selection()
        self._body = QWidget()
        view = RatesView(self._model, title, ValuesStyle(current_theme(), QApplication.font()), least)
        super().__init__(title, key, view, self._body, parent)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(view)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        view.set_titles(*titles(JUDGED))

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._wording = wording
        self.view.set_titles(*self._titles(wording))

    def show_rows(self, rows: Sequence[RatesRow], door: Door) -> None:
        """Show the rows.

        Parameters
        ----------
        rows : sequence of RatesRow
            The row of all first.
        door : callable
            Gives the selection that some keys in a column stand for.
        """
        self._door = door
        self._model.set_rows(rows)
        self.view.fit()
        if rows and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def _restyle(self) -> None:
        self.view.restyle(ValuesStyle(current_theme(), self.font()))

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.cells_picked.emit(self._model.keys_between(index.row(), index.row()), index.column(), is_added)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        self.cells_picked.emit(self._model.keys_between(first.row(), last.row()), last.column(), False)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        door = self._door(self._model.keys_between(index.row(), index.row()), index.column())
        menu = number_menu(self.view, index.data(), door.text, index.data(Qt.ItemDataRole.WhatsThisRole))
        menu.addSeparator()
        menu.addAction("Copy Table", self.view.copy)
        menu.popup(place)
