"""The sentence of an event with both readings among those around it: selected and copied, its mentions as doors."""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import groupby
from typing import Final, cast

from PySide6.QtCore import (
    QEvent,
    QKeyCombination,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QClipboard,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QTextEdit, QWidget

from nerinspect.corpus.text import as_written
from nerinspect.events.context import AS_WRITTEN, ColumnKey, Context, Sentence, conll_lines, token_columns
from nerinspect.events.study import Study
from nerinspect.ui.kit.fields import TickingMenu
from nerinspect.ui.kit.screen_text import copy_text, plain_text, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.sentence.context_text import (
    ContextGrowth,
    ContextHover,
    ContextPage,
    ContextText,
    PlacedLine,
    Pointed,
)
from nerinspect.ui.sentence.placed_spans import PlacedSpan, ShownTokens
from nerinspect.ui.sentence.typesetter import GREATEST_ZOOM, LEAST_ZOOM, USUAL_ZOOM, Typesetter
from nerinspect.ui.theme.marks import paint_focus_ring
from nerinspect.ui.theme.themes import current_theme, type_styles


class ContextColumns(QObject):
    """Remember the columns that the user chose, for the studies shown later too."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listed: list[ColumnKey] = []
        self._chosen: set[ColumnKey] = set()

    @property
    def chosen(self) -> list[ColumnKey]:
        """What the user chose, columns of this study first and in their order."""
        return [key for key in self._listed if key in self._chosen] + sorted(self._chosen.difference(self._listed))

    @property
    def has_others(self) -> bool:
        """Whether the files of the study say more of a token than its label."""
        return any(key.name != AS_WRITTEN for key in self._listed)

    def show_study(self, study: Study | None) -> None:
        self._listed = token_columns(study) if study else []

    def choose_all(self, keys: Iterable[ColumnKey]) -> None:
        """Choose just some columns; those that no file has wait for one."""
        self._chosen = set(keys)

    def fill(self, menu: QMenu) -> None:
        menu.clear()
        for source, keys in groupby(self._listed, lambda key: key.source):
            menu.addSection(plain_text(source))
            for key in keys:
                action = menu.addAction(plain_text(key.name))
                action.setCheckable(True)
                action.setChecked(key in self._chosen)
                action.setData(tuple(key))
                action.setToolTip(tooltip(f"Show the columns of {source} under the words."))
        menu.setEnabled(bool(self._listed))

    def menu(self, parent: QWidget) -> QMenu:
        menu = TickingMenu("Columns under the words", parent)
        menu.triggered.connect(self._on_triggered)
        self.fill(menu)
        return menu

    def _on_triggered(self, action: QAction) -> None:
        self._chosen ^= {ColumnKey(*action.data())}
        self.changed.emit()


_ZOOM_STEP: Final = 0.1
_WHEEL_STEP: Final = 120  # turn of a wheel by one notch; touchpads tell of smaller ones, which add up
Verb = Callable[[], object]


class SentencesEdit(QTextEdit):
    """Show text that can be read, selected and copied, but not changed."""

    zoom_changed = Signal(float)  # size of the sentence in sizes of the widget's font

    def __init__(self) -> None:
        super().__init__()
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


_MOST_NEIGHBOURS: Final = 2
_LOW: Final = 240  # height, in thirteenths of the font size, under which one neighbour on each side has to do
_MOST_COMPARED: Final = 20  # so many sentences are looked at before all are written anew
_TRACK: Final = 36  # height of a track and of what parts it from the rest, in thirteenths of the font size


class ContextView(Styled, SentencesEdit):
    """Show a sentence with its tracks between its neighbours, or in its whole document.

    Events are chosen by clicking their mentions, or with keys.
    """

    event_requested = Signal(int)  # another event was chosen, by its number in the study
    previous_requested = Signal()
    next_requested = Signal()
    document_toggled = Signal(bool)  # the whole document is on show, or no longer
    written_changed = Signal()  # more sentences of the document are laid out

    picks_events = True  # whether a click chooses an event; not while the right reading is marked

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("context_view")
        self.setAccessibleName("Sentence")
        self.columns = ContextColumns(self)
        self._pressed = QPoint()
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
        self.columns.changed.connect(self._on_columns_changed)
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

    def set_token_notes(self, notes: Callable[[Sentence, int], list[str]]) -> None:
        """Let tooltips of tokens say more, see `ContextHover`."""
        self._hover.set_token_notes(notes)

    def set_picks_events(self, picks: bool) -> None:
        """Let clicks choose events or not; without, there is room for the track that is being marked."""
        self.picks_events = picks
        self.updateGeometry()

    @property
    def is_right_to_left(self) -> bool:
        block = self._event_block()
        return block is not None and block.textDirection() == Qt.LayoutDirection.RightToLeft

    def select_tokens(self, start: int, end: int, is_backwards: bool = False) -> None:
        """Select tokens of the event's sentence, the caret behind them or, backwards, before them."""
        block, units = self._event_block(), self._page.own.shown.units(start, end) if self._page else None
        if block is None or units is None:
            return
        ends = [block.position() + unit for unit in units]
        cursor = self.textCursor()
        cursor.setPosition(ends[is_backwards])
        cursor.setPosition(ends[not is_backwards], QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def event_token_at(self, place: QPointF) -> int | None:
        """Find the token of the event's sentence at a place of the viewport; None where another sentence is nearer."""
        line = self.line_at(place)
        if line is None or not line.item.is_event:
            return None
        return line.item.shown.token_near(line.unit_at(self._in_text(place).x()))

    def _event_block(self) -> QTextBlock | None:
        place = self._text.event_place if self._page else None
        return None if place is None else self._text.block(place)[0]

    def _find(self, place: QPoint) -> Pointed | None:
        return self._page.painter.find(self._in_text(QPointF(place))) if self._page else None

    def _choose_at_caret(self) -> None:
        found = self._text.token_at(self.textCursor().position())
        if found is not None and (segment := found[0].sentence.segment_at(found[1])) is not None:
            self._choose(segment.event)

    def _choose(self, event: int) -> None:
        if self._context is not None and event != self._context.segment.event:
            self.event_requested.emit(event)

    def _menu(self, cursor: QTextCursor) -> QMenu:
        menu = super()._menu(cursor)
        menu.addSeparator()
        menu.addMenu(self.columns.menu(menu))
        return menu

    def _leaves_document(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self.shows_document

    def _on_columns_changed(self) -> None:
        self.show_columns(self.columns.chosen)

    def _on_pointed_changed(self) -> None:
        pointed = self._hover.pointed
        is_door = pointed is not None and pointed.segment is not None and self.picks_events
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.IBeamCursor)
        self.viewport().update()

    def _on_scrolled(self) -> None:
        self._hover.point_at(None, QPoint())

    def minimumSizeHint(self) -> QSize:
        """Leave room for a line with its tracks, and for one more track while it is being marked."""
        more = 0 if self.picks_events else round(_TRACK * self.unit)
        return QSize(round(280 * self.unit), round(110 * self.unit) + more)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, the tracks over it, and the ring of the focus: a caret alone is easily missed."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            if self._page is not None:
                sight = self._sight()
                painter.save()
                painter.setClipRegion(event.region())
                painter.translate(-sight.topLeft())
                self._page.painter.paint(painter, sight, self._hover.pointed)
                painter.restore()
            if self.hasFocus():
                paint_focus_ring(painter, current_theme(), self.unit, QRectF(self.viewport().rect()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Keep the ring where it is."""
        super().scrollContentsBy(dx, dy)
        if self.hasFocus():
            self.viewport().update()

    def event(self, event: QEvent) -> bool:
        """Claim Esc, before a shortcut of the window takes it, while there is something to leave."""
        if event.type() == QEvent.Type.ShortcutOverride and self._leaves_document(cast("QKeyEvent", event)):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._leaves_document(event):
            self.show_document(False)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
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
        if event.button() == Qt.MouseButton.LeftButton and is_click and self.picks_events:
            found = self._find(place)
            if found is not None and (segment := found.segment) is not None:
                self._choose(segment.event)
