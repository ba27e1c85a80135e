import pytest
from pytestqt.qtbot import QtBot

from nerinspect.analysis.events import SHAPES
from nerinspect.io.load import load_study
from nerinspect.ui.document import Document
from nerinspect.ui.resources import sample_request
from nerinspect.ui.workspace import Workspace


@pytest.fixture
def workspace(qtbot: QtBot) -> Workspace:
    request = sample_request()
    document = Document()
    workspace = Workspace(document)
    document.setParent(workspace)
    qtbot.addWidget(workspace)
    document.set_study(load_study(request), request)
    return workspace


@pytest.mark.parametrize("with_correct", [False, True])
def test_every_cell_of_the_matrix_opens_the_events_it_counts(workspace: Workspace, with_correct: bool) -> None:
    document = workspace._document
    assert document.study is not None
    names = [*document.study.types, None]
    document.count_correct(with_correct)
    counts = document.counted.matrix.copy()
    for row, reference in enumerate(names):
        for column, predicted in enumerate(names):
            if reference is None and predicted is None:
                continue
            workspace.chips.cleared.emit()
            workspace.filters.types.cell_picked.emit(reference, predicted, False)
            assert len(document.order) == counts[row, column], (reference, predicted)


def test_a_second_click_on_a_cell_frees_the_types(workspace: Workspace) -> None:
    document = workspace._document
    for _click in range(2):
        workspace.filters.types.cell_picked.emit("ORG", "PER", False)
    assert "ref:" not in document.query


def test_a_head_picks_one_side_and_ctrl_adds(workspace: Workspace) -> None:
    workspace.filters.types.row_picked.emit("ORG", False)
    workspace.filters.types.row_picked.emit("LOC", True)
    workspace.filters.types.column_picked.emit(None, False)
    assert workspace._document.query == "ref:ORG,LOC pred:none"


def test_ticking_correct_counts_them(workspace: Workspace) -> None:
    document = workspace._document
    before = int(document.counted.matrix.sum())
    workspace.filters.types.with_correct_changed.emit(True)
    assert int(document.counted.matrix.sum()) > before


def test_every_document_and_shape_opens_the_events_it_counts(workspace: Workspace) -> None:
    document = workspace._document
    counted = document.counted
    for number, count in zip(counted.document_numbers.tolist(), counted.documents.tolist(), strict=True):
        workspace.chips.cleared.emit()
        workspace.filters.documents.value_picked.emit(number)
        assert len(document.order) == count
    for shape, count in zip(SHAPES[1:], counted.shapes.tolist(), strict=True):
        workspace.chips.cleared.emit()
        workspace.filters.shapes.value_picked.emit(shape)
        assert len(document.order) == count


def test_counts_of_many_events_follow_the_rows(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("nerinspect.ui.document._EVENTS_AT_ONCE", 10)
    with qtbot.waitSignal(workspace._document.counts_changed):
        workspace.filters.kinds.kind_picked.emit("fn")
        assert len(workspace._document.order) == 75
    assert workspace._document.counted.documents.sum() == 75
