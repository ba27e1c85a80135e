"""The right reading marked in the sentence."""

from collections.abc import Callable
from itertools import product
from typing import Final

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard, Modifier
from tests.ui.mouse import drag

Settle = Callable[[], None]


def said(window: MainWindow) -> dict[int, Decision]:
    assert window.document.study is not None
    return {event: decision.said for event, decision in window.document.study.decisions.items()}


def event_of(window: MainWindow, surface: str) -> int:
    study = window.document.study
    assert isinstance(study, Study)
    return int(study.text.joined(study.events.start, study.events.end).to_pylist().index(surface))


def chosen(window: MainWindow) -> str:
    return window.workspace.context.view.textCursor().selectedText()


def corrected(window: MainWindow) -> list[str]:
    """List the types on the last track of the sentence."""
    placed = window.workspace.context.view.placed_spans()
    return [item.span.type for item in placed if item.track == 2]


@pytest.fixture
def marking(reviewed: MainWindow, keyboard: Keyboard) -> MainWindow:
    """Begin to mark the reading of “Upper Elm”, which the reference has as one location."""
    reviewed.workspace.go_to_event(event_of(reviewed, "Upper Elm"))
    QApplication.processEvents()
    keyboard.press(Key.Key_M)
    return reviewed


def test_it_begins_with_the_reference_and_steps_go_back_and_forward(marking: MainWindow, keyboard: Keyboard) -> None:
    assert corrected(marking) == ["LOC"]
    assert chosen(marking) == "Upper Elm"
    assert QApplication.focusWidget() is marking.workspace.context.view
    assert said(marking) == {}
    keyboard.press(Key.Key_3)
    keyboard.press(Key.Key_Delete)
    keyboard.press(Key.Key_Z, held=Modifier.ControlModifier)
    assert corrected(marking) == ["PER"]
    keyboard.press(Key.Key_Z, held=Modifier.ControlModifier)
    assert corrected(marking) == ["LOC"]
    keyboard.press(Key.Key_Z, held=Modifier.ControlModifier | Modifier.ShiftModifier)
    assert corrected(marking) == ["PER"]
    keyboard.press(Key.Key_Z, held=Modifier.ControlModifier)
    keyboard.press(Key.Key_X)
    keyboard.type(" y")
    keyboard.press(Key.Key_Return)
    assert corrected(marking) == ["LOC"]
    bar = marking.workspace.context.findChild(QWidget, "marking_bar")
    assert bar is not None
    assert "“x y” is not the name of a type." in [
        label.accessibleName() for label in bar.findChildren(QWidget) if label.isVisible()
    ]


def test_mentions_are_marked_by_keys_alone(marking: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    event = event_of(marking, "Upper Elm")
    keyboard.press(Key.Key_Left)
    assert chosen(marking) == "Upper"
    keyboard.press(Key.Key_3)
    assert corrected(marking) == ["PER"], "a mention that shares a token goes"
    keyboard.press(Key.Key_Right)
    assert chosen(marking) == "Elm"
    keyboard.press(Key.Key_L)
    keyboard.press(Key.Key_Return)
    assert corrected(marking) == ["PER", "LOC"]
    assert said(marking) == {}
    keyboard.press(Key.Key_Return)
    settle()
    assert said(marking) == {event: Decision("reference-wrong", correction=((1, 2, "PER"), (2, 3, "LOC")))}
    assert marking.document.chosen_event == event_of(marking, "Ines"), "the next undecided event"
    assert marking.menus.action("undo").text() == "&Undo “Correct annotation” for 1 event"
    assert corrected(marking) == ["PER", "LOC"], "it stands in the same sentence"


def hint(window: MainWindow) -> str:
    bar = window.workspace.context.findChild(QWidget, "marking_bar")
    assert bar is not None
    return next(label.accessibleName() for label in bar.findChildren(QLabel) if label.accessibleName())


def test_what_the_reference_says_is_replaced_and_that_is_told(marking: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_Left, Key.Key_3)
    assert corrected(marking) == ["PER"]
    assert hint(marking) == "“Upper Elm” (LOC) is replaced. Ctrl+Z undoes this."


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("button", "reading"), [("Replace", ["ORG"]), ("Cancel", ["PER", "LOC"])])
def test_it_is_asked_before_a_mention_just_marked_is_replaced(
    marking: MainWindow, keyboard: Keyboard, button: str, reading: list[str]
) -> None:
    keyboard.press(Key.Key_Left, Key.Key_3, Key.Key_Right, Key.Key_1)
    assert corrected(marking) == ["PER", "LOC"]
    keyboard.press(Key.Key_A, held=Modifier.ControlModifier)
    keyboard.press(Key.Key_2)
    assert corrected(marking) == ["PER", "LOC"], "nothing is replaced before it is answered"
    (box,) = (one for one in marking.findChildren(QMessageBox) if one.isVisible())
    said = "“Upper” (PER) and “Elm” (LOC) share a word with the new mention. Mentions of a correction cannot overlap."
    assert box.text() == said
    QTest.mouseClick(
        next(one for one in box.buttons() if one.text().replace("&", "") == button), Qt.MouseButton.LeftButton
    )
    QApplication.processEvents()
    assert corrected(marking) == reading
    assert QApplication.focusWidget() is marking.workspace.context.view, "keys mark on"


