"""Exact match, and what other schemes add to it, on public data: counts of other programs."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from nerinspect.events.study import Study
from nerinspect.tables.schemes import SCHEME_COLUMNS, scheme_table

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]


def rows_of(study: Study) -> dict[tuple[str, str, str], dict[str, Any]]:
    """Give the cells of each system, scheme and type."""
    rows: list[dict[str, Any]] = [dict(zip(SCHEME_COLUMNS, row, strict=True)) for row in scheme_table(study)]
    return {(row["system"], row["scheme"], row["type"]): row for row in rows}


def assert_scores(row: dict[str, Any], numbers: dict[str, int]) -> None:
    assert row["correct"] == numbers["correct"]
    assert row["possible"] == numbers["reference"] == row["correct"] + row["incorrect"] + row["partial"] + row["missed"]
    assert row["actual"] == numbers["predicted"] == row["possible"] - row["missed"] + row["spurious"]
    assert row["precision"].value == numbers["correct"] / numbers["predicted"]
    assert row["recall"].value == numbers["correct"] / numbers["reference"]
    assert row["f1"].value == pytest.approx(2 * numbers["correct"] / (numbers["predicted"] + numbers["reference"]))


@pytest.mark.parametrize("scheme", ["traditional", "strict"])
def test_exact_match_of_seven_submissions(scheme: str, expected: Expected, load_data: LoadData) -> None:
    numbers = expected("wnut17")
    paths = tuple(f"wnut17/submissions/{name}" for name in numbers)
    rows = rows_of(load_data("wnut17/emerging.test.annotated", paths, "conlleval", "positions"))
    for name, one in numbers.items():
        assert_scores(rows[name.removesuffix(".txt"), scheme, "ALL"], one)


def test_label_errors_are_what_exact_extents_add(expected: Expected, load_data: LoadData) -> None:
    numbers = expected("wnut16")
    rows = rows_of(load_data("wnut16/test.txt", ("wnut16/flair.txt", "wnut16/elmo.txt")))
    for system in ("flair", "elmo"):
        events, by_type = numbers[system]["events"], numbers[system]["tough"]["recalled"]["all"]
        assert_scores(rows[system, "strict", "ALL"], events)
        assert rows[system, "exact", "ALL"]["correct"] == events["tp"] + events["le"]
        for name, n_correct in by_type.items():
            assert rows[system, "strict", name]["correct"] == n_correct


def test_fair_counts_each_error_of_runs_once(expected: Expected, load_data: LoadData) -> None:
    numbers = expected("masakhaner2-pcm")
    names = ("afroxlmr.run1.txt", "mbert.run4.txt")
    paths = tuple(f"{name.split('.')[0]}=masakhaner2-pcm/predictions/{name}" for name in names)
    rows = rows_of(load_data("masakhaner2-pcm/test.txt", paths, "conlleval"))
    for name in names:
        events, row = numbers[name]["events"], rows[name.split(".")[0], "fair", "ALL"]
        assert row["correct"] == events["tp"]
        assert rows[name.split(".")[0], "exact", "ALL"]["correct"] == events["tp"] + events["le"]
        errors = row["incorrect"]
        assert row["possible"] == row["correct"] + row["missed"] + errors / 2
        assert row["actual"] == row["correct"] + row["spurious"] + errors / 2
