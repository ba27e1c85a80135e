from collections.abc import Callable

import pytest
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from nerinspect.events.context import AS_WRITTEN
from nerinspect.events.study import Study
from nerinspect.ui.kit.fields import TickingMenu
from nerinspect.ui.sentence.event_context import ContextPanel

MakeStudy = Callable[..., Study]

POS, WRITTEN, SURE = ("reference", "pos"), ("reference", AS_WRITTEN), ("flair", "sure")


def button_of(panel: ContextPanel) -> QToolButton:
    (button,) = panel.findChildren(QToolButton)
    return button


def menu_of(panel: ContextPanel) -> QMenu:
    menu = button_of(panel).menu()
    menu.aboutToShow.emit()
    return menu


def action_of(panel: ContextPanel, name: str) -> QAction:
    return next(action for action in menu_of(panel).actions() if action.text() == name)


def line_height(panel: ContextPanel) -> float:
    return panel.view.document().firstBlock().blockFormat().lineHeight()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the columns that are painted under the words, by their titles."""
    titles: list[str] = []

    def paint(_painter: QPainter, columns: list[object], *_more: object) -> None:
        titles[:] = [getattr(column, "title") for column in columns]  # noqa: B009

    monkeypatch.setattr("nerinspect.ui.sentence.typesetter.paint_values", paint)
    return titles


def test_no_column_is_shown_at_first(with_columns: ContextPanel, written: list[str]) -> None:
    with_columns.grab()
    assert (with_columns.columns, written) == ([], [])


def test_columns_are_listed_by_source(with_columns: ContextPanel) -> None:
    listed = [action.text() for action in menu_of(with_columns).actions()]
    assert listed == ["reference", AS_WRITTEN, "pos", "flair", "sure"]


def test_a_chosen_column_is_told_and_shown(with_columns: ContextPanel, written: list[str], qtbot: QtBot) -> None:
    with qtbot.waitSignal(with_columns.columns_changed) as caught:
        action_of(with_columns, "pos").trigger()
    with_columns.grab()
    assert (caught.args, written) == ([[POS]], ["pos"])


def test_a_column_that_is_chosen_again_goes(with_columns: ContextPanel) -> None:
    with_columns.set_columns([POS, SURE])
    action_of(with_columns, "pos").trigger()
    assert with_columns.columns == [SURE]
    assert not action_of(with_columns, "pos").isChecked()


def test_each_column_makes_lines_higher(with_columns: ContextPanel) -> None:
    heights = [line_height(with_columns)]
    for columns in ([POS], [POS, WRITTEN]):
        with_columns.set_columns(columns)
        heights.append(line_height(with_columns))
    assert heights[0] < heights[1] < heights[2]


def test_the_choice_stays_for_the_next_study(
    with_columns: ContextPanel, study_with_columns: Study, make_study_from: MakeStudy
) -> None:
    with_columns.set_columns([POS])
    with_columns.show_study(make_study_from("Port/B-LOC/O"))
    with_columns.show_study(study_with_columns)
    assert with_columns.columns == [POS]
    assert action_of(with_columns, "pos").isChecked()


def test_files_without_other_columns_offer_none(with_columns: ContextPanel, make_study_from: MakeStudy) -> None:
    button = button_of(with_columns)
    assert button.isVisible()
    with_columns.show_study(make_study_from("Port/B-LOC/O"))
    assert not button.isVisible()


def test_blanks_are_widened_for_long_values(with_columns: ContextPanel) -> None:
    def width() -> float:
        return with_columns.view.document().firstBlock().layout().lineAt(0).naturalTextWidth()

    before = width()
    with_columns.set_columns([WRITTEN])  # `label` is longer than some of the words
    assert width() > before


def test_a_sentence_is_copied_as_lines_of_a_file(with_columns: ContextPanel) -> None:
    view = with_columns.view
    menu = view._menu(view.textCursor())  # it would pop up
    next(action for action in menu.actions() if action.text() == "Copy as CoNLL lines").trigger()
    assert QApplication.clipboard().text() == "Upper\tI-LOC\tO\nin\tI-LOC\tO\nsaid\tO\tO\n"


def test_columns_are_ticked_one_after_the_other(with_columns: ContextPanel) -> None:
    assert isinstance(menu_of(with_columns), TickingMenu)
