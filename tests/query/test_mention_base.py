"""What a filter keeps is counted as ten slow lines count it, and outcomes change nothing."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.scores import reconcile_prediction, score_prediction
from nerinspect.events.segment_events import KINDS, SIDES
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase, score_kept, speaking_of
from nerinspect.query.selection import Selection
from tests.examples import examples
from tests.query.plain_attributes import meets


def base_of(study: Study, query: str) -> MentionBase:
    return MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))


def counted_one_by_one(study: Study, base: MentionBase, prediction: int) -> dict[str, Counter[str]]:
    """Count type by type and kind by kind, one mention after the other."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("reference", "predicted", "correct", "events")}
    in_base, events = base.events.mask(study), study.events
    for event in range(len(events)):
        if events.prediction[event] != prediction or not in_base[event]:
            continue
        kind, holds = KINDS[events.kind[event]], False
        for side in SIDES:
            mentions = study.mentions_on(side)
            for mention in events.mentions_of(event, side):
                name = mentions.types[mentions.type_codes[mention]]
                met = [name not in base.excluded and (not base.named or name in base.named)]
                met += [meets(study, term, side, prediction, mention) for term in base.asked]
                if not all(met):
                    continue
                holds = True
                counts[side].update([f"type {name}", kind])
                counts["correct"].update([f"type {name}"] if (side, kind) == ("reference", "tp") else [])
        counts["events"].update([kind] if holds else [])
    return counts


def test_scores_of_a_base_are_those_counted_one_by_one(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(200))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        base = MentionBase.of(Selection.from_filter(query))
        for prediction, scores in enumerate(score_kept(study, base)):
            counts = counted_one_by_one(study, base, prediction)
            for row, side in zip(scores.tally.by_type, ("reference", "predicted", "correct"), strict=True):
                assert row.tolist() == [counts[side][f"type {name}"] for name in study.types]
            assert scores.tally.kinds.tolist() == [counts["events"][kind] for kind in KINDS]
            assert scores.sums.reference == tuple(counts["reference"][kind] for kind in KINDS)
            assert scores.sums.predicted == tuple(counts["predicted"][kind] for kind in KINDS)

    check()


def test_demerits_of_a_base_are_its_false_positives_and_negatives(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(50))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        for scores in score_kept(study, MentionBase.of(Selection.from_filter(query))):
            overall = scores.tally.overall
            assert scores.tally.demerits == overall.false_positives + overall.false_negatives

    check()


def test_without_a_filter_everything_is_counted(study: Study) -> None:
    for prediction, scores in enumerate(score_kept(study)):
        whole = score_prediction(study, prediction)
        assert scores.tally.overall == whole.overall
        assert np.array_equal(scores.tally.kinds, whole.kinds)
        assert np.array_equal(scores.tally.kind_demerits, whole.kind_demerits)
        assert scores.sums == reconcile_prediction(study, prediction)


@pytest.mark.parametrize("query", ["", "kind:fn", "-kind:tp", "shape:split", "system:flair run:2", "kind:fn OR doc:3"])
def test_outcomes_leave_the_base_whole(study: Study, query: str) -> None:
    assert base_of(study, query).is_everything


@pytest.mark.parametrize("query", ["type:LOC", "ref:LOC", "pred:LOC", "ref:LOC pred:none", "ref:LOC kind:fn"])
def test_a_type_is_scored_as_in_the_whole_test_set(study: Study, query: str) -> None:
    for prediction, scores in enumerate(score_kept(study, base_of(study, query))):
        assert scores.tally.overall == score_prediction(study, prediction).of_type("LOC")


def test_the_types_of_a_cell_are_both_counted(study: Study) -> None:
    assert base_of(study, "ref:LOC pred:PER").types_of(study) == ("LOC", "PER")


def test_a_type_with_a_minus_is_not_counted(study: Study) -> None:
    assert base_of(study, "-type:LOC").types_of(study) == ("ORG", "PER", "none")


def test_no_mention_is_no_type(study: Study) -> None:
    assert base_of(study, "-ref:none").is_everything


def test_a_document_keeps_its_mentions(study: Study) -> None:
    assert score_kept(study, base_of(study, "doc:1"))[0].tally.overall.reference == 4


