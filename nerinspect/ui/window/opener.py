"""Open files and tables of attributes, behind the window, and go on where it was left; what an empty window offers."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QFileSystemWatcher, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.attributes.own import attribute_sources, origin_of, table_attributes, with_own_attributes
from nerinspect.checking.notices import notices_of_files
from nerinspect.errors import CommandError, NerinspectError
from nerinspect.events.study import Study
from nerinspect.io.index.opening import files_behind, index_named, is_index
from nerinspect.io.projects import is_project
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted
from nerinspect.review import is_review
from nerinspect.settings import Session
from nerinspect.ui.desk.changing import (
    PredictionChanges,
    RelationMatching,
    StudyChanges,
    TrainingReader,
    adds_predictions,
    differ_in_training_alone,
    prepare_to_show,
    waits_for_training,
    with_heuristic,
    without_training,
)
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.sessions import changed_files, current_session, matched_as_before, session_names
from nerinspect.ui.desk.views import RELATIONS
from nerinspect.ui.kit.file_dialogs import Folders, ask_for_file, ask_for_files
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.keys import focus_of
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import plain_text, told, told_fault, tooltip
from nerinspect.ui.kit.strips import Actions
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.theme.fonts import CAPTION, TITLE, scaled_font
from nerinspect.ui.theme.themes import current_theme

if TYPE_CHECKING:
    from nerinspect.ui.opening.open_dialog import OpenDialog


class StartPage(Styled, QWidget):
    """Offer the ways to begin."""

    open_requested = Signal()
    sample_requested = Signal()
    session_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("start_page")
        self._offers, self.sample = QWidget(), QPushButton("Open the sample")
        self._target = QFrame()
        self._target.setObjectName("drop_target")
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        self._captions: list[QLabel] = []
        self._build_ui()

    def show_recent(self, sessions: Sequence[Session]) -> None:
        while (item := self._recent.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        self._captions = [_caption("Recent", self.font())] if sessions else []
        for caption in self._captions:
            self._recent.addWidget(caption)
        for session, name in zip(sessions, session_names(sessions), strict=True):
            button = QToolButton()
            button.setText(plain_text(name))
            button.setToolTip(tooltip(session.request.reference))
            button.setAutoRaise(True)
            button.clicked.connect(partial(self.session_requested.emit, session))
            self._recent.addWidget(button)
        self._restyle()

    def set_waiting(self, is_waiting: bool) -> None:
        """Offer nothing while files are being read; the focus waits here, and goes from here to the events."""
        focus = focus_of(self.window())
        if is_waiting and focus is not None and self.isAncestorOf(focus):
            self.setFocus()
        self._offers.setVisible(not is_waiting)
        self.setAccessibleName("Reading files" if is_waiting else "")
        if not is_waiting:
            QTimer.singleShot(0, self, self._offer)

    def _offer(self) -> None:
        if focus_of(self.window()) is self:  # nothing was opened
            self.sample.setFocus()

    def _build_ui(self) -> None:
        unit = self.unit
        words = QLabel("Drop a reference and predictions here, or open the sample.")
        words.setFont(scaled_font(self.font(), TITLE))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(True)
        choose = QPushButton("Open…")
        choose.clicked.connect(self.open_requested)
        self.sample.clicked.connect(self.sample_requested)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(choose)
        buttons.addWidget(self.sample)
        buttons.addStretch()
        target = fill(QVBoxLayout(self._target), words, buttons, gap=round(16 * unit))
        target.setContentsMargins(*[round(40 * unit)] * 4)
        self._target.setFixedWidth(round(560 * unit))
        centred = QHBoxLayout()
        fill(QVBoxLayout(self._offers), self._target, self._recent, gap=round(20 * unit))
        centred.addStretch()
        centred.addWidget(self._offers)
        centred.addStretch()
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(centred)
        layout.addStretch(3)

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
        self._target.setStyleSheet(
            f"#drop_target {{ border: {max(1, round(1.5 * unit))}px dashed {theme.text3.name()};"
            f" border-radius: {round(6 * unit)}px; background: {theme.base.name()}; }}"
        )
        for caption in self._captions:
            set_ink(caption, theme.text3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that has the focus with Enter too."""
        button = focus_of(self)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(button, QAbstractButton):
            button.click()
        else:
            super().keyPressEvent(event)


