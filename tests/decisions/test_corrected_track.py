from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.decisions.corrections import (
    contradicting_event,
    corrected_spans,
    types_to_give,
    why_not_applied,
    with_corrections,
)
from nerinspect.events.context import TrackSpan, context_of
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Events 0 and 1 are of the first system, event 2 is of the second and holds the tokens of event 1 and more."""
    study = make_study_from(
        "No/O/O/O one/O/O/O",
        "Ines/B-PER/O/B-PER of/O/O/O Upper/B-LOC/O/B-ORG Elm/I-LOC/O/I-ORG Mill/O/O/I-ORG",
        systems=("rich", "plain"),
    )
    return replace(study, decisions=Decisions())


def correct(study: Study, event: int, *reading: tuple[int, int, str], verdict: str = "reference-wrong") -> None:
    study.decisions.decide(event, Decision(verdict, correction=reading))


def test_there_is_no_track_without_corrections(study: Study) -> None:
    assert corrected_spans(study, 1) is None
    assert len(with_corrections(context_of(study, 0)).sentence.tracks) == 2


def test_a_correction_takes_the_place_of_what_the_reference_says(study: Study) -> None:
    correct(study, 1, (2, 4, "ORG"))
    assert corrected_spans(study, 1) == (TrackSpan(0, 1, "PER"), TrackSpan(2, 4, "ORG"))
    assert corrected_spans(study, 0) is None, "another sentence"


def test_the_last_track_shows_it_whatever_system_the_event_is_of(study: Study) -> None:
    correct(study, 1)
    for event in (0, 3):
        track = with_corrections(context_of(study, event)).sentence.tracks[-1]
        assert (track.label, track.spans) == ("corrected", (TrackSpan(0, 1, "PER"),))


def test_other_sentences_of_the_document_have_it_too(study: Study) -> None:
    correct(study, 1)
    assert len(with_corrections(context_of(study, 0)).document.sentence(2).tracks) == 3
    assert len(with_corrections(context_of(study, 0)).document.sentence(1).tracks) == 2


def test_a_reading_that_is_not_accepted_is_not_shown(study: Study) -> None:
    correct(study, 1, (2, 4, "ORG"), verdict="ambiguous")
    assert corrected_spans(study, 1) is None


def test_corrections_that_contradict_each_other_are_not_shown(study: Study) -> None:
    correct(study, 0)
    correct(study, 1, (2, 4, "ORG"))
    assert contradicting_event(study, 1) is None
    correct(study, 3, (2, 5, "ORG"))
    assert corrected_spans(study, 1) == (TrackSpan(2, 4, "LOC"),)
    assert (contradicting_event(study, 1), contradicting_event(study, 3), contradicting_event(study, 0)) == (3, 1, None)


def test_a_draft_is_shown_whatever_else_was_decided(study: Study) -> None:
    correct(study, 1, (2, 4, "ORG"))
    draft = {3: ((4, 5, "PER"),)}
    assert corrected_spans(study, 1, draft) == (TrackSpan(0, 1, "PER"), TrackSpan(4, 5, "PER"))
    assert corrected_spans(study, 1, {1: ()}) == (TrackSpan(0, 1, "PER"),)


def test_it_is_said_why_a_correction_changes_nothing(study: Study) -> None:
    correct(study, 1, (2, 4, "ORG"))
    assert why_not_applied(study, 0) == why_not_applied(study, 1) == ""
    correct(study, 3, (2, 5, "ORG"))
    assert why_not_applied(study, 1) == "Not applied: it contradicts the correction given for plain here."
    correct(study, 1, (2, 4, "ORG"), verdict="ambiguous")
    assert why_not_applied(study, 1) == "Not accepted: its verdict does not call for a correction."
    assert why_not_applied(study, 3) == ""


def test_a_type_that_was_given_once_can_be_given_again(study: Study) -> None:
    correct(study, 1, (2, 3, "GPE"), (3, 4, "LOC"), verdict="ambiguous")
    correct(study, 0)
    assert types_to_give(study, 0)[-1] == "GPE"


def test_types_of_the_event_come_first_then_the_frequent_ones_of_the_reference(
    make_study_from: Callable[..., Study],
) -> None:
    rest = ["a/B-ORG/O/O x/O/O/O", "a/B-PER/O/O x/O/O/O b/B-PER/O/O", "a/B-MISC/O/O x/O/O/O"]
    study = make_study_from("a/B-TIME/B-GPE/B-LOC x/O/O/O", *rest, systems=("plain", "rich"))
    ahead = ("PER", "MISC", "ORG")
    assert types_to_give(study, 0) == ("TIME", "GPE", "LOC", *ahead)
    (other,) = np.flatnonzero((study.events.prediction == 1) & (study.event_sentence == 0)).tolist()
    assert types_to_give(study, other) == ("TIME", "LOC", "GPE", *ahead)
