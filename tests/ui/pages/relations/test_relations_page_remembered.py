"""The page of relations: room, widths, copying, and what is there again when a window reopens."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.events.study import RelationSetting
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.settings import Layout
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.theme.fonts import font_size
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import REFERENCE, write_sentences
from tests.ui.keyboard import Key, Keyboard, Modifier
from tests.ui.pages.relations.page_parts import listed, study_of


def test_everything_has_room(opened: MainWindow, page: RelationsPanel) -> None:
    unit = font_size(opened.font()) / 13
    for width in (1440, 1000):
        opened.resize(round(width * unit), round(700 * unit))
        QApplication.processEvents()
        assert page.arrangement.details_are_below == (width == 1000)
        assert page.filters.isVisible() == (width == 1440)
        assert page.table.view.viewport().width() >= page.table.view.horizontalHeader().length()


def test_filters_and_details_are_as_wide_as_beside_the_events(opened: MainWindow, page: RelationsPanel) -> None:
    events, relations = opened.workspace.arrangement, page.arrangement
    relations.moveSplitter(360, 1)
    heights = relations.remembered_sizes[3:]
    assert events.remembered_sizes[:3] == relations.remembered_sizes[:3]
    assert opened.layout_state().sizes[:3] == relations.remembered_sizes[:3]
    opened.show_view(EVENTS_VIEW)
    events.moveSplitter(300, 1)
    opened.show_view(RELATIONS)
    assert relations.remembered_sizes == (*events.remembered_sizes[:3], *heights)


def test_rows_are_copied_as_they_stand_on_screen(opened: MainWindow, page: RelationsPanel, keyboard: Keyboard) -> None:
    page.table.select_event(3)
    page.table.setFocus()
    keyboard.press(Key.Key_C, held=Modifier.ControlModifier)
    heads, row = QApplication.clipboard().text().splitlines()
    assert heads.split("\t") == ["Kind", "Reference", "Prediction", "Place"]
    assert row.split("\t") == ["FN", "Ann Meet → Bo", "–", "1 · 2"]


def test_the_window_opens_again_on_the_page_it_was_left_on(
    opened: MainWindow, page: RelationsPanel, request_: LoadRequest, qtbot: QtBot
) -> None:
    page.table.columns.choose("distance", True)
    page.table.columns.widths.choose({"kind": 90})
    layout = opened.layout_state()
    assert layout.view == RELATIONS
    again = MainWindow()
    qtbot.addWidget(again)
    again.restore_layout(layout)
    with qtbot.waitSignal(again.session_opened):
        again.open_files(request_, "rel:Meet")
    assert again.workspace.view_name == RELATIONS
    again.show()
    assert listed(again.workspace.page("Relations")) == ["reversed", "missed"]
    assert "distance" in again.workspace.page("Relations").table.columns.shown()
    assert again.layout_state().relation_widths == (("kind", 90),)
    again.restore_layout(Layout())
    assert "distance" not in again.workspace.page("Relations").table.columns.shown()
    again.close()


def test_a_comparison_of_systems_is_said_to_be_elsewhere(empty_window: MainWindow, tmp_path: Path) -> None:
    paths = [write_sentences(tmp_path / name, REFERENCE) for name in ("ref.json", "a.json", "b.json")]
    request = LoadRequest(paths[0], tuple(paths[1:]))
    empty_window.opener.show(load_study(request), request, "")
    empty_window.show_view(RELATIONS)
    empty_window.document.compare_with(1)
    assert empty_window.message.text.startswith("A and B are compared among the events")


@pytest.mark.parametrize("setting", ["boundaries", "strict"])
def test_reading_the_files_again_keeps_the_event(
    opened: MainWindow, page: RelationsPanel, qtbot: QtBot, setting: RelationSetting
) -> None:
    page.filters.match.buttons[setting].click()
    opened.document.select_query("relkind:missed,spurious,wrong-argument")
    event = page.table.order().tolist()[-1]
    page.go_to_event(event)
    before = study_of(opened)
    with qtbot.waitSignal(opened.session_opened):
        opened.menus.action("reload").trigger()
    assert study_of(opened) is not before
    assert page.chosen_event == page.table.current_event() == event


def test_other_bytes_leave_the_event_that_comes_first(
    opened: MainWindow, page: RelationsPanel, qtbot: QtBot, request_: LoadRequest
) -> None:
    page.go_to_event(4)
    write_sentences(Path(request_.predictions[0]), REFERENCE)
    with qtbot.waitSignal(opened.session_opened):
        opened.menus.action("reload").trigger()
    assert page.chosen_event == 0
