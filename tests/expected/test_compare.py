"""Systems in pairs on public data: counts of independent programs, tests by hand, sentences drawn in plain loops."""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, TypeAlias

import numpy as np
import pytest
from scipy import stats

from nerinspect.events.study import Study
from nerinspect.query.differences import ComparedType, compare
from nerinspect.tables.compare import ComparedPair, compared_pairs
from nerinspect.tables.scores import SCORE_COLUMNS, score_table
from tests.expected.plain_labels import read_spans
from tests.expected.test_tough import runs_of

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]
Spans: TypeAlias = list[set[tuple[int, int, str]]]
"""The mentions of each sentence."""

MODELS = ("afroxlmr", "mbert")


def plain_mcnemar(only_a: int, only_b: int) -> float:
    """Add up the throws of a coin that are at least as uneven."""
    n = only_a + only_b
    uneven = [k for k in range(n + 1) if abs(2 * k - n) >= abs(only_a - only_b)]
    return float(sum(comb(n, k) for k in uneven) / 2**n)


def assert_outcomes(row: ComparedType, correct: Sequence[int], n_reference: int) -> None:
    assert [row.both_right + row.only_a, row.both_right + row.only_b] == correct
    assert row.both_right + row.only_a + row.only_b + row.both_wrong == n_reference
    assert row.mcnemar_p == pytest.approx(plain_mcnemar(int(row.only_a), int(row.only_b)))


def f1_of(one: dict[str, int]) -> float:
    n_mentions = one["reference"] + one["predicted"]
    return 2 * one["correct"] / n_mentions


def spans_of(study: Study, annotation: Any) -> Spans:  # noqa: ANN401
    mentions, spans = annotation.mentions, [set[tuple[int, int, str]]() for _ in range(study.text.n_sentences)]
    for start, end, code in zip(
        mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True
    ):
        spans[int(study.text.sentence_of(np.array([start]))[0])].add((start, end, mentions.types[code]))
    return spans


def drawn_f1(reference: Spans, predicted: Spans, sentences: Sequence[int]) -> float:
    n_mentions = sum(len(reference[sentence]) + len(predicted[sentence]) for sentence in sentences)
    return 2 * sum(len(reference[sentence] & predicted[sentence]) for sentence in sentences) / n_mentions


@pytest.fixture(scope="module")
def models(load_data: LoadData) -> ComparedPair:
    """Two models of five runs each."""
    paths = [f"{model}=masakhaner2-pcm/predictions/{model}.run{run}.txt" for model in MODELS for run in range(1, 6)]
    study = load_data("masakhaner2-pcm/test.txt", tuple(paths), "conlleval")
    (pair,) = compared_pairs(study, 100, run=1)
    return pair


def test_outcomes_over_all_runs_of_two_models(expected: Expected, load_data: LoadData) -> None:
    numbers, study = expected("masakhaner2-pcm"), runs_of("masakhaner2-pcm", load_data)
    (pair,) = compared_pairs(study, 1)
    for row in pair.comparison.rows:
        name = row.type_name or "ALL"
        for model, right in (
            (pair.system_a, row.both_right + row.only_a),
            (pair.system_b, row.both_right + row.only_b),
        ):
            correct = [numbers[f"{model}.run{run}.txt"]["recalled"]["all"][name] for run in range(1, 6)]
            assert right == pytest.approx(fmean(correct))
        assert sum(row.n_outcomes) == pytest.approx(numbers["composition"]["mentions"]["all"][name])


def test_outcomes_of_the_first_runs_of_two_models(models: ComparedPair, expected: Expected) -> None:
    numbers = expected("masakhaner2-pcm")
    assert [row.type_name for row in models.comparison.rows] == [None, "DATE", "LOC", "ORG", "PER"]
    for row in models.comparison.rows:
        name = row.type_name or "ALL"
        correct = [numbers[f"{model}.run1.txt"]["recalled"]["all"][name] for model in MODELS]
        assert_outcomes(row, correct, numbers["composition"]["mentions"]["all"][name])


def test_outcomes_are_those_of_sets_of_labels(load_data: LoadData, data_folder: Path) -> None:
    folder = data_folder / "masakhaner2-ewe"
    runs = [f"predictions/mbert.run{run}.txt" for run in range(1, 6)]
    paths = tuple(f"s{place}=masakhaner2-ewe/{run}" for place, run in enumerate(runs))
    study = load_data("masakhaner2-ewe/test.txt", paths, "conlleval")
    reference, predicted = {*read_spans(folder / "test.txt")}, [{*read_spans(folder / run)} for run in runs]
    for pair, (a, b) in zip(compared_pairs(study, 1), combinations(predicted, 2), strict=True):
        for row in pair.comparison.rows:
            of_type = {span for span in reference if row.type_name in (None, span[2])}
            assert row.both_right == len(of_type & a & b)
            assert (row.only_a, row.only_b) == (len(of_type & a - b), len(of_type & b - a))
            assert row.both_wrong == len(of_type - a - b)


