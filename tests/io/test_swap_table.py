from statistics import fmean, stdev

import numpy as np

from nerinspect.events.scores import Counts
from nerinspect.io.swap_files import SWAP_COLUMNS, swap_table
from nerinspect.lists.table import Ratio
from nerinspect.systems.swap_test import SwapScores


def scores(n_right: int, n_reverse: int) -> SwapScores:
    """Score four sentences with two mentions each."""
    place = np.arange(4)
    return SwapScores(
        Counts(8, 10, 6), Counts(4, 5, n_right), Counts(4, 5, n_reverse), place < n_right, place < n_reverse
    )


def test_a_system_has_a_row_for_each_set() -> None:
    found = swap_table({"original": {"a": [scores(4, 0)]}, "swapped": {"a": [scores(1, 3)]}})
    original, swapped = found
    assert original[:4] == ("a", 1, "original", 4)
    assert original[4:7] == (Ratio(6, 10), Ratio(6, 8), Ratio(12, 18))
    assert original[7:] == (Ratio(4, 5), Ratio(4, 4), Ratio(8, 9), None, None, None)
    assert swapped[2:4] == ("swapped", 4)
    assert swapped[7:] == (Ratio(1, 5), Ratio(1, 4), Ratio(2, 9), Ratio(3, 5), Ratio(3, 4), Ratio(6, 9))


def test_several_runs_are_summed_up_by_set() -> None:
    rows = list(
        swap_table(
            {"swapped": {"a": [scores(1, 3)], "b": [scores(2, 2)]}, "original": {"a": [scores(4, 0), scores(2, 0)]}}
        )
    )
    assert [row[:3] for row in rows] == [
        ("a", 1, "original"),
        ("a", 2, "original"),
        ("a", "mean", "original"),
        ("a", "std", "original"),
        ("a", 1, "swapped"),
        ("b", 1, "swapped"),
    ]
    f1 = SWAP_COLUMNS.index("f1")
    assert (rows[2][f1], rows[3][f1]) == (fmean([8 / 9, 4 / 9]), stdev([8 / 9, 4 / 9]))
    assert rows[2][-1] is rows[3][-1] is None


def test_a_run_without_relations_leaves_precision_to_the_others() -> None:
    silent = SwapScores(Counts(8, 0, 0), Counts(4, 0, 0), Counts(4, 0, 0), np.zeros(4, bool), np.zeros(4, bool))
    rows = list(swap_table({"swapped": {"a": [scores(1, 3), silent]}}))
    precision = SWAP_COLUMNS.index("precision")
    assert [row[precision] for row in rows] == [Ratio(1, 5), Ratio(0, 0), 0.2, None]
