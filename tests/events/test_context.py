from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.corpus.text import TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.events.context import (
    AS_WRITTEN,
    RepairMark,
    Segment,
    Sentence,
    Track,
    TrackSpan,
    context_of,
    token_columns,
)
from nerinspect.events.study import Study


@pytest.fixture
def study(build_study: Callable[..., Study]) -> Study:
    """Build five sentences of two tokens, the first four in one document, with events in the second and fourth."""
    tokens = ["a", "b"]
    nowhere: list[list[tuple[int, int, str]]] = [[], []]
    missed = (tokens, [(1, 2, "LOC")], nowhere)
    shorter = (tokens, [(0, 2, "LOC")], [[(0, 1, "LOC")]] * 2)
    changes = [(6, "I-LOC", "B-LOC")]
    return build_study(
        [(tokens, [], nowhere), missed, (tokens, [], nowhere), shorter, (tokens, [], nowhere)],
        [("flair", 1), ("flair", 2)],
        documents=[1, 1, 1, 1, 2],
        changes=[(), changes, changes],
    )


def test_positions_count_from_the_sentence(study: Study) -> None:
    context = context_of(study, 0)
    assert context.segment == Segment(0, "fn", 1, 2)
    assert context.sentence.tracks[0].spans == (TrackSpan(1, 2, "LOC"),)


def test_the_place_is_named_from_one(study: Study) -> None:
    context = context_of(study, 0)
    assert (context.document.number, context.sentence.number, context.line) == (1, 2, 5)


def test_two_sentences_on_each_side_are_neighbours(study: Study) -> None:
    context = context_of(study, 0)
    assert list(context.around(2)) == [1, 2, 3, 4]


def test_sentences_of_another_document_are_no_neighbours(study: Study) -> None:
    assert list(context_of(study, 1).around(2)) == [2, 3, 4]


@pytest.fixture
def nested(build_study: Callable[..., Study]) -> Study:
    """Build a sentence with a mention in another, both found by the first system alone."""
    mentions = [(0, 3, "LOC"), (1, 2, "LOC")]
    return build_study([(["a", "b", "c"], mentions, [mentions, []])] * 2, [("flair", 1), ("elmo", 1)])


def test_the_events_of_a_nested_sentence_overlap(nested: Study) -> None:
    sentence = context_of(nested, 2).sentence
    assert sentence.is_nested
    assert [(segment.event, segment.start, segment.end) for segment in sentence.segments] == [(2, 0, 3), (3, 1, 2)]


@pytest.mark.parametrize(("token", "event"), [(0, 2), (1, 3), (2, 2)])
def test_a_token_belongs_to_the_shortest_event(nested: Study, token: int, event: int) -> None:
    segment = context_of(nested, 2).sentence.segment_at(token)
    assert segment is not None
    assert segment.event == event


def test_a_sentence_without_overlaps_is_not_nested(study: Study) -> None:
    assert not context_of(study, 0).sentence.is_nested


def test_repaired_labels_are_told(study: Study) -> None:
    assert context_of(study, 1).sentence.tracks[1].repairs == (RepairMark(0, "I-LOC", "B-LOC"),)


def test_a_run_is_named_where_a_system_has_several(study: Study) -> None:
    assert context_of(study, 3).sentence.tracks[1].label == "flair run 2"


def test_a_document_holds_its_sentences_alone(study: Study) -> None:
    assert list(context_of(study, 0).document.sentences) == [1, 2, 3, 4]


def test_other_sentences_know_their_events(study: Study) -> None:
    sentence = context_of(study, 0).document.sentence(4)
    assert sentence.segments == (Segment(1, "be", 0, 2),)


def test_events_of_another_run_are_left_out(study: Study) -> None:
    sentence = context_of(study, 2).document.sentence(4)
    assert [segment.event for segment in sentence.segments] == [3]


def test_an_event_is_found_by_its_token(study: Study) -> None:
    sentence = context_of(study, 0).sentence
    assert [sentence.segment_at(token) for token in (0, 1)] == [None, Segment(0, "fn", 1, 2)]


def test_a_sentence_without_mentions_says_so(study: Study) -> None:
    document = context_of(study, 0).document
    assert [document.sentence(number).has_mentions for number in document.sentences] == [False, True, False, True]


