"""What stands above the bars of events and demerits: letters of kinds, and numbers that do not fit inside."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font

LABEL_HEIGHT: Final = 18  # at a font of 13 pixels
_GAP: Final = 6  # between two labels
_LEADER: Final = 3  # below a label


@dataclass(frozen=True, eq=False)
class BarLabel:
    """Text above a segment.

    Attributes
    ----------
    segment : int
        The number of the segment it belongs to.
    text : str
        Letters of the kind, with the number if the segment has no room for it.
    rect : QRectF
        Its place.
    leader : tuple of QPointF or None
        Both ends of a line to a segment that is narrower than its label; None where it stands right above.
    """

    segment: int
    text: str
    rect: QRectF
    leader: tuple[QPointF, QPointF] | None


def has_room(count: str, rect: QRectF, font: QFont) -> bool:
    """Tell whether a number can stand inside a segment."""
    metrics = QFontMetricsF(scaled_font(font, CAPTION, is_bold=True))
    return metrics.horizontalAdvance(count) + 6 * font_size(font) / 13 < rect.width()


def place_labels(
    texts: Sequence[tuple[int, str]], rects: Sequence[QRectF], width: float, font: QFont
) -> list[BarLabel]:
    """Place labels of one bar: in the middle of their segments, or pushed aside where others stand.

    Parameters
    ----------
    texts : sequence of tuple
        The number of a segment and its text, from left to right.
    rects : sequence of QRectF
        The places of all segments.
    width : float
        Of the picture, in device-independent pixels.
    font : QFont
        The desktop's font.
    """
    unit, metrics = font_size(font) / 13, QFontMetricsF(scaled_font(font, CAPTION, is_bold=True))
    widths = [metrics.horizontalAdvance(text) + 1 for _, text in texts]
    lefts, least = [], 0.0
    for (segment, _), own in zip(texts, widths, strict=True):
        lefts.append(max(rects[segment].center().x() - own / 2, least))
        least = lefts[-1] + own + _GAP * unit
    most = width
    for place in reversed(range(len(lefts))):
        lefts[place] = min(lefts[place], most - widths[place])
        most = lefts[place] - _GAP * unit
    labels = []
    for (segment, text), left, own in zip(texts, lefts, widths, strict=True):
        below = rects[segment]
        rect = QRectF(left, below.top() - LABEL_HEIGHT * unit, own, (LABEL_HEIGHT - _LEADER) * unit)
        foot = QPointF(below.center().x(), below.top())
        head = QPointF(min(max(foot.x(), rect.left()), rect.right()), rect.bottom())
        labels.append(BarLabel(segment, text, rect, (head, foot) if own > below.width() else None))
    return labels
