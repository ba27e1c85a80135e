"""Saved selections on the page Review: how many events each keeps, commands on them, two side by side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from nerinspect.errors import SlowPatternError
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.progress import Checkpoint
from nerinspect.quantities import grouped
from nerinspect.query.filters import Everything, Filter, Term
from nerinspect.query.language.values import Value
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import verdict_words
from nerinspect.query.rates import doors_to
from nerinspect.query.saved import FilterSide, SavedFilter, Share, SideBySide, both, read_saved, side_by_side
from nerinspect.ui.deciding.saved_selections import KeptSelections, selections_of
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.pages.choice import SystemPair
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import copy_text, tooltip
from nerinspect.ui.kit.strips import MessageStrip
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    percent_columns,
    ratio_cell,
    score_cell,
)
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.visible import cut

SELECTIONS: Final = "Saved selections"
NAME_COLUMNS: Final = ("Selection", "Query")
LIST_COLUMNS: Final = (
    Column("Selection", meaning("saved_selection"), widest="A name of some words"),
    Column("Events", meaning("selection_events"), widest="9,999,999"),
    Column("Share", meaning("selection_share"), is_percent=True),
)
NO_EVENTS: Final = "there is no event, so the share is undefined"
_TOKENS_OF_AN_EVENT: Final = 10  # filtering one event costs as much as looking through this many tokens
_EVERY_EVENT: Final = Term("kind", KINDS)


@dataclass(frozen=True)
class CountedSelection:
    """A saved selection and the number of events it keeps in the prediction on show; 0 if it is invalid."""

    saved: SavedFilter
    n_events: int


def n_looked_at(study: Study) -> int:
    """Count the tokens that filters look through, those about training included."""
    n_tokens = study.training.text.n_tokens if study.training is not None else 0
    return max(_TOKENS_OF_AN_EVENT * len(study.events), n_tokens)


def count_selections(
    study: Study, entries: Sequence[tuple[str, str]], prediction: int, checkpoint: Checkpoint
) -> tuple[CountedSelection, ...]:
    """Count the events of each selection.

    `checkpoint` is called with selections done and their total, also during each count.
    """
    vocabulary = Vocabulary.of(study)
    first, last = study.event_start[prediction : prediction + 2].tolist()
    among = np.zeros(len(study.events), dtype=bool)
    among[first:last] = True
    counted = []
    for place, (name, query) in enumerate(entries):
        checkpoint(place, len(entries))
        saved, mask = read_saved(name, query, vocabulary), ~among
        if saved.filter is not None:
            try:
                saved.filter.search(study, lambda *_, place=place: checkpoint(place, len(entries)))
                mask = saved.filter.mask(study, among)
            except SlowPatternError as error:
                saved = saved._replace(filter=None, warning=str(error))
        counted.append(CountedSelection(saved, int(np.count_nonzero(mask[first:last]))))
    return tuple(counted)


def selection_groups(counted: Sequence[CountedSelection], n_events: int) -> list[RowGroup]:
    return [RowGroup(one.saved.name, _row(one, n_events)) for one in counted]


def _row(one: CountedSelection, n_events: int) -> TableRow:
    saved = one.saved
    note = saved.query or "all events"
    note = f"⚠ {saved.warning}: {note}" if saved.warning else note
    cells = partial(_cells, one, n_events)
    door = None if saved.filter is None else door_of(saved.filter)
    return TableRow(saved.name, (saved.name, saved.query), cells, note, tooltip=f"{saved.name}\n{note}", door=door)


def _cells(one: CountedSelection, n_events: int) -> tuple[Cell, ...]:
    if one.saved.filter is None:
        unreadable = Cell("–", tooltip=f"{one.saved.warning}.")
        return unreadable, unreadable
    door = door_of(one.saved.filter)
    return (
        count_cell(one.n_events, door, meaning("selection_events")),
        ratio_cell(one.n_events, n_events, door, meaning("selection_share"), NO_EVENTS),
    )


def door_of(asked: Filter) -> Filter:
    """Return an equivalent filter that has a text, which the filter for all events lacks."""
    return _EVERY_EVENT if asked == Everything() else asked


SHARED: Final = "Events of both"
MADE_OF: Final = "Composition"
SCORED: Final = "Scores of their mentions"
GROUPS: Final = {"kind": "Kind", "type": "Type", "verdict": "Verdict"}
_COUNT: Final = "9,999,999"
_COUNTED: Final = {
    "Reference": "reference_mentions",
    "Predicted": "predicted_mentions",
    "Correct": "correct_mentions",
}
_LONGEST: Final = 24  # characters of a name that fit above a column
_NO_EVENT: Final = "the selection keeps no event, so the share is undefined"


class Named(NamedTuple):
    """Two selections of a study, with their names."""

    first: str
    second: str
    compared: SideBySide
    study: Study

    @property
    def places(self) -> tuple[str, str, str, str]:
        """The parts an event can be in, in order."""
        return "both", f"only {self.first}", f"only {self.second}", "neither"

    @property
    def wording(self) -> Wording:
        """The names of the two sides of an event."""
        return self.study.wording


def shared_columns(wording: Wording, widest: str = "") -> tuple[Column, ...]:
    """Columns of what two selections share; kinds make room for the widest name, up to a limit."""
    return (
        Column("Where", meaning("selections_shared"), widest=widest[:_LONGEST]),
        Column("Events", meaning("events"), widest=_COUNT),
        Column("Share", meaning("selection_share"), is_percent=True),
        *(Column(_short(kind, wording), wording.meaning(kind), kind, _COUNT, is_extra=True) for kind in KINDS),
    )


def shared_groups(named: Named) -> list[RowGroup]:
    """Events in both, in one alone, and in neither."""
    return [
        RowGroup(title, TableRow(title, (title,), partial(_part_cells, part, named)))
        for title, part in zip(named.places, named.compared.parts, strict=True)
    ]


def made_columns(named: Named) -> tuple[Column, ...]:
    pairs = (
        (
            Column(cut(title, _LONGEST), f"{title}: events", widest=_COUNT, copied=f"{title}, events"),
            Column("%", meaning("share_of_selection"), is_percent=True, copied=f"{title}, share"),
        )
        for title in (named.first, named.second)
    )
    return Column("", "", widest="prediction wrong"), *(column for pair in pairs for column in pair)


def made_groups(named: Named) -> list[RowGroup]:
    """Events of both by kind, type and verdict."""
    sides = named.compared.a, named.compared.b
    whole = TableRow("All events", ("", "All events"), lambda: _whole_cells(sides), is_total=True)
    return [RowGroup("all", whole), *(_made_group(field, named) for field in GROUPS)]


def score_columns(wording: Wording) -> tuple[Column, ...]:
    """Columns of scores; between annotators there is neither precision nor recall."""
    f1 = Column("F1", wording.meaning("f1"), is_percent=True)
    rates = (f1,) if wording.is_neutral else percent_columns(has_runs=False)
    counts = [
        Column(wording.name(key) if wording.is_neutral else title, wording.meaning(key), widest=_COUNT)
        for title, key in _COUNTED.items()
    ]
    return Column("Selection", meaning("selection_mentions"), widest="A name of some words"), *rates, *counts


def score_groups(named: Named) -> list[RowGroup]:
    """Scores on the mentions that each selection chooses."""
    return [
        RowGroup(place, TableRow(name, (name,), partial(_score_cells, side, named.study), _note(side)))
        for place, name, side in (("a", named.first, named.compared.a), ("b", named.second, named.compared.b))
    ]


def _short(kind: str, wording: Wording) -> str:
    return wording.name(kind) if wording.is_neutral else KIND_TABLE[kind].short_name


def _part_cells(part: Share, named: Named) -> tuple[Cell, ...]:
    door = door_of(part.door)
    return (
        count_cell(part.n_events, door, meaning("selections_shared")),
        ratio_cell(part.n_events, named.compared.n_events, door, meaning("selection_share"), NO_EVENTS),
        *(
            count_cell(int(n), both(part.door, Term("kind", (kind,))), named.wording.meaning(kind))
            for kind, n in zip(KINDS, part.kinds, strict=True)
        ),
    )


def _whole_cells(sides: tuple[FilterSide, FilterSide]) -> tuple[Cell, ...]:
    return tuple(cell for side in sides for cell in _pair(side, side.n_events, door_of(side.filter)))


def _made_group(field: str, named: Named) -> RowGroup:
    title, sides = GROUPS[field], (named.compared.a.by_value[field], named.compared.b.by_value[field])
    empty = Cell("")
    head = TableRow(title, (title, ""), lambda: (empty, empty, empty, empty))

    def rows() -> tuple[TableRow, ...]:
        shown = _shown(*sides)
        return tuple(_made_row(field, value, named) for value in shown if field != "type" or value is not None)

    return RowGroup(field, head, rows)


def _shown(a: Mapping[Value, int], b: Mapping[Value, int]) -> Iterator[Value]:
    """Yield the values that occur in either selection."""
    yield from (value for value in dict.fromkeys([*a, *b]) if a.get(value, 0) or b.get(value, 0))


def _made_row(field: str, value: Value, named: Named) -> TableRow:
    name = value_words(field, value, named.wording)

    def cells() -> tuple[Cell, ...]:
        sides = named.compared.a, named.compared.b
        return tuple(
            cell for side in sides for cell in _pair(side, side.by_value[field].get(value, 0), side.door(field, value))
        )

    return TableRow(name, (GROUPS[field], name), cells, depth=1)


def value_words(field: str, value: Value, wording: Wording) -> str:
    if field == "verdict":
        return verdict_words(value, wording)
    if field == "kind":
        return wording.name(str(value))
    return str(value)


def _pair(side: FilterSide, count: int, door: Filter) -> tuple[Cell, Cell]:
    return (
        count_cell(count, door, meaning("events")),
        ratio_cell(count, side.n_events, door, meaning("share_of_selection"), _NO_EVENT),
    )


def _note(side: FilterSide) -> str:
    return "chooses no mentions: all are counted" if side.base.is_everything else ""


def _score_cells(side: FilterSide, study: Study) -> tuple[Cell, ...]:
    counts, doors, wording = side.counts, doors_to(side.base, side.base.types_of(study)), study.wording
    rates = (
        ("precision", counts.correct, counts.predicted, doors.predicted),
        ("recall", counts.correct, counts.reference, doors.reference),
        ("f1", 2 * counts.correct, counts.reference + counts.predicted, doors.either),
    )
    numbers = (
        (counts.reference, doors.reference),
        (counts.predicted, doors.predicted),
        (counts.correct, doors.reference_in("tp")),
    )
    return (
        *(_rate_cell(*rate, wording) for rate in rates if rate[0] == "f1" or not wording.is_neutral),
        *(
            count_cell(count, door, wording.meaning(key))
            for (count, door), key in zip(numbers, _COUNTED.values(), strict=True)
        ),
    )


def _rate_cell(name: str, numerator: int, denominator: int, door: Filter, wording: Wording) -> Cell:
    if wording.is_neutral:
        return ratio_cell(numerator, denominator, door, wording.meaning(name), "neither has a mention")
    return score_cell(name, numerator, denominator, door)


IN_FORCE: Final = "current filter"  # name of the current filter among the saved ones
_GAP: Final = 12  # at a font of 13 pixels


class ComparedSelections(QWidget):
    """Shows two selections side by side; hidden if there are fewer."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("selections_part")
        self._look: Look | None = None
        self._filters: dict[str, Filter] = {}
        self._opened = False
        what = "The selections were not compared"
        self.work = Derived(_compared, self, what, lambda study, *_: n_looked_at(study), keeps=0)
        self.work.made.connect(self._show)
        self.pair = SystemPair("Compare", "with", ("First selection", "Second selection"))
        self.pair.chosen.connect(self._compare)
        heads = {SHARED: shared_columns(JUDGED), MADE_OF: (Column(""),), SCORED: score_columns(JUDGED)}
        self.tables = {title: NumberTable(heads[title], names, title) for title, names in _NAMES.items()}
        column = fill(QVBoxLayout(self), gap=round(_GAP * unit_of(self.font())))
        column.addWidget(self.pair, 0, Qt.AlignmentFlag.AlignLeft)
        for title, table in self.tables.items():
            part = Part(title, table)
            part.set_caption(_CAPTIONS[title])
            column.addWidget(part)
        self.hide()

    def show_selections(self, look: Look, counted: tuple[CountedSelection, ...]) -> None:
        """Offer these selections and the current filter, and compare the two chosen."""
        self._look = look
        named = {one.saved.name: one.saved.filter for one in counted if one.saved.filter is not None}
        self._filters = named | ({} if IN_FORCE in named else {IN_FORCE: look.selection.filter})
        self.setVisible(len(self._filters) > 1)
        if len(self._filters) > 1:
            self.pair.show_systems(list(self._filters))
            self._compare()

    def _compare(self) -> None:
        look, names = self._look, (self.pair.a.currentData(), self.pair.b.currentData())
        if look is not None and {*names} <= {*self._filters}:
            filters = self._filters[names[0]], self._filters[names[1]]
            self.work.ask(look.study, names, filters, look.prediction)

    def _show(self, named: Named) -> None:
        is_open = None if self._opened else {*GROUPS}
        self._opened = True
        for title, columns, groups in (
            (SHARED, shared_columns(named.wording, max(named.places, key=len)), shared_groups(named)),
            (MADE_OF, made_columns(named), made_groups(named)),
            (SCORED, score_columns(named.wording), score_groups(named)),
        ):
            self.tables[title].show_rows(columns, groups, is_open if title == MADE_OF else None)


