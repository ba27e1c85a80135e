"""Keys that do the same in every part of the window, where Tab leads, and buttons that show their key."""

from collections.abc import Callable, Iterator
from itertools import takewhile
from math import ceil
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QTextEdit,
    QWidget,
)
from shiboken6 import createdByPython

from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.marks import key_cap_size, paint_accent_edge, paint_focus_ring, paint_key_cap
from nerinspect.ui.theme.themes import current_theme

ENTER_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)  # Enter, on the main keys and on the number pad
OPENING_KEYS: Final = (*ENTER_KEYS, Qt.Key.Key_Space)  # what opens a number or picks a value, as a click does
_WITH_CONTROL: Final = frozenset((Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_X, Qt.Key.Key_V))
_EVEN_WITH_SHIFT: Final = frozenset(
    (
        Qt.Key.Key_Z,
        *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
        *(Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Insert, *ENTER_KEYS),
    )
)
_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def edits_text(event: QKeyEvent) -> bool:
    """Tell whether a key belongs to whoever writes: it makes a character, or everybody knows it from other fields."""
    beside, key = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, event.key()
    if not beside & ~_SHIFT:
        return True
    return (beside == _CONTROL and key in _WITH_CONTROL) or (beside & ~_SHIFT == _CONTROL and key in _EVEN_WITH_SHIFT)


