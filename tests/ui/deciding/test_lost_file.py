"""The file of an open review is deleted, moved or replaced: it is said at once, and no decision is lost."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from nerinspect.errors import NotSavedError
from nerinspect.review.store import open_review
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard


def verdicts(path: str) -> list[str]:
    with open_review(path, to_read=True) as file:
        return sorted(one.decision.verdict for one in file.decisions())


@pytest.fixture
def decided(errors: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot) -> MainWindow:
    """Decide the first event."""
    errors.workspace.go_to_event(int(errors.document.order[0]))
    keyboard.press(Key.Key_P)
    qtbot.waitUntil(lambda: errors.reviews.is_settled)
    assert verdicts(path) == ["prediction-wrong"]
    return errors


def said_of(window: MainWindow) -> str:
    return " ".join(label.text() for label in window.status_line.findChildren(QLabel))


def press(window: MainWindow, words: str) -> None:
    [button] = [one for one in window.message.findChildren(QPushButton) if one.text() == words and not one.isHidden()]
    button.click()


@pytest.mark.parametrize("act", [os.remove, lambda path: os.rename(path, f"{path}.moved")])
def test_it_is_said_although_nothing_is_decided(
    decided: MainWindow, path: str, qtbot: QtBot, act: Callable[[str], None]
) -> None:
    act(path)
    qtbot.waitUntil(lambda: "no longer there" in decided.message.text)
    assert decided.message.actions_offered == ["Write it again", "Write elsewhere…"]
    assert "not saved" in said_of(decided)


def test_what_could_not_be_saved_is_saved_once_the_file_is_written_again(
    decided: MainWindow, path: str, keyboard: Keyboard
) -> None:
    os.remove(path)
    keyboard.press(Key.Key_R)
    assert "no longer there" in decided.message.text
    assert not os.path.exists(path)
    press(decided, "Write it again")
    assert verdicts(path) == ["prediction-wrong", "reference-wrong"]
    assert decided.document.study is not None
    assert len(decided.document.study.decisions) == 2
    assert "all decisions saved" in said_of(decided)
    decided.menus.action("undo").trigger()
    decided.menus.action("undo").trigger()
    assert verdicts(path) == []


def test_the_file_of_another_stays_and_one_goes_on_elsewhere(
    decided: MainWindow, path: str, keyboard: Keyboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, mine = str(tmp_path / "other.nerinspect"), str(tmp_path / "mine.nerinspect")
    shutil.copy(path, other)
    with open_review(other) as file:
        [one] = file.decisions()
        file.decide([(one.event, one.decision.signed("2026-01-31T09:30:00Z", "Bo"))])
    os.replace(other, path)
    theirs = Path(path).read_bytes()
    keyboard.press(Key.Key_R)
    assert "another file has replaced the review" in decided.message.text
    assert decided.message.actions_offered == ["Write elsewhere…"]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (mine, ""))
    press(decided, "Write elsewhere…")
    assert verdicts(mine) == ["prediction-wrong", "reference-wrong"]
    assert Path(path).read_bytes() == theirs
    assert decided.document.review == mine
    keyboard.press(Key.Key_B)
    assert verdicts(mine) == ["both-wrong", "prediction-wrong"]
    assert Path(path).read_bytes() == theirs


def test_a_place_that_is_taken_is_not_written_over(
    decided: MainWindow, path: str, keyboard: Keyboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "mine.nerinspect"
    taken.write_text("mine")
    os.remove(path)
    keyboard.press(Key.Key_R)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(taken), ""))
    press(decided, "Write elsewhere…")
    assert "the file already exists" in decided.message.text
    assert taken.read_text() == "mine"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (f"{taken}.nerinspect", ""))
    press(decided, "Write elsewhere…")
    assert verdicts(f"{taken}.nerinspect") == ["prediction-wrong", "reference-wrong"]


def test_many_decisions_that_were_refused_behind_the_window_are_taken_then(
    decided: MainWindow, path: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerinspect.ui.deciding.reviewing.AT_ONCE", 1)
    events = decided.document.order[:3].tolist()
    os.remove(path)
    with qtbot.waitSignal(decided.reviews.reviewing.refused) as told:
        decided.reviews.mentions.decide_each(
            dict.fromkeys(events, lambda one: type(one)(verdict="both-wrong")), "both wrong"
        )
    assert told.args is not None
    assert isinstance(told.args[0], NotSavedError)
    qtbot.waitUntil(lambda: decided.reviews.is_settled)
    press(decided, "Write it again")
    qtbot.waitUntil(lambda: decided.reviews.is_settled and not decided.reviews.reviewing.is_deciding)
    assert verdicts(path) == ["both-wrong"] * 3
