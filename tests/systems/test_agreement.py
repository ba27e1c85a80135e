from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import isnan, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.scores import score_prediction
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.systems.agreement import (
    AgreementCounts,
    agreement,
    agreement_by_document,
    agreements,
    intervals,
    is_nested,
    places_by_kind,
)
from tests.conftest import Span, study_of

MakeStudy = Callable[..., Study]
TYPES = ("LOC", "ORG", "PER")


def span_lists(n_tokens: int, may_overlap: bool) -> st.SearchStrategy[list[Span]]:
    """Draw distinct spans inside a sentence; without overlaps, each begins where an earlier one has ended."""
    bounds = st.tuples(st.integers(0, n_tokens - 1), st.integers(1, 3), st.sampled_from(TYPES))
    spans = st.lists(bounds.map(lambda one: (one[0], min(one[0] + one[1], n_tokens), one[2])), max_size=5, unique=True)
    return spans.map(sorted) if may_overlap else spans.map(_without_overlaps)


def _without_overlaps(spans: Sequence[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans):
        if not kept or kept[-1][1] <= span[0]:
            kept.append(span)
    return kept


@st.composite
def annotated(draw: st.DrawFn, may_overlap: bool = False) -> Study:
    """Draw a text of some documents with three annotators."""
    sentences = []
    documents = sorted(draw(st.lists(st.integers(0, 2), min_size=1, max_size=5)))
    for _ in documents:
        n_tokens = draw(st.integers(1, 6))
        first, *others = (draw(span_lists(n_tokens, may_overlap)) for _ in range(3))
        sentences.append((["w"] * n_tokens, first, others))
    numbers = [1 + len({*documents[:place]} - {number}) for place, number in enumerate(documents)]
    return study_of(sentences, (("b", 1), ("c", 1)), numbers)


def marked(study: Study, number: int) -> set[Span]:
    mentions = study.annotations[number].mentions
    codes = (study.types[code] for code in mentions.type_codes.tolist())
    return set(zip(mentions.start.tolist(), mentions.end.tolist(), codes, strict=True))


def plain_counts(one: set[Span], other: set[Span], types: Sequence[str]) -> AgreementCounts:
    """Count with sets; of one type, if only it is named."""
    extents = {span[:2] for span in one} & {span[:2] for span in other}
    readings = {
        extent: [{name for *bounds, name in side if tuple(bounds) == extent} for side in (one, other)]
        for extent in extents
    }
    if len(types) == 1:
        asked = [both for both in readings.values() if types[0] in both[0] | both[1]]
        alike = [both for both in asked if types[0] in both[0] & both[1]]
    else:
        asked = list(readings.values())
        alike = [both for both in asked if both[0] == both[1]]
    n_a, n_b, n_both = (sum(span[2] in types for span in side) for side in (one, other, one & other))
    return AgreementCounts(n_a, n_b, n_both, len(asked), len(alike))


def plain_kappa(study: Study, a: int, b: int) -> float:
    """Follow Cohen's formula with the shares of every type."""
    n_tokens = study.text.n_tokens
    sides = []
    for number in (a, b):
        types = ["O"] * n_tokens
        for start, end, name in marked(study, number):
            types[start:end] = [name] * (end - start)
        sides.append(types)
    observed = sum(one == other for one, other in zip(*sides, strict=True)) / n_tokens
    shares = [Counter(types) for types in sides]
    expected = sum(shares[0][name] * shares[1][name] for name in shares[0]) / n_tokens**2
    return (observed - expected) / (1 - expected) if max(map(len, (shares[0] | shares[1],))) > 1 else nan


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(
        "New/B-LOC/B-LOC/B-ORG York/I-LOC/I-LOC/I-ORG and/O/O/O Oslo/B-LOC/O/B-LOC",
        "Ann/B-PER/B-ORG/B-PER Lee/I-PER/I-ORG/O in/O/O/O Rome/B-LOC/B-LOC/B-LOC",
        "It/O/O/O rained/O/O/O",
        systems=("b", "c"),
        documents=(1, 1, 2),
    )


def test_agreement_is_counted_as_by_hand(study: Study) -> None:
    found = agreement(study, 0, 1)
    assert found.overall == AgreementCounts(4, 3, 2, 3, 2)
    assert found.overall.f1 == 4 / 7
    assert found.overall.label_agreement == 2 / 3
    assert found.of_type("LOC") == AgreementCounts(3, 2, 2, 2, 2)
    assert found.of_type("ORG") == AgreementCounts(0, 1, 0, 1, 0)
    assert found.of_type("PER") == AgreementCounts(1, 0, 0, 1, 0)


def test_kappa_is_as_by_hand(study: Study) -> None:
    # 10 tokens; alike are New York and Rome and the 4 in no mention. a: 4 LOC, 2 PER, 4 O; b: 3 LOC, 2 ORG, 5 O.
    observed, expected = 7 / 10, (4 * 3 + 4 * 5) / 100
    assert agreement(study, 0, 1).kappa == pytest.approx((observed - expected) / (1 - expected))


def test_all_pairs_come_in_order(study: Study) -> None:
    assert [(a, b) for a, b, _ in agreements(study)] == [(0, 1), (0, 2), (1, 2)]


def test_documents_are_ranked_by_their_agreement(study: Study) -> None:
    found = agreement_by_document(study, 0, 1)
    assert [found.a.tolist(), found.b.tolist(), found.both.tolist()] == [[4, 0], [3, 0], [2, 0]]
    assert found.f1.tolist()[0] == 4 / 7
    assert isnan(found.f1[1])
    assert found.worst_first.tolist() == [0, 1]


def test_of_documents_with_equal_agreement_the_most_disputed_comes_first(make_study_from: MakeStudy) -> None:
    study = make_study_from(
        "a/B-LOC/B-LOC", "Oslo/B-LOC/O", "x/O/O", "Oslo/B-LOC/B-PER Rome/B-LOC/O", documents=(1, 2, 3, 4)
    )
    assert agreement_by_document(study, 0, 1).worst_first.tolist() == [3, 1, 0, 2]


def test_kappa_is_undefined_where_nothing_could_differ(make_study_from: MakeStudy) -> None:
    assert isnan(agreement(make_study_from("It/O/O rained/O/O"), 0, 1).kappa)


def test_kappa_is_undefined_where_mentions_overlap() -> None:
    study = study_of([(["Uni", "of", "Ulm"], [(0, 3, "ORG"), (2, 3, "LOC")], [[(0, 3, "ORG")], [(2, 3, "LOC")]])],
                     (("b", 1), ("c", 1)))  # fmt: skip
    assert [is_nested(study, number) for number in range(3)] == [True, False, False]
    assert agreement(study, 0, 1).tokens is None
    assert isnan(agreement(study, 0, 1).kappa)
    assert agreement(study, 1, 2).kappa == pytest.approx(0)
    assert agreement(study, 0, 1).overall == AgreementCounts(2, 1, 1, 1, 1)


def test_an_extent_with_several_types_is_alike_only_if_all_are() -> None:
    study = study_of([(["Ulm"], [(0, 1, "LOC"), (0, 1, "ORG")], [[(0, 1, "ORG")]])], (("b", 1),))
    found = agreement(study, 0, 1)
    assert found.overall == AgreementCounts(2, 1, 1, 1, 0)
    assert (found.of_type("ORG").label_agreement, found.of_type("LOC").label_agreement) == (1, 0)


def test_long_mentions_far_behind_are_told_apart() -> None:
    spans: list[Span] = [(0, 50_000, "LOC"), (60_000, 60_001, "LOC"), (69_000, 69_001, "ORG")]
    study = study_of([(["w"] * 70_000, spans, [[*spans[:2], (69_000, 69_001, "LOC")]])], (("b", 1),))
    assert agreement(study, 0, 1).overall == AgreementCounts(3, 3, 2, 3, 2)


@given(st.booleans().flatmap(annotated))
def test_counts_are_those_of_sets(study: Study) -> None:
    for a, b, found in agreements(study):
        one, other = marked(study, a), marked(study, b)
        assert found.overall == plain_counts(one, other, TYPES)
        for name in study.types:
            assert found.of_type(name) == plain_counts(one, other, (name,))


@given(annotated())
def test_kappa_follows_its_formula(study: Study) -> None:
    for a, b, found in agreements(study):
        assert found.kappa == pytest.approx(plain_kappa(study, a, b), nan_ok=True)


@given(st.booleans().flatmap(annotated))
def test_exchanging_the_annotators_changes_nothing_else(study: Study) -> None:
    for a, b, found in agreements(study):
        back = agreement(study, b, a)
        assert back.by_type.tolist() == found.by_type[[1, 0, 2, 3, 4]].tolist()
        assert (back.overall.a, back.overall.b, repr(back.kappa)) == (
            found.overall.b, found.overall.a, repr(found.kappa)
        )  # fmt: skip
        assert (back.overall.both, back.overall.shared, back.overall.alike) == (
            found.overall.both, found.overall.shared, found.overall.alike
        )  # fmt: skip
        there, here = agreement_by_document(study, a, b), agreement_by_document(study, b, a)
        assert there.worst_first.tolist() == here.worst_first.tolist()


@given(st.booleans().flatmap(annotated))
def test_f1_is_that_of_the_score_with_one_as_the_reference(study: Study) -> None:
    for number in range(len(study.predictions)):
        found, tally = agreement(study, 0, number + 1), score_prediction(study, number)
        assert repr(found.overall.f1) == repr(tally.overall.f1)
        for name in study.types:
            assert repr(found.of_type(name).f1) == repr(tally.of_type(name).f1)


@given(st.booleans().flatmap(annotated))
def test_places_by_kind_hold_what_both_have_and_f1_is_within_what_samples_can_give(study: Study) -> None:
    pairs = [(a, b) for a, b, _ in agreements(study)]
    found = intervals(study, pairs, n_samples=20)
    for a, b, one in agreements(study):
        places = dict(zip(KINDS, places_by_kind(study, a, b).tolist(), strict=True))
        assert places["tp"] == one.overall.both
        assert sum(places.values()) <= one.overall.a + one.overall.b - one.overall.both
        low, high = found[a, b]
        assert isnan(low) == isnan(high)
        assert isnan(low) or 0 <= low <= high <= 1


def test_intervals_lie_around_f1_and_narrow_with_the_text(make_study_from: MakeStudy) -> None:
    wide, narrow = (
        intervals(make_study_from(*["Ulm/B-LOC/B-LOC", "Oslo/B-LOC/O"] * n, systems=("ben",)), [(0, 1)])[0, 1]
        for n in (10, 250)
    )
    assert wide[0] < narrow[0] < 2 / 3 < narrow[1] < wide[1]


@given(st.booleans().flatmap(annotated))
def test_documents_add_up_to_the_whole(study: Study) -> None:
    for a, b, found in agreements(study):
        by_document = agreement_by_document(study, a, b)
        sums = [int(column.sum()) for column in (by_document.a, by_document.b, by_document.both)]
        assert sums == [found.overall.a, found.overall.b, found.overall.both]
        ranked = [f1 for f1 in by_document.f1[by_document.worst_first].tolist() if not isnan(f1)]
        assert all(one <= other for one, other in pairwise(ranked))
