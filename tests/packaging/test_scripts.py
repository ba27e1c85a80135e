"""The shell scripts can be started, and know which package holds a library."""

import os
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SCRIPTS = ["packaging/run", "packaging/test", "packaging/setup.sh", ".ci/run"]
SETUP = (CHECKOUT / "packaging" / "setup.sh").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_executable(name: str) -> None:
    assert os.access(CHECKOUT / name, os.X_OK)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_valid_bash(name: str) -> None:
    subprocess.run(["bash", "-n", CHECKOUT / name], check=True)


@pytest.mark.parametrize(
    ("soname", "package"),
    [
        ("libGL.so.1", "libgl1"),
        ("libEGL.so.1", "libegl1"),
        ("libX11.so.6", "libx11-6"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libfontconfig.so.1", "libfontconfig1"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
        ("libgthread-2.0.so.0", "libglib2.0-0"),
        ("libgssapi_krb5.so.2", "libgssapi-krb5-2"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxkbcommon.so.0", "libxkbcommon0"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libz.so.1", "zlib1g"),
    ],
)
def test_package_is_named_after_the_soname(soname: str, package: str) -> None:
    start = SETUP.index("package_of() {")
    function = SETUP[start : SETUP.index("\n}\n", start) + 2]
    told = subprocess.run(
        ["bash", "-c", f'{function}\npackage_of "$1"', "bash", soname],
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout == f"{package}\n"
