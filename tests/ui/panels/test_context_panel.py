from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontDatabase, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.analysis.study import Study
from nerinspect.ui.panels.context_panel import ContextPanel
from nerinspect.ui.widgets.key_button import KeyButton

MakeStudy = Callable[..., Study]

HARWICK = "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O no/O/O ./O/O"


@pytest.fixture
def panel(qtbot: QtBot) -> ContextPanel:
    panel = ContextPanel()
    qtbot.addWidget(panel)
    panel.resize(800, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def harwick(panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    repaired = [(8, "I-ORG", "B-ORG")]
    panel.show_study(make_study_from("It/O/O was/O/O so/O/O ./O/O", HARWICK, "Yes/O/O ./O/O", repairs=repaired))
    panel.show_event(0)
    return panel


def select_all(panel: ContextPanel) -> None:
    panel.view.selectAll()
    panel.view.copy()


def test_the_sentence_and_its_neighbours_are_shown(harwick: ContextPanel) -> None:
    text = harwick.view.toPlainText()
    assert text.split("\n") == ["It was so .", "The Port of Harwick Authority said no .", "Yes ."]


def test_neighbours_of_another_document_are_not_shown(panel: ContextPanel, make_study_from: MakeStudy) -> None:
    panel.show_study(make_study_from("It/O/O", "Port/B-ORG/O", "Yes/O/O", documents=[1, 2, 3]))
    panel.show_event(0)
    assert panel.view.toPlainText() == "Port"


def test_both_readings_are_placed(harwick: ContextPanel) -> None:
    placed = [(item.side, item.span.type) for item in harwick.view.placed_spans()]
    assert placed == [("reference", "ORG"), ("prediction", "LOC"), ("prediction", "ORG")]


def test_the_reference_lies_above_the_prediction(harwick: ContextPanel) -> None:
    reference, prediction, _ = harwick.view.placed_spans()
    assert reference.boxes[0].bottom() < prediction.boxes[0].top()


def test_equal_extents_have_equal_places(harwick: ContextPanel) -> None:
    if not QFontDatabase.families(QFontDatabase.WritingSystem.Latin):
        pytest.skip("no font covers Latin")
    reference, first, last = harwick.view.placed_spans()
    ends = reference.boxes[0].left(), reference.boxes[0].right()
    assert ends == (first.boxes[0].left(), last.boxes[0].right())


def test_a_repaired_label_is_marked(harwick: ContextPanel) -> None:
    marked = [(item.span.type, mark.before) for item in harwick.view.placed_spans() for mark in item.repairs]
    assert marked == [("ORG", "I-ORG")]


def test_a_mention_over_a_line_end_is_placed_on_both_lines(panel: ContextPanel, make_study_from: MakeStudy) -> None:
    words = "Upper/B-LOC/O " + " ".join(["Skelder/I-LOC/O"] * 15)
    panel.show_study(make_study_from(words))
    panel.show_event(0)
    assert (
        len({box.top() for item in panel.view.placed_spans() for box in item.boxes})
        == len(panel.view.placed_spans())
        > 1
    )


def test_copied_text_stands_as_in_the_file(panel: ContextPanel, make_study_from: MakeStudy) -> None:
    panel.show_study(make_study_from("New\u00a0York/B-LOC/O a\u2028b/O/O 👍🏽/O/O"))
    panel.show_event(0)
    select_all(panel)
    assert QApplication.clipboard().text() == "New\u00a0York a\u2028b 👍🏽"


def test_neighbours_are_copied_as_lines(harwick: ContextPanel) -> None:
    select_all(harwick)
    assert QApplication.clipboard().text().split("\n")[1] == "The Port of Harwick Authority said no ."


def test_a_part_is_copied_to_the_letter(harwick: ContextPanel) -> None:
    cursor = harwick.view.textCursor()  # it stands at the beginning of the event
    cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, len("Port of Harwick"))
    harwick.view.setTextCursor(cursor)
    harwick.view.copy()
    assert QApplication.clipboard().text() == "Port of Harwick"


def test_the_event_is_told_to_those_who_hear_it(harwick: ContextPanel) -> None:
    phrase = "Port of Harwick Authority, reference ORG, predicted LOC and ORG"
    assert harwick.view.accessibleDescription() == phrase


def test_the_track_is_that_of_the_system_of_the_event(panel: ContextPanel, make_study_from: MakeStudy) -> None:
    panel.show_study(make_study_from("Port/B-ORG/B-LOC/B-PER", systems=("flair", "elmo")))
    panel.show_event(1)
    assert [item.span.type for item in panel.view.placed_spans()] == ["ORG", "PER"]


@pytest.mark.parametrize(("text", "signal"), [("Previous", "previous_requested"), ("Next", "next_requested")])
def test_a_button_asks_for_another_event(harwick: ContextPanel, qtbot: QtBot, text: str, signal: str) -> None:
    button = next(child for child in harwick.findChildren(KeyButton) if child.text() == text)
    with qtbot.waitSignal(getattr(harwick, signal)):
        button.click()


def test_the_wheel_zooms_with_control(harwick: ContextPanel, qtbot: QtBot) -> None:
    centre = QPointF(harwick.view.viewport().rect().center())
    wheel = QWheelEvent(
        *(centre, harwick.view.viewport().mapToGlobal(centre), QPoint(), QPoint(0, 120)),
        *(Qt.MouseButton.NoButton, Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False),
    )
    with qtbot.waitSignal(harwick.zoom_changed) as caught:
        QApplication.sendEvent(harwick.view.viewport(), wheel)
    assert caught.args == [1.7]


def test_the_zoom_has_an_end(harwick: ContextPanel) -> None:
    harwick.set_zoom(9)
    assert harwick.view.zoom == 2.6


def test_of_an_extreme_sentence_a_part_is_shown(panel: ContextPanel, make_study_from: MakeStudy) -> None:
    panel.show_study(make_study_from(" ".join(["Harwick/B-LOC/O"] * 5000)))
    panel.show_event(0)
    assert panel.view.shown is not None
    assert panel.view.shown.is_cut


def test_a_new_study_empties_the_panel(harwick: ContextPanel) -> None:
    harwick.show_study(None)
    assert harwick.view.toPlainText() == ""


def test_an_event_can_be_shown_before_the_panel(make_study_from: MakeStudy, qtbot: QtBot) -> None:
    panel = ContextPanel()
    qtbot.addWidget(panel)
    panel.show_study(make_study_from(HARWICK))
    panel.show_event(0)
    assert "Harwick" in panel.view.toPlainText()


def test_a_short_sentence_can_follow_a_long_one(panel: ContextPanel, make_study_from: MakeStudy) -> None:
    long = " ".join(["Harwick/B-LOC/O"] * 300)  # shows a scroll bar, which then goes
    panel.show_study(make_study_from(long, "Port/B-LOC/O", documents=[1, 2]))
    for event in (0, 1, 0):
        panel.show_event(event)
        panel.grab()
    assert panel.view.toPlainText().startswith("Harwick")
