"""Blind mode: disagreements decided by two readings that name nobody, and kept as any other decision."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.deciding.decider import AgreementDialog
from nerinspect.ui.pages.blind import BlindEvent, BlindPanel
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
TOKENS = ("Ostend", "met", "Ada", "Lee", "in", "Oslo", "and", "Rome", "or", "Bonn")
ANNA = ("B-LOC", "O", "B-PER", "I-PER", "O", "B-ORG", "O", "B-LOC", "O", "O")
BEN = ("B-ORG", "O", "B-PER", "O", "O", "B-LOC", "O", "B-LOC", "O", "B-LOC")


@pytest.fixture
def opened(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """Open two annotators, with a place for decisions."""
    for name, labels in (("anna", ANNA), ("ben", BEN)):
        lines = (f"{token} {label}\n" for token, label in zip(TOKENS, labels, strict=True))
        (tmp_path / f"{name}.conll").write_text("".join(lines))
    path = str(tmp_path / "a.nerinspect")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (path, ""))
    monkeypatch.setattr(AgreementDialog, "exec", lambda _dialog: AgreementDialog.DialogCode.Accepted)
    files = (str(tmp_path / "anna.conll"), str(tmp_path / "ben.conll"))
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(LoadRequest(files[0], files[1:], annotators=True))
    return empty_window


@pytest.fixture
def blind(opened: MainWindow, qtbot: QtBot) -> MainWindow:
    """Begin a review, then hide who is who."""
    opened.menus.action("new_review").trigger()
    qtbot.waitUntil(lambda: opened.reviews.is_settled)
    opened.menus.action("blind").trigger()
    return opened


def study_of(window: MainWindow) -> Study:
    assert window.document.study is not None
    return window.document.study


def panel_of(window: MainWindow) -> BlindPanel:
    assert window.blind.panel is not None
    return window.blind.panel


def said(window: MainWindow) -> dict[int, Decision]:
    return {event: decision.said for event, decision in study_of(window).decisions.items()}


def shown(widget: QWidget) -> str:
    parts: list[QLabel | QPushButton] = [*widget.findChildren(QLabel), *widget.findChildren(QPushButton)]
    return " ".join(f"{part.text()} {part.toolTip()} {part.accessibleName()}" for part in parts if part.isVisible())


def test_whoever_is_1_is_told_by_the_event_alone(opened: MainWindow) -> None:
    study = study_of(opened)
    sides = {event: BlindEvent(study, event).b_is_first for event in opened.document.order.tolist()}
    assert set(sides.values()) == {True, False}, "both orders occur among few events"
    for event, b_is_first in sides.items():
        first, second = BlindEvent(study, event).readings
        tracks = BlindEvent(study, event).context().sentence.tracks
        assert [track.label for track in tracks] == ["annotation 1", "annotation 2"], "no numbers of sentences"
        segment = BlindEvent(study, event).context().segment
        for track, reading in zip(tracks, (first, second), strict=True):
            assert tuple((s.start, s.end, s.type) for s in track.spans_over(segment.start, segment.end)) == reading
        assert BlindEvent(study, event).verdict("prediction-wrong") == (
            "reference-wrong" if b_is_first else "prediction-wrong"
        )
        assert BlindEvent(study, event).verdict("both-wrong") == "both-wrong"


def test_nothing_names_an_annotator_and_keys_of_the_window_do_nothing_until_esc_leads_back(
    blind: MainWindow, keyboard: Keyboard
) -> None:
    words = shown(blind) + panel_of(blind).view.accessibleDescription()
    for name in ("anna", "ben", "only A", "other type", "reference", "wrong"):
        assert name not in words, name
    for part in (blind.toolbar, blind.status_line, blind.workspace):
        assert not part.isVisible()
    query = blind.document.query
    for key in (Key.Key_P, Key.Key_R, Key.Key_A, Key.Key_B, Key.Key_3, Key.Key_0, Key.Key_T):
        keyboard.press(key)
    keyboard.press(Key.Key_2, held=CONTROL)
    assert said(blind) == {}
    assert blind.document.query == query
    assert panel_of(blind).isVisible()
    keyboard.press(Key.Key_M)
    keyboard.press(Key.Key_Escape)
    assert panel_of(blind).isVisible()
    assert said(blind) == {}
    second = int(blind.document.order[1])
    keyboard.press(Key.Key_J)
    keyboard.press(Key.Key_Escape)
    assert blind.blind.panel is None
    assert blind.document.chosen_event == second
    assert blind.workspace.isVisible()
    assert blind.toolbar.isVisible()
    keyboard.press(Key.Key_A)
    assert [one.verdict for one in said(blind).values()] == ["prediction-wrong"]


@pytest.mark.parametrize(("key", "place"), [(Key.Key_1, 0), (Key.Key_2, 1)])
def test_the_reading_that_is_right_is_kept_whoever_it_is_of(
    blind: MainWindow, keyboard: Keyboard, key: Qt.Key, place: int
) -> None:
    study, events = study_of(blind), blind.document.order.tolist()
    wanted = {event: BlindEvent(study, event).readings[place] for event in events}
    for _ in events:
        keyboard.press(key)
    assert set(said(blind)) == set(events)
    for event, decision in said(blind).items():
        b_is_right = BlindEvent(study, event).b_is_first == (place == 0)
        assert decision == (
            Decision("reference-wrong", correction=wanted[event]) if b_is_right else Decision("prediction-wrong")
        )


def test_its_scroll_bar_is_thin_as_all_others(blind: MainWindow) -> None:
    [bar] = [area.verticalScrollBar() for area in panel_of(blind).findChildren(ContextView)]
    assert bar.sizeHint().width() == blind.workspace.events.view.verticalScrollBar().sizeHint().width()


def test_neither_and_unclear_have_their_usual_keys(blind: MainWindow, keyboard: Keyboard) -> None:
    first, second = blind.document.order[:2].tolist()
    keyboard.press(Key.Key_X)
    keyboard.press(Key.Key_U)
    assert said(blind) == {first: Decision("both-wrong"), second: Decision("ambiguous")}
    assert "2 decided" in shown(panel_of(blind))


def test_what_was_decided_is_taken_back_without_telling_who_it_was(blind: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_1)
    assert blind.menus.action("undo").text() == "&Undo “Blind verdict” for 1 event"
    keyboard.press(Key.Key_Z, held=CONTROL)
    assert said(blind) == {}
    assert "1 of 4, 0 decided" in shown(panel_of(blind))
    keyboard.press(Key.Key_Z, held=CONTROL | SHIFT)
    assert len(said(blind)) == 1


def test_undecided_events_are_walked_through(blind: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_U)
    keyboard.press(Key.Key_K)
    assert "1 of 4, 1 decided" in shown(panel_of(blind))
    keyboard.press(Key.Key_J, held=SHIFT)
    keyboard.press(Key.Key_J, held=SHIFT)
    assert "3 of 4" in shown(panel_of(blind))
    for _ in range(2):
        keyboard.press(Key.Key_J, held=SHIFT)
    assert "2 of 4" in shown(panel_of(blind)), "past the one that is decided"
    keyboard.press(Key.Key_K, held=SHIFT)
    assert "4 of 4" in shown(panel_of(blind))


def test_a_note_is_kept(blind: MainWindow, keyboard: Keyboard) -> None:
    [event] = blind.document.order[:1].tolist()
    keyboard.press(Key.Key_N)
    keyboard.type("1 or 2")
    keyboard.press(Key.Key_Return, held=CONTROL)
    assert said(blind) == {event: Decision(note="1 or 2")}


def test_the_first_blind_decision_asks_where_to_keep_it(opened: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    opened.menus.action("blind").trigger()
    keyboard.press(Key.Key_U)
    qtbot.waitUntil(lambda: opened.reviews.is_settled and len(said(opened)) == 1)
    qtbot.waitUntil(lambda: "2 of 4, 1 decided" in shown(panel_of(opened)))


def test_other_files_end_it(blind: MainWindow, qtbot: QtBot) -> None:
    request = blind.document.request
    assert request is not None
    with qtbot.waitSignal(blind.session_opened):
        blind.open_files(LoadRequest(request.reference, request.predictions))
    assert blind.blind.panel is None
    assert blind.toolbar.isVisible()
    assert not blind.menus.action("blind").isEnabled()


def test_it_begins_only_where_something_is_listed(opened: MainWindow) -> None:
    opened.document.select_query("kind:tp")
    opened.menus.action("blind").trigger()
    assert opened.blind.panel is None
    assert "No disagreement is listed" in opened.message.text


def test_the_right_reading_is_marked_where_neither_is_right(blind: MainWindow, keyboard: Keyboard) -> None:
    first = int(blind.document.order[0])
    keyboard.press(Key.Key_X)
    assert said(blind) == {first: Decision("both-wrong")}
    keyboard.press(Key.Key_K)
    keyboard.press(Key.Key_M)
    keyboard.press(Key.Key_3)  # the third of the types
    keyboard.press(Key.Key_Return)
    kind = study_of(blind).types
    assert said(blind)[first].verdict == "both-wrong"
    [(_, _, name)] = said(blind)[first].correction or ()
    assert name in kind
    assert "annotation" in blind.menus.action("undo").text()
    assert blind.blind.panel is not None
    assert f"2 of {len(blind.document.order)}" in shown(panel_of(blind))


def test_what_was_found_right_is_not_marked(blind: MainWindow, keyboard: Keyboard) -> None:
    """A reading that is there already would tell B from A."""
    keyboard.press(Key.Key_1)
    before = said(blind)
    keyboard.press(Key.Key_K)
    keyboard.press(Key.Key_M)
    keyboard.press(Key.Key_Return)
    assert said(blind) == before


def test_flag_and_causes_are_kept(blind: MainWindow, keyboard: Keyboard) -> None:
    [event] = blind.document.order[:1].tolist()
    keyboard.press(Key.Key_F)
    keyboard.press(Key.Key_C)
    keyboard.type("scope")
    keyboard.press(Key.Key_Return, Key.Key_Escape)
    assert said(blind) == {event: Decision(causes=("scope",), flag=True)}
    keyboard.press(Key.Key_F)
    assert said(blind) == {event: Decision(causes=("scope",))}
    assert panel_of(blind).isVisible()
