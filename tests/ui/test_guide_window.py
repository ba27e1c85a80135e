from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary.wording import JUDGED
from nerinspect.guide import PAGE_KEYS, PARTS
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.guide import (
    BETWEEN_ANNOTATORS,
    GuideWindow,
    offer_guide,
    open_guide,
    page_about,
    sections,
)
from nerinspect.ui.lists.event_columns import EVENT_COLUMNS
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from nerinspect.ui.window.window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def guide(qtbot: QtBot) -> Iterator[GuideWindow]:
    owner = QWidget()
    qtbot.addWidget(owner)
    window = open_guide(owner)
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    choose_theme_again()


def choose_theme_again() -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    choose_theme(app, None)


def blocks(guide: GuideWindow) -> list[tuple[str, int]]:
    """List the text and the level as a heading of every block of the page."""
    found, block = [], guide.view.document().begin()
    while block.isValid():
        found.append((block.text(), block.blockFormat().headingLevel()))
        block = block.next()
    return found


def images(guide: GuideWindow) -> list[QImage]:
    """Load every picture of the page on show."""
    found, block = [], guide.view.document().begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            form = fragments.fragment().charFormat()
            if form.isImageFormat():
                name = form.toImageFormat().name()
                found.append(guide.view.loadResource(QTextDocument.ResourceType.ImageResource.value, name))
            fragments += 1
        block = block.next()
    return found


def first_words(guide: GuideWindow) -> str:
    return guide.view.document().firstBlock().text()


def test_every_page_opens_with_its_pictures(guide: GuideWindow) -> None:
    for page in PAGE_KEYS:
        guide.open_page(page)
        assert guide.windowTitle().startswith(first_words(guide)), page
        assert all(not image.isNull() for image in images(guide)), page
        assert [text for text, level in blocks(guide) if level == 1] == [first_words(guide)], page


def test_keys_columns_and_kinds_stand_on_their_pages(guide: GuideWindow) -> None:
    guide.open_page("keys")
    page = guide.view.toPlainText()
    listed = [*BETWEEN_ANNOTATORS, *(row for rows in sections(JUDGED).values() for row in rows)]
    assert [keys for keys, meaning in listed if keys not in page or meaning not in page] == []
    guide.open_page("kinds")
    assert len(images(guide)) == len(KINDS)
    guide.open_page("relations")
    symbols = images(guide)
    assert len(symbols) == len(RELATION_KINDS)
    assert len({bytes(symbol.constBits()) for symbol in symbols}) == len(RELATION_KINDS)


def test_the_columns_of_the_table_stand_on_its_page(guide: GuideWindow) -> None:
    guide.open_page("table")
    page = {text for text, _ in blocks(guide)}
    assert [column.title for column in EVENT_COLUMNS if column.title not in page] == []


def test_pictures_fit_into_the_page(guide: GuideWindow) -> None:
    guide.resize(700, 500)
    guide.open_page("window")
    picture = images(guide)[0]
    assert 200 < picture.width() / picture.devicePixelRatio() <= guide.view.viewport().width()


def test_contents_list_pages_under_their_parts_and_follow_them(guide: GuideWindow) -> None:
    guide.contents.setFocus()
    QTest.keyClick(guide.contents, Qt.Key.Key_Down)
    assert first_words(guide) == "The window"
    guide.open_page("kinds")
    assert guide.contents.currentItem().text() == "Events and kinds"
    items = [guide.contents.item(row) for row in range(guide.contents.count())]
    titles = [item.text() for item in items if not item.flags() & Qt.ItemFlag.ItemIsSelectable]
    assert titles == list(PARTS)
    guide.open_page("window")
    QTest.keyClick(guide.contents, Qt.Key.Key_Down)
    assert first_words(guide) == "Open files"  # past the title of the part


def test_back_and_forward_go_through_the_pages_seen(guide: GuideWindow) -> None:
    guide.open_page("kinds")
    QTest.keyClick(guide, Qt.Key.Key_Left, ALT)
    assert first_words(guide) == "Start in ten minutes"
    QTest.keyClick(guide, Qt.Key.Key_Right, ALT)
    assert first_words(guide) == "Events and kinds"


