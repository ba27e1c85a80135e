"""A hundred thousand sentences with two million tokens are drawn a thousand times, for all types at once."""

from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

from nerinspect.corpus.mentions import Mentions
from nerinspect.events.study import Annotation, Prediction, Study, make_study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.differences import compare
from tests.benchmarks.test_training import read, seconds_of, write_file
from tests.measuring import keeps_ratio, keeps_within

TIMES_LOADING = 2.4  # two are usual
SOON = 1
"""In yardsticks: within a tenth of a second."""

SEEDS = count(1)  # what was drawn is kept by its seed

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("compare") / "test.conll"
    write_file(path, 0)
    return path


@pytest.fixture(scope="module")
def study(path: Path) -> Study:
    loaded = read(path)
    systems = [Prediction(name, 1, predicted(loaded.annotation, seed)) for seed, name in enumerate(("flair", "elmo"))]
    study = make_study(loaded.text, loaded.annotation, systems)
    compare(study, [0], [1], n_samples=1)  # imports what it needs
    return study


def predicted(reference: Annotation, seed: int) -> Annotation:
    """Miss a tenth of the mentions, and give another tenth another type."""
    known, random = reference.mentions, np.random.default_rng(seed)
    chance = random.random(len(known))
    is_found, is_wrong = chance < 0.9, chance < 0.1
    types = ((known.type_codes + is_wrong) % len(known.types)).astype(np.int32)
    mentions = Mentions(known.start[is_found], known.end[is_found], types[is_found], known.types)
    return replace(reference, mentions=mentions)


def test_drawing_takes_less_than_three_times_what_loading_takes(path: Path, study: Study) -> None:
    def in_loadings() -> float:
        loading = seconds_of(lambda: load_study(LoadRequest(str(path), (str(path),))), 3)
        drawing = seconds_of(lambda: compare(study, [0], [1], seed=next(SEEDS)), 3)
        print(f"\ndrawing {drawing:.2f} s, loading {loading:.2f} s")
        return drawing / loading

    assert keeps_ratio(TIMES_LOADING, in_loadings)


def test_drawing_can_be_ended_at_once(study: Study) -> None:
    def longest_wait() -> float:
        calls = [perf_counter()]
        compare(study, [0], [1], n_samples=100, seed=next(SEEDS), checkpoint=lambda *_: calls.append(perf_counter()))
        calls.append(perf_counter())
        return max(later - earlier for earlier, later in pairwise(calls))

    assert keeps_within(SOON, longest_wait)
