"""Room for the names on spans: wider blanks behind short mentions, and the gaps beside a box."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from nerinspect.analysis.sentence import Sentence
from nerinspect.ui.painting.fonts import CLOSEST, close_font
from nerinspect.ui.painting.placed_spans import PlacedSpan
from nerinspect.ui.painting.shown_tokens import ShownTokens
from nerinspect.ui.painting.tracks import name_inset

_APART: Final = 9
"""Room beside a name, in thirteenths of the desktop's font."""

_MOST_WIDER: Final = 56
"""By how much a blank is widened at most; longer names are elided."""

_CLEAR: Final = 3
"""Room between a name and what stands beside it."""


def wider_blanks(
    sentence: Sentence,
    shown: ShownTokens,
    words: QFontMetricsF,
    names: QFontMetricsF,
    unit: float,
) -> dict[int, float]:
    """Find the blanks that leave too little room for the name of the mention before them, up to the next word.

    Parameters
    ----------
    sentence : Sentence
        The sentence and its readings.
    shown : ShownTokens
        The part of it that is laid out.
    words, names : QFontMetricsF
        Of the fonts of the words and of names set close.
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
    for track in sentence.tracks:
        for span in track.spans:
            units = shown.units(span.start, span.end)
            if units is None or units[1] - units[0] > 2 * len(span.type) or units[1] >= shown.end[-1]:
                continue
            text = sentence.words(span.start, span.end)
            missing = width_of_name(span.type) + _APART * unit - width_of_words(f"{text} ")
            if missing > 0:
                wider[units[1]] = max(min(missing, _MOST_WIDER * unit), wider.get(units[1], 0.0))
    return wider


class LineNames:
    """Give the names of the types on one line their places.

    Parameters
    ----------
    frames : list of QRectF
        Frames around the event; they grow with the names inside them.
    limits : (float, float)
        Left and right end of what names may cover.
    font : QFont
        Of the names.
    unit : float
        A thirteenth of the size of the desktop's font.
    is_right_to_left : bool
        Whether names stand at the right end of their boxes.
    """

    def __init__(
        self, frames: list[QRectF], limits: tuple[float, float], font: QFont, unit: float, is_right_to_left: bool
    ) -> None:
        self.frames = frames
        self.placed: list[tuple[PlacedSpan, QRectF, str]] = []
        self._limits = limits
        self._fonts, self._close = QFontMetricsF(font), QFontMetricsF(close_font(font))
        self._closest = QFontMetricsF(close_font(font, CLOSEST))
        self._unit = unit
        self._is_right_to_left = is_right_to_left

    def frame_around(self, item: PlacedSpan) -> int | None:
        """Give the place of the frame that a mention lies in."""
        left, right = item.boxes[0].left(), item.boxes[-1].right()
        return next((i for i, frame in enumerate(self.frames) if frame.left() <= left and right <= frame.right()), None)

    def place(self, item: PlacedSpan, obstacles: Iterable[QRectF], more: str = "") -> None:
        """Write the name of a mention on its widest box, and beside it up to what stands there.

        Parameters
        ----------
        item : PlacedSpan
            The mention; those inside a frame come first.
        obstacles : iterable of QRectF
            Boxes of its row, and the words around it.
        more : str
            Words behind the name, left out where they have no room.
        """
        box, name = max(item.boxes, key=QRectF.width), item.span.type
        frame = self.frame_around(item)
        room = QRectF(box)
        if self._closest.horizontalAdvance(name) > box.width() - self._unit:
            room = name_room(box, [*obstacles, *self.frames], self._limits, self._is_right_to_left, self._unit)
        if more and self._fonts.horizontalAdvance(f"{name} …") < box.width():
            name += more
        self.placed.append((item, room, name))
        if frame is not None:
            width = self._width(name, room)
            width += name_inset(room.width(), width, self._unit) + _CLEAR * self._unit
            self.frames[frame] = self._widened(self.frames[frame], room, width)

    def _width(self, name: str, room: QRectF) -> float:
        """Measure a name as it will be written in a room."""
        width, clear = self._fonts.horizontalAdvance(name), 2 * self._unit
        return width if width <= room.width() - clear else min(self._close.horizontalAdvance(name), room.width())

    def _widened(self, frame: QRectF, room: QRectF, width: float) -> QRectF:
        """Widen a frame for a name."""
        left, right = frame.left(), frame.right()
        if self._is_right_to_left:
            left = min(left, room.right() - width)
        else:
            right = max(right, room.left() + width)
        return QRectF(left, frame.top(), right - left, frame.height())


def name_room(
    box: QRectF, obstacles: Iterable[QRectF], limits: tuple[float, float], is_right_to_left: bool, unit: float
) -> QRectF:
    """Extend a box in reading direction, for its name, up to what stands beside it.

    Parameters
    ----------
    box : QRectF
        The box of a mention.
    obstacles : iterable of QRectF
        Other boxes of its row, and the words around it.
    limits : (float, float)
        Left and right end of what names may cover.
    is_right_to_left : bool
        Whether names stand at the right end of their boxes.
    unit : float
        A thirteenth of the size of the desktop's font.
    """
    room, clear = QRectF(box), _CLEAR * unit
    if is_right_to_left:
        ends = [other.right() + clear for other in obstacles if other.right() <= box.left() + 1]
        room.setLeft(min(max([limits[0], *ends]), box.left()))
    else:
        ends = [other.left() - clear for other in obstacles if other.left() >= box.right() - 1]
        room.setRight(max(min([limits[1], *ends]), box.right()))
    return room
