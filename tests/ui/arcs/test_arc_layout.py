"""Arcs over lines of text: every one whole, none over another, longer ones beyond those they hold."""

from collections import defaultdict
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.ui.arcs.arc_layout import Anchor, Arc, ArcPart, ArcRoom, LineArcs, lay_out_arcs

ROOM = ArcRoom(fan=10, apart=6, stub=5, most_levels=100)
LOW = ArcRoom(fan=10, apart=6, stub=5, most_levels=3)
LINE = (0.0, 600.0)
N_LINES = 3


def mention(left: float, right: float, line: int = 0) -> tuple[Anchor, ...]:
    return (Anchor(line, left, right),)


def arc(head: tuple[Anchor, ...], tail: tuple[Anchor, ...], name_width: float = 30) -> Arc:
    return Arc(head, tail, name_width)


def parts_of(arcs: list[Arc], n_lines: int = 1, room: ArcRoom = ROOM, is_right_to_left: bool = False) -> list[ArcPart]:
    return [part for line in lay_out_arcs(arcs, [LINE] * n_lines, room, is_right_to_left) for part in line.parts]


MENTIONS = st.builds(
    lambda line, left, width: mention(left, left + width, line),
    st.integers(0, N_LINES - 1),
    st.integers(0, 560).map(float),
    st.integers(0, 40).map(float),
)


@st.composite
def sentences(draw: st.DrawFn) -> list[Arc]:
    """Draw arcs between a few mentions, over several lines, with loops."""
    mentions = draw(st.lists(MENTIONS, min_size=1, max_size=6))
    pairs = st.tuples(st.sampled_from(mentions), st.sampled_from(mentions), st.integers(5, 120).map(float))
    return [Arc(*drawn) for drawn in draw(st.lists(pairs, max_size=9))]


def cover(part: ArcPart, arcs: list[Arc]) -> tuple[float, float]:
    """Say what an arc covers with its name."""
    return min(part.left, part.name_left), max(part.right, part.name_left + arcs[part.arc].name_width)


def test_an_arc_leads_from_the_middle_of_one_mention_to_that_of_the_other() -> None:
    (part,) = parts_of([arc(mention(100, 140), mention(300, 400))])
    assert (part.left, part.right, part.left_end, part.right_end) == (120, 350, "head", "tail")
    assert (part.level, part.name_left, part.is_name_over) == (0, 220, False)


def test_an_arc_may_lead_to_the_left() -> None:
    (part,) = parts_of([arc(mention(300, 400), mention(100, 140))])
    assert (part.left_end, part.right_end) == ("tail", "head")


def test_a_name_stands_over_an_arc_between_neighbours() -> None:
    (part,) = parts_of([arc(mention(100, 120), mention(125, 145))])
    assert part.is_name_over
    assert part.name_left == 107.5


def test_a_name_stands_clear_of_an_arc_that_crosses() -> None:
    arcs = [arc(mention(0, 40), mention(400, 440), 60), arc(mention(200, 240), mention(500, 540), 60)]
    parts = {part.arc: part for part in parts_of(arcs)}
    assert parts[0].name_left + 60 < 220 or parts[0].name_left > 220
    assert parts[1].name_left + 60 < 420 or parts[1].name_left > 420


def test_a_loop_has_two_ends_on_its_mention() -> None:
    (part,) = parts_of([arc(mention(100, 140), mention(100, 140))])
    assert (part.left, part.right) == (115, 125)
    assert {part.left_end, part.right_end} == {"head", "tail"}


def test_over_a_line_break_an_arc_runs_to_the_margin_and_goes_on() -> None:
    first, middle, last = parts_of([arc(mention(100, 140), mention(300, 400, 2))], 3)
    assert (first.left, first.right, first.left_end, first.right_end) == (120, 600, "head", None)
    assert (middle.left, middle.right, middle.left_end, middle.right_end) == (0, 600, None, None)
    assert (last.left, last.right, last.left_end, last.right_end) == (0, 350, None, "tail")


