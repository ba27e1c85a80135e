"""A comparison of two predictions of a million mentions: the window's thread stays free while it filters and sorts."""

from collections.abc import Iterator
from time import monotonic, thread_time

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, Qt
from pytestqt.qtbot import QtBot

from nerinspect.corpus.mentions import Mentions
from nerinspect.events.study import Annotation, Prediction, make_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.views import COMPARE, EVENTS_VIEW
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.window.window import MainWindow
from tests.benchmarks.test_event_table import EVERY, N_EVENTS, SOURCE, make_text
from tests.measuring import keeps_within

pytestmark = pytest.mark.benchmark

TYPES = ("LOC", "MISC", "ORG", "PER")


@pytest.fixture(scope="module")
def comparing() -> Iterator[MainWindow]:
    rng = np.random.default_rng(7)
    start = np.arange(0, N_EVENTS * EVERY, EVERY, dtype=np.int32)
    end, codes = start + rng.integers(1, 4, N_EVENTS, dtype=np.int32), rng.integers(0, 4, N_EVENTS, dtype=np.int32)

    def predicted(number: int) -> Prediction:
        kept = rng.random(N_EVENTS) < 0.9
        ends = np.where(rng.random(N_EVENTS) < 0.1, start + 1, end).astype(np.int32)
        types = np.where(rng.random(N_EVENTS) < 0.1, (codes + 1) % 4, codes).astype(np.int32)
        return Prediction(
            f"system{number}", 1, Annotation(Mentions(start[kept], ends[kept], types[kept], TYPES), SOURCE)
        )

    reference = Annotation(Mentions(start, end, codes, TYPES), SOURCE)
    window = MainWindow()
    window.resize(1440, 900)
    window.show()
    study = make_study(make_text(rng), reference, [predicted(1), predicted(2)])
    window.opener.show(study, LoadRequest("x.conll", ("1.conll", "2.conll")))
    window.document.compare_with(1)
    yield window
    window.close()


@pytest.fixture
def window(comparing: MainWindow) -> Iterator[MainWindow]:
    """Show the one window for each test."""
    comparing.show()
    yield comparing
    comparing.hide()


def longest_step(seconds: float) -> float:
    """Give the longest time, in seconds, that the window's thread worked without looking at its events."""
    longest, stop = 0.0, monotonic() + seconds
    while monotonic() < stop:
        begin = thread_time()
        QCoreApplication.processEvents()
        longest = max(longest, thread_time() - begin)
    return longest


@pytest.mark.parametrize(
    "query", ["kind:fn", "wrong:system1 right:system2", "-kind:tp", "ref:ORG"], ids=["kind", "both", "errors", "type"]
)
def test_filtering_leaves_the_window_free(window: MainWindow, query: str, qtbot: QtBot) -> None:
    def measure() -> float:
        window.document.select_query("kind:tp")
        longest_step(2)
        begin = thread_time()
        window.document.select_query(query)
        return max(thread_time() - begin, longest_step(2))

    assert keeps_within(1, measure, thread_time)
    assert window.workspace.table.view.model().rowCount() > 0


@pytest.mark.parametrize("key", ["kind_b", "reads_a", "reference"])
def test_sorting_leaves_the_window_free(window: MainWindow, key: str, qtbot: QtBot) -> None:
    view = window.workspace.table.view

    def measure() -> float:
        view.header.setSortIndicator(view.events.place_of("place"), Qt.SortOrder.AscendingOrder)
        longest_step(1)
        begin = thread_time()
        view.header.setSortIndicator(view.events.place_of(key), Qt.SortOrder.DescendingOrder)
        return max(thread_time() - begin, longest_step(3))

    assert keeps_within(1, measure, thread_time)


def test_comparing_all_systems_leaves_the_window_free(window: MainWindow, qtbot: QtBot) -> None:
    """Once the page was shown, its numbers are computed anew for each filter, behind the window."""
    window.show_view(COMPARE)
    page = window.workspace.page("Compare")
    choice = next(one for one in page.findChildren(Choice))
    choice.choose(1)
    choice.chosen.emit(1)
    longest_step(2)

    def measure() -> float:
        window.document.select_query("type:PER")
        longest_step(2)
        begin = thread_time()
        window.document.select_query("type:ORG")
        longest = max(thread_time() - begin, longest_step(1))
        while not page.is_complete:
            longest = max(longest, longest_step(1))
        return longest

    try:
        assert keeps_within(1, measure, thread_time)
    finally:
        window.show_view(EVENTS_VIEW)


@pytest.mark.parametrize("change", ["begin", "swap", "stretches"])
def test_other_rows_leave_the_window_free(window: MainWindow, change: str, qtbot: QtBot) -> None:
    document = window.document
    document.select_query("")

    def measure() -> float:
        document.compare_with(None if change == "begin" else 1)
        document.list_stretches(False)
        longest_step(3)
        begin = thread_time()
        match change:
            case "begin":
                document.compare_with(1)
            case "swap":
                document.exchange()
            case "stretches":
                document.list_stretches(True)
        longest = max(thread_time() - begin, longest_step(4))
        if change == "swap":
            document.exchange()
        return longest

    assert keeps_within(1, measure, thread_time)
    assert window.workspace.table.view.model().rowCount() > 0
    document.list_stretches(False)
