import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.encoding.labels import RepairMethod
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, LinkLabel
from nerinspect.ui.kit.jobs import Derived, end_work
from nerinspect.ui.pages.repair import page as repair_panel
from nerinspect.ui.pages.repair.affected_places import DifferingTable, InvalidTable, ReadingsView
from nerinspect.ui.pages.repair.choices import ChoicesTable
from nerinspect.ui.pages.repair.page import RepairPage
from tests.ui.showing import shown_page
from tests.ui.table_pages import asked_by, look_at, said_by, trigger

Widgets = tuple[ChoicesTable, InvalidTable, DifferingTable, ReadingsView]


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, study: Study, request_: LoadRequest) -> Iterator[RepairPage]:
    yield from shown_page(RepairPage(desk), Look(study, request_), qtbot)


@pytest.fixture
def parts(panel: RepairPage) -> Widgets:
    found = [panel.findChild(kind) for kind in (ChoicesTable, InvalidTable, DifferingTable, ReadingsView)]
    return tuple(found)  # type: ignore[return-value]


def chooser(panel: RepairPage) -> QComboBox:
    found = panel.findChild(QComboBox)
    assert found is not None
    return found


def said(panel: RepairPage) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]


def test_the_first_source_with_something_invalid_is_on_show(panel: RepairPage, parts: Widgets) -> None:
    assert chooser(panel).currentText() == "flair: 2 invalid transitions"
    assert [parts[0].numbers.rowCount(), parts[1].model().rowCount(), parts[2].model().rowCount()] == [4, 2, 2]


def test_the_sentence_of_the_first_row_is_shown_as_each_repair_reads_it(parts: Widgets) -> None:
    spoken = parts[3].accessibleDescription()
    assert spoken == "Ulm; reference: LOC; under conlleval: ORG; under discard: no mention"


def test_the_sentence_follows_the_rows(parts: Widgets, panel: RepairPage) -> None:
    parts[1].choose_row(1)
    assert parts[3].accessibleDescription().startswith("Elin; ")
    assert "document 1, sentence 2, line 7" in said(panel)
    parts[2].choose_row(0)
    assert parts[3].accessibleDescription().startswith("Port of Ulm now; reference: LOC; under conlleval: LOC, ORG")


def test_keys_in_the_sentence_go_from_row_to_row(parts: Widgets) -> None:
    QTest.keyClick(parts[3], Qt.Key.Key_J)
    assert parts[1].currentIndex().row() == 1
    QTest.keyClick(parts[3], Qt.Key.Key_K)
    assert parts[1].currentIndex().row() == 0


def test_only_the_table_that_was_used_last_marks_its_row(parts: Widgets) -> None:
    parts[2].choose_row(1)
    assert [table.selectionModel().hasSelection() for table in parts[1:3]] == [False, True]
    parts[1].setFocus()
    assert parts[3].accessibleDescription().startswith("Ulm; ")


def test_choosing_a_repair_asks_for_it(panel: RepairPage, parts: Widgets, request_: LoadRequest, qtbot: QtBot) -> None:
    parts[0].setCurrentIndex(parts[0].numbers.index(2, 0))
    with qtbot.waitSignal(panel.desk.repair_requested) as caught:
        QTest.keyClick(parts[0], Qt.Key.Key_Space)
    path = request_.predictions[0].removeprefix("flair=")
    assert caught.args == [path, "prediction", "discard"]


def test_the_source_stays_when_the_files_are_loaded_again(
    panel: RepairPage, parts: Widgets, request_for: Callable[[RepairMethod], LoadRequest]
) -> None:
    chooser(panel).setCurrentIndex(1)
    chooser(panel).setCurrentIndex(0)
    again = request_for("discard")
    panel.look_at(Look(load_study(again), again))
    assert chooser(panel).currentIndex() == 0
    said_first = parts[0].numbers.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said_first.endswith(", chosen")


def test_numbers_open_the_events_of_their_own_prediction(panel: RepairPage, parts: Widgets) -> None:
    asked = asked_by(panel)
    look_at(panel, prediction=1)
    chooser(panel).setCurrentIndex(0)
    parts[0].setCurrentIndex(parts[0].numbers.index(1, 8))
    QTest.keyClick(parts[0], Qt.Key.Key_Return)
    assert asked == [Door("kind:lbe", 0)]


def test_numbers_of_another_repair_turn_to_what_differs(panel: RepairPage, parts: Widgets, qtbot: QtBot) -> None:
    panel.activateWindow()
    parts[0].setCurrentIndex(parts[0].numbers.index(2, 5))
    with qtbot.assertNotEmitted(panel.desk.door_opened):
        QTest.keyClick(parts[0], Qt.Key.Key_Return)
    qtbot.waitUntil(parts[2].hasFocus)
    assert [parts[2].model().index(row, 3).data() for row in range(parts[2].model().rowCount())] == ["Elin"]
    assert parts[3].accessibleDescription().startswith("Elin; ")
    assert any(text.startswith("1 of 2 places with FN; ") for text in said(panel))


