"""A saved filter means what it meant, or says what is gone."""

from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.saved import read_saved
from tests.query.language.test_writer import FILTERS, leaves


@given(query=FILTERS)
def test_a_saved_filter_means_the_same(query: Filter) -> None:
    saved = read_saved("any", query_text(query), Vocabulary(systems=tuple(_names(query, "system"))))
    assert saved.filter == query
    assert bool(saved.warning) == any(_names(query, field) for field in ("type", "ref", "pred"))


def _names(query: Filter, field: str) -> list[str]:
    return [str(value) for leaf in leaves(query) if leaf.field == field for value in leaf.values if value is not None]


def test_a_type_that_is_gone_is_warned_of_and_matches_nothing(study: Study) -> None:
    saved = read_saved("gone", "type:GPE,LOC", Vocabulary.of(study))
    assert saved.warning.startswith("no type is called “GPE”")
    assert saved.filter is not None
    assert saved.filter.mask(study).tolist() == Term("type", ("LOC",)).mask(study).tolist()


@given(st.sampled_from(["kind:", "system:gone", "(", "verdict:", "seen:no", "nonsense:1"]))
def test_what_cannot_be_read_any_more_says_why(query: str) -> None:
    saved = read_saved("old", query, Vocabulary(systems=("a",)))
    assert saved.filter is None
    assert saved.warning
