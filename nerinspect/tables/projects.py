"""Tables over data sets: scores, pairs of systems, what makes mentions hard, and who wins in which bucket."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from math import isnan
from typing import Final, Literal, TypeAlias

import numpy as np

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.checking.repair_effects import NO_CHANGES
from nerinspect.corpus.arrays import FloatArray
from nerinspect.corpus.types import ALL_TYPES, TypeChanges
from nerinspect.events.scores import Counts
from nerinspect.events.study import DEFAULT_BUCKETS, NO_VALUE, RELATION_SETTINGS, Attribute, RelationSetting, Study
from nerinspect.lists.table import PValue, Ratio, Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.buckets import f1_tables
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import Significance, friedman, signed_rank
from nerinspect.tables.annotation import (
    REPAIR_COLUMNS,
    REPAIRS,
    RIGHT_COLUMNS,
    RepairedSystem,
    repair_notes,
    repair_table,
    repaired_systems,
)
from nerinspect.tables.runs import (
    SystemRuns,
    mean,
    number_cell,
    over_runs,
    overall_counts,
    sample_deviation,
    scores_over_runs,
    systems_of,
)
from nerinspect.tables.tough import SubsetCounts, count_tough
from nerinspect.training.tough import NESTED_SUBSETS, is_small

Feature: TypeAlias = str | int | float
"""What is said of a system: a number such as the size of its training data, or a word such as that of its encoder."""


@dataclass(frozen=True, eq=False)
class DataSetResult:
    """What tables over data sets need of one of them; the data itself may be forgotten.

    `relations`: by setting the counts of each prediction by part, as `PARTS_OF_RELATIONS` lists them; none without
    relations. `repairs`: what the repairs do to each system; none where no label had to be repaired.
    """

    name: str
    systems: tuple[SystemRuns, ...]
    counts: tuple[Counts, ...]
    f1_tables: tuple[F1Table, ...]
    tough: SubsetCounts | None = None  # its tough mentions; None without training data
    relations: Mapping[RelationSetting, Sequence[Sequence[Counts]]] = field(default_factory=dict)
    features: Mapping[str, Mapping[str, Feature]] = field(default_factory=dict)  # what the project says of systems
    repairs: tuple[RepairedSystem, ...] = ()

    def system(self, name: str) -> SystemRuns | None:
        return next((system for system in self.systems if system.name == name), None)

    def of_attribute(self, name: str) -> "DataSetResult":
        """Keep the buckets of one attribute alone."""
        return replace(self, f1_tables=tuple(table for table in self.f1_tables if table.attribute.name == name))

    def f1_of(self, system: str) -> float | None:
        """Give the F1 of a system over all types, the mean over its runs; None if it is not there or undefined."""
        found = self.system(system)
        return found.mean_f1 if found else None

    def counts_of(self, system: str) -> list[Counts]:
        """Give what each run of a system scores over all types; none if it is not there."""
        found = self.system(system)
        return [self.counts[number] for number in found.numbers] if found else []

    def relations_of(self, system: str, setting: RelationSetting, place: int) -> list[Counts]:
        """Count for each run of a system the relations of the part at a place; none if it is not there."""
        found = self.system(system)
        return [self.relations[setting][run][place] for run in found.numbers] if found and self.relations else []

    def rank_of(self, system: str) -> int | None:
        """Tell the place of a system by F1, from 1, equal for equal F1; None where it has none."""
        f1 = self.f1_of(system)
        if f1 is None:
            return None
        return 1 + sum(other.mean_f1 is not None and other.mean_f1 > f1 for other in self.systems)

    def table_of(self, attribute: str) -> F1Table | None:
        """Find the buckets of an attribute; None without a value of it."""
        return next((table for table in self.f1_tables if table.attribute.name == attribute), None)

    def runs_in(self, system: str, attribute: str, bucket: str) -> tuple[list[int], FloatArray]:
        """Give the reference members of a bucket for each run, none if it is not there, and the F1 of each."""
        table = self.table_of(attribute)
        places = [place for place, own in enumerate(table.buckets) if own.name == bucket] if table else []
        if table is None or not places or system not in table.systems:
            return [], np.empty(0)
        runs = [*table.runs[table.systems.index(system)]]
        return table.counts[runs, 0, places[0]].tolist(), table.by_run[runs, places[0]]

    def recalls_of(self, system: str, subset: str) -> list[Ratio]:
        """Give the recall of each run of a system in a subset of tough mentions; none if it is not there."""
        found = self.system(system)
        return self.tough.recall([*found.numbers], subset) if self.tough is not None and found else []

    def recall_of(self, system: str, subset: str) -> float | None:
        """Give the mean of these over the runs; None if it is not there or undefined."""
        return mean(recall.value for recall in self.recalls_of(system, subset))


ProjectTable: TypeAlias = Literal[
    "scores", "pairs", "attributes", "model", "winners", "buckets", "increase", "bucket-pairs", "friedman",
    "tough", "tough-pairs", "relations", "features", "repairs",
]  # fmt: skip


def data_set_result(
    name: str,
    study: Study,
    attributes: Sequence[Attribute],
    n_wanted: int = DEFAULT_BUCKETS,
    checkpoint: Checkpoint = no_checkpoint,
    show: ProjectTable | None = None,
    features: Mapping[str, Mapping[str, Feature]] | None = None,
    changes: TypeChanges = NO_CHANGES,
) -> DataSetResult:
    """Keep what tables over data sets need, or just one of them.

    `features` are those of the project, `changes` the type changes with which the study was read.
    """
    tables = tuple(f1_tables(study, attributes, n_wanted, checkpoint=checkpoint)) if attributes else ()
    tough = count_tough(study) if study.training is not None and show in (None, "tough", "tough-pairs") else None
    is_repaired = show in (None, "repairs") and any(one.annotation.source.n_invalid for one in study.predictions)
    repairs = tuple(repaired_systems(study, changes, checkpoint)) if is_repaired else ()
    relations: dict[RelationSetting, Sequence[Sequence[Counts]]] = {}
    if show in (None, "relations") and study.reference.relations is not None:
        from nerinspect.tables.retention import relation_counts  # most studies have no relations

        relations = {one: [by_type[0] for by_type in relation_counts(study, one)] for one in RELATION_SETTINGS}
    return DataSetResult(
        name, systems_of(study), overall_counts(study), tables, tough, relations, features or {}, repairs
    )


MEAN: Final = "mean"  # stands in the column of data sets where a row is about the mean over them

_FRACTIONS: Final = frozenset(
    (
        "precision", "recall", "f1", "f1_std", "f1_a", "f1_b", "difference", "second_f1", "share", "recall_std",
        "recall_a", "recall_b", "increase", "std",
        *(name for name in REPAIR_COLUMNS if name.startswith(("f1", "difference"))),
    )
)  # fmt: skip
_OTHER_NUMBERS: Final = frozenset(
    ("signed_rank_p", "friedman_p", "recalled", "invalid", "invalid_std", "rank_sum_p", *RIGHT_COLUMNS)
)


def project_table(results: Sequence[DataSetResult], kind: ProjectTable) -> Table:
    """Make a table over data sets, in the order of the project; what is undefined is empty.

    `scores`: each system in each data set, then the mean over the data sets it is in; `pairs`: two systems over the
    data sets that both are in, with Wilcoxon's test; `attributes`: the mean value, and how F1 goes with it, by data set
    (Fu et al., 2020); `model`: the same for each system, with the spread of F1, then the means; `winners`: the system
    with the highest F1 in each bucket, and the second; `buckets`: F1 in each bucket, then the means; `increase`: how
    far A is ahead of B there, and relative to B; `bucket-pairs`: pairs in each bucket; `friedman`: whether buckets
    differ for a system, data sets are blocks; `tough`: the share of each subset of tough mentions and its recall, then
    the means; `tough-pairs`: pairs in each subset (Tu and Lignos, 2021); `relations`: scores on what training has of
    relations, then the means; `features`: F1 of systems that are alike in what the project says of them, then the
    means; `repairs`: F1 under each repair of invalid transitions, by type, then the means over data sets. Data sets
    without buckets, training data or relations have no part in what asks for them.
    """
    table = _TABLES[kind]
    return Table(table.columns, list(table.rows(results)), _FRACTIONS, _OTHER_NUMBERS)


def system_names(results: Sequence[DataSetResult]) -> tuple[str, ...]:
    """Name the systems of all data sets, each once, in their order."""
    return tuple(dict.fromkeys(system.name for result in results for system in result.systems))


def attribute_names(results: Sequence[DataSetResult]) -> tuple[str, ...]:
    """Name the attributes of all data sets, each once: those that are built in, in their order, then all others."""
    known = [one.name for one in BUILT_IN]
    names = dict.fromkeys(table.attribute.name for result in results for table in result.f1_tables)
    return tuple(sorted(names, key=lambda name: known.index(name) if name in known else len(known)))


def bucket_names(results: Sequence[DataSetResult], attribute: str) -> tuple[str, ...]:
    """Name the buckets of an attribute in all data sets, each once, in their order."""
    tables = filter(None, (result.table_of(attribute) for result in results))
    return tuple(dict.fromkeys(bucket.name for table in tables for bucket in table.buckets))


def every_bucket(results: Sequence[DataSetResult]) -> list[tuple[str, str]]:
    """List the buckets of all attributes, by the names of attribute and bucket."""
    return [(name, bucket) for name in attribute_names(results) for bucket in bucket_names(results, name)]


def project_notes(results: Sequence[DataSetResult], kind: ProjectTable) -> list[str]:
    """Say of a table over data sets what its means leave out, and why tests say nothing or little."""
    return list(_TABLES[kind].notes(results))


def notes_on_means(results: Sequence[DataSetResult]) -> list[str]:
    """Say of each system that has no F1 in some data sets how many its mean is over."""
    n_in = {name: sum(result.f1_of(name) is not None for result in results) for name in system_names(results)}
    few = [(name, n) for name, n in n_in.items() if n < len(results) > 1]
    return [f"the mean of {name} is over {n} of {len(results)} data sets" for name, n in few]


Score: TypeAlias = Callable[[DataSetResult, str], float | None]
"""What a system scores in a data set; None if it is not there or undefined."""

_RATIOS: Final = ("precision", "recall", "f1")


def _mean_ratio(ratio: str) -> Score:
    """Score systems by precision, recall or F1 over all types, the mean over their runs."""
    return lambda result, system: mean(getattr(counts, ratio) for counts in result.counts_of(system))


def _score_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    scores = [_mean_ratio(ratio) for ratio in _RATIOS]
    for result in results:
        for system in result.systems:
            ratios = (number_cell(score(result, system.name)) for score in scores)
            others = number_cell(system.f1_deviation), result.rank_of(system.name)
            yield result.name, system.name, len(system.numbers), *ratios, *others
    if len(results) > 1:
        for name in system_names(results):
            means = (number_cell(mean_over(results, name, score)) for score in scores)
            yield MEAN, name, None, *means, None, number_cell(mean_over(results, name, DataSetResult.rank_of))


def scores_of_both(results: Sequence[DataSetResult], a: str, b: str, score: Score) -> FloatArray:
    """Give what two systems score, a row each, in the data sets where both score something."""
    pairs = [(score(result, a), score(result, b)) for result in results]
    return np.array([pair for pair in pairs if None not in pair], dtype=np.float64).reshape(-1, 2).T


_Parts: TypeAlias = Callable[[Sequence[DataSetResult]], Mapping[tuple[str, ...], Score]]
"""What pairs of systems are compared in: by the names of each part how it is scored."""


def _whole(_results: Sequence[DataSetResult]) -> Mapping[tuple[str, ...], Score]:
    return {(): DataSetResult.f1_of}


def _by_subset(_results: Sequence[DataSetResult]) -> Mapping[tuple[str, ...], Score]:
    return {(subset,): recall_in(subset) for subset, _ in NESTED_SUBSETS}


def _by_bucket(results: Sequence[DataSetResult]) -> Mapping[tuple[str, ...], Score]:
    return {one: f1_in(*one) for one in every_bucket(results)}


def _pair_rows(parts: _Parts, results: Sequence[DataSetResult]) -> Iterator[Row]:
    for a, b in combinations(system_names(results), 2):
        for part, score in parts(results).items():
            yield a, b, *part, *_over_both(results, a, b, score)


def _pair_notes(parts: _Parts, results: Sequence[DataSetResult]) -> Iterator[str]:
    """Say where the test of a pair lacks something: everywhere, or in so many of its parts."""
    scores = parts(results).values()
    for a, b in combinations(system_names(results), 2):
        said = Counter(signed_rank(*scores_of_both(results, a, b, score)).shortcoming for score in scores)
        for words, n in said.items():
            where = "" if n == len(scores) else f" in {grouped(n)} of {counted(len(scores), 'row')}"
            if words:
                yield f"signed_rank_p for {a} and {b}{where} {words}"


def _over_both(results: Sequence[DataSetResult], a: str, b: str, score: Score) -> Row:
    """Count the data sets in which each is ahead, average over those that have both, and test the difference."""
    of_a, of_b = scores_of_both(results, a, b, score)
    wins = int((of_a > of_b).sum()), int((of_b > of_a).sum())
    means = [number_cell(float(side.mean()) if len(side) else None) for side in (of_a, of_b, of_a - of_b)]
    return len(of_a), *wins, *means, PValue.of(signed_rank(of_a, of_b).p)


def _tough_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    known = [(result, result.tough) for result in results if result.tough is not None]
    for result, tough in known:
        for subset, _ in NESTED_SUBSETS:
            size = tough.size(subset)
            for system in result.systems:
                recalls = result.recalls_of(system.name, subset)
                recalled, _ = over_runs([recall.numerator for recall in recalls])
                head = result.name, subset, size.numerator, size if size.numerator else None, system.name, recalled
                yield *head, *over_runs(recalls)
    if len(known) > 1:
        for subset, _ in NESTED_SUBSETS:
            share = mean(tough.size(subset).value for _, tough in known)
            for name in system_names(results):
                recall = mean_over([result for result, _ in known], name, recall_in(subset))
                yield MEAN, subset, None, number_cell(share), name, None, number_cell(recall), None


def recall_in(subset: str) -> Score:
    """Score systems by their recall in a subset of tough mentions."""
    return lambda result, system: result.recall_of(system, subset)


def _attribute_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for result in results:
        for table in result.f1_tables:
            test = friedman(table.by_run)
            numbers = number_cell(table.zeta), number_cell(table.rho), PValue.of(test.p), test.n_blocks
            yield result.name, table.attribute.name, *numbers


def spearman_with(attribute: str) -> Score:
    """Score systems by the correlation of their F1 with the buckets of an attribute."""
    return lambda result, system: _of_system(result.table_of(attribute), system, "spearman")


def spread_over(attribute: str) -> Score:
    """Score systems by the standard deviation of their F1 over the buckets of an attribute."""
    return lambda result, system: _of_system(result.table_of(attribute), system, "deviation")


def _of_system(table: F1Table | None, system: str, name: Literal["spearman", "deviation"]) -> float | None:
    if table is None or system not in table.systems:
        return None
    value = float(getattr(table, name)[table.systems.index(system)])
    return None if isnan(value) else value


def _model_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for result in results:
        for system in result.systems:
            for table in result.f1_tables:
                attribute = table.attribute.name
                numbers = (score(attribute)(result, system.name) for score in (spearman_with, spread_over))
                yield result.name, system.name, attribute, *map(number_cell, numbers)
    if len(results) > 1:
        for name in system_names(results):
            for attribute in attribute_names(results):
                means = (mean_over(results, name, score(attribute)) for score in (spearman_with, spread_over))
                yield MEAN, name, attribute, *map(number_cell, means)


def mean_over(results: Sequence[DataSetResult], system: str, score: Score) -> float | None:
    """Average what a system scores over the data sets where that is defined; None without any."""
    return mean(score(result, system) for result in results)


def _winner_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for result in results:
        for table in result.f1_tables:
            for bucket, f1 in zip(table.buckets, table.by_system.T.tolist(), strict=True):
                defined = [pair for pair in zip(table.systems, f1, strict=True) if not isnan(pair[1])]
                ranked = sorted(defined, key=lambda pair: -pair[1])
                (winner, best), (second, next_best) = [*ranked, (None, None), (None, None)][:2]
                difference = best - next_best if best is not None and next_best is not None else None
                numbers = winner, number_cell(best), second, number_cell(next_best), number_cell(difference)
                yield result.name, table.attribute.name, bucket.name, *numbers


def f1_in(attribute: str, bucket: str) -> Score:
    """Score systems by their F1 in a bucket, the mean over their runs."""
    return lambda result, system: mean(result.runs_in(system, attribute, bucket)[1].tolist())


def _bucket_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    every = every_bucket(results)
    for result in results:
        for attribute, bucket in every:
            for system in result.systems:
                n_reference, f1 = result.runs_in(system.name, attribute, bucket)
                if n_reference:
                    n = n_reference[0] if len({*n_reference}) == 1 else mean(n_reference)
                    numbers = mean(f1.tolist()), sample_deviation(f1.tolist())
                    yield result.name, attribute, bucket, system.name, n, *map(number_cell, numbers)
    if len(results) > 1:
        for attribute, bucket in every:
            for name in system_names(results):
                found = mean_over(results, name, f1_in(attribute, bucket))
                yield MEAN, attribute, bucket, name, None, number_cell(found), None


def _increase_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    every = every_bucket(results)
    for result in results:
        for attribute, bucket in every:
            score = f1_in(attribute, bucket)
            for a, b in combinations([system.name for system in result.systems], 2):
                if result.runs_in(a, attribute, bucket)[0]:
                    f1 = score(result, a), score(result, b)
                    head = result.name, attribute, bucket, a, b
                    yield *head, *map(number_cell, f1), number_cell(difference_of(*f1)), number_cell(increase_of(*f1))


def difference_of(a: float | None, b: float | None) -> float | None:
    """Subtract the score of B from that of A; None if either is undefined."""
    return None if a is None or b is None else a - b


def increase_of(a: float | None, b: float | None) -> float | None:
    """Relate that difference to the score of B; None where that is 0."""
    return (a - b) / b if a is not None and b else None


def friedman_of(results: Sequence[DataSetResult], system: str, attribute: str) -> Significance:
    """Test whether the buckets of an attribute differ in F1 for a system, with data sets as blocks."""
    scores = [f1_in(attribute, bucket) for bucket in bucket_names(results, attribute)]
    f1 = [[NO_VALUE if (one := score(result, system)) is None else one for score in scores] for result in results]
    return friedman(np.array(f1, dtype=np.float64).reshape(len(results), len(scores)))


def _friedman_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    for system in system_names(results):
        for attribute in attribute_names(results):
            test = friedman_of(results, system, attribute)
            yield system, attribute, PValue.of(test.p), test.n_blocks


def relation_score_in(setting: RelationSetting, place: int, ratio: str = "f1") -> Score:
    """Score systems by precision, recall or F1 of the relations of a part, the mean over their runs."""
    return lambda result, system: mean(getattr(one, ratio) for one in result.relations_of(system, setting, place))


def _relation_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    from nerinspect.tables.retention import PARTS_OF_RELATIONS

    known = [result for result in results if result.relations]
    parts = [(setting, place) for setting in RELATION_SETTINGS for place in range(len(PARTS_OF_RELATIONS))]
    for result in known:
        for system in result.systems:
            for setting, place in parts:
                runs = result.relations_of(system.name, setting, place)
                deviation = number_cell(sample_deviation(one.f1 for one in runs))
                yield result.name, system.name, setting, PARTS_OF_RELATIONS[place], *scores_over_runs(runs), deviation
    if len(known) > 1:
        for name in system_names(known):
            for setting, place in parts:
                scores = (relation_score_in(setting, place, ratio) for ratio in _RATIOS)
                means = (number_cell(mean_over(known, name, score)) for score in scores)
                yield MEAN, name, setting, PARTS_OF_RELATIONS[place], None, None, None, *means, None


def repaired(result: DataSetResult, system: str) -> RepairedSystem | None:
    """Find what the repairs do to a system; None if it is not there, or nothing had to be repaired."""
    return next((one for one in result.repairs if one.name == system), None)


def repaired_f1(place: int) -> Score:
    """Score systems by their F1 under one of `REPAIRS`, the mean over their runs."""

    def score(result: DataSetResult, system: str) -> float | None:
        found = repaired(result, system)
        return mean(f1.value for f1 in found.f1(place)) if found else None

    return score


def _repair_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    known = [result for result in results if result.repairs]
    for result in known:
        yield from ((result.name, *row) for row in repair_table(result.repairs).rows)
    for name in system_names(known) if len(known) > 1 else ():
        cells: list[Value] = []
        for score in (repaired_f1(0), repaired_f1(1), repair_gain):
            cells += [number_cell(mean_over(known, name, score)), None]
        yield MEAN, name, ALL_TYPES, None, None, None, *[None] * len(RIGHT_COLUMNS), *cells, PValue.of(None)


def repair_gain(result: DataSetResult, system: str) -> float | None:
    """Give the mean over the runs of F1 under the second repair less that under the first."""
    return difference_of(*(repaired_f1(place)(result, system) for place in reversed(range(len(REPAIRS)))))


@dataclass(frozen=True)
class FeatureGroup:
    """Systems that are alike in a feature; if it is a number, in all `others` too, which tell curves apart."""

    feature: str
    value: Feature
    others: str
    systems: tuple[str, ...]

    def f1_of(self, result: DataSetResult, _system: str = "") -> float | None:
        """Average their F1 in a data set; None if none of them has one."""
        return mean(result.f1_of(name) for name in self.systems)

    def deviation_of(self, result: DataSetResult) -> float | None:
        """Give the sample standard deviation of their F1, or that of the only one over its runs."""
        there = [found for name in self.systems if (found := result.system(name)) and found.mean_f1 is not None]
        if len(there) == 1:
            return there[0].f1_deviation
        return sample_deviation(found.mean_f1 for found in there)


def feature_groups(results: Sequence[DataSetResult], systems: Sequence[str] | None = None) -> list[FeatureGroup]:
    """Group systems of a project (None for all) by each of their features; numbers ascend, in each curve."""
    features = results[0].features if results else {}
    said = {name: features[name] for name in systems or system_names(results) if name in features}
    found = []
    for feature in dict.fromkeys(feature for own in said.values() for feature in own):
        own = {name: values[feature] for name, values in said.items() if feature in values}
        are_numbers = all(not isinstance(value, str) for value in own.values())
        groups: dict[tuple[str, Feature], list[str]] = {}
        for name, value in own.items():
            others = (f"{other} {one}" for other, one in said[name].items() if other != feature) if are_numbers else ()
            groups.setdefault((", ".join(others), value), []).append(name)
        if are_numbers:
            curves = list(dict.fromkeys(others for others, _ in groups))
            groups = dict(sorted(groups.items(), key=lambda one: (curves.index(one[0][0]), float(one[0][1]))))
        found += [FeatureGroup(feature, value, others, tuple(names)) for (others, value), names in groups.items()]
    return found


def _feature_rows(results: Sequence[DataSetResult]) -> Iterator[Row]:
    groups = feature_groups(results)
    for result in results:
        for one in groups:
            if n := sum(result.system(name) is not None for name in one.systems):
                numbers = number_cell(one.f1_of(result)), number_cell(one.deviation_of(result))
                yield result.name, one.feature, str(one.value), one.others, n, *numbers
    if len(results) > 1:
        for one in groups:
            f1 = mean(map(one.f1_of, results))
            yield MEAN, one.feature, str(one.value), one.others, len(one.systems), number_cell(f1), None


def _tough_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    """Say which data sets have no tough mentions, which subsets are small, and what the means leave out."""
    yield from _without_tough(results)
    known = {result.name: result.tough for result in results if result.tough is not None}
    for name, tough in known.items():
        if small := [one for one, _ in NESTED_SUBSETS if is_small_part(tough.size(one))]:
            yield f"{name}: small, with fewer than 1 % of the mentions: {', '.join(small)}"
    yield from notes_on_means([result for result in results if result.tough is not None])
    for subset, _ in NESTED_SUBSETS:
        n = sum(tough.size(subset).numerator > 0 for tough in known.values())
        if 0 < n < len(known):
            yield f"recall in {subset} is averaged over {n} of {len(known)} data sets: the others have no such mention"


def _relation_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    yield from (f"{result.name} has no relations" for result in results if not result.relations)
    yield from notes_on_means([result for result in results if result.relations])


def _feature_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    features, names = results[0].features if results else {}, system_names(results)
    if not features:
        yield "the project describes no systems; add a line such as [systems.mbert] and features below it"
    yield from (
        f"{name}, whose features the project names, is in no data set" for name in features if name not in names
    )
    if without := [name for name in names if features and name not in features]:
        yield f"without features, so in no group: {', '.join(without)}"
    yield from notes_on_means(results)


def _repair_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    yield from (f"{result.name} has no label to repair" for result in results if not result.repairs)
    known = [result for result in results if result.repairs]
    yield from dict.fromkeys(next(repair_notes(result.repairs)) for result in known)
    for result in known:
        yield from (f"{result.name}: {note}" for note in [*repair_notes(result.repairs)][1:])


def _tough_pair_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    yield from _without_tough(results)
    yield from _pair_notes(_by_subset, results)


def _without_tough(results: Sequence[DataSetResult]) -> Iterator[str]:
    for result in results:
        if result.tough is None:
            yield f"{result.name}: there is no training data, so it has no tough mentions; name it in the project"


def _attribute_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    for result in results:
        tests = {table.attribute.name: friedman(table.by_run) for table in result.f1_tables}
        yield from _notes_on_friedman(result.name, tests)


def _model_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    """Say where a number is not defined in all data sets: for which systems, and which attributes of each."""
    names = attribute_names(results)
    for column, score in (("spearman", spearman_with), ("std", spread_over)):
        said: dict[tuple[int, tuple[str, ...]], list[str]] = {}
        for system in system_names(results):
            n_in = [sum(score(name)(result, system) is not None for result in results) for name in names]
            for n in dict.fromkeys(n for n in n_in if n < len(results)):
                lacking = tuple(name for name, own in zip(names, n_in, strict=True) if own == n)
                said.setdefault((n, lacking), []).append(system)
        for (n, lacking), systems in said.items():
            what = f"{column} of {', '.join(systems)}" + ("" if lacking == names else f" for {', '.join(lacking)}")
            yield (
                f"{what} is defined in {grouped(n)} of {counted(len(results), 'data set')}"
                if n
                else f"{what} is undefined"
            )


def _friedman_notes(results: Sequence[DataSetResult]) -> Iterator[str]:
    for system in system_names(results):
        names = attribute_names(results)
        yield from _notes_on_friedman(system, {name: friedman_of(results, system, name) for name in names})


def _notes_on_friedman(name: str, tests: Mapping[str, Significance]) -> Iterator[str]:
    """Say where Friedman's test lacks something: of a data set or a system, or of some of the attributes."""
    lacking = {attribute: test.shortcoming for attribute, test in tests.items()}
    for words in dict.fromkeys(filter(None, lacking.values())):
        names = [attribute for attribute, own in lacking.items() if own == words]
        where = name if len(names) == len(lacking) else f"{name} ({', '.join(names)})"
        yield f"friedman_p for {where} {words}"


