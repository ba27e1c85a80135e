"""What reading and comparing words takes, against the plain way to do the same."""

from collections.abc import Callable
from time import process_time

import numpy as np
import pyarrow as pa
import pytest

from nerinspect.corpus.interning import FieldSpans, Interner
from nerinspect.corpus.text import matching_tokens
from nerinspect.io.content import Content
from nerinspect.io.formats.conll import Columns, read_conll
from nerinspect.io.formats.lines import TOKEN_LINE, Lead
from tests.measuring import keeps_ratio

pytestmark = pytest.mark.benchmark

N_TOKENS = 500_000
N_WORDS = 100_000
SHARE_OF_READING = 0.65
SHARE_OF_DICTIONARY = 0.9
SHARE_OF_CASEFOLD = 0.35


@pytest.fixture(scope="module")
def tokens() -> list[bytes]:
    frequent = np.random.default_rng(3).zipf(1.2, N_TOKENS) % N_WORDS
    return [b"w%d" % number for number in frequent.tolist()]


def collected(tokens: list[bytes]) -> Interner:
    data = np.frombuffer(b" ".join([*tokens, b""]), dtype=np.uint8)
    end = np.flatnonzero(data == ord(" ")).astype(np.int32)
    interner = Interner()
    interner.add(data, FieldSpans(np.append(np.int32(0), end[:-1] + np.int32(1)), end))
    return interner


def seconds(work: Callable[[], object]) -> float:
    """Give the least of several times."""
    times = []
    for _ in range(5):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return min(times)


def test_the_lines_of_a_prediction_are_read_in_a_part_of_the_time_of_the_reference(tokens: list[bytes]) -> None:
    reference, prediction = (
        Content("x", b"".join(token + end for token in tokens), "", 0, "utf-8") for end in (b" O\n", b" B-X O\n")
    )
    text = read_conll(reference, Columns()).text
    assert text is not None
    lead = Lead.of(text, np.full(len(tokens), TOKEN_LINE, dtype=np.int8))

    def follow() -> float:
        followed = seconds(lambda: read_conll(prediction, Columns(), wait_for_lead=lambda: lead))
        return followed / seconds(lambda: read_conll(prediction, Columns()))

    assert keeps_ratio(SHARE_OF_READING, follow)


def test_short_words_are_numbered_sooner_than_by_a_dictionary_of_strings(tokens: list[bytes]) -> None:
    strings, short = pa.array(tokens, pa.binary()), collected(tokens)
    assert keeps_ratio(SHARE_OF_DICTIONARY, lambda: seconds(short.result) / seconds(strings.dictionary_encode))


def test_words_are_folded_in_a_fraction_of_the_time_of_python() -> None:
    words = pa.array([f"Word{number}" if number % 33 else f"Wört{number}" for number in range(N_WORDS)], pa.string())

    def plainly() -> pa.Array:
        return pa.array([word.casefold() for word in words.to_pylist()], pa.string())

    assert matching_tokens(words, "ignore-case").equals(plainly())
    assert keeps_ratio(
        SHARE_OF_CASEFOLD, lambda: seconds(lambda: matching_tokens(words, "ignore-case")) / seconds(plainly)
    )
