"""Marking with the mouse: tokens are dragged over, then a menu offers their types."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QMenu, QTextEdit

from nerinspect.ui.plain_text import plain_text


class MarkingMouse(QObject):
    """Tell when tokens were dragged over or clicked.

    Parameters
    ----------
    view : QTextEdit
        Where the tokens are.

    Signals
    -------
    dragged
        The button was released; what was dragged over is selected.
    """

    dragged = Signal()

    def __init__(self, view: QTextEdit) -> None:
        super().__init__(view)
        self._port = view.viewport()
        self._released = QTimer(self, singleShot=True, interval=0)  # the view takes the release after its filters
        self._released.timeout.connect(self.dragged)

    def begin(self) -> None:
        """Follow the mouse."""
        self._port.installEventFilter(self)

    def end(self) -> None:
        """Follow it no more."""
        self._port.removeEventFilter(self)
        self._released.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for a button to be released."""
        is_release = event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent)
        if is_release and cast("QMouseEvent", event).button() == Qt.MouseButton.LeftButton:
            self._released.start()
        return super().eventFilter(watched, event)


def offer_types(
    view: QTextEdit,
    types: Sequence[str],
    mark: Callable[[str], object],
    unmark: Callable[[], object],
    write: Callable[[], object],
) -> None:
    """Offer types beside the pointer: each of some, none, or another one that is written."""
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for name in types:
        menu.addAction(plain_text(name), partial(mark, name))
    menu.addSeparator()
    menu.addAction("No name", unmark)
    menu.addAction("Another type…", write)
    menu.popup(QCursor.pos())
