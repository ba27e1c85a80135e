"""Cut running text into sentences and tokens, by one rule that the guide states.

The rule is finer than most tokenizers on purpose. It never joins what somebody may annotate alone: the name in
`John's`, `Paris-based` and `l'Italie`, or the place in a line of Chinese. A token too small costs nothing; one too
large cuts mentions.
"""

import unicodedata
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, IntArray, begins_run

_LAYOUT_MARKS: Final = "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
_SPACES: Final = "\t\x1c\x1d\x1e\x1f \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
LINE_BREAKS: Final = "\n\x0b\x0c\r\x85\u2028\u2029"
"""Characters that end a line wherever they stand (Unicode Standard Annex 14)."""

BLANKS: Final = f"{_SPACES}\u202f\u205f\u3000{LINE_BREAKS}{_LAYOUT_MARKS}"
"""Characters that are in no token: spaces, line breaks, and marks that only steer layout."""

_UNPARTED: Final = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Hangul letters
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # radicals of Han
    (0x3005, 0x3007),  # iteration mark, zero
    (0x3021, 0x3029),
    (0x3031, 0x303C),
    (0x3040, 0x31FF),  # Hiragana, Katakana, Bopomofo, Hangul letters
    (0x3400, 0x9FFF),  # Han
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Hangul syllables
    (0xF900, 0xFAFF),  # Han, for compatibility
    (0xFF66, 0xFFDC),  # Katakana and Hangul of half width
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),  # Han, rare
)
_LATER_JAMO: Final = ((0x1160, 0x11FF), (0xD7B0, 0xD7FF))
_SKIN_TONES: Final = (0x1F3FB, 0x1F3FF)
_FLAG_LETTERS: Final = (0x1F1E6, 0x1F1FF)
_ZERO_WIDTH_JOINER: Final = 0x200D

_BLANK, _BREAK, _WORD, _ALONE, _SYMBOL, _ATTACHED = range(6)


class Tokens(NamedTuple):
    """Where the tokens of a text stand: half-open positions in characters (code points), shape (n_tokens, 2).

    `sentence_start` is as in `Text`.
    """

    offsets: IntArray
    sentence_start: IntArray


def tokenize(text: str) -> Tokens:
    r"""Cut a text into tokens and sentences.

    A sentence ends at a line break; lines of blanks alone are none. A token is a longest run of letters and digits.
    Letters of scripts that do not part words, or particles, by blanks (Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar)
    and all other visible characters are tokens of their own. Combining marks, joiners and skin tones belong to the
    character before them; emoji joined by a zero-width joiner are one token, and so are the two letters of a flag.
    Every character outside `BLANKS` lies in exactly one token.

    Examples
    --------
    >>> text = "John's\n東京"
    >>> [text[start:end] for start, end in tokenize(text).offsets.tolist()]
    ['John', "'", 's', '東', '京']
    """
    if not text:
        return Tokens(np.zeros((0, 2), dtype=np.int32), np.zeros(1, dtype=np.int32))
    codes = _code_points(text)
    classes = _classes_of(codes)
    is_blank = classes <= _BREAK
    begins = _token_beginnings(codes, classes, is_blank)
    start = np.flatnonzero(begins)
    end = np.flatnonzero(~is_blank & np.append(is_blank[1:] | begins[1:], True)) + 1
    line = np.cumsum(classes == _BREAK, dtype=np.int32)[start]
    first = np.flatnonzero(begins_run(line))
    return Tokens(np.stack((start, end), axis=1).astype(np.int32), np.append(first, len(start)).astype(np.int32))


def break_positions(text: str) -> AnyIntArray:
    """Find the line breaks of a text, in characters, in ascending order."""
    return np.flatnonzero(np.isin(_code_points(text), [ord(sign) for sign in LINE_BREAKS]))


def blank_mask(text: str) -> BoolArray:
    """Tell for each character of a text whether it is in no token."""
    return np.isin(_code_points(text), [ord(sign) for sign in BLANKS])


def _code_points(text: str) -> npt.NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _token_beginnings(codes: npt.NDArray[np.uint32], classes: ByteArray, is_blank: BoolArray) -> BoolArray:
    after_blank = np.append(True, is_blank[:-1])
    is_attached = (classes == _ATTACHED) & ~after_blank
    at = np.arange(len(codes))
    carrier = np.maximum.accumulate(np.where(is_attached, 0, at))  # the character that marks are attached to
    carried = np.where(classes == _ATTACHED, _WORD, classes)[carrier]
    before = np.append(np.uint8(_BLANK), carried[:-1])
    joined = np.append(False, codes[:-1] == _ZERO_WIDTH_JOINER)
    goes_on = (carried == _WORD) & (before == _WORD) | (carried == _SYMBOL) & (before == _SYMBOL) & joined
    is_flag = (codes >= _FLAG_LETTERS[0]) & (codes <= _FLAG_LETTERS[1])
    first_of_run = np.maximum.accumulate(np.where(is_flag & ~np.append(False, is_flag[:-1]), at, 0))
    goes_on |= is_flag & ((at - first_of_run) % 2 == 1)
    return np.asarray(~(is_blank | is_attached | goes_on))


def _classes_of(codes: npt.NDArray[np.uint32]) -> ByteArray:
    occurs = np.zeros(0x110000, dtype=bool)
    occurs[codes] = True
    table = np.zeros(0x110000, dtype=np.uint8)
    for code in np.flatnonzero(occurs).tolist():
        table[code] = _class_of(code)
    return table[codes]


def _class_of(code: int) -> int:
    character = chr(code)
    if character in BLANKS:
        return _BREAK if character in LINE_BREAKS else _BLANK
    category = unicodedata.category(character)
    if category[0] == "M" or category == "Cf" or _lies_in(code, (_SKIN_TONES, *_LATER_JAMO)):
        return _ATTACHED
    if category[0] in "LN":
        return _ALONE if _lies_in(code, _UNPARTED) else _WORD
    return _SYMBOL


def _lies_in(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)
