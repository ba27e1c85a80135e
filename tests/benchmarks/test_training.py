"""Tough mentions and training evidence for two million test tokens against two million training tokens."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from nerinspect.events.study import AnnotatedText, Prediction, Study, make_study
from nerinspect.io.reading.loading import load_training
from nerinspect.io.request import LoadRequest
from nerinspect.training.evidence import evidence, near_surfaces, prepare_evidence
from nerinspect.training.index import token_numbers, training_index
from nerinspect.training.surfaces import surface_ids
from nerinspect.training.tough import packed_subsets
from tests.measuring import keeps_within

N_TOKENS, N_WORDS, N_MENTIONS, LONGEST_SENTENCE = 2_000_000, 60_000, 77_000, 20
SUBSETS, PREPARING, FIRST_PAGE, NEAREST = 2.5, 6.5, 1 / 4, 1 / 6
"""In tenths of a second on a quiet machine, about twice what they take there."""

pytestmark = pytest.mark.benchmark


def write_file(path: Path, seed: int) -> None:
    """Write words distributed as words are, a mention beginning at any of them, in two columns."""
    random = np.random.default_rng(seed)
    share = 1 / np.arange(1, N_WORDS + 1)
    words = np.array([f"w{number}" for number in range(N_WORDS)], dtype=object)
    tokens = words[random.choice(N_WORDS, N_TOKENS, p=share / share.sum())]
    start = np.sort(random.choice(N_TOKENS // 5, N_MENTIONS, replace=False)) * 5  # four tokens fit before the next
    length = random.choice([1, 2, 3, 4], N_MENTIONS, p=[0.6, 0.25, 0.1, 0.05])
    types = np.array(["LOC", "MISC", "ORG", "PER"], dtype=object)[random.integers(0, 4, N_MENTIONS)]
    labels = np.full(N_TOKENS, "O", dtype=object)
    labels[start] = "B-" + types
    for offset in (1, 2, 3):
        goes_on = length > offset
        labels[start[goes_on] + offset] = "I-" + types[goes_on]
    lines = tokens + " " + labels + "\n"
    lines[LONGEST_SENTENCE - 1 :: LONGEST_SENTENCE] += "\n"
    path.write_text("".join(lines), encoding="utf-8")


def read(path: Path) -> AnnotatedText:
    return load_training(LoadRequest(reference=str(path), predictions=(), training=str(path)))


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Read a test and a training file."""
    folder = tmp_path_factory.mktemp("training")
    for seed, name in enumerate(("test.conll", "training.conll")):
        write_file(folder / name, seed)
    test, training = read(folder / "test.conll"), read(folder / "training.conll")
    study = make_study(test.text, test.annotation, [Prediction("flair", 1, test.annotation)])
    return replace(study, training=training)


def seconds_of(act: Callable[[], object], n_times: int = 1) -> float:
    """Measure the least disturbed of some runs in seconds of the processor, which others share."""
    seconds = []
    for _ in range(n_times):
        begin = process_time()
        act()
        seconds.append(process_time() - begin)
    return min(seconds)


def test_subsets_are_there_in_a_quarter_of_a_second(study: Study) -> None:
    assert len(np.unique(surface_ids(study).training)) > 10_000
    derive = partial(seconds_of, lambda: packed_subsets(replace(study)))  # a new study has nothing derived yet
    assert keeps_within(SUBSETS, derive, process_time)


def test_evidence_is_prepared_in_two_thirds_of_a_second(study: Study) -> None:
    assert study.training is not None
    training = study.training
    prepare = partial(seconds_of, lambda: prepare_evidence(replace(study, training=replace(training))))
    assert keeps_within(PREPARING, prepare, process_time)


def most_frequent(study: Study) -> int:
    """Number the reference mention of one token whose token is the most frequent in the test text."""
    mentions, text = study.reference.mentions, study.text
    frequency = np.bincount(text.codes)[text.codes[mentions.start]]
    return int(np.argmax(np.where(mentions.end - mentions.start == 1, frequency, 0)))


def first_page(study: Study, mention: int) -> None:
    evidence(study, "reference", mention).places(0, 4)


def nearest(study: Study, mention: int) -> None:
    near_surfaces(study, "reference", mention)


@pytest.mark.parametrize(("look", "limit"), [(first_page, FIRST_PAGE), (nearest, NEAREST)])
def test_a_look_takes_about_a_frame_whatever_the_mention(
    look: Callable[[Study, int], None], limit: float, study: Study
) -> None:
    prepare_evidence(study)
    some = np.random.default_rng(0).choice(len(study.reference.mentions), 50).tolist()
    frequent = most_frequent(study)
    assert len(evidence(study, "reference", frequent)) > N_TOKENS // 20

    def longest() -> float:
        return max(seconds_of(partial(look, study, number), 7) for number in [frequent, *some])

    assert keeps_within(limit, longest, process_time)


def test_all_that_evidence_looks_up_takes_at_most_sixteen_bytes_a_training_token(
    study: Study, record_property: Callable[[str, object], None]
) -> None:
    assert study.training is not None
    numbers = token_numbers(study)
    columns = [numbers.test, numbers.training, numbers.test_caseless, numbers.training_caseless]
    n_bytes = training_index(study).nbytes + surface_ids(study).training.nbytes
    n_bytes += sum(column.nbytes for column in columns)
    record_property("bytes", n_bytes / N_TOKENS)
    print(f"\n{n_bytes / N_TOKENS:.2f} bytes a training token")
    assert n_bytes <= 16 * N_TOKENS
