from collections.abc import Callable
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.query.language.values import Pattern
from nerinspect.ui.window.window import MainWindow

PressButton = Callable[[QWidget, str], None]


def type_query(window: MainWindow, query: str) -> None:
    search = window.toolbar.search
    search.setFocus()
    search.clear()
    QTest.keyClicks(search, query)
    QTest.keyClick(search, Qt.Key.Key_Return)


def rows(window: MainWindow) -> list[int]:
    return sorted(window.workspace.events.order().tolist())


def events_where(study: Study, mask: BoolArray) -> list[int]:
    """List the events of the first prediction that a mask keeps."""
    return np.flatnonzero(mask & (study.events.prediction == 0)).tolist()


def of_kind(study: Study, kind: str) -> list[int]:
    return events_where(study, study.events.kind == KINDS.index(kind))


def press_key(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.workspace.events.view, key)


def test_enter_makes_chips_of_what_was_typed(window: MainWindow) -> None:
    type_query(window, "-kind:tp type:ORG")
    assert window.workspace.chips.texts == ["kind: not correct", "type: ORG"]


def test_enter_empties_the_field(window: MainWindow) -> None:
    type_query(window, "kind:be")
    assert window.toolbar.search.text() == ""


def test_a_second_query_is_added_to_the_first(window: MainWindow, sample_study: Study) -> None:
    type_query(window, "kind:be,fn")
    type_query(window, "kind:fn")
    assert rows(window) == of_kind(sample_study, "fn")


def test_backspace_in_the_empty_field_takes_the_last_chip(window: MainWindow) -> None:
    type_query(window, "kind:be type:ORG")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Backspace)
    assert window.workspace.chips.texts == ["kind: boundary error"]


def test_backspace_in_a_text_takes_a_letter(window: MainWindow) -> None:
    type_query(window, "kind:be")
    QTest.keyClicks(window.toolbar.search, "ab")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Backspace)
    assert (window.toolbar.search.text(), len(window.workspace.chips.texts)) == ("a", 1)


def test_a_mistake_keeps_the_last_valid_filter(window: MainWindow, sample_study: Study) -> None:
    for mistake in ("knd:be", "kind:bee", "type:ORGX", "(", "kind:", "/[/"):
        type_query(window, "kind:fn")
        assert window.message.text == "", mistake
        type_query(window, mistake)
        assert rows(window) == of_kind(sample_study, "fn"), mistake
        assert "The last valid filter still applies." in window.message.text, mistake


def test_an_expression_of_many_ways_is_searched_for_behind_the_window(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, r"/(\w+\s*)+!$/")
    qtbot.waitUntil(lambda: not window.document.is_filtering)
    assert window.workspace.chips.texts == [r"/(\w+\s*)+!$/"]


def test_a_search_that_takes_too_long_is_told_and_stays_in_the_field(
    window: MainWindow, sample_study: Study, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerinspect.query.language.values._allowed", lambda n_characters: 0.0)
    type_query(window, "kind:fn")
    type_query(window, "/(a|aa)+$/")
    qtbot.waitUntil(lambda: not window.document.is_filtering)
    assert rows(window) == of_kind(sample_study, "fn")
    assert window.message.text == (
        "The search for the regular expression “/(a|aa)+$/” takes too long; write it with fewer repetitions, and none"
        " within another. The last valid filter still applies."
    )
    assert window.toolbar.search.text() == "/(a|aa)+$/"


def test_a_search_that_takes_its_time_can_be_cancelled(
    window: MainWindow, sample_study: Study, qtbot: QtBot, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines_with(_pattern: Pattern, lines: list[str], checkpoint: Checkpoint) -> None:
        while not Event().wait(0.001):  # until the checkpoint ends it
            checkpoint(1, len(lines))

    monkeypatch.setattr("nerinspect.query.fields.texts.lines_with", lines_with)
    type_query(window, "kind:fn")
    type_query(window, "/(b|bb)+$/")
    qtbot.waitUntil(window.search_progress.isVisible)
    press_button(window.search_progress, "Cancel")
    assert not window.search_progress.isVisible()
    assert rows(window) == of_kind(sample_study, "fn")
    assert window.workspace.chips.texts == ["kind: missed"]


def test_a_mistake_stays_in_the_field(window: MainWindow) -> None:
    type_query(window, "kind:bee")
    assert window.toolbar.search.text() == "kind:bee"


def test_a_mistake_is_named_as_it_was_written(window: MainWindow) -> None:
    type_query(window, "type:ORGX")
    assert window.message.text.startswith("No type is called “ORGX”; the nearest is ORG")


def test_the_nearest_name_is_a_button_that_works(window: MainWindow, press_button: PressButton) -> None:
    for mistake, offer, query in (
        ("knd:be", "Use kind", "kind:be"), ("kind:fnn", "Use fn", "kind:fn"), ("type:ORGX", "Use ORG", "type:ORG"),
    ):  # fmt: skip
        window.document.select_query("")
        type_query(window, mistake)
        press_button(window.message, offer)
        assert window.document.query == query
        assert window.message.text == ""


def test_typing_on_takes_the_complaint_away(window: MainWindow) -> None:
    type_query(window, "kind:bee")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Backspace)
    assert window.message.text == ""


def test_escape_goes_from_the_search_to_the_events(window: MainWindow) -> None:
    window.toolbar.search.setFocus()
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Escape)
    assert window.workspace.events.view.hasFocus()


