from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.io.load import LoadRequest
from nerinspect.settings.store import load_settings, settings_path
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.resources import sample_request
from nerinspect.ui.sessions import SessionKeeper, session_title

MakeWindow = Callable[[], tuple[MainWindow, SessionKeeper]]


@pytest.fixture
def make_window(qtbot: QtBot) -> Iterator[MakeWindow]:
    windows = []

    def make() -> tuple[MainWindow, SessionKeeper]:
        window = MainWindow()
        qtbot.addWidget(window)
        windows.append(window)
        keeper = SessionKeeper(window)
        keeper.restore_window()
        window.show()
        return window, keeper

    yield make
    for window in windows:
        window.close()


def opened(window: MainWindow, qtbot: QtBot, request: LoadRequest, query: str = "") -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_files(request, query)


def test_a_window_reopens_as_it_was_left(make_window: MakeWindow, qtbot: QtBot) -> None:
    window, _ = make_window()
    opened(window, qtbot, sample_request(), "-kind:tp")
    window.document.show_prediction(1)
    window.workspace.events.view.selectRow(7)
    left = window.document.query, window.document.prediction, window.document.chosen_event
    window.close()
    window, keeper = make_window()
    with qtbot.waitSignal(window.session_opened):
        keeper.restore_session()
    assert (window.document.query, window.document.prediction, window.document.chosen_event) == left


def test_columns_and_zoom_are_remembered(make_window: MakeWindow) -> None:
    window, _ = make_window()
    window.workspace.events.set_column_shown("line", True)
    window.workspace.context.set_zoom(2.0)
    window.close()
    window, _ = make_window()
    assert "line" in window.workspace.events.shown_columns()
    assert window.workspace.context.view.zoom == 2.0


def test_an_empty_window_opens_empty(make_window: MakeWindow, qtbot: QtBot) -> None:
    window, _ = make_window()
    window.close()
    window, keeper = make_window()
    keeper.restore_session()
    assert not window.loader.is_loading


def test_recent_files_are_offered(make_window: MakeWindow, qtbot: QtBot) -> None:
    window, _ = make_window()
    opened(window, qtbot, sample_request())
    assert [session_title(session) for session in load_settings()[0].sessions] == ["test.conll: rich, plain"]
    window.close()
    window, _ = make_window()
    with qtbot.waitSignal(window.session_opened):
        window.start_page.recent_requested.emit(0)
    assert window.document.study is not None


def test_changed_files_open_without_the_event_chosen_before(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    sample = sample_request()
    copy = tmp_path / "pred.conll"
    copy.write_bytes(Path(sample.predictions[1].partition("=")[2]).read_bytes())
    request = LoadRequest(sample.reference, (str(copy),))
    window, _ = make_window()
    opened(window, qtbot, request)
    window.workspace.events.view.selectRow(9)
    window.close()
    copy.write_bytes(copy.read_bytes() + b"\n")
    window, keeper = make_window()
    with qtbot.waitSignal(window.session_opened):
        keeper.restore_session()
    assert window.workspace.events.view.currentIndex().row() == 0


def test_a_session_that_cannot_be_restored_says_so(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    copy = tmp_path / "ref.conll"
    copy.write_bytes(Path(sample_request().reference).read_bytes())
    window, _ = make_window()
    opened(window, qtbot, LoadRequest(str(copy)))
    window.close()
    copy.unlink()
    window, keeper = make_window()
    keeper.restore_session()
    qtbot.waitUntil(lambda: "no such file" in window.message.text)
    assert window.document.study is None


def test_damaged_settings_are_told(make_window: MakeWindow) -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text("{")
    window, _ = make_window()
    assert "starts as new" in window.message.text
