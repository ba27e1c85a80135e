"""The diagnosis shows what the core computes, and every score in it opens its events."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import TESTS
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, DoorLabel
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.keys import tab_chain
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.strips import ProgressStrip
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import QUERY_ROLE, UprightCell
from nerinspect.ui.pages.diagnosis.heat_map import HEAT_MAP
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from tests.ui.table_pages import asked_by, look_at, offered, said_by, trigger

MakeStudy = Callable[..., Study]
Table = Callable[[str], NumberTable]


def texts(table: NumberTable) -> list[list[str]]:
    model = table.numbers
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def row_of(table: NumberTable, *names: str) -> int:
    """Find a row by its own name, or that of its group and its own."""
    model = table.numbers
    return next(
        row
        for row in range(model.rowCount())
        if (model.place(row).row.copied_names[: len(names)] == names) or model.place(row).row.copied_names == names
    )


def shown(table: NumberTable, *names: str) -> list[str]:
    return texts(table)[row_of(table, *names)][1:]


def selected(study: Study, query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary.of(study)))


def click(table: NumberTable, row: int, column: int) -> None:
    index = table.numbers.index(row, column)
    table.scrollTo(index)
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, table.visualRect(index).center()
    )


def combo(panel: DiagnosisPage, name: str) -> QComboBox:
    return next(box for box in panel.findChildren(QComboBox) if box.accessibleName() == name)


def pick(box: QComboBox, text: str) -> None:
    box.setCurrentText(text)
    box.activated.emit(box.currentIndex())


def count_kept(panel: DiagnosisPage) -> None:
    """Count only what the filter keeps."""
    choice = panel.findChildren(Choice)[0]
    choice.choose(1)
    choice.chosen.emit(1)


def buckets(panel: DiagnosisPage) -> QSpinBox:
    return panel.findChildren(QSpinBox)[0]


def test_attributes_show_correlation_and_spread_of_each_system_and_what_lacks_for_a_test(
    panel: DiagnosisPage, table: Table
) -> None:
    attributes = table("Attributes")
    assert shown(attributes, "eLen") == ["1.25", "1.00", "–", "−1.00", "1.00", "33.33", "25.00"]
    titles = [(column.group, column.title) for column in attributes.numbers.columns[4:]]
    assert titles == [(group, name) for group in ("Spearman", "Spread of F1") for name in ("flair", "plain")]
    notes = {label.text() for label in panel.findChildren(QLabel)}
    assert "Friedman’s p is empty: too few blocks: 2, at least 3 are needed." in notes


def test_what_is_undefined_says_why(table: Table) -> None:
    attributes = table("Attributes")
    spearman = attributes.numbers.index(row_of(attributes, "type"), 4)
    assert spearman.data() == "–"
    assert "these buckets have no order" in spearman.data(Qt.ItemDataRole.ToolTipRole)


def test_worst_and_best_bucket_open_their_events_in_their_system(panel: DiagnosisPage, table: Table) -> None:
    extremes = table("Worst and best buckets")
    assert [row.name for row in extremes.numbers.rows_shown][-1] == "plain"
    extremes.numbers.toggle(extremes.numbers.rowCount() - 1)
    assert shown(extremes, "plain", "eLen")[:5] == ["XS", "50.00", "S", "100.00", "50.00"]
    opened, row = asked_by(panel), row_of(extremes, "plain", "eLen")
    for column in (1, 3, 5):
        click(extremes, row, column)
    assert opened == [Door("bucket:eLen=XS", 1), Door("bucket:eLen=S", 1), Door("bucket:eLen=XS,eLen=S", 1)]


def test_differences_stand_below_the_scores_the_largest_of_an_attribute_in_bold(
    panel: DiagnosisPage, table: Table
) -> None:
    heat = table(HEAT_MAP)
    assert shown(heat, "flair − plain")[:3] == ["+16.7", "−100.0", "–"]
    cells = heat.numbers.rows_shown[2].cells[1:4]
    assert [cell.is_bold for cell in cells if isinstance(cell, UprightCell)] == [True, False, False]
    assert "the smallest difference of this attribute" in cells[1].tooltip
    pick(combo(panel, "System A"), "plain")
    pick(combo(panel, "System B"), "flair")
    assert shown(heat, "plain − flair")[:2] == ["−16.7", "+100.0"]


def test_a_difference_opens_its_bucket_in_system_a(panel: DiagnosisPage, table: Table) -> None:
    pick(combo(panel, "System A"), "plain")
    opened = asked_by(panel)
    click(table(HEAT_MAP), 2, 2)
    assert opened == [Door("bucket:eLen=S", 1)]


def test_the_heat_map_shows_all_attributes_and_opens_system_and_bucket(panel: DiagnosisPage, table: Table) -> None:
    heat = table(HEAT_MAP)
    assert [column.group for column in heat.numbers.columns[1:5]] == ["eLen"] * 4
    place = next(n for n, column in enumerate(heat.numbers.columns) if column.copied == "type LOC")
    assert [row[place : place + 3] for row in texts(heat)[:2]] == [["100.0", "0.0", "0.0"], ["66.7", "100.0", "0.0"]]
    opened = asked_by(panel)
    click(heat, 1, place)
    assert opened == [Door("bucket:type=LOC", 1)]


def test_documents_stand_worst_first_and_open_their_events(panel: DiagnosisPage, table: Table) -> None:
    documents = table("Documents, worst first")
    assert texts(documents) == [
        ["1", "1", "50.00", "", "2", "2", "1", "2"],
        ["2", "2", "66.67", "", "2", "1", "1", "1"],
    ]
    opened = asked_by(panel)
    click(documents, 0, 0)
    click(documents, 0, 6)
    assert opened == [Door("doc:1", 0), Door("kind:fp,fn,le,be,lbe doc:1", 0)]


def test_another_prediction_ranks_the_documents_by_its_system(panel: DiagnosisPage, table: Table, qtbot: QtBot) -> None:
    look_at(panel, prediction=1)
    qtbot.waitUntil(lambda: panel.is_complete)
    assert [row[2] for row in texts(table("Documents, worst first"))] == ["66.67", "66.67"]


def test_every_door_keeps_the_events_of_its_bucket(
    panel: DiagnosisPage, study: Study, table: Table, qtbot: QtBot
) -> None:
    look_at(panel, selection=selected(study, "type:LOC,ORG"))
    count_kept(panel)
    qtbot.waitUntil(lambda: panel.is_complete)
    heat, names = table(HEAT_MAP).numbers, Vocabulary.of(study)
    for row in range(heat.rowCount()):
        for column in range(1, heat.columnCount()):
            query = heat.index(row, column).data(QUERY_ROLE)
            if query:
                kept = parse_query(query, names).mask(study) & (
                    study.events.prediction == heat.place(row).row.prediction
                )
                assert kept.any()
    ada = parse_query("surface:Ada", names).mask(study)
    assert not (parse_query(heat.index(0, 1).data(QUERY_ROLE), names).mask(study) & ada).any()


def test_only_what_the_filter_keeps_is_counted_on_demand(
    panel: DiagnosisPage, study: Study, table: Table, qtbot: QtBot
) -> None:
    look_at(panel, selection=selected(study, "type:LOC"))
    heat = table(HEAT_MAP)
    assert texts(heat)[0][1] == "66.7"
    count_kept(panel)
    qtbot.waitUntil(lambda: panel.is_complete)
    assert texts(heat)[0][1] == "100.0"


def test_another_number_of_buckets_changes_all_tables(panel: DiagnosisPage, table: Table, qtbot: QtBot) -> None:
    buckets(panel).setValue(2)
    qtbot.waitUntil(lambda: panel.is_complete)
    assert [column.copied for column in table(HEAT_MAP).numbers.columns[1:4]] == ["eLen XS", "eLen XL", "sLen XS"]
    opened = asked_by(panel)
    click(table(HEAT_MAP), 2, 2)
    assert opened == [Door("bucket:eLen/2=XL", 0)]


def test_numbers_come_back_at_once_where_they_were_computed_before(panel: DiagnosisPage, qtbot: QtBot) -> None:
    box = buckets(panel)
    box.setValue(3)
    qtbot.waitUntil(lambda: panel.is_complete)
    box.setValue(4)
    assert panel.is_complete


def test_one_system_is_compared_with_nobody(
    qtbot: QtBot, desk: Desk, make_study_from: MakeStudy, request_of_study: LoadRequest
) -> None:
    panel = DiagnosisPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(make_study_from("Rome/B-LOC/B-LOC", systems=("flair",)), request_of_study))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    assert not combo(panel, "System A").isVisible()
    assert next(one for one in panel.findChildren(NumberTable) if one.numbers.title == HEAT_MAP).isVisible()
    assert not [text for text in offered(panel) if text.startswith("Difference of two systems as")]
    trigger(panel, "Chart “Difference of two systems”…")
    assert said_by(panel) == "A difference needs two systems."
    end_work(panel)


def test_without_predictions_the_page_says_so(
    qtbot: QtBot, desk: Desk, make_study_from: MakeStudy, request_of_study: LoadRequest
) -> None:
    panel = DiagnosisPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(make_study_from("Rome/B-LOC", systems=()), request_of_study))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: "There is no prediction" in panel.empty_words)
    end_work(panel)


def test_several_runs_are_averaged_and_open_the_first(
    qtbot: QtBot, desk: Desk, make_study_from: MakeStudy, request_of_study: LoadRequest
) -> None:
    made = make_study_from("Rome/B-LOC/B-LOC/O", "Oslo/B-LOC/B-LOC/B-LOC", systems=("flair", "flair"), documents=(1, 2))
    panel = DiagnosisPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(made, request_of_study))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    tables = {table.numbers.title: table for table in panel.findChildren(NumberTable)}
    mean = np.mean([1, 2 / 3])
    assert texts(tables[HEAT_MAP])[0][1] == f"{100 * mean:.1f}"
    assert texts(tables["Documents, worst first"])[0][1:] == ["1", "50.00", "", "1", "0.5", "0.5", "0.5"]
    end_work(panel)


def test_tables_are_copied_with_all_names(table: Table) -> None:
    for title, said in (
        ("Attributes", "eLen\t1.25\t1.00\t–\t−1.00"),
        ("Worst and best buckets", "plain\teLen\tXS\t50.00\tS\t100.00\t50.00"),
        ("Documents, worst first", "1\tfirst\t1\t50.00\t2\t2\t1\t2"),
    ):
        assert said in table(title).as_tsv(), title


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Difference of two systems", "eLen,S,0.0,1.0,-1.0"),
        ("F1 by system and bucket", "plain,eLen,XS,0.5"),
    ],
)
def test_tables_are_copied_as_csv(panel: DiagnosisPage, title: str, said: str) -> None:
    trigger(panel, f"{title} as CSV")
    assert said in QApplication.clipboard().text()


def test_each_bar_and_shade_is_told_in_words(table: Table) -> None:
    heat = table(HEAT_MAP)
    role = Qt.ItemDataRole.AccessibleTextRole
    assert heat.numbers.index(2, 1).data(role) == "Difference, eLen XS +16.7"
    assert "F1 of flair 66.67, of plain 50.00" in heat.numbers.index(2, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert heat.numbers.index(0, 1).data(role) == "flair, eLen XS 66.7"


def test_whether_two_systems_differ_is_said_and_tested(panel: DiagnosisPage, table: Table, qtbot: QtBot) -> None:
    def said() -> str:
        lines = [label.accessibleName() for label in panel.findChildren(DoorLabel)]
        return " ".join(line for line in lines if " alone finds " in line)

    qtbot.waitUntil(lambda: bool(said()))
    assert "flair alone finds 1 reference mention, plain alone 1." in said()
    assert "flair is behind plain: −9.52 points of F1, 95 % interval −16.67 to 0.00." in said()
    tests = table(TESTS).as_tsv().splitlines()
    assert tests[2:4] == [
        "McNemar\t2 mentions that one alone finds\t1.000",
        "Wilcoxon, signed rank\ttoo few pairs: 1, at least 2 are needed\t–",
    ]
    pick(combo(panel, "System B"), "flair")
    assert not said()


def test_tab_reaches_the_differences_before_what_stands_below_them(panel: DiagnosisPage, table: Table) -> None:
    order = [*tab_chain(combo(panel, "System B"))]
    places = [order.index(one) for one in (table(HEAT_MAP), table("Documents, worst first"))]
    assert places == sorted(places)


def test_training_that_comes_late_keeps_the_chosen_pair(
    panel: DiagnosisPage, study: Study, request_of_study: LoadRequest, qtbot: QtBot
) -> None:
    pick(combo(panel, "System A"), "plain")
    panel.look_at(Look(study, request_of_study))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert combo(panel, "System A").currentText() == "plain"


def test_a_filter_that_keeps_nothing_leaves_dashes(
    panel: DiagnosisPage, study: Study, table: Table, qtbot: QtBot
) -> None:
    look_at(panel, selection=selected(study, "type:PER doc:1"))
    count_kept(panel)
    qtbot.waitUntil(lambda: panel.is_complete)
    assert {text for row in texts(table(HEAT_MAP)) for text in row[1:]} == {"–"}
    assert shown(table("Worst and best buckets"), "flair", "eLen")[:5] == ["–"] * 5
    opened = asked_by(panel)
    for column in range(4):
        click(table(HEAT_MAP), 2, column)
    assert opened == []


def test_cancelling_says_that_nothing_was_diagnosed(
    qtbot: QtBot, desk: Desk, study: Study, request_of_study: LoadRequest
) -> None:
    panel = DiagnosisPage(desk)
    desk.document.analysis_changed.connect(lambda: look_at(panel, analysis=desk.document.analysis))
    qtbot.addWidget(panel)
    panel.look_at(Look(study, request_of_study))
    panel.show()
    panel.findChildren(ProgressStrip)[0].cancelled.emit()
    assert "were not diagnosed" in panel.empty_words
    buckets(panel).setValue(3)
    qtbot.waitUntil(lambda: panel.is_complete)
    assert panel.empty_words == ""
    end_work(panel)
