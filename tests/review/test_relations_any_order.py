"""Whatever is decided about mentions and relations, matched in whatever way, nothing is lost and nothing mixed up."""

from collections.abc import Sequence
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import BOUNDARIES, RELATION_SETTINGS, RelationChoice, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.review.attaching import StoredEvent, stored_events
from nerinspect.review.opening import Review, found_decisions, found_numbers, same_predictions
from nerinspect.training.retention import with_relation_choice
from tests.examples import examples
from tests.review import plain_review as plain
from tests.review.relation_files import PEOPLE, REFERENCE, SYSTEM, Sentence, write_sentences
from tests.review.review_machine import NAMES_OF_VERSIONS, ReviewMachine, timeless

MEET, KILL = (("Ann met Bo in Ulm", PEOPLE, [relation]) for relation in ((0, "Meet", 1), (1, "Kill", 0)))
"""One event, with a wrong type, only where Meet has no direction."""
VERSIONS: dict[str, tuple[list[Sentence], list[Sentence]]] = {
    "as they were": ([MEET, *REFERENCE], [KILL, *SYSTEM]),
    "the reference has no Live": (
        [(words, held, [one for one in relations if one[1] != "Live"]) for words, held, relations in REFERENCE],
        SYSTEM,
    ),
    "a sentence more in front": ([("So", [], []), *REFERENCE], [("So", [], []), *SYSTEM]),
    "the system finds nothing": (REFERENCE, [(words, [], []) for words, _, _ in SYSTEM]),
}
CHOICES = st.builds(RelationChoice, st.sampled_from(RELATION_SETTINGS), st.sampled_from([(), ("Meet",)]))
DECISIONS = st.builds(
    Decision,
    st.sampled_from(["", *VERDICTS]),
    st.sampled_from([(), ("typo",)]),
    st.booleans(),
    st.sampled_from(["", "why"]),
)
PLACES = st.sets(st.integers(0, 99), min_size=1, max_size=3)
"""Any events, counted round and round."""


def relations_of(study: Study) -> list[StoredEvent]:
    return list(stored_events(RELATIONS, study, range(len(relation_events(study)))))


class Reviewers(ReviewMachine):
    """One review of files with relations."""

    names = ("ref.json", "pred.json")
    versions = VERSIONS

    def __init__(self) -> None:
        super().__init__()
        self.undirected: set[tuple[str, ...]] = set()

    def write_file(self, path: Path, content: Sequence[Sentence]) -> None:
        write_sentences(path, content)

    def look_at(self, review: Review) -> None:
        assert review.study.relation_choice == BOUNDARIES
        self.show(review.study, {one.event.event for one in review.lost})

    def show(self, study: Study, lost: set[str]) -> None:
        self.study = study
        self.events, self.relations = plain.events_of(study), relations_of(study)
        symmetric = {study.relation_choice.symmetric, *self.undirected}
        every = {one.event for one in self.events}
        for choice in (RelationChoice(setting, types) for setting in RELATION_SETTINGS for types in symmetric):
            every |= {one.event for one in relations_of(with_relation_choice(study, choice))}
        assert lost == self.plain.said.keys() - every

    def follow(self, study: Study) -> None:
        """Find everything again in a study, as a window does."""
        found = found_decisions(study, self.deciding.file)
        found.fill(study)
        self.deciding.follow(study, found_numbers(study, self.deciding.events))
        self.show(study, {one.event.event for one in found.lost})

    @rule(places=PLACES, decision=DECISIONS)
    def decide_mentions(self, places: set[int], decision: Decision) -> None:
        changes = dict.fromkeys({place % len(self.events) for place in places}, decision)
        self.plain.decide({self.events[event].event: decision for event in changes}, "mentions")
        self.deciding.decide({MENTIONS: changes}, "mentions")

    @precondition(lambda self: self.relations)
    @rule(places=PLACES, decision=DECISIONS)
    def decide_relations(self, places: set[int], decision: Decision) -> None:
        changes = dict.fromkeys({place % len(self.relations) for place in places}, decision)
        before = self.plain.said
        self.plain.decide({self.relations[event].event: decision for event in changes}, "relations")
        self.deciding.decide({RELATIONS: changes}, "relations")
        if self.plain.said is not before:
            self.undirected.add(self.study.relation_choice.symmetric)

    def step(self, way: str) -> None:
        of_relations = (self.plain.done if way == "undo" else self.plain.undone)[-1][0] == "relations"
        getattr(self.plain, way)()
        assert [*getattr(self.deciding, way)()] == [RELATIONS if of_relations else MENTIONS]

    @rule(choice=CHOICES)
    def match_otherwise(self, choice: RelationChoice) -> None:
        self.follow(with_relation_choice(self.study, choice))

    @rule(version=NAMES_OF_VERSIONS)
    def read_again(self, version: str) -> None:
        self.write_files(version)
        study = with_relation_choice(load_study(self.request), self.study.relation_choice)
        self.deciding.file.same = same_predictions(self.deciding.file, study)
        self.follow(study)

    def check(self) -> None:
        said = self.plain.said
        for decisions, events in (
            (self.study.decisions, self.events),
            (self.study.relation_decisions, self.relations),
        ):
            on_show = {number: timeless(one) for number, one in decisions.items()}
            assert on_show == {number: said[one.event] for number, one in enumerate(events) if one.event in said}
        assert {one.event.event: timeless(one.decision) for one in self.deciding.file.decisions()} == said
        assert (self.deciding.undo_words, self.deciding.redo_words) == self.plain.words


TestReviewers = Reviewers.TestCase
TestReviewers.settings = settings(max_examples=examples(30), stateful_step_count=20)
