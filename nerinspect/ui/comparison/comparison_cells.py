"""What the cells of a comparison say of a reference mention, or of a stretch of text, with the events of A and B."""

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from nerinspect.analysis.events import KIND_NAMES, KINDS, Side
from nerinspect.analysis.explanation import Span, predicted_spans, reference_spans
from nerinspect.analysis.hits import compared_systems
from nerinspect.analysis.members import matched
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.query.comparison_rows import ComparisonRows
from nerinspect.ui.models.event_cells import NO_VALUE, EventCells, SegmentCell
from nerinspect.ui.models.event_ranks import sequence_ranks

Letter = Literal["a", "b"]
"""One of the two predictions that are compared."""

_MOST_COUNTED: Final = 40
"""So many systems, right or wrong, fit into one number."""


class ComparisonCells(EventCells):
    """Texts of the rows of a comparison.

    Attributes
    ----------
    rows : ComparisonRows
        All rows, listed or not.
    systems : list of int
        The first run of each system, which the column of dots tells of.
    colours : list of int
        The numbers of their colours.
    """

    def __init__(self, study: Study, rows: ComparisonRows) -> None:
        super().__init__(study)
        self.rows = rows
        self.start, self.end = rows.start, rows.end
        self.sentence_number = study.text.sentence_of(rows.start).astype(np.int32)
        self.systems = compared_systems(study)
        self.colours = [study.system_colours[study.predictions[number].system] for number in self.systems]
        self._has = matched(study)  # found here, where many rows are: in the background

    def anew(self) -> "ComparisonCells":
        """Give the same texts to another thread."""
        return ComparisonCells(self.study, self.rows)

    def events(self, rows: IntArray) -> IntArray:
        """Give the events of A that some rows stand for, each once; rows without one stand for none."""
        return self.events_of(rows, "a")

    def events_of(self, rows: IntArray, letter: Letter) -> IntArray:
        """Give the events that one prediction has in some rows, each once."""
        first, stop = self._ranges(letter)
        events = spread_ranges(first[rows], stop[rows]).astype(np.int32)
        firsts = np.unique(events, return_index=True)[1]  # one event may hold several reference mentions
        return events[np.sort(firsts)]

    def event_of(self, row: int) -> int:
        """Give the event of A; that of B where A has none."""
        return next(iter(self._events(row, "a") or self._events(row, "b")))

    def rows_of(self, event: int) -> Sequence[int]:
        """Give the rows with an event of A or B."""
        rows = self.rows
        is_there = ((rows.a_from <= event) & (event < rows.a_to)) | ((rows.b_from <= event) & (event < rows.b_to))
        return np.flatnonzero(is_there).tolist()

    def are_undecided(self) -> BoolArray:
        """Tell of which rows the event that is looked at has no verdict. Shape (n_rows,)."""
        rows = self.rows
        return super().are_undecided()[np.where(rows.a_from < rows.a_to, rows.a_from, rows.b_from)]

    def kinds(self, row: int, letter: Letter) -> list[str]:
        """Give the kinds of the events that one prediction has there."""
        return [KINDS[self.study.events.kind[event]] for event in self._events(row, letter)]

    def kind(self, event: int) -> str:
        """Give the kind of the event that is looked at."""
        return KINDS[self.study.events.kind[self.event_of(event)]]

    def types_read(self, row: int, letter: Letter) -> list[str]:
        """Give the types that one prediction has there, in text order."""
        return [span.type for span in self._predicted(row, letter)]

    def reads(self, row: int, letter: Letter) -> str:
        """Write the types that one prediction has there."""
        return " ".join(self.types_read(row, letter)) or NO_VALUE

    def segment(self, event: int) -> SegmentCell:
        """Give the segment with the places of the mentions of the reference, of A and of B."""
        return self._segment(event, *self._readings(event), self._predicted(event, "b"))

    def sentence_for_reader(self, event: int) -> str:
        """Describe a row in words, for a screen reader."""
        told = [
            f"{letter.upper()} {' and '.join(KIND_NAMES[kind] for kind in self.kinds(event, letter)) or 'nothing'},"
            f" reads {' and '.join(self.types_read(event, letter)) or 'none'}"
            for letter in ("a", "b")
        ]
        return f"{self.segment_text(event)}, reference {self.reading(event, 'reference')}; {'; '.join(told)}"

    def is_right(self, row: int) -> list[bool]:
        """Tell which of `systems` have the reference mention exactly; empty for a stretch of text."""
        mention = self.rows.mention[row]
        return [] if mention < 0 else self._has[self.systems, mention].tolist()

    def systems_in_words(self, row: int) -> str:
        """Name the systems that are right and those that are wrong."""
        if not (is_right := self.is_right(row)):
            return NO_VALUE
        names = [self.study.predictions[number].system for number in self.systems]
        right, wrong = (
            [name for name, hit in zip(names, is_right, strict=True) if hit == wanted] for wanted in (True, False)
        )
        return f"Right: {', '.join(right) or 'none'}. Wrong: {', '.join(wrong) or 'none'}."

    def right_ranks(self) -> AnyIntArray:
        """Rank rows by the number of systems that are right, then by which they are. Shape (n_rows,)."""
        is_right: BoolArray = self._has[self.systems]
        ranks = is_right.sum(axis=0, dtype=np.int64)
        for row in is_right[:_MOST_COUNTED]:
            ranks = 2 * ranks + row
        return np.where(self.rows.mention < 0, -1, np.append(ranks, 0)[self.rows.mention])

    def kind_ranks(self, letter: Letter) -> AnyIntArray:
        """Rank rows by the kind of the first event of one prediction; rows without one come first."""
        first, stop = self._ranges(letter)
        return np.where(first < stop, np.append(self.study.events.kind, 0)[np.where(first < stop, first, -1)] + 1, 0)

    def read_ranks(self, letter: Letter) -> IntArray:
        """Rank rows by the types that one prediction has there."""
        return self._type_ranks(letter, "predicted")

    def reference_ranks(self) -> IntArray:
        """Rank rows by their reference types."""
        mention, codes = self.rows.mention, self.study.reference.mentions.type_codes
        if len(mention) and mention.min() >= 0:
            return codes[mention].astype(np.int32)
        return self._type_ranks("a", "reference")

    def _type_ranks(self, letter: Letter, side: Side) -> IntArray:
        first, stop = self._ranges(letter)
        members_from, members_to = (np.append(bound, 0) for bound in self.study.events.bounds(side))
        has_events = first < stop  # events that follow each other have their mentions behind each other
        begin = np.where(has_events, members_from[np.where(has_events, first, -1)], 0)
        end = np.where(has_events, members_to[np.where(has_events, stop - 1, -1)], 0)
        codes = self.study.mentions_on(side).type_codes[self.study.events.members(side)]
        return sequence_ranks(codes, begin, np.ones_like(begin), np.maximum(end - begin, 0))

    def _ranges(self, letter: Letter) -> tuple[IntArray, IntArray]:
        rows = self.rows
        return (rows.a_from, rows.a_to) if letter == "a" else (rows.b_from, rows.b_to)

    def _events(self, row: int, letter: Letter) -> range:
        first, stop = self._ranges(letter)
        return range(int(first[row]), int(stop[row]))

    def _predicted(self, row: int, letter: Letter) -> list[Span]:
        return [span for event in self._events(row, letter) for span in predicted_spans(self.study, event)]

    def _readings(self, event: int) -> tuple[list[Span], list[Span]]:
        """Give the reference mention of a row, or those of a stretch, and what A has there."""
        if self._spans[0] != event:
            self._spans = (event, self._reference(event), self._predicted(event, "a"))
        return self._spans[1], self._spans[2]

    def _reference(self, row: int) -> list[Span]:
        mentions, mention = self.study.reference.mentions, int(self.rows.mention[row])
        if mention < 0:
            return [span for event in self._events(row, "a") for span in reference_spans(self.study, event)]
        start, end = int(mentions.start[mention]), int(mentions.end[mention])
        return [Span(start, end, mentions.types[mentions.type_codes[mention]])]
