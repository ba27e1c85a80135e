"""What benchmarks of the window share."""

from collections.abc import Callable
from itertools import pairwise
from time import perf_counter

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

_TICK_MS = 5
_TICKS_AFTER = 40
"""So many ticks a window has to do what it put off."""


@pytest.fixture
def longest_silence(qtbot: QtBot) -> Callable[[Callable[[], object]], float]:
    """Give the longest time, in seconds, that the event loop does not answer while something is done and after it."""

    def measure(act: Callable[[], object]) -> float:
        ticks = [perf_counter()]
        timer = QTimer(interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(lambda: ticks.append(perf_counter()))
        timer.start()
        act()
        n_ticks = len(ticks) + _TICKS_AFTER
        qtbot.waitUntil(lambda: len(ticks) > n_ticks, timeout=20_000)
        timer.stop()
        return max(later - earlier for earlier, later in pairwise(ticks))

    return measure
