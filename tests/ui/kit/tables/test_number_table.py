from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, score_kept
from nerinspect.ui.kit.tables.number_table import NumberHead, NumberTable, broken_title
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, axis_column
from nerinspect.ui.pages.overview.counting import NAME_COLUMNS, SCORE_COLUMNS, score_groups
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme

MakeStudy = Callable[..., Study]


@pytest.fixture
def table(qtbot: QtBot, make_study_from: MakeStudy) -> NumberTable:
    """Show two systems, the first of them open."""
    study = make_study_from("Ostend/B-LOC/B-LOC/O said/O/O/O Grey/B-ORG/O/B-ORG", systems=("flair", "el mo"))
    table = NumberTable(SCORE_COLUMNS, NAME_COLUMNS, "Scores")
    table.numbers.set_groups(score_groups(study, WHOLE, score_kept(study)), {"0"})
    table.resize(900, table.height())
    qtbot.addWidget(table)
    with qtbot.waitExposed(table):
        table.show()
    return table


def names(table: NumberTable) -> list[str]:
    return [table.numbers.place(row).row.name for row in range(table.numbers.rowCount())]


def click(table: NumberTable, row: int, column: int) -> None:
    place = table.visualRect(table.numbers.index(row, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_model_keeps_the_rules(table: NumberTable, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(table.numbers)  # type: ignore[no-untyped-call]


def test_only_an_open_system_shows_its_types(table: NumberTable) -> None:
    assert names(table) == ["flair", "LOC", "ORG", "el mo"]


def test_a_click_on_a_system_folds_its_types(table: NumberTable) -> None:
    click(table, 0, 0)
    assert names(table) == ["flair", "el mo"]


def test_enter_on_a_system_opens_its_types(table: NumberTable) -> None:
    table.setCurrentIndex(table.numbers.index(3, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert names(table) == ["flair", "LOC", "ORG", "el mo", "LOC", "ORG"]


def test_the_table_is_as_high_as_its_rows(table: NumberTable) -> None:
    before = table.height()
    click(table, 0, 0)
    assert before - table.height() == 2 * table.rowHeight(0)


def test_a_click_on_a_number_asks_for_what_it_counts(table: NumberTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.door_opened) as caught:
        click(table, 1, 5)
    assert caught.args == ["ref:LOC", 0, -1]


def test_enter_on_a_number_of_another_system_names_its_prediction(table: NumberTable, qtbot: QtBot) -> None:
    table.setCurrentIndex(table.numbers.index(3, 2))
    with qtbot.waitSignal(table.door_opened) as caught:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert caught.args == ["-ref:none", 1, -1]


def test_a_bar_is_no_door(table: NumberTable, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(table.door_opened):
        click(table, 0, 4)


def test_copying_takes_the_whole_table_by_system_and_type(table: NumberTable) -> None:
    table.clearSelection()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[:3] == [
        "System\tType\tPrecision\tRecall\tF1\tReference\tPredicted\tCorrect",
        "flair\tALL\t100.00\t50.00\t66.67\t2\t1\t1",
        "flair\tLOC\t100.00\t100.00\t100.00\t1\t1\t1",
    ]


def test_copying_takes_the_selected_cells(table: NumberTable) -> None:
    table.selectRow(1)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "LOC\t100.00\t100.00\t100.00\t1\t1\t1\n"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_shift_and_f10_ask_for_the_menu_of_a_number(table: NumberTable) -> None:
    table.setCurrentIndex(table.numbers.index(0, 2))
    QTest.keyClick(table, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Copy table" in [action.text() for action in menu.actions()]
    menu.close()


def test_the_right_button_offers_the_query_of_a_number(table: NumberTable) -> None:
    menu = table.menu_of(table.numbers.index(2, 5))
    next(action for action in menu.actions() if action.text() == "Copy as query").trigger()
    assert QGuiApplication.clipboard().text() == "ref:ORG"


@pytest.mark.parametrize(
    ("row", "column", "said"),
    [(0, 0, "flair, open"), (3, 0, "el mo, folded"), (1, 0, "LOC"), (1, 2, "LOC, Recall 100.00")],
)
def test_cells_are_spoken(table: NumberTable, row: int, column: int, said: str) -> None:
    assert table.numbers.index(row, column).data(Qt.ItemDataRole.AccessibleTextRole) == said


def test_a_tooltip_shows_names_as_they_are(qtbot: QtBot, make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-<b>/O")
    table = NumberTable(SCORE_COLUMNS, NAME_COLUMNS, "Scores")
    qtbot.addWidget(table)
    table.numbers.set_groups(score_groups(study, WHOLE, score_kept(study)), {"0"})
    assert table.numbers.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) == "<b>"


def test_many_types_are_scrolled(qtbot: QtBot, make_study_from: MakeStudy) -> None:
    study = make_study_from(" ".join(f"w/B-T{number}/O" for number in range(200)))
    table = NumberTable(SCORE_COLUMNS, NAME_COLUMNS, "Scores")
    qtbot.addWidget(table)
    table.numbers.set_groups(score_groups(study, WHOLE, score_kept(study)), {"0"})
    assert table.numbers.rowCount() == 201
    assert table.height() < 40 * table.rowHeight(0)


def test_a_note_without_room_is_dropped_whole(table: NumberTable) -> None:
    row = table.numbers.place(0).row
    table.resize(table.minimumWidth(), table.height())
    plain = table.grab().toImage()
    row.note = "memory of the training data"
    table.numbers.rows_changed.emit()
    assert table.grab().toImage() == plain
    table.resize(900, table.height())
    with_note, row.note = table.grab().toImage(), ""
    table.numbers.rows_changed.emit()
    assert table.grab().toImage() != with_note


@pytest.mark.parametrize("room", range(180, 900, 60))
def test_nothing_is_cut_however_narrow(table: NumberTable, room: int) -> None:
    """What is shown has its room; what has none is named, but for a bar, whose number is there."""
    table.resize(room, table.height())
    metrics = QFontMetricsF(scaled_font(table.font(), DETAIL, is_bold=True))
    shown = [place for place in range(1, len(SCORE_COLUMNS)) if not table.isColumnHidden(place)]
    assert table.horizontalHeader().length() <= table.viewport().width()
    for place in shown:
        texts = [table.numbers.place(row).row.cells[place].text for row in range(table.numbers.rowCount())]
        assert max(map(metrics.horizontalAdvance, texts)) < table.columnWidth(place)
    hidden = [column.title for place, column in enumerate(SCORE_COLUMNS) if place and place not in shown]
    assert list(table.left_out) == hidden
    assert shown == [] or "Precision" not in hidden  # the last ones go first


def test_a_group_of_columns_has_one_head_over_them(table: NumberTable) -> None:
    before = table.horizontalHeader().sizeHint().height()
    columns = [
        SCORE_COLUMNS[0],
        *(replace(column, group="Scores") for column in SCORE_COLUMNS[1:4]),
        *SCORE_COLUMNS[4:],
    ]
    table.set_columns(columns)
    head = table.horizontalHeader()
    assert head.sizeHint().height() > before
    said = table.numbers.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"Scores {SCORE_COLUMNS[2].title}"


def test_a_number_stands_beside_its_name_however_wide_the_window(table: NumberTable) -> None:
    widths = []
    for room in (900, 1900):
        table.resize(room, table.height())
        widths.append([table.columnWidth(column) for column in range(table.numbers.columnCount())])
    assert widths[0] == widths[1]
    assert table.columnWidth(0) < 2 * table.fontMetrics().horizontalAdvance("System, type")


def test_a_longer_name_gets_room_up_to_some(table: NumberTable) -> None:
    before, metrics = table.columnWidth(0), table.fontMetrics()
    widths = []
    for name in ("a system of some length", "w" * 80):
        row = table.numbers.place(0).row
        row.name = name
        table.numbers.rows_changed.emit()
        widths.append(table.columnWidth(0))
    assert before < metrics.horizontalAdvance("a system of some length") < widths[0] < widths[1]
    assert widths[1] < metrics.horizontalAdvance("w" * 40)


def test_names_give_way_where_there_is_no_room(table: NumberTable) -> None:
    table.numbers.place(0).row.name = "w" * 80
    table.resize(table.minimumWidth(), table.height())
    assert table.horizontalHeader().length() == table.viewport().width()


def test_the_head_is_empty_behind_the_last_column(table: NumberTable) -> None:
    head = table.horizontalHeader()
    image = head.viewport().grab().toImage()
    behind = {image.pixelColor(head.length() + 5, y).name() for y in range(image.height())}
    assert behind == {current_theme().base.name()}


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("F1", ("F1",)),
        ("Both wrong", ("Both", "wrong")),
        ("xlmr-large", ("xlmr-", "large")),
        ("Reference", ("Reference",)),
    ],
)
def test_a_title_wider_than_its_column_is_broken_and_never_cut(
    qtbot: QtBot, title: str, lines: tuple[str, ...]
) -> None:
    metrics = QFontMetricsF(QWidget().font())
    assert broken_title(title, metrics.horizontalAdvance("999"), metrics) == lines
    assert broken_title(title, metrics.horizontalAdvance(title), metrics) == (title,)


def test_the_title_over_the_names_has_room_in_one_line(qtbot: QtBot) -> None:
    names, numbers = Column("System and type", widest="a"), Column("System and type", widest="a")
    shown = NumberTable((names, numbers), ("System and type",), "Scores")
    qtbot.addWidget(shown)
    shown.numbers.setParent(shown)
    head = shown.horizontalHeader()
    assert isinstance(head, NumberHead)
    needed = QFontMetricsF(scaled_font(head.font(), CAPTION)).horizontalAdvance(names.title)
    assert head.sectionSize(0) > needed > head.sectionSize(1)


def test_titles_without_room_are_slanted(qtbot: QtBot) -> None:
    """No column is left out, and the head grows; with room the titles stand upright again."""
    names = [f"system_number_{number}" for number in range(5)]
    table = NumberTable([Column("Type"), *map(Column, names)], ("Type",), "Scores")
    table.numbers.set_groups([RowGroup("a", TableRow("a", ("a",), lambda: tuple(Cell("10.00") for _ in names)))])
    qtbot.addWidget(table)
    heights = []
    for width in (900, 400, 900):
        table.resize(width, 100)
        table.show()
        QApplication.processEvents()
        assert table.left_out == ()
        heights.append(table.horizontalHeader().height())
    assert heights[0] == heights[2] < heights[1]


def test_no_slanted_title_is_cut_at_the_edge(qtbot: QtBot) -> None:
    """The long one before the last reaches farther than the last."""
    names = [*(f"system_with_a_name_{number}" for number in range(5)), "e"]
    table = NumberTable([Column("Type"), *map(Column, names)], ("Type",), "Scores")
    table.numbers.set_groups([RowGroup("a", TableRow("a", ("a",), lambda: tuple(Cell("10.00") for _ in names)))])
    qtbot.addWidget(table)
    head = table.horizontalHeader()
    assert isinstance(head, NumberHead)
    table.resize(420, 100)
    table.show()
    QApplication.processEvents()
    assert head.is_slanted
    assert table.left_out == ()
    long = (
        table.columnViewportPosition(5) + table.columnWidth(5) / 2 + 0.7 * head.title_length(table.numbers.columns[5])
    )
    assert long < table.viewport().width()


def test_an_axis_has_its_numbers() -> None:
    assert axis_column("F1, ", 0, 0.8, "").axis == ("0", "40", "80")
    assert axis_column("F1, ", 0.5, 1, "").axis == ("50", "75", "100")
    assert axis_column("", 0.35, 1, "").axis == ("35", "100"), "no half number"
    assert axis_column("F1, ", 0, 0.8, "").title == "F1, 0 to 80", "as it is heard"
