"""Drawing a sample of the events on show."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.ui.dialogs.sample_dialog import SampleDialog, ask_sample
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

ALT = Qt.KeyboardModifier.AltModifier


def asked(window: MainWindow, qtbot: QtBot) -> SampleDialog:
    ask_sample(window.desk)
    dialog = window.findChildren(SampleDialog)[-1]
    qtbot.waitUntil(lambda: dialog.isActiveWindow() and "Counting" not in dialog.note.text())
    return dialog


def note(dialog: QDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


def on_show(window: MainWindow) -> set[int]:
    return set(window.document.order.tolist())


def test_a_sample_is_drawn_by_keyboard_and_taken_back(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    before, n_errors = on_show(errors), errors.document.n_kept
    dialog = asked(errors, qtbot)
    assert f"Events, of {n_errors:,}" in note(dialog).replace("&", "")
    keyboard.type("10")
    keyboard.press(Key.Key_Return)
    drawn = on_show(errors)
    assert len(drawn) == 10
    assert drawn < before
    assert errors.document.query.startswith("-kind:tp sample:0<=0.")
    assert errors.message.text.startswith(f"10 of {n_errors:,} events drawn, none decided yet.")
    errors.activateWindow()  # where no window manager does
    qtbot.waitUntil(errors.isActiveWindow)
    keyboard.press(Key.Key_Left, held=ALT)
    assert on_show(errors) == before


def test_more_are_drawn_with_the_same_seed(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    asked(errors, qtbot)
    keyboard.type("10")
    keyboard.press(Key.Key_Return)
    ten = on_show(errors)
    dialog = asked(errors, qtbot)
    keyboard.type("20")
    assert "The 10 drawn before are among them." in note(dialog)
    keyboard.press(Key.Key_Return)
    assert ten < on_show(errors)
    assert len(on_show(errors)) == 20
    assert errors.document.query.count("sample:") == 1


def test_another_seed_is_remembered(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    asked(errors, qtbot)
    keyboard.type("10")
    keyboard.press(Key.Key_Tab)
    keyboard.type("7")
    keyboard.press(Key.Key_Return)
    assert "sample:7<=" in errors.document.query
    errors.document.select_query("-kind:tp")
    asked(errors, qtbot)
    keyboard.press(Key.Key_Return)
    assert "sample:7<=" in errors.document.query


def test_it_says_how_sure_shares_will_be(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    errors.document.select_query("")
    dialog, n_events = asked(errors, qtbot), errors.document.n_events
    keyboard.type("1")
    assert "to within 4" in note(dialog)
    keyboard.press(Key.Key_Backspace)
    keyboard.type(str(n_events))
    assert f"Once all {n_events:,} are decided, each share of the {n_events:,} is known exactly" in note(dialog)
    keyboard.press(Key.Key_Escape)
    assert errors.document.query == ""


def test_what_is_asked_about_decisions_is_left_out(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    n_errors = errors.document.n_kept
    errors.document.select_query("-kind:tp verdict:none")
    dialog = asked(errors, qtbot)
    assert f"of {n_errors:,}" in note(dialog)
    assert "Terms about decisions are removed from the filter" in note(dialog)
    keyboard.press(Key.Key_Return)
    assert "verdict:" not in errors.document.query


def test_decisions_that_are_there_are_told(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    assert errors.document.study is not None
    n_errors, decisions = errors.document.n_kept, errors.document.study.decisions
    for event in on_show(errors):
        decisions.decide(event, Decision("ambiguous"))
    try:
        asked(errors, qtbot)
        keyboard.type("10")
        keyboard.press(Key.Key_Return)
        assert errors.message.text == f"10 of {n_errors:,} events drawn, all decided."
    finally:
        decisions.fill({})


def test_nothing_on_show_is_nothing_to_draw_from(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    errors.document.select_query("run:99")
    dialog = asked(errors, qtbot)
    assert "There are no events in this list to draw from." in note(dialog)
    keyboard.press(Key.Key_Return)
    assert errors.document.query == "run:99"
    dialog.reject()


def test_without_files_there_is_nothing_to_draw_from(empty_window: MainWindow) -> None:
    ask_sample(empty_window.desk)
    assert empty_window.message.text == "There are no events to draw from."


def test_a_long_list_is_counted_behind_the_window(
    errors: MainWindow, keyboard: Keyboard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    asked(errors, qtbot)
    keyboard.type("10")
    keyboard.press(Key.Key_Return)
    qtbot.waitUntil(lambda: errors.document.n_kept == 10)


def test_the_events_of_the_prediction_on_show_are_drawn(
    empty_window: MainWindow, qtbot: QtBot, keyboard: Keyboard, make_study_from: Callable[..., Study]
) -> None:
    study = make_study_from(*[f"w{n}/B-LOC/O/B-PER" for n in range(30)], systems=("one", "two"))
    empty_window.opener.show(study, sample_request(), "")
    empty_window.document.show_prediction(1)
    asked(empty_window, qtbot)
    keyboard.type("7")
    keyboard.press(Key.Key_Return)
    QApplication.processEvents()
    drawn = empty_window.document.order
    assert len(drawn) == 7
    assert np.all(study.events.prediction[drawn] == 1)
