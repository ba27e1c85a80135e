from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from nerinspect.events.study import Study
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import COLUMN_KEYS
from nerinspect.ui.lists.event_model import EventTableModel

DESCENDING = Qt.SortOrder.DescendingOrder
ASCENDING = Qt.SortOrder.AscendingOrder


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(
        "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC said/O/O no/O/O",
        "the/O/O Velden/B-ORG/O fell/O/O ,/O/O Aldermoor/B-PER/B-PER",
        "أعلنت/O/O شركة/B-ORG/B-ORG النور/I-ORG/O أمس/O/O",
        documents=[1, 2, 2],
    )


@pytest.fixture
def model(study: Study) -> EventTableModel:
    model = EventTableModel()
    model.show_cells(EventCells(study))
    return model


def texts(model: EventTableModel, key: str) -> list[object]:
    column = COLUMN_KEYS.index(key)
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_model_keeps_the_rules_of_qt(model: EventTableModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_model_without_a_study_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(EventTableModel())  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("kind", ["LE", "FN", "TP", "BE"]),
        ("segment", ["Port of Harwick", "Velden", "Aldermoor", "شركة النور"]),
        ("reference", ["ORG", "ORG", "PER", "ORG"]),
        ("prediction", ["LOC", "–", "PER", "ORG"]),
        ("place", ["1 · 1", "2 · 2", "2 · 2", "2 · 3"]),
        ("shape", ["", "", "", "shorter"]),
        ("demerits", ["2", "1", "0", "2"]),
        ("line", ["2", "9", "12", "15"]),
        ("system", ["flair"] * 4),
        ("run", ["1"] * 4),
        ("document", ["1", "2", "2", "2"]),
        ("sentence", ["1", "2", "2", "3"]),
        ("elen", ["3", "1", "1", "2"]),
        ("slen", ["6", "5", "5", "4"]),
        ("eden", ["0.17", "0.40", "0.40", "0.25"]),
    ],
)
def test_cells_say_what_the_event_is(model: EventTableModel, key: str, expected: list[str]) -> None:
    assert texts(model, key) == expected


def test_left_context_is_what_comes_before(model: EventTableModel) -> None:
    assert texts(model, "left")[:3] == ["The", "the", "the Velden fell ,"]


def test_right_to_left_rows_are_mirrored(model: EventTableModel) -> None:
    assert (texts(model, "left")[3], texts(model, "right")[3]) == ("أمس", "أعلنت")


def test_long_context_is_cut_beyond_what_fits(make_study_from: Callable[..., Study]) -> None:
    model = EventTableModel()
    model.show_cells(EventCells(make_study_from(" ".join(["x/O/O"] * 60 + ["Velden/B-ORG/O"]))))
    assert texts(model, "left") == ["… " + " ".join(["x"] * 40)]


def test_a_line_separator_inside_a_token_does_not_break_the_row(make_study_from: Callable[..., Study]) -> None:
    model = EventTableModel()
    model.show_cells(EventCells(make_study_from("Vel\u2028den/B-ORG/O")))
    assert texts(model, "segment") == ["Vel den"]


def test_segment_knows_the_places_of_its_mentions(model: EventTableModel) -> None:
    assert model.cells is not None
    cell = model.cells.segment(3)
    assert [(span.start, span.end) for span in (*cell.reference, *cell.predicted)] == [(0, 10), (0, 4)]


def test_several_runs_are_told_apart(make_study_from: Callable[..., Study]) -> None:
    model = EventTableModel()
    model.show_cells(EventCells(make_study_from("Velden/B-ORG/O/O", systems=("flair", "flair"))))
    assert (texts(model, "system"), texts(model, "run")) == (["flair", "flair"], ["1", "2"])


def test_screen_reader_hears_the_event_as_a_sentence(model: EventTableModel) -> None:
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "label error: Port of Harwick, reference ORG, predicted LOC"


def test_order_decides_which_event_stands_in_which_row(model: EventTableModel) -> None:
    model.set_order(np.array([3, 1], dtype=np.int32))
    assert (model.event_at(0), model.row_of(1), model.row_of(0)) == (3, 1, None)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("kind", [2, 1, 0, 3]),
        ("segment", [2, 0, 1, 3]),
        ("left", [2, 0, 1, 3]),  # by the word next to the segment: “,” “The” “the” “أمس”
        ("right", [2, 1, 0, 3]),  # nothing, “fell”, “said”, “أعلنت”
        ("reference", [0, 1, 3, 2]),
        ("prediction", [1, 0, 3, 2]),
        ("place", [0, 1, 2, 3]),
        ("demerits", [2, 1, 0, 3]),
        ("elen", [1, 2, 3, 0]),
        ("slen", [3, 1, 2, 0]),
        ("eden", [0, 3, 1, 2]),
        ("document", [0, 1, 2, 3]),
    ],
)
def test_any_column_sorts(model: EventTableModel, key: str, expected: list[int]) -> None:
    model.sort(COLUMN_KEYS.index(key))
    assert model.order.tolist() == expected


@pytest.mark.parametrize("is_grouped", [False, True])
@pytest.mark.parametrize("key", COLUMN_KEYS)
def test_a_direction_is_the_same_whatever_came_before(study: Study, key: str, is_grouped: bool) -> None:
    orders = []
    for before in ([], [ASCENDING], [DESCENDING, ASCENDING]):
        model = EventTableModel()
        model.show_cells(EventCells(study))
        for direction in before:
            model.sort(COLUMN_KEYS.index(key), direction)
        model.set_grouped(is_grouped)
        model.sort(COLUMN_KEYS.index(key), DESCENDING)
        orders.append(model.order.tolist())
    assert orders[0] == orders[1] == orders[2]


def test_events_that_sort_as_equal_stand_by_number(model: EventTableModel) -> None:
    model.set_order(np.array([3, 1, 0, 2], dtype=np.int32))
    model.sort(COLUMN_KEYS.index("reference"), DESCENDING)
    assert model.order.tolist() == [2, 0, 1, 3]


def test_sorting_holds_for_the_next_events(model: EventTableModel) -> None:
    model.sort(COLUMN_KEYS.index("place"), DESCENDING)
    model.set_order(np.array([0, 2], dtype=np.int32))
    assert model.order.tolist() == [2, 0]


def test_sorting_by_no_column_gives_the_order_handed_over(model: EventTableModel) -> None:
    model.set_order(np.array([3, 0, 2], dtype=np.int32))
    model.sort(COLUMN_KEYS.index("place"))
    model.sort(-1)
    assert model.order.tolist() == [3, 0, 2]
