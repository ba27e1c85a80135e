"""Tables over data sets: scores, pairs of systems, what makes mentions hard, and who wins in which bucket."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan
from typing import Final, Literal, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import FloatArray
from nerinspect.events.scores import Counts
from nerinspect.events.study import DEFAULT_BUCKETS, Attribute, Study
from nerinspect.lists.table import PValue, Ratio, Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.buckets import f1_tables
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import friedman, signed_rank
from nerinspect.tables.runs import SystemRuns, mean, overall_counts, systems_of


@dataclass(frozen=True, eq=False)
class DataSetResult:
    """What tables over data sets need of one of them; the data itself may be forgotten."""

    name: str
    systems: tuple[SystemRuns, ...]
    counts: tuple[Counts, ...]
    f1_tables: tuple[F1Table, ...]

    def system(self, name: str) -> SystemRuns | None:
        """Find a system by its name."""
        return next((system for system in self.systems if system.name == name), None)

    def f1_of(self, system: str) -> float | None:
        """Give the F1 of a system over all types, the mean over its runs; None if it is not there or undefined."""
        found = self.system(system)
        return found.mean_f1 if found else None

    def rank_of(self, system: str) -> int | None:
        """Tell the place of a system by F1, from 1, equal for equal F1; None where it has none."""
        f1 = self.f1_of(system)
        if f1 is None:
            return None
        return 1 + sum(other.mean_f1 is not None and other.mean_f1 > f1 for other in self.systems)


def data_set_result(
    name: str,
    study: Study,
    attributes: Sequence[Attribute],
    n_wanted: int = DEFAULT_BUCKETS,
    checkpoint: Checkpoint = no_checkpoint,
) -> DataSetResult:
    """Keep what tables over data sets need."""
    tables = tuple(f1_tables(study, attributes, n_wanted, checkpoint=checkpoint)) if attributes else ()
    return DataSetResult(name, systems_of(study), overall_counts(study), tables)


ProjectTable: TypeAlias = Literal["scores", "pairs", "attributes", "winners"]

PROJECT_COLUMNS: Final[Mapping[ProjectTable, tuple[str, ...]]] = {
    "scores": ("data", "system", "runs", "precision", "recall", "f1", "f1_std", "rank"),
    "pairs": (
        "system_a", "system_b", "data_sets", "a_wins", "b_wins", "f1_a", "f1_b", "difference", "signed_rank_p",
    ),
    "attributes": ("data", "attribute", "zeta", "rho", "friedman_p", "blocks"),
    "winners": ("data", "attribute", "bucket", "winner", "f1", "second", "second_f1", "difference"),
}  # fmt: skip

MEAN: Final = "mean"
"""Stands in the column of data sets where a row is about the mean over them."""

_UNDEFINED: Final = Ratio(0, 0)
_FRACTIONS: Final = frozenset(
    ("precision", "recall", "f1", "f1_std", "f1_a", "f1_b", "difference", "second_f1")
)  # fmt: skip
_P_VALUES: Final = frozenset(("signed_rank_p", "friedman_p"))


def project_table(results: Sequence[DataSetResult], kind: ProjectTable) -> Table:
    """Make a table over data sets, in the order of the project; what is undefined is empty.

    `scores`: each system in each data set, then the mean over the data sets it is in; `pairs`: two systems over the
    data sets that both are in, with Wilcoxon's test; `attributes`: the mean value, and how F1 goes with it, by data set
    (Fu et al., 2020); `winners`: the system with the highest F1 in each bucket, and the second. Those without buckets
    have no part in the last two.
    """
    return Table(PROJECT_COLUMNS[kind], list(_ROWS[kind](results)), _FRACTIONS, _P_VALUES)


def system_names(results: Sequence[DataSetResult]) -> tuple[str, ...]:
    """Name the systems of all data sets, each once, in their order."""
    return tuple(dict.fromkeys(system.name for result in results for system in result.systems))


def project_notes(results: Sequence[DataSetResult], kind: ProjectTable) -> list[str]:
    """Say of a table over data sets what its means leave out, and why tests say nothing or little."""
    return list(_NOTES[kind](results)) if kind in _NOTES else []


def notes_on_means(results: Sequence[DataSetResult]) -> list[str]:
    """Say of each system that has no F1 in some data sets how many its mean is over."""
    n_in = {name: sum(result.f1_of(name) is not None for result in results) for name in system_names(results)}
    few = [(name, n) for name, n in n_in.items() if n < len(results) > 1]
    return [f"the mean of {name} is over {n} of {len(results)} data sets" for name, n in few]


def _score_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for result in results:
        for system in result.systems:
            counts = [result.counts[number] for number in system.numbers]
            ratios = [_mean([getattr(one, name) for one in counts]) for name in ("precision", "recall", "f1")]
            rank = result.rank_of(system.name)
            yield result.name, system.name, len(counts), *ratios, _number(system.f1_deviation), rank
    if len(results) > 1:
        for name in system_names(results):
            yield MEAN, name, None, *_means_of(results, name)


def _means_of(results: Sequence[DataSetResult], name: str) -> Iterator[Value]:
    """Average the scores and the ranks of a system over the data sets it is in."""
    there = [(result, system) for result in results if (system := result.system(name))]
    for ratio in ("precision", "recall", "f1"):
        of_sets = [_defined_mean([getattr(r.counts[n], ratio) for n in s.numbers]) for r, s in there]
        yield _number(mean([value for value in of_sets if value is not None]))
    yield None
    yield _number(mean([rank for result, _ in there if (rank := result.rank_of(name))]))


def _pair_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for a, b in combinations(system_names(results), 2):
        f1_a, f1_b = _f1_of_both(results, a, b)
        wins = int((f1_a > f1_b).sum()), int((f1_b > f1_a).sum())
        means = [_number(float(side.mean()) if len(side) else None) for side in (f1_a, f1_b, f1_a - f1_b)]
        yield a, b, len(f1_a), *wins, *means, PValue.of(signed_rank(f1_a, f1_b).p)


def _f1_of_both(results: Sequence[DataSetResult], a: str, b: str) -> FloatArray:
    """Give the F1 of two systems, a row each, in the data sets where both have one."""
    pairs = [(result.f1_of(a), result.f1_of(b)) for result in results]
    return np.array([pair for pair in pairs if None not in pair], dtype=np.float64).reshape(-1, 2).T


def _attribute_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for result in results:
        for table in result.f1_tables:
            test = friedman(table.by_run)
            numbers = _number(table.zeta), _number(table.rho), PValue.of(test.p), test.n_blocks
            yield result.name, table.attribute.name, *numbers


def _winner_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for result in results:
        for table in result.f1_tables:
            for bucket, f1 in zip(table.buckets, table.by_system.T.tolist(), strict=True):
                defined = [pair for pair in zip(table.systems, f1, strict=True) if not isnan(pair[1])]
                ranked = sorted(defined, key=lambda pair: -pair[1])
                (winner, best), (second, next_best) = [*ranked, (None, None), (None, None)][:2]
                difference = best - next_best if best is not None and next_best is not None else None
                numbers = winner, _number(best), second, _number(next_best), _number(difference)
                yield result.name, table.attribute.name, bucket.name, *numbers


_ROWS: Final[Mapping[ProjectTable, Callable[[Sequence[DataSetResult]], Iterator[Row]]]] = {
    "scores": _score_rows,
    "pairs": _pair_rows,
    "attributes": _attribute_rows,
    "winners": _winner_rows,
}


def _pair_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    for a, b in combinations(system_names(results), 2):
        if words := signed_rank(*_f1_of_both(results, a, b)).shortcoming:
            yield f"signed_rank_p for {a} and {b} {words}"


def _attribute_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    """Say where Friedman's test lacks something: of a data set, or of some of its attributes."""
    for result in results:
        lacking = {table.attribute.name: friedman(table.by_run).shortcoming for table in result.f1_tables}
        for words in dict.fromkeys(filter(None, lacking.values())):
            names = [name for name, own in lacking.items() if own == words]
            where = result.name if len(names) == len(lacking) else f"{result.name} ({', '.join(names)})"
            yield f"friedman_p for {where} {words}"


_NOTES: Final[Mapping[ProjectTable, Callable[[Sequence[DataSetResult]], Iterable[str]]]] = {
    "scores": notes_on_means,
    "pairs": _pair_notes,
    "attributes": _attribute_notes,
}


def _defined_mean(values: Sequence[float]) -> float | None:
    return mean([value for value in values if not isnan(value)])


def _mean(values: Sequence[float]) -> Value:
    return _number(_defined_mean(values))


def _number(value: float | None) -> Value:
    return _UNDEFINED if value is None or isnan(value) else float(value)
