"""Turning the wheel scrolls what is under the pointer to its end, and changes nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.settings import settings_path
from nerinspect.ui.app import Windows
from nerinspect.ui.desk.views import (
    AGREEMENT,
    COMPARE,
    CONSISTENCY,
    DIAGNOSIS,
    EVENTS_VIEW,
    OVERVIEW,
    RELATIONS,
    REPAIR,
    REVIEW,
)
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import relation_request

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.usefixtures("drawn_as_the_program_is"),
]

Seen = TypeVar("Seen", bound=QWidget)

_NOTCH, _FAR = 120, 500
_TURNS = 60
"""An event scrolls by a page at most, what has the focus is scrolled before the page, and lists grow meanwhile."""

_GRID = [(x / 10, y / 8) for x, y in product(range(1, 10, 2), range(1, 8, 2))]


@pytest.fixture
def remembering(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Windows]:
    """Start the program, which remembers how windows are left."""
    monkeypatch.setattr(qapp, "quit", lambda: None)
    windows = Windows(qapp)
    yield windows
    windows.quit()
    windows.deleteLater()


def settle(window: QWidget, qtbot: QtBot) -> None:
    """Wait until nothing is worked on, and what came of it is painted."""

    def rests() -> bool:
        QApplication.processEvents()
        put_off = any(timer.isActive() and not timer.interval() for timer in window.findChildren(QTimer))
        return not put_off and not any(job.is_running for job in window.findChildren(JobRunner))

    for _ in range(3):
        qtbot.waitUntil(rests)
        window.grab()


def turn(root: QWidget, place: QPoint, notches: int = -1) -> None:
    """Turn the wheel with the pointer at a place of a window, as the desktop tells it."""
    handle = root.window().windowHandle()
    assert handle is not None
    QTest.wheelEvent(handle, QPointF(root.mapTo(root.window(), place)), QPoint(0, _NOTCH * notches))


def areas_around(widget: QWidget) -> list[QAbstractScrollArea]:
    found, around = [], widget.parentWidget()
    while around is not None and not widget.isWindow():
        if isinstance(around, QAbstractScrollArea):
            found.append(around)
        widget, around = around, around.parentWidget()
    return found


def scrolls(area: QAbstractScrollArea) -> bool:
    return area.isVisible() and area.verticalScrollBar().maximum() > 0


def pages(root: QWidget) -> list[QAbstractScrollArea]:
    """List what scrolls and stands in nothing that scrolls."""
    found = [area for area in root.findChildren(QAbstractScrollArea) if scrolls(area) and area.window() is root]
    return [area for area in found if not any(map(scrolls, areas_around(area)))]


def values(root: QWidget) -> list[object]:
    """List what boxes, fields, buttons and tabs say, and where the focus is."""
    said: list[object] = [QApplication.focusWidget()]
    for widget in root.findChildren(QWidget):
        match widget:
            case QComboBox():
                said.append((widget.currentIndex(), widget.currentText()))
            case QAbstractSpinBox():
                said.append(widget.text())
            case QTabBar():
                said.append(widget.currentIndex())
            case QSlider():
                said.append(widget.value())
            case QLineEdit():
                said.append(widget.text())
            case QAbstractButton():
                said.append(widget.isChecked())
    return said


def visible(root: QWidget, kind: type[Seen]) -> list[Seen]:
    """List what is to be seen of a kind in a window."""
    return [one for one in root.findChildren(kind) if one.isVisible() and one.window() is root.window()]


def boxes(root: QWidget) -> list[QWidget]:
    return [*visible(root, QComboBox), *visible(root, QAbstractSpinBox), *visible(root, QTabBar)]


def faults(root: QWidget) -> list[str]:
    """Turn the wheel all over a window; say where a page stops and what else changes."""
    found, before = [], values(root)
    root.setUpdatesEnabled(False)  # nobody looks meanwhile, and to paint at each turn takes long
    for page in pages(root):
        bar, port = page.verticalScrollBar(), page.viewport()
        for begin in (0.0, 0.5, 0.9):
            bar.setValue(round(begin * bar.maximum()))
            areas = [area.viewport() for area in visible(page, QAbstractScrollArea)]
            inner = [*boxes(page), *areas]
            centres = [port.mapFrom(page, one.mapTo(page, one.rect().center())) for one in inner]
            grid = [QPoint(round(x * port.width()), round(y * port.height())) for x, y in _GRID]
            for place in filter(port.rect().contains, grid + centres):
                bar.setValue(round(begin * bar.maximum()))
                for _ in range(_TURNS):
                    if bar.value() < bar.maximum():
                        turn(port, place, -_FAR)
                if bar.value() < bar.maximum():
                    found.append(f"{page} stops at {place.toTuple()}, on {port.childAt(place)}")
    for box in boxes(root):
        for area in areas_around(box):
            if isinstance(area, QScrollArea):
                area.ensureWidgetVisible(box)
        turn(box, box.rect().center())
        turn(box, box.rect().center(), 1)
        turn(box, box.rect().center(), 1)
    root.setUpdatesEnabled(True)
    changed = [pair for pair in zip(before, values(root), strict=True) if pair[0] != pair[1]]
    return [*found, *(f"{one} became {other}" for one, other in changed)]


def begin_review(window: MainWindow, path: str, qtbot: QtBot) -> None:
    reviewing = window.reviews.reviewing
    assert window.document.request is not None
    reviewing.make(path, window.document.request)
    window.document.review = reviewing.path
    settle(window, qtbot)


def remembered(windows: Windows) -> str:
    windows.save()
    return settings_path().read_text(encoding="utf-8")


@pytest.mark.parametrize("view", [EVENTS_VIEW, OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS, COMPARE])
def test_the_wheel_scrolls_a_page_and_changes_nothing(remembering: Windows, qtbot: QtBot, view: str) -> None:
    window = remembering.open_window()
    window.resize(900, 300)
    sample = sample_request()
    if view == COMPARE:  # pairs of six systems are more than fits
        sample = replace(sample, predictions=tuple(f"{n}{one}" for n in "abc" for one in sample.predictions))
    with qtbot.waitSignal(window.session_opened):
        window.open_files(sample)
    window.menus.action(view.lower()).trigger()
    settle(window, qtbot)
    before = remembered(remembering)
    assert pages(window)
    assert faults(window) == []
    assert remembered(remembering) == before


def test_the_wheel_scrolls_the_page_of_a_review(window: MainWindow, path: str, qtbot: QtBot) -> None:
    window.resize(1000, 360)
    begin_review(window, path, qtbot)
    window.show_view(REVIEW)
    settle(window, qtbot)
    assert pages(window)
    assert faults(window) == []


def test_the_wheel_scrolls_the_page_of_relations(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    empty_window.resize(1000, 520)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(relation_request(tmp_path), "")
    empty_window.show_view(RELATIONS)
    settle(empty_window, qtbot)
    assert pages(empty_window)
    assert faults(empty_window) == []


def test_the_wheel_scrolls_the_page_of_an_agreement(empty_window: MainWindow, qtbot: QtBot) -> None:
    empty_window.resize(1000, 360)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(replace(sample_request(), training=None, annotators=True))
    empty_window.show_view(AGREEMENT)
    settle(empty_window, qtbot)
    assert pages(empty_window)
    assert faults(empty_window) == []


def test_the_wheel_scrolls_the_page_of_a_project(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "ref").write_text("Rome B-LOC\n, O\nAnn B-PER\n")
    sets = "".join(f'[[data]]\nname = "{n}"\nreference = "ref"\npredictions = ["a=ref"]\n' for n in range(30))
    (tmp_path / "many.toml").write_text(sets)
    empty_window.resize(900, 300)
    empty_window.projects.open(str(tmp_path / "many.toml"))
    qtbot.waitUntil(lambda: empty_window.projects.panel is not None and not empty_window.projects.is_reading)
    settle(empty_window, qtbot)
    assert pages(empty_window)
    assert faults(empty_window) == []


def test_the_wheel_scrolls_the_dialog_of_files(qtbot: QtBot) -> None:
    sample = sample_request()
    dialog = OpenDialog([sample.reference, *(one.partition("=")[2] for one in sample.predictions)])
    qtbot.addWidget(dialog)
    dialog.resize(900, 420)
    dialog.open()
    settle(dialog, qtbot)
    dialog.resize(900, 420)
    settle(dialog, qtbot)
    assert pages(dialog)
    assert faults(dialog) == []


@pytest.mark.parametrize("command", ["export", "systems", "draw_sample", "save_selection"])
def test_the_wheel_changes_nothing_in_a_dialog(window: MainWindow, path: str, qtbot: QtBot, command: str) -> None:
    found: list[list[str]] = []

    def scroll() -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        qtbot.waitUntil(lambda: dialog.isActiveWindow())
        dialog.setFocus()  # it may begin in a box
        found.append(faults(dialog))
        dialog.close()

    begin_review(window, path, qtbot)
    QTimer.singleShot(0, scroll)  # some dialogs wait until they are closed
    window.menus.action(command).trigger()
    qtbot.waitUntil(lambda: bool(found))
    assert found == [[]]


@pytest.fixture
def page(qtbot: QtBot) -> QScrollArea:
    """Show a page with a box and a list on it, both too low for what they hold."""
    page, inside = QScrollArea(), QWidget()
    rows = QVBoxLayout(inside)
    number, numbers = QSpinBox(value=5), QListWidget()
    numbers.addItems([str(one) for one in range(40)])
    number.setFixedHeight(60)
    numbers.setFixedHeight(200)
    rows.addWidget(number)
    rows.addWidget(numbers)
    rows.addSpacing(2_000)
    page.setWidget(inside)
    page.setWidgetResizable(True)
    page.resize(300, 320)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    page.setFocus()
    return page


def test_a_box_that_was_clicked_takes_the_wheel(page: QScrollArea) -> None:
    (number,) = page.findChildren(QSpinBox)
    place = number.mapTo(page, number.rect().center())
    number.setFocus(Qt.FocusReason.MouseFocusReason)
    turn(page, place)
    assert (number.value(), page.verticalScrollBar().value()) == (4, 0)


def test_a_box_that_is_scrolled_under_the_pointer_does_not(page: QScrollArea) -> None:
    (number,), bar = page.findChildren(QSpinBox), page.verticalScrollBar()
    place = number.mapTo(page, number.rect().center())
    bar.setValue(500)
    number.setFocus(Qt.FocusReason.MouseFocusReason)
    for _ in range(20):
        turn(page, place, 1)
    assert (number.value(), bar.value()) == (5, 0)
    turn(page, place + QPoint(3, 0), 1)
    assert number.value() == 6, "the pointer moved on it"


def test_a_list_that_was_clicked_scrolls_to_its_end_then_the_page(page: QScrollArea) -> None:
    (numbers,), bar = page.findChildren(QListWidget), page.verticalScrollBar()
    place = numbers.mapTo(page, numbers.rect().center())
    turn(page, place)
    assert (numbers.verticalScrollBar().value(), bar.value() > 0) == (0, True), "it has no focus"
    bar.setValue(0)
    numbers.setFocus(Qt.FocusReason.MouseFocusReason)
    turn(page, place + QPoint(3, 0))
    assert (numbers.verticalScrollBar().value() > 0, bar.value()) == (True, 0)
    for _ in range(40):
        turn(page, place + QPoint(3, 0))
    assert bar.value() > 0


def test_a_list_scrolls_where_nothing_around_it_does(page: QScrollArea) -> None:
    (numbers,) = page.findChildren(QListWidget)
    page.resize(300, 2_600)
    turn(page, numbers.mapTo(page, numbers.rect().center()))
    assert numbers.verticalScrollBar().value() > 0
    assert not numbers.hasFocus(), "turning the wheel gives no focus"
