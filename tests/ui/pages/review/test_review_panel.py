"""The page of a review counts what is decided, and every number opens exactly the events it counts."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.events.segment_events import TP
from nerinspect.events.study import Study
from nerinspect.query.filters import Everything
from nerinspect.query.review_progress import review_progress
from nerinspect.review.attaching import StoredDecision, StoredEvent
from nerinspect.ui.desk.views import EVENTS_VIEW, REVIEW
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.review.page import ReviewPage
from nerinspect.ui.pages.review.verdicts_and_causes import ProgressRows, VerdictBar, share_words
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard
from tests.ui.table_pages import offered, said_by, table, trigger

JUDGING = {"reference", "prediction", "right", "wrong", "precision", "recall", "error", "errors", "correct"}
MakeStudy = Callable[..., Study]

GONE = StoredDecision(
    StoredEvent("0" * 16, "rich", 1, 12, 3, 6, "be", "Port of Harwick", ((3, 6, "ORG"),), ((5, 6, "LOC"),)),
    Decision("ambiguous", ("typo",), True, "see\npage 3", ((3, 6, "LOC"),), "2026-11-22T03:00:00Z", "Anna"),
)


def page_of(window: MainWindow) -> ReviewPage:
    found: ReviewPage = window.workspace.page("Review")
    return found


def say(window: MainWindow, said: dict[int, Decision]) -> None:
    changes = {event: partial(_replaced, decision) for event, decision in said.items()}
    window.reviews.reviewing.decide_each(changes, "a decision")


def _replaced(decision: Decision, _before: Decision) -> Decision:
    return decision


def settle(window: MainWindow, qtbot: QtBot) -> ReviewPage:
    qtbot.waitUntil(lambda: page_of(window).is_complete)
    return page_of(window)


@pytest.fixture
def reviewed(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Decide some events of both systems, in a review."""
    document = window.document
    assert document.study is not None
    assert document.request is not None
    window.reviews.reviewing.make(str(tmp_path / "first.nerinspect"), document.request)
    document.review = window.reviews.reviewing.path
    qtbot.waitUntil(lambda: not window.reviews.reviewing.is_reading)
    kind, start = document.study.events.kind, int(document.study.event_start[1])
    errors, correct = np.flatnonzero(kind != TP).tolist(), int(np.flatnonzero(kind == TP)[0])
    verdicts = ("reference-wrong", "prediction-wrong", "scope", "a", "b", "c", "d", "d")
    causes = ((), ("typo",), ("typo", "guideline-gap"))
    said = {
        errors[3 * place]: Decision(verdict, causes[place % 3], place == 1, "odd" if place > 5 else "")
        for place, verdict in enumerate(verdicts)
    }
    say(window, said | {correct: Decision("ambiguous"), errors[1]: Decision(causes=("typo",))})
    say(window, {next(event for event in errors if event >= start): Decision("both-wrong")})
    return window


@pytest.fixture
def shown(reviewed: MainWindow, qtbot: QtBot) -> MainWindow:
    """Turn to the page."""
    reviewed.show_view(REVIEW)
    settle(reviewed, qtbot)
    return reviewed


def texts(page: ReviewPage, title: str) -> dict[str, list[str]]:
    model = table(page, title).numbers
    rows = [[model.index(row, n).data() for n in range(model.columnCount())] for row in range(model.rowCount())]
    return {row[0]: row[1:] for row in rows}


def test_without_a_review_it_says_how_to_begin_one(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = str(tmp_path / "new.nerinspect")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (path, ""))
    window.show_view(REVIEW)
    page = page_of(window)
    beginning = page.findChildren(QLabel)
    qtbot.waitUntil(
        lambda: any(one.isVisible() and one.text().startswith("A review keeps what you decide") for one in beginning)
    )
    button = next(one for one in page.findChildren(QPushButton) if one.text() == "New review…")
    assert button.hasFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    settle(window, qtbot)
    assert (page.empty_words, window.document.review) == ("", path)
    assert not [one for one in beginning if one.isVisible() and one.text().startswith("A review keeps")]
    assert texts(page, "Verdicts by kind")["All"][0] == "0"
    assert table(page, "Verdicts by kind").hasFocus()


