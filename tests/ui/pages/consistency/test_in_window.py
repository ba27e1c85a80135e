"""The consistency page inside the window: its keys, and its ways to the events."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.ui.desk.views import CONSISTENCY, EVENTS_VIEW
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.pages.consistency.page import ConsistencyPage
from nerinspect.ui.window.window import MainWindow


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> ConsistencyPage:
    window.show_view(CONSISTENCY)
    page = window.workspace.page("Consistency")
    qtbot.waitUntil(lambda: page.surfaces is not None)
    page.view.setFocus()
    found: ConsistencyPage = page
    return found


def test_j_walks_through_the_surfaces_not_the_events(window: MainWindow, page: ConsistencyPage) -> None:
    event = window.document.chosen_event
    QTest.keyClick(page.view, Qt.Key.Key_J)
    assert (page.view.current_row, window.document.chosen_event) == (1, event)


def test_enter_on_a_place_shows_its_event(window: MainWindow, page: ConsistencyPage) -> None:
    study = window.document.study
    assert study is not None
    start, end = page.places.model.bounds(0)
    QTest.keyClick(page.places.view, Qt.Key.Key_Return)
    event = window.document.chosen_event
    assert event is not None
    assert window.workspace.view_name == EVENTS_VIEW
    assert int(study.events.start[event]) < end
    assert start < int(study.events.end[event])


def test_the_menu_leads_to_the_events_with_a_surface(window: MainWindow, page: ConsistencyPage) -> None:
    page.desk.open(Door("surface:Morrow"))
    assert (window.workspace.view_name, window.document.query) == (EVENTS_VIEW, "surface:Morrow")


def test_escape_leads_back_to_the_surfaces(page: ConsistencyPage) -> None:
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is page.places.view
    QTest.keyClick(page.places.view, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is page.view
