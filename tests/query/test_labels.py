"""Chips say their term in words."""

import pytest

from nerinspect.query.labels import term_label
from nerinspect.query.parser import parse_query
from nerinspect.query.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("-kind:tp", "kind: not correct"),
        ("kind:fn,fp", "kind: missed, spurious"),
        ("-kind:tp,le", "kind: not correct, not label error"),
        ("type:ORG", "type: ORG"),
        ("pred:none", "pred: none"),
        ('pred:"none"', 'pred: "none"'),
        ('surface:"New York"', "surface: New York"),
        ("elen:>=3", "elen: >=3"),
        ("sent:3..5,9", "sent: 3..5, 9"),
        ("Paris", "“Paris”"),
        ('-"San Jose"', "not “San Jose”"),
        ("/U.S/i", "/U.S/i"),
        ("Paris OR kind:fp", "Paris OR kind:fp"),
        ("-(Paris kind:fp)", "-(Paris kind:fp)"),
    ],
)
def test_label(text: str, label: str) -> None:
    assert term_label(parse_query(text, Vocabulary(("ORG", "none")))) == label
