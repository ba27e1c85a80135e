"""Write relation events to files, each with its provenance beside it."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from nerinspect.analysis.relation_choice import RelationChoice
from nerinspect.analysis.relation_parts import has_relation_parts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.io.command_line import command_line
from nerinspect.io.export import (
    ListFile,
    beyond_command,
    list_details,
    list_file,
    told_list,
    write_with_provenance,
)
from nerinspect.io.list_form import ListForm
from nerinspect.io.provenance import paths_read, study_sources
from nerinspect.io.relation_form import RelationForm
from nerinspect.io.request import LoadRequest
from nerinspect.io.review_origin import ReviewOrigin
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.relation_events_table import relation_event_columns
from nerinspect.results.relation_review_table import relation_review_columns
from nerinspect.results.table import Table


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
    write_with_provenance(output, write, record, paths_read(study_sources(study), *request.files))


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
    details = list_details(_said(study, form), study, len(order), query, sorting, differs)
    if review is not None:
        details |= {"table": "relation review", **review.relation_details(study, decisions)}
    table = form.table(study, order, checkpoint, decisions)
    return list_file(study, form, table, len(order), command, details, decisions)


def relation_events_command(
    study: Study,
    request: LoadRequest,
    query: str,
    form: ListForm,
    output: str | None,
    review: ReviewOrigin | None = None,
) -> str:
    """Write the command line that lists the relation events of a filter in a form, of a review with its decisions."""
    every = (relation_review_columns if review else relation_event_columns)(has_relation_parts(study))
    listed = [*told_choice(study.relation_choice), *told_list(query, form, every, output)]
    if review is not None:
        return review.command(["--relations", *listed])
    return command_line("relations", request, ["--events", *listed])


def told_choice(choice: RelationChoice) -> list[str]:
    """List the arguments that ask for a way of matching relations."""
    return ["--setting", choice.setting, *_told_symmetric(choice)]


def relation_events_of_settings(
    listed: Sequence[tuple[Study, AnyIntArray]],
    request: LoadRequest,
    query: str,
    output: str | None,
    form: RelationForm,
) -> ListFile:
    """Make the function that writes the events of a study under all settings, one behind the other, and its provenance.

    Parameters
    ----------
    listed : sequence of (Study, ndarray of int)
        The study under each of `RELATION_SETTINGS`, and the numbers of its relation events.
    request, query, output, form
        See `export_relation_events`.
    """
    study, n_rows = listed[0][0], sum(len(order) for _, order in listed)
    details = list_details(_said(study, form) | {"setting": "both"}, study, n_rows, query, "", "")
    told = told_list(query, form, relation_event_columns(has_relation_parts(study)), output)
    symmetric = _told_symmetric(study.relation_choice)
    command = command_line("relations", request, ["--events", *symmetric, *told])
    return list_file(study, form, table_of_settings(listed, form), n_rows, command, details)


def table_of_settings(listed: Sequence[tuple[Study, AnyIntArray]], form: RelationForm) -> Table:
    """List the relation events of a study under several settings, one behind the other."""
    return Table(form.drawn, chain.from_iterable(form.table(study, order) for study, order in listed))


def _told_symmetric(choice: RelationChoice) -> list[str]:
    return [part for name in choice.symmetric for part in ("--symmetric", name)]


def _said(study: Study, form: RelationForm) -> dict[str, Any]:
    """Say which table a file holds, in which form, and how relations were matched."""
    choice = study.relation_choice
    return {
        "table": "relation events",
        **form.details,
        "setting": choice.setting,
        "symmetric": list(choice.symmetric),
    }
