"""Random samples as a query."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.decisions.sampling import sample_numbers, sample_threshold
from nerinspect.errors import QuerySyntaxError
from nerinspect.events.study import Study
from nerinspect.query.counts.panels import counts_by_value
from nerinspect.query.fields.decisions import MOST_SEED, sample_value
from nerinspect.query.filters import Term
from nerinspect.query.language.completion import completions
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import EVERY_EVENT, MentionBase
from nerinspect.query.selection import Selection


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """Two hundred events."""
    return make_study_from(*[f"w{number}/B-LOC/O" for number in range(200)])


def kept(study: Study, text: str) -> list[int]:
    return np.flatnonzero(parse_query(text, Vocabulary.of(study)).mask(study)).tolist()


@pytest.mark.parametrize("n", [1, 7, 199, 200])
def test_a_sample_holds_as_many_events_as_were_drawn(study: Study, n: int) -> None:
    share = sample_threshold(study, np.arange(200), n, 7)
    assert kept(study, f"sample:{sample_value(7, share)}") == np.flatnonzero(sample_numbers(study, 7) <= share).tolist()
    assert len(kept(study, f"sample:{sample_value(7, share)}")) == n


def test_a_minus_asks_for_the_rest_and_a_comma_for_either_sample(study: Study) -> None:
    first, second = set(kept(study, "sample:0<=0.2")), set(kept(study, "sample:1<=0.2"))
    assert set(kept(study, "-sample:0<=0.2")) == set(range(200)) - first
    assert set(kept(study, "sample:0<=0.2,1<=0.2")) == first | second
    assert set(kept(study, "sample:0<=0.2 sample:1<=0.2")) == first & second


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("sample:7<=0.0123", "sample:7<=0.0123"),
        ("SAMPLE:007<=.50", "sample:7<=0.5"),
        ('sample:"0<=1.0"', "sample:0<=1"),
        ("sample:0<=1e-5", "sample:0<=0.00001"),
        ("sample:0<=0", "sample:0<=0"),
        (f"sample:{MOST_SEED}<=1", f"sample:{MOST_SEED}<=1"),
    ],
)
def test_a_sample_is_written_as_short_as_it_is(study: Study, text: str, written: str) -> None:
    assert query_text(parse_query(text, Vocabulary.of(study))) == written


@given(st.integers(0, MOST_SEED), st.floats(0, 1))
def test_every_sample_is_read_as_it_was_written(study: Study, seed: int, share: float) -> None:
    term = Term("sample", (sample_value(seed, share),))
    assert parse_query(query_text(term), Vocabulary.of(study)) == term
    assert float(str(term.values[0]).split("<=")[1]) == share


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("sample:0", "“0” is not a sample; write SEED<=SHARE"),
        ("sample:0.01", "“0.01” is not a sample"),
        ("sample:-1<=0.01", "“-1<=0.01” is not a sample"),
        ("sample:0<0.01", "“0<0.01” is not a sample"),
        ("sample:0<=0,01", "“01” is not a sample"),
        ("sample:0<=1.5", "the share 1.5 is above 1, which is all events"),
        ("sample:0<=15", "the share 15 is above 1"),
        (f"sample:{MOST_SEED + 1}<=0.1", "too large; take a smaller one"),
        ("sample:", "a value is missing here"),
    ],
)
def test_what_is_no_sample_says_what_one_is(study: Study, text: str, problem: str) -> None:
    with pytest.raises(QuerySyntaxError, match="query, character") as caught:
        parse_query(text, Vocabulary.of(study))
    assert problem in str(caught.value)


def test_a_sample_bends_no_rate(study: Study) -> None:
    selection = Selection.from_filter(parse_query("sample:0<=0.1", Vocabulary.of(study)))
    assert MentionBase.of(selection).events == EVERY_EVENT


def test_panels_count_within_a_sample(study: Study) -> None:
    selection = Selection.from_filter(parse_query("sample:0<=0.1", Vocabulary.of(study)))
    assert counts_by_value(study, selection, "kind")["fn"] == len(kept(study, "sample:0<=0.1"))


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("sample:", ["0<=0.01", "0<=0.1"]),
        ("sample:7", ["7<=0.01", "7<=0.1"]),
        ("sample:7<=0.1", ["7<=0.1"]),
        ("sample:x", []),
    ],
)
def test_shares_are_offered_for_any_seed(study: Study, typed: str, offered: list[str]) -> None:
    assert [item.text for item in completions(typed, len(typed), Vocabulary.of(study)).items] == offered
