"""A ring around the button or field that the keyboard acts on; the style alone marks it too faintly."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QTextBrowser,
    QToolButton,
    QWidget,
)

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import current_theme

_RINGED: Final = (QCheckBox, QComboBox, QLineEdit, QListWidget, QPushButton, QRadioButton, QTextBrowser, QToolButton)
"""Standard widgets; those of the program that stand for themselves paint a ring of their own."""


class FocusRing(QObject):
    """Paints the ring over whichever standard widget has the focus.

    Parameters
    ----------
    app : QApplication
        Whose widgets are meant.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.setObjectName("focus_ring")
        app.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
            before.update()
        if now is not None and type(now) in _RINGED:
            now.installEventFilter(self)
            now.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the widget paint itself, then add the ring."""
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QWidget) or not watched.hasFocus():
            return False
        watched.event(event)
        width = 2 * font_size(watched.font()) / 13
        painter = QPainter(watched)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(current_theme().accent, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = QRectF(watched.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(inner, width, width)
        painter.end()
        return True
