"""How the open files were read, each with its choices, repairs and losses."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.events.study import Study
from nerinspect.tables.files import FileFacts, facts_text, file_facts
from nerinspect.ui.kit.layout import resize_on_screen
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
        layout = QVBoxLayout(self)
        layout.addWidget(self._tree)
        layout.addWidget(buttons)
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
