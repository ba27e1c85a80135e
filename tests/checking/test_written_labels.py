from collections.abc import Callable

import numpy as np
import pytest

from nerinspect.checking.repair_effects import written_labels
from nerinspect.corpus.text import Text
from nerinspect.encoding.labels import DIALECTS, LabelColumn
from nerinspect.encoding.transitions import WrittenLabels
from nerinspect.events.study import Study

MakeText = Callable[..., Text]
MakeWritten = Callable[..., WrittenLabels]


@pytest.fixture
def make_written(make_text: MakeText) -> MakeWritten:
    """Read sentences such as `Rail/I-ORG said/O` in a chunk encoding."""

    def make(*sentences: str, encoding: str = "BIO", documents: list[int] | None = None) -> WrittenLabels:
        pairs = [[word.split("/") for word in sentence.split()] for sentence in sentences]
        labels = [label for sentence in pairs for _, label in sentence]
        names = tuple(dict.fromkeys(labels))
        codes = np.array([names.index(label) for label in labels], dtype=np.int32)
        text = make_text([[token for token, _ in sentence] for sentence in pairs], documents)
        return WrittenLabels(text, LabelColumn(names, codes), DIALECTS[encoding])

    return make


def test_a_transition_says_where_it_stands_and_what_each_repair_makes_of_it(make_written: MakeWritten) -> None:
    written = make_written("The/O Port/B-LOC", "of/O Elin/B-LOC Cup/I-PER now/I-PER", documents=[1, 2])
    row = written.transition(0)
    assert (row.position, row.line, row.document, row.sentence, row.token) == (4, 6, 2, 2, "Cup")
    assert (row.previous, row.label) == ("B-LOC", "I-PER")
    assert dict(zip(written.repairs, written.labels_after(row), strict=True)) == {"conlleval": "B-PER", "discard": "O"}
    assert row.problem == "I-PER cannot follow B-LOC in BIO"


def test_the_start_of_a_sentence_is_told(make_written: MakeWritten) -> None:
    row = make_written("Ulm/B-LOC", "Rail/I-ORG").transition(0)
    assert (row.previous, row.at_start, row.at_end) == ("O", True, False)


def test_the_end_of_a_sentence_stands_at_its_last_token(make_written: MakeWritten) -> None:
    row = make_written("in/O Ulm/B-LOC", "now/O", encoding="BIOES").transition(0)
    assert (row.token, row.previous, row.label, row.at_end) == ("Ulm", "B-LOC", "O", True)


def test_transitions_stand_in_file_order(make_written: MakeWritten) -> None:
    written = make_written("a/I-X b/I-Y", "c/O d/I-X")
    assert [written.transition(number).token for number in range(len(written.invalid))] == ["a", "b", "d"]


def test_a_discarded_rest_is_no_transition_of_its_own(make_written: MakeWritten) -> None:
    written = make_written("a/B-LOC b/I-ORG c/I-ORG")
    assert len(written.invalid) == 1
    assert [written.label_after(position, "discard") for position in range(3)] == ["B-LOC", "O", "O"]
    assert [written.label_after(position, "conlleval") for position in range(3)] == ["B-LOC", "B-ORG", "I-ORG"]


@pytest.mark.parametrize(("encoding", "repairs"), [("BIO", ("conlleval", "discard")), ("IOB", ("conlleval",))])
def test_repairs_are_those_of_the_encoding(make_written: MakeWritten, encoding: str, repairs: tuple[str, ...]) -> None:
    assert make_written("a/B-X", encoding=encoding).repairs == repairs


def test_spans_have_no_labels(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ulm/B-LOC/O")
    assert written_labels(study.text, study.reference) is None


def test_where_a_repair_changes_only_the_label_before_both_are_written(make_written: MakeWritten) -> None:
    written = make_written("in/O Ulm/B-LOC now/O", encoding="BIOES")
    row = written.transition(0)
    assert (row.token, row.previous, row.label) == ("now", "B-LOC", "O")
    assert dict(zip(written.repairs, written.labels_after(row), strict=True)) == {
        "conlleval": "S-LOC O",
        "discard": "O O",
    }
