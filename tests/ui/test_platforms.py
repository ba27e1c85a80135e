"""Whether a window can be shown is known before Qt, which would abort, is asked."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from nerinspect.errors import CommandError, NoDisplayError, NoWindowError
from nerinspect.ui import platforms
from nerinspect.ui.platforms import is_seen, load_qt, resource_path, working_platform

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt always has its platform")


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def compositor(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Listen where a Wayland compositor would, and give the name of its display."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:  # sockets have short names
        listener.bind(f"{folder}/wayland-7")
        listener.listen()
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield "wayland-7"


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the plugins for X and Wayland be no libraries, and Qt need some that no system has."""
    plugins = {name: str(tmp_path / name) for name in ("xcb", "wayland")}
    monkeypatch.setattr(platforms, "_plugins", lambda: plugins)
    names = [["libmadeup.so.9", "libmadeup9"], ["libm.so.6", "libc6"], ["libthought.so.1", "libthought1"]]
    monkeypatch.setattr(platforms, "_system_libraries", lambda: names)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)


def found(needs_display: bool = True) -> str:
    with working_platform(needs_display) as platform:
        return platform


@pytest.mark.parametrize(
    ("environment", "problem"),
    [
        ({}, "there is no display"),
        ({"DISPLAY": ":987654"}, "the display :987654 does not answer"),
        ({"DISPLAY": "nonsense"}, "the display nonsense does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-9"}, "the display wayland-9 does not answer"),
        ({"WAYLAND_DISPLAY": "wayland-9", "DISPLAY": ":987654"}, "the display :987654 does not answer"),
        ({"QT_QPA_PLATFORM": "xcb"}, "there is no display"),
        ({"QT_QPA_PLATFORM": "wayland-egl"}, "there is no display"),
        ({"QT_QPA_PLATFORM": "xcb:some=thing", "DISPLAY": ":987654"}, "the display :987654 does not answer"),
    ],
)
def test_a_dead_display_is_told_and_a_picture_needs_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, environment: dict[str, str], problem: str
) -> None:
    for name, value in {"XDG_RUNTIME_DIR": str(tmp_path), **environment}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(NoDisplayError) as told:
        found()
    assert str(told.value) == f"the window: {problem}; log in to a desktop, or draw it with --picture FILE.png"
    assert found(needs_display=False) == "offscreen"


@pytest.mark.parametrize("needs_display", [True, False])
def test_a_platform_that_does_not_exist_is_told(monkeypatch: pytest.MonkeyPatch, needs_display: bool) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "foo")
    with pytest.raises(CommandError, match=r"^QT_QPA_PLATFORM: Qt has no platform “foo”; leave it unset, or choose"):
        found(needs_display)


@pytest.mark.parametrize("chosen", ["offscreen", "Offscreen", "minimal", "foo;offscreen", "xcb;minimal"])
def test_the_first_chosen_platform_that_works_is_taken(monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", chosen)
    assert found() == chosen.split(";")[-1]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [("", True), ("xcb", True), ("offscreen", False), ("offscreen:configfile=x", False), ("minimal", False)],
)
def test_windows_are_for_somebody_unless_chosen_otherwise(
    monkeypatch: pytest.MonkeyPatch, chosen: str, expected: bool
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", chosen)
    assert is_seen() == expected


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="not installed: Xvfb")
@pytest.mark.parametrize("wayland", ["", "wayland-9"])
def test_qt_takes_the_display_that_answers_without_a_word_on_another(display: str, wayland: str) -> None:
    code = "from nerinspect.ui.app import make_app; print(make_app().platformName(), make_app().arguments())"
    environment = {**os.environ, "DISPLAY": display, "WAYLAND_DISPLAY": wayland, "XDG_CURRENT_DESKTOP": ""}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "xcb ['nerinspect']\n", "")


def test_wayland_is_taken_before_x(monkeypatch: pytest.MonkeyPatch, compositor: str) -> None:
    monkeypatch.setattr(platforms, "_plugins", lambda: {"wayland": "libm.so.6"})  # a library that is everywhere
    monkeypatch.setenv("WAYLAND_DISPLAY", compositor)
    monkeypatch.setenv("DISPLAY", ":987654")
    assert found() == "wayland"


@pytest.mark.usefixtures("lacking")
def test_all_missing_libraries_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":987654")
    with pytest.raises(NoWindowError) as told:
        found()
    assert str(told.value) == (
        "the window: libraries that Qt needs are missing;"
        " install them with: sudo apt-get install libmadeup9 libthought1"
    )


@pytest.mark.usefixtures("lacking")
def test_missing_libraries_are_told_by_their_own_names_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "PySide6.QtWidgets", None)
    with pytest.raises(NoWindowError, match=r"are missing; install what holds libmadeup\.so\.9, libthought\.so\.1$"):
        load_qt()


@pytest.mark.usefixtures("lacking")
def test_a_dead_display_is_not_blamed_where_a_library_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-9")
    monkeypatch.setenv("DISPLAY", ":987654")
    with pytest.raises(NoWindowError, match="libmadeup9"):
        found()


def test_qt_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platforms, "_system_libraries", list)
    monkeypatch.setitem(sys.modules, "PySide6.QtWidgets", None)
    with pytest.raises(NoWindowError, match=r"^the window: Qt cannot be loaded \(.*PySide6.*\); install "):
        load_qt()


@pytest.mark.parametrize(
    ("soname", "package", "arguments"),
    [
        ("libxcb-cursor.so.0", "libxcb-cursor0", [str(resource_path("sample", "test.conll"))]),
        ("libglib-2.0.so.0", "libglib2.0-0", ["demo"]),
    ],
)
def test_the_program_without_a_library_says_what_to_install(
    tmp_path: Path, soname: str, package: str, arguments: list[str]
) -> None:
    (tmp_path / soname).touch()  # stands before the system's, and is none
    ended = subprocess.run(
        [sys.executable, "-m", "nerinspect", *arguments],
        cwd=tmp_path,
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path), "DISPLAY": ":987654"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert ended.stderr.startswith("nerinspect: the window: libraries that Qt needs are missing; install ")
    assert (package if shutil.which("apt-get") else soname) in ended.stderr
