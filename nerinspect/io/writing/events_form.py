"""The form a list is exported in: which columns, written how, and the options that ask for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TextIO

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.writing.forms import WRITERS, chosen_form, write_json_lines, write_safe_csv
from nerinspect.io.writing.html_page import Page, drawn_columns, write_html
from nerinspect.lists.decisions import DECISION_COLUMNS, review_table
from nerinspect.lists.mentions import EVENT_COLUMNS, checked_with, events_table, join_columns
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True)
class ListForm(ABC):
    """How the rows of a list are written.

    Attributes
    ----------
    form : str
        The name `--table` knows.
    columns : tuple of str
        What is written of each row, in order.
    spreadsheet_safe : bool
        Whether texts of a CSV file that look like formulas are marked by an apostrophe.

    Raises
    ------
    CommandError
        If another form than CSV is to be safe.
    """

    form: str
    columns: tuple[str, ...]
    spreadsheet_safe: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        chosen_form(self.form, self.spreadsheet_safe)

    @abstractmethod
    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List what has some numbers, with the columns that the form needs.

        Parameters
        ----------
        study : Study
            Where it is from.
        order : ndarray of int, shape (n_rows,)
            The numbers, in the order of the rows.
        checkpoint : Checkpoint
            Called with rows written and rows in all.
        decisions : mapping of int to Decision, or None
            By number; None for those of the study as they are now.
        """

    @abstractmethod
    def writer(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
    ) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes such a table.

        Parameters
        ----------
        study : Study
            Where the rows are from.
        n_rows : int
            How many there are.
        record : mapping
            What a page says at its foot.
        decisions : mapping of int to Decision, or None
            By number; None for those of the study as they are now.
        """

    def usual_columns(self, every: tuple[str, ...]) -> tuple[str, ...]:
        """List the columns that the form shows of a list unless others are asked for."""
        return every

    def arguments(self, every: tuple[str, ...]) -> list[str]:
        """List the options that ask for this form of a list that has some columns, defaults left out."""
        return [
            *(["--table", self.form] if self.form != "csv" else []),
            *(["--columns", join_columns(self.columns)] if self.columns != self.usual_columns(every) else []),
            *(["--spreadsheet-safe"] if self.spreadsheet_safe else []),
        ]

    @property
    def details(self) -> dict[str, Any]:
        """What provenance says of the form."""
        return {"form": self.form, "columns": list(self.columns), "spreadsheet_safe": self.spreadsheet_safe}

    def _plain_writer(self) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes a table alone."""
        if self.form == "jsonl":
            return write_json_lines
        return write_safe_csv if self.spreadsheet_safe else WRITERS[self.form]


HTML: Final = "html"

EXAMPLES: Final = "latex-examples"

EVENT_FORMS: Final = (*WRITERS, "jsonl", EXAMPLES, HTML)
"""The forms a list of events can take, by the name `--table` knows."""

SUFFIXES: Final = {
    "csv": "csv", "jsonl": "jsonl", "markdown": "md", "latex": "tex", EXAMPLES: "examples.tex", HTML: "html",
    "json": "json",
}  # fmt: skip
"""How the name of a file of each form ends."""


@dataclass(frozen=True)
class EventsForm(ListForm):
    """How events are written, in one of `EVENT_FORMS`; see `ListForm`.

    Attributes
    ----------
    more : tuple of str
        Columns that the list can have besides those of events, such as those of decisions.

    Raises
    ------
    CommandError
        If a column is unknown, or another form than CSV is to be safe.
    """

    form: str = "csv"
    columns: tuple[str, ...] = EVENT_COLUMNS
    more: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        checked_with(self.columns, self.more)
        super().__post_init__()

    def usual_columns(self, every: tuple[str, ...]) -> tuple[str, ...]:
        """List all columns, or what examples say."""
        return default_columns(self.form, every)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The columns that a table needs to be written in this form."""
        if self.form == EXAMPLES:
            from nerinspect.io.writing.latex_examples import example_columns  # few lists are examples

            return example_columns(self.columns)
        return drawn_columns(self.columns) if self.form == HTML else self.columns

    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List events with the columns that are needed; see `events_table` and `review_table`."""
        if self.is_of_review:
            return review_table(study, order, checkpoint, self.drawn, decisions)
        return events_table(study, order, checkpoint, self.drawn)

    @property
    def is_of_review(self) -> bool:
        """Whether the list can hold decisions."""
        return {*DECISION_COLUMNS} <= {*self.more}

    def writer(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
    ) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes such a table: pages and examples hold more than it."""
        if self.form in (EXAMPLES, HTML):
            more_types = _more_types(study, decisions) if self.is_of_review else ()
            annotator = study.annotator if self.is_of_review else ""  # other lists judge by the first
            page = Page(counted(n_rows, "event"), self.columns, study.types, record, more_types, annotator)
            return partial(write_html if self.form == HTML else _write_examples, page=page)
        return self._plain_writer()


def default_columns(form: str, every: tuple[str, ...]) -> tuple[str, ...]:
    """List the columns that a form shows unless others are asked for: all of a list, or what examples say."""
    if form != EXAMPLES:
        return every
    from nerinspect.io.writing.latex_examples import EXAMPLE_COLUMNS  # few lists are examples

    shown = {*EXAMPLE_COLUMNS, *DECISION_COLUMNS, "change", "old_kind"} - {"decided"}
    return tuple(name for name in every if name in shown)


def _write_examples(table: Table, file: TextIO, page: Page) -> None:
    from nerinspect.io.writing.latex_examples import write_examples  # few lists are examples

    write_examples(table, file, page)


def _more_types(study: Study, decisions: Mapping[int, Decision] | None) -> tuple[str, ...]:
    """List the types that only corrections have, by code point."""
    known = dict(study.decisions.items()) if decisions is None else decisions
    corrected = {name for one in known.values() for _, _, name in one.correction or ()}
    return tuple(sorted(corrected.difference(study.types)))


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
