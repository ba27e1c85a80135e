"""What the search field paints around its text."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat

from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.theme import Theme

_KEY: Final = "Ctrl F"


def key_size(font: QFont) -> QSizeF:
    """Measure the frame of the key."""
    metrics, unit = QFontMetricsF(scaled_font(font, CAPTION)), font_size(font) / 13
    return QSizeF(metrics.horizontalAdvance(_KEY) + 10 * unit, metrics.height() + 2 * unit)


def paint_key(painter: QPainter, field: QRectF, font: QFont, theme: Theme) -> None:
    """Paint the key that leads to the field at its right end."""
    size, unit = key_size(font), font_size(font) / 13
    corner = QPointF(field.width() - size.width() - 8 * unit, (field.height() - size.height()) / 2)
    frame = QRectF(corner, size)
    painter.setPen(QPen(theme.border, 1))
    painter.drawRoundedRect(frame, 3 * unit, 3 * unit)
    painter.setPen(theme.text3)
    painter.setFont(scaled_font(font, CAPTION))
    painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter), _KEY)


def wave(theme: Theme) -> QTextCharFormat:
    """Underline text as a mistake."""
    underlined = QTextCharFormat()
    underlined.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    underlined.setUnderlineColor(theme.warning)
    return underlined
