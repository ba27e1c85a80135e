"""How a window goes on where it was left, once files are open and once training data is read behind them."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from nerinspect.events.study import Study
from nerinspect.settings.schema import Session
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.sessions import changed_files, matched_as_before
from nerinspect.ui.desk.training_data import waits_for_training, without_training

if TYPE_CHECKING:
    from nerinspect.ui.window.opener import Opener
    from nerinspect.ui.window.status_line import StatusLine
    from nerinspect.ui.window.toolbar import Toolbar
    from nerinspect.ui.window.workspace import Workspace


class SessionWiring(QObject):
    """Connects what opens files with the parts of a window that remember a place, such as `view_left`."""

    opened = Signal()

    def __init__(self, desk: Desk, opener: "Opener", workspace: "Workspace", toolbar: "Toolbar") -> None:
        super().__init__(desk)
        self._desk, self._opener, self._workspace, self._toolbar = desk, opener, workspace, toolbar
        self.view_left = ""
        desk.menus.connect_command("reload", self.reload)
        opener.opened.connect(self._on_opened)
        desk.repair_requested.connect(self._on_repair_requested)

    def reload(self) -> None:
        """Read the open files again, and go on at the same place."""
        self.view_left = self._workspace.view_name
        self._opener.reload()

    def _on_repair_requested(self, path: str, role: str, method: str) -> None:
        """Read the same files with another repair of one of them, and go on at the same place."""
        from nerinspect.ui.pages.repair.tried_repairs import with_repair  # not needed before the page is shown

        request = self._desk.document.request
        assert request is not None, "a repair of an open file was chosen"
        if role != "training":
            self.view_left = self._workspace.view_name
        self._opener.open_otherwise(with_repair(request, path, role, method))

    def _on_opened(self, study: Study, session: Session) -> None:
        """Show what was loaded; where the files are the same as before, at the event chosen before."""
        request, has_training = session.request, session.request.training is not None
        waits = has_training and waits_for_training(session.query, study)
        query = None if waits else session.query
        study = matched_as_before(study, session)
        self._opener.show(study, without_training(request) if has_training else request, query)
        if changed := changed_files(study, session):
            self._desk.message.say(
                f"Changed since last time: {', '.join(changed)}. The filter is kept; the event chosen then is not."
            )
        elif session.digests and 0 <= session.prediction < len(study.predictions):
            self._go_to(session, len(study.predictions))
        if self.view_left and self._toolbar.views.offers(self.view_left):
            self._desk.view_requested.emit(self.view_left)
            if session.digests and not changed:
                self._go_to_relation(session)
        self.view_left = ""
        if has_training:
            self._opener.training.read(session if waits else replace(session, query=None))
        if waits:
            self._desk.message.tell(f"The filter {session.query} waits until the training data is read.")
        self.opened.emit()

    def _go_to(self, session: Session, n_predictions: int) -> None:
        """Show what was on show, compared and chosen before."""
        document = self._desk.document
        document.show_prediction(session.prediction)
        if session.compared is not None and 0 <= session.compared < n_predictions:
            document.compare_with(session.compared)
        elif session.against_all:
            document.compare_with_all()
        if session.event is not None:
            self._desk.event_requested.emit(session.event)

    def _go_to_relation(self, session: Session) -> None:
        """Choose the relation event that was chosen before, if their page is on show again."""
        page, study = self._workspace.pages.relations_on_show, self._desk.document.study
        if page is None or study is None or session.relation_event is None:
            return
        from nerinspect.events.relation_events import relation_events  # needed with relations alone

        if 0 <= session.relation_event < len(relation_events(study)):
            page.go_to_event(session.relation_event)


class TrainingWiring(QObject):
    """Connects the training data of a window with its parts."""

    def __init__(self, desk: Desk, opener: "Opener", workspace: "Workspace", status_line: "StatusLine") -> None:
        super().__init__(desk)
        self._desk, self._opener, self._workspace, self._status_line = desk, opener, workspace, status_line
        self._place_left: tuple[int, int, int] | None = None  # rows and scrolling, until the rows are listed again
        training = opener.training
        training.busy_changed.connect(self._show_state)
        training.arrived.connect(self._on_arrived)
        desk.menus.matching_chosen.connect(training.compare)
        desk.document.study_changed.connect(self._show_state)
        desk.document.study_replaced.connect(self._on_study_replaced)
        desk.document.events_changed.connect(self._restore_scrolling)

    def _show_state(self) -> None:
        """Offer what can be done with training data now."""
        document, menus = self._desk.document, self._desk.menus
        study, is_busy = document.study, self._opener.training.is_busy
        has_training = study is not None and study.training is not None
        is_read = is_busy and document.awaited is not None
        menus.show_training(has_training or is_read, study.matching if study else "exact")
        self._workspace.details.show_training_read(is_read)
        self._status_line.show_note("training data is read in the background" if is_read else "")

    def _on_arrived(self, session: Session) -> None:
        """Go to what was looked at with training data before, and could not be found without them."""
        document = self._desk.document
        assert document.study is not None, "training data arrived for it"
        if changed := changed_files(document.study, session):
            self._desk.message.say(f"Changed since last time: {', '.join(changed)}.")
        elif session.event is not None and (session.query or session.prediction == document.prediction):
            self._desk.event_requested.emit(session.event)

    def _on_study_replaced(self) -> None:
        """Show the same files with other training data: the same rows, the same event, the same place."""
        document, work = self._desk.document, self._workspace
        assert document.study is not None, "it was replaced"
        self._show_state()
        across, down = work.events.view.horizontalScrollBar(), work.events.view.verticalScrollBar()
        self._place_left = work.events.view.model().rowCount(), across.value(), down.value()
        work.context.show_study(document.study)
        work.context.show_event(document.chosen_event)
        work.events.replace_study(document.study, document.all_events())
        QTimer.singleShot(0, self, self._show_details_again)  # the window answers in between

    def _show_details_again(self) -> None:
        document = self._desk.document
        self._workspace.details.show_event(document.study, document.chosen_event)

    def _restore_scrolling(self) -> None:
        """Bring the table back to where it was before its study was replaced."""
        if self._place_left is not None:
            view = self._workspace.events.view
            n_rows, across, down = self._place_left
            self._place_left = None
            view.horizontalScrollBar().setValue(across)
            view.verticalScrollBar().setValue(down)
            if view.model().rowCount() != n_rows:  # a part of the filter fell away
                view.scrollTo(view.currentIndex())
