from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.alignment import count_outside, find_events
from nerinspect.events.segment_events import KINDS, SHAPES, EventTable
from nerinspect.events.study import Study
from tests.examples import examples

Span: TypeAlias = tuple[int, int, str]
Pair: TypeAlias = tuple[list[Span], list[Span], list[int]]
RandomPairs: TypeAlias = st.SearchStrategy[Pair]
MakeMentions: TypeAlias = Callable[[Sequence[Span]], Mentions]
MakeStudy: TypeAlias = Callable[..., Study]
Row: TypeAlias = tuple[int, int, str, str, int, list[Span], list[Span]]
"""Start, end, kind, shape, demerits, reference mentions, predicted mentions."""

# Words with reference and prediction; kind and demerits of each event.
WORKED = [
    ("Unless/O/B-PERS Karl/B-PERS/I-PERS Smith/I-PERS/I-PERS resigns/O/O", [("be", 2)]),
    ("Unless/O/B-ORG Karl/B-PERS/I-ORG Smith/I-PERS/I-ORG resigns/O/O", [("lbe", 2)]),
    ("Smith/B-ORG/B-PER and/I-ORG/O Newcomb/I-ORG/B-PER and/I-ORG/O Co./I-ORG/B-ORG", [("lbe", 4)]),
    ("Palo/B-LOC/B-ORG Alto/I-LOC/I-ORG", [("le", 2)]),
    ("Christopher/B-PER/B-PER Manning/I-PER/B-PER", [("be", 3)]),
    ("Christopher/B-PER/B-PER Manning/I-PER/B-ORG", [("lbe", 3)]),
    ("x/B-PER/O y/O/B-LOC", [("fn", 1), ("fp", 1)]),
    ("x/B-PER/O y/B-PER/O", [("fn", 2)]),
    ("a/B-LOC/B-LOC b/I-LOC/I-LOC c/B-LOC/B-LOC", [("tp", 0), ("tp", 0)]),
    ("a/B-PER/B-PER b/O/I-PER c/B-LOC/I-PER", [("lbe", 3)]),
]  # fmt: skip

# The mentions of both sides in one sentence of nine tokens, and the shape.
SHAPED = [
    ([(2, 6)], [(2, 4)], "shorter"),
    ([(2, 6)], [(4, 6)], "shorter"),
    ([(2, 6)], [(3, 5)], "shorter"),
    ([(2, 6)], [(2, 8)], "longer"),
    ([(2, 6)], [(0, 6)], "longer"),
    ([(2, 6)], [(0, 8)], "longer"),
    ([(2, 6)], [(4, 8)], "crossing"),
    ([(2, 6)], [(0, 4)], "crossing"),
    ([(2, 6)], [(2, 3), (4, 5)], "split"),
    ([(2, 6)], [(1, 3), (3, 4), (5, 8)], "split"),
    ([(2, 4), (5, 6)], [(2, 6)], "merged"),
    ([(2, 4), (5, 7)], [(2, 3), (3, 7)], "tangled"),
    ([(2, 6)], [(2, 6)], ""),
    ([(2, 6)], [], ""),
]


def as_rows(events: EventTable, reference: list[Span], predicted: list[Span]) -> list[Row]:
    columns: list[AnyIntArray] = [events.start, events.end, events.kind, events.shape, events.demerits]
    ranges: list[AnyIntArray] = [events.ref_from, events.ref_to, events.pred_from, events.pred_to]
    return [
        (start, end, KINDS[kind], SHAPES[shape], demerits, reference[first_ref:last_ref], predicted[first:last])
        for start, end, kind, shape, demerits, first_ref, last_ref, first, last in zip(
            *(column.tolist() for column in columns + ranges), strict=True
        )
    ]


def slow_kind(reference: list[Span], predicted: list[Span]) -> str:
    if not predicted:
        return "fn"
    if not reference:
        return "fp"
    one_each = len(reference) == len(predicted) == 1
    if one_each and reference[0][:2] == predicted[0][:2]:
        return "tp" if reference == predicted else "le"
    ref_types = {token: name for start, end, name in reference for token in range(start, end)}
    pred_types = {token: name for start, end, name in predicted for token in range(start, end)}
    agree = all(ref_types[token] == pred_types[token] for token in ref_types.keys() & pred_types.keys())
    return "be" if agree else "lbe"


def slow_shape(kind: str, reference: list[Span], predicted: list[Span]) -> str:
    if kind not in ("be", "lbe"):
        return ""
    if len(reference) > 1:
        return "merged" if len(predicted) == 1 else "tangled"
    if len(predicted) > 1:
        return "split"
    ref, pred = (set(range(side[0][0], side[0][1])) for side in (reference, predicted))
    return "shorter" if pred < ref else "longer" if pred > ref else "crossing"


def slow_segments(pair: Pair) -> tuple[list[Row], int]:
    """Cut sentence by sentence and token by token, as the definition reads; give events, and the number of `tn`."""
    reference, predicted, starts = pair
    covered = {token for start, end, _ in reference + predicted for token in range(start, end)}
    ref_boundaries = {position for start, end, _ in reference for position in (start, end)}
    pred_boundaries = {position for start, end, _ in predicted for position in (start, end)}
    rows: list[Row] = []
    n_outside = 0
    for first, stop in pairwise(starts):
        cuts = [first]
        for position in range(first + 1, stop):
            leaves = (position - 1 in covered) != (position in covered)
            if leaves or (position in ref_boundaries and position in pred_boundaries):
                cuts.append(position)
        for start, end in zip(cuts, [*cuts[1:], stop], strict=True):
            if start not in covered:
                n_outside += 1
                continue
            ref = [mention for mention in reference if start <= mention[0] and mention[1] <= end]
            pred = [mention for mention in predicted if start <= mention[0] and mention[1] <= end]
            kind = slow_kind(ref, pred)
            rows.append((start, end, kind, slow_shape(kind, ref, pred), len(set(ref) ^ set(pred)), ref, pred))
    return rows, n_outside


