"""`agreement`: how far annotators agree, none of whom is the reference."""

from typing import Any

import click

from nerinspect.cli.options import label_file_options, load_request, output_options, type_options
from nerinspect.cli.session import describe_source, tell, told_output, write_table
from nerinspect.encoding.dialects import REPAIR_METHODS
from nerinspect.io.annotators import load_annotators
from nerinspect.io.command_line import command_line
from nerinspect.io.request import TOKEN_RULES
from nerinspect.results.agreement_table import agreement_notes, agreement_table


@click.command(epilog="\b\nExample: nerinspect agreement anna=a.conll ben=b.conll cleo=c.conll --table markdown")
@click.argument("annotators", nargs=-1, required=True, metavar="ANNOTATOR ANNOTATOR...")
@label_file_options
@click.option(
    "--repair", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
    help="Repair of invalid transitions in all files.",
)  # fmt: skip
@type_options
@click.option(
    "--tokens", type=click.Choice(TOKEN_RULES), default="same", show_default=True,
    help="Whether tokens must be those of the first file, or only sentence lengths; project: only the text.",
)  # fmt: skip
@output_options
def agreement(annotators: tuple[str, ...], output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Tell how far annotators agree, in pairs."""
    request = load_request({**arguments, "reference": annotators[0], "predictions": annotators[1:]})
    files = load_annotators(request)
    for source in files.study.reference.source, *(one.annotation.source for one in files.study.predictions):
        tell(describe_source(source))
    table = agreement_table(files.study, files.names)
    notes = agreement_notes(files.study, files.names, table)
    for note in (*files.study.warnings, *notes):
        tell(f"note: {note}")
    details = {
        "table": "agreement",
        "annotators": list(files.names),
        "notes": notes,
        "warnings": list(files.study.warnings),
    }
    write_table(
        table, output, form, command_line("agreement", request, told_output(form, output)), files.sources, details
    )
