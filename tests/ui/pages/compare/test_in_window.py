"""From the page to the two systems side by side: the rows on show are those that a number counts."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nerinspect.ui.desk.views import COMPARE, EVENTS_VIEW
from nerinspect.ui.pages.compare.page import ChangesPart
from nerinspect.ui.pages.compare.pair_table import PairPart, PairTable
from nerinspect.ui.window.window import MainWindow


@pytest.fixture
def pairs(window: MainWindow, qtbot: QtBot) -> PairTable:
    QTest.keyClick(window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.workspace.page("Compare").is_complete)
    found: PairTable = next(iter(window.workspace.page("Compare").findChildren(PairPart))).table
    return found


def keeps(window: MainWindow, number: int) -> bool:
    found = window.workspace.comparison.found
    return found is not None and found.n_kept == number


def test_a_count_leads_to_as_many_rows(window: MainWindow, pairs: PairTable, qtbot: QtBot) -> None:
    for head in ("Both right", "Only A", "Only B", "Both wrong"):
        window.document.compare_with(None)
        window.show_view(COMPARE)
        qtbot.waitUntil(lambda: window.workspace.page("Compare").is_complete)
        place = next(place for place, column in enumerate(pairs.numbers.columns) if column.title == head)
        index = pairs.numbers.index(0, place)
        pairs.setCurrentIndex(index)
        number = int(index.data())
        QTest.keyClick(pairs, Qt.Key.Key_Return)
        assert window.workspace.view_name == EVENTS_VIEW, head
        assert (window.document.prediction, window.document.compared) == (0, 1), head
        qtbot.waitUntil(partial(keeps, window, number))


def test_the_names_begin_the_comparison_under_the_filter_in_force(window: MainWindow, pairs: PairTable) -> None:
    window.document.select_query("ref:LOC")
    pairs.open(pairs.numbers.index(0, 0))
    assert window.workspace.view_name == EVENTS_VIEW
    assert (window.document.compared, window.document.query) == (1, "ref:LOC")


def test_versions_follow_the_prediction_it_is_compared_with(window: MainWindow, pairs: PairTable) -> None:
    part = next(iter(window.workspace.page("Compare").findChildren(ChangesPart)))
    assert not part.isVisible()
    window.document.compare_with(1)
    assert part.isVisible()
    assert part.caption.startswith("from ")
    before = part.caption.split(", ")[0].removeprefix("from ").split(" to ")
    window.document.exchange()
    assert part.caption.split(", ")[0].removeprefix("from ").split(" to ") == before[::-1]
