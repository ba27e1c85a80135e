"""`buckets`: precision, recall and F1 of each system by the value of an attribute."""

from typing import Any

import click

from nerinspect.cli.attribute_choice import chosen_attributes, notes_on, told_choice
from nerinspect.cli.options import attribute_options, load_options, load_request, output_options
from nerinspect.cli.session import asks_for_other_columns, tell, tell_choices, told_output, write_table
from nerinspect.io.command_line import command_line
from nerinspect.io.load import load_study
from nerinspect.io.provenance import study_sources
from nerinspect.results.bucket_table import bucket_table


@click.command(
    epilog="\b\nExample: nerinspect buckets test.conll pred.conll --training train.conll --attribute eLen --buckets 5"
)
@load_options
@attribute_options
@output_options
def buckets(
    attributes: tuple[str, ...],
    n_wanted: int,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Score each system on short and long, rare and frequent mentions, and by other attributes."""
    request = load_request(arguments)
    study = load_study(request, with_others=asks_for_other_columns(*attributes))
    chosen = chosen_attributes(study, attributes)
    tell_choices(study)
    notes = notes_on(study, attributes, chosen)
    for note in notes:
        tell(note)
    told = [*told_choice(attributes, n_wanted), *told_output(form, output)]
    details = {
        "table": "buckets",
        "attributes": [attribute.name for attribute in chosen],
        "buckets": n_wanted,
        "notes": notes,
        "matching": request.matching,
        "warnings": list(study.warnings),
    }
    table = bucket_table(study, chosen, n_wanted)
    write_table(table, output, form, command_line("buckets", request, told), study_sources(study), details)
