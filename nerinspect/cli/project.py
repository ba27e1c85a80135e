"""`project`: several data sets side by side."""

from dataclasses import replace
from typing import Any

import click

from nerinspect.attributes.plugins import chosen_attributes
from nerinspect.charts.grids import project_figure
from nerinspect.cli.commands import argument, command
from nerinspect.cli.options import (
    Output,
    attribute_options,
    chart_options,
    check_outputs,
    output_options,
    outside_option,
    paper_options,
)
from nerinspect.cli.session import command_as_given, load_for_result, tell, tell_choices, write_figure, write_table
from nerinspect.encoding.labels import REPAIR_METHODS
from nerinspect.errors import CommandError
from nerinspect.events.study import DEFAULT_BUCKETS
from nerinspect.io.projects import read_project
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.lists.table import PaperTable
from nerinspect.settings import check_outside
from nerinspect.tables import paper
from nerinspect.tables.annotation import REPAIRS
from nerinspect.tables.buckets import attribute_notes
from nerinspect.tables.projects import (
    PROJECT_COLUMNS,
    WITH_BUCKETS,
    ProjectTable,
    data_set_result,
    project_notes,
    project_table,
)


@command(epilog="\b\nExample: nerinspect project languages.toml --show winners --attribute eLen")
@argument("project", metavar="PROJECT")
@click.option(
    "--show", type=click.Choice(tuple(PROJECT_COLUMNS)), default="scores", show_default=True,
    help="pairs: two systems over data sets; attributes: zeta and rho; model: correlation and spread by system;"
    " winners: the best system by bucket; buckets: F1 by bucket; increase: how far a system is ahead there;"
    " bucket-pairs: pairs there; friedman: its test by system; tough-pairs: pairs on tough mentions; features:"
    " systems grouped by them.",
)  # fmt: skip
@outside_option
@attribute_options
@chart_options
@paper_options
@output_options
def project(
    project: str,
    show: ProjectTable,
    allow_outside: bool,
    attributes: tuple[str, ...],
    n_wanted: int,
    out: Output,
) -> None:
    """Compare systems over the data sets that a project file names."""
    with_buckets = show in WITH_BUCKETS
    if not with_buckets and (attributes or n_wanted != DEFAULT_BUCKETS):
        others = " or ".join(f"--show {one}" for one in PROJECT_COLUMNS if one in WITH_BUCKETS)
        raise CommandError(f"--show {show} has no buckets to choose; add {others}")
    if out.digits is not None and show not in paper.PROJECT_LAYOUTS:
        raise CommandError(f"--layout paper lays out --show {', '.join(paper.PROJECT_LAYOUTS)}, not {show}")
    named = read_project(project)
    check_outputs(*named.files)
    check_outside(project, (one.request for one in named.data_sets), allow_outside)
    results, sources, notes = [], [], []
    for data_set in named.data_sets:
        tell(f"data set {data_set.name}")
        request = data_set.request
        if show == "repairs" and request.repair == REPAIR_METHODS[0]:
            request = replace(request, repair=REPAIRS[0])  # they are all tried, but a file must be read first
        study = load_for_result(request)
        tell_choices(study)
        chosen = chosen_attributes(study, attributes) if with_buckets else ()
        said = attribute_notes(study, attributes, chosen, "name it as training in the project") if chosen else ()
        notes += [f"{data_set.name}: {note}" for note in said]
        changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
        results.append(
            data_set_result(data_set.name, study, chosen, n_wanted, show=show, features=named.features, changes=changes)
        )
        sources += [{"data": data_set.name, **source} for source in study_sources(study)]
    notes += project_notes(results, show)
    for note in notes:
        tell(note)
    told: dict[str, Any] = {"table": "project", "kind": show, "data_sets": [one.name for one in named.data_sets]}
    if with_buckets:
        told |= {"attributes": list(attributes), "buckets": n_wanted}
    told["notes"] = notes
    if out.chart is not None:
        figure = project_figure(results, out.chart.systems, show=show)
        write_figure(figure, "project", out.chart, sources, told, lambda _: command_as_given())
    if out.has_table:
        table = project_table(results, show) if out.digits is None else paper.project(results, show, out.digits)
        told |= paper.paper_details(table) if isinstance(table, PaperTable) else {}
        write_table(table, out, command_as_given(), sources, told)
