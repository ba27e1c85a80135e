"""The sentence of a relation event with its arcs."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QPalette, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.analysis.relation_choice import RelationChoice
from nerinspect.analysis.study import Study
from nerinspect.ui.relations.arc_painter import DrawnArc
from nerinspect.ui.relations.arc_view import ArcView
from nerinspect.ui.relations.arc_words import PointedArc
from nerinspect.ui.relations.relation_context import RelationContext
from nerinspect.ui.relations.sentence_arcs import MOST_LEVELS
from nerinspect.ui.theme import DARK, LIGHT, Theme, choose_theme, contrast_theme
from nerinspect.ui.widgets.key_button import KeyButton
from tests.analysis.relation_studies import Reading, Sentence, relation_study
from tests.ui.showing import shown_alone

BuildStudy = Callable[..., Study]

ANN, BO, CY = (0, 1, "P"), (2, 3, "P"), (4, 6, "P")
PEOPLE = [ANN, BO, CY]
MET: Sentence = (
    ["Annabel", "met", "Boniface", "and", "Cyril", "Day"],
    (PEOPLE, [(0, "Meet", 1), (2, "Kill", 0)]),
    [(PEOPLE, [(1, "Meet", 0)])],
)
BEFORE: Sentence = (["So", "it", "was"], ([], []), [([], [])])


def chain(n_mentions: int, relations: list[tuple[int, str, int]]) -> Sentence:
    """Write a sentence of mentions with two words between them; predicted as it stands in the reference."""
    tokens = ["and", "then", "Skelby"] * n_mentions
    reading: Reading = ([(3 * n + 2, 3 * n + 3, "P") for n in range(n_mentions)], relations)
    return tokens, reading, [reading]


@pytest.fixture
def panel(qtbot: QtBot) -> RelationContext:
    """Show an empty panel."""
    return shown_alone(RelationContext(), 900, 500, qtbot)


@pytest.fixture
def met(panel: RelationContext, build_study: BuildStudy) -> RelationContext:
    """Show the first of two events of a sentence: a reversed and a missed relation."""
    panel.show_study(relation_study(build_study, [BEFORE, MET]))
    panel.show_event(0)
    panel.grab()
    return panel


def arcs_of(view: ArcView) -> list[DrawnArc]:
    return [arc for line in view.lines for arc in line.arcs]


def place_of(view: ArcView, arc: DrawnArc) -> QPoint:
    """Find the middle of an arc's name in the viewport."""
    baseline = next(place for place, line in view.placed_lines() if any(one is arc for one in line.arcs))
    scrolled = QPointF(view.horizontalScrollBar().value(), view.verticalScrollBar().value())
    return (baseline + arc.name_rect.center() - scrolled).toPoint()


def move_to(view: ArcView, place: QPoint) -> None:
    QTest.mouseMove(view.viewport(), place)


def test_the_sentence_stands_between_its_neighbours(met: RelationContext) -> None:
    assert met.view.toPlainText() == "So it was\nAnnabel met Boniface and Cyril Day"


def test_reference_arcs_stand_above_the_words_and_predicted_ones_below(met: RelationContext) -> None:
    for arc in arcs_of(met.view):
        assert (arc.y < 0) == (arc.relation.side == "reference")
        assert all((foot.y() < 0) == (arc.y < 0) for foot in arc.feet)
    assert len(arcs_of(met.view)) == 3


def test_arcs_end_on_the_boxes_of_their_mentions(met: RelationContext) -> None:
    boxes = {(span.track, span.span.start): span.boxes[0] for span in met.view.placed_spans()}
    for baseline, line in met.view.placed_lines():
        for arc in line.arcs:
            track = 0 if arc.relation.side == "reference" else 1
            for (at, end), foot in zip(arc.part.legs, arc.feet, strict=True):
                span = arc.relation.head if end == "head" else arc.relation.tail
                box = boxes[track, span.start]
                assert box.left() <= at + baseline.x() <= box.right()
                edge = box.top() if track == 0 else box.bottom()
                assert abs(baseline.y() + foot.y() - edge) <= 2


def test_the_arrow_stands_at_the_tail(met: RelationContext) -> None:
    for arc in arcs_of(met.view):
        arrow = arc.arrow(1.0)
        assert arrow is not None
        (tail,) = [foot for (_, end), foot in zip(arc.part.legs, arc.feet, strict=True) if end == "tail"]
        assert arrow.at(2) == tail
        assert (arrow.at(0).y() < tail.y()) == (arc.relation.side == "reference")


def test_what_has_no_direction_has_no_arrow(panel: RelationContext, build_study: BuildStudy) -> None:
    panel.show_study(relation_study(build_study, [MET], choice=RelationChoice(symmetric=("Meet",))))
    panel.show_event(0)
    has_arrow = {arc.relation.type: arc.arrow(1.0) is not None for arc in arcs_of(panel.view)}
    assert has_arrow == {"Meet": False, "Kill": True}


