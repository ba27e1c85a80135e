"""Classes of values act as the frozen dataclasses of Python do."""

import pickle
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from dataclasses import dataclass as usual_dataclass
from inspect import signature
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.values import dataclass


class _Value:
    name: str
    number: int = field(default=3, compare=False)
    parts: list[int] = field(default_factory=list, repr=False)
    unit: float = field(default=1.0, kw_only=True)

    def __post_init__(self) -> None:
        if self.unit < 0:
            raise ValueError("below 0")


Value: Any = dataclass(frozen=True)(type("Value", (_Value,), dict(vars(_Value))))
Usual: Any = usual_dataclass(frozen=True)(type("Value", (_Value,), dict(vars(_Value))))


@dataclass(frozen=True)
class Nothing:
    """No field."""


@dataclass(frozen=True, eq=False)
class Kept:
    """Told apart by identity."""

    one: int


GIVEN = st.tuples(st.sampled_from("ab"), st.integers(0, 1), st.just(list[int]()))
UNITS = st.sampled_from([1.0, 2.0, -1.0])


@given(GIVEN, UNITS, GIVEN, UNITS)
def test_values_are_made_written_and_compared_as_dataclasses_are(
    one: tuple[str, int, list[int]], unit: float, other: tuple[str, int, list[int]], other_unit: float
) -> None:
    if -1 in (unit, other_unit):
        with pytest.raises(ValueError, match="below"):
            Value(*one, unit=-1)
        return
    own = Value(*one, unit=unit), Value(*other, unit=other_unit)
    usual = Usual(*one, unit=unit), Usual(*other, unit=other_unit)
    assert [repr(value) for value in own] == [repr(value) for value in usual]
    assert (own[0] == own[1]) == (usual[0] == usual[1])
    assert own[0] == replace(own[1], **asdict(own[0]))
    assert own[0] != usual[0]


def test_what_is_not_given_is_made_anew_for_each() -> None:
    one, other = Value("a"), Value("a")
    assert (one.number, one.unit, one.parts) == (3, 1.0, [])
    assert one.parts is not other.parts
    assert list(signature(Value).parameters) == list(signature(Usual).parameters)
    with pytest.raises(TypeError):
        Value("a", 1, [], 2.0)


def test_values_do_not_change_and_serve_as_keys() -> None:
    value = Kept(1)
    for change in (lambda: setattr(value, "one", 2), lambda: delattr(value, "one"), lambda: setattr(value, "two", 2)):
        with pytest.raises(FrozenInstanceError):
            change()  # type: ignore[no-untyped-call]
    assert [one.name for one in fields(value)] == ["one"]
    assert pickle.loads(pickle.dumps(value)).one == 1
    assert len({Nothing(), Nothing(), Kept(1), Kept(1)}) == 3
    assert Kept(1) != Kept(1)
