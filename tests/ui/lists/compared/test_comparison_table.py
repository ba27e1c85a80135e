"""The table of a comparison: its rows, what their cells say, their order, and what is copied of them."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester

from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.rows import COLOUR_ROLE
from nerinspect.ui.lists.compared_rows import COMPARISON_COLUMNS, Found, Wanted, find_rows
from nerinspect.ui.window.workspace import Workspace

KEYS = [column.key for column in COMPARISON_COLUMNS]


def found(study: Study, query: str = "", has_stretches: bool = False, known: Found | None = None) -> Found:
    return find_rows(Wanted(study, 0, 1, has_stretches, parse_query(query, Vocabulary.of(study))), known)


def on_screen(workspace: Workspace, key: str) -> list[object]:
    model = workspace.table.view.model()
    return [model.index(row, KEYS.index(key)).data() for row in range(model.rowCount())]


def sort(workspace: Workspace, key: str, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
    workspace.table.view.header.setSortIndicator(KEYS.index(key), order)


def test_a_row_is_a_reference_mention_and_says_how_each_reads_it(workspace: Workspace) -> None:
    assert on_screen(workspace, "segment") == ["Port Authority", "Ines", "نوال", "何远舟"]
    assert on_screen(workspace, "kind_a") == ["LBE", "TP", "FN", "TP"]
    assert on_screen(workspace, "kind_b") == ["TP", "FN", "TP", "TP"]
    assert on_screen(workspace, "reference") == ["ORG", "PER", "PER", "PER"]
    assert on_screen(workspace, "reads_a") == ["LOC ORG", "PER", "–", "PER"]
    assert on_screen(workspace, "reads_b") == ["ORG", "–", "PER", "PER"]
    assert on_screen(workspace, "right")[2] == "قالت", "from right to left it is mirrored"


def test_a_query_about_both_lists_its_mentions(workspace: Workspace, document: Document) -> None:
    document.select_query("wrong:rich right:plain")
    assert on_screen(workspace, "segment") == ["Port Authority", "نوال"]


def test_spurious_mentions_have_rows_among_stretches(workspace: Workspace) -> None:
    workspace.chips.stretches_chosen.emit(True)
    assert on_screen(workspace, "segment") == ["Port Authority", "Ines", "Grey", "نوال", "何远舟", "表示"]
    assert on_screen(workspace, "kind_a") == ["LBE", "TP", "FP", "FN", "TP", ""]


def test_spurious_mentions_of_both_are_shown_in_one_step(workspace: Workspace) -> None:
    workspace.show_spurious()
    assert on_screen(workspace, "segment") == ["Grey", "表示"]


def test_every_row_head_and_cell_explains_itself_also_to_a_screen_reader(workspace: Workspace) -> None:
    assert on_screen(workspace, "right_systems")[:2] == [
        "Right: plain. Wrong: rich, poor.",
        "Right: rich, poor. Wrong: plain.",
    ]
    assert "right_systems" in workspace.table.columns.shown()
    words = workspace.table.view.model().index(0, KEYS.index("kind_a")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == (
        "Port Authority, reference ORG; A label and boundary error, types LOC and ORG; B correct, types ORG"
    )
    model = workspace.table.view.model()
    for place, key in enumerate(KEYS):
        assert model.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole), key
        assert model.index(0, place).data(Qt.ItemDataRole.ToolTipRole), key
    assert model.index(0, KEYS.index("kind_b")).data(Qt.ItemDataRole.ToolTipRole) == tooltip(meaning("tp"))
    dots = model.index(0, KEYS.index("right_systems")).data(Qt.ItemDataRole.ToolTipRole)
    assert dots == tooltip("Right: plain. Wrong: rich, poor.")


def test_two_systems_need_no_dots(workspace: Workspace, document: Document, make_study_from: object) -> None:
    assert callable(make_study_from)
    assert document.request is not None
    document.set_study(make_study_from("Ines/B-PER/B-PER/O", systems=("rich", "plain")), document.request)
    document.compare_with(1)
    assert "right_systems" not in workspace.table.columns.shown()


def test_rows_are_sorted_by_how_many_are_right(workspace: Workspace) -> None:
    sort(workspace, "right_systems", Qt.SortOrder.DescendingOrder)
    assert on_screen(workspace, "segment") == ["何远舟", "Ines", "Port Authority", "نوال"]


@pytest.mark.parametrize("has_stretches", [False, True])
def test_rows_are_sorted_by_every_column(workspace: Workspace, has_stretches: bool) -> None:
    workspace.chips.stretches_chosen.emit(has_stretches)
    before = sorted(map(str, on_screen(workspace, "segment")))
    for key in KEYS:
        sort(workspace, key)
        ascending = on_screen(workspace, key)
        sort(workspace, key, Qt.SortOrder.DescendingOrder)
        descending = on_screen(workspace, key)
        assert sorted(map(str, on_screen(workspace, "segment"))) == before, key
        if key in ("kind_a", "kind_b"):
            assert ascending == sorted(
                ascending, key=lambda kind: ["", "TP", "FP", "FN", "LE", "BE", "LBE"].index(str(kind))
            ), key
        elif key in ("segment", "reads_a", "reads_b", "reference"):
            assert descending == sorted(
                descending, key=lambda text: str(text).replace("–", "").casefold(), reverse=True
            ), key


@pytest.mark.parametrize("has_stretches", [False, True])
@pytest.mark.parametrize("query", ["", "-kind:tp", "kind:fp", "ref:ORG", "wrong:rich right:plain", "Ines"])
def test_rows_found_from_known_ones_are_those_found_afresh(study: Study, query: str, has_stretches: bool) -> None:
    every = found(study, "", has_stretches)
    again, afresh = found(study, query, has_stretches, every), found(study, query, has_stretches)
    assert again.cells is every.cells
    assert np.array_equal(again.is_kept, afresh.is_kept)


def test_an_event_of_either_leads_to_its_row(study: Study) -> None:
    cells = found(study, has_stretches=True).cells
    spurious_of_b = int(study.event_start[2]) - 1
    (row,) = cells.rows_of(spurious_of_b)
    assert (cells.segment_text(row), cells.event_of(row)) == ("表示", spurious_of_b)


def test_rows_stand_for_the_events_of_a(study: Study) -> None:
    cells = found(study, has_stretches=True).cells
    assert cells.events(np.arange(len(cells), dtype=np.int32)).tolist() == [0, 1, 2, 3, 4]


def test_an_event_with_two_mentions_is_exported_once(make_study_from: object) -> None:
    assert callable(make_study_from)
    study = make_study_from("Ines/B-PER/B-PER/O Grey/B-PER/I-PER/O", systems=("rich", "plain"))
    cells = found(study).cells
    assert (len(cells), cells.events(np.arange(2, dtype=np.int32)).tolist()) == (2, [0])


def test_rows_are_copied_as_they_stand_and_in_several_forms(workspace: Workspace) -> None:
    for form, lines in (
        ("CSV", ["A,B,Left context,Segment", "LBE,TP,The,Port Authority"]),
        ("Markdown", ["| A | B | Left context | Segment", "|", "| LBE | TP | The | Port Authority"]),
    ):
        workspace.table.view.clearSelection()
        workspace.table.view.selectRow(0)
        menu = workspace.table.row_menu()
        next(one for one in menu.actions() if one.text() == f"Copy row as {form}").trigger()
        copied = QGuiApplication.clipboard().text().split("\n")
        assert len(copied) == len(lines)
        assert all(line.startswith(start) for line, start in zip(copied, lines, strict=True))
    workspace.table.columns.choose("left", False)
    workspace.table.columns.choose("right", False)
    QTest.keyClick(workspace.table.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(workspace.table.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == ["A", "B", "Segment", "Reference", "Types A", "Types B", "Right", "Place"]
    assert lines[1].split("\t")[:6] == ["LBE", "TP", "Port Authority", "ORG", "LOC ORG", "ORG"]
    assert len(lines) == 5


def test_the_model_keeps_the_rules_of_qt(workspace: Workspace, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(workspace.table.view.model())  # type: ignore[no-untyped-call]


def test_the_columns_of_a_and_b_have_the_colours_of_their_systems(
    workspace: Workspace, document: Document, study: Study
) -> None:
    def heads() -> dict[str, int]:
        model = workspace.table.view.model()
        told = {key: model.headerData(KEYS.index(key), Qt.Orientation.Horizontal, COLOUR_ROLE) for key in KEYS}
        return {key: colour for key, colour in told.items() if colour is not None}

    a, b = (study.system_colours[name] for name in ("rich", "plain"))
    assert heads() == {"kind_a": a, "kind_b": b, "reads_a": a, "reads_b": b}
    document.exchange()
    assert heads() == {"kind_a": b, "kind_b": a, "reads_a": b, "reads_b": a}
