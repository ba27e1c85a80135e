"""One event's sentence and those around it, written into a text document with room for tracks and gutter."""

from PySide6.QtGui import QTextCursor

from nerinspect.analysis.context import Context
from nerinspect.ui.painting.typesetter import SetSentence, Typesetter
from nerinspect.ui.panels.context_growth import set_some
from nerinspect.ui.panels.context_painter import ContextPainter
from nerinspect.ui.panels.context_text import ContextText


class ContextPage:
    """Write the sentence of an event between its neighbours, or the document around it.

    Parameters
    ----------
    text : ContextText
        Where it is written; empty yet.
    context : Context
        The event.
    setter : Typesetter
        Sets the sentences.
    n_neighbours : int or None
        Sentences on each side; None for the document, of which the nearest part is written.
    """

    def __init__(self, text: ContextText, context: Context, setter: Typesetter, n_neighbours: int | None) -> None:
        self._text = text
        self._setter = setter
        self._is_document = n_neighbours is None
        self._gutter = setter.gutter_width(context)
        self.context = context
        self.own = setter.event_sentence(context)
        self.painter = ContextPainter(text, setter, self._gutter, self._is_document)
        text.append(self._document_part() if n_neighbours is None else self._neighbourhood(n_neighbours))

    def set_margins(self, width: float) -> None:
        """Leave room for the gutter, and end the lines where they would be too long to read."""
        unit, first, last = self._setter.unit, self._text.sentences[0], self._text.sentences[-1]
        right = max(20 * unit, width - self._gutter - self._setter.widest_column)
        begins = not self._is_document or first.sentence.number == self.context.document.sentences.start
        top = 8 * unit - first.spare_above if first.painter and begins else 12 * unit
        below = self.own if self._is_document else last  # what will be the last of a document is not known yet
        self._text.set_margins(self._gutter, right, top, 8 * unit + below.room_below)

    def give_room(self, more: float) -> None:
        """Leave more room for the lines of the event's sentence, which are moved apart."""
        if (place := self._text.event_place) is not None:
            self._text.give_room(place, more)
            self.own = self._text.sentences[place]

    def event_line(self) -> tuple[QTextCursor, float] | None:
        """Find where the event begins, and the middle of that line; None if that is not laid out."""
        segment, place = self.context.segment, self._text.event_place
        units = self.own.shown.units(segment.start, segment.end)
        if units is None or place is None:
            return None
        block, origin = self._text.block(place)
        line = block.layout().lineForTextPosition(units[0])
        if not line.isValid():  # nothing is laid out before the view has a size
            return None
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + units[0])
        return cursor, origin.y() + line.y() + line.height() / 2

    def _neighbourhood(self, n_neighbours: int) -> list[SetSentence]:
        document, own = self.context.document, self.context.sentence.number
        return [
            self.own if number == own else self._setter.other_sentence(document.sentence(number), with_tracks=False)
            for number in self.context.around(n_neighbours)
        ]

    def _document_part(self) -> list[SetSentence]:
        document, own = self.context.document, self.context.sentence.number
        before = set_some(self._setter, document, range(own - 1, document.sentences.start - 1, -1))
        after = set_some(self._setter, document, range(own + 1, document.sentences.stop))
        return [*before[::-1], self.own, *after]
