"""The page of relations without a mouse and for screen readers, in every font size."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.views import RELATIONS
from nerinspect.ui.details.tables import TrainingTable
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.theme.fonts import font_size
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import REFERENCE, relation_request, write_sentences
from tests.ui.focus import focusable, not_left_by_escape, passed_over, regions_met, unseen
from tests.ui.keyboard import Key, Keyboard
from tests.ui.test_accessibility import cut_texts, has_room, nameless

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def request_(tmp_path: Path) -> LoadRequest:
    """Ask for files with relations on all three sides."""
    asked = relation_request(tmp_path)
    training = write_sentences(tmp_path / "train.json", REFERENCE[:2])
    return LoadRequest(asked.reference, asked.predictions, training=training, retention=True)


@pytest.fixture
def relations(empty_window: MainWindow, request_: LoadRequest, qtbot: QtBot) -> MainWindow:
    """Show the relation errors of the files, with the hint about mentions and what training has of the first."""
    unit = font_size(empty_window.font()) / 13
    empty_window.resize(round(1440 * unit), round(1300 * unit))  # high enough for all filters
    empty_window.opener.show(load_study(request_), request_, "-kind:tp")
    empty_window.show_view(RELATIONS)
    details = empty_window.workspace.page("Relations").details
    qtbot.waitUntil(lambda: any(table.isVisible() for table in details.findChildren(TrainingTable)))
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in empty_window.findChildren(JobRunner)))
    return empty_window


def test_every_control_has_a_name(relations: MainWindow) -> None:
    assert nameless(relations) == []


def test_tab_reaches_everything_and_comes_round(relations: MainWindow, keyboard: Keyboard) -> None:
    for key in (Key.Key_Tab, Key.Key_Backtab):
        assert passed_over(keyboard, relations, relations.toolbar.search, key) == []


def test_tab_goes_from_the_table_over_the_sentence_to_the_filters(relations: MainWindow, keyboard: Keyboard) -> None:
    page = relations.workspace.page("Relations")
    regions = [page.chips, page.table, page.context, page.review, page.filters]
    assert regions_met(keyboard, regions, relations.toolbar.search) == regions


def test_escape_returns_to_the_table_from_everywhere(relations: MainWindow, keyboard: Keyboard) -> None:
    table = relations.workspace.page("Relations").table.view
    assert not_left_by_escape(keyboard, focusable(relations), table) == []


@pytest.mark.usefixtures("ring")
def test_the_focus_is_seen_wherever_it_is(relations: MainWindow) -> None:
    QApplication.setCursorFlashTime(0)
    assert unseen(focusable(relations.workspace.page("Relations"))) == []


@pytest.mark.parametrize("size", [13, 20, 28])
def test_texts_have_room_in_every_font_size(qapp: QApplication, qtbot: QtBot, request_: LoadRequest, size: int) -> None:
    before = qapp.font()
    font = QFont(before)
    font.setPixelSize(size)
    qapp.setFont(font)
    try:
        window = MainWindow()
        qtbot.addWidget(window)
        window.opener.show(load_study(request_), request_, "-kind:tp")
        window.resize(round(1440 * font_size(font) / 13), round(900 * font_size(font) / 13))
        window.show()
        window.show_view(RELATIONS)
        qtbot.waitUntil(partial(has_room, window))
        assert cut_texts(window) == []
        assert window.workspace.page("Relations").table.view.rowHeight(0) >= 1.5 * font_size(font)
        window.close()
    finally:
        qapp.setFont(before)
