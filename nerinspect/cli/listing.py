"""Lists of events: `events`, the options that it, `diff` and `review export` share, and how a list is written."""

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from nerinspect.cli.commands import command
from nerinspect.cli.options import (
    buckets_option,
    events_output_options,
    load_options,
    load_request,
    pair_options,
    where_option,
)
from nerinspect.cli.session import load_for_result, tell_choices, write_fitting, write_standard_output
from nerinspect.errors import UnknownNameError
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.index.opening import has_training
from nerinspect.io.provenance import paths_read, study_sources, write_with_provenance
from nerinspect.io.reading.loading import asks_for_other_columns
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListedEvents, ListFile, ListForm, ReviewOrigin, usual_columns
from nerinspect.io.writing.forms import form_of_file, write_as_text
from nerinspect.lists.columns import BUILT_IN_COLUMNS
from nerinspect.lists.compared import compared_sort
from nerinspect.lists.mentions import MENTIONS, MentionSort, split_columns
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
        from nerinspect.query.language.parser import parse_query
        from nerinspect.query.language.vocabulary import Vocabulary

        return parse_query(self.where, Vocabulary.of(study, self.n_wanted))

    def listed(
        self, sort: EventSort, study: Study, request: LoadRequest, review: ReviewOrigin | None = None
    ) -> ListedEvents:
        """List the events that match, of a review with what was decided about them."""
        from nerinspect.query.language.parser import query_text

        query = self.query(study)
        order = np.flatnonzero(sort.mask(study, query)).astype(np.int32)
        return ListedEvents(sort, study, request, order, query_text(query), review=review)

    def write(self, study: Study, table: Callable[[], Table], file: Callable[[], ListFile]) -> None:
        """Write a list with its provenance to where it was asked for; a table on a terminal where no form was."""
        if self.output is None and self.form is None and not self.spreadsheet_safe and sys.stdout.isatty():
            write_standard_output(partial(write_as_text, table(), write=write_fitting))
            return
        write, record = file()
        if self.output is None:
            from tempfile import TemporaryFile  # needed here alone

            with TemporaryFile() as whole:
                write_standard_output(write, whole)
        else:
            write_with_provenance(self.output, write, record, paths_read(study_sources(study)))

    def write_events(self, listed: ListedEvents, form: ListForm) -> None:
        table = partial(form.table, listed.study, listed.order)
        self.write(listed.study, table, partial(listed.file, form, self.output))


def list_options(sort: EventSort, *more: Of) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options of a list, as one `ListOptions` before its other arguments.

    `sort` is that of its events, of relations if they are asked for by an eager `--relations`, and `more` which columns
    may be named besides.
    """
    names = [field.name for field in fields(ListOptions)]

    def list_columns(context: click.Context) -> None:
        listed = sort
        if context.params.get("relations"):
            from nerinspect.lists.relations import RELATIONS as listed  # few reviews are about relations
        elif pair := context.params.get("pair"):
            listed = compared_sort(pair, False) or sort
        click.echo(_columns_in_words(listed, more), nl=False)

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_list_options(**arguments: Any) -> Any:  # noqa: ANN401 - whatever the command takes and gives
            asked = ListOptions(**{name: arguments.pop(name) for name in names})
            asked = replace(asked, form=form_of_file(asked.form, asked.output))
            return command(asked, **arguments)

        return where_option(buckets_option(events_output_options(with_list_options, list_columns)))

    return decorate


def _columns_in_words(sort: EventSort, more: Sequence[Of]) -> str:
    """List the columns that a list can have, with what each means."""
    groups = {
        "Columns": sort.names(Of.EVENTS, *more),
        "With training data": sort.names(Of.TRAINING, Of.EVIDENCE),
        "Attributes": BUILT_IN_COLUMNS if isinstance(sort, MentionSort) else (),
    }
    formatter = click.HelpFormatter(max_width=shutil.get_terminal_size().columns)
    for heading, names in groups.items():
        if names:
            with formatter.section(heading):
                keys = [sort.columns[name].meaning_key if name in sort.columns else name.lower() for name in names]
                formatter.write_dl(list(zip(names, map(meaning, keys), strict=True)), col_max=20)
    if isinstance(sort, MentionSort):
        with formatter.section("By name"):
            formatter.write_dl(_NAMED)
    return formatter.getvalue().lstrip("\n")


_NAMED: Final = (
    ("reference:NAME", "Column NAME of the reference file for each token, such as reference:UPOS."),
    ("predicted:NAME", "The same for the prediction file."),
    ("attr:NAME", "An attribute of your own, from --attributes."),
    ("bucket:NAME", "The bucket of an attribute; with six buckets bucket:eCon/6."),
)
"""Columns that only some files have."""


@command(epilog='\b\nExample: nerinspect events test.conll pred.conll --where "-kind:tp type:ORG" -o errors.csv')
@load_options
@list_options(MENTIONS)
@pair_options
def events(asked: ListOptions, pair: tuple[str, str] | None, stretches: bool, **arguments: Any) -> None:  # noqa: ANN401
    """List the segment events of each prediction, or those of two side by side."""
    request = load_request(arguments)
    sort = compared_sort(pair, stretches) or MENTIONS
    every = sort.names(Of.EVENTS, *([Of.TRAINING] if has_training(request) else []))
    try:
        form = asked.list_form(sort, every)
    except UnknownNameError:
        if request.attribute_tables:
            asked.list_form(sort, every, study=load_for_result(request))  # a column of a table may be meant
        raise
    study = load_for_result(request, with_others=asks_for_other_columns(asked.where, *form.columns))
    listed = asked.listed(sort, study, request)
    tell_choices(study)
    asked.write_events(listed, form)
