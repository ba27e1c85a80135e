"""Fields to search in, the lines of a note, checklists of columns, menus in which several things are ticked."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextCharFormat,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.ui.kit.keys import ENTER_KEYS, edits_text
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import NameDelegate, tooltip, utf16_length
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_focus_ring, paint_line_icon
from nerinspect.ui.theme.themes import Theme, current_theme
from nerinspect.visible import visible

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ColumnList(Styled, QWidget):
    """Let columns be ticked, and moved by dragging or with Alt+Up and Alt+Down."""

    columns_changed = Signal()  # other columns are ticked, or they stand in another order

    def __init__(self, every: Sequence[str], on_screen: Sequence[str], explain: Callable[[str], str]) -> None:
        super().__init__()
        self._every, self._explain = tuple(every), explain
        self.list = QListWidget()
        self.list.setItemDelegate(NameDelegate(self.list))
        self.list.setAccessibleName("Columns")
        self.list.setAccessibleDescription("Space ticks a column; Alt+Up and Alt+Down move it")
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.installEventFilter(self)
        buttons = QHBoxLayout()
        for text, columns in (("A&ll", self._every), ("&None", ()), ("As on sc&reen", tuple(on_screen))):
            button = QPushButton(text)
            button.setAutoDefault(False)  # Enter is for the dialog
            button.clicked.connect(partial(self._on_offered, columns))
            button.setEnabled(bool(columns) or text == "&None")
            buttons.addWidget(button)
        fill(QVBoxLayout(self), self.list, buttons)
        self.list.itemChanged.connect(self.columns_changed)
        self.list.model().rowsMoved.connect(self.columns_changed)

    def columns(self) -> tuple[str, ...]:
        """Name the ticked columns from top to bottom."""
        items = map(self.list.item, range(self.list.count()))
        return tuple(item.text() for item in items if item.checkState() == Qt.CheckState.Checked)

    def set_columns(self, chosen: Sequence[str]) -> None:
        """Tick these columns, in silence; they come first if their order is not the ordinary one."""
        rest = [name for name in self._every if name not in chosen]
        in_order = [name for name in self._every if name in chosen] == list(chosen)
        self.list.blockSignals(True)
        self.list.clear()
        for name in self._every if in_order else [*chosen, *rest]:
            item = QListWidgetItem(name, self.list)
            item.setToolTip(tooltip(self._explain(name)))
            item.setCheckState(Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(0)
        self.list.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(Qt.Key(event.key()), 0)
            if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self._move(step)
                return True
        return super().eventFilter(watched, event)

    def _restyle(self) -> None:
        """Draw empty boxes so that they are seen on a dark ground: Fusion outlines them darker than the window."""
        colours, theme = self.palette(), current_theme()
        for bar in (self.list.verticalScrollBar(), self.list.horizontalScrollBar()):
            bar.setPalette(colours)
        colours.setColor(QPalette.ColorRole.Window, theme.text3 if theme.is_dark else theme.window)
        self.list.setPalette(colours)

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            self.list.insertItem(row + step, self.list.takeItem(row))
            self.list.setCurrentRow(row + step)
            self.columns_changed.emit()

    def _on_offered(self, columns: Sequence[str]) -> None:
        self.set_columns(columns)
        self.columns_changed.emit()


_KEY: Final = "Ctrl F"


def key_size(font: QFont) -> QSizeF:
    metrics, unit = QFontMetricsF(scaled_font(font, CAPTION)), unit_of(font)
    return QSizeF(metrics.horizontalAdvance(_KEY) + 10 * unit, metrics.height() + 2 * unit)


def paint_key(painter: QPainter, field: QRectF, font: QFont, theme: Theme) -> None:
    """Paint the key that leads to the field at its right end."""
    size, unit = key_size(font), unit_of(font)
    corner = QPointF(field.width() - size.width() - 8 * unit, (field.height() - size.height()) / 2)
    frame = QRectF(corner, size)
    painter.setPen(QPen(theme.border, 1))
    painter.drawRoundedRect(frame, 3 * unit, 3 * unit)
    painter.setPen(theme.text3)
    painter.setFont(scaled_font(font, CAPTION))
    painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter), _KEY)


def wave(theme: Theme) -> QTextCharFormat:
    """Underline text as a mistake."""
    underlined = QTextCharFormat()
    underlined.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    underlined.setUnderlineColor(theme.warning)
    return underlined


class RingedEdit(QLineEdit):
    """A line of text with a ring around it while somebody writes in it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            unit = unit_of(self.font())
            paint_focus_ring(QPainter(self), current_theme(), unit, QRectF(self.rect()), radius=3)


