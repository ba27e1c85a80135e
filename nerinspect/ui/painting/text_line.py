"""One line of text in a cell."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from nerinspect.visible import visible


def draw_text(
    painter: QPainter,
    font: QFont,
    ink: QColor,
    rect: QRectF,
    text: str,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    *,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    is_underlined: bool = False,
) -> None:
    """Paint one line in the middle of a rectangle's height.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; keeps the font and the pen.
    font, ink, rect, text : QFont, QColor, QRectF, str
        What is painted, and where.
    side : Qt.AlignmentFlag
        Left or right of the screen, whatever the direction of the text.
    elide : Qt.TextElideMode
        Where the text is cut if it does not fit; `ElideNone` for numbers, which are never cut.
    is_underlined : bool
        As doors are under the pointer.
    """
    if is_underlined:
        font = QFont(font)
        font.setUnderline(True)
    painter.setFont(font)
    painter.setPen(ink)
    text = visible(text)
    if elide != Qt.TextElideMode.ElideNone:
        text = QFontMetricsF(font).elidedText(text, elide, rect.width())
    at = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(rect, at | Qt.TextFlag.TextSingleLine, text)
