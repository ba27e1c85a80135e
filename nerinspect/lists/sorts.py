"""Sorts of lists, of mentions or of relations: their columns, and those of what was decided about events."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, as_arrow_texts, taken
from nerinspect.corpus.text import Text
from nerinspect.errors import CommandError
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.segment_events import EventTable, Side
from nerinspect.events.study import Prediction, Study
from nerinspect.lists.readings import reading_words
from nerinspect.lists.table import Cells, Coded, Column, Content, Of, Spans, Table, Value, columns_by_name, listed
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import quoted, unescaped

if TYPE_CHECKING:
    from nerinspect.events.relation_events import RelationEvents

UNDECIDED: Final = Decision()

_PLAIN_CAUSE: Final = re.compile(r'[^\s"]\S*')
_CAUSE: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|\S+', re.DOTALL)


def causes_cell(causes: Sequence[str]) -> str:
    """Write causes with blanks between them; one that holds a blank, or begins like that, in quotes as in a query."""
    return " ".join(cause if _PLAIN_CAUSE.fullmatch(cause) else quoted(cause) for cause in causes)


def causes_in(cell: str) -> tuple[str, ...]:
    """Read what `causes_cell` wrote, each cause once; a quote that is never closed is part of a word."""
    found = (unescaped(one[1]) if one[1] is not None else one[0] for one in _CAUSE.finditer(cell))
    return tuple(dict.fromkeys(filter(None, (" ".join(cause.split()) for cause in found))))


DECISION_COLUMNS: Final = columns_by_name(
    Column("verdict", lambda one: one.verdict, of=Of.DECISIONS, is_in_examples=True),
    Column("causes", lambda one: causes_cell(one.causes), of=Of.DECISIONS, is_in_examples=True),
    Column("flag", lambda one: "yes" if one.flag else "", Content.FLAG, Of.DECISIONS, is_in_examples=True),
    Column("note", lambda one: one.note, of=Of.DECISIONS, is_in_examples=True),
    Column(
        *("corrected_spans", lambda one: None if one.correction is None else list(one.correction), Content.SPANS),
        of=Of.DECISIONS, is_in_examples=True, is_on_screen=False,
    ),
    Column("decided", lambda one: one.decided, of=Of.DECISIONS),
    Column("who", lambda one: one.who, of=Of.PEOPLE),
)  # fmt: skip
"""Columns of the lists of a review; relations have no right reading. Values are made from one decision."""

CORRECTED_WORDS: Final = "corrected words"
"""A further column, for people: the right reading that was given, in words that are read back."""


_ROWS_AT_ONCE: Final = 20_000
_TOKENS_AT_ONCE: Final = 5_000_000


def named(names: Sequence[str], codes: AnyIntArray) -> pa.Array:
    """Name codes, as Arrow does it."""
    return taken(as_arrow_texts(names), codes)


def coded(names: Sequence[str], codes: AnyIntArray) -> Coded:
    """Name codes, each name once."""
    return Coded(as_arrow_texts(names), codes)


class EventSort(ABC):
    """One sort of events; what is about lists takes one and asks it.

    Attributes
    ----------
    columns : dict of str to Column
        What is known of every column by name, in the order of files; those of a study's attributes and files are not
        among them.
    stands_for : dict of str to tuple of str
        Columns of files that stand for a column on screen of another name, in the order of the screen.
    command, in_review : tuple of str
        The command that lists such events, and the option of `review export` that asks for them.
    order : str
        In words, how they are ordered unless somebody sorts them.
    """

    name: ClassVar[str]  # as `Form.lists` knows it
    event: ClassVar[str]
    kinds: ClassVar[tuple[str, ...]]  # in the order of their codes
    columns: ClassVar[Mapping[str, Column]]
    stands_for: ClassVar[Mapping[str, tuple[str, ...]]]
    command: ClassVar[tuple[str, ...]]
    in_review: ClassVar[tuple[str, ...]]
    order: ClassVar[str] = "by system, run, sentence and start"

    @abstractmethod
    def events(self, study: Study) -> "EventTable | RelationEvents":
        """Give the events of a study."""

    @abstractmethod
    def decisions(self, study: Study) -> Decisions:
        """Give what was decided about them, by number."""

    @abstractmethod
    def ids(self, study: Study, events: AnyIntArray) -> Iterable[str]:
        """Make the ids of some events; neighbours in one sentence are quickest."""

    @abstractmethod
    def mask(self, study: Study, query: Filter) -> BoolArray:
        """Tell which events meet a filter."""

    def matched(self, study: Study) -> list[str]:
        """List the options that ask for how the sides of a study are matched."""
        return []

    def said(self, study: Study) -> dict[str, Any]:
        """Say in a record how the sides of a study are matched."""
        return {}

    @abstractmethod
    def has_training(self, study: Study) -> bool:
        """Tell whether training data say something of such events."""

    @abstractmethod
    def spans(self, study: Study, events: Any, side: Side, offset: IntArray) -> list[Spans]:  # noqa: ANN401 - its own
        """List what events have on a side as (start, end, type), counted from the `offset` of their sentence."""

    @abstractmethod
    def check(self, names: Sequence[str], more: Iterable[Of] = (), study: Study | None = None) -> None:
        """Make sure that columns exist and that each is named once, before a study is loaded or of one.

        `more` says what the list has besides the columns of events.
        """

    def block(self, study: Study, chosen: AnyIntArray) -> "Block":
        """Take some events for their rows."""
        return Block(self, study, chosen)

    def content(self, name: str) -> Content:
        """Say what a column holds; what only some studies have is text."""
        return self.columns[name].content if name in self.columns else Content.TEXT

    def holds_numbers(self, name: str) -> bool:
        return self.content(name) is Content.NUMBER

    def contents(self, names: Iterable[str]) -> dict[str, Content]:
        """Say what columns hold, as a `Table` does."""
        return {name: self.content(name) for name in names}

    def names(self, *of: Of) -> tuple[str, ...]:
        """Name the columns of some lists, in the order of files."""
        return tuple(name for name, column in self.columns.items() if column.of in of)

    def names_for(self, study: Study, *more: Of) -> tuple[str, ...]:
        """Name the columns that every list of a study has, and more."""
        return self.names(Of.EVENTS, *([Of.TRAINING] if self.has_training(study) else []), *more)

    def table(
        self,
        study: Study,
        order: AnyIntArray | None = None,
        columns: Sequence[str] = (),
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List events in an order, made as they are read; with what was decided if a column says it.

        Parameters
        ----------
        order : ndarray of int, shape (n_rows,), optional
            Numbers of events; all without one, by system, run, sentence, start, end and kind.
        """
        names = tuple(columns) or self.names_for(study)
        blocks = self.blocks(study, order, names, checkpoint, decisions)
        rows = (row for columns in blocks for row in zip(*map(listed, columns), strict=True))
        texts = partial(self.blocks, study, order, names, checkpoint, decisions, as_texts=True)
        return Table(names, rows, contents=self.contents(names), texts=texts)

    def blocks(
        self,
        study: Study,
        order: AnyIntArray | None,
        names: Sequence[str],
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
        as_texts: bool = False,
    ) -> Iterator[list[Cells]]:
        """List events as `table` does, some thousand rows at a time, by columns, or by those of `Table.texts`."""
        self._check_of_study(study, names)
        chosen = np.arange(len(self.events(study))) if order is None else order
        of = {self.columns[name].of for name in names if name in self.columns}
        if decisions is None and (of & {Of.DECISIONS, Of.PEOPLE} or CORRECTED_WORDS in names):
            decisions = dict(self.decisions(study).items())
        return self._blocks(study, chosen, names, checkpoint, decisions or {}, as_texts)

    @abstractmethod
    def _check_of_study(self, study: Study, names: Sequence[str]) -> None:
        """Refuse columns that a study does not have."""

    def _values(self, block: "Block", name: str, as_texts: bool) -> Cells:
        column = self.columns[name]
        made: Cells = ((as_texts and column.texts) or column.values)(block)
        return made.by_row if isinstance(made, Coded) and not as_texts else made

    def _blocks(
        self,
        study: Study,
        order: AnyIntArray,
        names: Sequence[str],
        checkpoint: Checkpoint,
        decisions: Mapping[int, Decision],
        as_texts: bool,
    ) -> Iterator[list[Cells]]:
        first, starts = 0, self.events(study).start
        while first < len(order):
            checkpoint(first, len(order))
            ahead = order[first : first + _ROWS_AT_ONCE]
            sentence = study.text.sentence_of(starts[ahead])
            length = study.text.sentence_start[sentence + 1] - study.text.sentence_start[sentence]
            n_rows = max(1, int(np.searchsorted(np.cumsum(length, dtype=np.int64), _TOKENS_AT_ONCE)))
            block = self.block(study, ahead[:n_rows])
            block.decisions = decisions
            yield [
                block.decided_cells(self.columns[name].values, as_texts)
                if name in DECISION_COLUMNS
                else self._values(block, name, as_texts)
                for name in names
            ]
            first += n_rows
        checkpoint(first, len(order))


