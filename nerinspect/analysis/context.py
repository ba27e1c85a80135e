"""What stands around an event: its sentence with both readings, and the other sentences of the document."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.explanation import predicted_spans, reference_spans
from nerinspect.analysis.memory import shown_name
from nerinspect.analysis.sentence import (
    AS_WRITTEN,
    ColumnKey,
    RepairMark,
    Segment,
    Sentence,
    TokenValues,
    Track,
    TrackSpan,
)
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions


@dataclass(frozen=True, eq=False)
class DocumentSentences:
    """The sentences of one document, each made when it is asked for.

    Attributes
    ----------
    study : Study
        What the document belongs to.
    predictions : tuple of int
        The predictions whose readings are shown.
    number : int
        Number of the document, from 1.
    sentences : range
        Numbers of its sentences through the whole file, from 1.
    own : int
        The place of the chosen event's prediction among them.
    """

    study: Study = field(repr=False)
    predictions: tuple[int, ...]
    number: int
    sentences: range
    own: int = 0

    @property
    def has_nested(self) -> bool:
        """Whether mentions overlap in one of the sentences."""
        nested = self.study.nested_sentences[self.predictions[self.own]]
        return bool(len(_between(nested, self.sentences.start - 1, self.sentences.stop - 1)))

    def sentence(self, number: int) -> Sentence:
        """Gather one sentence by its number through the whole file, from 1."""
        study, text = self.study, self.study.text
        first, last = (int(bound) for bound in text.sentence_start[number - 1 : number + 1])
        sources = _sources(study, self.predictions)
        annotations = [study.predictions[prediction].annotation for prediction in self.predictions]
        colours = [None, *(study.shown_colour(prediction) for prediction in self.predictions)]
        return Sentence(
            number,
            int(text.sentence_line[number - 1]) or None,
            tuple(text.tokens_of(number - 1)),
            tuple(
                replace(_track(label, source, annotation, first, last), colour=colour)
                for label, source, annotation, colour in zip(
                    _track_labels(sources, study.annotator),
                    sources,
                    [study.reference, *annotations],
                    colours,
                    strict=True,
                )
            ),
            _segments(study, self.predictions[self.own], first, last),
            study.is_nested(self.predictions[self.own], number - 1),
            () if text.token_line is None else tuple(text.token_line[first:last].tolist()),
            self.own + 1,
            text.gaps_in(first, last),
        )


@dataclass(frozen=True, eq=False)
class Context:
    """Everything the context view shows of one event.

    Attributes
    ----------
    segment : Segment
        The event.
    sentence : Sentence
        Its sentence.
    document : DocumentSentences
        The document around it.
    """

    segment: Segment
    sentence: Sentence
    document: DocumentSentences

    @property
    def line(self) -> int | None:
        """Physical line of the event's first token."""
        return self.sentence.line_of(self.segment.start)

    @property
    def names(self) -> tuple[str, str]:
        """What the file calls the document and the sentence; empty where it does not name them."""
        text, places = self.document.study.text, (self.document.number - 1, self.sentence.number - 1)
        document, sentence = (
            names[place] if place < len(names) else ""
            for names, place in zip((text.document_names, text.sentence_names), places, strict=True)
        )
        return document, sentence

    def around(self, n_sentences: int) -> range:
        """Give the numbers of the sentence and of so many of the same document on each side."""
        numbers, number = self.document.sentences, self.sentence.number
        return range(max(number - n_sentences, numbers.start), min(number + n_sentences + 1, numbers.stop))


