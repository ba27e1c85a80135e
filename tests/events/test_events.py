from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from nerinspect.events.segment_events import ERROR_KINDS, KINDS, EventTable, concatenated_events
from nerinspect.events.study import Study

MakeStudy: TypeAlias = Callable[..., Study]


@pytest.fixture
def events(make_study_from: MakeStudy) -> EventTable:
    """Give a tp, an fn and an fp."""
    return make_study_from("a/B-LOC/B-LOC b/O/O c/B-LOC/O d/O/B-LOC").events


def test_every_kind_but_correct_is_an_error() -> None:
    assert set(KINDS) - set(ERROR_KINDS) == {"tp"}


@pytest.mark.parametrize("which", [slice(1, None), np.array([1, 2]), np.array([False, True, True])])
def test_rows_are_taken_in_every_column(which: slice, events: EventTable) -> None:
    rows = events.rows(which)
    assert (rows.start.tolist(), rows.end.tolist(), rows.kind.tolist()) == ([2, 3], [3, 4], [2, 1])


def test_predicted_mentions_move_behind_those_of_other_predictions(events: EventTable) -> None:
    moved = events.of_prediction(3, 10)
    assert (moved.prediction.tolist(), moved.mentions("predicted").tolist()) == ([3, 3, 3], [10, 11])


def test_reference_mentions_do_not_move(events: EventTable) -> None:
    moved = events.of_prediction(3, 10)
    assert moved.mentions("reference").tolist() == events.mentions("reference").tolist() == [0, 1]


def test_tables_lie_behind_each_other(events: EventTable) -> None:
    assert concatenated_events([events, EventTable.empty(), events.rows(slice(1))]).start.tolist() == [0, 2, 3, 0]


def test_an_empty_table_has_no_events() -> None:
    assert len(EventTable.empty()) == 0
