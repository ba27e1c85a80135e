"""A and B in the toolbar and in the menus."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.tables.runs import systems_of
from nerinspect.ui.theme.fonts import font_size
from nerinspect.ui.window.systems import SystemChooser
from nerinspect.ui.window.window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

MakeStudy = Callable[..., Study]

SENTENCE = "Rome/B-LOC/B-LOC/B-LOC/O/O or/O/O/O/O/O Oslo/B-LOC/O/B-LOC/B-LOC/O"


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give `a` with one run, `b` with two and `c` with one; the runs of `b` have an F1 of 1 and of 2/3."""
    return make_study_from(SENTENCE, systems=("a", "b", "b", "c"))


@pytest.fixture
def chooser(study: Study, qtbot: QtBot) -> SystemChooser:
    """Offer all of them."""
    chooser = SystemChooser()
    qtbot.addWidget(chooser)
    chooser.show_systems(systems_of(study))
    chooser.show()
    return chooser


def box(chooser: SystemChooser, name: str) -> QComboBox:
    return next(one for one in chooser.findChildren(QComboBox) if one.accessibleName() == name)


def offered(box: QComboBox) -> list[str]:
    return [box.itemText(place) for place in range(box.count()) if box.itemText(place)]


def checked(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.isChecked()]


def test_systems_are_offered_once_each(chooser: SystemChooser) -> None:
    assert offered(box(chooser, "System")) == ["a", "b", "c"]


def test_runs_are_offered_where_a_system_has_several(chooser: SystemChooser) -> None:
    runs = box(chooser, "Run")
    assert not runs.isVisible()
    chooser.choose(2, None)
    assert runs.isVisible()
    assert (offered(runs), runs.currentText()) == (["run 1 of 2", "run 2 of 2"], "run 2 of 2")


def test_all_other_predictions_can_be_compared_with(chooser: SystemChooser) -> None:
    chooser.choose(1, None)
    assert offered(box(chooser, "Compare with")) == ["none", "a", "b run 2", "c"]


def test_the_compared_prediction_is_shown_as_such(chooser: SystemChooser) -> None:
    chooser.choose(1, 2)
    assert box(chooser, "Compare with").currentText() == "b run 2"
    assert checked(chooser.menu) == ["b run 2"]


def test_a_tooltip_sums_the_runs_up(chooser: SystemChooser) -> None:
    chooser.choose(1, None)
    tip = box(chooser, "System").toolTip()
    assert "b: F1 83.33 ± 23.57, mean and standard deviation of 2 runs" in tip
    assert "b run 1: F1 100.00" in box(chooser, "Run").toolTip()


@pytest.mark.parametrize(
    ("name", "begin", "key", "chosen"), [("System", 0, "b", 1), ("System", 2, "c", 3), ("Run", 1, "", 2)]
)
def test_another_system_or_run_is_announced(
    chooser: SystemChooser, qtbot: QtBot, name: str, begin: int, key: str, chosen: int
) -> None:
    chooser.choose(begin, None)
    with qtbot.waitSignal(chooser.prediction_chosen) as caught:
        if key:
            QTest.keyClicks(box(chooser, name), key)
        else:
            QTest.keyClick(box(chooser, name), Qt.Key.Key_Down)
    assert caught.args == [chosen]


def test_a_system_with_as_many_runs_shows_the_same_run(make_study_from: MakeStudy, qtbot: QtBot) -> None:
    chooser = SystemChooser()
    qtbot.addWidget(chooser)
    chooser.show_systems(systems_of(make_study_from(SENTENCE, systems=("a", "a", "b", "b"))))
    chooser.choose(1, None)
    with qtbot.waitSignal(chooser.prediction_chosen) as caught:
        QTest.keyClick(box(chooser, "System"), Qt.Key.Key_Down)
    assert caught.args == [3]


@pytest.mark.parametrize(("begin", "key", "chosen"), [(None, Qt.Key.Key_Down, 0), (0, Qt.Key.Key_Up, None)])
def test_what_to_compare_with_is_announced(
    chooser: SystemChooser, qtbot: QtBot, begin: int | None, key: Qt.Key, chosen: int | None
) -> None:
    chooser.choose(3, begin)
    with qtbot.waitSignal(chooser.compared_chosen) as caught:
        QTest.keyClick(box(chooser, "Compare with"), key)
    assert caught.args == [chosen]


