from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.encoding.transitions import Repair
from nerinspect.events.study import Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.lists.mention_facts import MENTION_FACTS, event_mentions

BuildStudy = Callable[..., Study]

HARWICK = (
    ["The", "Port", "of", "Harwick", "Authority", "sued"],
    [(1, 5, "ORG")],
    [[(1, 4, "LOC"), (4, 5, "ORG")]],
)


@pytest.fixture
def study(build_study: BuildStudy) -> Study:
    return build_study([(["Oslo"], [], [[(0, 1, "LOC")]]), HARWICK], lines=[1, 3])


def texts(study: Study, event: int, key: str) -> list[str]:
    fact = next(fact for fact in MENTION_FACTS if fact.key == key)
    return [fact.value(study, mention).text for mention in event_mentions(study, event)]


def test_mentions_stand_in_text_order_behind_those_of_the_reference(study: Study) -> None:
    found = [(mention.side, mention.type) for mention in event_mentions(study, 1)]
    assert found == [("reference", "ORG"), ("predicted", "LOC"), ("predicted", "ORG")]


def test_no_more_mentions_are_listed_than_asked_for(study: Study) -> None:
    assert [mention.type for mention in event_mentions(study, 1, at_most=2)] == ["ORG", "LOC"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("extent", ["2 to 5", "2 to 4", "5"]),
        ("mention_line", ["4", "4", "7"]),
    ],
)
def test_a_fact_is_written(study: Study, key: str, expected: list[str]) -> None:
    assert texts(study, 1, key) == expected


def test_text_without_lines_has_none(build_study: BuildStudy) -> None:
    assert texts(build_study([HARWICK], lines=[0]), 0, "mention_line") == ["", "", ""]


def test_each_side_shows_its_own_repairs(study: Study) -> None:
    repair = Repair("conlleval", 1, np.array([2, 5], dtype=np.int32), ("I-LOC", "I-ORG"), ("B-LOC", "B-ORG"))
    prediction = study.predictions[0]
    repaired = replace(prediction, annotation=replace(prediction.annotation, repair=repair))
    assert texts(replace(study, predictions=(repaired,)), 1, "repaired") == ["", "I-LOC → B-LOC", "I-ORG → B-ORG"]


def test_every_fact_is_defined() -> None:
    assert {fact.key for fact in MENTION_FACTS} <= set(DEFINITIONS)
