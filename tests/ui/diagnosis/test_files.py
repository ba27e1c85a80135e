"""Pictures and tables of the diagnosis are written with what they rest on."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QMenu

from nerinspect.ui.diagnosis.diagnosis_panel import DiagnosisPanel

AnswerDialog = Callable[[Path, str], None]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def answer_dialog(monkeypatch: pytest.MonkeyPatch) -> AnswerDialog:
    """Choose a path and a form whenever a file is to be saved."""

    def answer(path: Path, form: str) -> None:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), f"{form} (*.{path.suffix})"))

    return answer


def save(panel: DiagnosisPanel, name: str) -> str:
    spoken: list[str] = []
    panel.message_requested.connect(spoken.append)
    actions = [action for menu in panel.findChildren(QMenu) for action in menu.actions()]
    next(action for action in actions if action.text() == name).trigger()
    return spoken[-1]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Difference of two systems", ["eLen", "+16.67", "−100.00"]),
        ("F1 by system and bucket", ["flair", "plain", "66.67", "XL", "–"]),
    ],
)
def test_charts_are_written_as_svg_with_their_numbers(
    panel: DiagnosisPanel, answer_dialog: AnswerDialog, tmp_path: Path, name: str, words: list[str]
) -> None:
    path = tmp_path / "chart.svg"
    answer_dialog(path, "SVG")
    assert str(path) in save(panel, f"Chart “{name}”…")
    root = ElementTree.parse(path).getroot()
    written = "".join(text.text or "" for text in root.iter(f"{SVG}text"))  # one text may be drawn in two fonts
    assert not [word for word in words if word not in written]
    assert not list(root.iter(f"{SVG}image"))
    assert "buckets: 4" in (root.findtext(f"{SVG}desc") or "")


def test_charts_are_written_as_png_at_print_quality(
    panel: DiagnosisPanel, answer_dialog: AnswerDialog, tmp_path: Path
) -> None:
    path = tmp_path / "chart.png"
    answer_dialog(path, "PNG")
    save(panel, "Chart “F1 by system and bucket”…")
    image = QImage(str(path))
    assert round(image.dotsPerMeterX() * 0.0254) == 300
    assert image.width() > 1000


@pytest.mark.parametrize(
    ("title", "command"),
    [
        ("Attributes", "nerinspect diagnose"),
        ("Worst and best buckets", "nerinspect diagnose"),
        ("Difference of two systems", "nerinspect diagnose"),
        ("F1 by system and bucket", "nerinspect buckets"),
        ("Documents, worst first", "nerinspect score"),
    ],
)
def test_tables_are_written_with_the_command_that_gives_their_numbers(
    panel: DiagnosisPanel, answer_dialog: AnswerDialog, tmp_path: Path, title: str, command: str
) -> None:
    path = tmp_path / "table.csv"
    answer_dialog(path, "CSV")
    save(panel, f"Table “{title}”…")
    record = json.loads((tmp_path / "table.csv.json").read_text(encoding="utf-8"))
    assert path.read_text(encoding="utf-8").count("\n") > 2
    assert record["command"].startswith(command)
    assert ("--attribute eLen" in record["command"]) == (title == "F1 by system and bucket")
    assert record["buckets"] == 4
