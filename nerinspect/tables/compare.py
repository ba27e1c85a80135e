"""Two systems beside each other: how far their F1 lies apart, and what a new version fixed, broke and changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from math import comb
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, spread_ranges
from nerinspect.corpus.types import type_or_all
from nerinspect.errors import shown
from nerinspect.events.scores import Counts, Measure
from nerinspect.events.segment_events import KINDS, NO_SHAPE, EventTable
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS, OLD_WORDS, mention_spans
from nerinspect.lists.sorts import in_words
from nerinspect.lists.table import Of, PValue, Ratio, Result, Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.differences import (
    FEW_MENTIONS,
    FEW_SENTENCES,
    MEAN,
    SCORES,
    ComparedType,
    Comparison,
    compare_each,
)
from nerinspect.systems.outcomes import CHANGES, Changes
from nerinspect.systems.significance import CORRECTIONS, SAMPLES, SEED, Correction, Significance, adjusted
from nerinspect.tables.runs import number_cell, predictions_by_system

NO_EVENT: Final = "tn"  # the kind where one version has no event: neither it nor the reference has a mention there

_OWN: Final = (*MENTIONS.names(Of.CHANGES), OLD_WORDS)

_ROWS_AT_ONCE: Final = 5_000


def diff_table(
    study: Study, found: Changes, new: int, rows: AnyIntArray | None = None, columns: Sequence[str] = ()
) -> Table:
    """List what is fixed, broken and changed in the new version, or only some rows of it.

    The columns of events tell of the new event. Where there is none, the row covers the mention that is gone, with kind
    `tn` and no demerits. Rows are made as they are read.
    """
    columns = tuple(columns) or MENTIONS.names_for(study, Of.CHANGES)
    chosen = np.arange(len(found)) if rows is None else rows
    of_events = tuple(dict.fromkeys(("kind", *(name for name in columns if name not in _OWN))))
    listed = replace(study, events=_new_events(study, found, new, chosen))
    made = _rows(study, found, chosen, MENTIONS.table(listed, columns=of_events), columns)
    return Table(columns, made, contents=MENTIONS.contents(columns))


def _new_events(study: Study, found: Changes, new: int, rows: AnyIntArray) -> EventTable:
    """Make a table with an event for each row; one where nothing is left has no mentions."""
    events, has_event = study.events, found.event[rows] >= 0
    place = np.where(has_event, found.event[rows], 0)
    zeros = np.zeros(len(rows), dtype=np.int32)
    return replace(
        events,
        prediction=np.full(len(rows), new, dtype=np.int32),
        start=found.start[rows],
        end=found.end[rows],
        **{
            name: np.where(has_event, getattr(events, name)[place], zeros)
            for name in ("demerits", "ref_from", "ref_to", "pred_from", "pred_to")
        },
        kind=np.where(has_event, events.kind[place], 0).astype(np.int8),
        shape=np.where(has_event, events.shape[place], NO_SHAPE).astype(np.int8),
    )


def _rows(study: Study, found: Changes, rows: AnyIntArray, events: Table, columns: Sequence[str]) -> Iterator[Row]:
    kind = events.columns.index("kind")
    named = (*events.columns, *_OWN)
    order = [named.index(name) for name in columns]
    of_events = iter(events)
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        ahead = rows[first : first + _ROWS_AT_ONCE]
        further = zip((found.event[ahead] >= 0).tolist(), _old_cells(study, found, ahead), strict=True)
        for (has_event, cells), row in zip(further, islice(of_events, len(ahead)), strict=True):
            whole = (*row, *cells)
            if not has_event:
                whole = (*whole[:kind], NO_EVENT, *whole[kind + 1 :])
            yield tuple(whole[place] for place in order)


def _old_cells(study: Study, found: Changes, rows: AnyIntArray) -> Iterator[tuple[Value, ...]]:
    n_old = found.old_to[rows] - found.old_from[rows]
    old = study.events.rows(found.old_events[spread_ranges(found.old_from[rows], found.old_to[rows])])
    sentence_start = study.text.sentence_start[study.text.sentence_of(found.start[rows])]
    spans = iter(mention_spans(study, old, "predicted", np.repeat(sentence_start, n_old)))
    kinds = map(KINDS.__getitem__, old.kind.tolist())
    there = [[span for one in islice(spans, n_events) for span in one] for n_events in n_old.tolist()]
    words = in_words(study.text, sentence_start, there)
    for change, n_events, listed in zip(found.change[rows].tolist(), n_old.tolist(), there, strict=True):
        named = " ".join(islice(kinds, n_events)) or NO_EVENT
        yield CHANGES[change], named, listed, next(words)


OUTCOME_COLUMNS: Final = ("both_right", "only_a", "only_b", "both_wrong")
P_VALUES: Final = ("mcnemar_p", "bootstrap_p", "signed_rank_p", "rank_sum_p")
COMPARE_COLUMNS: Final = (
    "system_a", "system_b", "type", "f1_a", "f1_b", "difference", "low", "high", *OUTCOME_COLUMNS, *P_VALUES, "blocks",
)  # fmt: skip

MEASURES: Final = {name.lower(): name for name in SCORES}
"""What systems can be compared by, under the names that columns and options have."""

DETECTABLE: Final = "detectable"

_USUAL_LEVEL: Final = 0.05
_MANY_ROWS: Final = 20  # of so many rows without any difference, one has a p below 0.05 by chance alone


@dataclass(frozen=True)
class ComparedPair:
    """Two systems and what tests say of them."""

    system_a: str
    system_b: str
    comparison: Comparison


def compared_pairs(
    study: Study,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
    measure: Measure = "F1",
    run: int = MEAN,
) -> list[ComparedPair]:
    """Compare each system with each behind it, as `compare` does."""
    runs = predictions_by_system(study)
    comparisons = compare_each(study, [*runs.values()], n_samples=n_samples, seed=seed, measure=measure, run=run)
    pairs: list[ComparedPair] = []
    for a, b in combinations(runs, 2):
        checkpoint(len(pairs), comb(len(runs), 2))
        pairs.append(ComparedPair(a, b, next(comparisons)))
    return pairs


def compare_columns(
    measure: Measure = "F1", correction: Correction = "none", with_detectable: bool = False
) -> tuple[str, ...]:
    """Name the columns: scores by the measure, and behind the usual ones those that are asked for."""
    scores = {"f1_a": f"{measure.lower()}_a", "f1_b": f"{measure.lower()}_b"}
    adjusted_p = (f"{name}_{correction}" for name in P_VALUES if correction != "none")
    return (
        *(scores.get(name, name) for name in COMPARE_COLUMNS),
        *([DETECTABLE] if with_detectable else []),
        *adjusted_p,
    )


def compare_table(
    pairs: Sequence[ComparedPair], correction: Correction = "none", with_detectable: bool = False
) -> Table:
    """List pairs of systems: all types, then each. What is undefined, and a test that can say nothing, is empty."""
    compared = [(pair, row) for pair in pairs for row in pair.comparison.rows]
    corrected = adjusted_p_values([row for _, row in compared], correction)
    rows = [
        (
            *(pair.system_a, pair.system_b, *_values(row)),
            *([number_cell(row.bootstrap.detectable)] if with_detectable else []),
            *map(PValue.of, further),
        )
        for (pair, row), further in zip(compared, corrected, strict=True)
    ]
    columns = compare_columns(pairs[0].comparison.overall.measure, correction, with_detectable)
    fractions = frozenset((*columns[3:8], DETECTABLE))
    return Table(columns, rows, fractions, frozenset(P_VALUES).union(columns[len(COMPARE_COLUMNS) :]) - {DETECTABLE})


def p_values(row: ComparedType) -> tuple[float | None, ...]:
    """Give what each test says, in the order of `P_VALUES`."""
    return row.mcnemar_p, row.bootstrap.p, row.over_pairs.p, row.over_runs.p


CorrectedP: TypeAlias = Mapping[tuple[frozenset[str], str | None], tuple[float | None, ...]]
"""Corrected p values of each test, by the names of a pair and the type; of none without a correction."""


def corrected_p(pairs: Sequence[ComparedPair], correction: Correction) -> CorrectedP:
    rows = [(pair, row) for pair in pairs for row in pair.comparison.rows]
    keys = [(frozenset((pair.system_a, pair.system_b)), row.type_name) for pair, row in rows]
    return dict(zip(keys, adjusted_p_values([row for _, row in rows], correction), strict=True))


def adjusted_p_values(rows: Sequence[ComparedType], correction: Correction) -> list[tuple[float | None, ...]]:
    """Adjust the p values of each test over the rows of all types together, and over those of single types.

    Without a correction the rows have none.
    """
    found: list[tuple[float | None, ...]] = [()] * len(rows)
    if correction == "none":
        return found
    for is_overall in (True, False):
        family = [place for place, row in enumerate(rows) if (row.type_name is None) == is_overall]
        by_test = [adjusted(one, correction) for one in zip(*(p_values(rows[place]) for place in family), strict=True)]
        for place, of_row in zip(family, zip(*by_test, strict=True), strict=True):
            found[place] = of_row
    return found


def compare_notes(
    pairs: Sequence[ComparedPair],
    correction: Correction = "none",
    with_detectable: bool = False,
    corrected_over: Sequence[ComparedPair] = (),
    run: int = MEAN,
) -> list[str]:
    """Say what the numbers rest on, and where it is too little, in sentences without an end.

    The p values are adjusted over these pairs if not over more of them.
    """
    notes = [*_run_notes(pairs, run), *_size_notes(pairs), *_draw_notes(pairs)]
    is_corrected = correction != "none"
    notes += [_correction_note(corrected_over or pairs, correction)] if is_corrected else _chance_notes(pairs)
    return [*notes, _DETECTABLE_NOTE] if with_detectable else notes


def _values(row: ComparedType) -> Iterator[Value]:
    spread = row.bootstrap
    yield type_or_all(row.type_name)
    yield _score(row, row.counts_a, row.score_a)
    yield _score(row, row.counts_b, row.score_b)
    yield from map(number_cell, (spread.difference, spread.low, spread.high))
    yield from (row.both_right, row.only_a, row.only_b, row.both_wrong)
    yield from map(PValue.of, p_values(row))
    yield row.over_pairs.n_blocks


def _score(row: ComparedType, runs: Sequence[Counts], mean: float) -> Value:
    """Give the score of a single run by its counts, so that it is rounded as in `score`."""
    if len(runs) > 1:
        return number_cell(mean)
    return Ratio(*runs[0].parts_of(row.measure))


def _run_notes(pairs: Sequence[ComparedPair], run: int) -> Iterator[str]:
    overall = [pair.comparison.overall for pair in pairs]
    if any(len(runs) > 1 for one in overall for runs in (one.counts_a, one.counts_b)):
        measure, are_means = overall[0].measure, any(one.is_mean for one in overall)
        counts = (
            "the outcome counts are means over each run of A beside each of B; mcnemar_p, which is of one run, is empty"
            if are_means
            else f"the outcome counts and mcnemar_p are those of run {max(run, 1)} of each system"
        )
        yield f"{measure} is the mean over runs; {counts}"
    yield from _test_notes("signed_rank_p", pairs, lambda row: row.over_pairs)
    yield from _test_notes("rank_sum_p", pairs, lambda row: row.over_runs)


def _test_notes(
    column: str, pairs: Sequence[ComparedPair], test: Callable[[ComparedType], Significance]
) -> Iterator[str]:
    """Say why a test says nothing or little: once for all pairs of which it holds, then of types that differ."""
    said: dict[str, list[str]] = {}
    of_types: dict[str | None, str] = {}
    for pair in pairs:
        whole = test(pair.comparison.overall)
        if whole.shortcoming:
            said.setdefault(whole.shortcoming, []).append(f"{shown(pair.system_a)} and {shown(pair.system_b)}")
        tests = {row.type_name: test(row) for row in pair.comparison.rows}
        if any(one.p is not None for one in tests.values()):  # else it is empty everywhere
            of_types |= {
                name: one.lacking for name, one in tests.items() if name and one.lacking not in ("", whole.lacking)
            }
    for words, names in said.items():
        where = "" if len(names) == len(pairs) else f" for {', '.join(names)}"
        yield f"{column}{where} {words}"
    if of_types:
        yield f"{column} is empty for some types: {', '.join(f'{name} ({why})' for name, why in of_types.items())}"


def _size_notes(pairs: Sequence[ComparedPair]) -> Iterator[str]:
    """Name the types of which there is little: the reference mentions are the same for all pairs."""
    small = [
        f"{type_or_all(row.type_name)} ({row.sample_in_words})" for row in pairs[0].comparison.rows if row.is_small
    ]
    if small:
        few = f"fewer than {FEW_MENTIONS} reference mentions or {FEW_SENTENCES} sentences with one"
        yield f"{few}, so intervals and p values are rough: {', '.join(small)}"


def _draw_notes(pairs: Sequence[ComparedPair]) -> Iterator[str]:
    """Name the types that some draws have no score of."""
    fewest: dict[str, int] = {}
    for pair in pairs:
        for row in pair.comparison.rows:
            name, n_samples = type_or_all(row.type_name), row.bootstrap.n_samples
            if n_samples < pair.comparison.n_samples:
                fewest[name] = min(n_samples, fewest.get(name, n_samples))
    if fewest:
        kept = ", ".join(f"{name} ({grouped(number)} left)" for name, number in fewest.items())
        measure = pairs[0].comparison.overall.measure
        yield f"samples without {measure} are left out of low, high and bootstrap_p: {kept}"


_DETECTABLE_NOTE: Final = (
    f"{DETECTABLE} is the true difference that 80 % of test sets of this size show at the 5 % level, by the spread of "
    "the drawn differences"
)


def _correction_note(pairs: Sequence[ComparedPair], correction: Correction) -> str:
    """Say what is adjusted, and over how many."""
    n_types = sum(len(pair.comparison.by_type) for pair in pairs)
    note = (
        f"p values are corrected by {CORRECTIONS[correction]}, those of each test over {counted(len(pairs), 'pair')},"
        f" and for single types over {counted(n_types, 'row')} of pairs and types"
    )
    n_samples, n_most = pairs[0].comparison.n_samples, max(len(pairs), n_types)
    if n_most * 2 / n_samples > _USUAL_LEVEL:
        too_coarse = f"too coarse for {counted(n_most, 'comparison')}"
        note += f"; bootstrap_p is known to 2 in {counted(n_samples, 'sample')}, {too_coarse}"
    return note


def _chance_notes(pairs: Sequence[ComparedPair]) -> Iterator[str]:
    n_rows = sum(len(pair.comparison.rows) for pair in pairs)
    if n_rows >= _MANY_ROWS:
        yield f"{counted(n_rows, 'row')}: by chance alone about one p value in 20 is below 0.05"


def further_choices(measure: Measure, correction: Correction, run: int = MEAN) -> dict[str, str]:
    """Name what was chosen otherwise than it is by itself, as the options and a record say it."""
    chosen = {"measure": measure.lower(), "correction": correction, "run": str(run)}
    return {name: value for name, value in chosen.items() if value not in ("f1", "none", str(MEAN))}


def comparison(
    pairs: Sequence[ComparedPair],
    n_samples: int,
    seed: int = SEED,
    correction: Correction = "none",
    with_detectable: bool = False,
    run: int = MEAN,
) -> Result:
    """Give the result of `compare`, see `compare_table`; outcomes are those of a run, or their mean over all runs."""
    measure = pairs[0].comparison.overall.measure
    notes = compare_notes(pairs, correction, with_detectable, run=run)
    chosen = further_choices(measure, correction, run)
    asked = [
        *(["--samples", str(n_samples)] if n_samples != SAMPLES else []),
        *(["--seed", str(seed)] if seed != SEED else []),
        *chain.from_iterable((f"--{name}", value) for name, value in chosen.items()),
        *(["--detectable"] if with_detectable else []),
    ]
    details = {"table": "compare", "samples": n_samples, "seed": seed, **chosen, "notes": notes}
    return Result(compare_table(pairs, correction, with_detectable), details, asked, notes)
