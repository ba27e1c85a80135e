"""The corrected reference of a review: what it says otherwise, line by line, then written behind the window."""

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLabel,
    QProgressBar,
    QTableView,
    QVBoxLayout,
)

from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study, shown_name
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.query.language.parser import query_text
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.doors import Door, DoorLabel, Piece
from nerinspect.ui.kit.file_dialogs import ask_where_to_save, ways_to
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.layout import dialog_buttons, fill
from nerinspect.ui.kit.screen_text import copy_text, plain_title, told, told_fault, tooltip
from nerinspect.ui.kit.tables import NO_INDEX, Index, list_lines, set_row_height
from nerinspect.ui.theme.fonts import TITLE, scaled_font, unit_of
from nerinspect.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerinspect.query.review_progress import WithoutEffect
    from nerinspect.review.corrected_reference import ChangedLine, CorrectedReference
    from nerinspect.ui.deciding.reviewing import Reviewing


_TITLES: Final = ("Line", "Now", "Corrected")
_NUMBER: Final = 0
_NEW, _GONE = "new", "–"


class ReferenceLines(QTableView):
    """Show changed lines, each as it is and as it will be."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Lines that change")
        self._model = _LinesModel(self)
        self.setModel(self._model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        head = list_lines(self)
        set_row_height(self, QFontMetrics(self.font()).height() + round(6 * unit_of(self.font())))
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_NUMBER, QHeaderView.ResizeMode.Fixed)

    def show_lines(self, lines: "Sequence[ChangedLine]") -> None:
        self._model.show_lines(lines)
        widest = f"{grouped(max((line.number for line in lines), default=0))}"
        room = QFontMetrics(self.font()).horizontalAdvance(max(widest, _TITLES[_NUMBER], key=len))
        self.setColumnWidth(_NUMBER, room + round(24 * unit_of(self.font())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        copy_text("\n".join("\t".join(self._model.cells(row)) for row in rows))


class _LinesModel(QAbstractTableModel):
    """Lines as rows; cells are made when they are looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: Sequence[ChangedLine] = ()

    def show_lines(self, lines: "Sequence[ChangedLine]") -> None:
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def cells(self, row: int) -> tuple[str, str, str]:
        line = self._lines[row]
        return grouped(line.number) if line.number else _NEW, line.before or _GONE, line.after or _GONE

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(_TITLES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        if not index.isValid():
            return None
        text = self.cells(index.row())[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return visible(text.replace("\t", "    "))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(text)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == _NUMBER:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        is_title = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return _TITLES[section] if is_title else None


class ReferencePreview(NamedTuple):
    """What is to be written."""

    study: Study
    n_applied: int
    without_effect: "list[WithoutEffect]"  # what leaves the reference as it is
    made: "CorrectedReference | None"  # the file; None if it cannot be written
    lines: "list[ChangedLine] | None"  # those that change; None where the format has no lines
    problem: str = ""  # why it cannot be written, in a sentence; empty if it can


class ReferenceDialog(QDialog):
    """Show which lines change and which decisions change nothing; each number leads to its events."""

    write_requested = Signal()
    cancelled = Signal()  # what goes on is to end

    def __init__(self, desk: Desk, title: str) -> None:
        super().__init__(desk.asker)
        self._desk = desk
        self.setObjectName("reference_dialog")
        self.setWindowTitle(plain_title(title))
        self.preview: ReferencePreview | None = None
        self._head, self._problem, self._said = QLabel(), QLabel(wordWrap=True), QLabel(wordWrap=True)
        self._reasons, self._lines = QVBoxLayout(), ReferenceLines()
        self._reasons_head = QLabel("Without effect (click a number to see the events):")
        self._working = QProgressBar(textVisible=False)
        self._buttons, self._write = dialog_buttons(self, "&Write…")
        self._build_ui()

    def begin(self, words: str) -> None:
        """Say what goes on; nothing can be written meanwhile."""
        self._head.setText(words)
        self._working.show()
        self._write.setEnabled(False)

    def show_preview(self, preview: ReferencePreview) -> None:
        self.preview = preview
        lines = preview.lines
        self.show_problem(preview.problem)
        n_lines = counted(len(lines), "line") if lines is not None else ""
        changes = f"{n_lines} {word_for(len(lines or ()), 'changes', 'change')}"
        applied = f"{counted(preview.n_applied, 'correction')} applied"
        self._head.setText(f"{applied}: {changes}" if n_lines and preview.made else applied)
        self._lines.setVisible(bool(lines))
        self._lines.show_lines(lines or ())
        self._said.setText(_said(preview))
        self._said.setVisible(bool(self._said.text()))
        self._show_reasons(preview)
        (self._lines if lines else self._buttons).setFocus()

    def show_problem(self, problem: str) -> None:
        """Say why the file is not written, and let it be tried again where that makes sense."""
        self._working.hide()
        self._problem.setText(visible(problem))
        self._problem.setVisible(bool(problem))
        self._write.setEnabled(self.preview is not None and self.preview.made is not None)

    def accept(self) -> None:
        """Ask for the file; the dialog stays until it is written."""
        if self._write.isEnabled():
            self.write_requested.emit()

    def reject(self) -> None:
        self.cancelled.emit()
        super().reject()

    def _show_reasons(self, preview: ReferencePreview) -> None:
        while (item := self._reasons.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for one in preview.without_effect:
            self._reasons.addWidget(self._reason(preview.study, one))
        self._reasons_head.setVisible(bool(preview.without_effect))

    def _reason(self, study: Study, one: "WithoutEffect") -> DoorLabel:
        """Make a line with a door for each prediction that has events."""
        label, query = DoorLabel(self, doors="accent"), query_text(one.query)
        having = [(number, n_events) for number, n_events in enumerate(one.n_events) if n_events]
        doors = [having[0][0]]
        pieces = [Piece(one.words, query)]
        if len(having) > 1:
            pieces, doors = [Piece(f"{one.words}: ")], [-1]
            for number, n_events in having:
                if len(doors) > 1:
                    pieces.append(Piece(", "))
                    doors.append(-1)
                pieces.append(Piece(f"{shown_name(study, number)} {grouped(n_events)}", query))
                doors.append(number)
        label.show_pieces(pieces)
        label.door_opened.connect(lambda place: self._open_door(query, doors[place]))
        return label

    def _open_door(self, query: str, prediction: int) -> None:
        self.reject()
        self._desk.open(Door(query, prediction))

    def _build_ui(self) -> None:
        unit = unit_of(self.font())
        self._head.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._working.setRange(0, 0)
        self._working.setAccessibleName("Progress")
        self._reasons.setSpacing(round(2 * unit))
        above = (self._head, self._working, self._problem, self._lines, self._said, self._reasons_head, self._reasons)
        layout = fill(QVBoxLayout(self), *above, gap=round(8 * unit), stretched=self._lines)
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        layout.addStretch()
        layout.addWidget(self._buttons)
        for hidden in (self._problem, self._said, self._reasons_head, self._lines):
            hidden.hide()
        self._write.setDefault(True)  # only now that it stands in the dialog
        self.resize(round(860 * unit), round(560 * unit))


def _said(preview: ReferencePreview) -> str:
    if preview.made is None:
        return ""
    if preview.lines is None:
        return "The format is binary, so the lines that change cannot be shown."
    return "" if preview.lines else "Nothing changes: the file would be the same as it is."


_NAMES: Final = ("Write corrected reference", "Write adjudicated annotation")
_PACKED: Final = ".gz"


class ReferenceWriting(QObject):
    """Shows what the corrections of a review make of the reference, and writes it."""

    def __init__(self, desk: Desk, reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._document, self._reviewing = desk, desk.document, reviewing
        self._dialog: ReferenceDialog | None = None
        self._path = ""
        self._previewing, self._writing = JobRunner(self), JobRunner(self)
        self._previewing.succeeded.connect(self._on_previewed)
        self._previewing.failed.connect(self._on_failed)
        self._writing.succeeded.connect(self._on_written)
        self._writing.failed.connect(self._on_failed)
        desk.menus.connect_command("write_reference", self.ask)
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        self._reviewing.changed.connect(self._preview)
        self._document.tell_of_studies(self._on_ready_changed)
        desk.closing.connect(self._close)
        self._on_ready_changed()

    @property
    def is_busy(self) -> bool:
        return self._previewing.is_running or self._writing.is_running

    def ask(self) -> None:
        if not self._is_possible:
            return
        from nerinspect.ui.guide import offer_guide  # not needed before it is asked for

        self._close()
        self._dialog = ReferenceDialog(self._desk, self._name)
        offer_guide(self._dialog)
        self._dialog.write_requested.connect(self._ask_where)
        self._dialog.cancelled.connect(self._cancel)
        self._dialog.open()
        self._preview()

    @property
    def _name(self) -> str:
        study = self._document.study
        return _NAMES[study is not None and study.is_of_annotators]

    @property
    def _is_possible(self) -> bool:
        reviewing = self._reviewing
        is_there = reviewing.file is not None and not reviewing.is_reading and not reviewing.aside
        return is_there and self._document.study is not None and self._document.request is not None

    def _on_ready_changed(self) -> None:
        action = self._desk.menus.action("write_reference")
        action.setText(self._name.replace("Write", "Wr&ite") + "…")
        action.setEnabled(self._is_possible)
        if self._dialog is not None and self._dialog.isVisible():
            self._preview() if self._is_possible else self._close()

    def _preview(self, _events: object = None) -> None:
        study, request = self._document.study, self._document.request
        if self._dialog is None or not self._dialog.isVisible() or study is None or request is None:
            return
        self._dialog.begin("Applying the corrections")
        self._previewing.start(partial(_previewed, study, request))

    def _on_previewed(self, preview: ReferencePreview) -> None:
        if self._dialog is not None and preview.study is self._document.study:
            self._dialog.show_preview(preview)

    def _ask_where(self) -> None:
        dialog, request = self._dialog, self._document.request
        if dialog is None or dialog.preview is None or dialog.preview.made is None or request is None:
            return
        reference = parse_named_path(request.reference).path
        suffix = "adjudicated" if self._name == _NAMES[1] else "corrected"
        path, _ = ask_where_to_save(dialog, self._name, _suggested(reference, suffix), "All files (*)")
        if not path:
            return
        self._path = path
        dialog.begin("Writing")
        made, study = dialog.preview.made, dialog.preview.study
        self._writing.start(
            partial(_written, made, study, request, self._reviewing.path, path, self._is_whole(request))
        )

    def _is_whole(self, request: LoadRequest) -> bool:
        """Tell whether the review opens the very files that are on show, as they are read here."""
        from nerinspect.io.request import lasting_request
        from nerinspect.review.opening import request_of

        return self._reviewing.file is not None and request_of(self._reviewing.file) == lasting_request(request)

    def _on_written(self) -> None:
        path = self._path
        self._close()
        self._desk.message.tell(f"Wrote {path}; provenance: {path}.json.", ways_to(path))

    def _on_failed(self, error: Exception) -> None:
        if self._dialog is not None:
            self._dialog.show_problem(told_fault("The file could not be written", error))

    def _cancel(self) -> None:
        self._previewing.cancel()
        self._writing.cancel()

    def _close(self) -> None:
        if self._dialog is not None:
            dialog, self._dialog = self._dialog, None
            dialog.reject()
            dialog.deleteLater()


def _suggested(reference: str, suffix: str) -> str:
    """Name the file as the reference is named, with the same endings."""
    name = os.path.basename(reference)
    packed = _PACKED if name.endswith(_PACKED) else ""
    stem, ending = os.path.splitext(name.removesuffix(packed))
    return f"{stem}.{suffix}{ending}{packed}"


def _previewed(study: Study, request: LoadRequest, checkpoint: Checkpoint) -> ReferencePreview:
    from nerinspect.decisions.corrections import accepted_corrections, applicable
    from nerinspect.query.review_progress import without_effect
    from nerinspect.review.corrected_reference import changed_lines, corrected_reference

    checkpoint(0, 1)
    n_applied, idle = len(applicable(accepted_corrections(study))), without_effect(study)
    try:
        made = corrected_reference(study, request, checkpoint)
    except NerinspectError as mistake:
        return ReferencePreview(study, n_applied, idle, None, None, told(mistake))
    is_text = b"\0" not in made.before
    lines = changed_lines(made.before, made.data, made.has_labels, checkpoint) if is_text else None
    return ReferencePreview(study, n_applied, idle, made, lines)


def _written(
    made: "CorrectedReference",
    study: Study,
    request: LoadRequest,
    review: str,
    path: str,
    is_whole: bool,
    checkpoint: Checkpoint,
) -> None:
    from nerinspect.io.writing.export import OTHER_FILES
    from nerinspect.review.corrected_reference import reference_command

    checkpoint(0, 1)
    details = {} if is_whole else {"command_differs": f"The command line {OTHER_FILES}."}
    made.write(study, path, reference_command(review, path), details, request.files)
