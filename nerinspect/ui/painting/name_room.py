"""Room for the names on spans: wider blanks behind short mentions, and the gaps beside a box."""

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from nerinspect.analysis.sentence import Sentence
from nerinspect.ui.painting.shown_tokens import ShownTokens

_APART = 6
"""Room between two names, in thirteenths of the desktop's font."""


def wider_blanks(
    sentence: Sentence, shown: ShownTokens, words: QFontMetricsF, names: QFontMetricsF, unit: float
) -> dict[int, float]:
    """Find the blanks that leave too little room for the name of the mention before them, up to the next mention.

    Parameters
    ----------
    sentence : Sentence
        The sentence and its readings.
    shown : ShownTokens
        The part of it that is laid out.
    words, names : QFontMetricsF
        Of the fonts of the words and of the names.
    unit : float
        A thirteenth of the size of the desktop's font.

    Returns
    -------
    dict of int to float
        UTF-16 positions of blanks, and how much wider each has to be.
    """
    wider: dict[int, float] = {}
    # Functions of our own: `cache` asks for a signature, and those of Qt's take long to find.
    width_of_words, width_of_name = (cache(lambda text, m=m: m.horizontalAdvance(text)) for m in (words, names))
    mixes_directions = shown.has_right_to_left  # what follows may stand elsewhere
    for track in sentence.tracks:
        for span, following in zip_longest(track.spans, track.spans[1:]):
            units = shown.units(span.start, span.end)
            if units is None or units[1] - units[0] > 2 * len(span.type) or units[1] >= shown.end[-1]:
                continue
            free_to = span.end if mixes_directions else following.start if following else len(sentence.tokens)
            text = " ".join(sentence.tokens[span.start : min(free_to, span.end + len(span.type))])
            width = width_of_name(span.type) + _APART * unit
            if (missing := width - width_of_words(f"{text} ")) > 0:
                wider[units[1]] = max(missing, wider.get(units[1], 0.0))
    return wider


class NameRow:
    """Give the names of one track on one line their places, one after the other in reading direction.

    Parameters
    ----------
    boxes : sequence of QRectF
        Every box of the track on the line.
    limits : (float, float)
        Left and right end of what names may cover.
    is_right_to_left : bool
        Whether names stand at the right end of their boxes.
    """

    boxes: list[QRectF]
    limits: tuple[float, float]
    is_right_to_left: bool

    def __init__(self, boxes: Sequence[QRectF], limits: tuple[float, float], is_right_to_left: bool) -> None:
        self._boxes = boxes
        self._limits = limits
        self._is_right_to_left = is_right_to_left
        self._taken: list[QRectF] = []

    def place(self, box: QRectF, width: float) -> QRectF:
        """Extend a box to the next one; for a wider name, also back over what the name before left free."""
        others = [*(other for other in self._boxes if other is not box), *self._taken]
        left = max([self._limits[0], *(other.right() for other in others if other.right() <= box.left() + 1)])
        right = min([self._limits[1], *(other.left() for other in others if other.left() >= box.right() - 1)])
        room = QRectF(box)
        if self._is_right_to_left:
            room.setLeft(min(left, box.left()))
            room.setRight(max(box.right(), min(right, room.left() + width)))
            name = QRectF(room.right() - width, box.top(), width, box.height())
        else:
            room.setRight(max(right, box.right()))
            room.setLeft(min(box.left(), max(left, room.right() - width)))
            name = QRectF(room.left(), box.top(), width, box.height())
        self._taken.append(name & room)
        return room
