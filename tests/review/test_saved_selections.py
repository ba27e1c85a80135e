"""Saved selections: what is kept comes back and means the same; of damaged ones, those that can be read are read."""

import sqlite3
import tempfile
from contextlib import closing
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import query_text
from nerinspect.query.saved import read_saved
from nerinspect.review.opening import Review
from nerinspect.review.store import create_review, open_review
from tests.examples import examples
from tests.query.language.test_writer import FILTERS, vocabulary_of


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture])  # one review for all
@given(name=st.text(min_size=1), query=FILTERS)
def test_a_filter_means_the_same_when_it_is_read_again(review: Review, path: str, name: str, query: Filter) -> None:
    review.file.put_selection(name, query_text(query))
    with open_review(path, to_read=True) as file:
        assert read_saved(name, dict(file.selections())[name], vocabulary_of(query)).filter == query


def test_a_selection_that_cannot_be_read_is_passed_over(review: Review, path: str) -> None:
    for name in ("a", "b", "c"):
        review.file.put_selection(name, "kind:be")
    review.file.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE selections SET query = CAST(X'FF6B' AS TEXT) WHERE name = 'b'")
    with open_review(path, to_read=True) as file:
        assert file.selections() == [("a", "kind:be"), ("c", "kind:be")]
        assert file.is_damaged


NAMES = st.text(min_size=1, max_size=12)


@given(kept=st.dictionaries(NAMES, st.text(max_size=30), max_size=5))
def test_saved_selections_come_back_in_the_order_of_names(kept: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/any.nerinspect"
        create_review(path, {}, [])
        with open_review(path) as file:
            for name, query in kept.items():
                file.put_selection(name, query)
        with open_review(path, to_read=True) as file:
            assert file.selections() == sorted(kept.items())


def test_a_selection_is_written_over_renamed_and_removed(review: Review) -> None:
    file = review.file
    for query in ("kind:be", "kind:le"):
        file.put_selection("a", query)
    file.put_selection("b", "kind:fn")
    file.rename_selection("a", "z")
    file.rename_selection("z", "z")
    assert file.selections() == [("b", "kind:fn"), ("z", "kind:le")]
    with pytest.raises(DataError, match="there is already a selection called “b”"):
        file.rename_selection("z", "b")
    file.remove_selection("b")
    assert file.selections() == [("z", "kind:le")]


def test_selections_of_a_review_that_is_only_read_stay(review: Review, path: str) -> None:
    review.file.put_selection("a", "kind:be")
    with open_review(path) as second:
        put, rename, remove = second.put_selection, second.rename_selection, second.remove_selection
        for change in (partial(put, "a", "kind:le"), partial(rename, "a", "b"), partial(remove, "a")):
            with pytest.raises(DataError, match="the review is open in another program"):
                change()
        assert second.selections() == [("a", "kind:be")]


def test_a_name_that_no_file_can_hold_is_refused_with_a_sentence(review: Review) -> None:
    with pytest.raises(DataError, match="the selection was not saved"):
        review.file.put_selection("\ud800", "kind:be")
    assert review.file.selections() == []


def test_selections_that_cannot_be_read_are_none(review: Review, path: str) -> None:
    review.file.put_selection("a", "kind:be")
    review.file.close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE selections")
    with open_review(path) as file:
        assert file.selections() == []
        assert file.is_damaged
