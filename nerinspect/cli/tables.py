"""`score`, `schemes`, `confusion` and `errors`: tables about a reference and its predictions."""

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from nerinspect.cli.commands import command
from nerinspect.cli.options import (
    chart_options,
    digits_option,
    load_options,
    load_request,
    output_options,
    paper_digits,
    paper_options,
)
from nerinspect.cli.session import load_for_result, tell, tell_choices, tell_error, write_result
from nerinspect.events.study import Study
from nerinspect.io.writing.pictures import ChartChoice
from nerinspect.lists.table import Result
from nerinspect.systems.weights import read_weights
from nerinspect.tables import scores as results
from nerinspect.tables.scores import f1_of_systems
from nerinspect.tables.tough import PAPER


@command(epilog="\b\nExample: nerinspect schemes test.conll pred.conll --table markdown")
@load_options
@click.option(
    "--weight", "weights", multiple=True, metavar="NAME=VALUE",
    help="A weight of the scheme weighted or ace: of an error (le, be, bes, bel, beo, lbe) what is correct, too much"
    " and missing, as be=0.5/0.25/0.25; of ace type=0.5, spurious=0.75, overlap=0.3, value:LOC=0.1; repeats.",
)  # fmt: skip
@paper_options
@output_options
def schemes(weights: tuple[str, ...], output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Score by exact match, SemEval-2013, fair evaluation and the ACE cost."""
    chosen = read_weights(weights)
    _write(partial(results.schemes, weights=chosen), output, form, arguments, "schemes", weights=chosen)


class Percent(click.ParamType[float]):
    """A number from 0 to 100."""

    name = "percent"

    def convert(self, value: str | float, *context: Any) -> float:  # noqa: ANN401
        """Read a number; what is none, such as nan, would let everything pass."""
        try:
            number = float(value)
        except ValueError:
            number = -1
        if not 0 <= number <= 100:
            self.fail(f"write a number of percent from 0 to 100, not “{value}”", *context)
        return number


@command(epilog="\b\nExample: nerinspect score test.conll flair=run1.conll flair=run2.conll --repair conlleval")
@load_options
@click.option(
    "--fail-under",
    type=Percent(),
    metavar="F1",
    help="Exit with status 3 if a system's F1, in percent, is lower.",
)
@chart_options
@paper_options
@output_options
def score(
    fail_under: float | None,
    chart: ChartChoice | None,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> int:
    """Give precision, recall, F1, event counts and demerits."""
    study = _write(results.scores, output, form, arguments, "scores", chart)
    if fail_under is None:
        return 0
    if 0 < fail_under < 1:
        tell(f"--fail-under {fail_under:.15g} is less than one percent; for a fraction write {100 * fail_under:.15g}")
    is_low = False
    for system, f1 in f1_of_systems(study):
        if f1 is None:
            tell(f"{system}: F1 is undefined, neither side has a mention; --fail-under lets it pass")
        elif f1 < fail_under / 100:
            tell_error(f"{system}: F1 is {_below(100 * f1, fail_under)}, lower than {fail_under:.15g}")
            is_low = True
    return 3 if is_low else 0


def _below(number: float, bound: float) -> str:
    """Write a number with two decimals, or as many as it takes to look lower than a bound."""
    written = (f"{number:.{digits}f}" for digits in range(2, 17))
    return next((text for text in written if float(text) < bound), repr(number))


@command(epilog="\b\nExample: nerinspect confusion test.conll pred.conll --table markdown")
@load_options
@click.option(
    "--layout", type=click.Choice((*results.CONFUSION_LAYOUTS, PAPER)),
    help="Lay the table out as a matrix, with the correct mentions on its diagonal, also as papers print it."
    "  [default: a row each]",
)  # fmt: skip
@digits_option
@output_options
def confusion(
    layout: str | None,
    digits: int | None,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Count confused mentions, reference type × predicted type, with none; each mention once."""
    arguments["digits"] = paper_digits(layout, digits)
    made = None if layout == PAPER else layout
    _write(partial(results.confusion, layout=made), output, form, arguments, "confusion")


@command(epilog="\b\nExample: nerinspect errors test.conll pred.conll -o errors.csv")
@load_options
@output_options
def errors(output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Group errors by surface, most frequent first."""
    _write(results.errors, output, form, arguments)


def _write(
    make: Callable[[Study], Result],
    output: str | None,
    form: str | None,
    arguments: dict[str, Any],
    layout: str | None = None,
    chart: ChartChoice | None = None,
    **options: Any,  # noqa: ANN401
) -> Study:
    """Load a study and write a result of it, as `tables.paper` lays it out if the arguments say `digits`."""
    digits = arguments.pop("digits", None)
    request = load_request(arguments)
    study = load_for_result(request)
    tell_choices(study)
    result = make(study)
    if layout is not None and digits is not None:
        from nerinspect.tables import paper  # few results are laid out so

        result = paper.laid_out(result, getattr(paper, layout)(study, n_digits=digits, **options))
    write_result(study, request, result, output, form, chart, {"retention": request.retention})
    return study
