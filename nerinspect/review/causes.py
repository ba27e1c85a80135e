"""The causes that a review offers: a list of its own, which people change."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

USUAL_CAUSES: Final = ("guideline-gap", "tokenisation", "sentence-split", "ambiguous", "typo", "metonymy")
"""Offered before anybody has changed the list."""

_LISTED, _REMOVED = "causes_offered", "causes_removed"


class OfferedCauses(NamedTuple):
    """Which causes are offered: those listed, in this order, and those in use that were not removed."""

    listed: tuple[str, ...] = USUAL_CAUSES
    removed: frozenset[str] = frozenset()

    def with_used(self, used: Sequence[str]) -> tuple[str, ...]:
        """Give all that is offered: what decisions have, then the others of the list."""
        offered = dict.fromkeys((*used, *self.listed))
        return tuple(cause for cause in offered if cause not in self.removed)

    def adding(self, cause: str) -> "OfferedCauses":
        return OfferedCauses(tuple(dict.fromkeys((*self.listed, cause))), self.removed - {cause})

    def removing(self, cause: str) -> "OfferedCauses":
        """Offer one no longer; decisions keep it."""
        return OfferedCauses(tuple(one for one in self.listed if one != cause), self.removed | {cause})

    def renaming(self, cause: str, name: str) -> "OfferedCauses":
        """Offer one under another name, in its place; under that of another one, both are one."""
        if cause not in self.listed:
            return self.adding(name)
        return OfferedCauses(
            tuple(dict.fromkeys(name if one == cause else one for one in self.listed)), self.removed - {name}
        )


def causes_of(facts: Mapping[str, Any]) -> OfferedCauses:
    """Read the list from the facts of a review; one that cannot be read is as if nobody had changed it."""
    listed, removed = facts.get(_LISTED), facts.get(_REMOVED)
    if not isinstance(listed, list) or not isinstance(removed, list):
        return OfferedCauses()
    return OfferedCauses(tuple(map(str, listed)), frozenset(map(str, removed)))


def causes_as_facts(offered: OfferedCauses) -> dict[str, list[str]]:
    """Write the list as facts of a review."""
    return {_LISTED: list(offered.listed), _REMOVED: sorted(offered.removed)}


def one_cause(text: str) -> str:
    """Make one cause of what somebody wrote, with single blanks between its words; empty if nothing is left."""
    return " ".join(text.lstrip("= \t").split())
