from collections.abc import Callable

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.strips import MessageStrip
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme

PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def strip(qtbot: QtBot) -> MessageStrip:
    strip = MessageStrip()
    qtbot.addWidget(strip)
    return strip


def test_it_is_hidden_until_something_is_said(strip: MessageStrip) -> None:
    assert strip.isHidden()
    assert strip.text == ""


def test_what_is_said_is_shown(strip: MessageStrip) -> None:
    strip.say("The file has changed.")
    assert strip.isVisible()
    assert strip.text == "The file has changed."


def test_what_is_said_is_its_accessible_name(strip: MessageStrip) -> None:
    strip.say("The file has changed.")
    assert strip.accessibleName() == "The file has changed."


def test_markup_is_shown_as_it_is_written(strip: MessageStrip) -> None:
    strip.say("<b>no</b>")
    assert strip.text == "<b>no</b>"


def test_it_can_be_dismissed(strip: MessageStrip, press_button: PressButton) -> None:
    strip.say("The file has changed.")
    press_button(strip, "✕")
    assert (strip.isHidden(), strip.text) == (True, "")


def test_a_button_acts_and_hides_the_strip(strip: MessageStrip, press_button: PressButton) -> None:
    acted = []
    strip.say("The file has changed.", [("Reload", lambda: acted.append(strip.isHidden()))])
    press_button(strip, "Reload")
    assert acted == [True]


def test_what_a_button_says_stays(strip: MessageStrip, press_button: PressButton) -> None:
    strip.say("first", [("Go on", lambda: strip.say("second"))])
    press_button(strip, "Go on")
    assert strip.text == "second"


def test_another_message_brings_its_own_buttons(strip: MessageStrip) -> None:
    strip.say("first", [("One", lambda: None), ("Two", lambda: None)])
    strip.say("second", [("Three", lambda: None)])
    assert strip.actions_offered == ["Three"]
    assert [button.text() for button in strip.findChildren(QPushButton)] == ["Three"]


def test_what_was_done_is_told_without_a_warning_and_passes(strip: MessageStrip) -> None:
    strip.tell("Written.")
    assert "Done" in [label.accessibleName() for label in strip.findChildren(QLabel)]
    strip.pass_by()
    assert strip.text == ""


def test_a_warning_about_files_does_not_pass(strip: MessageStrip) -> None:
    strip.say("The file changed.")
    strip.pass_by()
    assert strip.text == "The file changed."


def test_a_mistake_passes_with_what_was_tried(strip: MessageStrip) -> None:
    strip.say("No kind is called bee.", is_passing=True)
    strip.pass_by()
    assert strip.text == ""


def test_what_is_said_follows_the_colours(strip: MessageStrip, qapp: QApplication) -> None:
    try:
        for say, role in ((strip.say, "warning_strip"), (strip.tell, "selected")):
            say("Something.")
            for theme in (DARK, LIGHT):
                choose_theme(qapp, theme)
                QApplication.processEvents()
                assert strip.palette().color(QPalette.ColorRole.Window) == getattr(theme, role)
                assert strip.palette().color(QPalette.ColorRole.WindowText) == theme.text
    finally:
        choose_theme(qapp, None)