_CAPTIONS: Final = {
    SHARED: "each event in one row; percent of all",
    MADE_OF: "percent of the selection; an event with two types counts for both",
    SCORED: "exact match, micro-averaged, percent",
}
_NAMES: Final = {SHARED: ("Where",), MADE_OF: ("Group", "Value"), SCORED: ("Selection",)}


def _compared(
    study: Study, names: tuple[str, str], filters: tuple[Filter, Filter], prediction: int, checkpoint: Checkpoint
) -> Named:
    return Named(*names, side_by_side(study, *filters, prediction, checkpoint), study)


class SelectionTable(NumberTable):
    """Lists saved selections: Enter applies one, F2 renames it, Delete removes it."""

    def __init__(self, kept: KeptSelections, message: MessageStrip) -> None:
        super().__init__(LIST_COLUMNS, NAME_COLUMNS, SELECTIONS)
        self._kept, self._message = kept, message

    @property
    def current(self) -> str:
        """Name of the selection in the current row; empty if there is none."""
        row = self.currentIndex().row()
        return self.numbers.place(row).row.name if 0 <= row < self.numbers.rowCount() else ""

    def open(self, index: QModelIndex) -> None:
        """Apply a selection, or say why it is invalid."""
        self._kept.choose(self.numbers.place(index.row()).row.name)

    def copy_query(self) -> None:
        if name := self.current:
            copy_text(self._kept.query(name) or "")
            self._message.tell(f"The query of “{name}” is on the clipboard.")

    def edit_current(self) -> None:
        if self.current and not self._kept.why_not:
            self._kept.ask_again(self.current)

    def remove_current(self) -> None:
        if self.current and not self._kept.why_not:
            self._kept.remove(self.current)

    def menu_of(self, index: QModelIndex) -> QMenu:
        menu = super().menu_of(index)
        menu.addSeparator()
        menu.addAction("Apply", partial(self.open, index))
        menu.addAction("Copy query", self.copy_query)
        for text, act in (("Edit…", self.edit_current), ("Remove", self.remove_current)):
            menu.addAction(text, act).setEnabled(not self._kept.why_not)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.edit_current()
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_current()
        else:
            super().keyPressEvent(event)


