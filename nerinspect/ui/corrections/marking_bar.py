"""What marks a right reading: the bar of what can be done with its keys, the field for a type, the mouse."""

from collections.abc import Sequence
from functools import partial
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from nerinspect.ui.deciding.causes import CauseList
from nerinspect.ui.kit.fields import RingedEdit
from nerinspect.ui.kit.keys import ENTER_KEYS, KeyCapButton
from nerinspect.ui.kit.layout import ElidedLabel, FlowLayout
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme

HINT: Final = (
    "Arrows choose tokens, with Shift more of them; ↑ and ↓ choose mentions. A number or letters say the type."
)
N_OFFERED: Final = 9
"""Types that have a button and a number; others are written."""


class MarkingBar(Styled, QWidget):
    """Offer the types, and the ways out."""

    type_chosen = Signal(str)
    other_requested = Signal()  # they are one of another type
    unmark_requested = Signal()  # they are no name
    accept_requested = Signal()
    leave_requested = Signal()
    remove_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("marking_bar")
        self.setAccessibleName("Mark the correct annotation")
        self.setAutoFillBackground(True)
        self._title, self._hint = QLabel("Correct annotation"), ElidedLabel(Qt.TextElideMode.ElideRight)
        self._unmark, self._other = _button("Not an entity", "Del"), _button("Another type…", "A–Z")
        self._accept, self._leave = _button("Accept", "Enter"), _button("Cancel", "Esc")
        self._remove = _button("Remove", "Ctrl+Del")
        self._types: list[KeyCapButton] = []
        self._names: list[str] = []
        self._build_ui()
        for button, signal in (
            (self._unmark, self.unmark_requested),
            (self._other, self.other_requested),
            (self._accept, self.accept_requested),
            (self._leave, self.leave_requested),
            (self._remove, self.remove_requested),
        ):
            button.clicked.connect(signal)
        self._unmark.setToolTip(tooltip("Remove the marked mentions from the chosen tokens."))
        self._accept.setToolTip(tooltip("Accept this as the correct annotation."))
        self._leave.setToolTip(tooltip("Cancel marking; nothing changes."))
        self._remove.setToolTip(tooltip("Remove the correction."))
        self._other.setToolTip(tooltip("Type the name of the label."))
        self.hide()

    def show_types(self, types: Sequence[str]) -> None:
        """Offer types, those that a number chooses."""
        names = [*types[:N_OFFERED]]
        if self._names == names:
            return
        self._names = names
        for button in self._types:
            button.deleteLater()
        self._types = [_button(plain_text(name), str(number)) for number, name in enumerate(names, 1)]
        while self._flow.takeAt(0) is not None:
            pass
        for button, name in zip(self._types, names, strict=True):
            button.clicked.connect(partial(self.type_chosen.emit, name))
            button.setToolTip(tooltip(f"The chosen tokens are a mention of type {name}."))
        for button in (*self._types, self._other, self._unmark):
            self._flow.addWidget(button)
        self._fit()

    def show_given(self, is_given: bool) -> None:
        """Offer to take the correction away, where there is one."""
        self._remove.setVisible(is_given)
        self._fit()

    def say(self, reason: str) -> None:
        """Say why something could not be done; nothing says how things are done."""
        self._hint.show_text(reason or HINT)

    def _build_ui(self) -> None:
        self._flow, self._row, self._words = FlowLayout(), QHBoxLayout(), QHBoxLayout()
        self._column = QVBoxLayout(self)
        self._row.addLayout(self._flow, 1)
        for button in (self._remove, self._leave, self._accept):
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._words.addWidget(self._title)
        self._words.addWidget(self._hint, 1)
        for layout in (self._row, self._words):
            self._column.addLayout(layout)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _fit(self) -> None:
        """Be as high as all lines of buttons: a splitter asks for the least height whatever the width is."""
        for layout in (self._row, self._column):  # each keeps its height for a width
            layout.invalidate()
        self.setFixedHeight(self._column.totalHeightForWidth(max(self.width(), self.minimumWidth())))

    def _restyle(self) -> None:
        font, unit = self.font(), self.unit
        self._column.setContentsMargins(*(round(side * unit) for side in (12, 6, 12, 6)))
        for layout in (self._row, self._words, self._flow):
            layout.setSpacing(round(6 * unit))
        self._column.setSpacing(round(2 * unit))
        self._title.setFont(scaled_font(font, DETAIL, is_bold=True))
        self._hint.setFont(scaled_font(font, CAPTION))
        set_ink(self._hint, current_theme().text2)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have room for all lines of buttons."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()


