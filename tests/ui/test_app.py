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

from nerinspect.settings.schema import FOLDER_VARIABLE
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


@pytest.mark.parametrize(
    "arguments", [["demo"], ["open", REFERENCE, PREDICTION, "--repair", "conlleval", "--where", "-kind:tp"], ["open"]]
)
def test_a_picture_of_the_window_needs_no_display(tmp_path: Path, arguments: list[str]) -> None:
    ended = run_without_display(tmp_path, *arguments, "--picture", "window.png")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert n_colours(tmp_path / "window.png") > 10
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["window.png"]


def test_a_picture_shows_what_the_query_keeps(tmp_path: Path) -> None:
    files = [REFERENCE, PREDICTION, "--repair", "conlleval"]
    run_without_display(tmp_path, *files, "--picture", "all.png")
    run_without_display(tmp_path, *files, "--where", "kind:fn", "--picture", "missed.png")
    assert QImage(str(tmp_path / "all.png")) != QImage(str(tmp_path / "missed.png"))


def test_the_demo_without_a_display_writes_picture_and_errors(demo: tuple[Path, Ended]) -> None:
    folder, ended = demo
    assert (ended.returncode, ended.stderr) == (0, "")
    written = {path.name for path in folder.iterdir() if path.is_file()}
    assert written == {"nerinspect-demo.png", "nerinspect-demo.csv", "nerinspect-demo.csv.json"}
    assert all(name in ended.stdout for name in ("nerinspect-demo.png", "nerinspect-demo.csv"))
    assert n_colours(folder / "nerinspect-demo.png") > 10


@on_linux
@pytest.mark.parametrize("variables", [{"DISPLAY": ":987654"}, {"WAYLAND_DISPLAY": "wayland-9"}])
def test_the_demo_says_which_display_is_dead(tmp_path: Path, variables: dict[str, str]) -> None:
    ended = run_without_display(tmp_path, "demo", **variables, XDG_RUNTIME_DIR=str(tmp_path))
    assert (ended.returncode, ended.stderr) == (0, "")
    (name,) = variables.values()
    assert ended.stdout.startswith(
        f"The display {name} does not answer, so the window was drawn into nerinspect-demo.png"
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


def test_the_command_of_the_demo_s_provenance_gives_the_same_bytes(demo: tuple[Path, Ended], tmp_path: Path) -> None:
    path, again = demo[0] / "nerinspect-demo.csv", tmp_path / "nerinspect-demo.csv"
    command = json.loads(path.with_name("nerinspect-demo.csv.json").read_text())["command"]
    assert run_without_display(tmp_path, *shlex.split(command)[1:]).returncode == 0
    assert again.read_bytes() == path.read_bytes()


def test_the_window_without_a_display_says_so(tmp_path: Path) -> None:
    ended = run_without_display(tmp_path, REFERENCE, PREDICTION, "--repair", "conlleval")
    assert ended.returncode == 1
    assert ended.stderr.startswith("nerinspect: the window: there is no display;")
    assert ended.stderr.count("\n") == 1


@on_linux
@pytest.mark.parametrize(
    ("variables", "status", "said"),
    [
        ({"DISPLAY": ":987654"}, 1, "the window: the display :987654 does not answer; log in to a desktop, or"),
        ({"QT_QPA_PLATFORM": "xcb"}, 1, "the window: there is no display; log in to a desktop, or"),
        ({"QT_QPA_PLATFORM": "foo"}, 2, "QT_QPA_PLATFORM: Qt has no platform “foo”; leave it unset, or"),
    ],
)
@pytest.mark.parametrize("arguments", [[], [REFERENCE, PREDICTION, "--repair", "conlleval"]])
def test_what_qt_would_abort_for_is_one_calm_line(
    tmp_path: Path, arguments: list[str], variables: dict[str, str], status: int, said: str
) -> None:
    ended = run_without_display(tmp_path, *arguments, **variables)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (status, "", 1)
    assert ended.stderr.startswith(f"nerinspect: {said} ")


@pytest.mark.parametrize("variables", [{}, {"DISPLAY": ":987654"}])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gold.connl"], "gold.connl: there is no such file; check the path\n"),
        ([REFERENCE, "."], ".: this is a folder, not CoNLL columns; name the file inside it\n"),
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
        ([REFERENCE, PREDICTION, "--repair", "conlleval", "--where", "kind:zz"], 2, "“zz”"),
    ],
)
def test_a_picture_of_what_cannot_be_shown_is_refused(
    tmp_path: Path, arguments: list[str], status: int, said: str
) -> None:
    ended = run_without_display(tmp_path, *arguments, "--picture", "window.png")
    assert (ended.returncode, ended.stderr.count("\n")) == (status, 1)
    assert said in ended.stderr
    assert not (tmp_path / "window.png").exists()


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


def test_a_picture_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    ended = run_without_display(tmp_path, "demo", "--picture", "nowhere/window.png")
    assert ended.returncode == 1
    assert "nowhere" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (None, "p.conll: there is no such file"),
        (b"\xff\xfe\xff", "p.conll"),
        (b"a B-X\n\0", "p.conll"),
    ],
)
def test_a_picture_of_a_review_whose_files_cannot_be_read_is_refused(
    tmp_path: Path, spoilt: bytes | None, said: str
) -> None:
    for name in ("t", "p"):
        (tmp_path / f"{name}.conll").write_text("a B-X\nb O\n")
    assert run_without_display(tmp_path, "review", "new", "z.nerinspect", "t.conll", "p.conll").returncode == 0
    (tmp_path / "p.conll").unlink()
    if spoilt is not None:
        (tmp_path / "p.conll").write_bytes(spoilt)
    ended = run_without_display(tmp_path, "open", "z.nerinspect", "--picture", "window.png")
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert said in ended.stderr
    assert not (tmp_path / "window.png").exists()


def test_no_cycles_are_looked_for_while_the_window_is_imported() -> None:
    code = (
        "import gc, nerinspect.cli.gui as gui; begun = []\n"
        "gc.callbacks.append(lambda phase, _: begun.append(phase)); gui.load_window(); print(begun, gc.isenabled())"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[] True\n"