_NONE: Final = "none yet: filter the events, then save the filter"


class SelectionsPart(Part):
    """Shows saved selections and how many events each keeps, and edits them.

    `compared`, two of them side by side, has a place of its own on the page.
    """

    def __init__(self, desk: Desk) -> None:
        self._kept = selections_of(desk.document)
        self.table, self.compared = SelectionTable(self._kept, desk.message), ComparedSelections()
        self._use, self._copy, self._edit, self._remove = buttons = (
            QPushButton("Apply"),
            QPushButton("Copy query"),
            QPushButton("Edit…"),
            QPushButton("Remove"),
        )
        self._buttons = QWidget()
        for button in buttons:
            button.setFlat(True)
            button.setAutoDefault(True)  # Enter presses it where the focus is
        fill(QHBoxLayout(self._buttons), *buttons, None)
        save = desk.menus.action("save_selection")
        save.setIconText("Save this filter…")
        super().__init__(SELECTIONS, self.table, self._buttons, action=save)
        self.setObjectName("selections_part")
        self._look: Look | None = None
        self.work = Derived(count_selections, self, "Nothing was counted", _n_looked_at, keeps=0)
        self.work.made.connect(self._show)
        self._use.clicked.connect(lambda: self._kept.choose(self.table.current))
        self._copy.clicked.connect(self.table.copy_query)
        self._edit.clicked.connect(self.table.edit_current)
        self._remove.clicked.connect(self.table.remove_current)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._offer())
        self._kept.changed.connect(self._offer)
        self._offer()

    def refresh(self, look: Look) -> None:
        self._look = look
        self.show()
        self.work.ask(look.study, self._kept.entries, look.prediction)

    def _show(self, counted: tuple[CountedSelection, ...]) -> None:
        look = self._look
        assert look is not None, "its selections were counted"
        first, last = look.study.event_start[look.prediction : look.prediction + 2].tolist()
        name, names = self.table.current, [one.saved.name for one in counted]
        self.table.numbers.set_groups(selection_groups(counted, last - first))
        if name in names:
            self.table.setCurrentIndex(self.table.numbers.index(names.index(name), 0))
        for widget in (self.table, self._buttons):
            widget.setVisible(bool(counted))
        warned = sum(bool(one.saved.warning) for one in counted)
        self.set_caption(_NONE if not counted else f"{grouped(warned)} with a warning" if warned else "")
        self.compared.show_selections(look, counted)
        self._offer()

    def _offer(self) -> None:
        """Enable the buttons that can do something; the others say why they cannot."""
        why_not = self._kept.why_not
        no_row = "" if self.table.current else "Choose a selection first."
        for button, why in (
            (self._use, no_row),
            (self._copy, no_row),
            (self._edit, why_not or no_row),
            (self._remove, why_not or no_row),
        ):
            button.setEnabled(not why)
            button.setToolTip(tooltip(why))


def _n_looked_at(study: Study, entries: Sequence[tuple[str, str]], _prediction: int) -> float:
    may_hold_patterns = any("/" in query for _, query in entries)
    return inf if may_hold_patterns else n_looked_at(study)
