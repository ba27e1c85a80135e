"""`score`, `schemes`, `confusion` and `errors`: tables about a reference and its predictions."""

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from nerinspect.cli.commands import Read, command
from nerinspect.cli.options import (
    Output,
    chart_options,
    layout_options,
    load_options,
    load_request,
    output_options,
    paper_options,
)
from nerinspect.cli.session import load_for_result, tell, tell_choices, tell_error, write_result
from nerinspect.errors import CommandError
from nerinspect.events.study import Study
from nerinspect.lists.table import PAPER, PaperTable, Result
from nerinspect.quantities import grouped, significant
from nerinspect.tables import scores as results
from nerinspect.tables.scores import f1_of_systems


@command(epilog="\b\nExample: nerinspect schemes test.conll pred.conll --table markdown")
@load_options
@click.option(
    "--weight", "weights", multiple=True, metavar="NAME=VALUE",
    help="A weight. For weighted: the shares of an error (le, be, bes, bel, beo, lbe) that are correct, too much and"
    " missing, such as be=0.5/0.25/0.25. For ace: type=0.5, spurious=0.75, overlap=0.3, value:LOC=0.1; repeatable.",
)  # fmt: skip
@paper_options
@output_options
def schemes(weights: tuple[str, ...], out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Score by exact match, SemEval-2013, fair evaluation and the ACE cost."""
    from nerinspect.systems.weights import read_weights  # what exact match does without
    from nerinspect.tables.schemes import schemes

    chosen = read_weights(weights)
    _write("schemes", partial(schemes, weights=chosen), out, arguments, weights=chosen)


def _percentage(text: str) -> float:
    """Read a number; what is none, such as nan, would let everything pass."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 100:
        raise CommandError(f"write a percentage from 0 to 100, not “{text}”")
    return number


@command(epilog="\b\nExample: nerinspect score test.conll flair=run1.conll flair=run2.conll --repair conlleval")
@load_options
@click.option(
    "--fail-under",
    type=Read("percent", _percentage),
    metavar="F1",
    help="Exit with status 3 if a system's F1, in percent, is lower.",
)
@chart_options
@paper_options
@output_options
def score(fail_under: float | None, out: Output, **arguments: Any) -> int:  # noqa: ANN401
    """Compute precision, recall, F1, event counts and demerits."""
    study = _write("score", results.scores, out, arguments)
    if fail_under is None:
        return 0
    bound = significant(fail_under, 15)
    if 0 < fail_under < 1:
        as_percent = significant(100 * fail_under, 15)
        tell(f"--fail-under {bound} is less than one percent; for a fraction write {as_percent}")
    is_low = False
    for system, f1 in f1_of_systems(study):
        if f1 is None:
            tell(f"{system}: F1 is undefined, neither side has a mention; --fail-under lets it pass")
        elif f1 < fail_under / 100:
            tell_error(f"{system}: F1 is {_below(100 * f1, fail_under)}, lower than {bound}")
            is_low = True
    return 3 if is_low else 0


def _below(number: float, bound: float) -> str:
    """Write a number with two decimals, or as many as it takes to look lower than a bound."""
    written = (grouped(number, digits) for digits in range(2, 17))
    return next((text for text in written if float(text) < bound), repr(number))


@command(epilog="\b\nExample: nerinspect confusion test.conll pred.conll --table markdown")
@load_options
@layout_options(
    click.option(
        "--layout", type=click.Choice((*results.CONFUSION_LAYOUTS, PAPER)),
        help="matrix: reference types down, predicted types across; paper: the same as papers print it."
        "  [default: a row each]",
    )
)  # fmt: skip
@output_options
def confusion(layout: str | None, out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Count confused mentions by reference type and predicted type, or none; each mention once."""
    _write("confusion", partial(results.confusion, layout=None if layout == PAPER else layout), out, arguments)


@command(epilog="\b\nExample: nerinspect errors test.conll pred.conll -o errors.csv")
@load_options
@output_options
def errors(out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Group errors by surface, most frequent first."""
    _write("errors", results.errors, out, arguments)


def _write(
    name: str,
    make: Callable[[Study], Result],
    out: Output,
    arguments: dict[str, Any],
    **options: Any,  # noqa: ANN401 - of the layout
) -> Study:
    """Load a study and write a result of it, as papers print it if that is asked for."""
    request = load_request(arguments)
    study = load_for_result(request)
    tell_choices(study)
    lay_out = partial(_layouts()[name], study, **options) if out.digits is not None else None
    write_result(study, request, make(study), out, lay_out, {"retention": request.retention})
    return study


def _layouts() -> dict[str, Callable[..., PaperTable]]:
    """Say what lays out the table of each subcommand for papers."""
    from nerinspect.tables import paper  # few results are laid out so

    return {"score": paper.scores, "schemes": paper.schemes, "confusion": paper.confusion}
