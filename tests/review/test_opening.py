"""A review whose files changed keeps every decision whose event still exists, and lists the others."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS, event_numbers
from nerinspect.review.attaching import StoredDecision, attached, events_by_id, stored_events
from nerinspect.review.opening import Review, load_review, make_review
from tests.examples import examples
from tests.review.texts import REFERENCE


def decide_all(review: Review) -> None:
    events = range(len(review.study.events))
    review.file.decide(
        (stored, Decision(note=str(event)))
        for event, stored in zip(events, stored_events(MENTIONS, review.study, events), strict=True)
    )
    review.file.close()


def test_every_decision_is_found_again(review: Review, path: str) -> None:
    decide_all(review)
    with (again := load_review(path)).file:
        notes = {event: decision.note for event, decision in again.study.decisions.items()}
    assert notes == {event: str(event) for event in range(len(review.study.events))}
    assert (again.changed, again.lost) == ((), ())


def test_a_changed_file_is_named_and_events_that_stay_keep_their_decisions(
    review: Review, path: str, request_in: LoadRequest
) -> None:
    """A sentence is put before all others, and Ann is no mention any more."""
    n_before = len(review.study.events)
    decide_all(review)
    for file in (request_in.reference, *request_in.predictions):
        whole = Path(file).read_text()
        whole = whole.replace("Ann B-PER", "Ann O") if file == request_in.reference else whole
        Path(file).write_text(f"So O\n\n{whole}")
    with (again := load_review(path)).file:
        assert set(again.changed) == {request_in.reference, *request_in.predictions}
        assert {(one.event.system, one.event.text) for one in again.lost} == {("rich", "Ann"), ("plain", "Ann")}
        assert len(again.study.decisions) == n_before - 2
        texts = {
            event: stored.text
            for event, stored in enumerate(stored_events(MENTIONS, again.study, range(len(again.study.events))))
        }
        assert "Ulm" in {texts[event] for event in again.study.decisions}


def test_lost_decisions_stay_in_the_file(review: Review, path: str, request_in: LoadRequest) -> None:
    decide_all(review)
    Path(request_in.reference).write_text(REFERENCE.replace("Ann B-PER", "Ann O"))
    load_review(path).file.close()
    Path(request_in.reference).write_text(REFERENCE)
    with (again := load_review(path)).file:
        assert again.lost == ()
        assert len(again.study.decisions) == len(again.study.events)


def test_lost_decisions_are_listed_in_the_order_of_the_text(review: Review, path: str, request_in: LoadRequest) -> None:
    events = list(reversed(range(len(review.study.events))))
    for event, stored in zip(events, stored_events(MENTIONS, review.study, events), strict=True):
        review.file.decide([(stored, Decision(note=str(event)))])
    review.file.close()
    for file in (request_in.reference, *request_in.predictions):
        whole = Path(file).read_text()
        Path(file).write_text(re.sub(r"^(\S+)", r"\1x", whole, flags=re.MULTILINE))
    with (again := load_review(path)).file:
        places = [(one.event.system, one.event.run, one.event.sentence, one.event.start) for one in again.lost]
    assert len(places) == len(events)
    assert places == sorted(places)


def test_standard_input_cannot_be_reviewed(tmp_path: Path, request_in: LoadRequest) -> None:
    with pytest.raises(CommandError, match="standard input"):
        make_review(str(tmp_path / "b.nerinspect"), replace(request_in, predictions=("-",)), load_study(request_in))


LABELS = st.sampled_from(["O", "B-LOC", "B-ORG"])
SENTENCE = st.lists(st.tuples(st.sampled_from("ab"), LABELS, LABELS, LABELS).map("/".join), min_size=1, max_size=4)
TEXT = st.lists(SENTENCE.map(" ".join), min_size=1, max_size=5)


@settings(max_examples=examples(60))
@given(before=TEXT, after=TEXT)
def test_events_are_found_as_a_look_at_every_id_finds_them(before: list[str], after: list[str]) -> None:
    from tests.conftest import written_study

    one, other = (written_study(*text, systems=("rich", "plain")) for text in (before, after))
    events = stored_events(MENTIONS, one, range(len(one.events)))
    stored = [StoredDecision(event, Decision("ambiguous")) for event in events]
    decisions, lost = attached(other, stored)
    places = ids_of(other)
    expected = {places[event.event] for event, _ in stored if event.event in places}
    assert set(decisions) == expected
    assert {one.event.event for one in lost} == {event.event for event, _ in stored} - places.keys()


def ids_of(study: Study) -> dict[str, int]:
    return {f"{number:016x}": place for place, number in enumerate(event_numbers(study).tolist())}


def test_a_text_that_is_no_id_finds_nothing(review: Review) -> None:
    [known] = [f"{event_numbers(review.study)[2]:016x}"]
    assert events_by_id(review.study, [known, known.upper(), "", "x" * 16, "0" * 16, known[:-1]]) == [
        2,
        -1,
        -1,
        -1,
        -1,
        -1,
    ]
