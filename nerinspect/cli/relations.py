"""`relations`: scores on what training has and has not of relations, or with `--events` their events."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final

import click

from nerinspect.cli.listing import ListOptions, list_options
from nerinspect.cli.options import WrittenFile, load_options, load_request
from nerinspect.cli.session import (
    Result,
    asks_for_other_columns,
    load_for_result,
    load_with_training,
    tell,
    tell_choices,
    told_output,
    write_results,
)
from nerinspect.corpus.types import notices_of_names
from nerinspect.errors import CommandError, NoRelationsError, UnknownNameError
from nerinspect.events.relation_events import relation_types, training_relations
from nerinspect.events.study import RELATION_SETTINGS, RelationChoice, RelationSetting, Study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.provenance import command_line, study_sources
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListFile, list_details, list_file, told_list
from nerinspect.io.writing.forms import Holds, chosen_form, forms_for
from nerinspect.lists.relations import RELATIONS, told_symmetric
from nerinspect.lists.table import Table
from nerinspect.tables.retention import relation_profile_table, relation_table
from nerinspect.training.known_relations import has_relation_parts
from nerinspect.training.retention import RETENTION, with_relation_choice

BOTH: Final = "both"

_SETTINGS: Final[dict[str, tuple[RelationSetting, ...]]] = {BOTH: RELATION_SETTINGS} | {
    setting: (setting,) for setting in RELATION_SETTINGS
}


@click.command(
    epilog="\b\nExample: nerinspect relations data.json#test pred.json --training data.json#train --profile profile.csv"
)
@load_options
@click.option(
    "--setting", type=click.Choice((BOTH, *RELATION_SETTINGS)), default=BOTH, show_default=True,
    help="What makes an argument right: its boundaries, or its boundaries and its type (strict).",
)  # fmt: skip
@click.option(
    "--symmetric", multiple=True, metavar="TYPE",
    help="A relation type that says the same with head and tail exchanged; repeats.",
)  # fmt: skip
@click.option(
    "--profile", type=WrittenFile(), help="Write averages of the reference relations to FILE and, beside it, FILE.json."
)
@click.option("--events", is_flag=True, help="List the relation events, with or without training data.")
@list_options
def relations(
    asked: ListOptions,
    setting: str,
    symmetric: tuple[str, ...],
    profile: str | None,
    events: bool,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Score each system, and the retention heuristic, on exact, partial and new relations; or list their events."""
    if events:
        if profile:
            raise CommandError("--profile is about scores; leave out --events")

        list_relation_events(asked, load_request(arguments), _SETTINGS[setting], symmetric)
        return
    forms = [form.name for form in forms_for(Holds.RESULTS)]
    if asked.where or asked.columns is not None or asked.form not in (None, *forms):
        raise CommandError(f"scores have no --where or --columns, and are {', '.join(forms)}; --events lists")
    output, form = asked.output, chosen_form(asked.form, asked.spreadsheet_safe)
    if profile == STANDARD_INPUT:
        raise CommandError("--profile writes a file beside the result; name one")
    request = load_request(arguments)
    study = load_with_training(replace(request, retention=True))
    tell_choices(study)
    study = matching_relations(study, symmetric)
    symmetric = study.relation_choice.symmetric
    told = [
        *(["--setting", setting] if setting != BOTH else []),
        *(argument for name in symmetric for argument in ("--symmetric", name)),
        *(["--profile", profile] if profile else []),
        *told_output(form, output),
    ]
    warnings = list(study.warnings)
    for notice in notices_of_names({*relation_types(study)} - {*study.types}):
        warnings.append(notice)
        tell(f"warning: {notice}")
    if not has_relation_parts(study):
        warnings.append("the training data hold no relations, so every relation is new")
        tell(f"warning: {warnings[-1]}")
    details = {"matching": request.matching, "symmetric": list(symmetric), "warnings": warnings}
    results = [
        Result(relation_table(study, _SETTINGS[setting]), output, form, {"table": "relations", **details}),
        *([Result(relation_profile_table(study), profile, "csv", {"table": "profile", **details})] if profile else []),
    ]
    write_results(results, command_line("relations", request, told), study_sources(study))


def matching_relations(
    study: Study, symmetric: tuple[str, ...], setting: RelationSetting = RELATION_SETTINGS[0]
) -> Study:
    """Match relations under a setting, and let some types have no direction.

    Raises
    ------
    NoRelationsError
        If neither the reference nor a prediction has relations; those of the heuristic do not count.
    """
    own = (study.reference, *(one.annotation for one in study.predictions if one.system != RETENTION))
    if not any(side.relations is not None and len(side.relations) for side in own):
        raise NoRelationsError(study.reference.source.path)
    known = dict.fromkeys((*relation_types(study), *training_relations(study).types))
    for name in symmetric:
        if name not in known:
            raise UnknownNameError("relation type", name, known)
    return with_relation_choice(study, RelationChoice(setting, tuple(sorted(set(symmetric)))))


def list_relation_events(
    asked: ListOptions, request: LoadRequest, settings: Sequence[RelationSetting], symmetric: tuple[str, ...]
) -> None:
    """List relation events under one setting, or under several behind each other; training data need not be there.

    Symmetric types say the same with head and tail exchanged.
    """
    study = load_for_result(request, with_others=asks_for_other_columns(asked.where))
    tell_choices(study)
    matched = [matching_relations(study, symmetric, setting) for setting in settings]
    every = RELATIONS.names_for(matched[0])
    form = asked.list_form(RELATIONS, every)
    listed = [asked.listed(RELATIONS, one, request) for one in matched]
    if len(listed) == 1:
        asked.write_events(listed[0], form)
        return

    def table() -> Table:
        return Table(form.drawn, chain.from_iterable(form.table(one.study, one.order) for one in listed))

    def file() -> ListFile:
        n_rows, query = sum(len(one.order) for one in listed), listed[0].query
        said = {"table": "relation events", **form.details, **RELATIONS.said(matched[0]), "setting": BOTH}
        told = [*told_symmetric(matched[0]), *told_list(query, form, every, asked.output)]
        command = command_line("relations", request, ["--events", *told])
        return list_file(study, form, table(), n_rows, command, list_details(said, study, n_rows, query, "", ""))

    asked.write(study, table, file)
