from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.events.study import Study, make_study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_copying import query_of_events, query_of_group

MakeStudy = Callable[..., Study]


def found(study: Study, query: str) -> list[int]:
    return np.flatnonzero(parse_query(query, Vocabulary.of(study)).mask(study)).tolist()


def group_query(study: Study, *events: int, among: str = "") -> str:
    mask = np.array([mark == "x" for mark in among or "x" * len(study.events)], dtype=bool)
    return query_of_group(study, mask, np.array(events, dtype=np.int32))


@pytest.fixture
def tangled(make_study_from: MakeStudy) -> Study:
    """Hold “New York” alone, as a mention inside a longer segment, and as a segment that is no mention."""
    return make_study_from(
        "New/B-LOC/B-LOC York/I-LOC/I-LOC",
        "New/B-LOC/B-LOC York/I-LOC/I-LOC Times/O/I-LOC",
        "New/B-LOC/B-LOC York/I-LOC/I-LOC x/O/O New/B-LOC/O York/I-LOC/O",
        "in/O/O New/B-LOC/B-LOC York/O/I-LOC",
    )


def without_lines(study: Study) -> Study:
    text = replace(study.text, sentence_line=np.zeros_like(study.text.sentence_line))
    return make_study(text, study.reference, study.predictions)


def test_a_surface_that_is_only_a_segment_is_its_own_query(make_study_from: MakeStudy) -> None:
    study = make_study_from("New/B-LOC/O York/I-LOC/O x/O/O New/B-LOC/B-LOC York/I-LOC/I-LOC x/O/O Paris/B-LOC/O")
    assert group_query(study, 0, 1) == 'surface:"New York"'


def test_a_longer_segment_with_the_mention_is_left_out(tangled: Study) -> None:
    query = group_query(tangled, 0, 2, 3, 4)
    assert found(tangled, query) == [0, 2, 3, 4]


def test_events_of_one_extent_are_told_by_their_kind(tangled: Study) -> None:
    assert group_query(tangled, 0, 2, 3, among="xxxx-") == 'surface:"New York" -kind:be,lbe'


def test_events_that_are_not_on_show_do_not_matter(tangled: Study) -> None:
    assert group_query(tangled, 0, 2, 3, among="x-xx-") == 'surface:"New York"'


def test_a_segment_that_is_no_mention_is_found(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/O b/I-LOC/B-LOC c/O/I-LOC", "a/B-LOC/O b/O/O")
    assert found(study, group_query(study, 0)) == [0]


def test_without_lines_there_may_be_no_query(tangled: Study) -> None:
    assert group_query(without_lines(tangled), 0, 2, 3, 4) == ""


def test_selected_events_are_named_by_their_lines(tangled: Study) -> None:
    query = query_of_events(EventCells(tangled), np.array([3, 1], dtype=np.int32))
    assert found(tangled, query) == [1, 3]


def test_selected_events_without_lines_are_named_by_sentence_and_surface(tangled: Study) -> None:
    study = without_lines(tangled)
    assert found(study, query_of_events(EventCells(study), np.array([1], dtype=np.int32))) == [1]


def test_selected_events_that_surfaces_do_not_tell_apart_are_named_by_their_kinds(tangled: Study) -> None:
    study = without_lines(tangled)
    assert query_of_events(EventCells(study), np.array([2], dtype=np.int32)) == "sent:3 kind:tp"


def test_selected_events_that_no_query_tells_apart_have_none(make_study_from: MakeStudy) -> None:
    study = without_lines(make_study_from("Rome/B-LOC/O and/O/O Rome/B-LOC/O"))
    assert query_of_events(EventCells(study), np.array([0], dtype=np.int32)) == ""


@pytest.mark.parametrize("event", range(4))
@pytest.mark.parametrize("has_lines", [True, False])
def test_events_that_begin_at_one_token_are_told_apart(build_study: MakeStudy, event: int, has_lines: bool) -> None:
    mentions = [(0, 2, "LOC"), (0, 2, "ORG"), (0, 3, "LOC"), (0, 3, "ORG")]
    study = build_study([(["New", "York", "City"], mentions, [[*mentions[:2], (0, 3, "PER")]])])
    study = study if has_lines else without_lines(study)
    assert found(study, query_of_events(EventCells(study), np.array([event], dtype=np.int32))) == [event]


def test_the_system_is_named_if_there_are_several(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/O/O", "b/B-LOC/O/O", systems=("flair", "spacy"))
    assert query_of_events(EventCells(study), np.array([2], dtype=np.int32)) == "system:spacy line:1"


def test_events_of_several_predictions_have_no_query(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/O/O", systems=("flair", "spacy"))
    assert query_of_events(EventCells(study), np.array([0, 1], dtype=np.int32)) == ""
