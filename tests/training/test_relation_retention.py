from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import relation_types
from nerinspect.events.study import RelationChoice, Study
from nerinspect.training.retention import RETENTION, with_relation_choice, with_training
from tests.events.relation_studies import Sentence, relation_choices, relation_studies, relation_study, said
from tests.training.plain_relations import Known, Row, given_rows, pairs_of_sentences, surfaces
from tests.training.trained_studies import BuildStudy

SYMMETRIC = RelationChoice(symmetric=("Meet",))


def by_heart(study: Study) -> list[Row]:
    assert study.predictions[-1].system == RETENTION
    return given_rows(study.predictions[-1].annotation, ())


@pytest.mark.parametrize(
    ("training", "tokens", "choice", "expected"),
    [
        ([said("Ann Bo", (0, "Kill", 1))], "Ann Bo", RelationChoice(), [(0, "Kill", 1)]),
        ([said("Ann Bo", (0, "Kill", 1))], "Bo Ann", RelationChoice(), [(1, "Kill", 0)]),
        ([said("Ann Bo", (0, "Kill", 1))], "Ann Bo Ann", RelationChoice(), [(0, "Kill", 1), (2, "Kill", 1)]),
        ([said("Ann Bo", (0, "Meet", 1), (0, "Kill", 1))], "Ann Bo", RelationChoice(), [(0, "Kill", 1)]),
        (
            [said("Ann Bo", (0, "Meet", 1), (0, "Kill", 1)), said("Ann Bo", (0, "Meet", 1))],
            "Ann Bo",
            RelationChoice(),
            [(0, "Meet", 1)],
        ),
        ([said("Ann Bo", (0, "Meet", 1))], "Bo Ann", SYMMETRIC, [(0, "Meet", 1)]),
        ([said("Ann Bo", (0, "Meet", 1), (0, "Kill", 1))], "Ann Bo", SYMMETRIC, [(0, "Kill", 1), (1, "Meet", 0)]),
        ([said("Ann Ann", (0, "Kill", 1))], "Ann Ann", RelationChoice(), [(0, "Kill", 1), (1, "Kill", 0)]),
        ([said("Ann Ann", (0, "Meet", 1))], "Ann Ann", SYMMETRIC, [(0, "Meet", 1)]),
        ([said("Ann Ann", (0, "Kill", 1))], "Ann", RelationChoice(), []),
        ([said("Ann Ann", (0, "Meet", 0), (0, "Kill", 1))], "Ann Ann", SYMMETRIC, [(0, "Kill", 1), (1, "Kill", 0)]),
        ([said("Ann Bo")], "Ann Bo", RelationChoice(), []),
    ],
)
def test_mentions_are_related_as_training_has_their_surfaces_most_often(
    build_study: BuildStudy, training: list[Sentence], tokens: str, choice: RelationChoice, expected: list[Row]
) -> None:
    study = relation_study(build_study, [said(tokens)], [], training, choice, with_retention=True)
    assert by_heart(study) == expected


def test_mentions_of_two_sentences_are_not_related(build_study: BuildStudy) -> None:
    training = [said("Ann Bo", (0, "Kill", 1))]
    study = relation_study(build_study, [said("Ann"), said("Bo")], [], training, with_retention=True)
    assert by_heart(study) == []


def test_other_symmetric_types_make_other_relations(build_study: BuildStudy) -> None:
    training = [said("Ann Bo", (0, "Meet", 1), (0, "Kill", 1))]
    study = relation_study(build_study, [said("Ann Bo")], [], training, with_retention=True)
    assert by_heart(study) == [(0, "Kill", 1)]
    other = with_relation_choice(study, SYMMETRIC)
    assert by_heart(other) == [(0, "Kill", 1), (1, "Meet", 0)]
    assert other.events is study.events
    assert by_heart(with_relation_choice(other, RelationChoice("strict"))) == [(0, "Kill", 1)]


def test_training_without_relations_leaves_the_heuristic_without_any(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [said("Ann Bo")], [], [said("Ann Bo")])
    assert study.training is not None
    plain = replace(study.training, annotation=replace(study.training.annotation, relations=None))
    without = with_training(study, plain)
    assert without.predictions[-1].annotation.relations is None
    assert relation_types(without) == ()


@given(st.data())
def test_the_heuristic_relates_what_a_plain_one_relates(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, n_systems=1, with_retention=True))
    known, symmetric = Known(study), study.relation_choice.symmetric
    mentions = study.predictions[-1].mentions
    own = surfaces(study, study.text, mentions)
    expected: set[Row] = set()
    for head, tail in pairs_of_sentences(study.text, mentions):
        name = known.by_heart(own[head], own[tail])
        if name is not None and not (name in symmetric and (tail, name, head) in expected):
            expected.add((head, name, tail))
    assert by_heart(study) == sorted(expected)


@given(st.data())
def test_another_choice_makes_what_the_choice_from_the_start_makes(
    build_study: BuildStudy, data: st.DataObject
) -> None:
    study = data.draw(relation_studies(build_study, n_systems=1, with_retention=True))
    choice = data.draw(relation_choices())
    fresh = with_training(replace(study, relation_choice=choice), study.training, study.matching)
    assert by_heart(with_relation_choice(study, choice)) == by_heart(fresh)
