"""Causes: the field they are written in, its list, their chips; and those that are offered, in a dialog."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.events.decision import NO_VERDICT, VERDICTS, Decision, Decisions
from nerinspect.glossary import meaning
from nerinspect.lists.mentions import MENTIONS
from nerinspect.quantities import counted, grouped
from nerinspect.review.causes import USUAL_CAUSES, OfferedCauses, causes_as_facts, causes_of, one_cause
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.chips import Chip
from nerinspect.ui.kit.fields import RingedEdit
from nerinspect.ui.kit.layout import FlowLayout, fill, resize_on_screen
from nerinspect.ui.kit.screen_text import NameDelegate, announce, tooltip
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.themes import current_theme

if TYPE_CHECKING:
    from nerinspect.lists.sorts import EventSort
    from nerinspect.review.store import ReviewFile
    from nerinspect.ui.deciding.reviewing import Change, Reviewing


_REMOVING: Final = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_LONGEST = 180  # at a font of 13 pixels


class CauseChips(Styled, QWidget):
    """Show words as chips, which a click or Delete takes away."""

    removed = Signal(int)  # the word at this place is not wanted

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Causes")
        self._chips: list[Chip] = []
        self._words: tuple[str, ...] = ()
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(0, 0, 0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._add_chip()  # before its neighbours: Tab goes through the parts as they are added
        self._chips[0].hide()
        self.hide()

    def show_words(self, words: Sequence[str]) -> None:
        self._words = tuple(words)
        while len(self._chips) < len(words):
            self._add_chip()
        for chip in self._chips[len(words) :]:
            chip.hide()
        for chip, word in zip(self._chips, words, strict=False):
            chip.show_label(word)
            chip.show()
        self._restyle()
        self.setVisible(bool(words))

    def _add_chip(self) -> None:
        chip, place = Chip(self), len(self._chips)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda: self.removed.emit(place))
        chip.installEventFilter(self)
        self._flow.addWidget(chip)
        if self._chips:
            self.setTabOrder(self._chips[-1], chip)
        self._chips.append(chip)

    def _restyle(self) -> None:
        unit = self.unit
        self._flow.setSpacing(round(6 * unit))
        for chip in self._chips[: len(self._words)]:
            chip.dress(self.font())
            chip.cut(_LONGEST * unit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _REMOVING:
            self.removed.emit(next(place for place, chip in enumerate(self._chips) if chip is watched))
            return True
        return super().eventFilter(watched, event)


_MOST_ROWS: Final = 8


class CauseList(QListWidget):
    """List words above a field, or below where there is more room.

    A child of the window rather than a window of its own, as the list under the search field is.
    """

    word_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(NameDelegate(self))
        self.setObjectName("cause_list")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._on_clicked)
        self.hide()

    @property
    def chosen(self) -> str:
        item = self.currentItem() if self.isVisible() else None
        return item.text() if item is not None else ""

    def offer(self, words: Sequence[str], field: QWidget) -> None:
        """List words, none of them chosen; hide if there are none."""
        self.clear()
        self.addItems(list(words))
        self.setAccessibleName(counted(len(words), "cause"))
        if words:
            set_ink(self, current_theme().border)  # of the frame
            self.setFont(field.font())
            self._place_beside(field)
            self.raise_()
        self.setVisible(bool(words))

    def step(self, step: int) -> None:
        """Choose another word; one step beyond the last or the first chooses none."""
        row = (self.currentRow() + 1 + step) % (self.count() + 1) - 1
        self.setCurrentRow(row)
        if self.chosen:
            announce(self, self.chosen)

    def _place_beside(self, field: QWidget) -> None:
        window = field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        metrics, unit = QFontMetrics(self.font()), unit_of(self.font())
        row, frame = metrics.height() + round(4 * unit), 2 * self.frameWidth()
        widest = max(metrics.horizontalAdvance(self.item(place).text()) for place in range(self.count()))
        for place in range(self.count()):
            self.item(place).setSizeHint(QSize(0, row))
        corner = field.mapTo(window, QPoint(0, 0))
        above, below = corner.y(), window.height() - corner.y() - field.height()
        n_rows = max(1, min(self.count(), _MOST_ROWS, (max(above, below) - frame) // row))
        beside = self.verticalScrollBar().sizeHint().width() if n_rows < self.count() else 0
        width = min(max(field.width(), widest + beside + frame + round(16 * unit)), window.width())
        height = n_rows * row + frame
        top = corner.y() - height if above > below else corner.y() + field.height()
        self.setGeometry(min(corner.x(), window.width() - width), top, width, height)

    def _on_clicked(self, item: QListWidgetItem) -> None:
        self.word_clicked.emit(item.text())


_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}

VERDICT_SIGN: Final = "="  # what a verdict of one's own begins with


class CauseField(RingedEdit):
    """Take a cause, which may hold blanks, or, behind `=`, a verdict of one's own."""

    causes_written = Signal(object)
    verdict_written = Signal(str)  # a verdict; empty for none
    last_unwanted = Signal()  # backspace was pressed where nothing is written

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cause_field")
        self.setAccessibleName("Add a cause")
        self.setPlaceholderText("Add a cause…")
        self._words: tuple[str, ...] = USUAL_CAUSES
        self._list = CauseList(self)
        self._list.word_clicked.connect(self._take)
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(lambda: self._take(self._list.chosen or self.text()))
        self.show_reason("")

    def show_reason(self, why: str) -> None:
        """Say in the tooltip why nothing can be written, or what can."""
        how = f"Enter adds it. A word after {VERDICT_SIGN} is your own verdict, such as {VERDICT_SIGN}unclear."
        self.setToolTip(tooltip(why or f"{meaning('decision_cause')}\n{how}"))

    def offer(self, known: Sequence[str], usual: Sequence[str] = USUAL_CAUSES) -> None:
        self._words = tuple(dict.fromkeys((*known, *usual)))

    def _on_edited(self, text: str) -> None:
        """List the words that hold what is written, those that begin so first."""
        typed = text.strip().casefold()
        found = [word for word in self._words if typed in word.casefold()] if typed else []
        self._list.offer(sorted(found, key=lambda word: not word.casefold().startswith(typed)), self)

    def _take(self, text: str) -> None:
        """Announce what is written or was clicked, and empty the field."""
        text = text.strip()
        self._list.hide()
        self.clear()
        if text.startswith(VERDICT_SIGN):
            word = "-".join(text.removeprefix(VERDICT_SIGN).split())
            known = word.casefold() if word.casefold() in VERDICTS else word
            if word:
                self.verdict_written.emit("" if known.casefold() == NO_VERDICT else known)
        elif text:
            self.causes_written.emit((one_cause(text),))

    def event(self, event: QEvent) -> bool:
        """Keep Esc for the field while there is something to hide or to empty."""
        is_key = event.type() == QEvent.Type.ShortcutOverride
        if is_key and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape and (self.text() or self._list.isVisible()):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the list by arrows, take back the last cause by Backspace, empty the field by Esc."""
        key = event.key()
        if step := _STEPS.get(Qt.Key(key)):
            if self._list.isVisible():
                self._list.step(step)
            else:
                self._list.offer(self._words, self)
        elif key == Qt.Key.Key_Escape and self._list.isVisible():
            self._list.hide()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.last_unwanted.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._list.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._list.hide()


_HINT = "Renaming a cause updates the decisions that use it; removing it from this list does not."
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
            item = QTreeWidgetItem(self.tree, [cause, grouped(number) if number else ""])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setData(_CAUSE, Qt.ItemDataRole.UserRole, cause)
            item.setTextAlignment(_EVENTS, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(_CAUSE, Qt.ItemDataRole.AccessibleTextRole, f"{cause}, {counted(number, 'event')}")
        place = [*counts].index(before) if before in counts else min(row, len(counts) - 1)
        self.tree.setCurrentIndex(self.tree.model().index(max(place, 0), _CAUSE))
        self.tree.blockSignals(False)
        self._update()

    def _build_ui(self) -> None:
        self.tree.setAccessibleName("Causes")
        self.tree.setHeaderLabels(["Cause", "Events"])
        self.tree.headerItem().setTextAlignment(_EVENTS, Qt.AlignmentFlag.AlignRight)
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
        fill(row, self.field, self._add, self._rename, self._remove, stretched=self.field)
        close.rejected.connect(self.reject)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        hint = QLabel(_HINT, wordWrap=True)
        fill(QVBoxLayout(self), self.tree, row, hint, close, stretched=self.tree, has_margins=True)
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

    def __init__(self, desk: Desk, reviewing: "Reviewing", offer: Callable[[Sequence[str]], object]) -> None:
        super().__init__(desk)
        self._desk, self._reviewing, self._offer = desk, reviewing, offer
        self._file: ReviewFile | None = None
        self._offered = OfferedCauses()
        self._dialog: CauseDialog | None = None
        self._reviewing.changed.connect(self.show)
        self._reviewing.relations_changed.connect(self.show)
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        desk.menus.connect_command("causes", self.ask)
        self._on_ready_changed()

    def ask(self) -> None:
        from nerinspect.ui.guide import offer_guide  # not needed before it is asked for

        self._close()
        self._dialog = CauseDialog(self._desk.asker)
        offer_guide(self._dialog)
        self._dialog.added.connect(lambda cause: self._keep(self._offered.adding(cause)))
        self._dialog.removed.connect(lambda cause: self._keep(self._offered.removing(cause)))
        self._dialog.renamed.connect(self._rename, Qt.ConnectionType.QueuedConnection)  # its editor closes first
        self._dialog.finished.connect(self._let_go)
        self.show()
        self._dialog.open()

    def _rename(self, cause: str, name: str) -> None:
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
        self._reviewing.attempt(lambda: self._reviewing.decide_sorts(study, changes, told, then))

    def _on_renamed(self, cause: str, name: str) -> None:
        self._keep(self._offered.renaming(cause, name))

    def _keep(self, offered: OfferedCauses) -> None:
        file = self._file
        if file is not None and self._reviewing.attempt(lambda: file.put_facts(causes_as_facts(offered))):
            self._offered = offered
        self.show()

    def _on_ready_changed(self) -> None:
        self._desk.menus.action("causes").setEnabled(self._reviewing.is_ready)
        if self._reviewing.file is not self._file:
            self._file = self._reviewing.file
            self._offered = causes_of(self._file.facts()) if self._file is not None else OfferedCauses()
            self._close()
            self.show()

    def show(self, _events: object = None) -> None:
        """Offer the causes wherever some are written, such as in a part that joined the review."""
        study = self._desk.document.study
        decided = [study.decisions, study.relation_decisions] if study is not None else []
        used = sorted({cause for decisions in decided for cause in decisions.causes})
        offered = self._offered.with_used(used)
        self._offer(offered)
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
