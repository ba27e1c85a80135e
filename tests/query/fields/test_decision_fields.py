"""Verdicts, causes, flags and notes as a query."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.errors import UnknownNameError
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.query.fields.table import FIELDS
from nerinspect.query.language.completion import completions
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import EVERY_EVENT, MentionBase
from nerinspect.query.selection import Selection

CAUSES = st.sampled_from(["typo", "gap"])
DECISIONS = {
    0: Decision("reference-wrong", ("typo",), note="seen on 2026-11-02"),
    1: Decision("Scope", ("typo", "guideline gap"), flag=True),
    3: Decision("", flag=True, note="Ask Ann"),
}


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Six events, of which three have decisions and two a verdict."""
    study = make_study_from(*["Ulm/B-LOC/O"] * 6)
    return replace(study, decisions=Decisions(DECISIONS))


def kept(study: Study, text: str) -> list[int]:
    return np.flatnonzero(parse_query(text, Vocabulary.of(study)).mask(study)).tolist()


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("verdict:none", [2, 3, 4, 5]),
        ("-verdict:none", [0, 1]),
        ("verdict:REFERENCE-wrong", [0]),
        ("verdict:Scope", [1]),
        ("verdict:none,Scope", [1, 2, 3, 4, 5]),
        ("verdict:ambiguous", []),
        ("cause:typo", [0, 1]),
        ('cause:"guideline gap"', [1]),
        ("cause:other", []),
        ("flag:yes", [1, 3]),
        ("flag:no", [0, 2, 4, 5]),
        ("flag:yes,no", [0, 1, 2, 3, 4, 5]),
        ("note:ANN", [3]),
        ("note:/ann/", []),
        ("note:/ann/i", [3]),
        (r"note:/\d{4}-/", [0]),
        ('note:"seen on"', [0]),
    ],
)
def test_a_query_keeps_what_was_decided_so(study: Study, text: str, events: list[int]) -> None:
    assert kept(study, text) == events


def test_a_decision_taken_back_is_seen_at_once(study: Study) -> None:
    study.decisions.decide(0, Decision())
    study.decisions.decide(5, Decision("ambiguous"))
    assert kept(study, "verdict:none") == [0, 2, 3, 4]
    assert kept(study, "cause:typo") == [1]


def test_outside_a_review_nothing_is_decided(study: Study) -> None:
    study = replace(study, decisions=Decisions())
    assert kept(study, "verdict:none flag:no") == [0, 1, 2, 3, 4, 5]
    assert kept(study, "cause:typo OR note:a OR verdict:ambiguous") == []


@pytest.mark.parametrize("text", ["verdict:scope", "verdict:refence-wrong", 'verdict:"none"', "flag:maybe"])
def test_an_unknown_value_is_a_mistake(study: Study, text: str) -> None:
    with pytest.raises(UnknownNameError):
        kept(study, text)


@pytest.mark.parametrize("text", ["verdict:none", "verdict:Scope", 'cause:"guideline gap"', "flag:yes", "note:/a b/i"])
def test_a_query_is_written_as_it_is_read(study: Study, text: str) -> None:
    assert query_text(parse_query(text, Vocabulary.of(study))) == text


def test_counts_add_up_to_the_events(study: Study) -> None:
    among = np.array([True, True, True, True, False, False])
    assert FIELDS["verdict"].counts(study, among) == {
        None: 2, "prediction-wrong": 0, "reference-wrong": 1, "both-wrong": 0, "ambiguous": 0, "Scope": 1,
    }  # fmt: skip
    assert FIELDS["cause"].counts(study, among) == {"guideline gap": 1, "typo": 2}
    assert FIELDS["flag"].counts(study, among) == {"no": 2, "yes": 2}


@pytest.mark.parametrize("text", ["verdict:none", "correction:accepted", "cause:typo", "flag:yes", "note:Ann"])
def test_decisions_never_bend_a_rate(study: Study, text: str) -> None:
    selection = Selection.from_filter(parse_query(text, Vocabulary.of(study)))
    assert MentionBase.of(selection).events == EVERY_EVENT


def test_verdicts_of_ones_own_are_offered(study: Study) -> None:
    offered = completions("verdict:S", 9, Vocabulary.of(study)).items
    assert any("Scope" in str(one) for one in offered)


@given(
    steps=st.lists(
        st.tuples(
            st.integers(0, 3),
            st.builds(
                Decision, st.sampled_from(["", "ambiguous", "scope", "a"]), st.lists(CAUSES, unique=True).map(tuple)
            ),
        )
    )
)
def test_words_in_use_are_those_of_all_decisions(steps: list[tuple[int, Decision]]) -> None:
    decisions, plain = Decisions(), dict[int, Decision]()
    for event, decision in steps:
        decisions.decide(event, decision)
        plain[event] = decision
    again = Decisions(plain)
    for one in (decisions, again):
        assert one.causes == tuple(sorted({cause for decision in plain.values() for cause in decision.causes}))
        assert one.own_verdicts == tuple(sorted({one.verdict for one in plain.values()} - {"", "ambiguous"}))
        assert sorted(one.with_verdict()) == sorted(event for event, decision in plain.items() if decision.verdict)


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("correction:yes", [0, 2, 4]),
        ("correction:NO", [1, 3, 5]),
        ("correction:accepted", [0, 2]),
        ("correction:conflict", []),
        ("correction:yes -correction:accepted", [4]),
        ("correction:missing", [1]),
    ],
)
def test_a_query_keeps_what_was_corrected(study: Study, text: str, events: list[int]) -> None:
    study.decisions.fill(
        {
            0: Decision("reference-wrong", correction=()),
            1: Decision("reference-wrong"),
            2: Decision("both-wrong", correction=((0, 1, "ORG"),)),
            4: Decision("prediction-wrong", correction=()),
        }
    )
    assert kept(study, text) == events


def test_both_sides_of_a_conflict_are_kept(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ulm/B-LOC/O/B-ORG", "Bonn/B-LOC/O/O", systems=("rich", "plain"))
    corrected = {0: (), 1: (), 2: ((0, 1, "ORG"),), 3: ()}
    decisions = {event: Decision("reference-wrong", correction=one) for event, one in corrected.items()}
    study = replace(study, decisions=Decisions(decisions))
    assert kept(study, "correction:accepted") == [0, 1, 2, 3]
    assert kept(study, "correction:conflict") == [0, 2]
    assert FIELDS["correction"].counts(study, np.ones(4, dtype=bool)) == {
        "yes": 4, "no": 0, "accepted": 4, "conflict": 2, "missing": 0,
    }  # fmt: skip