EventNumbers: TypeAlias = Mapping[EventSort, list[int]]  # numbers of events by their sort


class Block:
    """Some events of one sort, with what several of their columns are made from."""

    def __init__(self, sort: EventSort, study: Study, chosen: AnyIntArray, events: "EventTable | None" = None) -> None:
        self.sort, self.study, self.text, self.chosen = sort, study, study.text, chosen
        self.events: Any = sort.events(study).rows(chosen) if events is None else events
        self.sentence = study.text.sentence_of(self.events.start)
        self.zero, self.stop = self.text.sentence_start[self.sentence], self.text.sentence_start[self.sentence + 1]
        self.decisions: Mapping[int, Decision] = {}

    @property
    def decided(self) -> list[Decision]:
        return [self.decisions.get(event, UNDECIDED) for event in self.chosen.tolist()]

    def decided_cells(self, say: Callable[[Decision], Value], as_texts: bool) -> Cells:
        if not as_texts:
            return map(say, self.decided)
        events = self.chosen.tolist()
        codes = np.zeros(len(events), dtype=np.int32)
        places = [place for place, event in enumerate(events) if event in self.decisions] if self.decisions else []
        codes[places] = np.arange(1, len(places) + 1)
        return Coded([say(UNDECIDED), *(say(self.decisions[events[place]]) for place in places)], codes)

    def ids(self) -> Cells:
        return self.sort.ids(self.study, self.chosen)

    @cached_property
    def reference(self) -> list[Spans]:
        """What the reference has, counted in the sentence."""
        return self.sort.spans(self.study, self.events, "reference", self.zero)

    @cached_property
    def predicted(self) -> list[Spans]:
        """What the prediction has, counted in the sentence."""
        return self.sort.spans(self.study, self.events, "predicted", self.zero)

    def spans(self, side: Side) -> Cells:
        """Give what each event has on a side, counted in the sentence."""
        return self.reference if side == "reference" else self.predicted

    def lines(self) -> Cells:
        """Give the line of each first token; None where it is not known."""
        lines = self.text.lines_of(self.events.start)
        return lines if lines.all() else [line or None for line in lines.tolist()]

    @property
    def runs(self) -> AnyIntArray:
        numbers = np.array([one.run for one in self.study.predictions], dtype=np.int32)
        return np.asarray(numbers[self.events.prediction])

    @cached_property
    def predictions(self) -> list[Prediction]:
        return [self.study.predictions[number] for number in self.events.prediction.tolist()]

    @cached_property
    def joined(self) -> Callable[[AnyIntArray, AnyIntArray], pa.StringArray]:
        """What joins the tokens of a span in the sentence of each event by a blank."""
        return self.text.joined_in(self.sentence)


