"""What is exported of the page of relations: its rows in their order, with what was decided about them."""

import csv
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QRadioButton,
)
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RelationChoice
from nerinspect.io.reading.loading import load_study
from nerinspect.lists.relations import RELATIONS as RELATION_EVENTS
from nerinspect.settings import ExportChoice
from nerinspect.training.retention import with_relation_choice
from nerinspect.ui.desk.views import RELATIONS
from nerinspect.ui.lists.export_dialog import ExportDialog
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import relation_request

Ask = Callable[[], ExportDialog]


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Answer the question for a file."""
    path = tmp_path / "list.csv"
    name = "nerinspect.ui.lists.export_dialog.ask_for_path"
    monkeypatch.setattr(name, lambda *_arguments: str(path))
    return path


@pytest.fixture
def window(empty_window: MainWindow, tmp_path: Path) -> MainWindow:
    """Show the relations of small files."""
    request = relation_request(tmp_path)
    empty_window.opener.show(load_study(request), request, "")
    empty_window.document.select_query("")
    empty_window.show_view(RELATIONS)
    QApplication.processEvents()
    return empty_window


@pytest.fixture
def reviewed(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> MainWindow:
    """Decide the first relation event on show."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (f"{tmp_path}/a.nerinspect", ""))
    page = window.workspace.pages.relations_on_show
    assert page is not None
    page.go_to_event(0)
    QApplication.processEvents()
    page.review.choose_verdict("both-wrong")
    qtbot.waitUntil(lambda: window.reviews.is_settled)
    return window


@pytest.fixture
def ask(window: MainWindow, qtbot: QtBot) -> Ask:
    """Open the dialog as a user does."""

    def ask() -> ExportDialog:
        window.menus.action("export").trigger()
        qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(ExportDialog)))
        return next(one for one in window.findChildren(ExportDialog) if one.isVisible())

    return ask


def choose_form(dialog: ExportDialog, name: str) -> None:
    box = dialog.findChild(QComboBox)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findText(name))


def columns(dialog: ExportDialog) -> tuple[str, ...]:
    form = dialog.form()
    assert form is not None
    return form.columns


def command(dialog: ExportDialog) -> list[str]:
    return shlex.split(text_of(dialog, "Command line"))


def text_of(dialog: ExportDialog, name: str) -> str:
    (field,) = (one for one in dialog.findChildren(QLineEdit) if one.accessibleName() == name)
    return field.text()


def export(window: MainWindow, dialog: ExportDialog, output: Path, qtbot: QtBot) -> bytes:
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.exporter.is_exporting and window.message.text != "")
    return output.read_bytes()


def ids(content: bytes) -> list[str]:
    return [row["event"] for row in csv.DictReader(content.decode().splitlines())]


def repeated(output: Path) -> bytes:
    """Run the command of the provenance, which writes the same file, and read what it wrote."""
    record = json.loads(Path(f"{output}.json").read_text())
    output.unlink()
    assert run(shlex.split(record["command"])[1:]) == 0
    return output.read_bytes()


def test_the_rows_on_screen_are_written_in_their_order(
    window: MainWindow, ask: Ask, output: Path, qtbot: QtBot
) -> None:
    page, study = window.workspace.pages.relations_on_show, window.document.study
    assert page is not None
    assert study is not None
    window.document.select_query("-relkind:correct")
    page.table.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    QApplication.processEvents()
    order = page.table.order()
    assert order.tolist() != sorted(order.tolist())
    written = export(window, ask(), output, qtbot)
    assert ids(written) == RELATION_EVENTS.ids(study, order)
    assert len(order) == 4
    record = json.loads(Path(f"{output}.json").read_text())
    assert (record["table"], record["filter"], record["rows"]) == ("relation events", "-relkind:correct", 4)
    assert record["order"].startswith("by ")
    assert "lists relation events by system" in record["command_differs"]
    assert f"4 relation events were written to {output}" in window.message.text


