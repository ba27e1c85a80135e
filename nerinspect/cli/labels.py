"""`validate` and `repair`: label files looked at one by one."""

import gzip
import shlex
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import click

from nerinspect.cli.options import file_options_of, label_file_options, output_options
from nerinspect.cli.session import describe_source, tell, write_standard_output, write_table
from nerinspect.encoding.dialects import REPAIR_METHODS, RepairMethod
from nerinspect.errors import CommandError
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.export import write_with_provenance
from nerinspect.io.labelled import VALIDATION_COLUMNS, LabelledFile, invalid_rows, read_labelled_file, repaired_bytes
from nerinspect.io.provenance import provenance, source_entry
from nerinspect.results.table import Table


@click.command(epilog="\b\nExample: nerinspect validate pred.conll --encoding BIO")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@label_file_options
@output_options
def validate(files: tuple[str, ...], output: str | None, form: str | None, **arguments: Any) -> int:  # noqa: ANN401
    """List every invalid transition; exit status 1 if there are any."""
    if files.count(STANDARD_INPUT) > 1:
        raise CommandError("- is given twice, but standard input can be read only once")
    read = [_read(path, arguments) for path in files]
    for file in read:
        tell(describe_source(file.source()))
    rows = list(chain.from_iterable(invalid_rows(file) for file in read))
    sources = [source_entry(file.source()) for file in read]
    table = Table(VALIDATION_COLUMNS, rows)
    write_table(table, output, form, _command("validate", files, output), sources, {"table": "validate", "filter": ""})
    return 1 if rows else 0


@click.command(epilog="\b\nExample: nerinspect repair pred.conll --method conlleval -o repaired.conll")
@click.argument("file")
@click.option(
    "--method", type=click.Choice(REPAIR_METHODS[1:]), required=True, help="How invalid transitions are repaired."
)
@label_file_options
@click.option("-o", "--output", metavar="FILE", help="Write FILE.  [default: standard output]")
def repair(file: str, method: RepairMethod, output: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Write a file with its invalid transitions repaired; only the changed labels differ."""
    if file == STANDARD_INPUT or Path(file).is_fifo():
        raise CommandError("repair reads its file twice, so standard input and pipes will not do; name a file")
    labelled = _read(file, arguments)
    data, done = repaired_bytes(labelled, method)
    source = labelled.source(done)
    tell(describe_source(source))

    def write(target: BinaryIO) -> None:
        target.write(gzip.compress(data, mtime=0) if output and output.endswith(".gz") else data)

    if output is None:
        write_standard_output(write)
        return
    sources = [source_entry(source)]
    command = _command("repair", (file, "--method", method), output)
    write_with_provenance(output, write, provenance(command, sources, {"form": "conll", "filter": ""}), sources)


def _read(path: str, arguments: dict[str, Any]) -> LabelledFile:
    if len(arguments["label_columns"]) > 1:
        raise CommandError("one --label-column at a time: each column of a merged file is a file of its own here")
    return read_labelled_file(path, file_options_of(path, arguments))


def _command(name: str, arguments: tuple[str, ...], output: str | None) -> str:
    """Write the command line as it was given, from the options that differ from their defaults."""
    context = click.get_current_context()
    options: list[str] = []
    for parameter in context.command.params:
        value = context.params[str(parameter.name)]
        is_given = context.get_parameter_source(str(parameter.name)) == click.core.ParameterSource.COMMANDLINE
        if not isinstance(parameter, click.Option) or not is_given or parameter.name in ("method", "output"):
            continue
        options.append(parameter.opts[-1])
        if not parameter.is_flag:
            options.append(",".join(map(str, value)) if isinstance(value, tuple) else str(value))
    end = ["--output", output] if output else []
    return shlex.join(["nerinspect", name, *arguments, *options, *end])