def _caption(text: str, font: QFont) -> QLabel:
    label = QLabel(text)
    label.setFont(scaled_font(font, CAPTION, is_bold=True))
    return label


class AttributeTables(StudyChanges):
    """Changes the tables of a document in the background."""

    waiting = "The attribute table is read once the training data is."
    failure = "The attribute table could not be used"

    def ask(self) -> None:
        if self._document.study is None:
            self._message.tell("First open the files that the table is about.")
            return
        kinds = "Tables (*.csv *.tsv *.txt *.csv.gz *.xlsx *.parquet);;All files (*)"
        if path := ask_for_file(self._desk.asker, "Attribute table", kinds):
            self.read(path)

    def read(self, path: str) -> None:
        """Begin to read a table; it takes the place of those that have a column of the same name."""
        self._start("Reading the attribute table", partial(self.read, path), partial(_read, path=path))

    def remove(self) -> None:
        study, request = self._document.study, self._document.request
        if study is not None and request is not None and request.attribute_tables:
            self._start("Removing attribute tables", self.remove, lambda own, _: with_own_attributes(own, []))

    def _show(self, study: Study, before: Study) -> None:
        document = self._document
        selection, request = document.selection, document.request
        assert request is not None, "behind a study"
        document.replace_study(study, with_tables_of(study, request))
        if gone := selection.terms_missing_from(document.selection).text:
            self._message.say(f"{gone} names an attribute that is gone; that part of the filter was removed.")
        elif noticed := notices_of_files(study, before):
            self._message.say(noticed)
        elif sources := attribute_sources(study):
            self._message.tell(f"{sources[-1].path}: {'; '.join(sources[-1].notes)}.")
        else:
            self._message.tell("The attribute tables are removed.")

    def _ways_out(self, error: NerinspectError, again: Actions) -> Actions:
        return [*again, *([("Another file…", self.ask)] if again else [])]


def with_tables_of(study: Study, request: LoadRequest) -> LoadRequest:
    return replace(request, attribute_tables=tuple(source.path for source in attribute_sources(study)))


def with_tables_if_possible(study: Study, paths: tuple[str, ...]) -> Study:
    """Read tables that were in use before; one that cannot be read is a warning, and hides nothing else."""
    if not paths:
        return study
    from nerinspect.io.tables_of_attributes import with_attribute_tables  # not needed where no table is named

    used: list[str] = []
    mistakes: list[str] = []
    for path in paths:
        try:
            study = with_attribute_tables(study, [*used, path])
            used.append(path)
        except NerinspectError as mistake:
            mistakes.append(str(mistake))
    return replace(study, warnings=(*study.warnings, *mistakes)) if mistakes else study


def _read(study: Study, checkpoint: Checkpoint, path: str) -> Study:
    from nerinspect.io.tables_of_attributes import with_attribute_tables  # not needed before

    new = with_attribute_tables(study, [path])
    checkpoint(0, 1)
    names, before = {one.name for one in table_attributes(new)}, table_attributes(study)
    replaced = {origin_of(one) for one in before if one.name in names}
    kept = [
        one for one in before if (origin := origin_of(one)) and origin not in replaced and origin.source.path != path
    ]
    return with_own_attributes(study, [*kept, *table_attributes(new)])


class Loader(QObject):
    """Loads one request at a time, all but its training data: nobody waits for them to see errors."""

    loaded = Signal(object, object)  # the Study, and the LoadRequest it is from
    refused = Signal(object, object)  # the LoadRequest, and the NerinspectError that says why
    choice_requested = Signal(object, object)  # the same, where the user wants to change how the files are read
    loading_changed = Signal(bool)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._message, self._progress = desk.message, desk.progress
        self._request: LoadRequest | None = None
        self._colours: tuple[tuple[str, int], ...] = ()
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(desk.progress.show_progress)
        self._jobs.ended.connect(desk.progress.hide)
        self._jobs.ended.connect(partial(self.loading_changed.emit, False))
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)
        desk.progress.cancelled.connect(self._jobs.cancel)

    @property
    def is_loading(self) -> bool:
        return self._jobs.is_running

    def load(self, request: LoadRequest, is_behind: bool = False, colours: tuple[tuple[str, int], ...] = ()) -> None:
        """Begin to load, maybe behind files that are on show; a load that is under way is given up.

        Systems have the colours they were given, see `Study.colours`.
        """
        self._request, self._colours = request, colours
        self._message.hide()
        self._progress.begin("Reading", then="Aligning")
        self.loading_changed.emit(True)
        start = self._jobs.start_once_painted if is_behind else self._jobs.start
        start(lambda checkpoint: _loaded(request, colours, checkpoint))

    def _on_succeeded(self, study: object) -> None:
        self.loaded.emit(study, self._request)

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, NerinspectError):
            self._message.say(told_fault("The files could not be loaded", error))
            return
        assert self._request is not None, "something was loaded"
        request = self._request
        otherwise = ("Change how files are read…", partial(self.choice_requested.emit, request, error))
        actions = [("Try again", partial(self.load, request, colours=self._colours))]
        if is_index(request.reference):
            self._message.say(told(error), actions)
        else:
            self._message.say(told(error), [otherwise, *actions])
            self.refused.emit(request, error)


