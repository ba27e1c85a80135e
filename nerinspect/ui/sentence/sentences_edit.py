"""Sentences to read: they can be selected, copied as they stand in the file, and made larger."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QKeyCombination, QMimeData, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QClipboard, QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QTextEdit, QWidget

from nerinspect.corpus.text import as_written
from nerinspect.events.context import conll_lines
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.sentence.context_text import ContextText, PlacedLine
from nerinspect.ui.sentence.typesetter import GREATEST_ZOOM, LEAST_ZOOM, USUAL_ZOOM

_ZOOM_STEP: Final = 0.1
_WHEEL_STEP: Final = 120
"""Turn of a wheel by one notch; touchpads tell of smaller ones, which add up."""

Verb = Callable[[], object]


class SentencesEdit(QTextEdit):
    """Show text that can be read, selected and copied, but not changed.

    Signals
    -------
    zoom_changed : float
        Size of the sentence in sizes of the widget's font.
    """

    zoom_changed = Signal(float)

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

    # Qt overrides

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
