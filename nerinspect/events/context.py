"""What stands around an event: its sentence with what every track says, and the other sentences of the document."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import IntArray, kept_with_owner
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import spelled
from nerinspect.events.explanation import predicted_spans, reference_spans
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Annotation, Study, shown_name

AS_WRITTEN: Final = "label as written"  # name of the labels of a source among its columns


class ColumnKey(NamedTuple):
    """A column of one source: that of the reference or of a system, and the name of the column."""

    source: str
    name: str


class TokenValues(NamedTuple):
    """What a column of a file says of each token of a sentence."""

    name: str
    values: tuple[str, ...]


class TrackSpan(NamedTuple):
    """A mention as a half-open range of token positions in its sentence."""

    start: int
    end: int
    type: str


def stack_levels(ranges: Sequence[tuple[int, int]]) -> list[int]:
    """Give each range a level on which it overlaps no other.

    Parameters
    ----------
    ranges : sequence of (int, int)
        Half-open ranges of positions, sorted by start.

    Returns
    -------
    list of int
        From 0 on; a range lies above all shorter ones it overlaps.

    Examples
    --------
    >>> stack_levels([(0, 4), (1, 2), (3, 6)])
    [2, 0, 1]
    """
    if all(following[0] >= range_[1] for range_, following in pairwise(ranges)):
        return [0] * len(ranges)
    levels = [0] * len(ranges)
    taken = np.zeros(max(end for _, end in ranges), dtype=np.int64)
    for place in sorted(range(len(ranges)), key=lambda place: ranges[place][1] - ranges[place][0]):
        start, end = ranges[place]
        levels[place] = int(taken[start:end].max(initial=0))
        taken[start:end] = levels[place] + 1
    return levels


class RepairMark(NamedTuple):
    """A label that a repair changed, by its token's position in the sentence."""

    token: int
    before: str
    after: str


class Track(NamedTuple):
    """One reading of a sentence, in text order: of the reference, or of the system its label names."""

    label: str
    spans: tuple[TrackSpan, ...]
    repairs: tuple[RepairMark, ...]
    source: str = ""  # the same name in every sentence, with or without a comparison
    labels: tuple[str, ...] = ()  # the label of each token as written; empty for a format with spans
    columns: tuple[TokenValues, ...] = ()
    colour: int | None = None  # number of the colour of its system; None where there is none to tell it from others

    @property
    def has_overlaps(self) -> bool:
        """Whether some of its mentions share a token."""
        return any(following.start < span.end for span, following in pairwise(self.spans))

    def values(self, name: str) -> tuple[str, ...]:
        """Give what a column says of each token; empty if there is no such column."""
        if name == AS_WRITTEN:
            return self.labels
        return next((column.values for column in self.columns if column.name == name), ())

    def spans_over(self, start: int, end: int) -> list[TrackSpan]:
        """List the mentions that share a token with the half-open range."""
        return [span for span in self.spans if span.start < end and span.end > start]

    def repairs_in(self, start: int, end: int) -> list[RepairMark]:
        """List the repaired labels of a half-open range of tokens."""
        return [mark for mark in self.repairs if start <= mark.token < end]


@dataclass(frozen=True)
class Segment:
    """Where an event stands in its sentence (half-open tokens), with its mentions on either side."""

    event: int
    kind: str
    start: int
    end: int
    members: tuple[tuple[TrackSpan, ...], tuple[TrackSpan, ...]] = field(default=((), ()), compare=False)


class Sentence(NamedTuple):
    """A sentence, numbered through the file from 1, with its readings: the reference and one prediction or more."""

    number: int
    line: int | None
    tokens: tuple[str, ...]
    tracks: tuple[Track, ...]
    segments: tuple[Segment, ...]  # its events in text order; they may overlap where `is_nested`
    is_nested: bool = False  # whether mentions of the reference, or of the prediction that the events are of, overlap
    token_lines: tuple[int, ...] = ()
    event_track: int = 1  # place in `tracks` of the prediction that the events are of
    gaps: tuple[str, ...] = ()

    def words(self, start: int = 0, end: int | None = None) -> str:
        """Write the tokens `[start, end)` on one line."""
        return spelled(self.tokens[start:end], self.gaps[start:end])

    @property
    def has_mentions(self) -> bool:
        """Whether some track has a mention, or had a label that a repair took away."""
        return any(track.spans or track.repairs for track in self.tracks)

    def segment_at(self, token: int) -> Segment | None:
        """Find the event that holds a token, the shortest of several."""
        holding = (segment for segment in self.segments if segment.start <= token < segment.end)
        return min(holding, key=lambda segment: segment.end - segment.start, default=None)

    def segment_of(self, track: int, span: TrackSpan) -> Segment | None:
        """Find the event of a mention; of a track that is only compared with, the event at its first token."""
        if track not in (0, self.event_track):
            return self.segment_at(span.start)
        return next((segment for segment in self.segments if span in self.members(segment, track)), None)

    def members(self, segment: Segment, track: int) -> tuple[TrackSpan, ...]:
        """List the mentions of an event in a track; none in one that is only compared with."""
        return segment.members[min(track, 1)] if track in (0, self.event_track) else ()

    def line_of(self, token: int) -> int | None:
        if self.token_lines:
            return self.token_lines[token] or None
        return self.line + token if self.line else None