def test_terms_of_several_fields_choose_events(study: Study) -> None:
    base = base_of(study, "doc:2 OR type:ORG")
    assert base.types_of(study) == study.types
    assert score_kept(study, base)[0].tally.overall.reference == 2


@pytest.fixture
def trained(make_study_from: Callable[..., Study]) -> Study:
    """Merge a seen and an unseen mention, take a known surface for another type, and spread one that is known."""
    learned = make_study_from("Ostend/B-LOC/O Heron/B-LOC/O")
    study = make_study_from(
        "Ostend/B-LOC/B-LOC Pell/B-LOC/I-LOC said/O/O Heron/B-ORG/B-LOC", "Ostend/B-LOC/B-LOC Heron/O/B-LOC"
    )
    return replace(study, training=AnnotatedText(learned.text, learned.reference))


@pytest.mark.parametrize(
    ("query", "reference", "predicted", "correct"),
    [
        ("tough:seen", 2, 3, 1),
        ("seen:yes", 2, 3, 1),
        ("-seen:no", 2, 3, 1),
        ("reftough:seen", 2, 3, 1),
        ("seen:no", 2, 1, 0),
        ("tough:unseen-type", 1, 0, 0),
        ("-tough:unseen-tokens", 3, 3, 1),
        ("tough:seen tough:unseen-any", 0, 0, 0),
        ("reftough:seen predtough:unseen-any", 4, 4, 1),
        ("reftough:unseen-any reftough:unseen-type", 1, 0, 0),
        ("reftough:unseen-any reftough:unseen-type predtough:seen", 3, 3, 1),
        ("tough:seen OR tough:unseen-type", 3, 3, 1),
        ("seen:no type:ORG", 1, 0, 0),
        ("tough:unseen-any kind:tp", 2, 1, 0),
    ],
)
def test_each_mention_is_asked_for_its_own_subsets(
    trained: Study, query: str, reference: int, predicted: int, correct: int
) -> None:
    overall = score_kept(trained, base_of(trained, query))[0].tally.overall
    assert (overall.reference, overall.predicted, overall.correct) == (reference, predicted, correct)


@pytest.mark.parametrize(
    ("query", "reference", "predicted"),
    [("-tough:tcm-all", 4, 4), ("-tough:all", 0, 0), ("tough:seen OR sent:1", 4, 4), ("trained:yes", 1, 2)],
)
def test_a_term_that_names_no_subset_chooses_events(trained: Study, query: str, reference: int, predicted: int) -> None:
    base = base_of(trained, query)
    overall = score_kept(trained, base)[0].tally.overall
    assert (base.asked, overall.reference, overall.predicted) == ((), reference, predicted)


def test_without_training_no_mention_is_in_a_subset(trained: Study) -> None:
    base = base_of(trained, "tough:all")
    assert score_kept(trained, base)[0].tally.overall.reference == 4
    assert score_kept(replace(trained, training=None), base)[0].tally.overall.reference == 0


@pytest.mark.parametrize(
    ("query", "on_reference"),
    [
        ("tough:seen elen:2 kind:fn", "reftough:seen refattr:eLen=2 kind:fn"),
        ("bucket:eLen=XS type:LOC slen:>3", "refbucket:eLen=XS type:LOC slen:>3"),
        (
            "attr:eLen=>1 predbucket:eLen=S -tough:seen",
            "refattr:eLen=>1 predbucket:eLen=S reftough:unseen-type,unseen-tokens",
        ),
        ("doc:1 Pell", "doc:1 Pell"),
    ],
)
def test_terms_about_mentions_can_speak_of_one_of_the_reference(trained: Study, query: str, on_reference: str) -> None:
    selection = Selection.from_filter(parse_query(query, Vocabulary.of(trained)))
    assert speaking_of(selection, "reference").text == on_reference


def test_speaking_of_one_mention_keeps_what_is_counted_in_fewer_events(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(60))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        selection = Selection.from_filter(query)
        if {"reftough", "refattr", "refbucket", "predtough", "predattr", "predbucket"} & selection.filter.fields:
            return
        narrowed = speaking_of(selection, "reference")
        both = [score_kept(study, MentionBase.of(one)) for one in (selection, narrowed)]
        assert [one.tally.overall for one in both[0]] == [one.tally.overall for one in both[1]]

    check()
