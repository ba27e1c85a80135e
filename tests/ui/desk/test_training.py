import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QThreadPool
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study, load_training
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.settings import Session
from nerinspect.training.retention import RETENTION
from nerinspect.ui.desk.changing import differ_in_training_alone
from nerinspect.ui.desk.sessions import changed_files, current_session
from nerinspect.ui.desk.status import source_pieces
from nerinspect.ui.dialogs.provenance import FilesDialog
from nerinspect.ui.kit.doors import Door, LinkLabel
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.pages.repair.tried_repairs import labelled_sources
from nerinspect.ui.window.window import MainWindow

PressButton = Callable[[QWidget, str], None]


def lines(*sentences: str) -> str:
    """Write `token/label` pairs as CoNLL lines."""
    return "\n".join("".join(pair.replace("/", "\t") + "\n" for pair in one.split()) for one in sentences)


@pytest.fixture
def request_with_training(tmp_path: Path) -> LoadRequest:
    """Ask for a reference with a seen, an unseen and a differently cased surface, a prediction and training data."""
    (tmp_path / "ref.conll").write_text(lines("Ostend/B-LOC said/O", "Bruges/B-LOC said/O", "OSTEND/B-LOC"))
    (tmp_path / "pred.conll").write_text(lines("Ostend/B-ORG said/O", "Bruges/B-ORG said/O", "OSTEND/B-ORG"))
    (tmp_path / "train.conll").write_text(lines("in/O Ostend/B-LOC", "of/O Ostend/B-LOC"))
    names = {name: str(tmp_path / f"{name}.conll") for name in ("ref", "pred", "train")}
    return LoadRequest(names["ref"], (names["pred"],), encoding="BIO", training=names["train"])


def open_files(window: MainWindow, request: LoadRequest, qtbot: QtBot, query: str | None = "") -> None:
    with qtbot.waitSignal(window.opener.training.changed):
        window.open_files(request, query)


@pytest.fixture
def trained(empty_window: MainWindow, request_with_training: LoadRequest, qtbot: QtBot) -> MainWindow:
    """Show files with training data in a window."""
    open_files(empty_window, request_with_training, qtbot)
    return empty_window


def systems(window: MainWindow) -> tuple[str, ...]:
    assert window.document.study is not None
    return window.document.study.systems


