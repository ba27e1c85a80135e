"""A menu in which several things are ticked one after the other."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget


class TickingMenu(QMenu):
    """Stay open when a line with a tick is clicked, or Space is pressed on it; any other line closes the menu."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._pressed: QAction | None = None

    def _tick(self, action: QAction | None) -> bool:
        """Tick a line or take its tick away, if it can have one."""
        can_be = action is not None and action.isCheckable() and action.isEnabled()
        if action is not None and can_be:
            action.trigger()
        return can_be

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the line: the click that opened the menu ends over it too."""
        self._pressed = self.actionAt(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick the line that was clicked."""
        action, self._pressed = self._pressed, None
        if action != self.actionAt(event.position().toPoint()) or not self._tick(action):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick the current line with Space."""
        if event.key() != Qt.Key.Key_Space or not self._tick(self.activeAction()):
            super().keyPressEvent(event)
