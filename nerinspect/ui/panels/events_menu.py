"""The menu of the current row of the events table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from nerinspect.glossary import meaning
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_queries import query_of_events
from nerinspect.ui.models.event_rows import EventGroup
from nerinspect.ui.models.event_speech import counted_events
from nerinspect.ui.panels.column_choice import ColumnChoice
from nerinspect.ui.panels.events_cursor import EventCursor
from nerinspect.ui.panels.events_view import EventsView
from nerinspect.ui.panels.row_menu import add_filter_actions
from nerinspect.ui.widgets.number_menu import number_menu

COPY_AS_QUERY: Final = "Copy as Query"


def menu_of_row(
    view: EventsView,
    cursor: EventCursor,
    columns: ColumnChoice,
    add_query: Callable[[str], None],
    deciding: Sequence[QAction] = (),
) -> QMenu:
    """Make the menu of the current row.

    Parameters
    ----------
    view : EventsView
        The table; told what is to be copied, folded or opened.
    cursor : EventCursor
        Which events are current and selected.
    columns : ColumnChoice
        Offered last.
    add_query : callable
        Takes the query of a chosen term.
    deciding : sequence of QAction
        What the window lets people decide about the selected events.

    Returns
    -------
    QMenu
        Deletes itself when it closes.
    """
    model, selected = view.events, cursor.selected()
    group = model.group_at(view.currentIndex().row())
    menu = QMenu(view) if group is None else _group_menu(view, group)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if model.cells is not None and len(selected):
        rows = "Row" if len(selected) == 1 else f"{len(selected):,} Rows"
        menu.addAction(f"Copy {rows}", QKeySequence(QKeySequence.StandardKey.Copy), view.copy_requested.emit)
    event = cursor.current()
    if model.cells is not None and event is not None and group is None:
        menu.addAction("Copy Sentence", partial(copy_text, model.cells.sentence_text(event)))
        events = EventCells(model.cells.study)
        query = query_of_events(events, model.cells.events(selected))
        menu.addAction(COPY_AS_QUERY, partial(copy_text, query)).setEnabled(bool(query))
        menu.addSeparator()
        add_filter_actions(menu, events, model.cells.event_of(event), add_query)
    if deciding and event is not None:
        menu.addSeparator()
        review = menu.addMenu("Review")
        review.setObjectName("deciding")
        review.addActions(deciding)
    menu.addSeparator()
    if model.sorting.is_grouped:
        menu.addAction("Fold All Groups", partial(model.fold_all, True))
        menu.addAction("Unfold All Groups", partial(model.fold_all, False))
    menu.addMenu(columns.menu(menu))
    return menu


def _group_menu(view: EventsView, group: EventGroup) -> QMenu:
    """Begin the menu of a group's row with what its count offers."""
    row = view.currentIndex().row()
    query, counted = view.events.group_query(row), counted_events(group.n_events)
    menu = number_menu(view, counted, query, meaning("equal_surfaces"))
    menu.addSeparator()
    only = menu.addAction(f"Only These {counted.title()}", partial(view.door_opened.emit, row))
    only.setEnabled(bool(query))
    menu.addAction("Unfold" if group.is_folded else "Fold", partial(view.group_toggled.emit, row))
    return menu
