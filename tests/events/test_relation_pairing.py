"""Pairs of relations over a few types, of which some have no direction, and a few arguments."""

from collections import Counter
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import CORRECT, REVERSED, WRONG_ARGUMENT, WRONG_TYPE, Arguments, pair_relations

N_TYPES, N_ARGUMENTS = 4, 4
DIRECTED = (0, 1)
"""The other types have no direction."""


def arguments_of(rows: list[tuple[int, int, int]], events: list[int]) -> Arguments:
    """Write down relations of a type, a head and a tail; each argument lies in one event on this side."""
    types, head, tail = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    of = np.array(events, dtype=np.int32)
    return Arguments(types, ~np.isin(types, DIRECTED), head, tail, of[head], of[tail])


@st.composite
def sides(draw: st.DrawFn) -> Arguments:
    anything = list(product(range(N_TYPES), range(N_ARGUMENTS), range(N_ARGUMENTS)))
    drawn = draw(st.lists(st.sampled_from(anything), max_size=7, unique=True))
    once = {(name, *((head, tail) if name in DIRECTED else sorted((head, tail)))): None for name, head, tail in drawn}
    turned = [
        (name, tail, head) if name not in DIRECTED and draw(st.booleans()) else (name, head, tail)
        for name, head, tail in once
    ]
    return arguments_of(turned, draw(st.lists(st.integers(0, 5), min_size=N_ARGUMENTS, max_size=N_ARGUMENTS)))


def counts(reference: Arguments, predicted: Arguments) -> Counter[int]:
    return Counter(pair_relations(reference, predicted).kind.tolist())


@given(reference=sides(), predicted=sides())
def test_pairs_are_one_to_one(reference: Arguments, predicted: Arguments) -> None:
    pairs = pair_relations(reference, predicted)
    for taken, side in ((pairs.reference, reference), (pairs.predicted, predicted)):
        assert len(np.unique(taken)) == len(taken) == len(pairs.kind)
        assert np.all((taken >= 0) & (taken < len(side)))


@given(reference=sides(), predicted=sides())
def test_each_pair_is_of_its_kind(reference: Arguments, predicted: Arguments) -> None:
    pairs = pair_relations(reference, predicted)
    for kind, first, second in zip(pairs.kind, pairs.reference, pairs.predicted, strict=True):
        one, other = (
            (int(side.type_codes[row]), int(side.head[row]), int(side.tail[row]), bool(side.is_undirected[row]))
            for side, row in ((reference, first), (predicted, second))
        )
        is_free = one[3] or other[3]
        is_straight, is_turned = one[1:3] == other[1:3], one[1:3] == other[2:0:-1]
        shares_one = one[1] == other[1] or one[2] == other[2] or (is_free and {*one[1:3]} & {*other[1:3]})
        assert {
            CORRECT: one[0] == other[0] and (is_straight or (is_free and is_turned)),
            REVERSED: one[0] == other[0] and is_turned and not is_straight and not is_free,
            WRONG_TYPE: one[0] != other[0] and (is_straight or (is_free and is_turned)),
            WRONG_ARGUMENT: one[0] == other[0] and shares_one and not is_straight,
        }[int(kind)]


@given(reference=sides(), predicted=sides())
def test_nothing_that_fits_is_left(reference: Arguments, predicted: Arguments) -> None:
    pairs = pair_relations(reference, predicted)
    left = [
        np.setdiff1d(np.arange(len(side)), taken)
        for side, taken in ((reference, pairs.reference), (predicted, pairs.predicted))
    ]
    assert len(pair_relations(reference.rows(left[0]), predicted.rows(left[1])).kind) == 0


@given(reference=sides(), predicted=sides())
def test_exchanged_sides_have_as_many_pairs_of_most_kinds(reference: Arguments, predicted: Arguments) -> None:
    there, back = counts(reference, predicted), counts(predicted, reference)
    for kind in (CORRECT, REVERSED, WRONG_TYPE):
        assert there[kind] == back[kind]
    if not (reference.is_undirected.any() or predicted.is_undirected.any()):
        assert there == back


def test_types_without_direction_leave_those_with_one_what_only_they_fit() -> None:
    free, other_free, bound, other_bound = 2, 3, 0, 1
    reference = arguments_of([(bound, 0, 1), (free, 0, 1)], [0, 1, 2, 3])
    predicted = arguments_of([(other_bound, 1, 0), (other_free, 1, 0)], [0, 1, 2, 3])
    for one, other in ((reference, predicted), (predicted, reference)):
        assert counts(one, other) == {WRONG_TYPE: 2}
    pairs = pair_relations(reference, predicted)
    assert sorted(zip(pairs.reference.tolist(), pairs.predicted.tolist(), strict=True)) == [(0, 1), (1, 0)]


def test_the_first_relation_of_the_text_that_fits_is_taken() -> None:
    reference = arguments_of([(0, 1, 2), (0, 1, 3)], [0, 1, 2, 3])
    predicted = arguments_of([(0, 1, 0), (0, 1, 1)], [4, 1, 4, 4])
    pairs = pair_relations(reference, predicted)
    assert (pairs.reference.tolist(), pairs.predicted.tolist()) == ([0, 1], [0, 1])
    assert pairs.kind.tolist() == [WRONG_ARGUMENT, WRONG_ARGUMENT]


def test_no_relations_make_no_pairs() -> None:
    nothing, one = arguments_of([], [0, 1, 2, 3]), arguments_of([(0, 1, 2)], [0, 1, 2, 3])
    for sides_given in ((nothing, nothing), (one, nothing), (nothing, one)):
        assert counts(*sides_given) == {}