def test_search_lists_parts_and_enter_opens_the_first_with_the_words_marked(guide: GuideWindow) -> None:
    QTest.keyClick(guide, Qt.Key.Key_F, CONTROL)
    assert guide.search.hasFocus()
    QTest.keyClicks(guide.search, "invalid transitions")
    assert guide.hits.isVisible()
    assert guide.hits.count() > 1
    QTest.keyClick(guide.search, Qt.Key.Key_Return)
    assert first_words(guide) == "Choose a repair"
    assert {mark.cursor.selectedText().casefold() for mark in guide.view.extraSelections()} == {
        "invalid",
        "transitions",
    }


def test_down_goes_from_the_search_to_what_was_found_and_escape_leaves_it(guide: GuideWindow) -> None:
    guide.search.setFocus()
    QTest.keyClicks(guide.search, "demerits")
    QTest.keyClick(guide.search, Qt.Key.Key_Down)
    assert guide.hits.hasFocus()
    guide.search.setText("xyzzy")
    assert guide.hits.item(0).text() == "No page contains all of these words."
    guide.search.setText("demerits")
    QTest.keyClick(guide, Qt.Key.Key_Escape)
    assert guide.isVisible()
    assert guide.contents.isVisible()
    QTest.keyClick(guide, Qt.Key.Key_Escape)
    assert not guide.isVisible()


def test_zoom_and_the_font_of_the_desktop_change_text_and_keep_the_page(guide: GuideWindow) -> None:
    guide.open_page("kinds")
    before = guide.view.document().defaultFont().pixelSize()
    QTest.keyClick(guide, Qt.Key.Key_Plus, CONTROL)
    larger = guide.view.document().defaultFont().pixelSize()
    QTest.keyClick(guide, Qt.Key.Key_0, CONTROL)
    assert larger > before == guide.view.document().defaultFont().pixelSize()
    assert first_words(guide) == "Events and kinds"
    font = guide.font()
    font.setPixelSize(26)
    guide.setFont(font)
    assert guide.view.document().defaultFont().pixelSize() == 26


def test_the_page_follows_light_and_dark(guide: GuideWindow, qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    for theme in (LIGHT, DARK):
        choose_theme(app, theme)
        qtbot.waitUntil(lambda theme=theme: theme.accent.name() in guide.view.document().defaultStyleSheet())  # type: ignore[misc]


def test_the_guide_of_a_window_is_opened_once(guide: GuideWindow) -> None:
    owner = guide.parentWidget()
    assert owner is not None
    assert open_guide(owner, "search") is guide
    assert first_words(guide) == "Search"


PAGES_OF_PARTS = {
    "start_page": "start",
    "toolbar": "window",
    "search_field": "search",
    "chip_row": "filters",
    "kinds_panel": "kinds",
    "types_panel": "filters",
    "shape_panel": "shapes",
    "doc_panel": "filters",
    "events_panel": "table",
    "context_panel": "context",
    "context_view": "context",
    "details_panel": "details",
}


def test_help_is_about_the_part_with_the_focus(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    for part, page in PAGES_OF_PARTS.items():
        widget = window.findChild(QWidget, part)
        assert widget is not None
        assert page_about(widget) == page, part


def test_help_on_the_page_of_relations_is_about_it(qtbot: QtBot, desk: Desk) -> None:
    page = RelationsPanel(desk)
    qtbot.addWidget(page)
    assert page_about(page.context.view) == "relations-page"


def test_f1_opens_the_page_about_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    window.toolbar.search.setFocus()
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_F1)
    assert first_words(window.findChildren(GuideWindow)[0]) == "Search"


def test_f1_in_a_dialog_opens_the_page_about_it(qtbot: QtBot) -> None:
    dialog = OpenDialog()
    qtbot.addWidget(dialog)
    offer_guide(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_F1)
    assert first_words(dialog.findChildren(GuideWindow)[0]) == "Open files"


def test_help_about_nothing_is_the_start() -> None:
    assert page_about(None) == "start"
