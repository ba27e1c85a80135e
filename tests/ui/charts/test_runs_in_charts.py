"""Charts of systems with several runs: one bar a system, the mean over its runs."""

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean, stdev

import pytest

from nerinspect.charts.buckets import AttributeScores, count_buckets, large_chart, large_legend, small_chart
from nerinspect.charts.scores import Runs, Scored, Shown, score_over_runs, type_chart
from nerinspect.charts.values import INTERVAL
from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, doors_to, score_kept
from nerinspect.tables.buckets import bucket_table

NAMES = ("flair, run 1", "flair, run 2", "elmo", "flair, run 3")


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(
        "Ostend/B-LOC/B-LOC/B-LOC/O/B-LOC and/O/O/O/O/O Grey/B-ORG/B-ORG/B-ORG/O/O Heron/I-ORG/O/I-ORG/O/O",
        "Ulm/B-LOC/O/B-LOC/B-LOC/O",
        systems=("flair", "flair", "elmo", "flair"),
    )


@pytest.fixture
def scored(study: Study) -> Scored:
    return Scored(NAMES, tuple(score_kept(study)), 1, study.types, doors_to(WHOLE, study.types), study)


@pytest.fixture
def shown(scored: Scored) -> Shown:
    prediction, *others = scored.drawn
    return Shown(prediction, tuple(others), NAMES, scored.runs)


@pytest.fixture
def lengths(study: Study) -> AttributeScores:
    return next(one for one in count_buckets(study, WHOLE, 2).attributes if one.name == "eLen")


def test_each_system_is_drawn_once_with_all_its_runs(scored: Scored, shown: Shown) -> None:
    assert scored.drawn == [1, 2]
    assert scored.runs == {1: Runs("flair", (0, 1, 3))}
    assert shown.every_run == [0, 1, 3, 2]


def test_a_bar_is_the_mean_that_the_table_of_buckets_has(study: Study, lengths: AttributeScores, shown: Shown) -> None:
    rows = [row for row in bucket_table(study, [lengths.own.attribute], 2).rows if row[0] == "flair"]
    assert [bar.length for bar in small_chart(lengths, shown).bars[::2]] == [pytest.approx(row[-1]) for row in rows]


def test_a_bar_says_mean_deviation_and_what_it_opens(lengths: AttributeScores, shown: Shown) -> None:
    runs = [1 / 2, 1.0, 2 / 3]  # the first run finds one of two mentions and cuts Grey Heron short, the third finds one
    said = f"F1 {100 * fmean(runs):.2f} ± {100 * stdev(runs):.2f}"
    words = small_chart(lengths, shown).bars[0].say()
    assert f"mean ± standard deviation of 3 runs: Precision 83.33 ± 28.87, Recall 66.67 ± 28.87, {said}" in words
    assert words.endswith("opens flair, run 2")


def test_means_have_no_whiskers(lengths: AttributeScores, shown: Shown) -> None:
    flair, elmo = large_chart(lengths, shown, "F1").bars[:2]
    assert not flair.interval
    assert elmo.interval
    alone = Shown(shown.prediction, (), NAMES, shown.runs)
    assert INTERVAL not in {entry.sign for entry in large_legend(lengths, alone, "F1")}


def test_bars_by_type_are_means_too(scored: Scored) -> None:
    chart = type_chart(scored, Shown(1, (), NAMES, scored.runs), ["LOC"], "Recall")
    assert chart.bars[0].text == "66.67"
    assert chart.bars[0].say() == "LOC: Recall 66.67 ± 28.87, mean ± standard deviation of 3 runs"


def test_runs_where_a_score_is_undefined_are_left_out() -> None:
    assert score_over_runs([(0, 0), (1, 2)]) == (0.5, "50.00", "50.00", "50.0")
    assert score_over_runs([(0, 0), (0, 0)])[1:] == ("–", "–", "–")


def test_the_retention_heuristic_has_a_chart_on_demand_or_on_show(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ulm/B-LOC/O/O/B-LOC", systems=("flair", "elmo", "retention"))
    scored = Scored(("flair", "elmo", "retention"), tuple(score_kept(study)), 1, (), doors_to(WHOLE, ()), study)
    assert scored.drawn == [1, 0]
    assert replace(scored, with_retention=True).drawn == [1, 0, 2]
    assert replace(scored, prediction=2).drawn == [2, 0, 1]
