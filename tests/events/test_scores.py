from collections.abc import Callable, Sequence
from math import isnan
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import BoolArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.alignment import find_events
from nerinspect.events.scores import Counts, Tally, score_study, tally_events
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.systems.schemes import SCHEMES, SchemeTally
from tests.examples import examples

Span: TypeAlias = tuple[int, int, str]
RandomPairs: TypeAlias = st.SearchStrategy[tuple[list[Span], list[Span], list[int]]]
MakeMentions: TypeAlias = Callable[[Sequence[Span]], Mentions]
MakeStudy: TypeAlias = Callable[..., Study]


def as_lists(tally: Tally) -> tuple[list[list[int]], list[int], list[int], int]:
    return tally.by_type.tolist(), tally.kinds.tolist(), tally.kind_demerits.tolist(), int(tally.tn)


def test_ratios_are_fractions_of_counts() -> None:
    counts = Counts(reference=4, predicted=5, correct=3)
    assert (counts.precision, counts.recall, counts.f1) == (3 / 5, 3 / 4, 6 / 9)


@pytest.mark.parametrize(
    ("counts", "undefined"),
    [
        (Counts(0, 0, 0), {"precision", "recall", "f1"}),
        (Counts(0, 3, 0), {"recall"}),
        (Counts(3, 0, 0), {"precision"}),
        (Counts(3, 3, 0), set()),
    ],
)
def test_a_ratio_is_undefined_only_without_its_own_denominator(counts: Counts, undefined: set[str]) -> None:
    assert {name for name in ("precision", "recall", "f1") if isnan(getattr(counts, name))} == undefined


@pytest.mark.parametrize("counts", [Counts(3, 2, 0), Counts(0, 2, 0), Counts(3, 0, 0)])
def test_f1_is_0_if_nothing_is_correct(counts: Counts) -> None:
    assert counts.f1 == 0


def test_false_mentions_are_those_not_matched() -> None:
    counts = Counts(reference=4, predicted=7, correct=3)
    assert (counts.false_positives, counts.false_negatives) == (4, 1)


def test_counts_add_up() -> None:
    assert Counts(1, 2, 3) + Counts(10, 20, 30) == Counts(11, 22, 33)


def test_counts_by_type(make_study_from: MakeStudy) -> None:
    tally = score_study(make_study_from("a/B-LOC/B-LOC b/B-PER/B-LOC c/O/O d/B-PER/O"))[0]
    assert (tally.of_type("LOC"), tally.of_type("PER")) == (Counts(1, 2, 1), Counts(2, 0, 0))


def test_errors_are_all_events_but_correct_ones(make_study_from: MakeStudy) -> None:
    assert score_study(make_study_from("a/B-LOC/B-LOC b/O/O c/O/B-PER d/O/O e/B-LOC/O"))[0].n_errors == 2


def test_each_prediction_is_scored_by_itself(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/B-LOC/O b/O/O/O c/B-PER/B-PER/B-PER", systems=["x", "y"])
    assert [tally.overall for tally in score_study(study)] == [Counts(2, 2, 2), Counts(2, 1, 1)]


def test_tn_of_each_prediction_is_counted(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/O/O/B-PER b/O/O/O", "c/B-PER/B-PER/B-PER", systems=["x", "y"])
    assert [tally.tn for tally in score_study(study)] == [1, 1]


@settings(max_examples=examples(100))
@given(data=st.data())
def test_counts_by_type_equal_slow_ones(
    data: st.DataObject, any_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    reference, predicted, starts = data.draw(any_pairs)
    sides = make_mentions(reference), make_mentions(predicted)
    tally = tally_events(find_events(*sides, np.array(starts, dtype=np.int32)), *sides, 0)
    correct = set(reference) & set(predicted)
    plain = {
        name: Counts(*(sum(mention[2] == name for mention in side) for side in (reference, predicted, correct)))
        for name in tally.types
    }
    assert {name: tally.of_type(name) for name in tally.types} == plain


@settings(max_examples=examples(100))
@given(data=st.data())
def test_demerits_equal_false_positives_and_negatives(
    data: st.DataObject, any_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    reference, predicted, starts = data.draw(any_pairs)
    sides = make_mentions(reference), make_mentions(predicted)
    tally = tally_events(find_events(*sides, np.array(starts, dtype=np.int32)), *sides, 0)
    assert tally.demerits == tally.overall.false_positives + tally.overall.false_negatives


@settings(max_examples=examples(100))
@given(data=st.data())
def test_parts_of_the_text_add_up_to_the_whole(
    data: st.DataObject, any_pairs: RandomPairs, make_mentions: MakeMentions
) -> None:
    reference, predicted, starts = data.draw(any_pairs)
    sides = make_mentions(reference), make_mentions(predicted)
    events = find_events(*sides, np.array(starts, dtype=np.int32))
    is_first = events.start < data.draw(st.sampled_from(starts))

    def tally(which: BoolArray, tn: int) -> Tally:
        return tally_events(events.rows(which), *sides, tn)

    whole = tally(np.ones(len(events), dtype=bool), 5)
    assert as_lists(tally(is_first, 2) + tally(~is_first, 3)) == as_lists(whole)


def test_tallies_over_other_types_do_not_add_up(make_study_from: MakeStudy) -> None:
    one, other = (score_study(make_study_from(sentence))[0] for sentence in ("a/B-LOC/O", "a/B-PER/O"))
    with pytest.raises(ValueError, match="different types"):
        _ = one + other


def test_events_are_counted_by_kind(make_study_from: MakeStudy) -> None:
    study = make_study_from(
        "a/B-LOC/B-LOC b/O/O c/B-LOC/B-PER d/O/O e/B-PER/O f/O/O g/O/B-PER h/O/O i/B-LOC/B-LOC j/O/I-LOC",
        "a/B-LOC/B-PER b/O/I-PER",
    )
    tally = score_study(study)[0]
    assert {kind: tally.n_events(kind) for kind in KINDS} == dict.fromkeys(KINDS, 1)


class Unsearched(tuple[str, ...]):
    """Names of which none is searched for: with many types that takes as long as all of them together, each time."""

    def index(self, *_: object) -> int:
        raise AssertionError


def test_types_are_not_searched_for() -> None:
    types, numbers = Unsearched(f"T{place}" for place in range(9)), np.arange(9)
    tally = Tally(types, np.array([numbers, numbers, numbers]), np.zeros(6), np.zeros(6), 0)
    assert [tally.of_type(name).correct for name in types] == numbers.tolist()
    zeros = {scheme.name: scheme.judge(np.zeros((len(scheme.codes), 10), dtype=np.int64)) for scheme in SCHEMES}
    units = SchemeTally(types, zeros)
    assert {units.counts(scheme, name).possible for scheme in SCHEMES for name in types} == {0}
