"""How what stands on screen speaks of two sides: as reference and prediction, or as annotators A and B."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from nerinspect.glossary import BETWEEN_ANNOTATORS, DEFINITIONS
from nerinspect.glossary.verdicts import VERDICT_TABLE, Definition

_QUOTED: Final = "(“[^”]*”)"
_NEUTRAL: Final = tuple(
    (rf"\b{pattern}\b", said)
    for pattern, said in (
        ("([Tt]he )?[Rr]eference(’s|'s)? file", "A’s file"),
        ("([Tt]he )?[Pp]redict(ion|ed)(’s|'s)? file", "B’s file"),
        (r"reference (mention|token|type|relation)(s?)", r"\1\2 of A"),
        (r"predicted (mention|token|type|relation)(s?)", r"\1\2 of B"),
        ("Reference mentions", "Mentions of A"),
        ("Predicted mentions", "Mentions of B"),
        ("Reference relations", "Relations of A"),
        ("Predicted relations", "Relations of B"),
        ("a predicted one", "one of B"),
        ("the predicted ones", "those of B"),
        ("predicted ones?", "of B"),
        ("(the |a |The |A )?[Rr]eference", "A"),
        ("(the |a |The |A )?[Pp]redict(ion|ed)", "B"),
        ("boundary errors", "events of other extent"),
        ("a boundary error", "an event of other extent"),
        ("a system", "an annotator"),
        ("system(s?)", r"annotator\1"),
        ("System(s?)", r"Annotator\1"),
        ("misses", "does not have"),
        ("correct", "agreed"),
        ("Correct", "Agreed"),
    )
)
"""Said of annotators, the longer words before those they hold."""

_NEUTRAL_KIND_TAGS: Final = {
    "tp": "agreed", "fp": "only B", "fn": "only A", "le": "type", "be": "extent", "lbe": "type + extent",
}  # fmt: skip


@dataclass(frozen=True)
class Wording:
    """Words for the two sides of a study and for the kinds of its events.

    `definitions`: what is said otherwise than by the glossary, by key. `is_neutral`: whether neither side is right: A
    stands where a reference does, B where a prediction does. `kind_tags`: what stands for kinds where there is little
    room, if not their letters.
    """

    definitions: Mapping[str, Definition] = field(default_factory=dict)
    is_neutral: bool = False
    kind_tags: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def verdict_keys(self) -> dict[str, str]:
        """The key of each verdict, which is also its letter in the table."""
        return {name: one.key_between if self.is_neutral else one.key for name, one in VERDICT_TABLE.items()}

    def name(self, key: str) -> str:
        """Give the word for something that is defined, such as a kind."""
        return (self.definitions.get(key) or DEFINITIONS[key]).name

    def verdict(self, verdict: str) -> str:
        """Say a verdict within a sentence; one of somebody's own says itself."""
        if verdict not in VERDICT_TABLE:
            return verdict
        return self.name(verdict) if self.is_neutral else self.name(verdict).lower()

    def tag(self, kind: str) -> str:
        """Give the letters of a kind of event, or the words that stand for them."""
        return self.kind_tags.get(kind, kind.upper())

    def meaning(self, key: str) -> str:
        own = self.definitions.get(key)
        return own.sentence if own else self.said(DEFINITIONS[key].sentence)

    def said(self, text: str) -> str:
        """Speak of A and B where a text speaks of reference and prediction; what it quotes stays."""
        return _neutral(text) if self.is_neutral else text


@lru_cache(1024)  # heads and tooltips are said again and again
def _neutral(text: str) -> str:
    parts = re.split(_QUOTED, text)
    for place in range(0, len(parts), 2):
        for pattern, said in _NEUTRAL:
            parts[place] = re.sub(pattern, said, parts[place])
    return "".join(parts)


JUDGED: Final = Wording()  # for a reference and predictions

NEUTRAL: Final = Wording(
    BETWEEN_ANNOTATORS,
    is_neutral=True,
    kind_tags=_NEUTRAL_KIND_TAGS,
)
"""For annotators, none of whom is the reference."""
