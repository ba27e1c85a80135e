"""Which events differ between two readings of one text, and what becomes of each, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import IntArray, from_arrow, sorted_distinct, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.events.alignment import find_events
from nerinspect.events.segment_events import KINDS, EventTable, Side


@dataclass(frozen=True, eq=False)
class Aligned:
    """Two annotations of one text over one list of types, with the events of this pair alone."""

    reference: Mentions
    predicted: Mentions
    events: EventTable

    @classmethod
    def of(cls, reference: Mentions, predicted: Mentions, sentence_start: IntArray) -> "Aligned":
        """Align two annotations over one list of types."""
        return cls(reference, predicted, find_events(reference, predicted, sentence_start))


@dataclass(frozen=True, eq=False)
class EventDifferences:
    """Events that only one of two readings has, in groups of those that overlap.

    A group says "was … becomes …": it holds the differing events of both readings in one stretch of text. A side of it
    is empty where that reading has no event.

    `one_events` and `other_events`: numbers of the differing events among those of each reading, in text order.
    `one_start` and `other_start`: first place of each group in `one_events` and in `other_events`; shape (n_groups +
    1,). `start` and `end`: half-open token positions in the whole text that a group covers; shape (n_groups,).
    """

    one: Aligned
    other: Aligned
    one_events: IntArray
    other_events: IntArray
    one_start: IntArray
    other_start: IntArray
    start: IntArray
    end: IntArray

    def __len__(self) -> int:
        return len(self.start)

    def of_one(self, group: int) -> IntArray:
        """Give the numbers of the events that the first reading has in a group."""
        return self.one_events[self.one_start[group] : self.one_start[group + 1]]

    def of_other(self, group: int) -> IntArray:
        """Give the numbers of the events that the second reading has in a group."""
        return self.other_events[self.other_start[group] : self.other_start[group + 1]]

    @property
    def _readings(self) -> tuple[tuple[Aligned, IntArray, IntArray], ...]:
        """Both readings, each with its differing events and where those of each group begin."""
        return (self.one, self.one_events, self.one_start), (self.other, self.other_events, self.other_start)

    @cached_property
    def right(self) -> IntArray:
        """Tell which reading is without error in each group: 0 the first, 1 the other, 2 neither. Shape (n_groups,).

        Both cannot be, for then they would be equal there.
        """
        demerits = [
            np.diff(np.append(0, np.cumsum(reading.events.demerits[events]))[start])
            for reading, events, start in self._readings
        ]
        return np.select([demerits[0] == 0, demerits[1] == 0], [0, 1], 2).astype(np.int32)

    def groups_with(self, kind: str) -> IntArray:
        """Find the groups, ascending, with an event of some kind in one reading or the other."""
        code = KINDS.index(kind)
        found = [
            np.searchsorted(start, np.flatnonzero(reading.events.kind[events] == code), side="right") - 1
            for reading, events, start in self._readings
        ]
        return sorted_distinct(np.concatenate(found)).astype(np.int32)


def differing_events(one: Aligned, other: Aligned) -> EventDifferences:
    """Find the events that two readings of one text, over one list of types, do not share, in text order."""
    numbers = _numbers_by_content([one, other])
    of_one, of_other = numbers[: len(one.events)], numbers[len(one.events) :]
    one_events = np.flatnonzero(~np.isin(of_one, of_other)).astype(np.int32)
    other_events = np.flatnonzero(~np.isin(of_other, of_one)).astype(np.int32)
    start = np.concatenate([one.events.start[one_events], other.events.start[other_events]])
    end = np.concatenate([one.events.end[one_events], other.events.end[other_events]])
    order = np.argsort(start, kind="stable")
    reach = np.maximum.accumulate(end[order])
    begins = np.ones(len(order), dtype=bool)
    begins[1:] = start[order][1:] >= reach[:-1]
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(order)) - 1 if len(first) else first
    group = np.empty(len(order), dtype=np.int32)
    group[order] = np.cumsum(begins) - 1
    edges = np.arange(len(first) + 1)
    return EventDifferences(
        one,
        other,
        one_events,
        other_events,
        np.searchsorted(group[: len(one_events)], edges).astype(np.int32),
        np.searchsorted(group[len(one_events) :], edges).astype(np.int32),
        start[order][first],
        reach[last],
    )


def _numbers_by_content(readings: Sequence[Aligned]) -> IntArray:
    """Give events of equal content, and only them, equal numbers; those of the first reading stand first."""
    written = [_content(reading) for reading in readings]
    values = np.ascontiguousarray(np.concatenate([values for values, _ in written]))
    offsets = np.zeros(1 + sum(len(length) for _, length in written), dtype=np.int64)
    np.cumsum(np.concatenate([length for _, length in written]), out=offsets[1:])
    offsets *= values.itemsize
    contents = pa.LargeBinaryArray.from_buffers(
        pa.large_binary(), len(offsets) - 1, [None, pa.py_buffer(offsets), pa.py_buffer(values)]
    )
    return from_arrow(contents.dictionary_encode().indices)


def _content(reading: Aligned) -> tuple[IntArray, IntArray]:
    """Write kind, number of reference mentions and all mentions of each event behind each other, and their length."""
    events = reading.events
    n_ref, n_pred = events.ref_to - events.ref_from, events.pred_to - events.pred_from
    length = 2 + 3 * (n_ref + n_pred)
    begin = np.cumsum(length, dtype=np.int64) - length
    values = np.empty(int(length.sum()), dtype=np.int32)
    values[begin], values[begin + 1] = events.kind, n_ref
    for mentions, which, n_mentions, place in (
        (reading.reference, events.mentions("reference"), n_ref, begin + 2),
        (reading.predicted, events.mentions("predicted"), n_pred, begin + 2 + 3 * n_ref),
    ):
        columns = (mentions.start[which], mentions.end[which], mentions.type_codes[which])
        values[spread_ranges(place, place + 3 * n_mentions)] = np.stack(columns, axis=1).ravel()
    return values, length


class GroupReading(NamedTuple):
    """What one of two readings makes of a stretch of text, such as `[LOC Port of] [ORG Ulm]`."""

    kinds: tuple[str, ...]
    mentions: str
    demerits: int


class DifferenceRow(NamedTuple):
    """One group of differing events, half-open in the whole text; document and sentence are counted from 1.

    `line`: physical line of the first token; None where the format has none. `common`: mentions there of the side that
    both readings share, in brackets.
    """

    start: int
    end: int
    line: int | None
    document: int
    sentence: int
    segment: str
    common: str
    one: GroupReading
    other: GroupReading


def difference_row(differences: EventDifferences, text: Text, group: int, changed: Side = "predicted") -> DifferenceRow:
    """Write out one group; `changed` is the side whose mentions differ between the readings."""
    start, end = int(differences.start[group]), int(differences.end[group])
    sentence = int(text.sentence_of(np.array([start]))[0])
    same: Side = "predicted" if changed == "reference" else "reference"
    sides = (differences.one, differences.of_one(group)), (differences.other, differences.of_other(group))
    one, other = (_reading(aligned, events, changed, text) for aligned, events in sides)
    common = next((_bracketed(aligned, events, same, text) for aligned, events in sides if len(events)), "")
    return DifferenceRow(
        start,
        end,
        text.line_of(start),
        int(text.document[sentence]),
        sentence + 1,
        _joined(text, start, end),
        common,
        one,
        other,
    )


def _reading(aligned: Aligned, events: IntArray, side: Side, text: Text) -> GroupReading:
    table = aligned.events
    kinds = tuple(KINDS[kind] for kind in table.kind[events])
    return GroupReading(kinds, _bracketed(aligned, events, side, text), int(table.demerits[events].sum()))


def _bracketed(aligned: Aligned, events: IntArray, side: Side, text: Text) -> str:
    mentions = aligned.reference if side == "reference" else aligned.predicted
    numbers = sorted(int(number) for event in events for number in aligned.events.mentions_of(event, side))
    return " ".join(
        f"[{mentions.types[mentions.type_codes[i]]} {_joined(text, int(mentions.start[i]), int(mentions.end[i]))}]"
        for i in numbers
    )


def _joined(text: Text, start: int, end: int) -> str:
    """Join a few tokens; quicker than `Text.joined`, which is made for many spans."""
    return " ".join(text.token(position) for position in range(start, end))
