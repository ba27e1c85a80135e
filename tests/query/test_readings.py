from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.same_surface import SurfaceReading, count_readings
from tests.examples import examples

BuildStudy = Callable[..., Study]
ORG, LOC, BOTH, NONE = frozenset(["ORG"]), frozenset(["LOC"]), frozenset(["LOC", "ORG"]), frozenset[str]()


@pytest.mark.parametrize("at_most", [None, 1, 2])
def test_each_count_is_what_its_query_finds(random_studies: st.SearchStrategy[Study], at_most: int | None) -> None:
    @settings(max_examples=examples(60))
    @given(random_studies, st.sampled_from(["New York", "Paris", "U.S.", "New", "New York U.S."]))
    def check(study: Study, surface: str) -> None:
        last = int(study.event_start[1])
        events = np.flatnonzero(Term("surface", (surface,)).mask(study)[:last]).astype(np.int32)
        counted, rest = count_readings(study, surface, events, at_most=at_most)
        n_other = rest.n_events if rest else 0
        assert sum(count.n_events for count in counted) + n_other == len(events)
        asked = [(count.query, count.n_events) for count in counted] + ([(rest.query, rest.n_events)] if rest else [])
        for query, n_events in asked:
            assert n_events == np.count_nonzero(parse_query(query, Vocabulary.of(study)).mask(study)[:last])

    check()


def test_the_most_frequent_reading_stands_first(build_study: BuildStudy) -> None:
    right, wrong = (["Oslo"], [(0, 1, "LOC")], [[(0, 1, "LOC")]]), (["Oslo"], [(0, 1, "LOC")], [[(0, 1, "PER")]])
    counted, rest = count_readings(build_study([wrong, right, right]), "Oslo", np.arange(3, dtype=np.int32))
    assert rest is None
    assert [(count.reading.said(), count.n_events) for count in counted] == [("correct LOC", 2), ("LOC → PER", 1)]


@pytest.mark.parametrize(
    ("reading", "label"),
    [
        (SurfaceReading("tp", ORG, ORG), "correct ORG"),
        (SurfaceReading("fp", NONE, BOTH), "spurious LOC and ORG"),
        (SurfaceReading("fn", ORG, NONE), "missed ORG"),
        (SurfaceReading("le", ORG, LOC), "ORG → LOC"),
        (SurfaceReading("be", ORG, ORG), "ORG, other extent"),
        (SurfaceReading("lbe", ORG, BOTH), "ORG → LOC and ORG, other extent"),
    ],
)
def test_a_reading_is_named_in_a_few_words(reading: SurfaceReading, label: str) -> None:
    assert reading.said() == label


def test_readings_beyond_the_most_frequent_are_counted_together(build_study: BuildStudy) -> None:
    study = build_study(
        [(["Oslo"], [(0, 1, "LOC")], [[(0, 1, name)]]) for name in ("LOC", "LOC", "PER", "ORG", "MISC")]
    )
    counted, rest = count_readings(study, "Oslo", np.arange(5, dtype=np.int32), at_most=2)
    assert [count.n_events for count in counted] == [2, 1]
    assert rest is not None
    assert (rest.n_readings, rest.n_events) == (2, 2)
