"""The form a list is exported in: which columns, written how, and the options that ask for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TextIO

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.writing.forms import FORMS, ListWriter, Page, chosen_form, writer_of
from nerinspect.lists.decisions import DECISION_COLUMNS, review_table
from nerinspect.lists.mentions import EVENT_COLUMNS, checked_with, events_table, join_columns
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True)
class ListForm(ABC):
    """How the rows of a list are written: in a form of `FORMS`, with some columns in order.

    Raises
    ------
    CommandError
        If it is to be safe for spreadsheets and needs no such form.
    """

    form: str
    columns: tuple[str, ...]
    spreadsheet_safe: bool = False

    sort: ClassVar[str]
    """What a row is, as `Form.list_writer` names it."""

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        chosen_form(self.form, self.spreadsheet_safe)

    @property
    def _own(self) -> ListWriter | None:
        return FORMS[self.form].list_writer(self.sort)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The columns that a table needs to be written in this form."""
        return self._own.drawn(self.columns) if self._own else self.columns

    @abstractmethod
    def table(
        self,
        study: Study,
        order: AnyIntArray,
        checkpoint: Checkpoint = no_checkpoint,
        decisions: Mapping[int, Decision] | None = None,
    ) -> Table:
        """List what has some numbers, in their order, with the columns that are `drawn`.

        Without `decisions` by number, those of the study are listed as they are now.
        """

    @abstractmethod
    def _page(
        self, study: Study, n_rows: int, record: Mapping[str, Any], decisions: Mapping[int, Decision] | None
    ) -> Page: ...

    def writer(
        self,
        study: Study,
        n_rows: int,
        record: Mapping[str, Any],
        decisions: Mapping[int, Decision] | None = None,
    ) -> Callable[[Table, TextIO], None]:
        """Choose the function that writes such a table: pages and examples hold more, and say the record."""
        if own := self._own:
            page = self._page(study, n_rows, record, decisions)
            return lambda table, file: own.write(table, file, page)
        return writer_of(chosen_form(self.form, self.spreadsheet_safe) or "")

    def arguments(self, every: tuple[str, ...]) -> list[str]:
        """List the options that ask for this form of a list that has some columns, defaults left out."""
        return [
            *(["--table", self.form] if self.form != "csv" else []),
            *(["--columns", join_columns(self.columns)] if self.columns != default_columns(self.form, every) else []),
            *(["--spreadsheet-safe"] if self.spreadsheet_safe else []),
        ]

    @property
    def details(self) -> dict[str, Any]:
        """What provenance says of the form."""
        return {"form": self.form, "columns": list(self.columns), "spreadsheet_safe": self.spreadsheet_safe}


@dataclass(frozen=True)
class EventsForm(ListForm):
    """How events are written; `more` names columns that the list can have besides, such as those of decisions.

    Raises
    ------
    CommandError
        If a column is unknown, or another form than CSV is to be safe.
    """

    form: str = "csv"
    columns: tuple[str, ...] = EVENT_COLUMNS
    more: tuple[str, ...] = ()

    sort = "mentions"

    def __post_init__(self) -> None:
        """Refuse what cannot be written."""
        checked_with(self.columns, self.more)
        super().__post_init__()

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

    def _page(
        self, study: Study, n_rows: int, record: Mapping[str, Any], decisions: Mapping[int, Decision] | None
    ) -> Page:
        more_types = _more_types(study, decisions) if self.is_of_review else ()
        annotator = study.annotator if self.is_of_review else ""  # other lists judge by the first
        return Page(counted(n_rows, "event"), self.columns, study.types, record, more_types, annotator)


def default_columns(form: str, every: tuple[str, ...]) -> tuple[str, ...]:
    """List the columns that a form shows unless others are asked for."""
    shown = FORMS[form].shown or every
    return tuple(name for name in every if name in shown)


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
