from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.window.search_field import MOST_REMEMBERED, SearchField

Key = Qt.Key


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """A window with room for the suggestions and a button that can take the focus."""
    host = QWidget()
    host.resize(600, 400)
    layout = QVBoxLayout(host)
    layout.addWidget(SearchField())
    layout.addWidget(QPushButton("other"))
    layout.addStretch(1)
    qtbot.addWidget(host)
    with qtbot.waitActive(host):
        host.show()
        host.activateWindow()
    return host


@pytest.fixture
def search(host: QWidget) -> SearchField:
    search = host.findChild(SearchField)
    assert search is not None
    search.set_vocabulary(Vocabulary(("LOC", "ORG", "WORK OF ART"), ("flair",)), None)
    search.setFocus()
    return search


def listed(search: SearchField) -> list[str]:
    """What is suggested; nothing while no suggestion is on screen."""
    model = search.popup.model()
    rows = range(model.rowCount()) if search.popup.isVisible() else ()
    return [model.index(row, 0).data() for row in rows]


def type_in(search: SearchField, text: str, *keys: Qt.Key) -> None:
    QTest.keyClicks(search, text)
    for key in keys:
        QTest.keyClick(search, key)


# The query


def test_enter_hands_over_the_query(search: SearchField, qtbot: QtBot) -> None:
    type_in(search, "kind:be")
    with qtbot.waitSignal(search.query_entered) as caught:
        QTest.keyClick(search, Key.Key_Return)
    assert caught.args == ["kind:be"]


@pytest.mark.parametrize("text", ["", "  "])
def test_enter_without_text_asks_for_nothing(search: SearchField, qtbot: QtBot, text: str) -> None:
    QTest.keyClicks(search, text)
    with qtbot.assertNotEmitted(search.query_entered):
        QTest.keyClick(search, Key.Key_Return)


def test_the_text_stays_for_who_answers(search: SearchField) -> None:
    type_in(search, "kind:be", Key.Key_Return)
    assert search.text() == "kind:be"


def test_backspace_in_the_empty_field_is_told(search: SearchField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(search.backspaced):
        QTest.keyClick(search, Key.Key_Backspace)


def test_backspace_in_a_text_edits_it(search: SearchField, qtbot: QtBot) -> None:
    QTest.keyClicks(search, "ab")
    with qtbot.assertNotEmitted(search.backspaced):
        QTest.keyClick(search, Key.Key_Backspace)
    assert search.text() == "a"


def test_escape_in_the_empty_field_is_told(search: SearchField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(search.left):
        QTest.keyClick(search, Key.Key_Escape)


def test_escape_takes_away_the_suggestions_then_the_text_then_the_focus(search: SearchField, qtbot: QtBot) -> None:
    type_in(search, "kind:")
    seen = []
    with qtbot.assertNotEmitted(search.left):
        for _ in range(2):
            seen.append((search.text(), search.popup.isVisible()))
            QTest.keyClick(search, Key.Key_Escape)
    assert seen == [("kind:", True), ("kind:", False)]
    with qtbot.waitSignal(search.left):
        QTest.keyClick(search, Key.Key_Escape)


def test_a_text_taken_away_comes_back_by_undo(search: SearchField) -> None:
    type_in(search, "word", Key.Key_Escape)
    emptied = search.text()
    search.undo()
    assert (emptied, search.text()) == ("", "word")


def test_the_button_that_clears_stands_there_with_a_text_only(search: SearchField) -> None:
    button = search.findChild(QToolButton)
    assert button is not None
    before = button.isVisible()
    type_in(search, "word")
    during = button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (before, during, button.isVisible(), search.text(), search.hasFocus()) == (False, True, False, "", True)


# Suggestions


def test_values_are_suggested_while_one_types(search: SearchField) -> None:
    type_in(search, "kind:l")
    assert listed(search) == ["le", "lbe"]


def test_the_list_says_what_each_suggestion_means(search: SearchField) -> None:
    type_in(search, "kind:l")
    index = search.popup.model().index(1, 0)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert (index.siblingAtColumn(1).data(), said) == ("label and boundary error", "lbe, label and boundary error")


def test_the_number_of_suggestions_is_said(search: SearchField) -> None:
    type_in(search, "kind:l")
    assert search.popup.accessibleName() == "2 suggestions"


def test_the_list_stands_below_the_field_inside_the_window(search: SearchField, host: QWidget) -> None:
    type_in(search, "shape:")
    below = search.mapTo(host, QPoint(0, search.height()))
    assert (search.popup.window(), search.popup.pos()) == (host, below)
    assert host.rect().contains(search.popup.geometry())


def test_typing_goes_on_while_suggestions_are_listed(search: SearchField) -> None:
    type_in(search, "kind:")
    assert search.hasFocus()
    type_in(search, "fn ")
    assert (search.text(), listed(search)) == ("kind:fn ", [])


def test_tab_takes_the_first_suggestion(search: SearchField) -> None:
    type_in(search, "type:o", Key.Key_Tab)
    assert (search.text(), listed(search), search.hasFocus()) == ("type:ORG", [], True)


def test_tab_moves_the_focus_where_nothing_is_suggested(search: SearchField) -> None:
    type_in(search, "zzz", Key.Key_Tab)
    assert not search.hasFocus()


def test_a_field_name_that_was_taken_is_followed_by_its_values(search: SearchField) -> None:
    type_in(search, "ty", Key.Key_Tab)
    assert (search.text(), listed(search)[:2]) == ("type:", ["LOC", "ORG"])


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ([Key.Key_Down], "kind:tp"),
        ([Key.Key_Down, Key.Key_Down], "kind:fp"),
        ([Key.Key_Down, Key.Key_Down, Key.Key_Up], "kind:tp"),
        ([Key.Key_Up], "kind:lbe"),
    ],
)
def test_enter_takes_what_the_arrows_chose(search: SearchField, qtbot: QtBot, keys: list[Qt.Key], text: str) -> None:
    type_in(search, "kind:", *keys)
    with qtbot.assertNotEmitted(search.query_entered):
        QTest.keyClick(search, Key.Key_Return)
    assert search.text() == text


