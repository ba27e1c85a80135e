"""Scores with corrections: equal to counting one by one, and to scoring the reference that is written with them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions
from nerinspect.decisions.corrections import (
    accepted_corrections,
    applicable,
    correct_study,
    corrected_mentions,
    corrected_scores,
)
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.scores import Counts, score_study
from nerinspect.events.study import Study, make_study

Triple = tuple[int, int, str]
LABELS = st.sampled_from(["O", "B-LOC", "B-ORG", "I"])


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    study = make_study_from(
        "in/O/O/O Ulm/B-LOC/O/B-LOC",
        "Port/B-ORG/B-LOC/O of/I-ORG/O/O Bonn/I-ORG/B-LOC/B-LOC",
        systems=("rich", "plain"),
    )
    return replace(study, decisions=Decisions())


def triples(mentions: Mentions) -> list[Triple]:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return list(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def counted_one_by_one(reference: list[Triple], predicted: list[Triple], name: str | None) -> Counts:
    sides = [[one for one in side if name in (None, one[2])] for side in (reference, predicted)]
    return Counts(len(sides[0]), len(sides[1]), len({*sides[0]} & {*sides[1]}))


def test_a_missed_mention_that_is_none_no_longer_counts_against_a_system(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    scores = correct_study(study).scores
    assert scores.original(0) == Counts(2, 2, 0)
    assert scores.corrected(0) == Counts(1, 2, 0)
    assert scores.original(1) == Counts(2, 2, 1)
    assert scores.corrected(1) == Counts(1, 2, 0)


def test_a_reading_taken_over_is_correct(study: Study) -> None:
    study.decisions.decide(1, Decision("reference-wrong", correction=((0, 1, "LOC"), (2, 3, "LOC"))))
    scores = correct_study(study).scores
    assert scores.corrected(0) == Counts(3, 2, 2)
    assert scores.corrected(0, "LOC") == Counts(3, 2, 2)
    assert scores.corrected(0, "ORG") == Counts(0, 0, 0)


def test_a_type_that_only_a_correction_names_is_counted(study: Study) -> None:
    study.decisions.decide(1, Decision("both-wrong", correction=((0, 3, "FAC"),)))
    scores = correct_study(study).scores
    assert scores.types == ("LOC", "ORG", "FAC")
    assert scores.corrected(0, "FAC") == Counts(1, 0, 0)
    assert scores.original(0, "FAC") == Counts(0, 0, 0)


def test_corrections_that_contradict_each_other_change_no_score(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    study.decisions.decide(2, Decision("both-wrong", correction=((1, 2, "ORG"),)))
    scores = correct_study(study).scores
    assert np.array_equal(scores.before, scores.after)


def test_without_corrections_both_are_the_scores_of_the_study(study: Study) -> None:
    scores = corrected_scores(study, [])
    assert [scores.original(number) for number in (0, 1)] == [tally.overall for tally in score_study(study)]
    assert [scores.corrected(number) for number in (0, 1)] == [tally.overall for tally in score_study(study)]


def bio(labels: list[str]) -> list[str]:
    """Continue the mention before where `I` says so, and stay outside elsewhere."""
    written: list[str] = []
    for label in labels:
        before = written[-1] if written else "O"
        written.append(label if label != "I" else "O" if before == "O" else f"I-{before[2:]}")
    return written


@st.composite
def sentences(draw: st.DrawFn) -> list[str]:
    words = []
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 7))
        sides = [bio(draw(st.lists(LABELS, min_size=size, max_size=size))) for _ in range(3)]
        words.append(" ".join(f"w/{'/'.join(labels)}" for labels in zip(*sides, strict=True)))
    return words


@st.composite
def decisions(draw: st.DrawFn, study: Study) -> dict[int, Decision]:
    """Take readings of either system, or mark one's own, for some events."""
    found = {}
    for event in draw(st.lists(st.integers(0, max(len(study.events) - 1, 0)), unique=True, max_size=len(study.events))):
        zero = int(study.text.sentence_start[study.event_sentence[event]])
        start, end = int(study.events.start[event]) - zero, int(study.events.end[event]) - zero
        marked = [(start, end, draw(st.sampled_from(["LOC", "FAC", "AAA"])))] if draw(st.booleans()) else []
        numbers = study.events.mentions_of(event, "predicted").tolist()
        taken = [(s - zero, e - zero, name) for s, e, name in [triples(study.predicted)[n] for n in numbers]]
        verdict = draw(st.sampled_from(["reference-wrong", "both-wrong", "prediction-wrong", ""]))
        found[event] = Decision(verdict, correction=tuple(draw(st.sampled_from([marked, taken]))))
    return found


@given(data=st.data())
def test_scores_are_those_of_counting_one_by_one(make_study_from: Callable[..., Study], data: st.DataObject) -> None:
    study = make_study_from(*data.draw(sentences()), systems=("rich", "plain"))
    study = replace(study, decisions=Decisions(data.draw(decisions(study))))
    corrections = accepted_corrections(study)
    scores = correct_study(study).scores
    old, new = study.reference.mentions, corrected_mentions(study.reference.mentions, applicable(corrections))
    for number, prediction in enumerate(study.predictions):
        predicted = triples(prediction.mentions)
        for name in (None, *scores.types):
            assert scores.original(number, name) == counted_one_by_one(triples(old), predicted, name)
            assert scores.corrected(number, name) == counted_one_by_one(triples(new), predicted, name)


@given(data=st.data())
def test_a_system_whose_reading_is_taken_everywhere_is_right_everywhere(
    make_study_from: Callable[..., Study], data: st.DataObject
) -> None:
    study = make_study_from(*data.draw(sentences()), systems=("rich", "plain"))
    taken = {}
    for event in range(*study.event_start[:2].tolist()):
        zero = int(study.text.sentence_start[study.event_sentence[event]])
        numbers = study.events.mentions_of(event, "predicted").tolist()
        reading = tuple((s - zero, e - zero, name) for s, e, name in [triples(study.predicted)[n] for n in numbers])
        taken[event] = Decision("reference-wrong", correction=reading)
    study = replace(study, decisions=Decisions(taken))
    corrections = accepted_corrections(study)
    mentions = corrected_mentions(study.reference.mentions, corrections)
    after = make_study(study.text, replace(study.reference, mentions=mentions), study.predictions[:1])
    assert set(after.events.kind.tolist()) <= {0}
    counts = corrected_scores(study, corrections).corrected(0)
    assert counts.reference == counts.predicted == counts.correct == len(study.predictions[0].mentions)


def test_corrections_are_told_apart_by_what_becomes_of_them(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    study.decisions.decide(1, Decision("prediction-wrong", correction=()))
    study.decisions.decide(2, Decision("both-wrong", correction=((1, 2, "ORG"),)))
    study.decisions.decide(3, Decision("reference-wrong", correction=((0, 1, "ORG"), (2, 3, "LOC"))))
    corrected = correct_study(study)
    assert [one.events for one in corrected.applied] == [(3,)]
    assert [one.events for one in corrected.left] == [(1,)]
    assert [(one.events, other.events) for one, other in corrected.conflicts] == [((0,), (2,))]
    assert corrected.n_applied(study) == [0, 1]
