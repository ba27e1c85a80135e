"""A review as plain lists: what is said of which event, and what can be taken back, without files and numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from nerinspect.events.decision import Decision, Reading
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review.attaching import StoredEvent, stored_events

CORRECTING = ("reference-wrong", "both-wrong")


@dataclass
class PlainReview:
    """What was decided, by the ids of events, and the steps there and back, each with all that was said before it."""

    said: dict[str, Decision] = field(default_factory=dict)
    done: list[tuple[str, dict[str, Decision]]] = field(default_factory=list)
    undone: list[tuple[str, dict[str, Decision]]] = field(default_factory=list)
    signed: str = ""

    def of(self, event: str) -> Decision:
        return self.said.get(event, Decision())

    def decide(self, changes: Mapping[str, Decision], words: str) -> None:
        """Say something of events; whoever signs says it, unless it names somebody."""
        after = dict(self.said)
        for event, one in changes.items():
            before = after.pop(event, Decision())
            now = before if one.said == before.said else replace(one, who=one.who or self.signed)
            if not now.is_empty:
                after[event] = now
        if after != self.said:
            self.done.append((words, self.said))
            self.undone.clear()
            self.said = after

    def undo(self) -> None:
        words, before = self.done.pop()
        self.undone.append((words, self.said))
        self.said = before

    def redo(self) -> None:
        words, after = self.undone.pop()
        self.done.append((words, self.said))
        self.said = after

    def end(self) -> None:
        """End the program: no step can be taken back any more."""
        self.done, self.undone = [], []

    @property
    def words(self) -> tuple[str, str]:
        """What would be taken back, and what done again."""
        undo, redo = ([words for words, _ in steps] or [""] for steps in (self.done, self.undone))
        return undo[-1], redo[-1]


def events_of(study: Study) -> list[StoredEvent]:
    return list(stored_events(MENTIONS, study, range(len(study.events))))


def reading_by(system: str, events: Iterable[StoredEvent], event: StoredEvent) -> Reading | None:
    """Say how a system reads the tokens of an event; None if a mention of it reaches beyond them."""
    found = [
        span
        for other in events
        if (other.system, other.sentence) == (system, event.sentence)
        for span in other.predicted_spans
        if span[0] < event.end and span[1] > event.start
    ]
    is_inside = all(event.start <= start and end <= event.end for start, end, _ in found)
    return tuple(sorted(found)) if is_inside else None


def corrected(before: Decision, reading: Reading) -> Decision:
    verdict = before.verdict if before.verdict in CORRECTING else "reference-wrong"
    return Decision(verdict, before.causes, before.flag, before.note, reading)


def corrected_alike(review: PlainReview, events: Iterable[StoredEvent], event: StoredEvent) -> dict[str, Decision]:
    """Give the reading of an event to the others of its system that look like it, and of which none is given."""

    def relative(one: StoredEvent, spans: Reading | None) -> list[tuple[int, int, str]]:
        return [(start - one.start, end - one.start, name) for start, end, name in spans or ()]

    reading, changes = relative(event, review.of(event.event).correction), {}
    for other in events:
        before = review.of(other.event)
        is_alike = (other.system, other.text) == (event.system, event.text) and other.event != event.event
        reads_alike = relative(other, other.reference_spans) == relative(event, event.reference_spans)
        if is_alike and reads_alike and before.correction is None and before.verdict in ("", *CORRECTING):
            says_so = relative(other, other.predicted_spans) == reading
            moved = tuple((start + other.start, end + other.start, name) for start, end, name in reading)
            verdict = before.verdict or ("reference-wrong" if says_so else "both-wrong")
            changes[other.event] = replace(before.said, verdict=verdict, correction=moved)
    return changes
