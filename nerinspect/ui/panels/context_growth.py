"""Writes a whole document around an event: what is in sight first, the rest in small steps."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QTextEdit

from nerinspect.analysis.context import DocumentSentences
from nerinspect.ui.painting.typesetter import SetSentence, Typesetter
from nerinspect.ui.panels.context_text import ContextText

WRITTEN_AHEAD: Final = 500
"""Sentences that are written without being scrolled to; most documents are shorter."""

_MOST_WRITTEN, _KEPT = 900, 700
"""With so many sentences written, those far out of sight are taken away; the text engine gets slow with more."""

_SENTENCES_PER_STEP: Final = 12
_UNITS_PER_STEP: Final = 2_000


def set_some(typesetter: Typesetter, document: DocumentSentences, numbers: range) -> list[SetSentence]:
    """Set the first sentences of a range, as many as are quickly written."""
    added: list[SetSentence] = []
    n_units = 0
    for number in numbers[:_SENTENCES_PER_STEP]:
        added.append(typesetter.other_sentence(document.sentence(number), with_tracks=True))
        n_units += len(added[-1].shown.text)
        if n_units > _UNITS_PER_STEP:
            break
    return added


class ContextGrowth(QObject):
    """Add sentences at both ends of the text when they come near sight.

    Parameters
    ----------
    view : QTextEdit
        Shows the text.
    text : ContextText
        The text.

    Signals
    -------
    grown
        More sentences are written.
    """

    grown = Signal()

    def __init__(self, view: QTextEdit, text: ContextText) -> None:
        super().__init__(view)
        self._view = view
        self._text = text
        self._document: DocumentSentences | None = None
        self._typesetter: Typesetter | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.step)
        view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        view.verticalScrollBar().rangeChanged.connect(self._on_scrolled)

    def start(self, document: DocumentSentences, typesetter: Typesetter) -> None:
        """Grow towards both ends of a document; the event's sentence is written already."""
        self._document, self._typesetter = document, typesetter
        self._timer.start()

    def stop(self) -> None:
        """Leave the text as it is."""
        self._document = None
        self._timer.stop()

    def step(self) -> None:
        """Write some sentences, where they are needed most."""
        if self._document is None:
            return
        numbers, written, bar = self._document.sentences, self._text.written, self._view.verticalScrollBar()
        page = self._view.viewport().height()
        is_rest_wanted = len(written) < WRITTEN_AHEAD
        if written.start > numbers.start and (bar.value() < page or (is_rest_wanted and written.stop == numbers.stop)):
            self.keep_in_place(self._grow_up)
        elif written.stop < numbers.stop and (bar.maximum() - bar.value() < page or is_rest_wanted):
            self.keep_in_place(self._grow_down)
        else:
            return
        self._timer.start()
        self.grown.emit()

    def keep_in_place(self, change: Callable[[], None]) -> None:
        """Change the text or its layout; what is in sight stays where it is."""
        bar = self._view.verticalScrollBar()
        value = bar.value()
        item, _, origin = next(self._text.blocks_between(value, value + self._view.viewport().height()))
        change()
        place = item.sentence.number - self._text.written.start
        self._view.document().documentLayout().documentSize()
        bar.setValue(round(value + self._text.block(place)[1].y() - origin.y()))

    def _grow_up(self) -> None:
        assert self._document is not None  # only while growing
        before = range(self._text.written.start - 1, self._document.sentences.start - 1, -1)
        self._text.prepend(self._set(before)[::-1])
        if len(self._text.sentences) > _MOST_WRITTEN:
            self._text.remove(_KEPT, len(self._text.sentences))

    def _grow_down(self) -> None:
        assert self._document is not None  # only while growing
        self._text.append(self._set(range(self._text.written.stop, self._document.sentences.stop)))
        if (n_written := len(self._text.sentences)) > _MOST_WRITTEN:
            self._text.remove(0, n_written - _KEPT)

    def _set(self, numbers: range) -> list[SetSentence]:
        assert self._document is not None  # only while growing
        assert self._typesetter is not None
        return set_some(self._typesetter, self._document, numbers)

    def _on_scrolled(self) -> None:
        if self._document is not None:
            self._timer.start()
