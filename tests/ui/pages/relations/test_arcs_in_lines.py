"""Where arcs stand: the room of lines, what is left out, another width and direction, nested mentions."""

from itertools import pairwise

import pytest

from nerinspect.ui.arcs.relation_sentence import RelationContext
from nerinspect.ui.arcs.sentence_arcs import MOST_LEVELS
from tests.events.relation_studies import Reading, relation_study
from tests.ui.pages.relations.context_parts import ANN, BEFORE, BuildStudy, arcs_of, chain, move_to


def test_lines_have_just_the_room_their_arcs_need(panel: RelationContext, build_study: BuildStudy) -> None:
    panel.resize(500, 500)
    sentence = chain(9, [(0, "Meet", 1), (0, "Kill", 2), (0, "Meet", 2)])
    panel.show_study(relation_study(build_study, [sentence]))
    panel.show_event(0)
    panel.grab()
    layout = panel.view.document().firstBlock().layout()
    baselines = [layout.lineAt(n).y() + layout.lineAt(n).ascent() for n in range(layout.lineCount())]
    assert len(baselines) >= 3
    steps = [following - one for one, following in pairwise(baselines)]
    assert steps[0] > min(steps) + 40  # below the first line there are arcs
    assert steps[-1] == pytest.approx(min(steps), abs=0.1)


def test_arcs_of_two_lines_do_not_meet(panel: RelationContext, build_study: BuildStudy) -> None:
    panel.resize(500, 500)
    relations = [(a, "Meet", b) for a in range(9) for b in range(9) if 0 < abs(a - b) < 4]
    panel.show_study(relation_study(build_study, [chain(9, relations)]))
    panel.show_event(0)
    panel.grab()
    lines = panel.view.placed_lines()
    assert len(lines) >= 3
    for (place, line), (lower_place, lower) in pairwise(lines):
        bottom = max(place.y() + arc.name_rect.bottom() for arc in line.arcs)
        assert bottom < min(lower_place.y() + arc.name_rect.top() for arc in lower.arcs)


def test_the_last_line_is_not_cut_off(panel: RelationContext, build_study: BuildStudy) -> None:
    panel.show_study(relation_study(build_study, [chain(9, [(0, "Meet", n) for n in range(1, 7)])]))
    panel.show_event(0)
    panel.grab()
    height = panel.view.document().size().height()
    assert all(
        place.y() + arc.name_rect.bottom() < height for place, line in panel.view.placed_lines() for arc in line.arcs
    )


def test_neighbours_stand_clear_of_the_arcs(panel: RelationContext, build_study: BuildStudy) -> None:
    crowded = chain(4, [(0, "Meet", n) for n in range(1, 4)])
    panel.show_study(relation_study(build_study, [BEFORE, crowded, BEFORE]))
    panel.show_event(0)
    panel.grab()
    layout = panel.view.document().documentLayout()
    rects = [layout.blockBoundingRect(panel.view.document().findBlockByNumber(number)) for number in (0, 2)]
    for place, line in panel.view.placed_lines():
        for arc in line.arcs:
            assert rects[0].bottom() <= place.y() + arc.name_rect.top()
            assert place.y() + arc.name_rect.bottom() <= rects[1].top() + 2


def test_arcs_that_are_left_out_are_told_by_number(panel: RelationContext, build_study: BuildStudy) -> None:
    n_arcs = MOST_LEVELS + 3
    relations = [(n, "Meet", 2 * n_arcs - n - 1) for n in range(n_arcs)]
    panel.resize(4000, 900)
    panel.view.set_zoom(1.2)
    sentence = (["Bo"] * (2 * n_arcs), ([(n, n + 1, "P") for n in range(2 * n_arcs)], relations))
    panel.show_study(relation_study(build_study, [(*sentence, [sentence[1]])]))
    panel.show_event(0)
    panel.grab()
    ((baseline, line),) = panel.view.placed_lines()
    assert [(note.side, note.text) for note in line.notes] == [("reference", "+3 more"), ("predicted", "+3 more")]
    assert 0 in {arc.relation.event for arc in line.arcs}
    move_to(panel.view, (baseline + line.notes[0].rect.center()).toPoint())
    assert panel.view.pointed is not None
    assert panel.view.pointed.lines == ["Bo Meet Bo"] * 3


