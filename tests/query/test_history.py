"""Selections are gone back and forward to."""

from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import History, Selection

WITH_TRAINING = Vocabulary(("LOC", "ORG"), ("flair",), has_training=True)
ONE, TWO, THREE = (
    Selection.from_filter(parse_query(query, WITH_TRAINING)) for query in ("kind:fp", "type:LOC", "type:LOC seen:no")
)


def test_back_and_forward_lead_through_the_same_selections() -> None:
    history = History(ONE).then(TWO).then(THREE)
    back = history.back().back()
    assert (back.current, back.back()) == (ONE, back)
    assert back.forward().forward() == history
    assert history.forward() == history


def test_another_selection_ends_what_could_be_gone_forward_to() -> None:
    history = History(ONE).then(TWO).back().then(THREE)
    assert (history.current, history.past, history.future) == (THREE, (ONE,), ())


def test_the_same_selection_is_no_step() -> None:
    assert History(ONE).then(ONE) == History(ONE)


def test_the_nearest_past_is_remembered() -> None:
    history = History()
    for number in range(500):
        history = history.then(Selection.from_filter(parse_query(f"doc:{number}", WITH_TRAINING)))
    assert len(history.past) == 200
    assert history.back().current.text == "doc:498"


def test_terms_that_other_files_cannot_say_are_left_out_everywhere() -> None:
    history = History(ONE).then(THREE).then(TWO).back()
    without = history.understood(Vocabulary(("ORG",), ("flair",)))
    assert [one.text for one in (*without.past, without.current, *without.future)] == ["kind:fp", "", ""]
