"""The list of mention events: one row for each, under columns that people choose by name."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from io import StringIO
from itertools import islice
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    IntArray,
    as_arrow,
    joined_texts,
    joined_with,
    kept_with_owner,
    number_texts,
    numbered_together,
    spread_ranges,
    taken,
)
from nerinspect.corpus.text import Text
from nerinspect.errors import CommandError, UnknownNameError, nearest_name
from nerinspect.events.decision import Decisions
from nerinspect.events.segment_events import KINDS, SHAPES, SIDES, EventTable, Side
from nerinspect.events.study import Study
from nerinspect.lists.columns import (
    BUILT_IN_COLUMNS,
    EVIDENCE_COLUMNS,
    attribute_cells,
    check_attribute_column,
    is_attribute_column,
    is_token_column,
    own_attribute_column,
    subset_names,
    token_columns,
    token_values,
)
from nerinspect.lists.ids import event_ids, in_brackets
from nerinspect.lists.readings import ReadingCells, correction_words
from nerinspect.lists.sorts import (
    CONTEXT,
    CORRECTED_WORDS,
    DECISION_COLUMNS,
    EVENT_ID,
    KIND,
    PLACE,
    SIDE_SPANS,
    SIDE_WORDS,
    WHOSE,
    WORDS,
    Block,
    EventSort,
    check_each_once,
    coded,
    named,
)
from nerinspect.lists.table import Cells, Coded, Column, Content, Of, Spans, columns_by_name
from nerinspect.query.filters import Filter

TOUGH: Final = "tough"
"""A further column where there is training data: the subsets that some reference mention of the event is in."""

SEGMENT_TOKENS: Final = "tokens"
"""A further column, for pages that draw the readings: the tokens of `text`, which may hold blanks."""

SEGMENT_BLANKS, LEFT_WORDS, RIGHT_WORDS = "blanks", "left words", "right words"
"""Further columns, for pages: the blanks before each of these tokens and behind the last, as far as the file has them,
and the rest of the sentence written so."""

OLD_WORDS: Final = "old predicted words"
"""A further column of changes, for people: what the old version predicted, in words."""


def token_lists(text: Text, start: IntArray, end: IntArray) -> Iterator[list[str]]:
    """List the tokens of segments of a text, each from its first token to before its end."""
    codes = text.codes[spread_ranges(start, end)]
    tokens: Iterator[str] = iter(text.vocabulary.take(as_arrow(codes)).to_pylist())
    return (list(islice(tokens, length)) for length in (end - start).tolist())


@dataclass(frozen=True)
class MentionSpans:
    """The mentions of events on one side as (start, end, type), in columns.

    `start` and `end`: of each mention; those of one event stand together.
    """

    start: IntArray
    end: IntArray
    types: tuple[str, ...]
    type_codes: IntArray  # of each mention
    n_mentions: AnyIntArray  # of each event

    def __iter__(self) -> Iterator[Spans]:
        """List the mentions of one event after the other."""
        return iter(self.each(tuple))

    def each(self, make: Callable[[tuple[int, int, str]], Any]) -> list[list[Any]]:
        """List the mentions of each event, each mention made of start, end and type."""
        types = map(self.types.__getitem__, self.type_codes.tolist())
        spans = map(make, zip(self.start.tolist(), self.end.tolist(), types, strict=True))
        take = spans.__next__
        return [[take()] if n == 1 else list(islice(spans, n)) for n in self.n_mentions.tolist()]  # most have one


def mention_spans(study: Study, events: EventTable, side: Side, offset: IntArray) -> MentionSpans:
    """List the mentions of events on one side, counted from the `offset` of their sentence."""
    mentions, places, length = study.mentions_on(side), events.mentions(side), events.n_mentions(side)
    zero = np.repeat(offset, length)
    start, end = mentions.start[places] - zero, mentions.end[places] - zero
    return MentionSpans(start, end, mentions.types, mentions.type_codes[places], length)


class _Readings(NamedTuple):
    """What events have on a side: their mentions, of events that have one the same mention once."""

    start: AnyIntArray
    length: AnyIntArray
    type_codes: AnyIntArray
    types: tuple[str, ...]
    n_mentions: AnyIntArray
    reading: IntArray  # of each event, or of each pair of readings, its place in `n_mentions`
    pair: IntArray  # of each event, which pair it has

    def said(
        self, of_mentions: pa.Array, between: str, whole: Callable[[pa.Array], pa.Array] = lambda said: said
    ) -> Coded:
        """Join what is said of each mention, by event."""
        offsets = np.append(0, np.cumsum(self.n_mentions))
        return Coded(taken(whole(joined_texts(of_mentions, offsets, between)), self.reading), self.pair)


def _readings(study: Study, events: EventTable, side: Side, offset: IntArray) -> _Readings:
    """List what events have on one side, counted from the `offset` of their sentence."""
    mentions, places, n = study.mentions_on(side), events.mentions(side), events.n_mentions(side)
    start, length = mentions.start[places] - np.repeat(offset, n), mentions.end[places] - mentions.start[places]
    number, example = numbered_together(start, length, mentions.type_codes[places])
    several = np.flatnonzero(n > 1)
    last = np.cumsum(n)
    reading = np.full(len(n), len(example), dtype=np.int32)  # nothing, unless there are mentions
    reading[n == 1] = number[last[n == 1] - 1]
    reading[several] = np.arange(len(several)) + len(example) + 1
    members = np.append(example, spread_ranges((last - n)[several], last[several]))
    n_mentions = np.concatenate([np.ones_like(example), [0], n[several]])
    codes = mentions.type_codes[places]
    return _Readings(start[members], length[members], codes[members], mentions.types, n_mentions, reading, reading)


class MentionBlock(Block):
    """Some events, with the cells that are made of their mentions."""

    def ids(self) -> Cells:
        both = joined_with(",", *(self.written(side, ",").cells for side in SIDES))
        pair = self._readings["reference"].pair
        return event_ids(self.study).of(self.chosen, self.start, self.end, Coded(both, pair))

    @property
    def start(self) -> AnyIntArray:
        """The first token of each, in its sentence."""
        return np.asarray(self.events.start - self.zero)

    @property
    def end(self) -> AnyIntArray:
        """The token behind each, in its sentence."""
        return np.asarray(self.events.end - self.zero)

    def spans(self, side: Side) -> Cells:
        return mention_spans(self.study, self.events, side, self.zero)

    def types(self, side: Side) -> Coded:
        """Name the types of each event's mentions on a side, with blanks between them."""
        readings = self._readings[side]
        return readings.said(named(readings.types, readings.type_codes), " ")

    def written(self, side: Side, separator: str) -> Coded:
        """Write the mentions of each event on a side as JSON."""
        readings = self._readings[side]
        extents = map(number_texts, (readings.start, readings.start + readings.length))
        types = named([json.dumps(name, ensure_ascii=False) for name in readings.types], readings.type_codes)
        spans = in_brackets(joined_with(separator, *extents, types))
        return readings.said(spans, separator, in_brackets)

    @cached_property
    def _readings(self) -> "dict[Side, _Readings]":
        own = {side: _readings(self.study, self.events, side, self.zero) for side in SIDES}
        pair, example = numbered_together(*(one.reading for one in own.values()))
        return {side: one._replace(reading=one.reading[example], pair=pair) for side, one in own.items()}

    def blanks(self) -> Iterator[list[str]]:
        """Tell what parts the tokens of each segment from each other and from the rest."""
        place = spread_ranges(self.events.start, self.events.end + 1)
        blanks = (" " if is_parted else "" for is_parted in self.text.is_parted(place % self.text.n_tokens).tolist())
        return (list(islice(blanks, length)) for length in (self.events.end + 1 - self.events.start).tolist())

    def corrected(self) -> Iterator[str | None]:
        """Write the right reading of each event as people do; None where none was given."""
        cells = ReadingCells(self.study)
        for event, one in zip(self.chosen.tolist(), self.decided, strict=True):
            yield None if one.correction is None else correction_words(self.study, event, one.correction, cells)

    def spelled(self, start: IntArray, stop: IntArray) -> list[str]:
        """Write tokens as they stand in the text."""
        texts: list[str] = self.text.spelled_each(start, stop).to_pylist()
        return texts


