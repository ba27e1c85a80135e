import csv
import json
import shlex
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.analysis.study import Study
from nerinspect.cli.main import run
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.models.event_columns import COLUMN_KEYS

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Answer the question for a file."""
    path = tmp_path / "out" / "events.csv"
    path.parent.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments, **more: (str(path), "CSV (*.csv)"))
    return path


def export(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not window.exporter.is_exporting and window.message.text != "")


def sort_by(window: MainWindow, key: str, order: Qt.SortOrder) -> None:
    window.workspace.events.view.header.setSortIndicator(COLUMN_KEYS.index(key), order)


def column(path: Path, name: str) -> list[str]:
    with open(path, encoding="utf-8", newline="") as file:
        return [row[name] for row in csv.DictReader(file)]


def on_screen(window: MainWindow, key: str) -> list[str]:
    model = window.workspace.events.view.model()
    return [model.index(row, COLUMN_KEYS.index(key)).data() for row in range(model.rowCount())]


def repeated(path: Path) -> bytes:
    """Run the command of the provenance, which writes the same file, and read what it wrote."""
    record = json.loads(Path(f"{path}.json").read_text())
    path.unlink()
    assert run(shlex.split(record["command"])[1:]) == 0
    return path.read_bytes()


def test_the_rows_on_screen_are_written(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    window.document.select_query("-kind:tp type:ORG")
    export(window, qtbot)
    assert column(output, "text") == on_screen(window, "segment")
    assert len(column(output, "text")) > 5


@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder])
def test_sorted_rows_are_written_in_their_order(
    window: MainWindow, output: Path, qtbot: QtBot, order: Qt.SortOrder
) -> None:
    window.document.select_query("-kind:tp")
    before = on_screen(window, "segment")
    sort_by(window, "segment", order)
    qtbot.waitUntil(lambda: on_screen(window, "segment") != before)
    export(window, qtbot)
    assert column(output, "text") == on_screen(window, "segment")


@pytest.mark.parametrize("query", ["", "-kind:tp type:ORG", 'kind:fn OR surface:"Ostend"', "/^[A-Z]/ kind:be,lbe"])
def test_the_command_of_the_provenance_gives_the_same_bytes(
    window: MainWindow, output: Path, qtbot: QtBot, query: str
) -> None:
    window.document.select_query(query)
    export(window, qtbot)
    written = output.read_bytes()
    assert repeated(output) == written


def test_the_command_names_the_system_on_show(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    window.document.show_prediction(1)
    export(window, qtbot)
    written = output.read_bytes()
    assert set(column(output, "system")) == {"plain"}
    assert repeated(output) == written


def test_the_command_gives_the_same_rows_as_a_sorted_export(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    window.document.select_query("-kind:tp")
    sort_by(window, "kind", Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: on_screen(window, "kind")[0] == "LBE")
    export(window, qtbot)
    written = output.read_bytes()
    assert sorted(repeated(output).splitlines()) == sorted(written.splitlines())


def test_the_provenance_says_how_rows_are_sorted(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    sort_by(window, "kind", Qt.SortOrder.DescendingOrder)
    export(window, qtbot)
    assert json.loads(Path(f"{output}.json").read_text())["order"] == "by Kind, descending"


def test_what_was_written_is_told(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    window.document.select_query("kind:fn")
    export(window, qtbot)
    assert window.message.text.startswith(f"{len(window.document.order)} events were written to {output};")


def test_without_an_answer_nothing_is_written(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments, **more: ("", ""))
    window.export()
    assert not window.exporter.is_exporting


def test_without_files_nothing_is_asked(empty_window: MainWindow, output: Path) -> None:
    empty_window.export()
    assert not empty_window.exporter.is_exporting


def test_a_source_is_not_overwritten(
    window: MainWindow, sample_study: Study, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    source = sample_study.reference.source.path
    before = Path(source).read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *arguments, **more: (source, ""))
    export(window, qtbot)
    assert "one of the files read" in window.message.text
    assert Path(source).read_bytes() == before


def test_a_folder_that_is_missing_is_told(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    output.parent.rmdir()
    export(window, qtbot)
    assert window.message.text.startswith(str(output))
    assert not output.parent.exists()


def endless_export(began: threading.Event, ended: threading.Event) -> Callable[..., None]:
    def export(*arguments: Any) -> None:  # noqa: ANN401
        try:
            while True:
                began.set()
                arguments[-1](1, 2)  # the checkpoint
        finally:
            ended.set()

    return export


def test_cancel_leaves_no_file(
    window: MainWindow,
    output: Path,
    press_button: PressButton,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.exporting.export_events", endless_export(began, ended))
    window.export()
    assert began.wait(10)
    press_button(window.progress, "Cancel")
    qtbot.waitUntil(ended.is_set)
    assert not window.exporter.is_exporting
    assert list(output.parent.iterdir()) == []


def test_closing_while_writing_leaves_no_work_behind(
    window: MainWindow, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("nerinspect.ui.exporting.export_events", endless_export(began, ended))
    window.export()
    assert began.wait(10)
    assert window.close()
    assert ended.is_set()
