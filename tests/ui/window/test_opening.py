import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.errors import CommandError
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.io.index.building import build_index
from nerinspect.io.index.engines import Here
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mention_facts import event_query
from nerinspect.progress import Checkpoint
from nerinspect.systems.arranging import Arranged
from nerinspect.ui.kit.file_dialogs import ask_where_to_save
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.platforms import resource_path, sample_request
from nerinspect.ui.window.window import MainWindow

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def invalid(tmp_path: Path) -> LoadRequest:
    """Ask for a prediction with an invalid transition."""
    (tmp_path / "ref.conll").write_text("Ostend\tB-LOC\nsaid\tO\n")
    (tmp_path / "bad.conll").write_text("Ostend\tI-LOC\nsaid\tO\n")
    (tmp_path / "good.conll").write_text("Ostend\tB-ORG\nsaid\tO\n")
    predictions = (f"bad={tmp_path / 'bad.conll'}", f"good={tmp_path / 'good.conll'}")
    return LoadRequest(str(tmp_path / "ref.conll"), predictions, encoding="BIO")


def open_with_complaint(window: MainWindow, request: LoadRequest, qtbot: QtBot) -> OpenDialog:
    """Open files that cannot be opened; give the dialog that this leads to."""
    window.open_files(request)
    qtbot.waitUntil(lambda: bool(dialogs(window)))
    dialog = dialogs(window)[0]
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)
    return dialog


def dialogs(window: MainWindow) -> list[OpenDialog]:
    return [dialog for dialog in window.findChildren(OpenDialog) if dialog.isVisible()]


def test_what_cannot_be_opened_leads_to_the_dialog_with_the_file_at_fault_which_can_be_left_out(
    empty_window: MainWindow, invalid: LoadRequest, qtbot: QtBot
) -> None:
    dialog = open_with_complaint(empty_window, invalid, qtbot)
    assert dialog.table.chosen is not None
    assert dialog.table.chosen.name == "bad"
    assert [notice.plain for notice in dialog.notices.shown] == [
        "bad.conll has 1 invalid transition: choose a repair, or untick it."
    ]
    dialog.reject()
    dialog = open_with_complaint(empty_window, invalid, qtbot)
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
    with qtbot.waitSignal(empty_window.document.study_changed):
        dialog.footer.open.click()
    assert empty_window.document.study is not None
    assert empty_window.document.study.systems == ("good",)


@pytest.mark.parametrize(("method", "kind"), [("conlleval", "tp"), ("discard", "fn")])
def test_a_repair_chosen_there_opens_the_files(
    empty_window: MainWindow, invalid: LoadRequest, qtbot: QtBot, method: str, kind: str
) -> None:
    dialog = open_with_complaint(empty_window, invalid, qtbot)
    dialog.repairs.table.method_chosen.emit(method)
    qtbot.waitUntil(dialog.footer.open.isEnabled)
    with qtbot.waitSignal(empty_window.document.study_changed):
        dialog.footer.open.click()
    assert empty_window.document.study is not None
    assert KINDS[empty_window.document.study.events.kind[0]] == kind


def test_the_filter_that_was_asked_for_comes_into_force_once_files_are_read_otherwise(
    empty_window: MainWindow, invalid: LoadRequest, qtbot: QtBot
) -> None:
    empty_window.open_files(invalid, "kind:fn")
    qtbot.waitUntil(lambda: bool(dialogs(empty_window)))
    dialog = dialogs(empty_window)[0]
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
    with qtbot.waitSignal(empty_window.document.study_changed):
        dialog.footer.open.click()
    assert empty_window.document.query == "kind:fn"


