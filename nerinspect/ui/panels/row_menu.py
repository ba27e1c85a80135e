"""The menus of the rows of the events table."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtWidgets import QMenu

from nerinspect.query.fields.places import event_document
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.query.writer import query_text
from nerinspect.ui.models.event_cells import NO_VALUE, EventCells
from nerinspect.ui.plain_text import plain_text

_LONGEST_NAME: Final = 40  # characters


def add_filter_actions(menu: QMenu, cells: EventCells, event: int, add_query: Callable[[str], None]) -> None:
    """Offer what an event shares with others as terms of the filter.

    Parameters
    ----------
    menu : QMenu
        Gets the actions.
    cells : EventCells
        Texts of the study.
    event : int
        Number of the event.
    add_query : callable
        Takes the query of the chosen action.
    """
    kind, surface, document = cells.kind(event), cells.surface(event), int(event_document(cells.study)[event])
    reference, predicted = cells.reference_types(event), cells.predicted_types(event)
    of_kind, name = Term("kind", (kind,)), cells.study.wording.name(kind)
    types = [*_types("ref", reference), *_types("pred", predicted)]
    arrow = f"{' '.join(reference) or NO_VALUE} → {' '.join(predicted) or NO_VALUE}"
    for words, query in (
        (f"Only “{name}”", of_kind),
        (f"Not “{name}”", negated(of_kind)),
        (f"Only Surface “{_shortened(surface)}”", Term("surface", (surface,))),
        (f"Only Document {document:,}", Term("doc", (float(document),))),
        (f"Only {_shortened(arrow)}", all_of(*types)),
    ):
        menu.addAction(plain_text(words), partial(add_query, query_text(query)))


def _types(field: str, names: list[str]) -> list[Filter]:
    """Ask for each type of one side; for no mention if there is none."""
    return [Term(field, (name,)) for name in names] or [Term(field, (None,))]


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
