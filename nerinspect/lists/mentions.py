"""The list of mention events: one row for each, under columns that people choose by name."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from io import StringIO
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, ByteArray, IntArray, as_arrow, kept_with_owner, spread_ranges
from nerinspect.corpus.text import Text
from nerinspect.errors import CommandError, UnknownNameError, nearest_name
from nerinspect.events.segment_events import KINDS, SHAPES, EventTable, Side
from nerinspect.events.study import Prediction, Study
from nerinspect.lists.columns import (
    BUILT_IN_COLUMNS,
    attribute_cells,
    check_attribute_column,
    is_attribute_column,
    is_token_column,
    own_attribute_column,
    token_columns,
    token_values,
)
from nerinspect.lists.ids import EventIds, event_ids
from nerinspect.lists.table import Row, Spans, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.training.tough import SUBSETS, subset_members


def subset_names(study: Study, events: EventTable) -> Iterator[str]:
    """Name the subsets, in the order of `SUBSETS`, that at least one reference mention of each event is in."""
    n_mentions = events.n_mentions("reference")
    has_mentions = n_mentions > 0
    first = np.cumsum(n_mentions) - n_mentions
    bits = np.zeros(len(events), dtype=np.uint8)
    if has_mentions.any():
        members = _member_bits(study)[events.mentions("reference")]
        bits[has_mentions] = np.bitwise_or.reduceat(members, first[has_mentions])
    names = {code: _names(code) for code in np.flatnonzero(np.bincount(bits)).tolist()}
    return map(names.__getitem__, bits.tolist())


@kept_with_owner
def _member_bits(study: Study) -> ByteArray:
    """Give the subsets of each reference mention as bits, the first subset the lowest."""
    bits: ByteArray = np.packbits(subset_members(study)["reference"], axis=0, bitorder="little")[0]
    return bits


def _names(bits: int) -> str:
    return " ".join(name for place, name in enumerate(SUBSETS) if bits >> place & 1)


EVENT_COLUMNS = (
    "event", "system", "run", "document", "sentence", "line", "start", "end", "kind", "shape", "demerits", "text",
    "reference_types", "predicted_types", "reference_spans", "predicted_spans", "left", "right",
)  # fmt: skip
"""What a file holds of each event, in order."""

TOUGH: Final = "tough"
"""A further column where there is training data: the subsets that some reference mention of the event is in."""

SEGMENT_TOKENS: Final = "tokens"
"""A further column, for pages that draw the readings: the tokens of `text`, which may hold blanks."""

SEGMENT_BLANKS, LEFT_WORDS, RIGHT_WORDS = "blanks", "left words", "right words"
"""Further columns, for pages: the blanks before each of these tokens and behind the last, as far as the file has them,
and the rest of the sentence written so."""

_ROWS_AT_ONCE = 5_000
_TOKENS_AT_ONCE = 5_000_000


def events_table(
    study: Study,
    order: AnyIntArray | None = None,
    checkpoint: Checkpoint = no_checkpoint,
    columns: Sequence[str] = EVENT_COLUMNS,
) -> Table:
    """List events in an order (else by system, run, sentence, start, end and kind), made as they are read.

    Columns are of `all_columns`, `attribute_columns`, `token_columns`, or of those for pages.

    Raises
    ------
    UnknownNameError
        If no file has a column of a name.
    CommandError
        If a column needs training data, and there is none.
    """
    if TOUGH in columns and study.training is None:
        raise CommandError(f"the column {TOUGH} needs training data; give it with --training, or leave the column out")
    there = token_columns(study)
    for name in columns:
        if is_token_column(name) and name not in there:
            raise UnknownNameError("column", name, [*EVENT_COLUMNS, *there])
        if is_attribute_column(name):
            check_attribute_column(study, name)
    chosen = np.arange(len(study.events)) if order is None else order
    return Table(tuple(columns), _rows(study, chosen, columns, checkpoint))


def all_columns(with_training: bool) -> tuple[str, ...]:
    """List the columns that every study has, or every study with training data."""
    return (*EVENT_COLUMNS, TOUGH) if with_training else EVENT_COLUMNS


def checked_columns(names: Sequence[str], study: Study | None = None) -> tuple[str, ...]:
    """Make sure that columns exist and that each is named once; those of the files are not known yet.

    Where there is no column of a name, the own attributes of a study are offered as well.

    Raises
    ------
    CommandError
        If there is none, an unknown one or one twice.
    """
    known = (*all_columns(with_training=True), *BUILT_IN_COLUMNS)
    own = {} if study is None else {one.name: own_attribute_column(one.name) for one in study.attributes}
    for name in names:
        if name not in all_columns(with_training=True) and not (is_token_column(name) or is_attribute_column(name)):
            nearest = nearest_name(name, (*own, *known))
            raise UnknownNameError("column", name, [own[nearest]] if nearest in own else known)
    if not names or len(set(names)) < len(names):
        raise CommandError("name at least one column, and each once")
    return tuple(names)


def token_lists(text: Text, start: IntArray, end: IntArray) -> Iterator[list[str]]:
    """List the tokens of segments of a text, each from its first token to before its end."""
    codes = text.codes[spread_ranges(start, end)]
    tokens: Iterator[str] = iter(text.vocabulary.take(as_arrow(codes)).to_pylist())
    return (list(islice(tokens, length)) for length in (end - start).tolist())


def mention_spans(study: Study, events: EventTable, side: Side, offset: IntArray) -> list[Spans]:
    """List the mentions of events on one side as (start, end, type), counted from the `offset` of their sentence."""
    mentions, places = study.mentions_on(side), events.mentions(side)
    length = events.n_mentions(side)
    zero = np.repeat(offset, length)
    start, end = (mentions.start[places] - zero).tolist(), (mentions.end[places] - zero).tolist()
    names = [mentions.types[code] for code in mentions.type_codes[places].tolist()]
    triples = zip(start, end, names, strict=True)
    return [list(islice(triples, n_mentions)) for n_mentions in length.tolist()]


def _rows(study: Study, order: AnyIntArray, columns: Sequence[str], checkpoint: Checkpoint) -> Iterator[Row]:
    ids = event_ids(study) if "event" in columns else None
    first = 0
    while first < len(order):
        checkpoint(first, len(order))
        ahead = order[first : first + _ROWS_AT_ONCE]
        sentence = study.event_sentence[ahead]
        length = study.text.sentence_start[sentence + 1] - study.text.sentence_start[sentence]
        n_rows = max(1, int(np.searchsorted(np.cumsum(length, dtype=np.int64), _TOKENS_AT_ONCE)))
        block = _Block(study, ahead[:n_rows], ids)
        yield from zip(*(_values(block, name) for name in columns), strict=True)
        first += n_rows
    checkpoint(first, len(order))


class _Block:
    """Some events, with what several of their columns are made from."""

    def __init__(self, study: Study, chosen: AnyIntArray, ids: EventIds | None) -> None:
        self.study, self.text, self.chosen, self._ids = study, study.text, chosen, ids
        self.events = study.events.rows(chosen)
        self.sentence = study.event_sentence[chosen]
        self.zero, self.stop = self.text.sentence_start[self.sentence], self.text.sentence_start[self.sentence + 1]

    @cached_property
    def start(self) -> list[int]:
        places: list[int] = (self.events.start - self.zero).tolist()
        return places

    @cached_property
    def end(self) -> list[int]:
        places: list[int] = (self.events.end - self.zero).tolist()
        return places

    @cached_property
    def reference(self) -> list[Spans]:
        return mention_spans(self.study, self.events, "reference", self.zero)

    @cached_property
    def predicted(self) -> list[Spans]:
        return mention_spans(self.study, self.events, "predicted", self.zero)

    @cached_property
    def predictions(self) -> list[Prediction]:
        return [self.study.predictions[number] for number in self.events.prediction.tolist()]

    def ids(self) -> Iterator[str]:
        assert self._ids is not None, "made where ids are asked for"
        return self._ids.of(self.chosen, self.start, self.end, self.reference, self.predicted)

    def lines(self) -> Iterator[int | None]:
        numbers: list[int] = self.text.lines_of(self.events.start).tolist()
        return (number or None for number in numbers)

    def blanks(self) -> Iterator[list[str]]:
        """Tell what parts the tokens of each segment from each other and from the rest."""
        place = spread_ranges(self.events.start, self.events.end + 1)
        blanks = (" " if is_parted else "" for is_parted in self.text.is_parted(place % self.text.n_tokens).tolist())
        return (list(islice(blanks, length)) for length in (self.events.end + 1 - self.events.start).tolist())

    def spelled(self, start: IntArray, stop: IntArray) -> list[str]:
        texts: list[str] = self.text.spelled_each(start, stop).to_pylist()
        return texts

    def joined(self, start: IntArray, stop: IntArray) -> list[str]:
        texts: list[str] = self.text.joined(start, stop).to_pylist()
        return texts


_MAKERS: Final[dict[str, Callable[[_Block], Iterable[Value]]]] = {
    "event": _Block.ids,
    "system": lambda block: [prediction.system for prediction in block.predictions],
    "run": lambda block: [prediction.run for prediction in block.predictions],
    "document": lambda block: block.text.document[block.sentence].tolist(),
    "sentence": lambda block: (block.sentence + 1).tolist(),
    "line": _Block.lines,
    "start": lambda block: block.start,
    "end": lambda block: block.end,
    "kind": lambda block: [KINDS[kind] for kind in block.events.kind.tolist()],
    "shape": lambda block: [SHAPES[shape] for shape in block.events.shape.tolist()],
    "demerits": lambda block: block.events.demerits.tolist(),
    "text": lambda block: block.joined(block.events.start, block.events.end),
    "reference_types": lambda block: map(_types, block.reference),
    "predicted_types": lambda block: map(_types, block.predicted),
    "reference_spans": lambda block: block.reference,
    "predicted_spans": lambda block: block.predicted,
    "left": lambda block: block.joined(block.zero, block.events.start),
    "right": lambda block: block.joined(block.events.end, block.stop),
    TOUGH: lambda block: subset_names(block.study, block.events),
    SEGMENT_TOKENS: lambda block: token_lists(block.text, block.events.start, block.events.end),
    SEGMENT_BLANKS: _Block.blanks,
    LEFT_WORDS: lambda block: block.spelled(block.zero, block.events.start),
    RIGHT_WORDS: lambda block: block.spelled(block.events.end, block.stop),
}


def _values(block: _Block, name: str) -> Iterable[Value]:
    if name in _MAKERS:
        return _MAKERS[name](block)
    make = attribute_cells if is_attribute_column(name) else token_values
    return make(block.study, block.events, name)


def _types(spans: Spans) -> str:
    return " ".join(type_name for _, _, type_name in spans)


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


def checked_with(names: Sequence[str], more: Sequence[str], study: Study | None = None) -> tuple[str, ...]:
    """Make sure, as `checked_columns`, that columns exist in a list that has more columns than those of events.

    Raises
    ------
    CommandError
        If there is none, an unknown one or one twice.
    """
    if more and len(set(names)) < len(names):
        raise CommandError("name each column once")
    of_events = [name for name in names if name not in more]
    if of_events or not names:
        checked_columns(of_events, study)
    return tuple(names)


IdArray: TypeAlias = npt.NDArray[np.uint64]


@kept_with_owner
def event_numbers(study: Study) -> IdArray:
    """Read the id of each event as a number of 16 hexadecimal digits. Shape (n_events,)."""
    ids = (int(str(event), 16) for (event,) in events_table(study, columns=("event",)))
    return np.fromiter(ids, dtype=np.uint64, count=len(study.events))
