"""The page of relations without a mouse and for screen readers, in every font size."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.load import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.toolbar import RELATIONS
from nerinspect.ui.widgets.focus_ring import FocusRing
from tests.review.relation_files import REFERENCE, relation_request, write_sentences
from tests.ui.keyboard import LONGEST_WAY, Key, Keyboard, Modifier
from tests.ui.test_accessibility import cut_texts, has_room, nameless, picture_of
from tests.ui.test_focus_order import focusable, group_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def request_(tmp_path: Path) -> LoadRequest:
    """Ask for files with relations on all three sides."""
    asked = relation_request(tmp_path)
    training = write_sentences(tmp_path / "train.json", REFERENCE[:2])
    return LoadRequest(asked.reference, asked.predictions, training=training, retention=True)


@pytest.fixture
def relations(empty_window: MainWindow, request_: LoadRequest) -> MainWindow:
    """Show the relation errors of the files, with the hint about mentions."""
    unit = font_size(empty_window.font()) / 13
    empty_window.resize(round(1440 * unit), round(1300 * unit))  # high enough for all filters
    empty_window.show_study(load_study(request_), request_, "-kind:tp")
    empty_window.show_view(RELATIONS)
    QApplication.processEvents()
    return empty_window


def described(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return f"{widget.accessibleName() or type(widget).__name__} in {type(parent).__name__}"


def test_every_control_has_a_name(relations: MainWindow, qtbot: QtBot) -> None:
    qtbot.wait(100)
    assert nameless(relations) == []


@pytest.mark.parametrize("key", [Key.Key_Tab, Key.Key_Backtab])
def test_tab_reaches_everything_and_comes_round(
    relations: MainWindow, keyboard: Keyboard, key: Qt.Key, qtbot: QtBot
) -> None:
    qtbot.wait(100)  # what training has of the event is looked up behind
    relations.toolbar.search.setFocus()
    wanted = focusable(relations)
    seen: set[QWidget] = set()
    for _ in range(LONGEST_WAY):
        keyboard.press(key)
        focus = keyboard.focus
        assert focus is not None
        seen.add(focus)
        if focus is relations.toolbar.search:
            break
    else:
        pytest.fail(f"Tab is stuck in {keyboard.focus}")
    assert [described(widget) for widget in wanted if not seen & group_of(widget)] == []


def test_tab_goes_from_the_table_over_the_sentence_to_the_filters(relations: MainWindow, keyboard: Keyboard) -> None:
    page = relations.workspace.pages.relations
    regions = [page.chips, page.table, page.context, page.review, page.filters]
    keyboard.press(Key.Key_F, held=Modifier.ControlModifier)
    met: list[QWidget] = []
    for _ in range(LONGEST_WAY):
        keyboard.press(Key.Key_Tab)
        focus = keyboard.focus
        assert focus is not None
        met += [region for region in regions if region.isAncestorOf(focus) and region not in met]
        if focus is relations.toolbar.search:
            break
    assert met == regions


def test_escape_returns_to_the_table_from_everywhere(relations: MainWindow, keyboard: Keyboard) -> None:
    table = relations.workspace.pages.relations.table.view
    left = []
    for widget in focusable(relations):
        widget.setFocus()
        keyboard.press(Key.Key_Escape)
        if keyboard.focus is not table:
            left.append(widget.accessibleName() or type(widget).__name__)
    assert left == []


def test_the_focus_is_seen_wherever_it_is(relations: MainWindow, qapp: QApplication, qtbot: QtBot) -> None:
    ring = FocusRing(qapp)
    QApplication.setCursorFlashTime(0)
    qtbot.wait(100)
    unseen = []
    for widget in focusable(relations.workspace.pages.relations):
        relations.setFocus()
        before = picture_of(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if picture_of(widget) == before:
            unseen.append(widget.accessibleName() or type(widget).__name__)
    qapp.focusChanged.disconnect(ring._on_focus_changed)
    ring.deleteLater()
    assert unseen == []


@pytest.mark.parametrize("size", [13, 20, 28])
def test_texts_have_room_in_every_font_size(qapp: QApplication, qtbot: QtBot, request_: LoadRequest, size: int) -> None:
    before = qapp.font()
    font = QFont(before)
    font.setPixelSize(size)
    qapp.setFont(font)
    try:
        window = MainWindow()
        qtbot.addWidget(window)
        window.show_study(load_study(request_), request_, "-kind:tp")
        window.resize(round(1440 * font_size(font) / 13), round(900 * font_size(font) / 13))
        window.show()
        window.show_view(RELATIONS)
        qtbot.waitUntil(partial(has_room, window))
        assert cut_texts(window) == []
        assert window.workspace.pages.relations.table.view.rowHeight(0) >= 1.5 * font_size(font)
        window.close()
    finally:
        qapp.setFont(before)
