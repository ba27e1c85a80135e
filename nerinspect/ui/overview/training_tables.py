"""The tables of the overview that need training data: tough mentions, seen and unseen ones."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from nerinspect.analysis.novelty import SETTINGS
from nerinspect.analysis.study import Study
from nerinspect.results.table import Table
from nerinspect.results.tough_layout import composition_layout, recall_layout
from nerinspect.ui.overview import seen_rows, tough_rows
from nerinspect.ui.overview.cells import recall_alone
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.seen_rows import SEEN, seen_columns, seen_groups
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.overview.tough_rows import TOUGH, shown_systems, tough_columns, tough_groups
from nerinspect.ui.overview.training_counts import TrainingCounts

LAYOUTS: Final[dict[str, Callable[[Study], Table]]] = {
    f"{TOUGH}, composition": composition_layout,
    f"{TOUGH}, recall": recall_layout,
}
"""Tables that are copied and saved alone, of the whole test set: laid out as papers print them."""

_MOST_NAMED: Final = 3
_SAID: Final = {
    "typed": "typed: surface and type occur in training",
    "surface": "surface: the surface occurs in training, with any type",
}


class TrainingTables(QWidget):
    """Show tough mentions beside, or above, the scores on seen and unseen mentions.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    """

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._counts: Sequence[TrainingCounts] = ()
        self._counted = ""
        self._tough = NumberTable(NumberTableModel(tough_columns(()), tough_rows.NAME_COLUMNS, TOUGH, self), self)
        tooltips = [f"{said[0].upper()}{said[1:]}." for said in _SAID.values()]
        self._setting = Choice("Setting", SETTINGS, tooltips, self)
        self._seen = NumberTable(NumberTableModel(seen_columns(), seen_rows.NAME_COLUMNS, SEEN, self), self)
        self._tough_part = Titled(TOUGH, self._tough)
        self._seen_part = Titled(SEEN, self._seen, beside=self._setting)
        self.columns = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self.columns.addWidget(self._tough_part, 1)
        self.columns.addWidget(self._seen_part, 1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addLayout(self.columns)
        for table in self.tables.values():
            table.door_opened.connect(self.door_opened)
        self._setting.chosen.connect(lambda _place: self._show_seen())
        self._tough.left_out_changed.connect(self._caption_tough)

    @property
    def tables(self) -> dict[str, NumberTable]:
        """The tables by title."""
        return {TOUGH: self._tough, SEEN: self._seen}

    def show_counts(self, study: Study, counts: Sequence[TrainingCounts], prediction: int, counted: str) -> None:
        """Show both tables.

        Parameters
        ----------
        study : Study
            With training data.
        counts : sequence of TrainingCounts
            One for each prediction.
        prediction : int
            The one on show.
        counted : str
            Which mentions are counted, in words; empty for all.
        """
        self._study, self._counts, self._counted = study, counts, counted
        systems = shown_systems(study, prediction)
        subsets = [each.subsets for each in counts]
        self._tough.set_columns(tough_columns(systems))
        self._tough.numbers.set_groups(tough_groups(study, subsets, prediction, systems))
        self._caption_tough()
        self._show_seen()

    def _caption_tough(self) -> None:
        """Say what is counted, and which systems have no room."""
        said = "recall only; small = under 1 % of the mentions"
        if names := self._tough.left_out:
            missing = ", ".join(names) if len(names) <= _MOST_NAMED else f"{len(names)} more systems"
            said += f"; no room for {missing}: widen the window or copy the table"
        self._tough_part.set_caption(self._with_counted(said))

    def _show_seen(self) -> None:
        if self._study is None:
            return
        setting, study = SETTINGS[self._setting.place], self._study
        columns = seen_columns(has_runs=len(study.systems) < len(study.predictions))
        groups = seen_groups(study, self._counts, setting)
        if self._counts[0].subsets.base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
        self._seen.set_columns(columns)
        self._seen.numbers.set_groups(groups)
        self._seen_part.set_caption(self._with_counted(f"{_SAID[setting]}; – = undefined"))

    def _with_counted(self, text: str) -> str:
        return ", ".join(filter(None, (text, self._counted)))
