"""The search field: suggests while one types, marks what cannot be read; Enter turns its text into chips."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem, QWidget

from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.events.study import Study
from nerinspect.quantities import counted
from nerinspect.query.language.completion import Completion, Completions, completions, index_surfaces
from nerinspect.query.language.parser import Scanner, parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.kit.fields import SearchEdit
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.keys import ENTER_KEYS
from nerinspect.ui.kit.screen_text import announce, tooltip
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_REFUSED = re.compile(r'"[^"]*"?|[^ \t\r\n,()"]+|[,()]')
_LAST_WORD = re.compile(r"[^ \t\r\n]*[ \t\r\n]*$")


class Mistake(NamedTuple):
    """What is wrong with a query, and where: from `start` to `end`, in characters from 0, half-open."""

    start: int
    end: int
    message: str  # what is wrong and what to do
    is_unknown_name: bool  # whether it is a name that nothing has; else something is missing or in the wrong place


def find_mistake(text: str, vocabulary: Vocabulary) -> Mistake | None:
    try:
        parse_query(text, vocabulary)
    except UnknownNameError as error:
        return Mistake(error.position, _end_of_name(text, error), str(error), is_unknown_name=True)
    except QuerySyntaxError as error:
        refused = _REFUSED.match(text, error.position) or _LAST_WORD.search(text[: error.position])
        assert refused is not None  # a last word may be empty
        return Mistake(refused.start(), refused.end(), str(error), is_unknown_name=False)
    return None


def _end_of_name(text: str, error: UnknownNameError) -> int:
    if error.what == "field":
        return error.position + len(error.name)
    scanner = Scanner(text)
    scanner.place = error.position
    scanner.value()
    return scanner.place


MOST_REMEMBERED: Final = 8  # so many queries are offered again


def is_worth_offering(found: Completions, text: str, cursor: int) -> bool:
    """Tell whether something is begun that the suggestions would change."""
    is_begun = bool(text[found.start : cursor].strip()) or text[: found.start].endswith((":", ","))
    return is_begun and not _is_whole(text[found.start : found.end], found)


def _is_whole(written: str, found: Completions) -> bool:
    first, *others = found.items
    return first.text == written and not any(item.shown.casefold().startswith(written.casefold()) for item in others)


_MOST_ROWS: Final = 12

_TEXT, _MEANING = range(2)


class SearchPopup(QTreeWidget):
    """List ways to go on with a query: the text and what it means.

    A child of the window rather than a window of its own: no window manager can give it the focus, and clicks beside
    it do what they always do.
    """

    suggestion_clicked = Signal(int)  # the row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search_popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.header().setMinimumSectionSize(1)
        self.itemClicked.connect(self._on_clicked)
        self.hide()

    @property
    def n_suggestions(self) -> int:
        return self.topLevelItemCount()

    @property
    def chosen_row(self) -> int:
        return self.currentIndex().row()

    def offer(self, suggestions: Sequence[Completion], field: QWidget) -> None:
        theme = current_theme()
        small = scaled_font(self.font(), DETAIL)
        row = QSize(0, self._row_height())
        set_ink(self, theme.border)  # of the frame
        self.setIndentation(round(10 * unit_of(self.font())))
        self.clear()
        for suggestion in suggestions:
            item = QTreeWidgetItem([visible(suggestion.shown), visible(suggestion.meaning)])
            item.setSizeHint(_TEXT, row)
            item.setFont(_MEANING, small)
            item.setForeground(_MEANING, theme.text3)
            item.setData(_TEXT, Qt.ItemDataRole.AccessibleTextRole, f"{suggestion.shown}, {suggestion.meaning}")
            self.addTopLevelItem(item)
        self.setCurrentIndex(QModelIndex())
        self.setAccessibleName(counted(len(suggestions), "suggestion"))
        self._place_below(
            field,
            _widest(self.font(), [suggestion.shown for suggestion in suggestions]),
            _widest(small, [suggestion.meaning for suggestion in suggestions]),
        )
        self.scrollToTop()
        self.show()
        self.raise_()

    def step(self, step: int) -> str:
        """Choose another suggestion, and give what a screen reader says of it; empty if none is chosen.

        A single step beyond the last or the first chooses none; longer ones end there.
        """
        row, last = self.chosen_row + step, self.n_suggestions - 1
        row = max(0, min(row, last)) if abs(step) > 1 else (row + 1) % (last + 2) - 1
        index = self.model().index(row, _TEXT)
        self.setCurrentIndex(index)
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole) or "")

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Give the chosen row an edge beside its tint."""
        super().drawRow(painter, options, index)
        if index.row() == self.chosen_row:
            edge = QRect(options.rect)
            edge.setWidth(round(3 * unit_of(self.font())))
            painter.fillRect(edge, current_theme().accent)

    def _row_height(self) -> int:
        return QFontMetrics(self.font()).height() + round(6 * unit_of(self.font()))

    def _place_below(self, field: QWidget, text_width: int, meaning_width: int) -> None:
        """Take as much room as the widest row needs, as far as the window goes."""
        window = field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = field.mapTo(window, QPoint(0, field.height()))
        frame, gap = 2 * self.frameWidth(), round(20 * unit_of(self.font()))
        n_fitting = (window.height() - corner.y() - frame) // self._row_height()
        n_rows = max(1, min(self.n_suggestions, _MOST_ROWS, n_fitting))
        beside = frame + (self.verticalScrollBar().sizeHint().width() if n_rows < self.n_suggestions else 0)
        width = min(max(field.width(), text_width + meaning_width + 2 * gap + beside), window.width())
        text_width = min(text_width + gap + self.indentation(), round(0.6 * width))
        self.header().resizeSection(_TEXT, text_width)
        self.header().resizeSection(_MEANING, width - beside - text_width)
        height = n_rows * self._row_height() + frame
        self.setGeometry(min(corner.x(), window.width() - width), corner.y(), width, height)

    def _on_clicked(self, item: QTreeWidgetItem) -> None:
        self.suggestion_clicked.emit(self.indexOfTopLevelItem(item))


