"""Redrawing all charts of buckets of two million tokens, once they were shown."""

from collections.abc import Callable
from itertools import cycle

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.analysis.study import Study
from nerinspect.query.mention_base import WHOLE
from nerinspect.ui.charts.bucket_charts import Shown
from nerinspect.ui.charts.buckets_view import BucketsView
from nerinspect.ui.overview.bucket_scores import BucketScores, count_buckets
from tests.benchmarks.test_buckets import study  # noqa: F401 - a fixture
from tests.benchmarks.test_training import seconds_of

REDRAW = 1.0
"""In yardsticks: as many bars, or more, in the same places; measured 0.3 to 0.6, some 30 milliseconds at rest."""

MOVE = 2.0
"""In yardsticks: charts that move to other rows are laid out and painted twice; measured 0.6 to 1.2."""

SHOWN = Shown(0, (), ("flair",))

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def counted(study: Study) -> list[BucketScores]:  # noqa: F811 - the fixture
    return [count_buckets(study, WHOLE, n_wanted) for n_wanted in (4, 5, 6)]


@pytest.fixture
def view(counted: list[BucketScores], qtbot: QtBot) -> BucketsView:
    view = BucketsView()
    qtbot.addWidget(view)
    view.resize(1400, 800)
    with qtbot.waitExposed(view):
        view.show()
    view.show_scores(counted[0], SHOWN, "")
    qtbot.waitUntil(lambda: bool(view.large.charts))
    return view


def come_to_rest() -> None:
    """Lay out, draw and paint: each asks for the next."""
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize(("places", "limit"), [((1, 2), REDRAW), ((0, 1), MOVE)])
def test_other_counts_are_drawn_at_once(
    places: tuple[int, int],
    limit: float,
    view: BucketsView,
    counted: list[BucketScores],
    keeps_within: Callable[..., bool],
) -> None:
    others = cycle([counted[place] for place in places])

    def redraw() -> None:
        view.show_scores(next(others), SHOWN, "")
        come_to_rest()

    redraw()  # five and six buckets lie in as many rows; four in fewer
    assert keeps_within(limit, lambda: seconds_of(redraw, 1))


def test_another_attribute_is_drawn_at_once(view: BucketsView, keeps_within: Callable[..., bool]) -> None:
    names = cycle(("sLen", "eCon", "tFre", "eLen"))

    def redraw() -> None:
        view.show_attribute(next(names))
        come_to_rest()

    assert keeps_within(REDRAW, lambda: seconds_of(redraw, 1))
