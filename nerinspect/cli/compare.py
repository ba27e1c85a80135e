"""`compare`, `diff`, `signature`: systems in pairs, two versions of one, and in what the making of results differs."""

from functools import partial
from typing import Any, Final

import click
import numpy as np

from nerinspect.cli.commands import Read, argument, command
from nerinspect.cli.listing import ListOptions, list_options
from nerinspect.cli.options import (
    Output,
    chart_options,
    check_outputs,
    load_options,
    load_request,
    output_options,
    paper_options,
)
from nerinspect.cli.session import (
    command_as_given,
    load_for_result,
    progress,
    tell,
    tell_choices,
    write_result,
    write_table,
)
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import CommandError
from nerinspect.events.study import Study
from nerinspect.io.index.opening import has_training
from nerinspect.io.provenance import command_line
from nerinspect.io.reading.loading import asks_for_other_columns
from nerinspect.io.signature import find_signature, read_signature, signature_differences
from nerinspect.io.writing.export import list_file, told_list
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of, Table
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.query.differences import MEAN
from nerinspect.systems.outcomes import CHANGES, Changes, changes
from nerinspect.systems.significance import CORRECTIONS, SAMPLES, SEED, Correction
from nerinspect.tables import paper
from nerinspect.tables.compare import MEASURES, compared_pairs, comparison, diff_table
from nerinspect.tables.runs import check_several_systems

_MOST_SAMPLES: Final = 1_000_000  # all of them are in memory at once


def _run_number(text: str) -> int:
    if text == "mean":
        return MEAN
    if not text.isdecimal() or not int(text):
        raise CommandError(f"“{text}” is not a run; write a number from 1, or mean")
    return int(text)


