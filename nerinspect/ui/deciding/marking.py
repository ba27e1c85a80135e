"""Marking the right reading of an event in its sentence: the bar with its keys, the field for a type, the mouse."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, cast

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QMessageBox, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from nerinspect.decisions.corrections import types_to_give
from nerinspect.events.decision import Reading
from nerinspect.events.study import Study
from nerinspect.lists.readings import misreading
from nerinspect.quantities import counted, word_for
from nerinspect.ui.deciding.causes import CauseList
from nerinspect.ui.kit.fields import RingedEdit
from nerinspect.ui.kit.keys import ENTER_KEYS, KeyCapButton
from nerinspect.ui.kit.layout import ElidedLabel, FlowLayout, fill
from nerinspect.ui.kit.screen_text import announce, plain_text, tooltip
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

HINT: Final = "← and → move by token, Shift extends; ↑ and ↓ move by mention. A digit or letters set the type."
N_OFFERED: Final = 9  # types that have a button and a number; others are written


class MarkingBar(Styled, QWidget):
    """Offer the types, and the ways out."""

    type_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("marking_bar")
        self.setAccessibleName("Mark the correct annotation")
        self.setAutoFillBackground(True)
        self._title, self._hint = QLabel("Correct annotation"), ElidedLabel(Qt.TextElideMode.ElideRight)
        self.unmark = _button("Not an entity", "Del", "Remove the marked mentions from the chosen tokens.")
        self.other = _button("Another type…", "A–Z", "Type the name of the label.")
        self.accept = _button("Accept", "Enter", "Accept this as the correct annotation.")
        self.leave = _button("Cancel", "Esc", "Cancel marking; nothing changes.")
        self.remove = _button("Remove", "Ctrl+Del", "Remove the correction.")
        self._types: list[KeyCapButton] = []
        self._names: list[str] = []
        self._build_ui()
        self.hide()

    def show_types(self, types: Sequence[str]) -> None:
        names = [*types[:N_OFFERED]]
        if self._names == names:
            return
        self._names = names
        for button in self._types:
            button.deleteLater()
        self._types = [
            _button(plain_text(name), str(number), f"Mark the chosen tokens as {name}.")
            for number, name in enumerate(names, 1)
        ]
        while self._flow.takeAt(0) is not None:
            pass
        for button, name in zip(self._types, names, strict=True):
            button.clicked.connect(partial(self.type_chosen.emit, name))
        for button in (*self._types, self.other, self.unmark):
            self._flow.addWidget(button)
        self._fit()

    def show_given(self, is_given: bool) -> None:
        self.remove.setVisible(is_given)
        self._fit()

    def say(self, reason: str) -> None:
        """Say why something could not be done; nothing says how things are done."""
        self._hint.show_text(reason or HINT)

    def _build_ui(self) -> None:
        self._flow, self._row, self._words = FlowLayout(), QHBoxLayout(), QHBoxLayout()
        self._row.addLayout(self._flow, 1)
        for button in (self.remove, self.leave, self.accept):
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        fill(self._words, self._title, self._hint, stretched=self._hint)
        self._column = fill(QVBoxLayout(self), self._row, self._words)
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
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()


def _button(text: str, key: str, what: str) -> KeyCapButton:
    button = KeyCapButton(text, key)
    button.setCheckable(False)
    button.setToolTip(tooltip(what))
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
        self._list.hide()
        self.hide()

    def _offer(self, text: str) -> None:
        """List the types that begin with what is written, then those that hold it; the first is chosen."""
        typed = text.strip().casefold()
        holding = [name for name in self._types if typed in name.casefold()]
        found = sorted(holding, key=lambda name: not name.casefold().startswith(typed))
        self._list.offer(found, self)
        self._list.setAccessibleName(counted(len(found), "type"))
        if typed and found and found[0].casefold().startswith(typed):
            self._list.setCurrentRow(0)

    def _take(self, text: str) -> None:
        self.close_field()
        if text := text.strip():
            self.written.emit(text)
        else:
            self.left.emit()

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
        self._port.installEventFilter(self)

    def end(self) -> None:
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


class MarkingTokens:
    """Choose neighbouring tokens with an end that moves and one that stays; at first all of `bounds` are chosen."""

    def __init__(self, bounds: range) -> None:
        self._bounds = bounds
        self._anchor, self._caret = bounds[0], bounds[-1]

    @property
    def chosen(self) -> tuple[int, int]:
        """The chosen tokens as a half-open range."""
        return min(self._anchor, self._caret), max(self._anchor, self._caret) + 1

    @property
    def is_backwards(self) -> bool:
        """Whether the end that moves is the first one."""
        return self._caret < self._anchor

    def choose(self, start: int, end: int) -> bool:
        """Choose the tokens of a half-open range that can be; tell whether there are any."""
        start, end = max(start, self._bounds.start), min(end, self._bounds.stop)
        if start < end:
            self._anchor, self._caret = start, end - 1
        return start < end

    def choose_all(self) -> None:
        self._anchor, self._caret = self._bounds[0], self._bounds[-1]

    def move(self, step: int, extends: bool) -> None:
        """Choose the token before (-1) or behind (1), the first or last one of several, or one more or less."""
        start, end = self.chosen
        caret = self._caret + step
        if not extends and end - start > 1:
            caret = start if step < 0 else end - 1
        self._put(caret, extends)

    def move_to_end(self, is_last: bool, extends: bool) -> None:
        """Choose the first or last token, or all up to it."""
        self._put(self._bounds[-1] if is_last else self._bounds[0], extends)

    def _put(self, caret: int, extends: bool) -> None:
        self._caret = min(max(caret, self._bounds[0]), self._bounds[-1])
        if not extends:
            self._anchor = self._caret


class ReadingDraft:
    """Mark mentions and take them away, with steps back and forward."""

    def __init__(self, reading: Reading = ()) -> None:
        self._steps = [reading]
        self._place = 0

    @property
    def reading(self) -> Reading:
        return self._steps[self._place]

    @property
    def is_changed(self) -> bool:
        return self.reading != self._steps[0]

    @property
    def marked(self) -> Reading:
        """The mentions of now that it did not begin with."""
        return tuple(span for span in self.reading if span not in self._steps[0])

    def with_mention(self, start: int, end: int, name: str) -> Reading:
        """Say what it would be with a mention; those that share a token with it go."""
        return tuple(sorted([*self.without(start, end), (start, end, name)]))

    def without(self, start: int, end: int) -> Reading:
        """Say what it would be without the mentions that share a token with a half-open range."""
        return tuple(span for span in self.reading if span[1] <= start or span[0] >= end)

    def take(self, reading: Reading) -> None:
        """Put another reading in its place, as a step that can be taken back."""
        if reading != self.reading:
            self._steps[self._place + 1 :] = [reading]
            self._place += 1

    def step(self, step: int) -> None:
        self._place = min(max(self._place + step, 0), len(self._steps) - 1)

    def mention_beside(self, start: int, end: int, step: int) -> tuple[int, int] | None:
        """Give the extent of the next mention (1) or of the one before (-1), seen from a range of tokens."""
        spans = [(low, high) for low, high, _ in self.reading]
        if step > 0:
            return next((span for span in spans if span > (start, end)), None)
        return next((span for span in spans[::-1] if span < (start, end)), None)


_OUTSIDE: Final = "Only tokens of the framed event can be marked."


class Marking(QObject):
    """Let mentions be marked in the sentence of an event, until they are accepted or left.

    Parameters
    ----------
    view : ContextView
        Where the sentence is shown; `bar` belongs below it.
    show_draft : callable
        Shows a reading of the event as if it were the right one; None shows what is decided.
    """

    accepted = Signal(object)  # the right reading; positions count in the sentence
    remove_requested = Signal()
    left = Signal()
    dropped = Signal(bool)  # something else is on show now; whether that took away what had been marked

    def __init__(self, view: ContextView, show_draft: Callable[[Reading | None], None]) -> None:
        super().__init__(view)
        self._view, self._show_draft = view, show_draft
        self.bar, self._field = MarkingBar(), TypeField()
        self._study: Study | None = None
        self._event = 0
        self._known: tuple[str, ...] = ()
        self._types: tuple[str, ...] = ()
        self._draft, self._tokens = ReadingDraft(), MarkingTokens(range(1))
        self._selecting = QTimer(self, singleShot=True, interval=0)
        self._selecting.timeout.connect(self._select)
        self._mouse, self._is_inside = MarkingMouse(self._view), False
        self._mouse.dragged_over.connect(self._on_dragged_over)
        self._mouse.missed.connect(partial(self._refuse, _OUTSIDE))
        self._mouse.released.connect(self._on_released)
        self._keys = self._acts()
        self.bar.type_chosen.connect(self._mark)
        self.bar.other.clicked.connect(partial(self._write_type, ""))
        self.bar.unmark.clicked.connect(self._unmark)
        self.bar.accept.clicked.connect(self._accept)
        self.bar.leave.clicked.connect(self.leave)
        self.bar.remove.clicked.connect(self._remove)
        self._field.written.connect(self._on_written)
        self._field.left.connect(self._view.setFocus)

    @property
    def marked_event(self) -> int | None:
        return None if self._study is None else self._event

    def begin(self, study: Study, event: int, reading: Reading) -> None:
        """Let the reading of the event on show be marked, beginning with one."""
        zero = int(study.text.sentence_start[study.event_sentence[event]])
        self._study, self._event, self._draft = study, event, ReadingDraft(reading)
        bounds = range(int(study.events.start[event]) - zero, int(study.events.end[event]) - zero)
        self._tokens, self._known = MarkingTokens(bounds), types_to_give(study, event)
        self.bar.show_given(study.decisions[event].correction is not None)
        self.bar.say("")
        self._view.set_picks_events(False)
        self._view.installEventFilter(self)
        self._mouse.begin()
        self._show()
        self.bar.show()
        self.resume()
        announce(self._view, f"Mark the correct annotation of {self._said()}")

    def resume(self) -> None:
        self._view.window().activateWindow()
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        if self._end():
            self.left.emit()

    def drop(self) -> None:
        """End because something else is on show."""
        if self._end():
            self.dropped.emit(self._draft.is_changed)

    def _end(self) -> bool:
        if self._study is None:
            return False
        self._study = None
        self._selecting.stop()
        self._field.close_field()
        self.bar.hide()
        self._view.removeEventFilter(self)
        self._mouse.end()
        self._view.set_picks_events(True)
        self._show_draft(None)
        return True

    def _acts(self) -> dict[str, Callable[[], object]]:
        acts: dict[str, Callable[[], object]] = {
            "Ctrl+A": partial(self._choose, MarkingTokens.choose_all),
            "Up": partial(self._choose_mention, -1),
            "Down": partial(self._choose_mention, 1),
            "Space": self._write_type,
            "Del": self._unmark,
            "Backspace": self._unmark,
            "Ctrl+Del": self._remove,
            "Ctrl+Z": partial(self._step, -1),
            "Ctrl+Shift+Z": partial(self._step, 1),
            "Return": self._accept,
            "Enter": self._accept,
            "Esc": self.leave,
        }
        for extends, held in ((False, ""), (True, "Shift+")):
            for key, step in (("Left", -1), ("Right", 1)):
                acts[held + key] = partial(self._move, step, extends)
            for key, is_last in (("Home", False), ("End", True)):
                acts[held + key] = partial(self._choose, MarkingTokens.move_to_end, is_last, extends)
        return acts

    def _said(self) -> str:
        """Say the chosen tokens, and what is marked among them."""
        assert self._study is not None, "something is being marked"
        start, end = self._tokens.chosen
        tokens = self._study.text.tokens_of(int(self._study.event_sentence[self._event]))[start:end]
        types = [name for low, high, name in self._draft.reading if low < end and high > start]
        return f"{' '.join(tokens)}, {' and '.join(types) or 'no name'}"

    def _show(self) -> None:
        self._types = tuple(dict.fromkeys((*self._known, *(span[2] for span in self._draft.reading))))
        self.bar.show_types(self._types)
        self._show_draft(self._draft.reading)
        self._select()

    def _select(self) -> None:
        self._view.select_tokens(*self._tokens.chosen, is_backwards=self._tokens.is_backwards)

    # What keys do

    def _choose(self, choose: Callable[..., object], *how: bool | int) -> None:
        choose(self._tokens, *how)
        self.bar.say("")
        self._select()
        announce(self._view, self._said())

    def _move(self, step: int, extends: bool) -> None:
        self._choose(MarkingTokens.move, -step if self._view.is_right_to_left else step, extends)

    def _choose_mention(self, step: int) -> None:
        if (found := self._draft.mention_beside(*self._tokens.chosen, step)) is not None:
            self._choose(MarkingTokens.choose, *found)

    def _write_type(self, text: str = "") -> None:
        self._field.open(self._types, text, self._view)

    def _on_written(self, name: str) -> None:
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._mark(name)

    def _mark(self, name: str) -> None:
        assert self._study is not None, "something is being marked"
        start, end = self._tokens.chosen
        reading = self._draft.with_mention(start, end, name)
        if reason := misreading(self._study, self._event, reading):
            self._refuse(f"{reason[:1].upper()}{reason[1:]}.")
            return
        gone = [span for span in self._draft.reading if span not in reading and span[:2] != (start, end)]
        if any(span in self._draft.marked for span in gone):
            self._ask(gone, reading)
            return
        self._take(reading)
        if gone:
            self.bar.say(f"{self._named(gone)} {word_for(len(gone), 'is', 'are')} replaced. Ctrl+Z undoes this.")

    def _ask(self, gone: Sequence[tuple[int, int, str]], reading: Reading) -> None:
        """Ask whether what was just marked goes; mentions of a correction share no token."""
        box = QMessageBox(QMessageBox.Icon.Question, "Overlapping mentions", "", parent=self._view)
        shares = word_for(len(gone), "shares", "share")
        what = f"{self._named(gone)} {shares} a word with the new mention. Mentions of a correction cannot overlap."
        box.setText(visible(what))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        replace = box.addButton("Replace", QMessageBox.ButtonRole.AcceptRole)
        box.setEscapeButton(box.addButton(QMessageBox.StandardButton.Cancel))
        replace.clicked.connect(lambda: self._take(reading))
        box.finished.connect(self.resume)
        box.open()

    def _named(self, spans: Sequence[tuple[int, int, str]]) -> str:
        assert self._study is not None, "something is being marked"
        tokens = self._study.text.tokens_of(int(self._study.event_sentence[self._event]))
        return " and ".join(f"“{' '.join(tokens[start:end])}” ({name})" for start, end, name in spans)

    def _unmark(self) -> None:
        self._take(self._draft.without(*self._tokens.chosen))

    def _take(self, reading: Reading) -> None:
        self._draft.take(reading)
        self.bar.say("")
        self._show()
        announce(self._view, self._said())

    def _step(self, step: int) -> None:
        self._draft.step(step)
        self._show()
        announce(self._view, self._said())

    def _refuse(self, reason: str) -> None:
        self.bar.say(reason)
        announce(self._view, reason)

    def _accept(self) -> None:
        reading = self._draft.reading
        if self._end():
            self.accepted.emit(reading)

    def _remove(self) -> None:
        if self._study is not None and self._study.decisions[self._event].correction is not None:
            self._end()
            self.remove_requested.emit()

    # The mouse

    def _on_dragged_over(self, first: int, last: int) -> None:
        self._is_inside = self._tokens.choose(min(first, last), max(first, last) + 1)
        self.bar.say("" if self._is_inside else _OUTSIDE)
        self._select()

    def _on_released(self) -> None:
        if self._is_inside:
            announce(self._view, self._said())
            self._offer_types()
        else:
            announce(self._view, _OUTSIDE)

    def _offer_types(self) -> None:
        """Offer types beside the pointer: each of some, none, or another one that is written."""
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in self._types[:N_OFFERED]:
            menu.addAction(plain_text(name), partial(self._mark, name))
        menu.addSeparator()
        menu.addAction("Not an entity", self._unmark)
        menu.addAction("Another type…", self._write_type)
        menu.popup(QCursor.pos())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys, and choose the tokens again where the text is written anew."""
        if isinstance(event, QKeyEvent):
            if (act := self._act_of(event)) is not None:
                event.accept()
                if event.type() == QEvent.Type.KeyPress:
                    act()
                return event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._selecting.start()
        return super().eventFilter(watched, event)

    def _act_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Find what a key does; a number chooses a type, a letter begins one."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = QKeySequence(QKeyCombination(modifiers, Qt.Key(event.key())))
        if act := self._keys.get(key.toString(QKeySequence.SequenceFormat.PortableText)):
            return act
        text = event.text()
        if modifiers & ~Qt.KeyboardModifier.ShiftModifier or not text.isprintable() or not text.strip():
            return None
        if text.isdecimal() and 0 < int(text) <= len(self._types[:N_OFFERED]):
            return partial(self._mark, self._types[int(text) - 1])
        return partial(self._write_type, text)
