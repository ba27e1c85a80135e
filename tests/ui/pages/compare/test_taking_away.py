"""What the page of comparisons gives away: tables with what they rest on, and pictures of what is drawn."""

import json
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.charts.values import Grid
from nerinspect.cli.main import run
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.settings import AnalysisChoice, ComparisonChoice
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.desk.document import Look
from nerinspect.ui.pages.compare.page import ComparePage
from tests.ui.pages.compare.conftest import HITS, PAIRS, MakeStudy
from tests.ui.table_pages import look_at, offered, said_by, trigger


@pytest.fixture
def write_study(tmp_path: Path) -> Callable[..., LoadRequest]:
    """Write a sentence, and the labels of each system as a file of its own."""

    def write(sentence: str) -> LoadRequest:
        word, *labels = sentence.split("/")
        paths = [tmp_path / f"{name}.conll" for name in ("test", "a", "b", "c")]
        for path, label in zip(paths, labels, strict=True):
            path.write_text(f"{word} {label}\n\n")
        return LoadRequest(str(paths[0]), tuple(f"{path.stem}={path}" for path in paths[1:]))

    return write


def test_pairs_are_copied_with_all_columns_and_what_they_rest_on(shown: ComparePage) -> None:
    shown.resize(500, 600)
    trigger(shown, f"{PAIRS} as CSV")
    head, first, *_ = QApplication.clipboard().text().splitlines()
    assert head == (
        "System A,System B,Type,F1 A,F1 B,Difference,Low,High,Both right,Only A,Only B,Both wrong,"
        "McNemar p,Bootstrap p,Signed-rank p,Rank-sum p,Blocks,Detectable"
    )
    assert first.startswith("a,b,ALL,")
    trigger(shown, f"{PAIRS} as Markdown")
    assert "Rank sum is empty" in QApplication.clipboard().text()


