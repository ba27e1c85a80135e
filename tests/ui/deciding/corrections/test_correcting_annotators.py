"""The right reading between annotators, none of whom is the reference."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.io.request import LoadRequest
from nerinspect.ui.deciding.decider import AgreementDialog
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

LABELS = {"anna": ("B-LOC", "O", "B-PER", "I-PER"), "ben": ("B-LOC", "O", "B-PER", "O")}
TOKENS = ("Ostend", "met", "Ada", "Lee")

Settle = Callable[[], None]


@pytest.fixture
def annotators(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """Show the one disagreement of two people."""
    for name, labels in LABELS.items():
        lines = (f"{token} {label}\n" for token, label in zip(TOKENS, labels, strict=True))
        (tmp_path / f"{name}.conll").write_text("".join(lines))
    paths = [str(tmp_path / f"{name}.conll") for name in LABELS]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (str(tmp_path / "a.nerinspect"), ""))
    monkeypatch.setattr(AgreementDialog, "exec", lambda _dialog: AgreementDialog.DialogCode.Accepted)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(LoadRequest(paths[0], (paths[1],), annotators=True))
    QApplication.processEvents()
    return empty_window


@pytest.fixture
def settle(annotators: MainWindow, qtbot: QtBot) -> Settle:
    def settle() -> None:
        qtbot.waitUntil(lambda: annotators.reviews.is_settled)
        QApplication.processEvents()

    return settle


def said(window: MainWindow) -> list[Decision]:
    assert window.document.study is not None
    return [one.said for _, one in window.document.study.decisions.items()]


def test_b_is_right_where_b_is_taken(annotators: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    assert annotators.menus.action("take_reading").text() == "Accep&t B’s annotation"
    keyboard.press(Key.Key_T)
    settle()
    assert said(annotators) == [Decision("reference-wrong", correction=((2, 3, "PER"),))]


def test_neither_is_right_where_another_reading_is_marked(
    annotators: MainWindow, keyboard: Keyboard, settle: Settle
) -> None:
    keyboard.press(Key.Key_M, Key.Key_2, Key.Key_Return)
    settle()
    assert said(annotators) == [Decision("both-wrong", correction=((2, 4, "LOC"),))]
    view = annotators.workspace.context.view
    assert [item.span.type for item in view.placed_spans() if item.track == 2] == ["LOC", "LOC"]


def test_nothing_speaks_of_a_reference(annotators: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_M)
    context = annotators.workspace.context
    parts = [*context.findChildren(QWidget), *annotators.workspace.review.findChildren(QWidget)]
    texts = [text for one in parts for text in (one.toolTip(), one.accessibleName(), one.accessibleDescription())]
    spoken = re.compile(r"\b(reference|predict\w*|wrong)\b", re.IGNORECASE)
    assert [text for text in texts if spoken.search(text)] == []
    keyboard.press(Key.Key_Return)
    assert annotators.message.text == "This is the same as anna; nothing is corrected."
