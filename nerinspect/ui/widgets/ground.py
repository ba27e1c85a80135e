"""What pages of tables lie on."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nerinspect.ui.theme import current_theme


class Ground(QWidget):
    """A page in the colour of tables; its palette stays that of a window, which gives boxes on it their edges."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill what is to be painted."""
        QPainter(self).fillRect(event.rect(), current_theme().base)
