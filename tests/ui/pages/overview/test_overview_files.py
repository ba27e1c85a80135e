import csv
import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest
from PySide6.QtWidgets import QAbstractButton, QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.platforms import sample_request
from tests.ui.table_pages import look_at, said_by, trigger

PressButton = Callable[..., None]
AnswerDialog = Callable[[Path | str, str], None]


def selected(study: Study, query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary.of(study)))


@pytest.fixture
def answer_dialog(monkeypatch: pytest.MonkeyPatch) -> AnswerDialog:
    """Choose a path and a form whenever a file is to be saved."""

    def answer(path: Path | str, form: str) -> None:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), f"{form} (*.{form[:3].lower()})"))

    return answer


def save(panel: OverviewPage, name: str) -> str:
    """Ask for a file and give what is said about it."""
    trigger(panel, name)
    return said_by(panel)


def warned(panel: OverviewPage, name: str) -> str:
    """Ask for a file and give the warning about it."""
    panel.desk.message.say("")
    trigger(panel, name)
    return said_by(panel)


def record_of(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))
    return record


def test_charts_are_saved_with_their_provenance(
    panel: OverviewPage, answer_dialog: AnswerDialog, tmp_path: Path
) -> None:
    names = ("Scores by type", "Errors by kind", "Error events and demerits")
    for number, (name, form) in enumerate(product(names, ("svg", "png"))):
        path = tmp_path / f"chart{number}.{form}"
        answer_dialog(tmp_path / f"chart{number}", {"svg": "SVG", "png": "PNG, 300 dots an inch"}[form])
        said = f"The chart “{name}” was written to {path}; provenance: {path}.json."
        assert save(panel, f"Chart “{name}”…") == said
        assert path.stat().st_size > 1000
        record = record_of(path)
        systems = ["flair"] if name == "Error events and demerits" else ["flair", "plain"]
        assert [record[key] for key in ("shows", "form", "systems")] == [name, form, systems]


def test_a_chart_in_svg_says_data_systems_and_filter(
    panel: OverviewPage, study: Study, answer_dialog: AnswerDialog, tmp_path: Path, press_button: PressButton
) -> None:
    look_at(panel, selection=selected(study, "type:LOC doc:1"))
    press_button(panel, "what the filter keeps")
    answer_dialog(tmp_path / "chart.svg", "SVG")
    save(panel, "Chart “Scores by type”…")
    root = ElementTree.parse(tmp_path / "chart.svg").getroot()
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "Scores by type"
    assert root.findtext("{http://www.w3.org/2000/svg}desc") == (
        "Reference reference; systems flair, plain; counted: mentions of LOC in events that match doc:1;"
        " filter: type:LOC doc:1"
    )


FORMS = (
    ("csv", "csv", "System,Type,Precision,Recall,F1,Reference,Predicted,Correct\nflair,ALL,0.25,0.3333333333333333,"),
    ("json", "json", '[\n{"System": "flair", "Type": "ALL", "Precision": 0.25, "Recall": 0.3333333333333333,'),
    ("markdown", "md", "Scores: flair, plain; counted: the whole test set\n\n| System | Type | Precision | Recall |"),
    ("latex", "tex", "% Scores: flair, plain; counted: the whole test set\n\\begin{tabular}"),
)
"""A form of a table, the end of its name, and how a file in it begins."""


def test_a_table_is_saved_in_the_form_its_name_says(
    panel: OverviewPage, answer_dialog: AnswerDialog, tmp_path: Path
) -> None:
    for form, suffix, beginning in FORMS:
        path = tmp_path / f"scores.{suffix}"
        answer_dialog(path, "CSV")
        said = f"The table “Scores” was written to {path}; provenance: {path}.json."
        assert save(panel, "Table “Scores”…") == said
        offered = {button.text() for button in panel.desk.message.findChildren(QAbstractButton)}
        assert {"Open folder", "Copy path"} <= offered
        assert path.read_text().startswith(beginning)
        assert record_of(path)["form"] == form


@pytest.mark.parametrize(("suffix", "read"), [("xlsx", pd.read_excel), ("parquet", pd.read_parquet)])
def test_a_table_is_saved_in_a_form_that_is_no_text(
    panel: OverviewPage, answer_dialog: AnswerDialog, tmp_path: Path, suffix: str, read: Callable[..., pd.DataFrame]
) -> None:
    path = tmp_path / f"scores.{suffix}"
    answer_dialog(path, "CSV")
    save(panel, "Table “Scores”…")
    row = read(path).iloc[0]
    assert row[["System", "Type", "Precision", "Recall"]].tolist() == ["flair", "ALL", 0.25, 1 / 3]
    assert record_of(path)["form"] == suffix


