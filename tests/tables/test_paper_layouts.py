from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.lists.table import MeanOfRuns, Ratio, Value
from nerinspect.tables.compare import compared_pairs
from nerinspect.tables.paper import COUNT, F1, Better, best_rows, comparison, confusion, printed, scores

if TYPE_CHECKING:
    from nerinspect.events.scores import Measure

MakeStudy: TypeAlias = Callable[..., Study]


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        ([Ratio(1, 800)], "0.13"),
        ([Ratio(0, 0)], "None"),
        ([Ratio(0, 0), Ratio(1, 2)], "50.00"),
        ([Ratio(1, 2), Ratio(1, 4)], "37.50 ± 17.68"),
        ([0.25, 0.5, 0.75], "50.00 ± 25.00"),
        ([-0.00001], "0.00"),
        ([-0.0125], "-1.25"),
    ],
)
def test_a_cell_holds_the_mean_and_the_deviation_in_percent(runs: list[Ratio | float], text: str) -> None:
    assert str(printed(runs, F1, 2)) == text


def test_counts_are_whole_and_their_means_are_not() -> None:
    assert printed([7], COUNT, 2) == 7
    assert str(printed([7, 8], COUNT, 1)) == "7.5 ± 0.7"


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(0, 6))
def test_one_run_is_rounded_half_up_exactly(numerator: int, denominator: int, n_digits: int) -> None:
    cell = printed([Ratio(numerator, denominator)], F1, n_digits)
    assert isinstance(cell, Decimal)
    assert cell.as_tuple().exponent == -n_digits
    off = Fraction(cell) - Fraction(100 * numerator, denominator)
    half = Fraction(1, 2 * 10**n_digits)
    assert -half < off <= half


def test_the_best_of_a_column_and_all_ties_are_found() -> None:
    cells: list[Value] = [Decimal("1.00"), MeanOfRuns(Decimal("2.00"), Decimal("0.50")), None, Decimal("2.00"), "x"]
    assert best_rows(cells, Better.HIGHER) == [1, 3]
    assert best_rows(cells, Better.LOWER) == [0]
    assert best_rows(cells, Better.NEITHER) == []
    assert best_rows([1, 2, 3], Better.HIGHER) == [], "counts are never the best"
    assert best_rows([Decimal(1), None], Better.HIGHER) == [], "there is nothing to choose from"


def test_systems_stand_in_rows_with_the_mean_of_their_runs(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/O/B-LOC Ann/B-PER/B-PER/B-PER/O", systems=("flair", "flair", "elmo"))
    table = scores(study)
    assert table.columns == ("System", "Precision", "Recall", "F1")
    assert [tuple(map(str, row)) for row in table] == [
        ("flair", "100.00 ± 0.00", "75.00 ± 35.36", "83.33 ± 23.57"),
        ("elmo", "100.00", "50.00", "66.67"),
    ]
    assert table.bold == {(0, 1), (1, 1), (0, 2), (0, 3)}
    assert "mean ± sample standard deviation over 2 runs" in table.caption


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(labels=st.lists(st.tuples(*[st.sampled_from(("O", "B-A", "B-B"))] * 2), min_size=1, max_size=8))
def test_the_matrix_holds_every_mention_once(make_study_from: MakeStudy, labels: list[tuple[str, str]]) -> None:
    study = make_study_from(" ".join(f"w/{reference}/{predicted}" for reference, predicted in labels))
    table = confusion(study)
    cells = [[cell if isinstance(cell, int) else 0 for cell in row[1:]] for row in table]
    for place, name in enumerate(study.types):
        assert sum(cells[place]) == sum(reference == f"B-{name}" for reference, _ in labels)
        assert sum(row[place] for row in cells) == sum(predicted == f"B-{name}" for _, predicted in labels)
        assert cells[place][place] == labels.count((f"B-{name}", f"B-{name}"))


def test_pairs_are_laid_out_by_what_they_are_compared_by(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/O Ann/B-PER/B-PER/B-PER", systems=("flair", "elmo"))
    measures: tuple[tuple[Measure, str], ...] = (("F1", "66.67"), ("Precision", "100.00"), ("Recall", "50.00"))
    for measure, scored in measures:
        table = comparison(study, compared_pairs(study, 20, measure=measure))
        assert table.columns[2:4] == (f"{measure} A", f"{measure} B")
        assert [str(cell) for cell in next(iter(table))[2:4]] == ["100.00", scored]
        assert measure in table.caption