@pytest.mark.parametrize(("key", "row"), [(Key.Key_PageDown, 5), (Key.Key_PageUp, 0)])
def test_paging_ends_at_the_ends_of_the_list(search: SearchField, key: Qt.Key, row: int) -> None:
    type_in(search, "kind:", Key.Key_Down, Key.Key_Down, key)
    assert search.popup.chosen_row == row


@pytest.mark.parametrize("keys", [[], [Key.Key_Down, Key.Key_Up]])
def test_enter_runs_the_query_if_nothing_is_chosen(search: SearchField, qtbot: QtBot, keys: list[Qt.Key]) -> None:
    type_in(search, "kind:b", *keys)
    with qtbot.waitSignal(search.query_entered) as caught:
        QTest.keyClick(search, Key.Key_Return)
    assert (caught.args, listed(search)) == (["kind:b"], [])


def test_a_click_takes_a_suggestion_and_leaves_the_focus(search: SearchField) -> None:
    type_in(search, "kind:l")
    popup = search.popup
    row = popup.visualRect(popup.model().index(1, 0)).center()
    QTest.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert (search.text(), search.hasFocus()) == ("kind:lbe", True)


def test_a_value_with_a_blank_is_put_in_quotes(search: SearchField) -> None:
    type_in(search, "-type:wo", Key.Key_Tab)
    assert search.text() == '-type:"WORK OF ART"'


def test_a_suggestion_stands_right_behind_characters_of_two_units(search: SearchField) -> None:
    search.setText("😀 type:o")
    type_in(search, "r", Key.Key_Tab)
    assert search.text() == "😀 type:ORG"


@pytest.mark.parametrize("text", ["kind:be", "kind:be ", "zzz"])
def test_nothing_is_suggested_unasked_where_nothing_is_begun(search: SearchField, text: str) -> None:
    type_in(search, text)
    assert listed(search) == []


def test_a_whole_name_that_begins_another_still_has_suggestions(search: SearchField) -> None:
    search.set_vocabulary(Vocabulary(("ORG", "ORGANISM")), None)
    type_in(search, "type:ORG")
    assert listed(search) == ["ORG", "ORGANISM"]


