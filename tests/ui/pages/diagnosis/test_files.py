"""Pictures and tables of the diagnosis are written with what they rest on."""

import csv
import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.charts.values import Grid
from nerinspect.cli.main import run
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.training.retention import RETENTION
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from tests.ui.table_pages import look_at, said_by, trigger

AnswerDialog = Callable[[Path, str], None]
SaveTable = Callable[[str], tuple[list[dict[str, str]], list[dict[str, str]]]]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def answer_dialog(monkeypatch: pytest.MonkeyPatch) -> AnswerDialog:
    """Choose a path and a form whenever a file is to be saved."""

    def answer(path: Path, form: str) -> None:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), f"{form} (*.{path.suffix})"))

    return answer


def save(panel: DiagnosisPage, name: str) -> str:
    trigger(panel, name)
    return said_by(panel)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Difference of two systems", ["eLen", "+16.67", "−100.00"]),
        ("F1 by system and bucket", ["flair", "plain", "66.67", "XL", "–"]),
    ],
)
def test_charts_are_written_as_svg_with_their_numbers(
    panel: DiagnosisPage, answer_dialog: AnswerDialog, tmp_path: Path, name: str, words: list[str]
) -> None:
    path = tmp_path / "chart.svg"
    answer_dialog(path, "SVG")
    assert str(path) in save(panel, f"Chart “{name}”…")
    root = ElementTree.parse(path).getroot()
    drawn = panel.picture(name)
    assert isinstance(drawn, DrawnFigure)
    grids = [part for part in drawn.figure.parts if isinstance(part, Grid)]
    cells = {cell.text for grid in grids for _, own in grid.rows for cell in own}
    names = {name for grid in grids for name in (grid.title, *grid.heads, *(row for row, _ in grid.rows))}
    assert {*words} <= cells | names
    assert not list(root.iter(f"{SVG}image"))
    assert "buckets: 4" in (root.findtext(f"{SVG}desc") or "")


def test_charts_are_written_as_png_at_print_quality(
    panel: DiagnosisPage, answer_dialog: AnswerDialog, tmp_path: Path
) -> None:
    path = tmp_path / "chart.png"
    answer_dialog(path, "PNG")
    save(panel, "Chart “F1 by system and bucket”…")
    image = QImage(str(path))
    assert round(image.dotsPerMeterX() * 0.0254) == 300
    assert image.width() > 1000


def test_tables_are_written_with_the_command_that_gives_their_numbers(
    panel: DiagnosisPage, answer_dialog: AnswerDialog, tmp_path: Path
) -> None:
    for title, command in (
        ("Attributes", "nerinspect diagnose"),
        ("Worst and best buckets", "nerinspect diagnose"),
        ("Difference of two systems", "nerinspect buckets"),
        ("F1 by system and bucket", "nerinspect buckets"),
        ("Documents, worst first", "nerinspect score"),
    ):
        path = tmp_path / f"{title}.csv"
        answer_dialog(path, "CSV")
        save(panel, f"Table “{title}”…")
        record = json.loads((tmp_path / f"{title}.csv.json").read_text(encoding="utf-8"))
        assert path.read_text(encoding="utf-8").count("\n") > 2
        assert record["command"].startswith(command)
        assert "--attribute" not in record["command"]
        assert record["buckets"] == 4


@pytest.fixture
def of_files(qtbot: QtBot, desk: Desk, tmp_path: Path) -> Iterator[DiagnosisPage]:
    """Show two systems as a window does, which has the retention heuristic too."""
    names = ("Ulm", "Ada", "Ostend", "Grey Heron", "Rome", "New York City", "Bo", "Oslo")
    types = ("LOC", "PER", "LOC", "ORG", "LOC", "LOC", "PER", "LOC")

    def text(changed: dict[str, str]) -> str:
        lines = []
        for name, kind in zip(names, types, strict=True):
            for place, word in enumerate(name.split()):
                label = changed.get(name, kind)
                lines.append(
                    f"{word} {'O' if label == 'O' else 'I-' if place else 'B-'}{'' if label == 'O' else label}"
                )
            lines += ["met O", ""]
        return "\n".join(lines)

    files = {
        "train": text({"Ada": "ORG", "Grey Heron": "O", "Oslo": "O"}), "ref": text({}),
        "one": text({"Ada": "O", "New York City": "ORG"}), "two": text({"Rome": "PER", "Grey Heron": "O", "Bo": "O"}),
    }  # fmt: skip
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    paths = {name: str(tmp_path / name) for name in files}
    request = LoadRequest(
        paths["ref"], (f"one={paths['one']}", f"two={paths['two']}"), training=paths["train"], retention=True
    )
    panel = DiagnosisPage(desk)
    desk.document.analysis_changed.connect(lambda: look_at(panel, analysis=desk.document.analysis))
    qtbot.addWidget(panel)
    panel.look_at(Look(load_study(request, with_others=True), request))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    yield panel
    end_work(panel)


