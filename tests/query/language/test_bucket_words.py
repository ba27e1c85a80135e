"""Buckets are said in words."""

from collections.abc import Sequence
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.attributes.buckets import Bucketing, bucket_values
from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import Attribute, AttributeValues
from nerinspect.query.language.words import bucket_words

KNOWN = {attribute.name: attribute for attribute in BUILT_IN}


def unused(_: object) -> AttributeValues:
    raise AssertionError


YEAR = Attribute("year", "", unused, scale="whole")
DATE = Attribute("written", "", unused, scale="date")
GENRE = Attribute("genre", "", unused, scale="name")
SCORE = Attribute("score", "", unused)


def buckets_of(
    attribute: Attribute, reference: Sequence[float], predicted: Sequence[float] = (), m: int = 4
) -> Bucketing:
    values = AttributeValues(np.array(reference, dtype=float), np.array(predicted, dtype=float), ("fiction", "news"))
    return bucket_values(attribute, values.distinct, m)


def words_of(own: Bucketing) -> list[str]:
    return [bucket_words(own, place) for place in range(len(own.buckets))]


@pytest.mark.parametrize(
    ("attribute", "reference", "words"),
    [
        (KNOWN["eCon"], [0, 0.1, 0.581, 0.6, 1], ["0", "to 0.58", "over 0.58", "1"]),
        (KNOWN["eCon"], [0, 0, 1], ["0", "1"]),
        (KNOWN["eDen"], [0.1, 0.2, 0.3, 0.4, 0.5], ["to 0.2", "0.2 to 0.4", "over 0.4"]),
        (KNOWN["eFre"], [0, 0.00001, 0.00002, 0.0003], ["0", "to 0.00002", "over 0.00002"]),
        (KNOWN["eFre"], [0.25, 0.25], ["any value"]),
        (KNOWN["eFre"], [0, 0.25], ["0", "over 0"]),
        (KNOWN["eLen"], [1], ["1 token", "2 tokens", "3 tokens", "4 or more tokens"]),
        (KNOWN["sLen"], [4, 5, 12, 12, 18, 40], ["to 5 tokens", "6 to 12 tokens", "13 or more tokens"]),
        (KNOWN["sLen"], [4, 5, 6], ["to 4 tokens", "5 tokens", "6 or more tokens"]),
        (SCORE, [1234567.25, 1234568.25, 1234569.25], ["to 1234567", "1234567 to 1234568", "over 1234568"]),
        (YEAR, [1990, 1991, 1992], ["to 1990", "1991", "1992 or more"]),
        (DATE, [0, 1, 30, 31], ["to 1970-01-02", "from 1970-01-03"]),
        (GENRE, [1, 0, nan], ["fiction", "news", "no value"]),
        (SCORE, [1, 1, nan], ["any other value", "no value"]),
    ],
)
def test_words(attribute: Attribute, reference: list[float], words: list[str]) -> None:
    assert words_of(buckets_of(attribute, reference)) == words


def test_a_length_is_said_without_its_unit_where_room_is_short() -> None:
    own = buckets_of(KNOWN["eLen"], [1], m=3)
    assert [bucket_words(own, place, with_unit=False) for place in range(3)] == ["1", "2", "3 or more"]


def test_predictions_beyond_all_own_values_have_another_value() -> None:
    assert words_of(buckets_of(KNOWN["eCon"], [0, 1], [0.5])) == ["0", "any other value", "1"]


@given(st.lists(st.floats(0, 1, allow_subnormal=False), min_size=1, max_size=30), st.integers(2, 10))
def test_no_two_buckets_read_alike(values: list[float], m: int) -> None:
    words = words_of(buckets_of(KNOWN["eDen"], values, m=m))
    assert len(set(words)) == len(words)
