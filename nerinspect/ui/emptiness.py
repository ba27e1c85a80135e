"""Why a table lists nothing under a filter, and what would bring some rows back."""

import numpy as np

from nerinspect.query.filters import Filter
from nerinspect.query.labels import term_label
from nerinspect.query.relaxation import relaxations
from nerinspect.query.selection import Selection
from nerinspect.ui.document import Document
from nerinspect.ui.panels.events_panel import EventsPanel


def explain_no_event(panel: EventsPanel, document: Document) -> None:
    """Say why no event is listed."""
    if document.study is not None and not document.study.predictions:
        panel.set_empty_message("There is no prediction: open one with this reference to see events.")
    elif not document.n_events:
        panel.set_empty_message("Neither side has a mention.")
    else:
        explain_no_match(panel, document, "event", _widest_relaxation(document))


def _widest_relaxation(document: Document) -> tuple[Filter, int] | None:
    """Give the term without which most events would be kept, and their number; None if none would be."""
    if document.study is None or not document.selection.terms:
        return None
    among = np.zeros(len(document.study.events), dtype=bool)
    among[document.first_event :][: document.n_events] = True
    best = next(iter(relaxations(document.study, document.selection, among)), None)
    return best if best and best[1] else None


def explain_no_match(panel: EventsPanel, document: Document, noun: str, best: tuple[Filter, int] | None) -> None:
    """Say that the filter keeps nothing, and offer what would.

    Parameters
    ----------
    panel : EventsPanel
        The table.
    document : Document
        Whose selection keeps nothing.
    noun : str
        What a row is.
    best : (Filter, int) or None
        The term without which most rows would be kept, and their number; None if none would be.
    """
    n_terms = len(document.selection.terms)
    said = f"No {noun} matches {'this term' if n_terms == 1 else f'these {n_terms} terms'}."
    if best is None:
        panel.set_empty_message(said, "Clear all", lambda: document.select(Selection()))
        return
    term, n_rows = best
    label = term_label(term, document.study)
    said += f" Without {label if label.startswith('“') else f'“{label}”'} there would be {n_rows:,}."
    panel.set_empty_message(said, "Remove it", lambda: document.select(document.selection.without(term)))
