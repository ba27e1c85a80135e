"""What an edited list would change, one row for each event."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.decisions import VERDICTS, Decision, Reading
from nerinspect.analysis.study import Study
from nerinspect.review.list_reading import ListChange
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip

_Index: TypeAlias = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()

_PLACES: Final = ("text", "sentence", "system")
"""Columns that say which event it is."""

_TITLES: Final = {
    "text": "Event",
    "sentence": "Sentence",
    "system": "System",
    "verdict": "Verdict",
    "causes": "Causes",
    "flag": "Flag",
    "note": "Note",
    "correction": "Corrected reading",
}
_NOTHING: Final = "–"


class ChangesModel(QAbstractTableModel):
    """Say of each event what was decided and what would be; cells are made when they are looked at.

    Parameters
    ----------
    study : Study
        Where the events are.
    parent : QObject, optional
        The parent.
    """

    def __init__(self, study: Study, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self._changes: Sequence[ListChange] = ()
        self.columns: tuple[str, ...] = _PLACES

    def show_changes(self, study: Study, changes: Sequence[ListChange]) -> None:
        """Show other changes, with those parts of a decision that any of them changes."""
        self.beginResetModel()
        self._study, self._changes = study, changes
        places = _PLACES if len(study.predictions) > 1 else _PLACES[:2]
        self.columns = (*places, *changed_parts(changes))
        self.endResetModel()

    def event_of(self, row: int) -> int:
        """Give the event of a row."""
        return self._changes[row].event

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self._changes)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows or says; only what differs has two sides."""
        if not index.isValid():
            return None
        change, column = self._changes[index.row()], self.columns[index.column()]
        before, after = self._sides(change, column)
        if role == Qt.ItemDataRole.DisplayRole:
            return after if before == after else f"{before or _NOTHING} → {after or _NOTHING}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"before: {before or 'nothing'}\nafter: {after or 'nothing'}" if before != after else after)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            says = f"{before or 'nothing'} becomes {after or 'nothing'}" if before != after else after or "nothing"
            return f"{self._title(column)}: {says}"
        if role == Qt.ItemDataRole.ForegroundRole and before == after and column not in _PLACES:
            return current_theme().text3
        if role == Qt.ItemDataRole.TextAlignmentRole and column == "sentence":
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the heads of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._title(self.columns[section])
        return None

    def _title(self, column: str) -> str:
        return self._study.wording.said(_TITLES[column])

    def _sides(self, change: ListChange, column: str) -> tuple[str, str]:
        """Say what stands in a cell before and after."""
        study, event = self._study, change.event
        if column not in _PLACES:
            before, after = (decision_words(study, event, one)[column] for one in (change.before, change.after))
            return before, after
        if column == "text":
            said = study.text.spelled(int(study.events.start[event]), int(study.events.end[event]))
        elif column == "sentence":
            said = f"{int(study.event_sentence[event]) + 1:,}"
        else:
            prediction = study.predictions[int(study.events.prediction[event])]
            said = prediction.system if prediction.run < 2 else f"{prediction.system} run {prediction.run}"
        return said, said


def changed_parts(changes: Sequence[ListChange]) -> tuple[str, ...]:
    """Name the parts of a decision that any change is about."""
    return tuple(
        field.name
        for field in fields(Decision)
        if field.name in _TITLES
        and any(getattr(one.before, field.name) != getattr(one.after, field.name) for one in changes)
    )


def decision_words(study: Study, event: int, decision: Decision) -> dict[str, str]:
    """Write the parts of a decision as the window says them; nothing is empty."""
    verdict = decision.verdict
    return {
        "verdict": study.wording.name(verdict) if verdict in VERDICTS else verdict,
        "causes": ", ".join(decision.causes),
        "flag": "flagged" if decision.flag else "",
        "note": " ".join(decision.note.split()),
        "correction": "" if decision.correction is None else _reading_words(study, event, decision.correction),
    }


def _reading_words(study: Study, event: int, reading: Reading) -> str:
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    said = (f"{name} “{study.text.spelled(zero + start, zero + end)}”" for start, end, name in reading)
    return ", ".join(said) or "no mention"
