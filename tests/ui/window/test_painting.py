"""What a key changes is painted once; a key that is held explains one event, when it is let go."""

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.compared_rows import ComparedRow
from nerinspect.ui.details.event_details import DetailsPanel
from nerinspect.ui.window.window import MainWindow
from nerinspect.ui.window.workspace import Workspace
from tests.ui.keyboard import Key, Keyboard


class Painted(QObject):
    """Count how often each part is painted."""

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self.times: Counter[QWidget] = Counter()
        for widget in (part, *part.findChildren(QWidget)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.times[watched] += 1
        return False


def test_the_next_event_is_painted_once(errors: MainWindow, keyboard: Keyboard) -> None:
    work = errors.workspace
    for _ in range(10):
        go_on(keyboard)
        painted = Painted(work)
        go_on(keyboard)
        again = [part for part, n_times in painted.times.items() if n_times > 1]
        assert [part for part in again if work.details.isAncestorOf(part) and not is_shown_anew(part)] == []
        assert work.context.view.viewport() not in again
        painted.deleteLater()


def go_on(keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_J)
    for _ in range(10):  # layouts in each other, and what they paint
        QApplication.processEvents()


def is_shown_anew(part: QWidget) -> bool:
    """Tell whether a part lies in a table: one that was hidden is painted a second time by Qt."""
    return isinstance(part, QAbstractItemView) or isinstance(part.parent(), QAbstractItemView)


@pytest.fixture
def explained(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note the events that the details explain."""
    events, show = list[int](), DetailsPanel.show_event

    def note(details: DetailsPanel, study: Study | None, event: int | None, row: ComparedRow | None = None) -> None:
        events.append(-1 if event is None else event)
        show(details, study, event, row)

    monkeypatch.setattr(DetailsPanel, "show_event", note)
    return events


def go_on_holding(work: Workspace, *, is_repeated: bool) -> None:
    """Do what a key does that is held; what Qt tells before its command says whether it comes again."""
    send_key(work, QEvent.Type.ShortcutOverride, is_repeated=is_repeated)
    work.table.select_next()
    QApplication.processEvents()


def send_key(work: Workspace, kind: QEvent.Type, *, is_repeated: bool) -> None:
    key = QKeyEvent(kind, Key.Key_J, Qt.KeyboardModifier.NoModifier, "j", is_repeated)
    QApplication.sendEvent(work.events.view, key)


def test_a_key_that_is_held_explains_an_event_when_it_is_let_go(errors: MainWindow, explained: list[int]) -> None:
    work = errors.workspace
    for is_repeated in (False, True, True, True):
        go_on_holding(work, is_repeated=is_repeated)
        send_key(work, QEvent.Type.KeyRelease, is_repeated=True)
    assert work.context.event_on_show == errors.document.chosen_event
    assert len(explained) == 1
    send_key(work, QEvent.Type.KeyRelease, is_repeated=False)
    assert explained[1:] == [errors.document.chosen_event]


def test_a_key_whose_end_is_not_told_explains_an_event_all_the_same(
    errors: MainWindow, explained: list[int], qtbot: QtBot
) -> None:
    go_on_holding(errors.workspace, is_repeated=True)
    assert not explained
    qtbot.waitUntil(lambda: explained == [errors.document.chosen_event])
