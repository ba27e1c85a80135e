"""A list comes back from a spreadsheet: looked at, then taken in one step, or not at all."""

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTableView,
)
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.review.attaching import stored_events
from nerinspect.review.store import open_review
from nerinspect.ui.deciding.edited_lists import ChangesView
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

Edit: TypeAlias = Callable[[list[dict[str, str]]], object]
Import: TypeAlias = Callable[[Edit], None]


@pytest.fixture
def reviewed(errors: MainWindow, path: str, qtbot: QtBot) -> Iterator[MainWindow]:
    """Decide the first two errors of the sample."""
    errors.reviews.reviewing.make(path, without_training(sample_request()))
    qtbot.waitUntil(lambda: errors.reviews.reviewing.is_ready)
    first, second = errors.document.order[:2].tolist()
    errors.reviews.reviewing.decide(lambda _: Decision("prediction-wrong", note="see page 3"), [first], "first")
    errors.reviews.reviewing.decide(lambda _: Decision("ambiguous", ("typo",)), [second], "second")
    yield errors
    end_work(errors.lists)


@pytest.fixture
def open_list(reviewed: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Import:
    """Export the errors, edit the rows, and choose the list."""
    path = tmp_path / "list.csv"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(path), ""))

    def open_list(edit: Edit) -> None:
        study = reviewed.document.study
        assert study is not None
        with path.open("w", encoding="utf-8", newline="") as file:
            columns = MENTIONS.names_for(study, Of.DECISIONS)
            write_csv(MENTIONS.table(study, reviewed.document.order, columns), file)
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        edit(rows)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        reviewed.menus.action("import_decisions").trigger()
        qtbot.waitUntil(lambda: not reviewed.lists.is_reading)

    return open_list


def dialog_of(window: MainWindow) -> QDialog:
    found = [one for one in window.findChildren(QDialog) if one.objectName() == "import_dialog" and one.isVisible()]
    assert len(found) == 1
    return found[0]


def cells(window: MainWindow) -> list[dict[str, str]]:
    [view] = dialog_of(window).findChildren(ChangesView)
    model = view.model()
    columns = range(model.columnCount())
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
    return [
        {head: model.index(row, column).data() for head, column in zip(heads, columns, strict=True)}
        for row in range(model.rowCount())
    ]


def said(window: MainWindow) -> dict[int, Decision]:
    assert window.document.study is not None
    return {event: one.said for event, one in window.document.study.decisions.items()}


def put(*changes: Mapping[str, str]) -> Edit:
    """Change the first rows."""
    return lambda rows: [row.update(change) for row, change in zip(rows, changes, strict=False)]


def take_button(window: MainWindow) -> QPushButton:
    return next(one for one in dialog_of(window).findChildren(QPushButton) if "&Import" in one.text())


def test_what_differs_is_shown_before_it_is_taken(reviewed: MainWindow, open_list: Import) -> None:
    before = said(reviewed)
    open_list(put({"verdict": "both-wrong"}, {}, {"flag": "yes", "causes": "typo gap"}))
    first, third = cells(reviewed)
    assert [*first][-3:] == ["Verdict", "Causes", "Flag"], "nothing changes a note, so no column shows notes"
    assert (first["Verdict"], first["Flag"]) == ("Prediction wrong → Both wrong", "")
    assert (third["Verdict"], third["Causes"], third["Flag"]) == ("", "– → typo, gap", "– → flagged")
    assert take_button(reviewed).text() == "&Import 2 decisions"
    assert said(reviewed) == before


def test_a_list_is_taken_in_one_step(reviewed: MainWindow, open_list: Import, path: str) -> None:
    before = said(reviewed)
    first = int(reviewed.document.order[0])
    open_list(put({"verdict": "both-wrong", "note": ""}, {"verdict": "", "causes": ""}))
    take_button(reviewed).click()
    assert said(reviewed) == {first: Decision("both-wrong")}
    with open_review(path, to_read=True) as file:
        assert [one.decision.said for one in file.decisions()] == [Decision("both-wrong")]
    undo = reviewed.menus.action("undo")
    assert undo.text() == "&Undo import of list.csv"
    undo.trigger()
    assert said(reviewed) == before


def test_nothing_is_taken_from_a_list_that_says_the_same(reviewed: MainWindow, open_list: Import) -> None:
    open_list(put())
    assert not take_button(reviewed).isEnabled()
    texts = {label.text() for label in dialog_of(reviewed).findChildren(QLabel)}
    assert f"{reviewed.document.n_kept:,} unchanged" in texts


