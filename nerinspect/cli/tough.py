"""`tough`: how many mentions each subset has, and how many of them each system finds."""

from typing import Any

import click

from nerinspect.cli.options import load_options, load_request, output_options
from nerinspect.cli.session import load_with_training, tell, tell_choices, told_output, write_table
from nerinspect.io.command_line import command_line
from nerinspect.io.provenance import study_sources
from nerinspect.results.tough_layout import COMPOSITION, LAYOUTS, RECALL, composition_layout, recall_layout, small_note
from nerinspect.results.tough_table import tough_table


@click.command(epilog="\b\nExample: nerinspect tough test.conll pred.conll --training train.conll -o tough.csv")
@load_options
@click.option(
    "--layout", type=click.Choice(LAYOUTS),
    help="Lay the table out for people: types across, or systems down and subsets across.  [default: a row each]",
)  # fmt: skip
@output_options
def tough(layout: str | None, output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Count tough mentions, and what each system recalls of them."""
    request = load_request(arguments)
    study = load_with_training(request, needs_prediction=layout == RECALL)
    tell_choices(study)
    make = {COMPOSITION: composition_layout, RECALL: recall_layout}.get(layout or "", tough_table)
    note = small_note(study, layout)
    if note:
        tell(note)
    told = [*(["--layout", layout] if layout else []), *told_output(form, output)]
    details = {
        "table": "tough",
        **({"layout": layout} if layout else {}),
        **({"note": note} if note else {}),
        "matching": request.matching,
        "warnings": list(study.warnings),
    }
    write_table(make(study), output, form, command_line("tough", request, told), study_sources(study), details)
