"""`events`, `score`, `confusion` and `errors`: tables about a reference and its predictions."""

import sys
from collections.abc import Callable
from typing import Any

import click
import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.cli.options import (
    buckets_option,
    events_output_options,
    load_options,
    load_request,
    output_options,
    where_option,
)
from nerinspect.cli.session import (
    asks_for_other_columns,
    load_for_result,
    tell,
    tell_choices,
    told_output,
    write_standard_output,
    write_table,
)
from nerinspect.io.command_line import command_line
from nerinspect.io.events_form import EventsForm
from nerinspect.io.export import events_file, write_as_text, write_with_provenance
from nerinspect.io.provenance import study_sources
from nerinspect.io.render import write_readable
from nerinspect.results.confusion_table import confusion_table
from nerinspect.results.error_groups import error_groups
from nerinspect.results.events_table import all_columns, events_table
from nerinspect.results.score_table import score_table, systems_below
from nerinspect.results.table import Table


@click.command(epilog='\b\nExample: nerinspect events test.conll pred.conll --where "-kind:tp type:ORG" -o errors.csv')
@load_options
@where_option
@buckets_option
@events_output_options
def events(
    where: str,
    n_wanted: int,
    output: str | None,
    form: str | None,
    columns: str | None,
    spreadsheet_safe: bool,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """List the segment events of each prediction."""
    from nerinspect.query.parser import parse_query
    from nerinspect.query.vocabulary import Vocabulary
    from nerinspect.query.writer import query_text

    request = load_request(arguments)
    if columns is None:
        names = all_columns(bool(request.training))
    else:
        names = tuple(name.strip() for name in columns.split(","))
    chosen_form = EventsForm(form or "csv", names, spreadsheet_safe)
    study = load_for_result(request, with_others=asks_for_other_columns(where, *names))
    chosen = parse_query(where, Vocabulary.of(study, n_wanted))
    tell_choices(study)
    order, query = np.flatnonzero(chosen.mask(study)).astype(np.int32), query_text(chosen)
    if output is None and form is None and not spreadsheet_safe and sys.stdout.isatty():
        table = events_table(study, order, columns=names)
        write_standard_output(lambda file: write_as_text(file, table, write_readable))
        return
    write, record = events_file(study, request, order, query, "", output, form=chosen_form)
    if output is None:
        write_standard_output(write)
    else:
        write_with_provenance(output, write, record, study_sources(study))


@click.command(epilog="\b\nExample: nerinspect score test.conll flair=run1.conll flair=run2.conll --repair conlleval")
@load_options
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="F1",
    help="Exit with status 3 if a system's F1, in percent, is lower.",
)
@output_options
def score(fail_under: float | None, output: str | None, form: str | None, **arguments: Any) -> int:  # noqa: ANN401
    """Give precision, recall, F1, event counts and demerits."""
    study = _write_result("score", score_table, output, form, arguments)
    low = [] if fail_under is None else systems_below(study, fail_under / 100)
    for system, f1 in low:
        tell(f"{system}: F1 is {100 * f1:.2f}, lower than {fail_under:g}")
    return 3 if low else 0


@click.command(epilog="\b\nExample: nerinspect confusion test.conll pred.conll --table markdown")
@load_options
@output_options
def confusion(output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Count reference type × predicted type, with none."""
    _write_result("confusion", confusion_table, output, form, arguments)


@click.command(epilog="\b\nExample: nerinspect errors test.conll pred.conll -o errors.csv")
@load_options
@output_options
def errors(output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Group errors by surface, most frequent first."""
    _write_result("errors", error_groups, output, form, arguments)


def _write_result(
    name: str, make: Callable[[Study], Table], output: str | None, form: str | None, arguments: dict[str, Any]
) -> Study:
    request = load_request(arguments)
    study = load_for_result(request)
    tell_choices(study)
    details = {"table": name, "filter": "", "warnings": list(study.warnings)}
    command = command_line(name, request, told_output(form, output))
    write_table(make(study), output, form, command, study_sources(study), details)
    return study
