"""The rows of a comparison as events to export: those of A and B, or of A alone."""

from typing import Literal

import numpy as np

from nerinspect.analysis.memory import judge_name
from nerinspect.corpus.arrays import IntArray
from nerinspect.io.request import LoadRequest
from nerinspect.query.row_events import events_of_rows, query_of_rows
from nerinspect.query.writer import query_text
from nerinspect.ui.comparison.found_rows import RowsOnShow
from nerinspect.ui.dialogs.event_list import EventList


def events_to_export(request: LoadRequest, shown: RowsOnShow, sorting: str, columns: tuple[str, ...]) -> EventList:
    """List the events of rows, each once, in the order of the rows, those of A before those of B.

    Parameters
    ----------
    request : LoadRequest
        How the files were loaded.
    shown : RowsOnShow
        The rows.
    sorting : str
        In words, how they are ordered; empty for the order of the text.
    columns : tuple of str
        Columns of a file that stand for those on screen.

    Returns
    -------
    EventList
        With the events of A alone as its `alone`.
    """
    study, a, b = shown.wanted[:3]
    names = [judge_name(study, number) for number in (a, b)]
    if any(prediction.run != 1 for prediction in study.predictions) and "system" in columns:
        place = columns.index("system") + 1
        columns = (*columns[:place], "run", *columns[place:])

    def of(letters: Literal["both", "a"]) -> EventList:
        every = events_of_rows(shown.rows.rows(shown.order), letters)
        selected = shown.selected if len(shown.selected) > 1 else shown.selected[:0]
        chosen = events_of_rows(shown.rows.rows(selected), letters)
        numbers, whose = ((a,), f"A {names[0]}") if letters == "a" else ((a, b), f"A {names[0]} and B {names[1]}")
        query = query_of_rows(study, shown.wanted.filter, every, numbers)
        note = "" if query.is_exact else f"lists {query.n_events:,} events of the filter, not just those of these rows"
        order = _order_in_words(every, sorting)
        return EventList(study, request, every, query_text(query.filter), order, chosen, columns, whose, note)

    both, alone = of("both"), of("a")
    return EventList(**{**both.__dict__, "alone": alone}) if len(alone.order) else both


def query_on_show(shown: RowsOnShow) -> str:
    """Write the query that gives the events of all rows, or the nearest one, as a file of them has it."""
    events = events_of_rows(shown.rows.rows(shown.order))
    study, a, b = shown.wanted[:3]
    return query_text(query_of_rows(study, shown.wanted.filter, events, (a, b)).filter)


def _order_in_words(events: IntArray, sorting: str) -> str:
    if bool(np.all(events[1:] > events[:-1])):
        return ""
    return f"row by row, rows sorted {sorting}" if sorting else "row by row"
