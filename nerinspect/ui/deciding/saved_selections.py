"""Selections saved under names: kept in the review, named in a dialog, listed in the menu, put in force, taken back."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.visible import visible

if TYPE_CHECKING:
    from nerinspect.query.saved import SavedFilter
    from nerinspect.review.store import ReviewFile
    from nerinspect.ui.deciding.reviewing import Reviewing


class KeptSelections(QObject):
    """Holds the saved selections of a window, as names and queries in the order of names; `selections_of` gives them.

    They are kept in the review; `begin_review` asks where there is none, and tells whether there is one now.
    """

    changed = Signal()

    def __init__(self, desk: Desk, reviewing: "Reviewing", begin_review: Callable[[], bool]) -> None:
        super().__init__(desk.document)
        self._desk, self._document, self._menu = desk, desk.document, desk.menus.selections
        self._reviewing, self._begin_review = reviewing, begin_review
        self._file: ReviewFile | None = None
        self.entries: tuple[tuple[str, str], ...] = ()
        self.changed.connect(self._offer)
        self._document.study_changed.connect(self._offer)
        reviewing.ready_changed.connect(self._reload)
        desk.menus.connect_command("save_selection", lambda: self.ask(self._document.query))
        self._menu.aboutToShow.connect(self._fill)
        self._offer()

    @property
    def why_not(self) -> str:
        """Why no selection can be changed or saved; empty if they can."""
        if self._file is not None and self._file.why_read_only:
            return str(self._file.why_read_only)
        return "" if self._document.study is not None else "No files are open."

    def query(self, name: str) -> str | None:
        return dict(self.entries).get(name)

    def read(self, name: str, query: str) -> "SavedFilter":
        from nerinspect.query.saved import read_saved  # not needed before something is saved

        study = self._document.study
        return read_saved(name, query, Vocabulary.of(study, may_wait=False) if study is not None else Vocabulary())

    def choose(self, name: str) -> None:
        if (query := self.query(name)) is not None:
            self.put_in_force(query, name)

    def put_in_force(self, query: str, name: str = "") -> None:
        """Show the events of a query; say what of a saved one cannot be asked."""
        if self._document.study is None:
            return
        saved = self.read(name, query)
        if saved.filter is None:
            self._desk.message.say(f"“{name}” cannot be applied: {saved.warning}.")
            return
        self._desk.open(Door(saved.filter, beside=self._desk.beside))
        if name and saved.warning:
            self._desk.message.say(f"“{name}” is applied, but {saved.warning}.", is_passing=True)

    def ask(self, query: str) -> None:
        dialog = self._dialog("Save selection", "", query)
        dialog.accepted.connect(lambda: self.save(dialog.name, dialog.query))
        dialog.open()

    def ask_again(self, name: str) -> None:
        dialog = self._dialog("Edit selection", name, self.query(name) or "")
        dialog.accepted.connect(lambda: self.edit(name, dialog.name, dialog.query))
        dialog.open()

    def save(self, name: str, query: str) -> bool:
        """Save a query under a name, in the place of one of that name; tell whether it was."""
        if self._file is None and not self._begin_review():
            return False
        before = self.query(name)
        take_back = partial(self._forget, name) if before is None else partial(self._keep, name, before)
        return self._keep(name, query, f"“{name}” is saved.", take_back)

    def edit(self, name: str, new_name: str, query: str) -> bool:
        """Give a selection another name, another query, or both; tell whether it was changed."""
        before = self.query(name)

        def change(file: "ReviewFile") -> None:
            file.rename_selection(name, new_name)
            file.put_selection(new_name, query)

        assert before is not None, "it is there"
        return self._change(change, f"“{new_name}” is saved.", partial(self.edit, new_name, name, before))

    def remove(self, name: str) -> bool:
        """Take a selection away; tell whether it was."""
        query = self.query(name)
        assert query is not None, "it is there"
        return self._forget(name, f"“{name}” is removed.", partial(self._keep, name, query))

    def _keep(self, name: str, query: str, words: str = "", take_back: Callable[[], object] | None = None) -> bool:
        return self._change(lambda file: file.put_selection(name, query), words, take_back)

    def _forget(self, name: str, words: str = "", take_back: Callable[[], object] | None = None) -> bool:
        return self._change(lambda file: file.remove_selection(name), words, take_back)

    def _change(
        self, change: "Callable[[ReviewFile], None]", words: str, take_back: Callable[[], object] | None
    ) -> bool:
        """Change the file, then what is on show; say what was done, with a button that takes it back."""
        file = self._file
        if file is None or not self._reviewing.attempt(lambda: change(file)):
            return False
        self._reload()
        if words:
            self._desk.message.tell(words, [("Undo", lambda: take_back())] if take_back is not None else [])
        return True

    def _reload(self) -> None:
        self._file = self._reviewing.file
        self.entries = tuple(self._file.selections()) if self._file is not None else ()
        self.changed.emit()

    def _offer(self) -> None:
        self._desk.menus.action("save_selection").setEnabled(not self.why_not)
        self._menu.setEnabled(bool(self.entries))

    def _fill(self) -> None:
        self._menu.clear()
        for name, query in self.entries:
            action = self._menu.addAction(plain_text(name), partial(self.choose, name))
            action.setStatusTip(visible(query))
            action.setToolTip(tooltip(query))

    def _dialog(self, title: str, name: str, query: str) -> "SelectionDialog":
        from nerinspect.ui.guide import offer_guide  # not needed before it is asked for

        dialog = SelectionDialog(title, self, name, query, self._desk.asker)
        offer_guide(dialog)
        return dialog


def selections_of(document: Document) -> KeptSelections:
    kept = document.findChild(KeptSelections)
    assert kept is not None, "the window made them"
    return kept


class SelectionDialog(QDialog):
    """Ask for the name and the query of a selection, and say what would be wrong with them."""

    def __init__(self, title: str, kept: KeptSelections, name: str, query: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selection_dialog")
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._kept, self._own_name = kept, name
        self._name, self._query, self.words = QLineEdit(name), QLineEdit(query), QLabel(wordWrap=True)
        self._query.setPlaceholderText("all events")
        buttons = QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        self._buttons = QDialogButtonBox(buttons)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Name", self._name)
        form.addRow("&Query", self._query)
        fill(QVBoxLayout(self), form, self.words, self._buttons, has_margins=True)
        for edit in (self._name, self._query):
            edit.textChanged.connect(self._judge)
        self.setMinimumWidth(round(520 * unit_of(self.font())))
        self._judge()

    @property
    def name(self) -> str:
        return self._name.text().strip()

    @property
    def query(self) -> str:
        return self._query.text().strip()

    def _judge(self) -> None:
        """Say what would be wrong, or what would happen to what is there."""
        saved = self._kept.read(self.name, self.query)
        is_taken = self.name != self._own_name and self._kept.query(self.name) is not None
        is_in_the_way = is_taken and bool(self._own_name)
        save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(bool(self.name) and saved.filter is not None and not is_in_the_way)
        save.setText("&Replace" if is_taken and not is_in_the_way else "&Save")
        taken = f"There is already a selection called “{self.name}”" if is_taken else ""
        taken += "" if not taken else ": choose another name." if is_in_the_way else ": it will be replaced."
        warning = f"{saved.warning[:1].upper()}{saved.warning[1:]}." if saved.warning else ""
        self.words.setText(visible("\n".join(filter(None, (taken, warning)))))
