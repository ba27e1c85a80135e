"""Reviews of real data: lists and references that go out and come back."""

import csv
import io
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from nerinspect.corpus.mentions import Mentions
from nerinspect.decisions.adjudication import settled
from nerinspect.decisions.corrections import accepted_corrections, applicable, corrected_mentions, corrected_scores
from nerinspect.events.decision import VERDICTS, Decision, Decisions
from nerinspect.events.scores import score_study
from nerinspect.events.study import Study, make_study
from nerinspect.io.reading.loading import load_sides, load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.review.attaching import stored_events
from nerinspect.review.corrected_reference import corrected_reference
from nerinspect.review.list_reading import read_list

DATA = {
    "wnut16": ("wnut16/test.txt", ("wnut16/flair.txt", "wnut16/elmo.txt")),
    "wnut17": ("wnut17/emerging.test.annotated", ("wnut17/submissions/spinningbytes.txt",)),
    "masakhaner2": ("masakhaner2-pcm/test.txt", ("masakhaner2-pcm/predictions/afroxlmr.run1.txt",)),
}
ANNOTATORS = {
    "annotators of wnut16": ("wnut16/flair.txt", "wnut16/elmo.txt"),
    "annotators of wnut17": ("wnut17/submissions/spinningbytes.txt", "wnut17/submissions/sjtu_adapt.txt"),
    "annotators of masakhaner2": tuple(f"masakhaner2-pcm/predictions/{one}.run1.txt" for one in ("mbert", "afroxlmr")),
}
EARLIER = "2026-01-31T09:30:00Z"


@pytest.fixture(params=[*DATA, *ANNOTATORS])
def loaded(
    request: pytest.FixtureRequest, load_data: Callable[..., Study], data_folder: Path
) -> tuple[Study, LoadRequest]:
    if request.param in ANNOTATORS:
        one, other = (str(data_folder / path) for path in ANNOTATORS[request.param])
        wanted = LoadRequest(one, (other,), repair="conlleval", repair_reference="conlleval", annotators=True)
        return load_sides(wanted), wanted
    reference, predictions = DATA[request.param]
    return load_data(reference, predictions, "conlleval"), LoadRequest(str(data_folder / reference), repair="conlleval")


def decided_at_random(study: Study, seed: int = 0) -> Study:
    """Decide a third of the events, one way or another."""
    chosen, decisions = random.Random(seed), Decisions()
    for event, stored in enumerate(stored_events(MENTIONS, study, range(len(study.events)))):
        if chosen.random() < 1 / 3:
            correction = chosen.choice([None, (), stored.predicted_spans, stored.reference_spans])
            verdict = chosen.choice([*VERDICTS, "scope"])
            decision = Decision(verdict, ("typo",), chosen.random() < 0.1, f"…{seed}", correction, EARLIER)
            decisions.decide(event, settled(study, event, Decision(), decision))
    return replace(study, decisions=decisions)


def with_agreeing_corrections(study: Study) -> Study:
    """Take the corrections back that contradict another."""
    agreed = {event for one in applicable(accepted_corrections(study)) for event in one.events}
    for event, decision in [*study.decisions.items()]:
        if event not in agreed:
            study.decisions.decide(event, replace(decision, correction=None))
    return study


def spans_of(mentions: Mentions) -> set[tuple[int, int, str]]:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return set(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def write_list(study: Study, path: Path) -> str:
    with path.open("w", encoding="utf-8", newline="") as file:
        write_csv(MENTIONS.table(study, columns=MENTIONS.names_for(study, Of.DECISIONS)), file)
    return str(path)


def test_a_list_comes_back(loaded: tuple[Study, LoadRequest], tmp_path: Path) -> None:
    study = decided_at_random(loaded[0])
    path = write_list(study, tmp_path / "list.csv")
    edited = read_list(replace(study, decisions=Decisions()), path)
    assert edited.misfits == ()
    assert {change.event: change.after for change in edited.changes} == dict(study.decisions.items())
    assert read_list(study, path).changes == ()


def test_an_edited_list_says_what_was_edited(loaded: tuple[Study, LoadRequest], tmp_path: Path) -> None:
    """Cells of a third of the rows are written anew, and all rows stand in another order."""
    study, other = (decided_at_random(loaded[0], seed) for seed in (0, 1))
    paths = [Path(write_list(one, tmp_path / f"{number}.csv")) for number, one in enumerate((study, other))]
    rows, others = (list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))) for path in paths)
    chosen, written = random.Random(2), {}
    for event, (row, theirs) in enumerate(zip(rows, others, strict=True)):
        if chosen.random() < 1 / 3:
            row.update({name: theirs[name] for name in MENTIONS.names(Of.DECISIONS) if name != "decided"})
            before, said = study.decisions[event], other.decisions[event].said
            if (after := settled(study, event, before, said).said) != before.said:
                written[event] = after
    chosen.shuffle(rows)
    with paths[0].open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    edited = read_list(study, str(paths[0]))
    assert edited.misfits == ()
    assert len(written) > 20
    assert {change.event: change.after.said for change in edited.changes} == written
    assert edited.n_unchanged == len(rows) - len(written)


def test_a_corrected_reference_comes_back(loaded: tuple[Study, LoadRequest], tmp_path: Path) -> None:
    """Read again, it has the corrected mentions; lines outside the corrected places stay as they were."""
    study, request = with_agreeing_corrections(decided_at_random(loaded[0])), loaded[1]
    corrections = accepted_corrections(study)
    assert len(corrections) > 20
    wanted = spans_of(corrected_mentions(study.reference.mentions, corrections))
    path = tmp_path / "corrected.conll"
    path.write_bytes(corrected_reference(study, request).data)
    again = load_study(replace(request, reference=str(path), predictions=(), annotators=False))
    assert spans_of(again.reference.mentions) == wanted
    before, after = (Path(one).read_bytes().split(b"\n") for one in (request.reference, str(path)))
    changed = {number for number, lines in enumerate(zip(before, after, strict=True), 1) if lines[0] != lines[1]}
    allowed = {study.text.line_of(position) for one in corrections for position in range(one.start, one.end)}
    assert changed
    assert changed <= allowed, "in BIO a label says nothing of its neighbours"


@pytest.mark.parametrize("loaded", [*DATA], indirect=True)
def test_scores_with_corrections_are_those_of_the_corrected_file(
    loaded: tuple[Study, LoadRequest], tmp_path: Path
) -> None:
    study, request = with_agreeing_corrections(decided_at_random(loaded[0])), loaded[1]
    path = tmp_path / "corrected.conll"
    path.write_bytes(corrected_reference(study, request).data)
    scores = corrected_scores(study, accepted_corrections(study))
    again = load_study(replace(request, reference=str(path)))
    for number, tally in enumerate(score_study(make_study(again.text, again.reference, study.predictions))):
        assert scores.corrected(number) == tally.overall != scores.original(number)
        assert all(scores.corrected(number, name) == tally.of_type(name) for name in tally.types)
