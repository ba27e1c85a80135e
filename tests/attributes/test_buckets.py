from collections.abc import Callable, Sequence
from math import nan
from random import Random
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.attributes.buckets import Bucketing, bucket_names, bucket_values, bucketing
from nerinspect.attributes.built_in import BUILT_IN, attribute_values
from nerinspect.events.study import BUCKET_RANGE, Attribute, AttributeValues, Study
from tests.attributes.plain_attributes import Edges, plain_bucket, plain_buckets
from tests.examples import examples
from tests.training.trained_studies import trained_studies, with_training

MakeStudy: TypeAlias = Callable[..., Study]
BuildStudy: TypeAlias = Callable[..., Study]

ATTRIBUTES = {attribute.name: attribute for attribute in BUILT_IN}
NUMBERS = [name for name in ATTRIBUTES if name != "type"]
N_WANTED = range(BUCKET_RANGE[0], BUCKET_RANGE[1] + 1)
FRACTIONS = st.lists(st.sampled_from([0, 0.1, 0.2, 0.25, 1 / 3, 0.5, 0.75, 0.9, 1.0]), max_size=25)

OWN = Attribute("score", "how sure", lambda study: AttributeValues(np.zeros(0), np.zeros(0)))


def put(name: str, n_wanted: int, reference: Sequence[float], predicted: Sequence[float] = ()) -> Bucketing:
    """Put values of an attribute into buckets."""
    values = AttributeValues(np.array(reference, dtype=np.float64), np.array(predicted, dtype=np.float64))
    return bucket_values(ATTRIBUTES[name], values.distinct, n_wanted)


def edges_of(made: Bucketing) -> list[Edges]:
    return [(bucket.name, bucket.lower, bucket.upper) for bucket in made.buckets]


def names_of(made: Bucketing, side: str) -> list[str]:
    """Name the bucket of each member of a side."""
    return [made.names[code] for code in getattr(made, side).tolist()]


def test_a_bucket_closes_once_it_holds_more_than_the_share() -> None:
    made = put("sLen", 4, [1, 2, 3, 4, 5, 6, 7, 8])  # the share is 2
    assert edges_of(made) == [("XS", None, 3), ("S", 3, 6), ("XL", 6, None)]
    assert names_of(made, "reference") == ["XS"] * 3 + ["S"] * 3 + ["XL"] * 2


def test_the_share_is_computed_once() -> None:
    made = put("sLen", 4, [1] * 10 + [2, 3, 4, 5])  # 3.5, also behind the ten
    assert edges_of(made) == [("XS", None, 1), ("XL", 1, None)]


def test_equal_values_are_never_split() -> None:
    assert edges_of(put("sLen", 4, [5] * 7)) == [("XS", None, None)]
    assert edges_of(put("sLen", 2, [5] * 7 + [6])) == [("XS", None, 5), ("XL", 5, None)]


@pytest.mark.parametrize("name", ["sLen", "eDen"])
def test_lengths_and_densities_of_sentences_have_no_own_values(name: str) -> None:
    assert edges_of(put(name, 2, [0.5, 1, 1])) == [("XS", None, None)]


@pytest.mark.parametrize("name", ["eCon", "tCon"])
def test_consistencies_of_0_and_1_have_buckets_of_their_own(name: str) -> None:
    made = put(name, 4, [0, 0, 0.2, 0.4, 0.6, 1], [0, 0.3, 0.9, 1])  # two shares of 1.5
    assert edges_of(made) == [("XS", 0, 0), ("S", 0, 0.4), ("L", 0.4, None), ("XL", 1, 1)]
    assert [bucket.is_own for bucket in made.buckets] == [True, False, False, True]
    assert names_of(made, "predicted") == ["XS", "S", "L", "XL"]


@pytest.mark.parametrize("name", ["oDen", "eFre", "tFre"])
def test_0_alone_is_an_own_value_of_frequencies_and_unknown_tokens(name: str) -> None:
    assert edges_of(put(name, 2, [0, 0.5, 1, 1])) == [("XS", 0, 0), ("XL", 0, None)]


