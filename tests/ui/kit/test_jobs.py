import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.desk.views import AGREEMENT, COMPARE, CONSISTENCY, DIAGNOSIS, EVENTS_VIEW, OVERVIEW, REPAIR, REVIEW
from nerinspect.ui.kit.jobs import PAINTED_MS, JobRunner, end_work
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow


class Stubborn:
    """Work that looks at no checkpoint until it is let go."""

    def __init__(self) -> None:
        self.has_begun, self.may_go_on, self.is_over = threading.Event(), threading.Event(), threading.Event()

    def __call__(self, checkpoint: Checkpoint) -> str:
        self.has_begun.set()
        try:
            assert self.may_go_on.wait(60)
            checkpoint(1, 1)
        finally:
            self.is_over.set()
        return "stubborn"


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[JobRunner]:
    runner = JobRunner(qapp)
    yield runner
    runner.shutdown()
    runner.deleteLater()


@pytest.fixture
def stubborn() -> Iterator[Stubborn]:
    work = Stubborn()
    yield work
    work.may_go_on.set()


def test_a_result_is_handed_over(runner: JobRunner, qtbot: QtBot) -> None:
    with qtbot.waitSignal(runner.succeeded) as caught:
        runner.start(lambda checkpoint: 42)
    assert caught.args == [42]


def test_what_the_work_held_is_let_go_once_it_is_done(runner: JobRunner, qtbot: QtBot) -> None:
    held = Stubborn()
    held.may_go_on.set()
    known = weakref.ref(held)
    with qtbot.waitSignal(runner.succeeded):
        runner.start(held)
    runner.shutdown()
    del held
    assert known() is None


def test_an_error_is_handed_over(runner: JobRunner, qtbot: QtBot) -> None:
    mistake = ValueError("no")

    def work(checkpoint: Checkpoint) -> None:
        raise mistake

    with qtbot.waitSignal(runner.failed) as caught:
        runner.start(work)
    assert caught.args == [mistake]


def test_work_is_done_off_the_window_s_thread(runner: JobRunner, qtbot: QtBot) -> None:
    with qtbot.waitSignal(runner.succeeded) as caught:
        runner.start(lambda checkpoint: threading.get_ident())
    assert caught.args != [threading.get_ident()]


def test_the_end_is_told_before_the_result(runner: JobRunner, qtbot: QtBot) -> None:
    told = []
    runner.ended.connect(lambda: told.append("ended"))
    runner.succeeded.connect(lambda result: told.append("succeeded"))
    with qtbot.waitSignal(runner.succeeded):
        runner.start(lambda checkpoint: None)
    assert told == ["ended", "succeeded"]


def test_the_newest_request_wins(runner: JobRunner, qtbot: QtBot, stubborn: Stubborn) -> None:
    results: list[object] = []
    runner.succeeded.connect(results.append)
    runner.start(stubborn)
    assert stubborn.has_begun.wait(60)
    with qtbot.waitSignal(runner.succeeded):
        runner.start(lambda checkpoint: "newest")
    stubborn.may_go_on.set()
    runner.shutdown()
    qtbot.waitUntil(stubborn.is_over.is_set)
    assert results == ["newest"]


def test_a_replaced_job_ends_at_its_next_checkpoint(runner: JobRunner, qtbot: QtBot) -> None:
    began, ended = threading.Event(), threading.Event()

    def endless(checkpoint: Checkpoint) -> None:
        try:
            while True:
                began.set()
                checkpoint(1, 2)
        finally:
            ended.set()

    runner.start(endless)
    assert began.wait(60)
    with qtbot.waitSignal(runner.succeeded):
        runner.start(lambda checkpoint: None)
    qtbot.waitUntil(ended.is_set)


def test_cancel_answers_at_once_while_the_work_goes_on(runner: JobRunner, qtbot: QtBot, stubborn: Stubborn) -> None:
    runner.start(stubborn)
    assert stubborn.has_begun.wait(60)
    with qtbot.waitSignal(runner.ended):
        runner.cancel()
    assert not stubborn.is_over.is_set()  # nobody waited for it


def test_nothing_comes_of_a_cancelled_job(runner: JobRunner, qtbot: QtBot, stubborn: Stubborn) -> None:
    with qtbot.assertNotEmitted(runner.succeeded):
        runner.start(stubborn)
        assert stubborn.has_begun.wait(60)
        runner.cancel()
        stubborn.may_go_on.set()
        runner.shutdown()
        QApplication.processEvents()


