"""The page of a project: tables over its data sets, each of which can be renamed, moved and removed."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import isnan
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.charts.grids import curve_grids, project_figure
from nerinspect.errors import NerinspectError
from nerinspect.events.scores import UNDEFINED
from nerinspect.glossary import meaning
from nerinspect.io.projects import (
    Project,
    ProjectChange,
    move_data_set,
    remove_data_set,
    rename_data_set,
    undo_change,
)
from nerinspect.io.writing.origins import ProjectOrigin
from nerinspect.lists.table import Table
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.fields.attributes import BUCKET, bucket_value
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import query_text
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import p_text
from nerinspect.tables import paper
from nerinspect.tables.projects import (
    DataSetResult,
    ProjectTable,
    attribute_names,
    feature_groups,
    friedman_of,
    notes_on_means,
    project_notes,
    project_table,
    system_names,
)
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import DIAGNOSIS
from nerinspect.ui.kit.doors import Piece
from nerinspect.ui.kit.pages.choice import AnalysisControls, Choice, Controls, NameChoice, PageHead
from nerinspect.ui.kit.pages.page import GridPage
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.pictures import Drawable
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce, tooltip
from nerinspect.ui.kit.strips import MessageStrip
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow, signed_text
from nerinspect.ui.pages.diagnosis.diagnosed import mean_value
from nerinspect.ui.pages.project.data_sets import NO_FAILURE, DataSetDoor, ProjectLoader, ReadDataSet
from nerinspect.ui.pages.project.parts_by_data_set import (
    MODEL_MEANINGS,
    MODEL_MEASURES,
    CurveView,
    MentionPart,
    Shown,
    bucket_parts,
    feature_parts,
    model_columns,
    model_rows,
    part_columns,
    part_rows,
    relation_parts,
    repair_rows,
    shown_numbers,
    tough_parts,
)
from nerinspect.ui.pages.project.scores_by_data_set import (
    EVERYTHING,
    NOTHING,
    PAIR_COLUMNS,
    PAIR_NAMES,
    PAIRS,
    SCORES,
    MatrixPart,
    PairTable,
    ProjectCell,
    nothing,
    p_cell,
    pair_rows,
    score_columns,
    score_rows,
    short,
)

ATTRIBUTES: Final = "Attributes by data set"
MODEL: Final = "Correlation and spread by system"
WINNERS: Final = "Who wins in which bucket"
BUCKETS: Final = "F1 by bucket and data set"
TOUGH: Final = "Tough mentions by data set"
RELATIONS: Final = "Relations by data set"
REPAIRS: Final = "Repairs by data set"
FEATURES: Final = "F1 by feature of the systems"
RHO, ZETA, FRIEDMAN, BY_SYSTEM = range(4)
MEASURES: Final = ("ρ", "ζ", "Friedman’s p", "p by system")  # noqa: RUF001 - the Greek letter is meant
MEANINGS: Final = (
    *(meaning(key) for key in ("rho", "zeta", "friedman")),
    f"{meaning('friedman')} Here for each system, with data sets in the place of systems and runs.",
)
_WIDEST: Final = ("0.000", "0.000000", p_text(0), p_text(0))
_WITH_RETENTION: Final = "The retention heuristic counts as a system here."
_NEEDS_TRAINING: Final = frozenset(one.name for one in BUILT_IN if one.needs_training)


def data_set_columns(first: str, read: Sequence[ReadDataSet], widest: str) -> list[Column]:
    return [Column(first), *(Column(short(one.name), one.name, widest=widest, copied=one.name) for one in read)]


def attribute_columns(read: Sequence[ReadDataSet], measure: int) -> list[Column]:
    if measure == BY_SYSTEM:
        systems = enumerate(system_names([one.result for one in read]))
        heads = (Column(short(name), name, widest=p_text(0), copied=name, colour=colour) for colour, name in systems)
        return [Column("Attribute"), *heads]
    return data_set_columns("Attribute", read, _WIDEST[measure])


def attribute_rows(read: Sequence[ReadDataSet], measure: int) -> list[RowGroup]:
    """One number of each attribute in each data set; it opens the diagnosis of the data set."""
    rows = []
    for name in attribute_names([one.result for one in read]):
        tables = [one.result.table_of(name) for one in read]
        said = next(table.attribute.meaning for table in tables if table)
        rows.append(TableRow(name, (name,), partial(_attribute_cells, read, name, measure), tooltip=f"{name}: {said}"))
    return [RowGroup(row.name, row) for row in rows]


def winner_columns(read: Sequence[ReadDataSet]) -> list[Column]:
    """Columns of the winners, with room for colours and names of systems and their lead."""
    widest = max((short(name) for name in system_names([one.result for one in read])), key=len, default="")
    return data_set_columns("Bucket", read, f"{widest}      +00.00")


def winner_rows(read: Sequence[ReadDataSet], attribute: str) -> list[RowGroup]:
    """One row for each bucket of an attribute: the system with the highest F1 in each data set."""
    tables = [one.result.table_of(attribute) for one in read]
    names = dict.fromkeys(bucket.name for table in tables if table for bucket in table.buckets)
    inks = system_names([one.result for one in read])
    rows = [TableRow(name, (name,), partial(_winner_cells, read, tables, inks, name)) for name in names]
    return [RowGroup(row.name, row) for row in rows]


def _attribute_cells(read: Sequence[ReadDataSet], name: str, measure: int) -> tuple[Cell, ...]:
    if measure == BY_SYSTEM:
        results = [one.result for one in read]
        tests = [(system, friedman_of(results, system, name)) for system in system_names(results)]
        said = MEANINGS[BY_SYSTEM]
        return tuple(p_cell(test, f"{system}, {name}\n{said}\n{test.in_words}") for system, test in tests)
    return tuple(_attribute_cell(one, one.result.table_of(name), name, measure) for one in read)


def _attribute_cell(one: ReadDataSet, table: F1Table | None, name: str, measure: int) -> ProjectCell:
    if table is None:
        needs = name in _NEEDS_TRAINING
        return nothing(f"{one.name} has no training data" if needs else f"{one.name} has no such attribute")
    opens, head = DataSetDoor(one.place, EVERYTHING, view=DIAGNOSIS), f"{one.name}, {name}\n{MEANINGS[measure]}\n"
    if one.request.retention and measure != ZETA:
        head += f"{_WITH_RETENTION}\n"
    if measure == ZETA:
        text, value = (UNDEFINED, None) if isnan(table.zeta) else mean_value(table)
        return ProjectCell(text, value, tooltip=f"{head}{text}", opens=opens)
    if measure == RHO:
        if isnan(table.rho):
            said = f"{head}{UNDEFINED}: no system has a correlation."
            return ProjectCell(UNDEFINED, NOTHING, tooltip=said, opens=opens, shade=float("nan"))
        text = grouped(table.rho, 3)
        return ProjectCell(text, table.rho, tooltip=f"{head}{text}", opens=opens, shade=table.rho)
    return p_cell(one.tests[name], f"{head}{one.tests[name].in_words}", opens)


def _winner_cells(
    read: Sequence[ReadDataSet], tables: Sequence[F1Table | None], inks: Sequence[str], bucket: str
) -> tuple[Cell, ...]:
    return tuple(_winner_cell(one, table, inks, bucket) for one, table in zip(read, tables, strict=True))


def _winner_cell(one: ReadDataSet, table: F1Table | None, inks: Sequence[str], bucket: str) -> ProjectCell:
    names = [own.name for own in table.buckets] if table else []
    if table is None or bucket not in names:
        return nothing(f"{one.name} has no such bucket")
    attribute, place = table.attribute.name, names.index(bucket)
    value = bucket_value(attribute, bucket, one.n_wanted)
    opens_of = partial(DataSetDoor, one.place, query_text(Term(BUCKET.name, (value,))))
    head = f"{one.name}, {attribute} {bucket}: {one.words[attribute, bucket]}"
    scored = [
        pair for pair in zip(table.systems, table.by_system[:, place].tolist(), strict=True) if not isnan(pair[1])
    ]
    if not scored:
        return ProjectCell(UNDEFINED, NOTHING, tooltip=f"{head}\n{UNDEFINED}: F1 is undefined.", opens=opens_of())
    ranked = sorted(scored, key=lambda pair: -pair[1])
    said = "\n".join(f"{name} F1 {percent(f1)}" for name, f1 in ranked)
    (winner, best), (second, second_f1) = ranked[0], (ranked[1] if len(ranked) > 1 else (None, None))
    first_run, compared = one.first_run(winner) or 0, one.first_run(second)
    opens = opens_of(first_run, compared)
    if second_f1 == best:
        winners = " = ".join(name for name, f1 in ranked if f1 == best)
        return ProjectCell(winners, winners, tooltip=f"{head}\n{said}", opens=opens, is_words=True)
    margin = "alone" if second_f1 is None else signed_text(best - second_f1)
    told = f"{head}\n{said}" + (f"\n{margin} to {second}" if second else "")
    return ProjectCell(winner, winner, tooltip=told, opens=opens, ink=inks.index(winner), is_words=True, beside=margin)


NOT_YET = "Data sets can be changed once all are read"


class ProjectEditor(QObject):
    """Offers commands on a data set, and writes the changes to the project file."""

    # the project now, and the former index of each data set; negative for one that was restored
    changed = Signal(object, object)

    def __init__(self, window: QWidget, message: MessageStrip) -> None:
        super().__init__(window)
        self._window, self._message = window, message

    def offer(self, menu: QMenu, project: Project, place: int, is_ready: bool) -> None:
        """Fill a menu with the commands on a data set; `is_ready` once all are read."""
        last = len(project.data_sets) - 1
        actions = {
            "Rename…": (partial(self._rename, project, place), True),
            "Move up": (partial(self.move, project, place, -1), place > 0),
            "Move down": (partial(self.move, project, place, 1), place < last),
            "Remove from the project": (partial(self.remove, project, place), last > 0),
        }
        menu.addSeparator()
        for words, (act, is_possible) in actions.items():
            action = menu.addAction(words, act)
            action.setEnabled(is_possible and is_ready)
            action.setToolTip("" if is_ready else tooltip(NOT_YET))
        menu.setToolTipsVisible(not is_ready)

    def rename(self, project: Project, place: int, name: str) -> None:
        before = project.data_sets[place].name
        if name and name != before:
            said = f"{before} was renamed to {name}."
            self._make(partial(rename_data_set, project, place, name), project, range(len(project.data_sets)), said)

    def move(self, project: Project, place: int, step: int) -> None:
        order = [*range(len(project.data_sets))]
        order[place], order[place + step] = order[place + step], order[place]
        self._make(partial(move_data_set, project, place, step), project, order, "")

    def remove(self, project: Project, place: int) -> None:
        order = [number for number in range(len(project.data_sets)) if number != place]
        said = f"{project.data_sets[place].name} was removed from the project; its files are untouched."
        self._make(partial(remove_data_set, project, place), project, order, said)

    def _rename(self, project: Project, place: int) -> None:
        before = project.data_sets[place].name
        name, is_given = QInputDialog.getText(self._window, "Rename", "Name of the data set", text=before)
        if is_given:
            self.rename(project, place, name.strip())

    def _make(self, work: Callable[[], ProjectChange], project: Project, order: Sequence[int], said: str) -> None:
        """Change the file, report it, and offer to undo it."""
        try:
            change = work()
        except NerinspectError as mistake:
            self._message.say(f"{mistake}.")
            return
        self.changed.emit(change.project, order)
        if said:
            back = [order.index(place) if place in order else -1 for place in range(len(project.data_sets))]
            self._message.tell(said, [("Undo", partial(self._undo, change, back))])

    def _undo(self, change: ProjectChange, places: list[int]) -> None:
        try:
            project = undo_change(change)
        except NerinspectError as mistake:
            self._message.say(f"{mistake}.")
            return
        self.changed.emit(project, places)


class BucketChoice(Controls):
    """Chooses an attribute, and which number of its buckets is shown."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.attribute, self.number = NameChoice(), NameChoice("Number")
        self.line_up(self.attribute, self.number)
        for choice in (self.attribute, self.number):
            choice.chosen.connect(self.chosen)