class FieldKeys(QObject):
    """Leaves to the fields of a window only keys that edit text; those of its commands act from everywhere.

    The desktop may give fields further keys, such as Ctrl+E for the end of the line, which no command could have then.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        app = QApplication.instance()
        assert isinstance(app, QApplication), "there is a window"
        app.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if now is not None and now.window() is self._window and _takes_text(now):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the field see a key first, then say whose it is, whether the field wants it or not."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not event.modifiers() & ~(_SHIFT | Qt.KeyboardModifier.KeypadModifier):
            return False  # characters, and keys such as F1, which fields leave alone
        watched.event(event)
        event.setAccepted(edits_text(event))
        return True


def _takes_text(widget: QWidget) -> bool:
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QLineEdit | QComboBox | QAbstractSpinBox)


def focus_of(window: QWidget) -> QWidget | None:
    """Give the widget of a window that has the focus, or gets it with the window."""
    return _at_home(window.focusWidget())


def tab_chain(
    widget: QWidget, step: Callable[[QWidget], QWidget | None] = QWidget.nextInFocusChain
) -> Iterator[QWidget]:
    """Go through what follows a widget in its window, round to the widget itself, which is left out.

    `QWidget.previousInFocusChain` steps the other way.
    """
    one = _at_home(step(widget))
    while one is not None and one is not widget:
        yield one
        one = _at_home(step(one))


def tab_before(part: QWidget, below: QWidget) -> None:
    """Let Tab go through a part, which was just added to a window, before it comes to another one."""
    last = next(filter(_takes_tab, tab_chain(below, QWidget.previousInFocusChain)))
    stops = [part, *takewhile(part.isAncestorOf, tab_chain(part))]
    for stop in filter(_takes_tab, stops):
        QWidget.setTabOrder(last, stop)
        last = stop


def _takes_tab(widget: QWidget) -> bool:
    return widget.focusPolicy() not in (Qt.FocusPolicy.NoFocus, Qt.FocusPolicy.ClickFocus)


def _at_home(widget: QWidget | None) -> QWidget | None:
    """Put a widget that another one gave back where it belongs, which changes nothing to Qt.

    PySide takes it for a child of that one. What Qt made itself, such as the head of a table, would then be deleted by
    Python's collector while the table still uses it.
    """
    if widget is not None:
        around = widget.parentWidget()
        if around is not None and not createdByPython(around):
            _at_home(around)  # or Python would forget it at once, and take the widget for deleted
        widget.setParent(around)
    return widget


class KeyButton(QAbstractButton):
    """Offer an action by its words, with the key for it in a small frame."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__()
        self.setText(text)
        self._key = key
        self.setAccessibleName(text)
        self.setAccessibleDescription(f"Key {key}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        metrics, unit = QFontMetricsF(self.font()), self._unit()
        width = metrics.horizontalAdvance(self.text()) + self._key_width() + 16 * unit
        return QSize(round(width), round(metrics.height() + 4 * unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, unit = current_theme(), self._unit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(4 * unit, 0, -4 * unit, 0)
        painter.setPen(self._ink())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self.text())
        height = QFontMetricsF(scaled_font(self.font(), CAPTION)).height()
        key = QRectF(rect.right() - self._key_width(), rect.center().y() - height / 2, self._key_width(), height)
        painter.setPen(QPen(theme.border, 1))
        painter.setBrush(theme.base)
        painter.drawRoundedRect(key.adjusted(0.5, 0.5, -0.5, -0.5), 3 * unit, 3 * unit)
        painter.setPen(theme.text2)
        painter.setFont(scaled_font(self.font(), CAPTION))
        painter.drawText(key, int(Qt.AlignmentFlag.AlignCenter), self._key)
        if self.hasFocus():
            painter.setPen(QPen(theme.accent, 2 * unit))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(unit, unit, -unit, -unit), 3 * unit, 3 * unit)
        painter.end()

    def _ink(self) -> "QPen":
        theme = current_theme()
        if not self.isEnabled():
            return QPen(theme.dimmed)
        return QPen(theme.text if self.underMouse() or self.isDown() else theme.text2)

    def _unit(self) -> float:
        return unit_of(self.font())

    def _key_width(self) -> float:
        metrics = QFontMetricsF(scaled_font(self.font(), CAPTION))
        return max(metrics.horizontalAdvance(self._key) + 8 * self._unit(), metrics.height())


_MARGIN, _LEAST_MARGIN, _GAP, _RADIUS, _AROUND_TEXT = 8, 5, 6, 3, 10  # at a font of 13 pixels


class KeyCapButton(QPushButton):
    """Offer something that can be chosen; what is chosen has a tint and an edge."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__()
        self._measured: tuple[str, str, QFont, QSize] | None = None  # kept: layouts ask for it hundreds of times
        self.setCheckable(True)
        self.offer(text, key)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the table
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def offer(self, text: str, key: str) -> None:
        """Offer something, under a key."""
        self.key = key
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(f"Key {key}")
        self.updateGeometry()

    def _unit(self) -> float:
        return unit_of(self.font())

    def _key_size(self) -> QSize:
        return key_cap_size(self.font(), self.key).toSize()

    def _held_width(self) -> float:
        return (
            self._key_size().width() + _GAP * self._unit() + QFontMetricsF(self.font()).horizontalAdvance(self.text())
        )

    def _paint_face(self, painter: QPainter, face: QRectF) -> None:
        theme, unit = current_theme(), self._unit()
        shape = QPainterPath()
        shape.addRoundedRect(face, _RADIUS * unit, _RADIUS * unit)
        is_pointed = self.isEnabled() and (self.underMouse() or self.isDown())
        ground = theme.selected if self.isChecked() else theme.hover if is_pointed else theme.button
        painter.fillPath(shape, ground)
        if self.isChecked():
            painter.save()
            painter.setClipPath(shape)
            paint_accent_edge(painter, theme, unit, face)
            painter.restore()
        painter.strokePath(shape, QPen(theme.border if self.isEnabled() else theme.hairline, 1))

    def sizeHint(self) -> QSize:
        """Follow the widget's font; where there is more room, the words stand farther from the edges."""
        text, key, font = self.text(), self.key, self.font()
        if self._measured is None or self._measured[:3] != (text, key, font):
            height = QFontMetricsF(font).height() + _AROUND_TEXT * self._unit()
            width = ceil(self._held_width() + 2 * _LEAST_MARGIN * self._unit())
            self._measured = text, key, QFont(font), QSize(width, round(height))
        return self._measured[3]

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, unit, whole = current_theme(), self._unit(), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_face(painter, whole.adjusted(0.5, 0.5, -0.5, -0.5))
        size = self._key_size()
        margin = min(_MARGIN * unit, (self.width() - self._held_width()) / 2)
        cap = QRectF(round(margin), (self.height() - size.height()) // 2, size.width(), size.height())
        words = whole.adjusted(cap.right() + _GAP * unit, 0, 0, 0)
        painter.setPen(theme.text if self.isEnabled() else theme.dimmed)
        at = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextHideMnemonic
        painter.drawText(words, int(at), self.text())
        paint_key_cap(painter, theme, self.font(), cap, self.key, self.isEnabled())
        if self.hasFocus():
            paint_focus_ring(painter, theme, unit, whole, _RADIUS)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS:
            self.click()
        else:
            super().keyPressEvent(event)
