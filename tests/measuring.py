"""Whether something keeps to a limit: ratios measured in one run, and no verdict from a machine that is busy."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from time import monotonic, perf_counter

import numpy as np
import pytest

_MOST_TRIES = 5
"""So often something may miss its limit on a quiet machine: some times are disturbed all the same."""

_MOST_BUSY_TRIES = 6
"""So often something may miss its limit while other programs run, before it is left undecided."""

_QUIET = 0.15
"""So much of one core may other programs take on a quiet machine."""

_TICKS_A_SECOND = 100
"""Of the counters in `/proc/stat`."""


def _processor_seconds() -> float | None:
    """Give how long all processors worked since the start of the machine, None where no counter tells."""
    try:
        counters = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]
    except OSError:
        return None
    user, nice, system, _idle, _waiting, *rest = map(int, counters)  # interrupts, and what other machines took
    return (user + nice + system + sum(rest)) / _TICKS_A_SECOND


@contextmanager
def others() -> Iterator[Callable[[], float]]:
    """Tell, once the block has ended, what other programs took meanwhile, in cores; 0 where no counter tells."""
    share = 0.0
    before, own, begin = _processor_seconds(), sum(os.times()[:4]), monotonic()
    yield lambda: share
    after = _processor_seconds()
    if before is not None and after is not None:
        share = max(0.0, after - before - sum(os.times()[:4]) + own) / (monotonic() - begin)


def keeps_ratio(limit: float, measure: Callable[[], float]) -> bool:
    """Tell whether a ratio that is measured keeps to a limit; the least disturbed try counts.

    A test on a machine that is too busy to tell is skipped, and says so.
    """
    n_quiet, busy = 0, []
    while n_quiet < _MOST_TRIES:
        with others() as share:
            ratio = measure()
        print(f"\n{ratio:.2f} x, at most {limit:g} x; other programs took {share():.2f} cores")
        if ratio <= limit:
            return True
        if share() <= _QUIET:
            n_quiet += 1
        else:
            busy.append(share())
            if len(busy) == _MOST_BUSY_TRIES:
                pytest.skip(f"the machine is too busy to tell: other programs took {mean(busy):.1f} cores")
    return False


def keeps_within(limit: float, measure: Callable[[], float], clock: Callable[[], float] = perf_counter) -> bool:
    """Compare what is measured with a fixed piece of work, the yardstick, which takes a tenth of a second at rest.

    Called with a limit in yardsticks, a function that measures seconds, and the clock it reads. The yardstick is laid
    on right before and right after, so a slow machine moves the limit too.
    """

    def in_yardsticks() -> float:
        before, measured, after = _yardstick(clock), measure(), _yardstick(clock)
        print(f"\n{1000 * measured:.1f} ms, yardstick {1000 * before:.0f} and {1000 * after:.0f} ms")
        return measured / mean((before, after))

    return keeps_ratio(limit, in_yardsticks)


def _yardstick(clock: Callable[[], float]) -> float:
    numbers = np.random.default_rng(0).integers(0, 1 << 30, 330_000)
    begin, sums = clock(), dict[int, int]()
    for number in range(210_000):
        sums[number % 997] = sums.get(number % 997, 0) + (number & 3)
    np.argsort(numbers, kind="stable")
    return clock() - begin
