"""The causes that are offered: kept in the review, and added, renamed and removed in a dialog."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
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

from nerinspect.errors import NerinspectError, counted
from nerinspect.events.decision import Decision, Decisions
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review.causes import OfferedCauses, causes_as_facts, causes_of, one_cause
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.layout import resize_on_screen
from nerinspect.ui.kit.screen_text import NameDelegate

if TYPE_CHECKING:
    from nerinspect.lists.sorts import EventSort
    from nerinspect.review.store import ReviewFile
    from nerinspect.ui.deciding.decider import Reviews
    from nerinspect.ui.deciding.steps import Change


_HINT = "A new name changes all decisions that have the cause; removing it from the list changes none."
_CAUSE, _EVENTS = 0, 1


class CauseDialog(QDialog):
    """List the causes that are offered, with the events that have them; each change is kept at once."""

    added = Signal(str)
    removed = Signal(str)
    renamed = Signal(str, str)  # a cause and its new name

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


class CauseWords(QObject):
    """Keeps the list of a review, and shows what is offered wherever a cause is written."""

    def __init__(self, desk: Desk, reviews: "Reviews") -> None:
        super().__init__(desk)
        self._desk, self._reviews, self._reviewing = desk, reviews, reviews.reviewing
        self._file: ReviewFile | None = None
        self._offered = OfferedCauses()
        self._dialog: CauseDialog | None = None
        self._reviewing.changed.connect(self._show)
        self._reviewing.relations_changed.connect(self._show)
        reviews.joined.connect(self._show)
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        desk.menus.connect_command("causes", self.ask)
        self._on_ready_changed()

    def ask(self) -> None:
        """Let the list be changed."""
        from nerinspect.ui.guide import offer_guide  # not needed before it is asked for

        self._close()
        self._dialog = CauseDialog(self._desk.asker)
        offer_guide(self._dialog)
        self._dialog.added.connect(lambda cause: self._keep(self._offered.adding(cause)))
        self._dialog.removed.connect(lambda cause: self._keep(self._offered.removing(cause)))
        self._dialog.renamed.connect(self._rename, Qt.ConnectionType.QueuedConnection)  # its editor closes first
        self._dialog.finished.connect(self._let_go)
        self._show()
        self._dialog.open()

    def _rename(self, cause: str, name: str) -> None:
        """Call a cause otherwise, in the list and in all decisions."""
        study = self._desk.document.study
        assert study is not None, "there is a review"
        events, relations = _given(study.decisions, cause), _given(study.relation_decisions, cause)
        rename, words = partial(_renamed, cause, name), f"“{cause}” as “{name}” for"
        told = f"{words} {counted(len(events) + len(relations), 'event')}"
        then = partial(self._on_renamed, cause, name)
        changes: dict[EventSort, dict[int, Change]] = {MENTIONS: dict.fromkeys(events, rename)}
        if relations:
            from nerinspect.lists.relations import RELATIONS  # few reviews are about relations

            changes[RELATIONS] = dict.fromkeys(relations, rename)
        self._told(lambda: self._reviewing.decide_sorts(study, changes, told, then))

    def _on_renamed(self, cause: str, name: str) -> None:
        self._keep(self._offered.renaming(cause, name))

    def _keep(self, offered: OfferedCauses) -> None:
        file = self._file
        if file is not None and self._told(lambda: file.put_facts(causes_as_facts(offered))):
            self._offered = offered
        self._show()

    def _told(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except NerinspectError as mistake:
            self._reviewing.refused.emit(mistake)
            return False
        return True

    def _on_ready_changed(self) -> None:
        self._desk.menus.action("causes").setEnabled(self._reviewing.is_ready)
        if self._reviewing.file is not self._file:
            self._file = self._reviewing.file
            self._offered = causes_of(self._file.facts()) if self._file is not None else OfferedCauses()
            self._close()
            self._show()

    def _show(self, _events: object = None) -> None:
        study = self._desk.document.study
        decided = [study.decisions, study.relation_decisions] if study is not None else []
        used = sorted({cause for decisions in decided for cause in decisions.causes})
        offered = self._offered.with_used(used)
        self._reviews.show_causes(offered)
        if self._dialog is not None and study is not None:
            every = (one for decisions in decided for _, one in decisions.items())
            counts = Counter(cause for one in every for cause in one.causes)
            self._dialog.show_causes({cause: counts[cause] for cause in offered})

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()

    def _let_go(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None


def _given(decisions: Decisions, cause: str) -> list[int]:
    return [event for event, decision in decisions.items() if cause in decision.causes]


def _renamed(cause: str, name: str, decision: Decision) -> Decision:
    return replace(decision, causes=tuple(dict.fromkeys(name if one == cause else one for one in decision.causes)))
