"""Two versions of one system: what is fixed, broken, changed and unchanged, each number a door."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.query.change_counts import ChangeCounts, change_counts
from nerinspect.ui.comparison.change_rows import (
    FATE_COLUMNS,
    FATE_NAMES,
    KIND_COLUMNS,
    KIND_NAME_COLUMNS,
    fate_groups,
    kind_groups,
)
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size

_EVENTS_AT_ONCE = 20_000
"""What became of so many events is counted without a wait that anybody would notice."""


class ChangesPart(QWidget):
    """Show what became of the errors of an old version in a new one, and of each kind of event.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction whose events it counts; -1 for either.
    failed : str
        Why there are no numbers.
    """

    door_opened = Signal(str, int)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("changes_part")
        self.fates = NumberTable(NumberTableModel(FATE_COLUMNS, FATE_NAMES, "What changed", self), self)
        self.kinds = NumberTable(NumberTableModel(KIND_COLUMNS, KIND_NAME_COLUMNS, "Kinds, old to new", self), self)
        self._changed = Titled("What changed", self.fates, parent=self)
        self._by_kind = Titled("By kind", self.kinds, parent=self)
        self._by_kind.set_caption("reference mentions: kind in the old version down, in the new one across")
        self._versions: tuple[Study, int, int] | None = None
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._show_counts)
        self._jobs.failed.connect(self._on_failed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(14 * font_size(self.font()) / 13))
        for part, table in ((self._changed, self.fates), (self._by_kind, self.kinds)):
            column.addWidget(part)
            table.door_opened.connect(self.door_opened)
        column.addStretch(1)

    @property
    def caption(self) -> str:
        """Which versions are compared, in words."""
        return self._changed.caption

    def show_versions(self, study: Study, old: int, new: int) -> None:
        """Compare two predictions, in the background if they have many events.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        old, new : int
            Numbers of the predictions.
        """
        if self._versions == (study, old, new):
            return
        self.forget()
        self._versions = study, old, new
        if len(study.events) > _EVENTS_AT_ONCE:
            self._jobs.start(lambda checkpoint: change_counts(study, old, new))
        else:
            self._show_counts(change_counts(study, old, new))

    def forget(self) -> None:
        """Take all numbers away; for another study."""
        self._jobs.cancel()
        self._versions = None
        self._changed.set_caption("")
        self.fates.numbers.set_groups([])
        self.kinds.numbers.set_groups([])

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _show_counts(self, counts: ChangeCounts) -> None:
        self._changed.set_caption(f"from {counts.old_name} to {counts.new_name}, whole test set")
        self.fates.numbers.set_groups(fate_groups(counts))
        self.kinds.numbers.set_groups(kind_groups(counts))

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"What changed could not be counted: {error!r}.")