def test_arcs_are_said_to_those_who_hear_the_sentence(met: RelationContext) -> None:
    assert met.view.accessibleDescription() == (
        "Reversed: reference: Annabel Meet Boniface; predicted: Boniface Meet Annabel."
        " Missed: reference: Cyril Day Kill Annabel."
    )
    met.show_event(1)
    assert met.view.accessibleDescription().startswith("Missed: reference: Cyril Day Kill Annabel. Reversed:")


def test_the_head_names_kind_and_place(met: RelationContext) -> None:
    texts = [label.text() for label in met.findChildren(QLabel) if label.text()]
    assert texts[:2] == ["RV", "Document 1, sentence 2"]
    met.show_event(1)
    assert next(label.text() for label in met.findChildren(QLabel) if label.text()) == "FN"


def test_the_pointer_finds_an_arc_and_is_told_about_it(met: RelationContext) -> None:
    kill = next(arc for arc in arcs_of(met.view) if arc.relation.type == "Kill")
    move_to(met.view, place_of(met.view, kill))
    pointed = met.view.pointed
    assert isinstance(pointed, PointedArc)
    assert pointed.event == 1
    assert pointed.lines == ["reference: Kill", "Cyril Day → Annabel", "missed"]
    assert met.view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_what_training_knows_of_a_relation_is_told(panel: RelationContext, build_study: BuildStudy) -> None:
    panel.show_study(relation_study(build_study, [MET], training=[(MET[0], MET[1], [])]))
    panel.show_event(0)
    panel.grab()
    kill = next(arc for arc in arcs_of(panel.view) if arc.relation.type == "Kill")
    move_to(panel.view, place_of(panel.view, kill))
    assert panel.view.pointed is not None
    assert panel.view.pointed.lines[-1] == "exact in training"


def test_the_pointer_finds_the_line_of_an_arc(met: RelationContext) -> None:
    (baseline, line), *_ = met.view.placed_lines()
    arc = next(arc for arc in line.arcs if arc.relation.type == "Kill")
    for beside in (QPointF(arc.part.left + 12, arc.y + 2), QPointF(arc.part.right - 1, arc.y + 8)):
        move_to(met.view, (baseline + beside).toPoint())
        assert isinstance(met.view.pointed, PointedArc)
        assert met.view.pointed.event == 1
    move_to(met.view, (baseline + QPointF(arc.part.right + 40, arc.y)).toPoint())
    assert not isinstance(met.view.pointed, PointedArc)


def test_mentions_between_the_arcs_are_still_told_of(met: RelationContext) -> None:
    box = met.view.placed_spans()[0].boxes[0]
    move_to(met.view, box.center().toPoint())
    assert met.view.pointed is not None
    assert met.view.pointed.lines[0] == "reference: P"
    assert met.view.viewport().cursor().shape() == Qt.CursorShape.IBeamCursor


def test_nothing_is_pointed_at_once_the_pointer_has_left(met: RelationContext) -> None:
    move_to(met.view, place_of(met.view, arcs_of(met.view)[0]))
    assert met.view.pointed is not None
    QApplication.sendEvent(met.view.viewport(), QEvent(QEvent.Type.Leave))
    assert met.view.pointed is None


def test_a_click_on_an_arc_asks_for_its_event(met: RelationContext, qtbot: QtBot) -> None:
    kill = next(arc for arc in arcs_of(met.view) if arc.relation.type == "Kill")
    with qtbot.waitSignal(met.event_requested) as asked:
        QTest.mouseClick(met.view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(met.view, kill))
    assert asked.args == [1]


def test_a_click_on_the_event_itself_or_on_a_mention_asks_for_nothing(met: RelationContext, qtbot: QtBot) -> None:
    own = next(arc for arc in arcs_of(met.view) if arc.relation.event == 0)
    mention = met.view.placed_spans()[0].boxes[0].center().toPoint()
    with qtbot.assertNotEmitted(met.event_requested):
        for place in (place_of(met.view, own), mention):
            QTest.mouseClick(met.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_selection_that_ends_on_an_arc_asks_for_nothing(met: RelationContext, qtbot: QtBot) -> None:
    kill = next(arc for arc in arcs_of(met.view) if arc.relation.type == "Kill")
    viewport, place = met.view.viewport(), place_of(met.view, kill)
    with qtbot.assertNotEmitted(met.event_requested):
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=place + QPoint(0, 90))
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place)


