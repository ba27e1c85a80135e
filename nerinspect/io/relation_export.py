"""Write relation events to files, each with its provenance beside it."""

from typing import Any

from nerinspect.analysis.relation_choice import RelationChoice
from nerinspect.analysis.relation_parts import has_relation_parts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.io.command_line import command_line
from nerinspect.io.export import (
    COMMAND_ORDER,
    ListFile,
    beyond_command,
    write_as_text,
    write_with_provenance,
)
from nerinspect.io.provenance import page_record, provenance, study_sources
from nerinspect.io.relation_form import RelationForm
from nerinspect.io.request import LoadRequest
from nerinspect.io.review_origin import ReviewOrigin
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.relation_events_table import relation_event_columns
from nerinspect.results.relation_review_table import relation_review_columns


def export_relation_events(
    study: Study,
    request: LoadRequest,
    order: AnyIntArray,
    query: str,
    sorting: str,
    output: str,
    form: RelationForm,
    checkpoint: Checkpoint = no_checkpoint,
    n_matching: int | None = None,
    review: ReviewOrigin | None = None,
) -> None:
    """Write relation events with their provenance: the rows of the window in their order.

    Parameters
    ----------
    study : Study
        Where the events are; matches relations as it says.
    request : LoadRequest
        How it was loaded.
    order : ndarray of int, shape (n_rows,)
        Numbers of relation events in the order of the rows.
    query : str
        The filter that gives these events.
    sorting : str
        In words, how the rows are ordered; empty for the order of the command line.
    output : str
        Path of the file.
    form : RelationForm
        Which columns, written how.
    checkpoint : Checkpoint
        Called with rows written and rows in all.
    n_matching : int or None
        How many events the filter gives, if these are chosen among them.
    review : ReviewOrigin or None
        The review whose decisions are listed with them.
    """
    write, record = relation_events_file(
        study, request, order, query, sorting, output, form, checkpoint, n_matching, review
    )
    write_with_provenance(output, write, record, study_sources(study))


def relation_events_file(
    study: Study,
    request: LoadRequest,
    order: AnyIntArray,
    query: str,
    sorting: str,
    output: str | None,
    form: RelationForm,
    checkpoint: Checkpoint = no_checkpoint,
    n_matching: int | None = None,
    review: ReviewOrigin | None = None,
) -> ListFile:
    """Make the function that writes the content of such a file, and its provenance.

    The parameters are those of `export_relation_events`; without an output the command line names none.
    """
    decisions = dict(study.relation_decisions.items()) if review else {}  # as they are now, while people go on
    command = relation_events_command(study, request, query, form, output, review)
    differs = beyond_command(len(order), sorting, n_matching, review=review)
    details = _details(study, len(order), query, sorting, form, differs)
    if review is not None:
        details |= {"table": "relation review", **review.relation_details(study, decisions)}
    table = form.table(study, order, checkpoint, decisions)
    sources = study_sources(study)
    write = form.writer(len(order), page_record(command, sources, details), study.wording)
    return ListFile(lambda file: write_as_text(file, table, write), provenance(command, sources, details))


def relation_events_command(
    study: Study,
    request: LoadRequest,
    query: str,
    form: RelationForm,
    output: str | None,
    review: ReviewOrigin | None = None,
) -> str:
    """Write the command line that lists the relation events of a filter in a form, of a review with its decisions."""
    every = (relation_review_columns if review else relation_event_columns)(has_relation_parts(study))
    where, into = (["--where", query] if query else []), (["--output", output] if output else [])
    listed = [*told_choice(study.relation_choice), *where, *form.arguments(every), *into]
    if review is not None:
        return review.command(["--relations", *listed])
    return command_line("relations", request, ["--events", *listed])


def told_choice(choice: RelationChoice) -> list[str]:
    """List the arguments that ask for a way of matching relations."""
    return ["--setting", choice.setting, *(part for name in choice.symmetric for part in ("--symmetric", name))]


def _details(study: Study, n_rows: int, query: str, sorting: str, form: RelationForm, differs: str) -> dict[str, Any]:
    """Say what a file of relation events holds."""
    choice = study.relation_choice
    details: dict[str, Any] = {
        "table": "relation events",
        **form.details,
        "setting": choice.setting,
        "symmetric": list(choice.symmetric),
        "rows": n_rows,
        "filter": query,
        "order": sorting or COMMAND_ORDER,
    }
    if differs:
        details["command_differs"] = differs
    if study.training is not None:
        details["matching"] = study.matching
    return {**details, "warnings": list(study.warnings)}
