from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.window.workspace import Workspace

MakeStudy = Callable[..., Study]

SENTENCES = (
    "The/O/O/O/O Port/B-ORG/B-LOC/B-ORG/O Authority/I-ORG/B-ORG/I-ORG/O said/O/O/O/O",
    "Ines/B-PER/B-PER/O/B-PER met/O/O/O/O Grey/O/B-PER/O/O",
    "قالت/O/O/O/O نوال/B-PER/O/B-PER/O",
    "教练/O/O/O/O 何远舟/B-PER/B-PER/B-PER/B-PER 表示/O/O/B-LOC/O",
)


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Let three systems read the same four sentences, each otherwise."""
    return make_study_from(*SENTENCES, systems=("rich", "plain", "poor"))


@pytest.fixture
def document(desk: Desk) -> Document:
    return desk.document


@pytest.fixture
def workspace(qtbot: QtBot, desk: Desk, document: Document, study: Study) -> Iterator[Workspace]:
    """Compare the first system with the second."""
    workspace = Workspace(desk)
    qtbot.addWidget(workspace)
    workspace.resize(1400, 800)
    with qtbot.waitExposed(workspace):
        workspace.show()
    document.set_study(study, LoadRequest("x.conll", ("rich.conll", "plain.conll", "poor.conll")))
    document.compare_with(1)
    yield workspace
    end_work(workspace)
    end_work(document)
