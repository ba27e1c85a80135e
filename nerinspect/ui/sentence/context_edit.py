"""The sentence of an event with both readings among the sentences around it: written, painted, pointed at."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QKeyCombination, QMimeData, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QClipboard,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextLine,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QTextEdit, QWidget

from nerinspect.corpus.text import as_written
from nerinspect.events.context import ColumnKey, Context, conll_lines
from nerinspect.quantities import grouped
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.sentence.context_text import ContextGrowth, ContextText, PlacedLine, set_some
from nerinspect.ui.sentence.hover import ContextHover, Pointed
from nerinspect.ui.sentence.placed_spans import PlacedSpan
from nerinspect.ui.sentence.shown_tokens import ShownTokens
from nerinspect.ui.sentence.typesetter import GREATEST_ZOOM, LEAST_ZOOM, USUAL_ZOOM, SetSentence, Typesetter
from nerinspect.ui.theme.themes import current_theme, type_styles

_ZOOM_STEP: Final = 0.1
_WHEEL_STEP: Final = 120  # turn of a wheel by one notch; touchpads tell of smaller ones, which add up
Verb = Callable[[], object]


class SentencesEdit(QTextEdit):
    """Show text that can be read, selected and copied, but not changed."""

    zoom_changed = Signal(float)  # size of the sentence in sizes of the widget's font

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.viewport().setMouseTracking(True)
        self._text = ContextText(self.document())
        self.zoom = USUAL_ZOOM  # in sizes of the widget's font
        self._turned = 0
        self._dragged_from: tuple[int, int] | None = None
        self._by_tokens = False
        self._doubled: tuple[int, QPoint] | None = None
        self._keys: dict[str, Verb] = {
            "Ctrl++": self.zoom_in,
            "Ctrl+=": self.zoom_in,
            "Ctrl+-": self.zoom_out,
            "Ctrl+0": self.zoom_reset,
            "Ctrl+C": self.copy,
            "Ctrl+Ins": self.copy,
        }

    @property
    def written(self) -> range:
        """Numbers of the sentences that are laid out, through the whole file, from 1."""
        return self._text.written

    def set_zoom(self, zoom: float) -> None:
        """Set the size of the sentence, within its limits."""
        zoom = round(min(max(zoom, LEAST_ZOOM), GREATEST_ZOOM), 2)
        if zoom != self.zoom:
            self.zoom = zoom
            self._rebuild()
            self.zoom_changed.emit(zoom)

    def zoom_in(self) -> None:
        self.set_zoom(self.zoom + _ZOOM_STEP)

    def zoom_out(self) -> None:
        self.set_zoom(self.zoom - _ZOOM_STEP)

    def zoom_reset(self) -> None:
        """Give the text its usual size."""
        self.set_zoom(USUAL_ZOOM)

    def copy(self) -> None:
        """Put the selected text on the clipboard as text, not as an object of ours that would outlive the program."""
        if self.textCursor().hasSelection():
            copy_text(self._selected_text())

    def copy_sentence(self, cursor: QTextCursor) -> None:
        """Put the sentence where a cursor stands on the clipboard, with every token of it."""
        if (number := cursor.blockNumber()) < len(self._text.sentences):
            sentence = self._text.sentences[number].sentence
            copy_text(as_written(sentence.tokens, sentence.gaps))

    def copy_lines(self, cursor: QTextCursor) -> None:
        """Put the sentence where a cursor stands on the clipboard as lines of a CoNLL file, with all labels."""
        if (number := cursor.blockNumber()) < len(self._text.sentences):
            copy_text(conll_lines(self._text.sentences[number].sentence))

    def _selected_text(self) -> str:
        cursor = self.textCursor()
        return self._text.as_in_file(cursor.selectionStart(), cursor.selectionEnd())

    def line_at(self, place: QPointF) -> PlacedLine | None:
        """Find the line at a place of the viewport, or the nearest one."""
        return self._text.line_at(self._in_text(place))

    def _in_text(self, place: QPointF) -> QPointF:
        """Give the place in the text document that lies at a place of the viewport."""
        return place + QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _gap_at(self, place: QPointF) -> int:
        """Give the position in the text document that is nearest to a place of the viewport."""
        line = self.line_at(place)
        return line.gap_at(self._in_text(place).x()) if line else 0

    def _token_at(self, place: QPointF) -> tuple[int, int]:
        """Give the extent in the text document of the token at a place of the viewport, or of the nearest one."""
        if (line := self.line_at(place)) is None:
            return 0, 0
        shown, zero = line.item.shown, line.block.position()
        token = shown.token_near(line.unit_at(self._in_text(place).x()))
        start, end = shown.units(token, token + 1) or (0, 0)
        return zero + start, zero + end

    def _drag_to(self, start: int, end: int) -> None:
        """Select from what was dragged from up to a stretch of the text document."""
        assert self._dragged_from is not None  # the button is down
        low, high = self._dragged_from
        cursor = self.textCursor()
        cursor.setPosition(high if start < low else low)
        cursor.setPosition(start if start < low else max(high, end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _is_third_click(self, event: QMouseEvent) -> bool:
        if self._doubled is None:
            return False
        when, where = self._doubled
        is_soon = event.timestamp() - when < QApplication.doubleClickInterval()
        return is_soon and (event.position().toPoint() - where).manhattanLength() < QApplication.startDragDistance()

    def _turn(self, delta: int) -> None:
        """Zoom by a step for each whole notch of the wheel; a turn back begins anew."""
        self._turned = delta + (self._turned if delta * self._turned > 0 else 0)
        notches = int(self._turned / _WHEEL_STEP)
        if notches:
            self._turned -= notches * _WHEEL_STEP
            self.set_zoom(self.zoom + _ZOOM_STEP * notches)

    def _rebuild(self) -> None:
        raise NotImplementedError

    def _menu(self, cursor: QTextCursor) -> QMenu:
        """Offer what can be done with the text where a cursor stands."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction("Copy", QKeySequence(QKeySequence.StandardKey.Copy), self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        menu.addAction("Copy sentence", lambda: self.copy_sentence(cursor)).setEnabled(bool(self._text.sentences))
        lines = menu.addAction("Copy as CoNLL lines", lambda: self.copy_lines(cursor))
        lines.setEnabled(bool(self._text.sentences))
        menu.addSeparator()
        menu.addAction("Select all", QKeySequence(QKeySequence.StandardKey.SelectAll), self.selectAll)
        return menu

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to select at the pointer: with Shift go on, after a double click take the sentence."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        at, self._by_tokens = self._gap_at(event.position()), False
        self._dragged_from = at, at
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._dragged_from = (self.textCursor().anchor(),) * 2
        elif self._is_third_click(event):
            block = self.document().findBlock(at)
            self._dragged_from = block.position(), block.position() + block.length() - 1
        self._drag_to(at, at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select the token at the pointer, then further ones."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged_from, self._by_tokens = self._token_at(event.position()), True
            self._doubled = event.timestamp(), event.position().toPoint()
            self._drag_to(*self._dragged_from)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select up to the pointer while the button is down."""
        super().mouseMoveEvent(event)  # scrolls where the pointer is outside
        if self._dragged_from is not None and event.buttons() & Qt.MouseButton.LeftButton:
            at = self._gap_at(event.position())
            self._drag_to(*(self._token_at(event.position()) if self._by_tokens else (at, at)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a selection, which the middle button then pastes where the desktop has that."""
        if event.button() == Qt.MouseButton.LeftButton and self._dragged_from is not None:
            self._dragged_from = None
            if self.textCursor().hasSelection() and QApplication.clipboard().supportsSelection():
                QApplication.clipboard().setText(self._selected_text(), QClipboard.Mode.Selection)
        super().mouseReleaseEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Give the selected text as it stands in the file."""
        data = QMimeData()
        data.setText(self._selected_text())
        return data

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy: for the mouse the sentence under it, for the key that of the caret."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        caret = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        cursor = self.textCursor()
        if is_mouse:
            cursor.setPosition(self._gap_at(QPointF(event.pos())))
        self._menu(cursor).popup(event.globalPos() if is_mouse else caret)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._turn(event.angleDelta().y())
            event.accept()
        else:
            self._turned = 0
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key says; the caret moves by its own keys."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            modifiers &= ~Qt.KeyboardModifier.ShiftModifier  # needed for plus on some keyboards
        key = QKeySequence(QKeyCombination(modifiers, Qt.Key(event.key())))
        if verb := self._keys.get(key.toString(QKeySequence.SequenceFormat.PortableText)):
            verb()
            event.accept()
        else:
            super().keyPressEvent(event)


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

    `n_neighbours`: sentences on each side; None for the document, of which the nearest part is written.
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
_LOW: Final = 240  # height, in thirteenths of the font size, under which one neighbour on each side has to do
_MOST_COMPARED: Final = 20  # so many sentences are looked at before all are written anew


class PageEdit(Styled, SentencesEdit):
    """Show a sentence with its tracks between its neighbours, or in its whole document."""

    document_toggled = Signal(bool)  # the whole document is on show, or no longer
    written_changed = Signal()  # more sentences of the document are laid out

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

        `context`: the sentence in its document; None empties the view.
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
