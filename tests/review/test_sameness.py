from dataclasses import replace
from pathlib import Path

import pytest

from nerinspect.events.decision import Decision
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review import attaching
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import load_review, same_predictions, study_digests

BOTH = {("rich", 1), ("plain", 1)}


def decide_all(path: str) -> dict[int, Decision]:
    """Decide all events of the files as they are, each in its own words."""
    review = load_review(path)
    said = {event: Decision(note=f"event {event}") for event in range(len(review.study.events))}
    Deciding(review.file, review.study).decide({MENTIONS: said}, "all")
    review.file.close()
    return said


def reopened(path: str) -> tuple[dict[int, Decision], list[str], frozenset[tuple[str, int]]]:
    """Give what is decided about which event, the notes of the lost ones, and which predictions are the same."""
    with load_review(path, to_read=True).file as file:
        review = load_review(path, to_read=True)
        review.file.close()
        said = {event: decision.said for event, decision in review.study.decisions.items()}
        return said, [one.decision.note for one in review.lost], same_predictions(file, review.study)


def test_events_of_files_that_did_not_change_need_no_ids(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = decide_all(path)
    monkeypatch.setattr(attaching, "_found_by_id", lambda *_: pytest.fail("no id is needed"))
    found, lost, same = reopened(path)
    assert (found, lost) == (said, [])
    assert same == BOTH


def test_ids_are_needed_where_a_prediction_changed(path: str, request_in: LoadRequest) -> None:
    said = decide_all(path)
    rich = Path(request_in.predictions[0])
    rich.write_text(rich.read_text().replace("Ulm B-ORG", "Ulm B-PER"))
    found, lost, same = reopened(path)
    assert same == {("plain", 1)}
    assert len(lost) == 1
    assert found == {event: decision for event, decision in said.items() if decision.note != lost[0]}


def test_what_was_decided_in_another_text_is_never_taken_for_a_decision_in_this_one(
    path: str, request_in: LoadRequest
) -> None:
    """The place and both readings are the same; the sentence around is not."""
    reference, before = Path(request_in.reference), Path(request_in.reference).read_text()
    paths = [reference, *map(Path, request_in.predictions)]
    contents = [one.read_text() for one in paths]
    for one, content in zip(paths, contents, strict=True):
        one.write_text(content.replace("met", "saw"))
    decide_all(path)
    for one, content in zip(paths, contents, strict=True):
        one.write_text(content)
    assert reference.read_text() == before
    found, lost, same = reopened(path)
    assert not same, "decisions of both texts stand in the file"
    sentences = {int(load_study(request_in).event_sentence[event]) for event in found}
    assert 1 not in sentences
    assert lost


def test_a_digest_stands_for_all_that_decides_the_events(request_in: LoadRequest) -> None:
    study = load_study(request_in)
    assert study_digests(load_study(request_in)) == study_digests(study)
    alone = load_study(replace(request_in, predictions=request_in.predictions[:1]))
    assert study_digests(alone)["rich", 1] == study_digests(study)["rich", 1]
    other = load_study(replace(request_in, map_types="", keep_types=("LOC", "PER")))
    assert not {*study_digests(other).values()} & {*study_digests(study).values()}
