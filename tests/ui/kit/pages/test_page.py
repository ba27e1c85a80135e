"""A made-up page: what all pages do with what they look at, their tables and their links."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import ScoresOrigin
from nerinspect.progress import Checkpoint
from nerinspect.query.filters import Term
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, LinkLabel
from nerinspect.ui.kit.jobs import Derived, end_work
from nerinspect.ui.kit.pages.choice import Counted, PageHead
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import Halves, Part
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.strips import ProgressStrip
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Column, RowGroup, TableRow, count_cell
from tests.ui.table_pages import asked_by, look_at, trigger

MakeStudy = Callable[..., Study]
PressButton = Callable[[QWidget, str], None]
TITLE = "Sentences"


def sentence_row(number: str) -> TableRow:
    return TableRow(number, (number,), lambda: (count_cell(1, Term("sent", (float(number),))),))


class SentencesPage(Page):
    """Counts the events of each sentence."""

    name, looks_at = "Sentences", frozenset({"prediction"})

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, PageHead("Count", Counted()))
        self.looks: list[Look] = []
        self.sheet = NumberTable((Column("Sentence"), Column("Events")), ("Sentence",), TITLE, most_rows=5)
        self.add(Part(TITLE, self.sheet))

    def add(self, part: QWidget, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as the kit has them
        super().add(part, *args, **more)
        part.show()

    def forget(self) -> None:
        self.sheet.numbers.set_groups([])

    def refresh(self, look: Look) -> None:
        self.looks.append(look)
        self.show_parts(True)
        rows = [sentence_row(str(number + 1)) for number in range(look.study.text.n_sentences)]
        self.sheet.numbers.set_groups([RowGroup(row.name, row) for row in rows])

    def source(self, title: str) -> Source | None:
        return None if self.look is None else Source(ScoresOrigin(self.look.study, self.look.request), ("a",))


class SlowPage(SentencesPage):
    """Counts behind the window, until it may end."""

    def __init__(self, desk: Desk) -> None:
        self.may_end, self._is_counted = Event(), False
        super().__init__(desk)
        self._work: Derived[Look] = Derived(self._count, self, "No sentence was counted")
        self.derive(self._work)
        self._work.made.connect(self._show)

    def _count(self, look: Look, checkpoint: Checkpoint) -> Look:
        while not self.may_end.wait(0.01):
            checkpoint(0, 1)
        return look

    def _show(self, look: Look) -> None:
        super().refresh(look)
        self._is_counted = True

    def refresh(self, look: Look) -> None:
        self.show_parts(True)
        self._work.ask(look)

    def source(self, title: str) -> Source | None:
        return super().source(title) if self._is_counted else None


@pytest.fixture
def slow(qtbot: QtBot, desk: Desk, look: Look) -> Iterator[SlowPage]:
    page = SlowPage(desk)
    qtbot.addWidget(page)
    page.look_at(look)
    with qtbot.waitExposed(page):
        page.show()
    yield page
    page.may_end.set()
    end_work(page)


@pytest.fixture
def copied() -> Callable[[], str]:
    QApplication.clipboard().setText("before")
    return QApplication.clipboard().text


@pytest.fixture
def look(make_study_from: MakeStudy) -> Look:
    return Look(make_study_from(*["Ulm/B-LOC/B-LOC/O"] * 30, systems=("a", "b")), LoadRequest("r", ("a", "b")))


@pytest.fixture
def page(qtbot: QtBot, desk: Desk, look: Look) -> Iterator[SentencesPage]:
    page = SentencesPage(desk)
    qtbot.addWidget(page)
    page.resize(900, 300)
    page.look_at(look)
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: page.is_complete)
    yield page
    end_work(page)


def links(page: QWidget) -> list[str]:
    return [label.text() for label in page.findChildren(LinkLabel) if label.isVisible() and "Show" in label.text()]


def test_what_it_does_not_look_at_computes_nothing(page: SentencesPage) -> None:
    look_at(page, compared=1)
    look_at(page, selection=Selection((Term("type", ("LOC",)),)))
    assert len(page.looks) == 1
    look_at(page, prediction=1)
    assert len(page.looks) == 2


def test_a_filter_counts_once_only_what_it_keeps_is_counted(page: SentencesPage) -> None:
    choice = page.head.choice
    assert choice is not None
    choice.choose(1)
    choice.chosen.emit(1)
    look_at(page, selection=Selection((Term("type", ("LOC",)),)))
    assert len(page.looks) == 3
    assert page.kept == Selection((Term("type", ("LOC",)),))


def test_nothing_is_computed_while_it_is_hidden(page: SentencesPage, look: Look) -> None:
    page.hide()
    page.look_at(replace(look, prediction=1))
    assert len(page.looks) == 1
    page.show()
    assert page.looks[1:] == [page.look]


def test_a_long_table_shows_its_rest_on_demand(page: SentencesPage) -> None:
    assert page.sheet.n_shown == 5
    [link] = [label for label in page.findChildren(LinkLabel) if "Show all 30" in label.text()]
    link.linkActivated.emit("more")
    assert (page.sheet.n_shown, links(page)) == (30, [])


def test_keys_that_leave_the_rows_on_show_bring_more_into_sight(page: SentencesPage) -> None:
    page.sheet.setFocus()
    for _ in range(29):
        QTest.keyClick(page.sheet, Qt.Key.Key_Down)
        QApplication.processEvents()
    assert (page.sheet.currentIndex().row(), page.sheet.n_shown) == (29, 30)
    area = page.area.viewport()
    place = page.sheet.viewport().mapTo(area, page.sheet.visualRect(page.sheet.currentIndex()).center())
    assert area.rect().contains(place)


def test_the_wheel_over_a_table_scrolls_the_page(page: SentencesPage, qtbot: QtBot) -> None:
    page.sheet.show_more()
    qtbot.waitUntil(lambda: page.area.verticalScrollBar().maximum() > 0)
    here = page.sheet.viewport().mapTo(page, QPoint(9, 9))
    QTest.wheelEvent(page.windowHandle(), QPointF(here), QPoint(0, -120))  # as the desktop tells it
    assert page.area.verticalScrollBar().value() > 0


def test_a_number_is_a_door(page: SentencesPage) -> None:
    asked = asked_by(page)
    page.sheet.open(page.sheet.numbers.index(2, 1))
    assert asked == [Door("sent:3")]


def test_numbers_of_a_part_are_opened_in_another_way(page: SentencesPage) -> None:
    asked, opened = asked_by(page), list[tuple[str, int]]()
    others = NumberTable((Column("Sentence"), Column("Events")), ("Sentence",), "Others")
    page.add(Part("Others", others), opens=lambda query, prediction, _beside: opened.append((query, prediction)))
    others.numbers.set_groups([RowGroup("4", sentence_row("4"))])
    others.open(others.numbers.index(0, 1))
    assert (asked, opened) == ([], [("sent:4", -1)])


def test_a_part_offers_a_command(qtbot: QtBot) -> None:
    command, done = QAction("Co&unt…"), list[str]()
    command.setIconText("Count Them…")
    command.triggered.connect(lambda: done.append("counted"))
    part = Part("Others", action=command)
    qtbot.addWidget(part)
    (button,) = part.findChildren(QToolButton)
    button.click()
    command.setEnabled(False)
    assert (button.text(), len(done), button.isEnabled()) == ("Count Them…", 1, False)


@pytest.mark.parametrize("entry", [f"{TITLE} as CSV", "CSV"])
def test_what_it_shows_is_copied_from_its_head_or_from_the_part(page: SentencesPage, entry: str) -> None:
    trigger(page, entry)
    assert QApplication.clipboard().text().splitlines()[:2] == ["Sentence,Events", "1,1"]


def test_what_is_not_there_yet_is_copied_once_it_is(slow: SlowPage, copied: Callable[[], str], qtbot: QtBot) -> None:
    trigger(slow, f"{TITLE} as CSV")
    assert copied() == "before"
    slow.may_end.set()
    qtbot.waitUntil(lambda: copied().splitlines()[:2] == ["Sentence,Events", "1,1"])
    QApplication.clipboard().setText("after")
    look_at(slow, prediction=1)
    qtbot.waitUntil(lambda: len(slow.looks) == 2)
    assert copied() == "after"


@pytest.mark.parametrize("way", ["page left", "cancelled", "other files"])
def test_what_is_not_there_yet_is_not_copied_after_all(
    slow: SlowPage, look: Look, copied: Callable[[], str], qtbot: QtBot, way: str, press_button: PressButton
) -> None:
    trigger(slow, f"{TITLE} as CSV")
    if way == "page left":
        slow.hide()
        slow.show()
    elif way == "cancelled":
        qtbot.waitUntil(lambda: any(one.isVisible() for one in slow.findChildren(ProgressStrip)))
        press_button(slow, "Cancel")
        slow.look_again()
    else:
        slow.look_at(replace(look, request=LoadRequest("other", ("a", "b"))))
    slow.may_end.set()
    qtbot.waitUntil(lambda: slow.is_complete and len(slow.looks) == 1)
    QApplication.processEvents()
    assert copied() == "before"


def test_the_focus_goes_on_to_a_table_that_is_shown_later(slow: SlowPage, qtbot: QtBot) -> None:
    with qtbot.waitActive(slow):
        slow.activateWindow()
    slow.show_parts(False)
    slow.setFocus()
    QApplication.processEvents()
    assert slow.hasFocus()
    slow.may_end.set()
    qtbot.waitUntil(slow.sheet.hasFocus)


def test_the_table_with_the_focus_is_offered_first(page: SentencesPage) -> None:
    other = NumberTable((Column("Other"), Column("Events")), ("Other",), "Others")
    page.add(Part("Others", other))
    QApplication.processEvents()
    assert page.titles == [TITLE, "Others"]
    other.setFocus()
    page.head.copying.aboutToShow.emit()
    assert [action.text() for action in page.head.copying.actions()][1:3] == ["Others", TITLE]


def test_a_number_of_the_head_is_a_door(page: SentencesPage) -> None:
    asked = asked_by(page)
    page.head.door_opened.emit("type:LOC")
    assert asked == [Door("type:LOC")]


def test_a_part_can_fill_the_page_and_others_share_its_room(page: SentencesPage) -> None:
    rows, words = Part("Rows", QTableView(), fills=True), Part("Words", QLabel("in Ulm"))
    halves = Halves(Qt.Orientation.Horizontal, (rows, 1), (words, 1))
    page.add(halves, is_wide=True, fills=True)
    page.resize(900, 1200)
    QApplication.processEvents()
    bottom = halves.mapTo(page, halves.rect().bottomLeft()).y()
    assert page.height() - 60 < bottom < page.height()
    assert rows.height() == words.height() == halves.height()
    assert abs(rows.width() - words.width()) < 10
    table = rows.findChildren(QTableView)[0]
    assert table.mapTo(page, table.rect().bottomLeft()).y() == bottom


def test_words_stand_where_there_is_nothing_to_show(page: SentencesPage) -> None:
    page.say("Nothing is here.")
    assert any(label.text() == "Nothing is here." and label.isVisible() for label in page.findChildren(QLabel))


def test_what_gets_the_focus_is_brought_into_sight(page: SentencesPage, qtbot: QtBot) -> None:
    button = QPushButton("At the end")
    page.add(Part("High", *(QLabel("x") for _ in range(60)), button))
    qtbot.waitUntil(lambda: page.area.verticalScrollBar().maximum() > 0)
    assert button.visibleRegion().isEmpty()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: not button.visibleRegion().isEmpty())


def test_notes_explain_in_lines_that_can_be_read(page: SentencesPage, qtbot: QtBot) -> None:
    part = Part("Long", QLabel("x"))
    page.add(part)
    page.resize(1500, 300)
    part.set_note("Every word of a long explanation can be read under what it explains. " * 12)
    [note] = [label for label in part.findChildren(QLabel) if label.text() == part.note]
    qtbot.waitUntil(lambda: note.isVisible() and note.height() > 3 * note.fontMetrics().height())
    assert note.width() <= 44 * 13 * part.unit + 1
    assert note.height() >= note.heightForWidth(note.width())
    part.set_note("")
    assert note.isHidden()


def test_a_table_that_is_hidden_offers_no_rows(page: SentencesPage) -> None:
    assert links(page)
    page.sheet.hide()
    page.look_again()
    assert links(page) == []


def test_columns_that_never_had_room_are_named(qtbot: QtBot) -> None:
    rare = "A-rare-count" * 30
    columns = (Column("Name"), Column("Events"), Column(rare, widest=rare, is_extra=True))
    sheet = NumberTable(columns, ("Name",), TITLE)
    assert sheet.left_out == (rare,)
    part = Part(TITLE, sheet)
    qtbot.addWidget(part)
    part.resize(500, 200)
    with qtbot.waitExposed(part):
        part.show()
    words = f"No room for {rare}: widen the window or copy the table."
    assert words in [label.text() for label in part.findChildren(QLabel) if label.isVisible()]


def test_a_narrow_head_goes_on_in_a_second_row(qtbot: QtBot) -> None:
    control, counted = QLabel("Columns of the files, with retention"), Counted()
    head = PageHead("Count", counted, control)
    qtbot.addWidget(head)
    head.show()
    for width, is_beside in ((1200, True), (head.minimumSizeHint().width(), False), (1200, True)):
        head.resize(width, 100)
        QApplication.processEvents()
        assert (control.y() < counted.geometry().bottom()) == is_beside
        assert control.geometry().right() <= width
