"""What stands beside every exported table: where it came from and how to make it again."""

import datetime
import json
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from nerinspect import __version__
from nerinspect.analysis.own_attributes import attribute_sources
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.source import Source
from nerinspect.io.signature import signature


def provenance(command: str, sources: Sequence[Mapping[str, Any]], details: Mapping[str, Any]) -> dict[str, Any]:
    """Describe an exported file.

    Parameters
    ----------
    command : str
        The command line that reproduces it.
    sources : sequence of mapping
        One for each file that was read, see `source_entry`.
    details : mapping
        What else is to be known: filter, order, form, warnings.

    Returns
    -------
    dict
        Ready for JSON.
    """
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "program": "nerinspect",
        "version": __version__,
        "command": command,
        "directory": _working_folder(),
        "date": now,
        "signature": signature(sources, details),
        **details,
        "sources": list(sources),
    }


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return ""


def page_record(command: str, sources: Sequence[Mapping[str, Any]], details: Mapping[str, Any]) -> dict[str, Any]:
    """Choose what a page itself says of where it comes from: what every run of the command line gives alike."""
    names = ("role", "system", "run", "path", "sha256", "encoding", "repair", "labels_changed")
    entries = [{name: source[name] for name in names if source.get(name)} for source in sources]
    said = {"program": f"nerinspect {__version__}", "command": command, "signature": signature(sources, details)}
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
    """Describe one source; further facts, such as the system's name, come first."""
    names = {"n_invalid": "invalid_transitions", "n_changed": "labels_changed"}
    names |= {"n_sentences": "sentences", "n_tokens": "tokens"}
    return {"role": source.role, **more} | {names.get(name, name): value for name, value in asdict(source).items()}


def study_sources(study: Study) -> list[dict[str, Any]]:
    """Describe every source of a study: the reference, the predictions, the training data, tables of attributes."""
    training = study.training.annotation if study.training else None

    def held(annotation: Annotation) -> dict[str, Any]:
        return {"mentions": len(annotation.mentions), "types": sorted(annotation.mentions.type_names())}

    return [
        source_entry(study.reference.source, **held(study.reference)),
        *(
            source_entry(one.annotation.source, system=one.system, run=one.run, **held(one.annotation))
            for one in study.predictions
        ),
        *([source_entry(training.source, **held(training))] if training else []),
        *(source_entry(source) for source in attribute_sources(study)),
    ]


def paths_read(sources: Collection[Mapping[str, Any]], *more: str) -> list[str]:
    """List the paths of all files of some sources, those beside them too, then more of them."""
    beside = (path for source in sources for path, _, _ in source.get("companions", ()))
    return [*(str(source["path"]) for source in sources), *beside, *more]


def provenance_bytes(record: Mapping[str, Any]) -> bytes:
    """Write a provenance record as indented JSON."""
    return (json.dumps(record, ensure_ascii=False, indent=2) + "\n").encode(errors="backslashreplace")
