"""The focus is never lost: after menus, dialogs, strips and whatever goes away it is where it was, or in the table."""

from collections.abc import Callable
from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QPushButton, QWidget

from nerinspect.ui.desk.actions import MENUS
from nerinspect.ui.desk.views import OVERVIEW
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

CONTROL = Qt.KeyboardModifier.ControlModifier
PressButton = Callable[[QWidget, str], None]


def table(window: MainWindow) -> QWidget:
    return window.workspace.events.view


def click_menu(window: MainWindow, title: str) -> QMenu:
    """Open a menu with the mouse."""
    bar = window.menus
    action = next(action for action in bar.actions() if action.text() == title)
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(action).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def back_in_front(window: MainWindow) -> None:
    """Let the window be active again, as the desktop does when something before it was closed."""
    window.activateWindow()
    QApplication.processEvents()
    assert QApplication.activeWindow() is window


def keys_reach_the_table(window: MainWindow, keyboard: Keyboard) -> bool:
    window.workspace.events.select_next()
    before = window.document.chosen_event
    keyboard.press(Key.Key_Down)
    return window.document.chosen_event != before


def test_a_menu_closed_by_escape_leaves_the_focus_where_it_was(errors: MainWindow, keyboard: Keyboard) -> None:
    for title in MENUS:
        click_menu(errors, title)
        keyboard.press(Key.Key_Escape)
        back_in_front(errors)
        assert keyboard.focus is table(errors), title
        keyboard.press(Key.Key_Question)
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog), title
        keyboard.press(Key.Key_Escape)
        back_in_front(errors)
        assert keyboard.focus is table(errors), title
        assert keys_reach_the_table(errors, keyboard), title


def test_arrows_still_lead_from_menu_to_menu(errors: MainWindow, keyboard: Keyboard) -> None:
    first = click_menu(errors, "&File")
    keyboard.press(Key.Key_Right)
    second = QApplication.activePopupWidget()
    assert isinstance(second, QMenu)
    assert second is not first


DIALOGS = ("keys", "files", "systems", "draw_sample", "open", "export")


def test_a_closed_dialog_leaves_the_focus_where_it_was(errors: MainWindow, keyboard: Keyboard) -> None:
    closed: list[QDialog] = []

    def close() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            dialog.reject()
            closed.append(dialog)

    for number, name in enumerate(DIALOGS, 1):
        QTimer.singleShot(0, errors, close)
        errors.menus.action(name).trigger()
        QApplication.processEvents()
        assert len(closed) == number, name
        back_in_front(errors)
        assert keyboard.focus is table(errors), name


def test_a_button_of_a_strip_leaves_the_focus_where_it_was(
    errors: MainWindow, keyboard: Keyboard, press_button: PressButton
) -> None:
    done: list[bool] = []
    errors.message.say("Something.", [("Do It", lambda: done.append(True))])
    button = next(one for one in errors.message.findChildren(QPushButton) if one.text() == "Do It")
    button.setFocus()
    press_button(errors.message, "Do It")
    assert done
    assert keyboard.focus is table(errors)


def test_the_button_that_mends_a_query_leads_to_the_table(
    window: MainWindow, keyboard: Keyboard, press_button: PressButton
) -> None:
    keyboard.press(Key.Key_F, held=CONTROL)
    keyboard.type("kind:lp")
    keyboard.press(Key.Key_Return)
    offered = window.message.actions_offered[0]
    next(one for one in window.message.findChildren(QPushButton) if one.text() == offered).setFocus()
    press_button(window.message, offered)
    assert keyboard.focus is table(window)


WAYS: dict[str, Callable[[QWidget], None]] = {
    "hidden": QWidget.hide,
    "disabled": lambda widget: widget.setEnabled(False),
    "deleted": QWidget.deleteLater,
}


def test_whatever_goes_away_gives_the_focus_back(errors: MainWindow, keyboard: Keyboard) -> None:
    for way, is_inside in product(WAYS, (False, True)):
        table(errors).setFocus()
        panel = QWidget(errors.workspace.context)
        first, second = QPushButton("a", panel), QPushButton("b", panel)
        second.move(QPoint(0, 40))
        panel.show()
        first.setFocus()
        second.setFocus()
        assert keyboard.focus is second
        WAYS[way](panel if is_inside else second)
        QApplication.sendPostedEvents(None, 52)  # what is deleted later
        QApplication.processEvents()
        assert keyboard.focus is (table(errors) if is_inside else first), (way, is_inside)


def test_what_went_away_behind_a_dialog_does_not_get_the_focus(errors: MainWindow, keyboard: Keyboard) -> None:
    button = QPushButton("a", errors.workspace.context)
    button.show()
    button.setFocus()
    keyboard.press(Key.Key_Question)
    button.hide()
    keyboard.press(Key.Key_Escape)
    back_in_front(errors)
    assert keyboard.focus is table(errors)


def test_a_page_that_is_turned_takes_the_focus(errors: MainWindow, keyboard: Keyboard) -> None:
    errors.show_view(OVERVIEW)
    focus = keyboard.focus
    assert focus is not None
    assert errors.workspace.page("Overview") is focus or errors.workspace.page("Overview").isAncestorOf(focus)
    errors.show_view("Events")
    assert keyboard.focus is table(errors)


def test_a_filter_taken_away_leaves_the_focus_in_sight(errors: MainWindow, keyboard: Keyboard) -> None:
    errors.workspace.add_query("type:LOC")
    keyboard.go_to_region(errors.workspace.chips)
    while errors.workspace.chips.texts:
        keyboard.press(Key.Key_Delete)
        assert keyboard.focus is not None
        assert keyboard.focus.isVisible()
    assert keyboard.focus is table(errors)
