"""Tough mentions as papers print them: composition with types across, recall with subsets across."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import NESTED_SUBSETS, SUBSETS, is_small
from nerinspect.errors import counted
from nerinspect.results.run_summary import over_runs
from nerinspect.results.table import Ratio, Table, Value
from nerinspect.results.tough_table import SubsetCounts, count_tough, predictions_by_system

COMPOSITION: Final = "composition"
RECALL: Final = "recall"
LAYOUTS: Final = (COMPOSITION, RECALL)
"""The layouts for people, by the name `--layout` knows."""

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

_LAID_OUT: Final = tuple(subset for subset, _ in NESTED_SUBSETS if subset not in ("all", "seen"))


def small_subsets(study: Study) -> tuple[str, ...]:
    """Name the subsets with fewer than 1 % of the mentions, in the order of the screen.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    tuple of str
        Those without mentions are among them, unless there are no mentions at all.
    """
    n_mentions = count_tough(study).mentions[:, 0]
    n_all = n_mentions[SUBSETS.index("all")]
    return tuple(subset for subset, _ in NESTED_SUBSETS if is_small(n_mentions[SUBSETS.index(subset)], n_all))


def composition_layout(study: Study) -> Table:
    """Lay out the share of each subset, in percent with one decimal.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    Table
        Subsets down, types across, all types last; the last row counts all mentions.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions, tables 2 to 4.
    """
    counts = count_tough(study)
    places = [*range(1, len(counts.types)), 0]
    rows: list[tuple[Value, ...]] = []
    for subset in _LAID_OUT:
        of_subset = counts.mentions[SUBSETS.index(subset)]
        rows.append((SUBSET_NAMES[subset], *(_tenths(of_subset[place], counts.mentions[0, place]) for place in places)))
    rows.append(("All (count)", *(int(counts.mentions[0, place]) for place in places)))
    return Table(("subset", *(counts.types[place] for place in places)), rows)


def recall_layout(study: Study, type_name: str | None = None) -> Table:
    """Lay out the recall of each system, in percent with two decimals: the mean, and the deviation in parentheses.

    Parameters
    ----------
    study : Study
        With training data.
    type_name : str or None
        A type of the reference; None for all types.

    Returns
    -------
    Table
        Systems down, subsets across; small subsets are left out, see `small_note`.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions, tables 7 to 10.
    """
    counts, small = count_tough(study), small_subsets(study)
    place = 0 if type_name is None else counts.types.index(type_name, 1)
    subsets = ["all", *(subset for subset in _LAID_OUT if subset not in small)]
    rows = [
        (system, *(_mean_and_deviation(counts.recall(runs, subset, place)) for subset in subsets))
        for system, runs in predictions_by_system(study).items()
    ]
    return Table(("system", *(SUBSET_NAMES[subset] for subset in subsets)), rows)


def small_note(study: Study) -> str:
    """Name in one sentence the subsets that `recall_layout` leaves out; empty if there is none."""
    counts = count_tough(study)
    left_out = [_with_count(counts, subset) for subset in small_subsets(study) if subset in _LAID_OUT]
    return f"left out, with fewer than 1 % of the mentions: {', '.join(left_out)}" if left_out else ""


def _with_count(counts: SubsetCounts, subset: str) -> str:
    n_mentions = int(counts.mentions[SUBSETS.index(subset), 0])
    return f"{SUBSET_NAMES[subset]} ({counted(n_mentions, 'mention') if n_mentions else 'none'})"


def _tenths(numerator: int, denominator: int) -> str:
    """Write a share as percent with one decimal, rounded half up from the counts."""
    if not denominator:
        return UNDEFINED
    tenths = (2_000 * int(numerator) + int(denominator)) // (2 * int(denominator))
    return f"{tenths // 10}.{tenths % 10}"


def _mean_and_deviation(recalls: list[Ratio]) -> str:
    recall, deviation = over_runs(recalls)
    if isinstance(recall, Ratio):
        return percent_text(recall.numerator, recall.denominator)
    return UNDEFINED if recall is None or deviation is None else f"{_percent(recall)} ({_percent(deviation)})"


def _percent(fraction: float) -> Decimal:
    return (Decimal(fraction) * 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
