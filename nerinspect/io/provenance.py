"""The record beside every exported file: where it came from, and the command line that makes it again."""

import datetime
import gzip
import json
import os
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any, BinaryIO, NamedTuple

from nerinspect import __version__
from nerinspect.attributes.own import attribute_sources
from nerinspect.corpus.text import MEMORY, Source
from nerinspect.events.study import Annotation, Study, kept_count
from nerinspect.io.request import LoadRequest, field_of
from nerinspect.io.signature import signature
from nerinspect.io.writing.whole_files import is_device, refuse_overwriting, with_record, write_whole, writer_of

_OPTIONS = (
    "encoding",
    "encoding-reference",
    "repair",
    "repair-reference",
    "format",
    "token-column",
    "label-column",
    "tokens",
    "text-encoding",
    "token-field",
    "label-field",
    "label-names",
    "spans",
    "discontinuous",
    "training",
    "matching",
    "encoding-training",
    "training-label-column",
    "keep-types",
    "remove-types",
    "map-types",
)
"""Those with a value, in the order in which they are written."""

_FLAGS = ("annotators", "comments", "retention")


def load_arguments(request: LoadRequest) -> list[str]:
    """List the arguments that stand for a request, defaults left out."""
    arguments = [request.reference, *request.predictions]
    default = LoadRequest(request.reference)
    for option in _OPTIONS:
        value = getattr(request, field_of(option))
        if value != getattr(default, field_of(option)):
            arguments += [f"--{option}", ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    arguments += [f"--{option}" for option in _FLAGS if getattr(request, option)]
    arguments += [argument for path in request.attribute_tables for argument in ("--attributes", path)]
    for path, option, value in request.choices:
        arguments += ["--for", path, f"{option}={value}"]
    return arguments


def command_line(subcommand: str, request: LoadRequest, more: Sequence[str] = ()) -> str:
    """Write a whole command line, quoted for a shell; only `open` knows annotators, others judge by the first."""
    if request.annotators and subcommand != "open":
        from nerinspect.io.request import judged

        request = judged(request)
    return shlex.join(["nerinspect", subcommand, *load_arguments(request), *more])


def provenance(command: str, sources: Sequence[Mapping[str, Any]], details: Mapping[str, Any]) -> dict[str, Any]:
    """Describe an exported file for JSON: the command line that reproduces it, and each file read, see `source_entry`.

    `details` are what else is to be known: filter, order, form, warnings. No command reads data in memory.
    """
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "program": "nerinspect",
        "version": __version__,
        **_command(command, sources),
        "directory": _working_folder(),
        "date": now,
        "signature": signature(sources, details),
        **details,
        "sources": list(sources),
    }


def _command(command: str, sources: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Give the command line, or say why there is none."""
    held = [source[MEMORY] for source in sources if MEMORY in source]
    if not held:
        return {"command": command}
    return {"no_command": f"no command line reads what was in memory: {', '.join(dict.fromkeys(held))}"}


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return ""


def page_record(command: str, sources: Sequence[Mapping[str, Any]], details: Mapping[str, Any]) -> dict[str, Any]:
    """Choose what a page itself says of where it comes from: what every run of the command line gives alike."""
    names = ("role", "system", "run", "path", MEMORY, "sha256", "encoding", "repair", "labels_changed")
    entries = [{name: source[name] for name in names if source.get(name)} for source in sources]
    said = {"program": f"nerinspect {__version__}", **_command(command, sources)}
    said["signature"] = signature(sources, details)
    return {**said, **details, "sources": entries}


def record_entries(record: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Give a record in words: the names in it, and for each some lines; what is empty is left out."""
    return [
        (name.replace("_", " "), _lines(value)) for name, value in record.items() if value not in ("", [], (), False)
    ]


def _lines(value: object) -> list[str]:
    if isinstance(value, list | tuple) and any(isinstance(entry, Mapping) for entry in value):
        return list(map(_in_words, value))
    return [_in_words(value)]


def _in_words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_in_words(entry)}" for name, entry in value.items())
    return ", ".join(map(_in_words, value)) if isinstance(value, list | tuple) else str(value)


def source_entry(source: Source, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - anything JSON can hold
    """Describe one source; further facts, such as the system's name, come first.

    Data in memory have a name under `memory` where files have a path.
    """
    names = {"n_invalid": "invalid_transitions", "n_changed": "labels_changed"}
    names |= {"n_sentences": "sentences", "n_tokens": "tokens"}
    names |= {"path": MEMORY} if source.format == MEMORY else {}
    return {"role": source.role, **more} | {names.get(name, name): value for name, value in asdict(source).items()}


def study_sources(study: Study) -> list[dict[str, Any]]:
    """Describe every source of a study: the reference, the predictions, the training data, tables of attributes."""
    training = study.training.annotation if study.training else None

    def held(what: object, annotation: Annotation) -> dict[str, Any]:
        types = kept_count(study, "types", what, lambda: tuple(sorted(annotation.mentions.type_names())))
        return {"mentions": len(annotation.mentions), "types": [*types]}

    return [
        source_entry(study.reference.source, **held("reference", study.reference)),
        *(
            source_entry(one.annotation.source, system=one.system, run=one.run, **held(number, one.annotation))
            for number, one in enumerate(study.predictions)
        ),
        *([source_entry(training.source, **held("training", training))] if training else []),
        *(source_entry(source) for source in attribute_sources(study)),
    ]


def paths_read(sources: Collection[Mapping[str, Any]], *more: str) -> list[str]:
    """List the paths of all files of some sources, those beside them too, then more of them."""
    beside = (path for source in sources for path, _, _ in source.get("companions", ()))
    return [*(str(source["path"]) for source in sources if "path" in source), *beside, *more]


def youngest(paths: Collection[str]) -> datetime.datetime | None:
    """Tell when the youngest of some files was written; None if none is there."""
    times = [os.stat(path).st_mtime for path in paths if os.path.isfile(path)]
    return datetime.datetime.fromtimestamp(max(times), datetime.UTC) if times else None


def provenance_bytes(record: Mapping[str, Any]) -> bytes:
    """Write a provenance record as indented JSON."""
    return (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode(errors="backslashreplace")


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
    for file in files:
        whole.append((file.output, file.write))
        if not is_device(file.output):
            whole.append((with_record(file.output)[1], writer_of(provenance_bytes(file.record))))
    write_whole(whole, read)


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
    write_with_provenance(output, writer_of(packed), record, paths_read(sources, *read))
