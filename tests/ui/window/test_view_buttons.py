"""Views that have no room in the row stand in a menu; the one on show always has its button."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.window.toolbar import ViewButtons
from nerinspect.ui.window.window import MainWindow

VIEWS = {"Events": "Ctrl+1", "Overview": "Ctrl+2", "Repair": "Ctrl+4", "Compare": "Ctrl+6"}


@pytest.fixture
def row(qtbot: QtBot) -> ViewButtons:
    buttons = ViewButtons(VIEWS)
    qtbot.addWidget(buttons)
    buttons.show()
    return buttons


def seen(row: ViewButtons) -> list[str]:
    return [button.text() for button in row.findChildren(QToolButton) if button.isVisible()]


def test_all_views_stand_in_the_row_where_there_is_room(row: ViewButtons) -> None:
    row.fit(2000)
    assert seen(row) == [*VIEWS]
    assert row.folded == ()


def test_nothing_moves_when_another_view_is_chosen(row: ViewButtons) -> None:
    row.fit(2000)
    before = [button.sizeHint() for button in row.findChildren(QToolButton)]
    row.show_view("Overview")
    assert [button.sizeHint() for button in row.findChildren(QToolButton)] == before


def test_views_without_room_stand_in_the_menu_with_their_keys(row: ViewButtons) -> None:
    whole = row.sizeHint().width()
    row.fit(whole - 1)
    assert seen(row)[-1] == "More ▾"
    assert set(seen(row)) | set(row.folded) == {*VIEWS, "More ▾"}
    assert row.sizeHint().width() <= whole - 1
    assert row.menu.actions()[-1].text() == "Compare\tCtrl+6"
    row.fit(whole + 10)
    assert seen(row) == [*VIEWS]


def test_the_view_on_show_has_its_button_however_little_room_there_is(row: ViewButtons) -> None:
    row.fit(0)
    assert seen(row) == ["Events", "More ▾"]
    row.show_view("Compare")
    assert seen(row) == ["Compare", "More ▾"]
    assert row.folded == ("Events", "Overview", "Repair")


def test_a_view_is_chosen_in_the_row_and_in_the_menu(row: ViewButtons, qtbot: QtBot) -> None:
    row.fit(0)
    chosen: list[str] = []
    row.chosen.connect(chosen.append)
    row.menu.actions()[1].trigger()
    assert (chosen, row.current) == (["Repair"], "Repair")
    button = next(one for one in row.findChildren(QToolButton) if one.text() == "Repair")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chosen == ["Repair", "Repair"]


def has_width(widget: QWidget, width: int) -> bool:
    return widget.width() == width


def test_the_search_keeps_its_room_in_windows_of_all_widths(window: MainWindow, qtbot: QtBot) -> None:
    row = window.toolbar.views
    for width, fewest in ((1440, 7), (1280, 4), (1024, 3), (940, 2)):
        window.resize(width, 700)
        qtbot.waitUntil(partial(has_width, window.toolbar, width))
        qtbot.waitUntil(lambda: window.toolbar.search.width() >= 200)
        assert len(seen(row)) >= fewest, width
        for name in ("Agreement", "Compare", "Events"):
            window.show_view(name)
            assert name in seen(row), width
            assert row.geometry().right() < window.toolbar.systems.geometry().left(), width


def test_views_that_are_left_out_stand_nowhere_until_they_are_there(row: ViewButtons) -> None:
    row.fit(2000)
    row.leave_out(["Overview"])
    assert seen(row) == ["Events", "Repair", "Compare"]
    assert row.folded == ()
    assert not row.has("Overview")
    assert not row.offers("Overview")
    row.fit(10)
    assert [action.text().partition("\t")[0] for action in row.menu.actions()] == ["Repair", "Compare"]
    row.leave_out(())
    assert [action.text().partition("\t")[0] for action in row.menu.actions()] == ["Overview", "Repair", "Compare"]
    assert row.offers("Overview")
    row.fit(2000)
    assert seen(row) == [*VIEWS]
