"""What every subcommand does around its own work: load, tell what was chosen, write with provenance."""

import io
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeAlias

import click

from nerinspect.attributes.own import attribute_sources
from nerinspect.cli.commands import is_quiet
from nerinspect.cli.options import Output
from nerinspect.corpus.text import Source
from nerinspect.errors import CommandError, NoIndexedTrainingError
from nerinspect.events.study import Study
from nerinspect.io.index.opening import has_training, is_index
from nerinspect.io.provenance import (
    FileToWrite,
    command_line,
    paths_read,
    provenance,
    study_sources,
    write_all_with_provenance,
    write_own_format,
)
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.forms import bytes_writer_of, write_as_text, write_readable
from nerinspect.io.writing.pictures import ChartChoice
from nerinspect.lists.table import PaperTable, Result, Table
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import grouped
from nerinspect.visible import one_line

if TYPE_CHECKING:
    from nerinspect.charts.values import Figure


def load_for_result(request: LoadRequest, with_others: bool = False) -> Study:
    """Load a study with at least one prediction."""
    if not request.predictions and len(request.label_columns) == 1 and not is_index(request.reference):
        raise CommandError(
            "there is no prediction; name one after the reference, or several columns of a merged file with"
            " --label-column"
        )
    return load_study(request, with_others=with_others)


def load_with_training(request: LoadRequest, needs_prediction: bool = False, with_others: bool = False) -> Study:
    """Load a study with training data, with or without predictions."""
    if is_index(request.reference) and not has_training(request):
        raise NoIndexedTrainingError(request.reference)
    if not has_training(request):
        raise CommandError("there is no training data; give it with --training")
    if needs_prediction and not request.retention:
        return load_for_result(request, with_others)
    return load_study(request, with_others=with_others)


def tell_choices(study: Study) -> None:
    """Tell on standard error how each file was read and what was noticed."""
    tell(study.reference.source.in_words)
    for prediction in study.predictions:
        tell(prediction.annotation.source.in_words)
    if study.training is not None:
        tell(study.training.annotation.source.in_words)
    for source in attribute_sources(study):
        tell(source.in_words)
    for warning in study.warnings:
        tell(f"warning: {warning}")


def tell(message: str) -> None:
    """Say one line on standard error, whatever characters the data put into it; nothing with `--quiet`."""
    if not is_quiet():
        tell_error(message)


def tell_error(message: str) -> None:
    """Say why the exit status is not 0, in one line on standard error."""
    click.echo(f"nerinspect: {one_line(message)}", err=True)


@contextmanager
def progress(doing: str, things: str) -> Iterator[Checkpoint]:
    """Let work say on standard error how far it is, in one line that goes when it ends; only on a terminal."""
    last = ""

    def say(done: int, total: int) -> None:
        nonlocal last
        line = f"nerinspect: {doing} … {100 * done // total} % of {grouped(total)} {things}"
        if line != last:
            click.echo(f"\r{line}", err=True, nl=False)
            last = line

    if is_quiet() or sys.stderr is None or not sys.stderr.isatty():
        yield no_checkpoint
        return
    try:
        yield say
    finally:
        click.echo(f"\r{' ' * len(last)}\r", err=True, nl=False)


_AT_ONCE = 1 << 20  # bytes of a result are handed on
LaysOut: TypeAlias = Callable[[int], PaperTable]  # lays a result out as papers print it, with some decimals


def write_table(
    table: Table, out: Output, command: str, sources: Sequence[Mapping[str, Any]], details: Mapping[str, Any]
) -> None:
    """Write a table with the provenance of the files read, and the command line that reproduces it."""
    write_tables([(table, out, details)], command, sources)


def in_layout(result: Result, out: Output, lay_out: LaysOut | None) -> Result:
    """Give a result as papers print it, if that is asked for."""
    if lay_out is None or out.digits is None:
        return result
    from nerinspect.tables.paper import laid_out  # few results are

    return laid_out(result, lay_out(out.digits))


