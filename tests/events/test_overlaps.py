"""Events where mentions of a side overlap."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, product
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions
from nerinspect.events.alignment import count_outside, find_events, nested_sentences
from nerinspect.events.segment_events import KINDS, SHAPES, EventTable
from nerinspect.events.study import Study
from tests.examples import examples

Span: TypeAlias = tuple[int, int, str]
Pair: TypeAlias = tuple[list[Span], list[Span], list[int]]
RandomPairs: TypeAlias = st.SearchStrategy[Pair]
MakeMentions: TypeAlias = Callable[[Sequence[Span]], Mentions]
BuildStudy: TypeAlias = Callable[..., Study]
Row: TypeAlias = tuple[int, int, str, str, int, list[Span], list[Span]]
"""Start, end, kind, shape, demerits, reference mentions, predicted mentions."""

PER, ORG, LOC = "PER", "ORG", "LOC"
AROUND = (0, 9, "LOC")
"""A mention around the whole sentence, which is nested by it."""

# What both sides have beside AROUND, which both have; the events beside its own.
WORKED = [
    ("each exact match is correct", [(0, 2, ORG), (0, 1, LOC)], [(0, 2, ORG), (0, 1, LOC)], ["tp 0", "tp 0"]),
    ("one extent, two types, both right", [(1, 2, LOC), (1, 2, PER)], [(1, 2, LOC), (1, 2, PER)], ["tp 0", "tp 0"]),
    ("an exact match goes before a pair", [(1, 2, LOC), (1, 2, PER)], [(1, 2, PER), (1, 2, ORG)], ["tp 0", "le 2"]),
    ("equal extents pair by the alphabet", [(1, 2, ORG)], [(1, 2, LOC), (1, 2, PER)], ["fp 1", "le 2"]),
    ("a pair takes no part in groups", [(1, 3, ORG), (2, 4, ORG)], [(1, 3, LOC)], ["le 2", "fn 1"]),
    ("a shared token connects", [(1, 3, ORG), (2, 4, PER)], [], ["fn 2"]),
    ("a shared token connects across the sides", [(1, 3, ORG)], [(2, 4, ORG)], ["be crossing 2"]),
    ("one pair of other types is enough", [(1, 4, ORG), (2, 3, PER)], [(2, 5, ORG)], ["lbe merged 3"]),
    ("types of one side may differ", [(1, 4, ORG)], [(0, 2, ORG), (3, 5, ORG)], ["be split 3"]),
    ("two missed neighbours are one event", [(1, 2, PER), (2, 3, PER)], [], ["fn 2"]),
    ("a missed and a spurious one are two", [(1, 2, PER)], [(2, 3, LOC)], ["fn 1", "fp 1"]),
    ("a token between them parts", [(1, 2, PER), (3, 4, PER)], [], ["fn 1", "fn 1"]),
    ("touching joins a boundary error too", [(1, 2, PER), (2, 4, ORG)], [(3, 5, ORG)], ["be merged 3"]),
    ("a boundary of both sides parts", [(1, 2, PER), (2, 4, ORG)], [(2, 5, ORG)], ["fn 1", "be longer 2"]),
    ("a matched boundary does not part", [(1, 3, PER), (2, 3, ORG), (3, 4, PER)], [(2, 3, ORG)], ["fn 2", "tp 0"]),
]  # fmt: skip


def find(pair: Pair, make_mentions: MakeMentions) -> EventTable:
    reference, predicted, starts = pair
    return find_events(make_mentions(reference), make_mentions(predicted), np.array(starts, dtype=np.int32))


def as_rows(events: EventTable, reference: list[Span], predicted: list[Span]) -> list[Row]:
    return [
        (
            int(events.start[event]),
            int(events.end[event]),
            KINDS[events.kind[event]],
            SHAPES[events.shape[event]],
            int(events.demerits[event]),
            [reference[number] for number in events.mentions_of(event, "reference")],
            [predicted[number] for number in events.mentions_of(event, "predicted")],
        )
        for event in range(len(events))
    ]


def meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def slow_groups(reference: list[Span], predicted: list[Span]) -> list[tuple[list[Span], list[Span]]]:
    """Join what belongs together until nothing changes."""
    mentions = [(0, span) for span in reference] + [(1, span) for span in predicted]
    edges = [{place for _, span in mentions if _ == side for place in span[:2]} for side in (0, 1)]
    crossed = {place for _, (start, end, _name) in mentions for place in range(start + 1, end)}
    group = list(range(len(mentions)))
    for _round in mentions:
        for (one, (_, left)), (two, (_, right)) in combinations(enumerate(mentions), 2):
            touching = {left[0], left[1]} & {right[0], right[1]} - crossed if not meet(left, right) else set()
            if meet(left, right) or any(place not in edges[0] & edges[1] for place in touching):
                group[one] = group[two] = min(group[one], group[two])
    found: dict[int, tuple[list[Span], list[Span]]] = {}
    for number, (side, span) in zip(group, mentions, strict=True):
        found.setdefault(number, ([], []))[side].append(span)
    return list(found.values())


def slow_sentence(reference: list[Span], predicted: list[Span]) -> list[Row]:
    """Follow the rule for overlapping mentions step by step in one sentence."""
    matched = [span for span in reference if span in predicted]
    rows: list[Row] = [(*span[:2], "tp", "", 0, [span], [span]) for span in matched]
    ref, pred = ([span for span in side if span not in matched] for side in (reference, predicted))
    for start, end in {span[:2] for span in ref}:
        pairs = zip(*(sorted(span for span in side if span[:2] == (start, end)) for side in (ref, pred)), strict=False)
        for one, other in list(pairs):
            rows.append((start, end, "le", "", 2, [one], [other]))
            ref.remove(one)
            pred.remove(other)
    for refs, preds in slow_groups(ref, pred):
        start, end = min(span[0] for span in refs + preds), max(span[1] for span in refs + preds)
        kind = "lbe" if any(meet(one, other) and one[2] != other[2] for one, other in product(refs, preds)) else "be"
        kind = "fn" if not preds else "fp" if not refs else kind
        rows.append((start, end, kind, slow_shape(kind, refs, preds), len(refs + preds), refs, preds))
    return sorted(rows, key=lambda row: (*row[:2], KINDS.index(row[2]), row[5], row[6]))


def slow_shape(kind: str, reference: list[Span], predicted: list[Span]) -> str:
    if kind not in ("be", "lbe"):
        return ""
    if len(reference) > 1:
        return "merged" if len(predicted) == 1 else "tangled"
    if len(predicted) > 1:
        return "split"
    ref, pred = (set(range(*side[0][:2])) for side in (reference, predicted))
    return "shorter" if pred < ref else "longer" if pred > ref else "crossing"


def sentences_of(pair: Pair) -> list[tuple[list[Span], list[Span]]]:
    sides = pair[:2]
    return [
        tuple([span for span in side if first <= span[0] < stop] for side in sides)  # type: ignore[misc]
        for first, stop in pairwise(pair[2])
    ]


@pytest.mark.parametrize(
    ("reference", "predicted", "expected"), [row[1:] for row in WORKED], ids=[r[0] for r in WORKED]
)
def test_worked_examples(
    reference: list[Span], predicted: list[Span], expected: list[str], make_mentions: MakeMentions
) -> None:
    sides = sorted([AROUND, *reference]), sorted([AROUND, *predicted])
    rows = as_rows(find((*sides, [0, 9]), make_mentions), *sides)
    assert ["".join(f"{part} " for part in row[2:4] if part) + str(row[4]) for row in rows if row[1] < 9] == expected


@pytest.mark.parametrize(
    ("reference", "predicted", "expected"), [row[1:] for row in WORKED], ids=[r[0] for r in WORKED]
)
def test_the_slow_version_says_the_same_of_the_examples(
    reference: list[Span], predicted: list[Span], expected: list[str]
) -> None:
    rows = slow_sentence(sorted(reference), sorted(predicted))
    assert ["".join(f"{part} " for part in row[2:4] if part) + str(row[4]) for row in rows] == expected


@settings(max_examples=examples(500))
@given(data=st.data())
def test_events_are_those_of_the_rule(
    data: st.DataObject, random_overlapping_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    pair = data.draw(random_overlapping_pairs)
    expected = [row for sides in sentences_of(pair) for row in slow_sentence(*sides)]
    assert as_rows(find(pair, make_mentions), pair[0], pair[1]) == expected


@settings(max_examples=examples(200))
@given(data=st.data())
def test_without_overlaps_the_rule_gives_the_segments(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    pair = data.draw(random_pairs)
    expected = [row for sides in sentences_of(pair) for row in slow_sentence(*sides)]
    assert as_rows(find(pair, make_mentions), pair[0], pair[1]) == expected


@settings(max_examples=examples(100))
@given(data=st.data())
def test_a_sentence_does_not_depend_on_the_others(
    data: st.DataObject, random_pairs: RandomPairs, random_overlapping_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    flat, nested = data.draw(random_pairs), data.draw(random_overlapping_pairs)
    shift = nested[2][-1]
    moved = [[(start + shift, end + shift, name) for start, end, name in side] for side in flat[:2]]
    both = nested[0] + moved[0], nested[1] + moved[1], nested[2] + [start + shift for start in flat[2][1:]]
    rows, behind = as_rows(find(both, make_mentions), *both[:2]), as_rows(find(flat, make_mentions), *flat[:2])
    of_flat = [row[:5] for row in rows if row[0] >= shift]
    assert of_flat == [(row[0] + shift, row[1] + shift, *row[2:5]) for row in behind]


@settings(max_examples=examples(150))
@given(data=st.data())
def test_the_invariants_hold(
    data: st.DataObject, random_overlapping_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    reference, predicted, starts = data.draw(random_overlapping_pairs)
    rows = as_rows(find((reference, predicted, starts), make_mentions), reference, predicted)
    assert sum(row[2] == "tp" for row in rows) == len({*reference} & {*predicted})
    assert sum(row[4] for row in rows) == len({*reference} ^ {*predicted})
    assert Counter(span for row in rows for span in row[5]) == Counter(reference)
    assert Counter(span for row in rows for span in row[6]) == Counter(predicted)
    assert [row[:2] for row in rows] == [
        (min(span[0] for span in row[5] + row[6]), max(span[1] for span in row[5] + row[6])) for row in rows
    ]


@settings(max_examples=examples(150))
@given(data=st.data())
def test_swapping_the_sides_swaps_fp_and_fn_only(
    data: st.DataObject, random_overlapping_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    reference, predicted, starts = data.draw(random_overlapping_pairs)
    swap = {"fp": "fn", "fn": "fp"}
    rows, swapped = (
        Counter((*row[:2], row[2], row[4]) for row in as_rows(find((*sides, starts), make_mentions), *sides))
        for sides in ((reference, predicted), (predicted, reference))
    )
    assert swapped == {(*key[:2], swap.get(key[2], key[2]), key[3]): count for key, count in rows.items()}


@settings(max_examples=examples(150))
@given(data=st.data())
def test_tn_are_the_stretches_outside_every_mention(
    data: st.DataObject, random_overlapping_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    pair = data.draw(random_overlapping_pairs)
    covered = {token for start, end, _ in pair[0] + pair[1] for token in range(start, end)}
    expected = sum(token not in covered and (token in pair[2] or token - 1 in covered) for token in range(pair[2][-1]))
    assert count_outside(find(pair, make_mentions), np.array(pair[2], dtype=np.int32)) == expected


def test_types_pair_by_the_alphabet_whatever_their_order_in_the_list() -> None:
    types = ("PER", "LOC", "ORG")
    reference, predicted = (
        Mentions(np.zeros(len(codes), np.int32), np.ones(len(codes), np.int32), np.array(codes, np.int32), types)
        for codes in ([2], [1, 0])
    )
    events = find_events(reference, predicted, np.array([0, 1], dtype=np.int32))
    pair = events.rows(events.kind == KINDS.index("le"))
    assert types[predicted.type_codes[pair.mentions("predicted")[0]]] == "LOC"


@settings(max_examples=examples(100))
@given(data=st.data())
def test_nested_sentences_are_those_where_two_mentions_share_a_token(
    data: st.DataObject, random_overlapping_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    pair = data.draw(random_overlapping_pairs)
    expected = [
        number
        for number, (reference, _) in enumerate(sentences_of(pair))
        if any(meet(one, other) for one, other in combinations(reference, 2))
    ]
    assert nested_sentences(make_mentions(pair[0]), np.array(pair[2], dtype=np.int32)).tolist() == expected


@pytest.fixture
def two_systems(build_study: BuildStudy) -> Study:
    """Only the second system has mentions that overlap, in the second sentence."""
    words = ["New", "York", "City"]
    sides = [(0, 3, "LOC")], [[(0, 3, "LOC")], [(0, 2, "LOC"), (0, 3, "LOC")]]
    return build_study([(words, [(0, 2, "LOC")], [[], []]), (words, *sides)], [("flat", 1), ("nested", 1)])


def test_the_rule_is_chosen_for_each_system_by_its_own_pair(two_systems: Study) -> None:
    assert [sentences.tolist() for sentences in two_systems.nested_sentences] == [[], [1]]
    assert [two_systems.is_nested(1, sentence) for sentence in (0, 1)] == [False, True]


def test_events_of_several_systems_find_their_mentions(two_systems: Study) -> None:
    rows = [
        (KINDS[two_systems.events.kind[event]], side, *two_systems.events.mentions_of(event, side).tolist())
        for event in range(len(two_systems.events))
        for side in ("reference", "predicted")
    ]
    assert rows == [
        ("fn", "reference", 0), ("fn", "predicted"), ("tp", "reference", 1), ("tp", "predicted", 0),
        ("fn", "reference", 0), ("fn", "predicted"), ("fp", "reference"), ("fp", "predicted", 1),
        ("tp", "reference", 1), ("tp", "predicted", 2),
    ]  # fmt: skip


def test_the_order_of_flat_mentions_is_kept_once(two_systems: Study) -> None:
    assert two_systems.events.ref_members.tolist() == [0, 1]
