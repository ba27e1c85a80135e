import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.alignment import find_events
from nerinspect.events.scores import confused_types
from nerinspect.events.study import Study
from tests.examples import examples

Span: TypeAlias = tuple[int, int, str]
RandomPairs: TypeAlias = st.SearchStrategy[tuple[list[Span], list[Span], list[int]]]
MakeMentions: TypeAlias = Callable[[Sequence[Span]], Mentions]
MakeStudy: TypeAlias = Callable[..., Study]


def confusions_of(study: Study) -> dict[tuple[str, str], int]:
    return counted(confused_types(study.events, study.reference.mentions, study.predicted), study.types)


def counted(pairs: tuple[IntArray, IntArray], types: Sequence[str]) -> dict[tuple[str, str], int]:
    names = [*types, "none"]
    return dict(
        Counter((names[ref], names[pred]) for ref, pred in zip(*(side.tolist() for side in pairs), strict=True))
    )


def test_a_label_error_meets_its_type(make_study_from: MakeStudy) -> None:
    assert confusions_of(make_study_from("a/B-LOC/B-ORG b/I-LOC/I-ORG")) == {("LOC", "ORG"): 1}


def test_a_boundary_error_of_one_each_meets_its_own_type(make_study_from: MakeStudy) -> None:
    assert confusions_of(make_study_from("a/B-LOC/B-LOC b/I-LOC/O")) == {("LOC", "LOC"): 1}


def test_a_label_and_boundary_error_of_one_each_meets_its_type(make_study_from: MakeStudy) -> None:
    assert confusions_of(make_study_from("a/B-LOC/B-ORG b/I-LOC/O")) == {("LOC", "ORG"): 1}


def test_missed_and_spurious_mentions_meet_none(make_study_from: MakeStudy) -> None:
    assert confusions_of(make_study_from("a/B-LOC/O b/B-PER/O c/O/O d/O/B-ORG")) == {
        ("LOC", "none"): 1,
        ("PER", "none"): 1,
        ("none", "ORG"): 1,
    }


def test_mentions_of_other_boundary_errors_meet_none(make_study_from: MakeStudy) -> None:
    assert confusions_of(make_study_from("a/B-LOC/B-LOC b/I-LOC/B-ORG")) == {
        ("LOC", "none"): 1,
        ("none", "LOC"): 1,
        ("none", "ORG"): 1,
    }


def test_correct_mentions_are_left_out(make_study_from: MakeStudy) -> None:
    assert confusions_of(make_study_from("a/B-LOC/B-LOC b/O/O")) == {}


@settings(max_examples=examples(100))
@given(data=st.data())
def test_confusions_equal_slow_ones(data: st.DataObject, any_pairs: RandomPairs, make_mentions: MakeMentions) -> None:
    reference, predicted, starts = data.draw(any_pairs)
    sides = make_mentions(reference), make_mentions(predicted)
    events = find_events(*sides, np.array(starts, dtype=np.int32))
    plain: Counter[tuple[str, str]] = Counter()
    for event in range(len(events)):
        ref = [reference[number] for number in events.mentions_of(event, "reference")]
        pred = [predicted[number] for number in events.mentions_of(event, "predicted")]
        if ref == pred:
            continue
        if len(ref) == len(pred) == 1:
            plain[ref[0][2], pred[0][2]] += 1
            continue
        for mention in ref:
            plain[mention[2], "none"] += 1
        for mention in pred:
            plain["none", mention[2]] += 1
    assert counted(confused_types(events, *sides), sides[0].types) == dict(plain)


def test_many_types_need_no_table_of_all_pairs() -> None:
    n = 5_000
    place, types = np.arange(n, dtype=np.int32), tuple(f"T{number:04}" for number in range(n))
    codes = (np.append(place[:-1], np.int32(last)) for last in (n - 1, 0))
    reference, predicted = (Mentions(place, place + 1, code, types) for code in codes)
    events = find_events(reference, predicted, np.array([0, n], dtype=np.int32))
    tracemalloc.start()
    try:
        assert counted(confused_types(events, reference, predicted), types) == {("T4999", "T0000"): 1}
        assert tracemalloc.get_traced_memory()[1] < n**2
    finally:
        tracemalloc.stop()
