"""Sizes of the tracks over and under the words of a sentence, all from the fonts."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

LINE_HEIGHT: Final = 4.9
"""Height of a line with tracks, in sizes of the sentence's font."""

_BETWEEN: Final = 3
"""Room between two tracks under the words, in thirteenths of the desktop's font."""

BASELINE: Final = 0.8
"""Where the text engine puts the baseline in a line of fixed height."""


@dataclass(frozen=True)
class TrackMetrics:
    """Sizes of the tracks in device-independent pixels, all from the fonts.

    Attributes
    ----------
    unit : float
        A thirteenth of the size of the desktop's font.
    box : float
        Height of a box with its line.
    above, below : float
        From the baseline up to the top of the reference's boxes, down to the top of the prediction's.
    caption : float
        Height of a line of caption.
    note_above, note_below : float
        Room kept for what was repaired, above the reference's boxes and below the prediction's.
    n_below : int
        Tracks below the words.
    line_height : float
        From one baseline of the sentence to the next.
    """

    unit: float
    box: float
    above: float
    below: float
    caption: float
    note_above: float
    note_below: float
    n_below: int
    line_height: float

    @classmethod
    def of_fonts(
        cls,
        sentence: QFont,
        caption: QFont,
        size: float,
        has_note_above: bool = False,
        has_note_below: bool = True,
        n_below: int = 1,
    ) -> "TrackMetrics":
        """Derive the sizes.

        Parameters
        ----------
        sentence, caption : QFont
            Fonts of the sentence and of the names on its spans.
        size : float
            Size of the desktop's font in pixels.
        has_note_above, has_note_below : bool
            Whether repaired labels of the reference, and of the prediction, need room.
        n_below : int
            Tracks below the words; of several, none has room for a note.
        """
        text, small, unit = QFontMetricsF(sentence), QFontMetricsF(caption), size / 13
        box = small.height() + 4 * unit
        above = text.ascent() + 4.5 * unit + box
        below = text.descent() + 3.5 * unit
        note_above = small.height() if has_note_above else 0.0
        note_below = small.height() if has_note_below and n_below == 1 else 0.0
        tracks_below = n_below * (box + _BETWEEN * unit) - _BETWEEN * unit
        height = above + below + tracks_below + 11 * unit + note_below + note_above
        em = text.ascent() / 1.07  # of the faces that set other scripts too
        height = max(LINE_HEIGHT * em if has_note_below else 0.0, height)
        return cls(unit, box, above, below, small.height(), note_above, note_below, n_below, height)

    @property
    def spare_above(self) -> float:
        """What the text engine leaves free above the tracks of the first line."""
        return BASELINE * self.line_height - self.above - self.note_above - 5 * self.unit

    @property
    def room_below(self) -> float:
        """What the last line needs below the place where the text engine ends it."""
        return self._bottom + 7 * self.unit + self.note_below - (1 - BASELINE) * self.line_height

    @property
    def _bottom(self) -> float:
        """From the baseline down to the end of the last track."""
        return self.below + self.n_below * self.box + (self.n_below - 1) * _BETWEEN * self.unit

    def box_rect(self, track: int, baseline: float, left: float, right: float) -> QRectF:
        """Place a box of a track; the first one lies above the words, the others below each other under them."""
        top = baseline - self.above
        if track:
            top = baseline + self.below + (track - 1) * (self.box + _BETWEEN * self.unit)
        return QRectF(left, top, right - left, self.box)

    def frame_rect(self, baseline: float, left: float, right: float) -> QRectF:
        """Place the frame around both tracks of an event."""
        margin, width = 5 * self.unit, 4 * self.unit
        top, bottom = baseline - self.above - margin, baseline + self._bottom + margin
        return QRectF(left - width, top, right - left + 2 * width, bottom - top)
