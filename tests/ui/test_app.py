import csv
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from nerinspect.cli.main import run
from nerinspect.settings import FOLDER_VARIABLE
from nerinspect.ui.platforms import resource_path

REFERENCE, PREDICTION = (str(resource_path("sample", f"{name}.conll")) for name in ("test", "rich"))


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")

Ended: TypeAlias = subprocess.CompletedProcess[str]


def run_without_display(folder: Path, *arguments: str, **variables: str) -> Ended:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return subprocess.run(
        [sys.executable, "-m", "nerinspect", *arguments],
        cwd=folder,
        env={**{name: value for name, value in os.environ.items() if name not in gone}, **variables},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """Run the demo where there is no display; give the folder it wrote into and how it ended."""
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("config")))
        return folder, run_without_display(folder, "demo")


def n_colours(path: Path) -> int:
    image = QImage(str(path))
    assert not image.isNull()
    return len({image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)})


@pytest.fixture
def here(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run the program in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


FILES = (REFERENCE, PREDICTION, "--repair", "conlleval")


def test_a_picture_of_the_window_needs_no_display(tmp_path: Path) -> None:
    ended = run_without_display(tmp_path, "open", *FILES, "--picture", "window.png")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert n_colours(tmp_path / "window.png") > 10
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["window.png"]


@pytest.mark.parametrize("arguments", [["demo"], ["open"]])
def test_a_picture_is_all_that_is_written(here: Path, arguments: list[str]) -> None:
    assert run([*arguments, "--picture", "window.png"]) == 0
    assert n_colours(here / "window.png") > 10
    assert sorted(path.name for path in here.iterdir() if path.is_file()) == ["window.png"]


def test_a_picture_shows_what_the_query_keeps(here: Path) -> None:
    for name, query in (("all", ()), ("errors", ("--where", "-kind:tp")), ("missed", ("--where", "kind:fn"))):
        assert run([*FILES, *query, "--picture", f"{name}.png"]) == 0
    drawn, errors, missed = (QImage(f"{name}.png") for name in ("all", "errors", "missed"))
    assert not missed.isNull()
    assert drawn == errors != missed


def test_the_demo_without_a_display_writes_picture_and_errors(demo: tuple[Path, Ended]) -> None:
    folder, ended = demo
    assert (ended.returncode, ended.stderr) == (0, "")
    written = {path.name for path in folder.iterdir() if path.is_file()}
    assert written == {"nerinspect-demo.png", "nerinspect-demo.csv", "nerinspect-demo.csv.json"}
    assert all(name in ended.stdout for name in ("nerinspect-demo.png", "nerinspect-demo.csv"))
    assert n_colours(folder / "nerinspect-demo.png") > 10


@on_linux
def test_the_demo_says_which_display_is_dead(tmp_path: Path) -> None:
    ended = run_without_display(tmp_path, "demo", WAYLAND_DISPLAY="wayland-9", XDG_RUNTIME_DIR=str(tmp_path))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(
        "The display wayland-9 does not answer, so the window was drawn into nerinspect-demo.png"
    )
    assert n_colours(tmp_path / "nerinspect-demo.png") > 10


def test_the_demo_writes_errors_only(demo: tuple[Path, Ended]) -> None:
    with open(demo[0] / "nerinspect-demo.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["kind"] for row in rows} == {"fp", "fn", "le", "be", "lbe"}
    assert {row["system"] for row in rows} == {"rich", "plain"}


def test_the_demo_knows_what_the_models_learned_from(demo: tuple[Path, Ended]) -> None:
    with open(demo[0] / "nerinspect-demo.csv", encoding="utf-8", newline="") as file:
        subsets = {name for row in csv.DictReader(file) for name in row["tough"].split()}
    assert subsets >= {"seen", "unseen-tokens", "unseen-type", "tcm-seen", "tcm-unseen"}
    provenance = json.loads((demo[0] / "nerinspect-demo.csv.json").read_text())
    assert [source["role"] for source in provenance["sources"]].count("training") == 1


def test_the_command_of_the_demo_s_provenance_gives_the_same_bytes(demo: tuple[Path, Ended], here: Path) -> None:
    path, again = demo[0] / "nerinspect-demo.csv", here / "nerinspect-demo.csv"
    command = json.loads(path.with_name("nerinspect-demo.csv.json").read_text())["command"]
    assert run(shlex.split(command)[1:]) == 0
    assert again.read_bytes() == path.read_bytes()


@on_linux
@pytest.mark.parametrize(
    ("arguments", "variables", "status", "said"),
    [
        (FILES, {}, 1, "the window: there is no display; log in to a desktop, or"),
        ((), {"DISPLAY": ":987654"}, 1, "the window: the display :987654 does not answer; log in to a desktop, or"),
        ((), {"QT_QPA_PLATFORM": "xcb"}, 1, "the window: there is no display; log in to a desktop, or"),
        (FILES, {"QT_QPA_PLATFORM": "foo"}, 2, "QT_QPA_PLATFORM: Qt has no platform “foo”; leave it unset, or"),
    ],
)
def test_what_qt_would_abort_for_is_one_calm_line(
    tmp_path: Path, arguments: tuple[str, ...], variables: dict[str, str], status: int, said: str
) -> None:
    ended = run_without_display(tmp_path, *arguments, **variables)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (status, "", 1)
    assert ended.stderr.startswith(f"nerinspect: {said} ")


@pytest.mark.parametrize(
    ("arguments", "said", "variables"),
    [
        (["gold.connl"], "gold.connl: there is no such file; check the path\n", {}),
        ([REFERENCE, "."], ".: this is a folder, not CoNLL columns; name the file inside it\n", {"DISPLAY": ":98765"}),
    ],
)
def test_what_is_wrong_with_files_is_told_before_the_missing_display(
    tmp_path: Path, arguments: list[str], said: str, variables: dict[str, str]
) -> None:
    ended = run_without_display(tmp_path, *arguments, **variables)
    assert (ended.returncode, ended.stderr) == (1, f"nerinspect: {said}")


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["missing.conll"], 1, "missing.conll"),
        ([*FILES, "--where", "kind:zz"], 2, "“zz”"),
        (["demo", "--picture", "nowhere/window.png"], 1, "nowhere"),
        (["demo", "--picture", "window.jpg"], 2, "not “window.jpg”"),
    ],
)
def test_a_picture_of_what_cannot_be_shown_or_written_is_refused(
    here: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], status: int, said: str
) -> None:
    assert run([*arguments, *(() if "--picture" in arguments else ("--picture", "window.png"))]) == status
    out, err = capfd.readouterr()
    assert (out, err.count("\n"), said in err) == ("", 1, True)
    assert not any(here.iterdir())