TABLES: Final[dict[str, ProjectTable]] = {
    SCORES: "scores", PAIRS: "pairs", ATTRIBUTES: "attributes", MODEL: "model", WINNERS: "winners", BUCKETS: "buckets",
    TOUGH: "tough", RELATIONS: "relations",
    FEATURES: "features", REPAIRS: "repairs",
}  # fmt: skip
"""Tables by title, with their names on the command line."""

_LAYOUTS: Final = {
    SCORES: "F1 by system, in papers",
    MODEL: "Correlation and spread, in papers",
    BUCKETS: "F1 by bucket, in papers",
    TOUGH: "Recall of tough mentions, in papers",
    RELATIONS: "F1 of relations, in papers",
    REPAIRS: "F1 by repair, in papers",
}
"""Tables that can also be copied and saved as papers print them, and the names of these layouts."""

_LAID_OUT: Final = {layout: title for title, layout in _LAYOUTS.items()}

_CAPTIONS: Final = {
    PAIRS: "a click shows the data sets that a number counts",
    ATTRIBUTES: "opens the diagnosis",
    MODEL: "means; the stronger, the higher",
    WINNERS: "and by how much; a click opens it",
    BUCKETS: "a click opens the bucket",
    TOUGH: "share or recall of each subset; a click opens it",
    REPAIRS: "F1 under each; a click opens the page Repair",
    FEATURES: "as the project says; a click opens the first of them",
    RELATIONS: "F1 by what training has of them; a click opens them",
}
_BEST: Final = "the best of each row in semibold; "
_OPENS: Final = "a click opens the data set"
_ROW_MENU: Final = "The menu of a row renames, moves or removes its data set."


