"""Tables of a page on the clipboard and in files, as its top row offers them."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.io.scores_file import TableOrigin
from nerinspect.results.table import Table
from nerinspect.ui.overview.copying import COPIED, table_text
from nerinspect.ui.overview.file_saver import FileSaver
from nerinspect.ui.overview.table_copier import TableCopier
from nerinspect.ui.overview.top_row import TopRow


class Taken(NamedTuple):
    """A table that is taken away.

    Attributes
    ----------
    table : Table
        All its rows.
    origin : TableOrigin
        Where its numbers come from.
    systems : sequence of str
        The systems in it.
    is_long : bool
        Whether writing it out takes a while.
    """

    table: Table
    origin: TableOrigin
    systems: Sequence[str]
    is_long: bool = False


class TableTaker(QObject):
    """Copies and saves the tables that are asked for.

    Parameters
    ----------
    top : TopRow
        Where they are offered.
    take : callable
        Gives the table of a title; None while nothing is on show.
    window : QWidget
        Below its dialogs.
    window_alone : collection of str
        Titles of what shows numbers that the command line has no columns for.

    Attributes
    ----------
    saver : FileSaver
        Writes files; for charts too.
    copier : TableCopier
        Writes to the clipboard.

    Signals
    -------
    told : str
        What was copied or saved.
    failed : str
        Why nothing was.
    """

    told = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        top: TopRow,
        take: Callable[[str], Taken | None],
        window: QWidget,
        window_alone: Collection[str] = (),
    ) -> None:
        super().__init__(window)
        self._take = take
        self.saver, self.copier = FileSaver(window, window_alone), TableCopier(self)
        for worker in (self.saver, self.copier):
            worker.failed.connect(self.failed)
        self.saver.saved.connect(self.told)
        self.copier.told.connect(self.told)
        top.copy_requested.connect(self._on_copy_requested)
        top.table_requested.connect(self._on_table_requested)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self.saver.shutdown()
        self.copier.shutdown()

    def _on_copy_requested(self, title: str, form: str) -> None:
        if taken := self._take(title):
            write = partial(table_text, form=COPIED[form], title=title, origin=taken.origin, systems=taken.systems)
            self.copier.copy(taken.table, write, title, form, taken.is_long)

    def _on_table_requested(self, title: str) -> None:
        if taken := self._take(title):
            self.saver.save_table(taken.table, title, taken.origin, taken.systems, taken.is_long)
