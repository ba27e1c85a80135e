import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.ui.lists.event_columns import sequence_ranks, text_ranks


def test_case_counts_only_between_equal_words() -> None:
    assert text_ranks(pa.array(["b", "a", "B", "A", "a"])).tolist() == [3, 1, 2, 0, 1]


def test_no_texts_have_no_ranks() -> None:
    assert text_ranks(pa.array([], pa.string())).tolist() == []


SOME_CODES = st.integers(0, 3) | st.integers(0, 2**31 - 3)  # few, or so many that not even three fit a number


@given(st.lists(st.lists(SOME_CODES, max_size=4), min_size=1, max_size=20))
def test_sequences_rank_as_python_compares_lists(sequences: list[list[int]]) -> None:
    codes = np.array([code for sequence in sequences for code in sequence], dtype=np.int32)
    length = np.array([len(sequence) for sequence in sequences], dtype=np.int32)
    first = np.cumsum(length) - length
    ranks = sequence_ranks(codes.take, int(codes.max(initial=0)) + 1, first, np.ones_like(first), length)
    distinct = sorted({tuple(sequence) for sequence in sequences})
    assert ranks.tolist() == [distinct.index(tuple(sequence)) for sequence in sequences]


def test_sequences_read_backwards_on_request() -> None:
    codes = np.array([0, 1, 1, 0], dtype=np.int32)
    ranks = sequence_ranks(
        codes.take, int(codes.max(initial=0)) + 1, np.array([1, 3]), np.array([-1, -1]), np.array([2, 2])
    )
    assert ranks.tolist() == [1, 0]
