"""Write the files of a swap test, each with its record beside it."""

import gzip
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import BinaryIO

from nerinspect.analysis.study import Study
from nerinspect.io.command_line import command_line
from nerinspect.io.export import write_as_text, write_with_provenance
from nerinspect.io.provenance import paths_read, provenance
from nerinspect.io.render import WRITERS
from nerinspect.io.request import LoadRequest
from nerinspect.io.swap_file import swap_file
from nerinspect.io.swap_reading import SwapFile
from nerinspect.io.swap_record import report_details, set_details, swap_sources
from nerinspect.results.table import Table


def write_swapped(file: SwapFile, output: str, command: str, more_read: Iterable[str] = ()) -> None:
    """Write the swapped sentences.

    Parameters
    ----------
    file : SwapFile
        The sentences.
    output : str
        A path, packed if it ends in `.gz`; the record goes to `output` + `.json`.
    command : str
        The command line that reproduces it.
    more_read : iterable of str
        Files that were read beside it, which are never overwritten either.

    Raises
    ------
    NerinspectError
        If the output is one of the files read, or cannot be written.
    """
    data, sources = swap_file(file.raw, file.swapped), swap_sources(file, {})

    def write(target: BinaryIO) -> None:
        target.write(gzip.compress(data, 6, mtime=0) if output.endswith(".gz") else data)

    record = provenance(command, sources, set_details(file))
    write_with_provenance(output, write, record, paths_read(sources, *more_read))


def write_report(file: SwapFile, studies: Mapping[str, Study], table: Table, output: str, command: str) -> None:
    """Write what predictions score as CSV.

    Parameters
    ----------
    file : SwapFile
        The sentences.
    studies : mapping of str to Study
        The predictions, by the set they are on: `original` or `swapped`.
    table : Table
        What they score.
    output, command
        See `write_swapped`.

    Raises
    ------
    NerinspectError
        If the output is one of the files read, or cannot be written.
    """
    sources = swap_sources(file, studies)
    record = provenance(command, sources, report_details(file, "csv"))
    write = partial(write_as_text, table=table, write=WRITERS["csv"])
    write_with_provenance(output, write, record, paths_read(sources))


def swap_command(
    request: LoadRequest,
    relation_type: str,
    predictions: Mapping[str, tuple[str, ...]] | None = None,
    output: str = "",
    report: str = "",
) -> str:
    """Write the command line of a swap test.

    Parameters
    ----------
    request : LoadRequest
        Names the file and how files are read; what else it asks for is left out.
    relation_type : str
        The type.
    predictions : mapping of str to tuple of str, optional
        Those on each set, `original` and `swapped`.
    output, report : str
        Where the swapped sentences and the scores are written; empty for nowhere.
    """
    named = [(name, argument) for name, arguments in (predictions or {}).items() for argument in arguments]
    told = [word for name, argument in named for word in (f"--{name}", argument)]
    written = [*(["--output", output] if output else []), *(["--report", report] if report else [])]
    files = replace(request, predictions=tuple(argument for _, argument in named), training=None).paths
    choices = tuple(choice for choice in request.choices if choice[0] in files)
    shared = {name: getattr(request, name) for name in _READING}
    asked = replace(LoadRequest(request.reference), **shared, choices=choices)
    return command_line("swap", asked, ["--type", relation_type, *told, *written])


_READING = (
    "format", "token_column", "comments", "token_field", "label_field", "label_names", "spans", "discontinuous",
    "tokens", "text_encoding",
)  # fmt: skip
"""What of a request says how files with relations are read."""
