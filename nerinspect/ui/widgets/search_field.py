"""The search field: suggests while one types; Enter turns its text into chips."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.study import Study
from nerinspect.query.completion import Completions
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.keys import ENTER_KEYS
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.search_edit import SearchEdit
from nerinspect.ui.widgets.search_help import SearchHelp, is_worth_offering
from nerinspect.ui.widgets.search_popup import SearchPopup

_STEPS: Final[dict[int, int]] = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_PageUp: -10,
}


class SearchField(SearchEdit):
    """Take a query.

    Signals
    -------
    query_entered : str
        Enter was pressed on some text.
    backspaced
        Backspace was pressed in the empty field.
    left
        Escape was pressed with no suggestion and no text left to take away, or Enter in the empty field.
    history_changed : list of str
        A query that can be read was entered; these are to be remembered, the newest first.
    """

    query_entered = Signal(str)
    backspaced = Signal()
    left = Signal()
    history_changed = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search_field")
        self.setAccessibleName("Search")
        self.setAccessibleDescription("Words, phrases, regular expressions and fields such as kind:be type:ORG")
        self.setPlaceholderText("Search: words, “a phrase”, /regex/, kind:be type:ORG elen:>=3")
        self._help = SearchHelp(self)
        self._help.surfaces_indexed.connect(self._on_surfaces_indexed)
        self._offered, self._offered_for = Completions(0, 0), ("", 0)
        self._marked: tuple[int, int] | None = None
        self._popup = SearchPopup(self)
        self._popup.suggestion_clicked.connect(self._accept)
        self.returnPressed.connect(self._on_return)
        self.textChanged.connect(self._on_text_changed)
        self.textEdited.connect(self._on_text_edited)
        self.cursorPositionChanged.connect(self._on_cursor_moved)

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
        self._help.set_vocabulary(vocabulary, study)
        self._popup.hide()
        self._mark_mistake()

    def set_history(self, queries: Sequence[str]) -> None:
        """Offer queries that were used before, the newest first."""
        self._help.set_history(queries)

    def show_suggestions(self) -> None:
        """List what the query may go on with at the cursor."""
        self._suggest(is_asked=True)

    def shutdown(self) -> None:
        """Wait for what runs in the background; for closing the window."""
        self._help.shutdown()

    def _suggest(self, is_asked: bool) -> None:
        """List suggestions if there are any; unless asked to, only where something is begun."""
        text, cursor = self.text(), self.cursor_place()
        self._offered_for = (text, cursor)
        found = self._offered = self._help.completions(text, cursor)
        if found.items and (is_asked or is_worth_offering(found, text, cursor)):
            self._popup.offer(found.items, self)
            self._announce(self._popup.accessibleName())
        else:
            self._popup.hide()

    def _accept(self, row: int) -> None:
        """Put a suggestion in the place of what was begun; a field name is followed by its values."""
        found = self._offered
        item = found.items[row]
        self.replace(found.start, found.end, item.text)
        if not item.text.endswith(":"):
            self._popup.hide()

    def _mark_mistake(self, is_finished: bool = False) -> None:
        """Underline the first mistake, but none that may be what is just being typed."""
        if self.is_composing:
            return
        mistake = self._help.mistake(self.text(), self.cursor_place(), is_finished)
        self._marked = (mistake.start, mistake.end) if mistake else None
        self.setToolTip(tooltip(mistake.message) if mistake else "")
        self.underline(*(self._marked or (0, 0)))

    def _remember(self, query: str) -> None:
        self._help.set_history([query, *self._help.history])
        self.history_changed.emit(list(self._help.history))

    def _announce(self, text: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _on_return(self) -> None:
        query = self.text().strip()
        self._popup.hide()
        if not query:
            self.left.emit()
            return
        self._mark_mistake(is_finished=True)
        if self._marked is None:
            self._remember(query)
        self.query_entered.emit(self.text())

    def _on_text_changed(self) -> None:
        self._mark_mistake()
        if not self.text():
            self._popup.hide()

    def _on_text_edited(self) -> None:
        if self.text():
            self._suggest(is_asked=False)

    def _on_cursor_moved(self) -> None:
        here = (self.text(), self.cursor_place())
        if here[0] == self._offered_for[0] and here != self._offered_for:  # else the text changes, too
            self._offered_for = here
            self._mark_mistake()
            if self._popup.isVisible():
                self._suggest(is_asked=False)

    def _on_surfaces_indexed(self) -> None:
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
            self.take_text_away()
        else:
            self.left.emit()

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
        if hasattr(self, "_popup"):
            self._popup.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_marked"):
            self._mark_mistake()