def test_the_command_of_the_provenance_gives_the_same_bytes_in_every_form(
    reviewed: MainWindow, ask: Ask, output: Path, qtbot: QtBot
) -> None:
    reviewed.document.select_query("-relkind:wrong-type")
    for form in ("CSV", "JSON Lines", "Markdown", "LaTeX", "LaTeX examples", "HTML"):
        reviewed.exporter.choice = ExportChoice()
        dialog = ask()
        choose_form(dialog, form)
        written = export(reviewed, dialog, output, qtbot)
        assert b"oth-wrong" in written or b"oth wrong" in written, form
        assert repeated(output) == written, form


def test_without_a_review_the_command_of_the_provenance_gives_the_same_bytes(
    window: MainWindow, ask: Ask, output: Path, qtbot: QtBot
) -> None:
    window.document.select_query("-relkind:correct type:Org")
    written = export(window, ask(), output, qtbot)
    assert len(ids(written)) == 1
    assert repeated(output) == written


def test_without_a_review_the_command_lists_relation_events(window: MainWindow, ask: Ask) -> None:
    study, request = window.document.study, window.document.request
    assert study is not None
    assert request is not None
    window.document.replace_study(with_relation_choice(study, RelationChoice("strict", ("Meet",))), request)
    QApplication.processEvents()
    window.document.select_query("rel:Meet")
    dialog = ask()
    assert text_of(dialog, "Query") == "rel:Meet"
    assert command(dialog) == [
        *("nerinspect", "relations", *request.paths, "--events", "--setting", "strict", "--symmetric", "Meet"),
        *("--where", "rel:Meet", "--output", "relation-events.csv"),
    ]


def test_for_people_columns_on_screen_are_offered_and_without_rows_or_columns_there_is_no_file(
    window: MainWindow, ask: Ask
) -> None:
    window.document.select_query("rel:Live relkind:reversed")
    QApplication.processEvents()
    window.menus.action("export").trigger()
    assert window.message.text == "There is no relation event on screen to export."
    assert not window.findChildren(ExportDialog)
    window.document.select_query("")
    QApplication.processEvents()
    dialog = ask()
    assert columns(dialog)[:3] == ("event", "system", "run")
    choose_form(dialog, "HTML")
    assert columns(dialog)[:4] == ("kind", "reference_head", "reference_type", "reference_tail")
    assert columns(dialog)[-3:] == ("left", "text", "right")
    listed = dialog.findChild(QListWidget)
    assert isinstance(listed, QListWidget)
    assert "verdict" not in {listed.item(row).text() for row in range(listed.count())}
    dialog = ask()
    listed = dialog.findChild(QListWidget)
    assert isinstance(listed, QListWidget)
    for row in range(listed.count()):
        listed.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert dialog.form() is None
    assert any(label.text() == "Choose at least one column." for label in labels(dialog))


def test_the_preview_shows_the_file_and_selected_rows_are_exported_alone(
    window: MainWindow, ask: Ask, output: Path, qtbot: QtBot
) -> None:
    dialog = ask()
    preview = dialog.findChild(QPlainTextEdit)
    assert isinstance(preview, QPlainTextEdit)
    qtbot.waitUntil(lambda: preview.toPlainText() != "")
    shown = preview.toPlainText()
    assert export(window, dialog, output, qtbot).decode() == f"{shown}\n"
    page, study = window.workspace.pages.relations_on_show, window.document.study
    assert page is not None
    assert study is not None
    page.table.view.selectAll()
    dialog = ask()
    (only,) = (box for box in dialog.findChildren(QRadioButton) if "selected" in box.text())
    assert only.isVisible()
    only.click()
    assert any(label.text().startswith("6 relation events as on screen: selected") for label in labels(dialog))
    written = export(window, dialog, output, qtbot)
    assert len(ids(written)) == len(relation_events(study))


def test_the_next_export_offers_the_columns_of_the_last(
    window: MainWindow, ask: Ask, output: Path, qtbot: QtBot
) -> None:
    dialog = ask()
    listed = dialog.findChild(QListWidget)
    assert isinstance(listed, QListWidget)
    for row in range(1, listed.count()):
        listed.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert export(window, dialog, output, qtbot).startswith(b"event\n")
    assert columns(ask()) == ("event",)


def labels(dialog: ExportDialog) -> list[QLabel]:
    return [label for label in dialog.findChildren(QLabel) if label.isVisible()]
