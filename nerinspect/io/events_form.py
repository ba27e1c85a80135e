"""The form events are exported in: which columns, written how, and the options that ask for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TextIO

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import CommandError, counted
from nerinspect.io.html_cells import drawn_columns
from nerinspect.io.html_page import Page, write_html
from nerinspect.io.render import WRITERS, write_json_lines, write_safe_csv
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.events_table import EVENT_COLUMNS, checked_columns, events_table
from nerinspect.results.table import Table

HTML: Final = "html"

EVENT_FORMS: Final = (*WRITERS, "jsonl", HTML)
"""The forms a list of events can take, by the name `--table` knows."""

SUFFIXES: Final = {"csv": "csv", "jsonl": "jsonl", "markdown": "md", "latex": "tex", "html": "html", "json": "json"}
"""How the name of a file of each form ends."""


@dataclass(frozen=True)
class EventsForm:
    """How events are written.

    Attributes
    ----------
    form : str
        One of `EVENT_FORMS`.
    columns : tuple of str
        What is written of each event, in order.
    spreadsheet_safe : bool
        Whether texts of a CSV file that look like formulas are marked by an apostrophe.

    Raises
    ------
    CommandError
        If a column is unknown, or another form than CSV is to be safe.
    """

    form: str = "csv"
    columns: tuple[str, ...] = EVENT_COLUMNS
    spreadsheet_safe: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        checked_columns(self.columns)
        if self.spreadsheet_safe and self.form != "csv":
            raise CommandError(f"only CSV has a form that is safe for spreadsheets; {self.form} needs none")

    def arguments(self, default_columns: tuple[str, ...] = EVENT_COLUMNS) -> list[str]:
        """List the options of the command line that ask for this form, defaults left out."""
        return [
            *(["--table", self.form] if self.form != "csv" else []),
            *(["--columns", ",".join(self.columns)] if self.columns != default_columns else []),
            *(["--spreadsheet-safe"] if self.spreadsheet_safe else []),
        ]

    @property
    def details(self) -> dict[str, Any]:
        """What provenance says of the form."""
        return {"form": self.form, "columns": list(self.columns), "spreadsheet_safe": self.spreadsheet_safe}

    def table(self, study: Study, order: AnyIntArray, checkpoint: Checkpoint = no_checkpoint) -> Table:
        """List events with the columns that are needed; see `events_table`."""
        columns = drawn_columns(self.columns) if self.form == HTML else self.columns
        return events_table(study, order, checkpoint, columns)

    def writer(self, study: Study, n_rows: int, record: Mapping[str, Any]) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes such a table.

        Parameters
        ----------
        study : Study
            Where the events are from.
        n_rows : int
            How many there are.
        record : mapping
            What a page says at its foot.
        """
        if self.form == HTML:
            page = Page(counted(n_rows, "event"), self.columns, study.types, record)
            return lambda table, file: write_html(table, file, page)
        if self.form == "jsonl":
            return write_json_lines
        return write_safe_csv if self.spreadsheet_safe else WRITERS[self.form]


@dataclass(frozen=True)
class ExportChoice:
    """What was chosen for the last export and is offered for the next one.

    Attributes
    ----------
    form : str
        One of `EVENT_FORMS`.
    data_columns : tuple of str
        Columns of forms for programs; empty for all.
    page_columns : tuple of str
        Columns of forms for people; empty for those on screen.
    spreadsheet_safe : bool
        Whether CSV is made safe for spreadsheets.
    folder : str
        Where the file went; empty for the working folder.
    """

    form: str = "csv"
    data_columns: tuple[str, ...] = ()
    page_columns: tuple[str, ...] = ()
    spreadsheet_safe: bool = False
    folder: str = ""
