import re
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.segment_events import LE
from nerinspect.events.study import Study
from nerinspect.query.counts.schemes import explaining
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.systems.scheme_pairs import PAIRINGS
from nerinspect.systems.schemes import SCHEMES, tally_schemes
from tests.examples import examples
from tests.query.plain_pairs import units_of
from tests.training.trained_studies import texts

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]

BY_NAME = {scheme.name: scheme for scheme in SCHEMES}
PAIRED = [scheme for scheme in SCHEMES if not scheme.is_fair and not scheme.ace]


def found(study: Study, query: str) -> list[int]:
    mask = parse_query(query, Vocabulary.of(study)).mask(study)
    return np.flatnonzero(mask).tolist()


def test_every_pairing_can_be_asked_for(make_study_from: MakeStudy) -> None:
    study = make_study_from(
        "Rome/B-LOC/B-LOC in/O/O Oslo/B-LOC/B-ORG in/O/O New/B-LOC/B-LOC York/I-LOC/O",
        "Old/B-LOC/B-ORG York/I-LOC/O in/O/O Bonn/B-LOC/O in/O/O Kiel/O/B-LOC",
    )
    assert [found(study, f"pair:{name}") for name in PAIRINGS] == [[0], [1], [2], [3], [4], [5]]
    assert found(study, "pair:Exact,missed") == [0, 4]


def test_an_unknown_pairing_is_told(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC")
    with pytest.raises(UnknownNameError, match="overlap"):
        found(study, "pair:overlp")


@settings(max_examples=examples(100))
@given(data=st.data())
def test_a_pairing_finds_the_events_of_its_mentions(data: st.DataObject, build_study: BuildStudy) -> None:
    study = build_study(data.draw(texts(1, 2)), [("a", 1), ("b", 1)])
    for name in PAIRINGS:
        assert found(study, f"pair:{name}") == [
            event for event in range(len(study.events)) if name in units_of(study, event)
        ]


@settings(max_examples=examples(100))
@given(data=st.data())
def test_two_schemes_differ_in_the_events_that_are_said_to_explain_it(
    data: st.DataObject, build_study: BuildStudy
) -> None:
    """An event is one of them if a unit in it adds something else to the scores."""
    study = build_study(data.draw(texts(1, 1)))
    for one, other in combinations(PAIRED, 2):
        door = explaining(one, other)
        expected = [
            event
            for event in range(len(study.events))
            if any(one.amount(code) != other.amount(code) for code in units_of(study, event))
        ]
        assert expected == ([] if door is None else np.flatnonzero(door.mask(study)).tolist())


@settings(max_examples=examples(100))
@given(data=st.data())
def test_what_label_errors_add_to_exact_extents_is_their_number(data: st.DataObject, build_study: BuildStudy) -> None:
    study = build_study(data.draw(texts(1, 1)))
    tally = tally_schemes(study, 0)
    more = tally.counts(BY_NAME["exact"]).correct - tally.counts(BY_NAME["strict"]).correct
    assert more == np.count_nonzero(study.events.kind == LE)


@settings(max_examples=examples(100))
@given(data=st.data())
def test_fair_scores_differ_from_exact_match_just_where_events_explain_it(
    data: st.DataObject, build_study: BuildStudy
) -> None:
    study = build_study(data.draw(texts(1, 1)))
    tally = tally_schemes(study, 0)
    for name in ("fair", "weighted"):
        door = explaining(BY_NAME["traditional"], BY_NAME[name])
        assert door is not None
        traditional, other = tally.counts(BY_NAME["traditional"]), tally.counts(BY_NAME[name])
        alone = (other.missed, other.spurious) == (traditional.missed, traditional.spurious)
        assert door.mask(study).any() != alone


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("scheme:stric-missed", "no count of a scheme is called “stric-missed”; the nearest is strict-missed"),
        ('scheme:"strict-missed among type:LOK"', "character 34: no type is called “LOK”; the nearest is LOC"),
        ('scheme:"strict-missed among kind:fp"', "put kind: outside the quotes"),
        ('scheme:"strict-missed among tough:seen"', "needs training data"),
        ('scheme:"strict-missed among (type:LOC"', "character 29: the parenthesis is never closed"),
    ],
)
def test_what_no_scheme_counts_is_told(query: str, told: str, make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC")
    with pytest.raises(CommandError, match=re.escape(told)):
        found(study, query)


def test_a_count_has_one_form_however_it_is_written(make_study_from: MakeStudy) -> None:
    names = Vocabulary.of(make_study_from("Rome/B-LOC/B-LOC"))
    written = parse_query('scheme:"Strict-Missed AMONG  (type:LOC elen:>=2)"', names)
    assert query_text(written) == 'scheme:"strict-missed among type:LOC elen:>=2"'
    assert written == parse_query(query_text(written), names)


def test_a_pair_that_loses_a_mention_leaves_the_other_alone(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-ORG in/O/O Oslo/B-LOC/B-LOC in/O/O Kiel/O/B-LOC")
    assert found(study, "scheme:exact-correct") == [0, 1]
    assert found(study, 'scheme:"exact-correct among type:LOC"') == [1]
    assert found(study, 'scheme:"exact-missed among type:LOC"') == [0]
    assert found(study, 'scheme:"exact-spurious among ref:ORG"') == [0]
    assert found(study, 'scheme:"fair-incorrect among type:LOC"') == [0]
    assert found(study, 'scheme:"fair among type:ORG"') == []
