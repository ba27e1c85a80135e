"""Ask for files and places: every dialog of a window begins where its files lie, or where the last one ended."""

import os
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.platforms import resource_path

_DIRECT: Final = Qt.FindChildOption.FindDirectChildrenOnly


class Folders(QObject):
    """Where the file dialogs of a window begin, empty for the working folder; dialogs above it share them."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.opened, self.saved = "", ""

    def begin_at(self, path: str) -> None:
        """Begin beside a file that is open; the sample lies where nobody keeps files."""
        folder = os.path.dirname(os.path.abspath(path))
        if folder != str(resource_path("sample")) and os.path.isdir(folder):
            self.opened = folder


def ask_for_file(asker: QWidget, title: str, kinds: str = "") -> str:
    """Ask for a file to read; empty for none."""
    path, _ = QFileDialog.getOpenFileName(asker, title, _folders(asker).opened, kinds)
    return _opened(asker, path)


def ask_for_files(asker: QWidget, title: str) -> list[str]:
    paths, _ = QFileDialog.getOpenFileNames(asker, title, _folders(asker).opened)
    _opened(asker, next(iter(paths), ""))
    return paths


def ask_for_folder(asker: QWidget, title: str) -> str:
    """Ask for a folder to read; empty for none."""
    return _opened(asker, QFileDialog.getExistingDirectory(asker, title, _folders(asker).opened))


def ask_where_to_save(asker: QWidget, title: str, name: str, kinds: str) -> tuple[str, str]:
    """Ask for the path of a file to write, empty for none, and which of the kinds, as Qt writes them, it is."""
    path, kind = QFileDialog.getSaveFileName(asker, title, os.path.join(save_folder(asker), name), kinds)
    saved_at(asker, path)
    return path, kind


def save_folder(asker: QWidget) -> str:
    """Give the folder in which dialogs that save begin; empty for the working folder."""
    folders = _folders(asker)
    return folders.saved or folders.opened


def saved_at(asker: QWidget, path: str) -> None:
    """Save the next file beside one that was chosen, if one was; where dialogs close at once, no key is lost."""
    if path:
        _folders(asker).saved = os.path.dirname(path)
        while (above := asker.parentWidget()) is not None:
            asker = above
        QTimer.singleShot(0, asker, lambda: (QApplication.activeModalWidget() or asker).activateWindow())


def ways_to(path: str) -> list[tuple[str, Callable[[], object]]]:
    """Offer what is done with a file that was just written."""
    folder = QUrl.fromLocalFile(os.path.dirname(os.path.abspath(path)))
    return [("Open folder", lambda: QDesktopServices.openUrl(folder)), ("Copy path", lambda: copy_text(path))]


def _opened(asker: QWidget, path: str) -> str:
    """Open the next file beside one that was chosen, if one was."""
    if path:
        _folders(asker).opened = os.path.dirname(path)
    return path


def _folders(asker: QWidget) -> Folders:
    widget: QWidget | None = asker
    while widget is not None:
        for child in widget.findChildren(Folders, options=_DIRECT):
            return child
        widget = widget.parentWidget()
    return Folders(asker)
