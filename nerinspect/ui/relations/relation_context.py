"""The context of a relation event: where it stands, and its sentence with the arcs of both sides."""

from PySide6.QtWidgets import QWidget

from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.analysis.study import Study
from nerinspect.ui.panels.context_frame import ContextFrame
from nerinspect.ui.relations.arc_view import ArcView
from nerinspect.ui.relations.relation_head import RelationHead


class RelationContext(ContextFrame):
    """Show one relation event in its sentence, or in its whole document; an arc leads to its event."""

    _head: RelationHead
    _view: ArcView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(RelationHead(), ArcView(), parent)
        self.setObjectName("relation_context")
        self._event: int | None = None
        self._context = self._view.show_relation_event(None, None)

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
        self._turn_to(study)
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
