"""The page Compare: systems in pairs, who got it right, and what changed from one version to another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.writing.origins import PAIRS, PAIRS_IN_PAPER, VERSIONS, ComparisonOrigin
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.counts.outcomes import FATES, ChangeCounts, change_counts
from nerinspect.query.differences import at_mention, hit_terms, kept_counts
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import MentionBase
from nerinspect.settings import ComparisonChoice
from nerinspect.systems.outcomes import HitPatterns, compared_systems, hit_patterns
from nerinspect.tables.compare import further_choices
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.retention import RETENTION, competing_systems
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, DoorLabel, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.pages.choice import AnalysisControls, Counted, PageHead, drop_down
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import AS_BARS, AS_INTERVALS, AS_MATRIX, Awaited, LackingPart, Part
from nerinspect.ui.kit.pages.pictures import Drawable, DrawnWidget, Picture, advance
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce, draw_text
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.painters import BAR_HEIGHT, paint_dot
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    HeatCell,
    RightCell,
    RowGroup,
    TableRow,
    count_cell,
)
from nerinspect.ui.pages.compare.pair_table import PairFinder, PairPart
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.themes import LIGHT
from nerinspect.visible import cut, visible

HITS: Final = "Who got it right"
HIT_NAMES: Final = ("Right",)
SORTS: Final = ("most mentions first", "most systems first", "fewest systems first")
"""Ways to sort, before those by what one system has."""

_LONGEST: Final = 14
_RIGHT, _WRONG = "right", "wrong"


@dataclass(frozen=True, eq=False)
class Hits:
    """Which systems find the counted reference mentions."""

    study: Study
    base: MentionBase
    patterns: HitPatterns

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.study.predictions[number].system for number in self.patterns.predictions)

    @property
    def n_mentions(self) -> int:
        return int(self.patterns.n_mentions.sum())

    def got_by(self, n_systems: int) -> int:
        """Count the mentions found by exactly this many systems."""
        return int(self.patterns.n_mentions[self.patterns.n_right == n_systems].sum())

    def summary(self) -> list[Piece]:
        """Pieces for the mentions found by none, by one and by all systems; each number is a door."""
        n_systems = len(self.systems)
        asked = (("Nobody gets", 0), ("only one gets", 1), ("all get", n_systems))
        pieces = [piece for words, number in asked for piece in (Piece(f"{words} "), self._piece(number), Piece(", "))]
        return [*pieces[:-1], Piece(f" of {counted(self.n_mentions, 'reference mention')}.")]

    def _piece(self, n_systems: int) -> Piece:
        number = self.got_by(n_systems)
        door = at_mention(self.study, self.base, Term("gotby", (float(n_systems),)))
        return Piece(grouped(number), query_text(door) if number else "", meaning("got_by"), is_bold=True)


def hit_columns(systems: Sequence[str], colours: Mapping[str, int]) -> tuple[Column, ...]:
    names = [cut(name, _LONGEST) for name in systems]
    longest = max(names, key=len, default="")
    return (
        Column("Right", "Who has the mentions exactly, by the first run of each system", widest=f"all but {longest}"),
        Column("Mentions", "Reference mentions that exactly these systems have", widest="9,999,999"),
        Column("", "Share of all counted reference mentions", widest=""),
        *(
            Column(shown, f"{name}: a filled dot where it has the mentions exactly, a hollow one where not",
                   widest="wrong", copied=name, colour=colours[name])
            for shown, name in zip(names, systems, strict=True)
        ),
    )  # fmt: skip


def sorted_places(patterns: HitPatterns, sort: int) -> AnyIntArray:
    """Return the order of the patterns.

    Parameters
    ----------
    patterns : HitPatterns
        Most frequent first.
    sort : int
        Index into `SORTS`; higher numbers put the mentions first that a system misses, by its number.
    """
    if sort >= len(SORTS):
        return np.argsort(patterns.is_right[:, sort - len(SORTS)], kind="stable")
    keys = (np.zeros(len(patterns), dtype=np.int64), -patterns.n_right, patterns.n_right)
    return np.argsort(keys[sort], kind="stable")


def hit_groups(hits: Hits, sort: int) -> list[RowGroup]:
    """One row for each pattern, ordered as in `sorted_places`."""
    return [_hit_group(hits, place) for place in sorted_places(hits.patterns, sort).tolist()]


def _hit_group(hits: Hits, place: int) -> RowGroup:
    name = _who([system for system, said in _said(hits, place) if said == _RIGHT], hits.systems)
    door = at_mention(hits.study, hits.base, *hit_terms(hits.study, hits.patterns, place))
    tooltip = "; ".join(f"{system} {said}" for system, said in _said(hits, place))
    row = TableRow(name, (name,), partial(_cells, hits, place, door), tooltip=tooltip, door=door)
    return RowGroup(str(place), row)


def _who(right: Sequence[str], systems: Sequence[str]) -> str:
    """Say who is right: nobody, one name, all but one, or all."""
    if len(right) == len(systems):
        return "both" if len(systems) == 2 else f"all {len(systems)}"
    if len(right) < 2:
        return f"only {right[0]}" if right else "nobody"
    missing = [system for system in systems if system not in right]
    return f"all but {missing[0]}" if len(missing) == 1 else f"{len(right)} of {len(systems)}"


def _cells(hits: Hits, place: int, door: Filter) -> tuple[Cell, ...]:
    number = int(hits.patterns.n_mentions[place])
    share = number / max(hits.n_mentions, 1)
    dots = (
        RightCell(said, said, tooltip=f"{system}: {said}", is_right=said == _RIGHT)
        for system, said in _said(hits, place)
    )
    explained = f"{counted(number, 'reference mention')}, {percent(share)} % of {grouped(hits.n_mentions)}"
    return count_cell(number, door, explained), Cell("", tooltip=explained, bar=share), *dots


def _said(hits: Hits, place: int) -> Iterator[tuple[str, str]]:
    is_right = hits.patterns.is_right[place].tolist()
    return zip(hits.systems, (_RIGHT if right else _WRONG for right in is_right), strict=True)


_ROW, _GAP, _NUMBER, _SHARE, _DOT, _RADIUS = 22, 10, 64, 120, 26, 3.6  # of a picture, at a font of 13 pixels
_AT_RIGHT, _WHOLE = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
_DOTS_MEANING: Final = "reference mentions by who has them exactly; a filled dot is right, a hollow one wrong"


class HitPart(Part):
    """Counts reference mentions by the systems that find them, in the background where there are many."""

    sort_chosen = Signal()

    def __init__(self) -> None:
        self.table = NumberTable(hit_columns((), {}), HIT_NAMES, HITS, most_rows=20)
        self.summary, self._sort = DoorLabel(words="text2"), drop_down("Sort the patterns")
        super().__init__(HITS, self.summary, self.table, beside=self._sort, small=(self.summary, self._sort))
        self.wanted_sort = ""  # the order asked for last, as offered; empty for the first
        what = "The mentions could not be counted"
        self.work = Derived(_counted_hits, self, what, lambda study, *_: len(study.events))
        self.work.made.connect(self._show)
        self._sort.activated.connect(self._on_sort_chosen)

    def show_hits(self, study: Study, base: MentionBase, prediction: int) -> None:
        if self.work.asked != (study, base, prediction):
            self.work.ask(study, base, prediction)

    def want_sort(self, sort: str) -> None:
        """Sort by `sort` now, or once that choice is offered."""
        self.wanted_sort = sort
        self._sort.setCurrentIndex(max(self._sort.findText(sort), 0))
        self._list()

    @property
    def picture(self) -> QWidget | None:
        """The patterns for print, in the order on screen; None while there are none."""
        rows = self.table.numbers.rows_shown
        return HitPicture(rows, self.work.value.systems) if rows and self.work.value else None

    def forget(self) -> None:
        self.work.forget()
        self.summary.show_pieces(())
        self.set_caption("")
        self.table.numbers.set_groups([])

    def _show(self, hits: Hits) -> None:
        self._sort.clear()
        self._sort.addItems([*SORTS, *(visible(f"wrong in {name} first") for name in hits.systems)])
        self._sort.setCurrentIndex(max(self._sort.findText(self.wanted_sort), 0))
        self.summary.show_pieces(hits.summary())
        has_runs = any(one.run > 1 for one in hits.study.predictions)
        self.set_caption(f"a filled dot is right{'; by the first run of each system' if has_runs else ''}")
        self.table.set_columns(hit_columns(hits.systems, hits.study.system_colours))
        self._list()

    def _on_sort_chosen(self, place: int) -> None:
        self.wanted_sort = self._sort.itemText(place) if place else ""
        self._list()
        self.sort_chosen.emit()

    def _list(self) -> None:
        if self.work.value is not None:
            self.table.numbers.set_groups(hit_groups(self.work.value, self._sort.currentIndex()))


def _counted_hits(study: Study, base: MentionBase, prediction: int, checkpoint: Checkpoint) -> Hits:
    kept = kept_counts(study, [prediction], base, checkpoint).is_kept[0]
    return Hits(study, base, hit_patterns(study, kept, compared_systems(study)))


class HitPicture(Picture):
    """Draws each pattern: who finds the mentions, how many they are, and a dot for each system."""

    def __init__(self, rows: Sequence[TableRow], systems: Sequence[str]) -> None:
        super().__init__()
        self._rows, self._systems = rows, systems
        self._name = max(advance(self.detail, row.name) for row in rows) / self.unit + _GAP
        self._head = max(advance(self.caption, system) for system in systems) / self.unit + 2 * _GAP
        width = self._name + _NUMBER + _GAP + _SHARE + _GAP + _DOT * len(systems)
        width = max(width, advance(self.caption, _DOTS_MEANING) / self.unit)
        self.fit(width, _ROW + self._head + _ROW * len(rows))

    def draw(self, painter: QPainter) -> None:
        draw_text(painter, self.caption, LIGHT.text2, self.rect_at(0, 0, self.width() / self.unit, _ROW), _DOTS_MEANING)
        first_dot = self._name + _NUMBER + 2 * _GAP + _SHARE
        for place, system in enumerate(self._systems):
            painter.save()
            foot = QPointF((first_dot + _DOT * place) * self.unit, (_ROW + self._head) * self.unit)
            painter.translate(foot)
            painter.rotate(-90)
            upright = self.rect_at(_GAP / 2, 0, self._head, _DOT)
            draw_text(painter, self.caption, LIGHT.text2, upright, system, elide=_WHOLE)
            painter.restore()
        for place, row in enumerate(self._rows):
            top = _ROW + self._head + _ROW * place
            _, count, share, *dots = row.cells
            draw_text(painter, self.detail, LIGHT.text, self.rect_at(0, top, self._name, _ROW), row.name)
            number = self.rect_at(self._name, top, _NUMBER, _ROW)
            draw_text(painter, self.detail, LIGHT.text, number, count.text, _AT_RIGHT, elide=_WHOLE)
            left = self._name + _NUMBER + _GAP
            bar = self.rect_at(left, top + (_ROW - BAR_HEIGHT) / 2, _SHARE * max(share.bar, 0), BAR_HEIGHT)
            painter.fillRect(bar, LIGHT.chart_bar)
            for number_of_dot, dot in enumerate(dots):
                assert isinstance(dot, RightCell), "a dot for each system"
                middle = self.rect_at(first_dot + _DOT * number_of_dot, top, _DOT, _ROW).center()
                paint_dot(painter, LIGHT, middle, _RADIUS * self.unit, dot.is_right)


FATE_NAMES: Final = ("Old", "New", "Counted")
FATE_COLUMNS: Final = (
    Column("", "What is counted", widest="Reference mentions"),
    *(Column(fate, meaning(fate), widest="9,999,999") for fate in FATES),
)
KIND_NAME_COLUMNS: Final = ("Old", "New", "Kind in old")
_KINDS: Final = tuple(code for code, kind in KIND_TABLE.items() if kind.has_reference)
KIND_COLUMNS: Final = (
    Column("", "Kind of the old event that a mention is in", widest="label and boundary error"),
    *(
        Column(KIND_TABLE[kind].short_name, f"New: {KIND_TABLE[kind].name}. {meaning(kind)}", kind, "999,999")
        for kind in _KINDS
    ),
    Column("Sum", "Over all kinds of the new version", widest="9,999,999"),
)


def fate_groups(counts: ChangeCounts) -> list[RowGroup]:
    """One row for each fate of mentions and of spurious events."""
    mentions = tuple(count_cell(counts.mentions[fate], counts.mention_door(fate), meaning(fate)) for fate in FATES)
    return [
        _group(counts, "Reference mentions", "Of the mentions of the reference.", mentions),
        _group(
            counts,
            "Spurious mentions",
            "Of events without a reference mention: fixed are those that are gone, broken are those that are new.",
            tuple(_spurious_cell(counts, fate) for fate in FATES),
        ),
    ]


def kind_groups(counts: ChangeCounts) -> list[RowGroup]:
    """Count reference mentions by the kind of their old event (rows) and new event (columns).

    Cells off the diagonal are shaded by count.
    """
    groups, most = [], max(int((counts.kinds * (1 - np.eye(len(KINDS), dtype=np.int64))).max()), 1)
    for old in (*_KINDS, ""):
        of_old = counts.kinds[KINDS.index(old)] if old else counts.kinds.sum(axis=0)
        cells = list[Cell]()
        for new in _KINDS:
            count, door = int(of_old[KINDS.index(new)]), counts.kind_door(old, new)
            if old in ("", new):
                cells.append(count_cell(count, door, _words(old, new)))
            else:
                cells.append(HeatCell(grouped(count), count, door, _words(old, new), shade=count / most))
        everywhere = counts.kind_door(old) if old else None
        cells.append(replace(count_cell(int(of_old.sum()), everywhere, _words(old, "")), is_bold=True))
        groups.append(_group(counts, KIND_TABLE[old].name if old else "Sum", _words(old, ""), tuple(cells), old))
    return groups


def _group(counts: ChangeCounts, name: str, tooltip: str, cells: tuple[Cell, ...], kind: str = "") -> RowGroup:
    copied = counts.old_name, counts.new_name, name
    is_sum, of, beside = name == "Sum", counts.old, counts.new
    row = TableRow(name, copied, lambda: cells, "", is_sum, of, tooltip=tooltip, beside=beside, kind=kind)
    return RowGroup(name, row)


def _spurious_cell(counts: ChangeCounts, fate: str) -> Cell:
    if fate not in counts.spurious:
        return Cell("–", tooltip="One that became another is counted as gone and as new.", is_dim=True)
    door, prediction = counts.spurious_door(fate)
    number = counts.spurious[fate]
    return Cell(grouped(number), number, door, meaning(fate), is_dim=not number, prediction=prediction)


def _words(old: str, new: str) -> str:
    sides = [
        f"{KIND_TABLE[kind].name} in the {version} version" for kind, version in ((old, "old"), (new, "new")) if kind
    ]
    return f"Reference mentions: {', '.join(sides)}." if sides else "All reference mentions."


class ChangesPart(QWidget):
    """Shows what became of the errors of an old version in a new one, and of each kind."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("changes_part")
        self.fates = NumberTable(FATE_COLUMNS, FATE_NAMES, "What changed")
        self.kinds = NumberTable(KIND_COLUMNS, KIND_NAME_COLUMNS, "Kinds, old to new")
        self._changed = Part("What changed", self.fates, parent=self)
        self._by_kind = Part("By kind", self.kinds, parent=self)
        self._by_kind.set_caption("reference mentions: kind in the old version down, in the new one across")
        what = "What changed could not be counted"
        self.work = Derived(_counted, self, what, lambda study, *_: len(study.events))
        self.work.made.connect(self._show_counts)
        fill(QVBoxLayout(self), self._changed, self._by_kind, gap=round(14 * unit_of(self.font())))

    @property
    def caption(self) -> str:
        return self._changed.caption

    def show_versions(self, study: Study, old: int, new: int) -> None:
        """Compare two predictions, in the background if they have many events."""
        if self.work.asked != (study, old, new):
            self.forget()
            self.work.ask(study, old, new)

    def forget(self) -> None:
        self.work.forget()
        self._changed.set_caption("")
        self.fates.numbers.set_groups([])
        self.kinds.numbers.set_groups([])

    def _show_counts(self, counts: ChangeCounts) -> None:
        self._changed.set_caption(f"from {counts.old_name} to {counts.new_name}, whole test set")
        self.fates.numbers.set_groups(fate_groups(counts))
        self.kinds.numbers.set_groups(kind_groups(counts))


