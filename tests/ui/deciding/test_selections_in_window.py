"""Filters are saved, listed, put in force, changed, taken away and brought back in a window."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from nerinspect.review.store import open_review
from nerinspect.ui.deciding.saved_selections import KeptSelections, SelectionDialog, selections_of
from nerinspect.ui.desk.views import OVERVIEW
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def kept(errors: MainWindow, path: str, qtbot: QtBot) -> KeptSelections:
    """Save two selections in a review that is begun for them."""
    kept = selections_of(errors.document)
    assert kept.save("organisations", "type:ORG")
    assert kept.save("boundaries", "kind:be,lbe")
    qtbot.waitUntil(lambda: errors.reviews.is_settled)
    return kept


def on_disk(path: str) -> dict[str, str]:
    with open_review(path, to_read=True) as file:
        return dict(file.selections())


def dialog_of(window: MainWindow) -> SelectionDialog:
    return next(dialog for dialog in window.findChildren(SelectionDialog) if dialog.isVisible())


def fill(dialog: SelectionDialog, name: str, query: str | None = None) -> None:
    edits = dialog.findChildren(QLineEdit)
    edits[0].setText(name)
    if query is not None:
        edits[1].setText(query)


def listed(window: MainWindow) -> dict[str, QAction]:
    window.menus.selections.aboutToShow.emit()
    return {action.text(): action for action in window.menus.selections.actions()}


def test_the_filter_is_saved_by_keys_in_a_review_that_is_begun_for_it(
    errors: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    errors.document.select_query("type:ORG kind:be")
    keyboard.press(Key.Key_D, held=HELD)
    keyboard.type("bad organisations")
    keyboard.press(Key.Key_Return)
    assert not any(dialog.isVisible() for dialog in errors.findChildren(SelectionDialog))
    assert on_disk(path) == {"bad organisations": "type:ORG kind:be"}
    assert errors.message.text == "“bad organisations” is saved."
    qtbot.waitUntil(lambda: errors.reviews.is_settled)


def test_without_a_place_for_a_review_nothing_is_saved(errors: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: ("", ""))
    assert not selections_of(errors.document).save("a", "kind:be")
    assert selections_of(errors.document).entries == ()


def test_choosing_one_in_the_menu_puts_it_in_force(errors: MainWindow, kept: KeptSelections) -> None:
    assert [*listed(errors)] == [name for name, _ in kept.entries] == ["boundaries", "organisations"]
    errors.show_view(OVERVIEW)
    listed(errors)["boundaries"].trigger()
    assert errors.document.query == "kind:be,lbe"
    assert errors.workspace.events.isVisible()


def test_what_is_gone_is_said_and_the_rest_shown(errors: MainWindow, kept: KeptSelections) -> None:
    kept.save("places", "type:GPE,LOC")
    kept.choose("places")
    assert errors.document.query == "type:GPE,LOC"
    assert errors.document.n_kept > 0
    assert errors.message.text.startswith("“places” is applied, but no type is called “GPE”")


def test_a_selection_that_cannot_be_read_leaves_the_filter(errors: MainWindow, kept: KeptSelections) -> None:
    before = errors.document.query
    kept.save("old", "system:gone")
    kept.choose("old")
    assert errors.document.query == before
    assert errors.message.text.startswith("“old” cannot be applied: no system is called “gone”")


def test_a_change_is_taken_back_from_the_message(
    errors: MainWindow, kept: KeptSelections, path: str, press_button: Callable[..., None]
) -> None:
    before = on_disk(path)
    for change in (
        partial(kept.remove, "organisations"),
        partial(kept.save, "organisations", "kind:fn"),
        partial(kept.edit, "organisations", "other", "kind:fn"),
    ):
        assert change()
        assert on_disk(path) == dict(kept.entries) != before, change
        press_button(errors.message, "Undo")
        assert on_disk(path) == dict(kept.entries) == before, change


def test_the_dialog_says_what_is_wrong_and_what_is_replaced(
    errors: MainWindow, kept: KeptSelections, path: str, keyboard: Keyboard
) -> None:
    keyboard.press(Key.Key_D, held=HELD)
    dialog = dialog_of(errors)
    fill(dialog, "", "kind:be")
    keyboard.press(Key.Key_Return)
    assert dialog.isVisible(), "it has no name"
    fill(dialog, " boundaries ", "kind:xx")
    assert dialog.words.text().endswith("No kind is called “xx”; there are tp, fp, fn, le, be, lbe.")
    keyboard.press(Key.Key_Return)
    assert dialog.isVisible(), "the query cannot be read"
    fill(dialog, " boundaries ", "kind:be")
    assert dialog.words.text() == "There is already a selection called “boundaries”: it will be replaced."
    keyboard.press(Key.Key_Return)
    assert on_disk(path)["boundaries"] == "kind:be"


def test_a_selection_cannot_take_the_name_of_another(
    errors: MainWindow, kept: KeptSelections, path: str, keyboard: Keyboard
) -> None:
    kept.ask_again("boundaries")
    QApplication.processEvents()
    dialog = dialog_of(errors)
    fill(dialog, "organisations")
    assert dialog.words.text() == "There is already a selection called “organisations”: choose another name."
    fill(dialog, "bounds", "kind:be")
    keyboard.press(Key.Key_Return)
    assert on_disk(path) == {"bounds": "kind:be", "organisations": "type:ORG"}


def test_selections_come_back_with_the_review(
    errors: MainWindow, kept: KeptSelections, path: str, qtbot: QtBot
) -> None:
    other = MainWindow()
    qtbot.addWidget(other)
    other.reviews.open(path)
    qtbot.waitUntil(lambda: other.document.study is not None and other.reviews.is_settled)
    read_only = selections_of(other.document)
    assert read_only.entries == kept.entries
    assert not other.menus.action("save_selection").isEnabled()
    assert not read_only.remove("boundaries")
    assert "the review is open in another program" in other.message.text.casefold()
    other.close()


def test_a_name_with_an_ampersand_stands_in_the_menu_as_it_is(errors: MainWindow, kept: KeptSelections) -> None:
    kept.save("A & B", "kind:be")
    assert "A && B" in listed(errors)
