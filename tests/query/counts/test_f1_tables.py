"""Tables of F1 hold what the counts of buckets say, and mean values over the mentions of a base."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import BUILT_IN, attribute_values, attributes_of
from nerinspect.events.study import AnnotatedText, Attribute, AttributeValues, Study
from nerinspect.query.counts.buckets import bucket_counts, f1_tables
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.systems.diagnosis import F1Table
from tests.examples import examples

MakeStudy = Callable[..., Study]
NAN = float("nan")


def base_of(study: Study, query: str) -> MentionBase:
    return MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))


def tables_of(study: Study, base: MentionBase = WHOLE) -> dict[str, F1Table]:
    return {table.attribute.name: table for table in f1_tables(study, attributes_of(study), base=base)}


@pytest.fixture(scope="module")
def trained(make_study_from: MakeStudy) -> Study:
    study = make_study_from(
        "New/B-LOC/B-LOC/B-LOC/O York/I-LOC/I-LOC/O/O and/O/O/O/O Rome/B-LOC/B-ORG/B-LOC/B-LOC",
        "Oslo/B-ORG/B-ORG/O/O beats/O/O/O/O Rome/B-ORG/B-LOC/B-ORG/O",
        systems=["flair", "flair", "elmo"],
        documents=[1, 2],
    )
    learned = make_study_from("Rome/B-LOC and/O Oslo/B-LOC", systems=[])
    return replace(study, training=AnnotatedText(learned.text, learned.reference))


def test_runs_stand_by_system(trained: Study) -> None:
    table = tables_of(trained)["eLen"]
    assert (table.systems, table.runs) == (("flair", "elmo"), ((0, 1), (2,)))
    assert table.by_run[:, :2].tolist() == [[pytest.approx(1 / 3), 1], [pytest.approx(4 / 6), 0], [0.5, 0]]
    assert table.by_system[:, :2].tolist() == [[0.5, 0.5], [0.5, 0]]
    assert np.isnan(table.by_system[:, 2:]).all()


def test_mean_values_are_those_of_the_reference(trained: Study) -> None:
    tables = tables_of(trained)
    assert tables["eLen"].zeta == 1.25
    assert tables["sLen"].zeta == 3.5
    assert tables["eCon"].zeta == 0.25
    assert tables["tFre"].zeta == pytest.approx((0 + 0 + 1 / 3 + 1 / 3 + 1 / 3) / 5)
    assert np.isnan(tables["type"].zeta)


@pytest.mark.parametrize(
    ("query", "e_len", "t_fre"),
    [("type:LOC", 1.5, 1 / 9), ("doc:2", 1, 1 / 3), ("elen:2", 2, 0), ("kind:fp", 1.25, 0.2)],
)
def test_mean_values_are_taken_over_the_base(query: str, e_len: float, t_fre: float, trained: Study) -> None:
    tables = tables_of(trained, base_of(trained, query))
    assert (tables["eLen"].zeta, tables["tFre"].zeta) == pytest.approx((e_len, t_fre))


def test_a_base_without_mentions_leaves_nothing(trained: Study) -> None:
    table = tables_of(trained, base_of(trained, "elen:7"))["eLen"]
    assert np.isnan(table.zeta)
    assert np.isnan(table.by_system).all()


def test_members_without_a_value_are_left_out_of_the_mean(trained: Study) -> None:
    values = AttributeValues(np.array([1.0, NAN, 4.0, NAN]), np.full(len(trained.predicted), NAN))
    own = Attribute("confidence", "confidence", lambda _: values)
    (table,) = f1_tables(replace(trained, attributes=(own,)), [own])
    assert table.zeta == 2.5
    assert table.buckets[-1].name == "none"


def test_values_that_differ_by_prediction_are_averaged_over_all(trained: Study) -> None:
    rows = np.array([[1.0] * 4, [2.0] * 4, [3.0, 3.0, 3.0, NAN]])
    values = AttributeValues(rows, np.zeros(len(trained.predicted)))
    own = Attribute("doubt", "doubt", lambda _: values)
    study = replace(trained, attributes=(own,))
    assert f1_tables(study, [own])[0].zeta == pytest.approx(21 / 11)
    assert f1_tables(study, [own], base=base_of(study, "doc:2"))[0].zeta == pytest.approx(9 / 5)


def test_tables_hold_the_counts_of_buckets(
    random_trained_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(30))
    @given(random_trained_studies, random_filters, st.integers(2, 10))
    def check(study: Study, query: Filter, n_wanted: int) -> None:
        base = MentionBase.of(Selection.from_filter(query))
        counts = bucket_counts(study, [bucketing(study, one, n_wanted) for one in BUILT_IN], base)
        for table, own in zip(f1_tables(study, BUILT_IN, n_wanted, base), counts, strict=True):
            assert table.counts.tolist() == own.tolist()
            assert len(table.buckets) == own.shape[2]

    check()


def test_over_everything_the_mean_is_that_of_all_values(random_trained_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(30))
    @given(random_trained_studies)
    def check(study: Study) -> None:
        for table in f1_tables(study, BUILT_IN[:-1]):
            values = attribute_values(study, table.attribute).reference
            expected = values.mean() if len(values) else NAN
            assert table.zeta == pytest.approx(expected, nan_ok=True)

    check()