def _widest(font: QFont, texts: Sequence[str]) -> int:
    metrics = QFontMetrics(font)
    return max(metrics.horizontalAdvance(text) for text in texts)


_STEPS: Final[dict[int, int]] = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 10,
    Qt.Key.Key_PageUp: -10,
}


class SearchField(SearchEdit):
    """Take a query."""

    query_entered = Signal(str)  # Enter was pressed on some text
    backspaced = Signal()  # Backspace was pressed in the empty field
    left = Signal()  # Escape was pressed with no suggestion and no text left to take away, or Enter in the empty field
    # list of str: a query that can be read was entered; these are to be remembered, the newest first
    history_changed = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("search_field")
        self.setAccessibleName("Search")
        self.setAccessibleDescription("Words, phrases, regular expressions and fields such as kind:be type:ORG")
        self.setPlaceholderText("Search: words, “a phrase”, /regex/, kind:be type:ORG elen:>=3")
        self._vocabulary = Vocabulary()  # the names of the open files
        self._study: Study | None = None
        self._surfaces = Derived(index_surfaces, self)
        self._surfaces.made.connect(self._on_surfaces_indexed)
        self._history: tuple[str, ...] = ()  # the queries used before, the newest first
        self._offered, self._offered_for = Completions(0, 0), ("", 0)
        self._marked: tuple[int, int] | None = None
        self.popup = SearchPopup(self)  # the list of suggestions
        self.popup.suggestion_clicked.connect(self._accept)
        self.returnPressed.connect(self._on_return)
        self.textChanged.connect(self._on_text_changed)
        self.textEdited.connect(self._on_text_edited)
        self.cursorPositionChanged.connect(self._on_cursor_moved)

    @property
    def marked_text(self) -> str:
        return "" if self._marked is None else self.text()[slice(*self._marked)]

    def set_vocabulary(self, vocabulary: Vocabulary, study: Study | None) -> None:
        """Suggest the names of other files; surfaces are gathered from the study once they are asked for."""
        self._surfaces.forget()
        self._vocabulary, self._study = vocabulary, study
        self.popup.hide()
        self._mark_mistake()

    def set_history(self, queries: Sequence[str]) -> None:
        self._history = tuple(dict.fromkeys(queries))[:MOST_REMEMBERED]

    def show_suggestions(self) -> None:
        self._suggest(is_asked=True)

    def _suggest(self, is_asked: bool) -> None:
        """List suggestions if there are any; unless asked to, only where something is begun."""
        text, cursor = self.text(), self.cursor_place()
        self._offered_for = (text, cursor)
        if "surface:" in text.casefold() and self._study is not None and self._surfaces.asked is None:
            self._surfaces.ask(self._study)
        found = self._offered = completions(text, cursor, self._vocabulary, self._surfaces.value, self._history)
        if found.items and (is_asked or is_worth_offering(found, text, cursor)):
            self.popup.offer(found.items, self)
            announce(self, self.popup.accessibleName())
        else:
            self.popup.hide()

    def _accept(self, row: int) -> None:
        """Put a suggestion in the place of what was begun; a field name is followed by its values."""
        found = self._offered
        item = found.items[row]
        self.replace(found.start, found.end, item.text)
        if not item.text.endswith(":"):
            self.popup.hide()

    def _mark_mistake(self, is_finished: bool = False) -> None:
        """Underline the first mistake, but none that may be what is just being typed."""
        if self.is_composing:
            return
        mistake = self._mistake(self.text(), self.cursor_place(), is_finished)
        self._marked = (mistake.start, mistake.end) if mistake else None
        self.setToolTip(tooltip(mistake.message) if mistake else "")
        self.underline(*(self._marked or (0, 0)))

    def _mistake(self, text: str, cursor: int, is_finished: bool) -> Mistake | None:
        mistake = find_mistake(text, self._vocabulary)
        if mistake and not is_finished and mistake.start <= cursor <= mistake.end:
            may_go_on = not mistake.is_unknown_name or completions(text, cursor, self._vocabulary).items
            return None if may_go_on else mistake
        return mistake

    def _on_return(self) -> None:
        query = self.text().strip()
        self.popup.hide()
        if not query:
            self.left.emit()
            return
        self._mark_mistake(is_finished=True)
        if self._marked is None:
            self.set_history([query, *self._history])
            self.history_changed.emit(list(self._history))
        self.query_entered.emit(self.text())

    def _on_text_changed(self) -> None:
        self._mark_mistake()
        if not self.text():
            self.popup.hide()

    def _on_text_edited(self) -> None:
        if self.text():
            self._suggest(is_asked=False)

    def _on_cursor_moved(self) -> None:
        here = (self.text(), self.cursor_place())
        if here[0] == self._offered_for[0] and here != self._offered_for:  # else the text changes, too
            self._offered_for = here
            self._mark_mistake()
            if self.popup.isVisible():
                self._suggest(is_asked=False)

    def _on_surfaces_indexed(self) -> None:
        if self.hasFocus():
            self._suggest(is_asked=False)

    def event(self, event: QEvent) -> bool:
        """Take Tab for a suggestion before it moves the focus."""
        is_tab = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab
        if is_tab and event.type() == QEvent.Type.KeyPress and self.popup.isVisible():
            self._accept(max(self.popup.chosen_row, 0))
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let keys act on the suggestions first; watch for Backspace in the empty field and for Escape."""
        key, has_suggestions = event.key(), self.popup.isVisible()
        if has_suggestions and key in _STEPS:
            announce(self, self.popup.step(_STEPS[key]))
        elif key == Qt.Key.Key_Down or (
            key == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        ):
            self.show_suggestions()
        elif has_suggestions and key in ENTER_KEYS and self.popup.chosen_row >= 0:
            self._accept(self.popup.chosen_row)
        elif key == Qt.Key.Key_Escape:
            self._on_escape()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.backspaced.emit()
        else:
            super().keyPressEvent(event)

    def _on_escape(self) -> None:
        """Take away one thing: the suggestions, the text, or the focus."""
        if self.popup.isVisible():
            self.popup.hide()
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
        self.popup.hide()
        self._mark_mistake(is_finished=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Close the suggestions, which would hang beside the field."""
        super().resizeEvent(event)
        if hasattr(self, "popup"):
            self.popup.hide()

    def _restyle(self) -> None:
        super()._restyle()
        self._mark_mistake()
