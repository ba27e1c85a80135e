"""Chips say their term in words."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.glossary.wording import NEUTRAL
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import term_label


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
        ("verdict:none", "verdict: undecided"),
        ("-verdict:none", "verdict: not undecided"),
        ("verdict:reference-wrong,both-wrong,ambiguous", "verdict: reference wrong, both wrong, ambiguous"),
        ("cause:typo", "cause: typo"),
        ('cause:"span, type"', "cause: “span, type”"),
        ("flag:yes", "flag: yes"),
        ('note:"ask Ann"', "note: “ask Ann”"),
        ("note:/dates?/", "note: /dates?/"),
        ("refrel:none predrel:none OR predrel:none", "relation ref → pred: none → none, any → none"),
        ("relkind:wrong-type,reversed", "relation kind: wrong type, reversed"),
        ("-relkind:correct", "relation kind: not correct"),
        ("predrel:none", "predicted relation: none"),
        ("adist:>=3", "argument distance: >=3"),
    ],
)
def test_label(text: str, label: str) -> None:
    assert term_label(parse_query(text, Vocabulary(("ORG", "PER", "none"), ("flair", "el mo")))) == label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("right:a wrong:b OR wrong:a right:b", "a right, b run 1 wrong or b run 1 right, a wrong"),
        ("right:a right:b OR right:a wrong:b", "a and b run 1 right or a right, b run 1 wrong"),
        ("right:a OR wrong:a wrong:b same:a same:b", "a right or a and b run 1 wrong alike"),
        ("right:a OR wrong:a wrong:b differs:a,b", "a right or a and b run 1 wrong differently"),
        ("right:a OR wrong:a wrong:b same:a", "right:a OR wrong:a wrong:b same:a"),
        ("right:a OR wrong:a,b kind:fn", "right:a OR wrong:a,b kind:fn"),
        ('wrong:"b run 1"', "wrong: b run 1"),
        ("-wrong:b", "wrong: not b run 1"),
        ('kindof:"b run 2=fn"', "kind of b run 2: missed"),
        ("kindof:b=fn", "kind of b run 1: missed"),
    ],
)
def test_outcomes_of_systems_are_said_in_words(make_study_from: Callable[..., Study], text: str, label: str) -> None:
    study = make_study_from("so/O/O/B-PER/O", systems=("a", "b", "b"))
    assert term_label(parse_query(text, Vocabulary.of(study)), study) == label


def test_a_first_run_and_its_system_are_one_and_the_same_judge(make_study_from: Callable[..., Study]) -> None:
    names = Vocabulary.of(make_study_from("so/O/O/B-PER/O", systems=("a", "b", "b")))
    assert parse_query('wrong:"b run 1" kindof:"b run 1=fn"', names) == parse_query("wrong:b kindof:b=fn", names)
    assert parse_query('wrong:"b run 2"', names) != parse_query("wrong:b", names)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("ref:LOC", "A: LOC"),
        ("-pred:none", "B: not none"),
        ("reftough:seen", "A tough: seen"),
        ("reftough:seen OR predtough:seen", "A or B tough: seen"),
        ("reftough:seen OR predtough:all", "A tough: seen or B tough: all"),
        ("reftough:seen ref:LOC OR predtough:seen pred:LOC", "A tough: seen and A: LOC or B tough: seen and B: LOC"),
        ("refbucket:eLen=XS", "A eLen: 1 token (XS)"),
        ("refattr:reference=reference", "A reference: reference"),
        ("system:ben", "annotator: ben"),
        ("predrel:none", "B relation: none"),
        ("kindof:ben=fn", "kind of ben: only A"),
    ],
)
def test_between_annotators_terms_are_about_a_and_b(
    make_study_from: Callable[..., Study], text: str, label: str
) -> None:
    study = replace(make_study_from("Oslo/B-LOC/O Ulm/B-LOC/B-LOC", systems=("ben",)), annotator="anna")
    vocabulary = Vocabulary(("LOC",), ("ben",), has_training=True)
    assert term_label(parse_query(text, vocabulary), study) == label


def test_subsets_of_either_side_are_said_as_the_query_where_there_is_a_reference(study: Study) -> None:
    query = "reftough:seen OR predtough:seen"
    vocabulary = Vocabulary(("LOC",), ("ben",), has_training=True)
    assert term_label(parse_query(query, vocabulary), study) == query


def test_verdicts_between_annotators_name_them(make_study_from: Callable[..., Study]) -> None:
    study = replace(make_study_from("so/O/B-PER"), annotator="anna")
    study.decisions.decide(0, Decision("two-sided"))
    query = "verdict:prediction-wrong,reference-wrong,two-sided"
    label = term_label(parse_query(query, Vocabulary.of(study)), study)
    assert label == f"verdict: {NEUTRAL.name('prediction-wrong')}, {NEUTRAL.name('reference-wrong')}, two-sided"