def context_of(study: Study, event: int, compared: Sequence[int] = ()) -> Context:
    """Gather what stands around an event.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    event : int
        Its number in `study.events`.
    compared : sequence of int
        The predictions whose readings are shown, in this order; that of the event stands first if it is not among
        them.

    Returns
    -------
    Context
        Positions count from the first token of the sentence.
    """
    events, number = study.events, int(study.event_sentence[event]) + 1
    first = int(study.text.sentence_start[number - 1])
    documents = study.text.document
    name = int(documents[number - 1])
    same = np.searchsorted(documents, np.array([name, name + 1], dtype=documents.dtype)) + 1
    own = int(events.prediction[event])
    predictions = tuple(compared) if own in compared else (own, *compared)
    sentences = range(int(same[0]), int(same[1]))
    document = DocumentSentences(study, predictions, name, sentences, predictions.index(own))
    return Context(_segment(study, event, first), document.sentence(number), document)


def token_columns(study: Study) -> list[ColumnKey]:
    """List what the files of a study say of each token: for each source its labels, then its other columns."""
    annotations = [study.reference, *(prediction.annotation for prediction in study.predictions)]
    keys = []
    for source, annotation in zip(_sources(study, range(len(study.predictions))), annotations, strict=True):
        names = [AS_WRITTEN] if annotation.labels is not None else []
        keys += [ColumnKey(source, name) for name in [*names, *(column.name for column in annotation.columns)]]
    return list(dict.fromkeys(keys))


def _sources(study: Study, predictions: Sequence[int]) -> list[str]:
    """Name the reference, or annotator A, and some predictions."""
    return [study.annotator or "reference", *(shown_name(study, number) for number in predictions)]


def _track_labels(sources: Sequence[str], annotator: str) -> list[str]:
    """Name whose reading each track is; several predictions, or two annotators, by letters too, as all panels do."""
    reference, *names = sources
    if annotator and len(names) == 1:
        return [f"A {annotator}", f"B {names[0]}"]
    if len(names) > 1:
        names = [f"{chr(ord('A') + place % 26)} {name}" for place, name in enumerate(names)]
    return [reference, *names]


def _track(label: str, source: str, annotation: Annotation, first: int, last: int) -> Track:
    written = annotation.labels
    return Track(
        label,
        _spans(annotation.mentions, first, last),
        _repairs(annotation, first, last),
        source,
        _picked(written.names, written.codes[first:last]) if written is not None else (),
        tuple(
            TokenValues(column.name, _picked(column.values, column.codes[first:last])) for column in annotation.columns
        ),
    )


def _picked(values: tuple[str, ...], codes: IntArray) -> tuple[str, ...]:
    return tuple(values[code] for code in codes.tolist())


def _between(sorted_positions: IntArray, first: int, last: int) -> range:
    """Give the places of the positions in `[first, last)`."""
    bounds = np.array([first, last], dtype=sorted_positions.dtype)
    return range(*(int(place) for place in sorted_positions.searchsorted(bounds)))


def _spans(mentions: Mentions, first: int, last: int) -> tuple[TrackSpan, ...]:
    return tuple(
        TrackSpan(int(mentions.start[i]) - first, int(mentions.end[i]) - first, mentions.types[mentions.type_codes[i]])
        for i in _between(mentions.start, first, last)
    )


def _repairs(annotation: Annotation, first: int, last: int) -> tuple[RepairMark, ...]:
    repair = annotation.repair
    return tuple(
        RepairMark(int(repair.position[i]) - first, repair.before[i], repair.after[i])
        for i in _between(repair.position, first, last)
    )


def _segments(study: Study, prediction: int, first: int, last: int) -> tuple[Segment, ...]:
    before = int(study.event_start[prediction])
    start = study.events.start[before : int(study.event_start[prediction + 1])]
    return tuple(_segment(study, before + place, first) for place in _between(start, first, last))


def _segment(study: Study, event: int, first: int) -> Segment:
    events = study.events
    start, end = int(events.start[event]) - first, int(events.end[event]) - first
    reference, predicted = (
        tuple(TrackSpan(span.start - first, span.end - first, span.type) for span in spans_of(study, event))
        for spans_of in (reference_spans, predicted_spans)
    )
    return Segment(event, KINDS[int(events.kind[event])], start, end, (reference, predicted))
