"""Every count of the panel of outcomes is the number of rows that picking it leaves."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study, judge_name
from nerinspect.query.compared_rows import kept_reference, mention_rows
from nerinspect.query.counts.outcomes import (
    CELLS,
    is_picked,
    outcome_counts,
    outcome_terms,
    pick_outcome,
    picked_outcomes,
    toggle_outcome,
)
from nerinspect.query.differences import hit_terms
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import OUTCOMES, compared_systems, hit_patterns
from tests.examples import examples

Draw = st.DataObject


def several(random_studies: st.SearchStrategy[Study]) -> st.SearchStrategy[Study]:
    return random_studies.filter(lambda study: len(study.predictions) > 1)


def pair(study: Study, data: Draw) -> tuple[int, int]:
    a, b = data.draw(st.permutations(range(len(study.predictions))))[:2]
    return a, b


def test_a_count_is_the_number_of_rows_that_its_pick_leaves(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(100))
    @given(several(random_studies), random_filters, st.sampled_from([None, *CELLS]), st.data())
    def check(study: Study, query: Filter, picked: str | None, data: Draw) -> None:
        a, b = pair(study, data)
        names = judge_name(study, a), judge_name(study, b)
        free = Selection.from_filter(query)
        selection = pick_outcome(free, picked, *names) if picked else free
        counts = outcome_counts(study, selection, a, b)
        for cell in CELLS:
            opened = all_of(free.filter, *outcome_terms(cell, *names))
            assert counts.count(cell) == len(mention_rows(study, opened, a, b))
        rows = mention_rows(study, selection.filter, a, b)
        assert counts.n_kept == len(rows)
        for place, events in enumerate((rows.a_from, rows.b_from)):
            assert counts.kinds[place].tolist() == [int((study.events.kind[events] == k).sum()) for k in range(6)]

    check()


def test_exchanging_the_systems_keeps_the_mentions_of_a_pick(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(60))
    @given(several(random_studies), st.sampled_from(CELLS), st.data())
    def check(study: Study, cell: str, data: Draw) -> None:
        a, b = pair(study, data)
        picked = all_of(*outcome_terms(cell, judge_name(study, a), judge_name(study, b)))
        assert np.array_equal(kept_reference(study, picked, a), kept_reference(study, picked, b))

    check()


def test_several_cells_are_picked_together(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(60))
    @given(several(random_studies), st.lists(st.sampled_from(CELLS), max_size=4), st.data())
    def check(study: Study, cells: list[str], data: Draw) -> None:
        a, b = pair(study, data)
        names = judge_name(study, a), judge_name(study, b)
        selection = Selection()
        for cell in cells:
            selection = toggle_outcome(selection, cell, *names)
        picked, counts = picked_outcomes(selection, *names), outcome_counts(study, selection, a, b)
        wanted = [outcome for outcome in OUTCOMES if not picked or outcome in picked]
        assert counts.n_kept == sum(counts.count(outcome) for outcome in wanted)
        assert counts.n_reference == len(study.reference.mentions)
        assert parse_query(query_text(selection.filter), Vocabulary.of(study)) == selection.filter

    check()


@pytest.mark.parametrize("cell", CELLS)
def test_a_pick_is_told_and_a_second_one_frees_it(cell: str) -> None:
    others = Selection((Term("kind", ("be",)), Term("wrong", ("third",))))
    selection = pick_outcome(others, cell, "a", "b")
    assert [name for name in CELLS if is_picked(name, picked_outcomes(selection, "a", "b"))] == [cell]
    assert pick_outcome(selection, cell, "a", "b") == others


def test_a_pick_takes_the_place_of_another() -> None:
    selection = pick_outcome(Selection(), "only-a", "a", "b").with_term(Term("kind", ("be",)))
    assert pick_outcome(selection, "b-wrong", "a", "b").text == "wrong:b kind:be"


@pytest.mark.parametrize(
    ("query", "picked"),
    [
        ("", []),
        ("wrong:c", []),
        ("wrong:a,c", []),
        ("right:a", ["both-right", "only-a"]),
        ("wrong:a right:b", ["only-b"]),
        ("same:b", ["both-right", "both-wrong-alike"]),
        ("-right:a,b", ["both-wrong-alike", "both-wrong-differently"]),
        ("differs:b (wrong:a OR wrong:b)", ["only-a", "only-b", "both-wrong-differently"]),
    ],
)
def test_typed_terms_pick_outcomes(query: str, picked: list[str]) -> None:
    selection = Selection.from_filter(parse_query(query, Vocabulary(systems=("a", "b", "c"))))
    assert picked_outcomes(selection, "a", "b") == set(picked)


def test_the_counts_of_a_small_comparison(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC Oslo/B-LOC/B-PER/B-PER Bern/B-LOC/O/B-LOC on/O/B-ORG/O", systems=("a", "b")
    )
    counts = outcome_counts(study, pick_outcome(Selection(), "a-wrong", "a", "b"), 0, 1)
    assert [counts.count(cell) for cell in CELLS] == [1, 0, 1, 1, 0, 1, 1, 2, 2, 1]
    named = [{KINDS[kind]: int(n) for kind, n in enumerate(side) if n} for side in counts.kinds]
    assert named == [{"fn": 1, "le": 1}, {"tp": 1, "le": 1}]


def test_a_pattern_opens_just_its_mentions(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(60))
    @given(several(random_studies), random_filters, st.booleans())
    def check(study: Study, query: Filter, every_run: bool) -> None:
        predictions = [*range(len(study.predictions))] if every_run else compared_systems(study)
        kept = kept_reference(study, query, 0)
        patterns = hit_patterns(study, kept, predictions)
        for place, count in enumerate(patterns.n_mentions.tolist()):
            opened = all_of(query, *hit_terms(study, patterns, place))
            assert len(mention_rows(study, opened, 0, 0)) == count

    check()


@pytest.mark.parametrize("query", ["same:a", "differs:a", "kindof:a=be", "gotby:0", "-gotby:>=1"])
def test_outcomes_bend_no_rate(query: str) -> None:
    selection = Selection.from_filter(parse_query(query, Vocabulary(systems=("a",))))
    assert MentionBase.of(selection).is_everything
