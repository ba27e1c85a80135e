"""Lists of events: the options that `events`, `diff` and `review export` share, and how such a list is written."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from nerinspect.cli.options import buckets_option, events_output_options, where_option
from nerinspect.cli.session import write_standard_output
from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.study import Study
from nerinspect.io.provenance import paths_read, study_sources
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.events_form import EventsForm, default_columns
from nerinspect.io.writing.export import ListFile, ReviewOrigin, events_file, write_as_text, write_with_provenance
from nerinspect.io.writing.forms import write_readable
from nerinspect.lists.mentions import split_columns
from nerinspect.lists.table import Table

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

    def names(self, every: tuple[str, ...]) -> tuple[str, ...]:
        """Name the columns asked for; if none is, all that a list has and the form shows."""
        return default_columns(self.form or "csv", every) if self.columns is None else split_columns(self.columns)

    def events_form(self, every: tuple[str, ...], more: tuple[str, ...] = ()) -> EventsForm:
        """Give the form asked for, with `every` column if none is named; `more` are those that may be named besides.

        Raises
        ------
        CommandError
            If there is no such column, or the form cannot be made safe.
        """
        return EventsForm(self.form or "csv", self.names(every), self.spreadsheet_safe, more)

    def query(self, study: Study) -> "Filter":
        """Read the query."""
        from nerinspect.query.language.parser import parse_query
        from nerinspect.query.language.vocabulary import Vocabulary

        return parse_query(self.where, Vocabulary.of(study, self.n_wanted))

    def chosen(self, study: Study) -> tuple[str, BoolArray]:
        """Give the query in its own words, and mark the events that match."""
        from nerinspect.query.language.writer import query_text

        query = self.query(study)
        return query_text(query), query.mask(study)

    def write(self, study: Study, table: Callable[[], Table], file: Callable[[], ListFile]) -> None:
        """Write a list with its provenance to where it was asked for; a table on a terminal where no form was."""
        if self.output is None and self.form is None and not self.spreadsheet_safe and sys.stdout.isatty():
            write_standard_output(partial(write_as_text, table=table(), write=write_readable))
            return
        write, record = file()
        if self.output is None:
            write_standard_output(write)
        else:
            write_with_provenance(self.output, write, record, paths_read(study_sources(study)))

    def write_events(
        self,
        study: Study,
        request: LoadRequest,
        form: EventsForm,
        chosen: tuple[str, BoolArray],
        review: ReviewOrigin | None = None,
    ) -> None:
        """Write the events that `chosen` marks, of a review with what was decided about them."""
        query, order = chosen[0], np.flatnonzero(chosen[1]).astype(np.int32)
        self.write(
            study,
            lambda: form.table(study, order),
            lambda: events_file(study, request, order, query, "", self.output, form=form, review=review),
        )


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
