from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.deciding.marking import HINT, MarkingBar
from nerinspect.ui.window.window import MainWindow


@pytest.fixture
def bar(qtbot: QtBot) -> MarkingBar:
    bar = MarkingBar()
    qtbot.addWidget(bar)
    bar.show_types(("LOC", "ORG"))
    bar.say("")
    bar.resize(900, bar.heightForWidth(900))
    with qtbot.waitExposed(bar):
        bar.show()
    return bar


def buttons(bar: MarkingBar) -> dict[str, QAbstractButton]:
    return {one.text(): one for one in bar.findChildren(QAbstractButton) if one.isVisible()}


def test_a_click_does_what_a_key_does(bar: MarkingBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.type_chosen) as caught:
        QTest.mouseClick(buttons(bar)["ORG"], Qt.MouseButton.LeftButton)
    assert caught.args == ["ORG"]
    for text, signal in (("Not an entity", bar.unmark.clicked), ("Cancel", bar.leave.clicked)):
        with qtbot.waitSignal(signal):
            QTest.mouseClick(buttons(bar)[text], Qt.MouseButton.LeftButton)


def test_types_follow_what_is_marked_and_only_nine_have_a_number(bar: MarkingBar) -> None:
    bar.show_types([f"T{number}" for number in range(12)])
    QApplication.processEvents()
    offered = [text for text in buttons(bar) if text.startswith("T")]
    assert offered == [f"T{number}" for number in range(9)]


def test_a_correction_can_be_removed_where_there_is_one(bar: MarkingBar) -> None:
    bar.show_given(False)
    assert "Remove" not in buttons(bar)
    bar.show_given(True)
    assert "Remove" in buttons(bar)


def test_every_button_says_what_it_does(bar: MarkingBar) -> None:
    bar.show_given(True)
    assert len(buttons(bar)) == 7
    assert all(button.toolTip() for button in buttons(bar).values())


def test_a_reason_takes_the_place_of_the_hint(bar: MarkingBar) -> None:
    (hint,) = (label for label in bar.findChildren(QLabel) if label.accessibleName())
    assert hint.accessibleName() == HINT
    bar.say("That is not the name of a type.")
    assert hint.accessibleName() == "That is not the name of a type."


def test_buttons_are_in_one_line_where_there_is_room(bar: MarkingBar) -> None:
    bar.show_given(True)
    assert len({button.geometry().top() for button in buttons(bar).values()}) == 1
    assert bar.heightForWidth(300) > bar.heightForWidth(900)


def test_other_types_have_room_when_the_bar_comes_back(bar: MarkingBar, qtbot: QtBot) -> None:
    bar.hide()
    bar.show_types([f"creative-work-{number}" for number in range(9)])
    bar.show_given(False)
    with qtbot.waitExposed(bar):
        bar.show()
    QApplication.processEvents()
    shown = buttons(bar)
    assert len({button.geometry().top() for button in shown.values()}) > 1
    for text, button in shown.items():
        assert bar.rect().contains(button.geometry()), text


@pytest.mark.parametrize("size", [(1440, 900), (940, 640)])
@pytest.mark.parametrize(("n_types", "scale"), [(10, 1.0), (4, 1.5), (500, 1.5)])
def test_no_button_is_cut_or_lies_over_the_hint(
    empty_window: MainWindow,
    make_study_from: Callable[..., Study],
    path: str,
    qapp: QApplication,
    qtbot: QtBot,
    size: tuple[int, int],
    n_types: int,
    scale: float,
) -> None:
    names = [f"creative-work-{number:03}" for number in range(n_types)]
    study = make_study_from(*(f"New/B-{name}/O York/I-{name}/O said/O/O" for name in names))
    before, font = qapp.font(), qapp.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    qapp.setFont(font)
    try:
        empty_window.resize(*size)
        empty_window.opener.show(study, LoadRequest("a", ("b",)), "")
        empty_window.reviews.reviewing.make(path, LoadRequest("a", ("b",)))
        empty_window.document.review = path
        qtbot.waitUntil(lambda: empty_window.workspace.review.is_ready)
        empty_window.workspace.go_to_event(0)
        QApplication.processEvents()
        empty_window.menus.action("mark_reading").trigger()
        QApplication.processEvents()
        bar = empty_window.workspace.context.findChild(MarkingBar)
        assert bar is not None
        assert bar.isVisible()
        assert "Another type…" in buttons(bar)
        (hint,) = (label for label in bar.findChildren(QLabel) if label.accessibleName())
        for widget in (*buttons(bar).values(), hint):
            assert bar.rect().contains(widget.geometry()), widget
            assert widget.height() >= widget.minimumSizeHint().height()
            assert widget is hint or not widget.geometry().intersects(hint.geometry())
        qtbot.waitUntil(
            lambda: empty_window.rect().contains(QRect(bar.mapTo(empty_window, QPoint()), bar.size()))
        )  # a window that is too low grows a turn later
        assert bar.geometry().top() >= empty_window.workspace.context.view.geometry().bottom()
    finally:
        qapp.setFont(before)
