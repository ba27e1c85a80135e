"""The context of an event: where it stands, its sentence with both readings, its document."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.attribute import DEFAULT_BUCKETS
from nerinspect.analysis.context import Context, context_of
from nerinspect.analysis.corrected_track import with_corrections
from nerinspect.analysis.decisions import Decision, Reading
from nerinspect.analysis.explanation import spoken
from nerinspect.analysis.sentence import ColumnKey, Sentence
from nerinspect.analysis.study import Study
from nerinspect.results.attribute_facts import token_attributes
from nerinspect.ui.panels.context_frame import ContextFrame
from nerinspect.ui.panels.context_head import ContextHead
from nerinspect.ui.panels.context_view import ContextView

_MOST_LOOKED_UP: Final = 1_000
"""Of so many events it is asked in which sentences they stand; of more, every sentence is looked at."""


class ContextPanel(ContextFrame):
    """Show one event in its sentence, or in its whole document.

    Attributes
    ----------
    n_buckets : int
        How many buckets are wanted where tooltips name them.

    Signals
    -------
    columns_changed : list of ColumnKey
        The user chose other columns to stand under the words.
    """

    columns_changed = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(ContextHead(), ContextView(), parent)
        self.setObjectName("context_panel")
        self.n_buckets = DEFAULT_BUCKETS
        self._compared: tuple[int, ...] = ()
        self._drafts: Mapping[int, Reading] = {}
        self._columns_menu = self._view.columns.menu(self._head.columns)
        self._columns_menu.aboutToShow.connect(self._fill_columns_menu)
        self._head.columns.setMenu(self._columns_menu)
        self._view.set_token_notes(self._token_notes)
        self._view.columns.changed.connect(self._on_columns_changed)

    @property
    def event_on_show(self) -> int | None:
        """The event, by its number in the study; None while there is none."""
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
        """Put something below the sentence."""
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

    def _fill_columns_menu(self) -> None:
        self._view.columns.fill(self._columns_menu)

    def _on_columns_changed(self) -> None:
        self.columns_changed.emit(self.columns)


def _spoken_correction(decision: Decision) -> str:
    """Say how an event is corrected, for those who hear it."""
    if decision.correction is None:
        return ""
    *others, last = [name for _, _, name in decision.correction] or ["no name"]
    types = f"{', '.join(others)} and {last}" if others else last
    return f", corrected {types}" if decision.corrects else f", correction {types} not accepted"
