"""Saved selections in a window: named, listed in the menu, put in force, taken back."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.query.selection import Selection
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.selections.kept_selections import selections_of
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.review.reviewing import Reviewing
    from nerinspect.ui.selections.selection_dialog import SelectionDialog


class SelectionsWiring(QObject):
    """Connects the saved selections with the menus, the messages and the review of a window.

    Parameters
    ----------
    window : MainWindow
        The window.
    reviewing : Reviewing
        Whose file keeps them.
    begin_review : callable
        Asks where a review is to be kept, and tells whether there is one now.
    """

    def __init__(self, window: "MainWindow", reviewing: "Reviewing", begin_review: Callable[[], bool]) -> None:
        super().__init__(window)
        self._window, self._document, self._reviewing = window, window.document, reviewing
        self._menu = window.menus.selections
        self._kept = selections_of(window.document)
        self._kept.begin_review = begin_review
        self._kept.chosen.connect(self._put_in_force)
        self._kept.saving_requested.connect(self._ask)
        self._kept.editing_requested.connect(self._edit)
        self._kept.told.connect(self._tell)
        self._kept.refused.connect(reviewing.refused)
        self._kept.changed.connect(self._offer)
        self._document.study_changed.connect(self._offer)
        reviewing.ready_changed.connect(lambda: self._kept.show_file(reviewing.file))
        window.menus.connect_command("save_selection", lambda: self._ask(self._document.query))
        self._menu.aboutToShow.connect(self._fill)
        self._offer()

    def _put_in_force(self, name: str, query: str) -> None:
        """Show the events of a query; say what of a saved one cannot be asked."""
        if self._document.study is None:
            return
        saved = self._kept.read(name, query)
        if saved.filter is None:
            self._window.message.say(f"“{name}” cannot be put in force: {saved.warning}.")
            return
        self._window.workspace.comparison.await_door()
        self._document.select(Selection.from_filter(saved.filter))
        self._window.workspace.door_opened.emit()
        if name and saved.warning:
            self._window.message.say(f"“{name}” is in force, but {saved.warning}.", is_passing=True)

    def _offer(self) -> None:
        """Let commands be used where they can do something."""
        self._window.menus.action("save_selection").setEnabled(not self._kept.why_not)
        self._menu.setEnabled(bool(self._kept.entries))

    def _fill(self) -> None:
        """List the selections there are."""
        self._menu.clear()
        for name, query in self._kept.entries:
            action = self._menu.addAction(plain_text(name), partial(self._kept.choose, name))
            action.setStatusTip(visible(query))
            action.setToolTip(tooltip(query))

    def _ask(self, query: str) -> None:
        """Let the user name a query."""
        dialog = self._dialog("Save Selection", "", query)
        dialog.accepted.connect(lambda: self._kept.save(dialog.name, dialog.query))
        dialog.open()

    def _edit(self, name: str) -> None:
        """Let the user change a selection."""
        dialog = self._dialog("Edit Selection", name, self._kept.query(name) or "")
        dialog.accepted.connect(lambda: self._kept.edit(name, dialog.name, dialog.query))
        dialog.open()

    def _dialog(self, title: str, name: str, query: str) -> "SelectionDialog":
        from nerinspect.ui.guide_window import offer_guide  # not needed before it is asked for
        from nerinspect.ui.selections.selection_dialog import SelectionDialog

        dialog = SelectionDialog(title, self._kept, name, query, self._window)
        offer_guide(dialog)
        return dialog

    def _tell(self, words: str, take_back: Callable[[], object] | None) -> None:
        self._window.message.tell(words, [("Undo", lambda: take_back())] if take_back is not None else [])