def test_from_right_to_left_it_leaves_a_line_on_the_left() -> None:
    first, last = parts_of([arc(mention(100, 140), mention(300, 400, 1))], 2, is_right_to_left=True)
    assert (first.left, first.right, first.left_end, first.right_end) == (0, 120, None, "head")
    assert (last.left, last.right, last.left_end, last.right_end) == (350, 600, "tail", None)


@pytest.mark.parametrize(("line", "margin"), [(-1, (0, 120)), (1, (120, 600))])
def test_an_arc_to_a_mention_that_is_not_shown_runs_to_the_margin(line: int, margin: tuple[float, float]) -> None:
    (part,) = parts_of([arc(mention(100, 140), (Anchor(line, 0, 0),))])
    assert (part.left, part.right) == margin
    assert len(part.legs) == 1


def test_an_arc_between_mentions_that_are_not_shown_passes() -> None:
    (part,) = parts_of([arc((Anchor(-1, 0, 0),), (Anchor(1, 0, 0),))])
    assert (part.left, part.right, part.legs) == (0, 600, [])


def test_a_longer_arc_of_a_mention_stands_outside_the_shorter_one() -> None:
    near, far = arc(mention(100, 140), mention(200, 240)), arc(mention(100, 140), mention(400, 440))
    placed = {part.arc: part for part in parts_of([near, far])}
    assert placed[1].left < placed[0].left
    assert (placed[0].level, placed[1].level) == (0, 1)


def test_arcs_that_pass_a_line_keep_their_order() -> None:
    arcs = [
        arc(mention(100, 140), mention(200, 240, 2)),
        arc(mention(20, 60), mention(500, 540, 2)),
        arc(mention(60, 80), mention(400, 440, 2)),
    ]
    lines = lay_out_arcs(arcs, [LINE] * 3, ROOM)
    assert [[part.arc for part in line.parts] for line in lines] == [[0, 2, 1]] * 3


@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_of_two_arcs_that_leave_a_line_the_farther_one_stands_outside(is_right_to_left: bool) -> None:
    near, far = (500, 540) if is_right_to_left else (60, 100), (60, 100) if is_right_to_left else (500, 540)
    ends = [mention(*near, 1), mention(*far, 1), mention(*near, 2)]
    arcs = [arc(mention(280, 320), end) for end in ends]
    first, second, _ = lay_out_arcs(arcs, [LINE] * 3, ROOM, is_right_to_left)
    assert [part.arc for part in first.parts] == [0, 1, 2]
    assert [part.arc for part in second.parts] == [0, 1, 2]


def test_levels_beyond_a_name_over_its_arc_lie_farther() -> None:
    short, long = arc(mention(100, 120), mention(125, 145)), arc(mention(0, 40), mention(300, 340))
    (line,) = lay_out_arcs([short, long], [LINE], ROOM)
    assert line.distances(15, 20, 7) == [15, 42]
    (line,) = lay_out_arcs([long], [LINE], ROOM)
    assert line.distances(15, 20, 7) == [15]


def test_a_line_without_arcs_has_no_levels() -> None:
    (line,) = lay_out_arcs([], [LINE], ROOM)
    assert line == LineArcs()
    assert line.n_levels == 0
    assert line.distances(15, 20, 7) == []


def test_arcs_beyond_the_most_levels_are_left_out_as_a_whole() -> None:
    nest = [arc(mention(100 - 20 * n, 105 - 20 * n), mention(300 + 20 * n, 305 + 20 * n)) for n in range(5)]
    (line,) = lay_out_arcs(nest, [LINE], LOW)
    assert [part.arc for part in line.parts] == [0, 1, 2]
    assert line.left_out == (3, 4)


def test_what_must_be_shown_is_not_left_out() -> None:
    nest = [arc(mention(100 - 20 * n, 105 - 20 * n), mention(300 + 20 * n, 305 + 20 * n)) for n in range(5)]
    (line,) = lay_out_arcs(nest, [LINE], LOW, kept=[4])
    assert [part.arc for part in line.parts] == [0, 1, 4]
    assert line.left_out == (2, 3)


