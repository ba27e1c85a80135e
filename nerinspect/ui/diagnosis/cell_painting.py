"""How differences and shaded scores are painted, in the window and in pictures."""

from math import isnan
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter

from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import Theme

_BAR, _PAD = 11, 2  # at a font of 13 pixels
_DEEPEST: Final = (0.6, 0.4)
"""How much of the accent the deepest shade has, on light and on dark: text on it stays readable."""


def better_ink(theme: Theme, is_a: bool) -> QColor:
    """Give the colour of bars where A is better, or B: blue and orange, which nobody confuses."""
    return theme.accent if is_a else theme.warning


def paint_difference(painter: QPainter, theme: Theme, rect: QRectF, reach: float, unit: float) -> None:
    """Paint a bar from the middle of a rectangle.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    theme : Theme
        Colours.
    rect : QRectF
        The cell.
    reach : float
        From -1, to the left edge, to 1; nan for no bar.
    unit : float
        A thirteenth of the font's size.
    """
    half, middle = rect.width() / 2 - _PAD * unit, rect.center().x()
    painter.fillRect(QRectF(middle - 0.5, rect.top(), 1, rect.height()), theme.border)
    if isnan(reach) or not reach:
        return
    top, length = rect.center().y() - _BAR * unit / 2, max(half * abs(reach), unit)
    left = middle if reach > 0 else middle - length
    painter.fillRect(QRectF(left, top, length, _BAR * unit), better_ink(theme, reach > 0))


def shade_colour(theme: Theme, shade: float) -> QColor:
    """Give the ground of a score: the more accent, the higher; none where colours carry no meaning."""
    if theme.is_plain:
        return theme.base
    share = _DEEPEST[theme.is_dark] * min(max(shade, 0.0), 1.0)
    mixed = [
        round((1 - share) * a + share * b)
        for a, b in zip(theme.base.getRgb()[:3], theme.accent.getRgb()[:3], strict=True)  # type: ignore[index]
    ]
    return QColor(*mixed)


def paint_shaded(
    painter: QPainter, theme: Theme, font: QFont, rect: QRectF, text: str, shade: float, is_underlined: bool = False
) -> None:
    """Paint a score on its shade; hatched where it is undefined.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    theme : Theme
        Colours.
    font : QFont
        Of the text.
    rect : QRectF
        The cell.
    text : str
        The score.
    shade : float
        From 0 to 1; nan if undefined.
    is_underlined : bool
        As doors are under the pointer.
    """
    ground = rect.adjusted(0, 0, -1, -1)
    if isnan(shade):
        painter.fillRect(ground, QBrush(theme.border, Qt.BrushStyle.BDiagPattern))
    else:
        painter.fillRect(ground, shade_colour(theme, shade))
    at, place = Qt.AlignmentFlag.AlignRight, rect.adjusted(0, 0, -rect.height() / 4, 0)
    draw_text(painter, font, theme.text, place, text, at, elide=Qt.TextElideMode.ElideNone, is_underlined=is_underlined)


def paint_legend(painter: QPainter, theme: Theme, font: QFont, rect: QRectF, ends: tuple[str, str]) -> None:
    """Paint the scale of shades between its ends, which are written beside it."""
    widths = [painter.fontMetrics().horizontalAdvance(end) for end in ends]
    draw_text(painter, font, theme.text2, rect, ends[0], elide=Qt.TextElideMode.ElideNone)
    draw_text(painter, font, theme.text2, rect, ends[1], Qt.AlignmentFlag.AlignRight, elide=Qt.TextElideMode.ElideNone)
    gap = 3 * _PAD * rect.height() / 22
    scale = rect.adjusted(widths[0] + gap, rect.height() / 4, -widths[1] - gap, -rect.height() / 4)
    n_steps = 12
    for step in range(n_steps):
        part = QRectF(
            scale.left() + step * scale.width() / n_steps, scale.top(), scale.width() / n_steps, scale.height()
        )
        painter.fillRect(part, shade_colour(theme, step / (n_steps - 1)))
    painter.setPen(theme.border)
    painter.drawRect(scale)
