"""Rows of the events table on the clipboard."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from nerinspect.corpus.arrays import IntArray
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import EventColumn
from nerinspect.ui.models.event_text import rows_as_text

_COPIED_AT_ONCE: Final = 500
"""So many rows are written out without a wait that anybody would notice."""

_MOST_COPIED: Final = 100_000
"""So many rows a clipboard takes without a wait; more are for a file."""


class RowCopier(QObject):
    """Writes rows out as text, many of them in the background.

    Signals
    -------
    copied(int)
        So many rows are on the clipboard.
    refused(int)
        So many rows were to be copied, which are too many for a clipboard.
    """

    copied = Signal(int)
    refused = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._n_rows = 0
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_written)

    def copy(
        self,
        cells: EventCells,
        events: IntArray,
        columns: Sequence[EventColumn],
        write: Callable[..., str] = rows_as_text,
    ) -> None:
        """Put rows on the clipboard, with these columns and their heads; `write` has the parameters of its default."""
        if len(events) > _MOST_COPIED:
            self.refused.emit(len(events))
            return
        self._n_rows = len(events)
        work = partial(write, cells, events, columns)
        if len(events) > _COPIED_AT_ONCE:
            self._jobs.start(work)
        else:
            self._on_written(work())

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_written(self, text: object) -> None:
        assert isinstance(text, str), "what the work returns"
        copy_text(text)
        self.copied.emit(self._n_rows)
