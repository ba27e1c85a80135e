"""Widths of the columns of the events table, from a few of its rows."""

import numpy as np
from PySide6.QtWidgets import QStyleOptionViewItem

from nerinspect.corpus.arrays import sorted_distinct
from nerinspect.ui.models.event_columns import EVENT_COLUMNS, CellForm
from nerinspect.ui.panels.events_view import EventsView

_N_SAMPLED = 30
_PERCENTILE = 90
_LEAST_CONTEXT, _LEAST_SEGMENT, _MOST_SEGMENT, _MOST_OTHER = 7, 8, 17, 10  # in sizes of the font

_CONTEXTS = [place for place, column in enumerate(EVENT_COLUMNS) if column.form in (CellForm.LEFT, CellForm.RIGHT)]


def fit_columns(view: EventsView) -> None:
    """Make each column but the contexts as wide as most of its cells, judged by rows spread over the table.

    Parameters
    ----------
    view : EventsView
        Holds the rows; neither its number of rows nor the length of its texts matters for the time this takes.
    """
    size = view.delegate.cell_style.unit * 13
    rows = sorted_distinct(np.linspace(0, max(view.model().rowCount() - 1, 0), _N_SAMPLED).astype(int))
    for place, column in enumerate(EVENT_COLUMNS):
        if column.form in (CellForm.LEFT, CellForm.RIGHT):
            continue
        width = _usual_width(view, place, rows.tolist())
        least, most = view.header.title_width(place), _MOST_OTHER * size
        if column.form is CellForm.SEGMENT:
            least, most = round(_LEAST_SEGMENT * size), _MOST_SEGMENT * size
        view.setColumnWidth(place, round(max(least, min(width, most))))


def share_rest(view: EventsView) -> None:
    """Give the contexts in equal parts what the other columns leave."""
    shown = [place for place in _CONTEXTS if not view.isColumnHidden(place)]
    others = [place for place in range(len(EVENT_COLUMNS)) if place not in _CONTEXTS]
    rest = view.viewport().width() - sum(view.columnWidth(place) for place in others)
    least = round(_LEAST_CONTEXT * 13 * view.delegate.cell_style.unit)
    share = rest // max(len(shown), 1)
    for place in shown:
        view.setColumnWidth(place, max(share, least))


def _usual_width(view: EventsView, place: int, rows: list[int]) -> float:
    model, option = view.model(), QStyleOptionViewItem()
    if not model.rowCount():
        return 0.0
    widths = [view.delegate.sizeHint(option, model.index(row, place)).width() for row in rows]
    return float(np.percentile(widths, _PERCENTILE if EVENT_COLUMNS[place].form is CellForm.SEGMENT else 100))
