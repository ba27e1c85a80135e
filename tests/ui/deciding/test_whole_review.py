"""A whole review by keyboard alone: from the first verdict to the list that comes back, menus and dialogs included."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.review.store import open_review
from nerinspect.ui.desk.views import EVENTS_VIEW, REVIEW
from nerinspect.ui.lists.export_dialog import ExportDialog
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

SHIFT, CONTROL, ALT = (getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("Shift", "Control", "Alt"))

REFERENCE = "Ulm B-LOC\nwins O\n\nUlm B-LOC\n\nin O\nUlm B-LOC\n\nUlm B-ORG\n\nUlm B-LOC\n\nBonn O\n"
RICH = "Ulm B-ORG\nwins O\n\nUlm B-LOC\n\nin O\nUlm B-ORG\n\nUlm B-LOC\n\nUlm O\n\nBonn B-LOC\n"
FIRST, SECOND, WRONGLY_ORG, MISSED, BONN = 0, 2, 3, 4, 5
"""The errors; between the first two, Ulm is found."""


class Reviewer:
    """Presses keys in a window, and looks at what is decided."""

    def __init__(self, window: MainWindow, keyboard: Keyboard, path: Path, qtbot: QtBot) -> None:
        self.window, self.path = window, path
        self._keyboard, self._qtbot = keyboard, qtbot
        self.press, self.type = keyboard.press, keyboard.type

    @property
    def event(self) -> int | None:
        return self.window.document.chosen_event

    @property
    def said(self) -> dict[int, Decision]:
        """What is decided, on show and on disk."""
        study = self.window.document.study
        assert study is not None
        said = {event: one.said for event, one in study.decisions.items()}
        with open_review(str(self.path), to_read=True) as file:
            assert sorted(map(repr, said.values())) == sorted(repr(one.decision.said) for one in file.decisions())
        return said

    def settle(self) -> None:
        self._qtbot.waitUntil(lambda: self.window.reviews.is_settled and not self.window.same_places.found.is_running)
        QApplication.processEvents()

    def go_to(self, event: int) -> None:
        """Press J or K until an event is on show."""
        assert self.event is not None
        while self.event != event:
            self.press(Key.Key_J if self.event < event else Key.Key_K)

    def choose(self, menu_key: Qt.Key, command: str) -> None:
        """Open a menu by its letter, and go to a command by arrows."""
        self.press(menu_key, held=ALT)
        self._keyboard.choose(command)

    def answer(self, path: Path) -> None:
        self._keyboard.answer_file_dialog(path)

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(is_so)

    def come_back(self) -> None:
        """Have the window in front again, as a window manager would."""
        self.window.activateWindow()
        self.wait_for(self.window.isActiveWindow)


@pytest.fixture
def reviewer(empty_window: MainWindow, keyboard: Keyboard, tmp_path: Path, qtbot: QtBot) -> Reviewer:
    """Show the errors of a system."""
    paths = [tmp_path / "reference.conll", tmp_path / "rich.conll"]
    for path, text in zip(paths, (REFERENCE, RICH), strict=True):
        path.write_text(text, encoding="utf-8")
    request = LoadRequest(str(paths[0]), (str(paths[1]),))
    empty_window.opener.show(load_study(request), request, "")
    empty_window.document.select_query("-kind:tp")
    empty_window.focus_main_part()
    return Reviewer(empty_window, keyboard, tmp_path / "a.nerinspect", qtbot)


def decide_all(person: Reviewer) -> dict[int, Decision]:
    """Decide four of the five errors, each in another way."""
    person.answer(person.path)
    person.choose(Key.Key_F, "Ne&w review…")
    person.settle()
    person.come_back()
    assert person.said == {}
    person.press(Key.Key_P)
    assert person.event == SECOND
    person.press(Key.Key_C)
    person.type("typo")
    person.press(Key.Key_Return)
    person.type("=scope")
    person.press(Key.Key_Return, Key.Key_Escape)
    assert person.event == WRONGLY_ORG
    person.press(Key.Key_F, Key.Key_N)
    person.type("a city")
    person.press(Key.Key_Return, held=CONTROL)
    person.press(Key.Key_T)
    person.settle()
    assert person.event == MISSED
    person.press(Key.Key_M, Key.Key_Space)
    person.type("GPE")
    person.press(Key.Key_Return, Key.Key_Return)
    person.settle()
    return {
        FIRST: Decision("prediction-wrong"),
        SECOND: Decision("scope", ("typo",)),
        WRONGLY_ORG: Decision("reference-wrong", (), True, "a city", ((0, 1, "LOC"),)),
        MISSED: Decision("reference-wrong", correction=((0, 1, "GPE"),)),
    }


def decide_alike_and_take_it_back(person: Reviewer, before: dict[int, Decision]) -> None:
    person.go_to(FIRST)
    person.press(Key.Key_S, Key.Key_B)
    after = person.said
    assert {after[event].verdict for event in (FIRST, SECOND)} == {"both-wrong"}
    assert all(after[event] == before[event] for event in (WRONGLY_ORG, MISSED)), "they are other mistakes"
    person.press(Key.Key_Z, held=CONTROL)
    assert person.said == before
    person.press(Key.Key_Z, held=CONTROL | SHIFT)
    assert person.said == after
    person.choose(Key.Key_E, person.window.menus.action("undo").text())
    assert person.said == before


def draw_and_save(person: Reviewer) -> None:
    """Draw a sample of three events, and save it as a selection."""
    person.choose(Key.Key_R, "Dra&w a sample…")
    person.type("3")
    person.press(Key.Key_Return)
    assert person.window.document.n_kept == 3
    person.come_back()
    person.press(Key.Key_D, held=CONTROL | SHIFT)
    person.type("three")
    person.press(Key.Key_Return)
    with open_review(str(person.path), to_read=True) as file:
        assert dict(file.selections()).keys() == {"three"}
    person.come_back()


def look_at_the_page(person: Reviewer) -> None:
    """Open the page, and the events of one of its numbers."""
    window = person.window
    person.press(Key.Key_8, held=CONTROL)
    assert window.workspace.view_name == REVIEW
    person.wait_for(lambda: window.workspace.page("Review").is_complete)
    before = window.document.query
    person.press(Key.Key_Home, held=CONTROL)
    person.press(Key.Key_Down, Key.Key_Right, Key.Key_Return)  # of the missed, one decided
    assert window.workspace.view_name == EVENTS_VIEW
    assert window.document.query != before
    assert window.document.order.tolist() == [MISSED]
    person.press(Key.Key_Backspace, held=CONTROL)
    assert window.document.n_kept == len(window.document.order) == 6


def export_edit_and_import(person: Reviewer, path: Path) -> None:
    """Write the list, decide Bonn in it as in a spreadsheet, and take it back."""
    window = person.window
    person.press(Key.Key_E, held=CONTROL)
    person.wait_for(lambda: isinstance(QApplication.activeModalWidget(), ExportDialog))
    person.answer(path)
    person.press(Key.Key_Return)
    person.wait_for(lambda: not window.exporter.is_exporting and path.exists())
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[BONN].update(verdict="ambiguous", causes="metonymy")
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    person.come_back()
    person.choose(Key.Key_R, "&Import decisions…")
    person.wait_for(lambda: isinstance(QApplication.activeWindow(), QDialog))
    person.press(Key.Key_I, held=ALT)
    person.wait_for(lambda: window.menus.action("undo").text() == "&Undo import of list.csv")
    person.come_back()


def test_a_whole_review(
    reviewer: Reviewer,
    keyboard: Keyboard,
    open_again: Callable[[str], MainWindow],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    path = tmp_path / "list.csv"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_arguments: (str(path), ""))
    said = decide_all(reviewer)
    assert reviewer.said == said
    decide_alike_and_take_it_back(reviewer, said)
    draw_and_save(reviewer)
    look_at_the_page(reviewer)
    export_edit_and_import(reviewer, path)
    said |= {BONN: Decision("ambiguous", ("metonymy",))}
    assert reviewer.said == said
    reviewer.press(Key.Key_W, held=CONTROL)
    assert not reviewer.window.isVisible()
    again = Reviewer(open_again(str(reviewer.path)), keyboard, reviewer.path, qtbot)
    assert again.said == said
    assert not again.window.menus.action("undo").isEnabled()
