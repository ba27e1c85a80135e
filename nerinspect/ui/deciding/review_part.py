"""What is decided about the chosen event: verdict, causes, flag, note and right reading, each a key away."""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import grouped
from nerinspect.review.causes import USUAL_CAUSES
from nerinspect.ui.deciding.causes import VERDICT_SIGN, CauseChips, CauseField
from nerinspect.ui.kit.fields import NoteEdit
from nerinspect.ui.kit.keys import KeyButton, KeyCapButton
from nerinspect.ui.kit.layout import ElidedLabel, FlowLayout, fill
from nerinspect.ui.kit.screen_text import draw_text, tooltip
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.theme.themes import TypeStyle, current_theme, type_styles
from nerinspect.visible import visible

_AROUND, _GAP, _LINE, _LEAST = 4, 6, 2, 24  # at a font of 13 pixels
TITLE: Final = "Correct annotation"
NO_NAME: Final = "No entity here"
_MORE: Final = "…"


class ReadingLine(Styled, QWidget):
    """Paint the mentions of a reading beside each other, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._mentions: list[tuple[str, str]] | None = None
        self._types: tuple[str, ...] = ()
        self._styles: dict[str, TypeStyle] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.show_mentions(None)

    def show_types(self, types: tuple[str, ...]) -> None:
        """Learn the types of the study, which have their colours among each other."""
        self._types, self._styles = types, type_styles(types, current_theme())
        self.update()

    def show_mentions(self, mentions: list[tuple[str, str]] | None) -> None:
        """Show mentions by type and surface; none of them says that no name is here, None that nothing is given."""
        self._mentions = mentions
        said = ", ".join(f"{name} {surface}" for name, surface in mentions or ())
        words = TITLE if mentions is None else f"{TITLE}: {said or NO_NAME.lower()}"
        self.setAccessibleName(words)
        self.setToolTip(tooltip(words))
        self.update()

    def sizeHint(self) -> QSize:
        unit, font = self.unit, scaled_font(self.font(), DETAIL)
        return QSize(round(_LEAST * unit), ceil(QFontMetricsF(font).height() + _AROUND * unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, unit, whole = current_theme(), self.unit, QRectF(self.rect())
        painter, words = QPainter(self), scaled_font(self.font(), DETAIL)
        if not self._mentions:
            text, ink = (TITLE, theme.text3) if self._mentions is None else (NO_NAME, theme.text)
            draw_text(painter, words, ink, whole, text)
            return
        names, left = scaled_font(self.font(), CAPTION, is_bold=True), 0.0
        end = whole.right() - (len(self._mentions) > 1) * QFontMetricsF(words).horizontalAdvance(_MORE)
        for name, surface in self._mentions:
            box = QRectF(left, 1, QFontMetricsF(names).horizontalAdvance(name) + _GAP * unit, whole.height() - 2)
            room = QRectF(box.right() + _GAP / 2 * unit, 0, 0, whole.height())
            room.setWidth(min(QFontMetricsF(words).horizontalAdvance(surface) + 1, end - room.left()))
            if left and room.width() < _LEAST * unit:
                draw_text(painter, words, theme.text2, whole, _MORE, Qt.AlignmentFlag.AlignRight)
                return
            style = self._styles.get(name)
            painter.fillRect(box, style.fill if style else theme.button)
            line = QRectF(box.left(), box.bottom() - _LINE * unit, box.width(), _LINE * unit)
            painter.fillRect(line, style.line if style else theme.text3)
            draw_text(painter, names, theme.text, box.adjusted(_GAP / 2 * unit, 0, unit, 0), name)
            draw_text(painter, words, theme.text, room, surface)
            left = room.right() + 2 * _GAP * unit

    def _restyle(self) -> None:
        self._styles = type_styles(self._types, current_theme())
        self.updateGeometry()
        self.update()


class ReadingPart(Styled, QWidget):
    """Show the right reading, and when it was decided."""

    take_requested = Signal()
    mark_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reading_part")
        self._is_given = self._is_one_row = False
        self._line, self._take, self._mark = ReadingLine(), KeyButton("Accept", "T"), KeyButton("Mark", "M")
        self._state = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._decided = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._take.clicked.connect(self.take_requested)
        self._mark.clicked.connect(self.mark_requested)
        self._mark.setAccessibleName("Mark the correct annotation")
        self._mark.setToolTip(tooltip("Mark the correct annotation in the sentence."))
        self._row = fill(QHBoxLayout(), self._line, self._take, self._mark, stretched=self._line)
        self._column = fill(QVBoxLayout(self), self._row, self._state, self._decided)
        self.speak(JUDGED)
        self.show_reading(None)

    def speak(self, wording: Wording) -> None:
        words = "Accept B’s annotation" if wording.is_neutral else "Accept the prediction"
        self._take.setAccessibleName(words)
        self._take.setToolTip(tooltip(f"{words}."))

    def show_types(self, types: tuple[str, ...]) -> None:
        self._line.show_types(types)

    def show_reading(self, mentions: list[tuple[str, str]] | None, why_not: str = "", decided: str = "") -> None:
        """Show type and surface of each mention that is given for the right reading; None if nothing is.

        `why_not` says why it does not change the reference, `decided` when the event was decided, and by whom.
        """
        self._is_given = mentions is not None
        self._line.show_mentions(mentions)
        self._state.show_text(why_not)
        self._decided.show_text(decided)
        self._fit()

    def set_one_row(self, is_one_row: bool) -> None:
        """Stand below one row, where there is little height, or in a column."""
        self._is_one_row = is_one_row
        self._fit()

    def _fit(self) -> None:
        """Leave out what has no room; in a column nothing moves from one event to the next but for a warning."""
        self._take.setHidden(self._is_given)
        self._state.setVisible(bool(self._state.accessibleName()))
        self._decided.setHidden(self._is_one_row)
        self.setHidden(self._is_one_row and not self._is_given)

    def _restyle(self) -> None:
        unit, theme = self.unit, current_theme()
        self._row.setSpacing(round(2 * unit))
        self._column.setSpacing(round(2 * unit))
        for label, ink in ((self._state, theme.warning), (self._decided, theme.text3)):
            label.setFont(scaled_font(self.font(), CAPTION))
            set_ink(label, ink)


class ReviewProgress(NamedTuple):
    """How many of the events that want a verdict have one."""

    n_decided: int = 0
    n_wanted: int = 0
    counts_agreement: bool = False  # whether agreement wants one, too

    @property
    def short(self) -> str:
        return f"{grouped(self.n_decided)} / {grouped(self.n_wanted)}"

    def words(self, wording: Wording) -> str:
        events = "events" if self.counts_agreement else "disagreements" if wording.is_neutral else "errors"
        return f"{grouped(self.n_decided)} of {grouped(self.n_wanted)} {events} decided"


class DecisionPart(Styled, QWidget):
    """Show flag, note and causes of a decision, and tell what the user changes of them."""

    verdict_chosen = Signal(str)  # a verdict; empty to take back the one that is shown
    causes_chosen = Signal(object)  # all causes from now on
    flag_chosen = Signal(bool)
    note_chosen = Signal(str)
    is_ready = True

    def __init__(self) -> None:
        super().__init__()
        self._decision = Decision()
        self._flag, self._note = KeyCapButton("Flag", "F"), KeyCapButton("Note", "N")
        self._chips, self._field, self._note_edit = CauseChips(), CauseField(), NoteEdit()
        self._shown_note = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._flag.clicked.connect(self._on_flag_clicked)
        self._note.clicked.connect(self._on_note_clicked)
        self._chips.removed.connect(self._on_removed)
        self._field.causes_written.connect(self._on_causes_written)
        self._field.verdict_written.connect(self.verdict_chosen)
        self._field.last_unwanted.connect(self._on_last_unwanted)
        self._note_edit.written.connect(self.note_chosen)
        self._note_edit.closed.connect(self._on_note_closed)

    def show_causes(self, known: Sequence[str], usual: Sequence[str] = USUAL_CAUSES) -> None:
        self._field.offer(known, usual)

    def focus_note(self) -> None:
        if self.is_ready and not self._note_edit.is_open:
            self._shown_note.hide()
            self._note_edit.open(self._decision.note)

    def keep_note(self) -> None:
        """Announce a note that is being written, before the window closes or does something else."""
        self._note_edit.keep()

    def _leave_note(self) -> None:
        """Give the focus back: a key ended the note."""
        raise NotImplementedError

    def _show_chosen(self) -> None:
        """Let the buttons show the decision, whatever was clicked."""
        self._flag.setChecked(self._decision.flag)
        self._note.setChecked(bool(self._decision.note))

    def _show_note(self) -> None:
        note = " ".join(self._decision.note.split())
        self._shown_note.show_text(note)
        self._shown_note.setVisible(bool(note) and not self._note_edit.is_open)

    def _on_flag_clicked(self) -> None:
        self._show_chosen()
        self.flag_chosen.emit(not self._decision.flag)

    def _on_note_clicked(self) -> None:
        self._show_chosen()
        self.focus_note()

    def _on_note_closed(self, by_key: bool) -> None:
        self._show_note()
        if by_key:
            self._leave_note()

    def _on_causes_written(self, words: tuple[str, ...]) -> None:
        causes = tuple(dict.fromkeys((*self._decision.causes, *words)))
        if causes != self._decision.causes:
            self.causes_chosen.emit(causes)

    def _on_removed(self, place: int) -> None:
        self.causes_chosen.emit(self._decision.causes[:place] + self._decision.causes[place + 1 :])

    def _on_last_unwanted(self) -> None:
        if self._decision.causes:
            self.causes_chosen.emit(self._decision.causes[:-1])


_MARGIN, _FIELD = 12, 110  # at a font of 13 pixels


class ReviewPart(DecisionPart):
    """Show what was decided about an event and tell what the user decides.

    It shows a decision only when it is told to: a choice is a wish until it is on disk.
    """

    left = Signal()  # a key ended the note: the focus belongs to the table again

    def __init__(self, has_reading: bool = True) -> None:
        super().__init__()
        self._has_reading = has_reading
        self.setObjectName("review_part")
        self.setAccessibleName("Review")
        self._n_events, self._wording, self._is_one_row = 1, JUDGED, False
        self._progress = ReviewProgress()
        self._why, self.is_ready = "", True
        self._build_ui()
        self.show_decision(Decision())
        self.set_ready(False)

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

    def set_ready(self, is_ready: bool, why: str = "") -> None:
        """Let something be decided, or say why nothing can be."""
        before, self.is_ready, self._why = (self.is_ready, self._why), is_ready, "" if is_ready else why
        if before == (self.is_ready, self._why):
            return
        for part in (*self._verdicts.values(), self._flag, self._note, self._field, self._chips, self.reading):
            part.setEnabled(is_ready)
        self._reason.show_text(self._why)
        self._reason.setVisible(bool(self._why))
        self._field.show_reason(self._why)
        self._explain()

    def set_one_row(self, is_one_row: bool) -> None:
        if is_one_row != self._is_one_row:
            self._is_one_row = is_one_row
            self._fill()
            self._restyle()
        if self._has_reading:
            self.reading.set_one_row(is_one_row)
        self._show_head()

    def speak(self, wording: Wording) -> None:
        self._wording = wording
        self.reading.speak(wording)
        for verdict, button in self._verdicts.items():
            button.offer(wording.name(verdict), wording.verdict_keys[verdict])
        self._explain()
        self._show_head()

    def choose_verdict(self, verdict: str) -> None:
        """Do what a click on the verdict does: choose it, or take it back."""
        if self.is_ready:
            self.verdict_chosen.emit("" if verdict == self._decision.verdict else verdict)

    def focus_causes(self) -> None:
        if self.is_ready:
            self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _build_ui(self) -> None:
        self._title, self._state = QLabel("Review"), QLabel()
        self._verdicts = {
            verdict: KeyCapButton(JUDGED.name(verdict), key) for verdict, key in JUDGED.verdict_keys.items()
        }
        self.reading = ReadingPart(self)  # it hides and shows itself: without a parent it would be a window
        self.reading.setVisible(self._has_reading)
        self._reason = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._flow, self._grid, self._line = FlowLayout(), QGridLayout(), QHBoxLayout()
        self._head = fill(QHBoxLayout(), self._title, self._flow, self._state, stretched=self._flow)
        self._column = fill(QVBoxLayout(self), self._head, self._grid, self._line)
        self._fill()
        # last: Tab goes through the parts as they are added
        for part in (*([self.reading] if self._has_reading else []), self._shown_note, self._note_edit, self._reason):
            self._column.addWidget(part)
        for verdict, button in self._verdicts.items():
            button.clicked.connect(lambda _checked, chosen=verdict: self._on_clicked(chosen))

    def _fill(self) -> None:
        """Lay the parts out in one row or in a column."""
        for layout in (self._flow, self._grid, self._line):
            while layout.takeAt(0) is not None:
                pass
        self._column.removeWidget(self._chips)
        self._title.setHidden(self._is_one_row)
        if self._is_one_row:
            for part in (*self._verdicts.values(), self._flag, self._note, self._field, self._chips):
                self._flow.addWidget(part)
        else:
            for place, button in enumerate(self._verdicts.values()):
                self._grid.addWidget(button, *divmod(place, 2))
            self._column.insertWidget(2, self._chips)
            fill(self._line, self._field, self._flag, self._note, stretched=self._field)
        self._head.setAlignment(self._state, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _fit(self) -> None:
        """Leave out what stands at the end of the row rather than begin another one."""
        needed = self._flow.sizeHint().width() + self._head.spacing() + self._state.sizeHint().width()
        margins = self._column.contentsMargins()
        self._state.setVisible(not self._is_one_row or needed <= self.width() - margins.left() - margins.right())

    def _has_own_verdict(self) -> bool:
        return bool(self._decision.verdict) and self._decision.verdict not in VERDICTS

    def _show_chosen(self) -> None:
        super()._show_chosen()
        for verdict, button in self._verdicts.items():
            button.setChecked(verdict == self._decision.verdict)

    def _leave_note(self) -> None:
        self.left.emit()

    def _show_head(self) -> None:
        """Say how far the review is, or how many events the next choice is for."""
        progress = self._progress.words(self._wording)
        selected = f"for {grouped(self._n_events)} selected events" if self._n_events > 1 else ""
        self._state.setText(visible(selected or (self._progress.short if self._is_one_row else progress)))
        self._state.setAccessibleName(", ".join(filter(None, (progress, selected))))
        self._state.setToolTip(tooltip(progress))
        self._fit()

    def _explain(self) -> None:
        meaning = self._wording.meaning
        for verdict, button in self._verdicts.items():
            button.setToolTip(tooltip(self._why or meaning(verdict)))
        self._flag.setToolTip(tooltip(self._why or meaning("decision_flag")))
        self._note.setToolTip(tooltip(self._why or meaning("decision_note")))

    def _on_clicked(self, verdict: str) -> None:
        self._show_chosen()
        self.choose_verdict(verdict)

    def _on_removed(self, place: int) -> None:
        place -= self._has_own_verdict()
        if place < 0:
            self.verdict_chosen.emit("")
        else:
            super()._on_removed(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, self.width(), 1, current_theme().border)

    def _restyle(self) -> None:
        font, margin, gap = self.font(), round(_MARGIN * self.unit), round(_GAP * self.unit)
        above = gap if self._is_one_row else margin
        self._column.setContentsMargins(margin, above, margin, above)
        for layout in (self._column, self._head, self._flow, self._grid, self._line):
            layout.setSpacing(gap)
        self._title.setFont(scaled_font(font, DETAIL, is_bold=True))
        for label in (self._state, self._shown_note, self._reason):
            label.setFont(scaled_font(font, CAPTION))
            set_ink(label, current_theme().text2)
        self._field.setFixedHeight(self._flag.sizeHint().height())
        self._field.setTextMargins(round(4 * self.unit), 0, 0, 0)
        self._field.setMinimumWidth(round(_FIELD * self.unit))
        self._fit()