def find(pair: Pair, make_mentions: MakeMentions) -> tuple[EventTable, AnyIntArray]:
    reference, predicted, starts = pair
    sentence_start = np.array(starts, dtype=np.int32)
    return find_events(make_mentions(reference), make_mentions(predicted), sentence_start), sentence_start


@pytest.mark.parametrize(("sentence", "events"), WORKED)
def test_worked_examples(sentence: str, events: list[tuple[str, int]], make_study_from: MakeStudy) -> None:
    found = make_study_from(sentence).events
    assert [(KINDS[kind], int(count)) for kind, count in zip(found.kind, found.demerits, strict=True)] == events


@pytest.mark.parametrize(("reference", "predicted", "shape"), SHAPED)
@pytest.mark.parametrize("pred_type", ["LOC", "ORG"])
def test_boundary_errors_have_a_shape(
    reference: list[tuple[int, int]],
    predicted: list[tuple[int, int]],
    shape: str,
    pred_type: str,
    make_mentions: MakeMentions,
) -> None:
    sides = [(*extent, "LOC") for extent in reference], [(*extent, pred_type) for extent in predicted]
    events, _ = find((*sides, [0, 9]), make_mentions)
    assert [SHAPES[code] for code in events.shape] == [shape]


def test_mentions_that_touch_across_sentences_do_not_meet(make_mentions: MakeMentions) -> None:
    events, _ = find(([(0, 2, "PER")], [(2, 4, "PER")], [0, 2, 4]), make_mentions)
    assert [KINDS[kind] for kind in events.kind] == ["fn", "fp"]


@settings(max_examples=examples(300))
@given(data=st.data())
def test_events_are_those_of_the_definition(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    pair = data.draw(random_pairs)
    events, _ = find(pair, make_mentions)
    assert as_rows(events, pair[0], pair[1]) == slow_segments(pair)[0]


@settings(max_examples=examples(100))
@given(data=st.data(), at_once=st.integers(1, 5))
def test_sentences_aligned_some_at_a_time_give_the_same_arrays(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions, at_once: int
) -> None:
    pair = data.draw(random_pairs)
    whole = find(pair, make_mentions)[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nerinspect.events.alignment.MENTIONS_AT_ONCE", at_once)
        parts = find(pair, make_mentions)[0]
    for field in fields(EventTable):
        one, other = getattr(whole, field.name), getattr(parts, field.name)
        assert (one.dtype, one.tolist()) == (other.dtype, other.tolist()), field.name


@settings(max_examples=examples(150))
@given(data=st.data())
def test_tn_are_the_stretches_outside_every_mention(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    pair = data.draw(random_pairs)
    assert count_outside(*find(pair, make_mentions)) == slow_segments(pair)[1]


@settings(max_examples=examples(100))
@given(data=st.data())
def test_tp_are_the_exact_matches(data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions) -> None:
    pair = data.draw(random_pairs)
    events, _ = find(pair, make_mentions)
    assert np.count_nonzero(events.kind == KINDS.index("tp")) == len(set(pair[0]) & set(pair[1]))


@settings(max_examples=examples(100))
@given(data=st.data())
def test_demerits_are_false_positives_and_false_negatives(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    pair = data.draw(random_pairs)
    assert find(pair, make_mentions)[0].demerits.sum() == len(set(pair[0]) ^ set(pair[1]))


@settings(max_examples=examples(100))
@given(data=st.data())
def test_every_mention_lies_in_exactly_one_event(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    reference, predicted, starts = data.draw(random_pairs)
    rows = as_rows(find((reference, predicted, starts), make_mentions)[0], reference, predicted)
    held = [mention for row in rows for mention in row[5] if row[0] <= mention[0] and mention[1] <= row[1]]
    held += [mention for row in rows for mention in row[6] if row[0] <= mention[0] and mention[1] <= row[1]]
    assert Counter(held) == Counter(reference + predicted)


@settings(max_examples=examples(100))
@given(data=st.data())
def test_events_do_not_overlap_and_stay_in_their_sentence(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    events, sentence_start = find(data.draw(random_pairs), make_mentions)
    last_sentence = np.searchsorted(sentence_start, events.end - 1, side="right")
    same_sentence = np.searchsorted(sentence_start, events.start, side="right") == last_sentence
    assert same_sentence.all()
    assert (events.end[:-1] <= events.start[1:]).all()


@settings(max_examples=examples(100))
@given(data=st.data())
def test_swapping_the_sides_swaps_fp_and_fn_only(
    data: st.DataObject, random_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    reference, predicted, starts = data.draw(random_pairs)
    swap = {"fp": "fn", "fn": "fp"}
    events, swapped = (
        Counter(KINDS[kind] for kind in find((*sides, starts), make_mentions)[0].kind)
        for sides in ((reference, predicted), (predicted, reference))
    )
    assert swapped == {swap.get(kind, kind): count for kind, count in events.items()}