def test_exchanged_systems_say_the_same_from_the_other_side(load_data: LoadData) -> None:
    study = load_data("wnut16/test.txt", ("wnut16/flair.txt", "wnut16/elmo.txt"))
    one, other = compare(study, [0], [1], n_samples=60), compare(study, [1], [0], n_samples=60)
    for row, exchanged in zip(one.rows, other.rows, strict=True):
        a, b = row.bootstrap, exchanged.bootstrap
        assert (a.difference, a.low, a.high) == pytest.approx((-b.difference, -b.high, -b.low), abs=1e-12)
        assert (a.p, row.mcnemar_p) == (b.p, exchanged.mcnemar_p)
        assert (row.only_a, row.only_b, row.both_wrong) == (exchanged.only_b, exchanged.only_a, exchanged.both_wrong)


def test_scores_of_runs_have_mean_and_sample_deviation(expected: Expected, load_data: LoadData) -> None:
    numbers = expected("masakhaner2-pcm")
    paths = [f"{model}=masakhaner2-pcm/predictions/{model}.run{run}.txt" for model in MODELS for run in range(1, 6)]
    rows = [*score_table(load_data("masakhaner2-pcm/test.txt", tuple(paths), "conlleval"))]
    for model in MODELS:
        f1 = [f1_of(numbers[f"{model}.run{run}.txt"]["events"]) for run in range(1, 6)]
        place = SCORE_COLUMNS.index("f1")
        told = {row[1]: row[place] for row in rows if row[0] == model and row[2] == "ALL"}
        assert told["mean"] == pytest.approx(fmean(f1), abs=1e-12)
        assert told["std"] == pytest.approx(stdev(f1), abs=1e-12)


def test_f1_of_two_models_over_five_runs(models: ComparedPair, expected: Expected) -> None:
    numbers, row = expected("masakhaner2-pcm"), models.comparison.overall
    a, b = ([f1_of(numbers[f"{model}.run{run}.txt"]["events"]) for run in range(1, 6)] for model in MODELS)
    assert (row.score_a, row.score_b) == pytest.approx((sum(a) / 5, sum(b) / 5), abs=1e-12)
    assert row.over_pairs.p == pytest.approx(stats.wilcoxon(a, b).pvalue)
    assert row.over_pairs.p == 2 / 2**5  # A is better in all five
    assert row.over_runs.p == pytest.approx(stats.mannwhitneyu(a, b).pvalue)
    assert row.over_runs.p == pytest.approx(2 / comb(10, 5))  # each run of A is better than each of B
    assert row.over_pairs.n_blocks == 5


def test_seven_submissions_in_pairs(expected: Expected, load_data: LoadData) -> None:
    numbers = expected("wnut17")
    paths = tuple(f"wnut17/submissions/{name}" for name in numbers)
    study = load_data("wnut17/emerging.test.annotated", paths, "conlleval", "positions")
    correct = {name.removesuffix(".txt"): one["correct"] for name, one in numbers.items()}
    pairs = compared_pairs(study, 10)
    assert [(pair.system_a, pair.system_b) for pair in pairs] == list(combinations(correct, 2))
    for pair in pairs:
        assert_outcomes(pair.comparison.overall, [correct[pair.system_a], correct[pair.system_b]], 1_079)


def test_flair_and_elmo(expected: Expected, load_data: LoadData) -> None:
    numbers = expected("wnut16")
    study = load_data("wnut16/test.txt", ("wnut16/flair.txt", "wnut16/elmo.txt"))
    comparison = compare(study, [0], [1], n_samples=25)
    for row in comparison.rows:
        name = row.type_name or "ALL"
        correct = [numbers[system]["tough"]["recalled"]["all"][name] for system in ("flair", "elmo")]
        assert_outcomes(row, correct, numbers["flair"]["tough"]["mentions"]["all"][name])
    assert comparison.overall.score_a == f1_of(numbers["flair"]["events"])

    reference, *predicted = (
        spans_of(study, one) for one in (study.reference, *(one.annotation for one in study.predictions))
    )
    generator, differences = np.random.Generator(np.random.PCG64(0)), []
    for _ in range(25):
        sentences = generator.integers(0, 3_850, 3_850).tolist()
        f1_a, f1_b = (drawn_f1(reference, own, sentences) for own in predicted)
        differences.append(f1_a - f1_b)
    low, high = np.percentile(differences, (2.5, 97.5))
    spread = comparison.overall.bootstrap
    assert (spread.low, spread.high) == pytest.approx((low, high), abs=1e-12)
    n_lower = sum(difference <= 0 for difference in differences)
    assert spread.p == pytest.approx(2 * min(n_lower, 25 - n_lower) / 25)