def test_ctrl_f_goes_to_the_search(window: MainWindow) -> None:
    QTest.keyClick(window.workspace.events.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.toolbar.search.hasFocus()


def test_a_digit_picks_a_kind_and_frees_it_again(window: MainWindow, sample_study: Study) -> None:
    for place, kind in enumerate(KINDS):
        press_key(window, Qt.Key(Qt.Key.Key_1 + place))
        assert rows(window) == of_kind(sample_study, kind), kind
        press_key(window, Qt.Key(Qt.Key.Key_1 + place))
        assert window.document.query == "", kind


def test_two_digits_pick_two_kinds(window: MainWindow, sample_study: Study) -> None:
    press_key(window, Qt.Key.Key_3)
    press_key(window, Qt.Key.Key_5)
    assert rows(window) == sorted(of_kind(sample_study, "fn") + of_kind(sample_study, "be"))


def test_digits_and_letters_only_write_while_typing(window: MainWindow) -> None:
    before = window.document.chosen_event
    window.toolbar.search.setFocus()
    QTest.keyClicks(window.toolbar.search, "3jK")
    assert window.toolbar.search.text() == "3jK"
    assert (window.document.query, window.document.chosen_event) == ("", before)


def test_keys_go_one_event_on_and_back(window: MainWindow) -> None:
    order = window.workspace.events.order()
    for following, preceding in ((Qt.Key.Key_J, Qt.Key.Key_K), (Qt.Key.Key_Down, Qt.Key.Key_Up)):
        window.workspace.events.select_event(0)
        press_key(window, following)
        press_key(window, following)
        assert window.document.chosen_event == order[2], following
        window.workspace.events.select_event(5)
        press_key(window, preceding)
        assert window.document.chosen_event == 4, preceding


def test_the_buttons_of_the_context_step_too(window: MainWindow, press_button: PressButton) -> None:
    press_button(window.workspace.context, "Next")
    press_button(window.workspace.context, "Next")
    press_button(window.workspace.context, "Previous")
    assert window.document.chosen_event == 1


def test_kinds_are_counted_under_the_other_filters(window: MainWindow, sample_study: Study) -> None:
    type_query(window, "type:ORG")
    with_org = rows(window)
    press_key(window, Qt.Key.Key_3)
    kinds = sample_study.events.kind[with_org]
    assert window.document.counted.kinds.tolist() == [int((kinds == place).sum()) for place in range(len(KINDS))]


def test_another_system_shows_its_own_events(window: MainWindow, sample_study: Study) -> None:
    systems = window.toolbar.findChild(QComboBox)
    assert isinstance(systems, QComboBox)
    systems.setFocus()
    QTest.keyClick(systems, Qt.Key.Key_Down)
    assert rows(window) == np.flatnonzero(sample_study.events.prediction == 1).tolist()


def test_another_system_keeps_the_filter(window: MainWindow, sample_study: Study) -> None:
    type_query(window, "kind:fn")
    systems = window.toolbar.findChild(QComboBox)
    assert isinstance(systems, QComboBox)
    systems.setFocus()
    QTest.keyClick(systems, Qt.Key.Key_Down)
    events = sample_study.events
    assert rows(window) == np.flatnonzero((events.prediction == 1) & (events.kind == KINDS.index("fn"))).tolist()


def test_all_systems_are_offered(window: MainWindow) -> None:
    systems = window.toolbar.findChild(QComboBox)
    assert isinstance(systems, QComboBox)
    assert [systems.itemText(place) for place in range(systems.count())] == ["rich", "plain"]


def test_the_query_can_be_copied(window: MainWindow) -> None:
    type_query(window, "-kind:tp type:ORG")
    QTest.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "-kind:tp type:ORG"


def test_every_interactive_part_has_a_name(window: MainWindow) -> None:
    interactive = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView, QTextEdit)
    nameless, named = [], 0
    for widget in window.findChildren(QWidget):
        # Parts of Qt's own: heads and corners of tables, the cross in a field, the list of a box, arrows of the menu.
        is_inner = isinstance(widget, QHeaderView) or isinstance(widget.parent(), QLineEdit | QAbstractItemView)
        is_inner = is_inner or widget.window() is not window or widget.parent() is window.menuBar()
        if not isinstance(widget, interactive) or is_inner:
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface.text(QAccessible.Text.Name).strip():
            named += 1
        else:
            nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert nameless == []
    assert named > 10


def test_what_was_done_is_told_without_moving_anything(empty_window: MainWindow) -> None:
    pages, message = empty_window.start_page, empty_window.message
    QApplication.processEvents()
    before = pages.mapTo(empty_window, pages.rect().topLeft()), pages.size()
    message.tell("The table was written.", [("Open folder", lambda: None)])
    QApplication.processEvents()
    assert (pages.mapTo(empty_window, pages.rect().topLeft()), pages.size()) == before
    assert message.isVisible()
    assert empty_window.status_line.isAncestorOf(message)
    assert message.geometry() == empty_window.status_line.rect()
    message.say("Something is missing.")
    QApplication.processEvents()
    assert pages.mapTo(empty_window, pages.rect().topLeft()).y() > before[0].y()
    message.tell("That was all.")
    QApplication.processEvents()
    assert (pages.mapTo(empty_window, pages.rect().topLeft()), pages.size()) == before
