"""The list of the libraries that Qt takes from the system is what Qt asks for, and setup tells all of it at once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

CHECKOUT = Path(__file__).parents[2]
LIST = CHECKOUT / "resources" / "system-libraries.txt"
PACKAGES = dict(line.split() for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))

QT = Path(PySide6.__path__[0])
PLUGINS = [
    *(f"platforms/libq{name}*.so" for name in ("offscreen", "wayland", "xcb")),
    "iconengines/*.so",
    "imageformats/*.so",
    "wayland-shell-integration/*.so",
    "wayland-graphics-integration-client/*-egl.so",
]
USED = [
    *(QT / f"Qt{module}.abi3.so" for module in ("Core", "Gui", "Widgets", "Svg", "Test")),
    *(path for pattern in PLUGINS for path in (QT / "Qt" / "plugins").glob(pattern)),
]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings everything")


def loaded(*files: Path | str) -> dict[str, str]:
    """List the libraries that some are loaded with, each with its path; none for those not found."""
    # A library that ldd cannot read ends it with an error, but the others are listed.
    told = subprocess.run(["ldd", *files], capture_output=True, text=True, check=False).stdout
    pairs = (line.strip().split(" => ") for line in told.splitlines() if " => " in line)
    return {name: "" if path == "not found" else path.rsplit(" ", 1)[0] for name, path in pairs}


def of_the_system(libraries: dict[str, str]) -> set[str]:
    return {name for name, path in libraries.items() if not name.startswith("libQt6") and str(QT.parent) not in path}


@pytest.mark.skipif(shutil.which("ldd") is None, reason="not installed: ldd")
def test_the_list_holds_what_qt_takes_from_the_system() -> None:
    libraries = loaded(*USED)
    listed = {libraries[name] for name in PACKAGES if libraries.get(name)}
    # What a listed library needs itself comes with its package, and the C library is everywhere.
    c_library = {"libdl.so.2", "libpthread.so.0"}
    assert of_the_system(libraries) - PACKAGES.keys() - loaded(*listed).keys() - c_library == set()


@pytest.mark.skipif(shutil.which("ldd") is None, reason="not installed: ldd")
def test_the_list_holds_nothing_else() -> None:
    assert PACKAGES.keys() - of_the_system(loaded(*USED)) == set()


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="no Debian")
def test_the_libraries_are_in_the_packages() -> None:
    for soname, package in PACKAGES.items():
        held = [
            line
            for name in (package, f"{package}t64")  # as newer releases call some
            for line in subprocess.run(
                ["dpkg-query", "-L", name], capture_output=True, text=True, check=False
            ).stdout.splitlines()
        ]
        assert not held or any(line.endswith(f"/{soname}") for line in held), (soname, package)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Make a checkout in a folder with a strange name, on a system that has next to nothing."""
    checkout, programs = tmp_path / "Proben & Größe" / "ner inspect ä", tmp_path / "bin"
    for name in ("packaging/setup.sh", "packaging/constraints.txt", "pyproject.toml", "resources/system-libraries.txt"):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / name, checkout / name)
    programs.mkdir()
    stubs = {
        "python3": f'[ "$2" != "import ensurepip" ] && [ "$2" != venv ] && exec "{sys.executable}" "$@"',
        "ldconfig": "printf '\\tlibz.so.1 (libc6,x86-64) => /lib/libz.so.1\\n\\tlibX11.so.6.9 (libc6) => /lib/x\\n'",
        "find": "true",
        "apt-get": f'echo "$@" >>"{tmp_path}/asked"',
        "dpkg-query": "false",
        "id": 'echo "$NUMBER"',
        "sudo": "true",
    }
    for name in ("bash", "cat", "cksum", "dirname", "env", "flock", "grep", "head", "rm", "sh", "sort", "uname"):
        (programs / name).symlink_to(shutil.which(name) or "")
    for name, words in stubs.items():
        (programs / name).write_text(f"#!/bin/sh\n{words}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    return checkout


def set_up(checkout: Path, extras: str, number: int) -> "subprocess.CompletedProcess[str]":
    programs = checkout.parents[1] / "bin"
    return subprocess.run(
        [checkout / "packaging" / "setup.sh", extras],
        env={**os.environ, "PATH": str(programs), "NUMBER": str(number)},
        capture_output=True,
        text=True,
        check=False,
    )


def wanted_packages(extras: str) -> list[str]:
    venv = "python{}.{}-venv".format(*sys.version_info)
    tests = ("fonts-noto-cjk", "fonts-noto-color-emoji", "imagemagick", "xauth", "xdotool", "xvfb")
    tools = tests if extras == "dev" else ()
    return sorted({*PACKAGES.values(), venv, "fonts-noto-core", *tools} - {"zlib1g"})


@pytest.mark.parametrize("extras", ["run", "dev"])
def test_a_user_is_told_everything_in_one_command_before_anything_is_made(bare: Path, extras: str) -> None:
    ended = set_up(bare, extras, 1000)
    said, command = ended.stderr.splitlines()
    assert (ended.returncode, ended.stdout) == (1, "")
    assert said == "nerinspect: system packages are missing. Install them, then start again:"
    start, end = '    sudo sh -c "apt-get update; apt-get install --no-install-recommends ', '"'
    assert command.startswith(start)
    assert command.endswith(end)
    assert command[len(start) : -len(end)].split() == wanted_packages(extras)
    assert not (bare / ".venv").exists()
    assert not (bare.parents[1] / "asked").exists()


def test_root_has_everything_installed_at_once(bare: Path) -> None:
    ended = set_up(bare, "run", 0)
    asked = (bare.parents[1] / "asked").read_text(encoding="utf-8").splitlines()
    assert asked == ["update", f"install --no-install-recommends {' '.join(wanted_packages('run'))} -y"]
    # The next step is the venv, which this system has no means to make.
    assert ended.stderr.splitlines()[-1].startswith("nerinspect: this failed: making .venv")


def test_a_system_that_is_no_debian_is_told_what_is_missing_and_goes_on(bare: Path) -> None:
    for name in ("apt-get", "dpkg-query"):
        (bare.parents[1] / "bin" / name).unlink()
    ended = set_up(bare, "run", 1000)
    first, *_, last = ended.stderr.splitlines()
    assert first == f"nerinspect: missing, by the names of the Debian packages: {' '.join(wanted_packages('run'))}"
    assert last.startswith("nerinspect: this failed: making .venv")
