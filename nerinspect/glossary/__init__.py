"""What every kind, number and column is, in one sentence each, and where its definition comes from."""

from typing import Final

from nerinspect.glossary.annotation import AGREEMENT, CONSISTENCY, REPAIR, REVIEW
from nerinspect.glossary.columns import COLUMNS
from nerinspect.glossary.definition import PROGRAM, Definition
from nerinspect.glossary.events import KINDS, OUTCOMES, VERSIONS
from nerinspect.glossary.relations import RELATIONS
from nerinspect.glossary.scores import DIAGNOSIS, NUMBERS, SCHEMES, SIGNIFICANCE
from nerinspect.glossary.training import TOUGH, TRAINING

__all__ = ["DEFINITIONS", "PROGRAM", "Definition", "meaning"]


def _by_key(*subjects: tuple[Definition, ...]) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for entry in (entry for entries in subjects for entry in entries):
        if found.setdefault(entry.key, entry) is not entry:
            raise ValueError(f"{entry.key} is defined twice")
    return found


DEFINITIONS: Final = _by_key(
    *(KINDS, NUMBERS, REPAIR, COLUMNS, DIAGNOSIS, SIGNIFICANCE, OUTCOMES, TOUGH, TRAINING),
    *(RELATIONS, CONSISTENCY, AGREEMENT, SCHEMES, VERSIONS, REVIEW),
)
"""All definitions by key, in the order in which a guide lists them."""


def meaning(key: str) -> str:
    """Give the sentence of a definition, for a tooltip."""
    return DEFINITIONS[key].sentence
