"""The columns of relations: their order, what counts once, and how they are numbered."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Relations
from nerinspect.events.relation_events import (
    has_relations,
    in_text_order,
    relation_types,
    relations_on,
    symmetric_types,
    training_relations,
)
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import RelationChoice, Study
from tests.events.plain_relation_events import distinct_relations
from tests.events.relation_studies import Reading, Relation, Sentence, relation_studies, relation_study

BuildStudy: TypeAlias = Callable[..., Study]

TOKENS = ["Ann", "Bo", "Cy"]
PEOPLE = [(place, place + 1, "Per") for place in range(len(TOKENS))]


def of_people(build_study: BuildStudy, *readings: list[Relation], symmetric: tuple[str, ...] = ()) -> Study:
    """Give the reference and any number of systems relations between three people."""
    reference, *predicted = [(PEOPLE, relations) for relations in readings]
    systems = [(f"system {number}", 1) for number in range(len(predicted))]
    choice = RelationChoice("boundaries", symmetric)
    return relation_study(build_study, [(TOKENS, reference, predicted)], systems, choice=choice)


def rows(study: Study, side: Side) -> list[tuple[int, str, int, int]]:
    columns = relations_on(study, side)
    named = [columns.types[code] for code in columns.type_codes.tolist()]
    return list(zip(columns.head.tolist(), named, columns.tail.tolist(), columns.prediction.tolist(), strict=True))


def test_relations_stand_in_the_order_of_the_text(build_study: BuildStudy) -> None:
    given_order: list[Relation] = [(2, "Kill", 1), (1, "Meet", 0), (0, "Meet", 1), (0, "Kill", 1), (0, "Kill", 0)]
    assert [row[:3] for row in rows(of_people(build_study, given_order), "reference")] == [
        (0, "Kill", 0),
        (0, "Kill", 1),
        (0, "Meet", 1),
        (1, "Meet", 0),
        (2, "Kill", 1),
    ]


def test_symmetric_relations_count_once_for_each_pair(build_study: BuildStudy) -> None:
    both: list[Relation] = [(1, "Meet", 0), (0, "Meet", 1), (2, "Meet", 1), (0, "Kill", 1), (1, "Kill", 0)]
    study = of_people(build_study, both, both, symmetric=("Meet",))
    once = [(0, "Kill", 1), (1, "Kill", 0), (0, "Meet", 1), (2, "Meet", 1)]
    assert [row[:3] for row in rows(study, "reference")] == [row[:3] for row in rows(study, "predicted")] == once


def test_relations_are_numbered_through_all_predictions(build_study: BuildStudy) -> None:
    study = of_people(build_study, [], [(0, "Kill", 1)], [], [(1, "Meet", 2), (0, "Kill", 2)])
    assert rows(study, "reference") == []
    assert rows(study, "predicted") == [(0, "Kill", 1, 0), (6, "Kill", 8, 2), (7, "Meet", 8, 2)]


def test_only_types_that_occur_are_types_of_the_study(build_study: BuildStudy) -> None:
    study = of_people(build_study, [], [(0, "Meet", 1)], symmetric=("Meet", "Wed"))
    assert (relation_types(study), symmetric_types(study).tolist()) == (("Meet",), [True])
    assert has_relations(study)
    bare = of_people(build_study, [], [])
    assert (relation_types(bare), symmetric_types(bare).tolist(), has_relations(bare)) == ((), [], False)


def test_types_of_training_come_after_those_of_the_study(build_study: BuildStudy) -> None:
    learned: Reading = (PEOPLE, [(0, "Meet", 1), (0, "Kill", 1)])
    test: list[Sentence] = [(TOKENS, (PEOPLE, [(0, "Meet", 1)]), [])]
    study = relation_study(build_study, test, [], training=[(TOKENS, learned, [])])
    columns = training_relations(study)
    assert (columns.types, columns.type_codes.tolist()) == (("Meet", "Kill"), [0, 1])
    assert len(training_relations(replace(study, training=None))) == 0


def test_a_type_named_twice_is_one_type() -> None:
    head, tail, codes = np.array([[0, 0], [1, 1], [0, 1]], dtype=np.int32)
    columns = in_text_order(Relations(head, tail, codes, ("Met", "Met")), ("Met",))
    assert (columns.head.tolist(), columns.tail.tolist(), columns.type_codes.tolist()) == ([0], [1], [0])


@given(st.data())
def test_columns_are_those_of_the_plain_version(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study))
    symmetric = study.relation_choice.symmetric
    assert [row[:3] for row in rows(study, "reference")] == distinct_relations(study.reference, symmetric)
    plain, n_before = [], 0
    for number, prediction in enumerate(study.predictions):
        for head, name, tail in distinct_relations(prediction.annotation, symmetric):
            plain.append((head + n_before, name, tail + n_before, number))
        n_before += len(prediction.mentions)
    assert rows(study, "predicted") == plain
    for side in SIDES:
        columns, mentions = relations_on(study, side), study.mentions_on(side)
        in_head, in_tail = (study.text.sentence_of(mentions.start[end]) for end in (columns.head, columns.tail))
        assert np.array_equal(in_head, in_tail)