def test_another_type_for_the_same_words_is_not_asked_about(marking: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_3, Key.Key_2)
    assert corrected(marking) == ["ORG"]


def test_a_new_type_is_written(marking: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    keyboard.press(Key.Key_V)
    keyboard.type("ENUE")
    keyboard.press(Key.Key_Return)
    assert corrected(marking) == ["vENUE"]
    keyboard.press(Key.Key_Return)
    settle()
    assert [one.correction for one in said(marking).values()] == [((1, 3, "vENUE"),)]


def test_mentions_are_taken_away(marking: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    keyboard.press(Key.Key_Delete)
    assert corrected(marking) == []
    keyboard.press(Key.Key_Return)
    settle()
    assert said(marking) == {event_of(marking, "Upper Elm"): Decision("reference-wrong", correction=())}


def test_shift_and_arrows_choose_tokens_and_the_caret_is_at_the_end_that_moves(
    marking: MainWindow, keyboard: Keyboard
) -> None:
    keyboard.press(Key.Key_Left, Key.Key_Left)
    assert chosen(marking) == "Upper", "no token outside the event"
    keyboard.press(Key.Key_Right, held=Modifier.ShiftModifier)
    assert chosen(marking) == "Upper Elm"
    keyboard.press(Key.Key_End)
    assert chosen(marking) == "Elm"
    keyboard.press(Key.Key_Up)
    assert chosen(marking) == "Upper Elm", "the mention before"
    keyboard.press(Key.Key_End)
    keyboard.press(Key.Key_Home, held=Modifier.ShiftModifier)
    cursor = marking.workspace.context.view.textCursor()
    assert cursor.position() < cursor.anchor()


@pytest.mark.parametrize("leave", [Key.Key_Escape, None])
def test_leaving_changes_nothing(marking: MainWindow, keyboard: Keyboard, leave: Qt.Key | None) -> None:
    keyboard.press(Key.Key_2)
    if leave is None:
        marking.workspace.go_to_event(event_of(marking, "Ines"))
        QApplication.processEvents()
        assert marking.message.text == "The marked annotation was not accepted; nothing has changed."
    else:
        keyboard.press(leave)
        assert QApplication.focusWidget() is marking.workspace.events.view
    assert corrected(marking) == []
    assert said(marking) == {}
    keyboard.press(Key.Key_J)
    assert said(marking) == {}, "keys are those of the table again"


def test_what_the_reference_says_already_is_no_correction(marking: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_Return)
    assert said(marking) == {}
    assert marking.message.text == "This is the same as the reference; nothing is corrected."


def place_of(window: MainWindow, token: int, y: float) -> QPoint:
    """Find the middle of a token of the event's sentence, `y` from the top of its line's words to their bottom."""
    view = window.workspace.context.view
    view.select_tokens(token, token + 1)
    caret = view.cursorRect()
    view.select_tokens(token, token + 1, is_backwards=True)
    x = (caret.center().x() + view.cursorRect().center().x()) // 2
    return QPoint(x, round(caret.top() + y * caret.height()))


def drag_over(window: MainWindow, first: int, last: int, y: float = 0.5) -> list[str]:
    """Drag from a token to another; give what was to be seen selected on the way."""
    seen: list[str] = []
    places = place_of(window, first, y), place_of(window, last, y)
    drag(window.workspace.context.view.viewport(), *places, lambda: seen.append(chosen(window)))
    return list(dict.fromkeys(seen))


DRAGGED: Final = (
    (2, 2, ["Elm"], (2, 3, "ORG")),
    (1, 2, ["Upper", "Upper Elm"], (1, 3, "ORG")),
    (2, 1, ["Elm", "Upper Elm"], (1, 3, "ORG")),
    (2, 4, ["Elm"], (2, 3, "ORG")),
)
"""The first and the last token, what is selected on the way, and the reading."""


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_tokens_are_dragged_over_and_a_type_chosen_from_the_menu(marking: MainWindow, settle: Settle) -> None:
    event = marking.document.chosen_event
    assert event is not None
    for (first, last, seen, reading), y in product(DRAGGED, (0.04, 0.5, 0.96, -0.5, 1.5)):
        assert drag_over(marking, first, last, y) == seen, (first, last, y)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        texts = [action.text() for action in menu.actions() if not action.isSeparator()]
        assert texts == ["LOC", "ORG", "PER", "Not an entity", "Another type…"]
        menu.actions()[1].trigger()
        menu.close()
        assert "ORG" in corrected(marking)
        bar = marking.workspace.context.findChild(QWidget, "marking_bar")
        assert bar is not None
        button = next(one for one in bar.findChildren(QAbstractButton) if one.text() == "Accept")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        settle()
        assert [one.correction for one in said(marking).values()] == [(reading,)], (first, last, y)
        marking.menus.action("undo").trigger()
        settle()
        assert said(marking) == {}
        marking.workspace.go_to_event(event)
        QApplication.processEvents()
        marking.menus.action("mark_reading").trigger()


def test_tokens_outside_the_event_are_not_marked(marking: MainWindow) -> None:
    marking.workspace.context.view.select_tokens(1, 3)
    before = chosen(marking)
    for tokens in ((3, 3), (3, 4)):
        drag_over(marking, *tokens)
        assert chosen(marking) == before
        assert QApplication.activePopupWidget() is None
        bar = marking.workspace.context.findChild(QWidget, "marking_bar")
        assert bar is not None
        assert "Only tokens of the framed event can be marked." in [
            one.accessibleName() for one in bar.findChildren(QWidget)
        ]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_click_on_a_mention_does_not_leave_the_event(marking: MainWindow, qtbot: QtBot) -> None:
    view, event = marking.workspace.context.view, marking.document.chosen_event
    box = next(item.boxes[0] for item in view.placed_spans() if item.span.type == "PER")
    view.grab()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(*map(round, box.center().toTuple())))
    QApplication.processEvents()
    assert marking.document.chosen_event == event


def test_a_correction_goes_by_its_key_and_comes_back_by_undo(
    marking: MainWindow, keyboard: Keyboard, settle: Settle
) -> None:
    event = event_of(marking, "Upper Elm")
    keyboard.press(Key.Key_3, Key.Key_Return)
    settle()
    given = said(marking)[event]
    marking.workspace.go_to_event(event)
    QApplication.processEvents()
    assert corrected(marking) == [given.correction[0][2]] if given.correction else False
    keyboard.press(Key.Key_M)
    assert corrected(marking) == ["PER"]
    keyboard.press(Key.Key_Delete, held=Modifier.ControlModifier)
    assert said(marking) == {event: Decision("reference-wrong")}
    assert corrected(marking) == []
    keyboard.press(Key.Key_Z, held=Modifier.ControlModifier)
    QApplication.processEvents()
    assert said(marking) == {event: given}
    assert corrected(marking) == ["PER"], "the sentence follows at once"


def test_the_sentence_says_how_the_event_is_corrected(marking: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    event = event_of(marking, "Upper Elm")
    keyboard.press(Key.Key_3, Key.Key_Return)
    settle()
    marking.workspace.go_to_event(event)
    QApplication.processEvents()
    view = marking.workspace.context.view
    assert view.accessibleDescription() == "Upper Elm, reference LOC, predicted LOC, corrected PER"
    keyboard.press(Key.Key_P)
    marking.workspace.go_to_event(event)
    QApplication.processEvents()
    assert view.accessibleDescription().endswith(", correction PER not accepted")
    assert corrected(marking) == []


def test_marking_writes_the_selection_anew_when_the_text_is_laid_out_anew(marking: MainWindow, qtbot: QtBot) -> None:
    marking.resize(1100, 700)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: chosen(marking) == "Upper Elm")
