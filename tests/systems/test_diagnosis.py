from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nerinspect.attributes.buckets import Bucket
from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import WITHOUT_VALUE
from nerinspect.systems.diagnosis import Extremes, F1Table, deviation, extremes, spearman

NAN = float("nan")
ATTRIBUTES = {attribute.name: attribute for attribute in BUILT_IN}
SCORE = st.just(NAN) | st.sampled_from([0, 0.1, 0.25, 1 / 3, 0.5, 0.9, 1.0])
SCORES = st.lists(SCORE, min_size=1, max_size=8)
ROWS = st.integers(1, 6).flatmap(lambda n: st.lists(st.lists(SCORE, min_size=n, max_size=n), min_size=2, max_size=4))


def table(*runs: list[tuple[int, int, int]], systems: dict[str, tuple[int, ...]], name: str = "eLen") -> F1Table:
    """Make a table from the reference, predicted and correct members of each run by bucket."""
    counts = np.array(runs, dtype=np.int64).transpose(0, 2, 1)
    buckets = tuple(Bucket(str(place)) for place in range(counts.shape[2]))
    return F1Table(ATTRIBUTES[name], buckets, tuple(systems), tuple(systems.values()), counts, 0.0)


def of_scores(*rows: list[float], name: str = "eLen") -> F1Table:
    """Make a table of systems with one run each; scores in hundredths, nan where there are no members."""
    runs = [[(0, 0, 0) if np.isnan(f1) else (100, 100, round(100 * f1)) for f1 in row] for row in rows]
    return table(*runs, systems={f"system {place}": (place,) for place in range(len(rows))}, name=name)


def test_of_equal_buckets_the_first_is_named() -> None:
    assert extremes(np.array([0.5, 0.2, NAN, 0.5, 0.2])) == Extremes(1, 0.2, 0, 0.5)


def test_one_bucket_is_both_the_worst_and_the_best() -> None:
    found = extremes(np.array([NAN, 0.4]))
    assert found == Extremes(1, 0.4, 1, 0.4)
    assert found is not None
    assert found.gap == 0


def test_where_no_score_is_defined_nothing_is_told() -> None:
    nothing = of_scores([NAN, NAN], [0.5, NAN])
    assert nothing.extremes(0) is nothing.comparison(0, 1) is None
    assert np.isnan([nothing.spearman[0], nothing.deviation[0], nothing.rho]).all()


def test_systems_are_compared_where_both_are_defined() -> None:
    found = of_scores([0.9, 0.5, 0.2, 0.1], [NAN, 0.3, 0.4, 0.0]).comparison(0, 1)
    assert found is not None
    assert (found.best, found.worst) == (1, 2)
    assert (found.best_value, found.worst_value) == pytest.approx((0.2, -0.2))


def test_equal_scores_share_a_rank() -> None:
    assert spearman(np.array([0.1, 0.3, 0.3, 0.2])) == pytest.approx(1.5 / np.sqrt(4.5 * 5))


def test_equal_scores_have_no_correlation_and_no_spread() -> None:
    assert np.isnan(spearman(np.array([0.3, 0.3, NAN])))
    assert deviation(np.array([0.3, 0.3, NAN])) == 0


def test_names_and_members_without_a_value_have_no_order() -> None:
    assert np.isnan(of_scores([0.1, 0.2, 0.3], name="type").spearman).all()
    assert np.isnan(of_scores([0.1, 0.2, 0.3], name="type").rho)
    found = of_scores([0.1, 0.2, 0.0])
    assert found.spearman.tolist() == [-0.5]
    last = replace(found, buckets=(*found.buckets[:2], Bucket(WITHOUT_VALUE)))
    assert last.spearman.tolist() == [1]
    assert last.extremes(0) == Extremes(2, 0.0, 1, 0.2)


def test_the_score_of_a_system_is_the_mean_of_its_runs_where_it_is_defined() -> None:
    found = table(
        [(4, 4, 2), (0, 0, 0), (0, 0, 0)],
        [(4, 4, 4), (2, 2, 1), (0, 0, 0)],
        [(4, 4, 1), (2, 2, 2), (1, 0, 0)],
        systems={"flair": (0, 1), "elmo": (2,)},
    )
    assert found.by_run.tolist() == pytest.approx(np.array([[0.5, NAN, NAN], [1, 0.5, NAN], [0.25, 1, 0]]), nan_ok=True)
    assert found.by_system.tolist() == pytest.approx(np.array([[0.75, 0.5, NAN], [0.25, 1, 0]]), nan_ok=True)


def test_rho_is_the_mean_of_absolute_correlations_where_they_are_defined() -> None:
    found = of_scores([0.1, 0.2, 0.3], [0.3, 0.1, 0.2], [0.4, 0.4, 0.4])
    assert found.spearman.tolist() == pytest.approx([1, -0.5, NAN], nan_ok=True)
    assert found.rho == pytest.approx(0.75)


@given(SCORES)
def test_the_correlation_is_the_one_of_scipy(scores: list[float]) -> None:
    values, found = np.array(scores), spearman(np.array(scores))
    defined = values[~np.isnan(values)]
    if len(set(defined.tolist())) < 2:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(stats.spearmanr(defined, np.arange(len(defined))).statistic, abs=1e-12)


@given(SCORES)
def test_worst_and_best_are_those_of_a_plain_search(scores: list[float]) -> None:
    defined = {place: value for place, value in enumerate(scores) if not np.isnan(value)}
    found = extremes(np.array(scores))
    assert (found is None) == (not defined)
    if found is not None:
        assert found.worst == min(defined, key=lambda place: defined[place])
        assert found.best == max(defined, key=lambda place: defined[place])
        assert found.gap == max(defined.values()) - min(defined.values())


@given(ROWS)
def test_the_order_of_systems_changes_no_diagnosis(rows: list[list[float]]) -> None:
    found, turned = of_scores(*rows), of_scores(*rows[::-1])
    assert found.rho == pytest.approx(turned.rho, nan_ok=True)
    assert found.spearman.tolist() == pytest.approx(turned.spearman[::-1].tolist(), nan_ok=True)
    assert [found.extremes(place) for place in range(len(rows))] == [
        turned.extremes(place) for place in reversed(range(len(rows)))
    ]
    difference, opposite = found.difference(0, 1), turned.difference(len(rows) - 1, len(rows) - 2)
    assert difference.tolist() == pytest.approx(opposite.tolist(), nan_ok=True)


@given(ROWS)
def test_swapped_systems_negate_the_comparison(rows: list[list[float]]) -> None:
    found = of_scores(*rows)
    one, other = found.comparison(0, 1), found.comparison(1, 0)
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert (one.best_value, one.worst_value) == (-other.worst_value, -other.best_value)
        assert (one.best, one.worst) == (other.worst, other.best)
