"""Shards begin where documents do, as far as these fit."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.io.index.cutting import Piece, sentences_at

_COUNTS = st.lists(st.integers(1, 9), min_size=1, max_size=30)


@given(_COUNTS, st.lists(st.booleans(), min_size=30, max_size=30), st.lists(st.integers(1, 9)), st.integers(1, 40))
def test_no_document_is_cut_that_fits_a_shard(
    lengths: list[int], begins: list[bool], pieces: list[int], most: int
) -> None:
    ends = sorted({min(int(end), len(lengths)) for end in np.cumsum(pieces)} | {len(lengths)})
    found, start = [], 0
    for end in ends:
        documents = [n - start for n in range(start, end) if begins[n]]
        n_before = [(n, sum(lengths[start : start + n])) for n in documents]
        found.append(Piece(0, 0, 0, end - start, sum(lengths[start:end]), tuple(n_before)))
        start = end
    chosen = sentences_at(found, most)
    assert chosen == sorted({*chosen})
    assert chosen[0] == 0
    assert chosen[-1] < len(lengths)
    bounds = [0, *(n for n in range(1, len(lengths)) if begins[n]), len(lengths)]
    for sentence in chosen:
        document = max(place for place, first in enumerate(bounds) if first <= sentence)
        if sentence != bounds[document]:
            assert sum(lengths[bounds[document] : bounds[document + 1]]) > most
            assert sentence in ends