def _counted(study: Study, old: int, new: int, _checkpoint: Checkpoint) -> ChangeCounts:
    return change_counts(study, old, new)


_CHOOSE_B: Final = "Choose a system to compare with, or click a pair above: A is the old version, B the new one."
_NO_SYSTEM: Final = "There is no prediction: open two with this reference to compare them."
_ONE_SYSTEM: Final = "A comparison needs two systems: add another prediction (Ctrl+Shift+O)."
_NO_PICTURE: Final = "There is nothing to draw yet: the systems are still being compared."
_NO_VERSIONS: Final = "Only one version is shown; choose a system to compare it with."
_ANNOTATORS: Final = (
    "None of these annotators is right or wrong, so none is scored against another: see Agreement (Ctrl+7)."
)


class ComparePage(Page):
    """Compares all systems of a study."""

    name, doing, charts = "Compare", "Comparing", (PAIRS, HITS)
    looks_at = frozenset({"prediction", "compared", "analysis"})
    awaited = (
        Awaited(PAIRS, "How far one is ahead of the other, with intervals and tests.", AS_INTERVALS),
        Awaited(HITS, "Mentions that all systems get, that one alone gets, that nobody gets.", AS_BARS),
        Awaited("Two versions", "What a new version fixed, and what it broke.", AS_MATRIX),
    )

    def __init__(self, desk: Desk) -> None:
        self._controls = AnalysisControls(desk.document, has_attributes=False)
        super().__init__(desk, PageHead("Count", Counted(), self._controls))
        self._finder = PairFinder(self)
        self._systems: tuple[str, ...] = ()
        self._pairs, self._hits, self._changes = PairPart(), HitPart(), ChangesPart()
        command = desk.menus.action("compare_with")
        self._no_versions = LackingPart("Two versions", AS_MATRIX, _CHOOSE_B, command.text())
        self._no_versions.button.clicked.connect(command.trigger)
        self.add(self._pairs, is_wide=True, charts=(PAIRS,))
        self.add(self._hits, charts=(HITS,))
        self.add(self._changes)
        self.add(self._no_versions)
        self.derive(self._finder.work, "draws")
        self._finder.found.connect(self._show_pairs)
        self._pairs.table.pair_opened.connect(self._open_pair)
        self._hits.summary.query_requested.connect(self.open_number)
        for chosen in (self._pairs.choice.chosen, self._hits.sort_chosen):
            chosen.connect(lambda: self.choice_changed.emit(self.choice))
        self._pairs.choice.chosen.connect(self._compare_systems)
        for part in (self._hits, self._changes):
            part.work.failed.connect(desk.message.say)

    @property
    def choice(self) -> ComparisonChoice:
        system, types, measure, correction, run = self._pairs.choice.wanted
        return ComparisonChoice(system, types, self._hits.wanted_sort, measure, correction, run)

    def choose(self, choice: ComparisonChoice) -> None:
        """Restore a choice; systems and types not loaded yet are chosen once they are."""
        self._pairs.want(choice.system, choice.types, choice.measure, choice.correction, choice.run)
        self._hits.want_sort(choice.sort)

    @property
    def is_complete(self) -> bool:
        return self._finder.is_complete

    def forget(self) -> None:
        self._finder.forget()
        self._hits.forget()
        self._changes.forget()
        self._systems = ()

    def refresh(self, look: Look) -> None:
        study = look.study
        self._controls.offer(study)
        systems = competing_systems(study, look.analysis.has_retention)
        lacking = _ANNOTATORS if study.is_of_annotators else (_NO_SYSTEM, _ONE_SYSTEM, "")[min(len(systems), 2)]
        self.say(lacking, wants_prediction=not study.is_of_annotators)
        self.show_parts(not lacking)
        if lacking:
            return
        if systems != self._systems:
            self._systems = systems
            self._pairs.show_study(study, systems)
        self._hits.show_hits(study, self.base, look.prediction)
        self._changes.setVisible(look.compared is not None)
        self._no_versions.setVisible(look.compared is None)
        if look.compared is not None:
            self._changes.show_versions(study, look.prediction, look.compared)
        self._compare_systems()

    def source(self, title: str) -> Source | None:
        look, systems = self.look, self._systems
        if look is None or len(systems) < 2:
            return None
        request = replace(look.request, retention=RETENTION in systems)
        origin = ComparisonOrigin(look.study, request, self.kept, tuple(self._pairs.notes))
        if title == PAIRS_IN_PAPER and not self._finder.is_complete:
            self.desk.message.say(_NO_PICTURE)
            return None
        if title in (PAIRS, PAIRS_IN_PAPER):
            choice, systems = self._pairs.choice, self._pairs.systems
            chosen_here = further_choices(self._pairs.measure, choice.correction, choice.run)
            origin = replace(origin, chosen=chosen_here, differs=self._pairs.differs)
            if (chosen := self._pairs.choice.system) in look.study.systems:
                origin = origin.of_pairs(predictions_by_system(look.study)[chosen])
        elif title in VERSIONS:
            if look.compared is None:
                self.desk.message.say(_NO_VERSIONS)
                return None
            versions = look.prediction, look.compared
            systems = tuple(look.study.predictions[number].system for number in versions)
            origin = replace(origin, request=replace(request, retention=RETENTION in systems)).of_versions(*versions)
        return Source(origin, systems)

    def layouts(self, title: str) -> Sequence[str]:
        return [PAIRS_IN_PAPER] if title == PAIRS else []

    def table(self, title: str) -> Table:
        if title == PAIRS_IN_PAPER and (source := self.source(title)) is not None:
            return self._pairs.in_paper(source.origin.counted if source.origin.kept is not None else "")
        return super().table(title)

    def picture(self, title: str, systems: Sequence[str] = ()) -> Drawable | None:
        picture: Drawable | None
        if title == PAIRS:
            picture = None if (figure := self._pairs.figure) is None else DrawnFigure(figure)
        else:
            picture = None if (drawn := self._hits.picture) is None else DrawnWidget(drawn)
        if picture is None or self.source(title) is None:
            self.desk.message.say(_NO_PICTURE)
        return picture

    def await_numbers(self, act: Callable[[], None]) -> None:
        """Do nothing: the numbers may take minutes, and the page says so."""

    def _compare_systems(self) -> None:
        if self.look is not None and len(self._systems) > 1:
            measure = self.base.measured_by(self._pairs.choice.measure)
            self._finder.compare(self.look.study, self.base, self._systems, measure, self._pairs.choice.run)
            self._show_pairs()

    def _show_pairs(self) -> None:
        if self.look is None:
            return
        self._pairs.show_pairs(self.base, self._finder.pairs, self._finder.n_pairs)
        words = f"{counted(len(self._systems), 'system')}, {counted(self._finder.n_pairs, 'pair')}"
        self.head.show_summary([Piece(words)])
        if self._finder.is_complete:
            announce(self, words)

    def _open_pair(self, a: int, b: int) -> None:
        if self.look is not None:
            self.desk.open(Door(self.look.selection.text, a, b))
