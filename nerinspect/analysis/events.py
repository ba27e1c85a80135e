"""Segment events: their kinds, their shapes and the columns that hold them."""

from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray

KINDS: Final = ("tp", "fp", "fn", "le", "be", "lbe")
"""The kinds of listed events; a `kind` column holds places in this tuple."""

TP, FP, FN, LE, BE, LBE = range(6)

ERROR_KINDS: Final = KINDS[1:]

KIND_NAMES: Final = {
    "tp": "correct",
    "fp": "spurious",
    "fn": "missed",
    "le": "label error",
    "be": "boundary error",
    "lbe": "label and boundary error",
}
"""The names that panels and sentences use."""

SHAPES: Final = ("", "shorter", "longer", "crossing", "split", "merged", "tangled")
"""The shapes of boundary errors; a `shape` column holds places in this tuple, 0 for the other kinds."""

NO_SHAPE, SHORTER, LONGER, CROSSING, SPLIT, MERGED, TANGLED = range(7)


@dataclass(frozen=True, eq=False)
class EventTable:
    """Events of one or more predictions, in the order prediction, start.

    Attributes
    ----------
    prediction : ndarray of int32, shape (n_events,)
        Which prediction (a system's run) the event belongs to, from 0.
    start, end : ndarray of int32, shape (n_events,)
        Half-open token positions in the whole text.
    kind : ndarray of int8, shape (n_events,)
        Place in `KINDS`.
    shape : ndarray of int8, shape (n_events,)
        Place in `SHAPES`.
    demerits : ndarray of int32, shape (n_events,)
        Mentions of both sides that are not exactly matched.
    ref_from, ref_to : ndarray of int32, shape (n_events,)
        Half-open range of the event's reference mentions.
    pred_from, pred_to : ndarray of int32, shape (n_events,)
        Half-open range of its predicted mentions, in the predictions' mentions laid behind each other.

    References
    ----------
    Manning (2006), Doing named entity recognition? Don't optimize for F1.
    """

    prediction: IntArray
    start: IntArray
    end: IntArray
    kind: CodeArray
    shape: CodeArray
    demerits: IntArray
    ref_from: IntArray
    ref_to: IntArray
    pred_from: IntArray
    pred_to: IntArray

    def __len__(self) -> int:
        """Count the events."""
        return len(self.start)

    @classmethod
    def empty(cls) -> "EventTable":
        """Make a table without events."""
        none = np.zeros(0, dtype=np.int32)
        no_codes = np.zeros(0, dtype=np.int8)
        return cls(none, none, none, no_codes, no_codes, none, none, none, none, none)

    def rows(self, which: slice | AnyIntArray | BoolArray) -> "EventTable":
        """Take some events, by slice, numbers or mask."""
        return EventTable(*(getattr(self, f.name)[which] for f in fields(self)))

    def of_prediction(self, prediction: int, first_mention: int) -> "EventTable":
        """Assign events found for one prediction to their place among several.

        Parameters
        ----------
        prediction : int
            The number of the prediction.
        first_mention : int
            How many predicted mentions the predictions before it have.

        Returns
        -------
        EventTable
            Equal but for `prediction`, `pred_from` and `pred_to`.
        """
        return replace(
            self,
            prediction=np.full(len(self), prediction, dtype=np.int32),
            pred_from=self.pred_from + np.int32(first_mention),
            pred_to=self.pred_to + np.int32(first_mention),
        )


def concatenated_events(parts: list[EventTable]) -> EventTable:
    """Lay tables of events behind each other."""
    return EventTable(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(EventTable)))
