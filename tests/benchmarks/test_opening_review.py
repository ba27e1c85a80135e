"""Opening a review of a million events, fifty thousand of them decided, against opening its files."""

from collections.abc import Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from time import process_time

import numpy as np
import pytest

import nerinspect.cli  # noqa: F401  # which says how often the program looks for cycles
from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import load_review, make_review
from tests.measuring import keeps_ratio

N_SENTENCES, N_TOKENS, N_WORDS, N_DECIDED = 200_000, 15, 20_000, 50_000
TIMES_ITS_SOURCES = 1.75  # decisions cost what they did at 1.5; predictions that follow the reference are read sooner
N_TIMES = 3

pytestmark = pytest.mark.benchmark

CAUSES_AND_NOTES: tuple[tuple[tuple[str, ...], str], ...] = (
    ((), ""),
    (("typo",), ""),
    (("guideline-gap", "metonymy"), "see page 3"),
)

LABELS = np.array([*["O"] * 10, "B-PER", "B-LOC", "B-ORG"], dtype=object)


@pytest.fixture(scope="module")
def request_of_files(tmp_path_factory: pytest.TempPathFactory) -> LoadRequest:
    """Write a reference with a mention for every fourth token, and a prediction that agrees by chance only."""
    folder, random = tmp_path_factory.mktemp("review"), np.random.default_rng(0)
    words = np.array([f"w{number}" for number in range(N_WORDS)], dtype=object)
    tokens = words[random.integers(0, N_WORDS, (N_SENTENCES, N_TOKENS))]
    paths = [folder / "reference.conll", folder / "system.conll"]
    for path in paths:
        lines = tokens + " " + LABELS[random.integers(0, len(LABELS), tokens.shape)] + "\n"
        lines[:, -1] += "\n"
        path.write_text("".join(lines.ravel()), encoding="utf-8")
    return LoadRequest(str(paths[0]), (str(paths[1]),))


@pytest.fixture(scope="module")
def review(request_of_files: LoadRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Decide events all over the text."""
    path = tmp_path_factory.mktemp("decided") / "a.nerinspect"
    make_review(str(path), request_of_files, load_study(request_of_files))
    made = load_review(str(path))
    n_events = len(made.study.events)
    assert n_events > 1_000_000
    chosen = np.random.default_rng(1).choice(n_events, N_DECIDED, replace=False)
    said = cycle([Decision(verdict, causes, note=note) for verdict in VERDICTS for causes, note in CAUSES_AND_NOTES])
    with made.file as file:
        Deciding(file, made.study).decide({MENTIONS: dict(zip(chosen.tolist(), said, strict=False))}, "all")
    return path


def seconds(act: Callable[[], object]) -> float:
    begin = process_time()
    act()
    return process_time() - begin


def test_opening_a_review_takes_little_more_than_its_sources(request_of_files: LoadRequest, review: Path) -> None:
    def open_and_close() -> None:
        opened = load_review(str(review))
        opened.file.close()
        assert len(opened.study.decisions) == N_DECIDED
        assert not opened.lost

    open_and_close()  # imports what it needs

    def in_loadings() -> float:
        pairs = [(seconds(open_and_close), seconds(partial(load_study, request_of_files))) for _ in range(N_TIMES)]
        with_decisions, alone = map(min, zip(*pairs, strict=True))
        print(f"\n{with_decisions:.2f} s, its sources {alone:.2f} s")
        return float(with_decisions / alone)

    assert keeps_ratio(TIMES_ITS_SOURCES, in_loadings)