class ProjectPage(GridPage):
    """Compares systems over the data sets of a project; numbers open the data set behind them."""

    name = "Project"

    # asks to open a data set in a window of its own, on a page; none for the events
    session_requested = Signal(object, str)
    project_changed = Signal()

    def __init__(self, desk: Desk) -> None:
        self._controls = AnalysisControls(desk.document)
        super().__init__(desk, PageHead("", None, self._controls))
        self.project = Project("", ())
        self._ahead: dict[str, int] = {}
        self._bucket_shown = self._tough_shown = Shown()
        self._loader, self._editor = ProjectLoader(self._progress, self), ProjectEditor(self, desk.message)
        self._measure, self._model_measure = (
            Choice("Number", MEASURES, MEANINGS),
            Choice("Number", MODEL_MEASURES, MODEL_MEANINGS),
        )
        self._attribute, self._bucket_choice, self._curves = NameChoice(), BucketChoice(), CurveView()
        self._tough_number, self._relation_number = NameChoice("Number"), NameChoice("Number")
        self._repair_system, self._pairs = NameChoice("System"), PairTable()
        self._score_part, self._pair_part = MatrixPart(SCORES, "Data set"), Part(PAIRS, self._pairs)
        self._attribute_part = MatrixPart(ATTRIBUTES, "Attribute", beside=self._measure)
        self._model_part = MatrixPart(MODEL, "Attribute", "Data set", beside=self._model_measure)
        self._winner_part = MatrixPart(WINNERS, "Bucket", beside=self._attribute)
        self._bucket_part = MatrixPart(BUCKETS, "Bucket", beside=self._bucket_choice)
        self._tough_part = MatrixPart(TOUGH, "Subset", beside=self._tough_number)
        self._relation_part = MatrixPart(RELATIONS, "Part", beside=self._relation_number)
        self._repair_part = MatrixPart(REPAIRS, "Number", beside=self._repair_system)
        self._feature_part = MatrixPart(FEATURES, "Feature", below=(self._curves,))
        self._counting_parts = (self._attribute_part, self._model_part, self._winner_part, self._bucket_part)
        last = self._tough_part, self._relation_part, self._repair_part, self._feature_part
        for part in (self._score_part, self._pair_part, *self._counting_parts, *last):
            part.set_caption(_CAPTIONS.get(part.title, ""))
            self.add(part, charts=(part.title,))
            table = part.matrix if isinstance(part, MatrixPart) else self._pairs
            table.data_set_opened.connect(self._open_data_set)
            table.read_requested.connect(self._loader.read_again)
        self._score_part.show()
        self._score_part.matrix.menu_shown.connect(self._on_menu_shown)
        self._pairs.members_chosen.connect(self._on_members_chosen)
        self._shown_by = (
            (self._measure.chosen, self._show_attributes),
            (self._model_measure.chosen, self._show_model),
            (self._attribute.chosen, self._show_winners),
            (self._bucket_choice.chosen, self._show_buckets),
            (self._tough_number.chosen, self._show_tough),
            (self._relation_number.chosen, self._show_relations),
            (self._repair_system.chosen, self._show_repairs),
        )
        for chosen, show in self._shown_by:
            chosen.connect(show)
        self._loader.changed.connect(self._show)
        self._editor.changed.connect(self._on_changed)
        desk.document.analysis_changed.connect(self._show)

    def show_project(self, project: Project) -> None:
        """Read the data sets of another project and show each once it is read."""
        self.project = project
        self._loader.load(project)

    @property
    def is_reading(self) -> bool:
        return self._loader.is_reading

    def signature(self) -> str:
        """Return the signature of the scores on show; empty if there are none."""
        source = self.source(SCORES)
        return str(source.origin.record(SCORES, "csv", source.systems, True)["signature"]) if source else ""

    # copied and saved

    @property
    def charts(self) -> Sequence[str]:  # type: ignore[override]
        """The charts that can be drawn for print: all."""
        return self.titles

    @property
    def titles(self) -> Sequence[str]:
        """The tables on show; none before there are numbers."""
        return super().titles if self._read else ()

    def source(self, title: str) -> Source | None:
        """Return the data sets of a table, and notes about it."""
        read, is_laid_out = self._read, title in _LAYOUTS.values()
        title = _LAID_OUT.get(title, title)
        kind = TABLES[title] if is_laid_out else self._kind(title)
        if not read:
            return None
        notes = project_notes([one.result for one in read], kind)
        missing = [one.name for one, found in zip(self.project.data_sets, self._loader.read, strict=True) if not found]
        notes += [f"without {', '.join(missing)}, which could not be read"] if missing else []
        sources = tuple(source for one in read for source in one.sources)
        names = tuple(one.name for one in read)
        attribute = self._attribute_of(title)
        about = kind, names, sources, tuple(notes), self._n_wanted, attribute, is_laid_out
        origin = ProjectOrigin(self.project, *about)
        return Source(origin, self._systems)

    def table(self, title: str) -> Table:
        """Return all rows of a table; for pairs all data sets, even if only some are shown."""
        if title in _LAID_OUT:
            return paper.project(self._results_of(_LAID_OUT[title]), TABLES[_LAID_OUT[title]])
        if title != PAIRS:
            return super().table(title)
        whole = NumberTableModel(PAIR_COLUMNS, PAIR_NAMES, PAIRS)
        whole.set_groups(pair_rows(self._read))
        return whole.as_table()

    def table_for_programs(self, title: str) -> Table:
        """Return a table as the command line writes it, with a row for each number."""
        if title in _LAID_OUT:
            return self.table(title)
        return project_table([one.result for one in self._read], self._kind(title))

    def layouts(self, title: str) -> Sequence[str]:
        return [_LAYOUTS[title]] if title in _LAYOUTS else []

    def _results_of(self, title: str) -> list[DataSetResult]:
        """Return the results behind a chart or layout; for the buckets on show only those of their attribute."""
        results, attribute = [one.result for one in self._read], self._attribute_of(title)
        return [one.of_attribute(attribute) for one in results] if attribute else results

    def picture(self, title: str, systems: Sequence[str] = ()) -> Drawable | None:
        try:
            figure = project_figure(self._results_of(title), systems, show=self._kind(title))
        except NerinspectError as mistake:
            self.desk.message.say(f"{mistake}.")
            return None
        return DrawnFigure(figure)

    def _attribute_of(self, title: str) -> str:
        """Return the attribute whose buckets a table shows; empty if it shows all, or no buckets."""
        choices = {WINNERS: self._attribute, BUCKETS: self._bucket_choice.attribute}
        return choices[title].name if title in choices else ""

    def _kind(self, title: str) -> ProjectTable:
        """Return the command line's table with the numbers on show."""
        if title == ATTRIBUTES and self._measure.place == BY_SYSTEM:
            return "friedman"
        if title == BUCKETS and self._bucket_shown.b:
            return "increase" if self._bucket_shown.is_relative else "bucket-pairs"
        return "tough-pairs" if title == TOUGH and self._tough_shown.b else TABLES[title]

    # what is shown

    @property
    def _n_wanted(self) -> int:
        return self.desk.document.analysis.n_buckets

    @property
    def _found(self) -> list[ReadDataSet | None]:
        return [one.in_buckets(self._n_wanted) if one else None for one in self._loader.read]

    @property
    def _read(self) -> list[ReadDataSet]:
        return [one for one in self._found if one is not None]

    @property
    def _systems(self) -> tuple[str, ...]:
        return system_names([one.result for one in self._read])

    def _show(self) -> None:
        names, read, systems = [one.name for one in self.project.data_sets], self._read, self._systems
        rows = score_rows(names, self._found, self._loader.words)
        self._show_matrix(self._score_part, score_columns(names, read), rows)
        pairs = pair_rows(read, self._ahead)
        self._pairs.show_pairs(pairs)
        self._pair_part.setVisible(bool(pairs))
        self.grid.set_needed(self._pair_part, self._pairs.whole_width)
        for part in (*self._counting_parts, self._controls):
            part.setVisible(bool(read))
        self._score_part.set_caption(f"{_BEST if len(systems) > 1 else ''}{_OPENS}" if read else "")
        self._score_part.set_note("\n".join(self._notes(names, read)))
        for choice in (self._attribute, self._bucket_choice.attribute):
            choice.offer(attribute_names([one.result for one in read]))
        for _chosen, show in self._shown_by:
            show()
        self._show_features()
        words = counted(len(names), "data set")
        if (n_read := len(read)) < len(names):
            words += f", {grouped(n_read)} read"
        words += f", {counted(len(systems), 'system')}" if n_read else ""
        self.head.show_summary([Piece(f"{os.path.basename(self.project.path)}: {words}")])
        if not self.is_reading:
            announce(self, words)

    def _notes(self, names: Sequence[str], read: Sequence[ReadDataSet]) -> list[str]:
        """Say why data sets could not be read, how many a mean is taken over, and which commands there are."""
        failed = [
            f"{name}: {why}" for name, why in zip(names, self._loader.words, strict=True) if why not in NO_FAILURE
        ]
        means = [f"{note[0].upper()}{note[1:]}." for note in notes_on_means([one.result for one in read])]
        return [*failed, *means, *([] if self.is_reading else [_ROW_MENU])]

    def _show_attributes(self) -> None:
        read, measure = self._read, self._measure.place
        self._show_matrix(self._attribute_part, attribute_columns(read, measure), attribute_rows(read, measure))

    def _show_model(self) -> None:
        systems, measure = self._systems, self._model_measure.place
        rows = model_rows(self._read, systems, measure)
        self._show_matrix(self._model_part, model_columns(systems, measure), rows)

    def _show_winners(self) -> None:
        read = self._read
        self._show_matrix(self._winner_part, winner_columns(read), winner_rows(read, self._attribute.name))

    def _show_buckets(self) -> None:
        if read := self._read:
            choice, numbers = self._bucket_choice, shown_numbers(self._systems, is_relative=True)
            self._bucket_shown = self._chosen(choice.number, numbers)
            parts = bucket_parts(read, choice.attribute.name)
            self._show_mentions(self._bucket_part, "Bucket", read, parts, self._bucket_shown)

    def _show_tough(self) -> None:
        read = [one for one in self._read if one.result.tough is not None]
        self._tough_part.setVisible(bool(read))
        self._tough_shown = shown = self._chosen(self._tough_number, [Shown(), *shown_numbers(self._systems)])
        self._show_mentions(self._tough_part, "Subset", read, tough_parts(shown), shown)

    def _show_relations(self) -> None:
        read = [one for one in self._read if one.result.relations]
        self._relation_part.setVisible(bool(read))
        if read:
            shown = self._chosen(self._relation_number, shown_numbers(self._systems))
            self._show_mentions(self._relation_part, "Part", read, relation_parts(), shown)

    def _show_repairs(self) -> None:
        read = [one for one in self._read if one.result.repairs]
        self._repair_part.setVisible(bool(read))
        self._repair_system.offer(self._systems)
        if read:
            columns = data_set_columns("Number", read, "100.00 ± 10.00")
            self._show_matrix(self._repair_part, columns, repair_rows(read, self._repair_system.name))

    def _show_features(self) -> None:
        read = self._read
        results, parts = [one.result for one in read], feature_parts(read)
        self._feature_part.setVisible(bool(parts))
        self._show_mentions(self._feature_part, "Feature", read, parts, Shown())
        groups = feature_groups(results)
        own = ([one for one in groups if one.feature == name] for name in dict.fromkeys(one.feature for one in groups))
        self._curves.show_curves([grid for one in own for grid in curve_grids(results, one)])

    def _chosen(self, choice: NameChoice, numbers: Sequence[Shown]) -> Shown:
        choice.offer([one.words for one in numbers])
        return numbers[choice.place]

    def _show_mentions(
        self, part: MatrixPart, first: str, read: Sequence[ReadDataSet], parts: Sequence[MentionPart], shown: Shown
    ) -> None:
        self._show_matrix(part, part_columns(first, read, shown), part_rows(read, parts, shown))

    def _show_matrix(self, part: MatrixPart, columns: Sequence[Column], rows: Sequence[RowGroup]) -> None:
        """Show rows, across the whole page if they do not fit in a column."""
        part.matrix.show_rows(columns, rows)
        self.grid.set_needed(part, part.matrix.whole_width)

    def _on_members_chosen(self, pair: str, which: int) -> None:
        """Show the data sets counted by a number of a pair; the same number again hides them."""
        if self._pairs.fold(pair) and self._ahead.get(pair, 0) == which:
            which, shown = 0, ""
        else:
            shown = pair
        self._ahead[pair] = which
        self._pairs.show_pairs(pair_rows(self._read, self._ahead), shown)

    def _on_menu_shown(self, menu: QMenu, row: int) -> None:
        if row < len(self.project.data_sets):
            self._editor.offer(menu, self.project, row, not self.is_reading)

    def _on_changed(self, project: Project, places: Sequence[int]) -> None:
        table, self.project = self._score_part.matrix, project
        row, column = table.currentIndex().row(), table.currentIndex().column()
        self._loader.take_over(project, places)
        if row in places:
            table.setCurrentIndex(table.numbers.index(places.index(row), column))
        self.project_changed.emit()

    def _open_data_set(self, door: DataSetDoor) -> None:
        read = self._loader.read[door.place]
        assert read is not None, "its numbers are on show"
        colours = tuple((name, colour) for colour, name in enumerate(self._systems))
        self.session_requested.emit(replace(read.session(door), colours=colours), door.view)
