"""All attributes, their buckets and counts for two million test tokens against two million training tokens."""

from dataclasses import replace
from time import process_time

import numpy as np
import numpy.typing as npt
import pytest

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attributes_of
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.study import Annotation, Prediction, Study, make_study
from nerinspect.query.counts.buckets import bucket_counts
from tests.benchmarks.test_training import N_MENTIONS, N_TOKENS, read, seconds_of, write_file
from tests.measuring import keeps_within

ALL_ATTRIBUTES, REDRAW = 32, 1 / 2
"""In tenths of a second on a quiet machine, about twice what they take there."""

pytestmark = pytest.mark.benchmark


def predicted(reference: Annotation) -> Annotation:
    """Miss a tenth of the mentions, and give another tenth another type."""
    known, chance = reference.mentions, np.random.default_rng(0).random(N_MENTIONS)
    is_found, is_wrong = chance < 0.9, chance < 0.1
    types = ((known.type_codes + is_wrong) % len(known.types)).astype(np.int32)
    return replace(
        reference, mentions=Mentions(known.start[is_found], known.end[is_found], types[is_found], known.types)
    )


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("buckets")
    for seed, name in enumerate(("test.conll", "training.conll")):
        write_file(folder / name, seed)
    test, training = read(folder / "test.conll"), read(folder / "training.conll")
    study = make_study(test.text, test.annotation, [Prediction("flair", 1, predicted(test.annotation))])
    return replace(study, training=training)


def anew(study: Study) -> Study:
    """Give the study with nothing derived from it yet."""
    assert study.training is not None
    return replace(study, training=replace(study.training))


def counts_of(study: Study, n_wanted: int = 4) -> list[npt.NDArray[np.int64]]:
    return bucket_counts(study, [bucketing(study, attribute, n_wanted) for attribute in attributes_of(study)])


def test_all_attributes_are_bucketed_in_three_seconds(study: Study) -> None:
    assert (study.text.n_tokens, len(study.reference.mentions)) == (N_TOKENS, N_MENTIONS)
    assert len(counts_of(study)) == 9
    assert keeps_within(ALL_ATTRIBUTES, lambda: seconds_of(lambda: counts_of(anew(study))), process_time)


def test_another_number_of_buckets_is_there_at_once(study: Study) -> None:
    counts_of(study)
    others = iter((2, 10, 3, 9, 5, 8, 6, 7))
    assert keeps_within(REDRAW, lambda: seconds_of(lambda: counts_of(study, next(others))), process_time)
