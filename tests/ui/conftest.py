import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.ui.app import Windows
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.styled import FocusRing, apply_theme
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.theme.themes import choose_theme
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard


@pytest.fixture(scope="session")
def sample_study() -> Study:
    """Load the reference and the predictions of the bundled sample once, without what the models learned from."""
    return load_study(without_training(sample_request()))


@pytest.fixture(autouse=True)
def no_popup_stays(qapp: QApplication) -> Iterator[None]:
    """Close menus that a test leaves open: they would take the mouse and the keys of the next one."""
    yield
    while popup := qapp.activePopupWidget():
        popup.close()


@pytest.fixture
def drawn_as_the_program_is(qapp: QApplication) -> Iterator[None]:
    """Give widgets the style of the program."""
    before = qapp.palette()
    apply_theme(qapp)
    yield
    qapp.setPalette(before)


@pytest.fixture
def display() -> Iterator[str]:
    """Start an X server on a number that is free and give its name."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
        text=True,
    )
    os.close(writer)
    with os.fdopen(reader) as told:
        number = told.readline().strip()  # once the server takes clients
    try:
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    """Give a desk without the window around it, which nobody else keeps."""
    asker = QWidget()
    qtbot.addWidget(asker)
    desk, rows = Desk(asker), QVBoxLayout(asker)
    rows.addWidget(desk.message)
    rows.addWidget(desk.progress)
    yield desk
    asker.close()


@pytest.fixture
def empty_window(qtbot: QtBot) -> Iterator[MainWindow]:
    """Show a window in which nothing is open."""
    window = MainWindow()
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    window.close()


@pytest.fixture
def window(empty_window: MainWindow, sample_study: Study) -> MainWindow:
    """Show the sample in a window."""
    empty_window.opener.show(sample_study, without_training(sample_request()), "")
    return empty_window


@pytest.fixture
def start(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Windows]]:
    """Start the program anew, with what was remembered; it can be quit without ending the tests."""
    monkeypatch.setattr(qapp, "quit", lambda: None)
    started = []

    def begin() -> Windows:
        windows = Windows(qapp)
        started.append(windows)
        windows.restore()
        return windows

    yield begin
    for windows in started:
        windows.quit()
        windows.deleteLater()
    choose_theme(qapp, None)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let decisions be kept in a new file."""
    path = str(tmp_path / "a.nerinspect")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (path, ""))
    return path


@pytest.fixture
def press_button() -> Callable[[QWidget, str], None]:
    """Click the button of a widget that says this."""

    def press(widget: QWidget, text: str) -> None:
        QTest.mouseClick(
            next(button for button in widget.findChildren(QAbstractButton) if button.text() == text),
            Qt.MouseButton.LeftButton,
        )

    return press


@pytest.fixture
def keyboard(qtbot: QtBot) -> Keyboard:
    """Press keys that go to the window in front."""
    return Keyboard(qtbot)


@pytest.fixture
def ring(qapp: QApplication) -> Iterator[None]:
    """Show where the focus is, as the program does."""
    ring = FocusRing(qapp)
    yield
    qapp.focusChanged.disconnect(ring._on_focus_changed)
    ring.deleteLater()


@pytest.fixture
def errors(window: MainWindow, keyboard: Keyboard) -> Iterator[MainWindow]:
    """Show the errors of the sample, with the focus in the table."""
    window.document.select_query("-kind:tp")
    keyboard.press(Key.Key_Escape)
    QApplication.processEvents()
    yield window
    if (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
