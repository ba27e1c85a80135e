from collections.abc import Callable, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.checking.differing_events import Aligned, EventDifferences, differing_events
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.segment_events import KINDS

Span = tuple[int, int, str]
Pair = tuple[list[Span], list[Span], list[int]]
Drawn = tuple[list[Span], list[Span], list[Span], list[int]]
MakeMentions = Callable[[Sequence[Span]], Mentions]
TYPES = ("LOC", "ORG", "PER")


def compared(
    make_mentions: MakeMentions,
    reference: Sequence[Span],
    one: Sequence[Span],
    other: Sequence[Span],
    starts: Sequence[int] = (0, 10),
) -> EventDifferences:
    sides = make_mentions(reference), np.array(starts, dtype=np.int32)
    readings = [Aligned.of(sides[0], make_mentions(predicted), sides[1]) for predicted in (one, other)]
    return differing_events(readings[0], readings[1])


def kinds(found: EventDifferences) -> list[tuple[list[str], list[str]]]:
    """Write "was … becomes …" for each group."""
    return [
        (
            [KINDS[kind] for kind in found.one.events.kind[found.of_one(group)]],
            [KINDS[kind] for kind in found.other.events.kind[found.of_other(group)]],
        )
        for group in range(len(found))
    ]


def test_equal_readings_share_all_events(make_mentions: MakeMentions) -> None:
    spans: list[Span] = [(0, 2, "LOC"), (3, 4, "PER")]
    assert len(compared(make_mentions, [(0, 2, "LOC")], spans, spans)) == 0


def test_a_mention_that_goes_leaves_its_reference_mention_missed(make_mentions: MakeMentions) -> None:
    found = compared(make_mentions, [(0, 2, "LOC")], [(0, 2, "LOC"), (5, 6, "PER")], [(5, 6, "PER")])
    assert kinds(found) == [(["tp"], ["fn"])]
    assert (found.start.tolist(), found.end.tolist()) == ([0], [2])


def test_a_spurious_mention_that_goes_becomes_nothing(make_mentions: MakeMentions) -> None:
    assert kinds(compared(make_mentions, [], [(3, 4, "PER")], [])) == [(["fp"], [])]


def test_a_reading_is_right_where_it_has_no_error(make_mentions: MakeMentions) -> None:
    reference: list[Span] = [(0, 2, "LOC"), (5, 6, "PER")]
    one: list[Span] = [(0, 2, "LOC"), (3, 4, "PER"), (5, 7, "PER")]
    found = compared(make_mentions, reference, one, [])
    assert kinds(found) == [(["tp"], ["fn"]), (["fp"], []), (["be"], ["fn"])]
    assert found.right.tolist() == [0, 1, 2]
    assert compared(make_mentions, reference, one, one).right.tolist() == []


def test_one_event_that_falls_apart_is_one_group(make_mentions: MakeMentions) -> None:
    reference: list[Span] = [(0, 2, "LOC")]
    found = compared(make_mentions, reference, [(0, 4, "LOC")], [(2, 4, "LOC")])
    assert kinds(found) == [(["be"], ["fn", "fp"])]


def test_events_of_one_kind_with_other_mentions_differ(make_mentions: MakeMentions) -> None:
    found = compared(make_mentions, [(0, 4, "LOC")], [(0, 2, "LOC")], [(0, 3, "LOC")])
    assert kinds(found) == [(["be"], ["be"])]


def test_groups_in_neighbouring_sentences_stay_apart(make_mentions: MakeMentions) -> None:
    found = compared(make_mentions, [], [(0, 2, "LOC"), (2, 3, "LOC")], [], starts=(0, 2, 4))
    assert kinds(found) == [(["fp"], []), (["fp"], [])]


def test_groups_are_found_by_a_kind_on_either_side(make_mentions: MakeMentions) -> None:
    reference: list[Span] = [(0, 2, "LOC"), (6, 7, "PER")]
    found = compared(make_mentions, reference, [(0, 4, "LOC"), (6, 7, "PER")], [(2, 4, "LOC")])
    assert kinds(found) == [(["be"], ["fn", "fp"]), (["tp"], ["fn"])]
    assert {kind: found.groups_with(kind).tolist() for kind in KINDS} == {
        "tp": [1], "fp": [0], "fn": [0, 1], "le": [], "be": [0], "lbe": [],
    }  # fmt: skip


@st.composite
def readings(draw: st.DrawFn, random_pairs: st.SearchStrategy[Pair]) -> Drawn:
    """Draw a reference, a prediction, and another from which some mentions are gone or of another type."""
    reference, predicted, starts = draw(random_pairs)
    other: list[Span] = []
    for start, end, _ in predicted:
        name = draw(st.sampled_from([*TYPES, ""]))
        if name:
            other.append((start, end, name))
    return reference, predicted, other, starts


def contents(reading: Aligned) -> list[object]:
    """Write each event out: its kind, and the mentions of both sides."""

    def written(mentions: Mentions, numbers: IntArray) -> list[tuple[int, int, int]]:
        return [(int(mentions.start[i]), int(mentions.end[i]), int(mentions.type_codes[i])) for i in numbers]

    events = reading.events
    return [
        (
            KINDS[events.kind[event]],
            written(reading.reference, events.mentions_of(event, "reference")),
            written(reading.predicted, events.mentions_of(event, "predicted")),
        )
        for event in range(len(events))
    ]


@given(st.data())
def test_the_events_are_those_a_slow_comparison_finds(
    make_mentions: MakeMentions, random_pairs: st.SearchStrategy[Pair], data: st.DataObject
) -> None:
    found = compared(make_mentions, *data.draw(readings(random_pairs)))
    of_one, of_other = contents(found.one), contents(found.other)
    assert found.one_events.tolist() == [i for i, event in enumerate(of_one) if event not in of_other]
    assert found.other_events.tolist() == [i for i, event in enumerate(of_other) if event not in of_one]


@given(st.data())
def test_groups_cover_their_events_and_no_two_share_a_token(
    make_mentions: MakeMentions, random_pairs: st.SearchStrategy[Pair], data: st.DataObject
) -> None:
    found = compared(make_mentions, *data.draw(readings(random_pairs)))
    for group in range(len(found)):
        tables = found.one.events.rows(found.of_one(group)), found.other.events.rows(found.of_other(group))
        assert found.start[group] == min(int(events.start.min()) for events in tables if len(events))
        assert found.end[group] == max(int(events.end.max()) for events in tables if len(events))
    assert (found.end[:-1] <= found.start[1:]).all()


@given(st.data())
def test_demerits_differ_by_what_the_groups_say(
    make_mentions: MakeMentions, random_pairs: st.SearchStrategy[Pair], data: st.DataObject
) -> None:
    found = compared(make_mentions, *data.draw(readings(random_pairs)))
    of_groups = int(found.other.events.demerits[found.other_events].sum()) - int(
        found.one.events.demerits[found.one_events].sum()
    )
    assert of_groups == int(found.other.events.demerits.sum()) - int(found.one.events.demerits.sum())
