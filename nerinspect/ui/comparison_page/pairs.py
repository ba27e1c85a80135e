"""Two systems and what tests say of them, seen from either side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from nerinspect.analysis.outcomes import ONLY_A, ONLY_B
from nerinspect.query.comparison import ComparedType, Comparison
from nerinspect.results.compare_table import ComparedPair


@dataclass(frozen=True)
class Pair:
    """System A beside system B.

    Attributes
    ----------
    a, b : str
        Their names.
    first_a, first_b : int
        Their first runs, whose mentions are counted by outcome.
    comparison : Comparison
        What was found.
    """

    a: str
    b: str
    first_a: int
    first_b: int
    comparison: Comparison

    @property
    def exchanged(self) -> "Pair":
        """Say the same from the side of B."""
        found = self.comparison
        overall, *by_type = map(_exchanged, found.rows)
        return Pair(self.b, self.a, self.first_b, self.first_a, Comparison(overall, tuple(by_type), found.n_samples))

    def in_types(self, types: Sequence[str | None]) -> "Pair | None":
        """Keep the mentions of some types, None for all together; None if none of these is counted."""
        rows = [row for row in self.comparison.rows if row.type_name in types]
        if not rows:
            return None
        return replace(self, comparison=Comparison(rows[0], tuple(rows[1:]), self.comparison.n_samples))

    @property
    def named(self) -> ComparedPair:
        """Give it as result tables take it."""
        return ComparedPair(self.a, self.b, self.comparison)


def named_pairs(runs: dict[str, list[int]], found: Iterable[Comparison]) -> list[Pair]:
    """Say which systems were compared.

    Parameters
    ----------
    runs : dict of str to list of int
        The predictions of each system.
    found : iterable of Comparison
        Each system with each behind it, in order; the last ones may be missing.
    """
    names = combinations(runs, 2)
    return [Pair(a, b, runs[a][0], runs[b][0], one) for (a, b), one in zip(names, found, strict=False)]


def against_all(pairs: Sequence[Pair], system: str) -> list[Pair]:
    """Choose the pairs of one system and let it be A in each; all pairs as they are, if there is no name."""
    if not system:
        return list(pairs)
    own = [pair for pair in pairs if system in (pair.a, pair.b)]
    return [pair if pair.a == system else pair.exchanged for pair in own]


def _exchanged(row: ComparedType) -> ComparedType:
    spread, outcomes = row.bootstrap, list(row.n_outcomes)
    outcomes[ONLY_A], outcomes[ONLY_B] = outcomes[ONLY_B], outcomes[ONLY_A]
    return replace(
        row,
        counts_a=row.counts_b,
        counts_b=row.counts_a,
        score_a=row.score_b,
        score_b=row.score_a,
        bootstrap=replace(spread, difference=-spread.difference, low=-spread.high, high=-spread.low),
        n_outcomes=tuple(outcomes),
    )
