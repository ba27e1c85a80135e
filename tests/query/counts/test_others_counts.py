"""Every count of one system against all others is the number of its events that the pick leaves."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.counts.outcomes import (
    OTHERS_CELLS,
    OthersCell,
    other_systems,
    others_counts,
    pick_cell,
    picked_cells,
)
from nerinspect.query.filters import Filter, Term
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import compared_systems
from tests.examples import examples


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Let `a` alone have a mention, all but `a` the next, then some of all, nobody, and everybody."""
    return make_study_from(
        "Rome/B-LOC/B-LOC/O/O/O or/O/O/O/O/O Oslo/B-LOC/O/B-LOC/B-LOC/O and/O/O/O/O/O Bonn/B-LOC/B-LOC/B-LOC/B-LOC/O",
        "Lima/B-LOC/O/O/O/B-LOC or/O/O/O/O/O Bern/B-LOC/B-LOC/B-LOC/O/B-LOC",
        systems=("a", "b", "c", "c"),
    )


def test_events_are_counted_by_who_else_is_right(study: Study) -> None:
    counts = others_counts(study, Selection(), 0)
    assert (counts.name, counts.others, counts.shown_names) == ("a", ("b", "c"), ("a", "b", "c run 1"))
    assert counts.n_events == {
        OthersCell(True, "all"): 1,
        OthersCell(True, "some"): 1,
        OthersCell(True, "none"): 1,
        OthersCell(False, "all"): 1,
        OthersCell(False, "some"): 0,
        OthersCell(False, "none"): 1,
    }


def test_another_run_of_a_system_is_none_of_the_others(study: Study) -> None:
    assert other_systems(study, 3) == (0, 1)
    assert others_counts(study, Selection(), 3).name == "c run 2"


def test_counts_equal_a_look_at_each_event(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    studies = random_studies.filter(lambda study: len(compared_systems(study)) > 1)

    @settings(max_examples=examples(60))
    @given(studies, random_filters, st.data())
    def check(study: Study, query: Filter, data: st.DataObject) -> None:
        a = data.draw(st.sampled_from(range(len(study.predictions))))
        selection = Selection.from_filter(query)
        counts = others_counts(study, selection, a)
        for cell in OTHERS_CELLS:
            left = pick_cell(selection.without_field("right", "wrong"), cell, counts)
            free = others_counts(study, selection.without_field("right", "wrong"), a)
            first, last = study.event_start[a : a + 2]
            assert free.n_events[cell] == int(np.count_nonzero(left.mask(study)[first:last]))

    check()


def test_a_click_picks_a_second_one_frees_and_ctrl_adds(study: Study) -> None:
    counts, alone, but_a = others_counts(study, Selection(), 0), OthersCell(True, "none"), OthersCell(False, "all")
    before = Selection((Term("type", ("LOC",)),))
    one = pick_cell(before, alone, counts)
    assert one.text == "type:LOC right:a wrong:b wrong:c"
    assert picked_cells(one, counts) == (alone,)
    assert pick_cell(one, alone, counts) == before
    both = pick_cell(one, but_a, counts, is_added=True)
    assert {*picked_cells(both, counts)} == {alone, but_a}
    assert pick_cell(both, alone, counts, is_added=True) == pick_cell(before, but_a, counts)
    assert pick_cell(both, but_a, counts) == pick_cell(before, but_a, counts)
    assert others_counts(study, both, 0).n_events == others_counts(study, before, 0).n_events
