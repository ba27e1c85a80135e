"""Tables of the overview on the clipboard, long ones written out in the background."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from nerinspect.progress import Checkpoint
from nerinspect.results.table import Row, Table
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.jobs import JobRunner

_ROWS_AT_ONCE: Final = 1_000


class TableCopier(QObject):
    """Write out one table at a time; a newer one takes the place of one that is still written.

    Signals
    -------
    told : str
        What happened, or happens now.
    failed : str
        Why nothing was copied.
    """

    told = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._done = ""
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_written)
        self._jobs.failed.connect(self._on_failed)

    def copy(
        self, table: Table, write: Callable[[Table], str], name: str, form: str = "", is_long: bool = False
    ) -> None:
        """Put a table on the clipboard.

        Parameters
        ----------
        table : Table
            Its rows; those of a long one are made in the background too.
        write : callable
            Writes it out.
        name : str
            What the user calls it.
        form : str
            The name of the form; empty for plain columns.
        is_long : bool
            Whether that takes a while.
        """
        self._done = f"The table “{name}” is on the clipboard{f' as {form}' if form else ''}."
        if is_long:
            self.told.emit(f"The table “{name}” is being copied.")
            self._jobs.start(partial(_written, table, write))
        else:
            self._jobs.cancel()
            self._on_written(write(table))

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_written(self, text: object) -> None:
        assert isinstance(text, str), "what the work returns"
        copy_text(text)
        self.told.emit(self._done)

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"The table could not be copied: {error!r}.")


def watched(table: Table, checkpoint: Checkpoint) -> Table:
    """Give a table whose rows can be cancelled while they are read."""

    def rows() -> Iterator[Row]:
        for number, row in enumerate(table):
            if number % _ROWS_AT_ONCE == 0:
                checkpoint(number, 0)
            yield row

    return replace(table, rows=rows())


def _written(table: Table, write: Callable[[Table], str], checkpoint: Checkpoint) -> str:
    return write(watched(table, checkpoint))
