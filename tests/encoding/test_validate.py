from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqscore.encoding import get_encoding
from seqscore.validation import validate_labels

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.text import Text
from nerinspect.encoding.labels import DIALECTS, LabelColumn, Tagging
from nerinspect.encoding.transitions import WrittenLabels, describe_transition, find_invalid_transitions
from tests.examples import examples

MakeTagging: TypeAlias = Callable[[Sequence[Sequence[str]], str], tuple[Tagging, IntArray]]
MakeText: TypeAlias = Callable[..., Text]
MakeColumn: TypeAlias = Callable[[Sequence[Sequence[str]]], tuple[LabelColumn, IntArray]]
LabelSentences: TypeAlias = Callable[[str], st.SearchStrategy[list[list[str]]]]
SlowInvalid: TypeAlias = Callable[[Sequence[str], str], list[tuple[int, bool]]]

# Encoding, sentences separated by a bar, rows of token position, previous label and label.
ROWS = [
    ("BIO", "O I-ORG I-LOC", [(1, "O", "I-ORG"), (2, "I-ORG", "I-LOC")]),
    ("BIO", "O I-ORG I-ORG", [(1, "O", "I-ORG")]),
    ("BIO", "B-LOC I-ORG I-ORG", [(1, "B-LOC", "I-ORG")]),
    ("BIO", "I-LOC", [(0, "O", "I-LOC")]),
    ("BIO", "B-LOC | I-LOC", [(1, "O", "I-LOC")]),
    ("BIO", "B-LOC I-LOC B-LOC O", []),
    ("BIO", "B-LOC", []),
    ("IOB", "O B-X", [(1, "O", "B-X")]),
    ("IOB", "I-Y B-X B-X", [(1, "I-Y", "B-X")]),
    ("IOB", "I-X | B-X", [(1, "O", "B-X")]),
    ("IOB", "I-X I-Y I-X B-X B-X", []),
    ("IO", "I-X I-Y O I-X", []),
    ("BIOES", "B-X E-X S-Y B-X I-X E-X O", []),
    ("BIOES", "B-X", [(0, "B-X", "O")]),
    ("BIOES", "B-X I-X | O", [(1, "I-X", "O")]),
    ("BIOES", "I-X", [(0, "O", "I-X"), (0, "I-X", "O")]),
    ("BIOES", "B-X O", [(1, "B-X", "O")]),
    ("BIOES", "B-X I-Y E-Y", [(1, "B-X", "I-Y")]),
    ("BIOES", "E-X S-X I-X", [(0, "O", "E-X"), (2, "S-X", "I-X"), (2, "I-X", "O")]),
    ("BIOES", "B-X B-X E-X", [(1, "B-X", "B-X")]),
    ("BILOU", "U-X B-X I-X L-X L-X", [(4, "L-X", "L-X")]),
    ("BMES", "S-X B-X M-X E-X M-X", [(4, "E-X", "M-X"), (4, "M-X", "O")]),
    ("BMEOW", "W-X B-X M-X W-X", [(3, "M-X", "W-X")]),
]  # fmt: skip


@pytest.mark.parametrize(("encoding", "labels", "rows"), ROWS)
def test_invalid_transitions_are_listed(
    encoding: str, labels: str, rows: list[tuple[int, str, str]], make_text: MakeText, make_column: MakeColumn
) -> None:
    sentences = [sentence.split() for sentence in labels.split("|")]
    written = WrittenLabels(make_text(sentences), make_column(sentences)[0], DIALECTS[encoding])
    found = map(written.transition, range(len(written.invalid)))
    assert [(row.position, row.previous, row.label) for row in found] == rows


@pytest.mark.parametrize("encoding", list(DIALECTS))
@settings(max_examples=examples(60))
@given(data=st.data())
def test_the_rules_are_kept_sentence_by_sentence(
    encoding: str,
    data: st.DataObject,
    make_tagging: MakeTagging,
    label_sentences: LabelSentences,
    slow_invalid: SlowInvalid,
) -> None:
    sentences = data.draw(label_sentences(encoding))
    tagging, sentence_start = make_tagging(sentences, encoding)
    invalid = find_invalid_transitions(tagging, DIALECTS[encoding], sentence_start)
    plain = [
        (start + place, at_end)
        for start, sentence in zip(sentence_start.tolist(), sentences, strict=False)
        for place, at_end in slow_invalid(sentence, encoding)
    ]
    assert list(zip(invalid.position.tolist(), invalid.at_end.tolist(), strict=True)) == plain


@pytest.mark.parametrize("encoding", list(DIALECTS))
@settings(max_examples=examples(60))
@given(data=st.data())
def test_seqscore_counts_as_many(
    encoding: str, data: st.DataObject, make_tagging: MakeTagging, label_sentences: LabelSentences
) -> None:
    sentences = data.draw(label_sentences(encoding))
    tagging, sentence_start = make_tagging(sentences, encoding)
    n_theirs = sum(len(validate_labels(sentence, get_encoding(encoding))) for sentence in sentences)
    assert len(find_invalid_transitions(tagging, DIALECTS[encoding], sentence_start)) == n_theirs


@pytest.mark.parametrize(
    ("previous", "label", "at_end", "at_start", "words"),
    [
        ("I-LOC", "I-ORG", False, False, "I-ORG cannot follow I-LOC in BIOES"),
        ("O", "I-ORG", False, True, "I-ORG cannot begin a sentence in BIOES"),
        ("B-ORG", "O", False, False, "O cannot follow B-ORG in BIOES: the mention is not closed"),
        ("B-ORG", "O", True, False, "the sentence ends inside a mention, after B-ORG (BIOES)"),
    ],
)
def test_a_transition_is_told_in_words(previous: str, label: str, at_end: bool, at_start: bool, words: str) -> None:
    assert describe_transition(previous, label, at_end, at_start, "BIOES") == words