def test_own_values_that_no_reference_member_has_lie_in_intervals() -> None:
    made = put("eCon", 2, [0.2, 0.4, 0.6, 0.8], [0, 1])  # the share is 2
    assert edges_of(made) == [("XS", None, 0.6), ("XL", 0.6, None)]
    assert names_of(made, "predicted") == ["XS", "XL"]


def test_two_own_values_leave_one_interval_where_two_buckets_were_asked_for() -> None:
    assert edges_of(put("eCon", 2, [0, 0.5, 0.7, 1])) == [("XS", 0, 0), ("S", 0, None), ("XL", 1, 1)]


@pytest.mark.parametrize(
    ("name", "reference", "edges", "place"),
    [
        ("eCon", [0, 0, 1], [("XS", 0, 0), ("S", None, None), ("XL", 1, 1)], "S"),
        ("eCon", [1], [("XS", None, None), ("XL", 1, 1)], "XS"),
        ("eFre", [0], [("XS", 0, 0), ("XL", None, None)], "XL"),
        ("eCon", [], [("XS", None, None)], "XS"),
    ],
)
def test_an_interval_takes_predictions_where_the_reference_has_own_values_alone(
    name: str, reference: list[float], edges: list[Edges], place: str
) -> None:
    made = put(name, 4, reference, [0.5])
    assert (edges_of(made), names_of(made, "predicted")) == (edges, [place])


def test_there_is_no_such_interval_without_such_predictions() -> None:
    assert edges_of(put("eCon", 4, [0, 1, 1], [0, 1])) == [("XS", 0, 0), ("XL", 1, 1)]


def test_lengths_have_fixed_buckets_that_are_always_listed() -> None:
    made = put("eLen", 4, [1, 1, 3], [2, 9])
    assert edges_of(made) == [("XS", 1, 1), ("S", 2, 2), ("L", 3, 3), ("XL", 3, None)]
    assert (names_of(made, "reference"), names_of(made, "predicted")) == (["XS", "XS", "L"], ["S", "XL"])
    assert edges_of(put("eLen", 2, [])) == [("XS", 1, 1), ("XL", 1, None)]


def test_predictions_beyond_all_reference_values_lie_in_the_open_intervals() -> None:
    made = put("sLen", 4, [10, 20, 30, 40], [1, 10, 11, 99])  # the share is 1
    assert edges_of(made) == [("XS", None, 20), ("XL", 20, None)]
    assert names_of(made, "predicted") == ["XS", "XS", "XS", "XL"]


def test_there_are_fewer_buckets_where_there_are_fewer_values() -> None:
    assert edges_of(put("sLen", 10, [1, 2, 3])) == [("XS", None, 1), ("S", 1, 2), ("XL", 2, None)]


def test_one_mention_makes_one_bucket() -> None:
    assert edges_of(put("sLen", 4, [7], [3, 8])) == [("XS", None, None)]


def test_without_members_there_are_no_buckets() -> None:
    assert edges_of(put("sLen", 4, [])) == edges_of(put("eCon", 4, [])) == []


@pytest.mark.parametrize(
    ("n_buckets", "names"),
    [
        (1, "XS"),
        (2, "XS XL"),
        (3, "XS S XL"),
        (4, "XS S L XL"),
        (5, "XS S M L XL"),
        (6, "B1 B2 B3 B4 B5 B6"),
        (10, "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10"),
    ],
)
def test_buckets_are_named_by_their_number(n_buckets: int, names: str) -> None:
    assert bucket_names(n_buckets) == tuple(names.split())


