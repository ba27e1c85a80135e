"""What is written reads back as the same filter."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS, SHAPES
from nerinspect.query.filters import Everything, Filter, Term, all_of, any_of, negated
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.values import Interval, Pattern, Phrase, Value
from nerinspect.query.language.vocabulary import Vocabulary
from tests.examples import examples

AWKWARD = st.text(st.sampled_from(' \t\u00a0,:"()\\-/ORnone<>=.éあ🙂\u0301'), min_size=1, max_size=8)
NAMES = st.one_of(st.sampled_from(["LOC", "none", "None", "OR", "-x", "/y/", "a b", ""]), AWKWARD, st.text(max_size=5))
FINITE = st.one_of(st.integers(-3, 10**18), st.floats(allow_nan=False, allow_infinity=False)).map(float)
NUMBERS: st.SearchStrategy[Value] = st.one_of(
    FINITE,
    st.tuples(FINITE, FINITE).map(lambda ends: Interval(min(ends), max(ends))),
    st.builds(lambda low, is_open: Interval(low=low, low_open=is_open), FINITE, st.booleans()),
    st.builds(lambda high, is_open: Interval(high=high, high_open=is_open), FINITE, st.booleans()),
)


def compiles(regex: str) -> bool:
    try:
        Pattern(regex)
    except re.error:
        return False
    return True


PATTERNS = st.builds(Pattern, st.text(st.sampled_from('ab./\\|^ ,:"()'), max_size=8).filter(compiles), st.booleans())
VALUES: dict[str, st.SearchStrategy[Value]] = {
    "kind": st.sampled_from(KINDS),
    "shape": st.sampled_from(SHAPES[1:]),
    "repaired": st.sampled_from(["yes", "no"]),
    **dict.fromkeys(["surface", "system"], NAMES),
    "text": st.one_of(NAMES.filter(bool).map(Phrase), PATTERNS),
    **dict.fromkeys(["type", "ref", "pred"], st.one_of(st.none(), NAMES)),
    **dict.fromkeys(["run", "doc", "sent", "line", "elen", "slen", "eden"], NUMBERS),
}
TERMS = st.sampled_from(sorted(VALUES)).flatmap(
    lambda field: st.lists(VALUES[field], min_size=1, max_size=3).map(lambda values: Term(field, tuple(values)))
)
FILTERS = st.recursive(
    TERMS | st.just(Everything()),
    lambda inner: st.one_of(
        inner.map(negated),
        st.lists(inner, max_size=3).map(lambda parts: all_of(*parts)),
        st.lists(inner, max_size=3).map(lambda parts: any_of(*parts)),
    ),
    max_leaves=8,
)


def leaves(query: Filter) -> list[Term]:
    if isinstance(query, Term):
        return [query]
    parts = getattr(query, "filters", None) or [part for part in [getattr(query, "inner", None)] if part]
    return [leaf for part in parts for leaf in leaves(part)]


def vocabulary_of(query: Filter) -> Vocabulary:
    """Name every type and system that a filter asks for."""
    names = tuple(value for term in leaves(query) for value in term.values if isinstance(value, str))
    return Vocabulary(names, names, has_training=True)


@settings(max_examples=examples(400))
@given(FILTERS)
@example(negated(Everything()))
@example(Term("text", (Pattern(":"),)))
@example(all_of(Term("text", (Phrase("OR"),)), Term("type", (None, "none"))))
def test_a_written_filter_reads_back(query: Filter) -> None:
    assert parse_query(query_text(query), vocabulary_of(query)) == query


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-()",
        "kind:be,lbe type:LOC",
        "-kind:tp",
        "Paris OR kind:fp type:LOC",
        "kind:fp (Paris OR London)",
        "-(Paris London)",
        'pred:none,"none"',
        'Paris "San Jose" /U\\.S/i',
        "elen:>=3,1..2,<0.5",
        'surface:"say \\"a\\\\b\\""',
        "doc:12",
        "eden:0.3333333333333333",
    ],
)
def test_what_is_written_plainly_stays_as_it_is(text: str) -> None:
    assert query_text(parse_query(text, Vocabulary(("LOC", "none")))) == text


@pytest.mark.parametrize(("regex", "written"), [("9/11", r"/9\/11/"), (r"9\/11", r"/9\/11/"), (r"\\/", r"/\\\//")])
def test_slashes_are_escaped_once(regex: str, written: str) -> None:
    assert query_text(Term("text", (Pattern(regex),))) == written
