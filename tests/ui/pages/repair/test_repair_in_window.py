"""The page on repairs inside the window: its doors, and what a choice there does."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.ui.desk.views import EVENTS_VIEW, REPAIR
from nerinspect.ui.kit.doors import Door, DoorLabel
from nerinspect.ui.pages.repair.page import RepairPage
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> RepairPage:
    request = sample_request()
    window.opener.show(load_study(request), request)
    window.show_view(REPAIR)
    page = window.workspace.page("Repair")
    qtbot.waitUntil(lambda: "2 labels changed by conlleval" in said_on(page))
    found: RepairPage = page
    return found


def said_on(page: RepairPage) -> str:
    return " ".join(label.text() for label in page.findChildren(QLabel))


def test_another_repair_is_loaded_and_the_page_stays(window: MainWindow, page: RepairPage, qtbot: QtBot) -> None:
    study = window.document.study
    assert study is not None
    source = study.predictions[0].annotation.source
    with qtbot.waitSignal(window.opener.opened):
        window.desk.repair_requested.emit(source.path, "prediction", "discard")
    study, request = window.document.study, window.document.request
    assert study is not None
    assert request is not None
    assert [one.annotation.source.repair for one in study.predictions] == ["discard", "conlleval"]
    assert request.choices == ((source.path, "repair", "discard"),)
    assert window.workspace.view_name == REPAIR


def test_a_number_leads_to_its_events(window: MainWindow, page: RepairPage) -> None:
    page.desk.open(Door("kind:fp"))
    assert window.workspace.view_name == EVENTS_VIEW
    assert window.document.query == "kind:fp"


def test_invalid_transitions_at_the_foot_lead_to_the_page(window: MainWindow, page: RepairPage) -> None:
    window.show_view(EVENTS_VIEW)
    line = window.status_line.findChildren(DoorLabel)[0]
    line.query_requested.emit("page:repair")
    assert window.workspace.view_name == REPAIR
    assert "2 invalid transitions in rich.conll" in line.accessibleName()
