"""`validate` and `repair`: label files looked at one by one."""

import shlex
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import click

from nerinspect.cli.options import label_file_options, options_of_files, output_option, output_options
from nerinspect.cli.session import describe_source, tell, write_standard_output, write_table
from nerinspect.corpus.source import Source
from nerinspect.encoding.dialects import REPAIR_METHODS, RepairMethod
from nerinspect.errors import CommandError
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.export import write_own_format
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


def write_file(data: bytes, source: Source, output: str | None, more_sources: Sequence[Mapping[str, Any]] = ()) -> None:
    """Write a file in its own format, with its provenance beside it, and tell what was done."""
    tell(describe_source(source))
    if output is None:
        write_standard_output(lambda target: target.write(data))
    else:
        write_own_format(data, source, output, command_as_given(), more_sources)


def command_as_given() -> str:
    """Write the command line of the running subcommand: its files, then every option that was given."""
    context = click.get_current_context()
    arguments: list[str] = []
    options: list[str] = []
    for parameter in context.command.params:
        name, value = str(parameter.name), context.params[str(parameter.name)]
        if isinstance(parameter, click.Argument):
            arguments += value if isinstance(value, tuple) else filter(None, [value])
        elif isinstance(parameter, click.Option) and _is_given(context, name):
            for one in value if parameter.multiple else [value]:
                options += [parameter.opts[-1], *_written(parameter, one)]
    return shlex.join([*context.command_path.split(), *arguments, *options])


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE


def _written(option: click.Option, value: Any) -> list[str]:  # noqa: ANN401 - whatever options hold
    """Write the value of an option as it is given on the command line."""
    if option.is_flag:
        return []
    if not isinstance(value, tuple):
        return [str(value)]
    return [str(part) for part in value] if option.nargs > 1 else [",".join(map(str, value))]
