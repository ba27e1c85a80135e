import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.ui.review.marking_bar import HINT, MarkingBar


@pytest.fixture
def bar(qtbot: QtBot) -> MarkingBar:
    bar = MarkingBar()
    qtbot.addWidget(bar)
    bar.show_types(("LOC", "ORG"))
    bar.say("")
    bar.resize(900, bar.heightForWidth(900))
    with qtbot.waitExposed(bar):
        bar.show()
    return bar


def buttons(bar: MarkingBar) -> dict[str, QAbstractButton]:
    return {one.text(): one for one in bar.findChildren(QAbstractButton) if one.isVisible()}


def test_a_click_does_what_a_key_does(bar: MarkingBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.type_chosen) as caught:
        QTest.mouseClick(buttons(bar)["ORG"], Qt.MouseButton.LeftButton)
    assert caught.args == ["ORG"]
    for text, signal in (("No name", bar.unmark_requested), ("Leave", bar.leave_requested)):
        with qtbot.waitSignal(signal):
            QTest.mouseClick(buttons(bar)[text], Qt.MouseButton.LeftButton)


def test_types_follow_what_is_marked_and_only_nine_have_a_number(bar: MarkingBar) -> None:
    bar.show_types([f"T{number}" for number in range(12)])
    QApplication.processEvents()
    offered = [text for text in buttons(bar) if text.startswith("T")]
    assert offered == [f"T{number}" for number in range(9)]


def test_a_correction_can_be_removed_where_there_is_one(bar: MarkingBar) -> None:
    bar.show_given(False)
    assert "Remove" not in buttons(bar)
    bar.show_given(True)
    assert "Remove" in buttons(bar)


def test_every_button_says_what_it_does(bar: MarkingBar) -> None:
    bar.show_given(True)
    assert len(buttons(bar)) == 7
    assert all(button.toolTip() for button in buttons(bar).values())


def test_a_reason_takes_the_place_of_the_hint(bar: MarkingBar) -> None:
    (hint,) = (label for label in bar.findChildren(QLabel) if label.accessibleName())
    assert hint.accessibleName() == HINT
    bar.say("That is no name of a type.")
    assert hint.accessibleName() == "That is no name of a type."


def test_buttons_are_in_one_line_where_there_is_room(bar: MarkingBar) -> None:
    bar.show_given(True)
    assert len({button.geometry().top() for button in buttons(bar).values()}) == 1
    assert bar.heightForWidth(300) > bar.heightForWidth(900)