def test_what_cannot_be_read_is_told_and_leaves_what_is_open(
    window: MainWindow, sample_study: Study, invalid: LoadRequest, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = open_with_complaint(window, invalid, qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialogs(window)
    assert window.document.study is sample_study
    assert "I-LOC" in window.message.text
    for content, said in BAD.items():
        (tmp_path / "x.conll").write_bytes(content)
        open_with_complaint(window, LoadRequest(str(tmp_path / "x.conll")), qtbot).reject()
        assert said in window.message.text
        assert "\n" not in window.message.text
        assert window.document.study is sample_study
    open_with_complaint(window, LoadRequest(str(tmp_path / "missing.conll")), qtbot)
    assert window.message.text.startswith(str(tmp_path / "missing.conll"))
    assert window.document.study is sample_study


BAD = {b"": "the file has no tokens", b"a\0b O\n": "not a text file", b"a B-\xff\n": "is not valid UTF-8"}


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


@pytest.mark.parametrize("is_read_again", [False, True])
def test_a_change_from_before_a_file_was_read_again_is_not_told(
    empty_window: MainWindow, copies: LoadRequest, monkeypatch: pytest.MonkeyPatch, is_read_again: bool
) -> None:
    monkeypatch.setattr("nerinspect.ui.window.opener._REPLACED_MS", 0)
    empty_window.opener.show(load_study(copies), copies)
    empty_window.opener._on_file_changed(copies.reference)
    if is_read_again:
        empty_window.opener.show(load_study(copies), copies)
    QApplication.processEvents()
    assert (empty_window.message.actions_offered == ["Reload"]) is not is_read_again


def test_reading_again_keeps_the_filter(empty_window: MainWindow, copies: LoadRequest, qtbot: QtBot) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies, "kind:fn type:ORG")
    with qtbot.waitSignal(empty_window.document.study_changed):
        QTest.keyClick(empty_window, Qt.Key.Key_F5)
    assert empty_window.document.query == "kind:fn type:ORG"


def test_dropped_files_are_asked_about(empty_window: MainWindow, copies: LoadRequest, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in copies.paths])
    empty_window.dropEvent(
        QDropEvent(
            QPointF(5, 5),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    dialog = dialogs(empty_window)[0]
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)
    assert [entry.role for entry in dialog.files.entries] == ["reference", "prediction"]


def test_accepted_files_are_opened(
    empty_window: MainWindow, copies: LoadRequest, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (list(copies.paths), ""))
    QTest.keyClick(empty_window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    dialog = dialogs(empty_window)[0]
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)
    for entry in dialog.files.entries:
        dialog.files.choose(entry, repair="conlleval")
    qtbot.waitUntil(dialog.footer.open.isEnabled)
    with qtbot.waitSignal(empty_window.document.study_changed):
        dialog.footer.open.click()
    assert empty_window.document.request is not None
    assert empty_window.document.request.paths == copies.paths


def test_a_second_question_takes_the_place_of_the_first(empty_window: MainWindow, copies: LoadRequest) -> None:
    empty_window.opener.ask(list(copies.paths))
    empty_window.opener.ask(list(copies.paths))
    assert len(dialogs(empty_window)) == 1


def test_files_are_chosen_first_then_how_to_read_them(
    empty_window: MainWindow, copies: LoadRequest, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [[], [copies.reference]]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (answers.pop(0), ""))
    press_button(empty_window.start_page, "Open…")
    assert dialogs(empty_window) == []
    press_button(empty_window.start_page, "Open…")
    assert [entry.path for entry in dialogs(empty_window)[0].files.entries] == [copies.reference]


def test_dialogs_begin_beside_the_reference_and_saving_goes_on_where_it_ended(
    empty_window: MainWindow, copies: LoadRequest, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def answering(answer: object) -> Callable[..., object]:
        def ask(_parent: object, _title: str, folder: str, *_others: object) -> object:
            begun.append(folder)
            return answer

        return ask

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", answering(([], "")))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answering((str(tmp_path / "paper" / "scores.csv"), "")))
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.open_files(copies)
    empty_window.opener.ask_predictions()
    for name in ("a.csv", "b.csv"):
        ask_where_to_save(empty_window.workspace, "Save", name, "")
    empty_window.opener.ask_predictions()
    folder = str(Path(copies.reference).parent)
    assert begun == [folder, f"{folder}/a.csv", str(tmp_path / "paper" / "b.csv"), folder]


def test_the_folder_of_the_sample_is_nobodys(empty_window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(empty_window.document.study_changed):
        empty_window.opener.open_sample()
    assert empty_window.opener.folders.opened == ""


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
    def load(request: LoadRequest, checkpoint: Checkpoint, with_others: bool = False) -> Study:
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
    monkeypatch.setattr("nerinspect.ui.window.opener.load_sides", endless_load(began, ended))
    empty_window.open_files(copies)
    assert began.wait(60)
    assert empty_window.close()
    assert ended.is_set()


def test_nothing_is_offered_while_files_are_read(
    empty_window: MainWindow, copies: LoadRequest, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.window.opener.load_sides", endless_load(began, ended))
    buttons = empty_window.start_page.findChildren(QPushButton)
    assert all(button.isVisible() for button in buttons)
    empty_window.open_files(copies)
    assert empty_window.progress.isVisible()
    assert not any(button.isVisible() for button in buttons)
    press_button(empty_window.progress, "Cancel")
    assert all(button.isVisible() for button in buttons)


def test_cancel_leaves_what_is_open(
    window: MainWindow,
    sample_study: Study,
    copies: LoadRequest,
    press_button: PressButton,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.window.opener.load_sides", endless_load(began, ended))
    window.open_files(copies)
    press_button(window.progress, "Cancel")
    assert not window.progress.isVisible()
    assert window.document.study is sample_study
    qtbot.waitUntil(ended.is_set)


@pytest.fixture
def index(invalid: LoadRequest, tmp_path: Path) -> str:
    folder = str(tmp_path / "corpus.events")
    build_index(replace(invalid, repair="conlleval"), folder, Here())
    return folder


def open_index(window: MainWindow, chosen: str, qtbot: QtBot) -> Study:
    window.opener.take_dropped([chosen])
    qtbot.waitUntil(lambda: not window.opener.loader.is_loading and window.document.study is not None)
    assert window.document.study is not None
    return window.document.study


def test_an_index_shows_the_heuristic_that_it_holds(
    empty_window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path / "corpus.events")
    build_index(replace(sample_request(), retention=False), folder, Here())
    monkeypatch.setattr("nerinspect.training.retention.retention_mentions", lambda *_: pytest.fail("it is made anew"))
    study = open_index(empty_window, folder, qtbot)
    assert (study.systems[-1], empty_window.document.request) == ("retention", LoadRequest(folder, retention=True))


@pytest.mark.parametrize("name", ["", "index.json"])
def test_an_index_is_opened_as_files_are(empty_window: MainWindow, index: str, name: str, qtbot: QtBot) -> None:
    for _ in range(2):  # where nothing is open, then where something is
        study = open_index(empty_window, os.path.join(index, name).rstrip(os.sep), qtbot)
        assert empty_window.document.request == LoadRequest(index)
    assert (study.systems, len(study.events), dialogs(empty_window)) == (("bad", "good"), 2, [])


def test_what_was_chosen_with_an_index_stays_but_colours_of_systems(
    empty_window: MainWindow, index: str, qtbot: QtBot
) -> None:
    study, desk = open_index(empty_window, index, qtbot), empty_window.desk
    asked: list[Callable[[], object]] = [
        *(desk.menus.action(name).trigger for name in ("add_predictions", "training")),
        empty_window.opener.training.remove,
        partial(desk.repair_requested.emit, study.predictions[0].annotation.source.path, "prediction", "discard"),
    ]
    for ask in asked:
        desk.message.hide()
        ask()
        assert f"{index} is an index: its files, and how they are read, are fixed" in desk.message.text
    assert (empty_window.document.study, dialogs(empty_window)) == (study, [])
    open_index(empty_window, index, qtbot)
    document, predictions = empty_window.document, empty_window.opener.predictions
    with pytest.raises(CommandError, match="is an index"):
        predictions.arrange([Arranged(1, "good"), Arranged(0, "bad")])
    with qtbot.waitSignal(document.study_replaced):
        predictions.arrange([Arranged(0, "bad", 3), Arranged(1, "good", 2)])
    assert document.study is not None
    assert (document.study.system_colours, document.request) == ({"bad": 3, "good": 2}, LoadRequest(index))


@pytest.mark.parametrize(("gone", "said"), [("index.json", "is unfinished"), ("study.json", "missing or damaged")])
def test_an_index_that_cannot_be_opened_is_said(
    empty_window: MainWindow, index: str, gone: str, said: str, qtbot: QtBot
) -> None:
    Path(index, gone).unlink()
    empty_window.opener.take_dropped([index])
    qtbot.waitUntil(lambda: said in empty_window.message.text)
    assert dialogs(empty_window) == []


def test_files_that_change_behind_an_index_are_said(
    empty_window: MainWindow, index: str, tmp_path: Path, qtbot: QtBot
) -> None:
    open_index(empty_window, index, qtbot)
    (tmp_path / "good.conll").write_text("Ostend\tO\nsaid\tO\n")
    qtbot.waitUntil(lambda: "good.conll has changed on disk since the index was made" in empty_window.message.text)
    Path(index, "index.json").write_text("{}")
    qtbot.waitUntil(lambda: "index.json has changed on disk since it was read" in empty_window.message.text)


def test_events_of_several_files_say_in_which_they_are(
    empty_window: MainWindow, invalid: LoadRequest, tmp_path: Path, qtbot: QtBot
) -> None:
    for name in ("ref", "good"):
        (tmp_path / name).mkdir()
        for part in ("a", "b"):
            shutil.copy(tmp_path / f"{name}.conll", tmp_path / name / f"{part}.conll")
    folder = str(tmp_path / "several.events")
    build_index(LoadRequest(str(tmp_path / "ref"), (f"good={tmp_path / 'good'}",)), folder, Here())
    study = open_index(empty_window, folder, qtbot)
    assert [study.text.file_of(sentence) for sentence in range(2)] == [
        str(tmp_path / "ref" / f"{part}.conll") for part in "ab"
    ]
    assert event_query(study, 1) == "sent:2"
    empty_window.document.select_query("")
    empty_window.document.choose_event(1)
    labels = empty_window.workspace.context.findChildren(QLabel)
    qtbot.waitUntil(lambda: "line 1 of b.conll" in {label.text() for label in labels})