def test_a_result_that_comes_after_cancel_is_dropped(runner: JobRunner, qtbot: QtBot) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def work(checkpoint: Checkpoint) -> str:
        has_begun.set()
        may_end.wait(60)
        return "late"  # without a checkpoint

    with qtbot.assertNotEmitted(runner.succeeded):
        runner.start(work)
        assert has_begun.wait(60)
        runner.cancel()
        may_end.set()
        runner.shutdown()
        QApplication.processEvents()


def test_work_begins_after_the_window_had_time_to_paint(
    runner: JobRunner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerinspect.ui.kit.jobs._MOST_SECONDS_TO_PAINT", 60)
    order: list[str] = []
    with qtbot.waitSignal(runner.succeeded):
        runner.start_once_painted(lambda checkpoint: order.append("work"))
        assert runner.is_running
        QTimer.singleShot(0, lambda: order.append("window"))
    assert order == ["window", "work"]


def test_work_that_waits_for_the_window_can_be_cancelled(runner: JobRunner, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(runner.succeeded):
        runner.start_once_painted(lambda checkpoint: checkpoint(1, 1))
        runner.cancel()
        assert not runner.is_running
        runner.shutdown()
        QApplication.processEvents()


def test_cancel_without_a_job_tells_nothing(runner: JobRunner, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(runner.ended):
        runner.cancel()


def test_progress_is_told_at_most_twenty_times_a_second(runner: JobRunner, qtbot: QtBot) -> None:
    ticks: list[None] = []
    told: list[int] = []
    runner._timer.timeout.connect(lambda: ticks.append(None))
    runner.progressed.connect(lambda done, total: told.append(done))

    def busy(checkpoint: Checkpoint) -> None:
        done = 0
        while done < 100 or len(told) < 3:
            done += 1
            checkpoint(done, 10**9)

    with qtbot.waitSignal(runner.succeeded):
        runner.start(busy)
    assert 3 <= len(told) <= len(ticks)
    assert runner._timer.interval() >= 1000 / 20


def test_no_thread_is_left_after_shutdown(runner: JobRunner, qtbot: QtBot) -> None:
    has_begun, is_over = threading.Event(), threading.Event()

    def endless(checkpoint: Checkpoint) -> None:
        try:
            while True:
                has_begun.set()
                checkpoint(1, 2)
        finally:
            is_over.set()

    runner.start(endless)
    assert has_begun.wait(60)
    runner.shutdown()
    assert is_over.is_set()
    assert not runner.is_running


def test_the_work_of_all_parts_of_a_window_ends_with_it(qtbot: QtBot) -> None:
    window, part = QObject(), QObject()
    part.setParent(window)
    works = Stubborn(), Stubborn()
    for parent, work in zip((window, part), works, strict=True):
        runner = JobRunner(parent)
        runner.start(work)
        assert work.has_begun.wait(60)
        runner.ended.connect(lambda: pytest.fail("its window is closed"))
    for work in works:
        work.may_go_on.set()
    end_work(window)
    assert all(work.is_over.is_set() for work in works)
    late = Stubborn()
    for runner in window.findChildren(JobRunner):
        runner.start(late)
        runner.start_once_painted(late)
        assert not runner.is_running
        assert not runner._pool.activeThreadCount()
    assert not late.has_begun.is_set()


def test_every_runner_stands_below_its_window(
    qtbot: QtBot, sample_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, make = [], JobRunner.__init__

    def remembered(runner: JobRunner, parent: QObject) -> None:
        make(runner, parent)
        made.append(runner)

    monkeypatch.setattr(JobRunner, "__init__", remembered)
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    window.opener.show(sample_study, without_training(sample_request()), "")
    for view in (OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS, COMPARE, AGREEMENT, REVIEW):
        window.show_view(view)
    window.show_view(EVENTS_VIEW)
    window.document.compare_with(1)
    window.menus.action("export").trigger()
    assert {*made} == {*window.findChildren(JobRunner)}
    window.close()


def test_what_is_asked_for_once_all_is_over_is_let_go_and_never_begins(runner: JobRunner, qtbot: QtBot) -> None:
    begun: list[Checkpoint] = []
    runner.end()
    runner.start_once_painted(begun.append)
    gc.collect()
    later = QTimer(runner, singleShot=True, interval=2 * PAINTED_MS)
    with qtbot.waitSignal(later.timeout):
        later.start()
    assert (begun, runner.is_running) == ([], False)
