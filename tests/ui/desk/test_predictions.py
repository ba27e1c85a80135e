"""Predictions that are added to what is open, renamed, moved or removed."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.provenance import load_arguments
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.settings import Session
from nerinspect.systems.arranging import Arranged
from nerinspect.training.retention import RETENTION
from nerinspect.ui.desk.sessions import current_session
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.window.window import MainWindow

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a reference, four predictions, one of them with other tokens, and training data."""
    for name, labels in {
        "ref": ("B-LOC", "O", "B-PER"), "p": ("B-LOC", "O", "B-ORG"), "q": ("B-ORG", "O", "O"),
        "r": ("B-LOC", "O", "B-PER"), "invalid": ("I-LOC", "O", "B-PER"), "train": ("B-LOC", "O", "O"),
    }.items():  # fmt: skip
        tokens = ("Ostend", "met", "Ada")
        lines = (f"{token} {label}\n" for token, label in zip(tokens, labels, strict=True))
        (tmp_path / f"{name}.conll").write_text("".join(lines))
    return tmp_path


@pytest.fixture
def opened(empty_window: MainWindow, folder: Path, qtbot: QtBot) -> MainWindow:
    """Show the errors of `p` and `q` in a window."""
    paths = tuple(str(folder / f"{name}.conll") for name in ("p", "q"))
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(LoadRequest(str(folder / "ref.conll"), paths, encoding="BIO"), "-kind:tp")
    return empty_window


def study_of(window: MainWindow) -> Study:
    assert window.document.study is not None
    return window.document.study


def add(window: MainWindow, qtbot: QtBot, *paths: Path) -> None:
    with qtbot.waitSignal(window.opener.predictions.changed):
        window.opener.predictions.add([str(path) for path in paths])


def arrange(window: MainWindow, qtbot: QtBot, *wanted: tuple[int, str]) -> None:
    with qtbot.waitSignal(window.opener.predictions.changed):
        window.opener.predictions.arrange([Arranged(*one) for one in wanted])


def test_a_prediction_comes_to_those_that_are_open(opened: MainWindow, folder: Path, qtbot: QtBot) -> None:
    add(opened, qtbot, folder / "r.conll")
    assert study_of(opened).systems == ("p", "q", "r")


def test_what_is_on_show_stays_while_predictions_are_added(opened: MainWindow, folder: Path, qtbot: QtBot) -> None:
    opened.document.show_prediction(1)
    opened.workspace.events.select_next()
    place = study_of(opened).events.start[opened.document.chosen_event]
    add(opened, qtbot, folder / "r.conll")
    document = opened.document
    assert (document.prediction, document.query) == (1, "-kind:tp")
    assert study_of(opened).events.start[document.chosen_event] == place
    assert opened.workspace.events.current_event() == document.chosen_event


def test_a_comparison_goes_on_while_predictions_are_added(opened: MainWindow, folder: Path, qtbot: QtBot) -> None:
    opened.document.show_prediction(1)
    opened.document.compare_with(0)
    add(opened, qtbot, folder / "r.conll")
    assert (opened.document.prediction, opened.document.compared) == (1, 0)


def test_the_session_remembers_added_predictions(opened: MainWindow, folder: Path, qtbot: QtBot) -> None:
    add(opened, qtbot, folder / "r.conll")
    session = current_session(opened.document)
    assert session is not None
    assert [Path(path).stem for path in session.request.predictions] == ["p", "q", "r"]


def test_a_file_that_cannot_be_added_leads_to_the_dialog(
    opened: MainWindow, folder: Path, qtbot: QtBot, press_button: PressButton
) -> None:
    opened.opener.predictions.add([str(folder / "invalid.conll")])
    qtbot.waitUntil(lambda: "invalid.conll" in opened.message.text)
    assert study_of(opened).systems == ("p", "q")
    press_button(opened.message, "Change how files are read…")
    dialog = opened.findChildren(OpenDialog)[0]
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)
    assert dialog.table.chosen is not None
    assert Path(dialog.table.chosen.path).stem == "invalid"
    dialog.files.choose(dialog.table.chosen, repair="conlleval")
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)
    before = study_of(opened).reference.source
    with qtbot.waitSignal(opened.opener.predictions.changed):
        dialog.accept()
    assert study_of(opened).systems == ("p", "q", "invalid")
    assert study_of(opened).reference.source is before


