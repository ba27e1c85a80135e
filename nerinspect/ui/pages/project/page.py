"""The page of a project: tables over its data sets below each other, copied and saved."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import NerinspectError, counted
from nerinspect.io.projects.changes import ProjectChange, move_data_set, remove_data_set, rename_data_set, undo_change
from nerinspect.io.projects.origin import ProjectOrigin
from nerinspect.io.projects.project import Project
from nerinspect.lists.table import Table
from nerinspect.tables.projects import ProjectTable, notes_on_means, project_notes, project_table, system_names
from nerinspect.ui.kit.doors import Piece
from nerinspect.ui.kit.pages.analysis_controls import NumberOfBuckets
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.copying import TableCopier, form_called, table_text
from nerinspect.ui.kit.pages.page import Ground
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.take_away import FileSaver
from nerinspect.ui.kit.pages.top_row import TopRow
from nerinspect.ui.kit.screen_text import announce, offer_names, tooltip
from nerinspect.ui.kit.strips import ProgressStrip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.sheet import NumberTableModel
from nerinspect.ui.pages.project.attributes_by_data_set import (
    ATTRIBUTES,
    MEANINGS,
    MEASURES,
    WINNERS,
    attribute_columns,
    attribute_names,
    attribute_rows,
    winner_columns,
    winner_rows,
)
from nerinspect.ui.pages.project.data_sets import DataSetDoor, ProjectLoader, ReadDataSet
from nerinspect.ui.pages.project.scores_by_data_set import (
    PAIR_COLUMNS,
    PAIR_NAMES,
    PAIRS,
    SCORES,
    Matrix,
    PairTable,
    pair_rows,
    score_columns,
    score_rows,
)
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of

NOT_YET = "Data sets can be changed once all are read"


class ProjectEditor(QObject):
    """Offers what can be done with a data set, and writes it into the file.

    Signals
    -------
    changed : Project, list of int
        The project as it is now, and where each of its data sets stood before; negative for one that came back.
    told : str, list
        What was done, with what can be done about it.
    failed : str
        Why nothing was done.
    """

    changed = Signal(object, object)
    told = Signal(str, object)
    failed = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def offer(self, menu: QMenu, project: Project, place: int, is_ready: bool) -> None:
        """Offer in a menu what can be done with a data set, if all are read."""
        last = len(project.data_sets) - 1
        actions = {
            "Rename…": (partial(self._rename, project, place), True),
            "Move Up": (partial(self.move, project, place, -1), place > 0),
            "Move Down": (partial(self.move, project, place, 1), place < last),
            "Remove from the Project": (partial(self.remove, project, place), last > 0),
        }
        menu.addSeparator()
        for words, (act, is_possible) in actions.items():
            action = menu.addAction(words, act)
            action.setEnabled(is_possible and is_ready)
            action.setToolTip("" if is_ready else tooltip(NOT_YET))
        menu.setToolTipsVisible(not is_ready)

    def rename(self, project: Project, place: int, name: str) -> None:
        """Call a data set otherwise."""
        before = project.data_sets[place].name
        if name and name != before:
            said = f"{before} is called {name} now."
            self._make(partial(rename_data_set, project, place, name), project, range(len(project.data_sets)), said)

    def move(self, project: Project, place: int, step: int) -> None:
        """Let a data set and its neighbour change places."""
        order = [*range(len(project.data_sets))]
        order[place], order[place + step] = order[place + step], order[place]
        self._make(partial(move_data_set, project, place, step), project, order, "")

    def remove(self, project: Project, place: int) -> None:
        """Take a data set out of the project."""
        order = [number for number in range(len(project.data_sets)) if number != place]
        said = f"{project.data_sets[place].name} was removed from the project; its files are where they were."
        self._make(partial(remove_data_set, project, place), project, order, said)

    def _rename(self, project: Project, place: int) -> None:
        before = project.data_sets[place].name
        name, is_given = QInputDialog.getText(self._window, "Rename", "Name of the data set", text=before)
        if is_given:
            self.rename(project, place, name.strip())

    def _make(self, work: Callable[[], ProjectChange], project: Project, order: Sequence[int], said: str) -> None:
        """Change the file, tell it, and offer to take it back."""
        try:
            change = work()
        except NerinspectError as mistake:
            self.failed.emit(f"{mistake}.")
            return
        self.changed.emit(change.project, order)
        if said:
            back = [order.index(place) if place in order else -1 for place in range(len(project.data_sets))]
            self.told.emit(said, [("Undo", partial(self._undo, change, back))])

    def _undo(self, change: ProjectChange, places: list[int]) -> None:
        try:
            project = undo_change(change)
        except NerinspectError as mistake:
            self.failed.emit(f"{mistake}.")
            return
        self.changed.emit(project, places)


_MARGIN: Final = 18  # at a font of 13 pixels

TABLES: Final[dict[str, ProjectTable]] = {
    SCORES: "scores", PAIRS: "pairs", ATTRIBUTES: "attributes", WINNERS: "winners",
}  # fmt: skip
"""The tables by title, and what the command line calls them."""

_CAPTIONS: Final = {
    SCORES: "a click opens the data set with the system; the menu of a row renames, moves or removes it",
    PAIRS: "a click shows the data sets that a number counts",
    ATTRIBUTES: "a click opens the diagnosis of the data set",
    WINNERS: "a click opens the bucket in its data set, with the winner and the second side by side",
}
_BEST_CAPTION: Final = "the best of each row in semibold"


class AttributeChoice(Styled, QWidget):
    """Let the user choose the attribute whose buckets are shown.

    Signals
    -------
    chosen
        Another attribute was chosen.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box, self._word = QComboBox(self), QLabel("Attribute", self)
        self.box.setAccessibleName("Attribute")
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._word.setBuddy(self.box)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._word)
        row.addWidget(self.box)
        self.box.activated.connect(self.chosen)

    def offer(self, names: Sequence[str]) -> None:
        """Offer these attributes; the one chosen before stays."""
        before = self.box.currentData()
        if list(names) != [self.box.itemData(place) for place in range(self.box.count())]:
            self.box.clear()
            offer_names(self.box, names)
            self.box.setCurrentIndex(max(self.box.findData(before), 0))

    def _restyle(self) -> None:
        for part in (self._word, self.box):
            part.setFont(scaled_font(self.font(), DETAIL))


