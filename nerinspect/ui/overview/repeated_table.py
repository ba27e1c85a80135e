"""The list of test sentences that training has too, a page at a time."""

from itertools import chain
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.query.mention_base import MentionBase
from nerinspect.results.table import Table
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.repeated_counts import RepeatedCounts
from nerinspect.ui.overview.repeated_rows import NAME_COLUMNS, REPEATED, REPEATED_COLUMNS, RepeatedList
from nerinspect.ui.overview.table_model import Index, NumberTableModel, Place
from nerinspect.ui.overview.titled import Titled

_MOST_SHOWN: Final = 12
_WRITTEN_AT_ONCE: Final = 500
_PAGE: Final = 100
"""So many rows are made at once; more when the last of them is scrolled to."""


class RepeatedModel(NumberTableModel):
    """Hold the sum and the rows that were scrolled to; copies have them all."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(REPEATED_COLUMNS, NAME_COLUMNS, REPEATED, parent)
        self._list: RepeatedList | None = None

    def show_list(self, sentences: RepeatedList) -> None:
        """Replace all rows."""
        self._list = sentences
        self.set_groups([sentences.total(), *sentences.rows(range(min(len(sentences), _PAGE)))])

    @property
    def is_long(self) -> bool:
        """Whether writing out all rows takes so long that the window would wait."""
        return self._list is not None and len(self._list) > _WRITTEN_AT_ONCE

    def as_table(self) -> Table:
        """Give all rows as a result table, which makes them while they are read; in any thread."""
        columns = (*NAME_COLUMNS, *(column.title for column in REPEATED_COLUMNS[1:]))
        return Table(columns, self._list.values() if self._list else [])

    def as_tsv(self) -> str:
        """Write all rows as text that a spreadsheet takes."""
        return tsv_text(self.as_table())

    def canFetchMore(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own default
        """Tell whether there are rows that nobody has scrolled to."""
        return not parent.isValid() and self._list is not None and len(self._groups) <= len(self._list)

    def fetchMore(self, parent: Index = QModelIndex()) -> None:  # noqa: B008 - Qt's own default
        """Make the next page."""
        assert self._list is not None, "there is more"
        first = len(self._groups)
        page = self._list.rows(range(first - 1, min(first - 1 + _PAGE, len(self._list))))
        self.beginInsertRows(QModelIndex(), first, first + len(page) - 1)
        self._groups += page
        self._places += [Place(group.head, group) for group in page]
        self.endInsertRows()


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
        listed = RepeatedList(study, counts, base, prediction)
        self._model.show_list(listed)
        self.table.setVisible(bool(listed))
        n_repeated, n_sentences = len(listed.sentences.members), counted(study.text.n_sentences, "sentence")
        said = f"{n_repeated:,} of {n_sentences}, {len(listed):,} different; most frequent first, compared as written"
        none = "none: no sentence of the test stands in training, compared as written"
        self.set_caption(", ".join(filter(None, (said, counted_words))) if listed else none)


def tsv_text(table: Table) -> str:
    """Write a table as text that a spreadsheet takes."""
    return "".join("\t".join(map(_written, row)) + "\n" for row in chain((table.columns,), table))


def _written(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value or "")
