"""Buttons with their keys painted on them, and the few lines in which a note is written."""

from math import ceil
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QSizePolicy, QWidget

from nerinspect.ui.kit.keys import ENTER_KEYS, edits_text
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme.themes import current_theme

_MARGIN, _LEAST_MARGIN, _GAP, _RADIUS, _AROUND_TEXT = 8, 5, 6, 3, 10  # at a font of 13 pixels


class KeyCapButton(QPushButton):
    """Offer something that can be chosen; what is chosen has a tint and an edge."""

    def __init__(self, text: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        metrics = QFontMetricsF(scaled_font(self.font(), CAPTION))
        width = max(metrics.horizontalAdvance(self.key) + 6 * self._unit(), metrics.height())
        return QSize(round(width), round(metrics.height() + self._unit()))

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

    def _paint_key(self, painter: QPainter, cap: QRectF) -> None:
        theme = current_theme()
        painter.setPen(QPen(theme.border if self.isEnabled() else theme.hairline, 1))
        painter.setBrush(theme.base)
        painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 2 * self._unit(), 2 * self._unit())
        painter.setPen(theme.text2 if self.isEnabled() else theme.dimmed)
        painter.setFont(scaled_font(self.font(), CAPTION))
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), self.key)

    # Qt overrides

    def sizeHint(self) -> QSize:
        """Follow the widget's font; where there is more room, the words stand farther from the edges."""
        text, key, font = self.text(), self.key, self.font()
        if self._measured is None or self._measured[:3] != (text, key, font):
            height = QFontMetricsF(font).height() + _AROUND_TEXT * self._unit()
            width = ceil(self._held_width() + 2 * _LEAST_MARGIN * self._unit())
            self._measured = text, key, QFont(font), QSize(width, round(height))
        return self._measured[3]

    def minimumSizeHint(self) -> QSize:
        """Show all words."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the face, the key and the words, and a ring when focused."""
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
        self._paint_key(painter, cap)
        if self.hasFocus():
            paint_focus_ring(painter, theme, unit, whole, _RADIUS)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter do what Space does."""
        if event.key() in ENTER_KEYS:
            self.click()
        else:
            super().keyPressEvent(event)


_LINES: Final = 3

_STAYING: Final = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Who opens a menu of the edit, or looks into another window, has not left the note."""

_HELD: Final = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)


class NoteEdit(Styled, QPlainTextEdit):
    """Show itself while a note is written."""

    written = Signal(str)
    closed = Signal(bool)  # the edit is hidden; whether a key of its own did it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("note_edit")
        self.setAccessibleName("Note")
        self.setPlaceholderText("Ctrl+Enter keeps the note, Esc leaves it as it was")
        self.setTabChangesFocus(True)
        self._before = ""
        self.is_open = False
        self._app = cast("QApplication", QApplication.instance())
        self._fit()
        self.hide()

    def open(self, note: str) -> None:
        """Let a note be changed."""
        self._before, self.is_open = note, True
        self.setPlainText(note)
        self.moveCursor(self.textCursor().MoveOperation.End)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._app.installEventFilter(self)

    def keep(self) -> None:
        """Announce the note if it is another one than before; the edit stays."""
        note = self.toPlainText().strip()
        if self.is_open and note != self._before:
            self._before = note
            self.written.emit(note)

    def follow(self, note: str) -> None:
        """Hide if another note is on show than the one that is being changed."""
        if note != self._before:
            self._close()

    def _close(self, by_key: bool = False) -> None:
        if self.is_open:
            self.is_open = False
            self._app.removeEventFilter(self)
            self.hide()
            self.closed.emit(by_key)

    def _fit(self) -> None:
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        self.setFixedHeight(_LINES * QFontMetrics(self.font()).lineSpacing() + around)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the note before a click elsewhere does anything, such as choose another event."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            is_inside = watched is self or self.isAncestorOf(watched)
            if not is_inside and watched.window() is self.window():
                self.keep()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Keep Esc and Ctrl+Enter for the edit; keep the note before any other key does something elsewhere."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        if _ends(event):
            event.accept()
            return True
        is_taken = super().event(event)
        if event.key() not in _HELD and not edits_text(event):
            self.keep()
        return is_taken

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep the note, or leave it as it was."""
        if not _ends(event):
            super().keyPressEvent(event)
            return
        if event.key() != Qt.Key.Key_Escape:
            self.keep()
        self._close(by_key=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add a ring when focused."""
        super().paintEvent(event)
        if self.hasFocus():
            unit, port = self.unit, self.viewport()
            paint_focus_ring(QPainter(port), current_theme(), unit, QRectF(port.rect()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what is left."""
        super().focusOutEvent(event)
        if event.reason() not in _STAYING:
            self.keep()
            self._close()

    def _restyle(self) -> None:
        self._fit()


def _ends(event: QKeyEvent) -> bool:
    has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return event.key() == Qt.Key.Key_Escape or (event.key() in ENTER_KEYS and has_control)