def test_another_width_wraps_arcs_anew(panel: RelationContext, build_study: BuildStudy) -> None:
    panel.show_study(relation_study(build_study, [chain(12, [(0, "Meet", 11)])]))
    panel.show_event(0)
    panel.grab()
    n_wide = len(panel.view.lines)
    panel.resize(400, 500)
    panel.grab()
    assert len(panel.view.lines) > n_wide
    assert len(panel.view.placed_lines()) == len(panel.view.lines)
    assert sum(len(arc.part.legs) for arc in arcs_of(panel.view)) == 4
    panel.view.set_zoom(2.6)
    panel.grab()
    assert sum(len(arc.part.legs) for arc in arcs_of(panel.view)) == 4


def test_from_right_to_left_the_text_begins_on_the_right(panel: RelationContext, build_study: BuildStudy) -> None:
    tokens = ["ורדה", "נולדה", "בירושלים", "היום"]
    reading: Reading = ([(0, 1, "P"), (2, 3, "P")], [(0, "Meet", 1)])
    panel.show_study(relation_study(build_study, [(tokens, reading, [reading])]))
    panel.show_event(0)
    panel.grab()
    arc = arcs_of(panel.view)[0]
    assert (arc.part.left_end, arc.part.right_end) == ("tail", "head")


def test_a_relation_of_a_mention_with_itself_is_a_loop(panel: RelationContext, build_study: BuildStudy) -> None:
    reading: Reading = ([ANN], [(0, "Meet", 0)])
    panel.show_study(relation_study(build_study, [(["Annabel"], reading, [reading])]))
    panel.show_event(0)
    panel.grab()
    box = panel.view.placed_spans()[0].boxes[0]
    ((baseline, line),) = panel.view.placed_lines()
    for arc in line.arcs:
        assert box.left() < baseline.x() + arc.part.left < baseline.x() + arc.part.right < box.right()


def test_an_arc_of_a_nested_mention_reaches_its_own_box(panel: RelationContext, build_study: BuildStudy) -> None:
    reading: Reading = ([(0, 3, "P"), (2, 3, "P"), (4, 5, "P")], [(1, "Meet", 2), (0, "Kill", 2)])
    tokens = ["University", "of", "Oslo", "in", "Norway"]
    panel.show_study(relation_study(build_study, [(tokens, reading, [reading])]))
    panel.show_event(0)
    panel.grab()
    inner, outer = (next(a for a in arcs_of(panel.view) if a.relation.type == name) for name in ("Meet", "Kill"))
    assert inner.feet[0].y() > outer.feet[0].y()  # nearer to the words
    assert outer.feet[0].x() < inner.feet[0].x()


def test_an_arc_to_a_mention_that_is_not_shown_runs_to_the_margin(
    panel: RelationContext, build_study: BuildStudy
) -> None:
    tokens = ["Annabel", *["something"] * 3_000, "Boniface"]
    reading: Reading = ([(0, 1, "P"), (3_001, 3_002, "P")], [(0, "Meet", 1)])
    panel.show_study(relation_study(build_study, [(tokens, reading, [reading])]))
    panel.show_event(0)
    panel.grab()
    assert panel.view.shown is not None
    assert panel.view.shown.is_cut
    assert all({arc.relation.side for arc in line.arcs} == {"reference", "predicted"} for line in panel.view.lines)
    assert [arc.part.legs[0][1] for arc in arcs_of(panel.view) if arc.part.legs] == ["head", "head"]