_NO_SEPARATORS: Final = str.maketrans(dict.fromkeys("\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029", " "))
"""Tokens of other formats may hold what would end a field or a line here."""


def conll_lines(sentence: Sentence) -> str:
    """Write a sentence as CoNLL lines: token and label of each track, separated by tabs.

    Labels stand as written; a track without labels is written in BIO, and left out if its mentions overlap.
    """
    tokens = [token.translate(_NO_SEPARATORS) for token in sentence.tokens]
    labels = [_labels(track, len(tokens)) for track in sentence.tracks if track.labels or not track.has_overlaps]
    return "".join("\t".join(fields) + "\n" for fields in zip(tokens, *labels, strict=True))


def _labels(track: Track, n_tokens: int) -> list[str]:
    if track.labels:
        return list(track.labels)
    labels = ["O"] * n_tokens
    for span in track.spans:
        length = span.end - span.start
        labels[span.start : span.end] = [f"B-{span.type}", *[f"I-{span.type}"] * (length - 1)]
    return labels


@dataclass(frozen=True, eq=False)
class DocumentSentences:
    """The sentences of one document (from 1), each made when it is asked for, with the readings of some predictions.

    `own` is the place of the chosen event's prediction among these.
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
        """Give one sentence by its number through the whole file, from 1; the last ones are not gathered anew."""
        kept, key = _kept_sentences(self.study), (number, self.predictions, self.own)
        if (known := kept.get(key)) is not None:
            return known
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[key] = made = self._gathered(number)
        return made

    def _gathered(self, number: int) -> Sentence:
        study, text = self.study, self.study.text
        first, last = (int(bound) for bound in text.sentence_start[number - 1 : number + 1])
        sources = _sources(study, self.predictions)
        labels = _track_labels(sources, study.annotator)
        annotations = [study.reference, *(study.predictions[number].annotation for number in self.predictions)]
        colours = [None, *(study.shown_colour(prediction) for prediction in self.predictions)]
        return Sentence(
            number,
            int(text.sentence_line[number - 1]) or None,
            tuple(text.tokens_of(number - 1)),
            tuple(
                _track(label, source, annotation, first, last)._replace(colour=colour)
                for label, source, annotation, colour in zip(labels, sources, annotations, colours, strict=True)
            ),
            _segments(study, self.predictions[self.own], first, last),
            study.is_nested(self.predictions[self.own], number - 1),
            () if text.token_line is None else tuple(text.token_line[first:last].tolist()),
            self.own + 1,
            text.gaps_in(first, last),
        )


_MOST_KEPT: Final = 64
"""So many sentences are kept: events that follow each other have most of those around them in common."""


@kept_with_owner
def _kept_sentences(study: Study) -> dict[tuple[int, tuple[int, ...], int], Sentence]:
    """Keep sentences by their number, the predictions whose readings they have, and the place of that of the events."""
    return {}


@dataclass(frozen=True, eq=False)
class Context:
    """Everything the context view shows of one event."""

    segment: Segment
    sentence: Sentence
    document: DocumentSentences

    @property
    def line(self) -> int | None:
        return self.sentence.line_of(self.segment.start)

    @property
    def file(self) -> str:
        """Path of the file that it stands in, if there are several; else nothing."""
        return self.document.study.text.file_of(self.sentence.number - 1)

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
    """Gather what stands around an event; positions count from the first token of its sentence.

    The readings of the compared predictions are shown in this order; that of the event stands first if it is not among
    them.
    """
    events, number = study.events, int(study.event_sentence[event]) + 1
    first = int(study.text.sentence_start[number - 1])
    name = int(study.text.document[number - 1])
    own = int(events.prediction[event])
    predictions = tuple(compared) if own in compared else (own, *compared)
    document = DocumentSentences(study, predictions, name, study.text.sentences_in(name), predictions.index(own))
    return Context(_segment(study, event, first), document.sentence(number), document)


def token_columns(study: Study) -> list[ColumnKey]:
    """List what the files of a study say of each token: for each source its labels, then its other columns."""
    keys = []
    for source, annotation in zip(_sources(study, range(len(study.predictions))), study.annotations, strict=True):
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
        track_spans(annotation.mentions.between(slice(first, last)), first),
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


def track_spans(mentions: Mentions, zero: int) -> tuple[TrackSpan, ...]:
    """Write down the mentions of a sentence that begins at a token."""
    columns = (mentions.start - zero).tolist(), (mentions.end - zero).tolist(), mentions.type_codes.tolist()
    return tuple(TrackSpan(start, end, mentions.types[code]) for start, end, code in zip(*columns, strict=True))


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
