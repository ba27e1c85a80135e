import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from nerinspect.corpus.arrays import BoolArray
from nerinspect.ui.filters.matrix import TypeMatrixModel
from tests.ui.filters.cells import cell_at

COUNTS = np.array([[19, 33, 1], [48, 82, 1261], [0, 85, 0]])


@pytest.fixture
def model() -> TypeMatrixModel:
    model = TypeMatrixModel()
    model.set_matrix(["LOC", "ORG"], COUNTS)
    return model


def cells_at(*cells: tuple[int, int]) -> BoolArray:
    return np.array([[(row, column) in cells for column in range(3)] for row in range(3)])


def picked_cells(model: TypeMatrixModel) -> set[tuple[int, int]]:
    cells = [(row, column) for row in range(3) for column in range(3)]
    return {cell for cell in cells if cell_at(model.index(*cell)).is_picked}


@pytest.mark.parametrize("types", [[], ["LOC", "ORG"]])
def test_model_keeps_the_rules_of_qt(qtmodeltester: ModelTester, types: list[str]) -> None:
    model = TypeMatrixModel()
    model.set_matrix(types, np.arange((len(types) + 1) ** 2).reshape(len(types) + 1, -1))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_counts_are_grouped_by_thousands(model: TypeMatrixModel) -> None:
    assert model.index(1, 2).data() == "1,261"


def test_nothing_stands_where_neither_side_has_a_mention(model: TypeMatrixModel) -> None:
    assert model.index(2, 2).data() is None
    assert not model.flags(model.index(2, 2)) & Qt.ItemFlag.ItemIsEnabled


def test_shares_are_of_the_largest_count(model: TypeMatrixModel) -> None:
    assert cell_at(model.index(1, 1)).share == 82 / 1261


@pytest.mark.parametrize(
    ("cell", "spoken"),
    [
        ((1, 0), "reference ORG, predicted LOC: 48 events, picked"),
        ((0, 2), "reference LOC, predicted none: 1 event"),
        ((2, 1), "reference none, predicted ORG: 85 events"),
    ],
)
def test_a_screen_reader_hears_both_types(model: TypeMatrixModel, cell: tuple[int, int], spoken: str) -> None:
    model.set_matrix(["LOC", "ORG"], COUNTS, cells_at((1, 0)))
    assert model.index(*cell).data(Qt.ItemDataRole.AccessibleTextRole) == spoken


@pytest.mark.parametrize(
    ("cell", "explained"),
    [
        ((1, 0), "48 events with a reference mention ORG and a predicted mention LOC under"),
        ((0, 2), "1 event with a reference mention LOC and without a predicted mention under"),
        ((2, 1), "85 events without a reference mention and with a predicted mention ORG under"),
    ],
)
def test_a_cell_explains_what_it_counts(model: TypeMatrixModel, cell: tuple[int, int], explained: str) -> None:
    assert model.index(*cell).data(Qt.ItemDataRole.WhatsThisRole).startswith(explained)


@pytest.mark.parametrize(("with_correct", "said"), [(False, "left out"), (True, "counted too")])
def test_a_tooltip_says_whether_correct_events_count(model: TypeMatrixModel, with_correct: bool, said: str) -> None:
    model.set_matrix(["LOC", "ORG"], COUNTS, with_correct=with_correct)
    assert f"correct events are {said}" in model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole)


def test_a_tooltip_shows_the_signs_in_a_type_as_they_are() -> None:
    model = TypeMatrixModel()
    model.set_matrix(["<i>"], np.ones((2, 2), dtype=np.int64))
    assert "<i>" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<i>" in str(model.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole))


def test_heads_say_their_side(model: TypeMatrixModel) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.headerData(0, Qt.Orientation.Vertical, role) == "reference LOC"
    assert model.headerData(2, Qt.Orientation.Horizontal, role) == "predicted none"


@pytest.mark.parametrize("cells", [set(), {(1, 0)}, {(0, 1), (1, 0), (2, 1)}])
def test_picked_are_the_cells_that_the_filter_keeps(model: TypeMatrixModel, cells: set[tuple[int, int]]) -> None:
    model.set_matrix(["LOC", "ORG"], COUNTS, cells_at(*cells))
    assert picked_cells(model) == cells


def test_the_matrix_is_copied_with_its_heads(model: TypeMatrixModel) -> None:
    lines = ["reference \\ predicted\tLOC\tORG\tnone", "LOC\t19\t33\t1", "ORG\t48\t82\t1261", "none\t0\t85\t"]
    assert model.as_tsv() == "\n".join([*lines, ""])


def test_a_copied_name_keeps_to_its_cell() -> None:
    model = TypeMatrixModel()
    model.set_matrix(["A\tB"], np.zeros((2, 2), dtype=np.int64))
    assert model.as_tsv().splitlines()[1] == "A B\t0\t0"
