"""What there would be without each term of a selection about relations."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.counts.panels import relaxations
from nerinspect.query.filters import Term
from nerinspect.query.language.values import Phrase
from nerinspect.query.selection import Selection
from tests.events.relation_studies import relation_studies, relation_study
from tests.examples import examples
from tests.query.counts.test_relation_counts import SELECTIONS
from tests.query.test_relation_filter import SENTENCES
from tests.training.trained_studies import BuildStudy


def test_each_term_is_counted_as_if_it_were_dropped(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(100))
    @given(relation_studies(build_study), SELECTIONS, st.integers(1, 3))
    def check(study: Study, selection: Selection, step: int) -> None:
        among = np.arange(len(study.events)) % step == 0
        expected = {term: int((selection.without(term).mask(study) & among).sum()) for term in selection.terms}
        assert dict(relaxations(study, selection, among)) == expected

    check()


def test_relation_terms_are_dropped_from_one_and_the_same_relation_event(build_study: BuildStudy) -> None:
    study = relation_study(build_study, SENTENCES)
    kill, missed, cy = Term("rel", ("Kill",)), Term("relkind", ("missed",)), Term("text", (Phrase("cy"),))
    assert relaxations(study, Selection((kill, missed))) == [(kill, 2), (missed, 2)]
    assert dict(relaxations(study, Selection((kill, missed, cy)))) == {kill: 2, missed: 2, cy: 0}
    assert dict(relaxations(study, Selection((kill, missed, cy)), at_once=0)) == {cy: 0}