def test_menu_and_key_turn_to_it_and_a_number_to_its_system(shown: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_1, held=Qt.KeyboardModifier.ControlModifier)
    assert shown.workspace.view_name == EVENTS_VIEW
    keyboard.press(Key.Key_8, held=Qt.KeyboardModifier.ControlModifier)
    assert shown.workspace.view_name == REVIEW
    numbers = table(page_of(shown), "Verdicts by system")
    numbers.open(numbers.numbers.index(1, 1))
    assert (shown.document.prediction, shown.document.n_kept) == (1, 1)
    assert shown.workspace.view_name == EVENTS_VIEW


def test_verdicts_of_the_system_on_show_are_counted_in_columns_a_bar_and_a_line(shown: MainWindow) -> None:
    rows = texts(page_of(shown), "Verdicts by kind")
    assert rows["correct"][:4] == ["1", "", "100.00", "–"]
    assert rows["All"][0] == "9"
    assert [*texts(page_of(shown), "Verdicts by system")] == ["rich", "plain"]
    assert texts(page_of(shown), "Verdicts by system")["plain"][0] == "1"
    assert [*texts(page_of(shown), "Verdicts by cause")] == ["typo", "guideline-gap"]
    bar = page_of(shown).findChildren(VerdictBar)[0]
    said = dict(one.rsplit(" ", 1) for one in bar.accessibleDescription().split(", "))
    total = texts(page_of(shown), "Verdicts by kind")["All"]
    assert [said[name] for name in ("Prediction wrong", "Reference wrong", "Both wrong", "Ambiguous")] == total[4:8]
    keys = [column.key for column in table(page_of(shown), "Verdicts by kind").numbers.columns[5:10]]
    assert keys == ["P", "R", "B", "A", ""]
    titles = [column.title for column in table(page_of(shown), "Verdicts by kind").numbers.columns]
    assert titles[5:] == [
        "Prediction wrong",
        "Reference wrong",
        "Both wrong",
        "Ambiguous",
        "“d”",
        "“a”",
        "“b”",
        "Others",
        "Sum",
    ]
    label = next(one for one in page_of(shown).findChildren(DoorLabel) if "undecided" in one.accessibleName())
    assert " flagged" in label.accessibleName()
    for piece in label.pieces:
        if piece.query:
            shown.document.select_query(piece.query)
            assert shown.document.n_kept == int(piece.text.partition(" ")[0])


def test_every_number_opens_the_events_it_counts(shown: MainWindow, qtbot: QtBot) -> None:
    page, document = page_of(shown), shown.document
    assert document.study is not None
    for is_filtered in (False, True):
        for walks_agreement in (False, True):
            document.study.decisions.walks_agreement = walks_agreement
            shown.reviews.reviewing.changed.emit([])
            settle(shown, qtbot)
            if is_filtered:
                document.select_query("-kind:tp type:PER,LOC")
                choice = next(one for one in page.findChildren(Choice) if one.isVisibleTo(page))
                choice.choose(1)
                choice.chosen.emit(1)
                settle(shown, qtbot)
            doors = [
                (max(place.row.prediction, 0), cell.query, cell.text)
                for one in page.findChildren(NumberTable)
                for place in map(one.numbers.place, range(one.numbers.rowCount()))
                for cell in place.row.cells
                if cell.query and isinstance(cell.value, int)
            ]
            assert len(doors) > 60
            for prediction, query, text in sorted({*doors}):  # each once, and the system on show changes rarely
                document.show_prediction(prediction)
                document.select_query(query)
                assert document.n_kept == int(text), query
            document.show_prediction(0)


