"""The tokens of a sentence as one string that can be laid out, with the place of each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.text import as_written
from nerinspect.corpus.tokenization import LINE_BREAKS
from nerinspect.ui.kit.text_lines import utf16_length
from nerinspect.visible import with_signs

MOST_UNITS: Final = 12_000  # UTF-16 units of a sentence that are laid out at once; about 20 ms, for one long word 80 ms
MOST_TOKEN_UNITS: Final = 2_000  # UTF-16 units of one token that are laid out
_ELLIPSIS: Final = "…"

# The text engine takes these for ends of paragraphs, frames and objects, or draws nothing: a sign stands for each.
# One unit for one unit, so that positions stay.
_SIGNS: Final = {
    **{code: 0x2400 + code for code in range(0x20)},
    0x7F: 0x2421,
    **dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424),
    **dict.fromkeys((0xFDD0, 0xFDD1, 0xFFFC), 0xFFFD),
}

# Between tokens the lines of the file are broken as there; a line break of two units is shown once.
_LINE_SEPARATOR: Final = "\u2028"
_GAP_SIGNS: Final = {**dict.fromkeys(range(0x20), " "), **dict.fromkeys(map(ord, LINE_BREAKS), _LINE_SEPARATOR)}

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


@dataclass(frozen=True)
class ShownTokens:
    """Some tokens of a sentence as one string, with the place of each.

    Attributes
    ----------
    start, end : ndarray of int64, shape (n_shown,)
        Half-open ranges of UTF-16 units of each token in `text`.
    """

    text: str  # the tokens as they stand in the file, joined by a blank where it does not say; what is copied
    # the same text with its line breaks as the text engine takes them, and a sign for each other character that the
    # engine would not draw as one; all places stay
    display: str
    first: int  # position in the sentence of the first token shown
    start: AnyIntArray
    end: AnyIntArray
    n_tokens: int  # tokens of the whole sentence

    @property
    def last(self) -> int:
        """Position in the sentence behind the last token shown."""
        return self.first + len(self.start)

    @property
    def is_cut(self) -> bool:
        """Whether some tokens of the sentence are left out."""
        return len(self.start) < self.n_tokens

    @property
    def has_right_to_left(self) -> bool:
        """Whether some character may turn the direction of the text."""
        return not self.text.isascii() and _RIGHT_TO_LEFT.search(self.text) is not None

    def text_on(self, line_start: int, line_end: int) -> tuple[int, int]:
        """Leave out the blanks at both ends of a line, given and returned as UTF-16 units."""
        first, last = np.searchsorted(self.end, [line_start, line_end], side="right").tolist()
        start = max(int(self.start[first]), line_start) if first < len(self.start) else line_start
        is_between = last > 0 and (last == len(self.start) or self.start[last] >= line_end)
        return start, int(self.end[last - 1]) if is_between else line_end

    def token_at(self, unit: int) -> int | None:
        """Find the token of the sentence that a UTF-16 unit belongs to; None for what stands between tokens."""
        place = int(np.searchsorted(self.start, unit, side="right")) - 1
        return self.first + place if place >= 0 and unit < self.end[place] else None

    def token_near(self, unit: int) -> int:
        """Find the token of the sentence that a UTF-16 unit belongs to, or stands behind."""
        return self.first + max(int(np.searchsorted(self.start, unit, side="right")) - 1, 0)

    def tokens_between(self, start: int, end: int) -> range:
        """Give the positions in the sentence of the tokens that have a part in a half-open range of UTF-16 units."""
        first = int(np.searchsorted(self.end, start, side="right"))
        return range(self.first + first, self.first + max(int(np.searchsorted(self.start, end)), first))

    def units(self, start: int, end: int) -> tuple[int, int] | None:
        """Give the UTF-16 range of the tokens `[start, end)` of the sentence; None if none of them is shown."""
        start, end = max(start, self.first), min(end, self.last)
        if start >= end:
            return None
        return int(self.start[start - self.first]), int(self.end[end - 1 - self.first])


def shown_tokens(
    tokens: Sequence[str], start: int = 0, end: int = 1, most_units: int = MOST_UNITS, gaps: Sequence[str] = ()
) -> ShownTokens:
    """Join the tokens of a sentence; of a very long one, those around an event.

    Parameters
    ----------
    start, end : int
        The event as a half-open range of token positions; it is shown from its start.
    most_units : int
        How many UTF-16 units may be shown.
    gaps : sequence of str
        What stands before each token in the file; empty where it does not say.

    Returns
    -------
    ShownTokens
        With `…` where tokens are left out, and in a token that is itself too long.
    """
    shown = [token if len(token) <= MOST_TOKEN_UNITS // 2 else _shortened(token) for token in tokens]
    lengths = np.array([utf16_length(token) for token in shown], dtype=np.int64)
    blanks = np.ones(len(shown), dtype=np.int64)
    blanks[:-1] = [len(gap) for gap in gaps[1:]] if gaps else 1
    stops = np.cumsum(lengths + blanks)  # behind the blanks after each token
    first, last = _window(stops, start, end, most_units)
    lead = f"{_ELLIPSIS} " if first else ""
    tail = f" {_ELLIPSIS}" if last < len(tokens) else ""
    begins = (stops - blanks - lengths)[first:last]
    begins = begins - (begins[0] if len(begins) else 0) + len(lead)
    words, between = shown[first:last], gaps[first:last]
    text = lead + as_written(words, between) + tail
    drawn = as_written([word.translate(_SIGNS) for word in words], [_drawn(gap) for gap in between])
    return ShownTokens(text, with_signs(lead + drawn + tail), first, begins, begins + lengths[first:last], len(tokens))


def _drawn(gap: str) -> str:
    return gap if gap in ("", " ") else gap.replace("\r\n", f" {_LINE_SEPARATOR}").translate(_GAP_SIGNS)


def _window(stops: AnyIntArray, start: int, end: int, most_units: int) -> tuple[int, int]:
    """Choose the tokens to show: a third of the room for what stands before the event, or more if it is left over."""
    if not len(stops) or stops[-1] <= most_units:
        return 0, len(stops)
    event_start = int(stops[start - 1]) if start else 0
    event_end = min(int(stops[end - 1]), event_start + most_units)
    room = max(most_units - (event_end - event_start), 0)
    lower = max(min(event_start - room // 2, int(stops[-1]) - most_units), 0)
    first = min(int(np.searchsorted(stops, lower, side="left")) + (1 if lower else 0), start)
    begin = int(stops[first - 1]) if first else 0
    last = max(int(np.searchsorted(stops, begin + most_units, side="right")), first + 1)
    return first, last


def _shortened(token: str) -> str:
    """Leave out the middle of a token whose UTF-16 form may be too long to lay out."""
    if utf16_length(token) <= MOST_TOKEN_UNITS:
        return token
    kept = MOST_TOKEN_UNITS // 4
    return token[:kept] + _ELLIPSIS + token[-kept:]
