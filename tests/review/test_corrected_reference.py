"""The corrected reference: read again it says what was decided, and no other label differs."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions
from nerinspect.decisions.corrections import accepted_corrections, applicable, corrected_mentions, corrected_scores
from nerinspect.errors import CommandError, DataError
from nerinspect.events.decision import Decision, Decisions, Reading
from nerinspect.events.scores import score_study
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.review.corrected_reference import corrected_reference
from tests.examples import examples

Decide = Callable[[dict[int, Reading | None]], Study]


def spans_of(mentions: Mentions) -> set[tuple[int, int, str]]:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return set(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def corrected(study: Study, corrections: dict[int, Reading]) -> Study:
    decisions = {event: Decision("reference-wrong", correction=one) for event, one in corrections.items()}
    return replace(study, decisions=Decisions(decisions))


def lines_changed(before: str, after: str) -> dict[int, tuple[str, str]]:
    pairs = zip(before.splitlines(), after.splitlines(), strict=True)
    return {number: (old, new) for number, (old, new) in enumerate(pairs, 1) if old != new}


def files(folder: Path, reference: str, prediction: str, **options: str) -> LoadRequest:
    (folder / "ref.conll").write_text(reference)
    (folder / "pred.conll").write_text(prediction)
    return LoadRequest(str(folder / "ref.conll"), (str(folder / "pred.conll"),), **options)  # type: ignore[arg-type]


def test_only_labels_that_must_change_are_changed(tmp_path: Path) -> None:
    """Blanks, comments of the layout and other columns stay to the byte."""
    reference = "-DOCSTART-\tX\tO\n\nThe\tD\tO\nPort\tN\tB-ORG\nof\tP\tI-ORG\nBonn\tN\tI-ORG\n\n\nUlm  \tN\tB-LOC\n"
    prediction = "The\tD\tO\nPort\tN\tO\nof\tP\tO\nBonn\tN\tB-LOC\n\nUlm  \tN\tB-LOC\n"
    request = files(tmp_path, reference, prediction)
    study = corrected(load_study(request), {0: ((1, 2, "FAC"), (3, 4, "LOC"))})
    after = corrected_reference(study, request).data.decode()
    assert lines_changed(reference, after) == {
        4: ("Port\tN\tB-ORG", "Port\tN\tB-FAC"),
        5: ("of\tP\tI-ORG", "of\tP\tO"),
        6: ("Bonn\tN\tI-ORG", "Bonn\tN\tB-LOC"),
    }


def test_without_corrections_every_byte_stays(tmp_path: Path) -> None:
    request = files(tmp_path, "a B-X\r\nb I-Y\r\n", "a O\nb O\n", repair_reference="conlleval")
    study = corrected(load_study(request), {})
    assert corrected_reference(study, request).data == b"a B-X\r\nb I-Y\r\n"


def test_repaired_labels_are_not_written(tmp_path: Path) -> None:
    """The I without a beginning stays, for it is read as before beside the correction."""
    request = files(tmp_path, "a I-X\nb O\nc B-Y\n", "a B-X\nb O\nc O\n", repair_reference="conlleval")
    study = load_study(request)
    after = corrected_reference(corrected(study, {1: ()}), request).data.decode()
    assert after == "a I-X\nb O\nc O\n"


def test_a_label_is_written_where_it_would_be_read_otherwise(tmp_path: Path) -> None:
    """In IOB `I` begins a mention; what stood behind another one must say B once they touch."""
    request = files(tmp_path, "a O\nb I-X\n", "a I-X\nb I-X\n", encoding="IOB")
    study = load_study(request)
    after = corrected_reference(corrected(study, {0: ((0, 1, "X"), (1, 2, "X"))}), request).data.decode()
    assert after == "a I-X\nb B-X\n"


def test_spans_are_written_as_spans(tmp_path: Path) -> None:
    line = {"text": "Ann met Ulm", "spans": [{"start": 0, "end": 3, "label": "PER"}], "more": [1, 2]}
    for name in ("ref", "pred"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(line if name == "ref" else {**line, "spans": []}) + "\n")
    request = LoadRequest(str(tmp_path / "ref.jsonl"), (str(tmp_path / "pred.jsonl"),))
    study = corrected(load_study(request), {0: ((0, 1, "ORG"),)})
    after = json.loads(corrected_reference(study, request).data)
    assert after == {**line, "spans": [{"start": 0, "end": 3, "label": "ORG"}]}


def test_contradictions_are_refused(tmp_path: Path) -> None:
    request = files(tmp_path, "a B-X\nb I-X\n", "a O\nb O\n")
    request = replace(request, predictions=(f"one={request.predictions[0]}", f"two={request.predictions[0]}"))
    study = corrected(load_study(request), {0: ((0, 1, "X"),), 1: ()})
    with pytest.raises(DataError, match="1 pair of corrections contradict"):
        corrected_reference(study, request)


def test_types_changed_on_loading_are_refused(tmp_path: Path) -> None:
    request = files(tmp_path, "a B-X\n", "a O\n")
    study = corrected(load_study(request), {0: ()})
    with pytest.raises(CommandError, match="types were changed"):
        corrected_reference(study, replace(request, remove_types=("Y",)))


def test_a_reference_that_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    request = files(tmp_path, "a B-X\n", "a O\n")
    study = corrected(load_study(request), {0: ()})
    Path(request.reference).write_text("a B-Y\n")
    with pytest.raises(DataError, match="has changed since"):
        corrected_reference(study, request)


STATES = {"BIO": "BI", "IOB": "BI", "BIOES": "BIES"}


@settings(max_examples=examples(150))
@given(data=st.data())
def test_read_again_it_says_what_was_decided(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """In every encoding, with and without invalid transitions, whatever is corrected to whatever."""
    encoding = data.draw(st.sampled_from(["BIO", "IOB", "BIOES"]))
    labels = ["O", *(f"{state}-{name}" for state in STATES[encoding] for name in ("X", "Y"))]
    columns = st.lists(st.lists(st.sampled_from(labels), min_size=1, max_size=5), min_size=1, max_size=3)
    reference = data.draw(columns)
    predicted = [
        data.draw(st.lists(st.sampled_from(labels), min_size=len(one), max_size=len(one))) for one in reference
    ]
    method = data.draw(st.sampled_from(["conlleval", "discard"])) if encoding != "IOB" else "conlleval"
    texts = [
        "\n".join("".join(f"w{label and ''} {label}\n" for label in one) for one in side)
        for side in (reference, predicted)
    ]
    request = files(tmp_path_factory.mktemp("ref"), *texts, encoding=encoding, repair=method, repair_reference=method)
    study = load_study(request)
    zero = study.text.sentence_start[study.event_sentence]
    chosen: dict[int, Reading] = {}
    for event in range(len(study.events)):
        low, high = int(study.events.start[event] - zero[event]), int(study.events.end[event] - zero[event])
        cuts = sorted(data.draw(st.lists(st.integers(low, high), unique=True, max_size=4)))
        reading = tuple(
            (start, end, data.draw(st.sampled_from("XYZ"))) for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        )
        if data.draw(st.booleans()):
            chosen[event] = reading
    study = corrected(study, chosen)
    corrections = accepted_corrections(study)
    assert applicable(corrections) == corrections
    wanted = corrected_mentions(study.reference.mentions, corrections)
    Path(request.reference).write_bytes(corrected_reference(study, request).data)
    again = load_study(request)
    assert spans_of(again.reference.mentions) == spans_of(wanted)
    assert corrected_scores(study, corrections).corrected(0) == score_study(again)[0].overall
    if not chosen:
        assert Path(request.reference).read_text() == texts[0]
