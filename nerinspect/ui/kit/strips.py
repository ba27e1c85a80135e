"""Sentences to the user: across the window, in the place of rows, and how far long work is."""

from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QToolButton, QVBoxLayout, QWidget

from nerinspect.quantities import grouped
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import announce, plain_text, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible


class EmptyMessage(QWidget):
    """Say one sentence in the middle, with a button below it where something can be done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty_message")
        self._label = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.button: QPushButton | None = None
        gap = round(12 * unit_of(self.font()))
        self._column = fill(QVBoxLayout(self), None, self._label, None, gap=gap, has_margins=True)

    def show_message(self, text: str, action_text: str = "", act: Callable[[], None] | None = None) -> None:
        self._label.setText(visible(text))
        if self.button is not None:
            _take_away(self.button)
            self.button = None
        if action_text and act is not None:
            self.button = QPushButton(action_text)
            self.button.setAccessibleDescription(text)
            self.button.setAutoDefault(True)  # Enter presses it where the focus is
            self.button.clicked.connect(lambda: act())
            self._column.insertWidget(2, self.button, 0, Qt.AlignmentFlag.AlignHCenter)


def _take_away(button: QPushButton) -> None:
    button.hide()  # else a layout that has not yet shown it would, in a window of its own
    button.setParent(None)
    button.deleteLater()


Actions: TypeAlias = Sequence[tuple[str, Callable[[], object]]]
"""Buttons: what they say and what they do."""


class MessageStrip(Styled, QWidget):
    """Show a message until it is dismissed or something else is said.

    Warnings lie above the page. What was done is told over the foot of the window, if there is one: nothing moves
    under the pointer.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message_strip")
        self.setAutoFillBackground(True)
        self._text = QLabel(wordWrap=True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._actions: list[QPushButton] = []
        self._is_passing = self._is_warning = False
        close = QToolButton()
        close.setText("✕")
        close.setAutoRaise(True)
        close.setAccessibleName("Dismiss")
        close.setToolTip("Dismiss")
        close.clicked.connect(self.hide)
        self._home: QWidget | None = None
        self._foot: QWidget | None = None
        self._place = 0
        self._sign = QLabel()
        self._layout = fill(QHBoxLayout(self), self._sign, self._text, close, stretched=self._text, has_margins=True)
        self._take_place()
        self.hide()

    def tell_over(self, foot: QWidget) -> None:
        """Tell what was done over a part at the foot of the window; for a strip that lies in a layout."""
        self._foot, self._home = foot, self.parentWidget()
        layout = self._home.layout() if self._home is not None else None
        self._place = layout.indexOf(self) if layout is not None else 0
        foot.installEventFilter(self)

    @property
    def text(self) -> str:
        """What the strip says; empty while it is hidden."""
        return "" if self.isHidden() else self._text.text()

    @property
    def actions_offered(self) -> list[str]:
        return [button.text() for button in self._actions]

    def say(self, text: str, actions: Actions = (), is_passing: bool = False) -> None:
        """Warn of something.

        A click on one of the actions hides the strip first. Passing words go once something else is done.
        """
        self._is_passing, self._is_warning = is_passing, True
        self._show(text, actions)

    def tell(self, text: str, actions: Actions = (), is_passing: bool = True, keys: Sequence[str] = ()) -> None:
        """Tell that something was done; see `say`. The buttons have keys, as far as any are given."""
        self._is_passing, self._is_warning = is_passing, False
        self._show(text, actions, keys)

    def pass_by(self) -> None:
        """Take back what was said about something that is over."""
        if self._is_passing:
            self.hide()

    def _show(self, text: str, actions: Actions, keys: Sequence[str] = ()) -> None:
        self._sign.setText("⚠" if self._is_warning else "✓")
        self._sign.setAccessibleName("Warning" if self._is_warning else "Done")
        for button in self._actions:
            _take_away(button)
        self._actions = []
        for (label, act), key in zip(actions, chain(keys, repeat("")), strict=False):
            button = QPushButton(plain_text(label))
            button.setShortcut(QKeySequence(key))
            button.clicked.connect(self.hide)
            button.clicked.connect(act)
            self._layout.insertWidget(self._layout.count() - 1, button)
            self._actions.append(button)
        self._take_place()
        self._restyle()
        self._text.setText(visible(text))
        self._text.setToolTip(tooltip(text) if self._is_at_foot else "")
        self.setAccessibleName(text)
        self.show()
        announce(self, text)

    @property
    def _is_at_foot(self) -> bool:
        return self._foot is not None and not self._is_warning

    def _take_place(self) -> None:
        """Lie above the page, or over the foot of the window in one line."""
        unit, foot, home = self.unit, self._foot, self._home
        edge = 0 if self._is_at_foot else round(4 * unit)
        self._layout.setContentsMargins(round(12 * unit), edge, round(8 * unit), edge)
        self._text.setWordWrap(not self._is_at_foot)
        self._text.setMinimumWidth(1 if self._is_at_foot else 0)
        if foot is not None and self._is_at_foot:
            self.setParent(foot)
            self.setGeometry(foot.rect())
            self.raise_()
        elif home is not None and self.parentWidget() is not home:
            layout = home.layout()
            assert isinstance(layout, QVBoxLayout), "the strip lay in it"
            layout.insertWidget(self._place, self)

    def _restyle(self) -> None:
        theme, colours = current_theme(), QPalette()
        role, text_role = QPalette.ColorRole.Window, QPalette.ColorRole.WindowText
        colours.setColor(role, theme.warning_strip if self._is_warning else theme.selected)
        colours.setColor(text_role, theme.text)
        if any(colours.color(one) != self.palette().color(one) for one in (role, text_role)):
            self.setPalette(colours)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget) and self.parentWidget() is watched:
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)


class ProgressStrip(QWidget):
    """Show a progress bar in tokens with a Cancel button."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("progress_strip")
        self._label, self._bar, cancel = QLabel(), QProgressBar(textVisible=False), QPushButton("Cancel")
        cancel.clicked.connect(self.cancelled)
        unit = unit_of(self.font())
        layout = fill(QHBoxLayout(self), self._label, self._bar, cancel, stretched=self._bar)
        layout.setContentsMargins(round(12 * unit), round(4 * unit), round(12 * unit), round(4 * unit))
        self._title = self._then = ""
        self.hide()

    def begin(self, title: str, then: str = "") -> None:
        """Show the strip before it is known how much there is to do, and say what follows once all that is done."""
        self._title, self._then = title, then
        self._wait(title)
        self.show()

    def show_progress(self, done: int, total: int, unit: str = "tokens") -> None:
        """Show how many tokens, or other things, are done of about how many."""
        if self._then and done >= total:
            self._wait(self._then)
            return
        self._label.setText(visible(f"{self._title}: {grouped(done)} of about {grouped(total)} {unit}"))
        self._bar.setRange(0, 1000)  # a share: tokens may be more than the bar can count
        self._bar.setValue(1000 * done // max(total, 1))

    def _wait(self, words: str) -> None:
        self._label.setText(visible(f"{words} …"))
        self._bar.setRange(0, 0)
