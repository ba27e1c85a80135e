"""Every line of code on the page *From Python*, and of it in the README, runs in order on the bundled sample."""

import re
import shutil
from contextlib import nullcontext
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import nerinspect as ni
from nerinspect.cli.main import run

PAGE = files("nerinspect.guide").joinpath("text", "python.md").read_text(encoding="utf-8")
CODE = re.findall(r"^```\n(.+?)^```$", PAGE, re.DOTALL | re.MULTILINE)
ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "resources" / "sample"
README = (ROOT / "README.md").read_text(encoding="utf-8").split("## From Python")[1].split("\n## ")[0]
PROJECT = '[[data]]\nname = "news"\nreference = "test.conll"\npredictions = ["plain.conll"]\n'


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Make the folder that the page speaks of the working one; no window opens, but its command is noted."""
    for path in SAMPLE.glob("*.conll"):
        shutil.copy(path, tmp_path)
    (tmp_path / "papers.toml").write_text(PROJECT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["review", "new", "first.nerinspect", "test.conll", "rich.conll", "--repair", "conlleval"]) == 0
    commands: list[list[str]] = []
    monkeypatch.setattr("nerinspect.library.study.subprocess.Popen", lambda command, **_: commands.append(command))
    monkeypatch.setattr("nerinspect.ui.platforms.working_platform", nullcontext)
    return commands


def test_the_code_runs(started: list[list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, Any] = {}
    for code in CODE:
        exec(code, known)
    assert [command[-1] for command in started] == ["kind:be"]
    assert "kin" in capsys.readouterr().out
    for name in ("errors.xlsx", "errors.parquet", "wrong.xlsx", "corrected.conll"):
        assert Path(name).is_file()
        assert Path(f"{name}.json").is_file()


def test_the_code_of_the_readme_runs(started: list[list[str]]) -> None:
    lines = [line.strip() for line in README.splitlines() if line.startswith("    ")]
    assert len(lines) == 8
    exec("\n".join(lines), {})
    assert [command[-1] for command in started] == ["kind:be"]
    assert Path("errors.xlsx").is_file()


def test_the_notebooks_that_the_readme_names_are_there() -> None:
    named = re.findall(r"docs/notebooks/\w+\.ipynb", README)
    assert sorted(named) == [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.ipynb"))]


def test_the_page_names_what_there_is() -> None:
    known = {*dir(ni), *dir(ni.Study), *dir(ni.Review), *dir(ni.Project), *dir(ni.Events)}
    called = set(re.findall(r"(?:ni|study|review|project|errors)\.(\w+)", PAGE))
    assert called - known - {"study", "attrs", "xlsx", "parquet", "md"} == set()
    makers = {name for name in dir(ni) if name.startswith(("load", "from_", "read_"))}
    assert {name for name in makers if name not in PAGE} == set()


def test_the_dtypes_are_those_of_the_page() -> None:
    study = ni.load(SAMPLE / "test.conll", {"plain": SAMPLE / "plain.conll"})
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", PAGE, re.MULTILINE))
    assert {*rows} == {"Int64", "float64", "str", "bool"}
    for query in ("kind:le", "kind:le -kind:le"):
        events = study.events(query).frame()
        assert [str(events[name].dtype) for name in ("start", "run", "text")] == ["Int64", "str", "str"]
        assert events["reference_spans"].dtype == object
    scores = study.scores()
    assert [str(scores[name].dtype) for name in ("f1", "fn", "run")] == ["float64", "float64", "str"]
    assert pd.isna(scores["fn"].iloc[1])
