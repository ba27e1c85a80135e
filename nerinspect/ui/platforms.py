"""What there is before Qt: a platform that can show a window, and the files that come with the program."""

import builtins
import ctypes
import glob
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from nerinspect.errors import CommandError, NerinspectError, NoDisplayError, NoWindowError, shown
from nerinspect.io.request import LoadRequest


def resource_path(*parts: str) -> Path:
    """Find a bundled file, in an installed package or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "resources"
    return (inside if inside.is_dir() else package.parent / "resources").joinpath(*parts)


def sample_request() -> LoadRequest:
    """Name the bundled sample: a reference, the predictions of two models, and what the models learned from."""
    reference, rich, plain, training = (
        str(resource_path("sample", f"{name}.conll")) for name in ("test", "rich", "plain", "train")
    )
    return LoadRequest(
        reference,
        (f"rich={rich}", f"plain={plain}"),
        training=training,
        encoding="BIO",
        repair="conlleval",
        format="conll",
    )


_VARIABLES: Final = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
"""Platforms that Qt tries by itself, in its order, and the variables that name their displays."""


def load_qt() -> None:
    """Import Qt, which everything else in this folder does at once.

    Raises
    ------
    NoWindowError
        If Qt, or a library of the system that it needs, is missing.
    """
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        raise _cannot_load(str(error)) from None
    # PySide reads the source of every module imported after it, in search of features that are not used here.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def ready_to_draw() -> None:
    """Let Qt draw without any window, in a program that may have none.

    Raises
    ------
    NoWindowError
        If Qt, or a library of the system that it needs, is missing.
    """
    try:
        load_qt()
        from PySide6.QtGui import QGuiApplication

        if QGuiApplication.instance() is None:
            with ExitStack() as held:
                if sys.platform == "linux":
                    _check("offscreen", held)
            _drawing.append(QGuiApplication(["nerinspect", "-platform", "offscreen"]))
    except NoWindowError as error:
        raise NoWindowError(error.problem, error.remedy, "the chart") from None


_drawing: Final = list[object]()  # the application that draws where there is no window; Qt forgets its fonts with it


@contextmanager
def working_platform(needs_display: bool = True) -> Iterator[str]:
    """Find the first platform that works, among those that Qt would try; its display is held until Qt has it.

    What is given is as QT_QPA_PLATFORM takes it; empty where Qt need not be told.

    Raises
    ------
    NerinspectError
        If none works; a dead display is a `NoDisplayError`.
    """
    with ExitStack() as held:
        yield _find_platform(needs_display, held) if sys.platform == "linux" else ""


def is_seen() -> bool:
    """Tell whether windows are to be shown to anybody, which says nothing of whether they can."""
    return _name(os.environ.get("QT_QPA_PLATFORM", "")) not in ("offscreen", "minimal")


def _find_platform(needs_display: bool, held: ExitStack) -> str:
    problem: NerinspectError | None = None
    for platform in _wanted_platforms():
        try:
            _check(platform, held)
        except NerinspectError as error:
            # What can be mended by installing or setting something is told rather than a dead display.
            if problem is None or isinstance(problem, NoDisplayError):
                problem = error
        else:
            return platform
    problem = problem or NoDisplayError("there is no display")
    if needs_display or isinstance(problem, CommandError):
        raise problem
    _check("offscreen", held)
    return "offscreen"


def _wanted_platforms() -> list[str]:
    """List what Qt tries, in its order."""
    if chosen := os.environ.get("QT_QPA_PLATFORM"):
        return chosen.split(";")
    return [name for name, variable in _VARIABLES.items() if os.environ.get(variable)]


def _name(platform: str) -> str:
    """Leave out the options of a platform, and what sets those for Wayland apart."""
    name = platform.partition(":")[0].casefold()
    return "wayland" if name.startswith("wayland-") else name


def _check(platform: str, held: ExitStack) -> None:
    """Load a platform's plugin, as Qt will, and knock at its display."""
    name, plugins = _name(platform), _plugins()
    if name not in plugins:
        raise CommandError(
            f"QT_QPA_PLATFORM: Qt has no platform {shown(name)}; leave it unset, or choose {' or '.join(_VARIABLES)}"
        )
    answers = name != "wayland" or _answers_wayland()
    if answers:
        try:
            plugin = ctypes.CDLL(plugins[name])
        except OSError as error:
            raise _cannot_load(str(error)) from None
        answers = name != "xcb" or _answers_x(plugin, held)
    if not answers:
        display = os.environ.get(_VARIABLES[name])
        raise NoDisplayError(f"the display {display} does not answer" if display else "there is no display")


def _plugins() -> dict[str, str]:
    from PySide6.QtCore import QCoreApplication

    return {
        _name(os.path.basename(path).removeprefix("libq").removesuffix(".so")): path
        for folder in reversed(QCoreApplication.libraryPaths())  # what is found first counts
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "platforms", "libq*.so")))
    }


def _answers_x(plugin: ctypes.CDLL, held: ExitStack) -> bool:
    """Connect as Qt does, with the same library and the same right to."""
    plugin.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(plugin.xcb_connect(None, None))
    # A bare server begins anew when its last client goes, and is deaf meanwhile.
    held.callback(plugin.xcb_disconnect, connection)
    return not plugin.xcb_connection_has_error(connection)


def _answers_wayland() -> bool:
    """Connect to the compositor's socket, unless the program was given a connection."""
    import socket

    if "WAYLAND_SOCKET" in os.environ:
        return True
    path = os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get(_VARIABLES["wayland"]) or "wayland-0")
    with socket.socket(socket.AF_UNIX) as compositor:
        try:
            compositor.connect(path)
        except OSError:
            return False
    return True


def _cannot_load(reason: str) -> NoWindowError:
    """Say which libraries of the system are missing, all at once."""
    missing = {soname: package for soname, package in _system_libraries() if not _is_there(soname)}
    if not missing:
        return NoWindowError(f"Qt cannot be loaded ({reason})", "install what is missing, or reinstall nerinspect")
    if shutil.which("apt-get"):
        sudo = "" if os.geteuid() == 0 else "sudo "
        remedy = f"install them with: {sudo}apt-get install {' '.join(sorted(set(missing.values())))}"
    else:
        remedy = f"install what holds {', '.join(missing)}"
    return NoWindowError("libraries that Qt needs are missing", remedy)


def _system_libraries() -> list[list[str]]:
    """Read which libraries Qt needs, each with its Debian package."""
    lines = resource_path("system-libraries.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def _is_there(soname: str) -> bool:
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True
