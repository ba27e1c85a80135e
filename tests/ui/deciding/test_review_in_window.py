"""A review walked through by keyboard alone: decided, taken back, closed, and opened again."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.query.same_surface import alike_events
from nerinspect.review.store import open_review
from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.desk.sessions import current_session
from nerinspect.ui.desk.views import OVERVIEW
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
OpenReview = Callable[[str], MainWindow]


def said(window: MainWindow) -> dict[int, Decision]:
    assert window.document.study is not None
    return {event: decision.said for event, decision in window.document.study.decisions.items()}


def on_disk(path: str) -> dict[str, Decision]:
    with open_review(path, to_read=True) as file:
        return {one.event.event: one.decision.said for one in file.decisions()}


def settle(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.reviews.is_settled)


def test_a_verdict_is_kept_and_the_next_undecided_event_shown(
    errors: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    first, second, third = errors.document.order[:3].tolist()
    errors.workspace.go_to_event(first)
    keyboard.press(Key.Key_P)
    settle(errors, qtbot)
    qtbot.waitUntil(lambda: said(errors) == {first: Decision("prediction-wrong")})
    errors.workspace.go_to_event(second)
    keyboard.press(Key.Key_R)
    assert said(errors)[second] == Decision("reference-wrong")
    assert errors.document.chosen_event == third
    assert [*on_disk(path).values()] == [Decision("prediction-wrong"), Decision("reference-wrong")]


@pytest.fixture
def decided(errors: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot) -> MainWindow:
    """Decide the first two events."""
    errors.workspace.go_to_event(int(errors.document.order[0]))
    keyboard.press(Key.Key_P)
    settle(errors, qtbot)
    errors.workspace.go_to_event(int(errors.document.order[1]))
    keyboard.press(Key.Key_A)
    return errors


def test_no_event_is_decided_that_is_not_on_screen(decided: MainWindow, keyboard: Keyboard) -> None:
    before = said(decided)
    decided.show_view(OVERVIEW)
    for key in (Key.Key_P, Key.Key_T, Key.Key_F):
        decided.message.say("")
        keyboard.press(key)
        assert said(decided) == before
        assert decided.message.text == "The chosen event is not on screen. Go to Events (Ctrl+1) to decide it."
    keyboard.press(Key.Key_1, held=CONTROL)
    keyboard.press(Key.Key_P)
    assert len(said(decided)) == len(before) + 1


def test_it_says_how_many_errors_are_decided(decided: MainWindow) -> None:
    texts = {label.text() for label in decided.workspace.review.findChildren(QLabel)}
    assert f"2 of {decided.document.n_kept} errors decided" in texts
    decided.document.show_prediction(1)
    texts = {label.text() for label in decided.workspace.review.findChildren(QLabel)}
    assert f"0 of {decided.document.n_kept} errors decided" in texts


def test_undo_and_redo_go_back_and_forward(decided: MainWindow, keyboard: Keyboard, path: str) -> None:
    first, second = decided.document.order[:2].tolist()
    assert decided.menus.action("undo").text() == "&Undo “Ambiguous” for 1 event"
    keyboard.press(Key.Key_Z, held=CONTROL)
    assert said(decided) == {first: Decision("prediction-wrong")}
    assert decided.document.chosen_event == second, "what was taken back is shown"
    keyboard.press(Key.Key_Z, held=CONTROL)
    assert said(decided) == {} == on_disk(path)
    assert not decided.menus.action("undo").isEnabled()
    keyboard.press(Key.Key_Z, held=CONTROL | SHIFT)
    keyboard.press(Key.Key_Z, held=CONTROL | SHIFT)
    assert said(decided) == {first: Decision("prediction-wrong"), second: Decision("ambiguous")}
    assert not decided.menus.action("redo").isEnabled()


def test_the_same_key_takes_a_verdict_away(decided: MainWindow, keyboard: Keyboard) -> None:
    first, second = decided.document.order[:2].tolist()
    decided.workspace.go_to_event(first)
    QApplication.processEvents()
    keyboard.press(Key.Key_P)
    assert said(decided) == {second: Decision("ambiguous")}


def test_flag_and_note_are_kept_beside_the_verdict(decided: MainWindow, keyboard: Keyboard, path: str) -> None:
    first = int(decided.document.order[0])
    decided.workspace.go_to_event(first)
    QApplication.processEvents()
    keyboard.press(Key.Key_F)
    keyboard.press(Key.Key_N)
    keyboard.type("see page 3")
    keyboard.press(Key.Key_Return, held=CONTROL)
    assert said(decided)[first] == Decision("prediction-wrong", flag=True, note="see page 3")
    assert Decision("prediction-wrong", flag=True, note="see page 3") in on_disk(path).values()


def test_all_selected_events_are_decided_at_once(decided: MainWindow, keyboard: Keyboard) -> None:
    decided.workspace.events.view.selectAll()
    keyboard.press(Key.Key_B)
    assert set(said(decided)) == set(decided.document.order.tolist())
    assert {one.verdict for one in said(decided).values()} == {"both-wrong"}
    keyboard.press(Key.Key_Z, held=CONTROL)
    assert len(said(decided)) == 2


def test_all_events_like_the_one_on_show_are_decided_at_once(decided: MainWindow, keyboard: Keyboard) -> None:
    study, order = decided.document.study, decided.document.order
    assert study is not None
    like = [np.intersect1d(alike_events(study, event), order) for event in order.tolist()]
    most = max(like, key=len)
    assert len(most) > 1
    decided.workspace.go_to_event(int(most[-1]))
    QApplication.processEvents()
    keyboard.press(Key.Key_S)
    assert decided.message.text.startswith(f"{len(most):,} events selected: “")
    keyboard.press(Key.Key_B)
    assert {event for event, one in said(decided).items() if one.verdict == "both-wrong"} == set(most.tolist())
    assert decided.menus.action("undo").text() == f"&Undo “Both wrong” for {len(most)} events"
    assert decided.document.chosen_event not in most, "the next one is undecided"
    assert decided.reviews.mentions.events() == [decided.document.chosen_event]
    assert "selected" not in decided.message.text
    keyboard.press(Key.Key_P)
    assert {said(decided)[event].verdict for event in most.tolist()} == {"both-wrong"}


def test_a_single_event_is_said_to_be_single(decided: MainWindow, keyboard: Keyboard) -> None:
    study, order = decided.document.study, decided.document.order
    assert study is not None
    alone = next(event for event in order.tolist() if len(np.intersect1d(alike_events(study, event), order)) == 1)
    decided.workspace.go_to_event(alone)
    QApplication.processEvents()
    keyboard.press(Key.Key_S)
    assert decided.message.text.startswith("No other event listed is “")


def test_undecided_events_are_walked_through(decided: MainWindow, keyboard: Keyboard) -> None:
    order = decided.document.order.tolist()
    decided.workspace.go_to_event(order[0])
    keyboard.press(Key.Key_J, held=SHIFT)
    assert decided.document.chosen_event == order[2]
    keyboard.press(Key.Key_K, held=SHIFT)
    assert decided.document.chosen_event == order[-1], "it wraps round"


def test_a_filter_follows_decisions(decided: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    decided.document.select_query("verdict:none -kind:tp")
    n_before = decided.document.n_kept
    keyboard.press(Key.Key_P)
    qtbot.waitUntil(lambda: decided.document.n_kept == n_before - 1)


def test_what_was_decided_is_there_when_the_review_is_opened_again(
    decided: MainWindow, open_again: OpenReview, path: str
) -> None:
    before = said(decided)
    session = current_session(decided.document)
    assert session is not None
    assert session.review == decided.reviews.reviewing.path
    decided.close()
    assert said(open_again(path)) == before


def test_a_review_that_is_open_is_read_again_and_goes_on(
    decided: MainWindow, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    before, study = said(decided), decided.document.study
    decided.reviews.open(path)
    qtbot.waitUntil(lambda: decided.document.study is not study and decided.reviews.reviewing.is_ready)
    assert said(decided) == before
    decided.workspace.go_to_event(int(decided.document.order[2]))
    QApplication.processEvents()
    keyboard.press(Key.Key_B)
    assert Decision("both-wrong") in on_disk(path).values()


def test_a_second_window_only_reads(decided: MainWindow, open_again: OpenReview, keyboard: Keyboard, path: str) -> None:
    second = open_again(path)
    assert said(second) == said(decided)
    assert "read only" in second.status_line._sources.text()
    second.workspace.events.view.setFocus()
    keyboard.press(Key.Key_P)
    assert said(second) == said(decided)
    assert not second.reviews.reviewing.is_ready


def test_other_files_end_the_review(decided: MainWindow, path: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(decided.session_opened):
        decided.open_files(without_training(sample_request()))
    assert said(decided) == {}
    assert decided.document.review == ""
    assert len(on_disk(path)) == 2


def test_reading_the_files_again_keeps_decisions_and_steps(
    decided: MainWindow, keyboard: Keyboard, qtbot: QtBot
) -> None:
    before = said(decided)
    with qtbot.waitSignal(decided.session_opened):
        decided.opener.reload()
    settle(decided, qtbot)
    qtbot.waitUntil(lambda: said(decided) == before)
    keyboard.press(Key.Key_Z, held=CONTROL)
    assert len(said(decided)) == 1


def test_what_is_no_review_is_told(errors: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "x.nerinspect"
    path.write_text("a,b\n")
    errors.reviews.open(str(path))
    assert "this is not a review of nerinspect" in errors.message.text
    assert errors.document.study is not None, "what was open still is"


def test_without_a_place_to_keep_it_nothing_is_decided(
    errors: MainWindow, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: ("", ""))
    keyboard.press(Key.Key_P)
    assert said(errors) == {}


def test_verdicts_have_their_column_after_work_without_a_review(
    decided: MainWindow, keyboard: Keyboard, open_again: OpenReview, path: str, qtbot: QtBot
) -> None:
    keyboard.press(Key.Key_C)
    keyboard.type("typo")
    keyboard.press(Key.Key_Return)
    keyboard.press(Key.Key_Escape)
    assert {"verdict", "causes"} <= set(decided.workspace.events.columns.shown())
    assert "note" not in decided.workspace.events.columns.shown()
    other = MainWindow()
    qtbot.addWidget(other)
    without = other.layout_state()
    assert not {"verdict", "causes", "note"} & set(without.columns)
    decided.close()
    again = open_again(path)
    again.restore_layout(without)
    assert {"verdict", "causes"} <= set(again.workspace.events.columns.shown())
    assert "note" not in again.workspace.events.columns.shown()
    other.restore_layout(again.layout_state())
    assert not {"verdict", "causes", "note"} & set(other.workspace.events.columns.shown()), "there is no review"


def test_rows_sorted_by_verdict_are_so_once_decisions_are_read(
    decided: MainWindow, open_again: OpenReview, path: str, qtbot: QtBot
) -> None:
    decided.workspace.events.sort_by("verdict", is_descending=True)
    rows, layout = decided.workspace.events.order().tolist(), decided.layout_state()
    decided.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.restore_layout(layout)
    again.reviews.open(path)
    qtbot.waitUntil(lambda: again.document.study is not None and again.reviews.is_settled)
    qtbot.waitUntil(lambda: again.workspace.events.order().tolist() == rows)


def test_the_menu_of_a_row_decides_as_keys_do(decided: MainWindow, path: str) -> None:
    third = int(decided.document.order[2])
    decided.workspace.go_to_event(third)
    review = decided.workspace.events.row_menu().findChild(QMenu, "deciding")
    assert review is not None
    names = (*(f"verdict_{verdict}" for verdict in VERDICTS), "flag", "note", "cause", "take_reading", "mark_reading")
    assert review.actions() == [decided.menus.action(name) for name in names]
    review.actions()[1].trigger()
    assert said(decided)[third] == Decision("reference-wrong")


def test_only_this_surface_is_one_more_term(decided: MainWindow, keyboard: Keyboard) -> None:
    before = decided.document.selection.terms
    keyboard.press(Key.Key_S, held=CONTROL | SHIFT)
    assert decided.document.selection.terms[:-1] == before
    assert decided.workspace.chips.texts[-1].startswith("surface: ")


def test_the_next_event_has_its_decision_shown_once(
    decided: MainWindow, keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = decided.document.order[:2].tolist()
    decided.workspace.go_to_event(first)
    QApplication.processEvents()
    shown, show = [], ReviewPart.show_decision

    def watched(part: ReviewPart, decision: Decision, n_events: int = 1) -> None:
        shown.append((decision.said, n_events))
        show(part, decision, n_events)

    monkeypatch.setattr(ReviewPart, "show_decision", watched)
    keyboard.press(Key.Key_J)
    assert shown == [(Decision("ambiguous"), 1)]
    assert decided.document.chosen_event == second
    decided.workspace.events.view.selectAll()
    assert shown[1:] == [(Decision("ambiguous"), decided.document.n_kept)]
