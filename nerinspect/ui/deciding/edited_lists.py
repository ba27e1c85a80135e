"""Decisions from an edited list: chosen, read behind the window, shown in a row for each event, taken in one step."""

import os
from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from nerinspect.events.decision import VERDICTS, Decision, Reading
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.file_dialogs import ask_for_file
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.keys import ENTER_KEYS
from nerinspect.ui.kit.layout import HairlineSplitter, dialog_buttons, fill, resize_on_screen
from nerinspect.ui.kit.screen_text import NameDelegate, copy_text, offer_names, plain_title, told_fault, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables import NO_INDEX, Index, list_lines, set_row_height
from nerinspect.ui.theme.fonts import TITLE, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_accent_edge
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

if TYPE_CHECKING:
    from nerinspect.review.list_reading import EditedList, ListChange
    from nerinspect.ui.deciding.reviewing import Reviewing

_PLACES: Final = ("text", "sentence", "system")  # columns that say which event it is

_TITLES: Final = {
    "text": "Event",
    "sentence": "Sentence",
    "system": "System",
    "verdict": "Verdict",
    "causes": "Causes",
    "flag": "Flag",
    "note": "Note",
    "correction": "Correction",
}
_NOTHING: Final = "–"
_CORRECTION: Final = "correction"


class ChangesModel(QAbstractTableModel):
    """Say of each event what was decided and what would be; cells are made when they are looked at."""

    def __init__(self, study: Study, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self._changes: list[ListChange] = []
        self._chosen = dict[int, Reading]()
        self.columns: tuple[str, ...] = _PLACES

    @property
    def changes(self) -> "tuple[ListChange, ...]":
        return tuple(self._changes)

    def show_changes(self, study: Study, changes: Sequence["ListChange"]) -> None:
        """Show other changes, with those parts of a decision that any of them changes; what was chosen stays so."""
        from nerinspect.review.list_reading import with_reading  # not needed before a list is read

        self.beginResetModel()
        self._study = study
        self._changes = [
            with_reading(study, one, self._chosen[one.event]) if self._chosen.get(one.event) in one.readings else one
            for one in changes
        ]
        places = _PLACES if len(study.predictions) > 1 else _PLACES[:2]
        self.columns = (*places, *changed_parts(changes))
        self.endResetModel()

    def event_of(self, row: int) -> int:
        return self._changes[row].event

    def choices(self, index: Index) -> list[str]:
        """Word the right readings that a cell can mean; none where there is nothing to choose."""
        change = self._changes[index.row()]
        if self.columns[index.column()] != _CORRECTION:
            return []
        return [_placed_words(self._study, change.event, reading) for reading in change.readings]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let a right reading be chosen where there are several."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and self.choices(index) else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ANN401 - as Qt has it
        """Choose a right reading by its number from 0."""
        from nerinspect.review.list_reading import with_reading

        if role != Qt.ItemDataRole.EditRole or not 0 <= value < len(self.choices(index)):
            return False
        change = self._changes[index.row()]
        self._chosen[change.event] = change.readings[value]
        self._changes[index.row()] = with_reading(self._study, change, change.readings[value])
        self.dataChanged.emit(self.index(index.row(), 0), self.index(index.row(), self.columnCount() - 1))
        return True

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._changes)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        if not index.isValid():
            return None
        change, column = self._changes[index.row()], self.columns[index.column()]
        before, after = self._sides(change, column)
        if role == Qt.ItemDataRole.EditRole:
            return change.readings.index(change.after.correction) if self.choices(index) else None
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
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._title(self.columns[section])
        return None

    def _title(self, column: str) -> str:
        return self._study.wording.said(_TITLES[column])

    def _sides(self, change: "ListChange", column: str) -> tuple[str, str]:
        study, event = self._study, change.event
        if column not in _PLACES:
            before, after = (decision_words(study, event, one)[column] for one in (change.before, change.after))
            if column == _CORRECTION and change.readings and change.after.correction is not None:
                after = f"{_placed_words(study, event, change.after.correction)} ▾"
            return before, after
        if column == "text":
            said = study.text.spelled(int(study.events.start[event]), int(study.events.end[event]))
        elif column == "sentence":
            said = grouped(int(study.event_sentence[event]) + 1)
        else:
            prediction = study.predictions[int(study.events.prediction[event])]
            said = prediction.system if prediction.run < 2 else f"{prediction.system} run {prediction.run}"
        return said, said


