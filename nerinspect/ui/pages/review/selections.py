"""The saved selections on the page of a review: a table with what can be done to each, and two of them compared."""

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Final

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from nerinspect.events.study import Study
from nerinspect.ui.deciding.saved_selections import KeptSelections, selections_of
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import copy_text, tooltip
from nerinspect.ui.kit.strips import MessageStrip
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import NumberTableModel
from nerinspect.ui.pages.review.compared_selections import (
    LIST_COLUMNS,
    NAME_COLUMNS,
    SELECTIONS,
    ComparedSelections,
    CountedSelection,
    count_selections,
    n_looked_at,
    selection_groups,
)


class SelectionTable(NumberTable):
    """List saved selections: Enter puts one in force, F2 changes it, Delete takes it away."""

    def __init__(self, kept: KeptSelections, message: MessageStrip) -> None:
        super().__init__(NumberTableModel(LIST_COLUMNS, NAME_COLUMNS, SELECTIONS))
        self.numbers.setParent(self)
        self._kept, self._message = kept, message

    @property
    def current(self) -> str:
        """The name of the selection in the current row; empty if there is none."""
        row = self.currentIndex().row()
        return self.numbers.place(row).row.name if 0 <= row < self.numbers.rowCount() else ""

    def open(self, index: QModelIndex) -> None:
        """Put a selection in force; one that cannot be read says why."""
        self._kept.choose(self.numbers.place(index.row()).row.name)

    def copy_query(self) -> None:
        """Put the query of the current selection on the clipboard."""
        if name := self.current:
            copy_text(self._kept.query(name) or "")
            self._message.tell(f"The query of “{name}” is on the clipboard.")

    def edit_current(self) -> None:
        """Let the user change the current selection."""
        if self.current and not self._kept.why_not:
            self._kept.ask_again(self.current)

    def remove_current(self) -> None:
        """Take the current selection away."""
        if self.current and not self._kept.why_not:
            self._kept.remove(self.current)

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Add what can be done with a selection."""
        menu = super().menu_of(index)
        menu.addSeparator()
        menu.addAction("Put in Force", partial(self.open, index))
        menu.addAction("Copy Query", self.copy_query)
        for text, act in (("Edit…", self.edit_current), ("Remove", self.remove_current)):
            menu.addAction(text, act).setEnabled(not self._kept.why_not)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change with F2, take away with Delete."""
        if event.key() == Qt.Key.Key_F2:
            self.edit_current()
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_current()
        else:
            super().keyPressEvent(event)


_NONE: Final = "none yet: filter the events, then save the filter"


class SelectionsPart(Part):
    """Shows what filters were saved and how many events each keeps now, and lets them be used and changed.

    Attributes
    ----------
    compared : ComparedSelections
        Two of them side by side, which stands elsewhere on the page.
    """

    def __init__(self, desk: Desk) -> None:
        self._kept = selections_of(desk.document)
        self.table, self.compared = SelectionTable(self._kept, desk.message), ComparedSelections()
        self._use, self._copy, self._edit, self._remove = buttons = (
            QPushButton("Put in Force"),
            QPushButton("Copy Query"),
            QPushButton("Edit…"),
            QPushButton("Remove"),
        )
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        for button in buttons:
            button.setFlat(True)
            button.setAutoDefault(True)  # Enter presses it where the focus is
            row.addWidget(button)
        row.addStretch(1)
        save = desk.menus.action("save_selection")
        save.setIconText("Save This Filter…")
        super().__init__(SELECTIONS, self.table, self._buttons, action=save)
        self.setObjectName("selections_part")
        self._look: Look | None = None
        self.work = Derived(count_selections, self, "Nothing was counted", _n_looked_at, keeps=0)
        self.work.made.connect(self._show)
        self._use.clicked.connect(lambda: self._kept.choose(self.table.current))
        self._copy.clicked.connect(self.table.copy_query)
        self._edit.clicked.connect(self.table.edit_current)
        self._remove.clicked.connect(self.table.remove_current)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._offer())
        self._kept.changed.connect(self._offer)
        self._offer()

    def refresh(self, look: Look) -> None:
        """Count anew what each selection keeps."""
        self._look = look
        self.show()
        self.work.ask(look.study, self._kept.entries, look.prediction)

    def _show(self, counted: tuple[CountedSelection, ...]) -> None:
        look = self._look
        assert look is not None, "its selections were counted"
        first, last = look.study.event_start[look.prediction : look.prediction + 2].tolist()
        name, names = self.table.current, [one.saved.name for one in counted]
        self.table.numbers.set_groups(selection_groups(counted, last - first))
        if name in names:
            self.table.setCurrentIndex(self.table.numbers.index(names.index(name), 0))
        for widget in (self.table, self._buttons):
            widget.setVisible(bool(counted))
        warned = sum(bool(one.saved.warning) for one in counted)
        self.set_caption(_NONE if not counted else f"{warned:,} with a warning" if warned else "")
        self.compared.show_selections(look, counted)
        self._offer()

    def _offer(self) -> None:
        """Let buttons be used where they can do something; others say why not."""
        why_not = self._kept.why_not
        no_row = "" if self.table.current else "Choose a selection first."
        for button, why in (
            (self._use, no_row),
            (self._copy, no_row),
            (self._edit, why_not or no_row),
            (self._remove, why_not or no_row),
        ):
            button.setEnabled(not why)
            button.setToolTip(tooltip(why))


def _n_looked_at(study: Study, entries: Sequence[tuple[str, str]], _prediction: int) -> float:
    may_hold_patterns = any("/" in query for _, query in entries)
    return inf if may_hold_patterns else n_looked_at(study)
