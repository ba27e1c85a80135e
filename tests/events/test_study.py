from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study, make_study

MakeStudy: TypeAlias = Callable[..., Study]

SYSTEMS = ["flair", "elmo", "elmo"]
SENTENCES = ["a/B-PER/B-PER/O/B-LOC b/O/O/O/O", "c/O/B-a/O/O d/O/O/O/O e/B-B/O/B-B/O"]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(*SENTENCES, systems=SYSTEMS)


def test_types_of_both_sides_stand_by_code_point(study: Study) -> None:
    assert study.types == ("B", "LOC", "PER", "a")


def test_types_that_do_not_occur_are_left_out(study: Study) -> None:
    rebuilt = make_study(study.text, study.reference, study.predictions[1:2])
    assert rebuilt.types == ("B", "PER")


def test_systems_are_named_once_in_the_order_given(study: Study) -> None:
    assert study.systems == ("flair", "elmo")


def test_each_prediction_is_aligned_by_itself(study: Study) -> None:
    kinds = [[KINDS[kind] for kind in study.events_of(number).kind] for number in range(3)]
    assert kinds == [["tp", "fp", "fn"], ["fn", "tp"], ["le", "fn"]]


def test_predicted_mentions_lie_behind_each_other(study: Study) -> None:
    names = [study.types[code] for code in study.predicted.type_codes]
    assert (study.predicted.start.tolist(), names) == ([0, 2, 4, 0], ["PER", "a", "B", "LOC"])


def test_events_find_their_predicted_mentions(study: Study) -> None:
    assert study.predicted.start[study.events_of(2).mentions_of(0, "predicted")].tolist() == [0]


def test_the_first_event_of_each_prediction_is_known(study: Study) -> None:
    assert study.event_start.tolist() == [0, 3, 5, 7]


def test_the_sentence_of_each_event_is_known(study: Study) -> None:
    assert study.event_sentence.tolist() == [0, 1, 1, 0, 1, 0, 1]


def test_tn_is_counted_for_each_prediction(study: Study) -> None:
    assert study.n_outside.tolist() == [2, 2, 2]


def test_a_reference_alone_has_no_events(study: Study) -> None:
    assert len(make_study(study.text, study.reference, []).events) == 0


def test_progress_is_told_before_each_prediction(study: Study) -> None:
    told: list[tuple[int, int]] = []
    make_study(study.text, study.reference, study.predictions, checkpoint=lambda *progress: told.append(progress))
    assert told == [(0, 3), (1, 3), (2, 3)]


def test_systems_have_colours_in_their_order(study: Study) -> None:
    assert study.system_colours == {"flair": 0, "elmo": 1}


def test_a_system_keeps_the_colour_it_was_given_and_the_others_have_what_is_left(study: Study) -> None:
    coloured = replace(study, colours=(("elmo", 0), ("gone", 1)))
    assert coloured.system_colours == {"flair": 1, "elmo": 0}


def test_systems_may_be_given_one_colour(study: Study) -> None:
    assert set(replace(study, colours=(("elmo", 4), ("flair", 4))).system_colours.values()) == {4}


def test_a_colour_tells_systems_from_each_other(study: Study) -> None:
    assert [study.shown_colour(number) for number in range(3)] == [0, 1, 1]


def test_a_system_alone_needs_no_colour(make_study_from: MakeStudy) -> None:
    assert make_study_from("a/O/O/O", systems=["flair", "flair"]).shown_colour(0) is None
