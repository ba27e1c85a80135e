"""Tables on the clipboard, as text, CSV, Markdown or LaTeX, which say of what they are and what was counted."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import Final, TextIO

from PySide6.QtCore import QObject, Signal

from nerinspect.io.writing.forms import write_csv, write_json, write_latex, write_markdown, write_readable
from nerinspect.io.writing.origins import TableOrigin
from nerinspect.lists.table import Row, Table
from nerinspect.progress import Checkpoint
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import copy_text

_FORMS: Final[dict[str, str]] = {"Text": "text", "CSV": "csv", "Markdown": "markdown", "LaTeX": "latex"}
_SIGNED: Final = "+signature"
SIGNED: Final = {form: f"{form} with signature" for form in ("Markdown", "LaTeX")}
"""The forms that can carry a signature as a comment, and how they are called then."""

COPIED: Final[dict[str, str]] = _FORMS | {SIGNED[form]: f"{_FORMS[form]}{_SIGNED}" for form in SIGNED}
"""What a table can be copied as: the name in the menu, and the form."""

_WRITERS: Final[dict[str, Callable[[Table, TextIO], None]]] = {
    "text": write_readable,
    "csv": write_csv,
    "markdown": write_markdown,
    "latex": write_latex,
    "json": write_json,
}
_MARKS: Final = re.compile(r"([\\`*_\[\]<>&~|#])")  # of Markdown


def caption(title: str, origin: TableOrigin, systems: Sequence[str]) -> str:
    """Say in one line what a table shows, of which systems, and what was counted."""
    query = "" if origin.kept is None else origin.kept.text
    words = f"{title}: {', '.join(systems)}; counted: {origin.counted}{f'; filter: {query}' if query else ''}"
    return " ".join(words.split())


def write_table(file: TextIO, table: Table, form: str, title: str, origin: TableOrigin, systems: Sequence[str]) -> None:
    """Write a table that tells all by itself.

    Parameters
    ----------
    file : TextIO
        Takes the text.
    table : Table
        Names the system in every row.
    form : str
        `text`, `csv`, `markdown`, `latex` or `json`; what people read begins with the `caption` and ends with
        what was left out, what programs read has a column with the filter if only what one keeps was counted. With
        `+signature` behind it, Markdown and LaTeX end with the signature as a comment.
    title : str
        What the table shows.
    origin : TableOrigin
        Says what was counted.
    systems : sequence of str
        The systems in the table.
    """
    form, is_signed = form.removesuffix(_SIGNED), form.endswith(_SIGNED)
    if form in ("csv", "json"):
        if origin.kept is not None:
            query = origin.kept.text
            table = replace(table, columns=(*table.columns, "Filter"), rows=((*row, query) for row in table))
        _WRITERS[form](table, file)
        return
    file.write(_said(caption(title, origin, systems), form))
    file.write("\n" if form == "markdown" else "")
    _WRITERS[form](table, file)
    if note := origin.note(title):
        file.write("\n" if form == "markdown" else "")
        file.write(_said(f"{note[0].upper()}{note[1:]}.", form))
    if is_signed:
        line = origin.record(title, form, systems, True)["signature"]
        file.write(f"% {line}\n" if form == "latex" else f"\n<!-- {line.replace('--', '-%2D')} -->\n")


def _said(text: str, form: str) -> str:
    """Write a line of words above or below a table."""
    if form == "latex":
        return f"% {text}\n"
    return (_MARKS.sub(r"\\\1", text) if form == "markdown" else text) + "\n"


def table_text(table: Table, form: str, title: str, origin: TableOrigin, systems: Sequence[str]) -> str:
    """Give what `write_table` writes."""
    text = StringIO()
    write_table(text, table, form, title, origin, systems)
    return text.getvalue()


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
