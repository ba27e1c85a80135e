"""The rows of a comparison equal a look at one mention, and at one stretch, after the other."""

from collections.abc import Callable
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.query.compared_rows import ComparisonRows, kept_reference, mention_rows, stretch_rows
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Term, all_of, any_of
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.values import Value
from nerinspect.query.language.vocabulary import Vocabulary
from tests.examples import examples
from tests.query.plain_attributes import mention_fits
from tests.query.plain_outcomes import OUTCOME_FIELDS, events_of, is_outcome, spans
from tests.query.plain_subsets import subsets_of
from tests.query.test_masks import fits

ATTRIBUTES = ("elen", "slen", "eden", "oden", "efre", "econ", "tfre", "tcon", "attr", "refattr", "refbucket", "bucket")


@pytest.fixture(scope="module")
def queries(
    random_filters: st.SearchStrategy[Filter], random_values: dict[str, st.SearchStrategy[Value]]
) -> st.SearchStrategy[Filter]:
    """Any filters, beside terms about outcomes."""
    term = st.sampled_from([*OUTCOME_FIELDS, "ref", "type", "bucket", "reftough"]).flatmap(
        lambda field: st.builds(Term, st.just(field), st.tuples(random_values[field]))
    )
    terms = st.lists(term, max_size=3)
    several = terms.map(lambda parts: all_of(*parts)) | st.lists(terms, max_size=3).map(
        lambda groups: any_of(*(all_of(*parts) for parts in groups))
    )
    return st.one_of(several, random_filters, st.builds(lambda one, other: all_of(one, other), several, random_filters))


def holds(study: Study, query: Filter, event: int, mention: int) -> bool:
    """Tell whether a filter keeps an event, and what it asks of reference mentions is true of one of them."""
    if isinstance(query, AnyOf):
        return any(holds(study, part, event, mention) for part in query.filters)
    if isinstance(query, All):
        return fits(study, event, query) and all(holds(study, part, event, mention) for part in query.filters)
    if isinstance(query, Term):
        return fits(study, event, query) and any(is_true(study, event, mention, query.field, v) for v in query.values)
    return fits(study, event, query)


def is_true(study: Study, event: int, mention: int, field: str, value: Value) -> bool:
    (span,) = spans(study, "reference", [mention])
    if field in OUTCOME_FIELDS:
        return is_outcome(study, event, mention, field, value)
    if field == "ref" or (field == "type" and value is not None):
        return span[2] == value
    if field in ("tough", "reftough", "seen"):
        return {"yes": "seen", "no": "unseen-any"}.get(str(value), value) in subsets_of(study, *span)
    if field in ATTRIBUTES:
        return mention_fits(study, ("reference", int(study.events.prediction[event]), mention), field, value)
    return True


def plain_mentions(study: Study, query: Filter, a: int, b: int) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = []
    for mention in range(len(study.reference.mentions)):
        own, other = (
            next(event for event in events_of(study, side) if mention in study.events.mentions_of(event, "reference"))
            for side in (a, b)
        )
        if holds(study, query, own, mention):
            start, end = (getattr(study.events, name)[[own, other]] for name in ("start", "end"))
            rows.append((int(start.min()), int(end.max()), mention, own, own + 1, other, other + 1))
    return rows


def plain_stretches(study: Study, query: Filter, a: int, b: int) -> list[tuple[int, ...]]:
    sides = [(event, side) for side in dict.fromkeys([a, b]) for event in events_of(study, side)]
    stretches: list[list[tuple[int, int]]] = []
    for event, side in sides:
        tokens = tokens_of(study, event)
        touched = [one for one in stretches if any(tokens & tokens_of(study, other) for other, _ in one)]
        stretches = [one for one in stretches if one not in touched] + [[*chain(*touched), (event, side)]]
    rows = []
    for stretch in stretches:
        covered = set[int]().union(*(tokens_of(study, event) for event, _ in stretch))
        of_a, of_b = (sorted(event for event, side in stretch if side == wanted) for wanted in (a, b))
        spurious = [event for event in of_b if KINDS[study.events.kind[event]] == "fp"]  # judged by itself
        if any(fits(study, event, query) for event in ([*of_a, *spurious] if of_a else of_b)):
            ranges = [part for own in (of_a, of_b) for part in ((own[0], own[-1] + 1) if own else (-1, -1))]
            rows.append((min(covered), max(covered) + 1, -1, *ranges))
    return sorted(rows)


def tokens_of(study: Study, event: int) -> set[int]:
    return set(range(int(study.events.start[event]), int(study.events.end[event])))


def listed(rows: ComparisonRows) -> list[tuple[int, ...]]:
    """List the rows, each empty range as -1."""
    found = []
    for start, end, mention, *ranges in zip(*(column.tolist() for column in vars(rows).values()), strict=True):
        pairs = [(low, high) if low < high else (-1, -1) for low, high in (ranges[:2], ranges[2:])]
        found.append((start, end, mention, *pairs[0], *pairs[1]))
    return found


