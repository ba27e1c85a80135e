"""The page of comparisons with four predictions of three systems."""

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.compare.page import ComparePage

MakeStudy = Callable[..., Study]
REQUEST = LoadRequest("test.conll", ("a=a.conll", "a=a2.conll", "b=b.conll", "c=c.conll"))
PAIRS, HITS = "Systems in pairs", "Who got it right"


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give a system of two runs, two of one; only `c` finds Ada, `a` alone finds Ulm, nobody finds Bern."""
    return make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/B-LOC/B-LOC Oslo/B-LOC/B-LOC/O/B-LOC/O",
        "Ulm/B-LOC/B-LOC/B-LOC/O/B-ORG Ada/B-PER/O/O/B-LOC/B-PER",
        "Bern/B-LOC/O/B-LOC/O/O May/O/B-PER/O/O/B-PER",
        systems=("a", "a", "b", "c"),
        documents=(1, 1, 2),
    )


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> Iterator[ComparePage]:
    page = ComparePage(desk)
    qtbot.addWidget(page)
    page.resize(1300, 900)
    page.show()
    yield page
    end_work(page)


@pytest.fixture
def shown(panel: ComparePage, study: Study, qtbot: QtBot) -> ComparePage:
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    return panel