def test_a_saved_table_says_how_it_can_be_had_again(
    panel: ComparePage, write_study: Callable[..., LoadRequest], tmp_path: Path, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    request = write_study("Rome/B-LOC/O/B-LOC/O")
    panel.look_at(Look(load_study(request), request))
    look_at(panel, compared=2)
    qtbot.waitUntil(lambda: panel.is_complete)
    for title, command in (
        (PAIRS, "compare"),
        (HITS, "compare"),
        ("What changed", "diff"),
        ("Kinds, old to new", "diff"),
    ):
        path = tmp_path / f"{title}.csv"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        trigger(panel, f"Table “{title}”…")
        record = json.loads(Path(f"{path}.json").read_text())
        assert f"nerinspect {command} " in record["command"]
        named = [path for path in request.predictions if path in record["command"]]
        assert len(named) == (2 if command == "diff" else 3)


@pytest.mark.parametrize("form", ["svg", "png"])
@pytest.mark.parametrize("title", [PAIRS, HITS])
def test_what_is_drawn_is_saved_as_a_picture(
    panel: ComparePage, write_study: Callable[..., LoadRequest], title: str, form: str, tmp_path: Path,
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    request, path = write_study("Rome/B-LOC/O/B-LOC/O"), tmp_path / f"drawn.{form}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    panel.look_at(Look(load_study(request), request))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert f"Chart “{title}”…" in offered(panel)
    trigger(panel, f"Chart “{title}”…")
    if form == "svg":
        written = "".join(re.findall(r"<text[^>]*>([^<]*)", path.read_text()))
        drawn = panel.picture(title)
        if isinstance(drawn, DrawnFigure):
            grid = drawn.figure.parts[0]
            assert isinstance(grid, Grid)
            written = " ".join(text for name, cells in grid.rows for text in (name, *(cell.text for cell in cells)))
        assert all(text in written for text in (["a and b", "−100.00"] if title == PAIRS else ["only b", "a", "c"]))
    else:
        picture = QImage(str(path))
        assert picture.dotsPerMeterX() == 11811
        assert len({picture.pixel(x, y) for x in range(picture.width()) for y in range(0, picture.height(), 7)}) > 2
    assert "nerinspect compare " in json.loads(Path(f"{path}.json").read_text())["command"]


def test_what_is_chosen_is_saved_as_the_command_gives_it(
    panel: ComparePage, write_study: Callable[..., LoadRequest], tmp_path: Path,
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    request = write_study("Rome/B-LOC/O/B-LOC/B-PER")
    path = tmp_path / "pairs.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    panel.choose(ComparisonChoice("", "each type", "", "Recall", "Holm"))
    panel.look_at(Look(load_study(request), request))
    qtbot.waitUntil(lambda: panel.is_complete)
    saved, theirs = save_pairs(panel, path, capsys)
    assert saved == theirs
    assert len(saved) == 9
    assert path.read_text().startswith("System A,System B,Type,Recall A,Recall B,")
    added = 'Detectable,"McNemar, Holm","Bootstrap, Holm","Signed rank, Holm","Rank sum, Holm"'
    assert path.read_text().splitlines()[0].endswith(added)
    record = json.loads(Path(f"{path}.json").read_text())
    assert (record["measure"], record["correction"]) == ("recall", "holm")
    assert "measure=recall; correction=holm" in record["signature"]


def test_there_is_nothing_to_draw_before_there_are_numbers(
    panel: ComparePage, make_study_from: MakeStudy, qtbot: QtBot
) -> None:
    panel.look_at(Look(make_study_from("Rome/B-LOC/O"), LoadRequest("test.conll")))
    trigger(panel, f"Chart “{PAIRS}”…")
    assert said_by(panel) == "There is nothing to draw yet: the systems are still being compared."


def save_pairs(panel: ComparePage, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    """Save the table of pairs; give its rows and those of the command in its record, without the names of columns."""
    trigger(panel, f"Table “{PAIRS}”…")
    record = json.loads(Path(f"{path}.json").read_text())
    capsys.readouterr()
    assert run(shlex.split(record["command"])[1:]) == 0
    theirs = capsys.readouterr().out.splitlines()[1:]
    return path.read_text().splitlines()[1:], theirs


def test_the_heuristic_is_a_system_of_pairs_on_demand_and_the_command_agrees(
    panel: ComparePage, write_study: Callable[..., LoadRequest], tmp_path: Path,
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "train.conll").write_text("Rome B-LOC\n\n")
    request = replace(write_study("Rome/B-LOC/O/B-LOC/O"), training=str(tmp_path / "train.conll"), retention=True)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "pairs.csv"), ""))
    panel.look_at(Look(load_study(request), request))
    qtbot.waitUntil(lambda: panel.is_complete)
    saved, theirs = save_pairs(panel, tmp_path / "pairs.csv", capsys)
    assert [row.split(",")[:2] for row in saved] == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert saved == [row for row in theirs if ",ALL," in row]
    [box] = [box for box in panel.findChildren(QCheckBox) if box.isVisible()]
    box.click()
    look_at(panel, analysis=panel.desk.document.analysis)
    assert panel.desk.document.analysis == AnalysisChoice(has_retention=True)
    qtbot.waitUntil(lambda: panel.is_complete)
    saved, theirs = save_pairs(panel, tmp_path / "pairs.csv", capsys)
    assert len(saved) == 6
    assert saved == [row for row in theirs if ",ALL," in row]


def test_the_command_of_one_system_against_all_has_it_as_a(
    panel: ComparePage, write_study: Callable[..., LoadRequest], tmp_path: Path,
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    request = write_study("Rome/B-LOC/O/B-LOC/O")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "pairs.csv"), ""))
    panel.choose(ComparisonChoice("b"))
    panel.look_at(Look(load_study(request), request))
    qtbot.waitUntil(lambda: panel.is_complete)
    saved, theirs = save_pairs(panel, tmp_path / "pairs.csv", capsys)
    assert [row.split(",")[:2] for row in saved] == [["b", "a"], ["b", "c"]]
    assert {*saved} <= {*theirs}