@on_linux
def test_a_font_that_lacks_a_script_is_no_matter_for_the_terminal(tmp_path: Path) -> None:
    latin = Path("/usr/share/fonts/truetype/dejavu")
    if not latin.is_dir():
        pytest.skip(f"not installed: {latin}")
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{latin}</dir><cachedir>{tmp_path / 'cache'}</cachedir></fontconfig>")
    ended = run_without_display(tmp_path, "demo", "--picture", "window.png", FONTCONFIG_FILE=str(fonts))
    assert (ended.returncode, ended.stderr) == (0, "")


@on_linux
def test_a_window_without_any_font_is_drawn(tmp_path: Path) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{tmp_path}</dir><cachedir>{tmp_path / 'cache'}</cachedir></fontconfig>")
    ended = run_without_display(tmp_path, "demo", "--picture", "window.png", FONTCONFIG_FILE=str(fonts))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert n_colours(tmp_path / "window.png") > 10


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (None, "p.conll: there is no such file"),
        (b"\xff\xfe\xff", "p.conll"),
        (b"a B-X\n\0", "p.conll"),
    ],
)
def test_a_picture_of_a_review_whose_files_cannot_be_read_is_refused(
    here: Path, capfd: pytest.CaptureFixture[str], spoilt: bytes | None, said: str
) -> None:
    for name in ("t", "p"):
        (here / f"{name}.conll").write_text("a B-X\nb O\n")
    assert run(["review", "new", "z.nerinspect", "t.conll", "p.conll"]) == 0
    (here / "p.conll").unlink()
    if spoilt is not None:
        (here / "p.conll").write_bytes(spoilt)
    capfd.readouterr()
    assert run(["open", "z.nerinspect", "--picture", "window.png"]) == 1
    out, err = capfd.readouterr()
    assert (out, err.count("\n"), said in err) == ("", 1, True)
    assert not (here / "window.png").exists()


def test_no_cycles_are_looked_for_while_the_window_is_imported() -> None:
    code = (
        "import gc, nerinspect.cli.gui as gui; begun = []\n"
        "gc.callbacks.append(lambda phase, _: begun.append(phase)); gui.load_window(); print(begun, gc.isenabled())"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[] True\n"
