"""Result tables of a study whose mentions overlap."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from nerinspect.events.study import Study
from nerinspect.lists.mention_facts import event_mentions, event_query
from nerinspect.lists.mentions import MENTIONS
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.tables.scores import confusion_table, error_groups, score_table

BuildStudy: TypeAlias = Callable[..., Study]

TOKENS = ["Bank", "of", "New", "York", "City", "rose"]
REFERENCE = [(0, 5, "ORG"), (2, 4, "LOC"), (2, 5, "LOC"), (4, 5, "LOC")]
PREDICTED = [(0, 5, "ORG"), (2, 4, "PER"), (2, 5, "LOC"), (5, 6, "LOC")]


@pytest.fixture
def study(build_study: BuildStudy) -> Study:
    """The second system has the first three mentions, in a sentence that stands there twice."""
    return build_study([(TOKENS, REFERENCE, [PREDICTED, REFERENCE[:3]])] * 2, [("one", 1), ("two", 1)])


def test_events_stand_by_start_end_and_kind(study: Study) -> None:
    columns = ("system", "sentence", "start", "end", "kind", "reference_spans", "predicted_spans")
    rows = list(MENTIONS.table(study, columns=columns))
    assert rows[:5] == [
        ("one", 1, 0, 5, "tp", [(0, 5, "ORG")], [(0, 5, "ORG")]),
        ("one", 1, 2, 4, "le", [(2, 4, "LOC")], [(2, 4, "PER")]),
        ("one", 1, 2, 5, "tp", [(2, 5, "LOC")], [(2, 5, "LOC")]),
        ("one", 1, 4, 5, "fn", [(4, 5, "LOC")], []),
        ("one", 1, 5, 6, "fp", [], [(5, 6, "LOC")]),
    ]
    assert [row[4] for row in rows[10:14]] == ["tp", "tp", "tp", "fn"]


def test_ids_are_distinct(study: Study) -> None:
    ids = [row[0] for row in MENTIONS.table(study, columns=["event"])]
    assert len(set(ids)) == len(ids) == 18


def test_errors_are_grouped_by_their_own_extent(study: Study) -> None:
    assert [row for row in error_groups(study) if row[0] == "one"] == [
        ("one", 2, "fp", "rose", "", "LOC"),
        ("one", 2, "fn", "City", "LOC", ""),
        ("one", 2, "le", "New York", "LOC", "PER"),
    ]


def test_confusions_are_counted(study: Study) -> None:
    assert list(confusion_table(study)) == [
        ("one", "LOC", "PER", 2),
        ("one", "LOC", "none", 2),
        ("one", "none", "LOC", 2),
        ("two", "LOC", "none", 2),
    ]


def test_scores_count_every_mention_once(study: Study) -> None:
    table = score_table(study)
    row = dict(zip(table.columns, next(iter(table)), strict=True))
    counted = ("reference", "predicted", "correct", "tp", "fp", "fn", "le", "be", "lbe", "tn", "demerits")
    assert [row[name] for name in counted] == [8, 8, 4, 4, 2, 2, 2, 0, 0, 0, 8]


@pytest.mark.parametrize("has_lines", [True, False])
def test_the_query_of_an_event_finds_just_this_one(build_study: BuildStudy, has_lines: bool) -> None:
    both = [(0, 2, "ORG"), (0, 3, "LOC"), (0, 3, "ORG"), (3, 4, "LOC"), (5, 6, "PER")]
    sides = [*both, (0, 4, "ORG"), (0, 4, "PER"), (0, 1, "ORG")], [*both, (0, 4, "LOC"), (0, 4, "MISC"), (0, 5, "ORG")]
    sentences = [(TOKENS, sorted(sides[0]), [sorted(sides[1])]), (["rose"], [(0, 1, "PER")], [[]])]
    study = build_study(sentences, lines=None if has_lines else [0, 0])
    names = Vocabulary.of(study)
    found = [np.flatnonzero(parse_query(event_query(study, n), names).mask(study)) for n in range(len(study.events))]
    assert [events.tolist() for events in found] == [[number] for number in range(len(study.events))]


def test_the_query_of_an_event_that_stands_alone_is_its_line(build_study: BuildStudy) -> None:
    assert event_query(build_study([(["a", "b"], [(0, 1, "X")], [[(1, 2, "X")]])]), 1) == "line:2"


def test_an_event_that_nothing_tells_from_another_has_no_query(build_study: BuildStudy) -> None:
    study = build_study([(["Rome", "and", "Rome"], [(0, 1, "LOC"), (2, 3, "LOC")], [[]])], lines=[0])
    assert event_query(study, 0) == ""


def test_mentions_of_an_event_are_its_own(study: Study) -> None:
    assert [(one.side, one.start, one.end) for one in event_mentions(study, 1)] == [
        ("reference", 2, 4),
        ("predicted", 2, 4),
    ]
