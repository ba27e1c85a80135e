"""Tab, F6 and Escape lead through the whole window, by keys that go to the window in front."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.counts_table import PickingView
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.lists.event_view import EventsView
from nerinspect.ui.window.window import MainWindow
from tests.ui.focus import focusable, not_left_by_escape, passed_over, regions_met
from tests.ui.keyboard import Key, Keyboard, Modifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.mark.parametrize("key", [Key.Key_Tab, Key.Key_Backtab])
@pytest.mark.parametrize("view", [Key.Key_1, Key.Key_2], ids=["events", "overview"])
def test_tab_reaches_everything_and_comes_round(
    errors: MainWindow, keyboard: Keyboard, qtbot: QtBot, view: Qt.Key, key: Qt.Key
) -> None:
    keyboard.press(view, held=Modifier.ControlModifier)
    if view == Key.Key_2:
        from nerinspect.ui.charts.bar_chart import BarChart

        qtbot.waitUntil(lambda: bool(errors.findChildren(BarChart)))
    errors.document.select_query("type:ORG", is_added=True)
    QApplication.processEvents()
    assert passed_over(keyboard, errors, errors.toolbar.search, key) == []


def test_tab_goes_from_the_search_over_the_table_to_the_filters(errors: MainWindow, keyboard: Keyboard) -> None:
    work = errors.workspace
    shown = [panel for panel in work.filters.panels if not panel.isHidden()]
    regions = [work.events, work.context, work.details, *shown]
    assert regions_met(keyboard, regions, errors.toolbar.search) == regions


def test_tab_goes_through_panels_that_came_later_where_they_stand(errors: MainWindow, keyboard: Keyboard) -> None:
    work = errors.workspace
    before = work.filters.panels
    errors.document.compare_with(1)
    QApplication.processEvents()
    shown = [panel for panel in work.filters.panels if not panel.isHidden()]
    assert [panel for panel in shown if panel not in before] == shown[:3]
    regions = [work.context, work.details, *shown]
    assert regions_met(keyboard, regions, errors.toolbar.search) == regions


def test_f6_goes_round_the_regions_and_back(errors: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_F, held=Modifier.ControlModifier)
    *there, _search = keyboard.way_to(errors.toolbar.search, Key.Key_F6)
    back: list[QWidget | None] = []
    for _ in there:
        keyboard.press(Key.Key_F6, held=Modifier.ShiftModifier)
        back.append(keyboard.focus)
    assert back == there[::-1]
    assert len(there) >= 7
    assert any(isinstance(part, EventsView) for part in there)
    assert any(isinstance(part, PickingView) for part in there)


@pytest.mark.parametrize("view", [Key.Key_1, Key.Key_2], ids=["events", "overview"])
def test_escape_returns_to_the_table_from_everywhere(errors: MainWindow, keyboard: Keyboard, view: Qt.Key) -> None:
    keyboard.press(view, held=Modifier.ControlModifier)
    tables = {
        Key.Key_1: errors.workspace.events.view,
        Key.Key_2: errors.workspace.page("Overview").findChild(NumberTable),
    }
    own = [errors.toolbar.search] if view == Key.Key_2 else []
    widgets = [widget for widget in focusable(errors) if widget not in own]
    assert not_left_by_escape(keyboard, widgets, tables[view]) == []
