"""`consistency`: surfaces that the reference reads in several ways."""

import sys
from dataclasses import replace
from typing import Any

import click

from nerinspect.analysis.consistency import find_inconsistencies
from nerinspect.cli.options import label_file_options, load_request, output_options, type_options
from nerinspect.cli.session import tell_choices, told_output, write_table
from nerinspect.encoding.dialects import REPAIR_METHODS
from nerinspect.io.command_line import command_line
from nerinspect.io.load import load_study
from nerinspect.io.provenance import study_sources
from nerinspect.results.consistency_table import READABLE_PLACES, consistency_table


@click.command(epilog="\b\nExample: nerinspect consistency train.conll -o consistency.csv")
@click.argument("reference")
@label_file_options
@click.option(
    "--repair-reference", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
    help="Repair of invalid transitions in the reference.",
)  # fmt: skip
@type_options
@output_options
def consistency(output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """List surfaces that are annotated in several ways, or in one place and not in another."""
    request = load_request({**arguments, "predictions": ()})
    request = replace(request, label_columns=request.label_columns[:1])  # the rest of a merged file is predictions
    study = load_study(request)
    tell_choices(study)
    found = find_inconsistencies(study.text, study.reference.mentions)
    is_for_people = form in ("markdown", "latex") or (form is None and output is None and sys.stdout.isatty())
    table = consistency_table(study.text, found, most_places=READABLE_PLACES if is_for_people else 0)
    details = {"table": "consistency", "surfaces": len(found), "warnings": list(study.warnings)}
    command = command_line("consistency", request, told_output(form, output))
    write_table(table, output, form, command, study_sources(study), details)