def in_words(text: Text, zero: IntArray, readings: Sequence[Spans]) -> Iterator[str]:
    """Write readings, counted from `zero`, the first token of each sentence, as people do: `person: Glenn Close`."""
    offset = np.repeat(zero, list(map(len, readings)))
    places = np.array([span[:2] for spans in readings for span in spans], dtype=np.int32).reshape(-1, 2)
    surfaces = iter(text.spelled_each(*(places + offset[:, np.newaxis]).T).to_pylist())
    return (reading_words((name, next(surfaces)) for _, _, name in spans) for spans in readings)


_NUMBER, _SPANS = Content.NUMBER, Content.SPANS

EVENT_ID: Final = Column("event", lambda block: block.ids(), is_on_screen=False)
WHOSE: Final = (
    Column(
        "system",
        lambda block: [one.system for one in block.predictions],
        texts=lambda block: Coded([one.system for one in block.study.predictions], block.events.prediction),
        is_in_examples=True,
    ),
    Column("run", lambda block: block.runs, _NUMBER),
)
PLACE: Final = (
    Column("document", lambda block: block.text.document[block.sentence], _NUMBER, is_in_examples=True),
    Column("sentence", lambda block: block.sentence + 1, _NUMBER, is_in_examples=True),
    Column("line", Block.lines, _NUMBER),
)
KIND: Final = Column("kind", lambda block: coded(block.sort.kinds, block.events.kind), is_in_examples=True)
WORDS: Final = Column(
    "text",
    lambda block: block.joined(block.events.start, block.events.end),
    is_in_examples=True,
    is_on_screen=False,
)
SIDE_SPANS: Final = (
    Column("reference_spans", lambda block: block.spans("reference"), _SPANS, is_on_screen=False),
    Column("predicted_spans", lambda block: block.spans("predicted"), _SPANS, is_on_screen=False),
)
SIDE_WORDS: Final = {
    "reference_spans": Column(
        "reference words", lambda block: in_words(block.text, block.zero, block.reference), of=Of.DRAWING
    ),
    "predicted_spans": Column(
        "predicted words", lambda block: in_words(block.text, block.zero, block.predicted), of=Of.DRAWING
    ),
}
"""Further columns, for people: the same in words, by the column of spans."""

CONTEXT: Final = (
    Column("left", lambda block: block.joined(block.zero, block.events.start), is_in_examples=True),
    Column("right", lambda block: block.joined(block.events.end, block.stop), is_in_examples=True),
)


def check_each_once(names: Sequence[str]) -> None:
    """Refuse a list without columns, or with one of them twice."""
    if not names or len(set(names)) < len(names):
        raise CommandError("name at least one column, and each once")
