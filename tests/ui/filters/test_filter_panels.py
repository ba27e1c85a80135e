from itertools import combinations
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.events.segment_events import SHAPES
from nerinspect.io.reading.loading import load_study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.workspace import Workspace
from tests.examples import examples
from tests.ui.filters.cells import cell_at


@pytest.fixture
def workspace(qtbot: QtBot, desk: Desk) -> Workspace:
    request = without_training(sample_request())
    workspace = Workspace(desk)
    qtbot.addWidget(workspace)
    desk.document.set_study(load_study(request), request)
    return workspace


def test_every_cell_of_the_matrix_opens_the_events_it_counts(workspace: Workspace) -> None:
    document = workspace._document
    assert document.study is not None
    names = [*document.study.types, None]
    cells = [place for place in np.ndindex(len(names), len(names)) if place != (len(names) - 1,) * 2]
    for with_correct in (False, True):
        workspace.chips.cleared.emit()
        document.count_correct(with_correct)
        counts = document.counted.matrix.copy()
        for cell in cells:
            reference, predicted = (names[place] for place in cell)
            workspace.chips.cleared.emit()
            workspace.filters.types.types_picked.emit([reference], [predicted], Click.ALONE)
            assert len(document.order) == counts[cell], (with_correct, reference, predicted)


def test_a_second_click_on_a_cell_frees_the_types(workspace: Workspace) -> None:
    document = workspace._document
    for _click in range(2):
        workspace.filters.types.types_picked.emit(["ORG"], ["PER"], Click.ALONE)
    assert "ref:" not in document.query


def test_a_head_picks_one_side_and_ctrl_adds(workspace: Workspace) -> None:
    workspace.filters.types.types_picked.emit(["ORG"], [], Click.ALONE)
    workspace.filters.types.types_picked.emit(["LOC"], [], Click.ADDED)
    workspace.filters.types.types_picked.emit([], [None], Click.ALONE)
    assert workspace._document.query == "ref:ORG,LOC pred:none"


@pytest.mark.parametrize("with_correct", [False, True])
def test_two_cells_open_the_events_of_both(workspace: Workspace, with_correct: bool) -> None:
    document, types = workspace._document, workspace.filters.types
    assert document.study is not None
    document.count_correct(with_correct)
    names = [*document.study.types, None]
    cells = [(x, y) for x in names for y in names if x or y]
    held = {cell: document.selection.clear().pick_cell(*cell, with_correct).mask(document.study) for cell in cells}
    pairs = [*combinations(cells, 2)]
    for first, second in Random(len(pairs)).sample(pairs, min(len(pairs), examples(200))):
        document.select(document.selection.clear())
        types.types_picked.emit([first[0]], [first[1]], Click.ALONE)
        types.types_picked.emit([second[0]], [second[1]], Click.ADDED)
        both = (held[first] | held[second])[: document.n_events]
        assert document.n_kept == np.count_nonzero(both), (first, second)
        assert picked(workspace) == {first, second}


def picked(workspace: Workspace) -> set[tuple[str | None, str | None]]:
    assert workspace._document.study is not None
    names, model = [*workspace._document.study.types, None], workspace.filters.types.view.model()
    places = np.ndindex(len(names), len(names))
    return {(names[x], names[y]) for x, y in places if cell_at(model.index(x, y)).is_picked}


def test_cells_are_added_taken_away_and_picked_alone_again(workspace: Workspace) -> None:
    document, types = workspace._document, workspace.filters.types
    workspace.chips.cleared.emit()
    types.types_picked.emit(["LOC"], ["MISC"], Click.ALONE)
    types.types_picked.emit(["MISC"], ["LOC"], Click.ADDED)
    assert workspace.chips.texts == ["ref → pred: LOC → MISC, MISC → LOC"]
    types.types_picked.emit(["LOC"], ["MISC"], Click.ADDED)
    assert document.query == "ref:MISC pred:LOC"
    types.types_picked.emit(["PER"], [None], Click.ADDED)
    types.types_picked.emit(["LOC"], ["MISC"], Click.ALONE)
    assert document.query == "ref:LOC pred:MISC"
    types.types_picked.emit(["LOC"], ["MISC"], Click.ALONE)
    assert document.query == ""


def test_a_head_replaces_several_cells(workspace: Workspace) -> None:
    workspace.chips.cleared.emit()
    workspace.filters.types.types_picked.emit(["LOC"], ["MISC"], Click.ALONE)
    workspace.filters.types.types_picked.emit(["MISC"], ["LOC"], Click.ADDED)
    workspace.filters.types.types_picked.emit(["ORG"], [], Click.ALONE)
    assert workspace._document.query == "ref:ORG"


