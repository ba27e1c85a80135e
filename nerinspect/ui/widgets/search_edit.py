"""The look of the search field: a magnifier, the key that leads to it, a button that clears, a ring."""

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QInputMethodEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from nerinspect.ui.painting.context_layout import utf16_length
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.icons import paint_line_icon
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.search_painting import key_size, paint_key, wave
from nerinspect.visible import visible


class SearchEdit(QLineEdit):
    """A line of text that counts in characters, where Qt counts in UTF-16 units."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clear_button = self._made_clear_button()
        self._is_composing = False
        self.textChanged.connect(self._measure)
        self._measure()

    @property
    def is_composing(self) -> bool:
        """Whether characters are being put together by an input method."""
        return self._is_composing

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
        """Empty the field; undo brings the text back."""
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
        unit = font_size(self.font()) / 13
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
        """Know while characters are being composed."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at the edge."""
        super().resizeEvent(event)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_clear_button"):
            self._measure()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add the magnifier, the key and a ring when focused."""
        super().paintEvent(event)
        theme, field = current_theme(), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = 16 * font_size(self.font()) / 13
        if not self._holds_unseen():
            paint_line_icon(painter, "search", theme.text2, QRectF(side / 2, (field.height() - side) / 2, side, side))
        if not self.text():
            paint_key(painter, field, self.font(), theme)
        if self.hasFocus():
            paint_focus_ring(painter, theme, font_size(self.font()) / 13, field, radius=3)
        painter.end()
