"""Verdicts on the page of relations: each key is about the event that is chosen then, and none is passed over."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.ui.desk.views import RELATIONS
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import relation_request


@pytest.fixture
def page(empty_window: MainWindow, tmp_path: Path, path: str, qtbot: QtBot) -> RelationsPanel:
    """Show the relations of small files, with a review."""
    request = relation_request(tmp_path)
    empty_window.opener.show(load_study(request), request, "")
    empty_window.document.select_query("")
    empty_window.menus.action("new_review").trigger()
    qtbot.waitUntil(lambda: empty_window.reviews.is_settled)
    empty_window.show_view(RELATIONS)
    QApplication.processEvents()
    page = empty_window.workspace.pages.relations_on_show
    assert page is not None
    return page


def press_at_once(window: MainWindow, *keys: Qt.Key) -> None:
    """Press keys quicker than anything is painted."""
    for key in keys:
        QTest.keyClick(window, key)


@pytest.mark.parametrize("query", ["-relkind:correct", "-relkind:correct verdict:none"])
def test_keys_decide_one_event_after_the_other(empty_window: MainWindow, page: RelationsPanel, query: str) -> None:
    """With a filter that lets go of what is decided, the next row is chosen just once."""
    study = empty_window.document.study
    assert study is not None
    empty_window.document.select_query(query)
    errors = page.table.order().tolist()
    page.go_to_event(errors[0])
    press_at_once(empty_window, Qt.Key.Key_P, Qt.Key.Key_R, Qt.Key.Key_B, Qt.Key.Key_A)
    verdicts = ("prediction-wrong", "reference-wrong", "both-wrong", "ambiguous")
    given = {event: one.verdict for event, one in study.relation_decisions.items()}
    assert given == dict(zip(errors, verdicts, strict=True))


def test_a_key_right_after_a_step_is_about_the_event_stepped_to(empty_window: MainWindow, page: RelationsPanel) -> None:
    study = empty_window.document.study
    assert study is not None
    page.go_to_event(0)
    press_at_once(empty_window, Qt.Key.Key_J, Qt.Key.Key_J, Qt.Key.Key_F)
    assert [*study.relation_decisions] == [page.table.order()[2]]


def test_after_a_verdict_on_several_the_next_undecided_one_is_chosen(
    empty_window: MainWindow, page: RelationsPanel
) -> None:
    study = empty_window.document.study
    assert study is not None
    first, second, third, *_ = page.table.order().tolist()
    page.go_to_event(first)
    QTest.keyClick(page.table.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert page.table.selected_events().tolist() == [first, second]
    press_at_once(empty_window, Qt.Key.Key_P, Qt.Key.Key_R)
    given = {event: one.verdict for event, one in study.relation_decisions.items()}
    assert given == {first: "prediction-wrong", second: "prediction-wrong", third: "reference-wrong"}


def test_the_menu_of_a_row_offers_to_decide(empty_window: MainWindow, page: RelationsPanel) -> None:
    study = empty_window.document.study
    assert study is not None
    page.go_to_event(0)
    offered = page.table.row_menu().findChild(QMenu, "deciding")
    assert isinstance(offered, QMenu)
    next(one for one in offered.actions() if one.text().startswith("&Both")).trigger()
    assert study.relation_decisions[0].verdict == "both-wrong"
