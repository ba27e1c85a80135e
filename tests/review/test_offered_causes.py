"""The list of causes: what is offered after it was changed, and after the review was opened again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.errors import DataError
from nerinspect.review.causes import USUAL_CAUSES, OfferedCauses, causes_as_facts, causes_of, one_cause
from nerinspect.review.store import open_review

WORDS = st.sampled_from(["typo", "metonymy", "scope", "style", "gap"])
CHANGES = st.lists(st.tuples(st.sampled_from(["adding", "removing"]), WORDS) | st.tuples(WORDS, WORDS))


def changed(changes: list[tuple[str, str]]) -> OfferedCauses:
    offered = OfferedCauses()
    for what, word in changes:
        change = {"adding": offered.adding, "removing": offered.removing}.get(what)
        offered = change(word) if change else offered.renaming(what, word)
    return offered


def test_what_is_in_use_is_offered_before_the_usual_ones() -> None:
    assert OfferedCauses().with_used(["scope", "typo"]) == ("scope", "typo", *(set_without(USUAL_CAUSES, "typo")))


def set_without(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return tuple(one for one in words if one != word)


def test_what_is_removed_is_not_offered_though_it_is_in_use() -> None:
    assert OfferedCauses().removing("typo").with_used(["typo"]) == set_without(USUAL_CAUSES, "typo")


def test_a_new_name_stands_in_the_place_of_the_old_one() -> None:
    assert OfferedCauses(("a", "b", "c")).renaming("b", "d").listed == ("a", "d", "c")
    assert OfferedCauses(("a", "b", "c")).renaming("c", "a").listed == ("a", "b")


@given(CHANGES)
def test_the_list_is_kept_in_the_facts_of_a_review(changes: list[tuple[str, str]]) -> None:
    offered = changed(changes)
    assert causes_of(json.loads(json.dumps(causes_as_facts(offered)))) == offered


@given(CHANGES, WORDS)
def test_what_was_added_or_renamed_last_is_offered_once(changes: list[tuple[str, str]], word: str) -> None:
    offered = changed(changes)
    assert offered.adding(word).with_used([]).count(word) == 1
    assert offered.renaming("scope", word).with_used([]).count(word) == 1


def test_a_list_that_cannot_be_written_is_told_in_one_sentence(path: str) -> None:
    with (
        open_review(path, to_read=True) as file,
        pytest.raises(DataError, match="the review is open in another program"),
    ):
        file.put_facts(causes_as_facts(OfferedCauses()))


@pytest.mark.parametrize("facts", [{}, {"causes_offered": 3, "causes_removed": None}])
def test_a_list_that_is_not_there_is_the_usual_one(facts: dict[str, object]) -> None:
    assert causes_of(facts) == OfferedCauses()


@pytest.mark.parametrize(
    ("text", "word"), [(" proper  noun ", "proper noun"), ("=gap", "gap"), (" = ", ""), ("Lücke", "Lücke")]
)
def test_a_cause_may_hold_blanks(text: str, word: str) -> None:
    assert one_cause(text) == word
