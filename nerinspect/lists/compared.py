"""The list of compared rows: one for each reference mention, or stretch of text, with the events of two predictions."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Final

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    IntArray,
    as_arrow_texts,
    joined_texts,
    spread_ranges,
)
from nerinspect.corpus.text import offsets_of
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.decision import Decision
from nerinspect.events.members import matched
from nerinspect.events.segment_events import KINDS, NO_SHAPE, EventTable
from nerinspect.events.study import Study, judged, kept_count, shown_name
from nerinspect.lists.mentions import (
    LEFT_WORDS,
    MENTIONS,
    RIGHT_WORDS,
    SEGMENT_BLANKS,
    SEGMENT_TOKENS,
    MentionBlock,
    MentionSort,
)
from nerinspect.lists.sorts import DECISION_COLUMNS, UNDECIDED, named
from nerinspect.lists.table import Cells, Column, Of, columns_by_name
from nerinspect.query.compared_rows import ComparisonRows, kept_reference, kept_stretches, mention_rows, stretch_rows
from nerinspect.query.filters import Everything, Filter

OUTCOMES: Final = ("both-wrong", "only-a", "only-b", "both-right")

NAMES: Final = ("name of a", "name of b")  # further columns, for pages: how A and B are called where people read


class _Block(MentionBlock):
    """Some rows; `of` gives the events that A, or B, has in each, as one event with all their mentions."""

    sort: "ComparedSort"

    @cached_property
    def numbers(self) -> dict[str, int]:
        return dict(zip("ab", self.sort.predictions(self.study), strict=True))

    @cached_property
    def _both(self) -> dict[str, MentionBlock]:
        return {letter: MENTIONS.block_of(self.study, self._merged(letter)) for letter in "ab"}

    def of(self, letter: str) -> MentionBlock:
        return self._both[letter]

    def ranges(self, letter: str) -> tuple[IntArray, IntArray]:
        """Give the half-open ranges of the events of A or of B, by their number in the study."""
        return getattr(self.events, f"{letter}_from"), getattr(self.events, f"{letter}_to")

    def _merged(self, letter: str) -> EventTable:
        """Make one event of those that a prediction has in each row; of a mention, with that as its reference."""
        first, stop = self.ranges(letter)
        every, is_there = self.study.events, first < stop
        begin, last = np.where(is_there, first, 0), np.where(is_there, stop - 1, 0)
        end = self.events.start.copy()
        np.maximum.at(end, np.repeat(np.arange(len(first)), stop - first), every.end[spread_ranges(first, stop)])
        bounds = {}
        for side in ("ref", "pred"):
            bounds[f"{side}_from"] = np.where(is_there, getattr(every, f"{side}_from")[begin], 0)
            bounds[f"{side}_to"] = np.where(is_there, getattr(every, f"{side}_to")[last], 0)
        if len(first) and self.events.mention[0] >= 0:
            bounds["ref_from"], bounds["ref_to"] = self._of_mention(bounds["ref_from"], bounds["ref_to"])
        return replace(
            every.rows(begin),
            prediction=np.full(len(first), self.numbers[letter], dtype=np.int32),
            start=np.where(is_there, every.start[begin], self.events.start),
            end=end,
            shape=np.full(len(first), NO_SHAPE, dtype=np.int8),
            **bounds,
        )

    def _of_mention(self, first: IntArray, stop: IntArray) -> tuple[IntArray, IntArray]:
        """Find the mention of each row among the members of its event."""
        place = spread_ranges(first, stop)
        row = np.repeat(np.arange(len(first)), stop - first)
        own = place[self.study.events.ref_members[place] == self.events.mention[row]].astype(np.int32)
        return own, own + np.int32(1)

    def by_row(self, letter: str, texts: pa.Array) -> pa.Array:
        """Join what is said of each event of A, or of B, by row."""
        first, stop = self.ranges(letter)
        return joined_texts(texts, offsets_of(first, stop), " ")

    def every_event(self, letter: str) -> AnyIntArray:
        return spread_ranges(*self.ranges(letter))

    def outcomes(self) -> pa.Array:
        """Say who has each reference mention; nothing of a stretch of text."""
        mention = self.events.mention
        if not len(mention) or mention[0] < 0:
            return pa.nulls(len(mention), pa.string())
        a, b = (matched(self.study)[number][mention] for number in self.numbers.values())
        return named(OUTCOMES, a + 2 * b.astype(np.int32))

    def names(self, letter: str) -> list[str]:
        return [shown_name(self.study, self.numbers[letter])] * len(self.chosen)

    def decided_of(self, letter: str) -> list[Decision]:
        """Give what was decided about the event of A, or of B; of several the first decision."""
        ranges = zip(*(bound.tolist() for bound in self.ranges(letter)), strict=True)
        known = self.decisions
        return [next((known[n] for n in range(*own) if n in known), UNDECIDED) for own in ranges]


def _of(letter: str, column: Column, name: str = "", definition: str = "") -> Column:
    """Make of a column of events one that says it of those of A, or of B."""
    return replace(
        column,
        name=name or f"{column.name}_{letter}",
        values=lambda block: column.values(block.of(letter)),
        texts=column.texts and (lambda block: column.texts(block.of(letter))),  # type: ignore[misc]
        definition=definition or column.meaning_key,
    )


def _said_by_row(letter: str, name: str, definition: str, said: Callable[[_Block, AnyIntArray], pa.Array]) -> Column:
    return Column(
        f"{name}_{letter}",
        lambda block: block.by_row(letter, said(block, block.every_event(letter))),
        is_in_examples=name == "kind",
        definition=definition,
    )


def _ids(block: _Block, events: AnyIntArray) -> pa.Array:
    return as_arrow_texts(list(MENTIONS.ids(block.study, events)))


def _kinds(block: _Block, events: AnyIntArray) -> pa.Array:
    return named(KINDS, block.study.events.kind[events])


def _decided(letter: str, column: Column) -> Column:
    return replace(
        column,
        name=f"{column.name}_{letter}",
        values=lambda block: map(column.values, block.decided_of(letter)),
        definition=column.meaning_key,
    )


_SHOWN: Final = MENTIONS.columns


@dataclass(frozen=True)
class ComparedSort(MentionSort):
    """The rows of a comparison of two predictions, by names as `judged` finds them.

    What is asked of a row is asked of its reference mention, or of all mentions of a stretch of text; predicted ones
    are those of A.
    """

    a: str
    b: str
    has_stretches: bool = False

    name: ClassVar = "compared"
    event: ClassVar = "compared row"
    order: ClassVar = "in the order of the text"
    columns: ClassVar = columns_by_name(
        *(_of(letter, _SHOWN[name]) for letter in "ab" for name in ("system", "run")),
        *(_SHOWN[name] for name in ("document", "sentence", "line", "start", "end")),
        Column("outcome", _Block.outcomes, is_in_examples=True),
        _SHOWN["text"],
        *(_of("a", _SHOWN[name], name) for name in ("reference_types", "reference_spans")),
        *(
            column
            for letter in "ab"
            for column in (
                _said_by_row(letter, "event", "event", _ids),
                _said_by_row(letter, "kind", f"kind_{letter}", _kinds),
                _of(letter, _SHOWN["text"]),
                _of(letter, _SHOWN["predicted_types"], definition=f"reads_{letter}"),
                _of(letter, _SHOWN["predicted_spans"]),
            )
        ),
        *(_SHOWN[name] for name in ("left", "right")),
        *(_of("a", one, one.name) for one in _SHOWN.values() if one.of in (Of.TRAINING, Of.EVIDENCE)),
        *(_decided(letter, column) for letter in "ab" for column in DECISION_COLUMNS.values()),
        *(_SHOWN[name] for name in (SEGMENT_TOKENS, SEGMENT_BLANKS, LEFT_WORDS, RIGHT_WORDS)),
        *(
            Column(name, partial(_Block.names, letter=letter), of=Of.DRAWING)
            for letter, name in zip("ab", NAMES, strict=True)
        ),
    )
    stands_for: ClassVar = {
        **MentionSort.stands_for,
        "kind_a": ("kind_a",),
        "kind_b": ("kind_b",),
        "reads_a": ("predicted_types_a",),
        "reads_b": ("predicted_types_b",),
    }

    def predictions(self, study: Study) -> tuple[int, int]:
        """Find A and B.

        Raises
        ------
        UnknownNameError
            If there is no such prediction.
        """
        a, b = judged(study, self.a), judged(study, self.b)
        if a is None or b is None:
            raise UnknownNameError("system", self.b if b is None and a is not None else self.a, study.systems)
        if a == b:
            raise CommandError(f"both of the pair are {self.a}; name two predictions")
        return a, b

    def events(self, study: Study) -> ComparisonRows:  # type: ignore[override]  # rows have a place, too
        find = stretch_rows if self.has_stretches else mention_rows
        return kept_count(study, "compared rows", self, lambda: find(study, Everything(), *self.predictions(study)))

    def ids(self, study: Study, events: AnyIntArray) -> Iterable[str]:
        """Make the ids of events of A and B, not of rows: decisions are about these."""
        return MENTIONS.ids(study, events)

    def mask(self, study: Study, query: Filter) -> BoolArray:
        """Tell which rows meet a filter: by the event of A, as on screen."""
        (a, b), rows = self.predictions(study), self.events(study)
        if self.has_stretches:
            return kept_stretches(study, query, rows, a, b)
        return kept_reference(study, query, a)[rows.mention]

    def matched(self, study: Study) -> list[str]:
        """List the options that ask for the rows."""
        return ["--pair", self.a, self.b, *(["--stretches"] if self.has_stretches else [])]

    def said(self, study: Study) -> dict[str, Any]:
        """Say in a record whose rows they are."""
        return {"pair": [self.a, self.b], **({"stretches": True} if self.has_stretches else {})}

    def block(self, study: Study, chosen: AnyIntArray) -> _Block:
        return _Block(self, study, chosen)

    def _values(self, block: Any, name: str, as_texts: bool) -> Cells:  # noqa: ANN401 - its own
        return super()._values(block if name in self.columns else block.of("a"), name, as_texts)


def compared_sort(pair: tuple[str, str] | None, has_stretches: bool) -> ComparedSort | None:
    """Give the rows of two predictions; None if no pair is asked for."""
    if pair is None and has_stretches:
        raise CommandError("stretches are of two systems; name the pair, too")
    return None if pair is None else ComparedSort(*pair, has_stretches)
