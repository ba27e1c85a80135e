"""Desktops find the program, its icon and its files."""

import configparser
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from nerinspect.cli.main import run
from tests.packaging.test_constraints import CHECKOUT, PYPROJECT

DESKTOP = CHECKOUT / "packaging" / "desktop"
SAMPLE = CHECKOUT / "resources" / "sample"


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"not installed: {program}")


def run_python(code: str, *arguments: object, **variables: object) -> str:
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_windows_have_the_icon() -> None:
    code = (
        "from nerinspect.ui.app import make_app; app = make_app(needs_display=False);"
        "print(app.desktopFileName(), app.windowIcon().pixmap(64, 64).toImage().pixelColor(32, 6).name())"
    )
    assert run_python(code, QT_QPA_PLATFORM="offscreen") == "nerinspect #1c57a6\n"


@needs("desktop-file-validate")
def test_the_desktop_file_is_valid() -> None:
    told = subprocess.run(
        ["desktop-file-validate", DESKTOP / "nerinspect.desktop"], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout) == (0, "")


@needs("appstreamcli")
def test_the_metainfo_is_valid() -> None:
    told = subprocess.run(
        ["appstreamcli", "validate", "--no-net", DESKTOP / "nerinspect.metainfo.xml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout


def test_the_files_name_what_there_is() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(DESKTOP / "nerinspect.desktop", encoding="utf-8")
    starts, metainfo = entry["Desktop Entry"], ElementTree.parse(DESKTOP / "nerinspect.metainfo.xml")
    mime = ElementTree.parse(DESKTOP / "nerinspect-mime.xml")
    types = {one.get("type") for one in mime.iterfind("{*}mime-type")}
    assert set(starts["MimeType"].strip(";").split(";")) == types
    assert {one.text for one in metainfo.iter("mediatype")} == types
    project = PYPROJECT["project"]
    assert {one.text for one in metainfo.iter("binary")} == {*project["scripts"], *project["gui-scripts"]}
    assert starts["Exec"].split()[0] in project["gui-scripts"]
    assert (CHECKOUT / "resources" / f"{starts['Icon']}.svg").is_file()


def test_reviews_and_projects_have_types_and_other_files_keep_theirs(tmp_path: Path) -> None:
    packages = tmp_path / "data" / "mime" / "packages"
    packages.mkdir(parents=True)
    shutil.copy(DESKTOP / "nerinspect-mime.xml", packages / "nerinspect.xml")
    review = tmp_path / "first.nerinspect"
    assert run(["review", "new", str(review), *[str(SAMPLE / "test.conll")] * 2]) == 0
    unnamed = shutil.copy(review, tmp_path / "without a name")
    for name in ("a.nerinspect.toml", "a.toml"):
        (tmp_path / name).write_text("[[data]]\n", encoding="utf-8")
    code = (
        "import sys; from PySide6.QtCore import QMimeDatabase as Types;"
        "print(*(Types().mimeTypeForFile(path).name() for path in sys.argv[1:]))"
    )
    files = (review, unnamed, tmp_path / "a.nerinspect.toml", tmp_path / "a.toml")
    first, second, third, fourth = run_python(code, *files, XDG_DATA_HOME=tmp_path / "data").split()
    assert (first, second) == ("application/x-nerinspect-review",) * 2
    assert third == "application/x-nerinspect-project"
    assert "nerinspect" not in fourth
