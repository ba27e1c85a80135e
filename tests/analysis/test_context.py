import numpy as np
import pyarrow as pa

from nerinspect.analysis.context import context_of
from nerinspect.analysis.sentence import RepairMark, Segment, Sentence, Track, TrackSpan
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
    assert context.segment == Segment(0, "fn", 1, 2)
    assert context.sentence.tracks[0].spans == (TrackSpan(1, 2, "LOC"),)


def test_the_place_is_named_from_one() -> None:
    context = context_of(make_sentences(), 0)
    assert (context.document.number, context.sentence.number, context.line) == (1, 2, 5)


def test_two_sentences_on_each_side_are_neighbours() -> None:
    context = context_of(make_sentences(), 0)
    assert list(context.around(2)) == [1, 2, 3, 4]


def test_sentences_of_another_document_are_no_neighbours() -> None:
    assert list(context_of(make_sentences(), 1).around(2)) == [2, 3, 4]


def test_repaired_labels_are_told() -> None:
    assert context_of(make_sentences(), 1).sentence.tracks[1].repairs == (RepairMark(0, "I-LOC", "B-LOC"),)


def test_a_run_is_named_where_a_system_has_several() -> None:
    assert context_of(make_sentences(), 3).sentence.tracks[1].label == "flair 2"


def test_a_document_holds_its_sentences_alone() -> None:
    assert list(context_of(make_sentences(), 0).document.sentences) == [1, 2, 3, 4]


def test_other_sentences_know_their_events() -> None:
    sentence = context_of(make_sentences(), 0).document.sentence(4)
    assert sentence.segments == (Segment(1, "be", 0, 2),)


def test_events_of_another_run_are_left_out() -> None:
    sentence = context_of(make_sentences(), 2).document.sentence(4)
    assert [segment.event for segment in sentence.segments] == [3]


def test_an_event_is_found_by_its_token() -> None:
    sentence = context_of(make_sentences(), 0).sentence
    assert [sentence.segment_at(token) for token in (0, 1)] == [None, Segment(0, "fn", 1, 2)]


def test_a_sentence_without_mentions_says_so() -> None:
    document = context_of(make_sentences(), 0).document
    assert [document.sentence(number).has_mentions for number in document.sentences] == [False, True, False, True]


def test_a_token_without_lines_has_no_line() -> None:
    assert Sentence(1, None, ("a",), (Track("reference", (), ()),), ()).line_of(0) is None


def test_compared_predictions_have_tracks_named_by_letters() -> None:
    sentence = context_of(make_sentences(), 2, compared=(0, 1)).sentence
    assert [track.label for track in sentence.tracks] == ["reference", "A flair 2", "B flair 1"]
