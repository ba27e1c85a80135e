"""What a term asks for: names, numbers, intervals, phrases and regular expressions."""

import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite, prod
from typing import Final, TypeAlias


@dataclass(frozen=True)
class Interval:
    """Numbers between two ends, or beyond one.

    Attributes
    ----------
    low, high : float
        The ends; an infinite one bounds nothing. At least one is finite.
    low_open, high_open : bool
        Whether the end itself is left out; only where the other end is infinite.
    """

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
        """Write it as in a query."""
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
        """Refuse the phrase that is everywhere."""
        if not self.text:
            raise ValueError("a phrase holds at least one character")


@dataclass(frozen=True)
class Pattern:
    """A regular expression of Python's `re`, found anywhere.

    Attributes
    ----------
    regex : str
        The expression; a slash is stored without a backslash before it.
    ignores_case : bool
        Whether upper and lower case are equal.

    Raises
    ------
    re.error
        If it is no regular expression.
    """

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
        """Write it as in a query."""
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
