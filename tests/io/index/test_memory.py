"""What `errors`, `compare` and `consistency` keep in memory, and what making an index does, stays with more tokens."""

import tracemalloc
from collections.abc import Callable
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from nerinspect.io.index.building import build_index
from nerinspect.io.index.counts import keep_counts
from nerinspect.io.index.engines import Here
from nerinspect.io.index.opening import HEURISTIC, mapped_study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.table import Table
from nerinspect.tables.annotation import consistency
from nerinspect.tables.compare import compare_table, compared_pairs
from nerinspect.tables.scores import errors

SENTENCES = "Ada B-PER\nof O\nNew B-LOC\nYork I-LOC\nsaw O\n\nan O\nOstrey B-ORG\n\nUlm O\n\n"
TRAINING = SENTENCES.replace("an O", "the B-LOC")
PREDICTED = (SENTENCES.replace("B-ORG", "B-LOC"), SENTENCES.replace("Ada B-PER", "Ada O"))
ONCE = "May B-PER\n\nMay O\n\n"  # one surface alone has several readings, or all of its places were the answer

AT_ONCE = {
    "io.index.counts.TOKENS_OF_PIECE": 1 << 13,
    "training.surfaces._MENTIONS_AT_ONCE": 1 << 11,
    "training.index._TOKENS_AT_ONCE": 1 << 13,
    "training.surfaces._TOKENS_AT_ONCE": 1 << 13,
    "checking.consistency._MENTIONS_AT_ONCE": 1 << 11,
    "query.differences._TOKENS_AT_ONCE": 1 << 13,
    "tables.scores._EVENTS_AT_ONCE": 1 << 11,
    "systems.significance._DRAWN_AT_ONCE": 1 << 11,
}


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Make an index of 40,000 tokens, and one of four times as many."""
    folder, made = tmp_path_factory.mktemp("memory"), []
    for n in (5_000, 20_000):
        paths = [Path(folder / f"{name}{n}.conll") for name in ("reference", "a", "b")]
        for path, sentences in zip(paths, (SENTENCES, *PREDICTED), strict=True):
            path.write_text(ONCE + sentences * n, encoding="utf-8")
        reference, *predictions = map(str, paths)
        made.append(str(folder / f"{n}.events"))
        build_index(LoadRequest(reference, tuple(predictions)), made[-1], Here())
    return made[0], made[1]


@pytest.mark.parametrize(
    ("table", "bytes_a_sentence"),
    [
        (lambda study: errors(study).table, 0),
        (lambda study: compare_table(compared_pairs(study, n_samples=20)), 10),
        (lambda study: consistency(study).table, 0),
    ],
    ids=["errors", "compare", "consistency"],
)
def test_memory_does_not_grow_with_the_tokens(
    indexes: tuple[str, str], table: Callable[..., Table], bytes_a_sentence: int
) -> None:
    peaks, n_sentences = [], []
    with ExitStack() as stack:
        for name, number in AT_ONCE.items():
            stack.enter_context(patch(f"nerinspect.{name}", number))
        for index in (indexes[0], *indexes):  # what is imported late is there the second time
            study = load_study(LoadRequest(index))
            tracemalloc.start()
            write_csv(table(study), StringIO())
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            n_sentences.append(study.text.n_sentences)
    _, few, many = peaks
    print(f"\n{few:,} and {many:,} bytes")
    assert many - bytes_a_sentence * (n_sentences[2] - n_sentences[1]) <= 1.3 * few


def test_memory_for_counts_of_an_index_with_training_is_twenty_bytes_a_token_at_most(tmp_path: Path) -> None:
    peaks, n_tokens = [], []
    with ExitStack() as stack:
        for name, number in AT_ONCE.items():
            stack.enter_context(patch(f"nerinspect.{name}", number))
        for n in (500, 2_000, 6_000):  # what is imported late is there the second time
            paths = [tmp_path / f"{name}{n}.conll" for name in ("reference", "a", "training")]
            for path, sentences in zip(paths, (SENTENCES * n, PREDICTED[0] * n, TRAINING), strict=True):
                path.write_text(sentences, encoding="utf-8")
            reference, prediction, training = map(str, paths)
            folder = str(tmp_path / f"{n}.events")
            build_index(LoadRequest(reference, (prediction,), training=training), folder, Here())
            study = mapped_study(Path(folder), HEURISTIC)
            tracemalloc.start()
            keep_counts(study, tmp_path / f"counts{n}")
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            n_tokens.append(study.text.n_tokens)
    print(f"\n{peaks} bytes for {n_tokens} tokens")
    assert peaks[2] - peaks[1] <= 20 * (n_tokens[2] - n_tokens[1])  # two gigabytes for a hundred million
