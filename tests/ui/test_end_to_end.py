"""The program as a person uses it: a real X server, a real window, keys."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.settings import Session, load_settings
from nerinspect.ui.platforms import resource_path
from nerinspect.ui.window.window import MainWindow

MISSING = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

REFERENCE, PREDICTION = (str(resource_path("sample", f"{name}.conll")) for name in ("test", "rich"))
FILES = [REFERENCE, PREDICTION, "--repair", "conlleval"]
QUERY = "-kind:tp type:ORG"
PATIENCE = 120  # seconds


def end(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        process.kill()
    process.communicate()


class Person:
    """Looks at windows and presses keys."""

    def __init__(self, display: str, program: "subprocess.Popen[str]") -> None:
        self._display, self.program = display, program

    def _xdotool(self, *arguments: str) -> str:
        environment = {**os.environ, "DISPLAY": self._display}
        done = subprocess.run(["xdotool", *arguments], env=environment, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def wait_for_window(self, title: str) -> None:
        """Wait until a window shows and give it the keys; there is no window manager that would."""
        limit = monotonic() + PATIENCE
        while not (found := self._xdotool("search", "--onlyvisible", "--name", title)):
            assert self.program.poll() is None, self.program.communicate()
            assert monotonic() < limit, f"no window {title}"
            sleep(0.05)
        window = found.splitlines()[0]
        self._xdotool("windowfocus", "--sync", window)

    def press(self, *keys: str) -> None:
        self._xdotool("key", "--delay", "60", *keys)

    def type(self, text: str) -> None:
        self._xdotool("type", "--delay", "20", "--", text)

    def click(self, place: QPoint, button: int = 1, key: str = "") -> None:
        """Press a mouse button at a place of the screen, perhaps with a key held."""
        self._xdotool("mousemove", "--sync", str(place.x()), str(place.y()))
        held = [("keydown", key)] * bool(key), [("keyup", key)] * bool(key)
        for act in (*held[0], ("click", str(button)), *held[1]):
            self._xdotool(*act)

    def size(self, title: str) -> tuple[int, int]:
        """Give the width and height of a window."""
        window = self._xdotool("search", "--onlyvisible", "--name", title).splitlines()[0]
        told = dict(line.split("=") for line in self._xdotool("getwindowgeometry", "--shell", window).splitlines())
        return int(told["WIDTH"]), int(told["HEIGHT"])

    def wait_for_session(self, is_as_wanted: Callable[[Session], bool]) -> Session:
        """Wait until what the program remembers of its window is as wanted."""
        limit = monotonic() + PATIENCE
        while True:
            windows = load_settings()[0].windows
            session = windows[0].session if windows else None
            if session is not None and is_as_wanted(session):
                return session
            assert monotonic() < limit, session
            sleep(0.1)

    def wait_for_file(self, path: Path) -> None:
        limit = monotonic() + PATIENCE
        while not path.exists():
            assert self.program.poll() is None, self.program.communicate()
            assert monotonic() < limit, f"no file {path}"
            sleep(0.05)


@pytest.fixture
def person(display: str, tmp_path: Path) -> Iterator[Person]:
    """Sit somebody in front of the program, opened on the sample."""
    environment = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
    program = subprocess.Popen(
        [sys.executable, "-m", "nerinspect", *FILES],
        cwd=tmp_path,
        env={**environment, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "XDG_CURRENT_DESKTOP": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Person(display, program)
    finally:
        end(program)


@pytest.fixture
def twin(qtbot: QtBot) -> MainWindow:
    """Lay the same window out beside it, to know where its parts are."""
    twin = MainWindow()
    qtbot.addWidget(twin)
    request = LoadRequest(REFERENCE, (PREDICTION,), repair="conlleval")
    twin.opener.show(load_study(request), request)
    twin.show()
    return twin


def centre(twin: MainWindow, view: QAbstractItemView, row: int, column: int = 0) -> QPoint:
    place = view.visualRect(view.model().index(row, column)).center()
    return view.viewport().mapTo(twin, place)


def test_kinds_and_rows_are_chosen_with_the_mouse_and_exported_with_the_keyboard(
    person: Person, twin: MainWindow, tmp_path: Path
) -> None:
    title = r"test\.conll .* nerinspect"
    person.wait_for_window(title)
    twin.resize(*person.size(title))
    twin.grab()
    QApplication.processEvents()
    kinds, events = twin.workspace.filters.kinds.view, twin.workspace.events.view
    person.wait_for_session(lambda session: session.query == "-kind:tp")
    person.click(centre(twin, kinds, 2))
    person.wait_for_session(lambda session: session.query == "kind:fn")
    person.click(centre(twin, kinds, 1), key="ctrl")
    person.wait_for_session(lambda session: session.query == "kind:fn,fp")
    twin.document.select_query("kind:fn,fp")
    person.click(centre(twin, events, 4, 2))
    wanted = int(twin.document.order[4])
    person.wait_for_session(lambda session: session.event == wanted)
    person.click(centre(twin, events, 2, 2), button=3)
    person.press("Escape")
    person.wait_for_session(lambda session: session.event == int(twin.document.order[2]))
    person.click(centre(twin, kinds, 2))
    person.wait_for_session(lambda session: session.query == "kind:fn")
    person.press("0")
    person.wait_for_session(lambda session: session.query == "-kind:tp")
    exported = tmp_path / "orgs.csv"
    person.press("ctrl+f")
    person.type(QUERY)
    person.press("Return", "Escape", "j", "j", "j", "ctrl+e")
    person.wait_for_window("^Export$")
    person.press("Return")
    person.wait_for_window("Export [0-9]+ events as CSV")
    person.press("ctrl+a")
    person.type(str(exported))
    person.press("Return")
    person.wait_for_file(Path(f"{exported}.json"))
    expected = subprocess.run(
        [sys.executable, "-m", "nerinspect", "events", *FILES, "--where", QUERY], capture_output=True, check=True
    ).stdout
    assert exported.read_bytes() == expected
    assert expected.count(b"\n") > 5
    person.wait_for_window(r"test\.conll .* nerinspect")
    person.press("ctrl+q")
    assert person.program.wait(PATIENCE) == 0
    assert person.program.communicate() == ("", "")
