"""The head of the context: the event's kind and place, and the ways to others."""

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from nerinspect.analysis.context import Context
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.shown_tokens import ShownTokens
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.elided_label import ElidedLabel
from nerinspect.ui.widgets.key_button import KeyButton
from nerinspect.ui.widgets.kind_badge import KindBadge
from nerinspect.visible import visible

_LONGEST_NAME: Final = 32  # characters


class ContextHead(QWidget):
    """Name an event and its place, with buttons for what the keys do.

    Attributes
    ----------
    wording : Wording
        How kinds are named.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self._shown_kind = ""
        self._badge, self._letters = self._make_badge(), QLabel()
        self._place, self._line, self._note = QLabel(), QLabel(), ElidedLabel(Qt.TextElideMode.ElideRight)
        self.previous, self.next = KeyButton("Previous", "K"), KeyButton("Next", "J")
        self.document = KeyButton("Whole document", "Enter")
        self.columns = QToolButton()
        self._has_columns = False
        self._is_warning = self._shows_document = False
        self._row = QHBoxLayout(self)
        self._build_ui()
        self.wording = JUDGED
        self.show_context(None)

    def show_context(self, context: Context | None) -> None:
        """Name an event; None empties the head."""
        self._show_kind(context.segment.kind if context else "")
        place = f"Document {context.document.number:,}, sentence {context.sentence.number:,}" if context else ""
        self._place.setText(visible(place))
        self._line.setText(visible(_line_words(context)) if context else "")
        for label in (self._place, self._line):
            label.setToolTip(tooltip(_names(context)) if context else "")
        for button in (self.previous, self.next, self.document):
            button.setEnabled(context is not None)
        self._colour()
        self._fit()

    def show_part(
        self, context: Context | None, shown: ShownTokens | None, written: range, shows_document: bool
    ) -> None:
        """Say which part of an extreme sentence, or of a long document, is on show."""
        if shown is not None and shown.is_cut:
            self._note_part(f"shown: tokens {shown.first + 1:,} to {shown.last:,} of {shown.n_tokens:,}", True)
        elif context and shows_document and len(written) < len(context.document.sentences):
            of = f"of {len(context.document.sentences):,}"
            self._note_part(f"{len(written):,} sentences {of} so far; more come as you scroll", False)
        else:
            self._note_part("", False)

    def offer_columns(self, is_offered: bool) -> None:
        """Offer to choose columns, where the files have some."""
        self._has_columns = is_offered
        self._fit()

    def show_document(self, is_shown: bool) -> None:
        """Offer the way back from the whole document, or the way there."""
        self._shows_document = is_shown
        self._fit()

    def _build_ui(self) -> None:
        for label in (self._letters, self._place):
            font = label.font()
            font.setWeight(font.Weight.DemiBold)
            label.setFont(font)
        for label in (self._place, self._line):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        unit = font_size(self.font()) / 13
        row = self._row
        row.setContentsMargins(round(12 * unit), round(4 * unit), round(8 * unit), round(4 * unit))
        row.setSpacing(round(6 * unit))
        row.addWidget(self._badge)
        row.addWidget(self._letters)
        for label in (self._place, self._line):
            row.addSpacing(round(6 * unit))
            row.addWidget(label)
        row.addSpacing(round(6 * unit))
        row.addWidget(self._note, 1)
        self.columns.setText("Columns")
        self.columns.setAutoRaise(True)
        self.columns.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.columns.setToolTip(tooltip(meaning("token_columns")))
        for button in (self.columns, self.previous, self.next, self.document):
            row.addWidget(button)

    def _fit(self) -> None:
        """Give way in a narrow place: shorter words, then no line, then no buttons for keys known well."""
        whole = "Sentence alone" if self._shows_document else "Whole document"
        short = "Sentence" if self._shows_document else "Document"
        steps = [(whole, True, True), (short, True, True), (short, False, True), (short, False, False)]
        for text, has_line, has_neighbours in steps:
            self.document.setText(plain_text(text))
            self._line.setVisible(has_line)
            for button in (self.previous, self.next):
                button.setVisible(has_neighbours)
            self.columns.setVisible(self._has_columns and has_neighbours)
            self.columns.setMaximumHeight(self.document.sizeHint().height())
            self._row.invalidate()
            if self._row.sizeHint().width() <= self.width():
                break

    def _note_part(self, note: str, is_warning: bool) -> None:
        self._is_warning = is_warning
        self._note.show_text(note)
        self._colour()

    def _make_badge(self) -> KindBadge:
        return KindBadge()

    def _show_kind(self, kind: str) -> None:
        self._badge.show_kind(kind, self.wording)
        self._shown_kind = kind
        self._letters.setText(self.wording.tag(kind))
        self._letters.setAccessibleName(self.wording.name(kind) if kind else "")
        self._letters.setToolTip(tooltip(self.wording.meaning(kind)) if kind else "")

    def _kind_colour(self) -> QColor:
        """Give the ink of the kind on show."""
        kind, theme = self._shown_kind, current_theme()
        return theme.kind_colour(kind) if kind else theme.text

    def _colour(self) -> None:
        theme = current_theme()
        _ink(self._letters, self._kind_colour())
        _ink(self._line, theme.text2)
        _ink(self._note, theme.warning if self._is_warning else theme.text2)

    # Qt overrides

    def minimumSizeHint(self) -> QSize:
        """Let the panel be narrower than all the words."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_is_warning"):
            self._colour()


def _line_words(context: Context) -> str:
    """Say what the file calls the document, and the line."""
    name, _ = context.names
    shown = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    return " · ".join(words for words in (shown, f"line {context.line:,}" if context.line else "") if words)


def _names(context: Context) -> str:
    """Tell the whole names that the file has for document and sentence."""
    named = zip(("Document", "Sentence"), context.names, strict=True)
    return "\n".join(f"{what} in the file: {name}" for what, name in named if name)


def _ink(label: QLabel, colour: QColor) -> None:
    palette = label.palette()
    palette.setColor(QPalette.ColorRole.WindowText, colour)
    label.setPalette(palette)
