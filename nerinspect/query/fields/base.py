"""What a field of the query language is, and what all fields of numbers are."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from math import ceil, floor, inf, isfinite
from typing import Final, Literal, NamedTuple, NoReturn, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study
from nerinspect.query.language.values import Interval, Value, Values, held
from nerinspect.query.language.vocabulary import Vocabulary


class Written(NamedTuple):
    """A value as it stands in a query, without quotes and escapes, and where it begins, the quote included."""

    text: str
    position: int = 0
    is_quoted: bool = False


Complaint: TypeAlias = Callable[[UnknownNameError], None]  # what to do about a type that no loaded file has


def refuse(error: UnknownNameError) -> NoReturn:
    raise error


class Names(NamedTuple):
    """The names a value may take from the open files, and what to do about an unknown type."""

    vocabulary: Vocabulary
    on_unknown_type: Complaint = refuse


About: TypeAlias = Literal["mentions", "outcomes", "whose", "relations", "decisions", "chance"]
"""What mentions an event has, how they came out, whose it is, its relations, what was decided, and what was drawn."""


class Field(ABC):
    """One field: how its values are read, and which events have them.

    `needs_training`: whether it can be asked only where training data are open; elsewhere nothing has any of its
    values.
    """

    about: About
    is_costly: bool = False  # whether it is better asked of few events
    takes_patterns: bool = False  # whether a value that begins with a slash is a regular expression
    needs_training: bool = False
    every_value: Values = ()  # all values, if every event has exactly one of them; else empty
    what: str = ""  # what its names are of, for messages
    example: str = ""  # values that tell best what can be asked for, as a query has them; empty for the first choice
    absence: str = ""  # what `none` means as a value; empty if it is none
    glossary_key: str = "{}"  # of a value, where the glossary defines it under another key than itself

    def __init__(self, name: str, meaning: str) -> None:
        self.name, self.meaning = name, meaning

    def such_as(self, example: str) -> Self:
        """Give the field with an example."""
        self.example = example
        return self

    def read(self, written: Written, names: Names) -> Value:
        """Turn one written value into what it means; here one of the `choices`, whatever its case."""
        return known(written, self.choices(names.vocabulary), self.what)

    @abstractmethod
    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Tell which events have one of the values that `read` returns; those that fit nothing match nothing.

        For events not `among` those that matter the answer means nothing.
        """

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count the events of a mask by value, values that only other events have included (as 0)."""
        return {value: int(np.count_nonzero(self.mask(study, (value,)) & among)) for value in self.named(study)}

    def named(self, study: Study) -> Values:
        """List the values that are counted, if they can be listed; here the `choices` there are without files."""
        return self.choices(Vocabulary())

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name the values there are, as far as they are names."""
        return ()


class MentionField(Field):
    """A field that can be asked of one mention."""

    about: About = "mentions"

    @abstractmethod
    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Tell which mentions of a side have one of the values; those that fit nothing match nothing."""


NumberColumn: TypeAlias = IntArray | npt.NDArray[np.float64]

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_COMPARISON = re.compile(rf"(>=|<=|>|<|=)({_NUMBER})")
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})")


def known(written: Written, choices: tuple[str, ...], what: str) -> str:
    """Find a fixed name whatever its case; `what` it names is for the message."""
    folded = written.text.casefold()
    if folded not in choices:
        raise UnknownNameError(what, written.text, choices, written.position)
    return folded


def read_number(written: Written) -> float | Interval:
    """Read a number, a comparison (`>=3`) or a closed range (`0..0.5`)."""
    text = written.text
    if found := _RANGE.fullmatch(text):
        low, high = _number(found[1], written), _number(found[2], written)
        if low > high:
            raise QuerySyntaxError(f"the range {text} ends before it begins; swap its ends", written.position)
        return Interval(low, high)
    found = _COMPARISON.fullmatch(text)
    if not found or found[1] == "=":
        return _number(text.removeprefix("="), written)
    number = _number(found[2], written)
    is_open = "=" not in found[1]
    return Interval(high=number, high_open=is_open) if "<" in found[1] else Interval(low=number, low_open=is_open)


def _number(text: str, written: Written) -> float:
    if not re.fullmatch(_NUMBER, text):
        problem = f"{written.text} is not a number; write 3, >=3, >3, <3, <=3, =3 or a range such as 3..5"
        raise QuerySyntaxError(problem, written.position)
    number = float(text)
    if not isfinite(number):
        raise QuerySyntaxError(f"the number {text} is too large", written.position)
    return number + 0.0  # no minus before a zero


def matches(column: NumberColumn, value: Value, lowest: int = 1) -> BoolArray:
    """Tell where a column of numbers has a value; never where it is undefined: nan, or an integer below the lowest."""
    if isinstance(value, int | float | np.number):
        value = Interval(float(value), float(value))
    if not isinstance(value, Interval):
        return np.zeros(column.shape, dtype=bool)
    if np.issubdtype(column.dtype, np.integer):
        return _counts_match(column, value, lowest)
    if value.low == value.high and not (value.low_open or value.high_open):
        return np.asarray(column == value.low)
    found = np.asarray(column > value.low if value.low_open else column >= value.low)
    if value.high != inf or value.high_open:  # else only what is undefined would not be below, and that is not above
        found &= column < value.high if value.high_open else column <= value.high
    return found


def _counts_match(column: NumberColumn, interval: Interval, lowest: int) -> BoolArray:
    """Compare whole numbers from the lowest on as such: they are compared faster than floats."""
    largest = np.iinfo(np.int32).max
    low, high = lowest, largest
    if isfinite(interval.low):
        low = max(low, floor(interval.low) + 1 if interval.low_open else ceil(interval.low))
    if isfinite(interval.high):
        high = min(high, ceil(interval.high) - 1 if interval.high_open else floor(interval.high))
    if low > high:
        return np.zeros(column.shape, dtype=bool)
    if low == high:
        return np.asarray(column == low)
    above = column >= low
    return np.asarray(above if high == largest else above & (column <= high))


_MANY: Final = 50  # from so many values on, all are looked up at once


class ReadsNumbers(Field):
    """A field whose values are numbers, comparisons and ranges."""

    def read(self, written: Written, names: Names) -> Value:
        return read_number(written)


class NumberField(ReadsNumbers):
    """A field with one number for each event, which a column gives.

    `lowest` is the least whole number an event can have: one below it says that the event has none. Fractions are nan
    where there is none.
    """

    def __init__(
        self, name: str, meaning: str, about: About, column: Callable[[Study], NumberColumn], lowest: int = 0
    ) -> None:
        super().__init__(name, meaning)
        self.about, self._column, self._lowest = about, column, lowest

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        column = self._column(study)
        if len(values) > _MANY:
            is_defined = column >= self._lowest if np.issubdtype(column.dtype, np.integer) else ~np.isnan(column)
            return held(column, values) & is_defined
        mask = np.zeros(len(column), dtype=bool)
        for value in values:
            mask |= matches(column, value, self._lowest)
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by number, ascending, undefined ones left out."""
        column = self._column(study)
        if np.issubdtype(column.dtype, np.integer):
            size = int(column.max(initial=0)) + 1
            counts = np.bincount(column[among], minlength=size)
            numbers = np.flatnonzero(np.bincount(column, minlength=size)[self._lowest :]) + self._lowest
            return dict(zip(numbers.tolist(), counts[numbers].tolist(), strict=True))
        fractions, place = np.unique(column[~np.isnan(column)], return_inverse=True)
        counts = np.bincount(place[among[~np.isnan(column)]], minlength=len(fractions))
        return dict(zip(fractions.tolist(), counts.tolist(), strict=True))
