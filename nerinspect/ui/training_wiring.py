"""Training data that is read behind: what a window shows of it, and how it goes on where it was."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from nerinspect.settings.schema import Session
from nerinspect.ui.sessions import changed_files

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


class TrainingWiring(QObject):
    """Connects the training data of a window with its parts."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._place_left: tuple[int, int, int] | None = None  # rows and scrolling, until the rows are listed again
        training = window.opener.training
        training.busy_changed.connect(self._show_state)
        training.arrived.connect(self._on_arrived)
        window.menus.matching_chosen.connect(training.compare)
        window.workspace.details.training_requested.connect(window.opener.ask_training)
        window.document.study_changed.connect(self._show_state)
        window.document.study_replaced.connect(self._on_study_replaced)
        window.document.events_changed.connect(self._restore_scrolling)

    def _show_state(self) -> None:
        """Offer what can be done with training data now."""
        window, document = self._window, self._window.document
        study, is_busy = document.study, window.opener.training.is_busy
        has_training = study is not None and study.training is not None
        is_read = is_busy and document.awaited is not None
        window.menus.show_training(study is not None, has_training or is_read, study.matching if study else "exact")
        window.menus.show_attribute_tables(
            study is not None, bool(document.request and document.request.attribute_tables)
        )
        window.workspace.details.show_training_read(is_read)
        window.status_line.show_note("training data is read in the background" if is_read else "")

    def _on_arrived(self, session: Session) -> None:
        """Go to what was looked at with training data before, and could not be found without them."""
        window, document = self._window, self._window.document
        assert document.study is not None, "training data arrived for it"
        if changed := changed_files(document.study, session):
            window.message.say(f"Changed since last time: {', '.join(changed)}.")
        elif session.event is not None and (session.query or session.prediction == document.prediction):
            window.workspace.go_to_event(session.event)

    def _on_study_replaced(self) -> None:
        """Show the same files with other training data: the same rows, the same event, the same place."""
        document, work = self._window.document, self._window.workspace
        assert document.study is not None, "it was replaced"
        self._show_state()
        across, down = work.events.view.horizontalScrollBar(), work.events.view.verticalScrollBar()
        self._place_left = work.events.view.model().rowCount(), across.value(), down.value()
        work.context.show_study(document.study)
        work.context.show_event(document.chosen_event)
        work.events.replace_study(document.study, document.all_events())
        QTimer.singleShot(0, self, self._show_details_again)  # the window answers in between

    def _show_details_again(self) -> None:
        document = self._window.document
        self._window.workspace.details.show_event(document.study, document.chosen_event)

    def _restore_scrolling(self) -> None:
        """Bring the table back to where it was before its study was replaced."""
        if self._place_left is not None:
            view = self._window.workspace.events.view
            n_rows, across, down = self._place_left
            self._place_left = None
            view.horizontalScrollBar().setValue(across)
            view.verticalScrollBar().setValue(down)
            if view.model().rowCount() != n_rows:  # a part of the filter fell away
                view.scrollTo(view.currentIndex())
