import csv
import json
import shlex
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.study import Study
from nerinspect.io.writing.export import ListedEvents
from nerinspect.lists.mentions import MENTIONS
from nerinspect.settings import ExportChoice
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.strips import MessageStrip, ProgressStrip
from nerinspect.ui.lists.event_columns import COLUMN_KEYS, EventList, file_columns
from nerinspect.ui.lists.event_copying import Exporter
from nerinspect.ui.lists.export_dialog import ExportDialog
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow

PressButton = Callable[[QWidget, str], None]
Strips = tuple[Exporter, MessageStrip, QWidget]


ASK_FOR_PATH = "nerinspect.ui.lists.export_dialog.ask_for_path"


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Answer the question for a file."""
    path = tmp_path / "out" / "events.csv"
    path.parent.mkdir()
    monkeypatch.setattr(ASK_FOR_PATH, lambda *arguments: str(path))
    return path


@pytest.fixture
def strips(qtbot: QtBot) -> Iterator[Strips]:
    """Make an exporter in a window that holds nothing else."""
    window = QWidget()
    message, progress = MessageStrip(window), ProgressStrip(window)
    exporter = Exporter(message, progress, window)
    qtbot.addWidget(window)
    window.show()
    yield exporter, message, window
    end_work(exporter)


def ask(window: MainWindow, qtbot: QtBot) -> ExportDialog:
    """Open the dialog as a user does."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: any(dialog.isVisible() for dialog in window.findChildren(ExportDialog)))
    return next(dialog for dialog in window.findChildren(ExportDialog) if dialog.isVisible())


def confirm(window: MainWindow, dialog: ExportDialog, qtbot: QtBot) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.exporter.is_exporting and window.message.text != "")


def export(window: MainWindow, qtbot: QtBot) -> None:
    confirm(window, ask(window, qtbot), qtbot)


def choose_form(dialog: ExportDialog, name: str) -> None:
    box = dialog.findChild(QComboBox)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findText(name))


def sort_by(window: MainWindow, key: str, order: Qt.SortOrder) -> None:
    window.workspace.events.view.header.setSortIndicator(COLUMN_KEYS.index(key), order)


def csv_rows(study: Study) -> list[dict[str, Any]]:
    table = MENTIONS.table(study)
    return [dict(zip(table.columns, row, strict=True)) for row in table]


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


