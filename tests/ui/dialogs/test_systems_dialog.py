"""The list of systems: renamed, moved, grouped, separated, removed, undone; applied to a window."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPersistentModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLineEdit, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.colours import SYSTEM_COLOURS
from nerinspect.io.request import LoadRequest
from nerinspect.systems.arranging import Arranged
from nerinspect.ui.dialogs.systems_dialog import SystemsDialog
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from nerinspect.ui.window.window import MainWindow

MakeStudy = Callable[..., Study]
PressButton = Callable[[QWidget, str], None]
Where = QAbstractItemView.DropIndicatorPosition


@pytest.fixture
def dialog(make_study_from: MakeStudy, qtbot: QtBot) -> SystemsDialog:
    """List `a` with one run, `b` with two, and `c`."""
    dialog = SystemsDialog(make_study_from("Rome/B-LOC/B-LOC/B-LOC/O/O", systems=("a", "b", "b", "c")))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def listed(dialog: SystemsDialog) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.name, one.numbers) for one in dialog.systems]


def choose(dialog: SystemsDialog, place: int, run: int | None = None) -> None:
    item = dialog.tree.topLevelItem(place)
    assert item is not None
    child = item if run is None else item.child(run)
    assert child is not None
    dialog.tree.setCurrentItem(child)


def rename(dialog: SystemsDialog, place: int, name: str) -> None:
    item = dialog.tree.topLevelItem(place)
    assert item is not None
    item.setText(0, name)


def drop(dialog: SystemsDialog, place: int, run: int | None, where: Where) -> None:
    item = dialog.tree.topLevelItem(place)
    assert item is not None
    target = item if run is None else item.child(run)
    assert target is not None
    dialog.tree.take_drop(dialog.tree.visualItemRect(target).center(), where)


def shown(dialog: SystemsDialog) -> list[list[str]]:
    rows = []
    for place in range(dialog.tree.topLevelItemCount()):
        item = dialog.tree.topLevelItem(place)
        assert item is not None
        rows.append([item.text(column) for column in (0, 2, 3)])
    return rows


def test_systems_stand_with_the_mean_and_deviation_of_their_runs(dialog: SystemsDialog) -> None:
    assert shown(dialog) == [["a", "100.00", ""], ["b", "50.00", "70.71"], ["c", "0.00", ""]]


def test_a_system_is_renamed_in_place(dialog: SystemsDialog, qtbot: QtBot) -> None:
    rename(dialog, 2, "z")  # there is something to apply now, which Enter must not do
    choose(dialog, 0)
    QTest.keyClick(dialog.tree, Qt.Key.Key_F2)
    editor = dialog.tree.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    QTest.keyClicks(editor, "x")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: listed(dialog)[0] == ("x", (0,)))
    assert dialog.isVisible()


def test_the_name_of_another_system_makes_runs_of_it(dialog: SystemsDialog) -> None:
    rename(dialog, 2, "a")
    assert listed(dialog) == [("a", (0, 3)), ("b", (1, 2))]


@pytest.mark.parametrize("name", ["", "a,b", "retention"])
def test_a_name_that_cannot_be_is_refused_in_words(dialog: SystemsDialog, name: str) -> None:
    before, note = listed(dialog), dialog.note.text()
    rename(dialog, 0, name)
    assert listed(dialog) == before
    assert dialog.note.text() != note
    assert shown(dialog)[0][0] == "a"


@pytest.mark.parametrize(
    ("place", "run", "key", "order"),
    [
        (0, None, Qt.Key.Key_Down, (1, 2, 0, 3)),
        (2, None, Qt.Key.Key_Up, (0, 3, 1, 2)),
        (1, 0, Qt.Key.Key_Down, (0, 2, 1, 3)),
    ],
)
def test_systems_and_runs_move_by_keys(
    dialog: SystemsDialog, place: int, run: int | None, key: Qt.Key, order: tuple[int, ...]
) -> None:
    choose(dialog, place, run)
    QTest.keyClick(dialog.tree, key, Qt.KeyboardModifier.AltModifier)
    assert tuple(one.number for one in dialog.arranged()) == order


def test_what_was_moved_can_be_moved_on(dialog: SystemsDialog) -> None:
    choose(dialog, 0)
    for _ in range(4):
        QTest.keyClick(dialog.tree, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [name for name, _ in listed(dialog)] == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("moved", "target", "where", "expected"),
    [
        ((0, None), (2, None), Where.BelowItem, [("b", (1, 2)), ("c", (3,)), ("a", (0,))]),
        ((2, None), (0, None), Where.AboveItem, [("c", (3,)), ("a", (0,)), ("b", (1, 2))]),
        ((0, None), (2, None), Where.OnItem, [("b", (1, 2)), ("c", (3, 0))]),
        ((1, 0), (1, 1), Where.BelowItem, [("a", (0,)), ("b", (2, 1)), ("c", (3,))]),
        ((1, 1), (0, None), Where.OnItem, [("a", (0, 2)), ("b", (1,)), ("c", (3,))]),
    ],
)
def test_systems_and_runs_are_dragged(
    dialog: SystemsDialog,
    moved: tuple[int, int | None],
    target: tuple[int, int | None],
    where: Where,
    expected: list[tuple[str, tuple[int, ...]]],
) -> None:
    choose(dialog, *moved)
    drop(dialog, *target, where)
    assert listed(dialog) == expected


def test_what_is_let_go_below_all_comes_last(dialog: SystemsDialog) -> None:
    choose(dialog, 0)
    dialog.tree.take_drop(QPoint(5, dialog.tree.viewport().height() - 2), Where.OnViewport)
    assert [name for name, _ in listed(dialog)] == ["b", "c", "a"]


def pick_colour(dialog: SystemsDialog, name: str) -> None:
    button = next(one for one in dialog.findChildren(QPushButton) if one.text() == "&Colour")
    button.menu().aboutToShow.emit()
    next(one for one in button.menu().actions() if one.text().split(":")[0] == name).trigger()


def colours(dialog: SystemsDialog) -> list[tuple[str, int]]:
    return [(one.name, one.colour) for one in dialog.systems]


def test_a_system_is_given_a_colour_with_its_runs(dialog: SystemsDialog) -> None:
    choose(dialog, 1, 1)
    pick_colour(dialog, "Purple")
    assert colours(dialog) == [("a", 0), ("b", 4), ("c", 2)]
    assert dialog.arranged()[1:3] == [Arranged(1, "b", 4), Arranged(2, "b", 4)]


def test_the_colours_are_offered_with_the_systems_that_have_them(dialog: SystemsDialog) -> None:
    choose(dialog, 0)
    pick_colour(dialog, "Blue")
    (menu,) = dialog.findChildren(QMenu)
    menu.aboutToShow.emit()
    offered = {action.text(): action.isChecked() for action in menu.actions()}
    assert len(offered) == len(SYSTEM_COLOURS)
    assert {"Grey": False, "Blue: a, b": True, "Orange: c": False}.items() <= offered.items()


def test_a_colour_is_seen_and_spoken(dialog: SystemsDialog, qapp: QApplication, qtbot: QtBot) -> None:
    head = QPersistentModelIndex(dialog.tree.model().index(1, 0))

    def seen() -> QColor:
        icon: QIcon = head.data(Qt.ItemDataRole.DecorationRole)
        return icon.pixmap(QSize(9, 9)).toImage().pixelColor(4, 4)

    assert head.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "blue"
    assert seen() == LIGHT.system_colour(1)
    choose_theme(qapp, DARK)
    try:
        qtbot.waitUntil(lambda: seen() == DARK.system_colour(1))
    finally:
        choose_theme(qapp, None)


def test_a_colour_stays_with_its_system(dialog: SystemsDialog, press_button: PressButton) -> None:
    choose(dialog, 2)
    pick_colour(dialog, "Red")
    QTest.keyClick(dialog.tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    rename(dialog, 1, "x")
    choose(dialog, 0)
    QTest.keyClick(dialog.tree, Qt.Key.Key_Delete)
    assert colours(dialog) == [("x", 5), ("b", 1)]
    for _ in range(4):
        press_button(dialog, "Und&o")
    assert colours(dialog) == [("a", 0), ("b", 1), ("c", 2)]


def test_a_run_that_becomes_a_system_has_a_colour_of_its_own(dialog: SystemsDialog, press_button: PressButton) -> None:
    choose(dialog, 1, 1)
    press_button(dialog, "&Separate")
    assert colours(dialog) == [("a", 0), ("b", 1), ("b2", 3), ("c", 2)]


def test_selected_systems_become_runs_of_the_first(dialog: SystemsDialog, press_button: PressButton) -> None:
    dialog.tree.selectAll()
    press_button(dialog, "&Group as runs")
    assert listed(dialog) == [("a", (0, 1, 2, 3))]


def test_a_run_becomes_a_system_named_after_its_file(dialog: SystemsDialog, press_button: PressButton) -> None:
    choose(dialog, 1, 1)
    press_button(dialog, "&Separate")
    assert listed(dialog) == [("a", (0,)), ("b", (1,)), ("b2", (2,)), ("c", (3,))]


@pytest.mark.parametrize(("place", "run", "left"), [(0, None, [1, 2, 3]), (1, 0, [0, 2, 3]), (1, None, [0, 3])])
def test_systems_and_runs_are_removed(dialog: SystemsDialog, place: int, run: int | None, left: list[int]) -> None:
    choose(dialog, place, run)
    QTest.keyClick(dialog.tree, Qt.Key.Key_Delete)
    assert [one.number for one in dialog.arranged()] == left


def test_each_step_can_be_undone(dialog: SystemsDialog, press_button: PressButton) -> None:
    before = listed(dialog)
    rename(dialog, 0, "x")
    choose(dialog, 1)
    QTest.keyClick(dialog.tree, Qt.Key.Key_Delete)
    press_button(dialog, "Und&o")
    assert listed(dialog)[0] == ("x", (0,))
    press_button(dialog, "Und&o")
    assert listed(dialog) == before


def test_there_is_something_to_apply_once_something_is_changed(dialog: SystemsDialog) -> None:
    button = next(one for one in dialog.findChildren(QAbstractButton) if one.text() == "&Apply")
    assert not button.isEnabled()
    rename(dialog, 0, "x")
    assert button.isEnabled()


def test_a_window_shows_what_is_applied(
    empty_window: MainWindow, tmp_path: Path, qtbot: QtBot, press_button: PressButton
) -> None:
    for name in ("ref", "p", "q"):
        (tmp_path / f"{name}.conll").write_text("Ostend B-LOC\n")
    paths = tuple(str(tmp_path / f"{name}.conll") for name in ("p", "q"))
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(LoadRequest(str(tmp_path / "ref.conll"), paths, encoding="BIO"), "")
    empty_window.menus.action("systems").trigger()
    (dialog,) = empty_window.findChildren(SystemsDialog)
    rename(dialog, 1, "p")
    with qtbot.waitSignal(empty_window.opener.predictions.changed):
        press_button(dialog, "&Apply")
    study, request = empty_window.document.study, empty_window.document.request
    assert study is not None
    assert request is not None
    assert [(one.system, one.run) for one in study.predictions] == [("p", 1), ("p", 2)]
    assert request.predictions == (f"p={paths[0]}", f"p={paths[1]}")


def test_nothing_is_arranged_that_is_not_asked_for(dialog: SystemsDialog) -> None:
    assert dialog.arranged() == [Arranged(0, "a", 0), Arranged(1, "b", 1), Arranged(2, "b", 1), Arranged(3, "c", 2)]
