"""What is decided about the chosen event: verdict, causes, flag and note, each a key away."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLayout, QLineEdit, QVBoxLayout, QWidget

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.review.causes import USUAL_CAUSES
from nerinspect.ui.deciding.cause_field import VERDICT_SIGN, CauseChips, CauseField
from nerinspect.ui.deciding.key_caps import KeyCapButton, NoteEdit
from nerinspect.ui.deciding.reading_part import ReadingPart
from nerinspect.ui.kit.layout import ElidedLabel, FlowLayout
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_MARGIN, _GAP, _FIELD = 12, 6, 110  # at a font of 13 pixels


class ReviewLayout:
    """Lay parts out in one of two forms."""

    def __init__(
        self,
        owner: QWidget,
        head: tuple[QLabel, QLabel],
        verdicts: Sequence[QWidget],
        chips: QWidget,
        last: tuple[QLineEdit, QWidget, QWidget],
        below: Sequence[QWidget],
    ) -> None:
        self._owner, self._verdicts, self._chips, self._last, self._below = owner, verdicts, chips, last, below
        self._title, self._state = head
        self.is_one_row = False
        self._column, self._head, self._flow = QVBoxLayout(owner), QHBoxLayout(), FlowLayout()
        self._grid, self._line = QGridLayout(), QHBoxLayout()
        self._head.addWidget(self._title)
        self._head.addLayout(self._flow, 1)
        self._head.addWidget(self._state)
        for part in (self._head, self._grid, self._line):
            self._column.addLayout(part)
        self._fill()
        for one in below:  # last: Tab goes through the parts as they are added
            self._column.addWidget(one)
        self.restyle()

    def set_one_row(self, is_one_row: bool) -> None:
        """Take the one form or the other."""
        if is_one_row != self.is_one_row:
            self.is_one_row = is_one_row
            self._fill()
            self.restyle()

    def fit(self) -> None:
        """Leave out what stands at the end of the row rather than begin another one."""
        needed = self._flow.sizeHint().width() + self._head.spacing() + self._state.sizeHint().width()
        margins = self._column.contentsMargins()
        room = self._owner.width() - margins.left() - margins.right()
        self._state.setVisible(not self.is_one_row or needed <= room)

    def restyle(self) -> None:
        """Take the fonts, the colours and the distances of now."""
        font, unit = self._owner.font(), unit_of(self._owner.font())
        margin, gap = round(_MARGIN * unit), round(_GAP * unit)
        above = round(_GAP * unit) if self.is_one_row else margin
        self._column.setContentsMargins(margin, above, margin, above)
        for layout in (self._column, self._head, self._flow, self._grid, self._line):
            layout.setSpacing(gap)
        self._title.setFont(scaled_font(font, DETAIL, is_bold=True))
        for label in (self._state, *(one for one in self._below if isinstance(one, QLabel))):
            label.setFont(scaled_font(font, CAPTION))
            colours = label.palette()
            colours.setColor(QPalette.ColorRole.WindowText, current_theme().text2)
            label.setPalette(colours)
        field, button = self._last[:2]
        field.setFixedHeight(button.sizeHint().height())
        field.setTextMargins(round(4 * unit), 0, 0, 0)
        field.setMinimumWidth(round(_FIELD * unit))
        self.fit()

    def _fill(self) -> None:
        """Hand the parts to the layouts of the form."""
        for layout in (self._flow, self._grid, self._line):
            _empty(layout)
        self._column.removeWidget(self._chips)
        self._title.setHidden(self.is_one_row)
        if self.is_one_row:
            for part in (*self._verdicts, *self._last[1:], self._last[0], self._chips):
                self._flow.addWidget(part)
        else:
            for place, part in enumerate(self._verdicts):
                self._grid.addWidget(part, *divmod(place, 2))
            self._column.insertWidget(2, self._chips)
            for part in self._last:
                self._line.addWidget(part, int(part is self._last[0]))
        self._head.setAlignment(self._state, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def _empty(layout: QLayout) -> None:
    while layout.takeAt(0) is not None:
        pass


@dataclass(frozen=True)
class ReviewProgress:
    """How many of the events that want a verdict have one."""

    n_decided: int = 0
    n_wanted: int = 0
    counts_agreement: bool = False  # whether agreement wants one, too

    @property
    def short(self) -> str:
        """The two numbers alone."""
        return f"{self.n_decided:,} / {self.n_wanted:,}"

    def words(self, wording: Wording) -> str:
        """Say what is counted, too."""
        errors = "disagreements" if wording.is_neutral else "errors"
        return f"{self.n_decided:,} of {self.n_wanted:,} {'events' if self.counts_agreement else errors} decided"


class ReviewPart(Styled, QWidget):
    """Show what was decided about an event and tell what the user decides.

    It shows a decision only when it is told to: a choice is a wish until it is on disk.
    """

    verdict_chosen = Signal(str)  # a verdict; empty to take back the one that is shown
    causes_chosen = Signal(object)  # all causes from now on
    flag_chosen = Signal(bool)
    note_chosen = Signal(str)
    left = Signal()  # a key ended the note: the focus belongs to the table again

    def __init__(self, parent: QWidget | None = None, has_reading: bool = True) -> None:
        super().__init__(parent)
        self._has_reading = has_reading
        self.setObjectName("review_part")
        self.setAccessibleName("Review")
        self._decision, self._n_events, self._wording = Decision(), 1, JUDGED
        self._progress = ReviewProgress()
        self._why, self._is_ready = "", True
        self._build_ui()
        self._connect()
        self.show_decision(Decision())
        self.set_ready(False)

    @property
    def is_ready(self) -> bool:
        """Whether anything can be decided."""
        return self._is_ready

    def show_decision(self, decision: Decision, n_events: int = 1) -> None:
        """Show what was decided about the chosen event, and of how many events the next choice is."""
        self._decision, self._n_events = decision, n_events
        self._note_edit.follow(decision.note)
        own = [f"{VERDICT_SIGN} {decision.verdict}"] if self._has_own_verdict() else []
        self._chips.show_words([*own, *decision.causes])
        self._show_note()
        self._show_chosen()
        self._show_head()

    def show_progress(self, n_decided: int, n_errors: int, counts_agreement: bool = False) -> None:
        """Say how many errors have a verdict, of how many; with agreement how many events."""
        self._progress = ReviewProgress(n_decided, n_errors, counts_agreement)
        self._show_head()

    def show_causes(self, known: Sequence[str], usual: Sequence[str] = USUAL_CAUSES) -> None:
        """Complete these causes, besides the usual ones."""
        self._field.offer(known, usual)

    def set_ready(self, is_ready: bool, why: str = "") -> None:
        """Let something be decided, or say why nothing can be."""
        self._is_ready, self._why = is_ready, "" if is_ready else why
        for part in (*self._verdicts.values(), self._flag, self._note, self._field, self._chips, self.reading):
            part.setEnabled(is_ready)
        self._reason.show_text(self._why)
        self._reason.setVisible(bool(self._why))
        self._field.show_reason(self._why)
        self._explain()

    def set_one_row(self, is_one_row: bool) -> None:
        """Stand in one row, under the sentence, or in a column."""
        self._arranged.set_one_row(is_one_row)
        if self._has_reading:
            self.reading.set_one_row(is_one_row)
        self._show_head()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so."""
        self._wording = wording
        self.reading.speak(wording)
        for verdict, button in self._verdicts.items():
            button.offer(wording.name(verdict), wording.verdict_keys[verdict])
        self._explain()
        self._show_head()

    def choose_verdict(self, verdict: str) -> None:
        """Do what a click on the verdict does: choose it, or take it back."""
        if self._is_ready:
            self.verdict_chosen.emit("" if verdict == self._decision.verdict else verdict)

    def focus_causes(self) -> None:
        """Let a cause be written."""
        if self._is_ready:
            self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_note(self) -> None:
        """Let the note be written."""
        if self._is_ready and not self._note_edit.is_open:
            self._shown_note.hide()
            self._note_edit.open(self._decision.note)

    def keep_note(self) -> None:
        """Announce a note that is being written, before the window closes or does something else."""
        self._note_edit.keep()

    def _build_ui(self) -> None:
        self._title, self._state = QLabel("Review"), QLabel()
        self._verdicts = {
            verdict: KeyCapButton(JUDGED.name(verdict), key) for verdict, key in JUDGED.verdict_keys.items()
        }
        self._flag, self._note = KeyCapButton("Flag", "F"), KeyCapButton("Note", "N")
        self._chips, self._field, self._note_edit = CauseChips(), CauseField(), NoteEdit()
        self.reading = ReadingPart(self)  # it hides and shows itself: without a parent it would be a window
        self.reading.setVisible(self._has_reading)
        self._shown_note = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._reason = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._arranged = ReviewLayout(
            self,
            head=(self._title, self._state),
            verdicts=tuple(self._verdicts.values()),
            chips=self._chips,
            last=(self._field, self._flag, self._note),
            below=(*([self.reading] if self._has_reading else []), self._shown_note, self._note_edit, self._reason),
        )

    def _connect(self) -> None:
        for verdict, button in self._verdicts.items():
            button.clicked.connect(lambda _checked, chosen=verdict: self._on_clicked(chosen))
        self._flag.clicked.connect(self._on_flag_clicked)
        self._note.clicked.connect(self._on_note_clicked)
        self._chips.removed.connect(self._on_removed)
        self._field.causes_written.connect(self._on_causes_written)
        self._field.verdict_written.connect(self.verdict_chosen)
        self._field.last_unwanted.connect(self._on_last_unwanted)
        self._note_edit.written.connect(self.note_chosen)
        self._note_edit.closed.connect(self._on_note_closed)

    def _has_own_verdict(self) -> bool:
        return bool(self._decision.verdict) and self._decision.verdict not in VERDICTS

    def _show_chosen(self) -> None:
        """Let the buttons show the decision, whatever was clicked."""
        for verdict, button in self._verdicts.items():
            button.setChecked(verdict == self._decision.verdict)
        self._flag.setChecked(self._decision.flag)
        self._note.setChecked(bool(self._decision.note))

    def _show_note(self) -> None:
        note = " ".join(self._decision.note.split())
        self._shown_note.show_text(note)
        self._shown_note.setVisible(bool(note) and not self._note_edit.is_open)

    def _show_head(self) -> None:
        """Say how far the review is, or how many events the next choice is for."""
        progress = self._progress.words(self._wording)
        selected = f"for {self._n_events:,} selected events" if self._n_events > 1 else ""
        self._state.setText(visible(selected or (self._progress.short if self._arranged.is_one_row else progress)))
        self._state.setAccessibleName(", ".join(filter(None, (progress, selected))))
        self._state.setToolTip(tooltip(progress))
        self._arranged.fit()

    def _explain(self) -> None:
        """Say what the buttons mean, or why they do nothing."""
        meaning = self._wording.meaning
        for verdict, button in self._verdicts.items():
            button.setToolTip(tooltip(self._why or meaning(verdict)))
        self._flag.setToolTip(tooltip(self._why or meaning("decision_flag")))
        self._note.setToolTip(tooltip(self._why or meaning("decision_note")))

    # Slots

    def _on_clicked(self, verdict: str) -> None:
        self._show_chosen()
        self.choose_verdict(verdict)

    def _on_flag_clicked(self) -> None:
        self._show_chosen()
        self.flag_chosen.emit(not self._decision.flag)

    def _on_note_clicked(self) -> None:
        self._show_chosen()
        self.focus_note()

    def _on_note_closed(self, by_key: bool) -> None:
        self._show_note()
        if by_key:
            self.left.emit()

    def _on_causes_written(self, words: tuple[str, ...]) -> None:
        causes = tuple(dict.fromkeys((*self._decision.causes, *words)))
        if causes != self._decision.causes:
            self.causes_chosen.emit(causes)

    def _on_removed(self, place: int) -> None:
        place -= self._has_own_verdict()
        if place < 0:
            self.verdict_chosen.emit("")
        else:
            self.causes_chosen.emit(self._decision.causes[:place] + self._decision.causes[place + 1 :])

    def _on_last_unwanted(self) -> None:
        if self._decision.causes:
            self.causes_chosen.emit(self._decision.causes[:-1])

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what has no room."""
        super().resizeEvent(event)
        self._arranged.fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Part it from what stands above."""
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, self.width(), 1, current_theme().border)

    def _restyle(self) -> None:
        self._arranged.restyle()
