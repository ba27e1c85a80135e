"""Write results to files, each with its provenance beside it."""

import io
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO, TextIO

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import CommandError
from nerinspect.io.command_line import command_line
from nerinspect.io.load import LoadRequest
from nerinspect.io.output import write_device, write_whole
from nerinspect.io.provenance import provenance, provenance_bytes, study_sources
from nerinspect.io.render import write_csv
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.events_table import events_table
from nerinspect.results.table import Table


def write_as_text(file: BinaryIO, table: Table, write: Callable[[Table, TextIO], None]) -> None:
    r"""Write a table as UTF-8 to a binary file, line ends as they are written.

    Bytes of a file name that are no UTF-8 appear as `\udcXX`, as they do in the provenance.
    """
    text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="")
    write(table, text)
    text.flush()
    text.detach()


def write_with_provenance(
    output: str, write: Callable[[BinaryIO], Any], record: Mapping[str, Any], sources: Sequence[Mapping[str, Any]]
) -> None:
    """Write a file and the record of where it came from beside it, both or none.

    Parameters
    ----------
    output : str
        Path of the file; the record goes to `output` + `.json`. A pipe or a device gets the file alone.
    write : callable
        Writes the content.
    record : mapping
        The provenance.
    sources : sequence of mapping
        The files that were read, which are never overwritten.

    Raises
    ------
    CommandError
        If the output is one of the sources.
    OutputError
        If a file cannot be written; nothing was.
    """
    beside = f"{output}.json"
    for source in sources:
        path = str(source["path"])
        for target in (output, beside):
            if os.path.exists(path) and os.path.exists(target) and os.path.samefile(path, target):
                raise CommandError(f"{target} is one of the files read; choose another --output")
    if os.path.exists(output) and not os.path.isfile(output) and not os.path.isdir(output):
        write_device(output, write)
        return
    write_whole([(output, write), (beside, lambda file: file.write(provenance_bytes(record)))])


def export_events(
    study: Study,
    request: LoadRequest,
    order: IntArray,
    query: str,
    sorting: str,
    output: str,
    checkpoint: Checkpoint = no_checkpoint,
) -> None:
    """Write events as CSV with their provenance: the rows of the window in their order.

    Parameters
    ----------
    study : Study
        Where the events are.
    request : LoadRequest
        How it was loaded.
    order : ndarray of int32, shape (n_rows,)
        Event numbers in the order of the rows.
    query : str
        The filter that gives these events.
    sorting : str
        In words, how the rows are ordered; empty for the order of the command line.
    output : str
        Path of the file.
    checkpoint : Checkpoint
        Called with rows written and rows in all.
    """
    where = ["--where", query] if query else []
    command = command_line("events", request, [*where, "--output", output])
    sources = study_sources(study)
    details = {"table": "events", "form": "csv", "rows": len(order), "filter": query, "warnings": list(study.warnings)}
    if sorting:
        details["order"] = sorting
    table = events_table(study, order, checkpoint)
    write_with_provenance(
        output, lambda file: write_as_text(file, table, write_csv), provenance(command, sources, details), sources
    )
