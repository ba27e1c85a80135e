from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontDatabase, QFontMetricsF, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.ui.kit.keys import KeyButton
from nerinspect.ui.sentence.event_context import ContextPanel
from nerinspect.ui.theme.fonts import CLOSEST, close_font

MakeStudy = Callable[..., Study]

HARWICK = "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O no/O/O ./O/O"


def words_of(panel: ContextPanel, number: int) -> QRectF:
    """Find the first line of a paragraph."""
    document = panel.view.document()
    block = document.findBlockByNumber(number)
    place = document.documentLayout().blockBoundingRect(block).topLeft()
    return block.layout().lineAt(0).naturalTextRect().translated(place)


def test_the_sentence_and_its_neighbours_are_shown(harwick: ContextPanel) -> None:
    text = harwick.view.toPlainText()
    assert text.split("\n") == ["It was so .", "The Port of Harwick Authority said no .", "Yes ."]


def test_neighbours_of_another_document_are_not_shown(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    context_panel.show_study(make_study_from("It/O/O", "Port/B-ORG/O", "Yes/O/O", documents=[1, 2, 3]))
    context_panel.show_event(0)
    assert context_panel.view.toPlainText() == "Port"


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


def test_a_mention_over_a_line_end_is_placed_on_both_lines(
    context_panel: ContextPanel, make_study_from: MakeStudy
) -> None:
    words = "Upper/B-LOC/O " + " ".join(["Skelder/I-LOC/O"] * 15)
    context_panel.show_study(make_study_from(words))
    context_panel.show_event(0)
    assert (
        len({box.top() for item in context_panel.view.placed_spans() for box in item.boxes})
        == len(context_panel.view.placed_spans())
        > 1
    )


def test_the_event_is_told_to_those_who_hear_it(harwick: ContextPanel) -> None:
    phrase = "Port of Harwick Authority, reference ORG, predicted LOC and ORG"
    assert harwick.view.accessibleDescription() == phrase


def test_the_track_is_that_of_the_system_of_the_event(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    context_panel.show_study(make_study_from("Port/B-ORG/B-LOC/B-PER", systems=("flair", "elmo")))
    context_panel.show_event(1)
    assert [item.span.type for item in context_panel.view.placed_spans()] == ["ORG", "PER"]


@pytest.mark.parametrize(("text", "signal"), [("Previous", "previous_requested"), ("Next", "next_requested")])
def test_a_button_asks_for_another_event(harwick: ContextPanel, qtbot: QtBot, text: str, signal: str) -> None:
    button = next(child for child in harwick.findChildren(KeyButton) if child.text() == text)
    with qtbot.waitSignal(getattr(harwick.view, signal)):
        button.click()


def test_of_an_extreme_sentence_a_part_is_shown(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    context_panel.show_study(make_study_from(" ".join(["Harwick/B-LOC/O"] * 5000)))
    context_panel.show_event(0)
    assert context_panel.view.shown is not None
    assert context_panel.view.shown.is_cut


def test_a_new_study_empties_the_panel(harwick: ContextPanel) -> None:
    harwick.show_study(None)
    assert harwick.view.toPlainText() == ""


def test_an_event_can_be_shown_before_the_panel(make_study_from: MakeStudy, qtbot: QtBot) -> None:
    panel = ContextPanel()
    qtbot.addWidget(panel)
    panel.show_study(make_study_from(HARWICK))
    panel.show_event(0)
    assert "Harwick" in panel.view.toPlainText()


def test_a_short_sentence_can_follow_a_long_one(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    long = " ".join(["Harwick/B-LOC/O"] * 300)  # shows a scroll bar, which then goes
    context_panel.show_study(make_study_from(long, "Port/B-LOC/O", documents=[1, 2]))
    for event in (0, 1, 0):
        context_panel.show_event(event)
        context_panel.grab()
    assert context_panel.view.toPlainText().startswith("Harwick")


@pytest.mark.parametrize("size", [(800, 400), (420, 300)])
def test_tracks_of_a_sentence_lie_clear_of_its_neighbours(
    context_panel: ContextPanel, make_study_from: MakeStudy, size: tuple[int, int]
) -> None:
    context_panel.resize(*size)
    context_panel.show_study(make_study_from("It/O/O", HARWICK, "Yes/O/O"))
    context_panel.show_event(0)
    boxes = [box for item in context_panel.view.placed_spans() for box in item.boxes]
    above, below = (words_of(context_panel, number) for number in (0, 2))
    assert above.bottom() <= min(box.top() for box in boxes)
    assert max(box.bottom() for box in boxes) <= below.top()


def test_a_low_panel_shows_one_neighbour_on_each_side(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    context_panel.show_study(make_study_from("a/O/O", "b/O/O", "Port/B-ORG/O", "d/O/O", "e/O/O"))
    context_panel.show_event(0)
    shown = []
    for height in (150, 500):
        context_panel.resize(800, height)
        shown.append(context_panel.view.toPlainText().split("\n"))
    assert shown == [["b", "Port", "d"], ["a", "b", "Port", "d", "e"]]


@pytest.mark.parametrize(("key", "signal"), [(Qt.Key.Key_K, "previous_requested"), (Qt.Key.Key_J, "next_requested")])
def test_a_key_asks_for_another_event(harwick: ContextPanel, qtbot: QtBot, key: Qt.Key, signal: str) -> None:
    with qtbot.waitSignal(getattr(harwick.view, signal)):
        QTest.keyClick(harwick.view, key)


def test_a_narrow_head_keeps_the_way_to_the_document(harwick: ContextPanel) -> None:
    harwick.resize(360, 400)
    shown = [button.text() for button in harwick.findChildren(KeyButton) if button.isVisible()]
    assert shown == ["Document"]


def test_the_sentence_has_the_focus_of_the_panel(harwick: ContextPanel) -> None:
    harwick.setFocus()
    assert harwick.view.hasFocus()


@pytest.fixture
def compared(context_panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    """Show an event of one system with the reading of another."""
    context_panel.show_study(make_study_from("Port/B-ORG/B-LOC/B-PER met/O/O/O", systems=("flair", "elmo")))
    context_panel.show_event(0)
    context_panel.compare_with([1])
    return context_panel


def test_compared_systems_have_a_track_each(compared: ContextPanel) -> None:
    assert [item.span.type for item in compared.view.placed_spans()] == ["ORG", "LOC", "PER"]


def test_tracks_of_compared_systems_lie_below_each_other(compared: ContextPanel) -> None:
    _, first, second = compared.view.placed_spans()
    assert first.boxes[0].bottom() < second.boxes[0].top()


def test_a_comparison_ends(compared: ContextPanel) -> None:
    compared.compare_with([])
    assert [item.span.type for item in compared.view.placed_spans()] == ["ORG", "LOC"]


@pytest.mark.parametrize("words", ["x/B-{0}/O y/B-{0}/O z/B-{0}/O", "س/B-{0}/O في/B-{0}/O +x*/B-{0}/O قال/B-{0}/O"])
def test_the_name_of_a_type_fits_between_short_mentions(
    context_panel: ContextPanel, make_study_from: MakeStudy, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []

    def paint(painter: QPainter, rect: QRectF, _side: str, name: str, *_more: object) -> None:
        close = QFontMetricsF(close_font(painter.font(), CLOSEST))
        painted.append(close.elidedText(name, Qt.TextElideMode.ElideRight, rect.width()))

    monkeypatch.setattr("nerinspect.ui.sentence.typesetter.paint_span_name", paint)
    context_panel.show_study(make_study_from(words.format("FACILITY")))
    context_panel.show_event(0)
    context_panel.grab()
    assert set(painted) == {"FACILITY"}


def test_blanks_are_not_widened_where_names_have_room(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    places = []
    for words in ("Aldermoor/B-FACILITY/O is/O/O", "Aldermoor/B-A/O is/O/O"):
        context_panel.show_study(make_study_from(words))
        context_panel.show_event(0)
        context_panel.grab()
        block = context_panel.view.document().firstBlock().layout().lineAt(0)
        places.append(block.naturalTextWidth())
    assert places[0] == places[1]


NESTED = (["Bank", "of", "England", "met"], [(0, 3, "ORG"), (2, 3, "LOC")], [[(0, 3, "ORG")]])
NESTED_FROM_RIGHT = (["بنك", "إنجلترا", "هنا"], [(0, 2, "ORG"), (1, 2, "LOC")], [[(0, 2, "ORG")]])


@pytest.mark.parametrize("sentence", [NESTED, NESTED_FROM_RIGHT], ids=["left", "right"])
def test_mentions_that_overlap_lie_over_each_other(
    context_panel: ContextPanel, build_study: MakeStudy, sentence: object
) -> None:
    context_panel.show_study(build_study([sentence]))
    context_panel.show_event(0)
    boxes = {item.span.type: item.boxes[0] for item in context_panel.view.placed_spans() if not item.track}
    assert boxes["ORG"].bottom() <= boxes["LOC"].top()  # the shorter one next to the words
    assert boxes["ORG"].left() <= boxes["LOC"].left() < boxes["LOC"].right() <= boxes["ORG"].right()


def test_tracks_below_each_other_make_room_for_mentions_that_overlap(
    context_panel: ContextPanel, build_study: MakeStudy
) -> None:
    nested, flat = [(0, 3, "ORG"), (2, 3, "LOC")], [(0, 3, "PER")]
    context_panel.show_study(
        build_study([(["Bank", "of", "England"], [], [nested, flat])], systems=[("flair", 1), ("elmo", 1)])
    )
    context_panel.show_event(0)
    context_panel.compare_with([1])
    boxes = {item.span.type: item.boxes[0] for item in context_panel.view.placed_spans()}
    assert boxes["LOC"].bottom() <= boxes["ORG"].top() < boxes["ORG"].bottom() <= boxes["PER"].top()


@pytest.mark.parametrize("is_document", [False, True])
def test_only_sentences_whose_mentions_overlap_are_higher(
    context_panel: ContextPanel, build_study: MakeStudy, is_document: bool
) -> None:
    flat = (["Ines", "spoke"], [(0, 1, "PER")], [[(0, 1, "PER")]])
    context_panel.show_study(build_study([flat, NESTED, flat]))
    context_panel.view.show_document(is_document)
    heights = []
    for event in (0, 1):
        context_panel.show_event(event)
        block = context_panel.view.document().findBlockByNumber(event)
        heights.append(block.blockFormat().lineHeight())
    assert heights[0] < heights[1]


def test_tracks_of_a_nested_sentence_lie_clear_of_its_neighbours(
    context_panel: ContextPanel, build_study: MakeStudy
) -> None:
    deep = [(0, end, f"T{end}") for end in range(1, 7)]
    tokens = ["one", "two", "three", "four", "five", "six"]
    context_panel.show_study(build_study([(["It"], [], [[]]), (tokens, deep, [deep]), (["Yes"], [], [[]])]))
    context_panel.show_event(0)
    boxes = [box for item in context_panel.view.placed_spans() for box in item.boxes]
    above, below = (words_of(context_panel, number) for number in (0, 2))
    assert above.bottom() <= min(box.top() for box in boxes)
    assert max(box.bottom() for box in boxes) <= below.top()


def test_what_the_file_calls_a_document_is_told(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    study = make_study_from("It/O/O", "Port/B-ORG/O", documents=[1, 2])
    named = replace(study.text, document_names=("one", "<two>"), sentence_names=("1-1", "2-1"))
    context_panel.show_study(replace(study, text=named))
    context_panel.show_event(0)
    label = next(label for label in context_panel.findChildren(QLabel) if label.text() == "<two> · line 3")
    assert "<two>" in label.toolTip()
    assert "2-1" in label.toolTip()