def _button(text: str, key: str) -> KeyCapButton:
    button = KeyCapButton(text, key)
    button.setCheckable(False)
    return button


_WIDTH: Final = 180  # at a font of 13 pixels
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class TypeField(RingedEdit):
    """Take the name of a type, completed from a list, or a new one."""

    written = Signal(str)
    left = Signal()  # the field was left without one

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("type_field")
        self.setAccessibleName("Type")
        self.setPlaceholderText("Type…")
        self._types: tuple[str, ...] = ()
        self._list = CauseList(self)
        self._list.word_clicked.connect(self._take)
        self.textChanged.connect(self._offer)
        self.hide()

    def open(self, types: Sequence[str], text: str, view: QTextEdit) -> None:
        """Let a type be written, beginning with a text, below the caret of a view."""
        window, caret = view.window(), view.cursorRect()
        if self.parentWidget() is not window:
            self.setParent(window)
        self._types = tuple(types)
        self.setFont(view.font())
        unit = unit_of(view.font())
        self.resize(round(_WIDTH * unit), self.sizeHint().height())
        port = view.viewport()
        place = port.mapTo(window, QPoint(min(caret.left(), port.width() - self.width()), caret.bottom()))
        self.move(place.x(), min(place.y(), window.height() - self.height()))
        self.setText(text)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._offer(text)

    def close_field(self) -> None:
        """Leave the field, if it is there."""
        self._list.hide()
        self.hide()

    def _offer(self, text: str) -> None:
        """List the types that begin with what is written, then those that hold it; the first is chosen."""
        typed = text.strip().casefold()
        holding = [name for name in self._types if typed in name.casefold()]
        found = sorted(holding, key=lambda name: not name.casefold().startswith(typed))
        self._list.offer(found, self)
        self._list.setAccessibleName(f"{len(found)} type{'' if len(found) == 1 else 's'}")
        if typed and found and found[0].casefold().startswith(typed):
            self._list.setCurrentRow(0)

    def _take(self, text: str) -> None:
        self.close_field()
        if text := text.strip():
            self.written.emit(text)
        else:
            self.left.emit()

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        """Keep all letters and Esc for the field, as long as it is there."""
        if event.type() == QEvent.Type.ShortcutOverride and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the list by arrows, take a type by Enter, none by Esc."""
        key = Qt.Key(event.key())
        if step := _STEPS.get(key):
            self._list.step(step)
        elif key in ENTER_KEYS:
            self._take(self._list.chosen or self.text())
        elif key == Qt.Key.Key_Escape:
            self._take("")
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave the field when something else is turned to."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.close_field()


class MarkingMouse(QObject):
    """Tell which tokens of the event's sentence are dragged over."""

    dragged_over = Signal(int, int)  # the token where the button was pressed, and the one that the pointer is on
    missed = Signal()  # the button was pressed on another sentence
    released = Signal()  # the button was released; what was told last was dragged over

    def __init__(self, view: ContextView) -> None:
        super().__init__(view)
        self._view, self._port = view, view.viewport()
        self._pressed: int | None = None

    def begin(self) -> None:
        """Follow the mouse."""
        self._port.installEventFilter(self)

    def end(self) -> None:
        """Follow it no more."""
        self._port.removeEventFilter(self)
        self._pressed = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the left button from the view, which would select characters."""
        if not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.MouseMove and event.buttons() & Qt.MouseButton.LeftButton:
            self._move(self._view.event_token_at(event.position()))
        elif event.button() != Qt.MouseButton.LeftButton:
            return super().eventFilter(watched, event)
        elif event.type() == QEvent.Type.MouseButtonRelease:
            if self._pressed is not None:
                self._pressed = None
                self.released.emit()
        elif (token := self._view.event_token_at(event.position())) is not None:
            self._pressed = token
            self._move(token)
        else:
            self.missed.emit()
        return True

    def _move(self, token: int | None) -> None:
        if self._pressed is not None and token is not None:
            self.dragged_over.emit(self._pressed, token)
