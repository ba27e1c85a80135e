"""Rows of systems in pairs: scores, outcomes and tests, with the events behind each number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from typing import Final

from nerinspect.analysis.percent import UNDEFINED
from nerinspect.analysis.scores import Counts, Measure
from nerinspect.analysis.significance import Significance, p_text
from nerinspect.analysis.study import Study
from nerinspect.analysis.type_names import type_or_all
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.query.comparison import ComparedType
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.hit_doors import at_mention
from nerinspect.query.mention_base import MentionBase
from nerinspect.results.table import PValue, Ratio
from nerinspect.ui.comparison_page.drawn_tables import IntervalCell
from nerinspect.ui.comparison_page.pairs import Pair
from nerinspect.ui.models.difference_model import difference_meaning
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell, score_text, signed_text
from nerinspect.ui.overview.doors import Doors, doors_to

PAIR_NAMES: Final = ("System A", "System B", "Type")

_DIFFERENCE, _COUNT = "+00.00", "999,999"
_LEAST_P: Final = p_text(0)
_UNDEFINED: Final = f"{UNDEFINED}: there is no mention to score."


def pair_columns(longest: str, measure: Measure = "F1") -> tuple[Column, ...]:
    """Head the columns, of F1 or recall; the names need room for the longest one."""
    return (
        Column("A and B", "A click on a name compares the two in the events.", widest=longest),
        Column(f"{measure} A", f"{measure} of A; of several runs their mean", is_percent=True),
        Column(f"{measure} B", f"{measure} of B; of several runs their mean", is_percent=True),
        Column("A − B", difference_meaning(measure), widest=_DIFFERENCE, is_percent=True, copied="Difference"),
        Column("95 % of draws", meaning("bootstrap_interval"), widest=""),
        *(
            Column(title, meaning("bootstrap_interval"), "", _DIFFERENCE, is_percent=True, is_extra=True, copied=copied)
            for title, copied in (("95 % from", "Low"), ("95 % to", "High"))
        ),
        Column("Both right", meaning("both-right"), widest=_COUNT),
        Column("Only A", meaning("only-a"), widest=_COUNT),
        Column("Only B", meaning("only-b"), widest=_COUNT),
        Column("Both wrong", meaning("both-wrong"), widest=_COUNT),
        Column("McNemar", meaning("mcnemar"), widest=_LEAST_P, copied="McNemar p"),
        Column("Bootstrap", meaning("bootstrap"), widest=_LEAST_P, copied="Bootstrap p"),
        Column("Signed rank", meaning("signed_rank"), widest=_LEAST_P, copied="Signed-rank p", is_extra=True),
        Column("Rank sum", meaning("rank_sum"), widest=_LEAST_P, copied="Rank-sum p", is_extra=True),
        Column("Blocks", meaning("pairs_of_runs"), widest="99", is_extra=True),
    )


def pair_groups(study: Study, base: MentionBase, pairs: Sequence[Pair], is_alone: bool) -> list[RowGroup]:
    """Lay out pairs of systems.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions that were counted.
    pairs : sequence of Pair
        In order.
    is_alone : bool
        Whether each pair has one row, so that no type stands below another.
    """
    wanted = [(pair, row) for pair in pairs for row in pair.comparison.rows]
    ends = [end for _, row in wanted for end in (row.bootstrap.low, row.bootstrap.high) if not isnan(end)]
    limits = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)  # one axis for all
    return [_group(PairCells(study, base, pair, row, limits), is_alone) for pair, row in wanted]


def _group(told: "PairCells", is_alone: bool) -> RowGroup:
    """Lay out one row; types stand below their pair, unless one is shown alone."""
    pair, row = told.pair, told.row
    is_below = not is_alone and row.type_name is not None
    listed = TableRow(
        row.type_name or "" if is_below else f"{pair.a} and {pair.b}",
        (pair.a, pair.b, type_or_all(row.type_name)),
        partial(tuple, told),
        is_total=not is_alone and not is_below,
        depth=int(is_below),
        is_dim=row.is_small,
        tooltip="\n".join(filter(None, (f"A is {pair.a}, B is {pair.b}.", row.caveat))),
        prediction=pair.first_a,
    )
    return RowGroup(f"{pair.a}\n{pair.b}\n{row.type_name}", listed)


@dataclass(frozen=True, eq=False)
class PairCells:
    """The cells of a pair in one type, or in all.

    Attributes
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions that were counted.
    pair : Pair
        Whose they are.
    row : ComparedType
        What was found.
    limits : tuple of float
        The ends of the axis of all differences.
    """

    study: Study
    base: MentionBase
    pair: Pair
    row: ComparedType
    limits: tuple[float, float]

    def __iter__(self) -> Iterator[Cell]:
        """Give the cells from left to right."""
        pair, row, spread = self.pair, self.row, self.row.bootstrap
        yield self._score(pair.a, pair.first_a, row.counts_a, row.score_a)
        yield self._score(pair.b, pair.first_b, row.counts_b, row.score_b)
        yield self._difference
        yield self._interval
        yield from map(self._bound, (spread.low, spread.high))
        yield self._count(row.both_right, "both-right", "right", "right")
        yield self._count(row.only_a, "only-a", "right", "wrong")
        yield self._count(row.only_b, "only-b", "wrong", "right")
        yield self._count(row.both_wrong, "both-wrong", "wrong", "wrong")
        yield self._mcnemar
        words = f"{meaning('bootstrap')}\nOver {counted(spread.n_samples, 'draw')} of sentences."
        yield _p_cell(spread.p, "\n".join(filter(None, (words, row.caveat))))
        yield _test_cell(row.over_pairs, meaning("signed_rank"))
        yield _test_cell(row.over_runs, meaning("rank_sum"))
        blocks = row.over_pairs.n_blocks
        yield Cell(f"{blocks:,}", blocks, tooltip=meaning("pairs_of_runs"), is_dim=not blocks)

    def outcome(self, of_a: str, of_b: str) -> Filter:
        """Ask for the mentions that A and B are `right` or `wrong` about."""
        return at_mention(self.study, self._base, Term(of_a, (self.pair.a,)), Term(of_b, (self.pair.b,)))

    @property
    def _base(self) -> MentionBase:
        """The mentions that the row counts."""
        name = self.row.type_name
        return self.base if name is None else replace(self.base, named=frozenset((name,)))

    @property
    def _doors(self) -> Doors:
        return doors_to(self._base, self._base.types_of(self.study))

    @property
    def _discordant(self) -> Filter:
        return any_of(self.outcome("right", "wrong"), self.outcome("wrong", "right"))

    @property
    def _discordant_words(self) -> str:
        """Say what the mentions that one alone has are opened in."""
        if self.row.is_asked_alike:
            return f"the {counted(self.row.only_a + self.row.only_b, 'reference mention')} that one alone has"
        return f"those whose events of {self.pair.a} the filter keeps; Only A and Only B open each side"

    @property
    def _difference(self) -> Cell:
        row, spread = self.row, self.row.bootstrap
        text = signed_text(spread.difference)
        if isnan(spread.difference):
            return Cell(text, Ratio(0, 0), tooltip=_UNDEFINED)
        words = f"{difference_meaning(row.measure)}\nA click opens {self._discordant_words}."
        return Cell(text, spread.difference, self._discordant, "\n".join(filter(None, (words, row.caveat))))

    @property
    def _interval(self) -> Cell:
        """Draw the difference with its interval."""
        spread = self.row.bootstrap
        numbers = [signed_text(value) for value in (spread.difference, spread.low, spread.high)]
        words = "{}: from {} to {}".format(*numbers) if spread.n_samples else _UNDEFINED
        drawn = spread.low, spread.difference, spread.high
        return IntervalCell("", tooltip=words, spread=drawn, limits=self.limits)

    @property
    def _mcnemar(self) -> Cell:
        row = self.row
        discordant = counted(row.only_a + row.only_b, "reference mention")
        words = (
            f"{meaning('mcnemar')}\nOver the {discordant} that one alone has. A click opens {self._discordant_words}."
        )
        return replace(_p_cell(row.mcnemar_p, words), door=self._discordant)

    def _score(self, name: str, run: int, runs: Sequence[Counts], mean: float) -> Cell:
        """Show the score of a system; a click opens what its first run, or the only one, makes of the mentions."""
        measure = self.row.measure
        door = self._doors.either if measure == "F1" else self._doors.reference
        ratios = [Ratio(*counts.parts_of(measure)) for counts in runs]
        if len(ratios) == 1:
            words = f"{measure} of {name}: {ratios[0].numerator:,} / {ratios[0].denominator:,}"
            return Cell(score_text(ratios[0]), ratios[0], door, words, prediction=run)
        each = "; ".join(map(score_text, ratios))
        words = f"{meaning('mean_of_runs')}\nMean of {each}\nA click opens the events of run 1."
        return Cell(score_text(mean), mean, door, words, prediction=run)

    def _bound(self, value: float) -> Cell:
        text, n_samples = signed_text(value), self.row.bootstrap.n_samples
        if isnan(value):
            return Cell(text, Ratio(0, 0), tooltip=_UNDEFINED)
        words = f"{meaning('bootstrap_interval')}\nOver {counted(n_samples, 'draw')} of sentences."
        return Cell(text, value, tooltip="\n".join(filter(None, (words, self.row.caveat))))

    def _count(self, number: int, name: str, of_a: str, of_b: str) -> Cell:
        """Count mentions by outcome; the events are opened in which the base was asked, see `compare`."""
        pair = self.pair
        asked = {"only-a": pair.first_a, "only-b": pair.first_b}.get(name, min(pair.first_a, pair.first_b))
        run = pair.first_a if self._base.is_everything else asked
        words = f"{meaning(name)}\nA is {self.pair.a}, B is {self.pair.b}, each by its first run."
        return count_cell(number, self.outcome(of_a, of_b), words).of_prediction(run)


def _p_cell(p: float | None, words: str) -> Cell:
    if p is None or isnan(p):
        return Cell(UNDEFINED, Ratio(0, 0), tooltip=words)
    return Cell(p_text(p), PValue(p), tooltip=words)


def _test_cell(test: Significance, words: str) -> Cell:
    """Show what a test over runs says, or why it says nothing."""
    said = test.caveat or (f"Over {counted(test.n_blocks, test.unit)}" if test.p is not None else test.lacking)
    return _p_cell(test.p, f"{words}\n{said[:1].upper()}{said[1:]}.")