def write_result(
    study: Study,
    request: LoadRequest,
    result: Result,
    out: Output,
    lay_out: LaysOut | None = None,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Write a result about a loaded study, as the subcommand of its name does, and its chart if one is asked for.

    `options` are those of the figure; see `write_table`.
    """
    result = in_layout(result, out, lay_out)
    for note in result.notes:
        tell(note)
    _write_chart(study, request, result, out.chart, options or {})
    if out.has_table:
        command = command_line(result.details["table"], request, [*result.arguments, *out.told])
        details = {**result.details, "warnings": list(study.warnings)}
        write_table(result.table, out, command, study_sources(study), details)


def write_with_profile(
    study: Study,
    request: LoadRequest,
    result: Result,
    out: Output,
    averages: Callable[[Study], Result],
    profile: str | None,
    options: Mapping[str, Any],
) -> None:
    """Write a result about training, and averages of the reference beside it if there is a name for their file."""
    _write_chart(study, request, result, out.chart, options)
    into = ["--profile", profile] if profile else []
    command = command_line(result.details["table"], request, [*result.arguments, *into, *out.told])
    tables = [(result.table, out, result.details)] if out.has_table else []
    if profile:
        beside = averages(study)
        tables.append((beside.table, Output(profile, "csv"), beside.details))
    write_tables(tables, command, study_sources(study))


def _write_chart(
    study: Study, request: LoadRequest, result: Result, choice: ChartChoice | None, options: Mapping[str, Any]
) -> None:
    """Write a chart of a result, if one is asked for, with the command line that draws it again."""
    if choice is None:
        return
    from nerinspect.charts.figures import make_figure  # not needed without charts

    name: str = result.details["table"]
    figure = make_figure(study, name, choice.systems, **options)
    said = {**result.details, "warnings": list(study.warnings)}
    command = partial(command_line, name, request)
    write_figure(figure, name, choice, study_sources(study), said, lambda more: command([*result.arguments, *more]))


def write_figure(
    figure: "Figure",
    name: str,
    choice: ChartChoice,
    sources: Sequence[Mapping[str, Any]],
    details: Mapping[str, Any],
    command: Callable[[Sequence[str]], str],
) -> None:
    """Write a figure; `command` gives the command line with the arguments that say where and how it is drawn."""
    from nerinspect.library.chart import Chart

    chart = Chart(figure, name, sources, details, lambda more: command([*choice.told_systems, *more]))
    write_all_with_provenance([chart.file(choice.path, choice.look)], chart.read)


def write_tables(
    tables: Sequence[tuple[Table, Output, Mapping[str, Any]]], command: str, sources: Sequence[Mapping[str, Any]]
) -> None:
    """Write several tables of one command, each with what its record says: files all or none, then standard output."""
    files = []
    for table, out, details in tables:
        if out.path is not None:
            name, *safe = (out.form or "csv").split()
            is_safe = {"spreadsheet_safe": True} if safe else {}
            record = provenance(command, sources, {"form": name, **is_safe, **details})
            files.append(FileToWrite(out.path, partial(bytes_writer_of(out.form or "csv"), table), record))
    write_all_with_provenance(files, paths_read(sources))
    for table, out, _ in tables:
        if out.path is None:
            is_for_people = not out.form and sys.stdout.isatty()
            write = partial(write_as_text, write=write_fitting) if is_for_people else bytes_writer_of(out.form or "csv")
            if isinstance(table.rows, list):
                write_standard_output(partial(write, table))
            else:  # made as they are read, for there may be very many
                from tempfile import TemporaryFile  # needed here alone

                with TemporaryFile() as whole:
                    write_standard_output(partial(write, table), whole)


def write_fitting(table: Table, file: TextIO) -> None:
    """Write a readable table as wide as the terminal."""
    import shutil  # not needed where programs read

    write_readable(table, file, shutil.get_terminal_size().columns)


def write_standard_output(write: Callable[[BinaryIO], Any], whole: BinaryIO | None = None) -> None:
    """Write a result to standard output, whole or not at all; it is no fault if nobody reads it.

    It waits for its end in memory, or in a file that is given.
    """
    whole = io.BytesIO() if whole is None else whole
    write(whole)
    whole.seek(0)
    try:
        sys.stdout.flush()
        while part := whole.read(_AT_ONCE):
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # here, because click would end with status 1
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # no complaint at exit


def write_file(data: bytes, source: Source, output: str | None, more_sources: Sequence[Mapping[str, Any]] = ()) -> None:
    """Write a file in its own format, with its provenance beside it, and tell what was done."""
    tell(source.in_words)
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
        elif isinstance(parameter, click.Option) and is_given(name):
            for one in value if parameter.multiple else [value]:
                options += [parameter.opts[-1], *_written(parameter, one)]
    return shlex.join([*context.command_path.split(), *arguments, *options])


def is_given(name: str) -> bool:
    """Tell whether an option, by the name of its parameter, is on the command line."""
    return click.get_current_context().get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE


def _written(option: click.Option, value: Any) -> list[str]:  # noqa: ANN401 - whatever options hold
    """Write the value of an option as it is given on the command line."""
    if option.is_flag:
        return []
    if not isinstance(value, tuple):
        return [str(value)]
    return [str(part) for part in value] if option.nargs > 1 else [",".join(map(str, value))]