def test_ctrl_space_asks_for_suggestions(search: SearchField) -> None:
    type_in(search, "kind:be ")
    QTest.keyClick(search, Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert (search.text(), listed(search)[0]) == ("kind:be ", "kind:")


def ask_with_arrow(search: SearchField) -> None:
    QTest.keyClick(search, Key.Key_Down)


def ask_with_click(search: SearchField) -> None:
    QTest.mouseClick(search, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("ask", [ask_with_arrow, ask_with_click])
def test_the_empty_field_offers_queries_used_before_and_all_fields(
    search: SearchField, ask: Callable[[SearchField], None]
) -> None:
    search.set_history(["kind:be Paris"])
    ask(search)
    assert listed(search)[:2] == ["kind:be Paris", "kind:"]


def test_emptying_the_field_closes_the_list(search: SearchField) -> None:
    type_in(search, "k", Key.Key_Backspace)
    assert listed(search) == []


def test_leaving_the_field_closes_the_list(search: SearchField, host: QWidget) -> None:
    type_in(search, "kind:")
    button = host.findChild(QPushButton)
    assert button is not None
    button.setFocus()
    assert listed(search) == []


def test_moving_the_cursor_suggests_for_where_it_stands(search: SearchField) -> None:
    type_in(search, "sha kind:b")
    search.setCursorPosition(len("sha"))
    assert listed(search) == ["shape:"]


def test_surfaces_are_suggested_once_they_are_gathered(search: SearchField, sample_study: Study, qtbot: QtBot) -> None:
    search.set_vocabulary(Vocabulary.of(sample_study), sample_study)
    type_in(search, "surface:a")
    qtbot.waitUntil(lambda: len(listed(search)) > 1)
    assert all("a" in surface.casefold() for surface in listed(search))
    end_work(search)


# Queries used before


def test_an_entered_query_is_remembered(search: SearchField, qtbot: QtBot) -> None:
    search.set_history(["Paris", "kind:be"])
    type_in(search, "kind:be")
    with qtbot.waitSignal(search.history_changed) as caught:
        QTest.keyClick(search, Key.Key_Return)
    assert caught.args == [["kind:be", "Paris"]]


def test_a_query_that_cannot_be_read_is_not_remembered(search: SearchField, qtbot: QtBot) -> None:
    type_in(search, "kind:bee")
    with qtbot.assertNotEmitted(search.history_changed):
        QTest.keyClick(search, Key.Key_Return)


def test_the_oldest_query_is_forgotten(search: SearchField, qtbot: QtBot) -> None:
    search.set_history([f"word{number}" for number in range(MOST_REMEMBERED)])
    type_in(search, "new")
    with qtbot.waitSignal(search.history_changed) as caught:
        QTest.keyClick(search, Key.Key_Return)
    assert caught.args is not None
    assert (caught.args[0][0], len(caught.args[0])) == ("new", MOST_REMEMBERED)


# Mistakes


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("kind:be", ""),
        ("kind:b", ""),
        ("kind:bx", "bx"),
        ("kind:bee x", "bee"),
        ("knd:be", "knd"),
        ("kind:", ""),
        ("kind: x", "kind:"),
        ("elen:>", ""),
        ("elen:> x", ">"),
        ('"open', ""),
        ("Paris )", ""),
        ("Paris )x", ")"),
        ('😀 type:"X" a', '"X"'),
    ],
)
def test_a_mistake_is_underlined_once_it_is_one(search: SearchField, text: str, marked: str) -> None:
    type_in(search, "")
    search.insert(text)
    assert search.marked_text == marked


@pytest.mark.parametrize(("text", "marked"), [("kind:", "kind:"), ('kind:be "open', '"open'), ("a OR", "OR")])
def test_enter_underlines_what_is_unfinished(search: SearchField, text: str, marked: str) -> None:
    type_in(search, text, Key.Key_Return)
    assert search.marked_text == marked


def test_a_mended_mistake_is_no_longer_underlined(search: SearchField) -> None:
    type_in(search, "kind:bx", Key.Key_Backspace)
    assert (search.marked_text, search.toolTip()) == ("", "")


def test_a_mistake_says_what_is_wrong_under_the_pointer(search: SearchField) -> None:
    type_in(search, "kind:bx")
    assert search.toolTip() == "no kind is called “bx”; the nearest is be"


def test_underlining_changes_neither_text_nor_cursor_nor_undo(search: SearchField, qtbot: QtBot) -> None:
    type_in(search, "kind:bx Paris", Key.Key_Left)
    place = search.cursorPosition()
    search.undo()
    search.redo()
    assert (search.text(), place) == ("kind:bx Paris", len("kind:bx Pari"))


def test_the_underline_can_be_seen(search: SearchField) -> None:
    search.setText("kind:bx")
    search.setFocus()
    underlined = search.grab().toImage()
    search.set_vocabulary(Vocabulary(), None)
    search.setText("kind:be")
    search.setText("text:bx")
    assert underlined != search.grab().toImage()


def test_composed_characters_are_left_alone(search: SearchField) -> None:
    QApplication.sendEvent(search, QInputMethodEvent("に", []))
    search.set_vocabulary(Vocabulary(), None)
    QApplication.sendEvent(search, QInputMethodEvent("にほ", []))
    commit = QInputMethodEvent("", [])
    commit.setCommitString("日本")
    QApplication.sendEvent(search, commit)
    assert search.text() == "日本"
