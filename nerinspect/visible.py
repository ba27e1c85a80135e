"""Text from files as it is shown: what nobody would see, or what turns words around, stands there as its code."""

import re
import unicodedata
from itertools import takewhile
from operator import eq
from typing import Final

from nerinspect.quantities import counted

_SIGN, _WIDE_SIGN = "\u2b1a", "\U0001f6c7"  # one and two UTF-16 units
_KEPT_END: Final = 60
_LONGEST_WORD: Final = 260  # a path may be this long on some systems
_LONGEST: Final = 2_000

# patterns, each compiled when it is first needed, for most texts are plain
_TURNING: Final = "\u202a-\u202e\u2066-\u2069"
_UNSEEN: Final = (
    "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"  # a flag, which is kept
    f"|[\u00ad\u034f\u061c\u180e\u200b-\u200f{_TURNING}\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
_JOINING: Final = (
    "[\u0600-\u109f\u1780-\u18af\u1900-\u1aff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010a00-\U00010fff\U00011000-\U00011fff\U0001e900-\U0001e95f]"
)
_EMOJI: Final = "[\u2190-\u2bff\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff]"
_WITHOUT_BLANKS: Final = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
_RIGHT_TO_LEFT: Final = (
    "[\u0590-\u05ff\u0620-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_LETTERS_THAT_NEED: Final = {"\u200c": _JOINING, "\u200d": _JOINING, "\u200b": _WITHOUT_BLANKS}
_DIRECTION_MARKS: Final = frozenset("\u061c\u200e\u200f")

_CONTROLS: Final = "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
_WORD: Final = rf"\S{{{_LONGEST_WORD + 1},}}"


def visible(text: str) -> str:
    """Write each character that is not seen, or that changes the direction of what follows, as its code.

    Joiners stay beside letters of scripts that are written with them and between emoji, zero-width spaces in scripts
    without blanks, and direction marks in words that run from right to left.

    Parameters
    ----------
    text : str
        A name or words from a file.

    Returns
    -------
    str
        To be shown; never to be written to a file or compared.

    Examples
    --------
    >>> visible("ORG\u202e")
    'ORG⟨U+202E⟩'
    """
    return text if text.isascii() else re.sub(_UNSEEN, _as_code, text)


def with_signs(text: str) -> str:
    """Write a sign for each such character, so that all places in the text stay; a tooltip gives the code.

    Parameters
    ----------
    text : str
        Words in which places are counted, in characters or in UTF-16 units.

    Returns
    -------
    str
        As long as the text in both.
    """
    return text if text.isascii() else re.sub(_UNSEEN, _as_sign, text)


def shortened(text: str) -> str:
    """Leave out the middle of words that are longer than any name or path, and of a message that has no end."""
    return _cut(re.sub(_WORD, lambda found: _cut(found[0], _LONGEST_WORD), text), _LONGEST)


def cut(text: str, most: int) -> str:
    """Leave out the end of a text of more than so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str) -> str:
    """Write a message as one line of a terminal, whatever characters the data put into it."""
    return re.sub(_CONTROLS, " ", shortened(visible(text)))


def codes_apart(one: str, other: str) -> tuple[str, str]:
    """Give the codes of the characters in which two texts differ that look alike; empty if they do not, or are long."""
    if max(len(one), len(other)) > _LONGEST or _look(one) != _look(other):
        return "", ""
    begins = _n_common(one, other)
    ends = _n_common(one[begins:][::-1], other[begins:][::-1])
    codes = [" ".join(f"U+{ord(letter):04X}" for letter in text[begins : len(text) - ends]) for text in (one, other)]
    return codes[0], codes[1]


def width_of(text: str) -> int:
    """Count the columns of a terminal that a text takes: two for wide letters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def _n_common(one: str, other: str) -> int:
    return len(list(takewhile(bool, map(eq, one, other))))


def _look(text: str) -> list[str]:
    """Describe what is seen of a text: blanks, ways to compose and letters of several scripts make no difference."""
    seen = unicodedata.normalize("NFKC", one_line(text)).strip()
    return [unicodedata.name(character, "").partition(" ")[2] or character for character in seen]


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    return f"{text[: longest - _KEPT_END]}… {counted(len(text) - longest, 'character')} …{text[-_KEPT_END:]}"


def _as_code(found: re.Match[str]) -> str:
    return found[0] if _is_needed(found) else f"⟨U+{ord(found[0]):04X}⟩"


def _as_sign(found: re.Match[str]) -> str:
    return found[0] if _is_needed(found) else _SIGN if found[0] < "\U00010000" else _WIDE_SIGN


def _is_needed(found: re.Match[str]) -> bool:
    """Tell whether a character does what its script needs it for."""
    character, text = found[0], found.string
    if len(character) > 1:
        return True
    before, behind = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    letters = _LETTERS_THAT_NEED.get(character)
    if letters is not None and (re.match(letters, before) or re.match(letters, behind)):
        return True
    if character == "\u200d":
        return bool(re.match(_EMOJI, before) and re.match(_EMOJI, behind))
    if character in _DIRECTION_MARKS:
        first = max(text.rfind(" ", 0, found.start()), text.rfind("\n", 0, found.start())) + 1
        return re.search(_RIGHT_TO_LEFT, text[first:].split(maxsplit=1)[0]) is not None
    return False
