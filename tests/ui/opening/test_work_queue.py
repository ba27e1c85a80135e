import threading
from functools import partial

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.progress import Checkpoint
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.opening.file_list import Work, WorkQueue


@pytest.fixture
def queue(qtbot: QtBot) -> WorkQueue:
    return WorkQueue()


def giving(result: object) -> Work:
    return lambda checkpoint: result


def test_work_is_done_in_order(queue: WorkQueue, qtbot: QtBot) -> None:
    done: list[int] = []
    with qtbot.waitSignal(queue.idle):
        for number in range(3):
            queue.put(number, partial(giving, number), done.append)
    assert done == [0, 1, 2]


def test_newer_work_takes_the_place_of_older(queue: WorkQueue, qtbot: QtBot) -> None:
    done: list[str] = []
    go_on = threading.Event()

    def wait(checkpoint: Checkpoint) -> str:
        go_on.wait(60)
        checkpoint(1, 1)
        return "old"

    with qtbot.waitSignal(queue.idle):
        queue.put("file", lambda: wait, done.append)
        queue.put("file", lambda: lambda checkpoint: "new", done.append)
        go_on.set()
    end_work(queue)
    assert done == ["new"]


def test_work_is_prepared_once_what_comes_before_it_is_delivered(queue: WorkQueue, qtbot: QtBot) -> None:
    known: list[str] = []
    with qtbot.waitSignal(queue.idle):
        queue.put("first", partial(giving, "reference"), known.append)
        queue.put("second", lambda: giving(f"after {known[0]}"), known.append)
    assert known == ["reference", "after reference"]


def test_work_that_is_no_longer_wanted_is_passed_by(queue: WorkQueue, qtbot: QtBot) -> None:
    done: list[int] = []
    with qtbot.waitSignal(queue.idle):
        queue.put("a", lambda: None, done.append)
    assert done == []


def test_a_fault_does_not_hold_up_the_rest(queue: WorkQueue, qtbot: QtBot) -> None:
    done: list[int] = []
    faults: list[Exception] = []
    queue.failed.connect(faults.append)

    def broken(checkpoint: Checkpoint) -> int:
        raise ZeroDivisionError

    with qtbot.waitSignal(queue.idle):
        queue.put("a", lambda: broken, done.append)
        queue.put("b", lambda: lambda checkpoint: 1, done.append)
    assert (len(faults), done) == (1, [1])


def test_what_was_given_up_delivers_nothing(queue: WorkQueue, qtbot: QtBot) -> None:
    done: list[int] = []
    queue.put("a", lambda: lambda checkpoint: 1, done.append)
    queue.clear()
    end_work(queue)
    assert done == []
    assert not queue.is_busy
