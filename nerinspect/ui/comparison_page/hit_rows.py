"""Rows of who has which reference mentions: a pattern of right and wrong over systems each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from nerinspect.analysis.hits import HitPatterns
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.query.filters import Filter, Term
from nerinspect.query.hit_doors import at_mention, hit_terms
from nerinspect.query.mention_base import MentionBase
from nerinspect.query.writer import query_text
from nerinspect.ui.comparison_page.drawn_tables import RightCell
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell
from nerinspect.ui.widgets.door_label import Piece

HITS: Final = "Who got it right"
HIT_NAMES: Final = ("Right",)
SORTS: Final = ("most mentions first", "most systems first", "fewest systems first")
"""Ways to sort, before those by what one system has."""

_LONGEST: Final = 14
_RIGHT, _WRONG = "right", "wrong"


@dataclass(frozen=True, eq=False)
class Hits:
    """Who has the counted reference mentions.

    Attributes
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions that are counted.
    patterns : HitPatterns
        Which systems have them.
    """

    study: Study
    base: MentionBase
    patterns: HitPatterns

    @property
    def systems(self) -> tuple[str, ...]:
        """Name the columns."""
        return tuple(self.study.predictions[number].system for number in self.patterns.predictions)

    @property
    def n_mentions(self) -> int:
        """How many mentions are counted."""
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
        return Piece(f"{number:,}", query_text(door) if number else "", meaning("got_by"), is_bold=True)


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
    explained = f"{counted(number, 'reference mention')}, {100 * share:.2f} % of {hits.n_mentions:,}"
    return count_cell(number, door, explained), Cell("", tooltip=explained, bar=share), *dots


def _said(hits: Hits, place: int) -> Iterator[tuple[str, str]]:
    is_right = hits.patterns.is_right[place].tolist()
    return zip(hits.systems, (_RIGHT if right else _WRONG for right in is_right), strict=True)
