from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.overview.charts import TypesPart
from nerinspect.ui.pages.overview.page import OverviewPage

MakeStudy = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Two systems, two documents."""
    return make_study_from(
        "Ostend/B-LOC/B-LOC/O said/O/O/O Grey/B-ORG/B-ORG/B-LOC Heron/I-ORG/B-ORG/O so/O/B-PER/O",
        "Ulm/B-LOC/O/B-LOC",
        systems=("flair", "plain"),
        documents=(1, 2),
    )


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, study: Study) -> Iterator[OverviewPage]:
    panel = OverviewPage(desk)
    qtbot.addWidget(panel)
    panel.resize(1300, 800)
    panel.look_at(Look(study, LoadRequest("reference", ("flair=flair1", "plain=plain1"))))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: bool(panel.findChildren(TypesPart)[0].grid.charts))
    yield panel
    end_work(panel)
