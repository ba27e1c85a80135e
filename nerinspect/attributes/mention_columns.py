"""Values of the mentions of each event: the first beside the event, the few others apart.

Nearly all events have at most one mention on a side, so a test costs one pass over the events.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, kept_with_owner, sorted_distinct, spread_ranges
from nerinspect.events.members import entity_tokens
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import NO_VALUE, DistinctValues, Study, Unit, kept_column

AnyArray: TypeAlias = npt.NDArray[Any]  # values of any one type


@dataclass(frozen=True, eq=False)
class MentionColumn:
    """A value for each mention of each event, or several."""

    first: AnyArray  # value of the event's first mention; shape (n_events,)
    missing: float  # stands in `first` where the event has no such mention
    more_event: IntArray  # events of all other mentions, ascending; shape (n_more,)
    more: AnyArray  # values of those mentions; shape (n_more,)

    def has_any(self, test: Callable[[AnyArray], BoolArray]) -> BoolArray:
        """Tell which events have a mention whose value passes a test, which is asked about the missing one too."""
        mask = test(self.first)
        mask[self.more_event[test(self.more)]] = True
        return mask

    def events_with(self, values: AnyIntArray, rows: slice) -> IntArray:
        """List the events of a range that have a mention with one of a few values, which ascend; so do the events."""
        bounds = np.array([rows.start, rows.stop], dtype=self.more_event.dtype)  # others would cast all events
        more = slice(*np.searchsorted(self.more_event, bounds).tolist())
        found = [np.flatnonzero(self.first[rows] == value) + rows.start for value in values]
        found += [self.more_event[more][self.more[more] == value] for value in values]
        return sorted_distinct(np.concatenate(found)).astype(np.int32)

    def has_several(self) -> BoolArray:
        """Tell which events have more than one such mention; shape (n_events,)."""
        mask = np.zeros(len(self.first), dtype=bool)
        mask[self.more_event] = True
        return mask

    def pairs(self, among: BoolArray) -> tuple[IntArray, AnyArray]:
        """List each event of some with each of its distinct values once, by event, then value.

        One without mention is listed with the missing value.
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
        """Count the events of some that have each value below `size`, each event once for each of its distinct values.

        The missing value counts as one.
        """
        several = self.has_several()
        _, value = self.pairs(among & several)
        return np.bincount(self.first[among & ~several], minlength=size) + np.bincount(value, minlength=size)


def column_of(values: AnyArray, first: AnyIntArray, stop: AnyIntArray, missing: float) -> MentionColumn:
    """Lay values of mentions, given as a half-open range for each event, beside the events."""
    n_values = stop - first
    beside = np.full(len(first), missing, dtype=values.dtype)
    has_one = n_values > 0
    beside[has_one] = values[first[has_one]]
    several = np.flatnonzero(n_values > 1).astype(np.int32)
    more_event = np.repeat(several, n_values[several] - 1)
    return MentionColumn(beside, missing, more_event, values[spread_ranges(first[several] + 1, stop[several])])


def side_column(study: Study, side: Side, values: AnyArray, missing: float, unit: Unit = "mention") -> MentionColumn:
    """Lay values of the mentions of a side, or of their tokens, beside the events of a study.

    There is one for each member, as `members` gives them, or a row of these for each prediction.
    """
    laid_out, first, stop = _laid_out(study, side, values, unit)
    return column_of(laid_out, first, stop, missing)


def _laid_out(study: Study, side: Side, values: AnyArray, unit: Unit) -> tuple[AnyArray, AnyIntArray, AnyIntArray]:
    """Give the values of the mentions of each event beside each other, and the range of each event in them."""
    first: AnyIntArray
    stop: AnyIntArray
    (first, stop), mentions = study.events.bounds(side), study.events.members(side)
    prediction = np.zeros(0, dtype=np.int32)
    if values.ndim > 1:
        mentions, prediction = study.events.mentions(side), np.repeat(study.events.prediction, stop - first)
        stop = np.cumsum(stop - first)
        first = stop - study.events.n_mentions(side)
    members: AnyIntArray = mentions
    if unit == "token":
        tokens = entity_tokens(study)[side]
        begin, end = tokens.first[mentions], tokens.first[mentions + 1]
        before = np.append(0, np.cumsum(end - begin))
        members, first, stop = tokens.pair[spread_ranges(begin, end)], before[first], before[stop]
        prediction = np.repeat(prediction, end - begin) if values.ndim > 1 else prediction
    return (values[members] if values.ndim == 1 else values[prediction, members]), first, stop


def events_with(study: Study, side: Side, mentions: BoolArray) -> BoolArray:
    """Tell which events have one of some mentions of a side, given for all predictions or in a row for each."""
    return side_column(study, side, mentions, False).has_any(lambda found: found)


@kept_column("types")
def type_columns(study: Study) -> dict[Side, MentionColumn]:
    """Give the places in `study.types` of each event's mentions; the number of types stands for none."""
    return {side: side_column(study, side, study.mentions_on(side).type_codes, len(study.types)) for side in SIDES}


@kept_with_owner
def mention_lengths(study: Study) -> MentionColumn:
    """Give the tokens in each reference mention of an event, or in each predicted one if it has none."""
    sides = {side: study.mentions_on(side) for side in SIDES}
    return main_column(study, {side: mentions.end - mentions.start for side, mentions in sides.items()}, missing=0)


def main_column(study: Study, values: Mapping[Side, AnyArray], missing: float, unit: Unit = "mention") -> MentionColumn:
    """Lay values beside the events: those of the reference mentions, or of the predicted ones if there are none."""
    (of_reference, first, stop), (of_predicted, *bounds) = (_laid_out(study, s, values[s], unit) for s in SIDES)
    has_reference, n_before = stop > first, len(of_reference)
    first, stop = (
        np.where(has_reference, own, other + n_before) for own, other in zip((first, stop), bounds, strict=True)
    )
    return column_of(np.concatenate([of_reference, of_predicted]), first, stop, missing)


def value_column(study: Study, distinct: DistinctValues, unit: Unit) -> MentionColumn:
    """Lay the values of an attribute beside the events as `main_column` does, nan for none."""
    values, places = np.append(distinct.values, NO_VALUE), (distinct.reference, distinct.predicted)
    own = main_column(study, dict(zip(SIDES, places, strict=True)), len(distinct.values), unit)
    return MentionColumn(values[own.first], NO_VALUE, own.more_event, values[own.more])
