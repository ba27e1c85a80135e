"""`agreement` and `consistency`: how far annotators agree, and surfaces that the reference reads in several ways."""

from dataclasses import replace
from functools import partial
from typing import Any

import click

from nerinspect.charts.grids import agreement_figure
from nerinspect.cli.commands import argument, command, in_input
from nerinspect.cli.options import (
    Output,
    chart_options,
    label_file_options,
    load_request,
    output_options,
    paper_options,
    type_options,
)
from nerinspect.cli.session import in_layout, tell, tell_choices, write_figure, write_result, write_table
from nerinspect.encoding.labels import REPAIR_METHODS
from nerinspect.io.provenance import command_line
from nerinspect.io.reading.loading import load_annotators, load_study
from nerinspect.io.request import TOKEN_RULES
from nerinspect.tables import annotation as results
from nerinspect.tables import paper


@command(epilog="\b\nExample: nerinspect agreement anna=a.conll ben=b.conll cleo=c.conll --table markdown")
@argument("annotators", nargs=-1, required=True, metavar="ANNOTATOR ANNOTATOR...")
@label_file_options
@in_input(
    "--repair", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
    help="Repair of invalid transitions in all files.",
)  # fmt: skip
@type_options
@in_input(
    "--tokens", type=click.Choice(TOKEN_RULES), default="same", show_default=True,
    help="Which tokens must match those of the first file: all, their number in each sentence, or only the text.",
)  # fmt: skip
@chart_options
@paper_options
@output_options
def agreement(annotators: tuple[str, ...], out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Measure how far annotators agree, in pairs."""
    request = load_request({**arguments, "reference": annotators[0], "predictions": annotators[1:]})
    files = load_annotators(request)
    sources = files.study.reference.source, *(one.annotation.source for one in files.study.predictions)
    for source in sources:
        tell(source.in_words)
    result = results.agreement(files.study, files.names)
    result = in_layout(result, out, partial(paper.agreement, result, sources))
    for warning in files.study.warnings:
        tell(f"warning: {warning}")
    for note in result.notes:
        tell(f"note: {note}")
    if out.chart is not None:
        figure = agreement_figure(files.study, out.chart.systems, names=files.names)
        told = partial(command_line, "agreement", request)
        write_figure(figure, "agreement", out.chart, files.sources, result.details, told)
    if out.has_table:
        command = command_line("agreement", request, [*result.arguments, *out.told])
        write_table(result.table, out, command, files.sources, result.details)


@command(epilog="\b\nExample: nerinspect consistency train.conll -o consistency.csv")
@argument("reference")
@label_file_options
@in_input(
    "--repair-reference", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
    help="Repair of invalid transitions in the reference.",
)  # fmt: skip
@type_options
@output_options
def consistency(out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """List surfaces that are annotated in several ways, or in one place and not in another."""
    request = load_request({**arguments, "predictions": ()})
    request = replace(request, label_columns=request.label_columns[:1])  # the rest of a merged file is predictions
    study = load_study(request)
    tell_choices(study)
    write_result(study, request, results.consistency(study), out)
