import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.ui.panels.details.door_label import Door, DoorLabel, ElidedLabel

DOORS = (Door("2 × correct LOC", "kind:tp", "Right ones."), Door("1 × missed LOC", "kind:fn", "Missed ones."))


@pytest.fixture
def label(qtbot: QtBot) -> DoorLabel:
    label = DoorLabel()
    qtbot.addWidget(label)
    label.show_doors(DOORS)
    return label


def test_a_door_opens_its_query(label: DoorLabel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(label.door_opened) as caught:
        label.linkActivated.emit("1")
    assert caught.args == ["kind:fn"]


def test_the_door_under_the_pointer_is_explained(label: DoorLabel) -> None:
    label.linkHovered.emit("1")
    assert label.toolTip() == "Missed ones."


def test_the_menu_is_that_of_the_door_under_the_pointer(label: DoorLabel, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[str] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _at: offered.append(menu.actions()[0].text()))
    label.linkHovered.emit("1")
    QApplication.sendEvent(label, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(1, 1), QPoint(1, 1)))
    assert offered == ["Copy “1 × missed LOC”"]


def test_a_door_may_hold_any_sign(label: DoorLabel) -> None:
    label.show_doors([Door("1 × missed A<B&C", "kind:fn", "")])
    assert "A&lt;B&amp;C" in label.text()


def test_a_long_text_is_cut_in_its_middle(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show_text("Port of Harwick Authority " * 9)
    assert label.text().startswith("Port")
    assert "…" in label.text()
    assert label.toolTip() == "Port of Harwick Authority " * 9
