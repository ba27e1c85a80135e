"""Decisions about relation events stand in the review file beside those about mentions; neither disturbs the other."""

import shutil
from pathlib import Path

import pytest

from nerinspect.decisions.corrections import accepted_corrections
from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import RELATION_KINDS, relation_events
from nerinspect.events.study import BOUNDARIES, RelationChoice, Study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS, relation_text
from nerinspect.query.review_progress import review_progress
from nerinspect.review.attaching import stored_events
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import Found, Review, found_decisions, found_numbers, load_review
from nerinspect.review.store import ReviewFile
from nerinspect.training.retention import with_relation_choice
from tests.review.relation_files import PEOPLE, REFERENCE, SYSTEM, relation_request, write_sentences

STRICT = RelationChoice("strict")


@pytest.fixture
def request_in(tmp_path: Path) -> LoadRequest:
    """Ask for files with relations."""
    return relation_request(tmp_path)


def kinds(study: Study) -> list[str]:
    return [RELATION_KINDS[kind] for kind in relation_events(study).kind]


def event_of(study: Study, kind: str, text: str = "") -> int:
    """Find the one event of a kind, or of these that one whose words are such."""
    (event,) = (n for n, own in enumerate(kinds(study)) if own == kind and text in relation_text(study, n))
    return event


def notes(study: Study) -> dict[str, str]:
    """Give the notes of the relation events on show, by kind and words."""
    every = kinds(study)
    items = study.relation_decisions.items()
    return {f"{every[event]} {relation_text(study, event)}": one.note for event, one in items}


def matched(study: Study, file: ReviewFile, choice: RelationChoice) -> tuple[Study, Found]:
    """Match the relations of a study otherwise, as a window does, and find the decisions again."""
    other = with_relation_choice(study, choice)
    found = found_decisions(other, file)
    found.fill(other)
    return other, found


def decide_all(file: ReviewFile, study: Study) -> None:
    changes = {event: Decision(note=relation_text(study, event)) for event in range(len(relation_events(study)))}
    Deciding(file, study).decide({RELATIONS: changes}, "all")


def test_the_two_settings_show_other_events(review: Review) -> None:
    both = {"reversed", "wrong-type", "missed", "wrong-argument", "correct"}
    assert sorted(kinds(review.study)) == sorted([*both, "correct"])
    assert sorted(kinds(with_relation_choice(review.study, STRICT))) == sorted([*both, "missed", "spurious"])


def test_every_decision_is_found_again(review: Review, path: str) -> None:
    decide_all(review.file, review.study)
    before = notes(review.study)
    review.file.close()
    with (again := load_review(path)).file:
        assert len(before) == 6
        assert notes(again.study) == before
        assert (again.lost, again.changed, len(again.study.decisions)) == ((), (), 0)


def test_what_a_killed_program_decided_is_there(review: Review, path: str) -> None:
    Deciding(review.file, review.study).decide({RELATIONS: {0: Decision("ambiguous")}}, "one")
    killed = Path(path).parent / "killed.nerinspect"
    shutil.copyfile(path, killed)
    with (again := load_review(str(killed))).file:
        assert again.study.relation_decisions[0].verdict == "ambiguous"


def test_a_file_names_an_event_by_what_stands_in_both_readings(review: Review) -> None:
    """Head before tail; where the reference has no relation, the words are those of the prediction."""
    turned, missed = (event_of(review.study, kind) for kind in ("reversed", "missed"))
    strict = with_relation_choice(review.study, STRICT)
    stored = [*stored_events(RELATIONS, review.study, [turned, missed])]
    stored += stored_events(RELATIONS, strict, [event_of(strict, "spurious")])
    ann, bo, _ = PEOPLE
    assert [(one.kind, one.text, one.reference_spans, one.predicted_spans) for one in stored] == [
        ("relation:reversed", "Ann Meet Bo", (ann, bo), (bo, ann)),
        ("relation:missed", "Ann Meet Bo", (ann, bo), ()),
        ("relation:spurious", "Cy Kill Di", (), ((0, 1, "Org"), (2, 3, "Org"))),
    ]
    assert [(one.system, one.run, one.sentence, one.start, one.end) for one in stored] == [
        ("pred", 1, 1, 0, 3),
        ("pred", 1, 2, 0, 3),
        ("pred", 1, 3, 0, 3),
    ]


def test_no_decision_is_lost_between_settings(review: Review) -> None:
    """What only one setting shows waits under the other, and is there again."""
    decide_all(review.file, review.study)
    before = notes(review.study)
    strict, found = matched(review.study, review.file, STRICT)
    assert found.lost == []
    assert {*notes(strict)} == {*before} - {"correct Cy Kill Di"}
    decide_all(review.file, strict)
    again, found = matched(strict, review.file, BOUNDARIES)
    assert (notes(again), found.lost) == (before, [])


def test_what_was_decided_without_direction_is_not_lost_where_types_have_one(
    review: Review, path: str, request_in: LoadRequest
) -> None:
    """Only where Meet has no direction the two are one event, with a wrong type."""
    review.file.close()
    for file, relation in zip(request_in.paths, [(0, "Meet", 1), (1, "Kill", 0)], strict=True):
        write_sentences(Path(file), [("Ann met Bo in Ulm", PEOPLE, [relation])])
    with (first := load_review(path)).file:
        undirected, _ = matched(first.study, first.file, RelationChoice("strict", ("Meet",)))
        assert kinds(undirected) == ["wrong-type"]
        decide_all(first.file, undirected)
    with (again := load_review(path)).file:
        assert {*kinds(again.study)} == {"missed", "spurious"}
        assert (notes(again.study), again.lost) == ({}, ())
        other, _ = matched(again.study, again.file, RelationChoice("boundaries", ("Meet",)))
        assert notes(other) == {"wrong-type Ann Meet Bo": "Ann Meet Bo"}


