"""`diagnose`: in which buckets systems are best and worst, and how F1 goes with the values of attributes."""

from functools import partial
from typing import Any

import click

from nerinspect.analysis.retention import RETENTION
from nerinspect.cli.attribute_choice import chosen_attributes, notes_on, told_choice
from nerinspect.cli.options import attribute_options, load_options, load_request, output_options
from nerinspect.cli.session import (
    asks_for_other_columns,
    load_for_result,
    load_with_training,
    tell,
    tell_choices,
    told_output,
    write_table,
)
from nerinspect.errors import CommandError, shown
from nerinspect.io.command_line import command_line
from nerinspect.io.provenance import study_sources
from nerinspect.results.diagnosis_table import DIAGNOSIS_COLUMNS, Diagnosis, diagnosis_table


@click.command(
    epilog="\b\nExample: nerinspect diagnose test.conll a.conll b.conll --training train.conll --kind comparative"
)
@load_options
@click.option(
    "--kind", type=click.Choice(tuple(DIAGNOSIS_COLUMNS)), default="self", show_default=True,
    help="Worst and best buckets; of systems in pairs; correlation and spread by system; means over systems.",
)  # fmt: skip
@attribute_options
@output_options
def diagnose(
    kind: Diagnosis,
    attributes: tuple[str, ...],
    n_wanted: int,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Tell where systems are weak, and which attributes make mentions hard."""
    request = load_request(arguments)
    load = partial(load_with_training, needs_prediction=True) if request.training else load_for_result
    study = load(request, with_others=asks_for_other_columns(*attributes))
    chosen = chosen_attributes(study, attributes)
    tell_choices(study)
    if kind == "comparative" and len(study.systems) == 1:
        raise CommandError(f"there is one system, {shown(study.systems[0])}, and a comparison takes two; name another")
    notes = notes_on(study, attributes, chosen)
    if kind == "attribute" and request.retention:
        notes.append(f"{RETENTION} counts as a system: in rho, friedman_p and blocks")
    for note in notes:
        tell(note)
    told = ["--kind", kind, *told_choice(attributes, n_wanted), *told_output(form, output)]
    details = {
        "table": "diagnose",
        "kind": kind,
        "attributes": [attribute.name for attribute in chosen],
        "buckets": n_wanted,
        "notes": notes,
        "matching": request.matching,
        "warnings": list(study.warnings),
    }
    table = diagnosis_table(study, kind, chosen, n_wanted)
    write_table(table, output, form, command_line("diagnose", request, told), study_sources(study), details)
