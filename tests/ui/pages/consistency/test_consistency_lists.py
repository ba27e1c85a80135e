"""The lists on the page of consistency are sorted, copied, saved and lead to events."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.doors import Door
from nerinspect.ui.pages.consistency.page import ConsistencyPage
from nerinspect.ui.pages.consistency.surface_places import SEGMENT
from nerinspect.ui.pages.consistency.surface_table import SURFACES
from tests.ui.pages.consistency.page_parts import PressButton, listed, write
from tests.ui.table_pages import asked_by, offered, said_by, trigger


def test_a_title_sorts_and_a_third_click_takes_it_back(panel: ConsistencyPage) -> None:
    head = panel.view.horizontalHeader()
    place = QPoint(head.sectionViewportPosition(0) + 5, head.height() // 2)
    orders = []
    for _ in range(3):
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
        orders.append(listed(panel))
    assert orders == [["may", "Port of Bonn", "Ulm"], ["Ulm", "Port of Bonn", "may"], ["Ulm", "Port of Bonn", "may"]]


def test_the_chosen_surface_stays_when_the_list_is_sorted_or_narrowed(panel: ConsistencyPage) -> None:
    panel.view.choose_row(2)
    panel.view.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    assert (panel.view.current_row, panel.places.model.text(0, SEGMENT)) == (0, "may")
    write(panel, "m")
    assert (panel.view.current_row, panel.places.model.text(0, SEGMENT)) == (0, "may")


def test_rows_are_copied_as_the_command_line_writes_them(panel: ConsistencyPage, qtbot: QtBot) -> None:
    panel.view.selectAll()
    QTest.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert said_by(panel) == "3 surfaces copied as CSV."
    assert QGuiApplication.clipboard().text() == (
        "surface,type,mentions,unlabelled,places\nUlm,LOC,2,0,2 19\nUlm,ORG,1,0,4\n"
        "Port of Bonn,ORG,1,1,7; unlabelled: 13\nmay,PER,1,2,17; unlabelled: 10 16\n"
    )


def test_the_list_on_screen_is_copied_in_every_form(panel: ConsistencyPage) -> None:
    panel.view.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    write(panel, "o")
    trigger(panel, f"{SURFACES} as CSV")
    assert QGuiApplication.clipboard().text().splitlines()[1:] == ["Port of Bonn,ORG,1,1,7; unlabelled: 13"]
    trigger(panel, f"{SURFACES} as Text")
    assert (
        QGuiApplication.clipboard()
        .text()
        .startswith(f"{SURFACES}: reference; counted: 1 of 3 surfaces, containing “o”\n")
    )


def test_nothing_is_offered_where_nothing_is_listed(panel: ConsistencyPage) -> None:
    write(panel, "xyzzy")
    assert not any(SURFACES in text for text in offered(panel))


def test_places_are_copied_in_reading_order(panel: ConsistencyPage) -> None:
    QTest.keyClick(panel.places.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, first = QGuiApplication.clipboard().text().splitlines()[:2]
    assert (head, first) == ("before\tsurface\tafter\tannotation\tplace\tline", "in Ulm and\tUlm\t\tORG\t1 · 1\t4")


def test_the_list_on_screen_is_saved_with_its_origin(
    panel: ConsistencyPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, press_button: PressButton
) -> None:
    path = tmp_path / "list"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "JSON (*.json)"))
    press_button(panel, "several types")
    trigger(panel, f"Table “{SURFACES}”…")
    qtbot.waitUntil(lambda: bool(said_by(panel)))
    rows = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    record = json.loads(Path(f"{path}.json.json").read_text(encoding="utf-8"))
    assert [row["type"] for row in rows] == ["LOC", "ORG"]
    assert record["command"] == f"nerinspect consistency reference --table json --output {path}.json"
    assert (record["filter"], record["annotation"], record["surfaces"]) == ("of several types", "reference", 1)
    assert record["command_differs"] == "The command line lists all 3 surfaces, not the 1 of several types."


def test_the_command_for_a_prediction_takes_it_for_a_reference(
    panel: ConsistencyPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    panel.show_annotation(0)
    qtbot.waitUntil(lambda: panel.surfaces is not None)
    trigger(panel, f"Table “{SURFACES}”…")
    qtbot.waitUntil(lambda: bool(said_by(panel)))
    record = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))
    assert record["command"] == f"nerinspect consistency flair1 --output {path}"
    assert record["command_differs"] == "The command line takes this prediction for a reference."


def test_a_list_that_cannot_be_written_says_why(
    panel: ConsistencyPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "list.csv"), ""))
    trigger(panel, f"Table “{SURFACES}”…")
    qtbot.waitUntil(lambda: "the folder does not exist" in said_by(panel))


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_of_a_surface_leads_to_its_events(panel: ConsistencyPage, qtbot: QtBot) -> None:
    panel.view.choose_row(1)
    QTest.keyClick(panel.view, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action = next(action for action in menu.actions() if action.text() == "Show events with this surface")
    asked = asked_by(panel)
    action.trigger()
    assert asked == [Door('surface:"Port of Bonn"')]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_menu_of_a_place_copies_it(panel: ConsistencyPage) -> None:
    QTest.keyClick(panel.places.view, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == "Copy place “1 · 1”").trigger()
    assert QGuiApplication.clipboard().text() == "1 · 1"
