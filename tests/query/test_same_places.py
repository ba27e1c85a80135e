"""The other places of a correction: equal to a look at every event, and given the same reading in one go."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.decisions.adjudication import reading_on
from nerinspect.decisions.corrections import accepted_corrections, corrected_mentions
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.same_surface import corrected_alike, open_places, places_filter, same_reading_events
from tests.examples import examples


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """New York is five times a LOC, once an ORG; the second system has events of its own."""
    york = "New/B-LOC/{0}/O York/I-LOC/{1}/O"
    study = make_study_from(
        york.format("B-ORG", "I-ORG"),
        f"in/O/O/O {york.format('O', 'O')}",
        york.format("B-LOC", "I-LOC"),
        "New/B-ORG/B-LOC/O York/I-ORG/I-LOC/O",
        york.format("B-LOC", "O"),
        "York/B-LOC/O/O",
        f"{york.format('B-ORG', 'I-ORG')} and/O/O/O {york.format('B-PER', 'I-PER')}",
        systems=("rich", "plain"),
    )
    return replace(study, decisions=Decisions())


def relative(study: Study, event: int) -> tuple[tuple[str, ...], tuple[tuple[int, int, str], ...]]:
    start, end = int(study.events.start[event]), int(study.events.end[event])
    zero = start - int(study.text.sentence_start[study.event_sentence[event]])
    reading = tuple((s - zero, e - zero, name) for s, e, name in reading_on(study, event, "reference"))
    return tuple(map(study.text.token, range(start, end))), reading


def test_places_are_those_that_read_the_same_tokens_alike(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(80))
    @given(random_studies)
    def check(study: Study) -> None:
        seen = [relative(study, event) for event in range(len(study.events))]
        side = study.events.prediction.tolist()
        for event, own in enumerate(seen):
            like = [i for i, other in enumerate(seen) if other == own and side[i] == side[event] and i != event]
            assert same_reading_events(study, event).tolist() == like

    check()


def test_correct_events_are_places_and_those_of_another_system_are_not(study: Study) -> None:
    assert same_reading_events(study, 0).tolist() == [1, 2, 4, 6, 7]


def test_places_that_were_decided_otherwise_are_left_alone(study: Study) -> None:
    study.decisions.decide(1, Decision("both-wrong", correction=()))
    study.decisions.decide(2, Decision("prediction-wrong"))
    study.decisions.decide(4, Decision("reference-wrong", note="ask Ann"))
    assert open_places(study, 0).tolist() == [4, 6, 7]


def test_the_reading_moves_to_each_place(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((0, 2, "ORG"),)))
    after = corrected_alike(study, 0, open_places(study, 0))
    assert {event: one.correction for event, one in after.items()} == {
        1: ((1, 3, "ORG"),), 2: ((0, 2, "ORG"),), 4: ((0, 2, "ORG"),), 6: ((0, 2, "ORG"),), 7: ((3, 5, "ORG"),),
    }  # fmt: skip


def test_a_prediction_that_says_it_is_not_called_wrong(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((0, 2, "ORG"),)))
    study.decisions.decide(7, Decision("reference-wrong", ("typo",), note="ask Ann"))
    after = corrected_alike(study, 0, open_places(study, 0))
    assert {event: one.verdict for event, one in after.items()} == {
        1: "both-wrong", 2: "both-wrong", 4: "both-wrong", 6: "reference-wrong", 7: "reference-wrong",
    }  # fmt: skip
    assert (after[7].causes, after[7].note) == (("typo",), "ask Ann")


def test_corrected_places_read_alike_in_the_corrected_reference(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((0, 1, "LOC"), (1, 2, "ORG"))))
    for event, decision in corrected_alike(study, 0, open_places(study, 0)).items():
        study.decisions.decide(event, decision)
    corrected = corrected_mentions(study.reference.mentions, accepted_corrections(study))
    names = [corrected.types[code] for code in corrected.type_codes.tolist()]
    assert names.count("LOC") == 7
    assert names.count("ORG") == 7
    assert open_places(study, 0).tolist() == []


@pytest.mark.parametrize("decided", [{}, {1: Decision("both-wrong", correction=())}, {2: Decision("ambiguous")}])
def test_a_query_shows_exactly_the_places(study: Study, decided: dict[int, Decision]) -> None:
    for event, decision in {0: Decision("reference-wrong", correction=((0, 2, "ORG"),)), **decided}.items():
        study.decisions.decide(event, decision)
    others = open_places(study, 0)
    found = places_filter(study, 0, others)
    assert found is not None
    again = parse_query(query_text(found), Vocabulary.of(study))
    kept = np.flatnonzero(again.mask(study))
    assert kept[kept < study.event_start[1]].tolist() == others.tolist()


def test_a_place_without_a_mention_is_like_others_without_one(make_study_from: Callable[..., Study]) -> None:
    study = replace(make_study_from("Ulm/O/B-LOC", "Ulm/O/B-ORG", "Ulm/B-LOC/O"), decisions=Decisions())
    study.decisions.decide(0, Decision("reference-wrong", correction=((0, 1, "LOC"),)))
    others = open_places(study, 0)
    assert others.tolist() == [1]
    found = places_filter(study, 0, others)
    assert found is not None
    assert np.flatnonzero(found.mask(study)).tolist() == [1]
