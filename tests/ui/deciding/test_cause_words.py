"""The list of causes is changed in the window, and kept in the review."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.review.causes import USUAL_CAUSES
from nerinspect.ui.deciding.causes import CauseDialog, CauseList
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "a.nerinspect")


@pytest.fixture
def reviewed(errors: MainWindow, path: str, qtbot: QtBot) -> MainWindow:
    """Give the first two errors of the sample the same cause."""
    errors.reviews.reviewing.make(path, without_training(sample_request()))
    qtbot.waitUntil(lambda: errors.reviews.reviewing.is_ready)
    first_two = errors.document.order[:2].tolist()
    errors.reviews.reviewing.decide(lambda _: Decision("ambiguous", ("scope", "typo")), first_two, "two")
    return errors


@pytest.fixture
def dialog(reviewed: MainWindow) -> CauseDialog:
    """Open the list of causes."""
    reviewed.menus.action("causes").trigger()
    [dialog] = reviewed.findChildren(CauseDialog)
    QApplication.processEvents()
    return dialog


def listed(dialog: CauseDialog) -> dict[str, str]:
    items = [dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount())]
    return {item.text(0): item.text(1) for item in items if item is not None}


def causes(window: MainWindow) -> list[tuple[str, ...]]:
    assert window.document.study is not None
    return [one.causes for _, one in window.document.study.decisions.items()]


def choose(dialog: CauseDialog, cause: str) -> None:
    [item] = dialog.tree.findItems(cause, Qt.MatchFlag.MatchExactly)
    dialog.tree.setCurrentItem(item)


def offered(window: MainWindow, keyboard: Keyboard) -> list[str]:
    """List what the arrow shows in the field."""
    window.activateWindow()
    window.focus_main_part()
    QApplication.processEvents()
    keyboard.press(Key.Key_C)
    keyboard.press(Key.Key_Down)
    [found] = [one for one in window.findChildren(CauseList) if one.objectName() == "cause_list" and one.isVisible()]
    words = [found.item(row).text() for row in range(found.count())]
    keyboard.press(Key.Key_Escape)
    keyboard.press(Key.Key_Escape)
    return words


def test_causes_are_listed_with_their_events(dialog: CauseDialog) -> None:
    found = listed(dialog)
    assert [*found] == ["scope", "typo", *(cause for cause in USUAL_CAUSES if cause != "typo")]
    assert (found["scope"], found["metonymy"]) == ("2", "")
    dialog.reject()


def test_a_cause_that_is_added_is_offered_from_then_on(
    reviewed: MainWindow, dialog: CauseDialog, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    keyboard.type("house style")
    keyboard.press(Key.Key_Return)
    assert "house style" in listed(dialog)
    keyboard.press(Key.Key_Escape)
    assert "house style" in offered(reviewed, keyboard)
    reviewed.reviews.reviewing.end()
    assert "house style" not in offered(reviewed, keyboard)
    reviewed.reviews.open(path)
    qtbot.waitUntil(lambda: reviewed.reviews.is_settled and len(causes(reviewed)) == 2)
    assert "house style" in offered(reviewed, keyboard)


def test_a_new_name_changes_all_decisions_in_one_step(
    reviewed: MainWindow, dialog: CauseDialog, keyboard: Keyboard
) -> None:
    choose(dialog, "scope")
    keyboard.press(Key.Key_F2)
    keyboard.type("typo")
    keyboard.press(Key.Key_Return)
    assert causes(reviewed) == [("typo",), ("typo",)]
    assert "scope" not in listed(dialog)
    dialog.reject()
    undo = reviewed.menus.action("undo")
    assert undo.text() == "&Undo “scope” as “typo” for 2 events"
    undo.trigger()
    assert causes(reviewed) == [("scope", "typo")] * 2


def test_the_menu_says_the_name_as_it_is(reviewed: MainWindow, dialog: CauseDialog) -> None:
    choose(dialog, "scope")
    dialog.renamed.emit("scope", "Q&A")
    QApplication.processEvents()
    dialog.reject()
    assert reviewed.menus.action("undo").text() == "&Undo “scope” as “Q&&A” for 2 events"


def test_a_cause_is_removed_from_the_list_alone(reviewed: MainWindow, dialog: CauseDialog, keyboard: Keyboard) -> None:
    choose(dialog, "scope")
    dialog.tree.setFocus()
    keyboard.press(Key.Key_Delete)
    assert "scope" not in listed(dialog)
    assert causes(reviewed) == [("scope", "typo")] * 2
    keyboard.press(Key.Key_Escape)
    assert "scope" not in offered(reviewed, keyboard)


def test_there_is_no_list_without_a_review(window: MainWindow) -> None:
    assert not window.menus.action("causes").isEnabled()
