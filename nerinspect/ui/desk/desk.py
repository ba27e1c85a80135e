"""What the parts of a window share, who get the desk and never the window; and what all windows remember."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.errors import IndexOptionsError
from nerinspect.events.study import Study, shown_name
from nerinspect.io.index.opening import is_index
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.settings import Settings
from nerinspect.ui.desk.actions import MenuBar
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS, VIEWS
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.screen_text import told
from nerinspect.ui.kit.strips import MessageStrip, ProgressStrip


class Remembered(QObject):
    """Holds the settings; windows show what is chosen in any of them."""

    changed = Signal(str)  # another choice is kept under this name, one of the fields of `Settings`

    def __init__(self, settings: Settings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings or Settings()

    def keep(self, name: str, choice: object) -> None:
        if choice != getattr(self.settings, name):
            self.settings = replace(self.settings, **{name: choice})  # type: ignore[arg-type]  # any field
            self.changed.emit(name)


class Desk(QObject):
    """Holds what is shared, and asks for what the window alone can do."""

    door_opened = Signal(object)  # Door: what comes next is what a number counts
    event_requested = Signal(int)  # an event is to be the chosen one
    relation_event_requested = Signal(int)  # the same on the page of relations
    view_requested = Signal(str)  # the events or one of the pages are to be on show
    main_part_requested = Signal()  # the keyboard belongs to the rows of events, or to what stands in their place
    # the annotator with this number is to stand where a reference does; then a query is asked of this prediction
    pair_requested = Signal(int, int, str)
    repair_requested = Signal(str, str, str)  # another repair was chosen: path and role of the source, and the repair
    training_read = Signal(bool)  # training data are being read, or no longer
    matching_requested = Signal(object)  # RelationChoice: relations are to be matched in another way
    matching_settled = Signal()  # they are, or that was given up
    closing = Signal()  # the window is about to close

    def __init__(self, asker: QWidget, remembered: Remembered | None = None) -> None:
        super().__init__(asker)
        self.document = Document(asker)  # what is looked at
        self.menus = MenuBar(self.document, asker)  # all commands
        self.message, self.progress, self.training_progress = MessageStrip(), ProgressStrip(), ProgressStrip()
        self.remembered = remembered or Remembered(parent=self)  # what all windows remember together
        self.view = EVENTS_VIEW  # the view on show

    @property
    def beside(self) -> int:
        """The prediction that the one on show is compared with; -1 for none, as doors write it."""
        return -1 if self.document.compared is None else self.document.compared

    @property
    def asker(self) -> QWidget:
        """Dialogs lie over it."""
        window = self.parent()
        assert isinstance(window, QWidget), "a desk stands in a window"
        return window

    def open(self, door: Door) -> None:
        """Show exactly what a number counts.

        Raises
        ------
        CommandError
            If its query cannot be read.
        """
        document = self.document
        study, prediction, compared = document.study, document.prediction, document.compared
        if door.prediction >= 0:
            document.show_prediction(door.prediction)
        if door.beside >= 0:
            document.compare_with(door.beside)
        elif document.compared is not None and not door.of_relations:
            document.compare_with(None)  # rows of a comparison are not what the number counts
        self.door_opened.emit(door)
        if isinstance(door.asked, str):
            document.select_query(door.asked)
        else:
            document.select(Selection.from_filter(door.asked))
        self.turn_to(RELATIONS if door.of_relations else EVENTS_VIEW)
        if study is not None and compared is not None and document.compared is None:
            self._tell_of_end(study, prediction, compared)

    def _tell_of_end(self, study: Study, a: int, b: int) -> None:
        """Say that two predictions are no longer compared, and let them be compared again."""
        document = self.document

        def compare_again() -> None:
            if document.study is study:
                document.show_prediction(a)
                document.compare_with(b)

        said = f"These are events of {shown_name(study, document.prediction)} alone; the comparison has ended."
        self.message.tell(said, [("Compare again", compare_again)])

    def offers(self, view: str) -> bool:
        study = self.document.study
        if study is None or (study.is_of_annotators and VIEWS[view].rests):
            return False
        return view != RELATIONS or Vocabulary.of(study, may_wait=False).has_relations

    def refuses(self) -> bool:
        """Say why what is open cannot be read in another way, or with other files: it is an index; no if it is none."""
        request = self.document.request
        if request is None or not is_index(request.reference):
            return False
        self.message.say(told(IndexOptionsError(request.reference)))
        return True

    def turn_to(self, view: str) -> None:
        """Show a view, and leave the keyboard to it."""
        self.view_requested.emit(view)
        self.main_part_requested.emit()
