"""What people decide about events: verdicts, causes, flags, notes and the right reading."""

from collections import Counter
from collections.abc import ItemsView, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.glossary.verdicts import VERDICT_TABLE

Reading: TypeAlias = tuple[tuple[int, int, str], ...]
"""Mentions as `(start, end, type)`, positions in the sentence, sorted."""

VERDICTS: Final = tuple(VERDICT_TABLE)  # the names of the verdicts everybody has, in the order of their keys

CORRECTING: Final = frozenset(name for name, verdict in VERDICT_TABLE.items() if verdict.corrects)
"""Verdicts that say that the reference is wrong: with one of them a correction is accepted."""

NO_VERDICT: Final = "none"  # how a query asks for events without a verdict; so no verdict may be called so


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about one event."""

    verdict: str = ""  # one of `VERDICTS` or a word of one's own; empty if none was given
    causes: tuple[str, ...] = ()
    flag: bool = False
    note: str = ""
    correction: Reading | None = None
    decided: str = ""
    who: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.verdict or self.causes or self.flag or self.note or self.correction is not None)

    @property
    def said(self) -> "Decision":
        """What was said, whenever and by whomever."""
        return Decision(self.verdict, self.causes, self.flag, self.note, self.correction)

    def says_as(self, other: "Decision") -> bool:
        """Tell whether both say the same, whenever and by whomever."""
        return self is other or (
            (self.verdict, self.causes, self.flag, self.note, self.correction)
            == (other.verdict, other.causes, other.flag, other.note, other.correction)
        )

    def signed(self, decided: str, who: str) -> "Decision":
        """Say the same at another time, by somebody else."""
        return Decision(self.verdict, self.causes, self.flag, self.note, self.correction, decided, who)

    @property
    def corrects(self) -> bool:
        """Whether the right reading takes the place of what the reference says."""
        return self.correction is not None and self.verdict in CORRECTING

    @property
    def lacks_correction(self) -> bool:
        """Whether the reference is said to be wrong, but not what is right: it stays as it is then."""
        return self.correction is None and self.verdict in CORRECTING


class Decisions:
    """The decisions about the events of one study, by event number; the one part of a study that changes.

    Those about relation events stand apart, by their own numbers. `walks_agreement`: whether what annotators agree on
    is to be decided, too. `is_awaited`: whether those of a review are to be found yet: until then, nobody knows which
    verdicts there are.
    """

    def __init__(self, decisions: Mapping[int, Decision] | None = None) -> None:
        self.walks_agreement = self.is_awaited = False
        self._by_event: dict[int, Decision] = {}
        self._verdicts, self._causes = Counter[str](), Counter[str]()  # counted on the way: there may be very many
        self.fill(decisions or {})

    def fill(self, decisions: Mapping[int, Decision]) -> None:
        self.is_awaited = False
        self._by_event = {event: decision for event, decision in decisions.items() if not decision.is_empty}
        every = self._by_event.values()
        self._verdicts = Counter([one.verdict for one in every])
        self._causes = Counter([cause for one in every for cause in one.causes])
        self._n_noted = len([one for one in every if one.note])
        self._with_verdict = np.array([event for event, one in self._by_event.items() if one.verdict], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._by_event)

    def __iter__(self) -> Iterator[int]:
        """Go through the events about which something was said, in the order in which it was."""
        return iter(self._by_event)

    def items(self) -> ItemsView[int, Decision]:
        """Go through the same events with their decisions, as they are now."""
        return self._by_event.items()  # which stay as they are: other decisions are another dictionary

    def __getitem__(self, event: int) -> Decision:
        """Give what was decided about an event; an empty decision if nothing was."""
        return self._by_event.get(event, _NOTHING)

    def decide(self, event: int, decision: Decision) -> None:
        """Put a decision in the place of what was decided about an event; an empty one takes it away."""
        self.decide_all({event: decision})

    def decide_all(self, decisions: Mapping[int, Decision]) -> None:
        """Decide some events, see `decide`; whoever looks on in another thread sees all of it or nothing."""
        by_event, verdicts, causes = self._by_event.copy(), self._verdicts.copy(), self._causes.copy()
        n_noted, given, withdrawn = self._n_noted, list[int](), list[int]()
        for event, decision in decisions.items():
            before = by_event.pop(event, _NOTHING)
            if bool(before.verdict) != bool(decision.verdict):
                (given if decision.verdict else withdrawn).append(event)
            verdicts[before.verdict] -= 1
            for cause in before.causes:
                causes[cause] -= 1
            n_noted += bool(decision.note) - bool(before.note)
            if not decision.is_empty:
                by_event[event] = decision
            verdicts[decision.verdict] += 1
            for cause in decision.causes:
                causes[cause] += 1
        stay = self._with_verdict
        if withdrawn:
            stay = stay[~np.isin(stay, withdrawn)]
        self._with_verdict = np.append(stay, np.array(given, dtype=np.int64)) if given else stay
        self._by_event, self._verdicts, self._causes, self._n_noted = by_event, verdicts, causes, n_noted

    def with_verdict(self) -> AnyIntArray:
        """List the events that have a verdict, each once; it stays as it is, whatever is decided afterwards."""
        return self._with_verdict

    @property
    def own_verdicts(self) -> tuple[str, ...]:
        """The verdicts in use that are not among `VERDICTS`, by code point."""
        return tuple(name for name in _in_use(self._verdicts) if name not in ("", *VERDICTS))

    @property
    def causes(self) -> tuple[str, ...]:
        """The causes in use, by code point."""
        return _in_use(self._causes)

    @property
    def have_notes(self) -> bool:
        return self._n_noted > 0


def _in_use(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word, number in counts.items() if number > 0))


_NOTHING: Final = Decision()
