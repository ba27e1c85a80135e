"""Weights of schemes of scoring that leave them to choice: of fair evaluation's errors, and of the ACE cost."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from nerinspect.errors import CommandError, UnknownNameError, shown

Shares: TypeAlias = tuple[Fraction, Fraction, Fraction]  # how much of an error is correct, too much and missing

BOUNDARY_ERRORS: Final = ("bes", "bel", "beo")
ERRORS: Final = ("le", *BOUNDARY_ERRORS, "lbe")  # the errors of fair evaluation whose weights can be chosen

_VALUE: Final = "value:"
_AT_MOST: Final = 100
_DECIMALS: Final = 3
_NOT_PLAIN: Final = re.compile(r"[%=,\"'\s]")


class Weights(NamedTuple):
    """What errors weigh under the schemes `weighted` and `ace`.

    `errors`: own weights of errors of fair evaluation: how much of one is correct, too much and missing. `overlap`: of
    `ace`: the least share of the longer mention that the two of a pair have in common. `values`: of `ace`: the value of
    a mention by type, by code point; of others it is 1.
    """

    errors: tuple[tuple[str, Shares], ...] = ()
    type: Fraction = Fraction(1, 2)  # of `ace`: the share of its value that a pair of two types keeps
    spurious: Fraction = Fraction(3, 4)  # of `ace`: what a spurious mention costs, as a share of its value
    overlap: Fraction = Fraction(3, 10)
    values: tuple[tuple[str, Fraction], ...] = ()

    @property
    def of_weighted(self) -> tuple[str, ...]:
        """The weights of `weighted` that are not the usual ones, as `NAME=VALUE`."""
        return tuple(f"{name}={'/'.join(map(weight_text, shares))}" for name, shares in self.errors)

    @property
    def of_ace(self) -> tuple[str, ...]:
        """The weights of `ace` that are not the usual ones, as `NAME=VALUE`."""
        named = [(name, getattr(self, name)) for name in _NUMBERS if getattr(self, name) != getattr(USUAL, name)]
        named += [(value_name(name), value) for name, value in self.values]
        return tuple(f"{name}={weight_text(value)}" for name, value in named)

    @property
    def told(self) -> tuple[str, ...]:
        """Every weight that is not the usual one, as `NAME=VALUE`; what `read_weights` reads."""
        return (*self.of_weighted, *self.of_ace)

    @property
    def options(self) -> list[str]:
        """The options of the command line that choose them."""
        return [word for text in self.told for word in ("--weight", text)]

    def check_types(self, types: Sequence[str]) -> None:
        """Refuse a value for a type that there is not; raise an `UnknownNameError`."""
        for name, _ in self.values:
            if name not in types:
                raise UnknownNameError("type", name, types)

    def among(self, types: Sequence[str]) -> "Weights":
        """Leave out the values of other types."""
        return self._replace(values=tuple(one for one in self.values if one[0] in types))


USUAL: Final = Weights()  # as published: of ACE those of the scorer of 2007, in which all types had the value 1

_NUMBERS: Final[dict[str, tuple[float, str]]] = {
    "type": (1, "a share from 0 to 1"),
    "spurious": (_AT_MOST, f"a number from 0 to {_AT_MOST}"),
    "overlap": (1, "a share above 0, up to 1"),
}
"""The weights of `ace` that are numbers: the largest, and what they are in words."""


def read_weights(written: Iterable[str]) -> Weights:
    """Read weights from `NAME=VALUE` each: of an error `CORRECT/TOO MUCH/MISSING`, else a number; the last one counts.

    `be` stands for `bes`, `bel` and `beo`; `value:TYPE` is the value of a type.

    Raises
    ------
    CommandError
        If a name is not known, or a value is none.
    """
    errors: dict[str, Shares] = {}
    values: dict[str, Fraction] = {}
    numbers: dict[str, Fraction] = {}
    for text in written:
        name, _, value = text.rpartition("=")
        if name.startswith(_VALUE) and len(name) > len(_VALUE):
            values[unquote(name.removeprefix(_VALUE))] = _number(name, value, _AT_MOST, _NUMBERS["spurious"][1])
        elif name.casefold() in ("be", *ERRORS):
            shares = value.split("/")
            if len(shares) != 3:
                problem = "takes three numbers: how much is correct, too much and missing"
                raise CommandError(f"the weight {name} {problem}; write {name}=0.5/0.25/0.25, not {shown(text)}")
            correct, extra, missing = (_number(name, one, _AT_MOST, _NUMBERS["spurious"][1]) for one in shares)
            for error in BOUNDARY_ERRORS if name.casefold() == "be" else (name.casefold(),):
                errors[error] = correct, extra, missing
        elif name in _NUMBERS:
            numbers[name] = _number(name, value, *_NUMBERS[name])
            if name == "overlap" and not numbers[name]:
                raise CommandError(f"the weight overlap is {_NUMBERS[name][1]}, not {shown(value)}")
        else:
            raise UnknownNameError("weight", name or text, ("be", *ERRORS, *_NUMBERS, f"{_VALUE}TYPE"))
    own = tuple((name, errors[name]) for name in ERRORS if name in errors and errors[name] != FAIR_SHARES[name])
    of_types = tuple(sorted((name, one) for name, one in values.items() if one != 1))
    return Weights(own, **({name: getattr(USUAL, name) for name in _NUMBERS} | numbers), values=of_types)


def written_weights(weights: Mapping[str, float | Sequence[float]]) -> list[str]:
    """Write weights that were given as numbers as `read_weights` reads them."""
    return [f"{name}={'/'.join(map(str, [*_each(value)]))}" for name, value in weights.items()]


def _each(value: float | Sequence[float]) -> Iterator[float]:
    yield from value if isinstance(value, Sequence) else (value,)


_HALF: Final = Fraction(1, 2)
_LABEL: Final = (Fraction(0), _HALF, _HALF)
FAIR_SHARES: Final[dict[str, Shares]] = {
    "le": _LABEL,
    "bes": (_HALF, Fraction(0), _HALF),
    "bel": (_HALF, _HALF, Fraction(0)),
    "beo": (_HALF, _HALF / 2, _HALF / 2),
    "lbe": _LABEL,
}
"""What errors weigh by `weighted` unless another weight is chosen."""


def parts_of(numbers: Iterable[Fraction]) -> int:
    """Find into how many parts 1 must be cut so that all numbers are whole."""
    return math.lcm(*(number.denominator for number in numbers))


def value_name(type_name: str) -> str:
    """Name the value of mentions of a type, with blanks and the like as `%20`."""
    return _VALUE + _NOT_PLAIN.sub(lambda found: quote(found[0]), type_name)


def weight_text(number: Fraction) -> str:
    return f"{float(number):.{_DECIMALS}f}".rstrip("0").rstrip(".")


def _number(name: str, text: str, most: float, words: str) -> Fraction:
    """Read a number; it has so few decimals that sums of many stay exact."""
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        number = Fraction(-1)
    if not 0 <= number <= most or 10**_DECIMALS % number.denominator:
        raise CommandError(f"the weight {name} is {words}, with at most {_DECIMALS} decimals, not {shown(text)}")
    return number
