"""The table of the swap test: what systems score on the sentences before and after their arguments changed places."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Row, Table
from nerinspect.systems.swap_test import SwapScores
from nerinspect.tables.runs import over_runs, predictions_by_system, ratios

SWAP_SETS: Final = ("original", "swapped")  # the two sets of sentences

_SCORES: Final = (
    "ner_precision", "ner_recall", "ner_f1", "precision", "recall", "f1",
    "reverse_precision", "reverse_recall", "reverse_f1",
)  # fmt: skip

SWAP_COLUMNS: Final = ("system", "run", "set", "sentences", *_SCORES)

ScoredRuns: TypeAlias = dict[str, list[SwapScores]]  # the scores of each system, run after run


def scored_runs(study: Study, scores: Sequence[SwapScores]) -> ScoredRuns:
    """Sort the scores of the predictions of a study by system."""
    return {system: [scores[n] for n in numbers] for system, numbers in predictions_by_system(study).items()}


def swap_table(scored: Mapping[str, ScoredRuns]) -> Table:
    """List what each system scores on each of `SWAP_SETS`; a set may be left out, and a system need not be in both.

    Behind several runs stand their mean and sample standard deviation. Undefined scores are empty, and so are the
    reverse scores of original sentences, of which no direction is false yet.
    """
    sets = {name: scored[name] for name in SWAP_SETS if name in scored}
    systems = dict.fromkeys(chain.from_iterable(sets.values()))
    rows = [
        row for system in systems for name, runs in sets.items() for row in _rows(system, name, runs.get(system, []))
    ]
    return Table(SWAP_COLUMNS, rows, frozenset(_SCORES))


def _rows(system: str, name: str, runs: Sequence[SwapScores]) -> Iterator[Row]:
    scored = [_ratios(one, name) for one in runs]
    sentences = [len(one.finds) for one in runs]
    for run, (number, row) in enumerate(zip(sentences, scored, strict=True), 1):
        yield (system, run, name, number, *row)
    if len(runs) > 1:
        columns = [[value for value in column if value is not None] for column in zip(*scored, strict=True)]
        summaries = [over_runs(column) if column else (None, None) for column in columns]
        for place, said in enumerate(("mean", "std")):
            yield (system, said, name, sentences[0], *(summary[place] for summary in summaries))


def _ratios(scores: SwapScores, name: str) -> list[Ratio | None]:
    reverse = ratios(scores.reverse) if name == "swapped" else [None] * 3
    return [*ratios(scores.mentions), *ratios(scores.relations), *reverse]
