"""The page of a project: reads its data sets behind what is on show, copies and saves its tables."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from nerinspect.errors import counted
from nerinspect.io.project import Project
from nerinspect.io.project_file import ProjectOrigin
from nerinspect.results.project_tables import project_notes, project_table, system_names
from nerinspect.results.table import Table
from nerinspect.ui.announcing import announce
from nerinspect.ui.overview.copying import COPIED, table_text
from nerinspect.ui.overview.file_saver import FileSaver
from nerinspect.ui.overview.table_copier import TableCopier
from nerinspect.ui.overview.top_row import TopRow
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.project.data_sets import DataSetDoor, ReadDataSet
from nerinspect.ui.project.editing import ProjectEditor
from nerinspect.ui.project.project_loader import ProjectLoader
from nerinspect.ui.project.project_page import TABLES, ProjectPage
from nerinspect.ui.project.score_rows import SCORES
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.number_of_buckets import NumberOfBuckets
from nerinspect.ui.widgets.progress_strip import ProgressStrip

_GAP = 16  # at a font of 13 pixels


class ProjectPanel(QWidget):
    """Compare systems over the data sets of a project; numbers open the data set behind them.

    Signals
    -------
    session_requested : Session, str
        A data set is to be opened in a window of its own, on a page; none means the events.
    message_requested : str
        A sentence to show: what was copied or saved.
    warning_requested : str
        A sentence to show: what could not be saved, and why.
    offer_requested : str, list
        A sentence to show: what was changed in the project, with what can be done about it.
    project_changed
        Other data sets stand in the project.
    number_chosen : int
        So many buckets are wanted, also behind the numbers that open a diagnosis.
    """

    session_requested = Signal(object, str)
    message_requested = Signal(str)
    warning_requested = Signal(str)
    offer_requested = Signal(str, object)
    project_changed = Signal()
    number_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("project_panel")
        self.setAccessibleName("Project")
        self.project = Project("", ())
        self._progress, self._top, self._buckets = ProgressStrip(), TopRow(()), NumberOfBuckets()
        self._loader, self._editor = ProjectLoader(self._progress, self), ProjectEditor(self)
        self._saver, self._copier = FileSaver(self), TableCopier(self)
        self._top.show_whole()
        header = QWidget()
        row = QHBoxLayout(header)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(_GAP * font_size(self.font()) / 13))
        row.addWidget(self._buckets, alignment=Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._top, 1)
        self._page = ProjectPage(header)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._progress)
        outer.addWidget(self._page, 1)
        self._connect()

    def show_project(self, project: Project) -> None:
        """Read the data sets of another project and show them one after the other."""
        self.project = project
        self._loader.load(project)

    def read_again(self) -> None:
        """Read all data sets again."""
        self._loader.load(self.project)

    @property
    def is_reading(self) -> bool:
        """Whether data sets are being read."""
        return self._loader.is_reading

    def choose_number(self, n_wanted: int) -> None:
        """Show another number of buckets."""
        if n_wanted != self._buckets.number:
            self._buckets.choose(n_wanted)
            self._show()

    def signature(self) -> str:
        """Write the signature of the scores on show; empty while there are none."""
        return str(self._origin(SCORES).record(SCORES, "csv", self._systems, True)["signature"]) if self._read else ""

    def shutdown(self) -> None:
        """Give up what is under way and wait for it; for closing the window."""
        for worker in (self._loader, self._saver, self._copier):
            worker.shutdown()

    def _connect(self) -> None:
        self._loader.changed.connect(self._show)
        self._buckets.chosen.connect(self._show)
        self._buckets.chosen.connect(self.number_chosen)
        self._page.data_set_opened.connect(self._on_data_set_opened)
        self._page.read_requested.connect(self._loader.read_again)
        self._page.table_focused.connect(self._offer_tables)
        self._page.menu_shown.connect(self._on_menu_shown)
        self._editor.changed.connect(self._on_changed)
        self._editor.told.connect(self.offer_requested)
        self._editor.failed.connect(self.warning_requested)
        self._top.copy_requested.connect(self._on_copy_requested)
        self._top.table_requested.connect(self._on_table_requested)
        for told in (self._saver.saved, self._copier.told):
            told.connect(self.message_requested)
        for failed in (self._saver.failed, self._copier.failed):
            failed.connect(self.warning_requested)

    def _show(self) -> None:
        names = [one.name for one in self.project.data_sets]
        self._page.show_results(names, self._found, self._loader.words)
        self._buckets.setVisible(bool(self._read))
        words = counted(len(names), "data set")
        if (n_read := len(self._read)) < len(names):
            words += f", {n_read:,} read"
        words += f", {counted(len(self._systems), 'system')}" if n_read else ""
        self._top.show_summary([Piece(f"{os.path.basename(self.project.path)}: {words}")])
        self._offer_tables()
        if not self._loader.is_reading:
            announce(self, words)

    @property
    def _found(self) -> list[ReadDataSet | None]:
        """What is known of each data set, for the number of buckets on show."""
        return [one.in_buckets(self._buckets.number) if one else None for one in self._loader.read]

    @property
    def _read(self) -> list[ReadDataSet]:
        return [one for one in self._found if one is not None]

    @property
    def _systems(self) -> tuple[str, ...]:
        return system_names([one.result for one in self._read])

    def _on_menu_shown(self, menu: QMenu, row: int) -> None:
        if row < len(self.project.data_sets):
            self._editor.offer(menu, self.project, row, not self.is_reading)

    def _on_changed(self, project: Project, places: Sequence[int]) -> None:
        table, self.project = self._page.scores, project
        row, column = table.currentIndex().row(), table.currentIndex().column()
        self._loader.take_over(project, places)
        if row in places:
            table.setCurrentIndex(table.numbers.index(places.index(row), column))
        self.project_changed.emit()

    def _on_data_set_opened(self, door: DataSetDoor) -> None:
        read = self._loader.read[door.place]
        assert read is not None, "its numbers are on show"
        colours = tuple((name, colour) for colour, name in enumerate(self._systems))
        self.session_requested.emit(replace(read.session(door), colours=colours), door.view)

    def _on_copy_requested(self, title: str, form: str) -> None:
        write = partial(table_text, form=COPIED[form], title=title, origin=self._origin(title), systems=self._systems)
        self._copier.copy(self._table(title, is_long=COPIED[form] == "csv"), write, title, form)

    def _on_table_requested(self, title: str) -> None:
        self._saver.save_table(self._table(title, is_long=True), title, self._origin(title), self._systems)

    def _table(self, title: str, is_long: bool) -> Table:
        """Give a table as it is shown, or as the command line gives it, with a row for every number."""
        results = [one.result for one in self._read]
        return project_table(results, TABLES[title]) if is_long else self._page.table(title)

    def _origin(self, title: str) -> ProjectOrigin:
        read, kind = self._read, TABLES[title]
        notes = project_notes([one.result for one in read], kind)
        missing = [one.name for one, found in zip(self.project.data_sets, self._loader.read, strict=True) if not found]
        notes += [f"without {', '.join(missing)}, which could not be read"] if missing else []
        sources = tuple(source for one in read for source in one.sources)
        names = tuple(one.name for one in read)
        return ProjectOrigin(self.project, kind, names, sources, tuple(notes), self._buckets.number)

    def _offer_tables(self, focused: str = "") -> None:
        """Offer to copy and to save the tables, the one that has the focus first."""
        offered = self._page.offered if self._read else []
        self._top.offer_tables(sorted(offered, key=lambda title: title != focused))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table."""
        self._page.scores.setFocus(event.reason())
