"""Ten systems over a hundred thousand sentences, loaded together and compared, against each loaded alone."""

import gc
import tracemalloc
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.compared_rows import mention_rows, stretch_rows
from nerinspect.query.counts.outcomes import outcome_counts
from nerinspect.query.filters import Everything
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import got_by
from tests.benchmarks.test_training import seconds_of
from tests.measuring import keeps_ratio

N_SYSTEMS, N_SENTENCES, N_WORDS = 10, 100_000, 30_000
TIMES_ALONE = 2
BYTES_A_MENTION = 300

pytestmark = pytest.mark.benchmark

OUTSIDE, FIRST, INNER, OTHER_FIRST, OTHER_INNER = range(5)
LABELS = np.array(["O", "B-PER", "I-PER", "B-ORG", "I-ORG"], dtype=object)
SENTENCES = np.full((2, 8), OUTSIDE)
SENTENCES[0, [1, 2, 5]] = FIRST, INNER, OTHER_FIRST
SENTENCES[1, 2:4] = OTHER_FIRST, OTHER_INNER


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Write a reference, and systems that miss a tenth of its mentions and find a tenth that are none."""
    folder, random = tmp_path_factory.mktemp("many"), np.random.default_rng(0)
    reference = SENTENCES[random.integers(0, 2, N_SENTENCES)]
    words = np.array([f"w{number}" for number in range(N_WORDS)], dtype=object)
    tokens = words[random.integers(0, N_WORDS, reference.shape)]
    paths = []
    for number in range(1 + N_SYSTEMS):
        labels = reference.copy()
        if number:
            labels[random.random(N_SENTENCES) < 0.1] = OUTSIDE
            labels[random.random(N_SENTENCES) < 0.1, -1] = FIRST
        lines = tokens + " " + LABELS[labels] + "\n"
        lines[:, -1] += "\n"
        paths.append(str(folder / f"{number}.conll"))
        Path(paths[-1]).write_text("".join(lines.ravel()), encoding="utf-8")
    return paths


def load(paths: list[str]) -> Study:
    return load_study(LoadRequest(paths[0], tuple(paths[1:])))


def compared(study: Study) -> Iterator[int]:
    """Do what the first look at a comparison takes: outcomes, rows and counts of a pair, and who gets what."""
    yield outcome_counts(study, Selection(), 0, 1).n_reference
    yield len(mention_rows(study, Everything(), 0, 1))
    yield len(got_by(study))
    yield len(stretch_rows(study, Everything(), 0, 1))


def test_ten_systems_are_loaded_and_compared_within_twice_what_each_alone_takes(paths: list[str]) -> None:
    load(paths[:2])  # imports what it needs

    def times_alone() -> float:
        together = seconds_of(lambda: [*compared(load(paths))])
        return together / sum(seconds_of(partial(load, [paths[0], path])) for path in paths[1:])

    assert keeps_ratio(TIMES_ALONE, times_alone)


def test_a_mention_takes_a_few_hundred_bytes(paths: list[str]) -> None:
    tracemalloc.start()
    try:
        study = load(paths)
        assert len({*compared(study)} - {0}) == 2  # each reference mention has a row; there are more stretches
        gc.collect()
        n_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    n_mentions = len(study.reference.mentions) + len(study.predicted)
    print(f"\n{n_bytes / n_mentions:.0f} bytes a mention, {n_mentions:,} mentions")
    assert n_bytes < BYTES_A_MENTION * n_mentions
