from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RelationChoice, Study
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.table import Of, Row
from tests.events.relation_studies import Sentence, relation_study

BuildStudy: TypeAlias = Callable[..., Study]

NEWS: list[Sentence] = [
    (["In", "Oslo"], ([(1, 2, "Loc")], []), [([(1, 2, "Loc")], []), ([], [])]),
    (
        ["Ann", "Lee", "met", "Bo", "in", "Rome", "."],
        ([(0, 2, "Per"), (3, 4, "Per"), (5, 6, "Loc")], [(0, "Meet", 1), (1, "Kill", 2)]),
        [
            ([(0, 2, "Per"), (3, 4, "Org"), (5, 6, "Loc")], [(0, "Meet", 1), (2, "Kill", 1)]),
            ([(1, 2, "Per"), (3, 4, "Per")], [(0, "Meet", 1), (1, "Meet", 0)]),
        ],
    ),
]
SYSTEMS = [("flair", 1), ("el mo", 2)]


@pytest.fixture
def news(build_study: BuildStudy) -> Study:
    return relation_study(build_study, NEWS, SYSTEMS)


def cells(study: Study, *names: str, rows: list[int] | None = None) -> list[Row]:
    return list(RELATIONS.table(study, None if rows is None else np.array(rows), columns=names))


def test_columns_stand_in_their_order(news: Study) -> None:
    assert ", ".join(RELATIONS.names(Of.EVENTS)) == (
        "event, system, run, setting, document, sentence, line, kind, reference_type, reference_head, reference_tail, "
        "predicted_type, predicted_head, predicted_tail, distance, text, reference_spans, predicted_spans, head_event, "
        "tail_event, left, right"
    )
    assert RELATIONS.table(news).columns == RELATIONS.names(Of.EVENTS)


def test_each_event_has_a_row(news: Study) -> None:
    assert cells(news, "system", "run", "setting", "document", "sentence", "line", "kind") == [
        ("flair", 1, "boundaries", 1, 2, 4, "correct"),
        ("flair", 1, "boundaries", 1, 2, 7, "reversed"),
        ("el mo", 2, "boundaries", 1, 2, 4, "wrong-argument"),
        ("el mo", 2, "boundaries", 1, 2, 5, "spurious"),
        ("el mo", 2, "boundaries", 1, 2, 7, "missed"),
    ]


def test_both_relations_are_written_down(news: Study) -> None:
    both = cells(news, *(f"{side}_{name}" for side in ("reference", "predicted") for name in ("type", "head", "tail")))
    assert both == [
        ("Meet", "Ann Lee", "Bo", "Meet", "Ann Lee", "Bo"),
        ("Kill", "Bo", "Rome", "Kill", "Rome", "Bo"),
        ("Meet", "Ann Lee", "Bo", "Meet", "Lee", "Bo"),
        ("", "", "", "Meet", "Bo", "Lee"),
        ("Kill", "Bo", "Rome", "", "", ""),
    ]


def test_spans_are_those_of_head_and_tail(news: Study) -> None:
    assert cells(news, "reference_spans", "predicted_spans", rows=[1, 3]) == [
        ([(3, 4, "Per"), (5, 6, "Loc")], [(5, 6, "Loc"), (3, 4, "Org")]),
        ([], [(3, 4, "Per"), (1, 2, "Per")]),
    ]


def test_the_sentence_is_cut_around_all_arguments(news: Study) -> None:
    assert cells(news, "left", "text", "right", "distance", rows=[2, 1]) == [
        ("", "Ann Lee met Bo", "in Rome .", 1),
        ("Ann Lee met", "Bo in Rome", ".", 1),
    ]


def test_wrong_mentions_are_named_by_the_ids_of_their_events(news: Study) -> None:
    ids = {row[1:]: row[0] for row in MENTIONS.table(news, columns=("event", "system", "kind", "text"))}
    assert cells(news, "head_event", "tail_event") == [
        ("", ids["flair", "le", "Bo"]),
        (ids["flair", "le", "Bo"], ids["flair", "le", "Bo"]),
        (ids["el mo", "be", "Ann Lee"], ""),
        ("", ids["el mo", "be", "Ann Lee"]),
        ("", ids["el mo", "fn", "Rome"]),
    ]


def test_two_wrong_mentions_of_one_argument_stand_beside_each_other(build_study: BuildStudy) -> None:
    people = [(0, 1, "Per"), (1, 2, "Per"), (3, 4, "Per")]
    sides = (people[:2], [(0, "Meet", 1)]), [(people[::2], [(0, "Meet", 1)])]
    study = relation_study(build_study, [(["Ann", "Bo", "and", "Cy"], *sides)])
    (missed,), (spurious,) = (
        [row[0] for row in MENTIONS.table(study, columns=("event", "kind")) if row[1] == kind] for kind in ("fn", "fp")
    )
    assert cells(study, "kind", "head_event", "tail_event") == [("wrong-argument", "", f"{missed} {spurious}")]


def test_ids_and_settings_stand_in_the_rows(build_study: BuildStudy) -> None:
    strict = relation_study(build_study, NEWS, SYSTEMS, choice=RelationChoice("strict"))
    n_events = len(relation_events(strict))
    ids = RELATIONS.ids(strict, np.arange(n_events))
    assert cells(strict, "event", "setting") == [(name, "strict") for name in ids]
    assert cells(strict, "event", rows=[n_events - 1, 0]) == [(ids[-1],), (ids[0],)]


def test_parts_stand_where_training_has_relations(build_study: BuildStudy) -> None:
    training: list[Sentence] = [(["Bo", "and", "Rome"], ([(0, 1, "Per"), (2, 3, "Loc")], [(0, "Kill", 1)]), [])]
    study = relation_study(build_study, NEWS, SYSTEMS, training=training)
    assert RELATIONS.table(study).columns == RELATIONS.names(Of.EVENTS, Of.TRAINING)
    assert [row[0] for row in cells(study, "part")] == ["new", "exact", "new", "new", "exact"]


def test_columns_that_cannot_be_had_are_refused(news: Study) -> None:
    with pytest.raises(CommandError, match="the column part needs training data with relations"):
        RELATIONS.table(news, columns=["part"])
    with pytest.raises(UnknownNameError, match="no column is called “kinds”; the nearest is kind"):
        RELATIONS.table(news, columns=["kinds"])


def test_no_events_make_no_rows(news: Study) -> None:
    assert cells(news, "event", "head_event", "reference_head", "reference_spans", rows=[]) == []
