"""What was decided stands in columns of its own, which are hidden until somebody chooses them."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import COLUMN_KEYS, DECISION_KEYS, EVENT_COLUMNS
from nerinspect.ui.lists.event_model import EventTableModel


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Decide three of four events, the last of them in the second sentence."""
    study = make_study_from(
        "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC said/O/O no/O/O",
        "the/O/O Velden/B-ORG/O fell/O/O ,/O/O Aldermoor/B-PER/B-PER and/O/O Ulm/B-LOC/O",
    )
    study.decisions.fill(
        {
            0: Decision("ambiguous", ("typo", "guideline-gap"), decided="2026-11-22T03:00:00Z", who="Ben"),
            1: Decision(
                "reference-wrong", ("scope",), True, "see\tpage\n3", ((1, 2, "LOC"),), "2026-11-21T03:00:00Z", "Anna"
            ),
            3: Decision("both-wrong", correction=(), decided="2026-11-23T03:00:00Z"),
        }
    )
    return study


@pytest.fixture
def model(study: Study) -> EventTableModel:
    model = EventTableModel()
    model.show_cells(EventCells(study))
    return model


def texts(model: EventTableModel, key: str) -> list[object]:
    column = COLUMN_KEYS.index(key)
    return [model.index(row, column).data() for row in range(model.rowCount())]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("causes", ["typo, guideline-gap", "scope", "", ""]),
        ("flag", ["", "flagged", "", ""]),
        ("note", ["", "see page 3", "", ""]),
        ("correction", ["", "Velden LOC", "", "none"]),
        ("decided", ["2026-11-22 03:00:00", "2026-11-21 03:00:00", "", "2026-11-23 03:00:00"]),
        ("who", ["Ben", "Anna", "", ""]),
    ],
)
def test_each_cell_says_what_was_decided(model: EventTableModel, key: str, expected: list[object]) -> None:
    assert texts(model, key) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("causes", ["Aldermoor", "Ulm", "Velden", "Port of Harwick"]),
        ("flag", ["Port of Harwick", "Aldermoor", "Ulm", "Velden"]),
        ("note", ["Port of Harwick", "Aldermoor", "Ulm", "Velden"]),
        ("correction", ["Port of Harwick", "Aldermoor", "Velden", "Ulm"]),
        ("decided", ["Aldermoor", "Velden", "Port of Harwick", "Ulm"]),
        ("who", ["Aldermoor", "Ulm", "Velden", "Port of Harwick"]),
    ],
)
def test_rows_sort_by_it_and_those_without_come_first(model: EventTableModel, key: str, expected: list[str]) -> None:
    model.sort(COLUMN_KEYS.index(key))
    assert texts(model, "segment") == expected
    model.sort(COLUMN_KEYS.index(key), Qt.SortOrder.DescendingOrder)
    assert model.index(0, COLUMN_KEYS.index(key)).data()


def test_none_of_them_is_shown_before_it_is_chosen_but_the_verdict(study: Study) -> None:
    assert [one.key for one in EVENT_COLUMNS if one.key in DECISION_KEYS and one.is_shown(study)] == ["verdict"]
