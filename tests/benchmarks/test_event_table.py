"""Speed of the events table with a million events."""

from collections.abc import Callable
from time import perf_counter

import numpy as np
import pyarrow as pa
import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from nerinspect.analysis.events import KINDS, EventTable
from nerinspect.analysis.study import Annotation, Prediction, Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text
from nerinspect.ui.models.event_columns import COLUMN_KEYS
from nerinspect.ui.panels.events_panel import EventsPanel

pytestmark = pytest.mark.benchmark

N_EVENTS = 1_000_000
SENTENCE = 20  # tokens
EVERY = 4  # tokens from one event to the next

SOURCE = Source("x.conll", "", 0, "reference", "conll", "utf-8", -1, "BIO", "auto", "none", 0, 0, 0, 0)


def make_text(rng: np.random.Generator) -> Text:
    n_tokens = N_EVENTS * EVERY
    words = pa.array([f"word{number}" for number in range(50_000)])
    codes = rng.integers(0, len(words), n_tokens, dtype=np.int32)
    bounds = np.arange(0, n_tokens + 1, SENTENCE, dtype=np.int32)
    lines = (bounds[:-1] + np.arange(1, len(bounds))).astype(np.int32)
    return Text(words, codes, bounds, lines, (np.arange(len(lines)) // 50 + 1).astype(np.int32))


def make_large_study() -> Study:
    """Make events of one mention on each side; their kinds are drawn, since only the table is measured."""
    rng = np.random.default_rng(7)
    start = np.arange(0, N_EVENTS * EVERY, EVERY, dtype=np.int32)
    end = start + rng.integers(1, 4, N_EVENTS, dtype=np.int32)
    types = ("LOC", "MISC", "ORG", "PER")
    sides = [Mentions(start, end, rng.integers(0, 4, N_EVENTS, dtype=np.int32), types) for _side in range(2)]
    kind = rng.integers(0, len(KINDS), N_EVENTS).astype(np.int8)
    number = np.arange(N_EVENTS, dtype=np.int32)
    nothing = np.zeros(N_EVENTS, dtype=np.int32)
    events = EventTable(
        nothing, start, end, kind, nothing.astype(np.int8), nothing + 2, number, number + 1, number, number + 1
    )
    reference, predicted = (Annotation(side, SOURCE) for side in sides)
    return Study(make_text(rng), types, reference, (Prediction("flair", 1, predicted),), events)


@pytest.fixture(scope="module")
def study() -> Study:
    return make_large_study()


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(824, 386)  # the table in a window of 1440 by 900
    panel.show()
    panel.show_events(study, np.arange(N_EVENTS, dtype=np.int32))
    panel.view.viewport().repaint()
    return panel


def best_ms(act: Callable[[], object], n_times: int = 7) -> float:
    times = []
    for _time in range(n_times):
        begin = perf_counter()
        act()
        times.append(perf_counter() - begin)
    return 1000 * min(times)


def mask(study: Study, share: float) -> BoolArray:
    events = study.events
    return (events.start >= N_EVENTS * EVERY * (1 - share)) & (events.demerits > 1)


@pytest.mark.parametrize(
    ("share", "key", "limit"),
    [(0.1, "place", 20), (0.75, "place", 20), (0.1, "kind", 30), (0.75, "kind", 40)],  # as it opens; sorted otherwise
)
def test_filtering_costs_little_more_than_the_mask(
    panel: EventsPanel, study: Study, share: float, key: str, limit: int, qtbot: QtBot
) -> None:
    sort_by(panel, key, Qt.SortOrder.AscendingOrder, qtbot)

    def filter_and_repaint() -> None:
        panel.set_order(np.flatnonzero(mask(study, share)).astype(np.int32))
        panel.view.viewport().repaint()

    ratios = []
    for _attempt in range(3):  # shared cores: the least disturbed of three measurements
        mask_ms, filter_ms = best_ms(lambda: mask(study, share), 20), best_ms(filter_and_repaint, 20)
        ratios.append(filter_ms / mask_ms)
        print(
            f"\n{share:.0%} by {key}: mask {mask_ms:.2f} ms, filter and repaint {filter_ms:.1f} ms: {ratios[-1]:.1f} x"
        )
    ratio = min(ratios)
    assert ratio <= limit


def sort_by(panel: EventsPanel, key: str, direction: Qt.SortOrder, qtbot: QtBot) -> None:
    """Sort and wait for the rows: the sorting itself is done in the background."""
    model = panel.view.model()
    if key == "place" and direction == Qt.SortOrder.AscendingOrder:
        panel.view.header.setSortIndicator(COLUMN_KEYS.index(key), direction)
        return
    with qtbot.waitSignal(model.modelReset, timeout=20_000):
        panel.view.header.setSortIndicator(COLUMN_KEYS.index(key), direction)


@pytest.mark.parametrize("key", [key for key in COLUMN_KEYS if key != "place"])
def test_sorting_never_holds_the_window(panel: EventsPanel, key: str, qtbot: QtBot) -> None:
    gaps, last = [], perf_counter()

    def tick() -> None:
        nonlocal last
        gaps.append(perf_counter() - last)
        last = perf_counter()

    timer = QTimer(interval=5)
    timer.timeout.connect(tick)
    timer.start()
    sort_by(panel, key, Qt.SortOrder.DescendingOrder, qtbot)
    qtbot.waitUntil(lambda: perf_counter() - last < 0.02 and len(gaps) > 5)
    timer.stop()
    print(f"\nsort by {key}: longest gap {1000 * max(gaps):.0f} ms")
    assert max(gaps) <= 0.1


def test_selecting_everything_takes_no_wait(panel: EventsPanel) -> None:
    def select_all() -> None:
        panel.view.clearSelection()
        panel.view.selectAll()
        panel.view.viewport().repaint()

    all_ms = best_ms(select_all)
    print(f"\nselect all: {all_ms:.1f} ms")
    assert all_ms < 100


def test_scrolling_repaints_quickly(panel: EventsPanel) -> None:
    bar, rows = panel.view.verticalScrollBar(), iter(range(0, N_EVENTS, 39_989))

    def scroll() -> None:
        bar.setValue(next(rows))
        panel.view.viewport().repaint()

    scroll_ms = best_ms(scroll, 20)
    print(f"\nscroll and repaint: {scroll_ms:.1f} ms")
    assert scroll_ms < 50
