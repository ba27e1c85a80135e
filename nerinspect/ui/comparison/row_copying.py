"""Rows of a comparison on the clipboard in other forms than text, and as queries."""

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Final, TextIO

from nerinspect.corpus.arrays import IntArray
from nerinspect.io.render import write_csv, write_markdown
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import any_of
from nerinspect.query.writer import query_text
from nerinspect.results.table import Table
from nerinspect.ui.comparison.comparison_cells import ComparisonCells
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import EventColumn
from nerinspect.ui.models.event_queries import filter_of_events
from nerinspect.ui.models.event_text import rows_as_text

ROW_FORMS: Final[dict[str, Callable[[Table, TextIO], None]]] = {"CSV": write_csv, "Markdown": write_markdown}
"""The forms, by their name in the menu."""


def rows_in_form(
    form: str,
    cells: EventCells,
    events: IntArray,
    columns: Sequence[EventColumn],
    checkpoint: Checkpoint = no_checkpoint,
) -> str:
    """Write rows with their heads in one of `ROW_FORMS`; the other parameters are those of `rows_as_text`."""
    heads, *rows = (line.split("\t") for line in rows_as_text(cells, events, columns, checkpoint).split("\n"))
    file = StringIO()
    ROW_FORMS[form](Table(tuple(heads), [tuple(row) for row in rows]), file)
    return file.getvalue().rstrip("\n")


def row_queries(cells: ComparisonCells, rows: IntArray) -> dict[str, str]:
    """Write queries for the events that some rows hold.

    Parameters
    ----------
    cells : ComparisonCells
        All rows.
    rows : ndarray of int32, shape (n,)
        Numbers of the rows.

    Returns
    -------
    dict
        Whose events, and the query that gives just these; empty if none does, as `query_of_events` says.
    """
    texts = EventCells(cells.study)
    of_a, of_b = cells.events_of(rows, "a"), cells.events_of(rows, "b")
    a, b = filter_of_events(texts, of_a), filter_of_events(texts, of_b)
    both = None if (len(of_a) and a is None) or (len(of_b) and b is None) else any_of(*filter(None, (a, b)))
    named = {"Events of A": a, "Events of B": b, "Events of Both": both}
    return {name: "" if query is None else query_text(query) for name, query in named.items()}
