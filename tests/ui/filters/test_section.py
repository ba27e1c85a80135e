"""A section folds away under its head and keeps its summary."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.panel import Section
from nerinspect.ui.filters.values import ValuesPanel


@pytest.fixture
def section(qtbot: QtBot) -> Section:
    section = Section("Documents", QLabel("body"))
    section.set_summary("148")
    qtbot.addWidget(section)
    section.show()
    return section


def test_a_click_on_the_head_folds_and_tells(section: Section, qtbot: QtBot) -> None:
    with qtbot.waitSignal(section.folded) as caught:
        QTest.mouseClick(section.head, Qt.MouseButton.LeftButton)
    assert caught.args == [True]
    assert section.is_folded


def test_the_keyboard_opens_it_again(section: Section, qtbot: QtBot) -> None:
    section.set_folded(True)
    with qtbot.waitSignal(section.folded) as caught:
        QTest.keyClick(section.head, Qt.Key.Key_Space)
    assert caught.args == [False]


def test_a_remembered_state_is_set_without_a_word(section: Section, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(section.folded):
        section.set_folded(True)
    assert section.is_folded
    assert section.summary == "148"


def test_the_head_says_what_it_is_and_its_state(section: Section) -> None:
    section.set_folded(True)
    assert section.head.accessibleName() == "Documents, folded"
    assert section.head.accessibleDescription() == "148"


def test_the_head_explains_what_is_counted(section: Section) -> None:
    section.set_meaning("Events of each document & more.")
    assert section.head.toolTip() == "Events of each document & more."


def test_the_head_is_ringed_while_the_keyboard_acts_on_it(section: Section, qtbot: QtBot) -> None:
    with qtbot.waitActive(section):
        section.activateWindow()
    section.head.setFocus()
    ringed = section.head.grab().toImage()
    section.head.clearFocus()
    assert section.head.grab().toImage() != ringed


def test_what_holds_a_section_knows_its_new_height_at_once(qtbot: QtBot) -> None:
    panel = ValuesPanel("Shapes", "shape")
    qtbot.addWidget(panel)
    panel.show_values(["split", "merged"], ["split", "merged"], np.array([3, 4]))
    before = panel.sizeHint().height()
    panel.section.set_folded(True)
    assert panel.sizeHint().height() <= before - panel.view.height()
    panel.section.set_folded(False)
    assert panel.sizeHint().height() == before
