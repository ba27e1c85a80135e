"""The key of a button presses it at once, whatever is pressed next."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QCheckBox, QDialog, QPushButton, QVBoxLayout
from pytestqt.qtbot import QtBot

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.usefixtures("drawn_as_the_program_is"),
]


def test_a_key_acts_before_enter_that_follows(qtbot: QtBot) -> None:
    acted: list[str] = []
    dialog, column = QDialog(), QVBoxLayout()
    dialog.setLayout(column)
    qtbot.addWidget(dialog)
    greys = QCheckBox("&Greys")
    buttons: list[QAbstractButton] = [QPushButton("&Down"), greys, QPushButton("&Apply", default=True)]
    group = QButtonGroup(dialog, exclusive=False)
    group.buttonClicked.connect(lambda button: acted.append(button.text()))
    for button in buttons:
        group.addButton(button)
        column.addWidget(button)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    alt = Qt.KeyboardModifier.AltModifier
    for key in (Qt.Key.Key_D, Qt.Key.Key_D, Qt.Key.Key_G):
        QTest.keyClick(dialog, key, alt)
    assert greys.hasFocus()
    QTest.keyClick(greys, Qt.Key.Key_Return)
    assert acted == ["&Down", "&Down", "&Greys", "&Apply"]
    assert greys.isChecked()
