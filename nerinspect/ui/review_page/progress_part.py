"""How far a review is: decided of all, by kind, cause and system; flags and notes."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.query.filters import Term, all_of
from nerinspect.query.values import Pattern
from nerinspect.query.writer import query_text
from nerinspect.ui.overview.cells import Column
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.review_page.progress_rows import DECIDED, UNDECIDED, ProgressRows, share_words
from nerinspect.ui.review_page.reviewed_kinds import Titles
from nerinspect.ui.widgets.door_label import DoorLabel, Piece

_ABOUT = ("Kind", "Cause", "System", "Annotator")
"""What rows are about, in the order of `Titles`."""
_DOT = Piece("  ·  ")


class ProgressPart(QWidget):
    """Show how far a review is.

    Parameters
    ----------
    titles : Titles
        What the tables are called.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    """

    door_opened = Signal(str, int)

    def __init__(self, titles: Titles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles, self._names = titles, dict(zip(titles, _ABOUT, strict=True))
        self._line = DoorLabel(self)
        self._line.setWordWrap(True)
        self._line.query_requested.connect(lambda query: self.door_opened.emit(query, -1))
        self._tables: dict[str, NumberTable] = {}
        self._titled: dict[str, Titled] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(12 * font_size(self.font()) / 13))
        column.addWidget(self._line)
        for title, name in self._names.items():
            table = self._tables[title] = NumberTable(NumberTableModel((Column("", name),), (name,), title))
            table.numbers.setParent(table)
            table.door_opened.connect(self.door_opened)
            self._titled[title] = Titled(title, table)
            column.addWidget(self._titled[title])

    def show_progress(self, rows: ProgressRows, systems: Sequence[str]) -> None:
        """Show other counts.

        Parameters
        ----------
        rows : ProgressRows
            Makes the rows.
        systems : sequence of str
            Names of all predictions.
        """
        self._line.show_pieces(_pieces(rows))
        by_kind, by_cause, by_name, other = self._titles
        if rows.wording.is_neutral:
            by_name, other = other, by_name
        names = {by_kind: rows.of_kinds, by_cause: rows.of_causes, by_name: rows.of_systems(systems)}
        for title, groups in names.items():
            table = self._tables[title]
            widest = max((group.head.name for group in groups), key=len, default="")
            table.set_columns(rows.columns(self._names[title], widest))
            table.numbers.set_groups(groups)
        self._titled[by_cause].setVisible(bool(rows.progress.causes))
        self._titled[by_name].setVisible(len(systems) > 1)
        self._titled[other].hide()


def _pieces(rows: ProgressRows) -> list[Piece]:
    """Say how much is decided, flagged and noted; the numbers are doors."""
    progress, kept, correct = rows.progress, rows.kept, rows.kinds.correct
    n_correct = progress.n_decided - progress.n_wanted_decided
    n_left, wanted = progress.n_wanted - progress.n_wanted_decided, all_of(kept, rows.wanted)
    flagged, noted = Term("flag", ("yes",)), Term("note", (Pattern("."),))
    pieces = [
        Piece(share_words(progress, rows.wording, rows.kinds.about), query_text(all_of(wanted, DECIDED)), is_bold=True)
    ]
    if n_correct:
        pieces += [
            _DOT,
            Piece(f"{n_correct:,} {rows.correct_name} with a verdict", query_text(all_of(kept, correct, DECIDED))),
        ]
    return [
        *pieces,
        *(_DOT, Piece(f"{n_left:,} undecided", query_text(all_of(wanted, UNDECIDED)))),
        *(_DOT, Piece(f"{progress.n_flagged:,} flagged", query_text(all_of(kept, flagged)), meaning("decision_flag"))),
        *(_DOT, Piece(f"{progress.n_noted:,} with a note", query_text(all_of(kept, noted)), meaning("decision_note"))),
    ]
