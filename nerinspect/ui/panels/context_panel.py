"""The context of an event: where it stands, its sentence with both readings, its neighbours."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from nerinspect.analysis.context import Context, context_of
from nerinspect.analysis.events import KIND_NAMES
from nerinspect.analysis.explanation import spoken
from nerinspect.analysis.study import Study
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.panels.context_view import ContextView
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.key_button import KeyButton
from nerinspect.ui.widgets.kind_badge import KindBadge


class ContextPanel(QWidget):
    """Show one event in its sentence.

    Signals
    -------
    previous_requested, next_requested
        The user asks for another event.
    zoom_changed : float
        Size of the sentence in sizes of the widget's font.
    """

    previous_requested = Signal()
    next_requested = Signal()
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("context_panel")
        self.setAccessibleName("Context")
        self._study: Study | None = None
        self._build_ui()
        self._previous.clicked.connect(self.previous_requested)
        self._next.clicked.connect(self.next_requested)
        self._view.zoom_changed.connect(self.zoom_changed)
        self._colour_head()
        self.show_event(None)

    @property
    def view(self) -> ContextView:
        """The sentence itself."""
        return self._view

    def show_study(self, study: Study | None) -> None:
        """Turn to another study; no event of it is shown yet."""
        self._study = study
        self._view.show_types(study.types if study else ())
        self.show_event(None)

    def show_event(self, event: int | None) -> None:
        """Show an event by its number in the study; None empties the panel."""
        if self._study is None or event is None:
            self._show_head(None)
            self._view.show_context(None)
            return
        context = context_of(self._study, event)
        self._view.show_context(context, spoken(self._study, event))
        self._show_head(context)

    def set_zoom(self, zoom: float) -> None:
        """Set the size of the sentence in sizes of the widget's font, from 1.2 to 2.6."""
        self._view.set_zoom(zoom)

    def _build_ui(self) -> None:
        self._badge, self._letters = KindBadge(), QLabel()
        self._place, self._line, self._note = QLabel(), QLabel(), QLabel()
        self._previous, self._next = KeyButton("Previous", "K"), KeyButton("Next", "J")
        self._view = ContextView()
        self.setFocusProxy(self._view)
        for label in (self._letters, self._place):
            font = label.font()
            font.setWeight(font.Weight.DemiBold)
            label.setFont(font)
        for label in (self._place, self._line):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._head = QWidget()
        self._head.setAutoFillBackground(True)
        unit = font_size(self.font()) / 13
        row = QHBoxLayout(self._head)
        row.setContentsMargins(round(12 * unit), round(4 * unit), round(8 * unit), round(4 * unit))
        row.setSpacing(round(6 * unit))
        row.addWidget(self._badge)
        row.addWidget(self._letters)
        row.addSpacing(round(6 * unit))
        row.addWidget(self._place)
        row.addSpacing(round(6 * unit))
        row.addWidget(self._line)
        row.addSpacing(round(6 * unit))
        row.addWidget(self._note, 1)
        row.addWidget(self._previous)
        row.addWidget(self._next)
        rule = QFrame()
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Plain)
        rule.setForegroundRole(QPalette.ColorRole.Midlight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._head, rule):
            column.addWidget(widget)
        column.addWidget(self._view, 1)

    def _show_head(self, context: Context | None) -> None:
        self._badge.show_kind(context.kind if context else "")
        self._letters.setText(context.kind.upper() if context else "")
        self._letters.setAccessibleName(KIND_NAMES[context.kind] if context else "")
        self._place.setText(f"Document {context.document:,}, sentence {context.sentence:,}" if context else "")
        self._line.setText(f"line {context.line:,}" if context and context.line else "")
        self._note.setText(self._cut_note())
        for button in (self._previous, self._next):
            button.setEnabled(context is not None)
        self._colour_head()

    def _cut_note(self) -> str:
        """Say which part of an extreme sentence is shown."""
        shown = self._view.shown
        if shown is None or not shown.is_cut:
            return ""
        return f"shown: tokens {shown.first + 1:,} to {shown.last:,} of {shown.n_tokens:,}"

    def _colour_head(self) -> None:
        theme, letters = current_theme(), self._letters.text().lower()
        palette = self._letters.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.kind_colour(letters) if letters else theme.text)
        self._letters.setPalette(palette)
        for label, colour in ((self._line, theme.text2), (self._note, theme.warning)):
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            label.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_view"):
            self._colour_head()
