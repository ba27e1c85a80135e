"""What every subcommand does around its own work: load, tell what was chosen, write with provenance."""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO

import click

from nerinspect.analysis.study import Study
from nerinspect.corpus.source import Source
from nerinspect.errors import CommandError, counted
from nerinspect.io.export import write_as_text, write_with_provenance
from nerinspect.io.load import load_study
from nerinspect.io.provenance import provenance
from nerinspect.io.render import WRITERS, write_readable
from nerinspect.io.request import LoadRequest
from nerinspect.results.table import Table


def load_for_result(request: LoadRequest, with_others: bool = False) -> Study:
    """Load a study with at least one prediction."""
    if not request.predictions and len(request.label_columns) == 1:
        raise CommandError(
            "there is no prediction; name one behind the reference, or several columns of a merged file with"
            " --label-column"
        )
    return load_study(request, with_others=with_others)


def tell_choices(study: Study) -> None:
    """Tell on standard error how each file was read and what was noticed."""
    tell(describe_source(study.reference.source))
    for prediction in study.predictions:
        tell(describe_source(prediction.annotation.source))
    if study.training is not None:
        tell(describe_source(study.training.annotation.source))
    for warning in study.warnings:
        tell(f"warning: {warning}")


def describe_source(source: Source) -> str:
    """Say in one line how a file was read."""
    facts = (
        [source.encoding + (" (detected)" if source.encoding_chosen_by == "auto" else "")] if source.encoding else []
    )
    if source.n_invalid or source.n_changed:
        n_invalid, n_changed = counted(source.n_invalid, "invalid transition"), counted(source.n_changed, "label")
        facts.append(f"{n_invalid}, {n_changed} changed ({source.repair})")
    facts += source.notes
    column = f" column {source.label_column}" if source.label_column not in (None, -1) else ""
    return f"{source.role} {source.path}{column}: {'; '.join(facts) or source.format}"


def tell(message: str) -> None:
    """Say something on standard error."""
    click.echo(f"nerinspect: {message}", err=True)


def write_table(
    table: Table,
    output: str | None,
    form: str | None,
    command: str,
    sources: Sequence[Mapping[str, Any]],
    details: Mapping[str, Any],
) -> None:
    """Write a table to standard output, or to a file with its provenance beside it.

    Parameters
    ----------
    table : Table
        The result.
    output : str or None
        A path; None for standard output.
    form : str or None
        A name in `WRITERS`; None for readable text on a terminal, else CSV.
    command : str
        The command line that reproduces it.
    sources : sequence of mapping
        Provenance of the files read.
    details : mapping
        What else the provenance says.
    """
    chosen = form or ("readable" if output is None and sys.stdout.isatty() else "csv")
    write = WRITERS.get(chosen, write_readable)
    if output is None:
        write_standard_output(lambda file: write_as_text(file, table, write))
        return
    record = provenance(command, sources, {"form": chosen, **details})
    write_with_provenance(output, lambda file: write_as_text(file, table, write), record, sources)


def write_standard_output(write: Callable[[BinaryIO], Any]) -> None:
    """Write a result to standard output, whole: nothing appears if it fails on the way."""
    whole = io.BytesIO()
    write(whole)
    sys.stdout.flush()
    sys.stdout.buffer.write(whole.getbuffer())
    sys.stdout.buffer.flush()
