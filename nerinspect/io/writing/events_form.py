"""The form a list is exported in: which columns, written how, and the options that ask for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TextIO

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.writing.forms import FORMS, ListWriter, Page, chosen_form, writer_of
from nerinspect.lists.mentions import MENTIONS, join_columns
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Of, Table
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True)
class ListForm:
    """How the rows of a list are written: in a form of `FORMS`, with some columns in order.

    `more` says which columns the list can have besides those of its events, such as `Of.DECISIONS` in a review.

    Raises
    ------
    CommandError
        If a column is unknown or named twice, or it is to be safe for spreadsheets and needs no such form.
    """

    sort: EventSort
    form: str
    columns: tuple[str, ...]
    spreadsheet_safe: bool = False
    more: tuple[Of, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        self.sort.check(self.columns, self.more)
        chosen_form(self.form, self.spreadsheet_safe)

    @property
    def _own(self) -> ListWriter | None:
        return FORMS[self.form].list_writer(self.sort.name)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The columns that a table needs to be written in this form."""
        return self._own.drawn(self.columns) if self._own else self.columns

    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List what has some numbers, in their order, with the columns that are `drawn`; see `EventSort.table`."""
        return self.sort.table(study, order, self.drawn, checkpoint, decisions)

    def writer(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
    ) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes such a table: pages and examples hold more, and say the record.

        Types that only corrections have are those of `decisions`, or of all that is decided in the study now.
        """
        if not (own := self._own):
            return writer_of(chosen_form(self.form, self.spreadsheet_safe) or "")
        more_types: tuple[str, ...] = ()
        annotator = "" if self.sort is MENTIONS else study.annotator  # other lists of mentions judge by the first
        if Of.DECISIONS in self.more:
            known = dict(self.sort.decisions(study).items()) if decisions is None else decisions
            corrected = {name for one in known.values() for _, _, name in one.correction or ()}
            more_types, annotator = tuple(sorted(corrected.difference(study.types))), study.annotator
        title = counted(n_rows, self.sort.event)
        page = Page(title, self.columns, study.types, record, more_types, annotator)
        return lambda table, file: own.write(table, file, page)

    def arguments(self, every: tuple[str, ...]) -> list[str]:
        """List the options that ask for this form of a list that has some columns, defaults left out."""
        is_usual = self.columns == usual_columns(self.sort, self.form, every)
        return [
            *(["--table", self.form] if self.form != "csv" else []),
            *([] if is_usual else ["--columns", join_columns(self.columns)]),
            *(["--spreadsheet-safe"] if self.spreadsheet_safe else []),
        ]

    @property
    def details(self) -> dict[str, Any]:
        """What provenance says of the form."""
        return {"form": self.form, "columns": list(self.columns), "spreadsheet_safe": self.spreadsheet_safe}


def usual_columns(sort: EventSort, form: str, every: tuple[str, ...]) -> tuple[str, ...]:
    """List the columns that a form shows unless others are asked for."""
    return tuple(name for name in every if sort.columns[name].is_in_examples or not FORMS[form].is_of_examples)


@dataclass(frozen=True)
class ExportChoice:
    """What was chosen for the last export and is offered for the next one.

    Attributes
    ----------
    data_columns : tuple of str
        Columns of forms for programs; empty for all.
    page_columns : tuple of str
        Columns of forms for people; empty for those on screen.
    folder : str
        Where the file went; empty for the working folder.
    """

    form: str = "csv"
    data_columns: tuple[str, ...] = ()
    page_columns: tuple[str, ...] = ()
    spreadsheet_safe: bool = False
    folder: str = ""
