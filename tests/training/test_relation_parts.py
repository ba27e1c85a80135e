from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import CORRECT, relation_events, relations_on, training_relations
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import RelationChoice
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_evidence, relation_parts
from tests.events.relation_studies import Relation, Sentence, relation_studies, relation_study, said
from tests.training.plain_relations import Known, given_rows, own_surfaces, relation_rows
from tests.training.trained_studies import BuildStudy

SYMMETRIC = RelationChoice(symmetric=("Meet",))


@pytest.mark.parametrize(
    ("tokens", "relation", "choice", "part"),
    [
        ("Ann Bo", (0, "Kill", 1), RelationChoice(), "exact"),
        ("Ann Bo", (1, "Kill", 0), RelationChoice(), "new"),
        ("Ann Bo", (0, "Meet", 1), RelationChoice(), "new"),
        ("Ann Di", (0, "Kill", 1), RelationChoice(), "partial"),
        ("Di Bo", (0, "Kill", 1), RelationChoice(), "partial"),
        ("Bo Di", (0, "Kill", 1), RelationChoice(), "new"),
        ("Ann Cy", (0, "Kill", 1), RelationChoice(), "partial"),
        ("ann bo", (0, "Kill", 1), RelationChoice(), "new"),
        ("Cy Di", (0, "Meet", 1), RelationChoice(), "exact"),
        ("Cy Di", (1, "Meet", 0), RelationChoice(), "new"),
        ("Cy Di", (1, "Meet", 0), SYMMETRIC, "exact"),
        ("Di Bo", (0, "Meet", 1), RelationChoice(), "new"),
        ("Di Bo", (0, "Meet", 1), SYMMETRIC, "partial"),
        ("Ann Bo", (1, "Kill", 0), SYMMETRIC, "new"),
    ],
)
def test_a_relation_is_in_the_part_of_its_own_surfaces_and_type(
    build_study: BuildStudy, tokens: str, relation: Relation, choice: RelationChoice, part: str
) -> None:
    training = [said("Ann Bo Cy Di", (0, "Kill", 1), (2, "Meet", 3))]
    study = relation_study(build_study, [said(tokens, relation)], [], training, choice)
    assert [RELATION_PARTS[code] for code in relation_parts(study, "reference")] == [part]


def test_surfaces_are_compared_as_the_study_compares_them(build_study: BuildStudy) -> None:
    study = relation_study(
        build_study, [said("ann bo", (0, "Kill", 1))], [], [said("Ann Bo", (0, "Kill", 1))], matching="ignore-case"
    )
    assert relation_parts(study, "reference").tolist() == [0]


def test_types_of_arguments_do_not_matter(build_study: BuildStudy) -> None:
    training: Sentence = (["Ann", "Bo"], ([(0, 1, "Per"), (1, 2, "Org")], [(0, "Kill", 1)]), [])
    study = relation_study(build_study, [said("Ann Bo", (0, "Kill", 1))], [], [training])
    assert relation_parts(study, "reference").tolist() == [0]


def test_without_training_relations_there_are_no_parts_and_all_is_new(build_study: BuildStudy) -> None:
    sentence = said("Ann Bo", (0, "Kill", 1))
    without = relation_study(build_study, [sentence], [])
    empty = relation_study(build_study, [sentence], [], [said("Ann Bo")])
    full = relation_study(build_study, [sentence], [], [sentence])
    assert [has_relation_parts(study) for study in (without, empty, full)] == [False, False, True]
    assert [relation_parts(study, "reference").tolist() for study in (without, empty, full)] == [[2], [2], [0]]


def test_a_type_that_only_training_has_is_numbered_behind_those_of_the_study(build_study: BuildStudy) -> None:
    study = relation_study(
        build_study, [said("Ann Bo", (0, "Meet", 1))], [], [said("Ann Bo", (0, "Kill", 1), (1, "Meet", 0))]
    )
    assert training_relations(study).types == ("Meet", "Kill")
    assert relation_parts(study, "reference").tolist() == [2]


@given(st.data())
def test_parts_and_evidence_agree_with_a_plain_search(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, with_retention=True))
    known, columns = Known(study), training_relations(study)
    codes = (columns.head.tolist(), columns.type_codes.tolist(), columns.tail.tolist())
    numbered = [(head, columns.types[code], tail) for head, code, tail in zip(*codes, strict=True)]
    assert sorted(numbered) == sorted(known.rows)
    for side in SIDES:
        rows, surface = relation_rows(study, side), own_surfaces(study, side)
        plain = [known.part(surface[head], name, surface[tail]) for head, name, tail in rows]
        assert [RELATION_PARTS[code] for code in relation_parts(study, side)] == plain
        for number, (head, name, tail) in enumerate(rows):
            found = relation_evidence(study, side, number)
            same: list[set[int]] = [set(), set(), set()]
            for first, own, last in known.both_ways:
                if own == name:
                    row = numbered.index((first, own, last) if (first, own, last) in numbered else (last, own, first))
                    is_head, is_tail = known.surfaces[first] == surface[head], known.surfaces[last] == surface[tail]
                    for rows_of, holds in zip(same, (is_head and is_tail, is_head, is_tail), strict=True):
                        rows_of |= {row} if holds else set()
            assert [one.tolist() for one in (found.triple, found.head, found.tail)] == [sorted(one) for one in same]


@given(st.data())
def test_relations_that_match_are_in_one_part(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study))
    events = relation_events(study)
    matched = events.rows(events.kind == CORRECT)
    own, other = (relation_parts(study, side)[matched.relations(side)].tolist() for side in SIDES)
    assert own == other


@given(st.data())
def test_relations_are_those_given_each_once(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, n_systems=1))
    symmetric = study.relation_choice.symmetric
    for side, annotation in zip(SIDES, (study.reference, study.predictions[0].annotation), strict=True):
        columns, rows = relations_on(study, side), relation_rows(study, side)
        assert sorted(rows) == sorted(given_rows(annotation, symmetric))
        keys = [(min(head, tail), max(head, tail), name) for head, name, tail in rows]
        assert keys == sorted(keys)
        assert len(columns.prediction) == len(columns) == len(rows)


def test_other_training_data_give_other_parts(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [said("Ann Bo", (0, "Kill", 1))], [], [said("Ann Bo", (0, "Kill", 1))])
    assert relation_parts(study, "reference").tolist() == [0]
    assert relation_parts(replace(study, training=None), "reference").tolist() == [2]
