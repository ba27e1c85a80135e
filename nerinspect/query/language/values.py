"""What a term asks for: names, numbers, ranges, phrases and regular expressions, searched in bounded time."""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, inf, isfinite, prod
from time import thread_time
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import SlowPatternError
from nerinspect.progress import Checkpoint, no_checkpoint

if TYPE_CHECKING:
    import regex


@dataclass(frozen=True)
class Interval:
    """Numbers between two ends, or beyond one; an infinite end bounds nothing, and only then may the other be open."""

    low: float = -inf
    high: float = inf
    low_open: bool = False
    high_open: bool = False

    def __post_init__(self) -> None:
        """Refuse what no query can say."""
        if isfinite(self.low) and isfinite(self.high):
            if self.low_open or self.high_open or self.low > self.high:
                raise ValueError("a range is closed and ends where it begins or later")
        elif not isfinite(self.low) and not isfinite(self.high):
            raise ValueError("one end is a number")
        elif (self.low_open and not isfinite(self.low)) or (self.high_open and not isfinite(self.high)):
            raise ValueError("an end without bound is not open")

    def __str__(self) -> str:
        if not isfinite(self.low):
            return f"{'<' if self.high_open else '<='}{number_text(self.high)}"
        if not isfinite(self.high):
            return f"{'>' if self.low_open else '>='}{number_text(self.low)}"
        return f"{number_text(self.low)}..{number_text(self.high)}"


@dataclass(frozen=True)
class Phrase:
    """A word or phrase, looked for as a substring whatever its case."""

    text: str

    def __post_init__(self) -> None:
        if not self.text:
            raise ValueError("a phrase holds at least one character")


@dataclass(frozen=True)
class Pattern:
    """A regular expression of Python's `re`, found anywhere; a slash is stored without a backslash before it."""

    regex: str
    ignores_case: bool = False

    def __post_init__(self) -> None:
        """Drop backslashes before slashes, and refuse what does not compile or is too large to be searched for."""
        regex = re.sub(r"\\.", lambda escape: "/" if escape[0] == r"\/" else escape[0], self.regex, flags=re.DOTALL)
        object.__setattr__(self, "regex", regex)
        _compiled(regex, self.ignores_case)

    @property
    def compiled(self) -> re.Pattern[str]:
        """The expression, ready to search with where it has few ways to be found; see `pattern_search`."""
        return _compiled(self.regex, self.ignores_case)

    @property
    def has_few_ways(self) -> bool:
        """Whether a line of usual length is soon searched: it has one repetition at most, or some choices."""
        n_choices = self.regex.count("|")
        return len(_REPETITION.findall(self.regex)) <= (n_choices == 0) and n_choices <= _MOST_CHOICES

    @property
    def may_take_long(self) -> bool:
        """Whether there are texts that are not soon searched."""
        return _REPETITION.search(self.regex) is not None or not self.has_few_ways

    def __str__(self) -> str:
        escaped = re.sub(r"\\.|/", lambda part: r"\/" if part[0] == "/" else part[0], self.regex, flags=re.DOTALL)
        return f"/{escaped}/{'i' if self.ignores_case else ''}"


_REPETITION: Final = re.compile(r"[*+?{]")
_MOST_CHOICES: Final = 8
_MOST_COPIES: Final = 100_000


Value: TypeAlias = str | float | Interval | Phrase | Pattern | None
"""One value of a term; None is the mention that a side does not have."""

Values: TypeAlias = tuple[Value, ...]


def number_text(number: float) -> str:
    """Write a number as short as it reads back exactly."""
    number = float(number)
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


@lru_cache(maxsize=64)
def _compiled(regex: str, ignores_case: bool) -> re.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Python's plans for other versions, such as nested sets
        try:
            compiled = re.compile(regex, re.IGNORECASE if ignores_case else 0)
        except (OverflowError, RecursionError) as error:
            raise re.error("it is too large") from error
    if prod(max(int(n), 1) for n in re.findall(r"\{(\d+)", regex)) > _MOST_COPIES:
        raise re.error("it is too large")  # what is repeated is held as often, also by what is repeated around it
    return compiled


_LONGEST_LINE: Final = 2_000  # characters in which one repetition, begun at each of them, is soon tried

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


class NeededWord(NamedTuple):
    """What is found in one word of every text in which some expression is found."""

    pattern: Pattern
    place: int | None  # 0: in the first word; -1: in the last one; None: in any


