"""Two versions of public data: what changed adds up to the event counts of other programs, in both directions."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from nerinspect.events.segment_events import TP
from nerinspect.events.study import Study
from nerinspect.systems.outcomes import BROKEN, CHANGED, FIXED, changes
from tests.expected.plain_labels import read_spans

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]
ERRORS = ("fp", "fn", "le", "be", "lbe")

RUNS = {
    "masakhaner2-pcm": ("afroxlmr.run1.txt", "afroxlmr.run5.txt", "mbert.run1.txt"),
    "masakhaner2-ewe": ("mbert.run1.txt", "mbert.run3.txt"),
}


def runs_of(data: str, load_data: LoadData) -> Study:
    paths = tuple(f"v{number}={data}/predictions/{name}" for number, name in enumerate(RUNS[data]))
    return load_data(f"{data}/test.txt", paths, "conlleval")


def assert_adds_up(study: Study, old: int, new: int, before: dict[str, int], after: dict[str, int]) -> None:
    """Hold the rows against the events that are expected of both versions."""
    found, kinds = changes(study, old, new), study.events.kind
    fixed, broken, changed = found.counts
    assert sum(after[kind] for kind in ERRORS) == found.n_unchanged + broken + changed
    fixed_places, broken_places, _ = found.place_counts
    wrong_before, wrong_after = found.wrong_places
    assert wrong_before - fixed_places + broken_places == wrong_after
    is_error = kinds[found.old_events] != TP
    assert len(np.unique(found.old_events[is_error])) == sum(before[kind] for kind in ERRORS) - found.n_unchanged
    is_new_tp = (found.event >= 0) & (kinds[found.event] == TP)
    assert is_new_tp.sum() + np.count_nonzero((found.event < 0) & (found.change == FIXED)) == fixed
    was_right = np.unique(found.old_events[~is_error])
    assert after["tp"] - before["tp"] == is_new_tp.sum() - len(was_right)


@pytest.mark.parametrize("data", RUNS)
def test_rows_add_up_to_expected_events_of_runs(data: str, expected: Expected, load_data: LoadData) -> None:
    numbers, study = expected(data), runs_of(data, load_data)
    for old, new in permutations(range(len(RUNS[data])), 2):
        assert_adds_up(study, old, new, *(numbers[RUNS[data][one]]["events"] for one in (old, new)))


def test_rows_add_up_to_expected_events_of_submissions(expected: Expected, load_data: LoadData) -> None:
    numbers = expected("wnut17")
    paths = tuple(f"wnut17/submissions/{name}" for name in numbers)
    study = load_data("wnut17/emerging.test.annotated", paths, "conlleval", "positions")
    for (old, before), (new, after) in permutations(enumerate(numbers.values()), 2):
        assert_adds_up(study, old, new, before, after)


@pytest.mark.parametrize("data", RUNS)
def test_mentions_that_are_fixed_and_lost_are_those_of_sets(data: str, load_data: LoadData, data_folder: Path) -> None:
    study = runs_of(data, load_data)
    reference = {*read_spans(data_folder / data / "test.txt")}
    predicted = [{*read_spans(data_folder / data / "predictions" / name)} for name in RUNS[data]]
    for old, new in permutations(range(len(predicted)), 2):
        found = changes(study, old, new)
        kinds = study.events.kind[found.event]
        fixed = (found.change == FIXED) & (found.event >= 0)
        assert (kinds[fixed] == TP).all()
        assert fixed.sum() == len(reference & predicted[new] - predicted[old])
        assert not (kinds[np.isin(found.change, (BROKEN, CHANGED))] == TP).any()
        lost = np.unique(found.old_events[study.events.kind[found.old_events] == TP])
        assert len(lost) == len(reference & predicted[old] - predicted[new])
