"""`swap`: sentences in which head and tail of a relation have changed places, and what systems make of them."""

from typing import Any

import click

from nerinspect.cli.commands import argument, command
from nerinspect.cli.options import Output, WrittenFile, file_options, form_options, load_request, tokens_option
from nerinspect.cli.session import command_as_given, tell, write_table
from nerinspect.errors import CommandError
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.swap_files import (
    read_predictions,
    read_swap,
    report_details,
    scored_runs,
    scores_on,
    swap_sources,
    swap_table,
    swapped_in_words,
    token_fields,
    write_swapped,
)


@command(
    epilog="\b\nExample: nerinspect swap test.json --type Kill -o swapped.json\n\n"
    "\b\nExample: nerinspect swap test.json --type Kill --original spert=a.json --swapped spert=b.json"
)
@argument("file")
@click.option("--type", "relation_type", metavar="T", required=True, help="The relation type.")
@click.option(
    "--original", multiple=True, metavar="[NAME=]PRED",
    help="A prediction on FILE; repeatable, also for runs of a system.",
)  # fmt: skip
@click.option(
    "--swapped", multiple=True, metavar="[NAME=]PRED", help="A prediction on the swapped sentences; repeatable."
)
@click.option(
    "-o", "--output", type=WrittenFile(), help="Write the swapped sentences to FILE and, beside it, FILE.json."
)
@click.option(
    "--report", type=WrittenFile(),
    help="Write what the predictions score to FILE and, beside it, FILE.json.  [default: standard output]",
)  # fmt: skip
@form_options
@file_options
@tokens_option
def swap(
    relation_type: str,
    original: tuple[str, ...],
    swapped: tuple[str, ...],
    output: str | None,
    report: str | None,
    form: str | None,
    file: str,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Exchange head and tail where a sentence has one relation of a type, or score predictions on such sentences."""
    _refuse_contradictions(output, report, form, bool(original or swapped))
    request = load_request({"reference": file, "predictions": (*original, *swapped), **arguments})
    made = read_swap(request, relation_type)
    tell(made.annotation.source.in_words)
    studies = {
        name: read_predictions(made, request, predictions, name == "swapped")
        for name, predictions in (("original", original), ("swapped", swapped))
        if predictions
    }
    for study in studies.values():
        for one in study.predictions:
            tell(one.annotation.source.in_words)
    tell(swapped_in_words(made.swapped))
    if output is not None:
        if moved := token_fields(made.raw):
            tell(f"values moved with the tokens: {', '.join(moved)}")
        write_swapped(made, output, command_as_given(), request.files)
    if studies:
        runs = {name: scored_runs(study, scores_on(made, study, name)) for name, study in studies.items()}
        details, sources = report_details(made, (form or "csv").split()[0]), swap_sources(made, studies)
        write_table(swap_table(runs), Output(report, form), command_as_given(), sources, details)


def _refuse_contradictions(output: str | None, report: str | None, form: str | None, has_predictions: bool) -> None:
    if STANDARD_INPUT in (output, report):
        raise CommandError("-o and --report write a file and a record beside it; name one")
    if has_predictions:
        return
    if output is None:
        raise CommandError(
            "there is nothing to write; name a file for the swapped sentences with -o, or predictions with --original"
            " and --swapped"
        )
    if report is not None or form is not None:
        raise CommandError("there are no predictions to report on; name some with --original and --swapped")
