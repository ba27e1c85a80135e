"""Whatever is done in whatever order: file, study and steps say what plain lists say, and nothing is lost."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from nerinspect.decisions.adjudication import corrected, event_readings
from nerinspect.events.decision import VERDICTS, Decision, Reading
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.query.same_surface import corrected_alike, open_places
from nerinspect.review.attaching import attached, found_events
from nerinspect.review.causes import OfferedCauses, causes_as_facts, causes_of
from nerinspect.review.list_reading import read_list
from nerinspect.review.opening import Review, same_predictions
from tests.examples import examples
from tests.review import plain_review as plain
from tests.review.review_machine import NAMES_OF_VERSIONS, ReviewMachine, timeless
from tests.review.texts import PLAIN, REFERENCE, RICH

MORE = "\nUlm O\nrose O\n"
FIRST = [REFERENCE + MORE, RICH + MORE.replace("Ulm O", "Ulm B-LOC"), PLAIN + MORE.replace("Ulm O", "Ulm B-ORG")]
LONGER = [f"Ulm {label}\n\n{one}" for label, one in zip(("O", "B-LOC", "O"), FIRST, strict=True)]
VERSIONS = {
    "as they were": FIRST,
    "a prediction finds nothing": [FIRST[0], re.sub(" [BI]-.*", " O", FIRST[1]), FIRST[2]],
    "the reference differs": [FIRST[0].replace("Ulm B-LOC", "Ulm O"), *FIRST[1:]],
    "a sentence more in front": LONGER,
}
DECISIONS = st.builds(
    Decision,
    st.sampled_from(["", *VERDICTS, "scope"]),
    st.sampled_from([(), ("typo",), ("typo", "gap")]),
    st.booleans(),
    st.sampled_from(["", "why"]),
    st.sampled_from([None, ()]),
)
PLACES = st.integers(0, 99)
"""Any event, counted round and round."""
CAUSES = st.sampled_from(["typo", "gap", "scope"])
NAMES = st.sampled_from(["a", "b", "c"])


class Reviewers(ReviewMachine):
    """One review, its files and its program."""

    names = ("ref.conll", "rich.conll", "plain.conll")
    versions = VERSIONS

    def __init__(self) -> None:
        super().__init__()
        self.selections, self.offered, self.n_lists = dict[str, str](), OfferedCauses(), 0

    def write_file(self, path: Path, content: str) -> None:
        path.write_text(content)

    def look_at(self, review: Review) -> None:
        self.show(review.study, {one.event.event for one in review.lost})

    def show(self, study: Study, lost: set[str]) -> None:
        self.study, self.events = study, plain.events_of(study)
        assert lost == self.plain.said.keys() - {one.event for one in self.events}

    @rule(places=st.sets(PLACES, min_size=1, max_size=3), decision=DECISIONS, words=NAMES)
    def decide(self, places: set[int], decision: Decision, words: str) -> None:
        changes = dict.fromkeys((place % len(self.events) for place in places), decision)
        self.plain.decide({self.events[event].event: decision for event in changes}, words)
        self.deciding.decide({MENTIONS: changes}, words)

    @rule(place=PLACES, number=st.integers(0, 1))
    def take_a_reading(self, place: int, number: int) -> None:
        """Take what one of the systems says, wherever it says something of the event alone."""
        event, system = place % len(self.events), self.study.predictions[number]
        reading = plain.reading_by(system.system, self.events, self.events[event])
        assert event_readings(self.study, [event], system.mentions) == [reading]
        if reading is not None:
            self.give(event, reading, "taken")

    @rule(place=PLACES, cuts=st.sets(st.integers(0, 3), max_size=4), types=st.lists(NAMES, min_size=2, max_size=2))
    def mark_a_reading(self, place: int, cuts: set[int], types: list[str]) -> None:
        event = place % len(self.events)
        stored = self.events[event]
        bounds = sorted({min(stored.start + cut, stored.end) for cut in cuts})
        self.give(event, tuple(zip(bounds[::2], bounds[1::2], types, strict=False)), "marked")

    def give(self, event: int, reading: Reading, words: str) -> None:
        stored = self.events[event].event
        self.plain.decide({stored: plain.corrected(self.plain.of(stored), reading)}, words)
        decision = corrected(self.study, event, reading, self.study.decisions[event])
        self.deciding.decide({MENTIONS: {event: decision}}, words)

    @precondition(lambda self: any(one.correction is not None for _, one in self.study.decisions.items()))
    @rule(place=PLACES)
    def correct_the_same_places(self, place: int) -> None:
        given = sorted(event for event, one in self.study.decisions.items() if one.correction is not None)
        event = given[place % len(given)]
        self.plain.decide(plain.corrected_alike(self.plain, self.events, self.events[event]), "same reading")
        alike = corrected_alike(self.study, event, open_places(self.study, event))
        self.deciding.decide({MENTIONS: alike}, "same reading")

    @rule()
    def remove_corrections(self) -> None:
        self.change(lambda one: replace(one, correction=None), "no correction")

    @rule(cause=CAUSES, name=CAUSES)
    def rename_a_cause(self, cause: str, name: str) -> None:
        """Rename it in the list and in every decision on show."""

        def renamed(one: Decision) -> Decision:
            return replace(one, causes=tuple(dict.fromkeys(name if word == cause else word for word in one.causes)))

        self.change(renamed, f"{cause} as {name}")
        self.offered = self.offered.renaming(cause, name)
        self.deciding.file.put_facts(causes_as_facts(self.offered))

    def change(self, change: Callable[[Decision], Decision], words: str) -> None:
        """Change everything that is decided about the events on show."""
        here = {one.event for one in self.events}
        self.plain.decide({event: change(one.said) for event, one in self.plain.said.items() if event in here}, words)
        self.deciding.decide({MENTIONS: {event: change(one) for event, one in self.study.decisions.items()}}, words)

    @rule(who=st.sampled_from(["", "Ann", "Bob"]))
    def sign(self, who: str) -> None:
        self.plain.signed = who
        self.deciding.sign(who)

    @rule(changes=st.dictionaries(PLACES, DECISIONS, max_size=3), by=st.sampled_from(["", "Eve"]))
    def import_list(self, changes: dict[int, Decision], by: str) -> None:
        """Import what others decided, with their name or without; it is as if it were decided here."""
        changes = {place % len(self.events): one for place, one in changes.items()}
        self.n_lists += 1
        time = f"2026-01-31T09:30:{self.n_lists:02}Z"
        elsewhere = {event: replace(one, decided=time, who=by) for event, one in changes.items()}
        edited = read_list(self.study, self.exported({**dict(self.study.decisions.items()), **elsewhere}))
        assert edited.misfits == ()
        assert {one.event for one in edited.changes} <= changes.keys()
        self.plain.decide({self.events[event].event: replace(one, who=by) for event, one in changes.items()}, "import")
        self.deciding.decide({MENTIONS: {change.event: change.after for change in edited.changes}}, "import")

    def exported(self, decisions: Mapping[int, Decision]) -> str:
        path, other = Path(self.folder.name) / "list.csv", load_study(self.request)
        other.decisions.fill(decisions)
        with path.open("w", newline="") as file:
            write_csv(MENTIONS.table(other, columns=(*MENTIONS.names(Of.EVENTS, Of.DECISIONS), "who")), file)
        return str(path)

    @rule(name=NAMES, query=st.sampled_from(["kind:fn", "verdict:none", None]))
    def save_or_remove_a_selection(self, name: str, query: str | None) -> None:
        if query is None:
            self.selections.pop(name, None)
            self.deciding.file.remove_selection(name)
        else:
            self.selections[name] = query
            self.deciding.file.put_selection(name, query)

    @rule(version=NAMES_OF_VERSIONS)
    def read_again(self, version: str) -> None:
        """Read the files again, changed or not: steps are still there, and so is what has no event now."""
        self.write_files(version)
        file, study = self.deciding.file, load_study(self.request)
        file.same = same_predictions(file, study)
        decisions, lost = attached(study, file.decisions(), file.same)
        study.decisions.fill(decisions)
        numbers = zip(self.deciding.events, found_events(study, self.deciding.events), strict=True)
        self.deciding.follow(study, {one.event: number for one, number in numbers if number >= 0})
        self.show(study, {one.event.event for one in lost})

    def check(self) -> None:
        file, said = self.deciding.file, self.plain.said
        here = {one.event: number for number, one in enumerate(self.events) if one.event in said}
        on_show = {number: timeless(one) for number, one in self.study.decisions.items()}
        assert on_show == {number: said[event] for event, number in here.items()}
        assert {one.event.event: timeless(one.decision) for one in file.decisions()} == said
        assert (self.deciding.undo_words, self.deciding.redo_words) == self.plain.words
        assert self.deciding.signed == self.plain.signed
        assert file.selections() == sorted(self.selections.items())
        assert causes_of(file.facts()) == self.offered


TestReviewers = Reviewers.TestCase
TestReviewers.settings = settings(max_examples=examples(30), stateful_step_count=20)


def test_a_step_back_and_forward_touches_no_other_event() -> None:
    """One walk that chance takes seldom: the event of a step is gone, and another has its number."""
    reviewers = Reviewers()
    reviewers.open_files()
    reviewers.decide({0}, Decision("ambiguous"), "decided")
    reviewers.read_again("a prediction finds nothing")
    reviewers.go_back_and_forward(["undo", "redo"])
    reviewers.teardown()