def is_small_part(size: Ratio) -> bool:
    """Tell whether a subset has fewer than 1 % of the mentions."""
    return is_small(size.numerator, size.denominator)


@dataclass(frozen=True)
class _ProjectTable:
    """One of the tables: its columns, what gives its rows and its notes, and whether it is about buckets."""

    columns: tuple[str, ...]
    rows: Callable[[Sequence[DataSetResult]], Iterator[Row]]
    notes: Callable[[Sequence[DataSetResult]], Iterable[str]] = lambda _results: ()
    has_buckets: bool = False


_WINS: Final = ("data_sets", "a_wins", "b_wins")
_F1_OF_BOTH: Final = ("f1_a", "f1_b", "difference")

_TABLES: Final[Mapping[ProjectTable, _ProjectTable]] = {
    "scores": _ProjectTable(
        ("data", "system", "runs", "precision", "recall", "f1", "f1_std", "rank"), _score_rows, notes_on_means
    ),
    "pairs": _ProjectTable(
        ("system_a", "system_b", *_WINS, *_F1_OF_BOTH, "signed_rank_p"),
        partial(_pair_rows, _whole), partial(_pair_notes, _whole),
    ),
    "attributes": _ProjectTable(
        ("data", "attribute", "zeta", "rho", "friedman_p", "blocks"), _attribute_rows, _attribute_notes, True
    ),
    "model": _ProjectTable(("data", "system", "attribute", "spearman", "std"), _model_rows, _model_notes, True),
    "winners": _ProjectTable(
        ("data", "attribute", "bucket", "winner", "f1", "second", "second_f1", "difference"),
        _winner_rows, has_buckets=True,
    ),
    "buckets": _ProjectTable(
        ("data", "attribute", "bucket", "system", "reference", "f1", "f1_std"), _bucket_rows, notes_on_means, True
    ),
    "increase": _ProjectTable(
        ("data", "attribute", "bucket", "system_a", "system_b", *_F1_OF_BOTH, "increase"),
        _increase_rows, has_buckets=True,
    ),
    "bucket-pairs": _ProjectTable(
        ("system_a", "system_b", "attribute", "bucket", *_WINS, *_F1_OF_BOTH, "signed_rank_p"),
        partial(_pair_rows, _by_bucket), partial(_pair_notes, _by_bucket), True,
    ),
    "friedman": _ProjectTable(("system", "attribute", "friedman_p", "blocks"), _friedman_rows, _friedman_notes, True),
    "tough": _ProjectTable(
        ("data", "subset", "mentions", "share", "system", "recalled", "recall", "recall_std"), _tough_rows, _tough_notes
    ),
    "tough-pairs": _ProjectTable(
        ("system_a", "system_b", "subset", *_WINS, "recall_a", "recall_b", "difference", "signed_rank_p"),
        partial(_pair_rows, _by_subset), _tough_pair_notes,
    ),
    "relations": _ProjectTable(
        (
            "data", "system", "setting", "part",
            "reference", "predicted", "correct", "precision", "recall", "f1", "f1_std",
        ),
        _relation_rows, _relation_notes,
    ),
    "features": _ProjectTable(
        ("data", "feature", "value", "others", "systems", "f1", "f1_std"), _feature_rows, _feature_notes
    ),
    "repairs": _ProjectTable(("data", *REPAIR_COLUMNS), _repair_rows, _repair_notes),
}  # fmt: skip

PROJECT_COLUMNS: Final = {kind: table.columns for kind, table in _TABLES.items()}  # the columns of each table

WITH_BUCKETS: Final = frozenset(kind for kind, table in _TABLES.items() if table.has_buckets)
"""The tables of which the number of buckets and the attributes can be chosen."""
