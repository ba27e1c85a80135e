"""`relations`: scores on what training has and has not of relations, or with `--events` their events."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import click

from nerinspect.cli.commands import command, in_output
from nerinspect.cli.listing import ListOptions, list_options
from nerinspect.cli.options import Output, chart_options, layout_options, load_options, load_request, profile_option
from nerinspect.cli.session import load_for_result, load_with_training, tell, tell_choices, write_with_profile
from nerinspect.errors import CommandError
from nerinspect.events.study import BOTH, RELATION_SETTINGS, RelationSetting
from nerinspect.io.provenance import command_line
from nerinspect.io.reading.loading import asks_for_other_columns
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListFile, list_details, list_file, told_list
from nerinspect.io.writing.forms import Holds, chosen_form, forms_for
from nerinspect.io.writing.pictures import ChartChoice
from nerinspect.lists.relations import RELATIONS, told_symmetric
from nerinspect.lists.table import PAPER, Table
from nerinspect.tables import paper
from nerinspect.tables import retention as results
from nerinspect.tables.paper import JOINT
from nerinspect.training.retention import matching_relations


@command(
    epilog="\b\nExample: nerinspect relations data.json#test pred.json --training data.json#train --profile profile.csv"
)
@load_options
@click.option(
    "--setting", type=click.Choice((BOTH, *RELATION_SETTINGS)), default=BOTH, show_default=True,
    help="What makes an argument right: its boundaries, or its boundaries and its type (strict).",
)  # fmt: skip
@click.option(
    "--symmetric", multiple=True, metavar="TYPE",
    help="A symmetric relation type: head and tail can be exchanged; repeatable.",
)  # fmt: skip
@profile_option("relations")
@click.option("--events", is_flag=True, help="List the relation events, with or without training data.")
@chart_options
@layout_options(
    in_output(
        "--layout", type=click.Choice((PAPER, JOINT)),
        help="Lay the table out as papers print it: percent, mean ± standard deviation over runs, the best in bold; F1"
        " by part, or joint: precision, recall and F1 of mentions and of relations.",
    )
)  # fmt: skip
@list_options(RELATIONS)
def relations(
    asked: ListOptions,
    chart: ChartChoice | None,
    layout: str | None,
    digits: int | None,
    setting: str,
    symmetric: tuple[str, ...],
    profile: str | None,
    events: bool,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Score each system, and the retention heuristic, on exact, partial and new relations; or list their events."""
    if events:
        for option, is_given in (("--profile", profile), ("--chart", chart), (f"--layout {layout}", layout)):
            if is_given:
                raise CommandError(f"{option} applies to scores; leave out --events")

        settings = [one for one in RELATION_SETTINGS if setting in (one, BOTH)]
        list_relation_events(asked, load_request(arguments), settings, symmetric)
        return
    forms = [form.name for form in forms_for(Holds.RESULTS)]
    if asked.where or asked.columns is not None or asked.form not in (None, *forms):
        raise CommandError(f"scores have no --where or --columns, and are {', '.join(forms)}; --events lists")
    out = Output(asked.output, chosen_form(asked.form, asked.spreadsheet_safe), chart)
    request = load_request(arguments)
    study = load_with_training(replace(request, retention=True))
    tell_choices(study)
    study = matching_relations(study, symmetric)
    result = results.relation_scores(study, setting)
    for notice in result.notes:
        tell(f"warning: {notice}")
    if layout is not None and digits is not None:
        lay_out = paper.joint if layout == JOINT else paper.relations
        result = paper.laid_out(result, lay_out(study, setting, digits), layout)
    options = {"setting": setting, "symmetric": study.relation_choice.symmetric, "retention": request.retention}
    write_with_profile(study, request, result, out, results.profile_of_relations, profile, options)


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
        rows = chain.from_iterable(form.table(one.study, one.order) for one in listed)
        return Table(form.drawn, rows, contents=RELATIONS.contents(form.drawn))

    def file() -> ListFile:
        n_rows, query = sum(len(one.order) for one in listed), listed[0].query
        said = {"table": "relation events", **form.details, **RELATIONS.said(matched[0]), "setting": BOTH}
        told = [*told_symmetric(matched[0]), *told_list(query, form, every, asked.output)]
        command = command_line("relations", request, ["--events", *told])
        return list_file(study, form, table(), n_rows, command, list_details(said, study, n_rows, query, "", ""))

    asked.write(study, table, file)
