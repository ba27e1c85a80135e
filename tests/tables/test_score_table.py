import statistics
from collections.abc import Callable
from typing import TypeAlias

import pytest

from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.tables.scores import SCORE_COLUMNS, score_table

MakeStudy: TypeAlias = Callable[..., Study]

Scored: TypeAlias = dict[tuple[Value, Value, Value], dict[str, Value]]


def plain(value: Value) -> Value:
    return value.value if isinstance(value, Ratio) else value


def rows_of(study: Study) -> Scored:
    """Lay out the rows by system, run and type."""
    rows = [dict(zip(SCORE_COLUMNS, map(plain, row), strict=True)) for row in score_table(study)]
    return {(row["system"], row["run"], row["type"]): row for row in rows}


def test_columns_stand_in_their_order() -> None:
    assert ", ".join(SCORE_COLUMNS) == (
        "system, run, type, precision, recall, f1, reference, predicted, correct, tp, fp, fn, le, be, lbe, tn, "
        "demerits, false_positives, false_negatives"
    )


def test_rows_stand_by_system_run_and_type(two_systems: Study) -> None:
    types = ["ALL", "LOC", "ORG", "PER"]
    runs = [("flair", 1), ("flair", 2), ("flair", "mean"), ("flair", "std"), ("el mo", 1)]
    assert list(rows_of(two_systems)) == [(*run, name) for run in runs for name in types]


def test_all_types_are_counted_together(two_systems: Study) -> None:
    row = rows_of(two_systems)["flair", 1, "ALL"]
    assert [row[name] for name in SCORE_COLUMNS[3:]] == [
        *(2 / 3, 2 / 4, 4 / 7, 4, 3, 2),
        *(2, 0, 0, 0, 1, 0, 4, 3, 1, 2),
    ]


def test_a_type_is_counted_for_itself(two_systems: Study) -> None:
    row = rows_of(two_systems)["flair", 2, "PER"]
    counts = ["reference", "predicted", "correct", "tp", "false_positives", "false_negatives"]
    assert [row[name] for name in counts] == [0, 1, 0, 0, 1, 0]


def test_events_of_other_kinds_than_tp_stand_in_the_row_of_all_only(two_systems: Study) -> None:
    row = rows_of(two_systems)["flair", 1, "LOC"]
    empty = {"fp", "fn", "le", "be", "lbe", "tn", "demerits"}
    assert {name for name, value in row.items() if value is None} == empty


@pytest.mark.parametrize(("column", "value"), [("precision", 0.0), ("recall", None), ("f1", 0.0)])
def test_an_undefined_ratio_is_empty(column: str, value: float | None, two_systems: Study) -> None:
    assert rows_of(two_systems)["flair", 2, "PER"][column] == value


def test_the_mean_is_that_of_every_numeric_column(two_systems: Study) -> None:
    rows = rows_of(two_systems)
    first, second = (rows["flair", run, "ALL"] for run in (1, 2))
    means = {name: statistics.mean([first[name], second[name]]) for name in SCORE_COLUMNS[3:]}  # type: ignore[type-var]
    assert {name: rows["flair", "mean", "ALL"][name] for name in means} == pytest.approx(means, abs=1e-12)


def test_the_deviation_is_that_of_a_sample(two_systems: Study) -> None:
    rows = rows_of(two_systems)
    first, second = (rows["flair", run, "ALL"] for run in (1, 2))
    spreads = {name: statistics.stdev([first[name], second[name]]) for name in SCORE_COLUMNS[3:]}  # type: ignore[type-var]
    assert {name: rows["flair", "std", "ALL"][name] for name in spreads} == pytest.approx(spreads, abs=1e-12)


def test_a_ratio_undefined_in_all_runs_has_no_mean(two_systems: Study) -> None:
    assert rows_of(two_systems)["flair", "mean", "PER"]["recall"] is None


def test_columns_of_events_stay_empty_in_the_mean_of_a_type(two_systems: Study) -> None:
    assert rows_of(two_systems)["flair", "mean", "LOC"]["demerits"] is None


def test_a_single_run_has_no_mean(build_study: MakeStudy) -> None:
    study = build_study([(["a"], [(0, 1, "X")], [[]])])
    assert [row[1] for row in score_table(study)] == [1, 1]


def test_fractions_are_marked(two_systems: Study) -> None:
    assert score_table(two_systems).percentages == {"precision", "recall", "f1"}
