"""What rows and heads of the events table say in words: to screen readers and in tooltips."""

from typing import Final

from PySide6.QtCore import Qt

from nerinspect.analysis.events import SIDES
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import CellForm, EventColumn
from nerinspect.ui.models.event_rows import EventGroup
from nerinspect.ui.models.event_verdicts import decision_text
from nerinspect.ui.tooltips import tooltip

_LONGEST: Final = 1_000  # characters of a tooltip


def head_tooltip(column: EventColumn, wording: Wording = JUDGED) -> str:
    """Say what a column holds and what a click on its head does."""
    return tooltip(f"{column.meaning(wording)}\nClick to sort.")


def title(column: EventColumn, wording: Wording = JUDGED) -> str:
    """Name a column; that of the systems names annotators where there are none."""
    return wording.name(column.key) if column.key == "system" else wording.said(column.title)


def spoken(cells: EventCells, event: int, column: EventColumn, role: int) -> object:
    """Give what standard parts of Qt ask of a cell: alignment, and the words of screen readers and tooltips.

    Parameters
    ----------
    cells : EventCells
        Texts of the study.
    event : int
        Number of the event.
    column : EventColumn
        Column of the cell.
    role : int
        One of Qt's roles.

    Returns
    -------
    object
        None for roles that are not answered.
    """
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return column.alignment
    if role == Qt.ItemDataRole.AccessibleTextRole:
        if column.form in (CellForm.KIND, CellForm.SEGMENT):
            return cells.sentence_for_reader(event)
        return f"{title(column, cells.study.wording)}: {column.text(cells, event)}"
    return tooltip(_explanation(cells, event, column)) if role == Qt.ItemDataRole.ToolTipRole else None


def group_speech(cells: EventCells, group: EventGroup, role: int, is_segment: bool) -> str | None:
    """Give what the row of a group says: its surface and the number of its events.

    Parameters
    ----------
    cells : EventCells
        Texts of the study.
    group : EventGroup
        The group.
    role : int
        One of Qt's roles.
    is_segment : bool
        Whether the cell is that of the segment; the others have no text of their own.

    Returns
    -------
    str or None
        None for roles that are not answered.
    """
    surface, counted = cells.segment_text(group.event), counted_events(group.n_events)
    if role == Qt.ItemDataRole.DisplayRole:
        return f"{surface}, {counted}" if is_segment else ""
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{surface}, {counted}, {'folded' if group.is_folded else 'unfolded'}"
    if role == Qt.ItemDataRole.ToolTipRole:
        return tooltip(f"{_shortened(surface)}\n{counted} with exactly these tokens.")
    return None


def counted_events(n_events: int) -> str:
    """Say how many events: `1 event`, `1,234 events`."""
    return f"{n_events:,} event{'' if n_events == 1 else 's'}"


def _explanation(cells: EventCells, event: int, column: EventColumn) -> str:
    """Say what a cell may have no room for; for a number what it counts, for a kind what it is."""
    text, wording = _shortened(column.text(cells, event)), cells.study.wording
    match column.form:
        case CellForm.KIND:
            return wording.meaning(cells.kind(event))
        case CellForm.SEGMENT:
            reference, predicted = (cells.reading(event, side) for side in SIDES)
            return f"{text}\n{wording.said('Reference')} {reference}, {wording.said('predicted')} {predicted}"
        case CellForm.LEFT | CellForm.RIGHT:
            return text
        case CellForm.VERDICT:
            return _shortened(decision_text(cells, event))
        case CellForm.NUMBER if not column.heading:
            return cells.place_in_words(event) if column.key == "place" else f"{text}. {column.meaning(wording)}"
    if column.key == "shape":
        return f"{text}: {wording.meaning(text)}" if text else wording.said("Only boundary errors have a shape.")
    return f"{title(column, wording)}: {text}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
