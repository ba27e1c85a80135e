"""The search field: suggests while one types; Enter turns its text into chips."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from nerinspect.analysis.study import Study
from nerinspect.query.completion import Completions, completions
from nerinspect.query.surface_index import SurfaceIndex, index_surfaces
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.keys import ENTER_KEYS
from nerinspect.ui.painting.context_layout import utf16_length
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.search_mistake import find_mistake
from nerinspect.ui.widgets.search_painting import key_size, paint_key, paint_magnifier, wave
from nerinspect.ui.widgets.search_popup import SearchPopup

MOST_REMEMBERED: Final = 8
"""So many queries are offered again."""

_STEPS: Final[dict[int, int]] = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_PageUp: -10,
}


class SearchField(QLineEdit):
    """Take a query.

    Signals
    -------
    query_entered : str
        Enter was pressed on some text.
    backspaced
        Backspace was pressed in the empty field.
    escaped
        Escape was pressed with no suggestion and no text left to take away.
    history_changed : list of str
        A query that can be read was entered; these are to be remembered, the newest first.
    """

    query_entered = Signal(str)
    backspaced = Signal()
    escaped = Signal()
    history_changed = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search_field")
        self.setAccessibleName("Search")
        self.setAccessibleDescription("Words, phrases, regular expressions and fields such as kind:be type:ORG")
        self.setPlaceholderText("Search: words, “a phrase”, /regex/, kind:be type:ORG elen:>=3")
        self._vocabulary = Vocabulary()
        self._study: Study | None = None
        self._surfaces: SurfaceIndex | None = None
        self._history: tuple[str, ...] = ()
        self._offered, self._offered_for = Completions(0, 0), ("", 0)
        self._marked: tuple[int, int] | None = None
        self._is_composing = False
        self._clear_button = self._made_clear_button()
        self._popup = SearchPopup(self)
        self._popup.suggestion_clicked.connect(self._accept)
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_surfaces_indexed)
        self.returnPressed.connect(self._on_return)
        self.textChanged.connect(self._on_text_changed)
        self.textEdited.connect(self._on_text_edited)
        self.cursorPositionChanged.connect(self._on_cursor_moved)
        self._measure()

    @property
    def marked_text(self) -> str:
        """The part that is underlined as a mistake; empty if there is none."""
        return "" if self._marked is None else self.text()[slice(*self._marked)]

    @property
    def popup(self) -> SearchPopup:
        """The list of suggestions."""
        return self._popup

    def set_vocabulary(self, vocabulary: Vocabulary, study: Study | None) -> None:
        """Suggest the names of other files; surfaces are gathered from the study once they are asked for."""
        self._jobs.cancel()
        self._vocabulary, self._study, self._surfaces = vocabulary, study, None
        self._popup.hide()
        self._mark_mistake()

    def set_history(self, queries: Sequence[str]) -> None:
        """Offer queries that were used before, the newest first."""
        self._history = tuple(queries)[:MOST_REMEMBERED]

    def show_suggestions(self) -> None:
        """List what the query may go on with at the cursor."""
        self._suggest(is_asked=True)

    def shutdown(self) -> None:
        """Wait for what runs in the background; for closing the window."""
        self._jobs.shutdown()

    def _cursor(self) -> int:
        """Give the place of the cursor in characters; Qt counts UTF-16 units."""
        before = self.text().encode("utf-16-le", "surrogatepass")[: 2 * self.cursorPosition()]
        return len(before.decode("utf-16-le", "replace"))

    def _suggest(self, is_asked: bool) -> None:
        """List suggestions if there are any; unless asked to, only where something is begun."""
        text, cursor = self.text(), self._cursor()
        self._offered_for = (text, cursor)
        if "surface:" in text.casefold():
            self._index_surfaces()
        found = completions(text, cursor, self._vocabulary, self._surfaces, self._history)
        self._offered = found
        written = text[found.start : cursor]
        is_begun = bool(written.strip()) or text[: found.start].endswith((":", ","))
        if not found.items or (not is_asked and (not is_begun or _is_whole(text[found.start : found.end], found))):
            self._popup.hide()
            return
        self._popup.offer(found.items, self)
        self._announce(self._popup.accessibleName())

    def _index_surfaces(self) -> None:
        if self._surfaces is None and self._study is not None and not self._jobs.is_running:
            self._jobs.start(partial(index_surfaces, self._study))

    def _accept(self, row: int) -> None:
        """Put a suggestion in the place of what was begun; a field name is followed by its values."""
        text, found = self.text(), self._offered
        item = found.items[row]
        start, end = utf16_length(text[: found.start]), utf16_length(text[: found.end])
        self.setCursorPosition(start)
        self.setSelection(start, end - start)
        self.insert(item.text)
        if not item.text.endswith(":"):
            self._popup.hide()

    def _mark_mistake(self, is_finished: bool = False) -> None:
        """Underline the first mistake, but none that may be what is just being typed."""
        if self._is_composing:
            return
        text, cursor = self.text(), self._cursor()
        mistake = find_mistake(text, self._vocabulary)
        if mistake and not is_finished and mistake.start <= cursor <= mistake.end:
            may_go_on = not mistake.is_unknown_name or completions(text, cursor, self._vocabulary).items
            mistake = None if may_go_on else mistake
        self._marked = (mistake.start, mistake.end) if mistake else None
        self.setToolTip(mistake.message if mistake else "")
        self._underline(*(self._marked or (0, 0)))

    def _underline(self, start: int, end: int) -> None:
        """Draw a wave under some characters and under no other; none if the range is empty."""
        text = self.text()
        first = utf16_length(text[:start]) - self.cursorPosition()
        of_text = QInputMethodEvent.AttributeType.TextFormat
        attribute = QInputMethodEvent.Attribute(of_text, first, utf16_length(text[start:end]), wave(current_theme()))
        # A line edit has no formats of its own, but it draws those of an input method wherever they lie.
        super().inputMethodEvent(QInputMethodEvent("", [attribute] if start < end else []))

    def _remember(self, query: str) -> None:
        self.set_history([query, *(used for used in self._history if used != query)])
        self.history_changed.emit(list(self._history))

    def _announce(self, text: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _made_clear_button(self) -> QToolButton:
        """Make a button of our own: that of the line edit fades slowly, over the key that takes its place."""
        button = QToolButton(self)
        button.setText("✕")
        button.setToolTip("Clear (Esc)")
        button.setAutoRaise(True)
        button.setAccessibleName("Clear the search")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.clicked.connect(self._take_text_away)
        button.hide()
        return button

    def _measure(self) -> None:
        """Make room for the magnifier, and for the key or the button that clears."""
        unit = font_size(self.font()) / 13
        self.setMinimumHeight(round(QFontMetricsF(self.font()).height() + 12 * unit))
        side = self.height() - round(6 * unit)
        self._clear_button.setGeometry(self.width() - side - round(3 * unit), round(3 * unit), side, side)
        self._clear_button.setVisible(bool(self.text()))
        right = side if self.text() else key_size(self.font()).width() + 8 * unit
        self.setTextMargins(round(24 * unit), 0, round(right), 0)

    def _on_return(self) -> None:
        query = self.text().strip()
        if query:
            self._popup.hide()
            self._mark_mistake(is_finished=True)
            if self._marked is None:
                self._remember(query)
            self.query_entered.emit(self.text())

    def _on_text_changed(self) -> None:
        self._measure()
        self._mark_mistake()
        if not self.text():
            self._popup.hide()

    def _on_text_edited(self) -> None:
        if self.text():
            self._suggest(is_asked=False)

    def _on_cursor_moved(self) -> None:
        here = (self.text(), self._cursor())
        if here[0] == self._offered_for[0] and here != self._offered_for:  # else the text changes, too
            self._offered_for = here
            self._mark_mistake()
            if self._popup.isVisible():
                self._suggest(is_asked=False)

    def _on_surfaces_indexed(self, surfaces: SurfaceIndex) -> None:
        self._surfaces = surfaces
        if self.hasFocus():
            self._suggest(is_asked=False)

    def event(self, event: QEvent) -> bool:
        """Take Tab for a suggestion before it moves the focus."""
        is_tab = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab
        if is_tab and event.type() == QEvent.Type.KeyPress and self._popup.isVisible():
            self._accept(max(self._popup.chosen_row, 0))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let keys act on the suggestions first; watch for Backspace in the empty field and for Escape."""
        key, has_suggestions = event.key(), self._popup.isVisible()
        if has_suggestions and key in _STEPS:
            self._announce(self._popup.step(_STEPS[key]))
        elif key == Qt.Key.Key_Down or (
            key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        ):
            self.show_suggestions()
        elif has_suggestions and key in ENTER_KEYS and self._popup.chosen_row >= 0:
            self._accept(self._popup.chosen_row)
        elif key == Qt.Key.Key_Escape:
            self._on_escape()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.backspaced.emit()
        else:
            super().keyPressEvent(event)

    def _on_escape(self) -> None:
        """Take away one thing: the suggestions, the text, or the focus."""
        if self._popup.isVisible():
            self._popup.hide()
        elif self.text():
            self._take_text_away()
        else:
            self.escaped.emit()

    def _take_text_away(self) -> None:
        """Empty the field; undo brings the text back."""
        self.selectAll()
        self.del_()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Leave the text alone while characters are being composed."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show what can be asked to who clicks into the empty field."""
        super().mousePressEvent(event)
        if not self.text() and event.button() == Qt.MouseButton.LeftButton:
            self.show_suggestions()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Close the suggestions; what was typed counts as finished."""
        super().focusOutEvent(event)
        self._popup.hide()
        self._mark_mistake(is_finished=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Close the suggestions, which would hang beside the field."""
        super().resizeEvent(event)
        self._measure()
        self._popup.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font and colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
        elif event.type() == QEvent.Type.PaletteChange:
            self._mark_mistake()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add the magnifier, the key and a ring when focused."""
        super().paintEvent(event)
        theme, field = current_theme(), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_magnifier(painter, field.height(), self.font(), theme)
        if not self.text():
            paint_key(painter, field, self.font(), theme)
        if self.hasFocus():
            paint_focus_ring(painter, theme, font_size(self.font()) / 13, field, radius=3)
        painter.end()


def _is_whole(written: str, found: Completions) -> bool:
    """Tell whether what is written is the first suggestion and begins no other."""
    first, *others = found.items
    return first.text == written and not any(item.shown.casefold().startswith(written.casefold()) for item in others)
