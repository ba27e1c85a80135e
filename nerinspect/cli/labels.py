"""`validate` and `repair`: label files looked at one by one."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import click

from nerinspect.cli.options import label_file_options, options_of_files, output_option, output_options
from nerinspect.cli.session import (
    command_as_given,
    describe_source,
    tell,
    write_file,
    write_table,
)
from nerinspect.encoding.dialects import REPAIR_METHODS, RepairMethod
from nerinspect.errors import CommandError
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.labelled import VALIDATION_COLUMNS, invalid_rows, read_labelled_file, repaired_bytes
from nerinspect.io.provenance import source_entry
from nerinspect.io.request import FileOptions
from nerinspect.results.table import Table


@click.command(epilog="\b\nExample: nerinspect validate pred.conll --encoding BIO")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@label_file_options
@output_options
def validate(files: tuple[str, ...], output: str | None, form: str | None, **arguments: Any) -> int:  # noqa: ANN401
    """List every invalid transition; exit status 1 if there are any."""
    options = one_column_options(files, arguments)
    read = [read_labelled_file(path, one) for path, one in zip(files, options, strict=True)]
    for file in read:
        tell(describe_source(file.source()))
    rows = list(chain.from_iterable(invalid_rows(file) for file in read))
    sources = [source_entry(file.source()) for file in read]
    table = Table(VALIDATION_COLUMNS, rows)
    write_table(table, output, form, command_as_given(), sources, {"table": "validate", "filter": ""})
    return 1 if rows else 0


@click.command(epilog="\b\nExample: nerinspect repair pred.conll --method conlleval -o repaired.conll")
@click.argument("file")
@click.option(
    "--method", type=click.Choice(REPAIR_METHODS[1:]), required=True, help="How invalid transitions are repaired."
)
@label_file_options
@output_option
def repair(file: str, method: RepairMethod, output: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Write a file with its invalid transitions repaired; only the changed labels differ."""
    [options] = one_column_options([file], arguments)
    labelled = read_labelled_file(file, options)
    data, done = repaired_bytes(labelled, method)
    write_file(data, labelled.source(done), output)


def one_column_options(files: Sequence[str], arguments: dict[str, Any]) -> list[FileOptions]:
    """Give what the parameters of `label_file_options` ask for files with one label column each.

    Raises
    ------
    CommandError
        If several columns are asked for, standard input is given twice, or an option is for another file.
    """
    if len(arguments["label_columns"]) > 1:
        raise CommandError("one --label-column at a time: each column of a merged file is a file of its own here")
    if files.count(STANDARD_INPUT) > 1:
        raise CommandError("- is given twice, but standard input can be read only once; name a file for one of them")
    return options_of_files(files, arguments)