_IN_WORD: Final = re.compile(
    r"(?:[^\x00-\x20\s\\.^$()\[]|\\[bdwS!-/:-@\[-^`{-~]|\((?!\?)|\(\?:|\)"
    r"|\[(?!\^)(?:[^\x00-\x20\s\\\[\]]|\\[dwS!-/:-@\[-^`{-~])+\])*"
)
_SIGN: Final = r"\\(?:[bBdDsSwW]|[^A-Za-z0-9])|\[\^?\]?(?:\\.|[^\]\\])*\]|[^()\[\\]"
_UNIT: Final = re.compile(
    rf"({_SIGN}|\((?:\?:|(?!\?))(?:{_SIGN})*\))(?:(?:[*+?]|\{{(?:\d+(?:,\d*)?|,\d*)\}})[+?]?)?", re.DOTALL
)
"""A sign, a set or a group without other groups, and how often it is repeated."""


def needed_words(pattern: Pattern) -> tuple[list[NeededWord], bool]:
    """Tell what an expression needs to be found in words that stand between blanks, and whether that is enough.

    What finds no blank and depends on nothing beyond one is found in one word, or nowhere.
    """
    if _IN_WORD.fullmatch(pattern.regex):
        return [NeededWord(pattern, None)], True
    units = [*_UNIT.finditer(pattern.regex)]
    whole = [unit[0] for unit in units]
    if "".join(whole) != pattern.regex or "|" in whole:
        return [], False
    is_first, is_last = whole[0] == "^", whole[-1] == "$"
    inner = units[is_first : len(units) - is_last]
    runs = "".join(unit[0] if _IN_WORD.fullmatch(unit[1]) else " " for unit in inner).split(" ")
    words = []
    for number, run in enumerate(runs):
        if is_first and not number:
            words.append(NeededWord(Pattern(f"^{run}", pattern.ignores_case), 0))
        elif is_last and number == len(runs) - 1:
            words.append(NeededWord(Pattern(f"{run}$", pattern.ignores_case), -1))
        elif run:
            words.append(NeededWord(Pattern(run, pattern.ignores_case), None))
    return words, len(runs) == 1 and not (is_first and is_last)


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


_SHORTEST = 3  # numbers; two stand side by side


def joined(values: Iterable[Value]) -> Values:
    """Write whole numbers, if all are, ascending and three or more in a row as an `Interval`; else give the values."""
    values = tuple(values)
    if len(values) < _SHORTEST or not set(map(type, values)) <= {int, float}:
        return values
    numbers = np.unique(np.array(values))
    if np.any(numbers != np.floor(numbers)):
        return values
    is_first = np.diff(numbers, prepend=numbers[0] - 2) != 1
    is_last = np.append(is_first[1:], True)
    runs = zip(numbers[is_first].tolist(), numbers[is_last].tolist(), strict=True)
    return tuple(part for low, high in runs for part in _run(low, high))


def held(numbers: npt.NDArray[np.integer | np.floating], values: Iterable[object]) -> BoolArray:
    """Tell which numbers are among some numbers and ranges, however many these are; nan is in no range."""
    ends = [_ends(value) for value in values if isinstance(value, int | float | Interval)]
    if not ends:
        return np.zeros(len(numbers), dtype=bool)
    low, high = (np.array(side, dtype=np.float64) for side in zip(*ends, strict=True))
    order = np.argsort(low)
    low, high = low[order], high[order]
    before = np.searchsorted(low, numbers, side="right") - 1
    return np.asarray((before >= 0) & (numbers <= np.maximum.accumulate(high)[before]))


def toggled(values: Values, value: Value) -> Values:
    """Add a value at the end, or take it away: a whole number also out of the range that it lies in."""
    if value in values:
        return tuple(kept for kept in values if kept != value)
    kept = tuple(part for old in values for part in _without(old, value))
    return (*values, value) if kept == values else kept


def _without(old: Value, value: Value) -> Iterator[Value]:
    if not isinstance(old, Interval) or not isinstance(value, int | float):
        yield old
        return
    low = floor(old.low) + 1 if old.low_open else old.low
    high = ceil(old.high) - 1 if old.high_open else old.high
    if low <= value <= high:
        yield from _run(low, value - 1)
        yield from _run(value + 1, high)
    else:
        yield old


def _run(low: float, high: float) -> Iterator[Value]:
    if high - low + 1 >= _SHORTEST:
        yield Interval(low, high)
    elif low <= high:
        yield from (low,) if low == high else (low, high)


def _ends(value: float | Interval) -> tuple[float, float]:
    if not isinstance(value, Interval):
        return value, value
    low = np.nextafter(value.low, np.inf) if value.low_open else value.low
    return float(low), float(np.nextafter(value.high, -np.inf) if value.high_open else value.high)
