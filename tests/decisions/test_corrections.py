"""Corrections: which contradict each other, and what the reference says with the others."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions
from nerinspect.decisions.corrections import (
    Correction,
    accepted_corrections,
    applicable,
    contradictions,
    corrected_mentions,
    mentions_inside,
    open_corrections,
)
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study

N_TOKENS = 8
Spans = list[tuple[int, int, str]]


def mentions_of(spans: Spans) -> Mentions:
    import numpy as np

    types = ("LOC", "ORG")
    rows = np.array([(start, end, types.index(name)) for start, end, name in sorted(spans)], dtype=np.int32)
    start, end, codes = rows.reshape(-1, 3).T
    return Mentions(start, end, codes, types)


def spans_of(mentions: Mentions) -> Spans:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return list(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def at(one: Correction, position: int) -> tuple[int, int, str] | None:
    return next((span for span in one.reading if span[0] <= position < span[1]), None)


@st.composite
def readings(draw: st.DrawFn, low: int = 0, high: int = N_TOKENS) -> Spans:
    """Draw spans that do not overlap."""
    found, place = [], low
    while place < high and draw(st.booleans()):
        start = draw(st.integers(place, high - 1))
        end = draw(st.integers(start + 1, high))
        found.append(
            (start, end, draw(st.sampled_from(["LOC", "ORG", "NEW"][: 2 if low == 0 and high == N_TOKENS else 3])))
        )
        place = end
    return found


@st.composite
def places(draw: st.DrawFn, spans: Spans) -> list[Correction]:
    """Draw corrections of places that no mention leaves halfway."""
    found = []
    for _ in range(draw(st.integers(0, 4))):
        low = draw(st.integers(0, N_TOKENS - 1))
        high = draw(st.integers(low + 1, N_TOKENS))
        if all(end <= low or start >= high or (low <= start and end <= high) for start, end, _ in spans):
            found.append(Correction(low, high, tuple(draw(readings(low, high)))))
    return sorted(set(found), key=lambda one: (one.start, one.end, one.reading))


@given(spans=readings(), data=st.data())
def test_the_reference_says_what_a_look_at_every_token_says(spans: Spans, data: st.DataObject) -> None:
    corrections = applicable(data.draw(places(spans)))
    corrected = spans_of(corrected_mentions(mentions_of(spans), corrections))
    assert corrected == sorted(corrected)
    for position in range(N_TOKENS):
        there = next((span for span in corrected if span[0] <= position < span[1]), None)
        said = {at(one, position) for one in corrections if one.start <= position < one.end}
        before = next((span for span in spans if span[0] <= position < span[1]), None)
        assert {there} == (said or {before})


@given(spans=readings(), data=st.data())
def test_corrections_contradict_each_other_where_one_token_is_read_in_two_ways(
    spans: Spans, data: st.DataObject
) -> None:
    corrections = data.draw(places(spans))
    slow = {
        frozenset((one, other))
        for one in corrections
        for other in corrections
        for position in range(N_TOKENS)
        if one.start <= position < one.end and other.start <= position < other.end
        and at(one, position) != at(other, position)
    }  # fmt: skip
    found = contradictions(corrections)
    assert {frozenset(pair) for pair in found} == slow
    assert len(found) == len(slow)


def test_nested_readings_contradict_each_other_where_one_holds_a_mention_more() -> None:
    outer = (0, 3, "ORG")
    one, other = Correction(0, 3, (outer,)), Correction(0, 3, (outer, (1, 2, "LOC")))
    assert contradictions([one, other]) == [(one, other)]


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Two systems miss the mention of one sentence alike, and the second finds one in another sentence."""
    study = make_study_from("in/O/O/O Ulm/B-LOC/O/O", "in/O/O/O Bonn/O/O/B-LOC", systems=("rich", "plain"))
    from dataclasses import replace

    return replace(study, decisions=Decisions())


def test_the_same_correction_from_two_systems_is_one(study: Study) -> None:
    for event in (0, 1):
        study.decisions.decide(event, Decision("reference-wrong", correction=((1, 2, "ORG"),)))
    assert accepted_corrections(study) == [Correction(1, 2, ((1, 2, "ORG"),), (0, 1))]


@pytest.mark.parametrize(
    ("verdict", "is_accepted"),
    [("reference-wrong", True), ("both-wrong", True), ("prediction-wrong", False), ("ambiguous", False), ("", False)],
)
def test_a_correction_is_accepted_where_the_reference_is_wrong(study: Study, verdict: str, is_accepted: bool) -> None:
    study.decisions.decide(2, Decision(verdict, correction=((1, 2, "LOC"),)))
    assert bool(accepted_corrections(study)) is is_accepted


def test_the_verdict_alone_corrects_nothing(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong"))
    assert accepted_corrections(study) == []


def test_a_correction_may_take_a_mention_away(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    corrected = corrected_mentions(study.reference.mentions, accepted_corrections(study))
    assert spans_of(corrected) == []


def test_a_correction_without_its_verdict_is_open(study: Study) -> None:
    study.decisions.decide(0, Decision("", correction=()))
    study.decisions.decide(1, Decision("reference-wrong", correction=()))
    assert open_corrections(study) == [Correction(1, 2, (), (0,))]
    assert accepted_corrections(study) == [Correction(1, 2, (), (1,))]


@given(spans=readings(), data=st.data())
def test_mentions_inside_are_those_that_a_correction_holds_whole(spans: Spans, data: st.DataObject) -> None:
    corrections = data.draw(places(spans))
    slow = [any(one.start <= start and end <= one.end for one in corrections) for start, end, _ in sorted(spans)]
    assert mentions_inside(mentions_of(spans), corrections).tolist() == slow


@given(spans=readings(), data=st.data())
def test_correcting_twice_changes_nothing_more(spans: Spans, data: st.DataObject) -> None:
    corrections = applicable(data.draw(places(spans)))
    once = corrected_mentions(mentions_of(spans), corrections)
    assert spans_of(corrected_mentions(once, corrections)) == spans_of(once)


@given(spans=readings(), data=st.data())
def test_contradictions_are_symmetric_and_no_correction_contradicts_itself(spans: Spans, data: st.DataObject) -> None:
    corrections = data.draw(places(spans))
    for one in corrections:
        assert not one.contradicts(one)
        for other in corrections:
            assert one.contradicts(other) is other.contradicts(one)
    assert contradictions(applicable(corrections)) == []
