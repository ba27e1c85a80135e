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
        ("kind:fn,le,be,lbe", "kind: FN, LE, BE, LBE"),
        ("-kind:tp,le,be", "kind: not TP, not LE, not BE"),
        ("type:ORG", "type: ORG"),
        ("type:ORG,none", "type: ORG, none"),
        ("-ref:ORG", "ref: not ORG"),
        ("shape:split,merged", "shape: split, merged"),
        ("repaired:YES", "repaired: yes"),
        ("system:flair", "system: flair"),
        ('system:"el mo"', "system: el mo"),
        ("run:2", "run: 2"),
        ("doc:12", "doc: 12"),
        ("line:<=881", "line: <=881"),
        ("slen:>40", "slen: >40"),
        ("eden:0..0.5", "eden: 0..0.5"),
        ("-elen:1", "elen: not 1"),
        ("pred:none", "pred: none"),
        ('pred:"none"', 'pred: "none"'),
        ('surface:"New York"', "surface: New York"),
        ('surface:"Paris , France",London', "surface: “Paris , France”, London"),
        ("elen:>=3", "elen: >=3"),
        ("sent:3..5,9", "sent: 3..5, 9"),
        ("Paris", "“Paris”"),
        ('-"San Jose"', "not “San Jose”"),
        ("/U.S/i", "/U.S/i"),
        ("Paris OR kind:fp", "Paris OR kind:fp"),
        ("-(Paris kind:fp)", "-(Paris kind:fp)"),
        ("ref:ORG pred:PER OR ref:PER,none pred:ORG", "ref → pred: ORG → PER, PER → ORG, none → ORG"),
        ('ref:ORG OR ref:PER pred:"none"', 'ref → pred: ORG → any, PER → "none"'),
        (
            "ref:ORG pred:ORG,PER,none OR ref:PER,none pred:ORG,PER",
            "ref → pred: ORG → ORG, ORG → PER, ORG → none, PER → ORG, PER → PER and 2 more",
        ),
        ("ref:ORG pred:PER OR Paris", "ref:ORG pred:PER OR Paris"),
    ],
)
def test_label(text: str, label: str) -> None:
    assert term_label(parse_query(text, Vocabulary(("ORG", "PER", "none"), ("flair", "el mo")))) == label
