"""Pairs the relations of two sides one to one: first those that agree, then those that differ in one respect."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, begins_run
from nerinspect.events.kinds import RELATION_KIND_TABLE

RELATION_KINDS: Final = tuple(RELATION_KIND_TABLE)
"""The kinds of relation events; a `kind` column holds places in this tuple."""

CORRECT, SPURIOUS, MISSED, WRONG_TYPE, WRONG_ARGUMENT, REVERSED = range(6)


@dataclass(frozen=True, eq=False)
class Arguments:
    """What pairing asks of the relations of one side, in the order of the text.

    Equal numbers are equal types, and equal arguments, on both sides; the events are those of the mentions these lie
    in.
    """

    type_codes: IntArray
    is_undirected: BoolArray
    head: AnyIntArray
    tail: AnyIntArray
    head_event: IntArray
    tail_event: IntArray

    def __len__(self) -> int:
        return len(self.type_codes)

    def rows(self, which: IntArray) -> "Arguments":
        return replace(self, **{column.name: getattr(self, column.name)[which] for column in fields(self)})

    @property
    def exchanged(self) -> "Arguments":
        return Arguments(self.type_codes, self.is_undirected, self.tail, self.head, self.tail_event, self.head_event)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Relations of two sides that belong together, each at most once, and a place in `RELATION_KINDS`."""

    kind: CodeArray
    reference: IntArray
    predicted: IntArray


_Asked: TypeAlias = tuple[list[AnyIntArray], BoolArray | None]
"""Columns that must be equal, and which relations take part; None for all."""

_Ask: TypeAlias = Callable[[Arguments], _Asked]


def pair_relations(reference: Arguments, predicted: Arguments) -> Pairs:
    """Pair relations one to one, round by round, of what the rounds before have left.

    First equal relations; then reversed ones, of equal type with the arguments exchanged; then those with equal
    arguments and another type; then those of equal type with one argument equal, first where the other one lies in the
    same mention event, and the head before the tail. In each round the first relation of the text that fits is taken.
    What has no direction fits in either order.
    """
    left = np.arange(len(reference), dtype=np.int32), np.arange(len(predicted), dtype=np.int32)
    kinds, pairs = [np.empty(0, dtype=np.int8)], [(left[0][:0], left[1][:0])]
    for kind, of_reference, of_predicted in _rounds(reference.is_undirected.any() or predicted.is_undirected.any()):
        if not all(map(len, left)):
            break
        asked = of_reference(reference.rows(left[0])), of_predicted(predicted.rows(left[1]))
        first, second = _first_fits(*asked)
        pairs.append((left[0][first], left[1][second]))
        kinds.append(np.full(len(first), kind, dtype=np.int8))
        left = np.delete(left[0], first), np.delete(left[1], second)
    own, other = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    return Pairs(np.concatenate(kinds), own, other)


def _rounds(has_undirected: bool | np.bool) -> Iterator[tuple[int, _Ask, _Ask]]:
    """Give for each round a kind, and what is asked of the reference and of the prediction."""
    yield CORRECT, _equal, _equal
    yield REVERSED, _directed(_triple), _directed(_exchanged(_triple))
    yield WRONG_TYPE, _arguments, _arguments
    if has_undirected:
        exchanged = _exchanged(_arguments)
        yield WRONG_TYPE, _undirected(_arguments), _directed(exchanged)
        yield WRONG_TYPE, _directed(_arguments), _undirected(exchanged)
        yield WRONG_TYPE, _undirected(_arguments), _undirected(exchanged)
    for head in (_head_and_place, _head):
        tail = _exchanged(head)
        yield WRONG_ARGUMENT, head, head
        yield WRONG_ARGUMENT, tail, tail
        if has_undirected:
            yield WRONG_ARGUMENT, _undirected(head), _undirected(tail)
            yield WRONG_ARGUMENT, _undirected(tail), _undirected(head)


def _equal(side: Arguments) -> _Asked:
    low, high = np.minimum(side.head, side.tail), np.maximum(side.head, side.tail)
    head = np.where(side.is_undirected, low, side.head)
    return [side.type_codes, head, np.where(side.is_undirected, high, side.tail)], None


def _triple(side: Arguments) -> _Asked:
    return [side.type_codes, side.head, side.tail], None


def _arguments(side: Arguments) -> _Asked:
    return [side.head, side.tail], None


def _head_and_place(side: Arguments) -> _Asked:
    return [side.type_codes, side.head, side.tail_event], None


def _head(side: Arguments) -> _Asked:
    return [side.type_codes, side.head], None


def _exchanged(ask: _Ask) -> _Ask:
    return lambda side: ask(side.exchanged)


def _undirected(ask: _Ask) -> _Ask:
    return lambda side: (ask(side)[0], side.is_undirected)


def _directed(ask: _Ask) -> _Ask:
    return lambda side: (ask(side)[0], ~side.is_undirected)


def _first_fits(first: _Asked, second: _Asked) -> tuple[AnyIntArray, AnyIntArray]:
    """Pair rows with equal columns one to one, the first with the first; give their places on both sides."""
    taking_part = [
        np.flatnonzero(mask) if mask is not None else np.arange(len(own[0])) for own, mask in (first, second)
    ]
    n_own = len(taking_part[0])
    number = np.zeros(sum(map(len, taking_part)), dtype=np.int64)
    for columns in zip(first[0], second[0], strict=True):
        both = np.concatenate([column[rows] for column, rows in zip(columns, taking_part, strict=True)])
        distinct, code = np.unique(both, return_inverse=True)
        number = np.unique(number * max(len(distinct), 1) + code, return_inverse=True)[1]
    own, other = (_told_apart(part, len(number)) for part in (number[:n_own], number[n_own:]))
    _, at_first, at_second = np.intersect1d(own, other, assume_unique=True, return_indices=True)
    return taking_part[0][at_first], taking_part[1][at_second]


def _told_apart(number: AnyIntArray, n_most: int) -> AnyIntArray:
    """Give rows of one side other numbers: those of equal rows differ by their order."""
    order = np.argsort(number, kind="stable")
    ordered = number[order]
    begins = np.flatnonzero(begins_run(ordered))
    place = np.empty(len(number), dtype=np.int64)
    place[order] = np.arange(len(number)) - np.repeat(begins, np.diff(np.append(begins, len(number))))
    return number * (n_most + 1) + place
