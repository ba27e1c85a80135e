"""What is known of a relation event: every number is counted again by hand."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import argument_events, relation_events, training_relations
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import RelationChoice, Study
from nerinspect.lists.relations import RelationFacts, TrainingCount, relation_facts
from nerinspect.query.filters import relation_mask
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from tests.events.relation_studies import Sentence, relation_studies, relation_study

BuildStudy: TypeAlias = Callable[..., Study]

TOKENS = ["Ann", "met", "Bo", "and", "Cy"]
PEOPLE = [(0, 1, "Per"), (2, 3, "Per"), (4, 5, "Per")]
TRAINING: list[Sentence] = [
    (["Ann", "met", "Di"], ([(0, 1, "Per"), (2, 3, "Per")], [(0, "Meet", 1)]), []),
    (["Ed", "met", "Cy"], ([(0, 1, "Per"), (2, 3, "Per")], [(0, "Meet", 1), (1, "Kill", 0)]), []),
    (["Cy", "met", "Ed"], ([(0, 1, "Per"), (2, 3, "Per")], [(1, "Meet", 0)]), []),
]


def counted(counts: tuple[TrainingCount, ...]) -> dict[str, list[int]]:
    return {count.words: count.relations.tolist() for count in counts}


def test_the_relation_and_what_was_predicted_instead_are_looked_up(build_study: BuildStudy) -> None:
    sentence: Sentence = (TOKENS, (PEOPLE, [(0, "Meet", 1)]), [(PEOPLE, [(0, "Meet", 2)])])
    study = relation_study(build_study, [sentence], training=TRAINING)
    facts = relation_facts(study, 0)
    assert facts.part == "partial"
    assert counted(facts.counts) == {
        "The whole triple": [],
        "Ann as head of Meet": [0],
        "Bo as tail of Meet": [],
    }
    assert counted(facts.instead) == {"The whole predicted triple": [], "Cy as tail of Meet": [1, 3]}


def test_a_spurious_relation_is_looked_up_itself(build_study: BuildStudy) -> None:
    sentence: Sentence = (TOKENS, (PEOPLE, []), [(PEOPLE, [(2, "Kill", 0)])])
    facts = relation_facts(relation_study(build_study, [sentence], training=TRAINING), 0)
    assert (facts.part, facts.instead) == ("partial", ())
    assert [len(count.relations) for count in facts.counts] == [0, 1, 0]


def test_a_correct_relation_has_nothing_instead(build_study: BuildStudy) -> None:
    sentence: Sentence = (TOKENS, (PEOPLE, [(0, "Meet", 1)]), [(PEOPLE, [(0, "Meet", 1)])])
    assert relation_facts(relation_study(build_study, [sentence], training=TRAINING), 0).instead == ()


def test_types_without_direction_have_arguments(build_study: BuildStudy) -> None:
    sentence: Sentence = (TOKENS, (PEOPLE, [(0, "Meet", 2)]), [(PEOPLE, [])])
    choice = RelationChoice("boundaries", ("Meet",))
    facts = relation_facts(relation_study(build_study, [sentence], training=TRAINING, choice=choice), 0)
    assert {words: len(held) for words, held in counted(facts.counts).items()} == {
        "The whole triple": 0,
        "Ann as an argument of Meet": 1,
        "Cy as an argument of Meet": 2,
    }


def test_without_training_relations_nothing_is_said_of_them(build_study: BuildStudy) -> None:
    sentence: Sentence = (TOKENS, (PEOPLE, [(0, "Meet", 1)]), [(PEOPLE, [])])
    without: list[Sentence] = [(TOKENS, (PEOPLE, []), [])]
    for training in (None, without):
        facts = relation_facts(relation_study(build_study, [sentence], training=training), 0)
        assert (facts.part, facts.counts, facts.instead) == ("", (), ())


def test_neighbours_share_a_mention(build_study: BuildStudy) -> None:
    reference, predicted = [(0, "Meet", 1), (1, "Kill", 2)], [(1, "Meet", 0)]
    study = relation_study(build_study, [(TOKENS, (PEOPLE, reference), [(PEOPLE, predicted)])] * 2)
    facts = relation_facts(study, 0)
    assert [(one.event, one.kind, one.words) for one in facts.neighbours] == [(1, "missed", "Bo Kill Cy")]
    assert [door.query for door in facts.doors] == ["surface:Ann", "surface:Bo"]
    assert [door.n_events for door in facts.doors] == [2, 4]


def test_of_many_neighbours_the_first_are_named(build_study: BuildStudy) -> None:
    tokens = [f"t{number}" for number in range(9)]
    mentions = [(number, number + 1, "Per") for number in range(9)]
    sentence: Sentence = (tokens, (mentions, [(0, "Meet", other) for other in range(1, 9)]), [(mentions, [])])
    facts = relation_facts(relation_study(build_study, [sentence]), 0)
    assert (len(facts.neighbours), facts.n_neighbours) == (6, 7)


@given(st.data())
def test_doors_open_as_many_events_as_they_say(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study))
    events = relation_events(study)
    for event in range(len(events)):
        own = events.prediction == events.prediction[event]
        for door in relation_facts(study, event).doors:
            opened = relation_mask(study, parse_query(door.query, Vocabulary.of(study))) & own
            assert opened[event]
            assert door.n_events == np.count_nonzero(opened) > 1


@given(st.data())
def test_parts_agree_with_the_counts_that_explain_them(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study))
    for event in range(len(relation_events(study))):
        facts = relation_facts(study, event)
        if len(training_relations(study)):
            triple, *arguments = (len(count.relations) for count in facts.counts)
            assert facts.part == ("exact" if triple else "partial" if any(arguments) else "new")


@given(st.data())
def test_neighbours_are_those_of_a_plain_search(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    columns = [column for side in SIDES for column in argument_events(study, side)]
    met = [{int(column[event]) for column in columns} - {-1} for event in range(len(relation_events(study)))]
    for event, own in enumerate(met):
        facts: RelationFacts = relation_facts(study, event)
        plain = [other for other, mentions in enumerate(met) if other != event and own & mentions]
        assert facts.n_neighbours == len(plain)
        assert [one.event for one in facts.neighbours] == plain[:6]
