"""The details of a row of a comparison: the mention, then what A and what B make of it."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QTableView
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.window.workspace import Workspace

MakeStudy = Callable[..., Study]

SENTENCES = (
    "The/O/O/O Port/B-ORG/B-LOC/B-ORG Authority/I-ORG/B-ORG/I-ORG said/O/O/O",
    "Ines/B-PER/B-PER/O and/O/I-PER/O Omar/B-PER/I-PER/B-PER",
    "near/O/O/B-LOC Grey/O/B-PER/O",
)


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(*SENTENCES, systems=("rich", "plain"))


@pytest.fixture
def document(desk: Desk) -> Document:
    return desk.document


@pytest.fixture
def workspace(qtbot: QtBot, desk: Desk, document: Document, study: Study) -> Iterator[Workspace]:
    workspace = Workspace(desk)
    qtbot.addWidget(workspace)
    workspace.resize(1400, 900)
    with qtbot.waitExposed(workspace):
        workspace.show()
    document.set_study(study, LoadRequest("x.conll", ("rich.conll", "plain.conll")))
    document.compare_with(1)
    wait_for(qtbot, workspace, "Port Authority")
    yield workspace
    end_work(workspace)
    end_work(document)


def texts(workspace: Workspace) -> list[str]:
    """List what is read, from the top down, and in each line from the left."""

    def place(label: QLabel) -> tuple[int, int]:
        at = label.mapTo(workspace.details, label.rect().center())
        return at.y(), at.x()

    labels = [one for one in workspace.details.findChildren(QLabel) if one.isVisible() and one.text()]
    return [label.text() for label in sorted(labels, key=place)]


def ledger(workspace: Workspace, name: str) -> QTableView:
    views = workspace.details.findChildren(QTableView)
    return next(view for view in views if view.accessibleName() == f"Demerits of {name}" and view.isVisible())


def wait_for(qtbot: QtBot, workspace: Workspace, text: str) -> None:
    qtbot.waitUntil(lambda: text in texts(workspace))


def column(view: QTableView, place: int) -> list[str]:
    return [view.model().index(row, place).data() for row in range(view.model().rowCount())]


def test_the_mention_comes_first_then_a_then_b(workspace: Workspace) -> None:
    assert texts(workspace)[:5] == ["Port Authority", "one reference mention,", "A", "rich", "LBE"]
    assert texts(workspace)[6:9] == ["B", "plain", "TP"]


def test_an_error_has_its_ledger_and_a_correct_event_none(workspace: Workspace) -> None:
    assert column(ledger(workspace, "rich"), 3) == ["1", "1", "1", "3"]
    assert "Reference and prediction agree in extent and type. No demerits." in texts(workspace)
    views = workspace.details.findChildren(QTableView)
    assert not any(view.accessibleName() == "Demerits of plain" and view.isVisible() for view in views)


def test_attributes_are_those_of_the_reference_mention_alone(workspace: Workspace) -> None:
    views = workspace.details.findChildren(QTableView)
    view = next(one for one in views if one.accessibleName() == "Attributes of the mentions")
    assert column(view, 0)[0] == "2"
    assert view.model().columnCount() == 1
    assert "of the reference mention" in texts(workspace)


def test_two_mentions_of_one_event_are_told_apart(workspace: Workspace, document: Document, qtbot: QtBot) -> None:
    workspace.table.select_next()
    wait_for(qtbot, workspace, "Ines")
    event = document.chosen_event
    workspace.table.select_next()
    wait_for(qtbot, workspace, "Omar")
    assert document.chosen_event == event
    assert texts(workspace)[4] == "BE"


def test_a_stretch_shows_what_each_has_or_that_it_has_nothing(
    workspace: Workspace, document: Document, qtbot: QtBot
) -> None:
    document.list_stretches(True)
    document.select_query("sent:3")
    wait_for(qtbot, workspace, "Grey")
    workspace.table.select_next()
    wait_for(qtbot, workspace, "Grey")
    shown = texts(workspace)
    assert "a stretch of text with no reference mention" in shown
    assert "No event: neither it nor the reference marks anything here." in shown


def test_the_sum_of_b_opens_the_row(workspace: Workspace, desk: Desk, document: Document, qtbot: QtBot) -> None:
    workspace.table.select_next()
    wait_for(qtbot, workspace, "Ines")
    view = ledger(workspace, "plain")
    view.setCurrentIndex(view.model().index(view.model().rowCount() - 1, 3))
    with qtbot.waitSignal(desk.door_opened) as caught:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(view, QKeyEvent(kind, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier))
    study, event = document.study, document.chosen_event
    assert study is not None
    assert event is not None
    assert parse_query(caught.args[0].asked, Vocabulary.of(study)).mask(study)[event]


def test_leaving_the_comparison_shows_the_event_alone(workspace: Workspace, document: Document, qtbot: QtBot) -> None:
    document.compare_with(None)
    wait_for(qtbot, workspace, "Label and boundary error")
    assert "plain" not in texts(workspace)


def test_swapping_a_and_b_swaps_what_is_explained(workspace: Workspace, document: Document, qtbot: QtBot) -> None:
    document.exchange()
    qtbot.waitUntil(lambda: texts(workspace)[2:5] == ["A", "plain", "TP"])
    assert texts(workspace)[:1] == ["Port Authority"]


def test_events_of_a_and_of_b_with_the_surface_are_doors(
    workspace: Workspace, document: Document, make_study_from: MakeStudy, qtbot: QtBot
) -> None:
    study = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC", "Rome/B-LOC/B-PER/O", "Rome/B-LOC/O/B-LOC so/O/O/O Rome/O/O/B-PER", systems=("a", "b")
    )
    document.set_study(study, LoadRequest("x.conll", ("a.conll", "b.conll")))
    document.compare_with(1)
    wait_for(qtbot, workspace, "Events with this surface")
    labels = [label for label in workspace.details.findChildren(DoorLabel) if label.isVisible()]
    doors = {label.pieces[0].text: label for label in labels}
    assert {"All 3 events of A with this surface", "All 4 events of B with this surface"} <= doors.keys()
    of_b = doors["All 4 events of B with this surface"]
    of_b.query_requested.emit(of_b.pieces[0].query)
    assert (document.prediction, document.compared) == (1, None)
    assert document.query == "surface:Rome"
    assert document.n_kept == 4
