"""The context of an event: a head that says its kind and place, and its sentence with both readings in its document."""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from nerinspect.decisions.corrections import with_corrections
from nerinspect.events.context import ColumnKey, Context, Sentence, context_of
from nerinspect.events.decision import Decision, Reading
from nerinspect.events.explanation import spoken
from nerinspect.events.study import DEFAULT_BUCKETS, Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED
from nerinspect.lists.mention_facts import token_attributes
from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.keys import KeyButton
from nerinspect.ui.kit.layout import ElidedLabel, fill
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled, open_menu_by, set_ink
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.sentence.placed_spans import ShownTokens
from nerinspect.ui.theme.marks import KindBadge
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import cut, visible

_LONGEST_NAME: Final = 32  # characters


class ContextHead(Styled, QWidget):
    """Name an event and its place, with buttons for what the keys do."""

    def __init__(self) -> None:
        super().__init__()
        self.setAutoFillBackground(True)
        self._shown_kind = ""
        self._badge, self._letters = self._make_badge(), QLabel()
        self._place, self._line, self._note = QLabel(), QLabel(), ElidedLabel(Qt.TextElideMode.ElideRight)
        self.previous, self.next = KeyButton("Previous", "K"), KeyButton("Next", "J")
        self.document = KeyButton("Whole document", "Enter")
        self.columns = QToolButton()
        self._has_columns = False
        self._is_warning = self._shows_document = False
        self._row = QHBoxLayout(self)
        self._build_ui()
        self.wording = JUDGED
        self.show_context(None)

    def show_context(self, context: Context | None) -> None:
        """Name an event; None empties the head."""
        self._show_kind(context.segment.kind if context else "")
        place = (
            f"Document {grouped(context.document.number)}, sentence {grouped(context.sentence.number)}"
            if context
            else ""
        )
        self._place.setText(visible(place))
        self._line.setText(visible(_line_words(context)) if context else "")
        for label in (self._place, self._line):
            label.setToolTip(tooltip(_names(context)) if context else "")
        for button in (self.previous, self.next, self.document):
            button.setEnabled(context is not None)
        self._colour()
        self._fit()

    def show_part(
        self, context: Context | None, shown: ShownTokens | None, written: range, shows_document: bool
    ) -> None:
        """Say which part of an extreme sentence, or of a long document, is on show."""
        if shown is not None and shown.is_cut:
            self._note_part(
                f"shown: tokens {grouped(shown.first + 1)} to {grouped(shown.last)} of {grouped(shown.n_tokens)}", True
            )
        elif context and shows_document and len(written) < len(context.document.sentences):
            of = f"of {grouped(len(context.document.sentences))}"
            self._note_part(f"{counted(len(written), 'sentence')} {of} so far; more load as you scroll", False)
        else:
            self._note_part("", False)

    def offer_columns(self, is_offered: bool) -> None:
        """Offer to choose columns, where the files have some."""
        self._has_columns = is_offered
        self._fit()

    def show_document(self, is_shown: bool) -> None:
        """Offer the way back from the whole document, or the way there."""
        self._shows_document = is_shown
        self._fit()

    def _build_ui(self) -> None:
        for label in (self._letters, self._place):
            font = label.font()
            font.setWeight(font.Weight.DemiBold)
            label.setFont(font)
        for label in (self._place, self._line):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        unit = self.unit
        row = self._row
        row.setContentsMargins(round(12 * unit), round(4 * unit), round(8 * unit), round(4 * unit))
        row.setSpacing(round(6 * unit))
        row.addWidget(self._badge)
        row.addWidget(self._letters)
        for label in (self._place, self._line):
            row.addSpacing(round(6 * unit))
            row.addWidget(label)
        row.addSpacing(round(6 * unit))
        row.addWidget(self._note, 1)
        open_menu_by(self.columns, "Columns")
        self.columns.setAutoRaise(True)
        self.columns.setToolTip(tooltip(meaning("token_columns")))
        for button in (self.columns, self.previous, self.next, self.document):
            row.addWidget(button)

    def _fit(self) -> None:
        """Give way in a narrow place: shorter words, then no line, then no buttons for keys known well."""
        whole = "Sentence alone" if self._shows_document else "Whole document"
        short = "Sentence" if self._shows_document else "Document"
        steps = [(whole, True, True), (short, True, True), (short, False, True), (short, False, False)]
        for text, has_line, has_neighbours in steps:
            self.document.setText(plain_text(text))
            self._line.setVisible(has_line)
            for button in (self.previous, self.next):
                button.setVisible(has_neighbours)
            self.columns.setVisible(self._has_columns and has_neighbours)
            self.columns.setMaximumHeight(self.document.sizeHint().height())
            self._row.invalidate()
            if self._row.sizeHint().width() <= self.width():
                break

    def _note_part(self, note: str, is_warning: bool) -> None:
        self._is_warning = is_warning
        self._note.show_text(note)
        self._colour()

    def _make_badge(self) -> KindBadge:
        return KindBadge()

    def _show_kind(self, kind: str) -> None:
        self._badge.show_kind(kind, self.wording)
        self._shown_kind = kind
        self._letters.setText(self.wording.tag(kind))
        self._letters.setAccessibleName(self.wording.name(kind) if kind else "")
        self._letters.setToolTip(tooltip(self.wording.meaning(kind)) if kind else "")

    def _kind_colour(self) -> QColor:
        kind, theme = self._shown_kind, current_theme()
        return theme.kind_colour(kind) if kind else theme.text

    def _colour(self) -> None:
        theme = current_theme()
        set_ink(self._letters, self._kind_colour())
        set_ink(self._line, theme.text2)
        set_ink(self._note, theme.warning if self._is_warning else theme.text2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        self._colour()


def _line_words(context: Context) -> str:
    """Say what the file calls the document, and the line."""
    name, _ = context.names
    shown = cut(name, _LONGEST_NAME)
    line, file = f"line {grouped(context.line)}" if context.line else "", os.path.basename(context.file)
    return " · ".join(words for words in (shown, f"{line} of {file}" if line and file else line) if words)


def _names(context: Context) -> str:
    """Tell the whole names that the file has for document and sentence."""
    named = zip(("Document", "Sentence"), context.names, strict=True)
    return "\n".join(f"{what} in the file: {name}" for what, name in named if name)


class ContextFrame(QWidget):
    """Show one event in its sentence, or in its whole document, under a head that names it."""

    def __init__(self, head: ContextHead, view: ContextView) -> None:
        super().__init__()
        self.setAccessibleName("Context")
        self._study: Study | None = None
        self._context: Context | None = None
        self._head, self._view = head, view
        self._build_ui()
        head.previous.clicked.connect(view.previous_requested)
        head.next.clicked.connect(view.next_requested)
        head.document.clicked.connect(view.toggle_document)
        view.document_toggled.connect(self._on_document_toggled)
        view.written_changed.connect(self._show_note)

    @property
    def view(self) -> ContextView:
        return self._view

    def _turn_to(self, study: Study | None) -> None:
        self._study = study
        self._view.show_types(study.types if study else ())
        self._view.columns.show_study(study)
        self._head.wording = study.wording if study is not None else JUDGED

    def _build_ui(self) -> None:
        self.setFocusProxy(self._view)
        rule = QFrame()
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Plain)
        rule.setForegroundRole(QPalette.ColorRole.Midlight)
        self._column = fill(QVBoxLayout(self), self._head, rule, self._view, gap=0, stretched=self._view)
        order = (self._view, self._head.columns, self._head.previous, self._head.next, self._head.document)
        for first, second in pairwise(order):
            self.setTabOrder(first, second)

    def _on_document_toggled(self, is_shown: bool) -> None:
        self._head.show_document(is_shown)
        self._show_note()

    def _show_note(self) -> None:
        self._head.show_part(self._context, self._view.shown, self._view.written, self._view.shows_document)


