"""What every kind, number and column is, in one sentence each, and where its definition comes from."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from nerinspect.glossary.verdicts import PROGRAM, VERDICT_TABLE, Definition

__all__ = ["BETWEEN_ANNOTATORS", "DEFINITIONS", "PROGRAM", "Definition", "meaning"]

_SOURCE: Final = re.compile(r"^- `([\w-]+)`: (.+)$", re.MULTILINE)
_ENTRY: Final = re.compile(r"^- `([^`]+)` \*\*(.+?)\*\*: (.+?\.)(?: \[([\w-]+)\])?$", re.MULTILINE)
_PARTS: Final = re.compile(r"^## (?:What people decide|Between annotators)$", re.MULTILINE)

_TEXT: Final = Path(__file__).with_name("words.md").read_text(encoding="utf-8")
_SOURCES: Final = {"": PROGRAM, **dict(_SOURCE.findall(_TEXT))}


def _entries(text: str) -> Iterator[Definition]:
    return (Definition(key, name, sentence, _SOURCES[source]) for key, name, sentence, source in _ENTRY.findall(text))


def _by_key(entries: Iterable[Definition]) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for entry in entries:
        if found.setdefault(entry.key, entry) is not entry:
            raise ValueError(f"{entry.key} is defined twice")
    return found


_before, _decided, _between = _PARTS.split(_TEXT)
DEFINITIONS: Final = _by_key(
    [*_entries(_before), *(verdict.definition for verdict in VERDICT_TABLE.values()), *_entries(_decided)]
)
"""All definitions by key, in the order in which a guide lists them."""

BETWEEN_ANNOTATORS: Final = _by_key(
    [*_entries(_between), *(verdict.definition_between for verdict in VERDICT_TABLE.values())]
)
"""What words mean between annotators, where that is something else."""


def meaning(key: str) -> str:
    """Give the sentence of a definition, for a tooltip."""
    return DEFINITIONS[key].sentence
