"""Add, rename and remove the causes that are offered."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.review.offered_causes import one_cause
from nerinspect.ui.plain_text import NameDelegate
from nerinspect.ui.window_sizes import resize_on_screen

_HINT = "A new name changes all decisions that have the cause; removing it from the list changes none."
_CAUSE, _EVENTS = 0, 1


class CauseDialog(QDialog):
    """List the causes that are offered, with the events that have them; each change is kept at once.

    Signals
    -------
    added, removed : str
        A cause.
    renamed : str, str
        A cause and its new name.
    """

    added = Signal(str)
    removed = Signal(str)
    renamed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cause_dialog")
        self.setWindowTitle("Causes")
        self.tree, self.field = QTreeWidget(), QLineEdit()
        self.tree.setItemDelegate(NameDelegate(self.tree))
        self._add, self._rename, self._remove = QPushButton("&Add"), QPushButton("Re&name"), QPushButton("&Remove")
        self._build_ui()
        self.tree.itemChanged.connect(self._on_item_changed)
        self.tree.currentItemChanged.connect(lambda *_: self._update())
        self.field.textChanged.connect(lambda _: self._update())
        self._add.clicked.connect(self._on_added)
        self._rename.clicked.connect(self._on_rename)
        self._remove.clicked.connect(self._on_removed)
        QShortcut(QKeySequence("F2"), self, self._on_rename)
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.tree, self._on_removed)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.field.setFocus()

    def show_causes(self, counts: Mapping[str, int]) -> None:
        """List causes, each with the number of its events; the one that was chosen stays so."""
        before, row = self._chosen(), self.tree.currentIndex().row()
        self.tree.blockSignals(True)
        self.tree.clear()
        for cause, number in counts.items():
            item = QTreeWidgetItem(self.tree, [cause, f"{number:,}" if number else ""])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setData(_CAUSE, Qt.ItemDataRole.UserRole, cause)
            item.setTextAlignment(_EVENTS, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(_CAUSE, Qt.ItemDataRole.AccessibleTextRole, f"{cause}, {number:,} events")
        place = [*counts].index(before) if before in counts else min(row, len(counts) - 1)
        self.tree.setCurrentIndex(self.tree.model().index(max(place, 0), _CAUSE))
        self.tree.blockSignals(False)
        self._update()

    def _build_ui(self) -> None:
        self.tree.setAccessibleName("Causes")
        self.tree.setHeaderLabels(["Cause", "Events"])
        self.tree.setRootIsDecorated(False)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.itemDoubleClicked.connect(self._on_rename)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(_CAUSE, QHeaderView.ResizeMode.Stretch)
        self.field.setAccessibleName("New cause")
        self.field.setPlaceholderText("New cause…")
        self._rename.setToolTip("F2")
        self._remove.setToolTip("Delete")
        self._rename.setAutoDefault(False)
        self._remove.setAutoDefault(False)
        row, close = QHBoxLayout(), QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        row.addWidget(self.field, 1)
        for button in (self._add, self._rename, self._remove):
            row.addWidget(button)
        close.rejected.connect(self.reject)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        layout.addWidget(QLabel(_HINT, wordWrap=True))
        layout.addWidget(close)
        self._add.setDefault(True)
        resize_on_screen(self, 500, 420)

    def _chosen(self) -> str:
        item = self.tree.currentItem()
        return str(item.data(_CAUSE, Qt.ItemDataRole.UserRole)) if item is not None else ""

    def _update(self) -> None:
        """Offer what can be done."""
        self._add.setEnabled(bool(one_cause(self.field.text())))
        for button in (self._rename, self._remove):
            button.setEnabled(bool(self._chosen()))

    def _on_added(self) -> None:
        if word := one_cause(self.field.text()):
            self.field.clear()
            self.added.emit(word)

    def _on_rename(self) -> None:
        if (item := self.tree.currentItem()) is not None:
            self.tree.setFocus()
            self.tree.editItem(item, _CAUSE)

    def _on_removed(self) -> None:
        if cause := self._chosen():
            self.removed.emit(cause)

    def _on_item_changed(self, item: QTreeWidgetItem, _column: int) -> None:
        """Rename; the item shows the old name until that is done."""
        before, word = str(item.data(_CAUSE, Qt.ItemDataRole.UserRole)), one_cause(item.text(_CAUSE))
        self.tree.blockSignals(True)
        item.setText(_CAUSE, before)
        self.tree.blockSignals(False)
        if word and word != before:
            self.renamed.emit(before, word)
