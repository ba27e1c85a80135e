"""Turning the wheel scrolls the page under the pointer; it changes nothing that stands on it."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QTabBar,
    QWidget,
)


class WheelGuard(QObject):
    """Lets boxes, sliders and tabs, and what scrolls on a page that scrolls, take the wheel only with the focus.

    Even then the wheel stays with the page that it was turned on, until the pointer moves: what has the focus may be
    scrolled under it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._scrolled_at: QPointF | None = None

    def watch(self, widget: QWidget) -> None:
        """Watch a widget if it takes the wheel; turning the wheel on it gives it the focus no more."""
        is_box = isinstance(widget, QComboBox | QAbstractSpinBox | QAbstractSlider | QTabBar)
        if not (is_box or isinstance(widget, QAbstractScrollArea)) or isinstance(widget, QScrollBar):
            return
        if widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        (widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget).installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to what is around."""
        if not isinstance(event, QWheelEvent) or not isinstance(watched, QWidget):
            return False
        area = watched.parentWidget()
        taker = area if isinstance(area, QAbstractScrollArea) and area.viewport() is watched else watched
        if taker is not watched and not any(_can_scroll(around, event) for around in _areas_around(taker)):
            self._scrolled_at = event.globalPosition()
            return False
        if _has_focus(taker) and event.globalPosition() != self._scrolled_at:
            return False
        event.ignore()
        return True


def _areas_around(widget: QWidget) -> Iterator[QAbstractScrollArea]:
    """Go through what a widget stands in, up to its window, as far as it is there to scroll."""
    around: QWidget | None = widget
    while around is not None and not around.isWindow():
        around = around.parentWidget()
        if isinstance(around, QAbstractScrollArea):
            yield around


def _can_scroll(area: QAbstractScrollArea, event: QWheelEvent) -> bool:
    is_sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
    bar = area.horizontalScrollBar() if is_sideways else area.verticalScrollBar()
    return bar.minimum() < bar.maximum()


def _has_focus(widget: QWidget) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))