def test_an_event_that_changed_files_do_not_have_is_lost_and_comes_back(
    review: Review, path: str, request_in: LoadRequest
) -> None:
    decide_all(review.file, review.study)
    before = notes(review.study)
    review.file.close()
    write_sentences(Path(request_in.reference), [*REFERENCE[:2], (*REFERENCE[2][:2], [])])
    with (again := load_review(path)).file:
        assert {one.event.text for one in again.lost} == {"Cy Kill Di", "Di Live Rom"}
        assert len(notes(again.study)) == 4
    write_sentences(Path(request_in.reference), REFERENCE)
    with (again := load_review(path)).file:
        assert (notes(again.study), again.lost) == (before, ())


def test_events_are_found_where_a_sentence_is_put_in_front(review: Review, path: str, request_in: LoadRequest) -> None:
    decide_all(review.file, review.study)
    before = notes(review.study)
    review.file.close()
    for file, sentences in zip(request_in.paths, (REFERENCE, SYSTEM), strict=True):
        write_sentences(Path(file), [("So", [], []), *sentences])
    with (again := load_review(path)).file:
        assert (notes(again.study), again.lost) == (before, ())


def test_both_are_decided_in_one_step(review: Review, path: str) -> None:
    deciding, study = Deciding(review.file, review.study), review.study
    deciding.decide({MENTIONS: {1: Decision("ambiguous")}}, "before")
    of_mentions = dict.fromkeys((0, 1), Decision("ambiguous"))
    deciding.decide({MENTIONS: of_mentions, RELATIONS: {2: Decision(flag=True)}}, "both")
    assert (deciding.undo_words, deciding.n_to_undo) == ("both", 2), "what says nothing new is left out"
    assert (sorted(study.decisions), sorted(study.relation_decisions)) == ([0, 1], [2])
    undone = deciding.undo()
    assert (undone, deciding.undo_words) == ({MENTIONS: [0], RELATIONS: [2]}, "before")
    assert (sorted(study.decisions), sorted(study.relation_decisions)) == ([1], [])
    assert len(review.file.decisions()) == 1
    assert deciding.redo() == {MENTIONS: [0], RELATIONS: [2]}
    assert (study.decisions[0].verdict, study.relation_decisions[2].flag) == ("ambiguous", True)
    review.file.close()
    with (again := load_review(path)).file:
        assert (sorted(again.study.decisions), sorted(again.study.relation_decisions)) == ([0, 1], [2])


def test_a_step_about_both_that_says_nothing_new_is_none(review: Review) -> None:
    deciding = Deciding(review.file, review.study)
    deciding.decide({MENTIONS: {0: Decision()}, RELATIONS: {}}, "nothing")
    assert deciding.undo_words == ""


def test_mentions_and_relations_have_one_history(review: Review) -> None:
    deciding, study = Deciding(review.file, review.study), review.study
    deciding.decide({MENTIONS: {0: Decision("ambiguous")}}, "of a mention")
    deciding.decide({RELATIONS: {0: Decision("both-wrong"), 2: Decision(flag=True)}}, "of relations")
    assert (len(study.decisions), len(study.relation_decisions)) == (1, 2)
    assert deciding.undo() == {RELATIONS: [0, 2]}
    assert (len(study.decisions), len(study.relation_decisions)) == (1, 0)
    assert deciding.redo_words == "of relations"
    assert deciding.undo() == {MENTIONS: [0]}
    deciding.redo()
    deciding.redo()
    assert study.relation_decisions[0].verdict == "both-wrong"
    deciding.end()
    assert (len(study.decisions), len(study.relation_decisions)) == (0, 0)


def test_a_step_is_taken_back_under_another_setting(review: Review) -> None:
    """The event is not on show there, so none is named, and the file does not hold it any more."""
    deciding, kill = Deciding(review.file, review.study), event_of(review.study, "correct", "Kill")
    deciding.decide({RELATIONS: {kill: Decision("reference-wrong")}}, "wrong after all")
    strict, _ = matched(review.study, review.file, STRICT)
    deciding.follow(strict, found_numbers(strict, deciding.events))
    assert deciding.undo() == {RELATIONS: []}
    assert (review.file.decisions(), len(strict.relation_decisions)) == ([], 0)
    deciding.redo()
    again, _ = matched(strict, review.file, BOUNDARIES)
    deciding.follow(again, found_numbers(again, deciding.events))
    assert again.relation_decisions[kill].verdict == "reference-wrong"
    assert deciding.undo() == {RELATIONS: [kill]}


def test_who_signs_decides_about_relations_too(review: Review) -> None:
    deciding = Deciding(review.file, review.study)
    deciding.sign("Ann")
    deciding.decide({RELATIONS: {1: Decision("ambiguous")}}, "one")
    assert review.study.relation_decisions[1].who == "Ann"
    assert review.study.relation_decisions[1].decided.endswith("Z")


def test_relations_have_no_right_reading_and_correct_nothing(review: Review, request_in: LoadRequest) -> None:
    deciding = Deciding(review.file, review.study)
    every = range(len(relation_events(review.study)))
    deciding.decide({RELATIONS: dict.fromkeys(every, Decision("reference-wrong", correction=()))}, "all")
    assert all(one.correction is None for _, one in review.study.relation_decisions.items())
    assert accepted_corrections(review.study) == []
    assert review_progress(review.study, 0).n_decided == 0


def test_a_decision_that_says_the_same_is_no_step(review: Review) -> None:
    deciding = Deciding(review.file, review.study)
    deciding.decide({RELATIONS: {0: Decision()}}, "nothing")
    assert (deciding.undo_words, review.file.decisions()) == ("", [])
