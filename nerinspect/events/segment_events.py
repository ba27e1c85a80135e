"""Segment events: their kinds, their shapes and the columns that hold them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, spread_ranges
from nerinspect.events.kinds import KIND_TABLE

Side: TypeAlias = Literal["reference", "predicted"]

SIDES: Final[tuple[Side, ...]] = ("reference", "predicted")

KINDS: Final = tuple(KIND_TABLE)  # the kinds of listed events; a `kind` column holds places in this tuple

TP, FP, FN, LE, BE, LBE = range(6)

ERROR_KINDS: Final = KINDS[1:]

SHAPES: Final = ("", "shorter", "longer", "crossing", "split", "merged", "tangled")
"""The shapes of boundary errors; a `shape` column holds places in this tuple, 0 for the other kinds."""

NO_SHAPE, SHORTER, LONGER, CROSSING, SPLIT, MERGED, TANGLED = range(7)


@dataclass(frozen=True, eq=False)
class EventTable:
    """Events of one or more predictions, in the order prediction, start, end, kind.

    Events of a sentence overlap only where mentions of a side do. Extents are half-open token positions in the whole
    text; kind and shape are places in `KINDS` and `SHAPES`.

    `ref_from` and `ref_to`: half-open range of the event's reference mentions in `ref_members`; shape (n_events,).
    `pred_from` and `pred_to`: half-open range of its predicted mentions in `pred_members`; shape (n_events,).
    `ref_members`: numbers of reference mentions by event, in text order within an event. Shared by all rows, and by all
    predictions whose events take the mentions in the same order: that of the text, if no mentions overlap.

    References
    ----------
    Manning (2006), Doing named entity recognition? Don't optimize for F1.
    """

    prediction: IntArray  # which prediction (a system's run) the event belongs to, from 0; shape (n_events,)
    start: IntArray
    end: IntArray
    kind: CodeArray
    shape: CodeArray
    demerits: IntArray  # mentions of both sides that are not exactly matched; shape (n_events,)
    ref_from: IntArray
    ref_to: IntArray
    pred_from: IntArray
    pred_to: IntArray
    ref_members: IntArray
    pred_members: IntArray  # numbers of predicted mentions by event, those of all predictions laid behind each other

    def __len__(self) -> int:
        return len(self.start)

    @classmethod
    def empty(cls) -> "EventTable":
        none = np.zeros(0, dtype=np.int32)
        no_codes = np.zeros(0, dtype=np.int8)
        return cls(none, none, none, no_codes, no_codes, none, none, none, none, none, none, none)

    def rows(self, which: slice | AnyIntArray | BoolArray) -> "EventTable":
        return replace(self, **{name: getattr(self, name)[which] for name in _COLUMNS})

    def bounds(self, side: Side) -> tuple[IntArray, IntArray]:
        """Give the half-open range of each event's mentions on a side, in the members of that side."""
        return (self.ref_from, self.ref_to) if side == "reference" else (self.pred_from, self.pred_to)

    def members(self, side: Side) -> IntArray:
        """Give the numbers of mentions that the ranges of a side count in."""
        return self.ref_members if side == "reference" else self.pred_members

    def n_mentions(self, side: Side, which: slice | AnyIntArray | BoolArray = slice(None)) -> IntArray:
        """Count the mentions of some events on a side; of all, if left out."""
        first, stop = self.bounds(side)
        return stop[which] - first[which]

    def mentions(self, side: Side, which: slice | AnyIntArray | BoolArray = slice(None)) -> IntArray:
        """Give the numbers of the mentions of some events on a side, event after event; of all, if left out."""
        first, stop = (bound[which] for bound in self.bounds(side))
        if len(first) and np.array_equal(first[1:], stop[:-1]):  # as those of all events do
            return self.members(side)[first[0] : stop[-1]]
        return self.members(side)[spread_ranges(first, stop)]

    def mentions_of(self, event: int, side: Side) -> IntArray:
        """Give the numbers of the mentions of one event on a side, in text order."""
        first, stop = self.bounds(side)
        return self.members(side)[first[event] : stop[event]]

    def alone(self, which: slice) -> "EventTable":
        """Take some events with the mentions in them, without the lists of all mentions."""
        columns: dict[str, Any] = {}
        for prefix, side in zip(("ref", "pred"), SIDES, strict=True):
            stop = np.cumsum(self.n_mentions(side, which), dtype=np.int32)
            columns |= {f"{prefix}_from": stop - self.n_mentions(side, which), f"{prefix}_to": stop}
            columns[f"{prefix}_members"] = self.mentions(side, which)
        return replace(self.rows(which), **columns)

    def behind(self, n_reference: int, n_predicted: int) -> "EventTable":
        """Count the mentions of each side from so many others on."""
        if not n_reference and not n_predicted:
            return self
        counted = {"ref": np.int32(n_reference), "pred": np.int32(n_predicted)}
        names = ((f"{side}_{end}", n) for side, n in counted.items() for end in ("from", "to", "members"))
        return replace(self, **{name: getattr(self, name) + n for name, n in names})

    def of_prediction(self, prediction: int, first_mention: int) -> "EventTable":
        """Assign events found for one prediction to their place among several, behind so many predicted mentions."""
        return replace(
            self,
            prediction=np.full(len(self), prediction, dtype=np.int32),
            pred_members=self.pred_members + np.int32(first_mention),
        )


_COLUMNS: Final = (
    "prediction", "start", "end", "kind", "shape", "demerits", "ref_from", "ref_to", "pred_from", "pred_to",
)  # fmt: skip


Join: TypeAlias = Callable[[Iterable[AnyIntArray]], Any]
"""Lays arrays behind each other: in memory, or on disk, where all of them at once would be too much."""


def in_memory(parts: Iterable[AnyIntArray]) -> AnyIntArray:
    """Lay arrays behind each other."""
    return np.concatenate([*parts])


def laid_behind(parts: Sequence[EventTable], join: Join = in_memory) -> EventTable:
    """Lay events of following sentences of one prediction behind each other."""
    names = (*_COLUMNS, "ref_members", "pred_members")
    return EventTable(**{name: join(getattr(part, name) for part in parts) for name in names})


def concatenated_events(parts: Sequence[EventTable], join: Join = in_memory) -> EventTable:
    """Lay tables of events behind each other; equal lists of members are kept once."""
    alike = (name for name in _COLUMNS if not name.endswith(("_from", "_to")))
    columns = {name: join(getattr(part, name) for part in parts) for name in alike}
    for side in ("ref", "pred"):
        members, places = _laid_out([getattr(part, f"{side}_members") for part in parts], join)
        for end in ("from", "to"):
            own = (getattr(part, f"{side}_{end}") + place for part, place in zip(parts, places, strict=True))
            columns[f"{side}_{end}"] = join(own)
        columns[f"{side}_members"] = members
    return EventTable(**columns)


def _laid_out(parts: Sequence[IntArray], join: Join) -> tuple[IntArray, IntArray]:
    """Lay arrays behind each other, equal ones once, and tell where each begins."""
    kept: list[IntArray] = []
    begins = [0]
    places = []
    for part in parts:
        same = next((number for number, other in enumerate(kept) if np.array_equal(part, other)), len(kept))
        if same == len(kept):
            kept.append(part)
            begins.append(begins[-1] + len(part))
        places.append(begins[same])
    return join(kept), np.array(places, dtype=np.int32)
