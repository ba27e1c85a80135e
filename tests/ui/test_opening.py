import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.resources import resource_path

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def invalid(tmp_path: Path) -> LoadRequest:
    """Ask for a prediction with an invalid transition."""
    (tmp_path / "ref.conll").write_text("Ostend\tB-LOC\nsaid\tO\n")
    (tmp_path / "bad.conll").write_text("Ostend\tI-LOC\nsaid\tO\n")
    (tmp_path / "good.conll").write_text("Ostend\tB-ORG\nsaid\tO\n")
    predictions = (f"bad={tmp_path / 'bad.conll'}", f"good={tmp_path / 'good.conll'}")
    return LoadRequest(str(tmp_path / "ref.conll"), predictions, encoding="BIO")


def open_with_complaint(window: MainWindow, request: LoadRequest, qtbot: QtBot) -> None:
    window.open_files(request)
    qtbot.waitUntil(lambda: not window.opener.loader.is_loading and window.message.text != "")


def test_invalid_transitions_offer_what_can_be_done(
    empty_window: MainWindow, invalid: LoadRequest, qtbot: QtBot
) -> None:
    open_with_complaint(empty_window, invalid, qtbot)
    assert empty_window.message.actions_offered == ["Repair: conlleval", "Repair: discard", "Leave the file out"]


@pytest.mark.parametrize(("method", "kind"), [("conlleval", "tp"), ("discard", "fn")])
def test_an_offered_repair_is_made(
    empty_window: MainWindow, invalid: LoadRequest, press_button: PressButton, qtbot: QtBot, method: str, kind: str
) -> None:
    open_with_complaint(empty_window, invalid, qtbot)
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.message, f"Repair: {method}")
    assert empty_window.document.study is not None
    assert KINDS[empty_window.document.study.events.kind[0]] == kind


def test_a_file_can_be_left_out(
    empty_window: MainWindow, invalid: LoadRequest, press_button: PressButton, qtbot: QtBot
) -> None:
    open_with_complaint(empty_window, invalid, qtbot)
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.message, "Leave the file out")
    assert empty_window.document.study is not None
    assert empty_window.document.study.systems == ("good",)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "the file holds no tokens"), (b"a\0b O\n", "not a text file"), (b"a B-\xff\n", "is not valid UTF-8")],
)
def test_a_bad_file_is_told_and_leaves_what_is_open(
    window: MainWindow, sample_study: Study, tmp_path: Path, qtbot: QtBot, content: bytes, said: str
) -> None:
    (tmp_path / "x.conll").write_bytes(content)
    open_with_complaint(window, LoadRequest(str(tmp_path / "x.conll")), qtbot)
    assert said in window.message.text
    assert "\n" not in window.message.text
    assert window.document.study is sample_study


def test_a_missing_file_is_told_and_leaves_what_is_open(
    window: MainWindow, sample_study: Study, tmp_path: Path, qtbot: QtBot
) -> None:
    open_with_complaint(window, LoadRequest(str(tmp_path / "missing.conll")), qtbot)
    assert window.message.text.startswith(str(tmp_path / "missing.conll"))
    assert window.document.study is sample_study


@pytest.fixture
def copies(tmp_path: Path) -> LoadRequest:
    """Ask for copies of the sample that may be changed."""
    paths = [shutil.copy(resource_path("sample", f"{name}.conll"), tmp_path) for name in ("test", "rich")]
    return LoadRequest(str(paths[0]), (str(paths[1]),), encoding="BIO", repair="conlleval")


def test_a_file_that_changes_while_open_can_be_read_again(
    empty_window: MainWindow, copies: LoadRequest, press_button: PressButton, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies)
    shutil.copy(copies.reference, copies.predictions[0])  # now it is perfect
    qtbot.waitUntil(lambda: empty_window.message.actions_offered == ["Reload"])
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.message, "Reload")
    assert empty_window.document.counted.kinds[1:].tolist() == [0] * 5


def test_reading_again_keeps_the_filter(empty_window: MainWindow, copies: LoadRequest, qtbot: QtBot) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies, "kind:fn type:ORG")
    with qtbot.waitSignal(empty_window.document.study_changed):
        QTest.keyClick(empty_window, Qt.Key.Key_F5)
    assert empty_window.document.query == "kind:fn type:ORG"


def test_dropped_files_are_asked_about(empty_window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(dialog: OpenDialog) -> QDialog.DialogCode:
        asked.append(dialog.request())
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(OpenDialog, "exec", answer)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/data/ref.conll"), QUrl.fromLocalFile("/data/pred.conll")])
    empty_window.dropEvent(
        QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    assert [(request.reference, request.predictions) for request in asked] == [
        ("/data/ref.conll", ("/data/pred.conll",))
    ]


def test_accepted_files_are_opened(
    empty_window: MainWindow, copies: LoadRequest, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(OpenDialog, "exec", lambda dialog: QDialog.DialogCode.Accepted)
    monkeypatch.setattr(OpenDialog, "request", lambda dialog: copies)
    with qtbot.waitSignal(empty_window.document.study_changed):
        QTest.keyClick(empty_window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert empty_window.document.request == copies


def test_the_sample_opens_from_the_start_page(
    empty_window: MainWindow, press_button: PressButton, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        press_button(empty_window.start_page, "Open the sample")
    assert empty_window.workspace.isVisible()


def test_a_start_query_is_in_force(empty_window: MainWindow, copies: LoadRequest, qtbot: QtBot) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies, "kind:fn")
    qtbot.waitUntil(lambda: empty_window.document.query == "kind:fn")


def endless_load(began: threading.Event, ended: threading.Event) -> Callable[[LoadRequest, Checkpoint], Study]:
    def load(request: LoadRequest, checkpoint: Checkpoint) -> Study:
        try:
            while True:
                began.set()
                checkpoint(1, 2)
        finally:
            ended.set()

    return load


def test_closing_while_loading_leaves_no_work_behind(
    empty_window: MainWindow, copies: LoadRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.loading.load_study", endless_load(began, ended))
    empty_window.open_files(copies)
    assert began.wait(10)
    assert empty_window.close()
    assert ended.is_set()


def test_cancel_leaves_what_is_open(
    window: MainWindow,
    sample_study: Study,
    copies: LoadRequest,
    press_button: PressButton,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.loading.load_study", endless_load(began, ended))
    window.open_files(copies)
    press_button(window.progress, "Cancel")
    assert not window.progress.isVisible()
    assert window.document.study is sample_study
    qtbot.waitUntil(ended.is_set)
