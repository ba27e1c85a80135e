from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFontDatabase, QTextCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
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


@pytest.fixture
def two_events(panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    """Show the first of two events of a sentence, with a third in the next sentence."""
    panel.show_study(make_study_from("Port/B-LOC/B-ORG met/O/O Ines/B-PER/O", "Aldermoor/B-LOC/O", documents=[1, 1]))
    panel.show_event(0)
    panel.grab()  # the boxes of what was painted last can be pointed at
    return panel


@pytest.fixture
def long_document(panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    """Show the middle of a document that is longer than what is laid out at once."""
    panel.show_study(make_study_from(*["Port/B-LOC/O of/O/O call/O/O"] * 3_000))
    panel.show_event(1_500)
    panel.show_document(True)
    return panel


@pytest.fixture
def tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the tooltips that are shown; the offscreen platform warns of real ones."""
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, widget: shown.append(text))
    return shown


def centre_of(panel: ContextPanel, side: str, type_name: str) -> QPoint:
    placed = panel.view.placed_spans()
    item = next(item for item in placed if (item.side, item.span.type) == (side, type_name))
    scrolled = QPoint(0, panel.view.verticalScrollBar().value())
    return item.boxes[0].center().toPoint() - scrolled


def put_caret(panel: ContextPanel, position: int) -> None:
    cursor = panel.view.textCursor()
    cursor.setPosition(position)
    panel.view.setTextCursor(cursor)


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


@pytest.mark.parametrize("size", [(800, 400), (420, 300)])
def test_tracks_of_a_sentence_lie_clear_of_its_neighbours(
    panel: ContextPanel, make_study_from: MakeStudy, size: tuple[int, int]
) -> None:
    panel.resize(*size)
    panel.show_study(make_study_from("It/O/O", HARWICK, "Yes/O/O"))
    panel.show_event(0)
    boxes = [box for item in panel.view.placed_spans() for box in item.boxes]
    layout = panel.view.document().documentLayout()
    blocks = [panel.view.document().findBlockByNumber(number) for number in (0, 2)]
    lines = [block.layout().lineAt(0).naturalTextRect() for block in blocks]
    places = [layout.blockBoundingRect(block).topLeft() for block in blocks]
    above, below = (line.translated(place) for line, place in zip(lines, places, strict=True))
    assert above.bottom() <= min(box.top() for box in boxes)
    assert max(box.bottom() for box in boxes) <= below.top()


def test_a_low_panel_shows_one_neighbour_on_each_side(panel: ContextPanel, make_study_from: MakeStudy) -> None:
    panel.show_study(make_study_from("a/O/O", "b/O/O", "Port/B-ORG/O", "d/O/O", "e/O/O"))
    panel.show_event(0)
    shown = []
    for height in (150, 500):
        panel.resize(800, height)
        shown.append(panel.view.toPlainText().split("\n"))
    assert shown == [["b", "Port", "d"], ["a", "b", "Port", "d", "e"]]


def test_a_document_is_shown_whole(panel: ContextPanel, make_study_from: MakeStudy, qtbot: QtBot) -> None:
    words = [f"w{number}/O/O" for number in range(40)]
    panel.show_study(make_study_from(*words, "Port/B-ORG/O", "Yes/O/O", documents=[1] * 41 + [2]))
    panel.show_event(0)
    panel.show_document(True)
    qtbot.waitUntil(lambda: list(panel.view.written) == list(range(1, 42)))
    assert panel.view.toPlainText().split("\n") == [f"w{number}" for number in range(40)] + ["Port"]


def test_every_mention_of_the_document_has_its_tracks(two_events: ContextPanel) -> None:
    two_events.show_document(True)
    placed = [item.span.type for item in two_events.view.placed_spans() if item.side == "reference"]
    assert placed == ["LOC", "PER", "LOC"]


def test_neighbours_of_a_sentence_alone_have_no_tracks(two_events: ContextPanel) -> None:
    placed = [item.span.type for item in two_events.view.placed_spans() if item.side == "reference"]
    assert placed == ["LOC", "PER"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
def test_enter_shows_the_document_and_a_key_returns(harwick: ContextPanel, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(harwick.document_toggled) as shown:
        QTest.keyClick(harwick.view, Qt.Key.Key_Return)
    with qtbot.waitSignal(harwick.document_toggled) as hidden:
        QTest.keyClick(harwick.view, key)
    assert (shown.args, hidden.args) == ([True], [False])


def test_a_button_shows_the_document_and_then_offers_the_way_back(harwick: ContextPanel) -> None:
    button = next(child for child in harwick.findChildren(KeyButton) if child.text() == "Whole document")
    button.click()
    assert harwick.view.shows_document
    assert button.text() == "Sentence alone"


def test_the_next_event_is_shown_in_the_whole_document_too(two_events: ContextPanel) -> None:
    two_events.show_document(True)
    two_events.show_event(2)
    assert two_events.view.toPlainText() == "Port met Ines\nAldermoor"
    assert two_events.view.accessibleDescription().startswith("Aldermoor")


def test_of_a_long_document_no_more_than_needed_is_laid_out(long_document: ContextPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(long_document.view.written) >= 500)
    assert len(long_document.view.written) < 600


def test_a_long_document_goes_on_where_it_is_scrolled_to(long_document: ContextPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(long_document.view.written) >= 500)
    bar, last = long_document.view.verticalScrollBar(), long_document.view.written.stop
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: long_document.view.written.stop > last)


@pytest.mark.parametrize("is_down", [True, False])
def test_what_is_in_sight_stays_where_it_is_while_more_is_written(
    long_document: ContextPanel, qtbot: QtBot, is_down: bool
) -> None:
    view, bar = long_document.view, long_document.view.verticalScrollBar()
    qtbot.waitUntil(lambda: len(view.written) >= 500)
    for _ in range(40):  # far enough for the other end to be taken away
        bar.setValue(bar.maximum() if is_down else 0)
        block = view.cursorForPosition(QPoint(100, 200)).block()
        number, top = view.written.start + block.blockNumber(), view.cursorRect(QTextCursor(block)).top()
        with qtbot.waitSignal(view.written_changed):
            pass  # it was scrolled already
        block = view.document().findBlockByNumber(number - view.written.start)
        assert abs(view.cursorRect(QTextCursor(block)).top() - top) <= 1
    assert len(view.written) <= 900


def test_what_is_in_sight_stays_in_sight_in_a_narrower_window(long_document: ContextPanel, qtbot: QtBot) -> None:
    view = long_document.view
    qtbot.waitUntil(lambda: len(view.written) >= 500)
    view.verticalScrollBar().setValue(10_000)
    block = view.cursorForPosition(QPoint(100, 200)).block()
    long_document.resize(500, 400)
    assert 0 <= view.cursorRect(QTextCursor(block)).top() <= view.viewport().height()


def test_the_event_stays_in_sight_in_a_narrower_window(long_document: ContextPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(long_document.view.written) >= 500)
    long_document.resize(300, 300)
    assert any(box.height() for item in long_document.view.placed_spans() for box in item.boxes)
    assert 0 <= long_document.view.cursorRect().top() <= 300


def test_text_of_a_trimmed_document_is_that_of_its_sentences(
    panel: ContextPanel, make_study_from: MakeStudy, qtbot: QtBot
) -> None:
    panel.show_study(make_study_from("Port/B-LOC/O", *[f"w{number}/O/O" for number in range(2, 1_501)]))
    panel.show_event(0)
    panel.show_document(True)
    view, bar = panel.view, panel.view.verticalScrollBar()

    def reached_the_end() -> bool:
        bar.setValue(bar.maximum())
        return view.written.stop == 1_501

    qtbot.waitUntil(reached_the_end)
    select_all(panel)
    assert QApplication.clipboard().text().split("\n") == [f"w{number}" for number in view.written]


def test_a_mention_is_the_door_to_its_event(two_events: ContextPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(two_events.event_requested) as caught:
        place = centre_of(two_events, "reference", "PER")
        QTest.mouseClick(two_events.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [1]


def test_the_mention_of_the_event_itself_is_no_door(two_events: ContextPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(two_events.event_requested):
        place = centre_of(two_events, "reference", "LOC")
        QTest.mouseClick(two_events.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_selection_that_ends_on_a_mention_chooses_nothing(two_events: ContextPanel, qtbot: QtBot) -> None:
    viewport, place = two_events.view.viewport(), centre_of(two_events, "reference", "PER")
    with qtbot.assertNotEmitted(two_events.event_requested):
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(80, place.y()))
        QTest.mouseMove(viewport, place)
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place)


def test_the_event_at_the_caret_is_chosen_by_key(two_events: ContextPanel, qtbot: QtBot) -> None:
    put_caret(two_events, len("Port met I"))
    with qtbot.waitSignal(two_events.event_requested) as caught:
        QTest.keyClick(two_events.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert caught.args == [1]


@pytest.mark.parametrize(("key", "signal"), [(Qt.Key.Key_K, "previous_requested"), (Qt.Key.Key_J, "next_requested")])
def test_a_key_asks_for_another_event(harwick: ContextPanel, qtbot: QtBot, key: Qt.Key, signal: str) -> None:
    with qtbot.waitSignal(getattr(harwick, signal)):
        QTest.keyClick(harwick.view, key)


def test_a_mention_under_the_pointer_is_explained(harwick: ContextPanel, tips: list[str], qtbot: QtBot) -> None:
    harwick.grab()
    QTest.mouseMove(harwick.view.viewport(), centre_of(harwick, "prediction", "ORG"))
    qtbot.waitUntil(lambda: bool(tips))
    for words in ("Authority", "flair: ORG", "1 token, line 10", "repaired: I-ORG → B-ORG"):
        assert words in tips[0]


def test_a_token_under_the_pointer_is_explained(harwick: ContextPanel, tips: list[str], qtbot: QtBot) -> None:
    harwick.grab()
    put_caret(harwick, len("It was so .\nThe Port of Har"))
    QTest.mouseMove(harwick.view.viewport(), harwick.view.cursorRect().center())
    qtbot.waitUntil(lambda: bool(tips))
    for words in ("Harwick", "token 4, line 9", "reference: ORG", "flair: LOC"):
        assert words in tips[0]


def test_tokens_that_look_like_markup_are_explained_to_the_letter(
    panel: ContextPanel, make_study_from: MakeStudy, tips: list[str], qtbot: QtBot
) -> None:
    panel.show_study(make_study_from("<b>x/B-LOC/O"))
    panel.show_event(0)
    panel.grab()
    QTest.mouseMove(panel.view.viewport(), centre_of(panel, "reference", "LOC"))
    qtbot.waitUntil(lambda: bool(tips))
    assert "&lt;b&gt;x" in tips[0]


def test_the_other_reading_is_outlined_under_the_pointer(harwick: ContextPanel, qtbot: QtBot) -> None:
    before = harwick.grab().toImage()
    QTest.mouseMove(harwick.view.viewport(), centre_of(harwick, "reference", "ORG"))
    outlined = harwick.grab().toImage()
    QApplication.sendEvent(harwick.view.viewport(), QEvent(QEvent.Type.Leave))
    assert outlined != before == harwick.grab().toImage()


def test_a_sentence_is_copied_from_the_menu(harwick: ContextPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: None)  # the offscreen platform warns of real ones
    place = harwick.view.viewport().rect().center()
    put_caret(harwick, 0)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, harwick.mapToGlobal(place))
    QApplication.sendEvent(harwick.view.viewport(), event)
    menu = harwick.view.findChild(QMenu)
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Copy sentence").trigger()
    menu.deleteLater()
    assert QApplication.clipboard().text() == "It was so ."


@pytest.mark.parametrize(
    ("key", "zoom"), [(Qt.Key.Key_Plus, 2.1), (Qt.Key.Key_Equal, 2.1), (Qt.Key.Key_Minus, 1.9), (Qt.Key.Key_0, 1.6)]
)
def test_keys_zoom_with_control(harwick: ContextPanel, qtbot: QtBot, key: Qt.Key, zoom: float) -> None:
    harwick.set_zoom(2)
    QTest.keyClick(harwick.view, key, Qt.KeyboardModifier.ControlModifier)
    assert harwick.view.zoom == zoom


def test_the_text_follows_the_font_of_the_desktop(harwick: ContextPanel) -> None:
    before = harwick.view.document().firstBlock().layout().lineAt(0).height()
    font = harwick.font()
    font.setPixelSize(26)
    harwick.setFont(font)
    assert harwick.view.document().firstBlock().layout().lineAt(0).height() > 1.5 * before


def test_a_narrow_head_keeps_the_way_to_the_document(harwick: ContextPanel) -> None:
    harwick.resize(360, 400)
    shown = [button.text() for button in harwick.findChildren(KeyButton) if button.isVisible()]
    assert shown == ["Document"]


def test_the_sentence_has_the_focus_of_the_panel(harwick: ContextPanel) -> None:
    harwick.setFocus()
    assert harwick.view.hasFocus()


@pytest.fixture
def compared(panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    """Show an event of one system with the reading of another."""
    panel.show_study(make_study_from("Port/B-ORG/B-LOC/B-PER met/O/O/O", systems=("flair", "elmo")))
    panel.show_event(0)
    panel.compare_with([1])
    return panel


def test_compared_systems_have_a_track_each(compared: ContextPanel) -> None:
    assert [item.span.type for item in compared.view.placed_spans()] == ["ORG", "LOC", "PER"]


def test_tracks_of_compared_systems_lie_below_each_other(compared: ContextPanel) -> None:
    _, first, second = compared.view.placed_spans()
    assert first.boxes[0].bottom() < second.boxes[0].top()


def test_a_comparison_ends(compared: ContextPanel) -> None:
    compared.compare_with([])
    assert [item.span.type for item in compared.view.placed_spans()] == ["ORG", "LOC"]