_MOST_LOOKED_UP: Final = 1_000
"""Of so many events it is asked in which sentences they stand; of more, every sentence is looked at."""


class ContextPanel(ContextFrame):
    """Show one event in its sentence, or in its whole document.

    `n_buckets`: how many buckets are wanted where tooltips name them.
    """

    columns_changed = Signal(list)  # the user chose other columns to stand under the words

    def __init__(self) -> None:
        super().__init__(ContextHead(), ContextView())
        self.setObjectName("context_panel")
        self.n_buckets = DEFAULT_BUCKETS
        self._compared: tuple[int, ...] = ()
        self._drafts: Mapping[int, Reading] = {}
        self._columns_menu = self._view.columns.menu(self._head.columns)
        self._columns_menu.aboutToShow.connect(lambda: self._view.columns.fill(self._columns_menu))
        self._head.columns.setMenu(self._columns_menu)
        self._view.set_token_notes(self._token_notes)
        self._view.columns.changed.connect(lambda: self.columns_changed.emit(self.columns))

    @property
    def event_on_show(self) -> int | None:
        return self._context.segment.event if self._context else None

    def show_study(self, study: Study | None) -> None:
        """Turn to another study; no event of it is shown yet."""
        self._compared = ()
        self._turn_to(study)
        self._head.offer_columns(self._view.columns.has_others)
        self._view.show_columns(self._view.columns.chosen)
        self.show_event(None)

    def compare_with(self, predictions: Sequence[int]) -> None:
        """Show the readings of some predictions in this order, by their numbers in the study; none to end it."""
        if self._compared == tuple(predictions):
            return
        self._compared = tuple(predictions)
        self.show_event(self.event_on_show)

    def show_event(self, event: int | None) -> None:
        """Show an event by its number in the study; None empties the panel."""
        if event not in self._drafts:
            self._drafts = {}
        if self._study is None or event is None:
            self._context = None
            self._view.show_context(None)
        else:
            self._context = with_corrections(context_of(self._study, event, self._compared), self._drafts)
            self._view.show_context(self._context, self._description(self._study, self._context))
        self._head.show_context(self._context)
        self._show_note()

    def show_draft(self, reading: Reading | None) -> None:
        """Show a reading of the event as if it were its correction; None shows what is decided."""
        if self._context is not None:
            event = self._context.segment.event
            self._drafts = {} if reading is None else {event: reading}
            self.show_event(event)

    def show_decisions(self, events: Sequence[int]) -> None:
        """Show what was decided about some events, or about any if there is none, where it changes what is on show."""
        if self._context is None or self._study is None:
            return
        if 0 < len(events) <= _MOST_LOOKED_UP:
            numbers = {int(self._study.event_sentence[event]) + 1 for event in events}
        else:
            numbers = {*self._view.written}
        if self._view.is_outdated(numbers):
            self.show_event(self._context.segment.event)
        else:
            self._view.setAccessibleDescription(self._description(self._study, self._context))

    def add_below(self, widget: QWidget) -> None:
        self._column.addWidget(widget)

    @property
    def columns(self) -> list[ColumnKey]:
        """The columns that stand under the words, by source and name."""
        return self._view.columns.chosen

    def set_columns(self, columns: Iterable[tuple[str, str]]) -> None:
        """Show some columns under the words, by source and name; those that no file has are ignored."""
        self._view.columns.choose_all(ColumnKey(*column) for column in columns)
        self._view.show_columns(self.columns)

    @staticmethod
    def _description(study: Study, context: Context) -> str:
        """Say the event as one phrase, for those who hear it."""
        event = context.segment.event
        nested = ", nested" if context.sentence.is_nested else ""
        return f"{spoken(study, event)}{nested}{_spoken_correction(study.decisions[event])}"

    def _token_notes(self, sentence: Sentence, token: int) -> list[str]:
        """Say the attributes of a token inside mentions of the reference or of the prediction."""
        study, context = self._study, self._context
        if study is None or context is None or study.training is None:
            return []
        tracks = (sentence.tracks[0], sentence.tracks[sentence.event_track])
        spans = (span for track in tracks for span in track.spans_over(token, token + 1))
        types = dict.fromkeys(span.type for span in spans)
        prediction = int(study.events.prediction[context.segment.event])
        position = int(study.text.sentence_start[sentence.number - 1]) + token
        return token_attributes(study, prediction, position, tuple(types), self.n_buckets)


def _spoken_correction(decision: Decision) -> str:
    """Say how an event is corrected, for those who hear it."""
    if decision.correction is None:
        return ""
    *others, last = [name for _, _, name in decision.correction] or ["no name"]
    types = f"{', '.join(others)} and {last}" if others else last
    return f", corrected {types}" if decision.corrects else f", correction {types} not accepted"
