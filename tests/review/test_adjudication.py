"""Annotators without a reference: what is decided between them is kept, survives changed files, and is written out."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.decisions.adjudication import conflicts, left_standing, reading_on, settled, to_decide
from nerinspect.errors import CommandError, DataError
from nerinspect.events.decision import Decision
from nerinspect.events.segment_events import TP
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS, event_numbers
from nerinspect.review.attaching import stored_events
from nerinspect.review.corrected_reference import corrected_reference
from nerinspect.review.deciding import Deciding
from nerinspect.review.list_reading import read_list
from nerinspect.review.opening import Review, corrected_annotator, load_review, make_review
from nerinspect.review.store import open_review
from tests.examples import examples

ANNA = "The\tO\nPort\tB-ORG\nof\tI-ORG\nBonn\tI-ORG\n\nAnn\tB-PER\nmet\tO\nUlm\tB-LOC\n\nUlm\tO\nwins\tO\n"
BEN = "The\tO\nPort\tB-FAC\nof\tI-FAC\nBonn\tI-FAC\n\nAnn\tB-PER\nmet\tO\nUlm\tB-ORG\n\nUlm\tB-ORG\nwins\tO\n"
CLEO = "The\tO\nPort\tB-FAC\nof\tI-FAC\nBonn\tI-FAC\n\nAnn\tB-PER\nmet\tO\nUlm\tB-LOC\n\nUlm\tB-LOC\nwins\tO\n"

Decide = Callable[..., Review]


@pytest.fixture
def annotated(tmp_path: Path) -> LoadRequest:
    """Write what three people made of one text."""
    for name, content in (("anna", ANNA), ("ben", BEN), ("cleo", CLEO)):
        (tmp_path / f"{name}.conll").write_text(content)
    return LoadRequest(str(tmp_path / "anna.conll"), (str(tmp_path / "ben.conll"),), annotators=True)


@pytest.fixture
def three(annotated: LoadRequest, tmp_path: Path) -> LoadRequest:
    """Hold both others against Anna."""
    return replace(annotated, predictions=(*annotated.predictions, str(tmp_path / "cleo.conll")))


@pytest.fixture
def decide(tmp_path: Path) -> Decide:
    """Decide events of a new review by system and text, as the window does, and open it again."""

    def decide(request: LoadRequest, verdicts: dict[tuple[str, str, int], str], **choice: bool) -> Review:
        path = str(tmp_path / "a.nerinspect")
        make_review(path, request, load_sides(request), **choice)
        with (review := load_review(path)).file as file:
            study = review.study
            changes = []
            for number, event in enumerate(stored_events(MENTIONS, study, range(len(study.events)))):
                if verdict := verdicts.get((event.system, event.text, event.sentence)):
                    changes.append((event, settled(study, number, Decision(), Decision(verdict))))
            assert len(changes) == len(verdicts)
            file.decide(changes)
        with (again := load_review(path)).file:
            return again

    return decide


def written(review: Review) -> str:
    return corrected_reference(review.study, review.request).data.decode()


def test_a_review_of_annotators_is_one_again_when_it_is_opened(annotated: LoadRequest, decide: Decide) -> None:
    review = decide(annotated, {("ben", "Ulm", 2): "ambiguous"})
    assert review.study.annotator == "anna"
    assert [one.verdict for _, one in review.study.decisions.items()] == ["ambiguous"]
    assert (review.changed, review.lost) == ((), ())


def test_where_b_is_right_a_takes_the_reading_of_b(annotated: LoadRequest, decide: Decide) -> None:
    verdicts = {
        ("ben", "Port of Bonn", 1): "reference-wrong",
        ("ben", "Ulm", 2): "prediction-wrong",
        ("ben", "Ulm", 3): "reference-wrong",
    }
    after = written(decide(annotated, verdicts))
    assert after == ANNA.replace("-ORG", "-FAC").replace("Ulm\tO", "Ulm\tB-ORG")


def test_what_is_not_settled_is_told_and_stays_with_a(annotated: LoadRequest, decide: Decide) -> None:
    review = decide(annotated, {("ben", "Ulm", 2): "ambiguous", ("ben", "Ulm", 3): "both-wrong"})
    assert written(review) == ANNA
    assert left_standing(review.study) == (
        "1 disagreement unclear, 1 disagreement with neither right and no correction, 1 disagreement undecided:"
        " the annotation of anna is kept there"
    )
    study = load_sides(annotated)
    study.decisions.fill({event: Decision("prediction-wrong") for event in range(len(study.events))})
    assert left_standing(study) == ""


def test_neither_right_takes_the_reading_that_is_given(annotated: LoadRequest) -> None:
    study = load_sides(annotated)
    study.decisions.decide(0, Decision("both-wrong", correction=((3, 4, "LOC"),)))
    assert corrected_reference(study, annotated).data.decode().splitlines()[1:4] == ["Port\tO", "of\tO", "Bonn\tB-LOC"]


def test_the_same_correction_against_two_annotators_is_one(three: LoadRequest, decide: Decide) -> None:
    place = ("Port of Bonn", 1)
    review = decide(three, {("ben", *place): "reference-wrong", ("cleo", *place): "reference-wrong"})
    assert conflicts(review.study) == []
    assert "Port\tB-FAC\nof\tI-FAC" in written(review)


def test_two_annotators_right_in_different_ways_contradict_each_other(three: LoadRequest, decide: Decide) -> None:
    review = decide(three, {("ben", "Ulm", 3): "reference-wrong", ("cleo", "Ulm", 3): "reference-wrong"})
    [pair] = conflicts(review.study)
    assert [one.reading[0][2] for one in pair] == ["LOC", "ORG"]
    with pytest.raises(DataError, match="1 pair of corrections contradict each other"):
        written(review)


def test_a_right_against_one_and_wrong_against_another_is_a_contradiction(three: LoadRequest, decide: Decide) -> None:
    review = decide(three, {("ben", "Ulm", 3): "prediction-wrong", ("cleo", "Ulm", 3): "reference-wrong"})
    [pair] = conflicts(review.study)
    assert sorted(len(one.reading) for one in pair) == [0, 1]


def test_a_verdict_taken_back_takes_the_reading_of_b_with_it(annotated: LoadRequest) -> None:
    study = load_sides(annotated)
    right = settled(study, 0, Decision(), Decision("reference-wrong", note="x"))
    assert right.correction == reading_on(study, 0, "predicted") == ((1, 4, "FAC"),)
    assert settled(study, 0, right, replace(right, verdict="prediction-wrong")).correction is None
    own = Decision("reference-wrong", correction=((1, 2, "LOC"),))
    assert settled(study, 0, Decision(), own) == own
    assert settled(study, 0, own, replace(own, verdict="both-wrong")).correction == own.correction


def test_a_verdict_and_an_edited_list_say_the_same_of_b(annotated: LoadRequest, decide: Decide, tmp_path: Path) -> None:
    review = decide(annotated, {})
    with open_review(review.file.path) as file:
        deciding = Deciding(file, review.study)
        deciding.decide({MENTIONS: {0: Decision("reference-wrong")}}, "B right")
        assert review.study.decisions[0].correction == ((1, 4, "FAC"),)
        deciding.undo()
        assert len(review.study.decisions) == 0
    number = f"{event_numbers(review.study)[0]:016x}"
    (tmp_path / "list.csv").write_text(f"event,verdict,corrected_spans\n{number},reference-wrong,\n")
    [change] = read_list(review.study, str(tmp_path / "list.csv")).changes
    assert change.after.correction == ((1, 4, "FAC"),)


def test_with_a_reference_nothing_is_taken_over_by_itself(annotated: LoadRequest) -> None:
    study = load_sides(replace(annotated, annotators=False))
    assert settled(study, 0, Decision(), Decision("reference-wrong")) == Decision("reference-wrong")
    assert left_standing(study) == ""


def test_agreement_is_right_unless_it_is_to_be_walked_through(annotated: LoadRequest, decide: Decide) -> None:
    taken_over = decide(annotated, {})
    assert to_decide(taken_over.study).sum() == 3
    Path(taken_over.file.path).unlink()
    walked = decide(annotated, {}, walks_agreement=True)
    assert to_decide(walked.study).sum() == 4
    assert left_standing(walked.study).startswith("4 events undecided")


@pytest.mark.parametrize("name", ["anna", "ben"])
def test_no_decision_is_overwritten_when_a_file_of_either_changes(
    annotated: LoadRequest, decide: Decide, tmp_path: Path, name: str
) -> None:
    """Every event is decided; then one annotator thinks again about Ulm in the second sentence, and about it alone."""
    everything = {
        ("ben", "Port of Bonn", 1): "reference-wrong",
        ("ben", "Ann", 2): "ambiguous",
        ("ben", "Ulm", 2): "prediction-wrong",
        ("ben", "Ulm", 3): "reference-wrong",
    }
    before = decide(annotated, everything)
    ids = {event: f"{number:016x}" for event, number in enumerate(event_numbers(before.study).tolist())}
    kept = {ids[event]: one for event, one in before.study.decisions.items()}
    file = tmp_path / f"{name}.conll"
    content = file.read_text()
    file.write_text(
        content.replace("met\tO\nUlm\tB-LOC", "met\tO\nUlm\tO").replace("met\tO\nUlm\tB-ORG", "met\tO\nUlm\tO")
    )
    with (again := load_review(before.file.path)).file:
        assert again.changed == (str(file),)
        assert [(one.event.text, one.event.sentence, one.decision.verdict) for one in again.lost] == [
            ("Ulm", 2, "prediction-wrong")
        ]
        numbers = event_numbers(again.study).tolist()
        assert {f"{numbers[event]:016x}": one for event, one in again.study.decisions.items()} == {
            event: one for event, one in kept.items() if one.verdict != "prediction-wrong"
        }
    file.write_text(content)
    with (restored := load_review(before.file.path)).file:
        assert restored.lost == ()
        assert len(restored.study.decisions) == 4


def test_a_merged_file_is_adjudicated_in_its_first_column(tmp_path: Path, decide: Decide) -> None:
    path = tmp_path / "both.conll"
    path.write_text("Rome B-LOC B-ORG\nand O O\nYork B-ORG B-ORG\n")
    request = LoadRequest(f"A,B={path}", label_columns=(1, 2), annotators=True)
    review = decide(request, {("B", "Rome", 1): "reference-wrong"})
    assert written(review) == "Rome B-ORG B-ORG\nand O O\nYork B-ORG B-ORG\n"
    with review.file:
        assert review.study.annotator == "A"


def test_a_review_knows_whose_annotation_it_corrects(annotated: LoadRequest, tmp_path: Path) -> None:
    for request, name in ((annotated, "anna"), (replace(annotated, annotators=False), "")):
        path = str(tmp_path / f"of {name}.nerinspect")
        make_review(path, request, load_sides(request))
        with load_review(path).file as file:
            assert corrected_annotator(file) == name


@pytest.mark.parametrize("are_annotators", [True, False])
def test_files_of_one_name_are_called_the_same_from_any_folder(
    tmp_path: Path, decide: Decide, monkeypatch: pytest.MonkeyPatch, are_annotators: bool
) -> None:
    """Seen from their folder, one is called x and one b/x; seen from elsewhere, both after folders."""
    (tmp_path / "b").mkdir()
    for name, content in (("ref", ANNA), ("x", BEN), ("b/x", CLEO)):
        (tmp_path / f"{name}.conll").write_text(content)
    monkeypatch.chdir(tmp_path)
    review = decide(
        LoadRequest("ref.conll", ("x.conll", "b/x.conll"), annotators=are_annotators),
        {("x", "Ulm", 3): "ambiguous", ("b/x", "Ulm", 3): "ambiguous"},
    )
    assert len(review.study.decisions) == 2


def test_one_annotator_cannot_be_reviewed(annotated: LoadRequest) -> None:
    with pytest.raises(CommandError, match="agreement needs two"):
        load_sides(replace(annotated, predictions=()))


LABEL = st.sampled_from(["O", "B-LOC", "I-LOC", "B-ORG", "I-ORG"])
SENTENCES = st.lists(st.lists(st.tuples(LABEL, LABEL), min_size=1, max_size=6), min_size=1, max_size=4)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sentences=SENTENCES, b_is_right=st.lists(st.booleans(), min_size=24, max_size=24))
def test_each_event_reads_as_the_one_who_is_right(
    tmp_path: Path, sentences: list[list[tuple[str, str]]], b_is_right: list[bool]
) -> None:
    for side, name in enumerate("ab"):
        blocks = ("".join(f"t {labels[side]}\n" for labels in sentence) for sentence in sentences)
        (tmp_path / f"{name}.conll").write_text("\n".join(blocks))
    paths = [str(tmp_path / f"{name}.conll") for name in "ab"]
    request = LoadRequest(paths[0], (paths[1],), annotators=True, encoding="BIO", repair="conlleval")
    study = load_sides(request)
    wanted = set()
    for event in range(len(study.events)):
        verdict = "reference-wrong" if b_is_right[event] else "prediction-wrong"
        study.decisions.decide(event, settled(study, event, Decision(), Decision(verdict)))
        sentence = int(study.event_sentence[event])
        reading = reading_on(study, event, "predicted" if b_is_right[event] else "reference")
        wanted |= {(sentence, *span) for span in reading}
    (tmp_path / "a.conll").write_bytes(corrected_reference(study, request).data)
    again = load_sides(request)
    mentions = again.reference.mentions
    first = again.text.sentence_of(mentions.start)
    zero = again.text.sentence_start[first]
    codes = [again.types[code] for code in mentions.type_codes.tolist()]
    columns = (first.tolist(), (mentions.start - zero).tolist(), (mentions.end - zero).tolist(), codes)
    assert set(zip(*columns, strict=True)) == wanted
    assert left_standing(study) == ""


def test_a_submission_that_is_always_right_is_what_is_written(data_folder: Path, tmp_path: Path) -> None:
    submissions = data_folder / "wnut17" / "submissions"
    paths = [str(submissions / name) for name in ("spinningbytes.txt", "sjtu_adapt.txt")]
    request = LoadRequest(paths[0], (paths[1],), annotators=True, repair="conlleval")
    study = load_sides(request)
    for event in range(len(study.events)):
        study.decisions.decide(event, settled(study, event, Decision(), Decision("reference-wrong")))
    (tmp_path / "all.conll").write_bytes(corrected_reference(study, request).data)
    again = load_sides(LoadRequest(str(tmp_path / "all.conll"), (paths[1],), annotators=True, repair="conlleval"))
    assert set(again.events.kind.tolist()) == {TP}
