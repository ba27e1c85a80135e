"""The curated list: events with what was decided about them."""

from collections.abc import Callable

import numpy as np
import pytest

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.lists.decisions import DECISION_COLUMNS, review_columns, review_table
from nerinspect.lists.mentions import events_table

DECIDED = Decision(
    "reference-wrong", ("typo", "gap"), True, "see p. 3", ((0, 1, "ORG"),), "2026-01-02T03:04:05Z", "Ann"
)


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Build a study with a label error and a missed mention."""
    return make_study_from("Ann/B-PER/B-ORG met/O/O Bob/B-PER/O")


def rows(study: Study, *columns: str) -> list[tuple[object, ...]]:
    return list(review_table(study, columns=columns))


def test_a_row_holds_what_was_decided(study: Study) -> None:
    study.decisions.decide(0, DECIDED)
    assert rows(study, *DECISION_COLUMNS) == [
        ("reference-wrong", "typo gap", "yes", "see p. 3", [(0, 1, "ORG")], "2026-01-02T03:04:05Z"),
        ("", "", "", "", None, ""),
    ]


def test_who_decided_is_listed_where_it_is_asked_for(study: Study) -> None:
    study.decisions.decide(0, DECIDED)
    assert rows(study, "kind", "who") == [("le", "Ann"), ("fn", "")]
    assert "who" not in review_table(study).columns


def test_the_columns_of_events_are_those_of_the_events_table(study: Study) -> None:
    table = review_table(study)
    assert table.columns == review_columns(with_training=False)
    n_columns = len(table.columns) - len(DECISION_COLUMNS)
    assert [row[:n_columns] for row in table] == list(events_table(study))


def test_rows_and_columns_stand_as_asked_for(study: Study) -> None:
    study.decisions.decide(1, DECIDED)
    table = review_table(study, np.array([1, 0]), columns=("verdict", "kind"))
    assert list(table) == [("reference-wrong", "fn"), ("", "le")]


def test_decisions_are_listed_as_they_were_when_the_list_was_made(study: Study) -> None:
    table = review_table(study, columns=("verdict",))
    study.decisions.decide(0, DECIDED)
    assert list(table) == [("",), ("",)]
