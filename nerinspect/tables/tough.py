"""Tough mentions: how many a subset has and each system finds, as rows and as papers print them."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.types import type_or_all
from nerinspect.events.members import matched
from nerinspect.events.study import Study, kept_count
from nerinspect.lists.table import MeanOfRuns, Ratio, Result, Row, Table, Value
from nerinspect.quantities import counted
from nerinspect.tables.runs import over_runs, predictions_by_system, rounded
from nerinspect.training.tough import NESTED_SUBSETS, SUBSETS, is_small, subset_members

TOUGH_COLUMNS: Final = ("subset", "type", "mentions", "share", "system", "recalled", "recall", "recall_std")


@dataclass(frozen=True, eq=False)
class SubsetCounts:
    """Reference mentions by subset and type, ALL first, and how many of them each prediction has exactly."""

    types: tuple[str, ...]
    mentions: npt.NDArray[np.int64]
    recalled: npt.NDArray[np.int64]

    def size(self, subset: str) -> Ratio:
        """Give the share of a subset among all mentions."""
        return Ratio(int(self.mentions[SUBSETS.index(subset), 0]), int(self.mentions[0, 0]))

    def recall(self, predictions: list[int], subset: str, place: int = 0) -> list[Ratio]:
        row = SUBSETS.index(subset)
        n_mentions = int(self.mentions[row, place])
        return [Ratio(int(self.recalled[number, row, place]), n_mentions) for number in predictions]


def count_tough(study: Study) -> SubsetCounts:
    return kept_count(study, "tough", None, lambda: _count(study))


def _count(study: Study) -> SubsetCounts:
    mentions, members = study.reference.mentions, subset_members(study, "reference")
    names = tuple(sorted(mentions.type_names()))
    codes = mentions.with_types(names).type_codes
    recalled = [_by_type(members & found, codes, len(names)) for found in matched(study)]
    shape = (len(study.predictions), len(SUBSETS), 1 + len(names))
    return SubsetCounts(
        tuple(map(type_or_all, (None, *names))),
        _by_type(members, codes, len(names)),
        np.array(recalled, dtype=np.int64).reshape(shape),
    )


def tough_table(study: Study) -> Table:
    """List subsets by type with their share, and the recall of each system, if any, in them.

    Of several runs the mean number and recall, and the sample standard deviation. Share and recall of a subset without
    mentions are empty.
    """
    percentages = frozenset(("share", "recall", "recall_std"))
    return Table(TOUGH_COLUMNS, list(_rows(study)), percentages, counts=frozenset(("recalled",)))


def _by_type(members: BoolArray, codes: IntArray, n_types: int) -> npt.NDArray[np.int64]:
    counts = np.array([np.bincount(codes[row], minlength=n_types) for row in members], dtype=np.int64)
    return np.column_stack([counts.sum(axis=1), counts])


def _rows(study: Study) -> Iterator[Row]:
    counts, systems = count_tough(study), predictions_by_system(study)
    for row, subset in enumerate(SUBSETS):
        for place, type_name in enumerate(counts.types):
            n_mentions = int(counts.mentions[row, place])
            share = Ratio(n_mentions, int(counts.mentions[0, place])) if n_mentions else None
            head = (subset, type_name, n_mentions, share)
            if not systems:
                yield *head, None, None, None, None
            for system, runs in systems.items():
                yield *head, system, *_recall(counts.recall(runs, subset, place))


def _recall(recalls: list[Ratio]) -> tuple[Value, Value, Value]:
    """Give number, recall and its deviation: exact for one run, over the runs for several."""
    recalled, _ = over_runs([recall.numerator for recall in recalls])
    return recalled, *over_runs(recalls)


COMPOSITION: Final = "composition"
RECALL: Final = "recall"
LAYOUTS: Final = (COMPOSITION, RECALL)  # the layouts for people, by the name `--layout` knows

SUBSET_NAMES: Final = {
    "all": "All",
    "seen": "Seen",
    "unseen-any": "Unseen-Any",
    "unseen-tokens": "Unseen-Tokens",
    "unseen-type": "Unseen-Type",
    "tcm-all": "TCM-All",
    "tcm-seen": "TCM-Seen",
    "tcm-unseen": "TCM-Unseen",
}
"""The subsets as tables for people name them."""

LAID_OUT: Final = tuple(subset for subset, _ in NESTED_SUBSETS if subset not in ("all", "seen"))
"""The subsets that layouts have besides all mentions."""


def small_subsets(study: Study) -> tuple[str, ...]:
    """Name the subsets with fewer than 1 % of the mentions, or none, in the order of the screen."""
    n_mentions = count_tough(study).mentions[:, 0]
    n_all = n_mentions[SUBSETS.index("all")]
    return tuple(subset for subset, _ in NESTED_SUBSETS if is_small(n_mentions[SUBSETS.index(subset)], n_all))


def composition_layout(study: Study) -> Table:
    """Lay out the share of each subset, in percent with one decimal: subsets down, types across, all types last.

    The last row counts all mentions. Which subsets are small says `small_note`.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions, tables 2 to 4.
    """
    counts = count_tough(study)
    places = [*range(1, len(counts.types)), 0]
    rows: list[tuple[Value, ...]] = []
    for subset in LAID_OUT:
        of_subset = counts.mentions[SUBSETS.index(subset)]
        shares = [Ratio(int(of_subset[place]), int(counts.mentions[0, place])) for place in places]
        rows.append((SUBSET_NAMES[subset], *(rounded(share, 1) if share.denominator else None for share in shares)))
    rows.append(("All (count)", *(int(counts.mentions[0, place]) for place in places)))
    types = [counts.types[place] for place in places]
    return Table(("subset", *types), rows, frozenset(types))


def recall_layout(study: Study, type_name: str | None = None) -> Table:
    """Lay out the recall of each system, in percent with two decimals: the mean, and the deviation in parentheses.

    Systems down, subsets across; small subsets are left out, see `small_note`.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions, tables 7 to 10.
    """
    counts, small = count_tough(study), small_subsets(study)
    place = 0 if type_name is None else counts.types.index(type_name, 1)
    subsets = ["all", *(subset for subset in LAID_OUT if subset not in small)]
    names = [SUBSET_NAMES[subset] for subset in subsets]
    rows: list[tuple[Value, ...]] = [
        (system, *(_mean_and_deviation(counts.recall(runs, subset, place)) for subset in subsets))
        for system, runs in predictions_by_system(study).items()
    ]
    return Table(("system", *names), rows, frozenset(names))


def small_note(study: Study, layout: str | None = None) -> str:
    """Name in one sentence the small subsets that a table shows or leaves out; empty if there is none."""
    counts, small = count_tough(study), small_subsets(study)
    laid_out = [subset for subset in small if layout is None or subset in LAID_OUT]
    named = [_with_count(counts, subset, subset if layout is None else SUBSET_NAMES[subset]) for subset in laid_out]
    verb = "left out" if layout == RECALL else "small"
    return f"{verb}, with fewer than 1 % of the mentions: {', '.join(named)}" if named else ""


def _with_count(counts: SubsetCounts, subset: str, name: str) -> str:
    n_mentions = int(counts.mentions[SUBSETS.index(subset), 0])
    return f"{name} ({counted(n_mentions, 'mention') if n_mentions else 'none'})"


def _mean_and_deviation(recalls: list[Ratio]) -> Decimal | MeanOfRuns | None:
    recall, deviation = over_runs(recalls)
    if isinstance(recall, Ratio):
        return rounded(recall, 2) if recall.denominator else None
    return None if recall is None or deviation is None else MeanOfRuns(rounded(recall, 2), rounded(deviation, 2))


def tough(study: Study, layout: str | None = None) -> Result:
    """Give the result of `tough`, see `tough_table`; or one of the `LAYOUTS`."""
    make = {COMPOSITION: composition_layout, RECALL: recall_layout}.get(layout or "", tough_table)
    note = small_note(study, layout)
    said = {name: text for name, text in (("layout", layout), ("note", note)) if text}
    details = {"table": "tough", **said, "matching": study.matching}
    return Result(make(study), details, ["--layout", layout] if layout else [], [note] if note else [])
