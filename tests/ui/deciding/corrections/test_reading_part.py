from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.glossary.wording import NEUTRAL
from nerinspect.ui.deciding.review_part import ReadingLine, ReadingPart
from nerinspect.ui.kit.keys import KeyButton
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme, type_styles
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

TYPES = ("LOC", "ORG", "PER")


@pytest.fixture
def part(qtbot: QtBot) -> ReadingPart:
    part = ReadingPart()
    qtbot.addWidget(part)
    part.show_types(TYPES)
    part.resize(280, part.sizeHint().height())
    with qtbot.waitExposed(part):
        part.show()
    return part


def line(part: QWidget) -> ReadingLine:
    (found,) = part.findChildren(ReadingLine)
    return found


def seen(part: QWidget) -> list[str]:
    labels, buttons = part.findChildren(QLabel), part.findChildren(KeyButton)
    return [one.text() for one in labels if one.isVisible()] + [one.text() for one in buttons if one.isVisible()]


def test_mentions_are_said_with_their_types(part: ReadingPart) -> None:
    part.show_reading([("ORG", "Upper Elm"), ("PER", "Ines")])
    assert line(part).accessibleName() == "Correct annotation: ORG Upper Elm, PER Ines"
    part.show_reading([])
    assert line(part).accessibleName() == "Correct annotation: no entity here"
    part.show_reading(None)
    assert line(part).accessibleName() == "Correct annotation"


def test_it_is_said_why_it_changes_nothing_and_when_it_was_decided(part: ReadingPart) -> None:
    part.resize(600, part.height())
    part.show_reading([], "Not accepted.", "decided 2026-01-31 09:30 by Ann")
    assert seen(part) == ["Not accepted.", "decided 2026-01-31 09:30 by Ann", "Mark"]


def test_nothing_moves_from_one_event_to_the_next(part: ReadingPart) -> None:
    heights = set()
    for reading, decided in ((None, ""), (None, "decided"), ([], "decided"), ([("ORG", "Elm")], "")):
        part.show_reading(reading, "", decided)
        heights.add(part.sizeHint().height())
    assert len(heights) == 1


def test_below_one_row_it_is_there_only_where_something_is_given(part: ReadingPart) -> None:
    part.set_one_row(True)
    assert part.isHidden()
    part.show_reading([("ORG", "Elm")], "", "decided")
    assert seen(part) == ["Mark"]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_types_have_their_colours(part: ReadingPart, qapp: QApplication, theme: object) -> None:
    choose_theme(qapp, DARK if theme is DARK else LIGHT)
    try:
        part.show_types(TYPES)
        part.show_reading([("ORG", "Elm")])
        image = line(part).grab().toImage()
        colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        style = type_styles(TYPES, DARK if theme is DARK else LIGHT)["ORG"]
        assert {style.fill.name(), style.line.name()} <= colours
    finally:
        choose_theme(qapp, LIGHT)


def test_between_annotators_the_other_one_is_named(part: ReadingPart) -> None:
    part.speak(NEUTRAL)
    names = [button.accessibleName() for button in part.findChildren(KeyButton)]
    assert names == ["Accept B’s annotation", "Mark the correct annotation"]


def test_the_buttons_ask(part: ReadingPart, qtbot: QtBot) -> None:
    buttons = {button.text(): button for button in part.findChildren(KeyButton)}
    with qtbot.waitSignal(part.take_requested):
        QTest.mouseClick(buttons["Accept"], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(part.mark_requested):
        QTest.mouseClick(buttons["Mark"], Qt.MouseButton.LeftButton)


def test_the_window_shows_what_is_given_for_the_chosen_event(
    reviewed: MainWindow, keyboard: Keyboard, settle: Callable[[], None]
) -> None:
    event = reviewed.document.chosen_event
    assert event is not None
    reading = line(reviewed.workspace.review)
    keyboard.press(Key.Key_T)
    settle()
    assert reading.accessibleName() == "Correct annotation", "of the next event"
    reviewed.workspace.go_to_event(event)
    QApplication.processEvents()
    assert reading.accessibleName() == "Correct annotation: PER one"
    assert any("decided 20" in text for text in seen(reviewed.workspace.review))
    keyboard.press(Key.Key_P)
    reviewed.workspace.go_to_event(event)
    QApplication.processEvents()
    assert any(text.startswith("Not accepted: its verdict") for text in seen(reviewed.workspace.review))
    reviewed.menus.action("remove_correction").trigger()
    QApplication.processEvents()
    assert reading.accessibleName() == "Correct annotation"


def test_what_has_no_room_is_left_out(part: ReadingPart) -> None:
    part.show_reading([("ORG", "Upper Elm " * 9), ("PER", "Ines"), ("LOC", "Ulm")])
    image = line(part).grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    styles = type_styles(TYPES, LIGHT)
    assert styles["ORG"].line.name() in colours
    assert not {styles["PER"].line.name(), styles["LOC"].line.name()} & colours
