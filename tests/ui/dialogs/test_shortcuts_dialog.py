from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from nerinspect.ui.dialogs.shortcuts_dialog import SHORTCUTS, ShortcutsDialog
from nerinspect.ui.main_window import MainWindow


def test_every_key_stands_on_the_page(qtbot: QtBot) -> None:
    dialog = ShortcutsDialog()
    qtbot.addWidget(dialog)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert {keys for keys, _ in SHORTCUTS} <= set(texts)


def test_every_key_of_the_window_is_on_the_page(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    keys = {action.shortcut().toString() for action in window.findChildren(QAction)}
    keys |= {shortcut.key().toString() for shortcut in window.findChildren(QShortcut)}
    page = " ".join(keys for keys, _ in SHORTCUTS)
    assert {key for key in keys if key and key not in page} <= {QKeySequence("Ctrl+Q").toString()}


def test_the_page_is_no_larger_than_the_screen(qtbot: QtBot) -> None:
    dialog = ShortcutsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.size().boundedTo(dialog.screen().availableSize()) == dialog.size()
