"""The relations around a relation event."""

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.context import TrackSpan
from nerinspect.events.relation_events import relation_events, relations_on
from nerinspect.events.relation_explanation import relation_context_of, sentence_relations
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import RelationChoice, Study
from tests.events.relation_studies import Sentence, relation_studies, relation_study

BuildStudy = Callable[..., Study]

ANN, BO, CY = (0, 1, "P"), (2, 3, "P"), (4, 6, "P")
MET: Sentence = (
    ["Ann", "met", "Bo", "and", "Cy", "Day"],
    ([ANN, BO, CY], [(0, "Meet", 1), (2, "Kill", 0)]),
    [([ANN, BO, CY], [(1, "Meet", 0)])],
)
ALONE: Sentence = (["So", "it", "was"], ([], []), [([], [])])


def test_relations_of_both_sides_are_listed_by_event(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [ALONE, MET])
    said = [
        (one.event, one.kind, one.side, one.type, (one.head.start, one.tail.start))
        for one in sentence_relations(study, 0)
    ]
    assert said == [
        (0, "reversed", "reference", "Meet", (0, 2)),
        (0, "reversed", "predicted", "Meet", (2, 0)),
        (1, "missed", "reference", "Kill", (4, 0)),
    ]


def test_arguments_are_counted_in_the_sentence(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [ALONE, MET])
    killed = sentence_relations(study, 1)[-1]
    assert (killed.head, killed.tail) == (TrackSpan(4, 6, "P"), TrackSpan(0, 1, "P"))


def test_a_symmetric_type_has_no_direction(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [MET], choice=RelationChoice(symmetric=("Meet",)))
    directed = {one.type: one.is_directed for one in sentence_relations(study, 0)}
    assert directed == {"Meet": False, "Kill": True}


def test_the_context_reaches_from_the_first_argument_to_the_last(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [ALONE, MET])
    context = relation_context_of(study, 1)
    assert context.sentence.number == 2
    assert (context.segment.start, context.segment.end) == (0, 6)
    assert [track.label for track in context.sentence.tracks] == ["reference", "flair"]


@given(st.data())
def test_a_sentence_lists_just_the_relations_that_stand_in_it(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    events = relation_events(study)
    for event in range(len(events)):
        context = relation_context_of(study, event)
        sentence = context.sentence.number - 1
        first, last = study.text.sentence_start[sentence : sentence + 2].tolist()
        listed = sentence_relations(study, event)
        assert [one.event for one in listed] == sorted(one.event for one in listed)
        for side in SIDES:
            columns, mentions = relations_on(study, side), study.mentions_on(side)
            own = np.flatnonzero(
                (mentions.start[columns.head] >= first)
                & (mentions.start[columns.head] < last)
                & ((side == "reference") | (columns.prediction == events.prediction[event]))
            )
            assert sorted(one.number for one in listed if one.side == side) == own.tolist()
        assert event in {one.event for one in listed}
        assert {one.side for one in listed if one.event == event} == {
            side for side in SIDES if events.relations(side)[event] >= 0
        }
