"""How long it takes to compare the surfaces of two million tokens."""

from time import process_time

import numpy as np
import pyarrow as pa
import pytest

from nerinspect.checking.consistency import find_inconsistencies
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from tests.measuring import keeps_within

N_TOKENS, N_WORDS, N_MENTIONS, LONGEST_SENTENCE = 2_000_000, 60_000, 77_000, 20
MOST = 9
"""In tenths of a second on a quiet machine, about twice what it takes there."""

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def annotated() -> tuple[Text, Mentions]:
    random = np.random.default_rng(0)
    share = 1 / np.arange(1, N_WORDS + 1)  # as words are distributed
    codes = random.choice(N_WORDS, N_TOKENS, p=share / share.sum()).astype(np.int32)
    first = np.append(np.arange(0, N_TOKENS, LONGEST_SENTENCE), N_TOKENS).astype(np.int32)
    vocabulary = pa.array([f"w{number}" for number in range(N_WORDS)])
    text = Text(vocabulary, codes, first, first[:-1] + 1, np.ones(len(first) - 1, dtype=np.int32))
    possible = np.flatnonzero((codes > 50) & (np.arange(N_TOKENS) % LONGEST_SENTENCE < LONGEST_SENTENCE - 4))
    start = np.sort(random.choice(possible, N_MENTIONS, replace=False)).astype(np.int32)
    start = start[np.append(True, np.diff(start) > 4)]
    end = start + random.choice([1, 2, 3, 4], len(start), p=[0.6, 0.25, 0.1, 0.05]).astype(np.int32)
    types = ("LOC", "MISC", "ORG", "PER")
    return text, Mentions(start, end, random.integers(0, 4, len(start), dtype=np.int32), types)


def test_two_million_tokens_are_compared_in_half_a_second(annotated: tuple[Text, Mentions]) -> None:
    def compare() -> float:
        begin = process_time()
        assert len(find_inconsistencies(*annotated)) > 10_000
        return process_time() - begin

    assert keeps_within(MOST, compare, process_time)
