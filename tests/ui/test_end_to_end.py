"""The program as a person uses it: a real X server, a real window, keys."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from nerinspect.ui.resources import resource_path

MISSING = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

REFERENCE, PREDICTION = (str(resource_path("sample", f"{name}.conll")) for name in ("test", "rich"))
FILES = [REFERENCE, PREDICTION, "--repair", "conlleval"]
QUERY = "-kind:tp type:ORG"
PATIENCE = 30  # seconds


def end(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        process.kill()
    process.communicate()


@pytest.fixture
def display() -> Iterator[str]:
    """Start an X server on a number that is free and give its name."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
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
        end(server)


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


def test_filter_step_export_and_quit_with_the_keyboard(person: Person, tmp_path: Path) -> None:
    exported = tmp_path / "orgs.csv"
    person.wait_for_window(r"test\.conll .* nerinspect")
    person.press("ctrl+f")
    person.type(QUERY)
    person.press("Return", "Escape", "j", "j", "j", "ctrl+e")
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
