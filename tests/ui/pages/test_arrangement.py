"""What gives way when the window is narrow, and what comes back when it is wide."""

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.pages.arrangement import Arrangement
from nerinspect.ui.theme.fonts import font_size
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme


@pytest.fixture
def parts() -> dict[str, QWidget]:
    return {name: QLabel(name) for name in ("filters", "table", "context", "details", "review")}


@pytest.fixture
def arrangement(qtbot: QtBot, parts: dict[str, QWidget]) -> Arrangement:
    made = Arrangement([parts["filters"]], parts["table"], parts["context"], parts["details"], parts["review"])
    qtbot.addWidget(made)
    made.show()
    resize(made, 1440)
    return made


def resize(arrangement: Arrangement, width: int, height: int = 800) -> None:
    unit = font_size(arrangement.font()) / 13
    arrangement.resize(round(width * unit), round(height * unit))
    QApplication.processEvents()


def test_a_wide_window_shows_all_parts_side_by_side(arrangement: Arrangement, parts: dict[str, QWidget]) -> None:
    assert all(part.isVisible() for part in parts.values())
    assert len(arrangement.sizes()) == 3
    assert not arrangement.details_are_below


@pytest.mark.parametrize(
    ("width", "loses_place", "details_are_below", "filters_are_shown"),
    [(1300, False, False, True), (1200, True, False, True), (1100, True, True, True), (1000, True, True, False)],
)
def test_parts_give_way_in_their_order(
    arrangement: Arrangement,
    parts: dict[str, QWidget],
    width: int,
    loses_place: bool,
    details_are_below: bool,
    filters_are_shown: bool,
) -> None:
    told: list[bool] = []
    arrangement.narrowed.connect(told.append)
    resize(arrangement, width)
    assert told == [True] * loses_place
    assert arrangement.details_are_below == details_are_below
    assert parts["review"].isVisible(), "what is decided is never hidden"
    assert arrangement.filters_are_shown == filters_are_shown


def test_details_use_the_room_of_a_very_wide_window(arrangement: Arrangement) -> None:
    before = arrangement.sizes()[2]
    resize(arrangement, 2000)
    assert arrangement.sizes()[2] == pytest.approx(before * 420 / 308, abs=2)


def test_everything_comes_back(arrangement: Arrangement, parts: dict[str, QWidget]) -> None:
    before = arrangement.sizes()
    resize(arrangement, 950)
    resize(arrangement, 1440)
    assert arrangement.sizes() == before
    assert all(part.isVisible() for part in parts.values())


def test_folded_filters_can_be_brought_back(arrangement: Arrangement, parts: dict[str, QWidget]) -> None:
    resize(arrangement, 950)
    arrangement.toggle_filters()
    assert parts["filters"].isVisible()


def test_a_dragged_width_stays_when_the_window_grows(arrangement: Arrangement) -> None:
    handle = arrangement.handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(1, 50))
    QTest.mouseMove(handle, QPoint(41, 50))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(41, 50))
    dragged = arrangement.sizes()[0]
    resize(arrangement, 1700)
    assert arrangement.sizes()[0] == dragged
    assert arrangement.remembered_sizes[0] == pytest.approx(dragged / (font_size(arrangement.font()) / 13), abs=1)


def test_the_context_moves_to_its_own_window_and_back(
    arrangement: Arrangement, parts: dict[str, QWidget], qtbot: QtBot
) -> None:
    arrangement.set_context_apart(True)
    own = parts["context"].window()
    assert own is not arrangement
    assert parts["context"].isVisible()
    with qtbot.waitSignal(arrangement.context_set_apart):
        own.close()
    assert parts["context"].window() is arrangement
    assert parts["context"].isVisible()


@pytest.mark.parametrize("width", [1440, 1000])
def test_all_parts_follow_the_colours_whatever_the_width(
    arrangement: Arrangement, parts: dict[str, QWidget], qapp: QApplication, width: int
) -> None:
    resize(arrangement, width)
    try:
        for theme in (DARK, LIGHT, DARK):
            choose_theme(qapp, theme)
            QApplication.processEvents()
            grounds = {name: part.palette().color(QPalette.ColorRole.Base).name() for name, part in parts.items()}
            assert set(grounds.values()) == {theme.base.name()}, grounds
    finally:
        choose_theme(qapp, None)


class Widths(QObject):
    """Notes the widths that a part is given."""

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self.given: list[int] = []
        part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and event.size().width() != event.oldSize().width():
            self.given.append(event.size().width())
        return False


@pytest.mark.parametrize("width", [1340, 1600])
def test_parts_at_the_sides_keep_their_widths_throughout(
    arrangement: Arrangement, parts: dict[str, QWidget], width: int
) -> None:
    noted = [Widths(parts[name]) for name in ("filters", "details")]
    centre = Widths(parts["table"])
    resize(arrangement, width)
    assert [one.given for one in noted] == [[], []]
    assert len(centre.given) == 1
