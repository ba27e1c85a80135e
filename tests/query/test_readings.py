from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.analysis.study import Study
from nerinspect.query.filters import Term
from nerinspect.query.parser import parse_query
from nerinspect.query.readings import Reading, count_readings
from nerinspect.query.vocabulary import Vocabulary

BuildStudy = Callable[..., Study]
ORG, LOC, BOTH, NONE = frozenset(["ORG"]), frozenset(["LOC"]), frozenset(["LOC", "ORG"]), frozenset[str]()


def test_each_count_is_what_its_query_finds(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=60, deadline=None)
    @given(random_studies, st.sampled_from(["New York", "Paris", "U.S.", "New", "New York U.S."]))
    def check(study: Study, surface: str) -> None:
        last = int(study.event_start[1])
        events = np.flatnonzero(Term("surface", (surface,)).mask(study)[:last]).astype(np.int32)
        counted = count_readings(study, surface, events)
        assert sum(count.n_events for count in counted) == len(events)
        for count in counted:
            found = parse_query(count.query, Vocabulary.of(study)).mask(study)[:last]
            assert count.n_events == np.count_nonzero(found)

    check()


def test_the_most_frequent_reading_stands_first(build_study: BuildStudy) -> None:
    right, wrong = (["Oslo"], [(0, 1, "LOC")], [[(0, 1, "LOC")]]), (["Oslo"], [(0, 1, "LOC")], [[(0, 1, "PER")]])
    counted = count_readings(build_study([wrong, right, right]), "Oslo", np.arange(3, dtype=np.int32))
    assert [(count.reading.label, count.n_events) for count in counted] == [("correct LOC", 2), ("LOC → PER", 1)]


@pytest.mark.parametrize(
    ("reading", "label"),
    [
        (Reading("tp", ORG, ORG), "correct ORG"),
        (Reading("fp", NONE, BOTH), "spurious LOC and ORG"),
        (Reading("fn", ORG, NONE), "missed ORG"),
        (Reading("le", ORG, LOC), "ORG → LOC"),
        (Reading("be", ORG, ORG), "ORG, other extent"),
        (Reading("lbe", ORG, BOTH), "ORG → LOC and ORG, other extent"),
    ],
)
def test_a_reading_is_named_in_a_few_words(reading: Reading, label: str) -> None:
    assert reading.label == label
