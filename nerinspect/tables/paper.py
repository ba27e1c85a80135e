"""Result tables as papers print them: a row a system, each number with its deviation over runs in one cell."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto
from pathlib import PurePath
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.text import Source
from nerinspect.corpus.types import ALL_TYPES, type_or_none
from nerinspect.events.scores import Counts, score_study
from nerinspect.events.study import BOTH, RELATION_SETTINGS, AnnotatedText, RelationSetting, Study
from nerinspect.lists.table import PAPER, MeanOfRuns, PaperTable, PlusMinus, PValue, Ratio, Result, Row, Table, Value
from nerinspect.quantities import counted, grouped
from nerinspect.query.differences import MEAN
from nerinspect.systems.schemes import Scheme, schemes_with, tally_schemes
from nerinspect.systems.significance import CORRECTIONS, Correction, p_text
from nerinspect.systems.weights import USUAL, Weights
from nerinspect.tables.annotation import REPAIRS, RepairedSystem
from nerinspect.tables.compare import ComparedPair, corrected_p, p_values
from nerinspect.tables.projects import (
    DataSetResult,
    ProjectTable,
    attribute_names,
    every_bucket,
    mean_over,
    repaired,
    spearman_with,
    spread_over,
    system_names,
)
from nerinspect.tables.runs import NO_RATIO, SystemRuns, over_runs, predictions_by_system, ratios, rounded
from nerinspect.tables.scores import count_types
from nerinspect.tables.tough import LAID_OUT, RECALL, SUBSET_NAMES, count_tough, small_note, small_subsets
from nerinspect.training.surfaces import SETTINGS, Setting

DIGITS: Final = 2  # so many decimals unless others are asked for


JOINT: Final = "joint"  # the layout of `relations` that has the scores of mentions too


class Better(Enum):
    """Which number of a column is the best; of counts and other facts none is."""

    HIGHER = auto()
    LOWER = auto()
    NEITHER = auto()


@dataclass(frozen=True)
class Measure:
    """What is known of the numbers of a column; those in percent are held as fractions."""

    head: str
    better: Better = Better.HIGHER
    is_percent: bool = True


PRECISION: Final = Measure("Precision")
RECALL_OF: Final = Measure("Recall")
F1: Final = Measure("F1")
COST: Final = Measure("Cost", Better.LOWER)
GAP: Final = Measure("Gap", Better.LOWER)
SPREAD: Final = Measure("Std", Better.LOWER)
DIFFERENCE: Final = Measure("Difference", Better.NEITHER)
COEFFICIENT: Final = Measure("Coefficient", Better.NEITHER, is_percent=False)
KAPPA: Final = Measure("Kappa", is_percent=False)
COUNT: Final = Measure("Count", Better.NEITHER, is_percent=False)

_OverRuns: TypeAlias = Sequence[int | Ratio | float]  # a number of each run, or the only one


@dataclass(frozen=True)
class _Line:
    """A row: its names, and what each column after them holds: numbers to be rounded, or words."""

    names: tuple[str, ...]
    values: Sequence[_OverRuns | str]


def _laid_out(
    names: Sequence[str],
    columns: Sequence[tuple[str, str, Measure]],
    lines: Iterable[_Line],
    n_digits: int,
    caption: str,
    label: str,
) -> PaperTable:
    """Round the numbers and find the best of each column, given by group, head and measure."""
    rows: list[Row] = []
    for line in lines:
        pairs = zip(line.values, columns, strict=True)
        rows.append((*line.names, *(printed(runs, measure, n_digits) for runs, (_, _, measure) in pairs)))
    heads = (*(("", name) for name in names), *((group, head) for group, head, _ in columns))
    named = tuple(" ".join(filter(None, head)) for head in heads)
    bold = {
        (row, len(names) + place)
        for place, (_, _, measure) in enumerate(columns)
        for row in best_rows([row[len(names) + place] for row in rows], measure.better)
    }
    numbers = frozenset(named[len(names) :])
    return PaperTable(
        named,
        rows,
        numbers,
        heads=heads,
        bold=frozenset(bold),
        caption=caption,
        label=f"tab:{label}",
        n_digits=n_digits,
    )


def printed(runs: _OverRuns | str, measure: Measure, n_digits: int) -> Value:
    """Round what each run gives, half up: one as it is, of several the mean and the sample standard deviation.

    Counts of a single run are whole; undefined is None. Words stay as they are.
    """
    if isinstance(runs, str):
        return runs
    value, deviation = over_runs(runs)
    if isinstance(value, int):
        return value
    if value is None or (isinstance(value, Ratio) and not value.denominator):
        return None
    scale = 100 if measure.is_percent else 1
    mean = rounded(value, n_digits, scale)
    return mean if deviation is None else PlusMinus(mean, rounded(deviation, n_digits, scale))


def best_rows(cells: Sequence[Value], better: Better) -> list[int]:
    """Tell which cells of a column are the best, ties all of them; none where there is nothing to choose from."""
    numbers = {
        row: cell.mean if isinstance(cell, MeanOfRuns) else cell
        for row, cell in enumerate(cells)
        if isinstance(cell, MeanOfRuns | Decimal)
    }
    if better is Better.NEITHER or len(numbers) < 2:
        return []
    best = max(numbers.values()) if better is Better.HIGHER else min(numbers.values())
    return [row for row, number in numbers.items() if number == best]


def laid_out(result: Result, table: PaperTable, layout: str = PAPER) -> Result:
    """Give the result of a command with the table of a layout for papers."""
    digits = ["--digits", str(table.n_digits)] if table.n_digits != DIGITS else []
    details = {**result.details, **paper_details(table, layout)}
    return replace(result, table=table, details=details, arguments=[*result.arguments, "--layout", layout, *digits])


def paper_details(table: PaperTable, layout: str = PAPER) -> dict[str, object]:
    """Say in a record how a table is laid out."""
    return {"layout": layout, "digits": table.n_digits, "caption": table.caption}


_SYSTEM: Final = ("System",)


def _of_systems(study: Study, cells: Callable[[list[int]], Sequence[_OverRuns]]) -> list[_Line]:
    return [_Line((system,), cells(runs)) for system, runs in predictions_by_system(study).items()]


def _f1(runs: Iterable[Counts]) -> list[Ratio]:
    return [ratios(counts)[2] for counts in runs]


def _all_ratios(runs: Iterable[Counts]) -> list[tuple[Ratio, ...]]:
    """Give the precision of each run, their recall and their F1."""
    return list(zip(*map(ratios, runs), strict=True))


def _by_part(
    study: Study, counts: Mapping[str, Sequence[Sequence[Counts]]], parts: Sequence[str]
) -> tuple[list[tuple[str, str, Measure]], list[_Line]]:
    """Set F1 of the parts beside each other, under each setting; of those the counts of each prediction by part."""
    places = range(len(parts))
    lines = _of_systems(
        study, lambda runs: [_f1(own[run][place] for run in runs) for own in counts.values() for place in places]
    )
    return [(one.capitalize(), part.capitalize(), F1) for one in counts for part in parts], lines


def scores(study: Study, n_digits: int = DIGITS) -> PaperTable:
    """Lay out precision, recall and F1 of all types."""
    tallies = score_study(study)
    lines = _of_systems(study, lambda runs: _all_ratios(tallies[run].overall for run in runs))
    columns = [("", measure.head, measure) for measure in (PRECISION, RECALL_OF, F1)]
    said = _caption(study, "Precision, recall and F1", "exact match, micro-averaged")
    return _laid_out(_SYSTEM, columns, lines, n_digits, said, "score")


def tough(study: Study, n_digits: int = DIGITS) -> PaperTable:
    """Lay out the recall of tough mentions, small subsets left out.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions, tables 7 to 10.
    """
    counts, small = count_tough(study), small_subsets(study)
    subsets = ["all", *(subset for subset in LAID_OUT if subset not in small)]
    lines = _of_systems(study, lambda runs: [counts.recall(runs, subset) for subset in subsets])
    note = small_note(study, RECALL)
    said = _caption(study, "Recall of tough mentions", "exact match", *([note] if note else []))
    columns = [("", SUBSET_NAMES[subset], RECALL_OF) for subset in subsets]
    return _laid_out(_SYSTEM, columns, lines, n_digits, said, "tough")


def retention(study: Study, setting: str = BOTH, n_digits: int = DIGITS) -> PaperTable:
    """Lay out F1 on what training has and has not, under one setting or each.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction, table 1.
    """
    from nerinspect.tables.retention import PARTS, partition_counts  # pages are there sooner without relations

    settings: list[Setting] = [one for one in SETTINGS if setting in (one, BOTH)]
    counts: dict[str, list[list[Counts]]]
    counts = {one: [[*by_part.values()] for by_part in partition_counts(study, one)] for one in settings}
    columns, lines = _by_part(study, counts, PARTS)
    shares = [_shares(f"{one}: ", PARTS, runs[0]) for one, runs in counts.items() if runs]
    said = _caption(study, "F1 on seen and unseen mentions", "exact match", *shares)
    return _laid_out(_SYSTEM, columns, lines, n_digits, said, "retention")


def relations(study: Study, setting: str = BOTH, n_digits: int = DIGITS) -> PaperTable:
    """Lay out F1 of relations of all types by what training has of them, under one setting or each; see `retention`."""
    from nerinspect.tables.retention import PARTS_OF_RELATIONS, relation_counts

    settings: list[RelationSetting] = [one for one in RELATION_SETTINGS if setting in (one, BOTH)]
    counts: dict[str, list[list[Counts]]]
    counts = {one: [by_type[0] for by_type in relation_counts(study, one)] for one in settings}
    columns, lines = _by_part(study, counts, PARTS_OF_RELATIONS)
    shares = [_shares("", PARTS_OF_RELATIONS, run) for run in counts[settings[0]][:1]]
    said = _caption(study, "F1 on exact, partial and new relations", "micro-averaged", *shares)
    return _laid_out(_SYSTEM, columns, lines, n_digits, said, "relations")


def joint(study: Study, setting: str = BOTH, n_digits: int = DIGITS) -> PaperTable:
    """Lay out the scores of mentions, and of relations under one setting or each, all types together.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction, table 6.
    """
    from nerinspect.tables.retention import relation_counts  # as in `retention`

    found = {"Mentions": [tally.overall for tally in score_study(study)]}
    for one in RELATION_SETTINGS:
        if setting in (one, BOTH):
            found[f"Relations, {one}"] = [of_all_types[-1] for of_all_types, *_ in relation_counts(study, one)]
    lines = _of_systems(
        study, lambda runs: [own for counts in found.values() for own in _all_ratios(counts[run] for run in runs)]
    )
    columns = [(group, measure.head, measure) for group in found for measure in (PRECISION, RECALL_OF, F1)]
    said = _caption(study, "Precision, recall and F1 of mentions and relations", "exact match, micro-averaged")
    return _laid_out(_SYSTEM, columns, lines, n_digits, said, "joint")


def schemes(study: Study, n_digits: int = DIGITS, weights: Weights = USUAL) -> PaperTable:
    """Lay out F1 by each scheme, and the ACE cost."""
    made = schemes_with(weights)
    tallies = [tally_schemes(study, number, schemes=made) for number in range(len(study.predictions))]

    def score(run: int, scheme: Scheme) -> Ratio:
        counts = tallies[run].counts(scheme)
        if scheme.ace:
            return Ratio(counts.cost, counts.possible)
        return Ratio(2 * counts.credit, counts.possible + counts.actual)

    lines = _of_systems(study, lambda runs: [[score(run, scheme) for run in runs] for scheme in made])
    columns = [("", "ACE cost", COST) if scheme.ace else ("", scheme.name.capitalize(), F1) for scheme in made]
    own = f"; weights {', '.join(weights.told)}" if weights.told else ""
    said = _caption(study, "F1 by scheme", f"SemEval-2013, fair evaluation and ACE cost, micro-averaged{own}")
    return _laid_out(_SYSTEM, columns, lines, n_digits, said, "schemes")


def confusion(study: Study, n_digits: int = DIGITS) -> PaperTable:
    """Lay out the matrix of each system: reference types down, predicted types across, with none and the diagonal."""
    several = len(study.systems) > 1
    types = [*map(type_or_none, (*study.types, None))]
    lines = []
    for system, runs in predictions_by_system(study).items():
        cells = np.stack([count_types(study, run) for run in runs], axis=-1).tolist()
        for row, name in enumerate(types):
            names = (system, name) if several else (name,)
            lines.append(_Line(names, [*cells[row][:-1], cells[row][-1] if row < len(study.types) else [NO_RATIO]]))
    said = _caption(
        study,
        f"Mentions{'' if several else ' of ' + ', '.join(study.systems)} by reference and predicted type",
        "each mention is counted once, two that are confused as a pair",
        is_percent=False,
    )
    columns = [("Predicted", name, COUNT) for name in types]
    heads = ("System", "Reference") if several else ("Reference",)
    return _laid_out(heads, columns, lines, n_digits, said, "confusion")


def comparison(
    study: Study,
    pairs: Sequence[ComparedPair],
    correction: Correction = "none",
    n_digits: int = DIGITS,
    *,
    over: Sequence[ComparedPair] = (),
    counted: str = "",
    run: int = MEAN,
) -> PaperTable:
    """Lay out the pairs of `compare`: the score of both with its deviation, their difference, what tests say of it.

    The p values are corrected `over` these pairs if not over more; `counted` says what is, if not all.
    """
    rows = [(pair, pair.comparison.overall) for pair in pairs]
    name, corrected = rows[0][1].measure, corrected_p(over or pairs, correction)
    p = [corrected[frozenset((pair.system_a, pair.system_b)), row.type_name] or p_values(row) for pair, row in rows]
    tests = [place for place in range(len(_TESTS)) if any(isinstance(PValue.of(one[place]), PValue) for one in p)]
    columns = [(name, "A", DIFFERENCE), (name, "B", DIFFERENCE), ("", "Difference", DIFFERENCE)]
    columns += [("95 % interval", end, DIFFERENCE) for end in ("From", "To")]
    columns += [("p" if correction == "none" else "Corrected p", _TESTS[place], COEFFICIENT) for place in tests]
    lines = []
    for (pair, row), values in zip(rows, p, strict=True):
        spread = row.bootstrap
        numbers = (spread.difference, spread.low, spread.high, *(PValue.of(values[place]) for place in tests))
        scores = ([Ratio(*run.parts_of(name)) for run in runs] for runs in (row.counts_a, row.counts_b))
        lines.append(_Line((pair.system_a, pair.system_b), [*scores, *map(_cell, numbers)]))
    are_of_runs = 0 in tests and any(len(row.counts_a) > 1 or len(row.counts_b) > 1 for _, row in rows)
    said = _caption(
        study,
        f"{name} of systems in pairs",
        counted,
        "exact match, micro-averaged",
        "interval of the paired bootstrap",
        f"p corrected after {CORRECTIONS[correction]}" if correction != "none" else "",
        f"McNemar's test of run {max(run, 1)}" if are_of_runs else "",
    )
    return _laid_out(("A", "B"), columns, lines, n_digits, said, "compare")


_TESTS: Final = ("McNemar", "Bootstrap", "Signed rank", "Rank sum")  # what the p values of pairs are of, in their order


def repairs(study: Study, systems: Sequence[RepairedSystem], n_digits: int = DIGITS) -> PaperTable:
    """Lay out what the choice of a repair does to F1 of all types, and over several runs whether that may be chance.

    References
    ----------
    Palen-Michel, Holley and Lignos (2021), SeqScore, tables 5 to 7.
    """
    is_tested = any(system.test().p is not None for system in systems)
    n_columns = len(_REPAIR_COLUMNS) if is_tested else len(_REPAIR_COLUMNS) - 1
    lines = [_Line((system.name,), _repair_cells(system)[:n_columns]) for system in systems]
    said = _caption(
        study,
        f"F1 under the repairs {' and '.join(REPAIRS)} of invalid transitions",
        "exact match, micro-averaged",
        f"the difference is {' - '.join(REPAIRS[::-1])}",
        "p of the rank-sum test over runs" * is_tested,
        of_one_repair=False,
    )
    return _laid_out(_SYSTEM, _REPAIR_COLUMNS[:n_columns], lines, n_digits, said, "repair")


_REPAIR_COLUMNS: Final = (
    ("", "Invalid", COUNT), *(("F1", method, F1) for method in REPAIRS), ("", "Difference", DIFFERENCE),
    ("", "p", COEFFICIENT),
)  # fmt: skip


def _repair_cells(system: RepairedSystem) -> list[_OverRuns | str]:
    f1 = (system.f1(place) for place in range(len(REPAIRS)))
    return [system.n_invalid, *f1, system.differences(), _cell(PValue.of(system.test().p))]


def agreement(result: Result, sources: Iterable[Source], n_digits: int = DIGITS) -> PaperTable:
    """Lay out how far annotators agree, a row a pair, all types together."""
    rows = [row for row in _rows_by_column(result.table) if row["type"] == ALL_TYPES]
    columns = [("", "F1", F1), ("", "Label agreement", F1), ("", "Kappa", KAPPA)]
    lines = [
        _Line((str(row["a"]), str(row["b"])), [_cell(row[name]) for name in ("f1", "label_agreement", "kappa")])
        for row in rows
    ]
    repaired = _repair_in_words({"": sources}, "invalid transitions")
    first = "Agreement of annotators in pairs, F1 and label agreement in percent"
    return _laid_out(("A", "B"), columns, lines, n_digits, _sentence(first, "exact match", repaired), "agreement")


def diagnosis(study: Study, result: Result, n_digits: int = DIGITS, counted: str = "") -> PaperTable:
    """Lay out a diagnosis: a row a system, or a pair, and attributes across; a row each of the attributes alone.

    `counted` says what is, if not all.
    """
    kind, rows = str(result.details["kind"]), _rows_by_column(result.table)
    names = {name: head for name, head in _NAMES.items() if name in result.table.columns} or {"attribute": "Attribute"}
    across, shown, is_percent = _ACROSS[kind]
    lines: dict[tuple[str, ...], list[_OverRuns | str]] = {}
    for row in rows:
        cells = lines.setdefault(tuple(str(row[name]) for name in names), [])
        for bucket, number, measure in across:
            cell = _cell(row[number])
            cells.append(f"{printed(cell, measure, n_digits)} ({row[bucket]})" if bucket and row[bucket] else cell)
    is_across = "attribute" not in names
    groups = list(dict.fromkeys(str(row["attribute"]) for row in rows)) if is_across else [""]
    columns = [
        (group, _HEADS.get(bucket or number, measure.head), measure)
        for group in groups
        for bucket, number, measure in across
    ]
    buckets = f"at most {result.details['buckets']} buckets"
    said = _caption(study, shown, counted, buckets, is_percent=is_percent, has_deviation=False)
    listed = [_Line(head, cells) for head, cells in lines.items()]
    return _laid_out([*names.values()], columns, listed, n_digits, said, "diagnose")


_NAMES: Final = {"system": "System", "system_a": "A", "system_b": "B"}
_ACROSS: Final[Mapping[str, tuple[Sequence[tuple[str, str, Measure]], str, bool]]] = {
    "self": (
        (("worst", "worst_f1", F1), ("best", "best_f1", F1), ("", "gap", GAP)),
        "F1 in the worst and the best bucket", True,
    ),
    "comparative": (
        (("best", "best_difference", DIFFERENCE), ("worst", "worst_difference", DIFFERENCE)),
        "Difference of F1, A - B, in its best and its worst bucket", True,
    ),
    "model": (
        (("", "spearman", COEFFICIENT), ("", "std", SPREAD)),
        "Spearman's correlation of F1 with buckets, and standard deviation of F1 over buckets", True,
    ),
    "attribute": (
        (
            ("", "zeta", COEFFICIENT), ("", "rho", COEFFICIENT), ("", "friedman_p", COEFFICIENT), ("", "blocks", COUNT),
        ),
        "Mean value of attributes, their mean correlation with F1 and p of Friedman's test", False,
    ),
}  # fmt: skip
"""What each kind of diagnosis shows of an attribute as bucket and number, how the caption calls it and in percent."""

_HEADS: Final = {
    "worst": "Worst", "best": "Best", "spearman": "Spearman",
    "zeta": "Mean value", "rho": "Spearman", "friedman_p": "p", "blocks": "Blocks",
}  # fmt: skip


def _rows_by_column(table: Table) -> list[dict[str, Value]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table]


def _cell(value: Value) -> _OverRuns | str:
    """Give a number of a table as that of one run, undefined over 0; words as they are, what a test gives in words."""
    if isinstance(value, PValue):
        return p_text(value).replace(" ", "")
    if isinstance(value, str):
        return value
    if isinstance(value, int | float | Ratio) and value == value:  # nan is not a number
        return [value]
    return [NO_RATIO]


def summary(files: Sequence[tuple[str, AnnotatedText]], n_digits: int = DIGITS) -> PaperTable:
    """Lay out what files hold, a row each: documents, sentences, tokens, relations if any, mentions and their types."""
    types = sorted({name for _, file in files for name in file.annotation.mentions.type_names()})
    n_relations = [len(file.annotation.relations or ()) for _, file in files]
    sizes = ["Documents", "Sentences", "Tokens", *(["Relations"] if any(n_relations) else []), "Mentions"]
    lines = []
    for (name, file), n_own in zip(files, n_relations, strict=True):
        text, mentions = file.text, file.annotation.mentions
        held = [text.n_documents, text.n_sentences, text.n_tokens, *([n_own] if any(n_relations) else [])]
        codes = mentions.with_types(tuple(types)).type_codes.tolist()
        by_type = [codes.count(code) for code in range(len(types))]
        lines.append(_Line((name,), [[count] for count in (*held, len(mentions), *by_type)]))
    columns = [("", head, COUNT) for head in sizes] + [("Mentions of type", name, COUNT) for name in types]
    sources = [file.annotation.source for _, file in files]
    repaired = _repair_in_words({"files": sources}, "invalid transitions")
    said = _sentence("Size of the data", repaired)
    return _laid_out(("File",), columns, lines, n_digits, said, "summarize")


def project(results: Sequence[DataSetResult], show: ProjectTable, n_digits: int = DIGITS) -> PaperTable:
    """Lay out F1 by system and data set; or in each data set a row a system, by tough subset, bucket or relation part.

    `model`: a row a system with the means over data sets, by attribute.

    The best of a column is that of its data set.

    References
    ----------
    Fu et al. (2020), Interpretable multi-dataset evaluation for NER, tables 1 and 2; Tu and Lignos (2021), tables 7 to
    10; Taillé et al. (2021), table 1.
    """
    several = any(len(system.numbers) > 1 for result in results for system in result.systems)
    deviation = "mean ± sample standard deviation over runs" * several
    if show == "scores":
        lines = []
        for name in system_names(results):
            cells: list[_OverRuns | str] = [_f1(result.counts_of(name)) or [NO_RATIO] for result in results]
            is_everywhere = all(result.f1_of(name) is not None for result in results)
            cells.append(_cell(mean_over(results, name, DataSetResult.f1_of) if is_everywhere else None))
            lines.append(_Line((name,), cells))
        columns = [("", result.name, F1) for result in results] + [("", "Mean", F1)]
        said = _sentence("F1 in percent by data set", "exact match, micro-averaged", "mean over data sets", deviation)
        return _laid_out(_SYSTEM, columns, lines, n_digits, said, "project")
    if show == "model":
        return _model_of_project(results, n_digits)
    of_parts, cells_of, shown = _PARTS_OF_PROJECT[show](results)
    tables = []
    for result in results:
        rows = [(system.name, cells_of(result, system)) for system in result.systems]
        own = [_Line((result.name, name), cells) for name, cells in rows if cells]
        tables.append(_laid_out(("Data", "System"), of_parts, own, n_digits, "", f"project-{show}"))
    whole, rows_before, bold = tables[0], list[Row](), set[tuple[int, int]]()
    for table in tables:
        bold |= {(len(rows_before) + row, column) for row, column in table.bold}
        rows_before += list(table.rows)
    said = _sentence(f"{shown} in percent by data set", deviation)
    return replace(whole, rows=rows_before, bold=frozenset(bold), caption=said)


def _model_of_project(results: Sequence[DataSetResult], n_digits: int) -> PaperTable:
    """Lay out a row a system, and attributes across, as means over data sets."""
    across, shown, _ = _ACROSS["model"]
    every = attribute_names(results)
    lines = []
    for name in system_names(results):
        scores = [score(attribute) for attribute in every for score in (spearman_with, spread_over)]
        lines.append(_Line((name,), [_cell(mean_over(results, name, score)) for score in scores]))
    columns = [
        (attribute, _HEADS.get(number, measure.head), measure) for attribute in every for _, number, measure in across
    ]
    said = _sentence(f"{shown} in percent", f"mean over {grouped(len(results))} data sets" * (len(results) > 1))
    return _laid_out(_SYSTEM, columns, lines, n_digits, said, "project-model")


_PartCells: TypeAlias = Callable[[DataSetResult, SystemRuns], Sequence[_OverRuns | str]]
_PartColumns: TypeAlias = tuple[Sequence[tuple[str, str, Measure]], _PartCells, str]


def _tough_of_project(_results: Sequence[DataSetResult]) -> _PartColumns:
    subsets = ("all", *LAID_OUT)

    def cells(result: DataSetResult, system: SystemRuns) -> Sequence[_OverRuns]:
        return [result.recalls_of(system.name, subset) for subset in subsets] if result.tough else []

    return [("", SUBSET_NAMES[subset], RECALL_OF) for subset in subsets], cells, "Recall of tough mentions"


def _buckets_of_project(results: Sequence[DataSetResult]) -> _PartColumns:
    every = every_bucket(results)

    def cells(result: DataSetResult, system: SystemRuns) -> Sequence[_OverRuns]:
        runs = [result.runs_in(system.name, *one)[1].tolist() for one in every]
        return [[NO_RATIO if f1 != f1 else f1 for f1 in own] or [NO_RATIO] for own in runs]

    return [(attribute, bucket, F1) for attribute, bucket in every], cells, "F1 by bucket"


def _relations_of_project(_results: Sequence[DataSetResult]) -> _PartColumns:
    from nerinspect.tables.retention import PARTS_OF_RELATIONS

    parts = [(setting, place) for setting in RELATION_SETTINGS for place in range(len(PARTS_OF_RELATIONS))]

    def cells(result: DataSetResult, system: SystemRuns) -> Sequence[_OverRuns]:
        own = [_f1(result.relations_of(system.name, *part)) for part in parts]
        return own if result.relations else []

    columns = [(setting.capitalize(), PARTS_OF_RELATIONS[place].capitalize(), F1) for setting, place in parts]
    return columns, cells, "F1 on exact, partial and new relations"


def _repairs_of_project(_results: Sequence[DataSetResult]) -> _PartColumns:
    def cells(result: DataSetResult, system: SystemRuns) -> Sequence[_OverRuns | str]:
        found = repaired(result, system.name)
        return _repair_cells(found) if found else []

    return _REPAIR_COLUMNS, cells, "F1 under two repairs of invalid transitions"


_PARTS_OF_PROJECT: Final[Mapping[ProjectTable, Callable[[Sequence[DataSetResult]], _PartColumns]]] = {
    "buckets": _buckets_of_project,
    "tough": _tough_of_project,
    "relations": _relations_of_project,
    "repairs": _repairs_of_project,
}

PROJECT_LAYOUTS: Final[tuple[ProjectTable, ...]] = ("scores", "model", *_PARTS_OF_PROJECT)
"""The tables of projects that can be laid out."""


def _shares(name: str, parts: Sequence[str], counts: Sequence[Counts]) -> str:
    """Say how large the parts are, of which the last is all."""
    sizes = zip(parts[:-1], counts, strict=False)
    return f"{name}{', '.join(f'{part} {Ratio(own.reference, counts[-1].reference)}' for part, own in sizes)} percent"


def _caption(
    study: Study,
    shown: str,
    *said: str,
    is_percent: bool = True,
    has_deviation: bool = True,
    of_one_repair: bool = True,
) -> str:
    """Say what is shown of which data, how it was counted and repaired, and over how many runs."""
    several = sorted({len(runs) for runs in predictions_by_system(study).values() if len(runs) > 1})
    over = f"{several[0]} to " * (len(several) > 1) + counted(several[-1], "run") if several else ""
    deviation = f"mean{' ± sample standard deviation' * has_deviation} over {over}" if over else ""
    name = PurePath(study.reference.source.path).name
    sources: dict[str, list[Source]] = {}
    for prediction in study.predictions:
        sources.setdefault(prediction.system, []).append(prediction.annotation.source)
    repairs = [
        _repair_in_words({"": [study.reference.source]}, "reference: invalid transitions"),
        _repair_in_words(sources, "invalid transitions") if of_one_repair else "",
    ]
    return _sentence(f"{shown}{' in percent' * is_percent} on {name}", *said, *repairs, deviation)


def _sentence(first: str, *said: str) -> str:
    details = "; ".join(filter(None, said))
    return f"{first} ({details})." if details else f"{first}."


def _repair_in_words(sources: Mapping[str, Iterable[Source]], what: str) -> str:
    """Say by which method the invalid transitions of systems were repaired; empty where there were none."""
    methods: dict[str, list[str]] = {}
    for system, files in sources.items():
        for method in sorted({file.repair for file in files if file.n_invalid}):
            methods.setdefault(method, []).append(system)
    if not methods:
        return ""
    if len(methods) == 1:
        return f"{what} repaired by {next(iter(methods))}"
    return f"{what} repaired by " + " and ".join(f"{name} ({', '.join(of)})" for name, of in methods.items())
