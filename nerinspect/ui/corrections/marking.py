"""Marking the right reading of an event in its sentence, by keyboard or mouse; each change can be taken back."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QMessageBox

from nerinspect.decisions.corrections import types_to_give
from nerinspect.events.decision import Reading
from nerinspect.events.study import Study
from nerinspect.lists.readings import misreading
from nerinspect.ui.corrections.marking_bar import N_OFFERED, MarkingBar, MarkingMouse, TypeField
from nerinspect.ui.kit.screen_text import announce, plain_text
from nerinspect.visible import visible

if TYPE_CHECKING:
    from nerinspect.ui.pages.blind.blind_panel import BlindPanel
    from nerinspect.ui.sentence.event_context import ContextPanel


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
        """Choose all tokens."""
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
        """The mentions as they are marked now."""
        return self._steps[self._place]

    @property
    def is_changed(self) -> bool:
        """Whether something else is marked than in the beginning."""
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
        """Go a step back (-1) or forward (1), as far as there are any."""
        self._place = min(max(self._place + step, 0), len(self._steps) - 1)

    def mention_beside(self, start: int, end: int, step: int) -> tuple[int, int] | None:
        """Give the extent of the next mention (1) or of the one before (-1), seen from a range of tokens."""
        spans = [(low, high) for low, high, _ in self.reading]
        if step > 0:
            return next((span for span in spans if span > (start, end)), None)
        return next((span for span in spans[::-1] if span < (start, end)), None)


_OUTSIDE: Final = "Only tokens of the framed event can be marked."


class Marking(QObject):
    """Let mentions be marked in the sentence of an event, until they are accepted or left."""

    accepted = Signal(object)  # the right reading; positions count in the sentence
    remove_requested = Signal()
    left = Signal()
    dropped = Signal(bool)  # something else is on show now; whether that took away what had been marked

    def __init__(self, panel: "ContextPanel | BlindPanel") -> None:
        super().__init__(panel)
        self._panel, self._view = panel, panel.view
        self._bar, self._field = MarkingBar(), TypeField()
        panel.add_below(self._bar)
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
        self._bar.type_chosen.connect(self._mark)
        self._bar.other_requested.connect(self._write_type)
        self._bar.unmark_requested.connect(self._unmark)
        self._bar.accept_requested.connect(self._accept)
        self._bar.leave_requested.connect(self.leave)
        self._bar.remove_requested.connect(self._remove)
        self._field.written.connect(self._on_written)
        self._field.left.connect(self._view.setFocus)

    @property
    def marked_event(self) -> int | None:
        """The event whose reading is being marked; None while none is."""
        return None if self._study is None else self._event

    def begin(self, study: Study, event: int, reading: Reading) -> None:
        """Let the reading of the event on show be marked, beginning with one."""
        zero = int(study.text.sentence_start[study.event_sentence[event]])
        self._study, self._event, self._draft = study, event, ReadingDraft(reading)
        bounds = range(int(study.events.start[event]) - zero, int(study.events.end[event]) - zero)
        self._tokens, self._known = MarkingTokens(bounds), types_to_give(study, event)
        self._bar.show_given(study.decisions[event].correction is not None)
        self._bar.say("")
        self._view.set_picks_events(False)
        self._view.installEventFilter(self)
        self._mouse.begin()
        self._show()
        self._bar.show()
        self.resume()
        announce(self._view, f"Mark the correct annotation of {self._said()}")

    def resume(self) -> None:
        """Let keys mark again."""
        self._view.window().activateWindow()
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Leave everything as it was."""
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
        self._bar.hide()
        self._view.removeEventFilter(self)
        self._mouse.end()
        self._view.set_picks_events(True)
        self._panel.show_draft(None)
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
        self._bar.show_types(self._types)
        self._panel.show_draft(self._draft.reading)
        self._select()

    def _select(self) -> None:
        self._view.select_tokens(*self._tokens.chosen, is_backwards=self._tokens.is_backwards)

    # What keys do

    def _choose(self, choose: Callable[..., object], *how: bool | int) -> None:
        choose(self._tokens, *how)
        self._bar.say("")
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
            self._bar.say(f"{self._named(gone)} {'are' if len(gone) > 1 else 'is'} replaced. Ctrl+Z takes it back.")

    def _ask(self, gone: Sequence[tuple[int, int, str]], reading: Reading) -> None:
        """Ask whether what was just marked goes; mentions of a correction share no token."""
        box = QMessageBox(QMessageBox.Icon.Question, "Overlapping Mentions", "", parent=self._view)
        shares = "share" if len(gone) > 1 else "shares"
        what = f"{self._named(gone)} {shares} a word with the new mention. A correction holds no overlapping mentions."
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
        self._bar.say("")
        self._show()
        announce(self._view, self._said())

    def _step(self, step: int) -> None:
        self._draft.step(step)
        self._show()
        announce(self._view, self._said())

    def _refuse(self, reason: str) -> None:
        self._bar.say(reason)
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
        self._bar.say("" if self._is_inside else _OUTSIDE)
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

    # Qt overrides

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
