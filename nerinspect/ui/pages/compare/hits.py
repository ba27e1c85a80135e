"""Who got it right: reference mentions by the systems that have them, as a matrix of dots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.differences import at_mention, hit_terms, kept_counts
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import MentionBase
from nerinspect.systems.outcomes import HitPatterns, compared_systems, hit_patterns
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.pictures import Picture, advance
from nerinspect.ui.kit.tables.drawn_cells import DrawnTable, RightCell
from nerinspect.ui.kit.tables.painters import BAR_HEIGHT, paint_dot
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow, count_cell
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.themes import LIGHT
from nerinspect.visible import visible

HITS: Final = "Who got it right"
HIT_NAMES: Final = ("Right",)
SORTS: Final = ("most mentions first", "most systems first", "fewest systems first")
"""Ways to sort, before those by what one system has."""

_LONGEST: Final = 14
_RIGHT, _WRONG = "right", "wrong"


@dataclass(frozen=True, eq=False)
class Hits:
    """Who has the counted reference mentions."""

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
        """Count the mentions that so many systems have."""
        return int(self.patterns.n_mentions[self.patterns.n_right == n_systems].sum())

    def summary(self) -> list[Piece]:
        """Count what nobody, one alone and everybody gets; each number is a door."""
        n_systems = len(self.systems)
        asked = (("Nobody gets", 0), ("one alone gets", 1), ("all get", n_systems))
        pieces = [piece for words, number in asked for piece in (Piece(f"{words} "), self._piece(number), Piece(", "))]
        return [*pieces[:-1], Piece(f" of {counted(self.n_mentions, 'reference mention')}.")]

    def _piece(self, n_systems: int) -> Piece:
        number = self.got_by(n_systems)
        door = at_mention(self.study, self.base, Term("gotby", (float(n_systems),)))
        return Piece(grouped(number), query_text(door) if number else "", meaning("got_by"), is_bold=True)


def hit_columns(systems: Sequence[str], colours: Mapping[str, int]) -> tuple[Column, ...]:
    """Head the columns with the systems, in their colours by their numbers."""
    names = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…" for name in systems]
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
    """Order the patterns.

    Parameters
    ----------
    patterns : HitPatterns
        The most frequent first.
    sort : int
        A place in `SORTS`; behind them, the mentions that a system has not come first, by the place of the system.
    """
    if sort >= len(SORTS):
        return np.argsort(patterns.is_right[:, sort - len(SORTS)], kind="stable")
    keys = (np.zeros(len(patterns), dtype=np.int64), -patterns.n_right, patterns.n_right)
    return np.argsort(keys[sort], kind="stable")


def hit_groups(hits: Hits, sort: int) -> list[RowGroup]:
    """Lay out the patterns, a row each, in an order as `sorted_places` has it."""
    return [_group(hits, place) for place in sorted_places(hits.patterns, sort).tolist()]


def _group(hits: Hits, place: int) -> RowGroup:
    name = _who([system for system, said in _said(hits, place) if said == _RIGHT], hits.systems)
    door = at_mention(hits.study, hits.base, *hit_terms(hits.study, hits.patterns, place))
    tooltip = "; ".join(f"{system} {said}" for system, said in _said(hits, place))
    row = TableRow(name, (name,), partial(_cells, hits, place, door), tooltip=tooltip, door=door)
    return RowGroup(str(place), row)


def _who(right: Sequence[str], systems: Sequence[str]) -> str:
    """Say who is right: nobody, one by name, all but one, all."""
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
    """Count reference mentions by who has them, in the background where there are many."""

    sort_chosen = Signal()

    def __init__(self) -> None:
        self.table = DrawnTable(NumberTableModel(hit_columns((), {}), HIT_NAMES, HITS), most_rows=20)
        self.summary, self._sort = DoorLabel(words="text2"), QComboBox()
        self.summary.setWordWrap(True)
        super().__init__(HITS, self.summary, self.table, beside=self._sort, small=(self.summary, self._sort))
        self._sort.setAccessibleName("Sort the patterns")
        self._sort.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.wanted_sort = ""  # how they were last asked to be sorted, as it is offered; empty for the first way
        what = "The mentions could not be counted"
        self.work = Derived(_counted, self, what, lambda study, *_: len(study.events))
        self.work.made.connect(self._show)
        self._sort.activated.connect(self._on_sort_chosen)

    def show_hits(self, study: Study, base: MentionBase, prediction: int) -> None:
        """Count the mentions that a base keeps for a prediction, unless they are on show."""
        if self.work.asked != (study, base, prediction):
            self.work.ask(study, base, prediction)

    def want_sort(self, sort: str) -> None:
        """Sort as `wanted_sort` gives it, now or when it is offered."""
        self.wanted_sort = sort
        self._sort.setCurrentIndex(max(self._sort.findText(sort), 0))
        self._list()

    @property
    def picture(self) -> QWidget | None:
        """Draw the patterns for print, in the order on show; nothing while there are none."""
        rows = self.table.numbers.rows_shown
        return HitPicture(rows, self.work.value.systems) if rows and self.work.value else None

    def forget(self) -> None:
        """Take all numbers away; for another study."""
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


def _counted(study: Study, base: MentionBase, prediction: int, checkpoint: Checkpoint) -> Hits:
    kept = kept_counts(study, [prediction], base, checkpoint).is_kept[0]
    return Hits(study, base, hit_patterns(study, kept, compared_systems(study)))


class HitPicture(Picture):
    """Each pattern of right and wrong: who it is, how many mentions, and a dot for each system."""

    def __init__(self, rows: Sequence[TableRow], systems: Sequence[str]) -> None:
        super().__init__()
        self._rows, self._systems = rows, systems
        self._name = max(advance(self.detail, row.name) for row in rows) / self.unit + _GAP
        self._head = max(advance(self.caption, system) for system in systems) / self.unit + 2 * _GAP
        width = self._name + _NUMBER + _GAP + _SHARE + _GAP + _DOT * len(systems)
        width = max(width, advance(self.caption, _DOTS_MEANING) / self.unit)
        self.fit(width, _ROW + self._head + _ROW * len(rows))

    def draw(self, painter: QPainter) -> None:
        """Paint what the dots mean, the systems, then each pattern."""
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
