"""Every count is the number of events that picking its value leaves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.counts.panels import counts_by_value, type_matrix
from nerinspect.query.fields.table import NAMED_FIELDS
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.values import Value
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from tests.examples import examples


def selected(study: Study, text: str) -> Selection:
    return Selection.from_filter(parse_query(text, Vocabulary.of(study)))


@pytest.mark.parametrize("field", sorted(NAMED_FIELDS))
def test_a_count_is_what_picking_the_value_leaves(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter], field: str
) -> None:
    @settings(max_examples=examples(30))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        selection = Selection.from_filter(query)
        free = selection.without_field(field)
        for value, count in counts_by_value(study, selection, field).items():
            assert count == np.count_nonzero(free.pick(field, value).mask(study))

    check()


@pytest.mark.parametrize("with_correct", [False, True])
def test_a_cell_is_what_picking_it_leaves(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter], with_correct: bool
) -> None:
    @settings(max_examples=examples(30))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        selection = Selection.from_filter(query).without_field("ref", "pred", "type")
        matrix = type_matrix(study, selection, with_correct)
        types = [*study.types, None]
        for (x, y), count in np.ndenumerate(matrix):
            picked = selection.pick_cell(types[x], types[y], with_correct)
            assert count == np.count_nonzero(picked.mask(study))

    check()


def test_counts_are_what_a_pick_leaves_where_terms_judge_one_mention(
    random_trained_studies: st.SearchStrategy[Study], random_values: dict[str, st.SearchStrategy[Value]]
) -> None:
    fields = ("reftough", "predtough", "ref", "pred", "refbucket", "correctbucket")
    term = st.sampled_from(fields).flatmap(
        lambda field: st.builds(Term, st.just(field), st.tuples(random_values[field]))
    )

    @settings(max_examples=examples(300))
    @given(random_trained_studies, st.lists(term, min_size=1, max_size=3), st.sampled_from(fields))
    def check(study: Study, terms: list[Term], field: str) -> None:
        free = Selection(tuple(terms)).without_field(field)
        for value, count in counts_by_value(study, free, field).items():
            assert count == np.count_nonzero(free.pick(field, value).mask(study))
        free, types = free.without_field("ref", "pred"), [*study.types, None]
        for (x, y), n_events in np.ndenumerate(type_matrix(study, free)):
            assert n_events == np.count_nonzero(free.pick_cell(types[x], types[y]).mask(study))

    check()


def test_counts_ignore_their_own_field_only(study: Study) -> None:
    counts = counts_by_value(study, selected(study, "-kind:tp doc:2"), "kind")
    assert counts == {"tp": 1, "fp": 0, "fn": 1, "le": 0, "be": 1, "lbe": 0}


def test_counts_can_be_taken_of_one_prediction(study: Study) -> None:
    counts = counts_by_value(study, selected(study, "doc:2"), "kind", study.events.prediction == 0)
    assert counts["fn"] == sum(counts.values()) == 1


def test_values_without_events_are_listed(study: Study) -> None:
    assert counts_by_value(study, selected(study, "kind:lbe"), "doc") == {1: 1, 2: 0, 3: 0}


def test_the_matrix_ignores_picked_types(study: Study) -> None:
    free, picked = type_matrix(study, Selection()), type_matrix(study, selected(study, "ref:LOC pred:none type:ORG"))
    assert (free == picked).all()


def test_the_matrix_counts_an_event_once_in_each_cell(study: Study) -> None:
    matrix = type_matrix(study, selected(study, "kind:lbe"))
    org, types = study.types.index("ORG"), list(study.types)
    assert (matrix.sum(), matrix[org, org], matrix[org, types.index("LOC")]) == (2, 1, 1)
