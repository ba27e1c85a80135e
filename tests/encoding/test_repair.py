from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqscore.encoding import get_encoding
from seqscore.validation import validate_labels

from nerinspect.corpus.arrays import IntArray
from nerinspect.encoding.codec import decode
from nerinspect.encoding.labels import DIALECTS, RepairMethod, Tagging
from nerinspect.encoding.transitions import UndefinedRepairError, find_invalid_transitions, repaired_roles
from tests.examples import examples

MakeTagging: TypeAlias = Callable[[Sequence[Sequence[str]], str], tuple[Tagging, IntArray]]
WriteLabels: TypeAlias = Callable[[Tagging, str, int], list[str]]
LabelSentences: TypeAlias = Callable[[str], st.SearchStrategy[list[list[str]]]]

OPEN: list[tuple[str, RepairMethod]] = [("BIO", "conlleval"), ("BIO", "discard"), ("IOB", "conlleval")]
"""What SeqScore defines too."""

CLOSED: list[tuple[str, RepairMethod]] = [
    (name, method) for name in ("BIOES", "BILOU", "BMES", "BMEOW") for method in ("conlleval", "discard")
]
DEFINED = OPEN + CLOSED

# Encoding, method, labels before and after; sentences are separated by a bar.
REPAIRS: list[tuple[str, RepairMethod, str, str]] = [
    ("BIO", "conlleval", "B-LOC I-ORG I-ORG", "B-LOC B-ORG I-ORG"),
    ("BIO", "discard", "B-LOC I-ORG I-ORG", "B-LOC O O"),
    ("BIO", "conlleval", "O I-ORG I-LOC", "O B-ORG B-LOC"),
    ("BIO", "discard", "O I-ORG I-LOC", "O O O"),
    ("BIO", "conlleval", "B-X | I-X I-X", "B-X | B-X I-X"),
    ("BIO", "discard", "B-X | I-X I-X", "B-X | O O"),
    ("BIO", "discard", "I-X B-X I-X", "O B-X I-X"),
    ("BIO", "discard", "I-X O I-X I-Y B-Y", "O O O O B-Y"),
    ("BIO", "discard", "B-X I-Y I-X I-Y B-Y I-Y | I-Y", "B-X O O O B-Y I-Y | O"),
    ("BIO", "conlleval", "B-X I-Y I-X", "B-X B-Y B-X"),
    ("BIO", "none", "O I-X", "O I-X"),
    ("IOB", "conlleval", "O B-X", "O I-X"),
    ("IOB", "conlleval", "I-Y B-X B-X", "I-Y I-X B-X"),
    ("IOB", "conlleval", "B-X B-Y | B-Y B-Y", "I-X I-Y | I-Y B-Y"),
    ("IOB", "conlleval", "I-X B-X I-Y", "I-X B-X I-Y"),
    ("BIOES", "conlleval", "O I-X I-X O E-X", "O B-X E-X O S-X"),
    ("BIOES", "discard", "O I-X I-X O E-X", "O O O O O"),
    ("BIOES", "conlleval", "B-X O | B-X I-X | S-X", "S-X O | B-X E-X | S-X"),
    ("BIOES", "discard", "B-X O | B-X I-X | S-X", "O O | O O | S-X"),
    ("BIOES", "conlleval", "B-X I-Y E-Y", "S-X B-Y E-Y"),
    ("BIOES", "discard", "B-X I-Y E-Y", "O O O"),
    ("BIOES", "conlleval", "B-X B-X E-X E-X S-X I-X", "S-X B-X E-X S-X S-X S-X"),
    ("BIOES", "discard", "B-X B-X E-X E-X S-X I-X", "O B-X E-X O S-X O"),
    ("BIOES", "conlleval", "B-X | E-X", "S-X | S-X"),
    ("BIOES", "conlleval", "B-X I-X I-X E-X S-Y", "B-X I-X I-X E-X S-Y"),
    ("BIOES", "discard", "B-X I-X I-X E-X S-Y", "B-X I-X I-X E-X S-Y"),
    ("BILOU", "conlleval", "I-X L-X B-Y", "B-X L-X U-Y"),
    ("BMES", "conlleval", "M-X E-X B-Y", "B-X E-X S-Y"),
    ("BMEOW", "conlleval", "M-X M-X W-X", "B-X E-X W-X"),
    ("BMEOW", "discard", "M-X M-X W-X", "O O W-X"),
    ("BIOES", "discard", "O | O", "O | O"),
    ("IO", "conlleval", "I-X I-Y O", "I-X I-Y O"),
    ("IO", "discard", "I-X I-Y O", "I-X I-Y O"),
]


