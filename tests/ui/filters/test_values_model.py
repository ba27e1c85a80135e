import numpy as np
import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.glossary import meaning
from nerinspect.query.language.values import Interval
from nerinspect.ui.filters.values import Sorting, ValuesModel
from tests.ui.filters.cells import cell_at

LABELS = ["document 2", "document 10", "Document 1", "document 3"]
COUNTS = np.array([5, 1, 0, 1234])


@pytest.fixture
def model() -> ValuesModel:
    model = ValuesModel()
    model.set_values(LABELS, ["b", "j", "a", "c"], COUNTS, {"j"})
    return model


def column(model: ValuesModel, what: str) -> list[object]:
    return [getattr(cell_at(model.index(row, 0)), what) for row in range(model.rowCount())]


@pytest.mark.parametrize("n_values", [0, 1, 5])
def test_model_keeps_the_rules_of_qt(qtmodeltester: ModelTester, n_values: int) -> None:
    model = ValuesModel()
    model.set_values([f"document {n}" for n in range(n_values)], range(n_values), np.arange(n_values))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_rows_stand_as_they_were_given(model: ValuesModel) -> None:
    assert column(model, "text") == LABELS


def test_shares_are_of_the_largest_count(model: ValuesModel) -> None:
    assert column(model, "share") == [5 / 1234, 1 / 1234, 0, 1]


def test_without_events_there_are_no_shares(model: ValuesModel) -> None:
    model.set_values(LABELS, ["b", "j", "a", "c"], COUNTS * 0)
    assert column(model, "share") == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("sorting", "values"),
    [
        (Sorting.GIVEN, "bjac"),
        (Sorting.NAME_UP, "abcj"),
        (Sorting.NAME_DOWN, "jcba"),
        (Sorting.COUNT_DOWN, "cbja"),
        (Sorting.COUNT_UP, "ajbc"),
    ],
)
def test_rows_are_sorted(model: ValuesModel, sorting: Sorting, values: str) -> None:
    model.set_sorting(sorting)
    assert column(model, "value") == list(values)


def test_numbers_are_sorted_by_size() -> None:
    model = ValuesModel()
    model.set_values(["ten", "nine", "eight"], [10, 9, 8], np.ones(3, dtype=np.int64))
    model.set_sorting(Sorting.NAME_UP)
    assert column(model, "value") == [8, 9, 10]


def test_other_counts_move_the_rows(model: ValuesModel) -> None:
    model.set_sorting(Sorting.COUNT_DOWN)
    model.set_values(LABELS, ["b", "j", "a", "c"], COUNTS[::-1])
    assert column(model, "count") == [1234, 5, 1, 0]


def test_other_values_keep_the_sorting(model: ValuesModel) -> None:
    model.set_sorting(Sorting.NAME_DOWN)
    model.set_values(["shorter", "longer"], ["shorter", "longer"], np.array([1, 2]))
    assert column(model, "value") == ["shorter", "longer"]


def test_a_held_row_follows_its_value(model: ValuesModel) -> None:
    held = QPersistentModelIndex(model.index(3, 0))
    model.set_sorting(Sorting.COUNT_DOWN)
    assert held.row() == 0
    assert cell_at(held).value == "c"


def test_the_same_values_are_not_reset(model: ValuesModel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_values(list(LABELS), ["b", "j", "a", "c"], COUNTS + 1)


def test_a_number_is_picked_whatever_its_type() -> None:
    model = ValuesModel()
    model.set_values(["document 1", "document 2"], np.array([1, 2], dtype=np.int32), np.array([3, 4]), {2.0})
    assert column(model, "is_picked") == [False, True]
    assert column(model, "is_dim") == [True, False]


def test_numbers_of_numpy_become_those_of_python() -> None:
    model = ValuesModel()
    model.set_values(["document 1"], np.array([1], dtype=np.int32), np.array([3]))
    assert type(cell_at(model.index(0, 0)).value) is int


@pytest.mark.parametrize(
    ("row", "spoken"),
    [(1, "document 10, 1 event, picked"), (2, "Document 1, 0 events"), (3, "document 3, 1,234 events")],
)
def test_a_screen_reader_hears_count_and_state(model: ValuesModel, row: int, spoken: str) -> None:
    assert model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) == spoken


def test_a_tooltip_gives_the_whole_label(model: ValuesModel) -> None:
    text = model.index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert text == "document 3: 1,234 events under the other filters."


def test_a_tooltip_says_what_a_defined_value_is() -> None:
    model = ValuesModel()
    model.set_values(["split"], ["split"], np.array([1]))
    lines = model.index(0, 0).data(Qt.ItemDataRole.WhatsThisRole).splitlines()
    assert lines == [meaning("split"), "1 event under the other filters."]


def test_a_tooltip_shows_signs_as_they_are() -> None:
    model = ValuesModel()
    model.set_values(["<b> & co"], ["x"], np.array([1]))
    assert "<b> & co" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_rows_are_copied_as_they_are_sorted(model: ValuesModel) -> None:
    model.set_sorting(Sorting.COUNT_DOWN)
    assert model.as_tsv() == "Name\tEvents\ndocument 3\t1234\ndocument 2\t5\ndocument 10\t1\nDocument 1\t0\n"


@pytest.mark.parametrize(
    ("searched", "values"), [("DOCUMENT 1", "ja"), ("3", "c"), ("", "bjac"), ("x", ""), ("1,0", "j")]
)
def test_a_search_keeps_names_that_hold_the_text(model: ValuesModel, searched: str, values: str) -> None:
    model.set_search(searched)
    assert column(model, "value") == list(values)


def test_what_is_found_is_sorted(model: ValuesModel) -> None:
    model.set_search("document 1")
    model.set_sorting(Sorting.NAME_UP)
    assert column(model, "value") == ["a", "j"]


def test_a_search_goes_on_when_counts_change(model: ValuesModel) -> None:
    model.set_search("document 1")
    model.set_values(LABELS, ["b", "j", "a", "c"], COUNTS + 1)
    assert column(model, "count") == [2, 1]


def test_only_what_was_found_is_copied(model: ValuesModel) -> None:
    model.set_search("3")
    assert model.as_tsv() == "Name\tEvents\ndocument 3\t1234\n"


def test_numbers_in_a_picked_range_are_picked() -> None:
    model = ValuesModel()
    model.set_values(["1", "2", "3", "4"], np.array([1, 2, 3, 4]), np.arange(4), (Interval(2, 3), 4.0))
    assert column(model, "is_picked") == [False, True, True, True]


def test_a_label_of_several_lines_is_found() -> None:
    model = ValuesModel()
    model.set_values(["one\ntwo", "three"], ["a", "b"], np.array([1, 2]))
    model.set_search("Two")
    assert column(model, "value") == ["a"]
