"""The sentence of an event among those around it, its mentions as doors, and which columns stand under its words."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from nerinspect.events.context import AS_WRITTEN, ColumnKey, Sentence, token_columns
from nerinspect.events.study import Study
from nerinspect.ui.kit.fields import TickingMenu
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.sentence.context_edit import PageEdit
from nerinspect.ui.sentence.hover import Pointed
from nerinspect.ui.theme.marks import paint_focus_ring
from nerinspect.ui.theme.themes import current_theme


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
        """List the columns of each source in a menu."""
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


_TRACK: Final = 36  # height of a track and of what parts it from the rest, in thirteenths of the font size


class ContextView(PageEdit):
    """Choose events by clicking mentions in the context of the one on show, or with keys."""

    event_requested = Signal(int)  # another event was chosen, by its number in the study
    previous_requested = Signal()
    next_requested = Signal()

    picks_events = True  # whether a click chooses an event; not while the right reading is marked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("context_view")
        self.setAccessibleName("Sentence")
        self.columns = ContextColumns(self)
        self._pressed = QPoint()
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

    def set_token_notes(self, notes: Callable[[Sentence, int], list[str]]) -> None:
        """Let tooltips of tokens say more, see `ContextHover`."""
        self._hover.set_token_notes(notes)

    def set_picks_events(self, picks: bool) -> None:
        """Let clicks choose events or not; without, there is room for the track that is being marked."""
        self.picks_events = picks
        self.updateGeometry()

    @property
    def is_right_to_left(self) -> bool:
        """Whether the event's sentence runs from right to left."""
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
        """Find the mention or token at a place of the viewport."""
        return self._page.painter.find(self._in_text(QPointF(place))) if self._page else None

    def _choose_at_caret(self) -> None:
        """Choose the event the caret stands in."""
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
        """Leave room for one more track while it is being marked."""
        least = super().minimumSizeHint()
        more = 0 if self.picks_events else round(_TRACK * self.unit)
        return least + QSize(0, more)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add the ring of the focus: a caret alone is easily missed."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            unit = self.unit
            paint_focus_ring(painter, current_theme(), unit, QRectF(self.viewport().rect()))
            painter.end()

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
        if event.button() == Qt.MouseButton.LeftButton and is_click and self.picks_events:
            found = self._find(place)
            if found is not None and (segment := found.segment) is not None:
                self._choose(segment.event)