def test_the_caret_leads_to_the_events_of_a_mention_one_after_the_other(met: RelationContext, qtbot: QtBot) -> None:
    cursor = QTextCursor(met.view.document().findBlockByNumber(1))
    met.view.setTextCursor(cursor)  # in Annabel, which is in both events
    with qtbot.waitSignal(met.event_requested) as asked:
        QTest.keyClick(met.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [1]
    met.show_event(1)
    met.view.setTextCursor(QTextCursor(met.view.document().findBlockByNumber(1)))
    with qtbot.waitSignal(met.event_requested) as asked:
        QTest.keyClick(met.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [0]


def test_keys_and_buttons_ask_for_other_events(met: RelationContext, qtbot: QtBot) -> None:
    buttons = {button.text(): button for button in met.findChildren(KeyButton)}
    for signal, key, name in (
        (met.previous_requested, Qt.Key.Key_K, "Previous"),
        (met.next_requested, Qt.Key.Key_J, "Next"),
    ):
        with qtbot.waitSignal(signal):
            QTest.keyClick(met.view, key)
        with qtbot.waitSignal(signal):
            buttons[name].click()


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
    panel.set_zoom(1.2)
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


def test_the_event_is_drawn_thicker_and_in_the_ink_of_its_kind(met: RelationContext) -> None:
    def inks(event: int) -> list[str]:
        met.show_event(event)
        image = met.view.viewport().grab().toImage()
        scale = image.width() / met.view.viewport().width()
        (baseline, line), *_ = met.view.placed_lines()
        arc = next(arc for arc in line.arcs if arc.relation.type == "Kill")
        x = round((baseline.x() + arc.part.left + 12) * scale)
        rows = [round((baseline.y() + arc.y + dy) * scale) for dy in (-3, -2, -1, 0, 1, 2, 3)]
        base = image.pixelColor(x, rows[0]).name()
        return [name for y in rows if (name := image.pixelColor(x, y).name()) != base]

    plain, own = inks(0), inks(1)
    assert len(own) > len(plain)
    assert set(plain) != set(own)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_arcs_follow_the_theme(
    qapp: QApplication, panel: RelationContext, build_study: BuildStudy, theme: Theme
) -> None:
    panel.show_study(relation_study(build_study, [MET]))
    panel.show_event(1)
    try:
        choose_theme(qapp, theme)
        qapp.processEvents()
        image = panel.view.viewport().grab().toImage()
        names = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert theme.kind_colour("fn").name() in names
        assert theme.kind_colour("lbe").name() in names  # the reversed relation beside it
    finally:
        choose_theme(qapp, None)


def test_the_whole_document_can_be_shown_and_left(met: RelationContext, qtbot: QtBot) -> None:
    QTest.keyClick(met.view, Qt.Key.Key_Return)
    assert met.view.shows_document
    qtbot.waitUntil(lambda: len(met.view.written) == 2)
    met.grab()
    assert len(arcs_of(met.view)) == 3
    assert all(place.y() > 0 for place, _ in met.view.placed_lines())
    QTest.keyClick(met.view, Qt.Key.Key_Escape)
    assert not met.view.shows_document


def test_nothing_is_on_show_without_an_event(met: RelationContext) -> None:
    met.show_event(None)
    met.grab()
    assert met.event_on_show is None
    assert met.view.toPlainText() == ""
    assert met.view.lines == []
    met.show_study(None)
    met.show_event(0)
    assert met.event_on_show is None


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
    panel.set_zoom(2.6)
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


def test_annotators_are_named_by_their_letters(panel: RelationContext, build_study: BuildStudy) -> None:
    panel.show_study(replace(relation_study(build_study, [MET]), annotator="ann"))
    panel.show_event(0)
    panel.grab()
    said = panel.view.accessibleDescription()
    assert said == "Reversed: A: Annabel Meet Boniface; B: Boniface Meet Annabel. Only A: A: Cyril Day Kill Annabel."


@pytest.mark.parametrize(("theme", "name"), [(LIGHT, "Meet"), (contrast_theme(QPalette()), "Meet RV")])
def test_without_colours_a_reversed_relation_says_so(
    qapp: QApplication, panel: RelationContext, build_study: BuildStudy, theme: Theme, name: str
) -> None:
    try:
        choose_theme(qapp, theme)
        panel.show_study(relation_study(build_study, [MET]))
        panel.show_event(1)
        assert {arc.name for arc in arcs_of(panel.view)} == {name, "Kill"}
    finally:
        choose_theme(qapp, None)


def test_a_very_long_name_is_shortened_on_its_arc_alone(panel: RelationContext, build_study: BuildStudy) -> None:
    study = relation_study(build_study, [MET])
    long = "people/person/place_lived/" * 4
    names = tuple(long if name == "Kill" else name for name in ("Kill", "Meet"))
    assert study.reference.relations is not None
    relations = replace(study.reference.relations, types=names)
    panel.show_study(replace(study, reference=replace(study.reference, relations=relations)))
    panel.show_event(1)
    panel.grab()
    arc = next(arc for arc in arcs_of(panel.view) if arc.relation.type == long)
    assert "…" in arc.name
    assert arc.name_rect.width() < 200
    assert long in panel.view.accessibleDescription()
