"""Annotators adjudicated in the window: neutral words, agreement by choice, and decisions that keep their sides."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QDialogButtonBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.io.request import LoadRequest
from nerinspect.review.opening import corrected_annotator, load_review
from nerinspect.review.store import open_review
from nerinspect.ui.deciding.decider import AgreementDialog
from nerinspect.ui.kit.keys import KeyCapButton
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import verdict_mark
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

LABELS = {
    "anna": ("B-LOC", "O", "B-PER", "I-PER", "O", "B-ORG"),
    "ben": ("B-LOC", "O", "B-PER", "O", "B-LOC", "B-LOC"),
    "cleo": ("O", "O", "B-PER", "I-PER", "O", "B-ORG"),
}
TOKENS = ("Ostend", "met", "Ada", "Lee", "in", "Oslo")


@pytest.fixture
def path(path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the first decision be kept in a new file, with agreement taken over."""
    monkeypatch.setattr(AgreementDialog, "exec", lambda _dialog: AgreementDialog.DialogCode.Accepted)
    return path


@pytest.fixture
def opened(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Hold three people's annotations of one sentence against each other."""
    for name, labels in LABELS.items():
        lines = (f"{token} {label}\n" for token, label in zip(TOKENS, labels, strict=True))
        (tmp_path / f"{name}.conll").write_text("".join(lines))
    anna, *others = (str(tmp_path / f"{name}.conll") for name in LABELS)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(LoadRequest(anna, tuple(others), annotators=True))
    return empty_window


@pytest.fixture
def decided(opened: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot) -> MainWindow:
    """Find Ben right about the person, and leave the rest."""
    opened.workspace.go_to_event(int(opened.document.order[0]))
    keyboard.press(Key.Key_B)
    qtbot.waitUntil(lambda: opened.reviews.is_settled and len(said(opened)) == 1)
    return opened


def said(window: MainWindow) -> dict[int, Decision]:
    assert window.document.study is not None
    return {event: decision.said for event, decision in window.document.study.decisions.items()}


def on_disk(path: str) -> list[Decision]:
    with open_review(path, to_read=True) as file:
        return [one.decision.said for one in file.decisions()]


def words(window: MainWindow) -> str:
    part = window.workspace.review
    shown = [label.text() for label in part.findChildren(QLabel)]
    buttons = [f"{one.text()} {one.toolTip()}" for one in part.findChildren(KeyCapButton)]
    return " ".join((*shown, *buttons))


def put_first(window: MainWindow, number: int, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opener.predictions.changed):
        window.opener.predictions.put_first(number)


OF_BEN = Decision("reference-wrong", correction=((2, 3, "PER"),))


def test_where_b_is_right_its_reading_is_kept(decided: MainWindow, path: str) -> None:
    [event] = said(decided)
    assert said(decided) == {event: OF_BEN}
    assert on_disk(path) == [OF_BEN]
    assert decided.document.chosen_event == decided.document.order[1], "and the next one is shown"


def test_nobody_is_called_wrong(decided: MainWindow) -> None:
    assert not re.search(r"\b(reference|prediction|predicted|wrong|errors?)\b", words(decided), re.IGNORECASE)
    assert "1 of 3 disagreements decided" in words(decided)
    names = ("prediction-wrong", "reference-wrong", "both-wrong", "ambiguous")
    menu = [decided.menus.action(f"verdict_{name}").text() for name in names]
    assert menu == ["A right", "B right", "Neither right", "Unclear"]
    assert decided.menus.action("undo").text() == "&Undo “B right” for 1 event"


LETTERS = (
    (Key.Key_A, "prediction-wrong", "A"),
    (Key.Key_B, "reference-wrong", "B"),
    (Key.Key_X, "both-wrong", "X"),
    (Key.Key_U, "ambiguous", "U"),
)


def test_a_key_is_the_letter_on_its_button_and_in_the_table(
    opened: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    study, event = opened.document.study, opened.document.chosen_event
    assert study is not None
    assert event is not None
    buttons = {one.key: one for one in opened.workspace.review.findChildren(KeyCapButton)}
    for key, verdict, mark in LETTERS:
        assert buttons[mark].text() == opened.menus.action(f"verdict_{verdict}").text()
        opened.workspace.go_to_event(event)
        QApplication.processEvents()
        keyboard.press(key)
        qtbot.waitUntil(lambda: opened.reviews.is_settled and len(said(opened)) == 1)
        assert said(opened)[event].verdict == verdict
        assert verdict_mark(EventCells(study), event) == mark


def test_keys_of_verdicts_about_a_reference_do_nothing_between_annotators(
    opened: MainWindow, keyboard: Keyboard, path: str
) -> None:
    before = opened.document.chosen_event, opened.document.query
    keyboard.press(Key.Key_P, Key.Key_R)
    assert said(opened) == {}
    assert (opened.document.chosen_event, opened.document.query) == before


def test_the_table_marks_who_is_right(decided: MainWindow) -> None:
    study, [event] = decided.document.study, said(decided)
    assert study is not None
    assert verdict_mark(EventCells(study), event) == "B"
    marks = {}
    for verdict in VERDICTS:
        study.decisions.decide(event, Decision(verdict))
        marks[verdict] = verdict_mark(EventCells(study), event)
    assert "".join(marks.values()) == "ABXU"


def test_the_menu_speaks_of_a_reference_again(decided: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    files = (str(tmp_path / "anna.conll"), str(tmp_path / "ben.conll"))
    with qtbot.waitSignal(decided.session_opened):
        decided.open_files(LoadRequest(files[0], files[1:]))
    action = decided.menus.action("verdict_reference-wrong")
    assert (action.text(), action.shortcut().toString()) == ("&Reference wrong", "R")
    assert "R" in {one.key for one in decided.workspace.review.findChildren(KeyCapButton)}


def test_a_verdict_taken_back_takes_its_reading_with_it(decided: MainWindow, keyboard: Keyboard, path: str) -> None:
    decided.workspace.go_to_event(int(decided.document.order[0]))
    keyboard.press(Key.Key_B)
    assert said(decided) == {}
    keyboard.press(Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert on_disk(path) == [OF_BEN]


def test_decisions_wait_while_another_annotator_is_a(
    decided: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    """A is right would mean the opposite once A and B changed places."""
    put_first(decided, 0, qtbot)
    assert said(decided) == {}
    assert decided.reviews.reviewing.lost == []
    assert not decided.workspace.review.is_ready
    assert "Make anna annotator A again" in words(decided)
    decided.workspace.go_to_event(int(decided.document.order[0]))
    for key in (Key.Key_A, Key.Key_B):
        keyboard.press(key)
    keyboard.press(Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert on_disk(path) == [OF_BEN]
    put_first(decided, 0, qtbot)
    qtbot.waitUntil(lambda: list(said(decided).values()) == [OF_BEN])
    assert decided.workspace.review.is_ready
    keyboard.press(Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert on_disk(path) == []


def test_a_review_corrects_whoever_is_a_when_it_begins(
    opened: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    put_first(opened, 1, qtbot)
    opened.workspace.go_to_event(int(opened.document.order[0]))
    keyboard.press(Key.Key_A)
    qtbot.waitUntil(lambda: opened.reviews.is_settled and len(said(opened)) == 1)
    with load_review(path, to_read=True).file as file:
        assert corrected_annotator(file) == "cleo"
    put_first(opened, 1, qtbot)
    assert "Make cleo annotator A again" in words(opened)


def test_another_b_has_decisions_of_its_own(decided: MainWindow, keyboard: Keyboard, path: str) -> None:
    decided.document.show_prediction(1)
    decided.workspace.go_to_event(int(decided.document.order[0]))
    keyboard.press(Key.Key_B)
    assert OF_BEN in said(decided).values()
    assert Decision("reference-wrong", correction=()) in said(decided).values(), "Cleo has no mention there"


def test_agreement_is_walked_through_by_choice(
    opened: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def accept(dialog: AgreementDialog) -> AgreementDialog.DialogCode:
        box = dialog.findChild(QCheckBox)
        assert box is not None
        box.setChecked(False)
        return AgreementDialog.DialogCode.Accepted

    monkeypatch.setattr(AgreementDialog, "exec", accept)
    opened.menus.action("new_review").trigger()
    qtbot.waitUntil(lambda: opened.reviews.is_settled)
    assert opened.document.query == ""
    agreed = int(opened.document.order[0])
    for event in opened.document.order[1:].tolist():
        opened.workspace.go_to_event(event)
        keyboard.press(Key.Key_A)
    assert opened.document.chosen_event == agreed
    qtbot.waitUntil(lambda: "3 of 4 events decided" in words(opened))
    with (review := load_review(path, to_read=True)).file:
        assert review.study.decisions.walks_agreement


def test_agreement_is_passed_over_otherwise(decided: MainWindow, keyboard: Keyboard) -> None:
    decided.document.select_query("")
    _agreed, first, second, third = decided.document.order.tolist()
    assert first in said(decided)
    decided.workspace.go_to_event(third)
    keyboard.press(Key.Key_J, held=Qt.KeyboardModifier.ShiftModifier)
    assert decided.document.chosen_event == second


def test_a_review_of_annotators_is_opened_again(decided: MainWindow, path: str, qtbot: QtBot) -> None:
    decided.close()
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    window.reviews.open(path)
    qtbot.waitUntil(lambda: window.document.study is not None and window.reviews.is_settled)
    assert list(said(window).values()) == [OF_BEN]
    window.close()


def test_files_read_again_overwrite_no_decision(decided: MainWindow, path: str, qtbot: QtBot, tmp_path: Path) -> None:
    """Ben first changes his mind about something else, then about what was decided, then back."""
    file = tmp_path / "ben.conll"
    content = file.read_text()
    changed = content.replace("Oslo B-LOC", "Oslo B-PER")
    for written, n_kept in ((changed, 1), (content.replace("Ada B-PER", "Ada B-ORG"), 0), (content, 1)):
        file.write_text(written)
        with qtbot.waitSignal(decided.session_opened):
            decided.opener.reload()
        qtbot.waitUntil(lambda: decided.reviews.is_settled)
        assert list(said(decided).values()) == [OF_BEN] * n_kept
        assert [one.decision.said for one in decided.reviews.reviewing.lost] == [OF_BEN] * (1 - n_kept)
        assert on_disk(path) == [OF_BEN]


def test_the_dialog_takes_agreement_over_unless_told_otherwise(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = AgreementDialog("anna", parent)
    box, words = dialog.findChild(QCheckBox), dialog.findChild(QLabel)
    assert box is not None
    assert words is not None
    assert not dialog.walks_agreement
    box.click()
    assert dialog.walks_agreement
    assert "anna" in words.text()
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok).click()
    assert dialog.result() == AgreementDialog.DialogCode.Accepted
