"""The sentence of an event with both readings among the sentences around it: written, painted, pointed at."""

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextLine,
)
from PySide6.QtWidgets import QWidget

from nerinspect.events.context import ColumnKey, Context
from nerinspect.quantities import grouped
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.sentence.context_text import ContextGrowth, ContextText, set_some
from nerinspect.ui.sentence.hover import ContextHover, Pointed
from nerinspect.ui.sentence.placed_spans import PlacedSpan
from nerinspect.ui.sentence.sentences_edit import SentencesEdit
from nerinspect.ui.sentence.shown_tokens import ShownTokens
from nerinspect.ui.sentence.typesetter import SetSentence, Typesetter
from nerinspect.ui.theme.themes import current_theme, type_styles


class ContextPainter:
    """Paint over written sentences; all places are those of the text document.

    Parameters
    ----------
    gutter : float
        Width of the margin on the left.
    numbers_event : bool
        Whether the event's sentence, too, has its number in the gutter.
    """

    def __init__(self, text: ContextText, typesetter: Typesetter, gutter: float, numbers_event: bool) -> None:
        self._text = text
        self._typesetter = typesetter
        self._gutter = gutter
        self._numbers_event = numbers_event
        self._placed: list[tuple[SetSentence, PlacedSpan]] = []

    def paint(self, painter: QPainter, sight: QRectF, pointed: Pointed | None) -> None:
        """Paint what is in sight.

        Parameters
        ----------
        painter : QPainter
            Open on the device, in coordinates of the document.
        pointed : Pointed or None
            What the pointer rests on; the other reading of it is outlined.
        """
        self._placed = []
        unit, limits = self._typesetter.unit, (self._gutter, sight.right())
        for item, block, origin in self._text.blocks_between(sight.top(), sight.bottom()):
            self._paint_gutter(painter, item, block.layout().lineAt(0), origin)
            for line in self._tracked_lines(item, block, origin, sight):
                assert item.painter is not None  # the line has tracks
                self._placed += [
                    (item, span) for span in item.painter.paint_line(painter, block.layout(), line, origin, limits)
                ]
                if item.is_event:
                    baseline = origin.y() + line.y() + line.ascent()
                    item.painter.paint_labels(painter, baseline, self._label_right, self._gutter - 16 * unit)
                if pointed is not None and pointed.item is item:
                    item.painter.paint_outlines(painter, line, origin, pointed.outlined)

    def placed_spans(self, sight: QRectF) -> list[PlacedSpan]:
        """Find every mention in sight."""
        return [
            span
            for item, block, origin in self._text.blocks_between(sight.top(), sight.bottom())
            for line in self._tracked_lines(item, block, origin, sight)
            if item.painter is not None
            for span in item.painter.places.spans(line, origin)
        ]

    def find(self, place: QPointF) -> Pointed | None:
        """Find the mention, as it was painted last, or the token at a place; in the gutter the word for a sentence."""
        for item, span in self._placed:
            if any(box.contains(place) for box in span.boxes):
                return Pointed(item, span.span.start, span)
        if (line := self._text.line_at(place)) is None:
            return None
        item, rect = line.item, line.words
        if item.metrics is not None:
            rect.setBottom(rect.bottom() + item.metrics.n_values * item.metrics.caption)
        if rect.contains(place):
            token = item.shown.token_at(line.unit_at(place.x()))
            return None if token is None else Pointed(item, token)
        is_beside = rect.top() <= place.y() <= rect.bottom() and place.x() < self._gutter
        return Pointed(item) if is_beside and item.gutter_word and line.line.lineNumber() == 0 else None

    @property
    def _label_right(self) -> float:
        return self._gutter - 12 * self._typesetter.unit

    def _tracked_lines(
        self, item: SetSentence, block: QTextBlock, origin: QPointF, sight: QRectF
    ) -> Iterator[QTextLine]:
        """Go through the lines with tracks of a paragraph that are in sight."""
        if item.painter is None:
            return
        layout, height = block.layout(), item.line_height
        first = max(int((sight.top() - origin.y() - item.more_room) // height) - 1, 0)
        last = min(int((sight.bottom() - origin.y()) // height) + 2, layout.lineCount())
        for number in range(first, last):
            yield layout.lineAt(number)

    def _paint_gutter(self, painter: QPainter, item: SetSentence, line: QTextLine, origin: QPointF) -> None:
        """Write on the line of the words the number of a sentence, and whether mentions overlap in it."""
        number = grouped(item.sentence.number) if self._numbers_event or not item.is_event else ""
        font, text = self._typesetter.caption_font, " ".join(filter(None, (item.gutter_word, number)))
        painter.setFont(font)
        painter.setPen(self._typesetter.theme.text3)
        left = self._label_right - QFontMetricsF(font).horizontalAdvance(text)
        painter.drawText(QPointF(left, origin.y() + line.y() + line.ascent()), text)


class ContextPage:
    """Write the sentence of an event between its neighbours, or the document around it.

    Parameters
    ----------
    text : ContextText
        Where it is written; empty yet.
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


_MOST_NEIGHBOURS: Final = 2
_LOW: Final = 240
"""Height, in thirteenths of the font size, under which one neighbour on each side has to do."""

_MOST_COMPARED: Final = 20
"""So many sentences are looked at before all are written anew."""


class PageEdit(Styled, SentencesEdit):
    """Show a sentence with its tracks between its neighbours, or in its whole document.

    Signals
    -------
    document_toggled : bool
        The whole document is on show, or no longer.
    written_changed
        More sentences of the document are laid out.
    """

    document_toggled = Signal(bool)
    written_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context: Context | None = None
        self._types: tuple[str, ...] = ()
        self._styles = type_styles((), current_theme())
        self._columns: tuple[ColumnKey, ...] = ()
        self.shows_document = False
        self._n_neighbours = _MOST_NEIGHBOURS
        self._page: ContextPage | None = None
        self._growth = ContextGrowth(self, self._text)
        self._growth.grown.connect(self.written_changed)
        self._hover = ContextHover(self.viewport())

    @property
    def shown(self) -> ShownTokens | None:
        """The tokens of the event's sentence that are laid out."""
        return self._page.own.shown if self._page else None

    def show_types(self, types: tuple[str, ...]) -> None:
        """Learn the types of the study, which have their colours among each other."""
        self._types = types
        self._styles = type_styles(types, current_theme())

    def show_columns(self, columns: Iterable[ColumnKey]) -> None:
        """Show what some columns say of each token under the words."""
        self._columns = tuple(columns)
        self._rebuild()

    def show_context(self, context: Context | None, description: str = "") -> None:
        """Show the sentence of an event.

        Parameters
        ----------
        context : Context or None
            The sentence in its document; None empties the view.
        description : str
            The event as one phrase, for those who hear it.
        """
        self._context = context
        self._rebuild()
        self.setAccessibleDescription(description)
        if description and self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, description))

    def is_outdated(self, numbers: Collection[int]) -> bool:
        """Tell whether some of these sentences, by their numbers from 1, have other tracks now than on show."""
        if self._context is None:
            return False
        document = self._context.document
        shown = (item.sentence for item in self._text.sentences if self.shows_document or item.is_event)
        near = [one for one in shown if one.number in numbers]
        if len(near) > _MOST_COMPARED:
            return True
        return any(document.sentence(one.number).tracks != one.tracks for one in near)

    def show_document(self, is_shown: bool) -> None:
        """Show the whole document, or the sentence between its neighbours."""
        if is_shown != self.shows_document:
            self.shows_document = is_shown
            self._rebuild()
            self.document_toggled.emit(is_shown)

    def toggle_document(self) -> None:
        """Turn from the sentence to the whole document, or back."""
        self.show_document(not self.shows_document)

    def placed_spans(self) -> list[PlacedSpan]:
        """Find every mention in sight, in coordinates of the text document."""
        return self._page.painter.placed_spans(self._sight()) if self._page else []

    def _rebuild(self) -> None:
        """Write the text anew, for another event, theme, font or zoom, and bring the event into sight."""
        # Clearing and writing may show or hide the scroll bar, and so resize the view: no page, no geometry.
        self._page = None
        self._growth.stop()
        self._hover.point_at(None, QPoint())
        self._text.clear()
        self.viewport().update()
        if self._context is None:
            return
        setter = self._typesetter()
        self._n_neighbours = self._room_for_neighbours()
        n_neighbours = None if self.shows_document else self._n_neighbours
        with self._text.laid_out_once():
            page = ContextPage(self._text, self._context, setter, n_neighbours)
            page.set_margins(self.viewport().width())
        self._page = page
        self._on_laid_out()
        self._scroll_to_event()
        if self.shows_document:
            self._growth.start(self._context.document, setter)

    def _typesetter(self) -> Typesetter:
        return Typesetter(self.font(), self.zoom, current_theme(), self._styles, self._columns)

    def _on_laid_out(self) -> None:
        """Do what waits for the lines of the text; here nothing does."""

    def _room_for_neighbours(self) -> int:
        return _MOST_NEIGHBOURS if self.viewport().height() >= _LOW * self.unit else 1

    def _sight(self) -> QRectF:
        """Give the part of the text document that is in sight."""
        return QRectF(self._in_text(QPointF()), QSizeF(self.viewport().size()))

    def _scroll_to_event(self) -> None:
        """Bring the line where the event begins to the middle, if not all of the text is in sight."""
        if self._page is None or (found := self._page.event_line()) is None:
            return
        cursor, middle = found
        if not self.textCursor().hasSelection():
            self.setTextCursor(cursor)
        self.verticalScrollBar().setValue(round(middle - self.viewport().height() / 2))

    def _is_event_out_of_sight(self) -> bool:
        """Tell whether the user has scrolled elsewhere."""
        if self._page is None or not self._text.is_laid_out:
            return False
        found, sight = self._page.event_line(), self._sight()
        return found is None or not sight.top() <= found[1] <= sight.bottom()

    def _lay_out(self, event: QResizeEvent) -> None:
        if self._page:
            self._page.set_margins(self.viewport().width())
        super().resizeEvent(event)
        if self._page:
            self._on_laid_out()

    # Qt overrides

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the tracks over it."""
        super().paintEvent(event)
        if self._page is None:
            return
        sight = self._sight()
        painter = QPainter(self.viewport())
        painter.setClipRegion(event.region())
        painter.translate(-sight.topLeft())
        self._page.painter.paint(painter, sight, self._hover.pointed)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines readable, and in sight what was."""
        if self._page and not self.shows_document and self._room_for_neighbours() != self._n_neighbours:
            self._rebuild()
        if self._is_event_out_of_sight():
            self._growth.keep_in_place(partial(self._lay_out, event))
        else:
            self._lay_out(event)
            self._scroll_to_event()

    def _restyle(self) -> None:
        self._styles = type_styles(self._types, current_theme())
        self._rebuild()

    def minimumSizeHint(self) -> QSize:
        """Leave room for a line with its tracks."""
        unit = self.unit
        return QSize(round(280 * unit), round(110 * unit))
