"""The list of test sentences that training has too, a page at a time."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.repeated_sentences import repeated_sentences
from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.query.mention_base import MentionBase
from nerinspect.ui.overview.cells import RowGroup, TableRow
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.repeated_rows import (
    NAME_COLUMNS,
    REPEATED,
    REPEATED_COLUMNS,
    RepeatedCounts,
    all_repeated,
    repeated_rows,
)
from nerinspect.ui.overview.table_model import Index, NumberTableModel, Place
from nerinspect.ui.overview.titled import Titled

MakeRows: TypeAlias = Callable[[Sequence[int]], list[RowGroup]]

_MOST_SHOWN: Final = 12
_PAGE: Final = 100
"""So many rows are made at once; more when the last of them is scrolled to."""


class RepeatedModel(NumberTableModel):
    """Hold the rows that were scrolled to; copies have them all."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(REPEATED_COLUMNS, NAME_COLUMNS, REPEATED, parent)
        self._n_rows = 0
        self._make: MakeRows = lambda _places: []

    def show_rows(self, total: RowGroup, n_rows: int, make: MakeRows) -> None:
        """Replace all rows.

        Parameters
        ----------
        total : RowGroup
            Stands above all others.
        n_rows : int
            How many others there are.
        make : callable
            Makes the rows at some places.
        """
        self._n_rows, self._make = n_rows, make
        self.set_groups([total, *make(range(min(n_rows, _PAGE)))])

    def canFetchMore(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own default
        """Tell whether there are rows that nobody has scrolled to."""
        return not parent.isValid() and self._n_made < self._n_rows

    def fetchMore(self, parent: Index = QModelIndex()) -> None:  # noqa: B008 - Qt's own default
        """Make the next page."""
        page = self._make(range(self._n_made, min(self._n_made + _PAGE, self._n_rows)))
        first = len(self._places)
        self.beginInsertRows(QModelIndex(), first, first + len(page) - 1)
        self._groups += page
        self._places += [Place(group.head, group) for group in page]
        self.endInsertRows()

    @property
    def _n_made(self) -> int:
        return max(len(self._groups) - 1, 0)

    @property
    def _all_rows(self) -> list[TableRow]:
        rest = self._make(range(self._n_made, self._n_rows))
        return [group.head for group in (*self._groups, *rest)]


class RepeatedTable(Titled):
    """Show the list under its title, or say that there is nothing to list.

    Signals
    -------
    door_opened : str, int
        The query of a number or a sentence, and the number of the prediction on show.
    """

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = RepeatedModel()
        self.table = NumberTable(self._model, most_rows=_MOST_SHOWN)
        self._model.setParent(self.table)
        super().__init__(REPEATED, self.table, parent=parent)
        self.table.door_opened.connect(self.door_opened)

    def show_counts(
        self, study: Study, counts: RepeatedCounts, base: MentionBase, prediction: int, counted_words: str
    ) -> None:
        """Show other counts.

        Parameters
        ----------
        study : Study
            With training data.
        counts : RepeatedCounts
            Of the prediction on show.
        base : MentionBase
            The mentions that are counted.
        prediction : int
            The one on show.
        counted_words : str
            Which mentions are counted, in words; empty for all.
        """
        repeated = repeated_sentences(study)
        n_all, n_sentences = len(repeated), counted(study.text.n_sentences, "sentence")
        total = all_repeated(study, counts, base, prediction)
        self._model.show_rows(total, n_all, lambda places: repeated_rows(study, counts, base, prediction, places))
        self.table.setVisible(bool(n_all))
        said = (
            f"{len(repeated.members):,} of {n_sentences}, {n_all:,} different; most frequent first, compared as written"
        )
        none = "none: no sentence of the test stands in training, compared as written"
        self.set_caption(", ".join(filter(None, (said, counted_words))) if n_all else none)