def test_predictions_can_be_asked_for(
    opened: MainWindow, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(folder / "r.conll")
    monkeypatch.setattr("nerinspect.ui.kit.file_dialogs.QFileDialog.getOpenFileNames", lambda *_: ([path], ""))
    with qtbot.waitSignal(opened.opener.predictions.changed):
        opened.menus.action("add_predictions").trigger()
    assert study_of(opened).systems == ("p", "q", "r")


def test_dropped_files_can_be_added(opened: MainWindow, folder: Path, qtbot: QtBot, press_button: PressButton) -> None:
    opened.opener.take_dropped([str(folder / "r.conll")])
    assert opened.message.text == "r.conll dropped: predictions for ref.conll, or something else?"
    with qtbot.waitSignal(opened.opener.predictions.changed):
        press_button(opened.message, "Add to ref.conll")
    assert study_of(opened).systems == ("p", "q", "r")


def test_dropped_files_can_be_opened_anew(opened: MainWindow, folder: Path, press_button: PressButton) -> None:
    opened.opener.take_dropped([str(folder / "ref.conll")])
    press_button(opened.message, "Open instead…")
    (dialog,) = opened.findChildren(OpenDialog)
    assert [Path(entry.path).stem for entry in dialog.files.entries] == ["ref"]


def test_what_is_shown_follows_to_its_new_place(opened: MainWindow, qtbot: QtBot) -> None:
    opened.document.compare_with(1)
    place = study_of(opened).events.start[opened.document.chosen_event]
    arrange(opened, qtbot, (1, "other"), (0, "p"))
    document = opened.document
    assert (document.prediction, document.compared) == (1, 0)
    assert study_of(opened).events.start[document.chosen_event] == place
    assert study_of(opened).systems == ("other", "p")


def test_the_command_line_repeats_what_is_arranged(opened: MainWindow, folder: Path, qtbot: QtBot) -> None:
    arrange(opened, qtbot, (1, "x"), (0, "x"))
    assert opened.document.request is not None
    paths = [f"x={folder / 'q.conll'}", f"x={folder / 'p.conll'}"]
    assert load_arguments(opened.document.request)[1:3] == paths


def test_a_prediction_that_is_removed_leaves_the_first_one_on_show(opened: MainWindow, qtbot: QtBot) -> None:
    opened.document.show_prediction(1)
    opened.document.compare_with(0)
    arrange(opened, qtbot, (0, "p"))
    assert (opened.document.prediction, opened.document.compared) == (0, None)


def test_a_term_about_a_name_that_is_gone_is_left_out_and_told(opened: MainWindow, qtbot: QtBot) -> None:
    opened.document.select_query("wrong:q kind:fn,le")
    arrange(opened, qtbot, (0, "p"))
    assert opened.document.query == "kind:fn,le"
    assert opened.message.text.startswith("wrong:q names a system that is gone")


@pytest.mark.parametrize("names", [("p", "x"), ("q", "p")])
def test_the_filter_follows_new_names(opened: MainWindow, qtbot: QtBot, names: tuple[str, str]) -> None:
    opened.document.select_query("wrong:q right:p")
    kept = opened.document.order.tolist()
    arrange(opened, qtbot, *enumerate(names))
    assert opened.document.query == f"wrong:{names[1]} right:{names[0]}"
    assert opened.document.order.tolist() == kept


def test_predictions_are_added_behind_training_data_that_are_read(
    opened: MainWindow, folder: Path, qtbot: QtBot
) -> None:
    assert opened.document.request is not None
    request = LoadRequest(
        opened.document.request.reference, opened.document.request.predictions, encoding="BIO",
        training=str(folder / "train.conll"), retention=True,
    )  # fmt: skip
    with qtbot.waitSignal(opened.opener.predictions.changed):
        opened.opener.training.read(Session(request))
        opened.opener.predictions.add([str(folder / "r.conll")])
    assert study_of(opened).systems == ("p", "q", "r", RETENTION)
    assert opened.document.request.training == request.training


def test_adding_can_be_cancelled(
    opened: MainWindow, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def wait(study: Study, request: LoadRequest, n_before: int, checkpoint: Checkpoint) -> Study:
        begun.set()
        while True:
            checkpoint(0, 1)

    monkeypatch.setattr("nerinspect.ui.desk.changing.load_more_predictions", wait)
    opened.opener.predictions.add([str(folder / "r.conll")])
    qtbot.waitUntil(begun.is_set)
    opened.progress.cancelled.emit()
    assert not opened.opener.predictions.is_busy
    assert not opened.progress.isVisible()
    assert study_of(opened).systems == ("p", "q")


def test_systems_have_their_colours_again_where_files_are_opened_again(
    opened: MainWindow, folder: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(opened.opener.predictions.changed):
        opened.opener.predictions.arrange([Arranged(1, "new", 4), Arranged(0, "p", 0)])
    assert study_of(opened).system_colours == {"new": 4, "p": 0}
    add(opened, qtbot, folder / "r.conll")
    session = current_session(opened.document)
    assert session is not None
    with qtbot.waitSignal(opened.session_opened):
        opened.open_session(session)
    assert study_of(opened).system_colours == {"new": 4, "p": 0, "r": 1}


def test_earlier_filters_follow_new_names_too(opened: MainWindow, qtbot: QtBot) -> None:
    document = opened.document
    for query in ("wrong:q", "right:q -wrong:p", "kind:fn"):
        document.select_query(query)
    document.go_back()
    arrange(opened, qtbot, (0, "q"), (1, "new"))
    assert document.query == "right:new -wrong:q"
    document.go_back()
    assert document.query == "wrong:new"
    document.go_forward()
    document.go_forward()
    assert document.query == "kind:fn"
