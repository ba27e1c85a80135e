"""What the corrected reference says otherwise than the reference, line by line, before it is written."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QProgressBar,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import counted
from nerinspect.events.prediction_names import prediction_name
from nerinspect.events.study import Study
from nerinspect.query.language.writer import query_text
from nerinspect.query.review_progress import WithoutEffect
from nerinspect.review.corrected_reference import ChangedLine, CorrectedReference
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.screen_text import copy_text, plain_title, tooltip
from nerinspect.ui.theme.fonts import TITLE, scaled_font, unit_of
from nerinspect.visible import visible

_Index: TypeAlias = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
_TITLES: Final = ("Line", "Now", "Corrected")
_NUMBER: Final = 0
_NEW, _GONE = "new", "–"


class ReferenceLines(QTableView):
    """Show changed lines, each as it is and as it will be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Lines that change")
        self._model = _LinesModel(self)
        self.setModel(self._model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        height = QFontMetrics(self.font()).height() + round(6 * unit_of(self.font()))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_NUMBER, QHeaderView.ResizeMode.Fixed)

    def show_lines(self, lines: Sequence[ChangedLine]) -> None:
        """Show other lines."""
        self._model.show_lines(lines)
        widest = f"{max((line.number for line in lines), default=0):,}"
        room = QFontMetrics(self.font()).horizontalAdvance(max(widest, _TITLES[_NUMBER], key=len))
        self.setColumnWidth(_NUMBER, room + round(24 * unit_of(self.font())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected lines, cells parted by tabs."""
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

    def show_lines(self, lines: Sequence[ChangedLine]) -> None:
        """Show other lines."""
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def cells(self, row: int) -> tuple[str, str, str]:
        """Give the texts of a row."""
        line = self._lines[row]
        return f"{line.number:,}" if line.number else _NEW, line.before or _GONE, line.after or _GONE

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(_TITLES)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows or says."""
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
        """Give the title of a column."""
        is_title = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return _TITLES[section] if is_title else None


class ReferencePreview(NamedTuple):
    """What is to be written."""

    study: Study
    n_applied: int
    without_effect: list[WithoutEffect]  # what leaves the reference as it is
    made: CorrectedReference | None  # the file; None if it cannot be written
    lines: list[ChangedLine] | None  # those that change; None where the format has no lines
    problem: str = ""  # why it cannot be written, in a sentence; empty if it can


class ReferenceDialog(QDialog):
    """Show which lines change and which decisions change nothing; each number leads to its events."""

    write_requested = Signal()
    door_opened = Signal(str, int)  # the query of a number, and the prediction whose events it counts
    cancelled = Signal()  # what goes on is to end

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reference_dialog")
        self.setWindowTitle(plain_title(title))
        self.preview: ReferencePreview | None = None
        self._head, self._problem, self._said = QLabel(), QLabel(wordWrap=True), QLabel(wordWrap=True)
        self._reasons, self._lines = QVBoxLayout(), ReferenceLines()
        self._reasons_head = QLabel("Without effect (click a number to see the events):")
        self._working = QProgressBar(textVisible=False)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._write = self._buttons.addButton("&Write…", QDialogButtonBox.ButtonRole.AcceptRole)
        self._build_ui()
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def begin(self, words: str) -> None:
        """Say what goes on; nothing can be written meanwhile."""
        self._head.setText(words)
        self._working.show()
        self._write.setEnabled(False)

    def show_preview(self, preview: ReferencePreview) -> None:
        """Show what would be written."""
        self.preview = preview
        lines = preview.lines
        self.show_problem(preview.problem)
        n_lines = counted(len(lines), "line") if lines is not None else ""
        changes = f"{n_lines} {'changes' if lines is not None and len(lines) == 1 else 'change'}"
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
        """Give up."""
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

    def _reason(self, study: Study, one: WithoutEffect) -> DoorLabel:
        """Make a line with a door for each prediction that has events."""
        label, query = DoorLabel(self, doors="accent"), query_text(one.query)
        label.setWordWrap(True)
        having = [(number, n_events) for number, n_events in enumerate(one.n_events) if n_events]
        doors = [having[0][0]]
        pieces = [Piece(one.words, query)]
        if len(having) > 1:
            pieces, doors = [Piece(f"{one.words}: ")], [-1]
            for number, n_events in having:
                if len(doors) > 1:
                    pieces.append(Piece(", "))
                    doors.append(-1)
                pieces.append(Piece(f"{prediction_name(study, number)} {n_events:,}", query))
                doors.append(number)
        label.show_pieces(pieces)
        label.door_opened.connect(lambda place: self._open_door(query, doors[place]))
        return label

    def _open_door(self, query: str, prediction: int) -> None:
        self.reject()
        self.door_opened.emit(query, prediction)

    def _build_ui(self) -> None:
        unit = unit_of(self.font())
        self._head.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._working.setRange(0, 0)
        self._reasons.setSpacing(round(2 * unit))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        layout.setSpacing(round(8 * unit))
        for widget in (self._head, self._working, self._problem):
            layout.addWidget(widget)
        layout.addWidget(self._lines, 1)
        layout.addWidget(self._said)
        layout.addWidget(self._reasons_head)
        layout.addLayout(self._reasons)
        layout.addStretch()
        layout.addWidget(self._buttons)
        for hidden in (self._problem, self._said, self._reasons_head, self._lines):
            hidden.hide()
        self._write.setDefault(True)  # only now that it stands in the dialog
        self.resize(round(860 * unit), round(560 * unit))


def _said(preview: ReferencePreview) -> str:
    """Say what stands where no lines do."""
    if preview.made is None:
        return ""
    if preview.lines is None:
        return "The format is binary, so the lines that change cannot be shown."
    return "" if preview.lines else "Nothing changes: the file would be the same as it is."
