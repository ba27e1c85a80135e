"""The sentence of an event with both readings over its words, and the sentences around it."""

from collections.abc import Collection, Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.context import Context
from nerinspect.analysis.sentence import ColumnKey
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.placed_spans import PlacedSpan
from nerinspect.ui.painting.shown_tokens import ShownTokens
from nerinspect.ui.painting.typesetter import Typesetter
from nerinspect.ui.panels.context_growth import ContextGrowth
from nerinspect.ui.panels.context_hover import ContextHover
from nerinspect.ui.panels.context_page import ContextPage
from nerinspect.ui.panels.sentences_edit import SentencesEdit
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.type_colours import type_styles

_MOST_NEIGHBOURS: Final = 2
_LOW: Final = 240
"""Height, in thirteenths of the font size, under which one neighbour on each side has to do."""

_MOST_COMPARED: Final = 20
"""So many sentences are looked at before all are written anew."""


class PageEdit(SentencesEdit):
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
        self._shows_document = False
        self._n_neighbours = _MOST_NEIGHBOURS
        self._page: ContextPage | None = None
        self._growth = ContextGrowth(self, self._text)
        self._growth.grown.connect(self.written_changed)
        self._hover = ContextHover(self.viewport())

    @property
    def shows_document(self) -> bool:
        """Whether the whole document is on show."""
        return self._shows_document

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
        shown = (item.sentence for item in self._text.sentences if self._shows_document or item.is_event)
        near = [one for one in shown if one.number in numbers]
        if len(near) > _MOST_COMPARED:
            return True
        return any(document.sentence(one.number).tracks != one.tracks for one in near)

    def show_document(self, is_shown: bool) -> None:
        """Show the whole document, or the sentence between its neighbours."""
        if is_shown != self._shows_document:
            self._shows_document = is_shown
            self._rebuild()
            self.document_toggled.emit(is_shown)

    def toggle_document(self) -> None:
        """Turn from the sentence to the whole document, or back."""
        self.show_document(not self._shows_document)

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
        n_neighbours = None if self._shows_document else self._n_neighbours
        page = ContextPage(self._text, self._context, setter, n_neighbours)
        page.set_margins(self.viewport().width())
        self._page = page
        self._on_laid_out()
        self._scroll_to_event()
        if self._shows_document:
            self._growth.start(self._context.document, setter)

    def _typesetter(self) -> Typesetter:
        return Typesetter(self.font(), self._zoom, current_theme(), self._styles, self._columns)

    def _on_laid_out(self) -> None:
        """Do what waits for the lines of the text; here nothing does."""

    def _room_for_neighbours(self) -> int:
        return _MOST_NEIGHBOURS if self.viewport().height() >= _LOW * font_size(self.font()) / 13 else 1

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
        if self._page and not self._shows_document and self._room_for_neighbours() != self._n_neighbours:
            self._rebuild()
        if self._is_event_out_of_sight():
            self._growth.keep_in_place(partial(self._lay_out, event))
        else:
            self._lay_out(event)
            self._scroll_to_event()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_hover"):
            self._styles = type_styles(self._types, current_theme())
            self._rebuild()

    def minimumSizeHint(self) -> QSize:
        """Leave room for a line with its tracks."""
        unit = font_size(self.font()) / 13
        return QSize(round(280 * unit), round(110 * unit))