def test_the_list_has_what_the_picked_cell_counts_whether_or_not_correct_events_do(workspace: Workspace) -> None:
    document, types = workspace._document, workspace.filters.types
    box = types.findChildren(QCheckBox)[0]
    workspace.chips.cleared.emit()
    box.click()
    types.types_picked.emit(["LOC"], ["LOC"], Click.ALONE)
    numbers = []
    for _click in range(3):
        assert document.n_kept == document.counted.matrix[0, 0]
        numbers.append(document.n_kept)
        box.click()
    assert numbers[0] == numbers[2] > numbers[1]


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
        workspace.filters.documents.picked.emit([number], 0, Click.ALONE)
        assert len(document.order) == count
    for shape, count in zip(SHAPES[1:], counted.shapes.tolist(), strict=True):
        workspace.chips.cleared.emit()
        workspace.filters.shapes.picked.emit([shape], 0, Click.ALONE)
        assert len(document.order) == count


def test_counts_of_many_events_follow_the_rows(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    with qtbot.waitSignal(workspace._document.counts_changed):
        workspace.filters.kinds.picked.emit(["fn"], 0, Click.ALONE)
        assert len(workspace._document.order) == 75
    assert workspace._document.counted.documents.sum() == 75


def test_a_range_of_cells_opens_the_events_of_all_of_them(workspace: Workspace) -> None:
    document = workspace._document
    opened: set[int] = set()
    for reference in ("ORG", "PER"):
        for predicted in ("ORG", None):
            workspace.chips.cleared.emit()
            workspace.filters.types.types_picked.emit([reference], [predicted], Click.ALONE)
            opened.update(document.order.tolist())
    workspace.chips.cleared.emit()
    workspace.filters.types.types_picked.emit(["ORG", "PER"], ["ORG", None], Click.RANGE)
    assert set(document.order.tolist()) == opened


def test_a_range_of_documents_opens_the_events_they_count(workspace: Workspace) -> None:
    document = workspace._document
    numbers, counts = document.counted.document_numbers, document.counted.documents
    workspace.filters.documents.picked.emit(numbers[1:4].tolist(), 0, Click.RANGE)
    assert len(document.order) == counts[1:4].sum()
    assert document.query == f"doc:{numbers[1]}..{numbers[3]}"


def test_picked_documents_are_those_in_the_range(workspace: Workspace) -> None:
    numbers = workspace._document.counted.document_numbers.tolist()
    workspace.filters.documents.picked.emit(numbers[1:4], 0, Click.RANGE)
    workspace.filters.documents.picked.emit([numbers[2]], 0, Click.ADDED)
    model = workspace.filters.documents.view.model()
    picked = [cell_at(model.index(row, 0)).is_picked for row in range(5)]
    assert picked == [False, True, False, True, False]


@pytest.mark.parametrize(
    ("panel_name", "fields"), [("kinds", ["kind"]), ("types", ["ref", "pred", "type"]), ("documents", ["doc"])]
)
def test_the_copied_query_of_every_number_opens_what_it_counts(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, panel_name: str, fields: list[str]
) -> None:
    document, panel = workspace._document, getattr(workspace.filters, panel_name)
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: menus.append(menu))
    document.select_query("elen:2..3 type:ORG,LOC -kind:be")
    panel.set_query_context(lambda: document.selection.without_field(*fields).filter)
    counted, found = [], []
    for row, column in np.ndindex(panel.view.verticalHeader().count(), panel.view.horizontalHeader().count()):
        index = panel.view.model().index(row, column)
        if index.flags() & Qt.ItemFlag.ItemIsEnabled:
            panel.view.menu_requested.emit(index, QPoint())
            menus[-1].actions()[1].trigger()
            found.append(n_events(document, QGuiApplication.clipboard().text()))
            counted.append(cell_at(index).count or 0)
    assert found == counted
    assert sum(counted)


def n_events(document: Document, query: str) -> int:
    assert document.study is not None
    mask = parse_query(query, Vocabulary.of(document.study)).mask(document.study)
    return int(np.count_nonzero(mask[: document.n_events]))


def test_sections_fold_from_the_bottom_for_want_of_room_and_open_again(workspace: Workspace) -> None:
    workspace.resize(1440, 900)
    workspace.show()
    filters = workspace.filters
    room = sum(panel.sizeHint().height() for panel in filters.panels if not panel.isHidden())
    filters.fit(room - 20)
    assert [name for name, section in filters.sections.items() if section.is_folded] == [
        "shapes", "documents", "review",
    ]  # fmt: skip
    assert filters.folded == ("training", "documents", "review")
    filters.fit(room - 250)
    assert filters.sections["types"].is_folded
    filters.fit(room)
    assert filters.folded == ("training", "documents", "review")
    assert [name for name, section in filters.sections.items() if section.is_folded] == ["documents", "review"]


