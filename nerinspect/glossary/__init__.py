"""What every kind, number and column is, in one sentence each, and where its definition comes from."""

from typing import Final

from nerinspect.glossary.agreement import ENTRIES as AGREEMENT
from nerinspect.glossary.columns import ENTRIES as COLUMNS
from nerinspect.glossary.comparison import ENTRIES as OUTCOMES
from nerinspect.glossary.consistency import ENTRIES as CONSISTENCY
from nerinspect.glossary.definition import PROGRAM, Definition
from nerinspect.glossary.diagnosis import ENTRIES as DIAGNOSIS
from nerinspect.glossary.kinds import ENTRIES as KINDS
from nerinspect.glossary.numbers import ENTRIES as NUMBERS
from nerinspect.glossary.relations import ENTRIES as RELATIONS
from nerinspect.glossary.repair import ENTRIES as REPAIR
from nerinspect.glossary.review import ENTRIES as REVIEW
from nerinspect.glossary.schemes import ENTRIES as SCHEMES
from nerinspect.glossary.significance import ENTRIES as SIGNIFICANCE
from nerinspect.glossary.tough import ENTRIES as TOUGH
from nerinspect.glossary.training import ENTRIES as TRAINING
from nerinspect.glossary.versions import ENTRIES as VERSIONS

__all__ = ["DEFINITIONS", "PROGRAM", "Definition", "meaning"]

DEFINITIONS: Final[dict[str, Definition]] = {
    entry.key: entry
    for entries in (
        KINDS,
        NUMBERS,
        REPAIR,
        COLUMNS,
        DIAGNOSIS,
        SIGNIFICANCE,
        OUTCOMES,
        TOUGH,
        TRAINING,
        RELATIONS,
        CONSISTENCY,
        AGREEMENT,
        SCHEMES,
        VERSIONS,
        REVIEW,
    )
    for entry in entries
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
