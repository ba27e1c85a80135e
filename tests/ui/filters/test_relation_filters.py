"""The filters of relations: what they show, and that every number in them asks for what it counts."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RelationChoice, Study
from nerinspect.glossary.wording import NEUTRAL
from nerinspect.query.counts.relations import DISTANCES, PartColumn, relation_counts
from nerinspect.query.filters import relation_mask
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.filters.relation_filters import RelationFilters, distance_words
from tests.events.relation_studies import Sentence, relation_study
from tests.training.trained_studies import BuildStudy
from tests.ui.filters.cells import cell_at

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, LEFT = Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton

PEOPLE = [(0, 1, "PER"), (2, 3, "PER"), (4, 5, "PER"), (6, 7, "PER")]
TOKENS = ["Ann", "met", "Bo", "met", "Cy", "met", "Di"]
SENTENCES: list[Sentence] = [
    (
        TOKENS,
        (PEOPLE, [(0, "Meet", 1), (1, "Kill", 2), (2, "Meet", 3), (0, "Kill", 3), (3, "Meet", 0)]),
        [(PEOPLE, [(0, "Meet", 1), (2, "Kill", 1), (2, "Kill", 3), (0, "Kill", 2), (1, "Meet", 3)])],
    ),
    (["Ed", "met", "Flo"], ([(0, 1, "PER"), (2, 3, "PER")], [(0, "Meet", 1)]), [([], [])]),
]
"""A correct, a reversed, a wrong type and a wrong argument, a missed and a spurious one, and another missed one."""

TRAINING: list[Sentence] = [(["Ann", "met", "Bo"], (PEOPLE[:2], [(0, "Meet", 1)]), [])]


@pytest.fixture
def study(build_study: BuildStudy) -> Study:
    return relation_study(build_study, SENTENCES, training=TRAINING, with_retention=True)


class Shown:
    """Filters that follow what they ask for, as a window lets them."""

    def __init__(self, study: Study) -> None:
        self.study, self.selection = study, Selection()
        self.filters = RelationFilters()
        self.choices: list[RelationChoice] = []
        self.predictions: list[tuple[int, Selection]] = []
        self.filters.selection_requested.connect(self.select)
        self.filters.choice_requested.connect(self.choices.append)
        self.filters.prediction_requested.connect(lambda *asked: self.predictions.append(asked))
        self.select(self.selection)

    def select(self, selection: Selection) -> None:
        self.selection = selection
        self.filters.show_counts(relation_counts(self.study, 0, selection), selection)

    def read(self, query: str) -> Selection:
        return Selection.from_filter(parse_query(query, Vocabulary.of(self.study)))

    def n_kept(self, selection: Selection | None = None, prediction: int = 0) -> int:
        kept = relation_mask(self.study, (selection or self.selection).filter)
        return int(np.count_nonzero(kept & (relation_events(self.study).prediction == prediction)))


@pytest.fixture
def shown(study: Study, qtbot: QtBot) -> Shown:
    shown = Shown(study)
    qtbot.addWidget(shown.filters)
    shown.filters.resize(308, 900)
    shown.filters.show()
    return shown


def rows_of(view: QAbstractItemView) -> list[list[Any]]:
    model = view.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def click(view: QAbstractItemView, row: int, column: int = 0, modifier: Qt.KeyboardModifier = NONE) -> None:
    place = view.visualRect(view.model().index(row, column)).center()
    QTest.mouseClick(view.viewport(), LEFT, modifier, place)


def numbers(view: QAbstractItemView) -> Iterator[tuple[QModelIndex, int]]:
    """List the cells whose text is a whole number."""
    model = view.model()
    for row in range(model.rowCount()):
        for column in range(model.columnCount()):
            index = model.index(row, column)
            text = str(index.data()).replace(",", "")
            if text.isdecimal():
                yield index, int(text)


def test_what_is_counted_is_shown(shown: Shown) -> None:
    filters = shown.filters
    kinds = filters.kinds.view.model()
    assert [kinds.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(6)] == [
        "correct, TP, 1 relation event, key 1",
        "spurious, FP, 1 relation event, key 2",
        "missed, FN, 2 relation events, key 3",
        "wrong type, WT, 1 relation event, key 4",
        "wrong argument, WA, 1 relation event, key 5",
        "reversed, RV, 1 relation event, key 6",
    ]
    assert rows_of(filters.types.view) == [
        ["all types", "6", "20.00", "16.67", "18.18"],
        ["Kill", "2", "0.00", "0.00", "0.00"],
        ["Meet", "4", "50.00", "25.00", "33.33"],
    ]
    assert rows_of(filters.parts.view) == [
        ["all relations", "6", "100.00", "16.67", "5"],
        ["exact", "1", "16.67", "100.00", "0"],
        ["partial", "0", "0.00", "–", "0"],
        ["new", "5", "83.33", "0.00", "5"],
    ]
    assert filters.heuristic.numbers.accessibleName() == "1 of 1 predicted are correct"
    assert filters.heuristic.rates.accessibleName() == "precision 100.00   recall 16.67   F1 28.57"


def test_a_rate_says_of_what_it_is_and_what_a_click_keeps(shown: Shown) -> None:
    types, parts = (view.model() for view in (shown.filters.types.view, shown.filters.parts.view))
    explained = [str(types.index(2, column).data(Qt.ItemDataRole.WhatsThisRole)).splitlines()[0] for column in range(5)]
    assert explained == [
        "Relations of type Meet, of the reference or predicted.",
        "4 reference relations of type Meet.",
        "1 of 2 predicted relations of type Meet are correct; a click keeps all 2 predicted.",
        "1 of 4 reference relations of type Meet are found; a click keeps the 1 found.",
        "F1 of type Meet: 2 · 1 / (4 + 2); a click keeps both.",
    ]
    missed = str(parts.index(3, PartColumn.MISSED).data(Qt.ItemDataRole.WhatsThisRole))
    assert missed.startswith("5 of 5 new reference relations are not found, or found with a mistake.")


def test_distances_are_named_by_their_tokens() -> None:
    assert [distance_words(one) for one in DISTANCES] == ["0", "1–2", "3–5", "6–10", "11–20", "more than 20"]


@pytest.mark.parametrize("query", ["", "-relkind:correct", "rel:Kill", "adist:1 relkind:missed", "part:new kind:tp"])
def test_a_click_on_a_number_keeps_as_many_relation_events(shown: Shown, query: str) -> None:
    before = shown.read(query)
    filters = shown.filters
    filters.types.show_matrix(True)
    for view, first_column in ((filters.types.view, 1), (filters.parts.view, 1), (filters.types.matrix, 0)):
        shown.select(before)
        for index, number in list(numbers(view)):
            if index.column() < first_column or not index.flags() & Qt.ItemFlag.ItemIsEnabled:
                continue
            shown.select(before)
            cell = view.model().index(index.row(), index.column())
            view.picked.emit(cell, cell, Click.ALONE)
            is_freed = {*shown.selection.terms} < {*before.terms}  # it was what is kept already
            assert is_freed or shown.n_kept() == number, shown.selection.text
    for panel in (filters.kinds, filters.distances):
        shown.select(before.without_field(panel.field))
        counts = [cell_at(panel.view.model().index(row, 0)).count for row in range(6)]
        for row, count in enumerate(counts):
            shown.select(before.without_field(panel.field))
            click(panel.view, row)
            assert shown.n_kept() == count, shown.selection.text


def test_a_second_click_frees_what_the_first_picked(shown: Shown) -> None:
    for view, row, column in (
        (shown.filters.kinds.view, 2, 0),
        (shown.filters.types.view, 1, 0),
        (shown.filters.types.view, 2, 2),
        (shown.filters.parts.view, 3, 0),
        (shown.filters.parts.view, 3, 4),
        (shown.filters.parts.view, 0, 1),
    ):
        click(view, row, column)
        assert shown.selection != Selection()
        click(view, row, column)
        assert shown.selection == Selection(), (view.accessibleName(), row, column)


def test_ctrl_adds_and_shift_reaches_on(shown: Shown) -> None:
    kinds, types, parts = shown.filters.kinds.view, shown.filters.types.view, shown.filters.parts.view
    click(kinds, 1)
    click(kinds, 3, 0, CONTROL)
    assert shown.selection.text == "relkind:spurious,wrong-type"
    click(kinds, 5, 0, SHIFT)
    assert shown.selection.text == "relkind:wrong-type,wrong-argument,reversed"
    shown.select(Selection())
    click(types, 1)
    click(types, 2, 0, CONTROL)
    assert shown.selection.text == "rel:Kill,Meet"
    click(types, 1, 0, CONTROL)
    assert shown.selection.text == "rel:Meet"
    shown.select(Selection())
    click(parts, 1)
    click(parts, 2, 0, SHIFT)
    assert shown.selection.text == "part:exact,partial"
    click(shown.filters.distances.view, 1, 0)
    click(shown.filters.distances.view, 2, 0, CONTROL)
    assert shown.selection.text == "part:exact,partial adist:1..2,3..5"


def test_rows_that_are_picked_are_marked(shown: Shown) -> None:
    shown.select(shown.read("predrel:Meet part:new"))
    for view, picked in ((shown.filters.types.view, "Meet"), (shown.filters.parts.view, "new")):
        model = view.model()
        spoken = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
        assert [text for text in spoken if text.endswith(", picked")] == [f"{picked}, picked"]


def test_a_name_leaves_outcomes_alone_and_a_number_does_not(shown: Shown) -> None:
    shown.select(shown.read("relkind:missed"))
    click(shown.filters.types.view, 2, 0)
    assert shown.selection.text == "relkind:missed rel:Meet"
    click(shown.filters.types.view, 2, 1)
    assert shown.selection.text == "refrel:Meet"


def test_cells_rows_and_columns_of_the_matrix_are_picked(shown: Shown) -> None:
    matrix = shown.filters.types.matrix
    assert matrix.isHidden()
    shown.filters.types.show_matrix(True)
    matrix.picked.emit(matrix.model().index(0, 1), matrix.model().index(0, 1), Click.ALONE)
    assert shown.selection.text == "refrel:Kill predrel:Meet"
    matrix.picked.emit(matrix.model().index(0, 0), matrix.model().index(0, 0), Click.ADDED)
    assert shown.selection.text == "refrel:Kill predrel:Kill,Meet"
    matrix.rows.picked.emit(1, 1, Click.ALONE)
    assert shown.selection.text == "refrel:Meet"
    matrix.rows.picked.emit(0, 0, Click.ADDED)
    assert shown.selection.text == "refrel:Meet,Kill"
    matrix.columns.picked.emit(1, 2, Click.RANGE)
    assert shown.selection.text == "predrel:Meet,none"
    matrix.picked.emit(matrix.model().index(0, 0), matrix.model().index(1, 0), Click.RANGE)
    assert shown.selection.text == "refrel:Kill,Meet predrel:Kill"


def test_another_setting_is_asked_for_once(shown: Shown) -> None:
    buttons = shown.filters.match.buttons
    QTest.mouseClick(buttons["boundaries"], LEFT)
    assert shown.choices == []
    QTest.mouseClick(buttons["strict"], LEFT)
    assert shown.choices == [RelationChoice("strict")]


def test_types_without_direction_are_ticked_in_a_menu(shown: Shown, build_study: BuildStudy) -> None:
    menu = shown.filters.types.symmetric_menu()
    assert [(action.text(), action.isChecked()) for action in menu.actions()] == [("Kill", False), ("Meet", False)]
    menu.actions()[1].trigger()
    assert shown.choices == [RelationChoice("boundaries", ("Meet",))]
    shown.study = relation_study(build_study, SENTENCES, choice=shown.choices[0])
    shown.select(Selection())
    assert rows_of(shown.filters.types.view)[2][0] == "Meet ↔"
    assert shown.filters.types.section.summary == "1 symmetric"
    shown.filters.types.symmetric_menu().actions()[1].trigger()
    assert shown.choices[-1] == RelationChoice()


def test_numbers_of_the_heuristic_show_its_relation_events(shown: Shown) -> None:
    shown.select(shown.read("rel:Meet relkind:missed"))
    for label, expected in ((shown.filters.heuristic.numbers, [1, 1]), (shown.filters.heuristic.rates, [1, 4, 4])):
        shown.predictions.clear()
        for piece in label.pieces:
            if piece.query:
                label.query_requested.emit(piece.query)
        assert [(number, shown.n_kept(kept, number)) for number, kept in shown.predictions] == [
            (1, count) for count in expected
        ]


def test_without_relations_in_training_there_is_nothing_about_it(shown: Shown, build_study: BuildStudy) -> None:
    assert not shown.filters.parts.isHidden()
    assert not shown.filters.heuristic.isHidden()
    shown.study = relation_study(build_study, SENTENCES)
    shown.select(Selection())
    assert shown.filters.parts.isHidden()
    assert shown.filters.heuristic.isHidden()


def test_a_number_can_be_copied_as_a_query_and_explained(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: menus.append(menu))  # the platform cannot grab the keyboard
    shown.select(shown.read("relkind:missed sent:1"))
    for view, row, column, query in (
        (shown.filters.types.view, 2, 2, "sent:1 predrel:Meet"),
        (shown.filters.parts.view, 1, 4, "sent:1 -refrel:none part:exact -relkind:correct"),
        (shown.filters.kinds.view, 3, 0, "sent:1 relkind:wrong-type"),
        (shown.filters.types.matrix, 0, 1, "relkind:missed sent:1 refrel:Kill predrel:Meet"),
    ):
        view.menu_requested.emit(view.model().index(row, column), QPoint(0, 0))
        actions = menus[-1].actions()
        copy, explain = (next(one for one in actions if text in one.text()) for text in ("as query", "Explain"))
        assert explain.isEnabled()
        copy.trigger()
        assert QGuiApplication.clipboard().text() == query
    shown.filters.types.view.copy()
    assert QGuiApplication.clipboard().text().startswith("Type\tReference\tPrecision\tRecall\tF1\nall types\t5\t")


def test_every_control_has_a_name_for_a_screen_reader(shown: Shown) -> None:
    focusable = [
        part
        for part in shown.filters.findChildren(QWidget)
        if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert focusable
    unnamed = [part for part in focusable if not (part.accessibleName() or part.property("text"))]
    assert unnamed == []


def test_tables_are_used_by_keyboard(shown: Shown) -> None:
    types = shown.filters.types.view
    types.setFocus()
    types.setCurrentIndex(types.model().index(0, 0))
    QTest.keyClick(types, Qt.Key.Key_Down)
    QTest.keyClick(types, Qt.Key.Key_Return)
    assert shown.selection.text == "rel:Kill"
    QTest.keyClick(types, Qt.Key.Key_Down, SHIFT)
    assert shown.selection.text == "rel:Kill,Meet"


@pytest.mark.parametrize(("width", "titles"), [(308, "Precision"), (200, "P")])
def test_titles_are_short_where_there_is_little_room(shown: Shown, width: int, titles: str) -> None:
    shown.filters.resize(width, 900)
    QApplication.processEvents()
    view = shown.filters.types.view
    assert view.title(2) == titles
    assert sum(view.columnWidth(column) for column in range(5)) == view.width()


def test_names_of_parts_can_be_read_at_every_width(shown: Shown) -> None:
    for width in (200, 220, 248, 308, 420):
        shown.filters.resize(width, 900)
        QApplication.processEvents()
        view = shown.filters.parts.view
        style = view.row_style
        needed = style.margin + style.metrics.horizontalAdvance("all relations")
        assert needed <= view.columnWidth(0)
        assert view.isColumnHidden(PartColumn.SHARE) == (width < 248)


def test_the_current_cell_is_never_in_a_column_that_is_left_out(shown: Shown) -> None:
    view = shown.filters.parts.view
    view.setCurrentIndex(view.model().index(1, PartColumn.SHARE))
    shown.filters.resize(200, 900)
    QApplication.processEvents()
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, 0)


def test_words_of_the_heuristic_are_whole_in_a_narrow_panel(shown: Shown) -> None:
    shown.filters.resize(200, 900)
    QApplication.processEvents()
    labels = shown.filters.heuristic.findChildren(QLabel)
    wrapped = [label for label in labels if label.wordWrap()]
    assert wrapped
    assert all(label.height() >= label.heightForWidth(label.width()) for label in wrapped)


def test_annotators_are_called_a_and_b(shown: Shown) -> None:
    shown.filters.speak(NEUTRAL)
    shown.select(Selection())
    types = shown.filters.types.view
    assert [types.title(column) for column in range(5)] == ["Type", "A", "B", "Both", "F1"]
    assert rows_of(types)[0] == ["all types", "6", "5", "1", "18.18"]
    for column, number in ((1, 6), (2, 5), (3, 1)):
        shown.select(Selection())
        click(types, 0, column)
        assert shown.n_kept() == number
    explained = str(types.model().index(2, 2).data(Qt.ItemDataRole.WhatsThisRole))
    assert not {"reference", "predicted", "correct"} & {*explained.replace(".", " ").split()}
