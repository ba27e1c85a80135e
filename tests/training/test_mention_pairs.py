import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.training import known_relations as mention_pairs
from nerinspect.training.known_relations import pairs_within_sentences


@pytest.fixture(params=[1, 3, 1 << 20], ids=str)
def small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """List few pairs at once, or many."""
    monkeypatch.setattr(mention_pairs, "_AT_ONCE", request.param)


@pytest.mark.usefixtures("small_blocks")
@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), max_size=9))
def test_pairs_are_those_of_one_sentence_whatever_the_blocks(rows: list[tuple[int, bool, bool]]) -> None:
    rows.sort()
    columns = np.array(rows, dtype=np.int32).reshape(-1, 3)
    sentence, is_first, is_second = columns[:, 0], columns[:, 1].astype(bool), columns[:, 2].astype(bool)
    listed = [
        pair
        for first, second in pairs_within_sentences(sentence, is_first, is_second)
        for pair in zip(first.tolist(), second.tolist(), strict=True)
    ]
    plain = [
        (one, other)
        for one, (own, is_head, _) in enumerate(rows)
        for other, (another, _, is_tail) in enumerate(rows)
        if one != other and own == another and is_head and is_tail
    ]
    assert listed == plain
