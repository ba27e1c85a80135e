"""Scores with corrections on the page of a review: live as decisions change, with doors, copied for all systems."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.decisions.adjudication import reading_on
from nerinspect.events.decision import Decision
from nerinspect.events.segment_events import LE
from nerinspect.ui.desk.views import EVENTS_VIEW, REVIEW
from nerinspect.ui.pages.review.corrected_scores import CONFLICTS_TITLE, CORRECTED_TITLE
from nerinspect.ui.window.window import MainWindow
from tests.ui.table_pages import table, trigger

Correct = Callable[[int, Decision], None]


@pytest.fixture
def correct(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> Correct:
    """Decide an event in a review whose page is on show, and wait until it says so."""
    document, reviewing = window.document, window.reviews.reviewing
    assert document.request is not None
    reviewing.make(str(tmp_path / "first.nerinspect"), document.request)
    document.review = reviewing.path
    window.show_view(REVIEW)
    qtbot.waitUntil(lambda: window.reviews.is_settled and window.workspace.page("Review").is_complete)

    def correct(event: int, decision: Decision) -> None:
        reviewing.decide(lambda _before: decision, [event], "a correction")
        qtbot.waitUntil(lambda: window.workspace.page("Review").is_complete)

    return correct


def scores(window: MainWindow) -> list[list[str]]:
    return [line.split("\t") for line in table(window.workspace.page("Review"), CORRECTED_TITLE).as_tsv().splitlines()]


def label_errors(window: MainWindow, prediction: int) -> list[int]:
    study = window.document.study
    assert study is not None
    return np.flatnonzero((study.events.kind == LE) & (study.events.prediction == prediction)).tolist()


def taken(window: MainWindow, event: int) -> Decision:
    assert window.document.study is not None
    return Decision("reference-wrong", correction=reading_on(window.document.study, event, "predicted"))


def test_scores_follow_each_decision(window: MainWindow, correct: Correct) -> None:
    event = label_errors(window, 0)[0]
    correct(event, taken(window, event))
    first = scores(window)[1]
    assert float(first[3]) > float(first[2])
    assert first[-1] == "1"
    correct(event, Decision())
    assert table(window.workspace.page("Review"), CORRECTED_TITLE).isHidden()


def test_a_number_leads_to_the_corrected_events_of_its_system(window: MainWindow, correct: Correct) -> None:
    own, others = label_errors(window, 0)[0], label_errors(window, 1)[:2]
    for event in (own, *others):
        correct(event, taken(window, event))
    shown = table(window.workspace.page("Review"), CORRECTED_TITLE)
    row = next(row for row in range(shown.numbers.rowCount()) if shown.numbers.place(row).row.prediction == 1)
    assert shown.numbers.cell(shown.numbers.index(row, 9)).text == "2"
    shown.open(shown.numbers.index(row, 9))
    assert window.workspace.view_name == EVENTS_VIEW
    assert (window.document.prediction, window.document.order.tolist()) == (1, others)


def test_copies_name_all_systems(window: MainWindow, correct: Correct, qtbot: QtBot) -> None:
    event = label_errors(window, 0)[0]
    correct(event, taken(window, event))
    page = window.workspace.page("Review")
    table(page, CORRECTED_TITLE).setFocus()
    trigger(page, f"{CORRECTED_TITLE} as CSV")
    qtbot.waitUntil(lambda: "F1 corrected" in QApplication.clipboard().text())
    assert window.document.study is not None
    for system in window.document.study.systems:
        assert system in QApplication.clipboard().text()


def test_conflicts_come_and_go(window: MainWindow, correct: Correct) -> None:
    study = window.document.study
    assert study is not None
    places = {
        (int(study.events.start[event]), int(study.events.end[event])): event for event in label_errors(window, 0)
    }
    other = next(
        event
        for event in label_errors(window, 1)
        if (int(study.events.start[event]), int(study.events.end[event])) in places
    )
    own = places[int(study.events.start[other]), int(study.events.end[other])]
    correct(own, taken(window, own))
    page = window.workspace.page("Review")
    assert not table(page, CONFLICTS_TITLE).isVisible()
    correct(other, Decision("reference-wrong", correction=()))
    assert table(page, CONFLICTS_TITLE).isVisible()
    assert scores(window)[1][-1] == "0"
    correct(other, Decision("prediction-wrong", correction=()))
    assert not table(page, CONFLICTS_TITLE).isVisible()
