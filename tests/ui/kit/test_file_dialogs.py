"""Where dialogs ask for files."""

from PySide6.QtWidgets import QDialog, QMainWindow
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.file_dialogs import saved_at


def test_the_window_is_in_front_again_when_dialogs_close_at_once(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    dialog = QDialog(window)
    window.show()
    dialog.open()
    saved_at(dialog, "/tmp/events.csv")
    dialog.close()
    qtbot.waitUntil(window.isActiveWindow)