def test_what_is_undefined_is_empty_or_a_dash(panel: OverviewPage, answer_dialog: AnswerDialog, tmp_path: Path) -> None:
    for suffix, undefined in (("csv", "PER,0.0,,0.0,0,1,0"), ("md", "| PER | 0.00 | – | 0.00 |")):
        answer_dialog(tmp_path / f"scores.{suffix}", "CSV")
        save(panel, "Table “Scores”…")
        assert undefined in (tmp_path / f"scores.{suffix}").read_text()


def test_saved_scores_are_those_of_the_command_line(
    qtbot: QtBot,
    desk: Desk,
    sample_study: Study,
    answer_dialog: AnswerDialog,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    panel = OverviewPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(sample_study, sample_request()))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    answer_dialog(tmp_path / "scores.csv", "CSV")
    save(panel, "Table “Scores”…")
    end_work(panel)
    command = shlex.split(record_of(tmp_path / "scores.csv")["command"])
    assert run(command[1:]) == 0
    told = capsys.readouterr().out
    given = [list(row.values()) for row in csv.DictReader(told.splitlines())]
    with open(tmp_path / "scores.csv", encoding="utf-8", newline="") as file:
        saved = list(csv.reader(file))[1:]
    assert saved == [[row[0], *row[2:9]] for row in given]


@pytest.mark.parametrize("suffix", ["tex", "md", "csv", "xlsx"])
def test_layouts_for_papers_are_the_bytes_of_the_command_line(
    qtbot: QtBot,
    desk: Desk,
    answer_dialog: AnswerDialog,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    suffix: str,
) -> None:
    panel = OverviewPage(desk)
    qtbot.addWidget(panel)
    request = replace(sample_request(), retention=True)
    panel.look_at(Look(load_study(request), request))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    for title in ("Scores by system", "F1 by scheme", "Tough mentions, recall", "F1 on seen and unseen"):
        path = tmp_path / f"{title}.{suffix}"
        answer_dialog(path, "CSV")
        save(panel, f"Table “{title}”…")
        record = record_of(path)
        assert record["command_differs"] == ""
        assert run(shlex.split(record["command"])[1:]) == 0
        assert capfdbinary.readouterr().out == path.read_bytes()
    end_work(panel)


def test_what_f1_hides_is_of_the_system_on_show(
    panel: OverviewPage, answer_dialog: AnswerDialog, tmp_path: Path
) -> None:
    look_at(panel, prediction=1)
    answer_dialog(tmp_path / "hides.csv", "CSV")
    save(panel, "Table “What F1 hides”…")
    record = record_of(tmp_path / "hides.csv")
    assert record["systems"] == ["plain"]
    assert record["command_differs"].endswith("is in the window alone.")


def test_what_the_filter_keeps_is_saved_as_such(
    panel: OverviewPage, study: Study, answer_dialog: AnswerDialog, tmp_path: Path, press_button: PressButton
) -> None:
    look_at(panel, selection=selected(study, "type:LOC kind:fn"))
    answer_dialog(tmp_path / "scores.csv", "CSV")
    save(panel, "Table “Scores”…")
    assert record_of(tmp_path / "scores.csv")["filter"] == ""
    press_button(panel, "what the filter keeps")
    save(panel, "Table “Scores”…")
    record = record_of(tmp_path / "scores.csv")
    assert [record[name] for name in ("filter", "counted_types")] == ["type:LOC kind:fn", ["LOC"]]
    assert len((tmp_path / "scores.csv").read_text().splitlines()) == 5


def test_a_file_is_suggested_that_is_named_after_the_data(panel: OverviewPage, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def cancelled(_: object, *asking: str) -> tuple[str, str]:
        asked.append(asking)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", cancelled)
    trigger(panel, "Table “What F1 hides”…")
    assert list(asked[0][:2]) == ["Save “What F1 hides”", "reference-what-f1-hides.csv"]


def test_what_cannot_be_saved_says_why(panel: OverviewPage, answer_dialog: AnswerDialog, tmp_path: Path) -> None:
    answer_dialog(tmp_path / "none" / "x", "CSV")
    for name in ("Table “Scores”…", "Chart “Scores by type”…"):
        assert "the folder does not exist" in warned(panel, name)


def test_a_file_that_was_not_named_is_not_replaced(
    panel: OverviewPage, answer_dialog: AnswerDialog, tmp_path: Path
) -> None:
    (tmp_path / "x.csv").write_text("mine")
    answer_dialog(tmp_path / "x", "CSV")
    assert warned(panel, "Table “Scores”…").endswith("to replace it, give the full name.")
    assert (tmp_path / "x.csv").read_text() == "mine"
