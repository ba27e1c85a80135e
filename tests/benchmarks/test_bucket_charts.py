"""Redrawing all charts of buckets of two million tokens, once they were shown."""

from collections.abc import Iterator
from itertools import cycle
from time import process_time

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.charts.buckets import BucketScores, count_buckets, n_counted
from nerinspect.charts.scores import Shown
from nerinspect.events.study import BUCKET_RANGE, Study
from nerinspect.query.rates import WHOLE
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import Derived, end_work
from nerinspect.ui.pages.overview.charts import BucketCharts
from tests.benchmarks.test_buckets import study  # noqa: F401 - a fixture
from tests.benchmarks.test_training import seconds_of
from tests.measuring import keeps_within

REDRAW = 1 / 2
"""In yardsticks, a tenth of a second each at rest: another number of buckets, or another attribute, is on screen."""

SHOWN = Shown(0, (), ("flair",))

pytestmark = pytest.mark.benchmark


@pytest.fixture
def counter(qapp: QApplication) -> Iterator[Derived[BucketScores]]:
    scores: Derived[BucketScores] = Derived(
        count_buckets, qapp, size=lambda counted, base, *_: n_counted(counted, base, scores.value)
    )
    yield scores
    end_work(scores)
    scores.deleteLater()


@pytest.fixture
def view(study: Study, counter: Derived[BucketScores], qtbot: QtBot) -> Iterator[BucketCharts]:  # noqa: F811 - the fixture
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(1400, 800)
    view, rows = BucketCharts(Document(page), page), QVBoxLayout(page)
    rows.addWidget(view.every)
    rows.addWidget(view.one)
    with qtbot.waitExposed(page):
        page.show()
    counter.made.connect(lambda scores: view.show_scores(scores, SHOWN, ""))
    counter.ask(study, WHOLE, 4, False)
    qtbot.waitUntil(lambda: bool(view.large.charts), timeout=20_000)
    yield view
    page.close()


def come_to_rest() -> None:
    """Lay out, draw and paint: each asks for the next."""
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize("number", range(BUCKET_RANGE[0], BUCKET_RANGE[1] + 1))
def test_every_number_of_buckets_is_drawn_at_once(
    view: BucketCharts,
    counter: Derived[BucketScores],
    study: Study,  # noqa: F811 - the fixture
    number: int,
) -> None:
    def draw(n_wanted: int) -> None:
        counter.ask(study, WHOLE, n_wanted, False)
        assert not counter.is_running
        come_to_rest()

    def redraw() -> float:
        draw(2 if number > 6 else 10)  # else charts stay in their rows
        return seconds_of(lambda: draw(number))

    assert view.every.isVisible()
    assert len(view.small.charts) + len(view.large.charts) == 10
    assert keeps_within(REDRAW, redraw, process_time)


def test_another_attribute_is_drawn_at_once(view: BucketCharts) -> None:
    names = cycle(("sLen", "eCon", "tFre", "eLen"))

    def redraw() -> None:
        view.show_attribute(next(names))
        come_to_rest()

    assert keeps_within(REDRAW, lambda: seconds_of(redraw), process_time)
