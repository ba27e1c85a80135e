"""Tables on the clipboard, as text, CSV, Markdown or LaTeX, which say of what they are and what was counted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from itertools import chain
from typing import Final, TextIO

from PySide6.QtCore import QObject, Signal

from nerinspect.io.writing.forms import Form, Holds, forms_for
from nerinspect.io.writing.origins import TableOrigin
from nerinspect.lists.table import Row, Table, Value
from nerinspect.progress import Checkpoint
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.kit.tables.sheet import count_text, score_text

_SIGNED: Final = " with signature"


def caption(title: str, origin: TableOrigin, systems: Sequence[str]) -> str:
    """Say in one line what a table shows, of which systems, and what was counted."""
    query = "" if origin.kept is None else origin.kept.text
    words = f"{title}: {', '.join(systems)}; counted: {origin.counted}{f'; filter: {query}' if query else ''}"
    return " ".join(words.split())


def called(form: Form, is_signed: bool) -> str:
    """Name a form for the user, with a signature if it is to carry one and can."""
    return f"{form.words}{_SIGNED}" if is_signed and form.comment else form.words


def form_called(words: str) -> tuple[Form, bool]:
    """Find the form that has a name, and whether that says that it is signed; see `called`."""
    named = words.removesuffix(_SIGNED)
    return next(form for form in forms_for(Holds.COPIES) if form.words == named), named != words


def write_table(
    file: TextIO,
    table: Table,
    form: Form,
    title: str,
    origin: TableOrigin,
    systems: Sequence[str],
    is_signed: bool = False,
) -> None:
    """Write a table that tells all by itself, and names the system in every row.

    What people read begins with the `caption` and ends with what was left out, and with the signature as a comment if
    it is signed; what programs read has a column with the filter if only what one keeps was counted.
    """
    if not form.is_for_people:
        if origin.kept is not None:
            query = origin.kept.text
            table = replace(table, columns=(*table.columns, "Filter"), rows=((*row, query) for row in table))
        form.write(table, file)
        return
    file.write(form.above.format(form.escaped(caption(title, origin, systems))))
    form.write(table, file)
    if note := origin.note(title):
        file.write(form.below.format(form.escaped(f"{note[0].upper()}{note[1:]}.")))
    if is_signed:
        line = origin.record(title, form.name, systems, True)["signature"]
        file.write(form.comment.format(line.replace("--", "-%2D") if "<!--" in form.comment else line))


def table_text(
    table: Table, form: Form, title: str, origin: TableOrigin, systems: Sequence[str], is_signed: bool = False
) -> str:
    """Give what `write_table` writes."""
    text = StringIO()
    write_table(text, table, form, title, origin, systems, is_signed)
    return text.getvalue()


def as_shown(table: Table) -> str:
    """Write a table as its cells are shown, as text that a spreadsheet takes."""
    are_scores = [column in table.percentages for column in table.columns]
    lines = chain((table.columns,), (map(_written_as_shown, row, are_scores) for row in table))
    return "".join("\t".join(line) + "\n" for line in lines)


def _written_as_shown(value: Value, is_score: bool) -> str:
    if is_score:
        return score_text(value)
    if isinstance(value, float):
        return count_text(value)
    return f"{value:,}" if isinstance(value, int) else str(value or "")


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
