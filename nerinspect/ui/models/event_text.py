"""Rows of the events table as text, for the clipboard."""

from collections.abc import Sequence

from nerinspect.corpus.arrays import IntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import EventColumn

_BLOCK = 1_000


def rows_as_text(
    cells: EventCells, events: IntArray, columns: Sequence[EventColumn], checkpoint: Checkpoint = no_checkpoint
) -> str:
    """Write rows as lines of cells parted by tabs, below a line of heads.

    Parameters
    ----------
    cells : EventCells
        Texts of the rows.
    events : ndarray of int32, shape (n_rows,)
        Their numbers, in the order wanted.
    columns : sequence of EventColumn
        What to write of each.
    checkpoint : Checkpoint
        Called after each block of rows.

    Returns
    -------
    str
        Without a line break at the end. No cell holds a tab or a line break: tokens are shown as one line.
    """
    cells = cells.anew()
    lines = ["\t".join(column.title for column in columns)]
    for first in range(0, len(events), _BLOCK):
        checkpoint(first, len(events))
        block = events[first : first + _BLOCK].tolist()
        lines += ["\t".join(column.text(cells, event) for column in columns) for event in block]
    return "\n".join(lines)
