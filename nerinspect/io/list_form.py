"""The form a list is exported in, whatever it lists: which columns, written how, and the options that ask for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TextIO

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.io.render import WRITERS, chosen_form, write_json_lines, write_safe_csv
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.column_lists import join_columns
from nerinspect.results.table import Table


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
