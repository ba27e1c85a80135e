"""The rows of a comparison: all of them, and which of them a filter keeps."""

from typing import NamedTuple

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.query.comparison_rows import ComparisonRows, kept_reference, kept_stretches, mention_rows, stretch_rows
from nerinspect.query.filters import Everything, Filter
from nerinspect.query.selection import Selection
from nerinspect.query.spurious import keeps_spurious
from nerinspect.ui.comparison.comparison_cells import ComparisonCells
from nerinspect.ui.panels.details.compared_row import ComparedRow


class Wanted(NamedTuple):
    """What is to be listed.

    Attributes
    ----------
    study : Study
        Reference and predictions.
    a, b : int
        Numbers of the predictions.
    has_stretches : bool
        Whether rows are stretches of text instead of reference mentions.
    filter : Filter
        Keeps some of them.
    """

    study: Study
    a: int
    b: int
    has_stretches: bool
    filter: Filter

    def has_rows_of(self, other: "Wanted") -> bool:
        """Whether only the filter differs."""
        return self.study is other.study and self[1:4] == other[1:4]


class Found(NamedTuple):
    """Rows of a comparison.

    Attributes
    ----------
    wanted : Wanted
        What they are.
    cells : ComparisonCells
        Texts of all of them, whatever the filter.
    is_kept : ndarray of bool, shape (n_rows,)
        Which of them the filter keeps.
    relaxation : (Filter, int) or None
        Where it keeps none: the term without which most rows would be kept, and their number, if any would.
    hides_spurious : bool
        Whether it keeps no reference mention, but spurious events, which have rows among stretches of text.
    """

    wanted: Wanted
    cells: ComparisonCells
    is_kept: BoolArray
    relaxation: tuple[Filter, int] | None = None
    hides_spurious: bool = False

    def row(self, number: int) -> ComparedRow:
        """Give one of all rows, by its number."""
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
    """Find the rows of a comparison that a filter keeps.

    Parameters
    ----------
    wanted : Wanted
        What is to be listed.
    known : Found, optional
        Rows found before; taken over where only the filter differs.

    Returns
    -------
    Found
        Rows in text order.
    """
    study, a, b, has_stretches, kept_by = wanted
    if known is not None and wanted.has_rows_of(known.wanted):
        cells = known.cells
    else:
        cells = ComparisonCells(study, (stretch_rows if has_stretches else mention_rows)(study, Everything(), a, b))
    is_kept = _kept(wanted, cells, kept_by)
    if is_kept.any():
        return Found(wanted, cells, is_kept)
    hides_spurious = not has_stretches and keeps_spurious(study, kept_by, a, b)
    return Found(wanted, cells, is_kept, _widest_relaxation(wanted, cells), hides_spurious)


def _kept(wanted: Wanted, cells: ComparisonCells, kept_by: Filter) -> BoolArray:
    """Tell which rows a filter keeps."""
    study, a, b, has_stretches = wanted[:4]
    if kept_by == Everything():
        return np.ones(len(cells), dtype=bool)
    if not has_stretches:
        return kept_reference(study, kept_by, a)[cells.rows.mention]
    return kept_stretches(study, kept_by, cells.rows, a, b)


def _widest_relaxation(wanted: Wanted, cells: ComparisonCells) -> tuple[Filter, int] | None:
    """Find the term without which most rows would be kept; of equal ones the first."""
    selection = Selection.from_filter(wanted.filter)
    counts = [int(_kept(wanted, cells, selection.without(term).filter).sum()) for term in selection.terms]
    if not any(counts):
        return None
    best = int(np.argmax(counts))
    return selection.terms[best], counts[best]


class RowsOnShow(NamedTuple):
    """All rows of a comparison, the numbers of those on screen in their order, and of the selected ones."""

    wanted: Wanted
    rows: ComparisonRows
    order: IntArray
    selected: IntArray
