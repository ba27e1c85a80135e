import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.doors import DoorLabel, Piece

PIECES = (
    Piece("2 × correct LOC", "kind:tp", "Right ones."),
    Piece(" and 😀 "),
    Piece("1 × missed LOC", "kind:fn", "Missed ones."),
)


@pytest.fixture
def label(qtbot: QtBot) -> DoorLabel:
    label = DoorLabel(has_one_line=True)
    qtbot.addWidget(label)
    label.show_pieces(PIECES)
    with qtbot.waitActive(label):
        label.show()
        label.activateWindow()
    return label


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the first entry of every menu that is opened."""
    entries: list[str] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _at: entries.append(menu.actions()[0].text()))
    return entries


def go_to_second_door(label: DoorLabel) -> None:
    label.setFocus()
    for _ in range(2):
        QTest.keyClick(label, Qt.Key.Key_Tab)


def ask_for_menu(label: DoorLabel, reason: QContextMenuEvent.Reason) -> None:
    QApplication.sendEvent(label, QContextMenuEvent(reason, QPoint(1, 1), QPoint(1, 1)))


def test_tab_and_enter_open_a_door(label: DoorLabel, qtbot: QtBot) -> None:
    go_to_second_door(label)
    with qtbot.waitSignal(label.query_requested) as caught:
        QTest.keyClick(label, Qt.Key.Key_Return)
    assert caught.args == ["kind:fn"]


def test_a_click_opens_the_door_under_the_pointer(label: DoorLabel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(label.query_requested) as caught:
        QTest.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(5, label.height() // 2))
    assert caught.args == ["kind:tp"]


def test_the_door_under_the_pointer_is_underlined_and_explained(label: DoorLabel) -> None:
    place = QPointF(5, label.height() / 2)
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, place, label.mapToGlobal(place), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(label, moved)  # whatever other windows lie over it
    assert "Right ones." in label.toolTip()
    assert label.text().count("underline") == 1


def test_the_menu_is_that_of_the_door_under_the_pointer(label: DoorLabel, offered: list[str]) -> None:
    label.linkHovered.emit("2")
    ask_for_menu(label, QContextMenuEvent.Reason.Mouse)
    assert offered == ["Copy “1 × missed LOC”"]


def test_the_menu_key_opens_that_of_the_door_with_the_focus(label: DoorLabel, offered: list[str]) -> None:
    go_to_second_door(label)
    ask_for_menu(label, QContextMenuEvent.Reason.Keyboard)
    assert offered == ["Copy “1 × missed LOC”"]


def test_plain_words_have_no_menu(label: DoorLabel, offered: list[str]) -> None:
    label.linkHovered.emit("")
    ask_for_menu(label, QContextMenuEvent.Reason.Mouse)
    assert offered == []


def test_a_door_may_hold_any_sign(label: DoorLabel) -> None:
    label.show_pieces([Piece("1 × missed A<B&C", "kind:fn")])
    assert "A&lt;B&amp;C" in label.text()
