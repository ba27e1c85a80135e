from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from tests.ui.showing import shown_page
from tests.ui.table_pages import look_at

MakeStudy = Callable[..., Study]
Table = Callable[[str], NumberTable]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Two systems, two documents: flair finds short mentions, plain the long one, neither of them PER."""
    made = make_study_from(
        "Ostend/B-LOC/B-LOC/O said/O/O/O Grey/B-ORG/B-ORG/B-ORG Heron/I-ORG/O/I-ORG so/O/O/O",
        "Ulm/B-LOC/B-LOC/B-LOC met/O/O/O Ada/B-PER/O/O",
        systems=("flair", "plain"),
        documents=(1, 2),
    )
    return replace(made, text=replace(made.text, document_names=("first", "second")))


@pytest.fixture
def request_of_study() -> LoadRequest:
    return LoadRequest("reference", ("flair=flair1", "plain=plain1"))


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, study: Study, request_of_study: LoadRequest) -> Iterator[DiagnosisPage]:
    """Show the study, all numbers computed."""
    panel = DiagnosisPage(desk)
    desk.document.analysis_changed.connect(lambda: look_at(panel, analysis=desk.document.analysis))
    yield from shown_page(panel, Look(study, request_of_study), qtbot, 1280)


@pytest.fixture
def table(panel: DiagnosisPage) -> Table:
    """Find a table of the page by its title."""

    def find(title: str) -> NumberTable:
        return next(table for table in panel.findChildren(NumberTable) if table.numbers.title == title)

    return find
