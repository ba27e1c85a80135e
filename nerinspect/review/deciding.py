"""Decide events of a review: on disk first, then in the study; back and forward without limit."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.decisions.adjudication import settled
from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RELATION_SETTINGS, RelationChoice, Study
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import EventNumbers, EventSort
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.review.attaching import StoredDecision, StoredEvent, stored_events
from nerinspect.review.list_reading import now
from nerinspect.review.store import ReviewFile, open_review
from nerinspect.training.retention import with_relation_choice

_SIGNED: Final = "signed"
_AT_ONCE: Final = 1_000  # so many events are looked at between two checkpoints


@dataclass(frozen=True)
class Step:
    """What was decided at once, in the words of a menu; events of relations stand behind those of mentions."""

    words: str
    events: tuple[StoredEvent, ...]
    before: tuple[Decision, ...]
    after: tuple[Decision, ...]


class Deciding:
    """The decisions of one review, with what can be taken back.

    Steps name events by their ids, so they can be taken back when the files were read again.
    """

    def __init__(self, file: ReviewFile, study: Study) -> None:
        self.file = file
        self._study = study
        self._signed: str = file.fact(_SIGNED, str, "")
        self._numbers: dict[str, int] = {}
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def undo_words(self) -> str:
        """What would be taken back; empty if nothing was decided."""
        return "".join(step.words for step in self._done[-1:])  # in one go: a thread may take it back meanwhile

    @property
    def redo_words(self) -> str:
        """What would be done again; empty if nothing was taken back."""
        return "".join(step.words for step in self._undone[-1:])

    @property
    def step_words(self) -> tuple[list[str], list[str]]:
        """Name what can be taken back and what can be done again, the next to be last."""
        return [step.words for step in self._done], [step.words for step in self._undone]

    @property
    def n_to_undo(self) -> int:
        return len(self._done[-1].events) if self._done else 0

    @property
    def n_to_redo(self) -> int:
        return len(self._undone[-1].events) if self._undone else 0

    @property
    def study(self) -> Study:
        return self._study

    @property
    def signed(self) -> str:
        """Who decides from now on; empty if decisions name nobody."""
        return self._signed

    def sign(self, who: str) -> None:
        """Let decisions name somebody from now on; empty for nobody."""
        self.file.put_facts({_SIGNED: who})
        self._signed = who

    def write_anew(self, path: str) -> None:
        """Go on in a new file, which holds all that was decided; what can be taken back stays.

        Raises
        ------
        DataError
            If it cannot be made; then nothing has changed.
        """
        before = self.file
        before.write_anew(path)
        before.close()  # the place may be the same
        self.file = open_review(path)
        self.file.same = before.same

    @property
    def events(self) -> list[StoredEvent]:
        """The events of all steps, each once."""
        return list({one.event: one for step in (*self._done, *self._undone) for one in step.events}.values())

    def follow(self, study: Study, numbers: Mapping[str, int]) -> None:
        """Go on with the same files read again; `numbers` are those of `events` in the study, by their ids."""
        if study.decisions is not self._study.decisions:
            self._study.decisions.fill({})  # they are of the other study now
        if study.relation_decisions is not self._study.relation_decisions:
            self._study.relation_decisions.fill({})
        self._study, self._numbers = study, dict(numbers)

    def decide(
        self, by_sort: Mapping[EventSort, Mapping[int, Decision]], words: str, checkpoint: Checkpoint = no_checkpoint
    ) -> None:
        """Decide some events of each sort in one step; relation events have no right reading.

        Decisions are given by event number; those that say what was said before are left out. One that was taken
        elsewhere says when and by whom; the others are of now, and signed here.

        Raises
        ------
        DataError
            If it cannot be written; then nothing is decided.
        """
        known = {sort: sort.decisions(self._study) for sort in by_sort}
        new = [
            (sort, event, decision, known[sort][event])
            for sort, decisions in by_sort.items()
            for event, decision in self._settled(sort, decisions)
            if not decision.says_as(known[sort][event])
        ]
        if not new:
            return
        described = chain.from_iterable(
            stored_events(sort, self._study, [event for own, event, *_ in new if own is sort])
            for sort in dict.fromkeys(own for own, *_ in new)
        )
        events = tuple(_watched(described, len(new), checkpoint))
        numbers = {one.event: event for one, (_, event, *_) in zip(events, new, strict=True)}
        if any(one.is_of_relations for one in events):
            remember_undirected(self.file, self._study)
        time = now()
        before = tuple(was for *_, was in new)
        after = tuple(self._stamped(decision, was, time) for *_, decision, was in new)
        self._put(events, after, numbers, checkpoint)
        self._numbers |= numbers
        self._done.append(Step(words, events, before, after))
        self._undone.clear()

    def _settled(self, sort: EventSort, decisions: Mapping[int, Decision]) -> Iterator[tuple[int, Decision]]:
        known = sort.decisions(self._study)
        for event, one in decisions.items():
            is_read = sort is MENTIONS
            yield event, settled(self._study, event, known[event], one) if is_read else replace(one, correction=None)

    def undo(self, checkpoint: Checkpoint = no_checkpoint) -> EventNumbers:
        """Take the last step back, see `decide`; give the numbers of its events that are still there, for each sort."""
        step = self._done[-1]
        self._put(step.events, step.before, self._numbers, checkpoint)
        self._undone.append(self._done.pop())
        return self._found(step)

    def redo(self, checkpoint: Checkpoint = no_checkpoint) -> EventNumbers:
        """Do again what was taken back last; see `undo`."""
        step = self._undone[-1]
        self._put(step.events, step.after, self._numbers, checkpoint)
        self._done.append(self._undone.pop())
        return self._found(step)

    def end(self) -> None:
        """Close the file; the study has no decisions any more."""
        self._study.decisions.fill({})
        self._study.relation_decisions.fill({})
        self.file.close()

    def _stamped(self, decision: Decision, before: Decision, time: str) -> Decision:
        """Say when and by whom, unless it says so itself, otherwise than what was decided before."""
        if (decision.decided, decision.who) == (before.decided, before.who):
            return decision.signed(time, self._signed)
        return decision.signed(decision.decided or time, decision.who or self._signed)

    def _put(
        self,
        events: tuple[StoredEvent, ...],
        decisions: tuple[Decision, ...],
        numbers: Mapping[str, int],
        checkpoint: Checkpoint,
    ) -> None:
        """Write decisions, then give them to the study; `numbers` are those of the events that are there."""
        pairs = list(zip(events, decisions, strict=True))
        checkpoint(len(pairs), len(pairs))
        self.file.decide(pairs)
        for sort in {one.sort: None for one in events}:
            own = ((stored.event, one) for stored, one in pairs if stored.sort is sort)
            if there := {numbers[event]: one for event, one in own if event in numbers}:
                sort.decisions(self._study).decide_all(there)

    def _found(self, step: Step) -> EventNumbers:
        found: dict[EventSort, list[int]] = {one.sort: [] for one in step.events}
        for one in step.events:
            if one.event in self._numbers:
                found[one.sort].append(self._numbers[one.event])
        return found


def _watched(events: Iterator[StoredEvent], n_events: int, checkpoint: Checkpoint) -> Iterator[StoredEvent]:
    """Go through events, with a checkpoint now and then."""
    for done, event in enumerate(events):
        if done % _AT_ONCE == 0:
            checkpoint(done, n_events)
        yield event


_UNDIRECTED: Final = "undirected relation types"


def found_relation_events(study: Study, stored: Sequence[StoredEvent]) -> list[int]:
    """Find relation events of a study as it matches relations; -1 for those that it does not have."""
    if not stored:
        return []
    sentences = study.text.sentence_of(relation_events(study).start)
    is_near = np.isin(sentences, [one.sentence - 1 for one in stored])
    numbers = _by_id(study, np.flatnonzero(is_near))
    if any(one.event not in numbers for one in stored):
        numbers |= _by_id(study, np.flatnonzero(~is_near))
    return [numbers.get(one.event, -1) for one in stored]


def attached_relations(
    study: Study, file: ReviewFile, stored: Sequence[StoredDecision]
) -> tuple[dict[int, Decision], list[StoredDecision]]:
    """Find the relation events of a study that decisions are about, and the decisions whose event is gone.

    It is gone if it is there under none of the settings; what only another setting shows is in neither. The file knows
    which types had no direction when decisions were taken.
    """
    found = found_relation_events(study, [one.event for one in stored])
    decisions = {event: one.decision for event, one in zip(found, stored, strict=True) if event >= 0}
    missing = [one for event, one in zip(found, stored, strict=True) if event < 0]
    for choice in _other_choices(study.relation_choice, _undirected(file)):
        if missing:
            elsewhere = found_relation_events(with_relation_choice(study, choice), [one.event for one in missing])
            missing = [one for event, one in zip(elsewhere, missing, strict=True) if event < 0]
    return decisions, missing


def remember_undirected(file: ReviewFile, study: Study) -> None:
    """Write down which relation types have no direction, before something is decided about such a study."""
    known, own = _undirected(file), tuple(sorted(study.relation_choice.symmetric))
    if own not in known:
        file.put_facts({_UNDIRECTED: [*known, own]})


def _undirected(file: ReviewFile) -> list[tuple[str, ...]]:
    return list(file.fact(_UNDIRECTED, tuple[tuple[str, ...], ...], ()))


def _other_choices(own: RelationChoice, undirected: Collection[tuple[str, ...]]) -> list[RelationChoice]:
    """List the ways of matching, but for one's own, under which something was decided or may be looked at."""
    symmetric = tuple(sorted(own.symmetric))
    every = [RelationChoice(*one) for one in product(RELATION_SETTINGS, dict.fromkeys((symmetric, *undirected)))]
    return [choice for choice in every if choice != RelationChoice(own.setting, symmetric)]


def _by_id(study: Study, events: AnyIntArray) -> dict[str, int]:
    return dict(zip(RELATIONS.ids(study, events), events.tolist(), strict=True))