def repaired(tagging: Tagging, encoding: str, method: RepairMethod) -> Tagging:
    return tagging.with_roles(repaired_roles(tagging, DIALECTS[encoding], method))


def slowly_repaired(labels: Sequence[str], encoding: str, method: RepairMethod) -> list[str]:
    """Repair one sentence label by label, as the rules read."""
    if (encoding, method) in CLOSED:
        return slowly_closed(labels, encoding) if method == "conlleval" else slowly_picked(labels, encoding)
    done: list[str] = []
    is_discarding = False
    for place, label in enumerate(labels):
        before = labels[place - 1] if place else "O"
        is_same = before != "O" and before[2:] == label[2:]
        is_discarding = is_discarding and label.startswith("I-")
        if encoding == "IOB":
            done.append("I" + label[1:] if label.startswith("B-") and not is_same else label)
        elif method == "conlleval":
            done.append("B" + label[1:] if label.startswith("I-") and not is_same else label)
        else:
            is_discarding = is_discarding or (label.startswith("I-") and not is_same)
            done.append("O" if is_discarding else label)
    return done


def slowly_closed(labels: Sequence[str], encoding: str) -> list[str]:
    """Begin a mention at each token that cannot continue one, then write every mention as it should be."""
    begin, inside, end, single = tuple(DIALECTS[encoding].states)
    mentions: list[list[int]] = []
    for place, label in enumerate(labels):
        before = labels[place - 1] if place else "O"
        if label[0] in (inside, end) and before in (begin + label[1:], inside + label[1:]):
            mentions[-1].append(place)
        elif label != "O":
            mentions.append([place])
    done = list(labels)
    for places in mentions:
        states = begin + inside * (len(places) - 2) + end if len(places) > 1 else single
        for place, state in zip(places, states, strict=True):
            done[place] = state + labels[place][1:]
    return done


def slowly_picked(labels: Sequence[str], encoding: str) -> list[str]:
    """Pick the well-formed mentions out of a sentence; the rest is O."""
    begin, inside, end, single = tuple(DIALECTS[encoding].states)
    done = ["O"] * len(labels)
    for start, label in enumerate(labels):
        stop = start + 1
        while label[0] == begin and stop < len(labels) and labels[stop] == inside + label[1:]:
            stop += 1
        if label[0] == begin and stop < len(labels) and labels[stop] == end + label[1:]:
            done[start : stop + 1] = labels[start : stop + 1]
        elif label[0] == single:
            done[start] = label
    return done


@pytest.mark.parametrize(("encoding", "method", "before", "after"), REPAIRS)
def test_labels_are_repaired(
    encoding: str,
    method: RepairMethod,
    before: str,
    after: str,
    make_tagging: MakeTagging,
    write_labels: WriteLabels,
) -> None:
    tagging, sentence_start = make_tagging([sentence.split() for sentence in before.split("|")], encoding)
    labels = write_labels(repaired(tagging, encoding, method), encoding, int(sentence_start[-1]))
    assert labels == after.replace("|", "").split()


def test_an_undefined_repair_is_refused(make_tagging: MakeTagging) -> None:
    tagging, _ = make_tagging([["B-X"]], "IOB")
    with pytest.raises(UndefinedRepairError, match="discard is not defined for IOB; choose none or conlleval"):
        repaired_roles(tagging, DIALECTS["IOB"], "discard")


def test_an_undefined_repair_is_a_fault_of_the_command_line() -> None:
    assert UndefinedRepairError("discard", "IOB").exit_status == 2


@pytest.mark.parametrize(("encoding", "method"), DEFINED)
@settings(max_examples=examples(80))
@given(data=st.data())
def test_each_sentence_is_repaired_by_the_rules(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    write_labels: WriteLabels,
    label_sentences: LabelSentences,
) -> None:
    sentences = data.draw(label_sentences(encoding))
    tagging, sentence_start = make_tagging(sentences, encoding)
    labels = write_labels(repaired(tagging, encoding, method), encoding, int(sentence_start[-1]))
    plain = [label for sentence in sentences for label in slowly_repaired(sentence, encoding, method)]
    assert labels == plain


