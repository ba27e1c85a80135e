"""The sentence of an event with both readings over its words, and the sentences around it."""

from functools import partial
from typing import Final, cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from nerinspect.analysis.context import Context
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.placed_spans import PlacedSpan
from nerinspect.ui.painting.shown_tokens import ShownTokens
from nerinspect.ui.painting.typesetter import Typesetter
from nerinspect.ui.panels.context_growth import ContextGrowth
from nerinspect.ui.panels.context_hover import ContextHover, Pointed
from nerinspect.ui.panels.context_page import ContextPage
from nerinspect.ui.panels.sentences_edit import SentencesEdit
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.type_colours import type_styles

_MOST_NEIGHBOURS: Final = 2
_LOW: Final = 240
"""Height, in thirteenths of the font size, under which one neighbour on each side has to do."""


class ContextView(SentencesEdit):
    """Show a sentence with its tracks between its neighbours, or in its whole document.

    Signals
    -------
    document_toggled : bool
        The whole document is on show, or no longer.
    event_requested : int
        Another event was chosen, by its number in the study.
    previous_requested, next_requested
        The user asks for another event.
    written_changed
        More sentences of the document are laid out.
    """

    document_toggled = Signal(bool)
    event_requested = Signal(int)
    previous_requested = Signal()
    next_requested = Signal()
    written_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("context_view")
        self.setAccessibleName("Sentence")
        self._context: Context | None = None
        self._types: tuple[str, ...] = ()
        self._styles = type_styles((), current_theme())
        self._shows_document = False
        self._n_neighbours = _MOST_NEIGHBOURS
        self._page: ContextPage | None = None
        self._pressed = QPoint()
        self._growth = ContextGrowth(self, self._text)
        self._growth.grown.connect(self.written_changed)
        self._hover = ContextHover(self.viewport())
        self._hover.pointed_changed.connect(self._on_pointed_changed)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self._keys |= {
            "J": self.next_requested.emit,
            "K": self.previous_requested.emit,
            "Return": self.toggle_document,
            "Enter": self.toggle_document,
            "Ctrl+Return": self._choose_at_caret,
            "Ctrl+Enter": self._choose_at_caret,
        }

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
        setter = Typesetter(self.font(), self._zoom, current_theme(), self._styles)
        self._n_neighbours = self._room_for_neighbours()
        n_neighbours = None if self._shows_document else self._n_neighbours
        page = ContextPage(self._text, self._context, setter, n_neighbours)
        page.set_margins(self.viewport().width())
        self._page = page
        self._scroll_to_event()
        if self._shows_document:
            self._growth.start(self._context.document, setter)

    def _room_for_neighbours(self) -> int:
        return _MOST_NEIGHBOURS if self.viewport().height() >= _LOW * font_size(self.font()) / 13 else 1

    def _sight(self) -> QRectF:
        """Give the part of the text document that is in sight."""
        scrolled = QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        return QRectF(scrolled, QSizeF(self.viewport().size()))

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

    def _find(self, place: QPoint) -> Pointed | None:
        """Find the mention or token at a place of the viewport."""
        return self._page.painter.find(QPointF(place) + self._sight().topLeft()) if self._page else None

    def _choose_at_caret(self) -> None:
        """Choose the event the caret stands in."""
        found = self._text.token_at(self.textCursor().position())
        if found is not None and (segment := found[0].sentence.segment_at(found[1])) is not None:
            self._choose(segment.event)

    def _choose(self, event: int) -> None:
        if self._context is not None and event != self._context.segment.event:
            self.event_requested.emit(event)

    def _leaves_document(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self._shows_document

    def _on_pointed_changed(self) -> None:
        pointed = self._hover.pointed
        is_door = pointed is not None and pointed.segment is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.IBeamCursor)
        self.viewport().update()

    def _on_scrolled(self) -> None:
        self._hover.point_at(None, QPoint())

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

    def event(self, event: QEvent) -> bool:
        """Claim Esc, before a shortcut of the window takes it, while there is something to leave."""
        if event.type() == QEvent.Type.ShortcutOverride and self._leaves_document(cast("QKeyEvent", event)):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the document with Esc."""
        if self._leaves_document(event):
            self.show_document(False)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click begins."""
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while nothing is being selected."""
        super().mouseMoveEvent(event)
        if event.buttons() == Qt.MouseButton.NoButton:
            place = event.position().toPoint()
            self._hover.point_at(self._find(place), place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the event of a mention that was clicked, not one where a selection ends."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        is_click = (place - self._pressed).manhattanLength() < QApplication.startDragDistance()
        if event.button() == Qt.MouseButton.LeftButton and is_click:
            found = self._find(place)
            if found is not None and (segment := found.segment) is not None:
                self._choose(segment.event)

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
