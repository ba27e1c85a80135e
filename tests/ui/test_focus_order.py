"""Tab, F6 and Escape lead through the whole window, by keys that go to the window in front."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.panels.events_view import EventsView
from nerinspect.ui.panels.picking_view import PickingView
from tests.ui.keyboard import LONGEST_WAY, Key, Keyboard, Modifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def focusable(window: QWidget) -> list[QWidget]:
    """List what Tab should reach."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None  # as viewports have
    ]


def group_of(widget: QWidget) -> set[QWidget]:
    """List a widget with the other buttons of its group, among which arrows lead on."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return {widget} if group is None else {widget, *group.buttons()}


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
    errors.toolbar.search.setFocus()
    wanted = focusable(errors)
    seen: set[QWidget] = set()
    for _ in range(LONGEST_WAY):
        keyboard.press(key)
        focus = keyboard.focus
        assert focus is not None
        seen.add(focus)
        if focus is errors.toolbar.search:
            break
    else:
        pytest.fail(f"Tab is stuck in {keyboard.focus}")
    assert [widget for widget in wanted if not seen & group_of(widget)] == []


def test_tab_goes_from_the_search_over_the_table_to_the_filters(errors: MainWindow, keyboard: Keyboard) -> None:
    work = errors.workspace
    shown = [panel for panel in work.filters.panels if not panel.isHidden()]
    regions = [work.events, work.context, work.details, *shown]
    keyboard.press(Key.Key_F, held=Modifier.ControlModifier)
    met: list[QWidget] = []
    for _ in range(LONGEST_WAY):
        keyboard.press(Key.Key_Tab)
        focus = keyboard.focus
        assert focus is not None
        met += [region for region in regions if region.isAncestorOf(focus) and region not in met]
        if focus is errors.toolbar.search:
            break
    assert met == regions


def test_f6_goes_round_the_regions_and_back(errors: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_F, held=Modifier.ControlModifier)
    there: list[QWidget | None] = []
    for _ in range(LONGEST_WAY):
        keyboard.press(Key.Key_F6)
        if keyboard.focus is errors.toolbar.search:
            break
        there.append(keyboard.focus)
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
    tables = {Key.Key_1: errors.workspace.events.view, Key.Key_2: errors.workspace.overview.findChild(NumberTable)}
    left = []
    for widget in focusable(errors):
        if widget is errors.toolbar.search and view == Key.Key_2:
            continue
        widget.setFocus()
        keyboard.press(Key.Key_Escape)
        if keyboard.focus is not tables[view]:
            left.append(widget)
    assert left == []