def test_the_rows_on_screen_are_written_and_that_is_told(
    window: MainWindow, output: Path, qtbot: QtBot, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.document.select_query("-kind:tp type:ORG")
    export(window, qtbot)
    assert column(output, "text") == on_screen(window, "segment")
    assert len(column(output, "text")) > 5
    window.document.select_query("kind:fn")
    export(window, qtbot)
    assert window.message.text.startswith(f"{len(window.document.order)} events were written to {output};")
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    export(window, qtbot)
    assert window.message.actions_offered == ["Open folder", "Copy path"]
    press_button(window.message, "Copy path")
    assert QGuiApplication.clipboard().text() == str(output)
    export(window, qtbot)
    press_button(window.message, "Open folder")
    assert [url.toLocalFile() for url in opened] == [str(output.parent)]


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


def test_the_command_of_the_provenance_gives_the_same_bytes(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    for query in ("", "-kind:tp type:ORG", 'kind:fn OR surface:"Ostend"', "/^[A-Z]/ kind:be,lbe"):
        window.document.select_query(query)
        export(window, qtbot)
        written = output.read_bytes()
        assert repeated(output) == written, query


def test_the_command_names_the_system_on_show(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    window.document.show_prediction(1)
    export(window, qtbot)
    written = output.read_bytes()
    assert set(column(output, "system")) == {"plain"}
    assert repeated(output) == written


def test_the_provenance_of_sorted_rows_says_so_and_its_command_gives_the_same_rows(
    window: MainWindow, output: Path, qtbot: QtBot
) -> None:
    window.document.select_query("-kind:tp")
    sort_by(window, "kind", Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: on_screen(window, "kind")[0] == "LBE")
    export(window, qtbot)
    written = output.read_bytes()
    assert sorted(repeated(output).splitlines()) == sorted(written.splitlines())
    sort_by(window, "kind", Qt.SortOrder.DescendingOrder)
    export(window, qtbot)
    assert json.loads(Path(f"{output}.json").read_text())["order"] == "by Kind, descending"


def test_the_command_of_the_provenance_gives_the_same_bytes_in_every_form(
    window: MainWindow, output: Path, qtbot: QtBot
) -> None:
    window.document.select_query("-kind:tp type:ORG")
    for name in ("JSON Lines", "Markdown", "LaTeX", "HTML with highlights"):
        window.exporter.choice = ExportChoice()
        dialog = ask(window, qtbot)
        choose_form(dialog, name)
        confirm(window, dialog, qtbot)
        written = output.read_bytes()
        assert repeated(output) == written, name


def test_selected_rows_are_written_alone(sample_study: Study, strips: Strips, output: Path, qtbot: QtBot) -> None:
    exporter, message, window = strips
    order = np.array([5, 3, 9, 7], dtype=np.int32)
    exporter.ask(
        EventList(ListedEvents(MENTIONS, sample_study, sample_request(), order, "", "by Kind"), order[1:3], ())
    )
    dialog = next(dialog for dialog in window.findChildren(ExportDialog))
    next(button for button in dialog.findChildren(QRadioButton) if "selected" in button.text()).setChecked(True)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: message.text != "")
    every = [row["event"] for row in csv_rows(sample_study)]
    assert column(output, "event") == [every[3], every[9]]
    assert "not the 2 selected" in json.loads(Path(f"{output}.json").read_text())["command_differs"]


def test_the_choice_is_remembered(sample_study: Study, strips: Strips, output: Path, qtbot: QtBot) -> None:
    exporter, message, window = strips
    order = np.arange(5, dtype=np.int32)
    exporter.ask(EventList(ListedEvents(MENTIONS, sample_study, sample_request(), order), order[:0], ("kind", "text")))
    dialog = next(dialog for dialog in window.findChildren(ExportDialog))
    choose_form(dialog, "LaTeX")
    with qtbot.waitSignal(exporter.choice_changed):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: message.text != "")
    assert exporter.choice == ExportChoice("latex", folder=str(output.parent))
    assert json.loads(json.dumps(asdict(exporter.choice)))["form"] == "latex"


@pytest.fixture
def compared(window: MainWindow) -> MainWindow:
    """Compare two systems of the sample where the first is wrong and the second right."""
    window.document.compare_with(1)
    window.document.select_query("kind:be,lbe ref:ORG")
    assert window.workspace.table.view.model().rowCount() > 1
    return window


@pytest.mark.parametrize("has_stretches", [False, True])
def test_rows_of_a_comparison_are_written_as_on_screen(
    compared: MainWindow, output: Path, qtbot: QtBot, has_stretches: bool
) -> None:
    compared.document.list_stretches(has_stretches)
    model = compared.workspace.table.view.model()
    kinds = [[model.index(row, place).data() for row in range(model.rowCount())] for place in (0, 1)]
    export(compared, qtbot)
    assert [[kind.upper() for kind in column(output, f"kind_{letter}")] for letter in "ab"] == kinds
    assert "command_differs" not in json.loads(Path(f"{output}.json").read_text())
    written = output.read_bytes()
    assert repeated(output) == written


def test_rows_are_exported_with_the_columns_on_screen_and_whose_they_are(compared: MainWindow, qtbot: QtBot) -> None:
    dialog = ask(compared, qtbot)
    choose_form(dialog, "LaTeX")
    form = dialog.form()
    assert form is not None
    assert form.columns[:2] == ("kind_a", "kind_b")
    assert {"reference_types", "predicted_types_a", "predicted_types_b", "system_a", "system_b"} < {*form.columns}


def test_columns_on_screen_stand_for_columns_of_files() -> None:
    assert file_columns(MENTIONS, ["kind", "segment", "verdict", "place", "sentence", "prediction"]) == (
        "kind", "text", "document", "sentence", "predicted_types",
    )  # fmt: skip


def test_escape_closes_the_dialog_and_asking_twice_opens_one(window: MainWindow, output: Path, qtbot: QtBot) -> None:
    dialog = ask(window, qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not window.exporter.is_exporting
    assert list(output.parent.iterdir()) == []
    ask(window, qtbot)
    window.export()
    assert sum(one.isVisible() for one in window.findChildren(ExportDialog)) == 1


def test_without_files_nothing_is_asked(empty_window: MainWindow, output: Path) -> None:
    empty_window.export()
    assert not empty_window.exporter.is_exporting


def test_a_source_is_not_overwritten(
    window: MainWindow, sample_study: Study, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    source = sample_study.reference.source.path
    before = Path(source).read_bytes()
    monkeypatch.setattr(ASK_FOR_PATH, lambda *arguments: source)
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
    monkeypatch.setattr(ListedEvents, "export", endless_export(began, ended))
    QTest.keyClick(ask(window, qtbot), Qt.Key.Key_Return)
    assert began.wait(60)
    press_button(window.progress, "Cancel")
    qtbot.waitUntil(ended.is_set)
    assert not window.exporter.is_exporting
    assert list(output.parent.iterdir()) == []


def test_an_export_is_not_given_up_for_the_next_one(
    window: MainWindow, output: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr(ListedEvents, "export", endless_export(began, ended))
    QTest.keyClick(ask(window, qtbot), Qt.Key.Key_Return)
    window.export()
    assert window.message.text.startswith("A file is being written.")
    assert window.exporter.is_exporting
    assert not ended.is_set()


def test_closing_while_writing_leaves_no_work_behind(
    window: MainWindow, output: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    began, ended = threading.Event(), threading.Event()
    monkeypatch.setattr(ListedEvents, "export", endless_export(began, ended))
    QTest.keyClick(ask(window, qtbot), Qt.Key.Key_Return)
    assert began.wait(60)
    assert window.close()
    assert ended.is_set()
