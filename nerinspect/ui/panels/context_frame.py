"""What the contexts of events and of relation events have in common: a head over a sentence."""

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.panels.context_head import ContextHead
from nerinspect.ui.panels.context_view import ContextView

if TYPE_CHECKING:
    from nerinspect.analysis.context import Context


class ContextFrame(QWidget):
    """Show one event in its sentence, or in its whole document, under a head that names it.

    Parameters
    ----------
    head : ContextHead
        Names the event and leads to others.
    view : ContextView
        The sentence itself.

    Signals
    -------
    previous_requested, next_requested
        The user asks for another event.
    event_requested : int
        The user chose an event in the sentence; its number.
    document_toggled : bool
        The whole document is on show, or no longer.
    zoom_changed : float
        Size of the sentence in sizes of the widget's font.
    """

    previous_requested = Signal()
    next_requested = Signal()
    event_requested = Signal(int)
    document_toggled = Signal(bool)
    zoom_changed = Signal(float)

    def __init__(self, head: ContextHead, view: ContextView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Context")
        self._study: Study | None = None
        self._context: Context | None = None
        self._head, self._view = head, view
        self._build_ui()
        head.previous.clicked.connect(self.previous_requested)
        head.next.clicked.connect(self.next_requested)
        head.document.clicked.connect(self.toggle_document)
        view.previous_requested.connect(self.previous_requested)
        view.next_requested.connect(self.next_requested)
        view.event_requested.connect(self.event_requested)
        view.zoom_changed.connect(self.zoom_changed)
        view.document_toggled.connect(self._on_document_toggled)
        view.written_changed.connect(self._show_note)

    @property
    def view(self) -> ContextView:
        """The sentence itself."""
        return self._view

    def show_document(self, is_shown: bool) -> None:
        """Show the whole document, or the sentence between its neighbours."""
        self._view.show_document(is_shown)

    def toggle_document(self) -> None:
        """Turn from the sentence to the whole document, or back."""
        self._view.toggle_document()

    def set_zoom(self, zoom: float) -> None:
        """Set the size of the sentence in sizes of the widget's font, from 1.2 to 2.6."""
        self._view.set_zoom(zoom)

    def zoom_in(self) -> None:
        """Make the text larger."""
        self._view.zoom_in()

    def zoom_out(self) -> None:
        """Make the text smaller."""
        self._view.zoom_out()

    def zoom_reset(self) -> None:
        """Give the text its usual size."""
        self._view.zoom_reset()

    def _turn_to(self, study: Study | None) -> None:
        """Follow the types, the columns and the wording of another study."""
        self._study = study
        self._view.show_types(study.types if study else ())
        self._view.columns.show_study(study)
        self._head.wording = study.wording if study is not None else JUDGED

    def _build_ui(self) -> None:
        self.setFocusProxy(self._view)
        rule = QFrame()
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Plain)
        rule.setForegroundRole(QPalette.ColorRole.Midlight)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._head, rule):
            column.addWidget(widget)
        column.addWidget(self._view, 1)
        order = (self._view, self._head.columns, self._head.previous, self._head.next, self._head.document)
        for first, second in pairwise(order):
            self.setTabOrder(first, second)

    def _on_document_toggled(self, is_shown: bool) -> None:
        self._head.show_document(is_shown)
        self._show_note()
        self.document_toggled.emit(is_shown)

    def _show_note(self) -> None:
        """Say which part of an extreme sentence, or of a long document, is on show."""
        self._head.show_part(self._context, self._view.shown, self._view.written, self._view.shows_document)
