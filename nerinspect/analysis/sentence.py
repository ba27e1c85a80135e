"""A sentence with its readings: what every track says, and where the events stand."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from nerinspect.corpus.text import spelled

AS_WRITTEN: Final = "label as written"
"""Name of the labels of a source among its columns."""


class ColumnKey(NamedTuple):
    """A column of one source: that of the reference or of a system, and the name of the column."""

    source: str
    name: str


@dataclass(frozen=True)
class TokenValues:
    """What a column of a file says of each token of a sentence."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class TrackSpan:
    """A mention as a half-open range of token positions in its sentence."""

    start: int
    end: int
    type: str


@dataclass(frozen=True)
class RepairMark:
    """A label that a repair changed, by its token's position in the sentence."""

    token: int
    before: str
    after: str


@dataclass(frozen=True)
class Track:
    """One reading of a sentence.

    Attributes
    ----------
    label : str
        Who reads it so: `reference`, or the name of the system.
    spans : tuple of TrackSpan
        Its mentions in text order.
    repairs : tuple of RepairMark
        Its repaired labels in text order.
    source : str
        The same name in every sentence, with or without a comparison.
    labels : tuple of str
        The label of each token as written; empty for a format with spans.
    columns : tuple of TokenValues
        What its file says of each token besides.
    colour : int or None
        Number of the colour of its system; None where there is none to tell it from others.
    """

    label: str
    spans: tuple[TrackSpan, ...]
    repairs: tuple[RepairMark, ...]
    source: str = ""
    labels: tuple[str, ...] = ()
    columns: tuple[TokenValues, ...] = ()
    colour: int | None = None

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
    """Where an event stands in its sentence.

    Attributes
    ----------
    event : int
        Its number in the study.
    kind : str
        Such as `be`.
    start, end : int
        Its half-open range of tokens.
    members : (tuple of TrackSpan, tuple of TrackSpan)
        Its mentions, of the reference and of the prediction.
    """

    event: int
    kind: str
    start: int
    end: int
    members: tuple[tuple[TrackSpan, ...], tuple[TrackSpan, ...]] = field(default=((), ()), compare=False)


@dataclass(frozen=True)
class Sentence:
    """A sentence with both readings.

    Attributes
    ----------
    number : int
        Through the whole file, from 1.
    line : int or None
        Physical line of its first token.
    tokens : tuple of str
        Its tokens.
    tracks : tuple of Track
        Its readings: that of the reference, and those of one prediction or of several that are compared.
    segments : tuple of Segment
        Its events in text order; they may overlap where `is_nested`.
    is_nested : bool
        Whether mentions of the reference, or of the prediction that the events are of, overlap.
    token_lines : tuple of int
        Physical line of each token, where they do not stand one a line below each other.
    event_track : int
        Place in `tracks` of the prediction that the events are of.
    gaps : tuple of str
        What stands before each token in the file; empty where it does not say.
    """

    number: int
    line: int | None
    tokens: tuple[str, ...]
    tracks: tuple[Track, ...]
    segments: tuple[Segment, ...]
    is_nested: bool = False
    token_lines: tuple[int, ...] = ()
    event_track: int = 1
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
        """Find the physical line of a token; None where the format has none."""
        if self.token_lines:
            return self.token_lines[token] or None
        return self.line + token if self.line else None
