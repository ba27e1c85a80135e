from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import IntArray
from nerinspect.encoding.codec import candidate_dialects, detect_dialect
from nerinspect.encoding.labels import DIALECTS, LabelColumn
from tests.examples import examples

MakeColumn: TypeAlias = Callable[[Sequence[Sequence[str]]], tuple[LabelColumn, IntArray]]
LabelSentences: TypeAlias = Callable[[str], st.SearchStrategy[list[list[str]]]]
SlowInvalid: TypeAlias = Callable[[Sequence[str], str], list[tuple[int, bool]]]


@pytest.mark.parametrize(
    ("labels", "encoding"),
    [
        ("O B-X I-X O B-Y", "BIO"),
        ("B-X | B-X", "BIO"),
        ("B-X B-X I-X", "BIO"),
        ("O I-X I-X B-X | I-Y", "IOB"),
        ("O I-X I-X O I-Y", "IOB"),  # read alike as IO, which is preferred last
        ("I-X I-Y", "IOB"),
        ("S-X O B-X I-X E-X", "BIOES"),
        ("S-X", "BIOES"),
        ("B-X E-X", "BIOES"),
        ("U-X O B-X I-X L-X", "BILOU"),
        ("U-X", "BILOU"),
        ("B-X L-X", "BILOU"),
        ("S-X O B-X M-X E-X", "BMES"),
        ("B-X M-X E-X", "BMES"),  # as well BMEOW
        ("W-X O B-X M-X E-X", "BMEOW"),
        ("W-X", "BMEOW"),
    ],
)
def test_a_typical_file_shows_its_encoding(labels: str, encoding: str, make_column: MakeColumn) -> None:
    column, sentence_start = make_column([sentence.split() for sentence in labels.split("|")])
    assert detect_dialect(column, sentence_start, DIALECTS["IO"])[0].name == encoding


@pytest.mark.parametrize(
    ("labels", "encoding"),
    [
        ("B-X I-X O B-Y I-X O B-X", "BIO"),  # one against three
        ("I-X O I-X O B-X", "IOB"),  # one against two
        ("B-X O I-X", "BIO"),  # one each, and the same mentions
    ],
)
def test_the_encoding_with_the_fewest_invalid_transitions_is_taken(
    labels: str, encoding: str, make_column: MakeColumn
) -> None:
    column, sentence_start = make_column([labels.split()])
    assert detect_dialect(column, sentence_start, DIALECTS["IO"])[0].name == encoding


@pytest.mark.parametrize("encoding", list(DIALECTS))
def test_without_mentions_the_given_encoding_is_taken(encoding: str, make_column: MakeColumn) -> None:
    column, sentence_start = make_column([["O", "O"], ["O"]])
    assert detect_dialect(column, sentence_start, DIALECTS[encoding])[0].name == encoding


@pytest.mark.parametrize(
    ("labels", "encodings"),
    [
        ("B-X I-X", "BIO IOB BIOES BILOU"),
        ("I-X", "BIO IOB BIOES BILOU IO"),
        ("B-X E-X", "BIOES BMES BMEOW"),
        ("S-X", "BIOES BMES"),
        ("I-X E-X", "BIOES"),
        ("O", "BIO IOB BIOES BILOU BMES BMEOW IO"),
        ("M-X I-X", ""),
        ("L-X E-X", ""),
    ],
)
def test_candidates_know_every_state(labels: str, encodings: str) -> None:
    assert [dialect.name for dialect in candidate_dialects(tuple(labels.split()))] == encodings.split()


@pytest.mark.parametrize("encoding", list(DIALECTS))
@settings(max_examples=examples(50))
@given(data=st.data())
def test_no_candidate_has_fewer_invalid_transitions(
    encoding: str,
    data: st.DataObject,
    make_column: MakeColumn,
    label_sentences: LabelSentences,
    slow_invalid: SlowInvalid,
) -> None:
    sentences = data.draw(label_sentences(encoding).filter(lambda drawn: any(set(s) != {"O"} for s in drawn)))
    column, sentence_start = make_column(sentences)
    counts: dict[str, int] = {
        dialect.name: sum(len(slow_invalid(sentence, dialect.name)) for sentence in sentences)
        for dialect in candidate_dialects(column.names)
    }
    fewest = [name for name in DIALECTS if counts.get(name) == min(counts.values())]
    assert detect_dialect(column, sentence_start, DIALECTS["IO"])[0].name == fewest[0]
