"""Where results come from: how the open files were read, and in what two results differ by their signatures."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study
from nerinspect.io.signature import PartDifference, differences_in_words, find_signature
from nerinspect.quantities import counted
from nerinspect.tables.files import FileFacts, facts_text, file_facts
from nerinspect.ui.kit.file_dialogs import ask_for_file
from nerinspect.ui.kit.layout import fill, resize_on_screen
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.visible import visible


class FilesDialog(QDialog):
    """List the files of a study; each unfolds into what is to be known of it."""

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("files_dialog")
        self.setWindowTitle("How the files were read")
        self._files, self._warnings = file_facts(study), study.warnings
        resize_on_screen(self, 720, 460)
        self._tree = QTreeWidget()
        self._tree.setAccessibleName("Files")
        self._tree.setHeaderLabels(["File", "How it was read"])
        self._tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._tree.setWordWrap(True)
        self._fill()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy as text", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        fill(QVBoxLayout(self), self._tree, buttons, has_margins=True)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.copy)

    def copy(self) -> None:
        """Put everything on the clipboard as text."""
        QApplication.clipboard().setText(facts_text(self._files, self._warnings))

    def _fill(self) -> None:
        for file in self._files:
            item = QTreeWidgetItem(self._tree, [visible(file.title), visible(file.path)])
            item.setToolTip(1, tooltip(file.path))
            bold = self._tree.font()
            bold.setBold(True)
            item.setFont(0, bold)
            self._add_facts(item, file)
            item.setExpanded(True)
        if self._warnings:
            item = QTreeWidgetItem(self._tree, ["noticed", ""])
            for warning in self._warnings:
                QTreeWidgetItem(item, ["", visible(warning)]).setToolTip(1, tooltip(warning))
            item.setExpanded(True)
        head = self._tree.header()
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        if first := self._tree.topLevelItem(0):
            self._tree.setCurrentItem(first)

    def _add_facts(self, item: QTreeWidgetItem, file: FileFacts) -> None:
        for name, value in (*file.facts, *(("Note", note) for note in file.notes)):
            QTreeWidgetItem(item, [name, visible(value)]).setToolTip(1, tooltip(value))


_HEADS: Final = ("Part", "Difference", "A", "B")
_EMPTY: Final = "Paste the signature of another result as B, or choose a file that was exported."
_SIZE: Final = (860, 420)  # at a font of 13 pixels


class SignatureDialog(QDialog):
    """Say in what two results differ."""

    def __init__(self, shown: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("signature_dialog")
        self.setWindowTitle("Compare with a signature")
        self.a, self.b = QLineEdit(shown), QLineEdit()
        self.verdict, self.table = QLabel(_EMPTY), QTableWidget(0, len(_HEADS))
        self._build_ui()
        for edit in (self.a, self.b):
            edit.setCursorPosition(0)
            edit.textChanged.connect(self._compare)
        (self.b if shown else self.a).setFocus()

    def _build_ui(self) -> None:
        resize_on_screen(self, *_SIZE)
        grid = QGridLayout()
        for row, (letter, edit) in enumerate((("A", self.a), ("B", self.b))):
            label, button = QLabel(f"&{letter}"), QPushButton("Choose file…")
            label.setBuddy(edit)
            edit.setAccessibleName(f"Signature {letter}")
            button.setAccessibleName(f"Choose the file of {letter}")
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, edit=edit: self._choose(edit))
            for place, part in enumerate((label, edit, button)):
                grid.addWidget(part, row, place)
        self.verdict.setWordWrap(True)
        self.table.setAccessibleName("Differences")
        self.table.setHorizontalHeaderLabels(_HEADS)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = fill(QVBoxLayout(self), grid, self.verdict, self.table, stretched=self.table, has_margins=True)
        column.addStretch()
        column.addWidget(buttons)

    def _choose(self, edit: QLineEdit) -> None:
        path = ask_for_file(self, "A file that was exported")
        if not path:
            return
        try:
            edit.setText(find_signature(path))
        except NerinspectError as mistake:
            self._show((), f"{mistake}.")
        edit.setCursorPosition(0)

    def _compare(self) -> None:
        a, b = self.a.text().strip(), self.b.text().strip()
        if not a or not b:
            self._show((), _EMPTY)
            return
        try:
            found = differences_in_words(a, b)
        except NerinspectError as mistake:
            self._show((), f"{mistake}.")
            return
        alike = "The signatures agree: the same files, read and counted in the same way."
        self._show(found, f"The signatures differ in {counted(len(found), 'part')}." if found else alike)

    def _show(self, found: Sequence[PartDifference], verdict: str) -> None:
        self.verdict.setText(visible(verdict))
        self.verdict.setAccessibleName(verdict)
        self.table.setVisible(bool(found))
        self.table.setRowCount(len(found))
        for row, difference in enumerate(found):
            for place, text in enumerate(difference):
                item = QTableWidgetItem(visible(text))
                item.setToolTip(tooltip(text))
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, place, item)