def test_types_of_either_side_have_a_bucket_each_by_code_point(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-loc/B-PER b/B-LOC/O c/B-loc/B-loc")
    made = bucketing(study, ATTRIBUTES["type"])
    assert edges_of(made) == [("LOC", None, None), ("PER", None, None), ("loc", None, None)]
    assert (names_of(made, "reference"), names_of(made, "predicted")) == (["loc", "LOC", "loc"], ["PER", "loc"])


def test_members_without_a_value_are_put_aside() -> None:
    made = bucket_values(OWN, AttributeValues(np.array([nan, 0.1, 0.1, 0.2]), np.array([0.2, nan])).distinct, 2)
    assert made.names == ("XS", "XL", "none")
    assert (names_of(made, "reference"), names_of(made, "predicted")) == (["none", "XS", "XS", "XL"], ["XL", "none"])


def test_a_reference_member_can_lie_in_another_bucket_for_each_prediction() -> None:
    made = bucket_values(OWN, AttributeValues(np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([2.0])).distinct, 4)
    assert edges_of(made) == [("XS", None, 1), ("XL", 1, None)]
    assert [made.reference_of(number).tolist() for number in (0, 1)] == [[0, 1], [1, 0]]


@pytest.mark.parametrize("name", NUMBERS)
@settings(max_examples=examples(100))
@given(n_wanted=st.sampled_from(N_WANTED), reference=FRACTIONS, predicted=FRACTIONS)
def test_buckets_are_those_of_the_definitions(
    name: str, n_wanted: int, reference: list[float], predicted: list[float]
) -> None:
    if name in ("eLen", "sLen"):
        reference, predicted = ([float(1 + round(9 * value)) for value in side] for side in (reference, predicted))
    made, known = put(name, n_wanted, reference, predicted), plain_buckets(name, n_wanted, reference, predicted)
    assert edges_of(made) == known
    assert names_of(made, "reference") == [plain_bucket(known, value) for value in reference]
    assert names_of(made, "predicted") == [plain_bucket(known, value) for value in predicted]


@settings(max_examples=examples(100))
@given(name=st.sampled_from(NUMBERS), n_wanted=st.sampled_from(N_WANTED), reference=FRACTIONS, order=st.randoms())
def test_the_order_of_members_changes_nothing(name: str, n_wanted: int, reference: list[float], order: Random) -> None:
    shuffled = [*reference]
    order.shuffle(shuffled)
    one, other = put(name, n_wanted, reference), put(name, n_wanted, shuffled)
    assert one.buckets == other.buckets
    by_value = dict(zip(shuffled, names_of(other, "reference"), strict=True))
    assert [by_value[value] for value in reference] == names_of(one, "reference")


@settings(max_examples=examples(40))
@given(data=st.data())
def test_in_a_study_members_of_equal_values_share_a_bucket(data: st.DataObject, build_study: BuildStudy) -> None:
    study, n_wanted = data.draw(trained_studies(build_study)), data.draw(st.sampled_from(N_WANTED))
    for attribute in BUILT_IN:
        made, values = bucketing(study, attribute, n_wanted), attribute_values(study, attribute)
        codes = np.concatenate([made.reference, made.predicted])
        pairs = {*zip(np.concatenate([values.reference, values.predicted]).tolist(), codes.tolist(), strict=True)}
        assert len({value for value, _ in pairs}) == len(pairs)
        assert {*codes.tolist()} <= {*range(len(made.buckets))}


def test_buckets_are_made_once_for_a_study_and_a_number(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/B-LOC")
    assert bucketing(study, ATTRIBUTES["eLen"], 4) is bucketing(study, ATTRIBUTES["eLen"])
    assert bucketing(study, ATTRIBUTES["eLen"], 5) is not bucketing(study, ATTRIBUTES["eLen"])


def test_not_every_number_of_buckets_that_was_tried_is_kept(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/B-LOC")
    made = [bucketing(study, ATTRIBUTES["eLen"], n_wanted) for n_wanted in N_WANTED]
    again = [bucketing(study, ATTRIBUTES["eLen"], n_wanted) for n_wanted in reversed(N_WANTED)]
    assert [one is other for one, other in zip(reversed(made), again, strict=True)] == [True] * 3 + [False] * 6


def test_training_that_equals_the_test_set_leaves_nothing_unknown(make_study_from: MakeStudy) -> None:
    plain = make_study_from("a/B-LOC/B-LOC b/O/B-LOC", "a/B-ORG/O")
    study = with_training(plain, plain)
    assert edges_of(bucketing(study, ATTRIBUTES["oDen"])) == [("XS", 0, 0)]
    assert edges_of(bucketing(study, ATTRIBUTES["eCon"])) == [("XS", None, None)]  # predicted b lies in it, too
