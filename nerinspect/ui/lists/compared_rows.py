"""The rows of a comparison: which of them a filter keeps, their columns, what cells and status say of A and B."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import Final, Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QMenu

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.events.explanation import Span, predicted_spans, reference_spans
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.members import matched
from nerinspect.events.segment_events import KINDS, TP, Side
from nerinspect.events.study import Study, judge_name, shown_name
from nerinspect.glossary import meaning
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListedEvents
from nerinspect.io.writing.forms import Form, Holds, forms_for
from nerinspect.lists.compared import ComparedSort
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import grouped
from nerinspect.query.compared_rows import (
    ComparedRow,
    ComparisonRows,
    keeps_spurious,
    kept_reference,
    kept_stretches,
    known_spurious_stretches,
    mention_rows,
    spurious_of,
    stretch_rows,
)
from nerinspect.query.filters import Everything, Filter, Term, any_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import compared_systems
from nerinspect.ui.desk.status import GAP, SPURIOUS_PAGE
from nerinspect.ui.kit.doors import Piece
from nerinspect.ui.kit.screen_text import copy_text, plain_text
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.cell_drawing import kind_width, paint_kind, paint_plain, paint_right_dots, right_dots_width
from nerinspect.ui.lists.event_cells import NO_VALUE, EventCells, SegmentCell
from nerinspect.ui.lists.event_columns import (
    EVENT_COLUMNS,
    SEGMENT,
    CellForm,
    EventColumn,
    EventList,
    file_columns,
    readings_form,
    sequence_ranks,
)
from nerinspect.ui.lists.event_copying import filter_of_events, query_of_events, rows_as_text
from nerinspect.ui.lists.event_model import ListSort, mention_terms
from nerinspect.ui.lists.event_table import COPY_AS_QUERY, EventsPanel

Letter = Literal["a", "b"]  # one of the two predictions that are compared
_MOST_COUNTED: Final = 40  # so many systems, right or wrong, fit into one number


class ComparisonCells(EventCells):
    """Texts of the rows of a comparison of A and B, listed or not.

    `systems`: the first run of each system, which the column of dots tells of.
    """

    def __init__(self, study: Study, rows: ComparisonRows, a: int, b: int) -> None:
        super().__init__(study)
        self.rows, self._predictions = rows, (a, b)
        self.start, self.end = rows.start, rows.end
        self.sentence_number = study.text.sentence_of(rows.start).astype(np.int32)
        self.systems = compared_systems(study)
        self.colours = [study.system_colours[study.predictions[number].system] for number in self.systems]
        self._has = matched(study)  # found here, where many rows are: in the background

    def anew(self) -> "ComparisonCells":
        return ComparisonCells(self.study, self.rows, *self._predictions)

    @property
    def head_colours(self) -> Mapping[str, int | None]:
        colours = map(self.study.shown_colour, self._predictions)
        return {f"{what}_{of}": colour for of, colour in zip("ab", colours, strict=True) for what in ("kind", "reads")}

    def events(self, rows: IntArray) -> IntArray:
        """Give the events of A that some rows stand for, each once; rows without one stand for none."""
        return self.events_of(rows, "a")

    def events_of(self, rows: IntArray, letter: Letter) -> IntArray:
        """Give the events that one prediction has in some rows, each once."""
        first, stop = self._ranges(letter)
        events = spread_ranges(first[rows], stop[rows]).astype(np.int32)
        firsts = np.unique(events, return_index=True)[1]  # one event may hold several reference mentions
        return events[np.sort(firsts)]

    def event_of(self, row: int) -> int:
        """Give the event of A; that of B where A has none."""
        return next(iter(self._events(row, "a") or self._events(row, "b")))

    def rows_of(self, event: int) -> Sequence[int]:
        rows = self.rows
        is_there = ((rows.a_from <= event) & (event < rows.a_to)) | ((rows.b_from <= event) & (event < rows.b_to))
        return np.flatnonzero(is_there).tolist()

    def are_undecided(self) -> BoolArray:
        """Tell of which rows the event that is looked at has no verdict. Shape (n_rows,)."""
        rows = self.rows
        return super().are_undecided()[np.where(rows.a_from < rows.a_to, rows.a_from, rows.b_from)]

    def kinds(self, row: int, letter: Letter) -> list[str]:
        return [KINDS[self.study.events.kind[event]] for event in self._events(row, letter)]

    def kind(self, event: int) -> str:
        return KINDS[int(self.study.events.kind[self.event_of(event)])]

    def types_read(self, row: int, letter: Letter) -> list[str]:
        return [span.type for span in self._predicted(row, letter)]

    def reads(self, row: int, letter: Letter) -> str:
        return " ".join(self.types_read(row, letter)) or NO_VALUE

    def segment(self, event: int) -> SegmentCell:
        return self._segment(event, *self._readings(event), self._predicted(event, "b"))

    def sentence_for_reader(self, event: int) -> str:
        told = []
        for letter in ("a", "b"):
            names = " and ".join(KIND_TABLE[kind].name for kind in self.kinds(event, letter)) or "nothing"
            types = " and ".join(self.types_read(event, letter)) or "none"
            told.append(f"{letter.upper()} {names}, types {types}")
        return f"{self.segment_text(event)}, reference {self.reading(event, 'reference')}; {'; '.join(told)}"

    def is_right(self, row: int) -> list[bool]:
        """Tell which of `systems` have the reference mention exactly; empty for a stretch of text."""
        mention = self.rows.mention[row]
        return [] if mention < 0 else self._has[self.systems, mention].tolist()

    def systems_in_words(self, row: int) -> str:
        if not (is_right := self.is_right(row)):
            return NO_VALUE
        names = [self.study.predictions[number].system for number in self.systems]
        right, wrong = (
            [name for name, hit in zip(names, is_right, strict=True) if hit == wanted] for wanted in (True, False)
        )
        return f"Right: {', '.join(right) or 'none'}. Wrong: {', '.join(wrong) or 'none'}."

    def right_ranks(self) -> AnyIntArray:
        """Rank rows by the number of systems that are right, then by which they are. Shape (n_rows,)."""
        is_right: BoolArray = self._has[self.systems]
        ranks = is_right.sum(axis=0, dtype=np.int64)
        for row in is_right[:_MOST_COUNTED]:
            ranks = 2 * ranks + row
        return np.where(self.rows.mention < 0, -1, np.append(ranks, 0)[self.rows.mention])

    def kind_ranks(self, letter: Letter) -> AnyIntArray:
        """Rank rows by the kind of the first event of one prediction; rows without one come first."""
        first, stop = self._ranges(letter)
        return np.where(first < stop, np.append(self.study.events.kind, 0)[np.where(first < stop, first, -1)] + 1, 0)

    def reference_ranks(self) -> IntArray:
        mention, codes = self.rows.mention, self.study.reference.mentions.type_codes
        if len(mention) and mention.min() >= 0:
            return codes[mention].astype(np.int32)
        return self.type_ranks("a", "reference")

    def type_ranks(self, letter: Letter, side: Side) -> IntArray:
        first, stop = self._ranges(letter)
        members_from, members_to = (np.append(bound, 0) for bound in self.study.events.bounds(side))
        has_events = first < stop  # events that follow each other have their mentions behind each other
        begin = np.where(has_events, members_from[np.where(has_events, first, -1)], 0)
        end = np.where(has_events, members_to[np.where(has_events, stop - 1, -1)], 0)
        codes = self.study.mentions_on(side).type_codes[self.study.events.members(side)]
        return sequence_ranks(codes.take, len(self.study.types), begin, np.ones_like(begin), np.maximum(end - begin, 0))

    def _ranges(self, letter: Letter) -> tuple[IntArray, IntArray]:
        rows = self.rows
        return (rows.a_from, rows.a_to) if letter == "a" else (rows.b_from, rows.b_to)

    def _events(self, row: int, letter: Letter) -> range:
        first, stop = self._ranges(letter)
        return range(int(first[row]), int(stop[row]))

    def _predicted(self, row: int, letter: Letter) -> list[Span]:
        return [span for event in self._events(row, letter) for span in predicted_spans(self.study, event)]

    def _readings(self, event: int) -> tuple[list[Span], list[Span]]:
        """Give the reference mention of a row, or those of a stretch, and what A has there."""
        if self._spans[0] != event:
            self._spans = (event, self._reference(event), self._predicted(event, "a"))
        return self._spans[1], self._spans[2]

    def _reference(self, row: int) -> list[Span]:
        mentions, mention = self.study.reference.mentions, int(self.rows.mention[row])
        if mention < 0:
            return [span for event in self._events(row, "a") for span in reference_spans(self.study, event)]
        start, end = int(mentions.start[mention]), int(mentions.end[mention])
        return [Span(start, end, mentions.types[mentions.type_codes[mention]])]


_SHARED: Final = {column.key: column for column in EVENT_COLUMNS}

_FEW_SYSTEMS: Final = 2  # with so many systems, A and B say all there is to say


def compared(cells: EventCells) -> ComparisonCells:
    assert isinstance(cells, ComparisonCells), "what these columns are for"
    return cells


def _kind_column(letter: Letter) -> EventColumn:
    def paint(painter: QPainter, style: CellStyle, rect: QRectF, cells: EventCells, row: int, _: EventColumn) -> None:
        kinds = compared(cells).kinds(row, letter)
        for place, kind in enumerate(kinds):
            paint_kind(painter, style, rect.translated(place * kind_width(style), 0), kind)
        if not kinds:
            paint_plain(painter, style, rect, NO_VALUE, Qt.AlignmentFlag.AlignLeft)

    def explained(cells: EventCells, row: int, _: EventColumn) -> str:
        kinds = compared(cells).kinds(row, letter)
        return "\n".join(meaning(kind) for kind in kinds) or "No event: neither side has a mention."

    return EventColumn(
        f"kind_{letter}",
        letter.upper(),
        CellForm(
            paint,
            lambda style, cells, row, _: kind_width(style) * max(len(compared(cells).kinds(row, letter)), 1),
            explained,
            hears_row=letter == "a",
        ),
        lambda cells, row: " ".join(compared(cells).kinds(row, letter)).upper(),
        lambda cells: compared(cells).kind_ranks(letter),
    )


def _reading_column(letter: Letter) -> EventColumn:
    return EventColumn(
        f"reads_{letter}",
        f"Types {letter.upper()}",
        readings_form(lambda cells, row: compared(cells).types_read(row, letter)),
        lambda cells, row: compared(cells).reads(row, letter),
        lambda cells: compared(cells).type_ranks(letter, "predicted"),
    )


def _paint_dots(painter: QPainter, style: CellStyle, rect: QRectF, cells: EventCells, row: int, _: EventColumn) -> None:
    if is_right := compared(cells).is_right(row):
        paint_right_dots(painter, style, rect, is_right, compared(cells).colours)
    else:
        paint_plain(painter, style, rect, NO_VALUE, Qt.AlignmentFlag.AlignLeft)


COMPARISON_COLUMNS: Final[tuple[EventColumn, ...]] = (
    _kind_column("a"),
    _kind_column("b"),
    _SHARED["left"],
    _SHARED["segment"]._replace(
        form=replace(SEGMENT, explained=lambda cells, row, _: cells.sentence_for_reader(row)),
    ),
    _SHARED["right"],
    _SHARED["reference"]._replace(ranks=lambda cells: compared(cells).reference_ranks()),
    _reading_column("a"),
    _reading_column("b"),
    EventColumn(
        "right_systems",
        "Right",
        CellForm(
            _paint_dots,
            lambda style, cells, *_: right_dots_width(style, len(compared(cells).systems)),
            lambda cells, row, _: compared(cells).systems_in_words(row),
        ),
        lambda cells, row: compared(cells).systems_in_words(row),
        lambda cells: compared(cells).right_ranks(),
        lambda study: len(compared_systems(study)) > _FEW_SYSTEMS,
    ),
    _SHARED["place"],
)

COMPARED: Final = ListSort(
    MENTIONS,
    "comparison_panel",
    "Comparison",
    None,
    lambda _study: COMPARISON_COLUMNS,
    COMPARISON_COLUMNS,
    lambda cells, row: mention_terms(EventCells(cells.study), cells.event_of(row)),
    lambda cells, rows: query_of_events(EventCells(cells.study), cells.events(rows)),
)


class Wanted(NamedTuple):
    """What is to be listed: reference mentions, or stretches of text, of predictions A and B that a filter keeps."""

    study: Study
    a: int
    b: int
    has_stretches: bool
    filter: Filter

    def has_rows_of(self, other: "Wanted") -> bool:
        return self.study is other.study and self[1:4] == other[1:4]


class Found(NamedTuple):
    """Rows of a comparison, whatever the filter, and which it keeps."""

    wanted: Wanted
    cells: ComparisonCells
    is_kept: BoolArray  # bool, shape (n_rows,): which of them the filter keeps
    # where it keeps none: the term without which most rows would be kept, and their number, if any would
    relaxation: tuple[Filter, int] | None = None
    # whether it keeps no reference mention, but spurious events, which have rows among stretches of text
    hides_spurious: bool = False

    @property
    def n_kept(self) -> int:
        return int(np.count_nonzero(self.is_kept))

    def row(self, number: int) -> ComparedRow:
        rows, reference = self.cells.rows, self.wanted.study.reference.mentions
        mention = int(rows.mention[number])
        of = (rows, number) if mention < 0 else (reference, mention)
        start, end = int(of[0].start[of[1]]), int(of[0].end[of[1]])
        events = (
            range(int(rows.a_from[number]), int(rows.a_to[number])),
            range(int(rows.b_from[number]), int(rows.b_to[number])),
        )
        return ComparedRow(start, end, mention, (self.wanted.a, self.wanted.b), events)


def find_rows(wanted: Wanted, known: Found | None = None) -> Found:
    """Find the rows that a filter keeps, in text order; known ones stay where only the filter differs."""
    study, a, b, has_stretches, kept_by = wanted
    if known is not None and wanted.has_rows_of(known.wanted):
        cells = known.cells
    else:
        rows = (stretch_rows if has_stretches else mention_rows)(study, Everything(), a, b)
        cells = ComparisonCells(study, rows, a, b)
    is_kept = _kept(wanted, cells, kept_by)
    if is_kept.any():
        return Found(wanted, cells, is_kept)
    relaxation = Selection.from_filter(kept_by).widest_without(
        lambda query: int(np.count_nonzero(_kept(wanted, cells, query)))
    )
    hides_spurious = not has_stretches and keeps_spurious(study, kept_by, a, b)
    return Found(wanted, cells, is_kept, relaxation, hides_spurious)


def _kept(wanted: Wanted, cells: ComparisonCells, kept_by: Filter) -> BoolArray:
    study, a, b, has_stretches = wanted[:4]
    if kept_by == Everything():
        return np.ones(len(cells), dtype=bool)
    if not has_stretches:
        return kept_reference(study, kept_by, a)[cells.rows.mention]
    return kept_stretches(study, kept_by, cells.rows, a, b)


def comparison_pieces(study: Study, a: int, b: int) -> list[Piece]:
    """Say how many reference mentions A and B have, and once it is counted, how many stretches spurious ones have."""
    pieces: list[Piece] = []
    for letter, number in (("A", a), ("B", b)):
        n_right, name = _n_of_kind(study, number, TP), judge_name(study, number)
        opened = query_text(Term("right", (name,)))
        explained = f"{letter} is {shown_name(study, number)}. {meaning('correct_mentions')}"
        pieces += [
            Piece(f"{letter} right "),
            Piece(grouped(n_right), opened, explained, is_bold=True),
            Piece(f" of {grouped(len(study.reference.mentions))}"),
            GAP,
        ]
    counts = known_spurious_stretches(study, a, b)
    if counts is None:
        return pieces[:-1]
    explained = "They have no reference mention, so they are counted with the stretches of text."
    pieces.append(Piece("stretches with spurious mentions: "))
    for letter, number, n_stretches in zip("AB", (a, b), counts, strict=True):
        opened = query_text(spurious_of(study, number))
        told = f"Stretches of text with spurious mentions of {shown_name(study, number)}. {meaning('fp')} {explained}"
        pieces += [
            Piece(f"{letter} "),
            Piece(grouped(n_stretches), opened, told, is_bold=True),
            Piece(", " if letter == "A" else " "),
        ]
    return [*pieces, Piece("show both", SPURIOUS_PAGE, f"{meaning('fp')} {explained}")]


def _n_of_kind(study: Study, prediction: int, kind: int) -> int:
    """Count the events of one prediction that are of a kind; of correct ones, each is one mention."""
    return int(np.count_nonzero(study.events.kind[study.rows_of(prediction)] == kind))


def rows_in_form(
    form: Form,
    cells: EventCells,
    events: IntArray,
    columns: Sequence[EventColumn],
    checkpoint: Checkpoint = no_checkpoint,
) -> str:
    """Write rows with their heads in a form; the other parameters are those of `rows_as_text`."""
    heads, *rows = (line.split("\t") for line in rows_as_text(cells, events, columns, checkpoint).split("\n"))
    file = StringIO()
    form.write(Table(tuple(heads), [tuple(row) for row in rows]), file)
    return file.getvalue().rstrip("\n")


def row_queries(cells: ComparisonCells, rows: IntArray) -> dict[str, str]:
    """Write, by whose events they are, queries for just the events that some rows hold; see `query_of_events`."""
    texts = EventCells(cells.study)
    of_a, of_b = cells.events_of(rows, "a"), cells.events_of(rows, "b")
    a, b = filter_of_events(texts, of_a), filter_of_events(texts, of_b)
    both = None if (len(of_a) and a is None) or (len(of_b) and b is None) else any_of(*filter(None, (a, b)))
    named = {"Events of A": a, "Events of B": b, "Events of both": both}
    return {name: "" if query is None else query_text(query) for name, query in named.items()}


_TRACKS_BELOW = 2


class ComparisonPanel(EventsPanel):
    """List reference mentions, or stretches of text, with the events of A and B, and announce the chosen one.

    The event of a row is that of A; that of B where A has none.
    """

    def __init__(self) -> None:
        super().__init__(COMPARED)
        self._found: Found | None = None

    def show_found(self, found: Found) -> None:
        """List the rows that a filter keeps.

        The current row stays, if it is kept; of other rows of the same text, the one at its place is current, or the
        next one.
        """
        was = self.current_row()
        before, self._found = self._found, found
        if before is not None and before.cells is found.cells:
            self.set_mask(found.is_kept)
            return
        study = found.wanted.study
        self._turn_to(found.cells, np.flatnonzero(found.is_kept).astype(np.int32))
        if before is None or before.wanted.study is not study:
            self.columns.show_study(study)
        else:
            self.columns.follow(study)
            if was is not None:
                self._return_to(was, found)

    def _return_to(self, was: ComparedRow, found: Found) -> None:
        """Go to the row of the same mention, else to the first one that does not end before it."""
        rows, listed = found.cells.rows, np.flatnonzero(found.is_kept)
        same = listed[rows.mention[listed] == was.mention] if was.mention >= 0 else listed[:0]
        behind = listed[rows.end[listed] > was.start]
        if nearest := [int(some[0]) for some in (same, behind, listed[::-1]) if len(some)]:
            self._cursor.select(nearest[0])

    def select_event(self, event: int) -> bool:
        """Make the first row of an event the current one, unless it has the current row; tell whether it is listed."""
        return self.current_event() == event or super().select_event(event)

    def current_row(self) -> ComparedRow | None:
        """Give the current row with its events; None if there is none."""
        row, found = self._cursor.current(), self._found
        return None if row is None or found is None else found.row(row)

    def listed(self, request: LoadRequest, query: str, is_reviewed: bool = False) -> EventList | None:
        if self._found is None:
            return None
        study, a, b, has_stretches, kept_by = self._found.wanted
        sort = ComparedSort(judge_name(study, a), judge_name(study, b), has_stretches)
        selected = self._cursor.selected()
        listed = ListedEvents(sort, study, request, self._model.order, query_text(kept_by), self.sorting_text())
        columns, beside = file_columns(sort, self.columns.shown()), ("system_a", "system_b")
        several = selected if len(selected) > 1 else selected[:0]
        return EventList(listed, several, columns, beside, f"A {sort.a} and B {sort.b}")

    def row_menu(self) -> QMenu:
        """Make the menu of the current row; rows are copied in more forms than events, which are exported."""
        menu = super().row_menu()
        if len(self._cursor.selected()):
            copy, below, *_ = menu.actions()
            for form in forms_for(Holds.ROWS):
                action = QAction(f"{copy.text()} as {form.words}", menu)
                action.triggered.connect(lambda _, form=form: self.copy_rows(partial(rows_in_form, form)))
                menu.insertAction(below, action)
        self._offer_queries(menu)
        return menu

    def _offer_queries(self, menu: QMenu) -> None:
        """Let the events of A, of B and of both be copied as a query, where the menu offers those of A."""
        of_a, cells = next((one for one in menu.actions() if one.text() == COPY_AS_QUERY), None), self._model.cells
        if of_a is None or cells is None:
            return
        for name, query in row_queries(compared(cells), self._cursor.selected()).items():
            action = QAction(plain_text(f"{COPY_AS_QUERY}: {name}"), menu)
            action.triggered.connect(partial(copy_text, query))
            action.setEnabled(bool(query))
            menu.insertAction(of_a, action)
        menu.removeAction(of_a)

    def _cell_style(self) -> CellStyle:
        return replace(super()._cell_style(), n_below=_TRACKS_BELOW)
