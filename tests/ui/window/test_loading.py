import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from nerinspect.errors import InvalidTransitionError
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.strips import MessageStrip, ProgressStrip
from nerinspect.ui.window.opener import Loader

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def message(desk: Desk) -> MessageStrip:
    return desk.message


@pytest.fixture
def progress(desk: Desk) -> ProgressStrip:
    return desk.progress


@pytest.fixture
def loader(desk: Desk) -> Iterator[Loader]:
    loader = Loader(desk)
    yield loader
    end_work(loader)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    """Write labels of the words `a b c` and give the path."""

    def write(name: str, labels: str) -> str:
        path = tmp_path / name
        path.write_text("".join(f"{word}\t{label}\n" for word, label in zip("abc", labels.split(), strict=True)))
        return str(path)

    return write


Write = Callable[[str, str], str]


def complaint(loader: Loader, message: MessageStrip, qtbot: QtBot, request: LoadRequest) -> str:
    loader.load(request)
    qtbot.waitUntil(lambda: message.text != "")
    return message.text


def test_what_was_loaded_comes_with_its_request(loader: Loader, qtbot: QtBot, write: Write) -> None:
    request = LoadRequest(write("ref", "B-PER O O"), (write("pred", "B-PER O O"),))
    with qtbot.waitSignal(loader.loaded) as caught:
        loader.load(request)
    study, loaded = caught.args
    assert isinstance(study, Study)
    assert (loaded, len(study.events)) == (request, 1)


def test_progress_shows_while_files_are_read(
    loader: Loader, progress: ProgressStrip, qtbot: QtBot, write: Write
) -> None:
    with qtbot.waitSignal(loader.loaded):
        loader.load(LoadRequest(write("ref", "O O O")))
        assert not progress.isHidden()
    assert progress.isHidden()


def test_a_new_load_takes_an_old_message_away(
    loader: Loader, message: MessageStrip, qtbot: QtBot, write: Write
) -> None:
    message.say("old")
    with qtbot.waitSignal(loader.loaded):
        loader.load(LoadRequest(write("ref", "O O O")))
    assert message.text == ""


def test_a_file_at_fault_is_told_with_place_and_remedy(
    loader: Loader, message: MessageStrip, qtbot: QtBot, write: Write
) -> None:
    path = write("ref", "O B-PER I-LOC")
    said = complaint(loader, message, qtbot, LoadRequest(path, encoding="BIO"))
    assert said.startswith(f"{path}:3: ")
    assert said.endswith(", or fix the file.")


def test_a_mistake_in_the_choices_begins_with_a_capital(
    loader: Loader, message: MessageStrip, qtbot: QtBot, write: Write
) -> None:
    said = complaint(loader, message, qtbot, LoadRequest(write("ref", "O O O"), text_encoding="klingon"))
    assert said.startswith("There is no text encoding called “klingon”")


def test_a_mistake_is_told_in_the_words_of_the_window(
    loader: Loader, message: MessageStrip, qtbot: QtBot, write: Write
) -> None:
    said = complaint(loader, message, qtbot, LoadRequest(write("ref", "O O I-LOC"), encoding="BIO"))
    assert "choose a repair with “Repair” (conlleval or discard)" in said
    assert "--" not in said


def test_what_was_refused_is_handed_on_with_the_reason(loader: Loader, qtbot: QtBot, write: Write) -> None:
    request = LoadRequest(write("ref", "O O I-LOC"), encoding="BIO")
    with qtbot.waitSignal(loader.refused) as caught:
        loader.load(request)
    assert caught.args[0] == request
    assert isinstance(caught.args[1], InvalidTransitionError)


def test_mistakes_offer_other_choices_or_to_try_again(
    loader: Loader, message: MessageStrip, press_button: PressButton, qtbot: QtBot, tmp_path: Path
) -> None:
    request = LoadRequest(str(tmp_path / "missing"))
    complaint(loader, message, qtbot, request)
    assert message.actions_offered == ["Change how files are read…", "Try again"]
    with qtbot.waitSignal(loader.choice_requested) as caught:
        press_button(message, "Change how files are read…")
    assert caught.args[0] == request


def test_a_fault_of_the_program_is_logged_and_owned(
    loader: Loader,
    message: MessageStrip,
    qtbot: QtBot,
    write: Write,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*arguments: object) -> Study:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("nerinspect.ui.window.opener.load_sides", broken)
    with caplog.at_level(logging.ERROR):
        said = complaint(loader, message, qtbot, LoadRequest(write("ref", "O O O")))
    assert "This is a bug in nerinspect, not your mistake." in said
    assert caplog.records[0].exc_info is not None


def test_the_newest_request_is_the_one_loaded(loader: Loader, qtbot: QtBot, write: Write) -> None:
    loaded = []
    loader.loaded.connect(lambda study, request: loaded.append(request.reference))
    old, new = write("old", "O O O"), write("new", "O O O")
    loader.load(LoadRequest(old))
    with qtbot.waitSignal(loader.loaded):
        loader.load(LoadRequest(new))
    end_work(loader)
    assert loaded == [new]
