from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import argument_events, relation_events
from nerinspect.events.relation_explanation import Compared, WrongMention, explain_relation
from nerinspect.events.study import RelationChoice, RelationSetting, Study
from tests.events.relation_studies import Reading, relation_studies, relation_study

BuildStudy: TypeAlias = Callable[..., Study]

TOKENS = ["Ann", "met", "Bo", "Lee", "in", "Oslo"]
PEOPLE = [(0, 1, "Per"), (2, 4, "Per"), (5, 6, "Loc")]
MET: Reading = (PEOPLE, [(0, "Meet", 1)])


def one_event(
    build_study: BuildStudy,
    reference: Reading,
    predicted: Reading,
    setting: RelationSetting = "boundaries",
    symmetric: tuple[str, ...] = (),
) -> Study:
    study = relation_study(build_study, [(TOKENS, reference, [predicted])], choice=RelationChoice(setting, symmetric))
    assert len(relation_events(study)) == 1
    return study


@pytest.mark.parametrize(
    ("reference", "predicted", "kind", "sentences"),
    [
        (MET, MET, "correct", "Reference and prediction agree in the type Meet and in both arguments."),
        (
            (PEOPLE, []),
            MET,
            "spurious",
            "The prediction says “Ann” Meet “Bo Lee”; the reference has no relation that matches it.",
        ),
        (
            MET,
            (PEOPLE, []),
            "missed",
            "The reference says “Ann” Meet “Bo Lee”; the prediction has no relation that matches it.",
        ),
        (
            MET,
            (PEOPLE, [(0, "Kill", 1)]),
            "wrong-type",
            "Both arguments are right, the type is not: the reference says Meet, the prediction Kill.",
        ),
        (
            MET,
            (PEOPLE, [(0, "Meet", 2)]),
            "wrong-argument",
            "The type Meet is right and so is the head. The tail is another mention.",
        ),
        (
            MET,
            (PEOPLE, [(2, "Meet", 1)]),
            "wrong-argument",
            "The type Meet is right and so is the tail. The head is another mention.",
        ),
        (
            MET,
            ([(0, 1, "Per"), (3, 4, "Per")], [(0, "Meet", 1)]),
            "wrong-argument",
            "The type Meet is right and so is the head. The tail is a mention of another extent.",
        ),
        (
            MET,
            (PEOPLE, [(1, "Meet", 0)]),
            "reversed",
            "The type Meet is right and so are both mentions. Head and tail are exchanged.",
        ),
    ],
)
def test_each_kind_is_explained(
    reference: Reading, predicted: Reading, kind: str, sentences: str, build_study: BuildStudy
) -> None:
    said = explain_relation(one_event(build_study, reference, predicted), 0)
    assert (said.kind, said.sentences) == (kind, sentences)


def test_another_type_of_an_argument_is_said_under_both_settings(build_study: BuildStudy) -> None:
    other: Reading = ([(0, 1, "Per"), (2, 4, "Org")], [(0, "Meet", 1)])
    assert explain_relation(one_event(build_study, MET, other), 0).sentences == (
        "Reference and prediction agree in the type Meet and in both arguments."
        " The type of the tail differs, which does not count under boundaries."
    )
    assert explain_relation(one_event(build_study, MET, other, "strict"), 0).sentences == (
        "The type Meet is right and so is the head."
        " The tail has another type: Per in the reference, Org in the prediction."
    )


def test_what_has_no_direction_stands_beside_what_it_fits(build_study: BuildStudy) -> None:
    turned = one_event(build_study, MET, (PEOPLE, [(1, "Meet", 0)]), "boundaries", ("Meet",))
    said = explain_relation(turned, 0)
    assert said.sentences.endswith("Head and tail are exchanged, which does not matter: Meet has no direction.")
    assert said.rows == (
        Compared("type", "Meet", "Meet", "same"),
        Compared("head", "Ann", "Ann", "same"),
        Compared("tail", "Bo Lee", "Bo Lee", "same"),
    )
    missed = one_event(build_study, MET, (PEOPLE, []), "boundaries", ("Meet",))
    assert explain_relation(missed, 0).sentences.startswith("The reference says Meet of “Ann” and “Bo Lee”;")


