"""A filter that asks for decisions is in force again once a review is opened or read again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.errors import UnknownNameError
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.settings import Session
from nerinspect.ui.desk.sessions import current_session
from nerinspect.ui.window.window import MainWindow


@pytest.fixture
def reviewed(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Give one event a verdict of one's own, and filter by it."""
    document, reviewing = window.document, window.reviews.reviewing
    assert document.request is not None
    reviewing.make(str(tmp_path / "first.nerinspect"), document.request)
    document.review = reviewing.path
    qtbot.waitUntil(lambda: not reviewing.is_reading)
    reviewing.decide(lambda _before: Decision("scope"), [3], "a verdict")
    document.select_query("verdict:scope")
    return window


def opened(window: MainWindow, session: Session, qtbot: QtBot) -> MainWindow:
    window.open_session(session)
    qtbot.waitUntil(lambda: window.document.study is not None and window.reviews.is_settled)
    return window


def test_a_filter_by_a_verdict_of_ones_own_survives_opening(reviewed: MainWindow, qtbot: QtBot) -> None:
    session = current_session(reviewed.document)
    assert session is not None
    reviewed.reviews.reviewing.end()
    other = MainWindow()
    qtbot.addWidget(other)
    other.show()
    opened(other, session, qtbot)
    assert (other.document.query, other.document.order.tolist()) == ("verdict:scope", [3])
    assert "left out" not in other.message.text
    other.close()


def test_it_survives_reading_the_files_again(reviewed: MainWindow, qtbot: QtBot) -> None:
    before = reviewed.document.study
    reviewed.menus.action("reload").trigger()
    qtbot.waitUntil(lambda: reviewed.document.study is not before and reviewed.reviews.is_settled)
    assert (reviewed.document.query, reviewed.document.order.tolist()) == ("verdict:scope", [3])


def test_once_decisions_are_found_an_unknown_verdict_is_a_mistake_again(make_study_from: Callable[..., Study]) -> None:
    study = replace(make_study_from("Rome/B-LOC/O"), decisions=Decisions())
    study.decisions.is_awaited = True
    assert str(parse_query("verdict:scope", Vocabulary.of(study))) != ""
    study.decisions.fill({})
    with pytest.raises(UnknownNameError):
        parse_query("verdict:scope", Vocabulary.of(study))