class ProjectPage(QScrollArea):
    """Show data sets side by side.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.

    Signals
    -------
    data_set_opened : DataSetDoor
        A number was chosen.
    read_requested : int
        A data set that was not read is to be read after all.
    table_focused : str
        The table of this title has the focus.
    menu_shown : QMenu, int
        A menu is to be shown on a row of the scores; more may be added.
    """

    data_set_opened = Signal(object)
    read_requested = Signal(int)
    table_focused = Signal(str)
    menu_shown = Signal(object, int)

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read: list[ReadDataSet] = []
        self._ahead: dict[str, int] = {}
        self.scores, self.pairs = Matrix(SCORES, "Data set"), PairTable()
        self.attributes, self.winners = Matrix(ATTRIBUTES, "Attribute"), Matrix(WINNERS, "Bucket")
        self.measure, self.attribute = Choice("Number", MEASURES, MEANINGS), AttributeChoice()
        self._tables = {
            SCORES: self.scores, PAIRS: self.pairs, ATTRIBUTES: self.attributes, WINNERS: self.winners,
        }  # fmt: skip
        beside = {ATTRIBUTES: self.measure, WINNERS: self.attribute}
        self._parts = {title: Part(title, table, beside=beside.get(title)) for title, table in self._tables.items()}
        self._build_ui(header)
        for table in (self.scores, self.pairs, self.attributes, self.winners):
            table.data_set_opened.connect(self.data_set_opened)
            table.read_requested.connect(self.read_requested)
            table.installEventFilter(self)
        self.scores.menu_shown.connect(self.menu_shown)
        self.pairs.members_chosen.connect(self._on_members_chosen)
        self.measure.chosen.connect(self._show_attributes)
        self.attribute.chosen.connect(self._show_winners)

    def show_results(self, names: Sequence[str], read: Sequence[ReadDataSet | None], words: Sequence[str]) -> None:
        """Show what is known of all data sets; the parameters are those of `score_rows`."""
        self._read = [one for one in read if one is not None]
        self.scores.show_rows(score_columns(names, self._read), score_rows(names, read, words))
        pairs = pair_rows(self._read, self._ahead)
        self.pairs.show_pairs(pairs)
        self._parts[PAIRS].setVisible(bool(pairs))
        for title in (ATTRIBUTES, WINNERS):
            self._parts[title].setVisible(bool(self._read))
        results = [one.result for one in self._read]
        best = [_BEST_CAPTION] if len(system_names(results)) > 1 else []
        self._parts[SCORES].set_caption("; ".join([_CAPTIONS[SCORES], *best, *notes_on_means(results)]))
        self.attribute.offer(attribute_names(self._read))
        self._show_attributes()
        self._show_winners()

    def table(self, title: str) -> Table:
        """Give all rows of a table, folded ones and others that are not on screen too."""
        if title != PAIRS:
            return self._tables[title].numbers.as_table()
        whole = NumberTableModel(PAIR_COLUMNS, PAIR_NAMES, PAIRS)
        whole.set_groups(pair_rows(self._read))
        return whole.as_table()

    @property
    def offered(self) -> list[str]:
        """The titles of the tables on show."""
        return [title for title, part in self._parts.items() if not part.isHidden()]

    def _on_members_chosen(self, pair: str, which: int) -> None:
        """Show the data sets that a number of a pair counts; the same number folds them away."""
        if self.pairs.fold(pair) and self._ahead.get(pair, 0) == which:
            which, shown = 0, ""
        else:
            shown = pair
        self._ahead[pair] = which
        self.pairs.show_pairs(pair_rows(self._read, self._ahead), shown)

    def _show_attributes(self) -> None:
        measure = self.measure.place
        self.attributes.show_rows(attribute_columns(self._read, measure), attribute_rows(self._read, measure))

    def _show_winners(self) -> None:
        rows = winner_rows(self._read, self.attribute.box.currentData())
        self.winners.show_rows(winner_columns(self._read), rows)

    def _build_ui(self, header: QWidget) -> None:
        margin, page = round(_MARGIN * unit_of(self.font())), Ground()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(margin, margin, margin, margin)
        whole.setSpacing(margin)
        whole.addWidget(header)
        for title, part in self._parts.items():
            part.set_caption(_CAPTIONS[title])
            whole.addWidget(part)
        whole.addStretch(1)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Tell which table has the focus."""
        if event.type() == QEvent.Type.FocusIn:
            self.table_focused.emit(next((title for title, table in self._tables.items() if table is watched), ""))
        return False


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
        row.setSpacing(round(_GAP * unit_of(self.font())))
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
        chosen, signed = form_called(form)
        origin, systems = self._origin(title), self._systems
        write = partial(table_text, form=chosen, title=title, origin=origin, systems=systems, is_signed=signed)
        self._copier.copy(self._table(title, is_long=not chosen.is_for_people), write, title, form)

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
