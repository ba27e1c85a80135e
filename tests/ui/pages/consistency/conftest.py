from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.consistency.page import ConsistencyPage

MakeStudy = Callable[..., Study]
ShowPanel = Callable[[Study], ConsistencyPage]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Ulm is LOC twice and ORG once; Port of Bonn is marked once of two times; may is mostly an everyday word.

    The prediction reads Ulm as LOC once, and leaves it unlabelled elsewhere.
    """
    return make_study_from(
        "in/O/O Ulm/B-LOC/B-LOC and/O/O Ulm/B-ORG/O",
        "the/O/O Port/B-ORG/O of/I-ORG/O Bonn/I-ORG/O may/O/O close/O/O",
        "Port/O/O of/O/O Bonn/O/O may/O/O may/B-PER/O",
        "Ulm/B-LOC/O wins/O/O",
        documents=(1, 1, 1, 2),
    )


@pytest.fixture
def show_panel(qtbot: QtBot, desk: Desk) -> Iterator[ShowPanel]:
    """Show a study and wait until its surfaces are compared."""
    panels: list[ConsistencyPage] = []

    def show(study: Study) -> ConsistencyPage:
        panel = ConsistencyPage(desk)
        panels.append(panel)
        qtbot.addWidget(panel)
        panel.resize(1300, 700)
        panel.look_at(Look(study, LoadRequest("reference", ("flair=flair1",))))
        with qtbot.waitActive(panel):
            panel.show()
            panel.activateWindow()
        qtbot.waitUntil(lambda: panel.surfaces is not None)
        return panel

    yield show
    for panel in panels:
        end_work(panel)


@pytest.fixture
def panel(show_panel: ShowPanel, study: Study) -> ConsistencyPage:
    return show_panel(study)
