"""`validate`, `repair`, `convert`, `count` and `summarize`: label files looked at one by one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final

import click

from nerinspect.checking.notices import notices_of_annotations
from nerinspect.cli.commands import argument, command, in_input
from nerinspect.cli.options import (
    Output,
    beside_reference_options,
    label_file_options,
    load_request,
    options_of_files,
    output_option,
    output_options,
    paper_options,
    type_options,
)
from nerinspect.cli.session import (
    command_as_given,
    is_given,
    load_for_result,
    progress,
    tell,
    tell_choices,
    write_file,
    write_result,
    write_table,
)
from nerinspect.corpus.types import notices_of_names
from nerinspect.encoding.labels import DIALECTS, REPAIR_METHODS, RepairMethod
from nerinspect.errors import CommandError
from nerinspect.events.study import AnnotatedText
from nerinspect.io.content import STANDARD_INPUT, read_file_bytes
from nerinspect.io.provenance import source_entry
from nerinspect.io.reading.files import refuse_index
from nerinspect.io.reading.interpreting import annotate, read_type_changes, with_changed_types
from nerinspect.io.reading.labelled_file import (
    VALIDATION_COLUMNS,
    convert_file,
    invalid_rows,
    read_alone,
    read_labelled_file,
    repaired_bytes,
)
from nerinspect.io.request import FileOptions
from nerinspect.lists.table import PaperTable, Table
from nerinspect.tables.annotation import REPAIRS, repaired_systems, repairs
from nerinspect.tables.files import mention_counts, summary_table
from nerinspect.tables.paper import paper_details, summary
from nerinspect.tables.paper import repairs as paper_repairs


@command(epilog="\b\nExample: nerinspect validate pred.conll --encoding BIO")
@argument("files", nargs=-1, required=True, metavar="FILE...")
@label_file_options
@output_options
def validate(files: tuple[str, ...], out: Output, **arguments: Any) -> int:  # noqa: ANN401
    """List every invalid transition; exit status 1 if there are any."""
    options = one_column_options(files, arguments)
    read = [read_labelled_file(path, one) for path, one in zip(files, options, strict=True)]
    for file in read:
        tell(file.source().in_words)
    rows = list(chain.from_iterable(invalid_rows(file) for file in read))
    sources = [source_entry(file.source()) for file in read]
    table = Table(VALIDATION_COLUMNS, rows)
    write_table(table, out, command_as_given(), sources, {"table": "validate", "filter": ""})
    return 1 if rows else 0


@command(epilog="\b\nExample: nerinspect repair test.conll mbert=run1.conll mbert=run2.conll --layout paper")
@argument("files", nargs=-1, required=True, metavar="FILE [PREDICTION]...")
@click.option("--method", type=click.Choice(REPAIR_METHODS[1:]), help="How invalid transitions are repaired.")
@label_file_options
@beside_reference_options
@paper_options
@output_options
def repair(files: tuple[str, ...], method: RepairMethod | None, out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Write a file with its invalid transitions repaired, or compare the repairs.

    With --method, FILE is written and only the changed labels differ, as in nerinspect repair pred.conll --method
    conlleval -o repaired.conll. Without it, FILE is the reference, and each
    repair of the predictions is scored: F1 under both, mean and deviation over the runs of a system, and whether the
    difference may be chance.
    """
    if method is None:
        _compare_repairs(files, out, arguments)
        return
    if len(files) > 1:
        raise CommandError(f"--method repairs one file, and there are {len(files)}; leave it out to compare repairs")
    for option in click.get_current_context().command.params:
        if option.name in _OF_COMPARISON and is_given(option.name):
            raise CommandError(f"{option.opts[0]} is for comparing repairs; leave it out, or leave out --method")
    [options] = one_column_options(files, arguments)
    labelled = read_labelled_file(files[0], options)
    data, done = repaired_bytes(labelled, method)
    write_file(data, labelled.source(done), out.path)


_OF_COMPARISON: Final = (
    "encoding_reference", "repair_reference", "tokens", "keep_types", "remove_types", "map_types",
    "layout", "digits", "form", "spreadsheet_safe",
)  # fmt: skip


def _compare_repairs(files: tuple[str, ...], out: Output, arguments: dict[str, Any]) -> None:
    """Write what each repair makes of predictions; read under that which every chunk encoding defines."""
    refuse_index(files[0])
    if len(files) == 1 and len(arguments["label_columns"]) == 1:
        raise CommandError("name a --method to repair this file, or add predictions to compare the repairs")
    request = load_request({**arguments, "reference": files[0], "predictions": files[1:]})
    study = load_for_result(replace(request, repair=REPAIRS[0]))
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    tell_choices(study)
    with progress("repairing", "predictions") as checkpoint:
        systems = repaired_systems(study, changes, checkpoint)
    write_result(study, request, repairs(systems), out, partial(paper_repairs, study, systems))


