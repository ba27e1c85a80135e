"""Lists of events: the options that `events`, `diff` and `review export` share, and how such a list is written."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from nerinspect.cli.options import buckets_option, events_output_options, where_option
from nerinspect.cli.session import write_standard_output
from nerinspect.events.study import Study
from nerinspect.io.provenance import paths_read, study_sources
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import (
    ListedEvents,
    ListFile,
    ListForm,
    ReviewOrigin,
    usual_columns,
    write_with_provenance,
)
from nerinspect.io.writing.forms import write_as_text, write_readable
from nerinspect.lists.mentions import split_columns
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Of, Table

if TYPE_CHECKING:
    from nerinspect.query.filters import Filter


@dataclass(frozen=True)
class ListOptions:
    """What the options of a list say; see `list_options`."""

    where: str
    n_wanted: int
    output: str | None
    form: str | None
    columns: str | None
    spreadsheet_safe: bool

    def list_form(
        self, sort: EventSort, every: tuple[str, ...], more: tuple[Of, ...] = (), study: Study | None = None
    ) -> ListForm:
        """Give the form asked for; if no column is named, of `every` column those that the form shows.

        `more` are those that may be named besides. Where there is no column of a name, the own attributes of a study
        are offered as well.
        """
        form = self.form or "csv"
        names = usual_columns(sort, form, every) if self.columns is None else split_columns(self.columns)
        sort.check(names, more, study)
        return ListForm(sort, form, names, self.spreadsheet_safe, more)

    def query(self, study: Study) -> "Filter":
        """Read the query."""
        from nerinspect.query.language.parser import parse_query
        from nerinspect.query.language.vocabulary import Vocabulary

        return parse_query(self.where, Vocabulary.of(study, self.n_wanted))

    def listed(
        self, sort: EventSort, study: Study, request: LoadRequest, review: ReviewOrigin | None = None
    ) -> ListedEvents:
        """List the events that match, of a review with what was decided about them."""
        from nerinspect.query.language.writer import query_text

        query = self.query(study)
        order = np.flatnonzero(sort.mask(study, query)).astype(np.int32)
        return ListedEvents(sort, study, request, order, query_text(query), review=review)

    def write(self, study: Study, table: Callable[[], Table], file: Callable[[], ListFile]) -> None:
        """Write a list with its provenance to where it was asked for; a table on a terminal where no form was."""
        if self.output is None and self.form is None and not self.spreadsheet_safe and sys.stdout.isatty():
            write_standard_output(partial(write_as_text, table(), write=write_readable))
            return
        write, record = file()
        if self.output is None:
            write_standard_output(write)
        else:
            write_with_provenance(self.output, write, record, paths_read(study_sources(study)))

    def write_events(self, listed: ListedEvents, form: ListForm) -> None:
        """Write events in a form."""
        table = partial(form.table, listed.study, listed.order)
        self.write(listed.study, table, partial(listed.file, form, self.output))


def list_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a list, as one `ListOptions` before its other arguments."""
    names = [field.name for field in fields(ListOptions)]

    @where_option
    @buckets_option
    @events_output_options
    @wraps(command)
    def with_list_options(**arguments: Any) -> Any:  # noqa: ANN401 - whatever the command takes and gives
        asked = ListOptions(**{name: arguments.pop(name) for name in names})
        return command(asked, **arguments)

    return with_list_options