def test_rows_of_mentions_are_those_of_a_look_at_each(
    random_studies: st.SearchStrategy[Study], queries: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(200))
    @given(random_studies, queries, st.data())
    def check(study: Study, query: Filter, data: st.DataObject) -> None:
        a, b = (data.draw(st.sampled_from(range(len(study.predictions)))) for _ in "ab")
        assert listed(mention_rows(study, query, a, b)) == plain_mentions(study, query, a, b)

    check()


def test_what_is_found_is_found_in_the_mention_that_terms_speak_of(
    random_trained_studies: st.SearchStrategy[Study],
) -> None:
    """A token can be found in one of several mentions of an event, so its buckets tell them apart."""
    buckets = st.sampled_from(["tCon/2=XS", "tCon/2=XL", "tFre/2=XS", "tFre/2=XL"])
    asked_beside = st.sampled_from([Term("refattr", ("eLen=1",)), Term("reftough", ("unseen-any",))])

    @settings(max_examples=examples(150))
    @given(random_trained_studies, buckets, asked_beside)
    def check(study: Study, bucket: str, beside: Term) -> None:
        query = all_of(Term("correctbucket", (bucket,)), beside)
        last = len(study.predictions) - 1
        assert listed(mention_rows(study, query, last, 0)) == plain_mentions(study, query, last, 0)

    check()


def test_rows_of_stretches_are_those_of_a_look_at_each(
    random_studies: st.SearchStrategy[Study], queries: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(100))
    @given(random_studies, queries, st.data())
    def check(study: Study, query: Filter, data: st.DataObject) -> None:
        a, b = (data.draw(st.sampled_from(range(len(study.predictions)))) for _ in "ab")
        assert listed(stretch_rows(study, query, a, b)) == plain_stretches(study, query, a, b)

    check()


def test_without_a_filter_every_mention_and_every_event_has_its_row(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(40))
    @given(random_studies)
    def check(study: Study) -> None:
        b = len(study.predictions) - 1
        assert mention_rows(study, Everything(), 0, b).mention.tolist() == [*range(len(study.reference.mentions))]
        rows = stretch_rows(study, Everything(), 0, b)
        assert int((rows.a_to - rows.a_from).sum()) == len(study.events_of(0))
        assert int((rows.b_to - rows.b_from).sum()) == len(study.events_of(b))

    check()


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """One long prediction of b joins two mentions that a has both; a invents a name."""
    return make_study_from(
        "Port/B-ORG/B-ORG/B-ORG Harwick/B-LOC/B-LOC/I-ORG said/O/O/O so/O/B-PER/O",
        "Pia/B-PER/O/B-PER",
        systems=("a", "b"),
    )


def asked(study: Study, text: str) -> Filter:
    return parse_query(text, Vocabulary.of(study))


def test_a_row_covers_what_either_system_has_there(study: Study) -> None:
    rows = mention_rows(study, Everything(), 0, 1)
    assert list(zip(rows.start.tolist(), rows.end.tolist(), strict=True)) == [(0, 2), (0, 2), (4, 5)]


def test_terms_about_mentions_are_true_of_the_mention_of_the_row(study: Study) -> None:
    assert kept_reference(study, asked(study, "ref:LOC"), 1).tolist() == [False, True, False]
    assert kept_reference(study, asked(study, "type:LOC"), 1).tolist() == [False, True, False]
    assert kept_reference(study, asked(study, "bucket:eLen=S"), 1).tolist() == [False, False, False]


def test_a_spurious_mention_has_a_stretch_and_no_mention(study: Study) -> None:
    rows = stretch_rows(study, asked(study, "kind:fp"), 0, 1)
    assert [row[:3] for row in listed(rows)] == [(3, 4, -1)]
    assert len(mention_rows(study, asked(study, "kind:fp"), 0, 1)) == 0


def test_a_stretch_without_event_of_a_is_kept_for_b(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("so/O/O/B-PER", systems=("a", "b"))
    assert listed(stretch_rows(study, asked(study, "kind:fp"), 0, 1)) == [(0, 1, -1, -1, -1, 0, 1)]
    assert len(stretch_rows(study, asked(study, "kind:fn"), 0, 1)) == 0


def test_a_spurious_mention_of_b_is_found_beside_an_event_of_a(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("New/B-LOC/B-LOC/B-LOC York/O/I-LOC/B-PER", systems=("a", "b"))
    assert len(stretch_rows(study, asked(study, "kind:fp"), 0, 1)) == 1
    assert len(stretch_rows(study, asked(study, "kind:fp system:b"), 0, 1)) == 1
    assert len(stretch_rows(study, asked(study, "kind:fp system:a"), 0, 1)) == 0


def test_rows_can_be_taken(study: Study) -> None:
    rows = mention_rows(study, Everything(), 0, 1)
    assert rows.rows(np.array([2, 0])).mention.tolist() == [2, 0]
    assert len(rows.rows(rows.mention == 1)) == 1