def test_rows_stand_side_by_side(build_study: BuildStudy) -> None:
    reversed_one = one_event(build_study, MET, (PEOPLE, [(1, "Meet", 0)]))
    assert explain_relation(reversed_one, 0).rows == (
        Compared("type", "Meet", "Meet", "same"),
        Compared("head", "Ann", "Bo Lee", "differs"),
        Compared("tail", "Bo Lee", "Ann", "differs"),
    )
    missed = one_event(build_study, MET, (PEOPLE, []))
    assert explain_relation(missed, 0).rows[2] == Compared("tail", "Bo Lee", "", "")


def test_arguments_point_to_what_is_wrong_with_their_mentions(build_study: BuildStudy) -> None:
    shorter = one_event(build_study, MET, ([(0, 1, "Per"), (3, 4, "Per")], [(0, "Meet", 1)]))
    assert explain_relation(shorter, 0).wrong_mentions == (WrongMention("tail", ("reference", "predicted"), 1, "be"),)
    elsewhere = one_event(build_study, ([*PEOPLE[:2]], [(0, "Meet", 1)]), (PEOPLE[::2], [(0, "Meet", 1)]))
    assert explain_relation(elsewhere, 0).wrong_mentions == (
        WrongMention("tail", ("reference",), 1, "fn"),
        WrongMention("tail", ("predicted",), 2, "fp"),
    )
    assert explain_relation(one_event(build_study, MET, MET), 0).wrong_mentions == ()


@pytest.mark.parametrize("symmetric", [(), ("Meet",)])
def test_a_mention_that_is_head_here_and_tail_there_is_named_once(
    symmetric: tuple[str, ...], build_study: BuildStudy
) -> None:
    other: Reading = ([(0, 1, "Org"), (2, 4, "Per")], [(1, "Meet", 0)])
    said = explain_relation(one_event(build_study, MET, other, symmetric=symmetric), 0)
    assert said.kind == ("correct" if symmetric else "reversed")
    assert said.wrong_mentions == (WrongMention("head", ("reference", "predicted"), 0, "le"),)


def test_a_relation_of_a_mention_with_itself_says_so(build_study: BuildStudy) -> None:
    said = explain_relation(one_event(build_study, (PEOPLE, [(1, "Meet", 1)]), (PEOPLE, [])), 0)
    assert said.sentences.endswith("It joins a mention with itself.")


@pytest.mark.parametrize(
    ("relation", "sentences"),
    [
        ((0, "Meet", 1), "A and B agree in the type Meet and in both arguments."),
        ((0, "Kill", 1), "A and B agree in both arguments, not in the type: A says Meet, B Kill."),
        ((1, "Meet", 0), "A and B agree in the type Meet and in both mentions. Head and tail are exchanged."),
        ((0, "Meet", 2), "A and B agree in the type Meet and in the head. The tail is another mention."),
        ((2, "Meet", 1), "A and B agree in the type Meet and in the tail. The head is another mention."),
    ],
)
def test_between_annotators_nothing_is_right(
    build_study: BuildStudy, relation: tuple[int, str, int], sentences: str
) -> None:
    study = replace(one_event(build_study, MET, (PEOPLE, [relation])), annotator="Ann")
    assert explain_relation(study, 0).sentences == sentences


@given(st.data())
def test_every_event_agrees_with_its_kind(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, is_trained=False))
    differing: dict[str, set[str]] = {"correct": set(), "wrong-type": {"type"}, "reversed": {"head", "tail"}}
    arguments = [argument_events(study, side) for side in ("reference", "predicted")]
    for event in range(len(relation_events(study))):
        said = explain_relation(study, event)
        differs = {row.name for row in said.rows if row.verdict == "differs"}
        if said.kind in ("missed", "spurious"):
            assert {row.verdict for row in said.rows} == {""}
        elif said.kind == "wrong-argument":
            assert differs in ({"head"}, {"tail"})
        else:
            assert differs == differing[said.kind]
        held = {int(column[event]) for side in arguments for column in side} - {-1}
        wrong = {number for number in held if study.events.kind[number] != 0}
        assert {one.event for one in said.wrong_mentions} == wrong
