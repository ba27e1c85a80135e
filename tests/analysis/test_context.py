import numpy as np
import pyarrow as pa

from nerinspect.analysis.context import RepairMark, TrackSpan, context_of
from nerinspect.analysis.study import Annotation, Prediction, Study, make_study
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text
from nerinspect.encoding.repair import Repair

SOURCE = Source("x.conll", "", 0, "reference", "conll", "utf-8", -1, "BIO", "auto", "none", 0, 0, 0, 0)


def column(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def make_sentences() -> Study:
    """Give five sentences of two tokens, the first four in one document, with an event in the second and fourth."""
    text = Text(
        pa.array(["a", "b"]),
        column(*[0, 1] * 5),
        column(0, 2, 4, 6, 8, 10),
        column(1, 4, 7, 10, 13),
        column(1, 1, 1, 1, 2),
    )
    reference = Annotation(Mentions(column(3, 6), column(4, 8), column(0, 0), ("LOC",)), SOURCE)
    repair = Repair("conlleval", 1, column(6), ("I-LOC",), ("B-LOC",))
    predicted = Annotation(Mentions(column(6), column(7), column(0), ("LOC",)), SOURCE, repair)
    return make_study(text, reference, [Prediction("flair", 1, predicted), Prediction("flair", 2, predicted)])


def test_positions_count_from_the_sentence() -> None:
    context = context_of(make_sentences(), 0)
    assert (context.start, context.end, context.reference.spans) == (1, 2, (TrackSpan(1, 2, "LOC"),))


def test_the_place_is_named_from_one() -> None:
    context = context_of(make_sentences(), 0)
    assert (context.document, context.sentence, context.line) == (1, 2, 5)


def test_two_sentences_on_each_side_are_neighbours() -> None:
    context = context_of(make_sentences(), 0)
    assert [part.number for part in (*context.before, *context.after)] == [1, 3, 4]


def test_sentences_of_another_document_are_no_neighbours() -> None:
    assert context_of(make_sentences(), 1).after == ()


def test_repaired_labels_are_told() -> None:
    assert context_of(make_sentences(), 1).prediction.repairs == (RepairMark(0, "I-LOC", "B-LOC"),)


def test_a_run_is_named_where_a_system_has_several() -> None:
    assert context_of(make_sentences(), 3).prediction.label == "flair 2"
