"""Figures that are tables with drawn cells: pairs of systems, diagnoses, agreement, projects."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from math import isnan
from typing import Final, TypeAlias

import numpy as np

from nerinspect.attributes.built_in import attributes_of
from nerinspect.attributes.plugins import chosen_attributes
from nerinspect.charts.scores import chosen_systems, sentence
from nerinspect.charts.values import Drawn, Figure, Grid
from nerinspect.corpus.types import type_or_all
from nerinspect.errors import CommandError, UnknownNameError, shown
from nerinspect.events.scores import UNDEFINED, Measure, percent_text
from nerinspect.events.study import DEFAULT_BUCKETS, RELATION_SETTINGS, Study
from nerinspect.quantities import counted, grouped, percent, with_sign
from nerinspect.query.counts.buckets import f1_tables
from nerinspect.systems.agreement import agreements
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import SAMPLES, SEED, p_text, signed_rank
from nerinspect.tables.annotation import REPAIRS
from nerinspect.tables.buckets import DIAGNOSIS_COLUMNS
from nerinspect.tables.compare import compared_pairs
from nerinspect.tables.projects import (
    PROJECT_COLUMNS,
    DataSetResult,
    FeatureGroup,
    ProjectTable,
    Score,
    attribute_names,
    bucket_names,
    difference_of,
    f1_in,
    feature_groups,
    friedman_of,
    increase_of,
    mean_over,
    recall_in,
    relation_score_in,
    repair_gain,
    repaired,
    scores_of_both,
    spearman_with,
    spread_over,
    system_names,
)
from nerinspect.tables.runs import check_several_systems
from nerinspect.tables.tough import LAID_OUT, SUBSET_NAMES

_NAN: Final = float("nan")
_RHO: Final = "\N{GREEK SMALL LETTER RHO}"


def scored(value: float | None, low: float, high: float) -> Drawn:
    """Draw a score in percent on its shade."""
    if value is None or isnan(value):
        return Drawn(UNDEFINED, shade=_NAN)
    return Drawn(percent(value), (value - low) / (high - low), shorter=percent(value, 1))


def round_range(values: Sequence[float]) -> tuple[float, float]:
    """Find the whole tenths between which all scores lie."""
    defined = [value for value in values if not isnan(value)]
    low, high = min(defined, default=0.0), max(defined, default=1.0)
    first, last = int(low * 10), min(int(high * 10) + 1, 10)
    return min(first, last - 1) / 10, last / 10


def heat_grid(
    title: str,
    note: str,
    heads: Sequence[str],
    names: Sequence[str],
    rows: Sequence[Sequence[float | None]],
    ends: tuple[float, float] | None = None,
) -> Grid:
    """Lay out scores on shades, all on one scale: between these ends, or between whole tenths."""
    low, high = ends or round_range([_NAN if value is None else value for row in rows for value in row])
    drawn = [(name, tuple(scored(value, low, high) for value in row)) for name, row in zip(names, rows, strict=True)]
    return Grid(title, note, tuple(heads), tuple(drawn), ends=(percent(low, 0), percent(high, 0)))


_Scores: TypeAlias = tuple[str, str, Sequence[str], Sequence[str], Sequence[Sequence[float | None]]]
"""Title, note, heads, names and rows of a grid."""


def heat_grids(grids: Sequence[_Scores]) -> list[Grid]:
    """Lay out grids of scores, all on one scale; see `heat_grid`."""
    ends = round_range([_NAN if one is None else one for *_, rows in grids for row in rows for one in row])
    return [heat_grid(*grid, ends) for grid in grids]


def signed_grids(grids: Sequence[_Scores]) -> list[Grid]:
    """Lay out grids of differences, all on one scale around zero, as percent."""
    limit = max((abs(one) for *_, rows in grids for row in rows for one in row if one is not None), default=0.0) or 1.0
    ends = signed(-limit).shorter, signed(limit).shorter
    return [
        Grid(title, note, tuple(heads), tuple(
            (name, tuple(_signed_on_shade(one, limit) for one in row)) for name, row in zip(names, rows, strict=True)
        ), ends=ends)
        for title, note, heads, names, rows in grids
    ]  # fmt: skip


def _signed_on_shade(value: float | None, limit: float) -> Drawn:
    return Drawn(UNDEFINED, _NAN) if value is None else replace(signed(value), shade=(value / limit + 1) / 2)


def signed(difference: float) -> Drawn:
    if isnan(difference):
        return Drawn(UNDEFINED)
    return Drawn(with_sign(100 * difference, 2), shorter=with_sign(100 * difference, 1))


def compare_figure(
    study: Study, systems: Sequence[str] = (), *, samples: int = SAMPLES, seed: int = SEED, measure: Measure = "F1"
) -> Figure:
    """Draw the difference of each pair of systems with its interval; of a single pair that of each type too."""
    chosen = chosen_systems(study, systems)
    check_several_systems(chosen)
    every = compared_pairs(study, samples, seed, measure=measure)
    pairs = [pair for pair in every if {pair.system_a, pair.system_b} <= {*chosen}]
    heads = [f"{pair.system_a} − {pair.system_b}" for pair in pairs]
    if len(pairs) == 1:
        title, whose = f"{measure}, {heads[0]}", f"A is {pairs[0].system_a}, B {pairs[0].system_b}"
        rows = [(type_or_all(one.type_name), one.bootstrap) for one in pairs[0].comparison.rows]
    else:
        title, whose = f"{measure} of A − B", ""
        rows = [(head, pair.comparison.overall.bootstrap) for head, pair in zip(heads, pairs, strict=True)]
    grid = interval_grid([(name, (spread.low, spread.difference, spread.high)) for name, spread in rows])
    said = f"Difference of {measure} in points, with 95 % intervals (paired bootstrap, {counted(samples, 'sample')})"
    return Figure((replace(grid, title=title),), (), sentence(said, whose), chosen)


IntervalRow = tuple[str, tuple[float, float, float]]  # a name, and low, value and high of a difference


def interval_grid(rows: Sequence[IntervalRow]) -> Grid:
    """Lay out differences with their intervals on one axis, zero on it."""
    ends = [0.0, *(end for _, spread in rows for end in spread if not isnan(end))]
    step = 0.01 if max(ends) - min(ends) <= 0.1 else 0.05
    low, high = (float(np.floor(min(ends) / step) * step), float(np.ceil(max(ends) / step) * step))
    drawn = []
    for name, (first, value, last) in rows:
        ends_said = Drawn(UNDEFINED)
        if not isnan(first):
            low_end, high_end = signed(first), signed(last)
            words = f"{low_end.text} to {high_end.text}"
            ends_said = Drawn(words, shorter=f"{low_end.shorter} to {high_end.shorter}")
        drawn.append((name, (Drawn(spread=(first, value, last)), signed(value), ends_said)))
    return Grid("", "", ("", "A − B", "95 % interval"), tuple(drawn), limits=(low, max(high, low + step)))


def diagnosis_figure(
    study: Study,
    systems: Sequence[str] = (),
    *,
    kind: str = "self",
    attributes: Sequence[str] = (),
    buckets: int = DEFAULT_BUCKETS,
) -> Figure:
    """Draw where systems are worst and best, where two differ, or how F1 goes with the values of attributes."""
    if kind not in DIAGNOSIS_COLUMNS:
        raise UnknownNameError("kind of diagnosis", kind, DIAGNOSIS_COLUMNS)
    chosen = chosen_systems(study, systems)
    if kind == "comparative":
        check_several_systems(chosen)
    wanted = chosen_attributes(study, attributes) if attributes else attributes_of(study)
    tables = [_of_systems(table, chosen) for table in f1_tables(study, wanted, buckets)]
    names = [table.attribute.name for table in tables]
    if kind == "self":
        grids = [_extreme_grid(name, tables, place) for place, name in enumerate(chosen)]
        said = "F1 in percent from the worst to the best bucket of each attribute; the dot is the mean over buckets"
    elif kind == "comparative":
        grids = [grid for a, b in combinations(range(len(chosen)), 2) for grid in difference_grids(tables, a, b)]
        said = "Difference of F1 in points by bucket"
    elif kind == "model":
        rho = [[float(table.spearman[place]) for table in tables] for place in range(len(chosen))]
        spread = [[float(table.deviation[place]) for table in tables] for place in range(len(chosen))]
        grids = [
            _rho_grid(f"Spearman's {_RHO}", "of F1 with the order of the buckets", names, chosen, rho),
            heat_grid("Standard deviation", "of F1 over the buckets, points", names, chosen, spread),
        ]
        said = "How F1 changes with the values of each attribute, by system"
    else:
        by_attribute = [[table.rho] for table in tables]
        grids = [_rho_grid(_RHO, f"mean of |Spearman's {_RHO}| over systems", [_RHO], names, by_attribute)]
        said = "How closely F1 follows the values of each attribute, mean over systems"
    return Figure(tuple(grids), (), sentence(said), chosen)


def _of_systems(table: F1Table, systems: Sequence[str]) -> F1Table:
    runs = [table.runs[table.systems.index(name)] for name in systems]
    edges = np.cumsum([0, *map(len, runs)]).tolist()
    numbers = tuple(tuple(range(*pair)) for pair in pairwise(edges))
    counts = table.counts[[number for own in runs for number in own]]
    return F1Table(table.attribute, table.buckets, tuple(systems), numbers, counts, table.zeta)


def _extreme_grid(name: str, tables: Sequence[F1Table], system: int) -> Grid:
    """Lay out the worst and the best bucket of each attribute for one system."""
    rows = []
    for table in tables:
        found = table.extremes(system)
        cells = Drawn(spread=(_NAN, _NAN, _NAN)), Drawn(UNDEFINED), Drawn(UNDEFINED), Drawn(UNDEFINED)
        if found is not None:
            mean = float(np.nanmean(table.by_system[system]))
            ends = (found.worst, found.worst_value), (found.best, found.best_value)
            worst, best = (_in_bucket(table.buckets[place].name, value) for place, value in ends)
            gap = replace(scored(found.gap, 0, 1), shade=None)
            cells = Drawn(spread=(found.worst_value, mean, found.best_value)), worst, best, gap
        rows.append((table.attribute.name, cells))
    return Grid(name, "", ("", "worst", "best", "gap"), tuple(rows))


def _in_bucket(name: str, value: float) -> Drawn:
    return Drawn(f"{name} {percent(value)}", shorter=f"{name} {percent(value, 1)}")


def difference_grids(tables: Sequence[F1Table], a: int, b: int) -> list[Grid]:
    """Lay out the difference of two systems in each bucket of each attribute, all on one axis."""
    found = [
        (table.attribute.name, table.attribute.meaning, [
            (bucket.name, value, ())
            for bucket, value in zip(table.buckets, table.difference(a, b).tolist(), strict=True)
        ])
        for table in tables
    ]  # fmt: skip
    return _bar_grids(found, f"{tables[0].systems[a]} − {tables[0].systems[b]}") if tables else []


_Bars: TypeAlias = tuple[str, str, Sequence[tuple[str, float, tuple[Drawn, ...]]]]
"""Title and note of a grid, and in each row its name, a difference, and what else is said of it."""


def _bar_grids(grids: Sequence[_Bars], *heads: str) -> list[Grid]:
    """Lay out grids of differences as bars from the middle, all on one axis."""
    limit = max((abs(value) for *_, rows in grids for _, value, _ in rows if not isnan(value)), default=0.0)
    return [
        Grid(title, note, ("", *heads), tuple(
            (name, (reaching(value, limit), signed(value), *more)) for name, value, more in rows
        ))
        for title, note, rows in grids
    ]  # fmt: skip


def _rho_grid(
    title: str, note: str, heads: Sequence[str], names: Sequence[str], rows: Sequence[Sequence[float]]
) -> Grid:
    """Lay out correlations on shades from -1 to 1, or from 0 on if none is negative."""
    low = -1.0 if any(value < 0 for row in rows for value in row) else 0.0
    drawn = [
        (name, tuple(Drawn(UNDEFINED if isnan(rho) else grouped(rho, 2), (rho - low) / (1 - low)) for rho in row))
        for name, row in zip(names, rows, strict=True)
    ]
    return Grid(title, note, tuple(heads), tuple(drawn), ends=(grouped(low, 0), "1"))


def agreement_figure(study: Study, systems: Sequence[str] = (), *, names: Sequence[str] = ()) -> Figure:
    """Draw F1 of each pair of annotators."""
    every = tuple(names) or ("reference", *(one.system for one in study.predictions))
    if len(every) != len(study.annotations):
        raise CommandError(
            f"there are {counted(len(study.annotations), 'annotator')}, and {counted(len(every), 'name')}"
        )
    for name in systems:
        if name not in every:
            raise UnknownNameError("annotator", name, every)
    chosen = tuple(dict.fromkeys(systems)) or every
    if len(chosen) == 1:
        raise CommandError(f"there is only one annotator, {shown(chosen[0])}, and agreement needs two; name another")
    f1 = {}
    for a, b, found in agreements(study):
        counts = found.overall
        f1[every[a], every[b]] = f1[every[b], every[a]] = (2 * counts.both, counts.a + counts.b)
    low, high = round_range([pair[0] / pair[1] for (a, b), pair in f1.items() if pair[1] and {a, b} <= {*chosen}])
    rows = []
    for name in chosen:
        cells = []
        for other in chosen:
            both, whole = f1.get((name, other), (0, 0))
            cell = scored(both / whole if whole else _NAN, low, high)
            exact = replace(cell, text=percent_text(both, whole), shorter=percent_text(both, whole, 1))
            cells.append(Drawn() if name == other else exact)
        rows.append((name, tuple(cells)))
    grid = Grid("F1", "of each pair", chosen, tuple(rows), ends=(percent(low, 0), percent(high, 0)))
    return Figure((grid,), (), sentence("F1 in percent of annotators in pairs, over exact mentions"), chosen)


def project_figure(
    results: Sequence[DataSetResult], systems: Sequence[str] = (), *, show: ProjectTable = "scores"
) -> Figure:
    """Draw a table over data sets: scores as heat maps, differences as bars."""
    known = system_names(results)
    for name in systems:
        if name not in known:
            raise UnknownNameError("system", name, known)
    if show not in PROJECT_COLUMNS:
        raise UnknownNameError("table of a project", show, PROJECT_COLUMNS)
    chosen = tuple(dict.fromkeys(systems)) or known
    grids, caption = _PROJECT_GRIDS[show](results, chosen)
    return Figure(tuple(grids), (), sentence(caption), chosen)


_Drawing: TypeAlias = tuple[list[Grid], str]
_NO_PAIR: Final = "no data set has two of these systems, so no pair can be drawn"


def _score_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    rows = [[result.f1_of(name) for result in results] for name in systems]
    data = [result.name for result in results]
    return [heat_grid("F1", "by system and data set", data, systems, rows)], "F1 in percent by system and data set"


def _pair_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    found: list[_Bars] = []
    for a, b in combinations(systems, 2):
        differences = [(result.name, difference_of(result.f1_of(a), result.f1_of(b))) for result in results]
        if any(value is not None for _, value in differences):
            rows = [(name, _NAN if value is None else value, ()) for name, value in differences]
            found.append((f"{a} − {b}", "", rows))
    if not found:
        raise CommandError(_NO_PAIR)
    return _bar_grids(found, "F1"), "Difference of F1 in points by data set"


def _attribute_drawing(results: Sequence[DataSetResult], _systems: Sequence[str]) -> _Drawing:
    tables = [{one.attribute.name: one for one in result.f1_tables} for result in results]
    every, data = attribute_names(results), [result.name for result in results]
    rho = [[own[name].rho if name in own else _NAN for name in every] for own in tables]
    grid = _rho_grid(_RHO, f"mean of |Spearman's {_RHO}| over systems", every, data, rho)
    return [grid], "How closely F1 follows the values of each attribute, by data set"


def _model_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    every = attribute_names(results)
    rho, spread = (
        [[mean_over(results, name, score(attribute)) for attribute in every] for name in systems]
        for score in (spearman_with, spread_over)
    )
    defined = [[_NAN if one is None else one for one in row] for row in rho]
    grids = [
        _rho_grid(f"Spearman's {_RHO}", "of F1 with the order of the buckets", every, systems, defined),
        heat_grid("Standard deviation", "of F1 over the buckets, points", every, systems, spread),
    ]
    return grids, "How F1 changes with the values of each attribute, by system, mean over data sets"


def _winner_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    grids = [_winner_grid(results, name, systems) for name in attribute_names(results)]
    return grids, "The system with the highest F1 in each bucket, by data set"


def _tough_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    known = [(result, result.tough) for result in results if result.tough is not None]
    if not known:
        raise CommandError("no data set has training data, so there are no tough mentions to draw")
    subsets, names = ["all", *LAID_OUT], [result.name for result, _ in known]
    heads = [SUBSET_NAMES[subset] for subset in subsets]
    shares = [[tough.size(subset).value for subset in subsets] for _, tough in known]
    recalls = [
        (name, "recall", heads, names, [[result.recall_of(name, one) for one in subsets] for result, _ in known])
        for name in systems
    ]
    grids = [heat_grid("Share", "of all mentions", heads, names, shares), *heat_grids(recalls)]
    return grids, "Share of tough mentions and recall in percent by data set"


def _tough_pair_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    parts = {SUBSET_NAMES[subset]: recall_in(subset) for subset in ("all", *LAID_OUT)}
    return _over_both(results, systems, {"": parts}), "Mean difference of recall in points over data sets, by subset"


def _bucket_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    data = [result.name for result in results]
    found: list[_Scores] = []
    for attribute in attribute_names(results):
        buckets = bucket_names(results, attribute)
        scores = [f1_in(attribute, bucket) for bucket in buckets]
        found += [
            (name, attribute, buckets, data, [[score(one, name) for score in scores] for one in results])
            for name in systems
        ]
    return heat_grids(found), "F1 in percent by bucket and data set"


def _increase_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    data = [result.name for result in results]
    found: list[_Scores] = []
    for a, b in combinations(systems, 2):
        for attribute in attribute_names(results):
            buckets = bucket_names(results, attribute)
            scores = [f1_in(attribute, bucket) for bucket in buckets]
            rows = [[increase_of(score(one, a), score(one, b)) for score in scores] for one in results]
            found.append((f"{a} against {b}", attribute, buckets, data, rows))
    if not found:
        raise CommandError(_NO_PAIR)
    return signed_grids(found), "Increase in F1 relative to the second system in percent, by bucket and data set"


def _bucket_pair_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    scores = {name: {one: f1_in(name, one) for one in bucket_names(results, name)} for name in attribute_names(results)}
    return _over_both(results, systems, scores), "Mean difference of F1 in points over data sets, by bucket"


def _friedman_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    names = attribute_names(results)
    tests = [(system, [friedman_of(results, system, name).p for name in names]) for system in systems]
    rows = tuple((system, tuple(map(_p_drawn, own))) for system, own in tests)
    grid = Grid("p", "of Friedman's test over data sets", names, rows)
    return [grid], "Whether the buckets of an attribute differ in F1, by system"


def _relation_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    from nerinspect.tables.retention import PARTS_OF_RELATIONS  # most projects have no relations

    known = [result for result in results if result.relations]
    if not known:
        raise CommandError("no data set has relations to draw")
    names = [result.name for result in known]
    found: list[_Scores] = []
    for name in systems:
        for setting in RELATION_SETTINGS:
            scores = [relation_score_in(setting, place) for place in range(len(PARTS_OF_RELATIONS))]
            rows = [[score(result, name) for score in scores] for result in known]
            found.append((name, setting, PARTS_OF_RELATIONS, names, rows))
    said = "F1 in percent of relations: exact, training has both surfaces so related; partial, one; new"
    return heat_grids(found), said


def _feature_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    groups = feature_groups(results, systems)
    if not groups:
        raise CommandError("the project describes no systems; add a line such as [systems.mbert] to it")
    grids, data = [], [result.name for result in results]
    for feature in dict.fromkeys(one.feature for one in groups):
        own = [one for one in groups if one.feature == feature]
        curves = curve_grids(results, own)
        rows = [[one.f1_of(result) for one in own] for result in results]
        grids += curves or [heat_grid(feature, "F1", [str(one.value) for one in own], data, rows)]
    said = "F1 in percent by features of systems; values of a curve are evenly spaced, bars are standard deviations"
    return grids, said


def curve_grids(results: Sequence[DataSetResult], groups: Sequence[FeatureGroup]) -> list[Grid]:
    """Lay out F1 over the numbers of a feature: a curve for each data set, or in each data set one for each group.

    There is none where the feature is a word, or the same number everywhere.
    """
    if any(isinstance(one.value, str) for one in groups) or len({one.value for one in groups}) < 2:
        return []
    values = sorted({float(one.value) for one in groups})
    curves = dict[str, dict[float, FeatureGroup]]()
    for one in groups:
        curves.setdefault(one.others, {})[float(one.value)] = one

    def row(result: DataSetResult, name: str, curve: Mapping[float, FeatureGroup]) -> tuple[str, tuple[Drawn, ...]]:
        return name, tuple(_on_curve(result, curve.get(value)) for value in values)

    if len(curves) == 1:
        (only,) = curves.values()
        titled = {"": [row(result, result.name, only) for result in results]}
    else:
        titled = {one.name: [row(one, others, curve) for others, curve in curves.items()] for one in results}
    spreads = [end for rows in titled.values() for _, cells in rows for one in cells for end in one.spread or ()]
    heads, limits = tuple(f"{value:g}" for value in values), round_range(spreads)
    feature = groups[0].feature
    return [
        Grid(title or "F1", f"by {feature}", heads, tuple(rows), limits=limits, are_curves=True)
        for title, rows in titled.items()
    ]


def _on_curve(result: DataSetResult, group: FeatureGroup | None) -> Drawn:
    f1 = group.f1_of(result) if group else None
    if group is None or f1 is None:
        return Drawn(UNDEFINED, spread=(_NAN, _NAN, _NAN))
    deviation = group.deviation_of(result) or 0.0
    return Drawn(percent(f1), spread=(max(f1 - deviation, 0.0), f1, min(f1 + deviation, 1.0)))


def _repair_drawing(results: Sequence[DataSetResult], systems: Sequence[str]) -> _Drawing:
    found: list[_Bars] = []
    for name in systems:
        known = [(result, one) for result in results if (one := repaired(result, name)) is not None]
        gains = [(result, repair_gain(result, name), one.test().p) for result, one in known]
        rows = [(result.name, _NAN if gain is None else gain, (_p_drawn(p),)) for result, gain, p in gains]
        found += [(name, "F1", rows)] if rows else []
    if not found:
        raise CommandError("no label of these systems had to be repaired, so there is nothing to draw")
    grids = _bar_grids(found, f"{REPAIRS[1]} \N{MINUS SIGN} {REPAIRS[0]}", "p")
    return grids, "Difference of F1 in points between two repairs of invalid transitions, with p of the rank-sum test"


def _over_both(
    results: Sequence[DataSetResult], systems: Sequence[str], scores: Mapping[str, Mapping[str, Score]]
) -> list[Grid]:
    """Lay out the mean differences of pairs over data sets by group and part, all on one axis, with Wilcoxon's p."""
    found: list[_Bars] = []
    for a, b in combinations(systems, 2):
        for group, parts in scores.items():
            rows = []
            for name, score in parts.items():
                of_a, of_b = scores_of_both(results, a, b, score)
                more = _p_drawn(signed_rank(of_a, of_b).p), Drawn(str(len(of_a)))
                rows.append((name, float((of_a - of_b).mean()) if len(of_a) else _NAN, more))
            if any(not isnan(value) for _, value, _ in rows):
                found.append((f"{a} − {b}", group, rows))
    if not found:
        raise CommandError(_NO_PAIR)
    return _bar_grids(found, "mean", "p", "data sets")


