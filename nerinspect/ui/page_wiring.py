"""What the pages beside the events ask for: other events, another prediction, a place in the text."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.ui.document import Document

if TYPE_CHECKING:
    from nerinspect.ui.workspace import Workspace


class PageWiring(QObject):
    """Connects the pages of a workspace with its document."""

    def __init__(self, workspace: "Workspace", document: Document) -> None:
        super().__init__(workspace)
        self._workspace, self._document = workspace, document
        pages = workspace.pages
        pages.query_requested.connect(workspace.open_door)
        pages.prediction_requested.connect(document.show_prediction)
        pages.prediction_requested.connect(workspace.prediction_requested)
        pages.comparison_requested.connect(document.compare_with)
        pages.place_opened.connect(self._on_place_opened)
        pages.repair_requested.connect(workspace.repair_requested)
        pages.message_requested.connect(workspace.message_requested)
        pages.warning_requested.connect(workspace.warning_requested)

    def _on_place_opened(self, sentence: int, start: int, end: int) -> None:
        """Go to the event at a place; say so where there is none."""
        from nerinspect.ui.consistency.place_context import event_at

        study = self._document.study
        assert study is not None, "a place of it was chosen"
        event = event_at(study, self._document.prediction, sentence, start, end) if study.predictions else None
        if event is None:
            self._workspace.message_requested.emit(
                "No event stands there: neither side marks it."
                if study.predictions
                else "There is no prediction: open one with this reference to see events."
            )
            return
        self._workspace.go_to_event(event)
        self._workspace.door_opened.emit()
