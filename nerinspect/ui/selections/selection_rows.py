"""Saved selections as rows: how many events each keeps now, and what of it can no longer be asked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.study import Study
from nerinspect.errors import SlowPatternError
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint
from nerinspect.query.filters import Everything, Filter, Term
from nerinspect.query.saved import SavedFilter, read_saved
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell

SELECTIONS: Final = "Saved selections"
NAME_COLUMNS: Final = ("Selection", "Query")
LIST_COLUMNS: Final = (
    Column("Selection", meaning("saved_selection"), widest="A name of some words"),
    Column("Events", meaning("selection_events"), widest="9,999,999"),
    Column("Share", meaning("selection_share"), is_percent=True),
)
NO_EVENTS: Final = "there is no event, so the share is undefined"
_EVENTS_AT_ONCE: Final = 2_000
_TOKENS_AT_ONCE: Final = 20_000
_EVERY_EVENT: Final = Term("kind", KINDS)


@dataclass(frozen=True)
class CountedSelection:
    """A saved selection, and how many events of the prediction on show it keeps; 0 if it cannot be read."""

    saved: SavedFilter
    n_events: int


def is_quick(study: Study) -> bool:
    """Tell whether filters are asked of a study without a wait that anybody would notice, also those about training."""
    n_tokens = study.training.text.n_tokens if study.training is not None else 0
    return len(study.events) <= _EVENTS_AT_ONCE and n_tokens <= _TOKENS_AT_ONCE


def count_selections(
    study: Study, entries: Sequence[tuple[str, str]], prediction: int, checkpoint: Checkpoint
) -> tuple[CountedSelection, ...]:
    """Count the events of each selection.

    Parameters
    ----------
    study : Study
        The events.
    entries : sequence of (str, str)
        Names and queries.
    prediction : int
        Whose events are counted.
    checkpoint : Checkpoint
        Called with selections done and in all, also while one is counted.
    """
    vocabulary = Vocabulary.of(study)
    first, last = study.event_start[prediction : prediction + 2].tolist()
    among = np.zeros(len(study.events), dtype=bool)
    among[first:last] = True
    counted = []
    for place, (name, query) in enumerate(entries):
        checkpoint(place, len(entries))
        saved, mask = read_saved(name, query, vocabulary), ~among
        if saved.filter is not None:
            try:
                saved.filter.search(study, lambda *_, place=place: checkpoint(place, len(entries)))
                mask = saved.filter.mask(study, among)
            except SlowPatternError as error:
                saved = replace(saved, filter=None, warning=str(error))
        counted.append(CountedSelection(saved, int(np.count_nonzero(mask[first:last]))))
    return tuple(counted)


def selection_groups(counted: Sequence[CountedSelection], n_events: int) -> list[RowGroup]:
    """Lay out saved selections.

    Parameters
    ----------
    counted : sequence of CountedSelection
        In order.
    n_events : int
        All events of the prediction.
    """
    return [RowGroup(one.saved.name, _row(one, n_events)) for one in counted]


def _row(one: CountedSelection, n_events: int) -> TableRow:
    saved = one.saved
    note = saved.query or "all events"
    note = f"⚠ {saved.warning}: {note}" if saved.warning else note
    cells = partial(_cells, one, n_events)
    door = None if saved.filter is None else door_of(saved.filter)
    return TableRow(saved.name, (saved.name, saved.query), cells, note, tooltip=f"{saved.name}\n{note}", door=door)


def _cells(one: CountedSelection, n_events: int) -> tuple[Cell, ...]:
    if one.saved.filter is None:
        unreadable = Cell("–", tooltip=f"{one.saved.warning}.")
        return unreadable, unreadable
    door = door_of(one.saved.filter)
    return (
        count_cell(one.n_events, door, meaning("selection_events")),
        ratio_cell(one.n_events, n_events, door, meaning("selection_share"), NO_EVENTS),
    )


def door_of(asked: Filter) -> Filter:
    """Give a filter that opens the same events and has a text, which that of all events has not."""
    return _EVERY_EVENT if asked == Everything() else asked
