"""A mouse that is moved while its left button is down."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

_STEPS = 4


def tell(port: QWidget, kind: QMouseEvent.Type, place: QPoint | QPointF) -> None:
    """Tell a widget what happened at one of its places, with the left button down."""
    here, left = QPointF(place), Qt.MouseButton.LeftButton
    button = Qt.MouseButton.NoButton if kind == QMouseEvent.Type.MouseMove else left
    event = QMouseEvent(kind, here, port.mapToGlobal(here), button, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(port, event)


def drag(port: QWidget, first: QPoint, last: QPoint, look: Callable[[], object] = lambda: None) -> None:
    """Drag from a place to another, and look what is to be seen on the way."""
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=first)
    for step in range(1, _STEPS + 1):
        tell(port, QMouseEvent.Type.MouseMove, QPointF(first) + QPointF(last - first) * (step / _STEPS))
        look()
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=last)
