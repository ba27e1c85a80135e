"""A relation event is found again where the same relations are matched in another way."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from nerinspect.events.relation_events import RELATION_KINDS, followed_relation_event, relation_events, relations_on
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import RelationChoice, Study
from tests.events.relation_studies import relation_study

TOKENS = ["Ann", "met", "Bo", "in", "Ulm"]
MENTIONS = [(0, 1, "P"), (2, 3, "P"), (4, 5, "L")]
OTHERWISE = [(0, 1, "L"), (2, 3, "L"), (4, 5, "L")]


@pytest.fixture
def study(build_study: Callable[..., Study]) -> Study:
    """Give a relation whose arguments have other types, one with head and tail exchanged, and a missed one."""
    reference = (MENTIONS, [(0, "Kill", 1), (1, "Meet", 2), (0, "Meet", 2)])
    return relation_study(build_study, [(TOKENS, reference, [(OTHERWISE, [(0, "Kill", 1), (2, "Meet", 1)])])])


def kinds(study: Study) -> list[str]:
    return [RELATION_KINDS[code] for code in relation_events(study).kind]


def matched(study: Study, setting: str, *symmetric: str) -> Study:
    return replace(study, relation_choice=RelationChoice(setting, symmetric))  # type: ignore[arg-type]


def test_the_event_of_the_reference_relation_is_followed(study: Study) -> None:
    strict = matched(study, "strict")
    of_kill = kinds(study).index("correct")
    followed = followed_relation_event(study, of_kill, strict)
    assert followed is not None
    assert kinds(strict)[followed] == "missed"
    assert relation_events(strict).reference[followed] == relation_events(study).reference[of_kill]


def test_without_a_reference_relation_the_predicted_one_is_followed(study: Study) -> None:
    strict = matched(study, "strict")
    alone = kinds(strict).index("spurious")
    followed = followed_relation_event(strict, alone, study)
    assert followed is not None
    assert kinds(study)[followed] == "correct"


def test_relations_that_count_once_in_both_directions_are_followed(study: Study) -> None:
    undirected = matched(study, "boundaries", "Meet")
    followed = followed_relation_event(study, kinds(study).index("reversed"), undirected)
    assert followed is not None
    assert kinds(undirected)[followed] == "correct"


def test_every_relation_is_in_the_event_that_is_followed(study: Study) -> None:
    for after in (study, matched(study, "strict"), matched(study, "strict", "Meet")):
        for event in range(len(relation_events(study))):
            followed = followed_relation_event(study, event, after)
            assert followed is not None
            side = next(side for side in SIDES if relation_events(study).relations(side)[event] >= 0)
            before, found = (
                [
                    (relations_on(one, side).types[relations_on(one, side).type_codes[number]])
                    for number in [relation_events(one).relations(side)[place]]
                ]
                for one, place in ((study, event), (after, followed))
            )
            assert before == found


def test_a_relation_that_is_not_there_any_more_is_in_no_event(study: Study) -> None:
    without = replace(study, reference=replace(study.reference, relations=None))
    missed = kinds(study).index("missed")
    assert followed_relation_event(study, missed, without) is None