@pytest.fixture
def save_table(
    of_files: DiagnosisPage, answer_dialog: AnswerDialog, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> SaveTable:
    """Save a table; give what the command of its record writes, by the columns there, and the saved rows."""

    def saved(title: str) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
        path = tmp_path / "table.csv"
        answer_dialog(path, "CSV")
        save(of_files, f"Table “{title}”…")
        record = json.loads((tmp_path / "table.csv.json").read_text(encoding="utf-8"))
        capsys.readouterr()
        assert run(shlex.split(record["command"])[1:]) == 0
        theirs = list(csv.DictReader(capsys.readouterr().out.splitlines()))
        return theirs, list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))

    return saved


def tick(panel: DiagnosisPage, text: str, qtbot: QtBot) -> None:
    box = next(box for box in panel.findChildren(QCheckBox) if box.text() == text)
    assert (box.isVisible(), box.isChecked()) == (True, False)
    box.click()
    qtbot.waitUntil(lambda: panel.is_complete)


@pytest.mark.parametrize("with_retention", [False, True])
def test_the_command_gives_the_correlations_and_tests_on_screen(
    of_files: DiagnosisPage, save_table: SaveTable, with_retention: bool, qtbot: QtBot
) -> None:
    if with_retention:
        tick(of_files, "With retention", qtbot)
    theirs, saved = save_table("Attributes")
    ours = [row for row in saved if row["System"] == "all systems"]
    assert len(ours) == len(theirs) == 9
    assert [row["ρ"] for row in ours] == [row["rho"] for row in theirs]  # noqa: RUF001 - the Greek letter is meant
    blocks = {row["blocks"] for row in theirs if row["attribute"] == "sLen"}
    assert any(one in row["Friedman’s test"] for one in blocks for row in ours)
    assert {row["System"] for row in saved} == {"all systems", "one", "two", *([RETENTION] * with_retention)}
    captions = [label.text() for label in of_files.findChildren(QLabel) if "mean value ζ" in label.text()]
    assert ("retention counts as a system" in captions[0]) == with_retention


@pytest.mark.parametrize("with_retention", [False, True])
def test_the_command_gives_the_scores_and_differences_on_screen(
    of_files: DiagnosisPage, save_table: SaveTable, with_retention: bool, qtbot: QtBot
) -> None:
    if with_retention:
        tick(of_files, "With retention", qtbot)
    theirs, saved = save_table("Worst and best buckets")
    assert [(row["System"], row["Worst"], row["Worst F1"]) for row in saved if row["Attribute"]] == [
        (row["system"], row["worst"], row["worst_f1"]) for row in theirs
    ]
    theirs, saved = save_table("F1 by system and bucket")
    on_screen = {value for row in saved for name, value in row.items() if name not in ("System", "Attribute")}
    assert {row["f1"] for row in theirs} <= on_screen | {""}
    theirs, saved = save_table("Difference of two systems")
    names = list(saved[0])[2:4]
    assert names == ["F1 of one", "F1 of two"]
    f1 = {(row["system"], row["attribute"], row["bucket"]): row["f1"] for row in theirs}
    assert [[row[name] for name in names] for row in saved] == [
        [f1[system, row["Attribute"], row["Bucket"]] for system in ("one", "two")] for row in saved
    ]
    offered = [box.itemText(place) for box in of_files.findChildren(QComboBox) for place in range(box.count())]
    assert (RETENTION in offered) == with_retention


def test_the_command_names_columns_of_the_files_once_they_are_asked_for(
    of_files: DiagnosisPage, save_table: SaveTable, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "ref").write_text(
        "".join(
            f"{line.split()[0]} {len(line)} {line.split()[1]}\n" if line else "\n"
            for line in (tmp_path / "ref").read_text(encoding="utf-8").splitlines()
        ),
        encoding="utf-8",
    )
    assert of_files.look is not None
    request = of_files.look.request
    of_files.look_at(Look(load_study(request, with_others=True), request))
    qtbot.waitUntil(lambda: of_files.is_complete)
    assert len(save_table("Attributes")[0]) == 9
    tick(of_files, "Columns of the files", qtbot)
    theirs, saved = save_table("Attributes")
    assert [row["attribute"] for row in theirs][-1] == "reference:column 1"
    assert [row["ρ"] for row in saved if row["System"] == "all systems"] == [  # noqa: RUF001 - likewise
        row["rho"] for row in theirs
    ]


def test_a_tough_subset_has_no_f1_to_diagnose(
    of_files: DiagnosisPage, qtbot: QtBot, press_button: Callable[[QWidget, str], None]
) -> None:
    assert of_files.look is not None
    vocabulary = Vocabulary.of(of_files.look.study)
    look_at(of_files, selection=Selection.from_filter(parse_query("tough:unseen-any", vocabulary)))
    press_button(of_files, "what the filter keeps")
    assert "there is only recall" in of_files.empty_words
    assert not any(table.isVisible() for table in of_files.tables.values())
    press_button(of_files, "the whole test set")
    qtbot.waitUntil(lambda: of_files.is_complete)
    assert of_files.empty_words == ""
    qtbot.waitUntil(lambda: all(table.isVisible() for table in of_files.tables.values()))
