"""Counts of tough mentions equal a count of one mention after the other, and open what they count."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS, TP
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.query.counts.panels import count_for_panels
from nerinspect.query.counts.training import OWN_FIELDS, count_subsets, novelty_matrix, tough_counts
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.training.surfaces import NOVELTIES
from nerinspect.training.tough import SUBSETS
from tests.examples import examples
from tests.query.plain_attributes import meets
from tests.query.plain_subsets import subsets_of


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Let Ostend be LOC twice and ORG once, Heron be known with another type, and Pell not at all."""
    learned = make_study_from("Ostend/B-LOC/O Heron/B-LOC/O")
    study = make_study_from(
        "Ostend/B-LOC/B-LOC Heron/B-ORG/B-LOC Ostend/O/B-LOC Pell/B-PER/O", "Ostend/B-LOC/O Ostend/B-ORG/B-ORG"
    )
    return replace(study, training=AnnotatedText(learned.text, learned.reference))


def selected(study: Study, query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary.of(study)))


def test_a_small_study_is_counted_by_hand(study: Study) -> None:
    counts = tough_counts(study, Selection(), 0)
    assert dict(zip(SUBSETS, zip(counts.mentions, counts.recalled, strict=True), strict=True)) == {
        "all": (5, 2),
        "seen": (2, 1),
        "unseen-type": (2, 1),
        "unseen-tokens": (1, 0),
        "unseen-any": (3, 1),
        "tcm-all": (3, 2),
        "tcm-unseen": (0, 0),
        "tcm-seen": (3, 2),
    }
    assert counts.missed.tolist() == [3, 1, 1, 1, 2, 1, 0, 1]
    assert (counts.types, counts.caption) == (("LOC", "ORG", "PER"), "5 mentions")


@pytest.mark.parametrize(
    ("query", "n_all", "n_recalled", "caption"),
    [
        ("type:ORG", 2, 1, "2 ORG mentions"),
        ("type:ORG kind:fn shape:split", 2, 1, "2 ORG mentions"),
        ("tough:unseen-any", 5, 2, "5 mentions"),
        ("tough:unseen-any type:PER", 1, 0, "1 PER mention"),
        ("seen:yes", 5, 2, "5 mentions"),
        ("sent:1", 3, 1, "3 mentions"),
        ("seen:no sent:1", 3, 1, "3 mentions"),
    ],
)
def test_filters_on_mentions_choose_them_and_outcomes_do_not(
    study: Study, query: str, n_all: int, n_recalled: int, caption: str
) -> None:
    counts = tough_counts(study, selected(study, query), 0)
    assert (counts.mentions[0], counts.recalled[0], counts.caption) == (n_all, n_recalled, caption)


def test_subsets_are_counted_as_their_definitions_say(
    random_trained_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(60))
    @given(random_trained_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        base = MentionBase.of(Selection.from_filter(query))
        mentions, in_base = study.reference.mentions, base.events.mask(study)
        for prediction in range(len(study.predictions)):
            expected = np.zeros((2, len(study.types), len(SUBSETS)), dtype=int)
            for event in np.flatnonzero(in_base & (study.events.prediction == prediction)).tolist():
                for number in study.events.mentions_of(event, "reference"):
                    code = mentions.type_codes[number]
                    found = subsets_of(study, mentions.start[number], mentions.end[number], study.types[code])
                    met = [meets(study, term, "reference", prediction, number) for term in base.asked]
                    if study.types[code] in base.types_of(study) and all(met):
                        own = [subset in found for subset in SUBSETS]
                        expected[0, code] += own
                        expected[1, code] += np.array(own) & (study.events.kind[event] == TP)
            counts = count_subsets(study, base, prediction)
            assert np.array_equal([counts.mentions_by_type, counts.recalled_by_type], expected)
            assert np.array_equal([counts.mentions, counts.recalled], expected.sum(axis=1))

    check()


def test_a_cell_of_novelty_and_kind_counts_the_events_of_its_query(
    random_trained_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(60))
    @given(random_trained_studies, random_filters, st.data())
    def check(study: Study, query: Filter, data: st.DataObject) -> None:
        prediction = data.draw(st.integers(0, len(study.predictions) - 1))
        first, last = study.event_start[prediction : prediction + 2].tolist()
        others = Selection.from_filter(query).without_field(*OWN_FIELDS, "kind")
        matrix = novelty_matrix(study, Selection.from_filter(query), first, last)
        assert matrix.shape == (len(NOVELTIES), len(KINDS))
        for row, name in zip(matrix, NOVELTIES, strict=True):
            for count, kind in zip(row, KINDS, strict=True):
                door = others.with_term(Term("tough", (name,))).with_term(Term("kind", (kind,)))
                assert count == np.count_nonzero(door.mask(study)[first:last])

    check()


def test_panels_are_told_of_training_only_where_there_is_some(study: Study) -> None:
    n_events = len(study.events)
    counted = count_for_panels(study, Selection(), 0, with_correct=True)
    assert counted.tough is not None
    assert counted.novelty is not None
    assert counted.tough.mentions[0] == 5
    assert counted.novelty.sum() == n_events
    without = count_for_panels(replace(study, training=None), Selection(), 0, with_correct=True)
    assert (without.tough, without.novelty) == (None, None)


def test_a_prediction_without_events_is_counted_too(make_study_from: Callable[..., Study]) -> None:
    learned = make_study_from("Ostend/B-LOC/O")
    study = make_study_from("Pell/O/B-PER/O fell/O/O/O", systems=["a", "b"])
    study = replace(study, training=AnnotatedText(learned.text, learned.reference))
    counted = count_for_panels(study, Selection(), 1, with_correct=True)
    assert counted.tough is not None
    assert counted.tough.mentions.tolist() == [0] * len(SUBSETS)
