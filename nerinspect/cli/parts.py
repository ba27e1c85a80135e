"""`retention`, `tough`, `buckets` and `diagnose`: scores on parts of the mentions, and where systems are weak."""

from dataclasses import replace
from functools import partial
from typing import Any

import click

from nerinspect.cli.commands import command
from nerinspect.cli.options import (
    Output,
    attribute_options,
    chart_options,
    layout_options,
    load_options,
    load_request,
    output_options,
    paper_options,
    profile_option,
)
from nerinspect.cli.session import (
    in_layout,
    load_for_result,
    load_with_training,
    tell_choices,
    write_result,
    write_with_profile,
)
from nerinspect.events.study import BOTH
from nerinspect.io.index.opening import has_training
from nerinspect.io.reading.loading import asks_for_other_columns, load_study
from nerinspect.lists.table import PAPER
from nerinspect.tables import buckets as bucket_results
from nerinspect.tables import paper
from nerinspect.tables import retention as results
from nerinspect.tables import tough as tough_results
from nerinspect.tables.buckets import DIAGNOSIS_COLUMNS, Diagnosis
from nerinspect.tables.tough import LAYOUTS, RECALL
from nerinspect.training.surfaces import SETTINGS


@command(epilog="\b\nExample: nerinspect retention test.conll pred.conll --training train.conll --profile profile.csv")
@load_options
@click.option(
    "--setting", type=click.Choice((BOTH, *SETTINGS)), default=BOTH, show_default=True,
    help="What makes a mention seen: its surface with its type, or its surface with any type.",
)  # fmt: skip
@profile_option("mentions")
@chart_options
@paper_options
@output_options
def retention(setting: str, profile: str | None, out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Score each system, and the retention heuristic, on seen and unseen mentions."""
    request = load_request(arguments)
    study = load_with_training(replace(request, retention=True))
    tell_choices(study)
    result = in_layout(results.retention(study, setting), out, partial(paper.retention, study, setting))
    options = {"setting": setting, "retention": request.retention}
    write_with_profile(study, request, result, out, results.profile, profile, options)


@command(epilog="\b\nExample: nerinspect tough test.conll pred.conll --training train.conll -o tough.csv")
@load_options
@layout_options(
    click.option(
        "--layout", type=click.Choice((*LAYOUTS, PAPER)),
        help="composition: types across; recall: systems down, subsets across; paper: the same with mean ± standard"
        " deviation and the best bold.  [default: a row each]",
    )
)  # fmt: skip
@chart_options
@output_options
def tough(layout: str | None, out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Count tough mentions, with each system's recall of them."""
    request = load_request(arguments)
    study = load_with_training(request, needs_prediction=layout in (RECALL, PAPER) or out.chart is not None)
    tell_choices(study)
    result = tough_results.tough(study, RECALL if layout == PAPER else layout)
    if layout == PAPER:
        result = replace(result, arguments=[])
    write_result(study, request, result, out, partial(paper.tough, study), {"retention": request.retention})


@command(
    epilog="\b\nExample: nerinspect buckets test.conll pred.conll --training train.conll --attribute eLen --buckets 5"
)
@load_options
@attribute_options
@chart_options
@output_options
def buckets(attributes: tuple[str, ...], n_wanted: int, out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Score each system on short and long, rare and frequent mentions, and by other attributes."""
    request = load_request(arguments)
    study = load_study(request, with_others=asks_for_other_columns(*attributes))
    result = bucket_results.buckets(study, attributes, n_wanted)
    tell_choices(study)
    options = {"attributes": attributes, "buckets": n_wanted, "retention": request.retention}
    write_result(study, request, result, out, options=options)


@command(epilog="\b\nExample: nerinspect diagnose test.conll a.conll b.conll --training train.conll --kind comparative")
@load_options
@click.option(
    "--kind", type=click.Choice(tuple(DIAGNOSIS_COLUMNS)), default="self", show_default=True,
    help="self: worst and best buckets; comparative: those of pairs; model: correlation and spread; attribute: means.",
)  # fmt: skip
@attribute_options
@chart_options
@paper_options
@output_options
def diagnose(
    kind: Diagnosis,
    attributes: tuple[str, ...],
    n_wanted: int,
    out: Output,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Show where systems are weak, and which attributes make mentions hard."""
    request = load_request(arguments)
    load = partial(load_with_training, needs_prediction=True) if has_training(request) else load_for_result
    study = load(request, with_others=asks_for_other_columns(*attributes))
    result = bucket_results.diagnosis(study, kind, attributes, n_wanted)
    tell_choices(study)
    options = {"kind": kind, "attributes": attributes, "buckets": n_wanted}
    write_result(study, request, result, out, partial(paper.diagnosis, study, result), options)