def test_it_follows_what_is_taken_back(shown: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    shown.menus.action("undo").trigger()
    qtbot.waitUntil(lambda: texts(page_of(shown), "Verdicts by system")["plain"][0] == "0")


def test_it_counts_nothing_while_it_is_hidden(shown: MainWindow, qtbot: QtBot) -> None:
    shown.show_view(EVENTS_VIEW)
    shown.menus.action("undo").trigger()
    assert texts(page_of(shown), "Verdicts by system")["plain"][0] == "1"
    shown.show_view(REVIEW)
    qtbot.waitUntil(lambda: texts(page_of(shown), "Verdicts by system")["plain"][0] == "0")


def test_causes_stand_as_bars_and_in_a_table(shown: MainWindow) -> None:
    causes = table(page_of(shown), "Causes")
    rows = causes.numbers.rows_shown
    assert [(row.name, row.cells[-2].text) for row in rows] == [("typo", "6"), ("guideline-gap", "2")]
    assert [round(row.cells[-1].bar, 2) for row in rows] == [1, 0.33]
    assert rows[0].cells[-1].tooltip.startswith("typo: 6 events (")
    causes.setCurrentIndex(causes.numbers.index(0, len(rows[0].cells) - 1))
    QTest.keyClick(causes, Qt.Key.Key_Return)
    assert (shown.document.query, shown.document.n_kept) == ("cause:typo", 6)


def test_there_are_no_bars_while_no_event_has_a_cause(shown: MainWindow, qtbot: QtBot) -> None:
    shown.document.show_prediction(1)
    qtbot.waitUntil(lambda: not texts(page_of(shown), "Verdicts by cause"))
    assert not table(page_of(shown), "Causes").isVisible()
    assert "Causes as CSV" not in offered(page_of(shown))
    trigger(page_of(shown), "Chart “Causes of decided events”…")
    assert said_by(page_of(shown)).startswith("There is nothing to draw")


def test_tables_are_copied_and_the_chart_is_saved(
    shown: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger(page_of(shown), "Verdicts by cause as Markdown")
    assert QApplication.clipboard().text().startswith("Verdicts by cause: rich; counted: all events")
    path = tmp_path / "causes.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (str(path), ""))
    trigger(page_of(shown), "Chart “Causes of decided events”…")
    assert path.read_bytes().startswith(b"<?xml")
    record = json.loads(path.with_name("causes.svg.json").read_text())
    assert record["review"].endswith("first.nerinspect")
    assert record["command"].startswith("nerinspect review export ")


def test_decisions_without_an_event_are_listed(shown: MainWindow, qtbot: QtBot) -> None:
    page = page_of(shown)
    assert not [
        one for one in page.findChildren(QLabel) if one.text() == "Decisions without an event" and one.isVisible()
    ]
    uncertain = replace(GONE.decision, verdict="", causes=(), note="", flag=False, correction=(), who="")
    shown.reviews.reviewing.lost = [GONE, StoredDecision(GONE.event, uncertain)]
    shown.reviews.reviewing.changed.emit([])
    qtbot.waitUntil(lambda: "Decisions without an event as CSV" in offered(page))
    trigger(page, "Decisions without an event as CSV")
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0] == "Place,System,Kind,Text,Reference,Prediction,Verdict,Causes,Note,Correction,Decided,Who"
    assert lines[1] == (
        '12: 4–6,rich,BE,Port of Harwick,Port of Harwick ORG,Harwick LOC,"ambiguous, flagged",typo,see page 3,'
        "Port of Harwick LOC,2026-11-22 03:00:00,Anna"
    )
    assert "undecided,,,none," in lines[2]


def test_between_annotators_nobody_is_right_or_wrong(make_study_from: MakeStudy) -> None:
    study = replace(make_study_from("Rome/B-LOC/B-LOC and/O/O Ulm/B-LOC/B-ORG"), annotator="anna")
    study.decisions.fill({0: Decision("ambiguous"), 1: Decision("reference-wrong", ("typo",))})
    rows = ProgressRows(review_progress(study, 0), study.wording, Everything())
    said = [share_words(rows.progress, study.wording)]
    for column in rows.columns("Kind"):
        said += [column.title, column.tooltip]
    for group in (*rows.of_kinds, *rows.of_causes):
        said += [group.head.name, *(cell.tooltip for cell in group.head.cells)]
    verdicts = {word for verdict in VERDICTS for word in (study.wording.name(verdict), study.wording.meaning(verdict))}
    words = re.findall("[a-z]+", " ".join(one for one in said if one not in verdicts).casefold())
    assert not JUDGING & {*words}, JUDGING & {*words}
