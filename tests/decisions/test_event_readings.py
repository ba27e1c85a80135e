from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.decisions.adjudication import corrected, event_readings
from nerinspect.events.decision import Decision, Reading
from nerinspect.events.study import Study

MakeStudy = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """The first system finds the beginning of a mention, the second more than the whole of it."""
    return make_study_from(
        "No/O/O/O one/O/O/O", "in/O/O/B-LOC Upper/B-LOC/B-LOC/I-LOC Elm/I-LOC/O/I-LOC", systems=("rich", "plain")
    )


def readings_of(study: Study, event: int) -> list[Reading | None]:
    sides = [study.reference.mentions, *(prediction.mentions for prediction in study.predictions)]
    return [event_readings(study, [event], side)[0] for side in sides]


def test_positions_count_in_the_sentence(study: Study) -> None:
    assert readings_of(study, 0)[:2] == [((1, 3, "LOC"),), ((1, 2, "LOC"),)]


def test_what_reaches_beyond_the_event_is_no_reading_of_it(study: Study) -> None:
    assert readings_of(study, 0)[2] is None
    assert readings_of(study, 1) == [((1, 3, "LOC"),), ((1, 2, "LOC"),), ((0, 3, "LOC"),)]


def test_nothing_may_be_said(make_study_from: MakeStudy) -> None:
    study = make_study_from("in/O/O Ulm/B-LOC/O")
    assert readings_of(study, 0) == [((1, 2, "LOC"),), ()]


N_TOKENS = 7
SPANS = st.lists(
    st.tuples(st.integers(0, N_TOKENS - 1), st.integers(1, 4), st.sampled_from(["LOC", "ORG"])).map(
        lambda drawn: (drawn[0], min(drawn[0] + drawn[1], N_TOKENS), drawn[2])
    ),
    max_size=4,
    unique=True,
)


@given(first=SPANS, second=SPANS, others=SPANS)
def test_readings_are_those_of_a_look_at_every_mention(
    build_study: MakeStudy, first: Reading, second: Reading, others: Reading
) -> None:
    tokens = [str(place) for place in range(N_TOKENS)]
    study = build_study([(tokens, [(0, 1, "LOC")], [[], []]), (tokens, first, [second, others])], [("a", 1), ("b", 1)])
    events = list(range(len(study.events.start)))
    found = event_readings(study, events, study.predictions[1].mentions)
    for event, reading in zip(events, found, strict=True):
        zero = int(study.text.sentence_start[study.event_sentence[event]])
        low, high = int(study.events.start[event]) - zero, int(study.events.end[event]) - zero
        told = sorted(others) if zero else []
        touching = [span for span in told if span[0] < high and span[1] > low]
        is_beyond = any(span[0] < low or span[1] > high for span in touching)
        overlap = any(
            one is not other and one[0] < other[1] and other[0] < one[1] for one in touching for other in touching
        )
        assert reading == (None if is_beyond or overlap else tuple(touching))


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "reference-wrong"), ("both-wrong", "both-wrong"), ("prediction-wrong", "reference-wrong")],
)
def test_a_reading_is_accepted_with_a_verdict_that_calls_for_it(study: Study, before: str, after: str) -> None:
    decision = corrected(study, 0, ((1, 2, "LOC"),), Decision(before, ("typo",), note="see page 3"))
    assert decision == Decision(after, ("typo",), note="see page 3", correction=((1, 2, "LOC"),))
    assert decision.corrects


def test_between_annotators_it_says_who_is_right(study: Study) -> None:
    annotators = replace(study, annotator="ann")
    assert corrected(annotators, 0, ((1, 2, "LOC"),), Decision()).verdict == "reference-wrong", "B is"
    assert corrected(annotators, 0, ((1, 2, "PER"),), Decision("reference-wrong")).verdict == "both-wrong", "neither is"
