"""Filters combine in the simplest form and choose the events they name."""

from collections.abc import Callable

import pytest

from nerinspect.events.study import Study
from nerinspect.query.filters import NOTHING, All, AnyOf, Everything, Filter, Not, Term, all_of, any_of, negated
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary

KIND, LOC = Term("kind", ("fp",)), Term("type", ("LOC",))


@pytest.mark.parametrize(
    ("query", "segments"),
    [
        ("kind:le", ["flair 2 Paris", "el mo 1 San Jose"]),
        ("kind:lbe", ["flair 1 Port of Harwick Authority"]),
        ("kind:be type:LOC", ["flair 2 New York"]),
        ("ref:LOC pred:PER", ["flair 2 Paris"]),
        ("ref:none", ["flair 1 U.S.", "flair 1 San Jose", "el mo 1 San Jose"]),
        ("type:none ref:PER", ["flair 1 Σίσυφος"]),
        ('pred:"none"', ["el mo 1 San Jose", "el mo 1 San Jose"]),
        ('ref:none pred:"none"', ["el mo 1 San Jose"]),
        ("shape:split", ["flair 1 Port of Harwick Authority"]),
        ("shape:shorter,longer", ["flair 2 New York", "flair 2 Ärger mit Σίσυφος"]),
        ("repaired:yes", ["flair 1 U.S.", "el mo 1 San Jose"]),
        ("line:12 run:2", ["flair 2 San Jose"]),
        ('line:9 system:"el mo"', ["el mo 1 New York"]),
        ("line:<5 run:2", ["flair 2 Port of Harwick Authority"]),
        ("surface:Authority", ["flair 1 Port of Harwick Authority"]),
        ('surface:"San Jose" kind:le,fp', ["flair 1 San Jose", "el mo 1 San Jose"]),
        (
            "elen:>=4",
            [
                "flair 1 Port of Harwick Authority",
                *[f"{run} Port of Harwick Authority" for run in ["flair 2", "el mo 1"]],
            ],
        ),
        ("doc:2 elen:1", ["flair 1 Σίσυφος", "flair 2 Ärger mit Σίσυφος", "el mo 1 Σίσυφος"]),
        ("ärger -run:2", ["flair 1 Σίσυφος", "el mo 1 Σίσυφος"]),
        ("ΣΊΣΥΦΟΣ run:2", ["flair 2 Ärger mit Σίσυφος"]),
        (r"/^U\.S|9\/1/ kind:fp", ["flair 1 San Jose", "el mo 1 San Jose"]),
        (r"/u\.s/i run:2", ["flair 2 New York", "flair 2 San Jose"]),
        ("/u.s/", []),
        ('" , san jose" kind:fn', ["flair 1 San Jose", "flair 2 San Jose"]),
        ("eden:0 pred:LOC system:flair", ["flair 1 San Jose"]),
        ("slen:7 kind:fp", ["flair 1 U.S."]),
        ("sent:3..9 -sent:4 run:1 kind:fn", ["flair 1 Σίσυφος"]),
    ],
)
def test_events_of_a_query(study: Study, query: str, segments: list[str]) -> None:
    mask = parse_query(query, Vocabulary.of(study)).mask(study)
    found = study.events.rows(mask)
    texts = study.text.joined(found.start, found.end).to_pylist()
    owners = [study.predictions[number] for number in found.prediction]
    named = [f"{owner.system} {owner.run} {text}" for owner, text in zip(owners, texts, strict=True)]
    assert named == segments


def test_an_empty_study_has_empty_masks(build_study: Callable[..., Study]) -> None:
    empty = build_study([(["a"], [], [[]])])
    query = 'kind:fp OR elen:1 OR eden:0 OR line:1 OR surface:"a" OR a OR /a/ OR ref:none OR repaired:no OR run:1'
    assert parse_query(query, Vocabulary()).mask(empty).tolist() == []


def test_a_mask_is_not_shared(study: Study) -> None:
    term = Term("repaired", ("yes",))
    expected = term.mask(study).tolist()
    term.mask(study)[:] = False
    assert term.mask(study).tolist() == expected


def test_operators_combine() -> None:
    combined = [KIND & LOC, KIND | LOC, ~KIND]
    assert combined == [All((KIND, LOC)), AnyOf((KIND, LOC)), Not(KIND)]


@pytest.mark.parametrize(
    ("built", "simplest"),
    [
        (all_of(), Everything()),
        (any_of(), NOTHING),
        (all_of(KIND), KIND),
        (any_of(KIND, KIND), KIND),
        (all_of(KIND, Everything()), KIND),
        (any_of(KIND, Everything()), Everything()),
        (negated(negated(KIND)), KIND),
        (all_of(KIND, all_of(LOC, KIND)), All((KIND, LOC))),
        (any_of(any_of(KIND, LOC), KIND), AnyOf((KIND, LOC))),
        (Term("kind", ("fp", "le", "fp")), Term("kind", ("fp", "le"))),
    ],
)
def test_filters_take_the_simplest_form(built: Filter, simplest: Filter) -> None:
    assert (built, hash(built)) == (simplest, hash(simplest))


@pytest.mark.parametrize("parts", [(), (KIND,), (KIND, KIND), (KIND, Everything()), (All((KIND, LOC)), KIND)])
def test_other_forms_are_refused(parts: tuple[Filter, ...]) -> None:
    with pytest.raises(ValueError, match="all_of"):
        All(parts)


@pytest.mark.parametrize(("field", "values"), [("kind", ()), ("knd", ("fp",))])
def test_a_term_needs_a_field_and_a_value(field: str, values: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="known field"):
        Term(field, values)
