"""Files that were looked at before: how a window goes on where it was left."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.analysis.study import Study
from nerinspect.settings.schema import Session
from nerinspect.ui.sessions import changed_files, matched_as_before
from nerinspect.ui.training import waits_for_training, without_training

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


class SessionWiring(QObject):
    """Connects what opens files with the parts of a window that remember a place.

    Attributes
    ----------
    view_left : str
        The view to be shown again once files are open that were open before; empty for the events.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.view_left = ""
        window.opener.opened.connect(self._on_opened)
        window.workspace.repair_requested.connect(self._on_repair_requested)

    def reload(self) -> None:
        """Read the open files again, and go on at the same place."""
        self.view_left = self._window.workspace.view_name
        self._window.opener.reload()

    def _on_repair_requested(self, path: str, role: str, method: str) -> None:
        """Read the same files with another repair of one of them, and go on at the same place."""
        from nerinspect.ui.repair.sources import with_repair  # not needed before the page is shown

        request = self._window.document.request
        assert request is not None, "a repair of an open file was chosen"
        if role != "training":
            self.view_left = self._window.workspace.view_name
        self._window.opener.open_otherwise(with_repair(request, path, role, method))

    def _on_opened(self, study: Study, session: Session) -> None:
        """Show what was loaded; where the files are the same as before, at the event chosen before."""
        window, request, has_training = self._window, session.request, session.request.training is not None
        waits = has_training and waits_for_training(session.query, study)
        query = None if waits else session.query
        study = matched_as_before(study, session)
        window.show_study(study, without_training(request) if has_training else request, query)
        if changed := changed_files(study, session):
            window.message.say(
                f"Changed since last time: {', '.join(changed)}. The filter is kept; the event chosen then is not."
            )
        elif session.digests and 0 <= session.prediction < len(study.predictions):
            self._go_to(session, len(study.predictions))
        if self.view_left and window.toolbar.views.offers(self.view_left):
            window.show_view(self.view_left)
            if session.digests and not changed:
                self._go_to_relation(session)
        self.view_left = ""
        if has_training:
            window.opener.training.read(session if waits else replace(session, query=None))
        if waits:
            window.message.tell(f"The filter {session.query} waits until the training data is read.")
        window.session_opened.emit()

    def _go_to(self, session: Session, n_predictions: int) -> None:
        """Show what was on show, compared and chosen before."""
        document = self._window.document
        document.show_prediction(session.prediction)
        if session.compared is not None and 0 <= session.compared < n_predictions:
            document.compare_with(session.compared)
        elif session.against_all:
            document.compare_with_all()
        if session.event is not None:
            self._window.workspace.go_to_event(session.event)

    def _go_to_relation(self, session: Session) -> None:
        """Choose the relation event that was chosen before, if their page is on show again."""
        page, study = self._window.workspace.pages.relations_on_show, self._window.document.study
        if page is None or study is None or session.relation_event is None:
            return
        from nerinspect.analysis.relation_events import relation_events  # needed with relations alone

        if 0 <= session.relation_event < len(relation_events(study)):
            page.go_to_event(session.relation_event)