def test_counts_of_what_is_right_list_these_places(panel: RepairPage, parts: Widgets) -> None:
    [links] = [label for label in panel.findChildren(LinkLabel) if label.accessibleName() == "Which repair is right"]
    assert re.sub("<[^>]*>", "", links.text()) == "right: conlleval 1 · discard 0 · neither 1"
    assert 'href="discard"' not in links.text()
    for name, shown in (("conlleval", "Elin"), ("neither", "Port of Ulm now")):
        links.linkActivated.emit(name)
        assert [parts[2].model().index(row, 3).data() for row in range(parts[2].model().rowCount())] == [shown]
        assert any(text.startswith("1 of 2 places wh") for text in said(panel))


def test_all_differences_can_be_shown_again(
    panel: RepairPage, parts: Widgets, press_button: Callable[[QWidget, str], None]
) -> None:
    parts[0].differences_requested.emit("fn")
    press_button(panel, "Show all")
    assert parts[2].model().rowCount() == 2


def test_a_source_without_invalid_transitions_is_told_calmly(panel: RepairPage) -> None:
    chooser(panel).setCurrentIndex(1)
    assert "plain: no invalid transition. Its labels are read as they are." in said(panel)
    assert "What each repair would change" not in said(panel)


def test_another_prediction_is_looked_at_with_the_window(panel: RepairPage) -> None:
    look_at(panel, prediction=1)
    assert chooser(panel).currentText().startswith("plain")
    look_at(panel, prediction=0)
    assert chooser(panel).currentText().startswith("flair")


def test_a_row_stays_chosen_when_its_prediction_comes_on_show(panel: RepairPage, parts: Widgets) -> None:
    look_at(panel, prediction=1)
    chooser(panel).setCurrentIndex(0)
    parts[1].choose_row(1)
    look_at(panel, prediction=0)
    assert parts[1].currentIndex().row() == 1


def test_nothing_is_counted_while_the_page_is_hidden(
    qtbot: QtBot, desk: Desk, study: Study, request_: LoadRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repair_panel, "try_repairs", lambda *_: pytest.fail("nobody looks"))
    panel = RepairPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(study, request_))
    end_work(panel)


def test_large_files_are_counted_in_the_background(
    qtbot: QtBot, panel: RepairPage, parts: Widgets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    chooser(panel).setCurrentIndex(1)
    chooser(panel).setCurrentIndex(0)
    assert not parts[0].isVisible()
    qtbot.waitUntil(parts[0].isVisible)


def test_a_file_that_is_gone_is_told(
    qtbot: QtBot, panel: RepairPage, study: Study, request_for: Callable[[RepairMethod], LoadRequest]
) -> None:
    panel.look_at(Look(study, replace(request_for("conlleval"), map_types="/nowhere/types.json")))
    qtbot.waitUntil(lambda: "/nowhere/types.json" in said_by(panel))


def test_tables_are_copied_in_every_form(panel: RepairPage, qtbot: QtBot) -> None:
    for title, form, begin in (
        ("What each repair would change", "CSV", "repair,labels_changed,"),
        ("Invalid transitions", "Text", "Invalid transitions: flair; counted: "),
        ("Events that differ", "Markdown", "Events that differ: flair; counted: "),
    ):
        panel.desk.message.pass_by()
        trigger(panel, f"{title} as {form}")
        qtbot.waitUntil(lambda: bool(said_by(panel)))
        assert QGuiApplication.clipboard().text().startswith(begin)


def test_a_table_is_saved_with_its_origin(
    panel: RepairPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "invalid.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    trigger(panel, "Table “Invalid transitions”…")
    qtbot.waitUntil(lambda: bool(said_by(panel)))
    record = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))
    assert path.read_text(encoding="utf-8").startswith("line,document,sentence,token,")
    assert (record["shows"], record["systems"]) == ("Invalid transitions", ["flair"])
    assert record["counted"].endswith("flair.conll, read as BIO")


def test_the_sentence_stands_right_below_short_tables(panel: RepairPage, parts: Widgets) -> None:
    panel.resize(1300, 1400)
    QApplication.processEvents()
    below_table = parts[1].mapTo(panel, parts[1].rect().bottomLeft()).y()
    above_sentence = parts[3].mapTo(panel, parts[3].rect().topLeft()).y()
    assert above_sentence - below_table < 6 * panel.fontMetrics().height()


def test_tab_goes_through_the_page_from_top_to_bottom(panel: RepairPage, qtbot: QtBot) -> None:
    panel.activateWindow()
    chooser(panel).setFocus()
    qtbot.waitUntil(chooser(panel).hasFocus)
    visited = []
    for _ in range(14):
        focused = QApplication.focusWidget()
        assert focused is not None
        visited.append(focused.accessibleName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    heads = ("Copy a table", "Save a table or a chart")
    titles = ("What each repair would change", "Repairs by system", "Invalid transitions", "Events that differ")
    parts = [name for title in titles for name in (f"Copy or save “{title}”", title)]
    links = ["Which repair is right"] * 2
    assert visited == ["Source", *heads, *parts[:-2], *links, *parts[-2:], "Sentence"]


def test_the_page_can_be_used_with_large_type_and_in_little_room(panel: RepairPage) -> None:
    font = panel.font()
    font.setPixelSize(26)
    panel.setFont(font)
    panel.resize(900, 600)
    QApplication.processEvents()
    assert panel.findChildren(InvalidTable)[0].verticalHeader().defaultSectionSize() > 40