class MentionSort(EventSort):
    """Events of mentions, or rows that hold such events."""

    name, event = "mentions", "event"
    command, in_review = ("events",), ()
    kinds = KINDS
    columns = columns_by_name(
        EVENT_ID,
        *WHOSE,
        *PLACE,
        Column("start", lambda block: block.start, Content.NUMBER, is_on_screen=False),
        Column("end", lambda block: block.end, Content.NUMBER, is_on_screen=False),
        KIND,
        Column("shape", lambda block: coded(SHAPES, block.events.shape)),
        Column("demerits", lambda block: block.events.demerits, Content.NUMBER),
        WORDS,
        Column("reference_types", lambda block: block.types("reference"), is_on_screen=False),
        Column("predicted_types", lambda block: block.types("predicted"), is_on_screen=False),
        *(
            replace(column, texts=partial(MentionBlock.written, side=side, separator=", "))
            for side, column in zip(SIDES, SIDE_SPANS, strict=True)
        ),
        *CONTEXT,
        Column(TOUGH, lambda block: subset_names(block.study, block.events), of=Of.TRAINING, is_on_screen=False),
        *EVIDENCE_COLUMNS,
        *DECISION_COLUMNS.values(),
        Column("change", of=Of.CHANGES, is_in_examples=True, is_on_screen=False),
        Column("old_kind", of=Of.CHANGES, is_in_examples=True, is_on_screen=False),
        Column("old_predicted_spans", content=Content.SPANS, of=Of.CHANGES, is_on_screen=False),
        Column(
            *(SEGMENT_TOKENS, lambda block: token_lists(block.text, block.events.start, block.events.end)),
            *(Content.TOKENS, Of.DRAWING),
        ),
        Column(SEGMENT_BLANKS, MentionBlock.blanks, Content.TOKENS, Of.DRAWING),
        Column(LEFT_WORDS, lambda block: block.spelled(block.zero, block.events.start), of=Of.DRAWING),
        Column(RIGHT_WORDS, lambda block: block.spelled(block.events.end, block.stop), of=Of.DRAWING),
        *SIDE_WORDS.values(),
        Column(CORRECTED_WORDS, MentionBlock.corrected, of=Of.DRAWING),
        Column(OLD_WORDS, of=Of.DRAWING),
    )
    stands_for: ClassVar = {
        "segment": ("text",),
        "reference": ("reference_types",),
        "prediction": ("predicted_types",),
        "place": ("document", "sentence"),
        "kind_a": ("system", "kind"),
        "kind_b": ("system", "kind"),
        "reads_a": ("predicted_types",),
        "reads_b": ("predicted_types",),
        "correction": ("corrected_spans",),
        "elen": ("eLen",),
        "slen": ("sLen",),
        "eden": ("eDen",),
    }

    def events(self, study: Study) -> EventTable:
        return study.events

    def decisions(self, study: Study) -> Decisions:
        return study.decisions

    def ids(self, study: Study, events: AnyIntArray) -> Iterable[str]:
        return (str(event) for (event,) in self.table(study, events, ("event",)))

    def mask(self, study: Study, query: Filter) -> BoolArray:
        return query.mask(study)

    def has_training(self, study: Study) -> bool:
        return study.training is not None

    def spans(self, study: Study, events: EventTable, side: Side, offset: IntArray) -> list[Spans]:
        """List the mentions of a side, see `mention_spans`."""
        return [*mention_spans(study, events, side, offset)]

    def block(self, study: Study, chosen: AnyIntArray) -> MentionBlock:
        return MentionBlock(self, study, chosen)

    def block_of(self, study: Study, events: EventTable) -> MentionBlock:
        """Take events that are made of those of a study."""
        return MentionBlock(self, study, np.arange(len(events)), events)

    def check(self, names: Sequence[str], more: Iterable[Of] = (), study: Study | None = None) -> None:
        """Make sure that columns exist, attributes and columns of files besides."""
        besides, every = self.names(*more), self.names(Of.EVENTS, Of.TRAINING, Of.EVIDENCE)
        if besides and len(set(names)) < len(names):
            raise CommandError("name each column once")
        known = (*every, *BUILT_IN_COLUMNS)
        own = {} if study is None else {one.name: own_attribute_column(one.name) for one in study.attributes}
        for name in names:
            if name not in (*every, *besides) and not (is_token_column(name) or is_attribute_column(name)):
                nearest = nearest_name(name, (*own, *known))
                raise UnknownNameError("column", name, [own[nearest]] if nearest in own else known)
        check_each_once(names)

    def _check_of_study(self, study: Study, names: Sequence[str]) -> None:
        there, of_training = token_columns(study), self.names(Of.TRAINING, Of.EVIDENCE)
        for name in names:
            if name in of_training and study.training is None:
                raise CommandError(
                    f"the column {name} needs training data; give it with --training, or leave the column out"
                )
            if is_token_column(name) and name not in there:
                raise UnknownNameError("column", name, [*self.names(Of.EVENTS), *there])
            if is_attribute_column(name):
                check_attribute_column(study, name)

    def _values(self, block: Block, name: str, as_texts: bool) -> Cells:
        if name in self.columns:
            return super()._values(block, name, as_texts)
        make = attribute_cells if is_attribute_column(name) else token_values
        return make(block.study, block.events, name)


MENTIONS: Final = MentionSort()  # the events of mentions


def split_columns(text: str) -> tuple[str, ...]:
    """Split a list such as `kind,"attr:genre, main"` into names; a quote inside quotes is written twice.

    Examples
    --------
    >>> split_columns('kind, "attr:genre, main"')
    ('kind', 'attr:genre, main')
    """
    try:
        names = next(csv.reader([text], skipinitialspace=True), []) or [""]
    except csv.Error:  # a line end without quotes around it
        names = text.split(",")
    return tuple(name.strip() for name in names)


def join_columns(names: Sequence[str]) -> str:
    """Write names as `split_columns` reads them."""
    written = StringIO()
    csv.writer(written, lineterminator="").writerow(names)
    return written.getvalue()


IdArray: TypeAlias = npt.NDArray[np.uint64]


@kept_with_owner
def event_numbers(study: Study) -> IdArray:
    """Read the id of each event as a number of 16 hexadecimal digits. Shape (n_events,)."""
    ids = (int(name, 16) for name in MENTIONS.ids(study, np.arange(len(study.events))))
    return np.fromiter(ids, dtype=np.uint64, count=len(study.events))
