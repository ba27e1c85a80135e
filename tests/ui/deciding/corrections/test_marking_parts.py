"""What is marked and what is chosen, without a window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.ui.deciding.marking import MarkingTokens, ReadingDraft

MARKS = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4), st.sampled_from(["ORG", "LOC", ""])), max_size=6)


@given(marks=MARKS)
def test_every_token_reads_as_it_was_marked_last(marks: list[tuple[int, int, str]]) -> None:
    draft, slow = ReadingDraft(), dict[int, tuple[int, int, str]]()
    for start, length, name in marks:
        gone = {span for token, span in slow.items() if start <= token < start + length}
        slow = {token: span for token, span in slow.items() if span not in gone}
        if name:
            slow |= dict.fromkeys(range(start, start + length), (start, start + length, name))
            draft.take(draft.with_mention(start, start + length, name))
        else:
            draft.take(draft.without(start, start + length))
        assert draft.reading == tuple(sorted(set(slow.values())))


def test_steps_go_back_and_forward() -> None:
    draft = ReadingDraft(((0, 1, "ORG"),))
    draft.take(draft.without(0, 1))
    draft.take(draft.with_mention(1, 2, "LOC"))
    draft.step(-1)
    assert not draft.reading
    draft.step(-1)
    draft.step(-1)
    assert draft.reading == ((0, 1, "ORG"),)
    draft.step(1)
    draft.take(draft.with_mention(2, 3, "PER"))
    draft.step(1)
    assert draft.reading == ((2, 3, "PER"),), "what was taken back is gone"


@pytest.mark.parametrize(
    ("chosen", "step", "found"), [((0, 6), 1, (2, 4)), ((0, 1), 1, (2, 4)), ((2, 4), 1, (4, 5)), ((2, 4), -1, None)]
)
def test_mentions_are_found_before_and_behind(
    chosen: tuple[int, int], step: int, found: tuple[int, int] | None
) -> None:
    assert ReadingDraft(((2, 4, "ORG"), (4, 5, "LOC"))).mention_beside(*chosen, step) == found


def test_tokens_are_chosen_one_by_one_or_several() -> None:
    tokens = MarkingTokens(range(3, 7))
    assert tokens.chosen == (3, 7)
    tokens.move(-1, extends=False)
    assert tokens.chosen == (3, 4)
    tokens.move(-1, extends=False)
    assert tokens.chosen == (3, 4)
    tokens.move(1, extends=False)
    tokens.move(1, extends=True)
    assert tokens.chosen == (4, 6)
    tokens.move_to_end(is_last=False, extends=True)
    assert (tokens.chosen, tokens.is_backwards) == ((3, 5), True)
    assert not tokens.choose(0, 3)
    assert tokens.choose(0, 4)
    assert tokens.chosen == (3, 4)
    tokens.choose_all()
    assert tokens.chosen == (3, 7)
