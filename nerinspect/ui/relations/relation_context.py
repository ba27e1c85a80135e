"""The context of a relation event: where it stands, and its sentence with the arcs of both sides."""

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.analysis.study import Study
from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.relations.arc_view import ArcView
from nerinspect.ui.relations.relation_head import RelationHead


class RelationContext(QWidget):
    """Show one relation event in its sentence, or in its whole document.

    Signals
    -------
    event_requested : int
        The user chose a relation event by its arc; its number.
    previous_requested, next_requested
        The user asks for another event.
    zoom_changed : float
        Size of the sentence in sizes of the widget's font.
    """

    event_requested = Signal(int)
    previous_requested = Signal()
    next_requested = Signal()
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_context")
        self.setAccessibleName("Context")
        self._study: Study | None = None
        self._event: int | None = None
        self._head, self._view = RelationHead(), ArcView()
        self._context = self._view.show_relation_event(None, None)
        self._build_ui()
        self._head.previous.clicked.connect(self.previous_requested)
        self._head.next.clicked.connect(self.next_requested)
        self._head.document.clicked.connect(self._view.toggle_document)
        self._view.previous_requested.connect(self.previous_requested)
        self._view.next_requested.connect(self.next_requested)
        self._view.event_requested.connect(self.event_requested)
        self._view.zoom_changed.connect(self.zoom_changed)
        self._view.document_toggled.connect(self._on_document_toggled)
        self._view.written_changed.connect(self._show_note)

    @property
    def view(self) -> ArcView:
        """The sentence itself."""
        return self._view

    @property
    def event_on_show(self) -> int | None:
        """The relation event, by its number; None while there is none."""
        return self._event

    def show_study(self, study: Study | None) -> None:
        """Turn to another study; no event of it is shown yet."""
        self._study = study
        self._view.show_types(study.types if study else ())
        self._view.columns.show_study(study)
        self._head.wording = study.wording if study is not None else JUDGED
        self.show_event(None)

    def show_event(self, event: int | None) -> None:
        """Show a relation event by its number; None empties the panel."""
        if self._study is None:
            event = None
        self._event = event
        self._context = self._view.show_relation_event(self._study, event)
        kind = ""
        if self._study is not None and event is not None:
            kind = RELATION_KINDS[int(relation_events(self._study).kind[event])]
        self._head.show_relation(self._context, kind)
        self._show_note()

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

    def _build_ui(self) -> None:
        self.setFocusProxy(self._view)
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
        order = (self._view, self._head.previous, self._head.next, self._head.document)
        for first, second in pairwise(order):
            self.setTabOrder(first, second)

    def _on_document_toggled(self, is_shown: bool) -> None:
        self._head.show_document(is_shown)
        self._show_note()

    def _show_note(self) -> None:
        """Say which part of an extreme sentence, or of a long document, is on show."""
        self._head.show_part(self._context, self._view.shown, self._view.written, self._view.shows_document)