def test_the_window_shows_the_same_study_as_the_command_line_loads(
    trained: MainWindow, request_with_training: LoadRequest
) -> None:
    study, direct = trained.document.study, load_study(replace(request_with_training, retention=True))
    assert study is not None
    assert study.systems == direct.systems == ("pred", RETENTION)
    assert study.events.kind.tolist() == direct.events.kind.tolist()
    assert study.warnings == direct.warnings
    assert trained.document.request == replace(request_with_training, retention=True)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Hold the reading of training data back until the event is set."""
    from nerinspect.ui.desk import changing as training

    gate = threading.Event()

    def load_later(request: LoadRequest, encoding: str, checkpoint: Checkpoint) -> object:
        while not gate.wait(0.01):
            checkpoint(0, 1)
        return load_training(request, encoding, checkpoint)

    monkeypatch.setattr(training, "load_training", load_later)
    return gate


def test_events_are_on_show_before_the_training_data_are_read_and_stay_where_they_are(
    empty_window: MainWindow, request_with_training: LoadRequest, held: threading.Event, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_with_training, "type:LOC")
    document = empty_window.document
    assert systems(empty_window) == ("pred",)
    assert document.request is not None
    assert document.request.training is None
    assert empty_window.training_progress.isVisible()
    empty_window.workspace.events.select_event(2)
    empty_window.workspace.events.set_grouped(True)
    before = empty_window.workspace.events.order().tolist()
    with qtbot.waitSignal(empty_window.opener.training.changed):
        held.set()
    assert (document.query, document.chosen_event, document.n_kept) == ("type:LOC", 2, 3)
    assert empty_window.workspace.events.order().tolist() == before
    assert empty_window.workspace.events.current_event() == 2
    assert not empty_window.training_progress.isVisible()


def test_the_details_say_that_training_data_are_being_read_and_no_longer(
    empty_window: MainWindow, request_with_training: LoadRequest, held: threading.Event, qtbot: QtBot
) -> None:
    def is_said(words: str) -> bool:
        labels = empty_window.workspace.details.findChildren(QLabel)
        return any(label.text().startswith(words) and label.isVisible() for label in labels)

    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_with_training)
    qtbot.waitUntil(lambda: is_said("Training data is being read."))
    empty_window.workspace.events.select_event(2)
    assert is_said("Training data is being read.")
    empty_window.training_progress.cancelled.emit()
    qtbot.waitUntil(lambda: is_said("No training data is open."))


@pytest.mark.skipif(sys.platform != "linux", reason="pipes are read like files here")
def test_training_data_that_never_come_can_be_replaced_again_and_again(
    empty_window: MainWindow, request_with_training: LoadRequest, tmp_path: Path, qtbot: QtBot
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    waiting = replace(request_with_training, training=str(pipe))
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(waiting)
    for _ in range(QThreadPool().maxThreadCount() + 1):
        empty_window.opener.open_otherwise(waiting)
    with qtbot.waitSignal(empty_window.opener.training.changed):
        empty_window.opener.open_otherwise(request_with_training)
    assert systems(empty_window) == ("pred", RETENTION)


def test_a_session_remembers_training_data_that_are_not_read_yet(
    empty_window: MainWindow, request_with_training: LoadRequest, held: threading.Event, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_with_training, "tough:seen")
    session = current_session(empty_window.document)
    assert session is not None
    assert session.request.training == request_with_training.training
    assert session.query == "tough:seen"


def test_a_filter_about_training_data_waits_for_them(
    empty_window: MainWindow, request_with_training: LoadRequest, held: threading.Event, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_with_training, "tough:seen")
    assert empty_window.document.query == "-kind:tp"
    assert "tough:seen is applied once" in empty_window.message.text
    with qtbot.waitSignal(empty_window.opener.training.changed):
        held.set()
    assert empty_window.document.query == "tough:seen"
    assert empty_window.document.order.tolist() == [0]


def test_a_filter_that_is_wrong_anyway_is_told_when_the_training_data_are_there(
    empty_window: MainWindow, request_with_training: LoadRequest, qtbot: QtBot
) -> None:
    open_files(empty_window, request_with_training, qtbot, "tough:sene")
    assert "The filter was not applied" in empty_window.message.text


def test_cancel_leaves_the_study_without_training_data_and_offers_them_again(
    empty_window: MainWindow,
    request_with_training: LoadRequest,
    held: threading.Event,
    press_button: PressButton,
    qtbot: QtBot,
) -> None:
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_with_training, "tough:seen")
    press_button(empty_window.training_progress, "Cancel")
    assert systems(empty_window) == ("pred",)
    assert "tough:seen is not applied" in empty_window.message.text
    held.set()
    with qtbot.waitSignal(empty_window.opener.training.changed):
        press_button(empty_window.message, "Read it")
    assert empty_window.document.query == "tough:seen"


def test_training_data_that_cannot_be_read_are_told_in_one_sentence_and_can_be_read_otherwise(
    empty_window: MainWindow, request_with_training: LoadRequest, press_button: PressButton, qtbot: QtBot
) -> None:
    assert request_with_training.training is not None
    Path(request_with_training.training).write_text("Ostend\tI-LOC\n")
    empty_window.open_files(request_with_training, "")
    qtbot.waitUntil(lambda: "I-LOC" in empty_window.message.text)
    assert systems(empty_window) == ("pred",)
    press_button(empty_window.message, "Change how files are read…")
    dialog = visible_dialog(empty_window, qtbot)
    dialog.repairs.table.method_chosen.emit("conlleval")
    qtbot.waitUntil(dialog.footer.open.isEnabled)
    with qtbot.waitSignal(empty_window.opener.training.changed):
        dialog.footer.open.click()
    assert systems(empty_window) == ("pred", RETENTION)


def visible_dialog(window: MainWindow, qtbot: QtBot) -> OpenDialog:
    qtbot.waitUntil(lambda: any(dialog.isVisible() for dialog in window.findChildren(OpenDialog)))
    dialog = next(dialog for dialog in window.findChildren(OpenDialog) if dialog.isVisible())
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)
    return dialog


def test_training_data_can_be_given_to_files_that_are_open(
    empty_window: MainWindow, request_with_training: LoadRequest, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    training = request_with_training.training
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(replace(request_with_training, training=None), "type:LOC")
    assert not empty_window.menus.action("remove_training").isEnabled()
    text = empty_window.document.study and empty_window.document.study.text
    monkeypatch.setattr("nerinspect.ui.kit.file_dialogs.QFileDialog.getOpenFileName", lambda *_: (training, ""))
    empty_window.menus.action("training").trigger()
    dialog = visible_dialog(empty_window, qtbot)
    assert dialog.table.chosen is not None
    assert (dialog.table.chosen.role, dialog.table.chosen.path) == ("training", training)
    with qtbot.waitSignal(empty_window.opener.training.changed):
        dialog.footer.open.click()
    assert empty_window.document.query == "type:LOC"
    assert empty_window.document.study is not None
    assert empty_window.document.study.text is text  # what is open is not read again
    assert empty_window.menus.action("remove_training").isEnabled()


def test_removing_training_data_takes_away_what_came_of_them(trained: MainWindow, qtbot: QtBot) -> None:
    trained.desk.open(Door("tough:seen kind:le"))
    trained.document.show_prediction(1)
    with qtbot.waitSignal(trained.opener.training.changed):
        trained.menus.action("remove_training").trigger()
    assert systems(trained) == ("pred",)
    assert (trained.document.prediction, trained.document.query) == (0, "kind:le")
    assert trained.message.text == "tough:seen needs training data; that part of the filter was removed."
    trained.document.go_back()
    assert trained.document.query == ""
    assert trained.document.request is not None
    assert trained.document.request.training is None
    assert not trained.document.request.retention


def test_surfaces_can_be_compared_ignoring_case(trained: MainWindow, qtbot: QtBot) -> None:
    trained.desk.open(Door("tough:seen"))
    assert trained.document.order.tolist() == [0]
    with qtbot.waitSignal(trained.opener.training.changed):
        trained.menus.matching_chosen.emit("ignore-case")
    assert trained.document.order.tolist() == [0, 2]
    assert trained.document.request is not None
    assert trained.document.request.matching == "ignore-case"


def test_a_session_is_looked_at_again_as_it_was_left_in_the_heuristic(
    trained: MainWindow, request_with_training: LoadRequest, qtbot: QtBot
) -> None:
    trained.document.show_prediction(1)
    trained.desk.open(Door("tough:unseen-any"))
    trained.workspace.events.select_next()
    left = current_session(trained.document)
    assert left is not None
    assert left.prediction == 1
    with qtbot.waitSignal(trained.opener.training.changed):
        trained.open_session(left)
    assert trained.document.prediction == 1
    assert (trained.document.query, trained.document.chosen_event) == (left.query, left.event)
    assert current_session(trained.document) == left


def test_changed_training_data_are_named(trained: MainWindow, request_with_training: LoadRequest) -> None:
    study, session = trained.document.study, current_session(trained.document)
    assert study is not None
    assert session is not None
    assert changed_files(study, session) == []
    other = Session(session.request, digests=(*session.digests[:-1], "0"))
    assert changed_files(study, other) == ["train.conll"]


def test_the_heuristic_has_no_labels_to_repair_but_is_described(trained: MainWindow, qtbot: QtBot) -> None:
    study = trained.document.study
    assert study is not None
    assert [source.name for source in labelled_sources(study)] == ["pred", "reference", "training"]
    dialog = FilesDialog(study)
    qtbot.addWidget(dialog)
    dialog.copy()


def test_a_repair_of_the_training_data_leaves_the_rest_as_it_is(trained: MainWindow, qtbot: QtBot) -> None:
    study, request = trained.document.study, trained.document.request
    assert study is not None
    assert request is not None
    with qtbot.waitSignal(trained.opener.training.changed):
        trained.desk.repair_requested.emit(request.training, "training", "conlleval")
    assert trained.document.study is not None
    assert trained.document.study.text is study.text
    assert trained.document.study.training is not None
    assert trained.document.study.training.annotation.source.repair == "conlleval"


def test_requests_that_read_a_prediction_otherwise_differ_in_more_than_training(
    request_with_training: LoadRequest,
) -> None:
    one = request_with_training
    assert differ_in_training_alone(one, replace(one, training=None, training_label_column=1))
    assert not differ_in_training_alone(one, replace(one, repair="conlleval"))
    assert not differ_in_training_alone(one, replace(one, predictions=()))


def test_the_foot_names_training_data_and_how_surfaces_are_compared(trained: MainWindow, qtbot: QtBot) -> None:
    study = trained.document.study
    assert study is not None
    assert "training: train.conll, BIO" in [piece.text for piece in source_pieces(study, 0)]
    compared = source_pieces(replace(study, matching="ignore-case"), 0)
    assert "surfaces compared ignoring case" in [piece.text for piece in compared]


def test_the_table_stays_where_it_was_scrolled_to(
    empty_window: MainWindow, request_with_training: LoadRequest, held: threading.Event, qtbot: QtBot
) -> None:
    for path in (request_with_training.reference, *request_with_training.predictions):
        Path(path).write_text((Path(path).read_text().rstrip() + "\n\n") * 100)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_with_training, "")
    empty_window.workspace.events.select_event(150)
    bar = empty_window.workspace.events.view.verticalScrollBar()
    bar.setValue(bar.value() + 3)
    before = bar.value()
    with qtbot.waitSignal(empty_window.opener.training.changed):
        held.set()
    assert bar.value() == before > 3
    assert empty_window.workspace.events.current_event() == 150


def test_the_details_panel_leads_to_the_choice_of_training_data(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def choose_nothing(_parent: QWidget, title: str, *_others: str) -> tuple[str, str]:
        asked.append(title)
        return "", ""

    monkeypatch.setattr("nerinspect.ui.kit.file_dialogs.QFileDialog.getOpenFileName", choose_nothing)
    link = next(
        label for label in window.workspace.details.findChildren(LinkLabel) if "Open training data" in label.text()
    )
    link.linkActivated.emit("open")
    assert asked == ["Training data"]