def _p_drawn(p: float | None) -> Drawn:
    return Drawn(UNDEFINED if p is None else p_text(p))


_PROJECT_GRIDS: Final[Mapping[ProjectTable, Callable[[Sequence[DataSetResult], Sequence[str]], _Drawing]]] = {
    "scores": _score_drawing,
    "pairs": _pair_drawing,
    "attributes": _attribute_drawing,
    "model": _model_drawing,
    "winners": _winner_drawing,
    "buckets": _bucket_drawing,
    "increase": _increase_drawing,
    "bucket-pairs": _bucket_pair_drawing,
    "friedman": _friedman_drawing,
    "tough": _tough_drawing,
    "tough-pairs": _tough_pair_drawing,
    "relations": _relation_drawing,
    "features": _feature_drawing,
    "repairs": _repair_drawing,
}
"""The grids of each table over data sets, with what the caption says of them."""


def reaching(difference: float, limit: float) -> Drawn:
    """Draw a difference as a bar from the middle, where the largest one ends at the edge."""
    return Drawn(reach=_NAN if isnan(difference) or not limit else difference / limit)


def _winner_grid(results: Sequence[DataSetResult], attribute: str, systems: Sequence[str]) -> Grid:
    rows, heads = [], list[str]()
    for result in results:
        table = result.table_of(attribute)
        if table is None:
            continue
        own = _of_systems(table, [name for name in systems if name in table.systems])
        names = [bucket.name for bucket in own.buckets]
        heads += [name for name in names if name not in heads]
        best = {}
        for name, f1 in zip(names, own.by_system.T, strict=True):
            best[name] = own.systems[int(np.nanargmax(f1))] if not np.isnan(f1).all() else UNDEFINED
        rows.append((result.name, best))
    drawn = tuple((name, tuple(Drawn(best.get(head, UNDEFINED)) for head in heads)) for name, best in rows)
    return Grid(attribute, "", tuple(heads), drawn)