@given(sentences())
def test_every_arc_is_drawn_whole(arcs: list[Arc]) -> None:
    lines = lay_out_arcs(arcs, [LINE] * N_LINES, ROOM)
    found = defaultdict(list)
    for number, line in enumerate(lines):
        for part in line.parts:
            found[part.arc].append((number, part))
    for place, own in enumerate(arcs):
        first, last = sorted((own.head[0].line, own.tail[0].line))
        assert [number for number, _ in found[place]] == [*range(first, last + 1)]
        legs = [(number, end) for number, part in found[place] for _, end in part.legs]
        assert sorted(legs) == sorted([(own.head[0].line, "head"), (own.tail[0].line, "tail")])
        for number, part in found[place]:
            assert number == first or part.left == 0
            assert number == last or part.right == 600
            for at, end in part.legs:
                anchor = (own.head if end == "head" else own.tail)[0]
                assert anchor.left <= at <= anchor.right


@given(sentences())
def test_arcs_and_names_on_one_level_stay_apart(arcs: list[Arc]) -> None:
    for line in lay_out_arcs(arcs, [LINE] * N_LINES, ROOM):
        for one, other in combinations(line.parts, 2):
            if one.level == other.level:
                (left, right), (begin, end) = cover(one, arcs), cover(other, arcs)
                assert right + ROOM.apart <= begin or end + ROOM.apart <= left


@given(sentences())
def test_shorter_arcs_lie_nearer_to_the_words(arcs: list[Arc]) -> None:
    for line in lay_out_arcs(arcs, [LINE] * N_LINES, ROOM):
        for inner, outer in product(line.parts, repeat=2):
            if outer.left < inner.left and inner.right < outer.right:
                assert inner.level < outer.level


@given(sentences())
def test_no_more_levels_than_arcs_over_each_other_and_their_crossings(arcs: list[Arc]) -> None:
    """An arc alone over a line, or beside all others, lies next to the words."""
    for line in lay_out_arcs(arcs, [LINE] * N_LINES, ROOM):
        assert line.n_levels <= len(line.parts)
        for part in line.parts:
            left, right = cover(part, arcs)
            others = [cover(other, arcs) for other in line.parts if other is not part]
            if all(end + ROOM.apart <= left or right + ROOM.apart <= begin for begin, end in others):
                assert part.level == 0


@given(sentences(), st.sets(st.integers(0, 8), max_size=1))
def test_an_arc_is_drawn_or_told_of_where_it_ends(arcs: list[Arc], kept: set[int]) -> None:
    lines = lay_out_arcs(arcs, [LINE] * N_LINES, LOW, kept=kept)
    drawn = {part.arc for line in lines for part in line.parts}
    told = {place for line in lines for place in line.left_out}
    assert drawn | told == {*range(len(arcs))}
    assert not drawn & told
    assert kept & {*range(len(arcs))} <= drawn
    assert all(line.n_levels <= LOW.most_levels + len(kept) for line in lines)
    for place in told:
        ends = {arcs[place].head[0].line, arcs[place].tail[0].line}
        assert {number for number, line in enumerate(lines) if place in line.left_out} == ends


@given(sentences())
def test_from_right_to_left_everything_is_mirrored(arcs: list[Arc]) -> None:
    def turned(anchors: tuple[Anchor, ...]) -> tuple[Anchor, ...]:
        return tuple(Anchor(one.line, 600 - one.right, 600 - one.left) for one in anchors)

    there = [Arc(turned(own.head), turned(own.tail), own.name_width) for own in arcs]
    lines = lay_out_arcs(arcs, [LINE] * N_LINES, ROOM)
    mirrored = lay_out_arcs(there, [LINE] * N_LINES, ROOM, is_right_to_left=True)
    for one, other in zip(lines, mirrored, strict=True):
        lengths = sorted(round(part.right - part.left, 6) for part in one.parts)
        assert lengths == sorted(round(part.right - part.left, 6) for part in other.parts)
