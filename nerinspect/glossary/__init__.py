"""What every kind, number and column is, in one sentence each, and where its definition comes from."""

from typing import Final

from nerinspect.glossary import (
    agreement,
    columns,
    comparison,
    consistency,
    diagnosis,
    kinds,
    numbers,
    relations,
    repair,
    review,
    schemes,
    significance,
    tough,
    training,
    versions,
)
from nerinspect.glossary.definition import PROGRAM, Definition

__all__ = ["DEFINITIONS", "PROGRAM", "Definition", "meaning"]

DEFINITIONS: Final[dict[str, Definition]] = {
    entry.key: entry
    for subject in (
        kinds,
        numbers,
        repair,
        columns,
        diagnosis,
        significance,
        comparison,
        tough,
        training,
        relations,
        consistency,
        agreement,
        schemes,
        versions,
        review,
    )
    for entry in subject.ENTRIES
}
"""All definitions by key, in the order in which a guide lists them."""


def meaning(key: str) -> str:
    """Give the sentence of a definition, for a tooltip.

    Raises
    ------
    KeyError
        If nothing is defined under the key.
    """
    return DEFINITIONS[key].sentence