def _loaded(request: LoadRequest, colours: tuple[tuple[str, int], ...], checkpoint: Checkpoint) -> Study:
    """Load files and work out, off the window's thread, the columns that showing them needs at once."""
    tables, request = request.attribute_tables, replace(request, attribute_tables=())
    request = request if request.training is None else without_training(request)  # an index holds its own
    study = load_sides(request, checkpoint, with_others=True)
    study = replace(with_tables_if_possible(study, tables), colours=colours)
    prepare_to_show(study)
    return study


_REPLACED_MS: Final = 200


class Opener(QObject):
    """Opens one session at a time and watches its files."""

    # Study, Session: files are on show, but for training data; the session says how they were looked at before
    opened = Signal(object, object)
    project_requested = Signal(str)  # a project was chosen where files are
    review_requested = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk, self._document, self._message, self._asker = desk, desk.document, desk.message, desk.asker
        self._session: Session | None = None
        self.view_left = ""  # where to go on once the files are read
        self.folders = Folders(desk.asker)
        self._dialog: OpenDialog | None = None
        self.loader, self.training = Loader(desk), TrainingReader(desk)
        self.attributes = AttributeTables(desk, self.training)
        self.predictions = PredictionChanges(desk, self.training)
        RelationMatching(desk, self.training)
        self._watcher = QFileSystemWatcher(self)
        self._watched: dict[str, Study] = {}
        self.loader.loaded.connect(self._on_loaded)
        self.loader.refused.connect(self.ask_again)
        self.loader.choice_requested.connect(self.ask_again)
        self.training.choice_requested.connect(self._ask_otherwise)
        self.predictions.choice_requested.connect(self._ask_otherwise)
        desk.document.study_replaced.connect(self._watch_replaced)
        self._watcher.fileChanged.connect(self._on_file_changed)
        desk.menus.connect_command("reload", self.reload)
        desk.repair_requested.connect(self._on_repair_requested)

    @property
    def session(self) -> Session | None:
        """What is on show, or could not be opened, or is not open yet."""
        return self._session if self._document.study is None else current_session(self._document)

    def show(self, study: Study, request: LoadRequest, query: str | None = None) -> None:
        if noticed := notices_of_files(study):
            self._message.say(noticed)
        try:
            self._document.set_study(study, request, query)
        except CommandError as mistake:
            self._message.say(f"The filter was not applied: {mistake}.")
        self.watch(study)

    def open(self, session: Session) -> None:
        self._session = replace(session, request=with_heuristic(session.request))
        is_behind = self._document.study is not None
        self.loader.load(self._session.request, is_behind, self._session.colours)

    def open_otherwise(self, request: LoadRequest) -> None:
        """Read the open files in another way and go on at the same place; only what is read otherwise is read again."""
        document, request = self._document, with_heuristic(request)
        if document.study is None or document.request is None:
            self.open(replace(self._session, request=request) if self._session else Session(request))
        elif not request.annotators and adds_predictions(document.study, document.request, request):
            self.predictions.add_from(request)
        elif not differ_in_training_alone(document.request, request):
            self.open(replace(current_session(document) or Session(document.request), request=request))
        elif request.training:
            self.training.read(Session(request, document.awaited.query if document.awaited else None))
        else:
            self.training.remove()

    def open_sample(self) -> None:
        self.open(Session(sample_request()))

    def reload(self) -> None:
        self.view_left = self._desk.view
        if self._document.request is not None:
            self.open(current_session(self._document) or Session(self._document.request))

    def ask(self, paths: list[str] | None = None) -> None:
        """Ask for files, unless they are known already, then how to read them."""
        from nerinspect.ui.opening.open_dialog import OpenDialog  # the window shows sooner without it

        paths = paths or ask_for_files(self._asker, "Open")
        for path in filter(is_project, paths):
            self.project_requested.emit(path)
        for path in filter(is_review, paths):
            self.review_requested.emit(path)
        indexes = [found for path in paths if (found := index_named(path)) is not None]
        if indexes:
            self.open(Session(LoadRequest(indexes[0])))
        elif files := [path for path in paths if not is_project(path) and not is_review(path)]:
            self._show_dialog(OpenDialog(files, self._asker), None)

    def ask_again(self, request: LoadRequest, problem: NerinspectError | None = None) -> None:
        """Ask how to read files that could not be opened as they are."""
        self._show_dialog(self._dialog_of(request, problem), self._session)

    def ask_training(self) -> None:
        document = self._document
        if document.study is None or document.request is None or self._desk.refuses():
            return
        request = document.awaited.request if document.awaited else document.request
        if request.training is None:
            path = ask_for_file(self._asker, "Training data")
            if not path:
                return
            request = replace(request, training=path)
        dialog = self._dialog_of(request)
        dialog.table.choose(next(entry for entry in dialog.files.entries if entry.role == "training"))
        self._show_dialog(dialog, current_session(document), is_change=True)

    def ask_predictions(self) -> None:
        if self._document.study is None:
            self.ask()
        elif not self._desk.refuses():
            self._add(ask_for_files(self._asker, "Add predictions"))

    def _add(self, paths: Sequence[str]) -> None:
        """Read further predictions; further annotators are read together with the others, all by the same rules."""
        request, projects = self._document.request, [*filter(is_project, paths)]
        if projects:
            self.project_requested.emit(projects[0])
        elif self._desk.refuses():
            return
        elif request is not None and request.annotators and paths:
            self.open_otherwise(replace(request, predictions=(*request.predictions, *paths)))
        else:
            self.predictions.add(paths)

    def take_dropped(self, paths: list[str]) -> None:
        """Ask what dropped files are: to be opened, or predictions for the reference that is open."""
        study = self._document.study
        if study is None or index_named(paths[0]) is not None:
            self.ask(paths)
            return
        files = os.path.basename(paths[0]) if len(paths) == 1 else f"{counted(len(paths), 'file')}"
        reference = os.path.basename(study.reference.source.path)
        actions = [(f"Add to {reference}", partial(self._add, paths)), ("Open instead…", partial(self.ask, paths))]
        what = "more annotators of the text of" if study.is_of_annotators else "predictions for"
        self._message.say(f"{files} dropped: {what} {reference}, or something else?", actions)

    def _ask_otherwise(self, request: LoadRequest, problem: NerinspectError) -> None:
        """Ask how to read training data or further predictions that could not be read as they are."""
        self._show_dialog(self._dialog_of(request, problem), current_session(self._document), is_change=True)

    def _dialog_of(self, request: LoadRequest, problem: NerinspectError | None = None) -> "OpenDialog":
        from nerinspect.ui.opening.open_dialog import OpenDialog

        return OpenDialog((), self._asker, request, problem)

    def _show_dialog(self, dialog: "OpenDialog", session: Session | None, is_change: bool = False) -> None:
        """Show the only dialog; what is accepted is looked at as its session was."""
        from nerinspect.ui.guide import offer_guide  # not needed before a dialog is

        if self._dialog is not None:
            self._dialog.reject()
        self._dialog = dialog
        offer_guide(dialog)
        dialog.project_requested.connect(self.project_requested)
        dialog.accepted.connect(partial(self._on_accepted, dialog, session, is_change))
        dialog.finished.connect(partial(self._on_finished, dialog))
        dialog.open()

    def _on_accepted(self, dialog: "OpenDialog", session: Session | None, is_change: bool) -> None:
        request = dialog.request()
        if request is None:
            return
        if session is not None and request.training:
            request = replace(request, matching=session.request.matching)
        if is_change:
            self.open_otherwise(request)
        else:
            self.open(replace(session, request=request) if session is not None else Session(request))

    def _on_finished(self, dialog: "OpenDialog", _result: int = 0) -> None:
        if self._dialog is dialog:
            self._dialog = None
        dialog.deleteLater()

    def watch(self, study: Study) -> None:
        """Tell from now on when a file of a study changes, and begin to look for further ones beside it."""
        self.folders.begin_at(study.reference.source.path)
        if before := self._watcher.files():
            self._watcher.removePaths(before)
        sources = [study.reference.source, *(prediction.annotation.source for prediction in study.predictions)]
        sources += [study.training.annotation.source] if study.training else []
        sources += attribute_sources(study)
        paths = [*self._index_files(), *(source.path for source in sources)]
        self._watched = dict.fromkeys(paths, study)
        self._watcher.addPaths(sorted(self._watched))

    def _watch_replaced(self) -> None:
        if self._document.study is not None:
            self.watch(self._document.study)

    def _on_loaded(self, study: Study, request: LoadRequest) -> None:
        self.training.give_up()
        session = self._session or Session(request)
        self._show_session(study, session)
        self.opened.emit(study, session)

    def _show_session(self, study: Study, session: Session) -> None:
        """Show what was loaded; where the files are the same as before, at the event chosen before."""
        request, has_training = session.request, session.request.training is not None
        waits = has_training and waits_for_training(session.query, study)
        query = None if waits else session.query
        study.decisions.is_awaited = bool(session.review)  # filters may ask for verdicts that are not found yet
        study = matched_as_before(study, session)
        self.show(study, without_training(request) if has_training else request, query)
        if changed := changed_files(study, session):
            self._message.say(
                f"Changed since last time: {', '.join(changed)}. The filter is kept, the selected event is not."
            )
        elif session.digests and 0 <= session.prediction < len(study.predictions):
            self._go_to(session, len(study.predictions))
        if self.view_left and self._desk.offers(self.view_left):
            self._desk.view_requested.emit(self.view_left)
            if self.view_left == RELATIONS and session.digests and not changed:
                self._go_to_relation(study, session)
        self.view_left = ""
        if has_training:
            self.training.read(session if waits else replace(session, query=None))
        if waits:
            self._message.tell(f"The filter {session.query} is applied once the training data is read.")

    def _go_to(self, session: Session, n_predictions: int) -> None:
        document = self._document
        document.show_prediction(session.prediction)
        if session.compared is not None and 0 <= session.compared < n_predictions:
            document.compare_with(session.compared)
        elif session.against_all:
            document.compare_with_all()
        if session.event is not None:
            self._desk.event_requested.emit(session.event)

    def _go_to_relation(self, study: Study, session: Session) -> None:
        from nerinspect.events.relation_events import relation_events  # needed with relations alone

        if session.relation_event is not None and 0 <= session.relation_event < len(relation_events(study)):
            self._desk.relation_event_requested.emit(session.relation_event)

    def _on_repair_requested(self, path: str, role: str, method: str) -> None:
        """Read the same files with another repair of one of them, and go on at the same place."""
        from nerinspect.ui.pages.repair.tried_repairs import with_repair  # not needed before the page is shown

        request = self._document.request
        assert request is not None, "a repair of an open file was chosen"
        if self._desk.refuses():
            return
        if role != "training":
            self.view_left = self._desk.view
        self.open_otherwise(with_repair(request, path, role, method))

    def _on_file_changed(self, path: str) -> None:
        """Wait a moment: programs that save replace a file, and it is gone for an instant."""
        if path in self._watched:
            QTimer.singleShot(_REPLACED_MS, self, partial(self._tell_change, path, self._watched[path]))

    def _tell_change(self, path: str, study: Study) -> None:
        if self._watched.get(path) is not study:
            return  # it was read again meanwhile, or is no longer on show
        if not os.path.exists(path):
            self._message.say(f"{path} is no longer there. You see what was read from it.")
            return
        self._watcher.addPath(path)  # a file that was replaced is watched no more
        if path in self._index_files()[:-1]:
            self._message.say(f"{path} has changed on disk since the index was made. What you see is the index.")
            return
        self._message.say(
            f"{path} has changed on disk since it was read. You see what was read then.", [("Reload", self.reload)]
        )

    def _index_files(self) -> list[str]:
        request = self._document.request
        return files_behind(request.reference) if request is not None and is_index(request.reference) else []


def dropped_files(data: QMimeData) -> list[str]:
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
