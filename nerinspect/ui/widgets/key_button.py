"""A flat button that shows the key which does the same."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.theme import current_theme


class KeyButton(QAbstractButton):
    """Offer an action by its words, with the key for it in a small frame.

    Parameters
    ----------
    text : str
        What happens.
    key : str
        The key as it is written on the keyboard.
    parent : QWidget, optional
        The parent.
    """

    def __init__(self, text: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self._key = key
        self.setAccessibleName(text)
        self.setAccessibleDescription(f"Key {key}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Follow the widget's font."""
        metrics, unit = QFontMetricsF(self.font()), self._unit()
        width = metrics.horizontalAdvance(self.text()) + self._key_width() + 16 * unit
        return QSize(round(width), round(metrics.height() + 4 * unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words, the key, and a ring when focused."""
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
        return font_size(self.font()) / 13

    def _key_width(self) -> float:
        metrics = QFontMetricsF(scaled_font(self.font(), CAPTION))
        return max(metrics.horizontalAdvance(self._key) + 8 * self._unit(), metrics.height())