def test_a_token_without_lines_has_no_line() -> None:
    assert Sentence(1, None, ("a",), (Track("reference", (), ()),), ()).line_of(0) is None


def test_tokens_of_one_line_have_the_same_line(study: Study) -> None:
    lines = np.repeat(np.arange(1, 6, dtype=np.int32), 2)
    sentence = context_of(replace(study, text=replace(study.text, token_line=lines)), 0).sentence
    assert [sentence.line_of(token) for token in (0, 1)] == [2, 2]


def test_compared_predictions_have_tracks_named_by_letters(study: Study) -> None:
    sentence = context_of(study, 2, compared=(0, 1)).sentence
    assert [track.label for track in sentence.tracks] == ["reference", "A flair run 1", "B flair run 2"]


def test_the_events_are_those_of_the_own_prediction_wherever_its_track_is(study: Study) -> None:
    sentence = context_of(study, 2, compared=(0, 1)).sentence
    own = sentence.tracks[sentence.event_track]
    assert own.label == "B flair run 2"
    assert all(sentence.segment_of(sentence.event_track, span) in sentence.segments for span in own.spans)


def test_the_own_prediction_stands_before_those_it_is_compared_with(study: Study) -> None:
    sentence = context_of(study, 2, compared=(0,)).sentence
    assert [track.label for track in sentence.tracks] == ["reference", "A flair run 2", "B flair run 1"]


@pytest.fixture
def with_columns(study: Study) -> Study:
    """Give the reference labels and a part of speech, and the second run a confidence."""
    codes = np.arange(10, dtype=np.int32) % 2
    tags, sure = TokenColumn("pos", ("DT", "NN"), codes), TokenColumn("confidence", ("0.5", "1"), codes)
    reference = replace(study.reference, labels=LabelColumn(("O", "I-LOC"), codes), columns=(tags,))
    first, second = study.predictions
    second = replace(second, annotation=replace(second.annotation, columns=(sure,)))
    return replace(study, reference=reference, predictions=(first, second))


def test_each_source_lists_its_labels_and_columns(with_columns: Study) -> None:
    listed = [("reference", AS_WRITTEN), ("reference", "pos"), ("flair run 2", "confidence")]
    assert token_columns(with_columns) == listed


def test_tracks_say_what_their_files_say_of_each_token(with_columns: Study) -> None:
    reference, prediction = context_of(with_columns, 2).sentence.tracks
    assert (reference.values(AS_WRITTEN), reference.values("pos")) == (("O", "I-LOC"), ("DT", "NN"))
    assert (prediction.values(AS_WRITTEN), prediction.values("confidence")) == ((), ("0.5", "1"))


def test_a_source_keeps_its_name_in_a_comparison(study: Study) -> None:
    tracks = context_of(study, 2, compared=(0, 1)).sentence.tracks
    assert [track.source for track in tracks] == ["reference", "flair run 1", "flair run 2"]


@pytest.mark.parametrize(("second", "overlaps"), [((1, 3), True), ((2, 3), False), ((0, 1), True)])
def test_mentions_that_share_a_token_overlap(second: tuple[int, int], overlaps: bool) -> None:
    spans = (TrackSpan(0, 2, "LOC"), TrackSpan(*second, "ORG"))
    assert Track("reference", spans, ()).has_overlaps == overlaps


def test_an_event_is_found_by_its_mention(build_study: Callable[..., Study]) -> None:
    nested = [(0, 3, "ORG"), (2, 3, "LOC")]
    sentence = context_of(build_study([(["a", "b", "c"], nested, [nested[:1]])]), 0).sentence
    outer, inner = (sentence.segment_of(0, TrackSpan(*span)) for span in nested)
    assert outer == sentence.segment_of(1, TrackSpan(0, 3, "ORG"))
    assert (outer and outer.kind, inner and inner.kind) == ("tp", "fn")


def test_a_sentence_of_two_contexts_is_gathered_once(study: Study) -> None:
    first, second = context_of(study, 0), context_of(study, 1)
    assert second.document.sentence(first.sentence.number) is first.sentence
    assert context_of(study, 0, (1,)).sentence != first.sentence  # which has another track
