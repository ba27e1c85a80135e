"""Very many decisions at once are taken behind the window: in order, whole or not at all, and never lost."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.errors import DataError
from nerinspect.events.decision import Decision
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review.store import open_review
from nerinspect.ui.deciding.decider import StepTelling
from nerinspect.ui.deciding.reviewing import Change, Reviewing
from nerinspect.ui.window.window import MainWindow

WRONG, FLAGGED = Decision("reference-wrong"), Decision("reference-wrong", flag=True)


def wrong(decision: Decision) -> Decision:
    return replace(decision, verdict="reference-wrong")


def flagged(decision: Decision) -> Decision:
    return replace(decision, flag=True)


@pytest.fixture
def reviewing(reviewed: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Reviewing:
    """Make a review in which two events are very many."""
    monkeypatch.setattr("nerinspect.ui.deciding.reviewing.AT_ONCE", 1)
    reviewed.menus.action("new_review").trigger()
    qtbot.waitUntil(lambda: reviewed.reviews.is_settled)
    return reviewed.reviews.reviewing


@pytest.fixture
def may_go_on() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def slowly(may_go_on: threading.Event) -> Change:
    """Decide that a reference is wrong, but not before it may."""

    def change(decision: Decision) -> Decision:
        assert may_go_on.wait(60)
        return wrong(decision)

    return change


@pytest.fixture
def wait(reviewing: Reviewing, qtbot: QtBot) -> Callable[[], None]:
    """Wait until nothing is done behind."""
    return lambda: qtbot.waitUntil(lambda: not reviewing.steps.pending and not reviewing.is_reading)


def said(window: MainWindow) -> dict[int, Decision]:
    assert window.document.study is not None
    return {event: decision.said for event, decision in window.document.study.decisions.items()}


def on_disk(path: str) -> list[Decision]:
    with open_review(path, to_read=True) as file:
        return [one.decision.said for one in file.decisions()]


def test_what_is_decided_meanwhile_waits_and_is_done_in_order(
    reviewed: MainWindow,
    reviewing: Reviewing,
    slowly: Change,
    may_go_on: threading.Event,
    wait: Callable[[], None],
    qtbot: QtBot,
) -> None:
    assert reviewing.decide(slowly, [0, 1], "many")
    assert reviewing.decide(flagged, [1], "one")
    assert said(reviewed) == {}
    assert reviewing.is_deciding
    may_go_on.set()
    wait()
    assert said(reviewed) == {0: WRONG, 1: FLAGGED}
    assert on_disk(reviewing.path) == [WRONG, FLAGGED]


def test_steps_are_taken_back_and_done_again_in_order(
    reviewed: MainWindow, reviewing: Reviewing, slowly: Change, may_go_on: threading.Event, wait: Callable[[], None]
) -> None:
    reviewing.decide(slowly, [0, 1], "many")
    assert reviewing.undo_words == "many", "so that the key is not lost"
    assert reviewing.undo() == {}
    assert (reviewing.undo_words, reviewing.redo_words) == ("", "many")
    reviewing.redo()
    reviewing.undo()
    may_go_on.set()
    wait()
    assert said(reviewed) == {}
    assert (reviewing.undo_words, reviewing.redo_words) == ("", "many")
    reviewing.redo()
    wait()
    assert said(reviewed) == {0: WRONG, 1: WRONG}
    assert on_disk(reviewing.path) == [WRONG, WRONG]


def test_the_events_of_a_large_step_back_are_told(reviewing: Reviewing, wait: Callable[[], None], qtbot: QtBot) -> None:
    reviewing.decide(wrong, [0, 1], "many")
    wait()
    with qtbot.waitSignal(reviewing.stepped) as caught:
        assert reviewing.undo() == {}
    assert caught.args == [{MENTIONS: [0, 1]}]


def test_undo_takes_nothing_else_back_where_nothing_new_was_said(
    reviewed: MainWindow, reviewing: Reviewing, slowly: Change, may_go_on: threading.Event, wait: Callable[[], None]
) -> None:
    reviewing.decide(wrong, [0], "first")
    reviewing.decide(wrong, [1], "second")
    reviewing.decide(slowly, [0, 1], "many")
    reviewing.undo()
    may_go_on.set()
    wait()
    assert said(reviewed) == {0: WRONG, 1: WRONG}


def test_a_cancelled_step_decides_nothing_and_the_next_is_done(
    reviewed: MainWindow, reviewing: Reviewing, slowly: Change, may_go_on: threading.Event, wait: Callable[[], None]
) -> None:
    done: list[str] = []
    reviewing.decide(slowly, [0, 1], "many", lambda: done.append("many"))
    reviewing.decide(flagged, [1], "one", lambda: done.append("one"))
    reviewing.steps.cancel()
    assert not reviewing.is_deciding
    may_go_on.set()
    wait()
    assert said(reviewed) == {1: Decision(flag=True)}
    assert done == ["one"]
    assert reviewing.undo_words == "one"


def test_no_cancel_ends_what_is_being_written(
    reviewed: MainWindow,
    reviewing: Reviewing,
    may_go_on: threading.Event,
    wait: Callable[[], None],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = reviewing.file
    assert file is not None
    is_writing, write = threading.Event(), file.decide

    def write_slowly(changes: object) -> None:
        is_writing.set()
        assert may_go_on.wait(60)
        write(changes)  # type: ignore[arg-type]

    monkeypatch.setattr(file, "decide", write_slowly)
    reviewing.decide(wrong, [0, 1], "many")
    qtbot.waitUntil(is_writing.is_set)
    reviewing.steps.cancel()
    assert reviewing.is_deciding
    may_go_on.set()
    wait()
    assert said(reviewed) == {0: WRONG, 1: WRONG}
    assert reviewing.undo_words == "many"


def test_a_step_that_cannot_be_written_is_refused_once_and_decides_nothing(
    reviewed: MainWindow, reviewing: Reviewing, wait: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[object] = []
    reviewing.refused.connect(refused.append)
    mistake = DataError("a.nerinspect", "the decision was not saved", "make room")

    def refuse(_changes: object) -> None:
        raise mistake

    with monkeypatch.context() as patch:
        patch.setattr(reviewing.file, "decide", refuse)
        reviewing.decide(wrong, [0, 1], "many")
        wait()
    assert refused == [mistake]
    assert "not saved" in reviewed.message.text
    assert said(reviewed) == {}
    assert reviewing.undo_words == ""
    reviewing.decide(wrong, [0, 1], "many")
    wait()
    assert said(reviewed) == {0: WRONG, 1: WRONG}


def test_closing_the_window_loses_nothing(
    reviewed: MainWindow, reviewing: Reviewing, slowly: Change, may_go_on: threading.Event
) -> None:
    path = reviewing.path
    reviewing.decide(slowly, [0, 1], "many")
    reviewing.decide(flagged, [1], "one")
    timer = threading.Timer(0.2, may_go_on.set)
    timer.start()
    reviewed.close()
    timer.join()
    assert on_disk(path) == [WRONG, FLAGGED]


def test_files_read_again_meanwhile_are_followed_afterwards(
    reviewed: MainWindow, reviewing: Reviewing, slowly: Change, may_go_on: threading.Event, wait: Callable[[], None]
) -> None:
    reviewing.decide(slowly, [0, 1], "many")
    reviewing.follow()
    reviewing.decide(flagged, [1], "one")
    assert reviewing.is_reading
    may_go_on.set()
    wait()
    assert said(reviewed) == {0: WRONG, 1: FLAGGED}
    assert reviewing.undo_words == "one"


def test_the_window_says_what_it_decides_and_lets_it_be_cancelled(
    reviewed: MainWindow, reviewing: Reviewing, slowly: Change, may_go_on: threading.Event, wait: Callable[[], None]
) -> None:
    StepTelling(reviewed.desk, reviewing.steps)
    reviewing.decide(slowly, [0, 1], "many")
    assert reviewed.progress.isVisible()
    reviewed.progress.cancelled.emit()
    assert not reviewed.progress.isVisible()
    may_go_on.set()
    wait()
    assert said(reviewed) == {}
