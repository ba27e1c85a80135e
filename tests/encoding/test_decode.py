from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqscore.encoding import get_encoding
from seqscore.model import Mention, Span

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.encoding.codec import decode
from nerinspect.encoding.labels import DIALECTS, RepairMethod, Tagging
from nerinspect.encoding.transitions import repaired_roles
from tests.examples import examples

MakeTagging: TypeAlias = Callable[[Sequence[Sequence[str]], str], tuple[Tagging, IntArray]]
WriteLabels: TypeAlias = Callable[[Tagging, str, int], list[str]]
LabelSentences: TypeAlias = Callable[[str], st.SearchStrategy[list[list[str]]]]
Listed: TypeAlias = list[tuple[int, int, str]]

READABLE: list[tuple[str, RepairMethod]] = [
    ("BIO", "conlleval"),
    ("BIO", "discard"),
    ("IOB", "conlleval"),
    ("IO", "none"),
    ("BIOES", "conlleval"),
    ("BILOU", "discard"),
    ("BMES", "conlleval"),
    ("BMEOW", "discard"),
]
GAPS_AND_MENTIONS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from(["X", "Y"])), min_size=1, max_size=4
)

# Encoding, valid labels of two sentences, mentions.
VALID: list[tuple[str, str, Listed]] = [
    ("BIO", "B-X I-X B-X O | B-X B-Y", [(0, 2, "X"), (2, 3, "X"), (4, 5, "X"), (5, 6, "Y")]),
    ("BIO", "O B-X | B-X I-X", [(1, 2, "X"), (2, 4, "X")]),
    ("IOB", "I-X I-X B-X I-Y | I-Y O", [(0, 2, "X"), (2, 3, "X"), (3, 4, "Y"), (4, 5, "Y")]),
    ("IO", "I-X I-X I-Y O | I-Y I-Y", [(0, 2, "X"), (2, 3, "Y"), (4, 6, "Y")]),
    ("BIOES", "B-X I-X E-X S-X | S-X B-X E-X", [(0, 3, "X"), (3, 4, "X"), (4, 5, "X"), (5, 7, "X")]),
    ("BILOU", "B-X I-X L-X U-X | U-X B-X L-X", [(0, 3, "X"), (3, 4, "X"), (4, 5, "X"), (5, 7, "X")]),
    ("BMES", "B-X M-X E-X S-X | S-X B-X E-X", [(0, 3, "X"), (3, 4, "X"), (4, 5, "X"), (5, 7, "X")]),
    ("BMEOW", "B-X M-X E-X W-X | W-X B-X E-X", [(0, 3, "X"), (3, 4, "X"), (4, 5, "X"), (5, 7, "X")]),
    ("BIO", "O O | O", []),
]


def listed(mentions: Mentions) -> Listed:
    columns = (mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist())
    return [(start, end, mentions.types[code]) for start, end, code in zip(*columns, strict=True)]


@pytest.mark.parametrize(("encoding", "labels", "mentions"), VALID)
def test_valid_labels_say_their_mentions(
    encoding: str, labels: str, mentions: Listed, make_tagging: MakeTagging
) -> None:
    tagging, _ = make_tagging([sentence.split() for sentence in labels.split("|")], encoding)
    assert listed(decode(tagging)) == mentions


@pytest.mark.parametrize("encoding", list(DIALECTS))
@settings(max_examples=examples(60))
@given(parts=st.lists(GAPS_AND_MENTIONS, min_size=1, max_size=3))
def test_decoding_gives_encoded_mentions_back(
    encoding: str, parts: list[list[tuple[int, int, str]]], make_tagging: MakeTagging
) -> None:
    sentences: list[Sequence[str]] = []
    mentions: Listed = []
    offset = 0
    for part in parts:
        of_sentence: Listed = []
        end = 0
        for gap, length, name in part:
            touching = of_sentence and not gap and of_sentence[-1][2] == name
            start = end + (1 if touching and encoding == "IO" else gap)  # IO cannot keep equal neighbours apart
            end = start + length
            of_sentence.append((start, end, name))
        theirs = [Mention(Span(start, stop), name) for start, stop, name in of_sentence]
        sentences.append(get_encoding(encoding).encode_mentions(theirs, end + 1))
        mentions += [(offset + start, offset + stop, name) for start, stop, name in of_sentence]
        offset += end + 1
    assert listed(decode(make_tagging(sentences, encoding)[0])) == mentions


@pytest.mark.parametrize(("encoding", "method"), READABLE)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_seqscore_reads_the_same_mentions(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    write_labels: WriteLabels,
    label_sentences: LabelSentences,
) -> None:
    tagging, sentence_start = make_tagging(data.draw(label_sentences(encoding)), encoding)
    repaired = tagging.with_roles(repaired_roles(tagging, DIALECTS[encoding], method))
    labels = write_labels(repaired, encoding, int(sentence_start[-1]))
    starts = sentence_start.tolist()
    theirs = [
        (start + mention.span.start, start + mention.span.end, mention.type)
        for start, stop in pairwise(starts)
        for mention in get_encoding(encoding).decode_labels(labels[start:stop])
    ]
    assert listed(decode(repaired)) == theirs


@pytest.mark.parametrize(("encoding", "method"), READABLE[:2])
@settings(max_examples=examples(60))
@given(data=st.data())
def test_b_begins_a_mention_and_i_goes_on(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    write_labels: WriteLabels,
    label_sentences: LabelSentences,
) -> None:
    tagging, sentence_start = make_tagging(data.draw(label_sentences(encoding)), encoding)
    repaired = tagging.with_roles(repaired_roles(tagging, DIALECTS[encoding], method))
    mentions: list[list[int | str]] = []
    for position, label in enumerate(write_labels(repaired, encoding, int(sentence_start[-1]))):
        if label.startswith("B-"):
            mentions.append([position, position + 1, label[2:]])
        elif label.startswith("I-"):
            mentions[-1][1] = position + 1
    assert listed(decode(repaired)) == [tuple(mention) for mention in mentions]
