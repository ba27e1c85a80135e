"""In the preview of an edited list, where words occur more than once, people say which are meant."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.review.list_reading import EditedList, ListChange
from nerinspect.ui.deciding.edited_lists import ChangesView
from tests.conftest import written_study

FIRST, LAST = ((0, 1, "PER"),), ((2, 3, "PER"),)


@pytest.fixture
def study() -> Study:
    return written_study("Ann/B-PER/O and/I-PER/O Ann/I-PER/O", "Bo/B-PER/O")


@pytest.fixture
def edited() -> EditedList:
    nothing = Decision()
    open_one = ListChange(0, nothing, Decision("reference-wrong", correction=FIRST), 2, (FIRST, LAST))
    return EditedList((open_one, ListChange(1, nothing, Decision("ambiguous"), 3)), 0, ())


@pytest.fixture
def view(study: Study, edited: EditedList, qtbot: QtBot) -> ChangesView:
    view = ChangesView(study)
    qtbot.addWidget(view)
    view.show_list(study, edited)
    view.show()
    view.setFocus()
    return view


def words(view: ChangesView) -> list[str]:
    column = view.model().columnCount() - 1
    return [view.model().index(row, column).data() for row in range(view.model().rowCount())]


def test_the_leftmost_are_meant_until_others_are_chosen(view: ChangesView, study: Study, edited: EditedList) -> None:
    assert words(view) == ["– → [Ann PER] and Ann ▾", ""]
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_F2)
    [box] = view.findChildren(QComboBox)
    assert [box.itemText(place) for place in range(box.count())] == ["[Ann PER] and Ann", "Ann and [Ann PER]"]
    assert box.currentIndex() == 0
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert words(view)[0] == "– → Ann and [Ann PER] ▾"
    assert [one.after.correction for one in view.changes] == [LAST, None]
    view.show_list(study, edited)
    assert view.changes[0].after.correction == LAST, "what was chosen stays when the list is read again"
    view.show_list(study, replace(edited, changes=(replace(edited.changes[0], readings=()),)))
    assert view.changes[0].after.correction == FIRST


def test_nothing_else_is_edited(view: ChangesView) -> None:
    model = view.model()
    can_be = [
        (row, column)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        if model.flags(model.index(row, column)) & Qt.ItemFlag.ItemIsEditable
    ]
    assert can_be == [(0, model.columnCount() - 1)]
    view.setCurrentIndex(model.index(1, 0))
    QTest.keyClick(view, Qt.Key.Key_F2)
    assert view.findChildren(QComboBox) == []
    assert not model.setData(model.index(1, 0), 0)
