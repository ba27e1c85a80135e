from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqscore.encoding import get_encoding
from seqscore.model import Mention as TheirMention
from seqscore.model import Span

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.encoding.codec import MentionsNotEncodable, decode, encode
from nerinspect.encoding.labels import DIALECTS, LabelColumn, Tagging
from nerinspect.encoding.transitions import find_invalid_transitions
from tests.examples import examples

Listed: TypeAlias = list[tuple[int, int, str]]
MakeTagging: TypeAlias = Callable[[Sequence[Sequence[str]], str], tuple[Tagging, IntArray]]

SENTENCES = st.lists(
    st.tuples(
        st.lists(st.tuples(st.integers(0, 1), st.integers(1, 4), st.sampled_from(["X", "Y-Z"])), max_size=4),
        st.integers(0, 2),
    ),
    min_size=1,
    max_size=3,
)
"""For each sentence (gap before, length, type) of its mentions, and the tokens behind the last."""


def mentions_of(spans: Listed) -> Mentions:
    types = tuple(sorted({name for _, _, name in spans}))
    rows = [(start, end, types.index(name)) for start, end, name in spans]
    start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T.copy()
    return Mentions(start, end, codes, types)


def written(column: LabelColumn) -> list[str]:
    return [column.names[code] for code in column.codes]


def laid_out(parts: list[tuple[list[tuple[int, int, str]], int]], keep_apart: bool) -> tuple[list[Listed], list[int]]:
    """Place the mentions of each sentence in it; touching ones of one type are moved apart if asked for."""
    sentences: list[Listed] = []
    lengths: list[int] = []
    for drawn, behind in parts:
        spans: Listed = []
        end = 0
        for gap, length, name in drawn:
            touches = bool(spans) and not gap and spans[-1][2] == name
            start = end + (1 if touches and keep_apart else gap)
            end = start + length
            spans.append((start, end, name))
        sentences.append(spans)
        lengths.append(max(end + behind, 1))
    return sentences, lengths


# Mentions in sentences of four and three tokens, and the labels in each encoding; a touching pair of one type first.
WRITTEN = {
    "BIO": "B-X B-X I-X O B-Y I-Y I-Y",
    "IOB": "I-X B-X I-X O I-Y I-Y I-Y",
    "BIOES": "S-X B-X E-X O B-Y I-Y E-Y",
    "BILOU": "U-X B-X L-X O B-Y I-Y L-Y",
    "BMES": "S-X B-X E-X O B-Y M-Y E-Y",
    "BMEOW": "W-X B-X E-X O B-Y M-Y E-Y",
}


@pytest.mark.parametrize(("encoding", "labels"), WRITTEN.items())
def test_mentions_are_written_as_labels(encoding: str, labels: str) -> None:
    mentions = mentions_of([(0, 1, "X"), (1, 3, "X"), (4, 7, "Y")])
    column = encode(mentions, 7, np.array([0, 4, 7], dtype=np.int32), DIALECTS[encoding])
    assert " ".join(written(column)) == labels


def test_labels_stand_in_order_of_first_occurrence() -> None:
    column = encode(mentions_of([(1, 2, "Y"), (2, 3, "X")]), 4, np.array([0, 4], dtype=np.int32), DIALECTS["BIO"])
    assert column.names == ("O", "B-Y", "B-X")


@pytest.mark.parametrize("encoding", list(DIALECTS))
def test_a_text_without_mentions_is_labelled_o(encoding: str) -> None:
    assert encode(mentions_of([]), 3, np.array([0, 3], dtype=np.int32), DIALECTS[encoding]).names == ("O",)


@pytest.mark.parametrize("encoding", ["IO", "IOB"])
def test_mentions_of_two_sentences_do_not_touch(encoding: str) -> None:
    column = encode(mentions_of([(0, 2, "X"), (2, 3, "X")]), 3, np.array([0, 2, 3], dtype=np.int32), DIALECTS[encoding])
    assert written(column) == ["I-X", "I-X", "I-X"]


def test_io_cannot_hold_touching_mentions_of_one_type() -> None:
    mentions = mentions_of([(0, 1, "X"), (1, 2, "Y"), (3, 4, "X"), (4, 6, "X"), (6, 7, "X")])
    with pytest.raises(MentionsNotEncodable, match="two mentions of one type touch") as caught:
        encode(mentions, 8, np.array([0, 8], dtype=np.int32), DIALECTS["IO"])
    assert caught.value.position == 4


@pytest.mark.parametrize("encoding", list(DIALECTS))
@pytest.mark.parametrize(
    ("spans", "position"),
    [
        ([(0, 3, "X"), (2, 4, "Y")], 2),
        ([(0, 4, "X"), (1, 2, "X"), (3, 4, "X")], 1),
        ([(0, 4, "X"), (4, 6, "X"), (4, 6, "Y")], 4),
        ([(0, 1, "X"), (2, 5, "X"), (3, 4, "Y")], 3),
    ],
)
def test_overlapping_mentions_are_refused(encoding: str, spans: Listed, position: int) -> None:
    with pytest.raises(MentionsNotEncodable, match="two mentions overlap") as caught:
        encode(mentions_of(spans), 8, np.array([0, 8], dtype=np.int32), DIALECTS[encoding])
    assert caught.value.position == position


@pytest.mark.parametrize("encoding", list(DIALECTS))
@settings(max_examples=examples(80))
@given(parts=SENTENCES)
def test_encoded_mentions_are_valid_and_decode_to_themselves(
    encoding: str, parts: list[tuple[list[tuple[int, int, str]], int]], make_tagging: MakeTagging
) -> None:
    sentences, lengths = laid_out(parts, keep_apart=encoding == "IO")
    starts = [0, *np.cumsum(lengths).tolist()]
    spans = [
        (zero + start, zero + end, name)
        for zero, sentence in zip(starts, sentences, strict=False)
        for start, end, name in sentence
    ]
    sentence_start = np.array(starts, dtype=np.int32)
    labels = written(encode(mentions_of(spans), starts[-1], sentence_start, DIALECTS[encoding]))
    tagging, _ = make_tagging([labels[a:b] for a, b in pairwise(starts)], encoding)
    found = decode(tagging)
    codes = found.type_codes.tolist()
    assert len(find_invalid_transitions(tagging, DIALECTS[encoding], sentence_start)) == 0
    assert [*zip(found.start.tolist(), found.end.tolist(), [found.types[c] for c in codes], strict=True)] == spans


@pytest.mark.parametrize("encoding", list(DIALECTS))
@settings(max_examples=examples(80))
@given(parts=SENTENCES)
def test_seqscore_writes_the_same_labels(encoding: str, parts: list[tuple[list[tuple[int, int, str]], int]]) -> None:
    sentences, lengths = laid_out(parts, keep_apart=encoding == "IO")
    starts = [0, *np.cumsum(lengths).tolist()]
    ours: Listed = []
    theirs: list[str] = []
    for zero, sentence, length in zip(starts, sentences, lengths, strict=False):
        ours += [(zero + start, zero + end, name) for start, end, name in sentence]
        mentions = [TheirMention(Span(start, end), name) for start, end, name in sentence]
        theirs += get_encoding(encoding).encode_mentions(mentions, length)
    column = encode(mentions_of(ours), starts[-1], np.array(starts, dtype=np.int32), DIALECTS[encoding])
    assert written(column) == theirs
