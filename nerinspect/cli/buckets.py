"""`buckets` and `diagnose`: scores by the value of an attribute, and where systems are best and worst."""

from functools import partial
from typing import Any

import click

from nerinspect.cli.commands import command
from nerinspect.cli.options import (
    attribute_options,
    chart_options,
    load_options,
    load_request,
    output_options,
    paper_options,
)
from nerinspect.cli.session import (
    load_for_result,
    load_with_training,
    tell_choices,
    write_result,
)
from nerinspect.io.reading.loading import asks_for_other_columns, load_study
from nerinspect.io.writing.pictures import ChartChoice
from nerinspect.tables import buckets as results
from nerinspect.tables import paper
from nerinspect.tables.buckets import DIAGNOSIS_COLUMNS, Diagnosis


@command(
    epilog="\b\nExample: nerinspect buckets test.conll pred.conll --training train.conll --attribute eLen --buckets 5"
)
@load_options
@attribute_options
@chart_options
@output_options
def buckets(
    attributes: tuple[str, ...],
    n_wanted: int,
    chart: ChartChoice | None,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Score each system on short and long, rare and frequent mentions, and by other attributes."""
    request = load_request(arguments)
    study = load_study(request, with_others=asks_for_other_columns(*attributes))
    result = results.buckets(study, attributes, n_wanted)
    tell_choices(study)
    options = {"attributes": attributes, "buckets": n_wanted, "retention": request.retention}
    write_result(study, request, result, output, form, chart, options)


@command(epilog="\b\nExample: nerinspect diagnose test.conll a.conll b.conll --training train.conll --kind comparative")
@load_options
@click.option(
    "--kind", type=click.Choice(tuple(DIAGNOSIS_COLUMNS)), default="self", show_default=True,
    help="Worst and best buckets; of systems in pairs; correlation and spread by system; means over systems.",
)  # fmt: skip
@attribute_options
@chart_options
@paper_options
@output_options
def diagnose(
    kind: Diagnosis,
    attributes: tuple[str, ...],
    n_wanted: int,
    chart: ChartChoice | None,
    digits: int | None,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Tell where systems are weak, and which attributes make mentions hard."""
    request = load_request(arguments)
    load = partial(load_with_training, needs_prediction=True) if request.training else load_for_result
    study = load(request, with_others=asks_for_other_columns(*attributes))
    result = results.diagnosis(study, kind, attributes, n_wanted)
    if digits is not None:
        result = paper.laid_out(result, paper.diagnosis(study, result, digits))
    tell_choices(study)
    options = {"kind": kind, "attributes": attributes, "buckets": n_wanted}
    write_result(study, request, result, output, form, chart, options)
