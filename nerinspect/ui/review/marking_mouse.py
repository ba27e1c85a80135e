"""Marking with the mouse: tokens are dragged over, then a menu offers their types."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QMenu, QTextEdit

from nerinspect.ui.panels.context_view import ContextView
from nerinspect.ui.plain_text import plain_text


class MarkingMouse(QObject):
    """Tell which tokens of the event's sentence are dragged over.

    Parameters
    ----------
    view : ContextView
        Where the tokens are.

    Signals
    -------
    dragged_over : int, int
        The token where the button was pressed, and the one that the pointer is on.
    missed
        The button was pressed on another sentence.
    released
        The button was released; what was told last was dragged over.
    """

    dragged_over = Signal(int, int)
    missed = Signal()
    released = Signal()

    def __init__(self, view: ContextView) -> None:
        super().__init__(view)
        self._view, self._port = view, view.viewport()
        self._pressed: int | None = None

    def begin(self) -> None:
        """Follow the mouse."""
        self._port.installEventFilter(self)

    def end(self) -> None:
        """Follow it no more."""
        self._port.removeEventFilter(self)
        self._pressed = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the left button from the view, which would select characters."""
        if not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.MouseMove and event.buttons() & Qt.MouseButton.LeftButton:
            self._move(self._view.event_token_at(event.position()))
        elif event.button() != Qt.MouseButton.LeftButton:
            return super().eventFilter(watched, event)
        elif event.type() == QEvent.Type.MouseButtonRelease:
            if self._pressed is not None:
                self._pressed = None
                self.released.emit()
        elif (token := self._view.event_token_at(event.position())) is not None:
            self._pressed = token
            self._move(token)
        else:
            self.missed.emit()
        return True

    def _move(self, token: int | None) -> None:
        if self._pressed is not None and token is not None:
            self.dragged_over.emit(self._pressed, token)


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
