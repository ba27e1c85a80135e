"""The notebooks of docs/notebooks run, and what they hold is what comes out."""

import ast
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
MACHINE = re.compile(r"/(?:home|root|tmp|work|Users)/|[A-Z]:\\")


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def outputs_of(cell: dict[str, Any]) -> dict[str, str]:
    """Give what a cell shows and prints, by the kind of text."""
    found: dict[str, str] = {}
    for output in cell["outputs"]:
        texts = {"text": output["text"]} if output["output_type"] == "stream" else output["data"]
        for kind, text in texts.items():
            found[kind] = found.get(kind, "") + "".join(text)
    return found


def run_cell(code: str, known: dict[str, Any]) -> Any:  # noqa: ANN401 - what the last line gives
    """Run a cell; give the value of its last line."""
    *lines, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        exec(code, known)
        return None
    exec(compile(ast.Module(lines, []), "cell", "exec"), known)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), known)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_holds(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "resources" / "sample", tmp_path / "resources" / "sample")
    (folder := tmp_path / "docs" / "notebooks").mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    known: dict[str, Any] = {}
    for cell in cells_of(path):
        if cell["cell_type"] != "code":
            continue
        code = "".join(cell["source"])
        value = run_cell(code, known)
        held = outputs_of(cell)
        assert capsys.readouterr().out == held.get("text", ""), code
        assert (value is None) == ("text/plain" not in held), code
        if hasattr(value, "_repr_html_"):
            assert value._repr_html_() == held["text/html"], code
        elif isinstance(value, str | int | list):
            assert ast.literal_eval(held["text/plain"]) == value, code
        elif value is not None:
            assert repr(value) == held["text/plain"], code


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_was_run_in_order_and_knows_no_machine(path: Path) -> None:
    cells = cells_of(path)
    assert len(cells) <= 25
    assert path.stat().st_size < 300_000
    assert not MACHINE.search(path.read_text(encoding="utf-8"))
    counts = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))


def test_there_are_four() -> None:
    assert len(NOTEBOOKS) == 4
