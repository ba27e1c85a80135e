import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nerinspect.ui.widgets.search_field import SearchField


@pytest.fixture
def search(qtbot: QtBot) -> SearchField:
    search = SearchField()
    qtbot.addWidget(search)
    return search


def test_enter_hands_over_the_query(search: SearchField, qtbot: QtBot) -> None:
    QTest.keyClicks(search, "kind:be")
    with qtbot.waitSignal(search.query_entered) as caught:
        QTest.keyClick(search, Qt.Key.Key_Return)
    assert caught.args == ["kind:be"]


@pytest.mark.parametrize("text", ["", "  "])
def test_enter_without_text_asks_for_nothing(search: SearchField, qtbot: QtBot, text: str) -> None:
    QTest.keyClicks(search, text)
    with qtbot.assertNotEmitted(search.query_entered):
        QTest.keyClick(search, Qt.Key.Key_Return)


def test_the_text_stays_for_who_answers(search: SearchField) -> None:
    QTest.keyClicks(search, "kind:be")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert search.text() == "kind:be"


def test_backspace_in_the_empty_field_is_told(search: SearchField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(search.backspaced):
        QTest.keyClick(search, Qt.Key.Key_Backspace)


def test_backspace_in_a_text_edits_it(search: SearchField, qtbot: QtBot) -> None:
    QTest.keyClicks(search, "ab")
    with qtbot.assertNotEmitted(search.backspaced):
        QTest.keyClick(search, Qt.Key.Key_Backspace)
    assert search.text() == "a"


def test_escape_is_told(search: SearchField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(search.escaped):
        QTest.keyClick(search, Qt.Key.Key_Escape)
