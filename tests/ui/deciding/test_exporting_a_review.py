"""While a review is open, the list that is exported holds what was decided."""

import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QListWidget, QPlainTextEdit
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.decision import Decision
from nerinspect.events.segment_events import TP
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.settings import ExportChoice
from nerinspect.ui.lists.export_dialog import ExportDialog
from nerinspect.ui.window.window import MainWindow

Ask = Callable[[], ExportDialog]
ForPeople = ("verdict", "causes", "flag", "note", "corrected_spans")
DECIDED = (
    Decision("reference-wrong", ("typo", "metonymy"), True, "=so “it” goes,\nor not", ((0, 1, "ORG"),)),
    Decision("prediction-wrong"),
    Decision("Scope", note="-"),
)


def _decided(decision: Decision, _before: Decision) -> Decision:
    return decision


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Answer the question for a file."""
    path = tmp_path / "list.csv"
    monkeypatch.setattr("nerinspect.ui.lists.export_dialog.ask_for_path", lambda *_arguments: str(path))
    return path


@pytest.fixture
def reviewed(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> MainWindow:
    """Decide three events of the sample."""
    path = str(tmp_path / "a.nerinspect")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (path, ""))
    window.menus.action("new_review").trigger()
    qtbot.waitUntil(lambda: window.reviews.reviewing.is_ready)
    assert window.document.study is not None
    errors = np.flatnonzero(window.document.study.events.kind != TP).tolist()
    for event, decision in zip(errors, DECIDED, strict=False):
        window.reviews.reviewing.decide(partial(_decided, decision), [event], "all")
    return window


@pytest.fixture
def ask(reviewed: MainWindow, qtbot: QtBot) -> Ask:
    """Open the dialog as a user does."""

    def ask() -> ExportDialog:
        reviewed.menus.action("export").trigger()
        qtbot.waitUntil(lambda: any(one.isVisible() for one in reviewed.findChildren(ExportDialog)))
        return next(one for one in reviewed.findChildren(ExportDialog) if one.isVisible())

    return ask


def choose_form(dialog: ExportDialog, name: str) -> None:
    box = dialog.findChild(QComboBox)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findText(name))


def columns(dialog: ExportDialog) -> tuple[str, ...]:
    form = dialog.form()
    assert form is not None
    return form.columns


def export(window: MainWindow, dialog: ExportDialog, output: Path, qtbot: QtBot) -> bytes:
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.exporter.is_exporting and window.message.text != "")
    return output.read_bytes()


def repeated(output: Path) -> bytes:
    """Run the command of the provenance, which writes the same file, and read what it wrote."""
    record = json.loads(Path(f"{output}.json").read_text())
    output.unlink()
    assert run(shlex.split(record["command"])[1:]) == 0
    return output.read_bytes()


def test_the_list_is_that_of_review_export(reviewed: MainWindow, ask: Ask, output: Path, qtbot: QtBot) -> None:
    for query in ("", "-kind:tp", "-verdict:none", "verdict:none type:ORG", "cause:typo OR note:/^-/"):
        reviewed.document.select_query(query)
        reviewed.exporter.choice = ExportChoice()
        written = export(reviewed, ask(), output, qtbot)
        assert written.count(b"\n") > 1, query
        shown = ["--where", reviewed.document.export_query] if reviewed.document.export_query else []
        again = output.with_name("again.csv")
        assert run(["review", "export", reviewed.reviews.reviewing.path, *shown, "--output", str(again)]) == 0
        assert again.read_bytes() == written, query
        output.unlink()


def test_the_command_of_the_provenance_gives_the_same_bytes_in_every_form(
    reviewed: MainWindow, ask: Ask, output: Path, qtbot: QtBot
) -> None:
    reviewed.document.select_query("-verdict:none")
    for form in ("CSV", "JSON Lines", "Markdown", "LaTeX", "LaTeX examples", "HTML with highlights"):
        reviewed.exporter.choice = ExportChoice()
        dialog = ask()
        choose_form(dialog, form)
        written = export(reviewed, dialog, output, qtbot)
        assert b"metonymy" in written, form
        assert repeated(output) == written, form


def test_what_is_decided_is_among_the_columns_from_the_start(ask: Ask) -> None:
    dialog = ask()
    assert columns(dialog)[-6:] == MENTIONS.names(Of.DECISIONS)
    choose_form(dialog, "HTML with highlights")
    decided = [name for name in columns(dialog) if name in MENTIONS.names(Of.DECISIONS, Of.PEOPLE)]
    assert decided[:3] == ["verdict", "causes", "note"], "those on screen, which some decisions have"
    assert sorted(decided) == sorted(ForPeople)
    listed = dialog.findChild(QListWidget)
    assert isinstance(listed, QListWidget)
    assert {"decided", "who"} <= {listed.item(row).text() for row in range(listed.count())}
    dialog.reject()


def test_columns_chosen_without_a_review_are_followed_by_what_is_decided(reviewed: MainWindow, ask: Ask) -> None:
    reviewed.exporter.choice = ExportChoice(data_columns=("kind", "text"), page_columns=("text", "note"))
    dialog = ask()
    assert columns(dialog) == ("kind", "text", *MENTIONS.names(Of.DECISIONS))
    choose_form(dialog, "Markdown")
    assert columns(dialog) == ("text", "note")
    dialog.reject()


def test_columns_chosen_in_a_review_wait_for_the_next_one(window: MainWindow, qtbot: QtBot) -> None:
    window.exporter.choice = choice = ExportChoice(data_columns=("kind", "verdict"))
    window.menus.action("export").trigger()
    dialog = next(one for one in window.findChildren(ExportDialog) if one.isVisible())
    assert columns(dialog) == ("kind",)
    assert dialog.choice() == replace(choice, folder=dialog.choice().folder)
    listed = dialog.findChild(QListWidget)
    assert isinstance(listed, QListWidget)
    assert "verdict" not in {listed.item(row).text() for row in range(listed.count())}
    dialog.reject()


def test_the_preview_shows_what_is_decided(reviewed: MainWindow, ask: Ask, qtbot: QtBot) -> None:
    reviewed.document.select_query("-verdict:none")
    dialog = ask()
    preview = dialog.findChild(QPlainTextEdit)
    assert isinstance(preview, QPlainTextEdit)
    qtbot.waitUntil(lambda: "typo metonymy" in preview.toPlainText())
    dialog.reject()


def test_the_record_names_the_review_and_its_decisions(
    reviewed: MainWindow, ask: Ask, output: Path, qtbot: QtBot
) -> None:
    export(reviewed, ask(), output, qtbot)
    record = json.loads(Path(f"{output}.json").read_text())
    assert (record["table"], record["review"]) == ("review", reviewed.reviews.reviewing.path)
    assert (record["decided"], record["lost"], len(record["decisions_sha256"])) == (3, [], 64)
    assert "command_differs" not in record
    reviewed.reviews.reviewing.undo()
    export(reviewed, ask(), output, qtbot)
    assert json.loads(Path(f"{output}.json").read_text())["decisions_sha256"] != record["decisions_sha256"]


def test_it_says_if_the_review_opens_other_files(reviewed: MainWindow, ask: Ask, output: Path, qtbot: QtBot) -> None:
    document = reviewed.document
    assert document.request is not None
    document.request = replace(document.request, repair="discard")
    export(reviewed, ask(), output, qtbot)
    record = json.loads(Path(f"{output}.json").read_text())
    assert record["command_differs"] == (
        "The command line reads the files as the review has them, which is not how they are read here."
    )
