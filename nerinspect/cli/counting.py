"""`count` and `summarize`: what is in files, looked at one by one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import click

from nerinspect.analysis.study import AnnotatedText
from nerinspect.analysis.type_names import notices_of_names
from nerinspect.cli.convert import map_source
from nerinspect.cli.labels import one_column_options
from nerinspect.cli.options import label_file_options, output_options, type_options
from nerinspect.cli.session import command_as_given, describe_source, tell, write_table
from nerinspect.encoding.dialects import REPAIR_METHODS
from nerinspect.io.annotating import annotate
from nerinspect.io.labelled import read_alone
from nerinspect.io.provenance import source_entry
from nerinspect.io.type_map import read_type_changes, with_changed_types
from nerinspect.results.mention_counts import mention_counts
from nerinspect.results.summary import summary_table
from nerinspect.results.table import Table

_repair_option = click.option(
    "--repair", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
    help="Repair of invalid transitions.",
)  # fmt: skip


@click.command(epilog="\b\nExample: nerinspect count train.conll --keep-types PER -o people.csv")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@label_file_options
@_repair_option
@type_options
@output_options
def count(output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Count the mentions of all files by type and surface, most frequent first."""
    _write("count", lambda _, read: mention_counts(read), output, form, **arguments)


@click.command(epilog="\b\nExample: nerinspect summarize train.conll test.conll")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@label_file_options
@_repair_option
@type_options
@output_options
def summarize(output: str | None, form: str | None, **arguments: Any) -> None:  # noqa: ANN401
    """Count documents, sentences, tokens and mentions of each file."""
    _write("summarize", lambda files, read: summary_table(zip(files, read, strict=True)), output, form, **arguments)


def _write(
    name: str,
    make: Callable[[Sequence[str], Sequence[AnnotatedText]], Table],
    output: str | None,
    form: str | None,
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
        assert raw.text is not None, "only a prediction may be labels alone"
        annotation = with_changed_types(annotate(raw, options, "prediction"), changes)
        read.append(AnnotatedText(raw.text, replace(annotation, source=replace(annotation.source, role="file"))))
        tell(describe_source(read[-1].annotation.source))
    sources = [source_entry(one.annotation.source, mentions=len(one.annotation.mentions)) for one in read]
    details: dict[str, Any] = {"table": name, "filter": ""}
    types = {name for one in read for name in one.annotation.mentions.type_names()}
    if name == "summarize" and (warnings := notices_of_names(types)):
        details["warnings"] = warnings
        for warning in warnings:
            tell(f"warning: {warning}")
    write_table(make(files, read), output, form, command_as_given(), [*sources, *map_source(map_types)], details)
