"""`convert`: a file in another chunk encoding, or with other types."""

from typing import Any

import click

from nerinspect.cli.labels import one_column_options
from nerinspect.cli.options import label_file_options, output_option, type_options
from nerinspect.cli.session import write_file
from nerinspect.encoding.dialects import DIALECTS
from nerinspect.errors import CommandError
from nerinspect.io.content import read_file_bytes
from nerinspect.io.convert import convert_file
from nerinspect.io.type_map import read_type_changes


@click.command(epilog="\b\nExample: nerinspect convert train.conll --to BIOES -o train.bioes")
@click.argument("file")
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
