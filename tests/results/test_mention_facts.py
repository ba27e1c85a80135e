from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.analysis.study import Study
from nerinspect.encoding.repair import Repair
from nerinspect.glossary import DEFINITIONS
from nerinspect.query.parser import parse_query
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.results.mention_facts import MENTION_FACTS, SENTENCE_FACTS, FactValue, event_mentions

BuildStudy = Callable[..., Study]

HARWICK = (
    ["The", "Port", "of", "Harwick", "Authority", "sued"],
    [(1, 5, "ORG")],
    [[(1, 4, "LOC"), (4, 5, "ORG")]],
)


@pytest.fixture
def study(build_study: BuildStudy) -> Study:
    return build_study([(["Oslo"], [], [[(0, 1, "LOC")]]), HARWICK], lines=[1, 3])


def values(study: Study, event: int, key: str) -> list[FactValue]:
    for fact in MENTION_FACTS:
        if fact.key == key:
            return [fact.value(study, mention) for mention in event_mentions(study, event)]
    return [fact.value(study, event) for fact in SENTENCE_FACTS if fact.key == key]


def texts(study: Study, event: int, key: str) -> list[str]:
    return [value.text for value in values(study, event, key)]


def test_mentions_stand_in_text_order_behind_those_of_the_reference(study: Study) -> None:
    found = [(mention.side, mention.type) for mention in event_mentions(study, 1)]
    assert found == [("reference", "ORG"), ("predicted", "LOC"), ("predicted", "ORG")]


def test_no_more_mentions_are_listed_than_asked_for(study: Study) -> None:
    assert [mention.type for mention in event_mentions(study, 1, at_most=2)] == ["ORG", "LOC"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("elen", ["4", "3", "1"]),
        ("extent", ["2 to 5", "2 to 4", "5"]),
        ("mention_line", ["4", "4", "7"]),
        ("slen", ["6"]),
        ("eden", ["0.17"]),
    ],
)
def test_a_fact_is_written(study: Study, key: str, expected: list[str]) -> None:
    assert texts(study, 1, key) == expected


def test_a_density_says_how_it_comes_about(study: Study) -> None:
    assert values(study, 1, "eden")[0].note == "1 / 6"


def test_text_without_lines_has_none(build_study: BuildStudy) -> None:
    assert texts(build_study([HARWICK], lines=[0]), 0, "mention_line") == ["", "", ""]


def test_each_side_shows_its_own_repairs(study: Study) -> None:
    repair = Repair("conlleval", 1, np.array([2, 5], dtype=np.int32), ("I-LOC", "I-ORG"), ("B-LOC", "B-ORG"))
    prediction = study.predictions[0]
    repaired = replace(prediction, annotation=replace(prediction.annotation, repair=repair))
    assert texts(replace(study, predictions=(repaired,)), 1, "repaired") == ["", "I-LOC → B-LOC", "I-ORG → B-ORG"]


@pytest.mark.parametrize("event", [0, 1])
def test_each_query_finds_the_event(study: Study, event: int) -> None:
    keys = [fact.key for fact in (*MENTION_FACTS, *SENTENCE_FACTS)]
    queries = [value.query for key in keys for value in values(study, event, key) if value.query]
    assert len(queries) == 3
    assert all(parse_query(query, Vocabulary.of(study)).mask(study)[event] for query in queries)


def test_every_fact_is_defined() -> None:
    assert {fact.key for fact in (*MENTION_FACTS, *SENTENCE_FACTS)} <= set(DEFINITIONS)