@command(epilog="\b\nExample: nerinspect compare test.conll flair=flair.conll elmo=elmo.conll --samples 10000")
@load_options
@click.option(
    "--samples", "n_samples", type=click.IntRange(1, _MOST_SAMPLES), metavar="N", default=SAMPLES, show_default=True,
    help="Number of samples of the paired bootstrap.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", default=SEED, show_default=True,
    help="Random seed; the same seed gives the same samples.",
)  # fmt: skip
@click.option(
    "--measure", type=click.Choice(list(MEASURES)), default="f1", show_default=True,
    help="The score that systems are compared by.",
)  # fmt: skip
@click.option(
    "--correction", type=click.Choice(list(CORRECTIONS)), default="none", show_default=True,
    help="Add p values corrected for the number of rows, by Holm or by Benjamini and Hochberg.",
)  # fmt: skip
@click.option(
    "--run", type=Read("N", _run_number), metavar="N", default="mean", show_default=True,
    help="The run of each system that outcome counts and McNemar use, or their mean over all runs.",
)  # fmt: skip
@click.option("--detectable", is_flag=True, help="Add the smallest difference that a test set of this size can detect.")
@chart_options
@paper_options
@output_options
def compare(
    n_samples: int,
    seed: int,
    measure: str,
    correction: Correction,
    run: int,
    detectable: bool,
    out: Output,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Compare systems in pairs: F1, who has which mentions, and whether the difference may be chance.

    Several runs of a system share its name: flair=run1.conll flair=run2.conll.
    """
    request = load_request(arguments)
    study = load_for_result(request)
    check_several_systems(study.systems)
    tell_choices(study)
    with progress("comparing", "pairs of systems") as checkpoint:
        pairs = compared_pairs(study, n_samples, seed, checkpoint, MEASURES[measure], run)
        result = comparison(pairs, n_samples, seed, correction, detectable, run)
    options = {"samples": n_samples, "seed": seed, "measure": MEASURES[measure]}
    write_result(study, request, result, out, partial(paper.comparison, study, pairs, correction, run=run), options)


_OLD, _NEW = 0, 1


@command(epilog="\b\nExample: nerinspect diff test.conll old.conll new.conll --columns change,kind,old_kind,text")
@load_options
@list_options(MENTIONS, Of.CHANGES)
def diff(asked: ListOptions, **arguments: Any) -> None:  # noqa: ANN401
    """List the events fixed, broken and changed between two versions of a system, the old one first."""
    request = load_request(arguments)
    every = MENTIONS.names(Of.EVENTS, *([Of.TRAINING] if has_training(request) else []), Of.CHANGES)
    form = asked.list_form(MENTIONS, every, (Of.CHANGES,))
    study = load_for_result(request, with_others=asks_for_other_columns(asked.where, *form.columns))
    _check_versions(study)
    listed = asked.listed(MENTIONS, study, request)
    query, found = listed.query, changes(study, _OLD, _NEW)
    tell_choices(study)
    rows = np.flatnonzero(np.isin(found.judged_event, listed.order))
    tell(_summary(study, found, rows, bool(query)))
    details = {
        "table": "diff",
        **form.details,
        "rows": len(rows),
        "filter": query,
        "changes": {**_counts(found, rows), "unchanged_errors": found.n_unchanged},
        **({"buckets": asked.n_wanted, "matching": study.matching} if study.training is not None else {}),
        "warnings": list(study.warnings),
    }
    told = told_list(query, form, every, asked.output)
    table = diff_table(study, found, _NEW, rows, form.drawn)
    asked.write(
        study,
        lambda: table,
        lambda: list_file(study, form, table, len(rows), command_line("diff", request, told), details),
    )


next(one for one in diff.params if one.name == "predictions").metavar = "OLD NEW"  # merged files name none


def _check_versions(study: Study) -> None:
    """Refuse more or fewer than two predictions: which is old and which new must be certain."""
    if (n_given := len(study.predictions)) != 2:
        raise CommandError(
            f"diff takes one old and one new prediction, and there {word_for(n_given, 'is', 'are')} {n_given};"
            " name two, of several runs one each"
        )


def _summary(study: Study, found: Changes, rows: AnyIntArray, is_filtered: bool) -> str:
    """Say how many rows there are of each change, and how the errors of both versions add up."""
    counts = ", ".join(f"{name} {grouped(number)}" for name, number in _counts(found, rows).items())
    if is_filtered:
        return f"{counts} that match, of {counted(len(found), 'row')}"
    fixed, broken, _ = found.place_counts
    old, new = found.wrong_places
    return (
        f"{counts}; {counted(found.n_unchanged, 'error')} unchanged;"
        f" wrong places: {grouped(old)} in {_named(study, _OLD)} - {grouped(fixed)} fixed + {grouped(broken)} broken"
        f" = {grouped(new)} in {_named(study, _NEW)}"
    )


def _counts(found: Changes, rows: AnyIntArray) -> dict[str, int]:
    return dict(zip(CHANGES, np.bincount(found.change[rows], minlength=len(CHANGES)).tolist(), strict=True))


def _named(study: Study, number: int) -> str:
    one = study.predictions[number]
    return one.system if len(study.systems) == 2 else f"{one.system} run {one.run}"


SIGNATURE_COLUMNS: Final = ("part", "a", "b")


@command(epilog="\b\nExample: nerinspect signature scores.csv scores-of-june.csv")
@argument("a", metavar="RESULT")
@argument("b", metavar="[RESULT]", required=False)
@output_options
def signature(a: str, b: str | None, out: Output) -> int:
    """Show what the signature of a result says, or where two differ; exit status 1 if they do.

    A result is a file that was exported, its provenance, or a signature in quotes.
    """
    check_outputs(*(path for result in (a, b) if result for path in (result, f"{result}.json")))
    one = find_signature(a)
    if b is None:
        table = Table(SIGNATURE_COLUMNS[:2], list(read_signature(one).items()))
    else:
        differences = signature_differences(one, find_signature(b))
        tell(f"the signatures differ in {counted(len(differences), 'part')}" if differences else "the signatures agree")
        table = Table(SIGNATURE_COLUMNS, differences)
    write_table(table, out, command_as_given(), [], {"table": "signature"})
    return 1 if b is not None and differences else 0