def test_where_there_is_little_room_the_list_of_systems_leads_on(chooser: SystemChooser, qtbot: QtBot) -> None:
    chooser.set_room(has_words=True, has_room=False)
    systems = box(chooser, "System")
    assert not box(chooser, "Compare with").isVisible()
    assert offered(systems) == ["a", "b", "c", "Compare with…"]
    QTest.keyClick(systems, Qt.Key.Key_End)
    assert chooser.menu.isVisible()
    assert systems.currentText() == "a"
    with qtbot.waitSignal(chooser.compared_chosen) as caught:
        QTest.keyClick(chooser.menu, Qt.Key.Key_Down)
        QTest.keyClick(chooser.menu, Qt.Key.Key_Return)
    assert caught.args == [1]


def test_one_prediction_has_nothing_to_be_compared_with(make_study_from: MakeStudy, qtbot: QtBot) -> None:
    chooser = SystemChooser()
    qtbot.addWidget(chooser)
    chooser.show_systems(systems_of(make_study_from("Rome/B-LOC/O")))
    chooser.show()
    assert not box(chooser, "Compare with").isVisible()
    assert not chooser.menu.isEnabled()


def test_what_is_compared_gives_way_in_narrow_windows(window: MainWindow) -> None:
    for width in (1500, 1200, 1000, 1500):
        window.resize(round(width * font_size(window.font()) / 13), 800)
        QApplication.processEvents()
        assert box(window.toolbar.systems, "Compare with").isVisible() == (width > 1280), width


def press(window: MainWindow, name: str) -> None:
    window.menus.action(name).trigger()


def test_a_and_b_are_chosen_and_swapped(window: MainWindow, sample_study: Study) -> None:
    assert not window.menus.action("swap").isEnabled()
    window.toolbar.systems.compared_chosen.emit(1)
    press(window, "swap")
    assert (window.document.prediction, window.document.compared) == (1, 0)
    systems, other = (box(window.toolbar.systems, name).currentText() for name in ("System", "Compare with"))
    assert (systems, other) == (sample_study.predictions[1].system, sample_study.predictions[0].system)


def test_a_command_asks_what_to_compare_with(window: MainWindow) -> None:
    press(window, "compare_with")
    assert window.toolbar.systems.menu.isVisible()


def offers_of(window: MainWindow, names: Sequence[str]) -> list[bool]:
    return [window.menus.action(name).isEnabled() for name in names]


def test_nothing_is_offered_before_files_are_open(empty_window: MainWindow) -> None:
    assert offers_of(empty_window, ("systems", "compare_with", "swap")) == [False] * 3


def test_a_comparison_is_remembered(window: MainWindow, qtbot: QtBot) -> None:
    window.document.compare_with(1)
    session = window.session_state()
    assert session is not None
    assert session.compared == 1
    window.document.compare_with(None)
    with qtbot.waitSignal(window.session_opened):
        window.open_session(session)
    assert window.document.compared == 1


def test_a_remembered_comparison_that_is_gone_is_left_out(window: MainWindow, qtbot: QtBot) -> None:
    window.document.compare_with(1)
    session = window.session_state()
    assert session is not None
    fewer = replace(session.request, predictions=session.request.predictions[:1])
    with qtbot.waitSignal(window.session_opened):
        window.open_session(replace(session, request=fewer, prediction=0))
    assert window.document.compared is None


def test_all_others_are_offered_where_there_are_several(chooser: SystemChooser, qtbot: QtBot) -> None:
    chooser.choose(0, None, offers_all=True, is_against_all=True)
    others = box(chooser, "Compare with")
    assert offered(others) == ["none", "all others", "b run 1", "b run 2", "c"]
    assert others.currentText() == "all others"
    assert checked(chooser.menu) == ["all others"]
    with qtbot.waitSignal(chooser.all_chosen):
        chooser.menu.actions()[1].trigger()
    with qtbot.waitSignal(chooser.all_chosen):
        others.activated.emit(1)
