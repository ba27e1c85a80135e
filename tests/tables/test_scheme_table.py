from collections.abc import Callable

import pytest

from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.systems.schemes import SCHEMES
from nerinspect.tables.schemes import SCHEME_COLUMNS, scheme_table
from nerinspect.tables.scores import SCORE_COLUMNS, score_table

MakeStudy = Callable[..., Study]

Rows = dict[tuple[Value, ...], dict[str, Value]]


def plain(value: Value) -> Value:
    return value.value if isinstance(value, Ratio) else value


def rows_of(study: Study) -> Rows:
    rows = [dict(zip(SCHEME_COLUMNS, map(plain, row), strict=True)) for row in scheme_table(study)]
    return {(row["system"], row["run"], row["scheme"], row["type"]): row for row in rows}


def test_columns_stand_in_their_order() -> None:
    assert ", ".join(SCHEME_COLUMNS) == (
        "system, run, scheme, type, correct, incorrect, partial, missed, spurious, possible, actual, precision, "
        "recall, f1, cost"
    )


def test_rows_stand_by_system_run_scheme_and_type(two_systems: Study) -> None:
    runs = [("flair", 1), ("flair", 2), ("flair", "mean"), ("flair", "std"), ("el mo", 1)]
    types = ["ALL", "LOC", "ORG", "PER"]
    assert list(rows_of(two_systems)) == [(*run, s.name, name) for run in runs for s in SCHEMES for name in types]


@pytest.mark.parametrize("scheme", ["traditional", "strict"])
def test_exact_match_is_what_the_score_table_has(scheme: str, two_systems: Study) -> None:
    rows = rows_of(two_systems)
    for row in score_table(two_systems):
        score = dict(zip(SCORE_COLUMNS, map(plain, row), strict=True))
        own = rows[score["system"], score["run"], scheme, score["type"]]
        for name in ("correct", "precision", "recall", "f1"):
            assert own[name] == score[name]
        assert (own["possible"], own["actual"]) == (score["reference"], score["predicted"])


def test_fair_denominators_hold_halves(make_study_from: MakeStudy) -> None:
    row = rows_of(make_study_from("Karl/B-PER/B-ORG and/O/O Ann/B-PER/B-PER"))["flair", 1, "fair", "ALL"]
    assert [row[name] for name in SCHEME_COLUMNS[4:]] == [1, 1, 0, 0, 0, 1.5, 1.5, 1 / 1.5, 1 / 1.5, 1 / 1.5, None]


def test_undefined_ratios_are_empty(make_study_from: MakeStudy) -> None:
    row = rows_of(make_study_from("Karl/B-PER/O"))["flair", 1, "partial", "ALL"]
    assert [row[name] for name in ("precision", "recall", "f1")] == [None, 0.0, 0.0]


def test_several_runs_have_mean_and_deviation(make_study_from: MakeStudy) -> None:
    study = make_study_from("Karl/B-PER/B-PER/B-ORG and/O/O/O Ann/B-PER/B-PER/B-PER", systems=("flair", "flair"))
    rows = rows_of(study)
    assert rows["flair", "mean", "strict", "ALL"]["f1"] == pytest.approx(0.75)
    assert rows["flair", "std", "strict", "ALL"]["incorrect"] == pytest.approx(0.5**0.5)
    assert rows["flair", "mean", "exact", "ALL"]["f1"] == 1
