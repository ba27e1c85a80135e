"""A walk by keyboard alone: three events corrected, taken back, done again, closed, and opened again."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from nerinspect.events.decision import Decision
from nerinspect.review.store import open_review
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier

TAKEN = Decision("reference-wrong", correction=((1, 2, "PER"),))
MARKED = Decision("both-wrong", correction=((1, 2, "ORG"), (2, 3, "GPE")))
EMPTIED = Decision("reference-wrong", correction=())


def said(window: MainWindow) -> list[Decision]:
    assert window.document.study is not None
    return [decision.said for _, decision in sorted(window.document.study.decisions.items())]


def on_disk(path: str) -> list[Decision]:
    with open_review(path, to_read=True) as file:
        return [one.decision.said for one in file.decisions()]


def test_three_events_are_corrected_by_keyboard_alone(
    reviewed: MainWindow, keyboard: Keyboard, settle: Callable[[], None], open_again: Callable[[str], MainWindow]
) -> None:
    reviewed.workspace.go_to_event(0)
    keyboard.press(Key.Key_T)  # “one” is a person, as the system says
    settle()
    path = reviewed.reviews.reviewing.path
    assert on_disk(path) == said(reviewed) == [TAKEN]

    keyboard.press(Key.Key_B)  # “Upper Elm”: both are wrong
    keyboard.press(Key.Key_K)
    keyboard.press(Key.Key_M)
    keyboard.press(Key.Key_Left)
    keyboard.press(Key.Key_2)
    keyboard.press(Key.Key_Right)
    keyboard.press(Key.Key_Space)
    keyboard.type("GPE")
    keyboard.press(Key.Key_Return)
    assert on_disk(path) == [TAKEN, Decision("both-wrong")], "only marked yet"
    keyboard.press(Key.Key_Return)
    assert on_disk(path) == said(reviewed) == [TAKEN, MARKED]

    keyboard.press(Key.Key_J)  # “Ulm” is no name
    assert reviewed.document.chosen_event == 3
    keyboard.press(Key.Key_M, Key.Key_Delete, Key.Key_Return)
    assert on_disk(path) == said(reviewed) == [TAKEN, MARKED, EMPTIED]

    for left in ([TAKEN, MARKED], [TAKEN, Decision("both-wrong")], [TAKEN], []):
        keyboard.press(Key.Key_Z, held=CONTROL)
        assert on_disk(path) == said(reviewed) == left
    for _ in range(4):
        keyboard.press(Key.Key_Z, held=CONTROL | SHIFT)
    assert on_disk(path) == said(reviewed) == [TAKEN, MARKED, EMPTIED]

    keyboard.press(Key.Key_W, held=CONTROL)
    assert not reviewed.isVisible()
    window = open_again(path)
    assert said(window) == [TAKEN, MARKED, EMPTIED]
    window.document.select_query("correction:accepted")
    QApplication.processEvents()
    assert window.document.n_kept == 3
    keyboard.press(Key.Key_J)
    QApplication.processEvents()
    view = window.workspace.context.view
    assert view.accessibleDescription().endswith(", corrected ORG and GPE")
    assert [item.span.type for item in view.placed_spans() if item.track == 2] == ["ORG", "GPE"]
