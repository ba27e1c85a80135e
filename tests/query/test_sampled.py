"""A sample is drawn from a list, and tells of that list whatever else is asked for then."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.query.filters import all_of
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.review_progress import Sampled, shares_in, whole_list, with_sample
from nerinspect.query.selection import Selection


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """Two hundred errors and a hundred correct events of one system, and as many errors of another."""
    sentences = [f"w{number}/B-LOC/{'O' if number < 200 else 'B-LOC'}/O" for number in range(300)]
    return make_study_from(*sentences, systems=("one", "two"))


def selection(study: Study, text: str) -> Selection:
    return Selection.from_filter(parse_query(text, Vocabulary.of(study)))


@pytest.mark.parametrize(
    ("text", "whole", "draw"),
    [
        ("", "", ""),
        ("-kind:tp", "-kind:tp", ""),
        ("-kind:tp sample:0<=0.1 type:LOC", "-kind:tp type:LOC", "sample:0<=0.1"),
        ("sample:0<=0.1 verdict:none flag:yes", "", "sample:0<=0.1"),
        ("(sample:0<=0.1 OR sample:1<=0.1) -cause:typo", "", "sample:0<=0.1 OR sample:1<=0.1"),
        ("sample:0<=0.5 -sample:0<=0.1", "", "sample:0<=0.5 -sample:0<=0.1"),
        ("(sample:0<=0.1 OR kind:fn)", "sample:0<=0.1 OR kind:fn", ""),
        ("(verdict:none OR kind:fn) kind:be", "kind:be", ""),
    ],
)
def test_a_selection_is_taken_apart(study: Study, text: str, whole: str, draw: str) -> None:
    sampled = Sampled.of(selection(study, text))
    assert (sampled.whole.text, sampled.draw.text) == (whole, draw)


@pytest.mark.parametrize(
    ("text", "seed"), [("", None), ("sample:7<=0.1", 7), ("-sample:7<=0.1", None), ("sample:7<=0.1,8<=0.1", None)]
)
def test_the_seed_of_a_sample_is_known(study: Study, text: str, seed: int | None) -> None:
    assert Sampled.of(selection(study, text)).seed == seed


@given(n=st.integers(1, 200), seed=st.integers(0, 9), prediction=st.integers(0, 1))
def test_a_sample_holds_just_as_many_events_of_the_list(study: Study, n: int, seed: int, prediction: int) -> None:
    sampled = Sampled.of(selection(study, "-kind:tp verdict:none sample:3<=0.5"))
    events = whole_list(study, prediction, sampled)
    drawn = with_sample(study, events, sampled, n, seed)
    assert np.count_nonzero(drawn.mask(study) & events) == n
    assert drawn.terms[:-1] == selection(study, "-kind:tp").terms


def test_a_list_holds_events_of_the_prediction_alone(study: Study) -> None:
    marked = whole_list(study, 1, Sampled.of(selection(study, "-kind:tp verdict:none")))
    assert np.count_nonzero(marked) == 300
    assert set(study.events.prediction[marked]) == {1}


def test_shares_are_those_of_the_list_whatever_verdict_is_on_show(study: Study) -> None:
    errors = selection(study, "-kind:tp sample:0<=0.3")
    drawn = np.flatnonzero(errors.mask(study) & (study.events.prediction == 0))
    decisions = {int(event): Decision("ambiguous") for event in drawn[:5]}
    outside = int(np.flatnonzero(~errors.mask(study))[0])
    decided = replace(study, decisions=Decisions({**decisions, outside: Decision("ambiguous")}))
    narrowed = Selection.from_filter(all_of(errors.filter, selection(study, "verdict:both-wrong").filter))
    for shown in (errors, narrowed):
        shares = shares_in(decided, 0, Sampled.of(shown))
        assert shares is not None
        assert (shares.n_whole, shares.n_drawn, shares.n_decided) == (200, len(drawn), 5)


def test_without_a_sample_nothing_is_told(study: Study) -> None:
    assert shares_in(study, 0, Sampled.of(selection(study, "-kind:tp"))) is None