def test_a_large_type_matrix_scrolls_before_sections_fold(workspace: Workspace, qtbot: QtBot) -> None:
    workspace.resize(1440, 900)
    workspace.show()
    filters = workspace.filters
    types = [f"T{number}" for number in range(10)]
    filters.types.show_matrix(types, np.ones((11, 11), dtype=np.int64))
    filters.types.take(10_000)
    filters.set_folded(("training", "shapes", "documents", "review"))
    room, shown = sum(panel.sizeHint().height() for panel in filters.panels if not panel.isHidden()), filters.types.view
    whole, columns = shown.height(), [shown.columnWidth(column) for column in range(11)]
    filters.fit(room - 50)
    assert not filters.sections["types"].is_folded
    assert shown.height() < whole
    qtbot.waitUntil(lambda: [shown.columnWidth(column) for column in range(11)] == columns)
    filters.fit(room)
    assert shown.height() == whole


def test_shapes_fold_before_rows_of_types_are_scrolled(workspace: Workspace) -> None:
    workspace.resize(1440, 900)
    workspace.show()
    filters = workspace.filters
    filters.types.show_matrix([f"T{number}" for number in range(10)], np.ones((11, 11), dtype=np.int64))
    filters.types.take(10_000)
    room, whole = sum(panel.sizeHint().height() for panel in filters.panels if not panel.isHidden()), 11
    filters.fit(room - 20)
    assert filters.sections["shapes"].is_folded
    assert filters.types.view.rowAt(filters.types.view.viewport().height() - 1) == whole - 1


def test_the_event_kinds_never_fold_for_want_of_room(workspace: Workspace) -> None:
    workspace.resize(1440, 200)
    workspace.show()
    assert workspace.filters.sections["types"].is_folded
    assert not workspace.filters.sections["kinds"].is_folded


def test_what_the_user_opens_stays_open_when_there_is_more_room(workspace: Workspace, qtbot: QtBot) -> None:
    workspace.resize(1440, 900)
    workspace.show()
    filters = workspace.filters
    room = sum(panel.sizeHint().height() for panel in filters.panels if not panel.isHidden())
    filters.fit(room - 20)
    shapes = filters.sections["shapes"]
    shapes.set_folded(False)
    shapes.folded.emit(False)
    shapes.set_folded(True)
    shapes.folded.emit(True)
    filters.fit(room)
    assert shapes.is_folded
    assert "shapes" in filters.folded


def decide(workspace: Workspace, verdicts: dict[int, str]) -> None:
    """Give some of the errors on show a verdict, by their place among these."""
    document = workspace._document
    assert document.study is not None
    document.select_query("-kind:tp")
    errors = document.order.tolist()
    document.study.decisions.fill({errors[place]: Decision(verdict) for place, verdict in verdicts.items()})
    document.recount()


def test_every_verdict_opens_the_events_it_counts(workspace: Workspace) -> None:
    document, review = workspace._document, workspace.filters.review
    decide(workspace, {0: "prediction-wrong", 1: "reference-wrong", 2: "scope", 5: "prediction-wrong"})
    counted = list(document.counted.verdicts.items())
    assert [verdict for verdict, _count in counted] == [None, *VERDICTS, "scope"]
    for verdict, count in counted:
        document.select_query("-kind:tp")
        review.picked.emit([verdict], 0, Click.ALONE)
        assert document.n_kept == count
    assert dict(counted)["prediction-wrong"] == 2


def test_verdicts_stand_in_words_and_the_head_says_how_many_errors_are_undecided(workspace: Workspace) -> None:
    decide(workspace, {0: "both-wrong", 3: "scope"})
    n_errors, rows = workspace._document.n_kept, workspace.filters.review.view.model()
    assert [rows.index(row, 0).data() for row in range(rows.rowCount())] == [
        "undecided", "prediction wrong", "reference wrong", "both wrong", "ambiguous", "scope",
    ]  # fmt: skip
    workspace._document.select_query("kind:tp")
    assert workspace.filters.review.section.summary == f"{n_errors - 2:,} undecided"


def test_verdicts_are_added_and_taken_away(workspace: Workspace) -> None:
    review = workspace.filters.review
    decide(workspace, {})
    review.picked.emit([None], 0, Click.ALONE)
    review.picked.emit(["ambiguous"], 0, Click.ADDED)
    assert workspace._document.query == "-kind:tp verdict:none,ambiguous"
    assert workspace.chips.texts[1] == "verdict: undecided, ambiguous"
    review.picked.emit([None], 0, Click.ADDED)
    assert workspace._document.query == "-kind:tp verdict:ambiguous"
