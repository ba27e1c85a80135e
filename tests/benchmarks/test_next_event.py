"""What the next event costs, by a key let go or held and among a million events; what another size and search cost."""

from collections.abc import Iterator
from itertools import count
from statistics import median
from time import thread_time

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.query.fields.texts import search_sentences
from nerinspect.query.language.values import Pattern
from nerinspect.query.same_surface import same_surface_events
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.benchmarks.test_event_table import N_EVENTS, make_large_study, mask_ms, measured_ms, wait_for_rest
from tests.measuring import keeps_ratio, keeps_within

pytestmark = pytest.mark.benchmark

SINGLE = 0.38  # yardsticks of 0.1 s at rest; 0.27 to 0.32 is usual
RESIZING = 0.56  # yardsticks; 0.42 to 0.46 is usual
HELD = 0.5  # of a key that is pressed and let go; a third is usual
MASKS = 2.6  # two are usual
WORDS = 0.2  # of a search of sentences; an eighth is usual
TEXTS = 0.4  # of a search of sentences; a quarter is usual
N_STEPS = 20


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """Show the sample with what the models learned from."""
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    request = sample_request()
    window.opener.show(load_study(request), request)
    wait_for_rest(window, qtbot)
    yield window
    window.close()


def step_seconds(window: MainWindow, *, is_held: bool) -> float:
    """Measure going to the next event until all of it is painted; the median."""
    work, seconds = window.workspace, []
    key = QEvent.Type.ShortcutOverride, Qt.Key.Key_J, Qt.KeyboardModifier.NoModifier, "j", is_held
    for _ in range(N_STEPS):
        begin = thread_time()
        QCoreApplication.sendEvent(work.events.view, QKeyEvent(*key))
        work.table.select_next()
        for _turn in range(6):
            QCoreApplication.processEvents()
        seconds.append(thread_time() - begin)
    return median(seconds)


def test_the_next_event_is_painted_soon(window: MainWindow) -> None:
    step_seconds(window, is_held=False)  # what is made once is made
    assert keeps_within(SINGLE, lambda: step_seconds(window, is_held=False), thread_time)


def test_a_window_is_painted_soon_in_another_size(window: MainWindow) -> None:
    def resize_seconds() -> float:
        seconds = []
        for step in range(N_STEPS):
            begin = thread_time()
            window.resize(1440 - 7 * step, 900 - 5 * step)
            for _turn in range(6):
                QCoreApplication.processEvents()
            seconds.append(thread_time() - begin)
        return median(seconds)

    resize_seconds()  # what is made once is made
    assert keeps_within(RESIZING, resize_seconds, thread_time)


def test_a_key_that_is_held_costs_less_than_one_that_is_let_go(window: MainWindow) -> None:
    step_seconds(window, is_held=False)  # what is made once is made
    assert keeps_ratio(HELD, lambda: step_seconds(window, is_held=True) / step_seconds(window, is_held=False))


def test_the_events_of_a_surface_are_found_within_a_few_masks() -> None:
    study = make_large_study()
    same_surface_events(study, 0)

    def in_masks() -> float:
        return measured_ms(lambda: same_surface_events(study, N_EVENTS // 2))[0] / mask_ms(study)

    assert keeps_ratio(MASKS, in_masks)


def test_words_are_searched_in_a_part_of_the_time_that_sentences_take() -> None:
    """Each search is another one, for what was searched is remembered."""
    text, numbers = make_large_study().text, count()
    sentences = np.arange(text.n_sentences)

    def searched_ms(regex: str) -> float:
        return measured_ms(lambda: search_sentences(text, sentences, Pattern(regex % next(numbers))), 3)[0]

    assert keeps_ratio(WORDS, lambda: searched_ms("d[0-9]+7%dw") / searched_ms("((d))[0-9]+7%d w"))
    assert keeps_ratio(TEXTS, lambda: searched_ms("zz.%dw") / searched_ms("((zz)).%dw"))
