"""A button with the key that does the same painted at its left."""

from math import ceil

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from nerinspect.ui.keys import ENTER_KEYS
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.painting.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme import current_theme

_MARGIN, _LEAST_MARGIN, _GAP, _RADIUS, _AROUND_TEXT = 8, 5, 6, 3, 10  # at a font of 13 pixels


class KeyCapButton(QPushButton):
    """Offer something that can be chosen; what is chosen has a tint and an edge.

    Parameters
    ----------
    text : str
        What is offered.
    key : str
        The key as it is written on the keyboard.
    parent : QWidget, optional
        The parent.
    """

    def __init__(self, text: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measured: tuple[str, str, QFont, QSize] | None = None  # kept: layouts ask for it hundreds of times
        self.setCheckable(True)
        self.offer(text, key)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the table
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def key(self) -> str:
        """The key as it is written on the keyboard."""
        return self._key

    def offer(self, text: str, key: str) -> None:
        """Offer something, under a key."""
        self._key = key
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(f"Key {key}")
        self.updateGeometry()

    def _unit(self) -> float:
        return font_size(self.font()) / 13

    def _key_size(self) -> QSize:
        metrics = QFontMetricsF(scaled_font(self.font(), CAPTION))
        width = max(metrics.horizontalAdvance(self._key) + 6 * self._unit(), metrics.height())
        return QSize(round(width), round(metrics.height() + self._unit()))

    def _held_width(self) -> float:
        """Measure the key with the words."""
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
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), self._key)

    # Qt overrides

    def sizeHint(self) -> QSize:
        """Follow the widget's font; where there is more room, the words stand farther from the edges."""
        text, key, font = self.text(), self._key, self.font()
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