def one_column_options(files: Sequence[str], arguments: dict[str, Any]) -> list[FileOptions]:
    """Give what the parameters of `label_file_options` ask for files with one label column each.

    Raises
    ------
    CommandError
        If several columns are asked for, standard input is given twice, or an option is for another file.
    """
    if len(arguments["label_columns"]) > 1:
        raise CommandError("one --label-column at a time: each column of a merged file counts as a file here")
    if files.count(STANDARD_INPUT) > 1:
        raise CommandError("- is given twice, but standard input can be read only once; name a file for one of them")
    return options_of_files(files, arguments)


@command(epilog="\b\nExample: nerinspect convert train.conll --to BIOES -o train.bioes")
@argument("file")
@click.option(
    "--to",
    type=click.Choice(tuple(DIALECTS), case_sensitive=False),
    help="Chunk encoding of the new file.  [default: that of the file]",
)
@label_file_options
@type_options
@output_option
def convert(
    file: str,
    to: str | None,
    keep_types: tuple[str, ...],
    remove_types: tuple[str, ...],
    map_types: str,
    output: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:  # fmt: skip
    """Write a file in another chunk encoding, or with other types; only the changed labels differ."""
    changes = read_type_changes(keep_types, remove_types, map_types)
    if to is None and not changes:
        raise CommandError("there is nothing to change; name --to, --keep-types, --remove-types or --map-types")
    [options] = one_column_options([file], arguments)
    converted = convert_file(file, options, to, changes)
    write_file(converted.data, converted.source, output, map_source(map_types))


def map_source(path: str) -> list[dict[str, Any]]:
    """Describe a type map for the provenance; an empty path gives none."""
    return [{"role": "type map", "path": path, "sha256": read_file_bytes(path).sha256}] if path else []


_repair_option = in_input(
    "--repair", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
    help="Repair of invalid transitions.",
)  # fmt: skip


@command(epilog="\b\nExample: nerinspect count train.conll --keep-types PER -o people.csv")
@argument("files", nargs=-1, required=True, metavar="FILE...")
@label_file_options
@_repair_option
@type_options
@output_options
def count(out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Count the mentions of all files by type and surface, most frequent first."""
    _write("count", lambda _, read: mention_counts(read), out, **arguments)


@command(epilog="\b\nExample: nerinspect summarize train.conll test.conll")
@argument("files", nargs=-1, required=True, metavar="FILE...")
@label_file_options
@_repair_option
@type_options
@paper_options
@output_options
def summarize(out: Output, **arguments: Any) -> None:  # noqa: ANN401
    """Count documents, sentences, tokens and mentions of each file."""

    def make(files: Sequence[str], read: Sequence[AnnotatedText]) -> Table:
        named = list(zip(files, read, strict=True))
        return summary_table(named) if out.digits is None else summary(named, out.digits)

    _write("summarize", make, out, **arguments)


def _write(
    name: str,
    make: Callable[[Sequence[str], Sequence[AnnotatedText]], Table],
    out: Output,
    files: tuple[str, ...],
    keep_types: tuple[str, ...],
    remove_types: tuple[str, ...],
    map_types: str,
    **arguments: Any,  # noqa: ANN401
) -> None:
    asked = one_column_options(files, arguments)
    changes = read_type_changes(keep_types, remove_types, map_types)
    read: list[AnnotatedText] = []
    for file, options in zip(files, asked, strict=True):
        _, raw = read_alone(file, options)
        annotation = with_changed_types(annotate(raw, options, "prediction"), changes)
        read.append(AnnotatedText(raw.own_text, replace(annotation, source=replace(annotation.source, role="file"))))
        tell(read[-1].annotation.source.in_words)
    sources = [source_entry(one.annotation.source, mentions=len(one.annotation.mentions)) for one in read]
    details: dict[str, Any] = {"table": name, "filter": ""}
    table = make(files, read)
    if isinstance(table, PaperTable):
        details |= paper_details(table)
    warnings = notices_of_annotations([one.annotation for one in read])
    if name == "summarize":
        warnings += notices_of_names(type_name for one in read for type_name in one.annotation.mentions.type_names())
    if warnings:
        details["warnings"] = warnings
    for warning in warnings:
        tell(f"warning: {warning}")
    write_table(table, out, command_as_given(), [*sources, *map_source(map_types)], details)
