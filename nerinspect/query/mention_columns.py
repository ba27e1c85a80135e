"""Values of the mentions of each event: the first beside the event, the few others apart.

Nearly all events have at most one mention on a side, so a test costs one pass over the events.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.corpus.kept import kept_with_owner


@dataclass(frozen=True, eq=False)
class MentionColumn:
    """A value for each mention of each event.

    Attributes
    ----------
    first : ndarray of int32, shape (n_events,)
        Value of the event's first mention.
    missing : int
        Stands in `first` where the event has no such mention.
    more_event : ndarray of int32, shape (n_more,)
        Events of all other mentions, ascending.
    more : ndarray of int32, shape (n_more,)
        Values of those mentions.
    """

    first: IntArray
    missing: int
    more_event: IntArray
    more: IntArray

    def has_any(self, test: Callable[[IntArray], BoolArray]) -> BoolArray:
        """Tell which events have a mention whose value passes a test.

        Parameters
        ----------
        test : callable
            From values, the missing one included, to a mask.

        Returns
        -------
        ndarray of bool, shape (n_events,)
            A new array.
        """
        mask = test(self.first)
        mask[self.more_event[test(self.more)]] = True
        return mask

    def has_several(self) -> BoolArray:
        """Tell which events have more than one such mention; shape (n_events,)."""
        mask = np.zeros(len(self.first), dtype=bool)
        mask[self.more_event] = True
        return mask

    def pairs(self, among: BoolArray) -> tuple[IntArray, IntArray]:
        """List each event with each of its distinct values once, by event, then value.

        Parameters
        ----------
        among : ndarray of bool, shape (n_events,)
            The events to list; one without mention is listed with the missing value.

        Returns
        -------
        event, value : ndarray of int32, shape (n_pairs,)
            The pairs.
        """
        kept = among[self.more_event]
        event = np.concatenate([np.flatnonzero(among), self.more_event[kept]])
        value = np.concatenate([self.first[among], self.more[kept]])
        order = np.lexsort((value, event))
        event, value = event[order], value[order]
        is_new = np.ones(len(event), dtype=bool)
        is_new[1:] = (event[1:] != event[:-1]) | (value[1:] != value[:-1])
        return event[is_new].astype(np.int32), value[is_new]

    def counts(self, among: BoolArray, size: int) -> AnyIntArray:
        """Count the events that have each value, each event once for each of its distinct values.

        Parameters
        ----------
        among : ndarray of bool, shape (n_events,)
            The events to count.
        size : int
            One more than the largest value, the missing one included.

        Returns
        -------
        ndarray of int64, shape (size,)
            Events by value.
        """
        several = self.has_several()
        _, value = self.pairs(among & several)
        return np.bincount(self.first[among & ~several], minlength=size) + np.bincount(value, minlength=size)


def column_of(values: IntArray, first: AnyIntArray, stop: AnyIntArray, missing: int) -> MentionColumn:
    """Lay values of mentions beside the events.

    Parameters
    ----------
    values : ndarray of int32, shape (n_mentions,)
        One for each mention, those of an event beside each other.
    first, stop : ndarray of int, shape (n_events,)
        Half-open range of each event's mentions.
    missing : int
        What stands for no mention.

    Returns
    -------
    MentionColumn
        The values by event.
    """
    n_mentions = stop - first
    beside = np.full(len(first), missing, dtype=np.int32)
    has_one = n_mentions > 0
    beside[has_one] = values[first[has_one]]
    several = np.flatnonzero(n_mentions > 1).astype(np.int32)
    more_event = np.repeat(several, n_mentions[several] - 1)
    return MentionColumn(beside, missing, more_event, values[spread_ranges(first[several] + 1, stop[several])])


def side_column(study: Study, side: Side, values: IntArray, missing: int) -> MentionColumn:
    """Lay values, one for each mention of a side, beside the events of a study."""
    return column_of(values[study.events.members(side)], *study.events.bounds(side), missing)


def events_with(study: Study, side: Side, mentions: BoolArray) -> BoolArray:
    """Tell which events have one of some mentions.

    Parameters
    ----------
    study : Study
        The events.
    side : str
        `reference` or `predicted`.
    mentions : ndarray of bool, shape (n_mentions,)
        The mentions of the side that are looked for.

    Returns
    -------
    ndarray of bool, shape (n_events,)
        A new array.
    """
    return side_column(study, side, mentions.astype(np.int32), 0).has_any(lambda found: found != 0)


@kept_with_owner
def type_columns(study: Study) -> dict[Side, MentionColumn]:
    """Give the places in `study.types` of each event's mentions; the number of types stands for none."""
    n_types = len(study.types)
    return {
        "reference": side_column(study, "reference", study.reference.mentions.type_codes, n_types),
        "predicted": side_column(study, "predicted", study.predicted.type_codes, n_types),
    }


@kept_with_owner
def mention_lengths(study: Study) -> MentionColumn:
    """Give the tokens in each reference mention of an event, or in each predicted one if it has none."""
    sides = {side: study.mentions_on(side) for side in SIDES}
    return main_column(study, {side: mentions.end - mentions.start for side, mentions in sides.items()}, missing=0)


def main_column(study: Study, values: Mapping[Side, IntArray], missing: int) -> MentionColumn:
    """Lay values beside the events: those of the reference mentions, or of the predicted ones if there are none.

    Parameters
    ----------
    study : Study
        The events.
    values : mapping
        For each side one value for each of its mentions.
    missing : int
        Stands for no mention.
    """
    events = study.events
    has_reference, n_before = events.ref_to > events.ref_from, len(events.ref_members)
    first = np.where(has_reference, events.ref_from, events.pred_from + n_before)
    stop = np.where(has_reference, events.ref_to, events.pred_to + n_before)
    laid_out = np.concatenate([values[side][events.members(side)] for side in SIDES])
    return column_of(laid_out, first, stop, missing)
