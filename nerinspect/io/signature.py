"""One line that says what a result rests on: to paste under a table, and to tell in words how two results differ."""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote

from nerinspect import __version__
from nerinspect.errors import CommandError, DataError, NerinspectError, shown
from nerinspect.io.content import read_content

_PROGRAM: Final = "nerinspect"
_DIGITS: Final = 12
"""So many digits of a digest: two files of one study share them once in many million million studies."""

_DETAILS: Final = (
    "table", "shows", "scheme", "kind", "attribute", "attributes", "buckets", "matching", "setting", "symmetric",
    "pair", "stretches", "measure", "correction", "run", "samples", "seed", "filter", "decisions_sha256",
    "counted_types", "systems", "relation_type",
)  # fmt: skip
"""What of a result's details changes its numbers."""

_NAMES: Final = {
    "counted_types": "counted",
    "relation_type": "relation",
    "buckets": "m",
    "decisions_sha256": "decisions",
}
_ERRORS: Final = "surrogatepass"  # names of files may hold bytes that are no text
_ALWAYS: Final = {"scheme": "exact", "filter": ""}


def signature(sources: Sequence[Mapping[str, Any]], details: Mapping[str, Any]) -> str:
    """Write the signature of a result in one line, of sources as `study_sources` gives them and what else was chosen.

    It is equal for equal data read and counted in the same way, wherever the files lie.
    """
    parts = [f"{_PROGRAM} {__version__}"]
    for name in _DETAILS:
        value = details.get(name, _ALWAYS.get(name))
        if isinstance(value, str) and name.endswith("sha256"):
            value = value[:_DIGITS]
        if value not in (None, "", [], ()) or name in _ALWAYS:
            parts.append(f"{_NAMES.get(name, name)}={_escaped(_in_words(value))}")
    parts += [f"{_escaped(name, ';=')}={_escaped(value)}" for name, value in _source_parts(sources)]
    return "; ".join(parts)


def read_signature(text: str) -> dict[str, str]:
    """Take a signature apart by the names of its parts, the first of them `version`.

    What stands before it in the line is ignored, and so is the end of a comment.
    """
    text = text.strip().removesuffix("-->")
    start = text.find(f"{_PROGRAM} ")
    version, *parts = " ".join(text[max(start, 0) :].split()).split("; ")
    named = [part.partition("=") for part in parts]
    if start < 0 or not named or any(not equals for _, equals, _ in named):
        raise CommandError(f"{shown(text)} is not a signature; copy the whole line that begins with {_PROGRAM}")
    read = {"version": version.removeprefix(f"{_PROGRAM} ")}
    return read | {unquote(name, errors=_ERRORS): unquote(value, errors=_ERRORS) for name, _, value in named}


def signature_differences(one: str, other: str) -> list[tuple[str, str, str]]:
    """List the parts in which two signatures differ, by name with both values; a part that is not there is empty."""
    a, b = read_signature(one), read_signature(other)
    return [(name, a.get(name, ""), b.get(name, "")) for name in {**a, **b} if a.get(name, "") != b.get(name, "")]


def find_signature(result: str) -> str:
    """Give the signature of a result: itself, or from a file that was exported, or from the provenance beside it."""
    if f"{_PROGRAM} " in result and "=" in result:
        return result
    beside = f"{result}.json"
    path = beside if os.path.isfile(beside) else result
    try:
        found = json.loads(read_content(path, "utf-8").data)["signature"]
    except NerinspectError:
        raise
    except (ValueError, TypeError, KeyError, RecursionError):
        found = None
    if not isinstance(found, str):
        remedy = f"name a file with its provenance beside it ({Path(beside).name}), or export it again"
        raise DataError(path, "there is no signature of nerinspect in it", remedy)
    return found


def _source_parts(sources: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Say for each file which one it is and how its labels were read, and once which types there are."""
    types = sorted({name for source in sources if source["role"] != "training" for name in source.get("types", ())})
    if types:
        yield "types", ",".join(types)
    names: list[str] = []
    for source in sources:
        name = " ".join(str(source[key]) for key in ("system", "run") if key in source) or str(source["role"])
        name = f"{source['data']} {name}" if "data" in source else name
        n_before = names.count(name)
        names.append(name)
        yield name + (f" ({n_before + 1})" if n_before else ""), " ".join(_reading(source))


def _reading(source: Mapping[str, Any]) -> Iterator[str]:
    """Give the digest of a file, then what was done to its labels."""
    column = source.get("label_column")
    yield source["sha256"][:_DIGITS] + ("" if column in (None, -1) else f"@{column}")
    for _, _, digest in source.get("companions", ()):
        yield digest[:_DIGITS]
    if source.get("encoding"):
        yield source["encoding"]
    if source.get("labels_changed"):
        yield f"{source['repair']}:{source['labels_changed']}"
    yield from (f"({note})" for note in source.get("notes", ()))


def _in_words(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def _escaped(text: str, ends: str = ";") -> str:
    """Write what would end a name or a value, or be lost when lines are wrapped, as bytes in hexadecimal."""
    escaped = "".join(
        character if character.isprintable() and character not in f"%{ends}" else quote(character, "", errors=_ERRORS)
        for character in text
    )
    return re.sub("^ | $|(?<= ) ", "%20", escaped)


_PARTS_IN_WORDS: Final = {
    "version": "Version of nerinspect",
    "table": "Table",
    "shows": "Table",
    "scheme": "Scheme",
    "kind": "Numbers",
    "attribute": "Attribute",
    "attributes": "Attributes",
    "m": "Number of buckets",
    "matching": "Comparison of surfaces",
    "setting": "Right argument",
    "symmetric": "Symmetric types",
    "pair": "A and B",
    "stretches": "Stretches of text",
    "measure": "Score",
    "correction": "Correction of p values",
    "samples": "Samples",
    "seed": "Random seed",
    "filter": "Filter",
    "decisions": "Decisions",
    "systems": "Systems shown",
    "counted": "Types that are counted",
    "relation": "Relation type",
    "types": "Types",
    "reference": "Reference",
    "training": "Training data",
}
_FILES: Final = frozenset({"reference", "training"})
_OURS: Final = frozenset(_PARTS_IN_WORDS) - _FILES


class PartDifference(NamedTuple):
    """A part in which two signatures differ: its name and what differs in words, and both values."""

    part: str
    words: str
    a: str
    b: str


def differences_in_words(one: str, other: str) -> list[PartDifference]:
    """List in what two signatures differ; see `signature_differences`."""
    a, b = read_signature(one), read_signature(other)
    return list(_differences(a, b, signature_differences(one, other)))


def _differences(a: dict[str, str], b: dict[str, str], found: list[tuple[str, str, str]]) -> Iterator[PartDifference]:
    for part, in_a, in_b in found:
        name = _PARTS_IN_WORDS.get(part, part)
        if part in _OURS:
            yield PartDifference(name, "differs", in_a or "none", in_b or "none")
        elif part not in a or part not in b:
            yield PartDifference(name, f"only in {'A' if part in a else 'B'}", in_a or "–", in_b or "–")
        else:
            same_bytes = in_a.partition(" ")[0] == in_b.partition(" ")[0]
            yield PartDifference(name, "the same file, read differently" if same_bytes else "another file", in_a, in_b)
