"""Files, each with the record of where it came from beside it."""

import gzip
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, BinaryIO, NamedTuple

from nerinspect.corpus.source import Source
from nerinspect.io.provenance import paths_read, provenance, provenance_bytes, source_entry
from nerinspect.io.writing.whole_files import refuse_overwriting, with_record, write_device, write_whole


class FileToWrite(NamedTuple):
    """A file, the function that writes its content, and the record of where it came from."""

    output: str
    write: Callable[[BinaryIO], Any]
    record: Mapping[str, Any]


def write_with_provenance(
    output: str, write: Callable[[BinaryIO], Any], record: Mapping[str, Any], read: Sequence[str]
) -> None:
    """Write a file and the record of where it came from beside it, in `output` + `.json`, both or none.

    A pipe or a device gets the file alone. Files that were `read` are never overwritten.

    Raises
    ------
    OutputError
        If a file cannot be written; nothing was.
    """
    write_all_with_provenance([FileToWrite(output, write, record)], read)


def write_all_with_provenance(files: Sequence[FileToWrite], read: Sequence[str]) -> None:
    """Write several files, each with its record beside it, all or none; see `write_with_provenance`.

    Raises
    ------
    OutputError
        If one cannot be written; nothing was.
    """
    targets = [target for file in files for target in with_record(file.output)]
    refuse_overwriting(targets, read)
    whole: list[tuple[str, Callable[[BinaryIO], Any]]] = []
    devices = []
    for file in files:
        if os.path.exists(file.output) and not os.path.isfile(file.output) and not os.path.isdir(file.output):
            devices.append(file)
        else:
            record = provenance_bytes(file.record)
            whole += zip(with_record(file.output), [file.write, partial(_write_bytes, record)], strict=True)
    if whole:
        write_whole(whole, read)
    for file in devices:
        write_device(file.output, file.write)


def write_own_format(
    data: bytes,
    source: Source,
    output: str,
    command: str,
    more_sources: Sequence[Mapping[str, Any]] = (),
    details: Mapping[str, Any] | None = None,
    read: Sequence[str] = (),
) -> None:
    """Write unpacked data in the format they were read in, packed where the name says so, with provenance beside them.

    That names the command line, the source with what was done to it, and more sources, see `source_entry`. Files that
    were `read` besides are never overwritten.
    """
    sources = [source_entry(source), *more_sources]
    record = provenance(command, sources, {"form": source.format, "filter": "", **(details or {})})
    packed = gzip.compress(data, 6, mtime=0) if output.endswith(".gz") else data
    write_with_provenance(output, partial(_write_bytes, packed), record, paths_read(sources, *read))


def _write_bytes(content: bytes, file: BinaryIO) -> None:
    file.write(content)
