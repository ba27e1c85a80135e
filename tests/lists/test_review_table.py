"""The curated list: events with what was decided about them."""

from collections.abc import Callable

import numpy as np
import pytest

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of

DECIDED = Decision(
    "reference-wrong", ("typo", "gap"), True, "see p. 3", ((0, 1, "ORG"),), "2026-01-02T03:04:05Z", "Ann"
)


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Build a study with a label error and a missed mention."""
    return make_study_from("Ann/B-PER/B-ORG met/O/O Bob/B-PER/O")


def rows(study: Study, *columns: str) -> list[tuple[object, ...]]:
    return list(MENTIONS.table(study, columns=columns))


def test_a_row_holds_what_was_decided(study: Study) -> None:
    study.decisions.decide(0, DECIDED)
    assert rows(study, *MENTIONS.names(Of.DECISIONS)) == [
        ("reference-wrong", "typo gap", "yes", "see p. 3", [(0, 1, "ORG")], "2026-01-02T03:04:05Z"),
        ("", "", "", "", None, ""),
    ]


def test_who_decided_is_listed_where_it_is_asked_for(study: Study) -> None:
    study.decisions.decide(0, DECIDED)
    assert rows(study, "kind", "who") == [("le", "Ann"), ("fn", "")]
    assert "who" not in MENTIONS.table(study, columns=MENTIONS.names_for(study, Of.DECISIONS)).columns


def test_the_columns_of_events_are_those_of_the_events_table(study: Study) -> None:
    table = MENTIONS.table(study, columns=MENTIONS.names_for(study, Of.DECISIONS))
    assert table.columns == MENTIONS.names(Of.EVENTS, Of.DECISIONS)
    n_columns = len(table.columns) - len(MENTIONS.names(Of.DECISIONS))
    assert [row[:n_columns] for row in table] == list(MENTIONS.table(study))


def test_rows_and_columns_stand_as_asked_for(study: Study) -> None:
    study.decisions.decide(1, DECIDED)
    table = MENTIONS.table(study, np.array([1, 0]), columns=("verdict", "kind"))
    assert list(table) == [("reference-wrong", "fn"), ("", "le")]


def test_decisions_are_listed_as_they_were_when_the_list_was_made(study: Study) -> None:
    table = MENTIONS.table(study, columns=("verdict",))
    study.decisions.decide(0, DECIDED)
    assert list(table) == [("",), ("",)]
