"""Deciding among a million events, of which fifty thousand are decided."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from time import thread_time

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import VERDICTS, Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.ids import event_ids
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review.deciding import Deciding
from nerinspect.review.store import create_review, open_review
from nerinspect.ui.deciding.reviewing import Reviewing
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.lists.event_columns import COLUMN_KEYS
from nerinspect.ui.lists.event_table import EventsPanel
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.benchmarks.test_event_table import N_EVENTS, make_large_study, wait_for_rest
from tests.measuring import keeps_within

N_DECIDED = 50_000
FRAME = 0.16
"""In yardsticks, a tenth of a second each at rest: the way to the next event is over before a frame is."""
MAKING = 1.1
"""In yardsticks: a review of all the events holds the window about half a tenth of a second; 0.9 is usual."""

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def study() -> Study:
    """Make a study whose first events are decided, and some far behind."""
    near, far = range(N_DECIDED // 2), range(N_EVENTS // 2, N_EVENTS, N_EVENTS // N_DECIDED)
    verdicts = cycle((*VERDICTS, "scope"))
    return replace(make_large_study(), decisions=Decisions({one: Decision(next(verdicts)) for one in (*near, *far)}))


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(824, 386)  # the table in a window of 1440 by 900
    with qtbot.waitExposed(panel):
        panel.show()
    panel.show_events(study, np.arange(N_EVENTS, dtype=np.int32))
    return panel


@pytest.mark.parametrize("key", ["place", "kind", "verdict"])  # as it opens; sorted otherwise
def test_a_decision_is_painted_and_the_next_event_found_within_a_frame(
    panel: EventsPanel, study: Study, qtbot: QtBot, key: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "a.nerinspect")
    create_review(path, {}, [])
    deciding = Deciding(open_review(path), study)
    event_ids(study)  # as the window does behind, when it opens a review
    before = panel.order()
    panel.view.header.setSortIndicator(COLUMN_KEYS.index(key), panel.view.header.sortIndicatorOrder())
    if key != "place":
        qtbot.waitUntil(lambda: not np.array_equal(panel.order(), before), timeout=20_000)
    panel.next_undecided(1)

    def decide() -> float:
        event = panel.current_event()
        assert event is not None
        begin = thread_time()
        deciding.decide({MENTIONS: {event: Decision("ambiguous", ("typo",))}}, "ambiguous")
        assert "typo" in study.decisions.causes  # which are offered
        panel.repaint_events([event])
        assert panel.next_undecided(1)
        return thread_time() - begin

    try:
        assert keeps_within(FRAME, decide, thread_time)
    finally:
        deciding.file.close()


@pytest.fixture
def document(study: Study, qtbot: QtBot) -> Iterator[Document]:
    document = Document()
    with qtbot.waitSignal(document.counts_changed, timeout=20_000):
        document.set_study(study, LoadRequest("x.conll"), "-kind:tp")
    yield document
    end_work(document)


def test_counting_anew_does_not_keep_the_window_waiting(document: Document, study: Study, qtbot: QtBot) -> None:
    def recount() -> float:
        begin = thread_time()
        with qtbot.waitSignal(document.counts_changed, timeout=20_000):
            study.decisions.decide(N_EVENTS - 1, Decision("both-wrong"))
            document.recount()
            return thread_time() - begin  # before it waits

    assert keeps_within(FRAME, recount, thread_time)


def test_making_a_review_holds_the_window_shortly(qtbot: QtBot, tmp_path: Path) -> None:
    window, request = MainWindow(), sample_request()
    qtbot.addWidget(window)
    window.show()
    window.opener.show(make_large_study(), request)
    wait_for_rest(window, qtbot)
    (reviewing,) = window.findChildren(Reviewing)

    def make() -> float:
        begin = thread_time()
        reviewing.make(str(tmp_path / f"{begin}.nerinspect"), request)
        seconds = thread_time() - begin
        wait_for_rest(window, qtbot)
        reviewing.end()
        return seconds

    make()  # what is imported once is imported
    assert keeps_within(MAKING, make, thread_time)
    window.close()
