"""Buckets are picked in the panel: one term for each attribute."""

import pytest

from nerinspect.query.counts.buckets import pick_buckets, picked_buckets, toggle_bucket, without_buckets
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection

VOCABULARY = Vocabulary(("LOC", "ORG"), ("flair",), has_training=True)


def selected(text: str) -> Selection:
    return Selection.from_filter(parse_query(text, VOCABULARY))


@pytest.mark.parametrize(
    ("before", "attribute", "bucket", "after"),
    [
        ("", "eCon", "XS", "bucket:eCon=XS"),
        ("bucket:eCon=XS kind:fn", "eCon", "S", "bucket:eCon=S kind:fn"),
        ("bucket:eCon=XS,eCon=S", "eCon", "S", "bucket:eCon=S"),
        ("bucket:eCon=XS", "eLen", "S", "bucket:eCon=XS bucket:eLen=S"),
        ("refbucket:eCon=XS", "eCon", "S", "bucket:eCon=S"),
        ("bucket:eCon/6=B1", "eCon", "XS", "bucket:eCon=XS"),
        ("-bucket:eCon=XS", "eCon", "XS", "bucket:eCon=XS"),
        ("bucket:eCon=XS,eLen=S", "eCon", "S", "bucket:eCon=XS,eLen=S bucket:eCon=S"),
    ],
)
def test_a_bucket_that_is_picked_takes_the_place_of_others_of_its_attribute(
    before: str, attribute: str, bucket: str, after: str
) -> None:
    assert pick_buckets(selected(before), attribute, [bucket]).text == after


@pytest.mark.parametrize(
    ("before", "bucket", "after"),
    [
        ("", "XS", "bucket:eCon=XS"),
        ("bucket:eCon=XS", "S", "bucket:eCon=XS,eCon=S"),
        ("bucket:eCon=XS,eCon=S kind:fn", "XS", "bucket:eCon=S kind:fn"),
        ("kind:fn bucket:eCon=XS", "XS", "kind:fn"),
        ("bucket:eLen=XS", "XS", "bucket:eLen=XS bucket:eCon=XS"),
    ],
)
def test_a_click_with_ctrl_adds_or_takes_away(before: str, bucket: str, after: str) -> None:
    assert toggle_bucket(selected(before), "eCon", bucket).text == after


def test_buckets_of_another_number_say_so() -> None:
    selection = pick_buckets(Selection(), "eCon", ["B1", "B2"], 6)
    assert selection.text == "bucket:eCon/6=B1,eCon/6=B2"
    assert (picked_buckets(selection, "eCon", 6), picked_buckets(selection, "eCon")) == (("B1", "B2"), ())
    assert toggle_bucket(selection, "eCon", "B3", 6).text == "bucket:eCon/6=B1,eCon/6=B2,eCon/6=B3"
    assert toggle_bucket(selection, "eCon", "XS").text == "bucket:eCon=XS"


def test_types_are_the_same_among_any_number() -> None:
    assert picked_buckets(pick_buckets(Selection(), "type", ["LOC"], 6), "type", 8) == ("LOC",)


@pytest.mark.parametrize(
    ("text", "picked"),
    [("correctbucket:eCon=XL", ("XL",)), ("refbucket:eCon=XS predbucket:eCon=S", ("XS", "S")), ("-bucket:eCon=S", ())],
)
def test_what_a_door_asks_is_picked(text: str, picked: tuple[str, ...]) -> None:
    assert picked_buckets(selected(text), "eCon") == picked


def test_an_attribute_is_counted_without_its_own_buckets() -> None:
    selection = selected("refbucket:eCon=XS kind:fn bucket:eLen=S (bucket:eCon=S OR predbucket:eCon/5=M)")
    assert without_buckets(selection, "eCon").text == "kind:fn bucket:eLen=S"
