"""Panels about mentions count right beside terms about relations."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.counts.panels import counts_by_value, type_matrix
from nerinspect.query.filters import Filter, Term, all_of, relation_mask
from nerinspect.query.selection import Selection
from tests.events.relation_studies import relation_studies
from tests.examples import examples
from tests.query.conftest import TERMS
from tests.query.counts.test_relation_counts import SELECTIONS
from tests.query.plain_relations import OWN_FIELDS
from tests.query.test_relation_filter import filters, terms
from tests.training.trained_studies import BuildStudy


def test_event_kinds_open_what_they_count_beside_relations(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(60))
    @given(relation_studies(build_study), SELECTIONS)
    def check(study: Study, selection: Selection) -> None:
        for kind, count in counts_by_value(study, selection, "kind").items():
            door = selection.without_field("kind").with_term(Term("kind", (kind,)))
            assert np.count_nonzero(door.mask(study)) == count, door.text

    check()


def test_cells_of_the_type_matrix_open_what_they_count_beside_relations(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(40))
    @given(relation_studies(build_study), SELECTIONS)
    def check(study: Study, selection: Selection) -> None:
        free, names = selection.without_field("ref", "pred", "type"), (*study.types, None)
        matrix = type_matrix(study, selection, with_correct=True)
        for row, reference in enumerate(names):
            for column, predicted in enumerate(names):
                door = Selection((*free.terms, Term("ref", (reference,)), Term("pred", (predicted,))))
                assert np.count_nonzero(door.mask(study)) == matrix[row, column], door.text

    check()


def test_what_asks_of_one_mention_is_asked_so_beside_relations(build_study: BuildStudy) -> None:
    """Terms about mentions, such as `reftough:` and `ref:` together, keep what they keep alone."""

    @settings(max_examples=examples(100))
    @given(
        relation_studies(build_study),
        st.lists(TERMS, min_size=1, max_size=3).map(lambda parts: all_of(*parts)),
        filters(terms(*OWN_FIELDS)).filter(lambda query: query.asks_of_relations),
    )
    def check(study: Study, about_mentions: Filter, about_relations: Filter) -> None:
        both = about_mentions & about_relations
        assert np.array_equal(both.mask(study), about_mentions.mask(study) & about_relations.mask(study))
        kept = [relation_mask(study, query) for query in (about_mentions, about_relations)]
        assert np.array_equal(relation_mask(study, both), kept[0] & kept[1])

    check()
