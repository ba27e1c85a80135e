"""The table of tough mentions: how many a subset has, and how many of them each system finds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.members import matched
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import SUBSETS, subset_members
from nerinspect.analysis.type_names import type_or_all
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.results.run_summary import over_runs, predictions_by_system
from nerinspect.results.table import Ratio, Row, Table, Value

TOUGH_COLUMNS: Final = ("subset", "type", "mentions", "share", "system", "recalled", "recall", "recall_std")


@dataclass(frozen=True, eq=False)
class SubsetCounts:
    """Reference mentions by subset and type, and how many of them each prediction has exactly.

    Attributes
    ----------
    types : tuple of str
        As tables call them: `ALL`, then every type of the reference by code point.
    mentions : ndarray of int64, shape (n_subsets, n_types)
        Rows as in `SUBSETS`.
    recalled : ndarray of int64, shape (n_predictions, n_subsets, n_types)
        For each prediction, in the order of the study.
    """

    types: tuple[str, ...]
    mentions: npt.NDArray[np.int64]
    recalled: npt.NDArray[np.int64]

    def recall(self, predictions: list[int], subset: str, place: int = 0) -> list[Ratio]:
        """Give the recall of each of some predictions in a subset, for the type at a place."""
        row = SUBSETS.index(subset)
        n_mentions = int(self.mentions[row, place])
        return [Ratio(int(self.recalled[number, row, place]), n_mentions) for number in predictions]


@kept_with_owner
def count_tough(study: Study) -> SubsetCounts:
    """Count the mentions of every subset.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    SubsetCounts
        For all types and for each.
    """
    mentions, members = study.reference.mentions, subset_members(study)["reference"]
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
    """List subsets by type with their share, and the recall of each system in them.

    Parameters
    ----------
    study : Study
        With training data, with or without predictions.

    Returns
    -------
    Table
        Subsets in the order of `SUBSETS`, types as in `SubsetCounts`, systems as given; without a prediction one row
        for each subset and type. Of several runs the mean number and recall, and the sample standard deviation. Share
        and recall of a subset without mentions are empty.
    """
    percentages = frozenset(("share", "recall", "recall_std"))
    return Table(TOUGH_COLUMNS, list(_rows(study)), percentages, counts=frozenset(("recalled",)))


def _by_type(members: BoolArray, codes: IntArray, n_types: int) -> npt.NDArray[np.int64]:
    """Count members by subset and type, those of all types first."""
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