class SearchEdit(Styled, QLineEdit):
    """A line of text that counts in characters, where Qt counts in UTF-16 units."""

    has_key = True  # whether it shows the key that leads to it

    def __init__(self) -> None:
        super().__init__()
        self._clear_button = self._made_clear_button()
        self.is_composing = False
        self.textChanged.connect(self._measure)

    def cursor_place(self) -> int:
        """Give the place of the cursor in characters."""
        before = self.text().encode("utf-16-le", "surrogatepass")[: 2 * self.cursorPosition()]
        return len(before.decode("utf-16-le", "replace"))

    def replace(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of some characters; undo brings them back."""
        first, last = (utf16_length(self.text()[:place]) for place in (start, end))
        self.setCursorPosition(first)
        self.setSelection(first, last - first)
        self.insert(text)

    def underline(self, start: int, end: int) -> None:
        """Draw a wave under some characters and under no other; none if the range is empty."""
        text = self.text()
        first = utf16_length(text[:start]) - self.cursorPosition()
        of_text = QInputMethodEvent.AttributeType.TextFormat
        attribute = QInputMethodEvent.Attribute(of_text, first, utf16_length(text[start:end]), wave(current_theme()))
        # A line edit has no formats of its own, but it draws those of an input method wherever they lie.
        super().inputMethodEvent(QInputMethodEvent("", [attribute] if start < end else []))

    def take_text_away(self) -> None:
        self.selectAll()
        self.del_()

    def _made_clear_button(self) -> QToolButton:
        """Make a button of our own: that of the line edit fades slowly, over the key that takes its place."""
        button = QToolButton(self)
        button.setText("✕")
        button.setToolTip("Clear (Esc)")
        button.setAutoRaise(True)
        button.setAccessibleName("Clear the search")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.clicked.connect(self.take_text_away)
        button.hide()
        return button

    def _measure(self) -> None:
        """Make room for the magnifier, and for the key or the button that clears."""
        unit = self.unit
        self.setMinimumHeight(round(QFontMetricsF(self.font()).height() + 12 * unit))
        side = self.height() - round(6 * unit)
        self._clear_button.setGeometry(self.width() - side - round(3 * unit), round(3 * unit), side, side)
        self._clear_button.setVisible(bool(self.text()))
        right = side if self.text() else key_size(self.font()).width() + 8 * unit
        left = 0 if self._holds_unseen() else 24 * unit
        self.setTextMargins(round(left), 0, round(right), 0)

    def _holds_unseen(self) -> bool:
        """Tell whether the sign for what is not seen stands in the place of the magnifier."""
        return visible(self.text()) != self.text()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self.is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _restyle(self) -> None:
        self._measure()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, field = current_theme(), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = 16 * self.unit
        if not self._holds_unseen():
            paint_line_icon(painter, "search", theme.text2, QRectF(side / 2, (field.height() - side) / 2, side, side))
        if self.has_key and not self.text():
            paint_key(painter, field, self.font(), theme)
        if self.hasFocus():
            paint_focus_ring(painter, theme, self.unit, field, radius=3)
        painter.end()


class TickingMenu(QMenu):
    """Stay open when a line with a tick is clicked, or Space is pressed on it; any other line closes the menu."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._pressed: QAction | None = None

    def _tick(self, action: QAction | None) -> bool:
        can_be = action is not None and action.isCheckable() and action.isEnabled()
        if action is not None and can_be:
            action.trigger()
        return can_be

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the line: the click that opened the menu ends over it too."""
        self._pressed = self.actionAt(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action, self._pressed = self._pressed, None
        if action != self.actionAt(event.position().toPoint()) or not self._tick(action):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space or not self._tick(self.activeAction()):
            super().keyPressEvent(event)


_LINES: Final = 3

_STAYING: Final = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Who opens a menu of the edit, or looks into another window, has not left the note."""

_HELD: Final = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)


class NoteEdit(Styled, QPlainTextEdit):
    """Show itself while a note is written."""

    written = Signal(str)
    closed = Signal(bool)  # the edit is hidden; whether a key of its own did it

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("note_edit")
        self.setAccessibleName("Note")
        self.setPlaceholderText("Ctrl+Enter saves, Esc cancels")
        self.setTabChangesFocus(True)
        self._before = ""
        self.is_open = False
        self._app = cast("QApplication", QApplication.instance())
        self._fit()
        self.hide()

    def open(self, note: str) -> None:
        self._before, self.is_open = note, True
        self.setPlainText(note)
        self.moveCursor(self.textCursor().MoveOperation.End)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._app.installEventFilter(self)

    def keep(self) -> None:
        """Announce the note if it is another one than before; the edit stays."""
        note = self.toPlainText().strip()
        if self.is_open and note != self._before:
            self._before = note
            self.written.emit(note)

    def follow(self, note: str) -> None:
        """Hide if another note is on show than the one that is being changed."""
        if note != self._before:
            self._close()

    def _close(self, by_key: bool = False) -> None:
        if self.is_open:
            self.is_open = False
            self._app.removeEventFilter(self)
            self.hide()
            self.closed.emit(by_key)

    def _fit(self) -> None:
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        self.setFixedHeight(_LINES * QFontMetrics(self.font()).lineSpacing() + around)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the note before a click elsewhere does anything, such as choose another event."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            is_inside = watched is self or self.isAncestorOf(watched)
            if not is_inside and watched.window() is self.window():
                self.keep()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Keep Esc and Ctrl+Enter for the edit; keep the note before any other key does something elsewhere."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        if _ends(event):
            event.accept()
            return True
        is_taken = super().event(event)
        if event.key() not in _HELD and not edits_text(event):
            self.keep()
        return is_taken

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not _ends(event):
            super().keyPressEvent(event)
            return
        if event.key() != Qt.Key.Key_Escape:
            self.keep()
        self._close(by_key=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            unit, port = self.unit, self.viewport()
            paint_focus_ring(QPainter(port), current_theme(), unit, QRectF(port.rect()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STAYING:
            self.keep()
            self._close()

    def _restyle(self) -> None:
        self._fit()


def _ends(event: QKeyEvent) -> bool:
    has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return event.key() == Qt.Key.Key_Escape or (event.key() in ENTER_KEYS and has_control)
