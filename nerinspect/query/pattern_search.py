"""Finds regular expressions in lines of text; no expression, however it is made, takes for ever."""

import re
from collections.abc import Sequence
from functools import lru_cache
from time import thread_time
from typing import TYPE_CHECKING, Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import SlowPatternError
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.values import Pattern

if TYPE_CHECKING:
    import regex

_LONGEST_LINE: Final = 2_000
"""Characters in which one repetition, begun at each of them, is soon tried."""

_SECONDS, _SECONDS_A_CHARACTER = 1.0, 1e-5
"""Processor time that a search may take, of one line or of all: some hundred times what is usual."""

_LINES_AT_ONCE, _WATCHED_AT_ONCE = 1_000, 50

_WORD: Final = r"\p{L}\p{N}_"
_NO_WORD: Final = (
    r"\p{M}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{S}\p{Z}\p{C}\u203f\u2040\u2054\ufe33\ufe34\ufe4d-\ufe4f\uff3f"
)
_BORDER: Final = "(?:(?<=[{0}])(?{1}[{0}])|(?<![{0}])(?{2}[{0}]))"
_ALONE: Final = {
    r"\w": f"[{_WORD}]",
    r"\W": f"[^{_WORD}]",
    r"\b": _BORDER.format(_WORD, "!", "="),
    r"\B": _BORDER.format(_WORD, "=", "!"),
    "{": r"\{",
}
_IN_SET: Final = {r"\w": _WORD, r"\W": _NO_WORD, "[": r"\["}
_PARTS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(?!\d+(?:,\d*)?\}|,\d*\})", re.DOTALL)
_SET_PARTS: Final = re.compile(r"\\.|\[", re.DOTALL)


def lines_with(pattern: Pattern, lines: Sequence[str], checkpoint: Checkpoint = no_checkpoint) -> BoolArray:
    """Tell in which lines a pattern is found.

    Python's `re` tries all ways in which repetitions can share a line, and nothing ends it. So it is given only what
    has few ways: one repetition at most, in lines of usual length. All else is searched by the package `regex`, which
    knows more short cuts, lets other threads run and can be given a time.

    Parameters
    ----------
    pattern : Pattern
        What to look for.
    lines : sequence of str
        Where.
    checkpoint : Checkpoint, optional
        Called with lines done and lines in all.

    Returns
    -------
    ndarray of bool, shape (n_lines,)
        A new array.

    Raises
    ------
    SlowPatternError
        If it takes too long.
    """
    found, left, start = np.zeros(len(lines), dtype=bool), _allowed(sum(map(len, lines))), 0
    while start < len(lines):
        if left <= 0:
            raise SlowPatternError(str(pattern))
        some, began = lines[start : start + _LINES_AT_ONCE], thread_time()
        if pattern.has_few_ways and max(map(len, some)) <= _LONGEST_LINE:
            checkpoint(start, len(lines))
            search = pattern.compiled.search
            hits = [search(line) is not None for line in some]
        else:
            hits = []
            for line in some[:_WATCHED_AT_ONCE]:
                checkpoint(start + len(hits), len(lines))
                hits.append(_is_in(pattern, line, left))
        found[start : start + len(hits)] = hits
        start += len(hits)
        left -= thread_time() - began
    return found


def _is_in(pattern: Pattern, line: str, seconds_left: float) -> bool:
    try:
        return _watched(pattern).search(line, timeout=min(_allowed(len(line)), seconds_left)) is not None
    except TimeoutError:
        raise SlowPatternError(str(pattern)) from None


def _allowed(n_characters: int) -> float:
    return _SECONDS + _SECONDS_A_CHARACTER * n_characters


@lru_cache(maxsize=64)
def _watched(pattern: Pattern) -> "regex.Pattern[str]":
    """Compile an expression for `regex`, so that it means what it means to `re`."""
    import regex  # few searches need it

    is_ascii = pattern.compiled.flags & re.ASCII
    text = pattern.regex if is_ascii else _PARTS.sub(_part, pattern.regex)
    return regex.compile(text, regex.IGNORECASE if pattern.ignores_case else 0)


def _part(found: re.Match[str]) -> str:
    """Write a set, an escape or a brace that is no repetition for `regex`, whose words have other characters."""
    if found[0][0] == "[":
        return "[" + _SET_PARTS.sub(lambda part: _IN_SET.get(part[0], part[0]), found[0][1:])
    return _ALONE.get(found[0], found[0])
