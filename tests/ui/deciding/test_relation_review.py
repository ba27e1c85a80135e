"""Relation events decided by the keys of events, in the same file and the same history."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RelationChoice, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.lists.relations import RELATIONS as RELATION_EVENTS
from nerinspect.lists.relations import relation_text
from nerinspect.review.store import open_review
from nerinspect.training.retention import with_relation_choice
from nerinspect.ui.deciding.causes import CauseDialog, CauseField, CauseList
from nerinspect.ui.deciding.review_part import ReadingPart
from nerinspect.ui.desk.views import RELATIONS
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import relation_request
from tests.ui.keyboard import Key, Keyboard

ERRORS = "0 of 4 errors decided"


@pytest.fixture
def window(empty_window: MainWindow, tmp_path: Path, path: str) -> MainWindow:
    """Open files with relations."""
    request = relation_request(tmp_path)
    empty_window.opener.show(load_study(request), request, "")
    return empty_window


@pytest.fixture
def page(window: MainWindow) -> RelationsPanel:
    """Look at the first relation event."""
    return page_of(window)


def page_of(window: MainWindow) -> RelationsPanel:
    window.document.select_query("")
    window.show_view(RELATIONS)
    page: RelationsPanel = window.workspace.page(RELATIONS)
    page.go_to_event(0)
    QApplication.processEvents()
    return page


def study_of(window: MainWindow) -> Study:
    assert window.document.study is not None
    return window.document.study


def settle(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.reviews.is_settled)
    QApplication.processEvents()


def on_disk(path: str) -> dict[str, Decision]:
    with open_review(path, to_read=True) as file:
        return {one.event.text: one.decision.said for one in file.decisions()}


def texts(page: RelationsPanel) -> list[str]:
    return [label.text() for label in page.review.findChildren(QLabel) if label.isVisible() and label.text()]


def chosen(page: RelationsPanel) -> list[str]:
    return [one.text() for one in page.review.findChildren(QPushButton) if one.isChecked()]


def press(window: MainWindow, keyboard: Keyboard, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        keyboard.press(key)
        settle(window, qtbot)


def test_the_first_key_asks_for_a_file_and_decides(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    assert ERRORS in texts(page)
    press(window, keyboard, qtbot, Key.Key_B)
    assert study_of(window).relation_decisions[0].verdict == "both-wrong"
    assert page.table.current_event() == 1, "the next one that is undecided"
    page.go_to_event(0)
    assert chosen(page) == ["Both wrong"]
    assert on_disk(path) == {relation_text(study_of(window), 0): Decision("both-wrong")}
    assert len(study_of(window).decisions) == 0, "the event of mentions behind the page is not meant"


def test_every_key_is_about_the_relation_event(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, qtbot: QtBot
) -> None:
    press(window, keyboard, qtbot, Key.Key_R)
    page.go_to_event(0)
    press(window, keyboard, qtbot, Key.Key_F)
    press(window, keyboard, qtbot, Key.Key_C)
    keyboard.type("typo")
    press(window, keyboard, qtbot, Key.Key_Return, Key.Key_Escape, Key.Key_N)
    keyboard.type("why")
    keyboard.press(Key.Key_Return, held=Qt.KeyboardModifier.ControlModifier)
    settle(window, qtbot)
    assert study_of(window).relation_decisions[0].said == Decision("reference-wrong", ("typo",), True, "why")
    assert len(study_of(window).decisions) == 0
    press(window, keyboard, qtbot, Key.Key_F)
    assert not study_of(window).relation_decisions[0].flag


def test_a_step_names_the_event_and_is_taken_back(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    asked: list[int] = []
    window.desk.relation_event_requested.connect(asked.append)
    press(window, keyboard, qtbot, Key.Key_P)
    words = window.menus.action("undo").text()
    assert words == f"&Undo “Prediction wrong” for {relation_text(study_of(window), 0)}"
    window.menus.action("undo").trigger()
    settle(window, qtbot)
    assert (asked, on_disk(path), chosen(page)) == ([0], {}, [])
    window.menus.action("redo").trigger()
    settle(window, qtbot)
    assert (asked, chosen(page)) == ([0, 0], ["Prediction wrong"])


def test_selected_events_are_decided_together(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    extended = Qt.KeyboardModifier.ShiftModifier
    for _ in range(2):
        QTest.keyClick(page.table.view, Qt.Key.Key_Down, extended)
    assert "for 3 selected events" in texts(page)
    press(window, keyboard, qtbot, Key.Key_A)
    assert sorted(study_of(window).relation_decisions) == [0, 1, 2]
    assert window.reviews.reviewing.undo_words == "“Ambiguous” for 3 relation events"


def test_the_head_counts_errors_on_show_with_a_verdict(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, qtbot: QtBot
) -> None:
    study = study_of(window)
    correct, missed = (relation_events(study).kind.tolist().index(kind) for kind in (0, 2))
    for event in (correct, missed):
        page.go_to_event(event)
        press(window, keyboard, qtbot, Key.Key_A)
    page.go_to_event(missed)
    assert "1 of 4 errors decided" in texts(page)
    window.document.select_query("relkind:missed")
    assert "1 of 1 errors decided" in texts(page)


def test_nothing_is_decided_without_an_event_or_where_another_program_writes(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    window.document.select_query("rel:Live relkind:reversed")
    press(window, keyboard, qtbot, Key.Key_P)
    assert ("Choose a relation event to decide." in texts(page), Path(path).exists()) == (True, False)
    page = page_of(window)
    press(window, keyboard, qtbot, Key.Key_P)
    other = MainWindow()
    qtbot.addWidget(other)
    other.show()
    other.reviews.open(path)
    qtbot.waitUntil(lambda: other.document.study is not None and other.reviews.is_settled)
    second = page_of(other)
    assert any(text.startswith("The review is open in another program") for text in texts(second))
    second.review.choose_verdict("ambiguous")
    assert study_of(other).relation_decisions[0].verdict == "prediction-wrong"
    other.close()


def test_another_setting_shows_decisions_at_their_events(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, qtbot: QtBot
) -> None:
    """A relation that is correct under one setting is missed and spurious under the other: nothing is lost."""
    study, request = study_of(window), window.document.request
    assert request is not None
    kill = next(n for n in range(len(relation_events(study))) if relation_text(study, n) == "Cy Kill Di")
    last = next(n for n in range(len(relation_events(study))) if relation_text(study, n) == "Di Live Rom")
    for event in (kill, last):
        page.go_to_event(event)
        press(window, keyboard, qtbot, Key.Key_A)
    strict = with_relation_choice(study, RelationChoice("strict"))
    window.document.replace_study(strict, request)
    settle(window, qtbot)
    (event,) = strict.relation_decisions
    assert (relation_text(strict, event), window.reviews.reviewing.lost) == ("Di Live Rom", [])
    again = with_relation_choice(strict, RelationChoice())
    window.document.replace_study(again, request)
    settle(window, qtbot)
    assert sorted(again.relation_decisions) == [kill, last]


def test_a_choice_made_before_the_setting_changed_is_about_the_same_event(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, qtbot: QtBot
) -> None:
    press(window, keyboard, qtbot, Key.Key_F)
    study, request = study_of(window), window.document.request
    assert request is not None
    last = next(n for n in range(len(relation_events(study))) if relation_text(study, n) == "Di Live Rom")
    strict = with_relation_choice(study, RelationChoice("strict"))
    window.document.replace_study(strict, request)
    window.reviews.reviewing.decide_each(
        {last: lambda one: replace(one, verdict="ambiguous")}, "late", sort=RELATION_EVENTS, study=study
    )
    settle(window, qtbot)
    found = {relation_text(strict, event): one.verdict for event, one in strict.relation_decisions.items()}
    assert found["Di Live Rom"] == "ambiguous"


def test_no_right_reading_is_offered(page: RelationsPanel) -> None:
    page.review.set_one_row(True)
    page.review.set_one_row(False)
    (reading,) = page.review.findChildren(ReadingPart)
    assert not reading.isVisible()


def test_keys_of_right_readings_do_nothing_here(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, qtbot: QtBot
) -> None:
    press(window, keyboard, qtbot, Key.Key_F)
    assert window.document.chosen_event is not None
    press(window, keyboard, qtbot, Key.Key_T)
    press(window, keyboard, qtbot, Key.Key_M)
    assert (len(study_of(window).decisions), page.isVisible()) == (0, True)
    assert not any(window.menus.action(name).isEnabled() for name in ("take_reading", "mark_reading"))


def test_a_cause_is_renamed_in_all_decisions_and_offered_for_relations(
    window: MainWindow, page: RelationsPanel, keyboard: Keyboard, path: str, qtbot: QtBot
) -> None:
    press(window, keyboard, qtbot, Key.Key_F)
    study, reviewing = study_of(window), window.reviews.reviewing
    reviewing.decide(lambda _: Decision(causes=("typo",)), [0], "of a mention")
    changes = {1: lambda _: Decision(causes=("scope", "typo"))}
    reviewing.decide_each(changes, "of a relation", sort=RELATION_EVENTS)
    window.menus.action("causes").trigger()
    (dialog,) = window.findChildren(CauseDialog)
    rows = [dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount())]
    assert {row.text(0): row.text(1) for row in rows if row is not None and row.text(1)} == {"scope": "1", "typo": "2"}
    dialog.renamed.emit("typo", "slip")
    settle(window, qtbot)
    assert study.decisions[0].causes == ("slip",)
    assert study.relation_decisions[1].causes == ("scope", "slip")
    assert reviewing.undo_words == "“typo” as “slip” for 2 events"
    said: list[object] = []
    reviewing.changed.connect(lambda events: said.append(("mentions", list(events))))
    reviewing.relations_changed.connect(lambda events: said.append(("relations", list(events))))
    for step, word in ((reviewing.undo, "typo"), (reviewing.redo, "slip")):
        step()
        settle(window, qtbot)
        assert (study.decisions[0].causes, study.relation_decisions[1].causes) == ((word,), ("scope", word))
        assert {one for decision in on_disk(path).values() for one in decision.causes} == {"scope", word}
    assert said == [("mentions", [0]), ("relations", [1])] * 2
    dialog.reject()
    field = page.review.findChild(CauseField)
    assert isinstance(field, CauseField)
    QTest.keyClick(field, Qt.Key.Key_Down)
    offered = next((one for one in window.findChildren(CauseList) if one.isVisible()), None)
    assert isinstance(offered, CauseList)
    words = {offered.item(row).text() for row in range(offered.count())}
    assert ({"scope", "slip"} <= words, "typo" in words) == (True, False)
