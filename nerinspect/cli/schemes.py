"""`schemes`: what systems score by exact match, by SemEval-2013 and MUC, and by fair evaluation."""

from typing import Any

import click

from nerinspect.analysis.schemes import SCHEMES
from nerinspect.cli.options import load_options, load_request, output_options
from nerinspect.cli.session import load_for_result, tell_choices, told_output, write_table
from nerinspect.io.command_line import command_line
from nerinspect.io.provenance import study_sources
from nerinspect.results.scheme_table import scheme_table


@click.command(epilog="\b\nExample: nerinspect schemes test.conll pred.conll --table markdown")
@load_options
@output_options
def schemes(output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Score by exact match, SemEval-2013 and fair evaluation."""
    request = load_request(arguments)
    study = load_for_result(request)
    tell_choices(study)
    names = [scheme.name for scheme in SCHEMES]
    details = {"table": "schemes", "scheme": names, "filter": "", "warnings": list(study.warnings)}
    command = command_line("schemes", request, told_output(form, output))
    write_table(scheme_table(study), output, form, command, study_sources(study), details)
