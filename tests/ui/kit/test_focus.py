"""Going through what Tab meets leaves every widget alive and in its place; a window is in front again after dialogs."""

import gc
import re
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QDialog, QLineEdit, QMainWindow, QPushButton, QTableWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.file_dialogs import saved_at
from nerinspect.ui.kit.keys import tab_before, tab_chain
from tests.rails.modules import PACKAGE


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(QTableWidget(2, 2, window))
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.mark.parametrize("step", [QWidget.nextInFocusChain, QWidget.previousInFocusChain])
def test_what_qt_made_itself_outlives_a_walk(window: QWidget, step: Callable[[QWidget], QWidget | None]) -> None:
    table, gone = window.findChildren(QTableWidget)[0], list[str]()
    head = table.verticalHeader()
    head.destroyed.connect(lambda: gone.append("head"))
    assert len([*tab_chain(window, step)]) > 5
    assert head.viewport().isVisible()
    del head
    gc.collect()
    assert gone == []
    assert window.isVisible()


def test_tab_meets_a_new_part_before_what_stands_below_it(window: QWidget) -> None:
    above, below, part = QLineEdit(window), QPushButton(window), QWidget(window)
    inner = [QLineEdit(part), QPushButton(part)]
    tab_before(part, below)
    tab = [one for one in tab_chain(window) if one in (above, below, *inner)]
    assert tab == [above, *inner, below]


def test_nobody_else_asks_qt_for_the_chain() -> None:
    asking = [
        path.name
        for path in PACKAGE.rglob("*.py")
        if re.search(r"InFocusChain|(?<!QApplication)\.focusWidget\(", path.read_text(encoding="utf-8"))
    ]
    assert asking == ["keys.py"]


def test_the_window_is_in_front_again_when_dialogs_close_at_once(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    dialog = QDialog(window)
    window.show()
    dialog.open()
    saved_at(dialog, "/tmp/events.csv")
    dialog.close()
    qtbot.waitUntil(window.isActiveWindow)
