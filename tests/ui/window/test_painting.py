"""What changes with a key is painted once, not again for each layout around it."""

from collections import Counter

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from nerinspect.ui.window.window import MainWindow
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