def test_rows_that_fit_nothing_are_listed_and_copied(
    reviewed: MainWindow, open_list: Import, press_button: Callable[[QDialog, str], None]
) -> None:
    open_list(put({"event": "nothing"}, {"verdict": "no idea"}, {"flag": "yes"}))
    [listing] = dialog_of(reviewed).findChildren(QPlainTextEdit)
    listed = listing.toPlainText()
    assert [line.partition(":")[0] for line in listed.splitlines()] == ["line 2", "line 3"]
    press_button(dialog_of(reviewed), "&Copy these rows")
    assert QApplication.clipboard().text() == listed
    assert len(cells(reviewed)) == 1


def test_a_row_leads_to_its_event_and_enter_takes_nothing(
    reviewed: MainWindow, open_list: Import, keyboard: Keyboard
) -> None:
    order = reviewed.document.order.tolist()
    open_list(put({"flag": "yes"}, {"flag": "yes"}, {"flag": "yes"}))
    [rows] = dialog_of(reviewed).findChildren(QTableView)
    assert {one.row() for one in rows.selectedIndexes()} == {0}, "it is seen where the keys go"
    reviewed.workspace.go_to_event(order[5])
    keyboard.press(Key.Key_Down)
    assert reviewed.document.chosen_event == order[1]
    keyboard.press(Key.Key_Down)
    assert reviewed.document.chosen_event == order[2]
    reviewed.workspace.go_to_event(order[5])
    keyboard.press(Key.Key_Return)
    assert reviewed.document.chosen_event == order[2]
    assert len(said(reviewed)) == 2
    keyboard.press(Key.Key_Escape)
    assert len(said(reviewed)) == 2


def test_texts_marked_for_spreadsheets_are_read_as_they_were(
    reviewed: MainWindow, open_list: Import, qtbot: QtBot
) -> None:
    open_list(put({"note": "'=1+1"}))
    assert cells(reviewed)[0]["Note"].endswith("→ '=1+1")
    [box] = dialog_of(reviewed).findChildren(QCheckBox)
    box.click()
    qtbot.waitUntil(lambda: not reviewed.lists.is_reading)
    assert cells(reviewed)[0]["Note"].endswith("→ =1+1")


def test_a_list_is_compared_anew_with_other_decisions(reviewed: MainWindow, open_list: Import, qtbot: QtBot) -> None:
    first = int(reviewed.document.order[0])
    open_list(put({"verdict": "both-wrong"}))
    reviewed.reviews.reviewing.decide(lambda one: replace(one, verdict="ambiguous"), [first], "something")
    qtbot.waitUntil(lambda: not reviewed.lists.is_reading)
    assert cells(reviewed)[0]["Verdict"] == "Ambiguous → Both wrong"


def test_a_list_dropped_on_its_review_is_shown(reviewed: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "list.csv"
    path.write_text("event,flag\nnothing,yes\n")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    middle, action, button = QPointF(9, 9), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    reviewed.dropEvent(QDropEvent(middle, action, data, button, Qt.KeyboardModifier.NoModifier))
    qtbot.waitUntil(lambda: not reviewed.lists.is_reading)
    [listing] = dialog_of(reviewed).findChildren(QPlainTextEdit)
    assert listing.toPlainText().startswith("line 2:")


def test_a_file_that_is_no_list_is_told_calmly(reviewed: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n")
    reviewed.lists.read(str(path))
    qtbot.waitUntil(lambda: "no column called event" in reviewed.message.text)
    assert said(reviewed).keys() == set(reviewed.document.order[:2].tolist())


def test_a_review_is_begun_for_a_list(
    errors: MainWindow, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert errors.document.study is not None
    chosen = int(errors.document.order[0])
    [event] = stored_events(MENTIONS, errors.document.study, [chosen])
    (tmp_path / "list.csv").write_text(f"event,verdict\n{event.event},scope\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(tmp_path / "list.csv"), ""))
    errors.menus.action("import_decisions").trigger()
    qtbot.waitUntil(lambda: not errors.lists.is_reading and errors.reviews.reviewing.is_ready)
    qtbot.waitUntil(lambda: take_button(errors).isEnabled())
    take_button(errors).click()
    assert errors.reviews.reviewing.path == path
    assert said(errors) == {chosen: Decision("scope")}


def test_decisions_are_signed_from_then_on(reviewed: MainWindow, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    third = int(reviewed.document.order[2])
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args: (" Ann  Lee", True))
    reviewed.menus.action("sign").trigger()
    reviewed.reviews.reviewing.decide(lambda _: Decision("ambiguous"), [third], "third")
    assert reviewed.document.study is not None
    assert [one.who for _, one in reviewed.document.study.decisions.items()] == ["", "", "Ann Lee"]
    with open_review(path, to_read=True) as file:
        assert sorted(one.decision.who for one in file.decisions()) == ["", "", "Ann Lee"]