@pytest.mark.parametrize(("encoding", "method"), OPEN)
@settings(max_examples=examples(80))
@given(data=st.data())
def test_seqscore_repairs_alike(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    write_labels: WriteLabels,
    label_sentences: LabelSentences,
) -> None:
    sentences = data.draw(label_sentences(encoding))
    tagging, sentence_start = make_tagging(sentences, encoding)
    theirs: list[str] = []
    for sentence in sentences:
        result = validate_labels(sentence, get_encoding(encoding), repair=method)
        theirs += sentence if result.is_valid() else result.repaired_labels
    assert write_labels(repaired(tagging, encoding, method), encoding, int(sentence_start[-1])) == theirs


@pytest.mark.parametrize(("encoding", "method"), DEFINED)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_repaired_labels_are_valid(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    label_sentences: LabelSentences,
) -> None:
    tagging, sentence_start = make_tagging(data.draw(label_sentences(encoding)), encoding)
    after = repaired(tagging, encoding, method)
    assert len(find_invalid_transitions(after, DIALECTS[encoding], sentence_start)) == 0


@pytest.mark.parametrize(("encoding", "method"), DEFINED)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_repairing_twice_changes_nothing_more(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    label_sentences: LabelSentences,
) -> None:
    tagging, _ = make_tagging(data.draw(label_sentences(encoding)), encoding)
    once = repaired(tagging, encoding, method)
    assert repaired_roles(once, DIALECTS[encoding], method).tolist() == once.roles.tolist()


@pytest.mark.parametrize(("encoding", "method"), OPEN)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_only_discarding_may_change_more_labels_than_are_invalid(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    label_sentences: LabelSentences,
) -> None:
    tagging, sentence_start = make_tagging(data.draw(label_sentences(encoding)), encoding)
    n_changed = np.count_nonzero(repaired_roles(tagging, DIALECTS[encoding], method) != tagging.roles)
    n_invalid = len(find_invalid_transitions(tagging, DIALECTS[encoding], sentence_start))
    assert n_changed >= n_invalid if method == "discard" else n_changed == n_invalid


def test_one_invalid_transition_may_discard_several_labels(make_tagging: MakeTagging) -> None:
    tagging, _ = make_tagging([["O", "I-X", "I-X", "I-X"]], "BIO")
    assert np.count_nonzero(repaired_roles(tagging, DIALECTS["BIO"], "discard") != tagging.roles) == 3


@pytest.mark.parametrize(("encoding", "method"), CLOSED)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_valid_labels_stay_as_they_are(
    encoding: str,
    method: RepairMethod,
    data: st.DataObject,
    make_tagging: MakeTagging,
    label_sentences: LabelSentences,
) -> None:
    once = repaired(make_tagging(data.draw(label_sentences(encoding)), encoding)[0], encoding, "conlleval")
    assert repaired_roles(once, DIALECTS[encoding], method).tolist() == once.roles.tolist()


def mentions_of(tagging: Tagging) -> list[tuple[int, int, str]]:
    mentions = decode(tagging)
    spans = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True)
    return [(start, end, mentions.types[code]) for start, end, code in spans]


@settings(max_examples=examples(60))
@given(data=st.data())
def test_labels_that_may_be_bio_give_the_same_mentions_as_in_bio(
    data: st.DataObject, make_tagging: MakeTagging, label_sentences: LabelSentences
) -> None:
    sentences = data.draw(label_sentences("BIO"))
    as_bio, as_bioes = (
        mentions_of(repaired(make_tagging(sentences, name)[0], name, "conlleval")) for name in ("BIO", "BIOES")
    )
    assert as_bioes == as_bio


@settings(max_examples=examples(60))
@given(data=st.data())
def test_discarding_keeps_only_mentions_that_conlleval_reads(
    data: st.DataObject, make_tagging: MakeTagging, label_sentences: LabelSentences
) -> None:
    tagging, _ = make_tagging(data.draw(label_sentences("BIOES")), "BIOES")
    kept, all_read = (mentions_of(repaired(tagging, "BIOES", method)) for method in ("discard", "conlleval"))
    assert set(kept) <= set(all_read)
