"""The sentence of a relation event with its arcs."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QPalette, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.events.study import RelationChoice
from nerinspect.ui.arcs.relation_sentence import PointedArc, RelationContext
from nerinspect.ui.kit.keys import KeyButton
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, choose_theme, contrast_theme
from tests.events.relation_studies import relation_study
from tests.ui.pages.relations.context_parts import MET, BuildStudy, arcs_of, move_to, place_of


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
    with qtbot.waitSignal(met.view.event_requested) as asked:
        QTest.mouseClick(met.view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(met.view, kill))
    assert asked.args == [1]


def test_a_click_on_the_event_itself_or_on_a_mention_asks_for_nothing(met: RelationContext, qtbot: QtBot) -> None:
    own = next(arc for arc in arcs_of(met.view) if arc.relation.event == 0)
    mention = met.view.placed_spans()[0].boxes[0].center().toPoint()
    with qtbot.assertNotEmitted(met.view.event_requested):
        for place in (place_of(met.view, own), mention):
            QTest.mouseClick(met.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_selection_that_ends_on_an_arc_asks_for_nothing(met: RelationContext, qtbot: QtBot) -> None:
    kill = next(arc for arc in arcs_of(met.view) if arc.relation.type == "Kill")
    viewport, place = met.view.viewport(), place_of(met.view, kill)
    with qtbot.assertNotEmitted(met.view.event_requested):
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=place + QPoint(0, 90))
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place)


def test_the_caret_leads_to_the_events_of_a_mention_one_after_the_other(met: RelationContext, qtbot: QtBot) -> None:
    cursor = QTextCursor(met.view.document().findBlockByNumber(1))
    met.view.setTextCursor(cursor)  # in Annabel, which is in both events
    with qtbot.waitSignal(met.view.event_requested) as asked:
        QTest.keyClick(met.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [1]
    met.show_event(1)
    met.view.setTextCursor(QTextCursor(met.view.document().findBlockByNumber(1)))
    with qtbot.waitSignal(met.view.event_requested) as asked:
        QTest.keyClick(met.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [0]


def test_keys_and_buttons_ask_for_other_events(met: RelationContext, qtbot: QtBot) -> None:
    buttons = {button.text(): button for button in met.findChildren(KeyButton)}
    for signal, key, name in (
        (met.view.previous_requested, Qt.Key.Key_K, "Previous"),
        (met.view.next_requested, Qt.Key.Key_J, "Next"),
    ):
        with qtbot.waitSignal(signal):
            QTest.keyClick(met.view, key)
        with qtbot.waitSignal(signal):
            buttons[name].click()


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
