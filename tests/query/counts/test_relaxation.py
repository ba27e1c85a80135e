"""What there would be without each term of a selection."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.counts.panels import relaxations
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.values import Value
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import term_label
from nerinspect.query.selection import Selection
from tests.examples import examples
from tests.training.trained_studies import with_training


def selected(text: str, study: Study) -> Selection:
    return Selection.from_filter(parse_query(text, Vocabulary.of(study)))


def plainly(study: Study, selection: Selection, among: np.ndarray) -> dict[Filter, int]:
    """Drop each term and count what is left, the slow way."""
    return {term: int((selection.without(term).mask(study) & among).sum()) for term in selection.terms}


@given(st.data())
def test_each_term_is_counted_as_if_it_were_dropped(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter], data: st.DataObject
) -> None:
    study = data.draw(random_studies)
    selection = Selection(tuple(data.draw(st.lists(random_filters, max_size=4))))
    among = np.arange(len(study.events)) % data.draw(st.integers(1, 3)) == 0
    assert dict(relaxations(study, selection, among)) == plainly(study, selection, among)


def test_terms_about_one_mention_are_counted_as_if_each_were_dropped(
    random_trained_studies: st.SearchStrategy[Study], random_values: dict[str, st.SearchStrategy[Value]]
) -> None:
    fields = ("reftough", "predtough", "ref", "pred", "refbucket", "correctbucket", "wrong")
    term = st.sampled_from(fields).flatmap(
        lambda field: st.builds(Term, st.just(field), st.tuples(random_values[field]))
    )

    @settings(max_examples=examples(300))
    @given(random_trained_studies, st.lists(term, min_size=2, max_size=4, unique_by=lambda term: term.field))
    def check(study: Study, terms: list[Term]) -> None:
        selection = Selection(tuple(terms))
        everything = np.ones(len(study.events), dtype=bool)
        assert dict(relaxations(study, selection)) == plainly(study, selection, everything)

    check()


def test_what_meets_terms_of_both_sides_may_lie_in_another_event(build_study: Callable[..., Study]) -> None:
    reading = [(0, 1, "LOC")]
    study = build_study([(["Ulm", "Ulm"], reading, [[*reading, (0, 2, "LOC")]])])
    study = with_training(study, build_study([(["Ulm"], [], [])], []))
    selection = selected("reftough:all predtough:all correctbucket:tCon=XS", study)
    everything = np.ones(len(study.events), dtype=bool)
    assert dict(relaxations(study, selection)) == plainly(study, selection, everything)


def test_the_term_that_costs_most_events_comes_first(study: Study) -> None:
    selection = selected("system:flair elen:>=9 kind:tp", study)
    found = relaxations(study, selection)
    counts = [count for _, count in found]
    assert (term_label(found[0][0]), counts) == ("elen: >=9", sorted(counts, reverse=True))


def test_nothing_selected_has_nothing_to_drop(study: Study) -> None:
    assert relaxations(study, Selection()) == []


@pytest.mark.parametrize(
    ("query", "left_out"),
    [
        ("kind:tp Paris", ["kind: correct"]),
        ("kind:tp Paris sued", ["kind: correct", "“Paris”", "“sued”"]),
        ("kind:tp type:LOC", []),
    ],
)
def test_a_costly_term_is_not_asked_about_too_many_events(study: Study, query: str, left_out: list[str]) -> None:
    selection = selected(query, study)
    found = relaxations(study, selection, at_once=0)
    assert [term_label(term) for term in selection.terms if term not in dict(found)] == left_out


def test_what_is_counted_beside_a_limit_is_right(study: Study) -> None:
    selection = selected("kind:tp elen:1 Paris", study)
    everything = np.ones(len(study.events), dtype=bool)
    exact = plainly(study, selection, everything)
    assert all(exact[term] == count for term, count in relaxations(study, selection, at_once=4))
