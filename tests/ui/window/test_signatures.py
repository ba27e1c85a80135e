"""The signature of what is on show is copied, and compared with that of another result."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.study import RelationChoice
from nerinspect.io.reading.loading import load_study
from nerinspect.io.signature import find_signature, read_signature, signature_differences
from nerinspect.training.retention import with_relation_choice
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS
from nerinspect.ui.dialogs.provenance import SignatureDialog
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import relation_request

ONE = "nerinspect 0.1.0; table=events; filter=kind:fn; types=LOC; reference=aaaaaaaaaaaa BIO"


@pytest.fixture
def dialog(qtbot: QtBot) -> SignatureDialog:
    made = SignatureDialog(ONE)
    qtbot.addWidget(made)
    made.show()
    return made


def rows(dialog: SignatureDialog) -> list[list[str]]:
    table = dialog.table
    return [
        [item.text() for column in range(table.columnCount()) if (item := table.item(row, column))]
        for row in range(table.rowCount())
    ]


def signature_of_file(folder: Path, query: str, *options: str) -> str:
    """Have the command line write the events that match, and give the signature of the file."""
    request, path = without_training(sample_request()), str(folder / "events.csv")
    files = [request.reference, *request.predictions, "--repair", request.repair]
    assert run(["events", *files, *options, "--where", query, "--output", path]) == 0
    return find_signature(path)


def test_the_copied_signature_is_that_of_a_file_of_the_same_events(window: MainWindow, tmp_path: Path) -> None:
    window.document.select_query("kind:le")
    window.menus.action("copy_signature").trigger()
    assert QApplication.clipboard().text() == signature_of_file(tmp_path, "system:rich kind:le")


def test_another_system_has_another_signature(window: MainWindow) -> None:
    before = window.signatures.on_show()
    window.document.show_prediction(1)
    assert [part for part, *_ in signature_differences(before, window.signatures.on_show())] == ["filter"]


def test_the_signature_of_a_comparison_is_that_of_a_file_of_its_rows(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window.document.select_query("kind:fn")
    window.document.compare_with(1)
    panel = window.workspace.comparison.panel
    qtbot.waitUntil(lambda: panel.view.model().rowCount() > 0)
    pair = "--pair", "rich", "plain"
    assert window.signatures.on_show() == signature_of_file(tmp_path, "kind:fn", *pair)
    window.document.list_stretches(True)
    assert window.signatures.on_show() == signature_of_file(tmp_path, "kind:fn", *pair, "--stretches")


def test_the_signature_of_relation_events_is_that_of_a_file_of_them(empty_window: MainWindow, tmp_path: Path) -> None:
    request, path = relation_request(tmp_path), str(tmp_path / "relations.csv")
    empty_window.opener.show(load_study(request), request, "relkind:missed")
    of_mentions = empty_window.signatures.on_show()
    empty_window.show_view(RELATIONS)
    files = [request.reference, *request.predictions, "--events", "--output", path]
    for choice in (RelationChoice(), RelationChoice("strict", ("Meet",))):
        study = empty_window.document.study
        assert study is not None
        empty_window.document.replace_study(with_relation_choice(study, choice), request)
        told = ["--setting", choice.setting, *(part for name in choice.symmetric for part in ("--symmetric", name))]
        assert run(["relations", *files, *told, "--where", "relkind:missed"]) == 0
        assert empty_window.signatures.on_show() == find_signature(path)
    empty_window.show_view(EVENTS_VIEW)
    assert empty_window.signatures.on_show() == of_mentions


def test_without_files_there_is_no_signature(empty_window: MainWindow) -> None:
    QApplication.clipboard().setText("before")
    empty_window.menus.action("copy_signature").trigger()
    assert QApplication.clipboard().text() == "before"
    assert "no signature" in empty_window.message.text


def test_equal_signatures_agree(dialog: SignatureDialog) -> None:
    dialog.b.setText(f"% {ONE}")
    assert dialog.verdict.text().startswith("The signatures agree")
    assert not dialog.table.isVisible()


def test_differences_are_listed_in_words(dialog: SignatureDialog) -> None:
    dialog.b.setText(ONE.replace("kind:fn", "").replace("aaaaaaaaaaaa BIO", "aaaaaaaaaaaa BIOES"))
    assert dialog.verdict.text() == "The signatures differ in 2 parts."
    assert rows(dialog) == [
        ["Filter", "differs", "kind:fn", "none"],
        ["Reference", "the same file, read differently", "aaaaaaaaaaaa BIO", "aaaaaaaaaaaa BIOES"],
    ]


def test_what_is_no_signature_is_told_calmly(dialog: SignatureDialog) -> None:
    dialog.b.setText("F1 = 3")
    assert "is not a signature" in dialog.verdict.text()


def test_a_file_that_was_exported_gives_its_signature(
    dialog: SignatureDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scores.csv"
    Path(f"{path}.json").write_text(f'{{"signature": "{ONE}"}}')
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    button = next(one for one in dialog.findChildren(QPushButton) if one.accessibleName() == "Choose the file of B")
    button.click()
    assert dialog.verdict.text().startswith("The signatures agree")


def test_the_window_compares_what_is_on_show(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.action("compare_signature").trigger()
    dialog = window.findChildren(SignatureDialog)[0]
    assert read_signature(dialog.a.text())["table"] == "events"
    dialog.reject()