def changed_parts(changes: Sequence["ListChange"]) -> tuple[str, ...]:
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


def _placed_words(study: Study, event: int, reading: Reading) -> str:
    """Write the words of an event with its mentions in brackets, so that it can be seen which are meant."""
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    place, end = int(study.events.start[event]), int(study.events.end[event])
    said = list[str]()
    for start, stop, name in reading:
        said += [study.text.spelled(place, zero + start), f"[{study.text.spelled(zero + start, zero + stop)} {name}]"]
        place = zero + stop
    return " ".join(filter(None, [*said, study.text.spelled(place, end)]))


_USUAL, _WIDEST, _WIDEST_EVENT = 96, 260, 150  # at a font of 13 pixels
_MOST_MEASURED = 200


class ChangesView(Styled, QTableView):
    """Show changes; the row the keyboard or the mouse goes to asks for its event."""

    event_requested = Signal(int)

    def __init__(self, study: Study) -> None:
        super().__init__()
        self.setAccessibleName("Decisions that change")
        self._model = ChangesModel(study, self)
        self.setModel(self._model)
        self.setItemDelegate(_RowDelegate(self))
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.SelectedClicked | QAbstractItemView.EditTrigger.DoubleClicked
        )
        list_lines(self).setStretchLastSection(True)
        self.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.clicked.connect(lambda index: self.event_requested.emit(self._model.event_of(index.row())))

    @property
    def changes(self) -> "tuple[ListChange, ...]":
        return self._model.changes

    def show_list(self, study: Study, edited: "EditedList") -> None:
        self._model.show_changes(study, edited.changes)
        self._fit_columns()

    def _restyle(self) -> None:
        set_row_height(self, QFontMetrics(self.font()).height() + round(6 * self.unit))
        self._fit_columns()

    def _fit_columns(self) -> None:
        unit, metrics, model = self.unit, QFontMetrics(self.font()), self._model
        for column in range(model.columnCount()):
            rows = range(min(model.rowCount(), _MOST_MEASURED))
            texts = [model.headerData(column, Qt.Orientation.Horizontal)]
            texts += [model.index(row, column).data() for row in rows]
            widest = max(metrics.horizontalAdvance(text) for text in texts) + 16 * unit
            self.setColumnWidth(column, round(min(widest, (_WIDEST if column else _WIDEST_EVENT) * unit)))

    def _on_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and self.hasFocus():
            self.event_requested.emit(self._model.event_of(current.row()))

    def _copy(self) -> None:
        columns = range(self._model.columnCount())
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        lines = ["\t".join(str(self._model.index(row, column).data()) for column in columns) for row in rows]
        copy_text("\n".join(lines))

    def sizeHint(self) -> QSize:
        return QSize(round(6 * _USUAL * self.unit), 12 * self.verticalHeader().defaultSectionSize())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.selectionModel().hasSelection() and self._model.rowCount():  # Qt makes the first current, unseen
            self.setCurrentIndex(self._model.index(max(self.currentIndex().row(), 0), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the event by Enter, which takes nothing; choose a right reading; copy rows."""
        if event.key() in ENTER_KEYS and self.currentIndex().isValid():
            self.event_requested.emit(self._model.event_of(self.currentIndex().row()))
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.key() == Qt.Key.Key_F2 and _CORRECTION in self._model.columns and self.currentIndex().isValid():
            place = self._model.index(self.currentIndex().row(), self._model.columns.index(_CORRECTION))
            if self._model.choices(place):
                self.setCurrentIndex(place)
                self.edit(place)
        else:
            super().keyPressEvent(event)


class _RowDelegate(NameDelegate):
    """Mark the chosen row with an edge instead of a frame around one of its cells."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        option.state &= ~QStyle.StateFlag.State_HasFocus
        super().paint(painter, option, index)
        if option.state & QStyle.StateFlag.State_Selected and not index.column():
            unit = unit_of(option.widget.font())
            paint_accent_edge(painter, current_theme(), unit, QRectF(option.rect))

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Offer the right readings that a cell can mean."""
        model, box = index.model(), QComboBox(parent)
        assert isinstance(model, ChangesModel)
        offer_names(box, model.choices(index))
        box.setAccessibleName("Correct annotation")
        box.activated.connect(lambda: self.commitData.emit(box))
        box.activated.connect(lambda: self.closeEditor.emit(box))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        editor.setCurrentIndex(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        model.setData(index, editor.currentIndex())


class ImportDialog(QDialog):
    """Show what a list changes and which of its rows fit nothing; `accepted` takes the changes."""

    safe_chosen = Signal(bool)  # the list is to be read again, with texts marked for spreadsheets or not

    def __init__(self, desk: Desk, study: Study, path: str) -> None:
        super().__init__(desk.asker)
        self.setObjectName("import_dialog")
        self.setWindowTitle(plain_title(f"Import decisions from {os.path.basename(path)}"))
        self._n_changes = 0
        self._head, self._summary = QLabel(), QLabel(wordWrap=True)
        self._changes = ChangesView(study)
        self._safe = QCheckBox("Exported as safe for &spreadsheets")
        self._safe.setToolTip(tooltip("Removes the ' that the export put before text that looks like a formula."))
        self._misfits, self._misfit_head = QPlainTextEdit(readOnly=True, tabChangesFocus=True), QLabel()
        self._buttons, self._take = dialog_buttons(self, "&Import decisions")
        self._copy = QPushButton("&Copy these rows")
        self._build_ui()
        self._changes.event_requested.connect(desk.event_requested)
        self._safe.toggled.connect(lambda: self.set_ready(False))
        self._safe.toggled.connect(self.safe_chosen)
        self._copy.clicked.connect(lambda: copy_text(self._misfits.toPlainText()))
        self._changes.setFocus()

    @property
    def is_safe(self) -> bool:
        return self._safe.isChecked()

    @property
    def changes(self) -> "tuple[ListChange, ...]":
        return self._changes.changes

    def show_list(self, study: Study, edited: "EditedList") -> None:
        self._n_changes = n_changes = len(edited.changes)
        self._changes.show_list(study, edited)
        self._changes.setVisible(bool(n_changes))
        self._head.setText(f"{counted(n_changes, 'decision')} to import" if n_changes else "Nothing to import")
        self._summary.setText(visible(_summary(edited)))
        n_misfits = len(edited.misfits)
        self._misfit_head.setText(f"{counted(n_misfits, 'row')} cannot be imported:")
        self._misfits.setPlainText(
            "\n".join(f"{edited.line_word} {grouped(one.line)}: {one.reason}" for one in edited.misfits)
        )
        self._bottom.setVisible(bool(n_misfits))
        self._take.setText(f"&Import {counted(n_changes, 'decision')}" if n_changes else "&Import decisions")
        self.set_ready(True)

    def show_mistake(self, sentence: str) -> None:
        self._summary.setText(visible(sentence))
        self.set_ready(False)

    def set_ready(self, is_ready: bool) -> None:
        """Let the changes be taken, or not while they are compared anew."""
        self._take.setEnabled(is_ready and self._n_changes > 0)

    def accept(self) -> None:
        if self._take.isEnabled():
            super().accept()

    def _build_ui(self) -> None:
        unit = unit_of(self.font())
        self._head.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._copy.setAutoDefault(False)
        self._misfits.setAccessibleName("Rows that are left out")
        self._bottom, parts = QWidget(), HairlineSplitter(Qt.Orientation.Vertical)
        head = fill(QHBoxLayout(), self._misfit_head, self._copy, stretched=self._misfit_head)
        fill(QVBoxLayout(self._bottom), head, self._misfits)
        parts.addWidget(self._changes)
        parts.addWidget(self._bottom)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 1)
        lines = (self._head, self._summary, parts, self._safe, self._buttons)
        layout = fill(QVBoxLayout(self), *lines, gap=round(8 * unit), stretched=parts)
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        resize_on_screen(self, 960, 600)


def _summary(edited: "EditedList") -> str:
    """Say what happens to verdicts, and how many rows say nothing new."""
    pairs = [(one.before.verdict, one.after.verdict) for one in edited.changes]
    n_new = sum(not before and bool(after) for before, after in pairs)
    n_other = sum(bool(before and after) and before != after for before, after in pairs)
    n_gone = sum(bool(before) and not after for before, after in pairs)
    said = [
        f"{grouped(number)} {words}"
        for number, words in (
            (n_new, "new"),
            (n_other, "changed"),
            (n_gone, "cleared"),
            (len(pairs) - n_new - n_other - n_gone, "with other causes, flags, notes or corrections"),
            (edited.n_unchanged, "unchanged"),
        )
        if number
    ]
    if n_open := sum(bool(one.readings) for one in edited.changes):
        words = counted(n_open, "correction")
        said.append(
            f"{words} with words that occur more than once: the leftmost are used; double-click or press F2 to choose"
        )
    return "; ".join(said) or "The list has no rows."


class ListImporting(QObject):
    """Asks for a list and takes from it what the user has seen."""

    def __init__(self, desk: Desk, reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._reviewing = desk, reviewing
        self._dialog: ImportDialog | None = None
        self._path = ""
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(lambda done, total: desk.progress.show_progress(done, total, "rows"))
        self._jobs.ended.connect(desk.progress.hide)
        self._jobs.succeeded.connect(self._on_read)
        self._jobs.failed.connect(self._on_failed)
        desk.progress.cancelled.connect(self._jobs.cancel)
        desk.menus.connect_command("import_decisions", self.ask)
        desk.document.study_changed.connect(self._offer)
        desk.closing.connect(self._close)
        self._reviewing.changed.connect(self._on_changed)
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        self._offer()

    @property
    def is_reading(self) -> bool:
        return self._jobs.is_running

    def ask(self) -> None:
        if not self._reviewing.path:
            self._desk.menus.action("new_review").trigger()  # decisions are kept in a file
        if not self._reviewing.path:
            return
        if path := ask_for_file(self._desk.asker, "Import decisions", "Lists (*.xlsx *.csv);;All files (*)"):
            self.read(path)

    def takes(self, path: str) -> bool:
        """Tell whether a file is a list for the review that is open."""
        if not self._desk.menus.action("import_decisions").isEnabled() or not self._reviewing.path:
            return False
        from nerinspect.review.list_reading import is_list  # not needed before a file is dropped on a review

        return is_list(path)

    def read(self, path: str) -> None:
        self._close()
        self._path = path
        self._desk.message.hide()
        self._desk.progress.begin("Reading decisions")
        self._start()

    def _offer(self) -> None:
        file, menus = self._reviewing.file, self._desk.menus
        is_possible = not file.is_read_only if file is not None else menus.action("new_review").isEnabled()
        menus.action("import_decisions").setEnabled(is_possible)

    def _start(self, *_: object) -> None:
        study, is_safe = self._desk.document.study, self._dialog is not None and self._dialog.is_safe
        if study is not None:
            self._jobs.start(partial(_read, study, self._path, is_safe))

    def _on_read(self, found: "tuple[Study, EditedList]") -> None:
        study, edited = found
        if study is not self._desk.document.study:
            self._start()
            return
        if self._dialog is None:
            from nerinspect.ui.guide import offer_guide  # not needed before a list is read

            self._dialog = ImportDialog(self._desk, study, self._path)
            offer_guide(self._dialog)
            self._dialog.accepted.connect(self._take)
            self._dialog.safe_chosen.connect(self._start)
            self._dialog.open()
        self._dialog.show_list(study, edited)
        self._dialog.set_ready(self._reviewing.is_ready)

    def _on_failed(self, error: Exception) -> None:
        sentence = told_fault("The list could not be read", error)
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.show_mistake(sentence)
        else:
            self._desk.message.say(sentence)

    def _take(self) -> None:
        assert self._dialog is not None, "its button was pressed"
        changes, name = self._dialog.changes, os.path.basename(self._path)
        self._dialog.deleteLater()
        self._dialog = None
        after = {one.event: partial(_after, one) for one in changes}
        then = partial(self._tell, len(changes), name)
        self._reviewing.attempt(lambda: self._reviewing.decide_each(after, f"import of {name}", then))

    def _tell(self, n_taken: int, name: str) -> None:
        taken, undo = counted(n_taken, "decision was", "decisions were"), self._desk.menus.action("undo").trigger
        self._desk.message.tell(f"{taken} imported from {name}.", [("Undo", undo)])

    def _on_changed(self) -> None:
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.set_ready(False)
            self._start()

    def _on_ready_changed(self) -> None:
        """Take nothing while events are being found; close where there is no review any more."""
        self._offer()
        if self._dialog is None or not self._dialog.isVisible():
            return
        if not self._reviewing.path:
            self._close()
        elif not self._reviewing.is_ready:
            self._dialog.set_ready(False)

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()
            self._dialog.deleteLater()
            self._dialog = None


def _read(study: Study, path: str, is_safe: bool, checkpoint: Checkpoint) -> "tuple[Study, EditedList]":
    from nerinspect.review.list_reading import read_list  # not needed before a list is read

    return study, read_list(study, path, is_safe, checkpoint)


def _after(change: "ListChange", _before: "Decision") -> "Decision":
    return change.after
