"""Shards begin where documents do, as far as these fit."""

import json
import tempfile
from itertools import accumulate, groupby, pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nerinspect.io.formats.conll import LineRules
from nerinspect.io.index.cutting import LinedFile, Piece, sentences_at
from nerinspect.io.index.parts import parts_of
from nerinspect.io.request import FileOptions

_COUNTS = st.lists(st.integers(1, 9), min_size=1, max_size=30)


@example([1] * 8, [number == 6 for number in range(30)], [7], 2)  # a document begins before the next border of pieces
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


@pytest.mark.parametrize("form", ["conllu", "jsonl", "parquet"])
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 9)), min_size=1, max_size=40), st.integers(1, 40))
def test_no_document_of_a_part_is_cut_that_fits_it(form: str, said: list[tuple[int, int]], most: int) -> None:
    sentences, documents = list[str](), list[int]()
    for document, own in groupby(said, lambda one: one[0]):
        for place, (_, n_tokens) in enumerate(own):
            begins = f"# sent_id = {place}\n# newdoc id = {document}\n" if not place else ""
            words = begins + "".join(f"{1 + word}\tword\n" for word in range(n_tokens)) + "\n"
            record = json.dumps({"tokens": ["word"] * n_tokens, "document": document}) + "\n"
            sentences.append(words if form == "conllu" else record)
            documents.append(len(documents) if not place else documents[-1])
    places = [*(range(len(said) + 1) if form == "parquet" else accumulate(map(len, sentences), initial=0))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus"
        if form == "parquet":
            table = pa.table({"tokens": [["word"] * n for _, n in said], "document": [one for one, _ in said]})
            pq.write_table(table, path, row_group_size=3)
        else:
            path.write_text("".join(sentences), encoding="utf-8")
        file = LinedFile(
            *("corpus", "reference", str(path), "", 0, places[-1], FileOptions()), LineRules(by_tabs=False), form
        )
        parts = parts_of(file, most)
    assert [(one.start, one.stop) for one in parts] == [*pairwise([0, *(one.stop for one in parts)])]
    assert parts[-1].stop == places[-1]
    for before, part in pairwise(parts):
        first = documents[places.index(part.start)]
        assert part.start == places[first] or before.start >= places[first]  # else the document would fit
