"""`retention` and `tough`: scores on what training has and has not, and on tough mentions."""

from dataclasses import replace
from typing import Any

import click

from nerinspect.cli.commands import command
from nerinspect.cli.options import (
    WrittenFile,
    chart_options,
    digits_option,
    load_options,
    load_request,
    output_options,
    paper_digits,
    paper_options,
)
from nerinspect.cli.session import load_with_training, tell_choices, write_result, write_with_profile
from nerinspect.errors import CommandError
from nerinspect.events.study import BOTH
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.writing.pictures import ChartChoice
from nerinspect.tables import paper
from nerinspect.tables import retention as results
from nerinspect.tables import tough as tough_results
from nerinspect.tables.tough import LAYOUTS, PAPER, RECALL
from nerinspect.training.novelty import SETTINGS


@command(epilog="\b\nExample: nerinspect retention test.conll pred.conll --training train.conll --profile profile.csv")
@load_options
@click.option(
    "--setting", type=click.Choice((BOTH, *SETTINGS)), default=BOTH, show_default=True,
    help="What makes a mention seen: its surface with its type, or its surface with any type.",
)  # fmt: skip
@click.option(
    "--profile", type=WrittenFile(), help="Write averages of the reference mentions to FILE and, beside it, FILE.json."
)
@chart_options
@paper_options
@output_options
def retention(
    setting: str,
    profile: str | None,
    chart: ChartChoice | None,
    digits: int | None,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Score each system, and the retention heuristic, on seen and unseen mentions."""
    if profile == STANDARD_INPUT:
        raise CommandError("--profile writes a file beside the result; name one")
    request = load_request(arguments)
    study = load_with_training(replace(request, retention=True))
    tell_choices(study)
    result, options = results.retention(study, setting), {"setting": setting, "retention": request.retention}
    if digits is not None:
        result = paper.laid_out(result, paper.retention(study, setting, digits))
    write_with_profile(study, request, result, output, form, results.profile, profile, chart, options)


@command(epilog="\b\nExample: nerinspect tough test.conll pred.conll --training train.conll -o tough.csv")
@load_options
@click.option(
    "--layout", type=click.Choice((*LAYOUTS, PAPER)),
    help="Lay the table out for people: types across, or systems down and subsets across, this also as papers print"
    " it: mean ± standard deviation, the best bold.  [default: a row each]",
)  # fmt: skip
@chart_options
@digits_option
@output_options
def tough(
    layout: str | None,
    chart: ChartChoice | None,
    digits: int | None,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Count tough mentions, and what each system recalls of them."""
    in_paper = paper_digits(layout, digits)
    request = load_request(arguments)
    study = load_with_training(request, needs_prediction=layout in (RECALL, PAPER) or chart is not None)
    tell_choices(study)
    result = tough_results.tough(study, RECALL if layout == PAPER else layout)
    if in_paper is not None:
        result = paper.laid_out(replace(result, arguments=[]), paper.tough(study, in_paper))
    write_result(study, request, result, output, form, chart, {"retention": request.retention})
