"""How what stands on screen speaks of two sides: as reference and prediction, or as annotators A and B."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.definition import HRIPCSAK, PROGRAM, SEGMENTS, TOUGH_MENTIONS, Definition
from nerinspect.glossary.events import NEUTRAL_KINDS
from nerinspect.glossary.relations import NEUTRAL_KINDS as NEUTRAL_RELATION_KINDS
from nerinspect.glossary.verdicts import VERDICT_TABLE

_LEARNED: Final = "Mentions whose surface is a mention"

BETWEEN_ANNOTATORS: Final = (
    Definition(
        "f1",
        "F1",
        "Twice the mentions that both annotators have, divided by the mentions of the one plus those of the other.",
        HRIPCSAK,
    ),
    Definition("reference_mentions", "Mentions of A", "All mentions of annotator A.", PROGRAM),
    Definition("predicted_mentions", "Mentions of B", "All mentions of annotator B.", PROGRAM),
    Definition("correct_mentions", "Agreed", "Mentions that A and B have with the same extent and type.", PROGRAM),
    Definition(
        "demerits",
        "Demerits",
        "Mentions of A and of B that the other does not have exactly, as many as stand between full agreement and"
        " this.",
        SEGMENTS,
    ),
    Definition("false_positives", "Only B", "Mentions of B that match no mention of A exactly.", PROGRAM),
    Definition("false_negatives", "Only A", "Mentions of A that match no mention of B exactly.", PROGRAM),
    Definition(
        "share_of_events",
        "Share of disagreements",
        "Events of this kind divided by all events that are not agreed.",
        PROGRAM,
    ),
    Definition(
        "kind",
        "Kind",
        "How A and B read the segment: agreed, only A, only B, other type, other extent, or other type and extent.",
        SEGMENTS,
    ),
    Definition(
        "looked_at",
        "Annotation",
        "An annotator whose readings are compared with each other; those of no other one are.",
        PROGRAM,
    ),
    Definition("system", "Annotator", "Annotator B, whose mentions the event holds against those of A.", PROGRAM),
    Definition("run", "Run", "Always 1: every annotator has one file.", PROGRAM),
    Definition(
        "shape",
        "Shape",
        "How the mentions of A and B lie to each other where their extents differ: by number, then by extent.",
        PROGRAM,
    ),
    Definition(
        "same_surface",
        "Same surface",
        "Events of A and B with a mention of exactly these tokens, compared one by one, upper and lower case kept"
        " apart; the event on show is one of them.",
        PROGRAM,
    ),
    Definition(
        "tough",
        "Tough mentions",
        "Mentions of A and of B by what training knows of their surface and type; a mention can be in several subsets.",
        TOUGH_MENTIONS,
    ),
    Definition("tough_all", "all mentions", "Every mention of A or of B.", TOUGH_MENTIONS),
    Definition("tough_seen", "seen", f"{_LEARNED} of the same type in training.", TOUGH_MENTIONS),
    Definition(
        "tough_unseen-any",
        "unseen-any",
        "Mentions that are unseen-tokens or unseen-type: training has no such mention of their type.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_unseen-tokens",
        "unseen-tokens",
        "Mentions whose surface is no mention in training; it may stand there unlabelled.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_unseen-type",
        "unseen-type",
        f"{_LEARNED} in training, but never of their type.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_tcm-all",
        "tcm-all",
        "Type-confusable: mentions of A or B whose surface is a mention of two or more types in A.",
        TOUGH_MENTIONS,
    ),
    Definition("tough_mentions", "Mentions of A", "Mentions of A in the subset.", TOUGH_MENTIONS),
    Definition("tough_share", "Mentions of B", "Mentions of B in the subset.", TOUGH_MENTIONS),
    Definition(
        "tough_recall",
        "Agreement in a subset",
        "Twice the mentions of the subset that both have, divided by those of A plus those of B.",
        HRIPCSAK,
    ),
    Definition(
        "tough_missed", "Both", "Mentions of the subset that A and B have with the same extent and type.", PROGRAM
    ),
    Definition(
        "memory_alone",
        "Memory, not B",
        "Mentions of A that the retention heuristic has with the same extent and type, and B has not.",
        PROGRAM,
    ),
    Definition(
        "system_alone",
        "B, not memory",
        "Mentions of A that B has with the same extent and type, and the retention heuristic has not.",
        PROGRAM,
    ),
    Definition(
        "repair_none",
        "none",
        "No label is changed, so a source with invalid transitions cannot be compared.",
        PROGRAM,
    ),
    *(verdict.definition_between for verdict in VERDICT_TABLE.values()),
    Definition(
        "accepted",
        "Accepted",
        "A right reading of the segment is given, and the verdict is that it is not A’s: it takes the place of A’s in"
        " the adjudicated annotation.",
        PROGRAM,
    ),
)
"""The same keys as in the other modules, said of A and B."""


_QUOTED: Final = re.compile("(“[^”]*”)")
_NEUTRAL: Final = tuple(
    (re.compile(rf"\b{pattern}\b"), said)
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

    Attributes
    ----------
    definitions : mapping of str to Definition
        What is said otherwise than by the glossary, by key.
    is_neutral : bool
        Whether neither side is right: A stands where a reference does, B where a prediction does.
    kind_tags : mapping of str to str
        What stands for kinds where there is little room, if not their letters.
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
        """Give the sentence of a definition."""
        own = self.definitions.get(key)
        return own.sentence if own else self.said(DEFINITIONS[key].sentence)

    def said(self, text: str) -> str:
        """Speak of A and B where a text speaks of reference and prediction; what it quotes stays."""
        if not self.is_neutral:
            return text
        parts = _QUOTED.split(text)
        for place in range(0, len(parts), 2):
            for pattern, said in _NEUTRAL:
                parts[place] = pattern.sub(said, parts[place])
        return "".join(parts)


JUDGED: Final = Wording()
"""For a reference and predictions."""

NEUTRAL: Final = Wording(
    {entry.key: entry for entry in (*NEUTRAL_KINDS, *NEUTRAL_RELATION_KINDS, *BETWEEN_ANNOTATORS)},
    is_neutral=True,
    kind_tags=_NEUTRAL_KIND_TAGS,
)
"""For annotators, none of whom is the reference."""
