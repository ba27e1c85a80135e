"""One disagreement of two annotators at a time, and nothing that tells who is who."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.decisions.adjudication import A_RIGHT, B_RIGHT, NEITHER_RIGHT
from nerinspect.events.decision import Decision, Reading
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import NEUTRAL
from nerinspect.quantities import grouped
from nerinspect.review.blinding import FIRST, SECOND, BlindEvent
from nerinspect.ui.deciding.review_part import DecisionPart
from nerinspect.ui.kit.keys import KeyCapButton
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.theme.fonts import scaled_font
from nerinspect.ui.theme.themes import current_theme

_VERDICTS: Final = {
    **{name: (NEUTRAL.name(name), key, NEUTRAL.meaning(name)) for name, key in NEUTRAL.verdict_keys.items()},
    A_RIGHT: (f"{FIRST} is right", "1", f"Annotation {FIRST} is right, annotation {SECOND} is not."),
    B_RIGHT: (f"{SECOND} is right", "2", f"Annotation {SECOND} is right, annotation {FIRST} is not."),
    NEITHER_RIGHT: ("Neither is right", NEUTRAL.verdict_keys[NEITHER_RIGHT], "Neither annotation is right."),
}
"""Words, key and meaning of each verdict, as if 1 were A."""


class BlindPanel(DecisionPart):
    """Show a disagreement as two readings and tell what the user decides.

    Signals
    -------
    verdict_chosen : str
        A verdict, as if 1 were A; empty to take back the one that is shown.
    step_requested, undecided_requested : int
        Another event: 1 for the next one, -1 for the one before.
    """

    mark_requested = Signal()
    step_requested = Signal(int)
    undecided_requested = Signal(int)
    undo_requested = Signal()
    redo_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("blind_panel")
        self.setAccessibleName("Blind adjudication")
        self._event: BlindEvent | None = None
        self._given: Reading | None = None
        self._shown = ""
        self._build_ui()
        self._connect()

    def show_types(self, types: tuple[str, ...]) -> None:
        """Colour mentions of these types as everywhere else."""
        self.view.show_types(types)

    def show_event(self, event: BlindEvent, decision: Decision) -> None:
        """Show a disagreement, and what was decided about it."""
        given = decision.correction if decision.verdict == NEITHER_RIGHT else None
        if (event, given) != (self._event, self._given):
            self._event, self._given = event, given
            self._show_reading(event, given)
        self._decision, self._shown = decision, event.verdict(decision.verdict)
        self._note_edit.follow(decision.note)
        self._chips.show_words(decision.causes)
        self._show_chosen()
        self._show_note()

    def show_progress(self, place: int, n_events: int, n_decided: int) -> None:
        """Say which of the events is on show, from 1, and how many have a verdict."""
        self._progress.setText(f"{grouped(place)} of {grouped(n_events)}, {grouped(n_decided)} decided")

    def show_steps(self, can_undo: bool, can_redo: bool) -> None:
        """Offer to take something back, or to do it again."""
        self._undo.setEnabled(can_undo)
        self._redo.setEnabled(can_redo)

    def show_draft(self, reading: Reading | None) -> None:
        """Show a reading of the event as if it were given as the right one; None shows what is decided."""
        if self._event is not None:
            self._show_reading(self._event, self._given if reading is None else reading)

    def add_below(self, widget: QWidget) -> None:
        self._rows.insertWidget(self._rows.indexOf(self.view) + 1, widget)

    def _build_ui(self) -> None:
        self._title, self._progress = QLabel("Blind adjudication"), QLabel()
        self._hint = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._hint.show_text("Annotators are shuffled for every disagreement.")
        self._leave = QPushButton("Close (Esc)")
        self.view = ContextView()
        self._verdicts = {verdict: KeyCapButton(words, key) for verdict, (words, key, _) in _VERDICTS.items()}
        for verdict, choice in self._verdicts.items():
            choice.setToolTip(tooltip(_VERDICTS[verdict][2]))
        self._mark = KeyCapButton("Mark the correct annotation", "M")
        self._mark.setCheckable(False)
        self._flag.setToolTip(tooltip(meaning("decision_flag")))
        self._field.setAccessibleDescription("Key C")
        self._note.setToolTip(tooltip(meaning("decision_note")))
        self._undo, self._redo = QPushButton("Undo"), QPushButton("Redo")
        self._before, self._next = QPushButton("Previous undecided"), QPushButton("Next undecided")
        for button, keys in (
            (self._undo, "Ctrl+Z"), (self._redo, "Ctrl+Shift+Z"), (self._before, "Shift+K"), (self._next, "Shift+J"),
        ):  # fmt: skip
            button.setToolTip(tooltip(keys))
        head, verdicts, steps = (QHBoxLayout() for _ in range(3))
        head.addWidget(self._title)
        head.addWidget(self._progress)
        head.addWidget(self._hint, 1)
        head.addWidget(self._leave)
        for part in (*self._verdicts.values(), self._mark, self._flag, self._note, self._field, self._chips):
            verdicts.addWidget(part)
        verdicts.addStretch(1)
        for button in (self._before, self._next, self._undo, self._redo):
            steps.addWidget(button)
        steps.addStretch(1)
        self._rows = rows = QVBoxLayout(self)
        rows.addLayout(head)
        rows.addWidget(self.view, 1)
        for row in (verdicts, self._shown_note, self._note_edit, steps):
            rows.addLayout(row) if isinstance(row, QHBoxLayout) else rows.addWidget(row)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        for verdict, button in self._verdicts.items():
            button.clicked.connect(lambda _checked, chosen=verdict: self._choose(chosen))
        acts = {
            key: button.click for (_, key, _), button in zip(_VERDICTS.values(), self._verdicts.values(), strict=True)
        }
        acts |= {"M": self._mark.click, "F": self._flag.click, "C": self._field.setFocus, "N": self._note.click}
        acts |= {"Esc": self._on_escape, "Shift+J": self._next.click}
        acts |= {"Shift+K": self._before.click, "Ctrl+Z": self._undo.click, "Ctrl+Shift+Z": self._redo.click}
        acts |= {"Ctrl++": self.view.zoom_in, "Ctrl+-": self.view.zoom_out, "Ctrl+0": self.view.zoom_reset}
        for keys, act in acts.items():
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        for sign, keys in ((1, "J"), (-1, "K")):
            QShortcut(QKeySequence(keys), self).activated.connect(lambda step=sign: self.step_requested.emit(step))
        self.view.next_requested.connect(lambda: self.step_requested.emit(1))
        self.view.previous_requested.connect(lambda: self.step_requested.emit(-1))
        self._next.clicked.connect(lambda: self.undecided_requested.emit(1))
        self._before.clicked.connect(lambda: self.undecided_requested.emit(-1))
        self._undo.clicked.connect(lambda: self.undo_requested.emit())
        self._redo.clicked.connect(lambda: self.redo_requested.emit())
        self._leave.clicked.connect(lambda: self.left.emit())
        self._mark.clicked.connect(lambda: self.mark_requested.emit())

    def _restyle(self) -> None:
        unit = self.unit
        self._rows.setContentsMargins(*(round(side * unit) for side in (14, 10, 14, 12)))
        self._rows.setSpacing(round(10 * unit))
        self._title.setFont(scaled_font(self.font(), 1, is_bold=True))
        set_ink(self._hint, current_theme().text2)

    def _choose(self, verdict: str) -> None:
        self._show_chosen()
        self.verdict_chosen.emit("" if verdict == self._shown else verdict)

    def _show_chosen(self) -> None:
        super()._show_chosen()
        for verdict, button in self._verdicts.items():
            button.setChecked(verdict == self._shown)
        self._mark.setEnabled(self._shown in ("", NEITHER_RIGHT))

    def _show_reading(self, event: BlindEvent, given: Reading | None) -> None:
        """Show the two readings, and the one that was given instead of both."""
        readings = zip((FIRST, SECOND), event.readings, strict=True)
        said = ", ".join(f"{name} {_said(reading)}" for name, reading in readings)
        self.view.show_context(event.context(given), said)

    def _on_escape(self) -> None:
        """Leave the field of causes, else blind mode."""
        if self._field.hasFocus():
            self.view.setFocus()
        else:
            self._leave.click()

    def _leave_note(self) -> None:
        self.view.setFocus()


def _said(reading: Reading) -> str:
    return " and ".join(name for _, _, name in reading) or "no name"
