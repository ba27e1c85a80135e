"""Relation events: what becomes of every relation, and what it points to."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Relations
from nerinspect.events.relation_events import RELATION_KINDS, argument_events, relation_events, relations_on
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Annotation, Prediction, RelationChoice, RelationSetting, Study, make_study
from tests.events.plain_relation_events import PlainEvent, distinct_relations, plain_relation_events
from tests.events.relation_studies import Reading, Relation, Sentence, relation_studies, relation_study

BuildStudy: TypeAlias = Callable[..., Study]

TOKENS = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
MENTIONS = [(place, place + 1, "Per") for place in range(len(TOKENS))]
ANN, BO, CY, DI, ED, FLO = range(len(TOKENS))


def kinds_of(study: Study, prediction: int | None = None) -> list[str]:
    events = relation_events(study)
    own = slice(None) if prediction is None else events.prediction == prediction
    return [RELATION_KINDS[kind] for kind in events.kind[own].tolist()]


def among_people(
    build_study: BuildStudy,
    reference: list[Relation],
    predicted: list[Relation],
    setting: RelationSetting = "boundaries",
    symmetric: tuple[str, ...] = (),
) -> Study:
    sides = (MENTIONS, reference), [(MENTIONS, predicted)]
    return relation_study(build_study, [(TOKENS, *sides)], choice=RelationChoice(setting, symmetric))


def written_events(study: Study, prediction: int) -> list[PlainEvent]:
    events = relation_events(study)
    rows = events.rows(events.prediction == prediction)

    def relation(side: Side, number: int) -> tuple[tuple[int, int, str], str, tuple[int, int, str]] | None:
        if number < 0:
            return None
        columns, mentions = relations_on(study, side), study.mentions_on(side)
        head, tail = (
            (int(mentions.start[n]), int(mentions.end[n]), mentions.types[mentions.type_codes[n]])
            for n in (columns.head[number], columns.tail[number])
        )
        return head, columns.types[columns.type_codes[number]], tail

    return [
        (RELATION_KINDS[kind], relation("reference", first), relation("predicted", second))
        for kind, first, second in zip(
            rows.kind.tolist(), rows.reference.tolist(), rows.predicted.tolist(), strict=True
        )
    ]


@pytest.mark.parametrize(
    ("reference", "predicted", "kinds"),
    [
        ([], [], []),
        ([(ANN, "Kill", BO)], [], ["missed"]),
        ([], [(ANN, "Kill", BO)], ["spurious"]),
        ([(ANN, "Kill", BO)], [(ANN, "Kill", BO)], ["correct"]),
        ([(ANN, "Kill", BO)], [(BO, "Kill", ANN)], ["reversed"]),
        ([(ANN, "Kill", BO)], [(ANN, "Meet", BO)], ["wrong-type"]),
        ([(ANN, "Kill", BO)], [(ANN, "Kill", CY)], ["wrong-argument"]),
        ([(ANN, "Kill", BO)], [(CY, "Kill", BO)], ["wrong-argument"]),
        # Nothing is so near that it would belong together:
        ([(ANN, "Kill", BO)], [(BO, "Meet", ANN)], ["spurious", "missed"]),
        ([(ANN, "Kill", BO)], [(ANN, "Meet", CY)], ["missed", "spurious"]),
        ([(ANN, "Kill", BO)], [(BO, "Kill", CY)], ["missed", "spurious"]),
        ([(ANN, "Kill", BO)], [(CY, "Kill", DI)], ["missed", "spurious"]),
        # What agrees more goes first:
        ([(ANN, "Kill", BO)], [(ANN, "Kill", CY), (ANN, "Kill", BO)], ["correct", "spurious"]),
        ([(ANN, "Kill", BO)], [(ANN, "Kill", BO), (BO, "Kill", ANN)], ["correct", "spurious"]),
        ([(ANN, "Kill", BO)], [(ANN, "Meet", BO), (BO, "Kill", ANN)], ["spurious", "reversed"]),
        ([(ANN, "Kill", BO)], [(ANN, "Meet", BO), (ANN, "Kill", CY)], ["wrong-type", "spurious"]),
        # Each relation is taken once:
        ([(ANN, "Kill", BO)], [(ANN, "Kill", CY), (ANN, "Kill", DI)], ["wrong-argument", "spurious"]),
        ([(ANN, "Kill", BO), (ANN, "Kill", CY)], [(ANN, "Kill", DI)], ["missed", "wrong-argument"]),
        # The head goes before the tail:
        ([(CY, "Kill", DI)], [(ANN, "Kill", DI), (CY, "Kill", FLO)], ["spurious", "wrong-argument"]),
        # Both directions of one pair are two relations:
        ([(ANN, "Kill", BO), (BO, "Kill", ANN)], [(BO, "Kill", ANN), (ANN, "Kill", BO)], ["correct", "correct"]),
        # A mention with itself:
        ([(ANN, "Kill", ANN)], [(ANN, "Kill", ANN)], ["correct"]),
        ([(ANN, "Kill", ANN)], [(ANN, "Kill", BO)], ["wrong-argument"]),
    ],
)
def test_kinds_are_as_the_rule_says(
    reference: list[Relation], predicted: list[Relation], kinds: list[str], build_study: BuildStudy
) -> None:
    for setting in ("boundaries", "strict"):
        assert kinds_of(among_people(build_study, reference, predicted, setting)) == kinds


@pytest.mark.parametrize(
    ("reference", "predicted", "kinds"),
    [
        ([(ANN, "Meet", BO)], [(BO, "Meet", ANN)], ["correct"]),
        ([(ANN, "Meet", BO), (BO, "Meet", ANN)], [(BO, "Meet", ANN)], ["correct"]),
        ([(ANN, "Kill", BO)], [(BO, "Kill", ANN)], ["reversed"]),
        ([(ANN, "Meet", BO)], [(BO, "Kill", ANN)], ["wrong-type"]),
        ([(ANN, "Kill", BO)], [(BO, "Meet", ANN)], ["wrong-type"]),
        ([(ANN, "Meet", BO)], [(CY, "Meet", ANN)], ["wrong-argument"]),
        ([(ANN, "Meet", BO)], [(BO, "Meet", CY)], ["wrong-argument"]),
        ([(ANN, "Kill", BO)], [(BO, "Kill", CY)], ["missed", "spurious"]),
    ],
)
def test_types_without_direction_fit_in_either_order(
    reference: list[Relation], predicted: list[Relation], kinds: list[str], build_study: BuildStudy
) -> None:
    assert kinds_of(among_people(build_study, reference, predicted, symmetric=("Meet",))) == kinds


@pytest.mark.parametrize(
    ("mentions", "boundaries", "strict"),
    [
        ([(0, 1, "Per"), (1, 2, "Org")], ["correct"], ["wrong-argument"]),
        ([(0, 1, "Loc"), (1, 2, "Org")], ["correct"], ["spurious", "missed"]),
        ([(0, 1, "Per"), (1, 3, "Per")], ["wrong-argument"], ["wrong-argument"]),
    ],
)
def test_strict_asks_for_the_types_of_the_arguments(
    mentions: list[tuple[int, int, str]], boundaries: list[str], strict: list[str], build_study: BuildStudy
) -> None:
    sentence: Sentence = (TOKENS, (MENTIONS[:2], [(0, "Kill", 1)]), [(mentions, [(0, "Kill", 1)])])
    assert kinds_of(relation_study(build_study, [sentence])) == boundaries
    assert kinds_of(relation_study(build_study, [sentence], choice=RelationChoice("strict"))) == strict


def test_the_argument_in_the_same_mention_event_is_taken_first(build_study: BuildStudy) -> None:
    reference: Reading = ([(0, 1, "Per"), (3, 5, "Per")], [(0, "Kill", 1)])
    predicted: Reading = ([(0, 1, "Per"), (1, 2, "Per"), (4, 5, "Per")], [(0, "Kill", 1), (0, "Kill", 2)])
    study = relation_study(build_study, [(TOKENS, reference, [predicted])])
    assert written_events(study, 0) == [
        ("spurious", None, ((0, 1, "Per"), "Kill", (1, 2, "Per"))),
        ("wrong-argument", ((0, 1, "Per"), "Kill", (3, 5, "Per")), ((0, 1, "Per"), "Kill", (4, 5, "Per"))),
    ]


def test_nested_mentions_of_equal_extent_are_one_argument_unless_types_count(build_study: BuildStudy) -> None:
    nested = [(0, 2, "Org"), (0, 2, "Per"), (1, 2, "Loc")]
    sentence: Sentence = (TOKENS, (nested, [(0, "Kill", 2), (1, "Kill", 2)]), [(nested, [(1, "Kill", 2)])])
    assert kinds_of(relation_study(build_study, [sentence])) == ["correct", "missed"]
    strict = relation_study(build_study, [sentence], choice=RelationChoice("strict"))
    assert sorted(written_events(strict, 0)) == [
        ("correct", ((0, 2, "Per"), "Kill", (1, 2, "Loc")), ((0, 2, "Per"), "Kill", (1, 2, "Loc"))),
        ("missed", ((0, 2, "Org"), "Kill", (1, 2, "Loc")), None),
    ]


def test_each_run_of_each_system_has_events_of_its_own(build_study: BuildStudy) -> None:
    reading: Reading = (MENTIONS, [(ANN, "Kill", BO)])
    others: list[Reading] = [reading, (MENTIONS, [(BO, "Kill", ANN)]), (MENTIONS[:1], []), ([], [])]
    systems = [("flair", 1), ("flair", 2), ("elmo", 1), ("none", 1)]
    study = relation_study(build_study, [(TOKENS, reading, others)], systems)
    events = relation_events(study)
    assert kinds_of(study) == ["correct", "reversed", "missed", "missed"]
    assert events.prediction.tolist() == [0, 1, 2, 3]
    assert (events.reference.tolist(), events.predicted.tolist()) == ([0, 0, 0, 0], [0, 1, -1, -1])


def test_relations_of_two_sentences_do_not_meet(build_study: BuildStudy) -> None:
    with_one: Reading = (MENTIONS, [(ANN, "Kill", BO)])
    without: Reading = (MENTIONS, [])
    study = relation_study(build_study, [(TOKENS, with_one, [without]), (TOKENS, without, [with_one])])
    assert kinds_of(study) == ["missed", "spurious"]


def test_no_predictions_and_no_relations_make_no_events(build_study: BuildStudy) -> None:
    assert len(relation_events(relation_study(build_study, [(TOKENS, (MENTIONS, [(ANN, "Kill", BO)]), [])], []))) == 0
    assert len(relation_events(build_study([(TOKENS, MENTIONS, [MENTIONS])]))) == 0
    assert len(relation_events(build_study([], [("flair", 1)]))) == 0


def test_events_reach_from_the_first_argument_to_the_last_of_both_sides(build_study: BuildStudy) -> None:
    study = among_people(build_study, [(CY, "Kill", BO), (DI, "Kill", ED)], [(CY, "Kill", FLO)])
    events = relation_events(study)
    places = list(zip(events.start.tolist(), events.end.tolist(), kinds_of(study), strict=True))
    assert places == [(1, 6, "wrong-argument"), (3, 5, "missed")]


def test_arguments_lead_to_the_events_of_their_mentions(build_study: BuildStudy) -> None:
    reference: Reading = ([(0, 1, "Per"), (3, 5, "Per")], [(0, "Kill", 1)])
    predicted: Reading = ([(0, 1, "Per"), (4, 5, "Per")], [(0, "Kill", 1)])
    study = relation_study(build_study, [(TOKENS, reference, [predicted, ([], [])])], [("a", 1), ("b", 1)])
    both = [[column.tolist() for column in argument_events(study, side)] for side in SIDES]
    assert both == [[[0, 2], [1, 3]], [[0, -1], [1, -1]]]


@given(st.data())
def test_events_are_those_of_the_plain_version(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    for prediction in range(len(study.predictions)):
        assert Counter(written_events(study, prediction)) == Counter(plain_relation_events(study, prediction))


@given(st.data())
def test_the_relations_of_each_side_add_up(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    symmetric = study.relation_choice.symmetric
    n_reference = len(distinct_relations(study.reference, symmetric))
    for number, prediction in enumerate(study.predictions):
        counts = Counter(kinds_of(study, number))
        paired = sum(counts[kind] for kind in ("correct", "wrong-type", "wrong-argument", "reversed"))
        assert paired + counts["missed"] == n_reference
        assert paired + counts["spurious"] == len(distinct_relations(prediction.annotation, symmetric))
        events = relation_events(study)
        own = events.rows(events.prediction == number)
        for side in SIDES:
            held = own.relations(side)[own.relations(side) >= 0]
            assert len(np.unique(held)) == len(held)


@given(st.data())
def test_correct_relations_are_those_that_both_sides_have(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    choice = study.relation_choice

    def triples(annotation: Annotation) -> Counter[object]:
        mentions, found = annotation.mentions, Counter[object]()
        for head, name, tail in distinct_relations(annotation, choice.symmetric):
            ends = [
                (
                    int(mentions.start[n]),
                    int(mentions.end[n]),
                    int(mentions.type_codes[n]) * (choice.setting == "strict"),
                )
                for n in (head, tail)
            ]
            found[name, *(sorted(ends) if name in choice.symmetric else ends)] += 1
        return found

    for number, prediction in enumerate(study.predictions):
        both = triples(study.reference) & triples(prediction.annotation)
        assert kinds_of(study, number).count("correct") == both.total()


@given(st.data())
def test_boundaries_finds_no_fewer_correct_relations_than_strict(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    settings: tuple[RelationSetting, RelationSetting] = ("boundaries", "strict")
    lenient, strict = (
        replace(study, relation_choice=replace(study.relation_choice, setting=setting)) for setting in settings
    )
    for number in range(len(study.predictions)):
        assert kinds_of(lenient, number).count("correct") >= kinds_of(strict, number).count("correct")


def exchanged(study: Study) -> Study:
    """Let the only prediction be the reference."""
    (only,) = study.predictions
    back = make_study(study.text, only.annotation, [Prediction(only.system, only.run, study.reference)])
    return replace(back, relation_choice=study.relation_choice)


@given(st.data())
def test_exchanged_sides_exchange_missed_and_spurious(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, n_systems=1, is_trained=False))
    there, back = Counter(kinds_of(study)), Counter(kinds_of(exchanged(study)))
    shared = ["correct", "reversed", "wrong-type", *([] if study.relation_choice.symmetric else ["wrong-argument"])]
    assert [there[kind] for kind in shared] == [back[kind] for kind in shared]
    if not study.relation_choice.symmetric:
        assert (there["missed"], there["spurious"]) == (back["spurious"], back["missed"])


def shuffled(annotation: Annotation, order: list[int]) -> Annotation:
    held = annotation.relations
    assert held is not None, "studies of tests with relations"
    relations = Relations(held.head[order], held.tail[order], held.type_codes[order], held.types)
    return replace(annotation, relations=relations)


@given(st.data())
def test_the_order_of_relations_in_a_file_does_not_matter(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))

    def drawn(annotation: Annotation) -> Annotation:
        n_relations = len(annotation.relations) if annotation.relations is not None else 0
        return shuffled(annotation, data.draw(st.permutations(range(n_relations))))

    predictions = tuple(replace(one, annotation=drawn(one.annotation)) for one in study.predictions)
    other = replace(study, reference=drawn(study.reference), predictions=predictions)
    for number in range(len(predictions)):
        assert written_events(other, number) == written_events(study, number)
