"""The table of F1 differences keeps difference and interval in sight, and cuts long names for them."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QImage
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.differences import compare
from nerinspect.ui.filters.difference import INTERVAL, NAME, POINTS, Comparison, DifferenceView
from nerinspect.ui.theme.themes import current_theme

LONG = "international-organization"


@pytest.fixture
def view(make_study_from: Callable[..., Study], qtbot: QtBot) -> DifferenceView:
    sentences = [f"Rome/B-LOC/B-LOC/{'O' if n % 3 else 'B-LOC'} Interpol/B-{LONG}/B-{LONG}/O" for n in range(6)]
    rows = compare(make_study_from(*sentences, systems=("a", "b")), [0], [1], n_samples=50).rows
    shown = DifferenceView()
    qtbot.addWidget(shown)
    shown.show_comparison(Comparison(rows, ("a", "b"), "12 mentions"))
    return shown


def wide(view: DifferenceView, share: float) -> None:
    """Give the table a width in characters of its font."""
    view.resize(round(share * view.fontMetrics().horizontalAdvance("0")), 200)
    view.fit()


@pytest.mark.parametrize("n_characters", [60, 50, 44])
def test_a_long_name_gives_way_to_the_interval(view: DifferenceView, n_characters: int) -> None:
    wide(view, n_characters)
    assert not view.isColumnHidden(INTERVAL)
    for column in (POINTS, INTERVAL):
        for row in range(view.model().rowCount()):
            text = QFontMetrics(view.font_of(row)).horizontalAdvance(view.model().index(row, column).data())
            assert view.columnWidth(column) >= text
    assert sum(map(view.columnWidth, range(3))) <= view.width()
    assert 0 < view.names_width < view.columnWidth(NAME)


def test_what_is_cut_of_a_name_stands_in_the_tooltip(view: DifferenceView) -> None:
    index = next(
        index for row in range(view.model().rowCount()) if (index := view.model().index(row, NAME)).data() == LONG
    )
    wide(view, 44)
    assert view.names_width < QFontMetrics(view.font_of(index.row())).horizontalAdvance(LONG)
    assert view.cell(index).why.splitlines()[0] == LONG


def test_where_nothing_else_gives_way_the_interval_does(view: DifferenceView) -> None:
    wide(view, 20)
    assert view.isColumnHidden(INTERVAL)
    assert view.columnWidth(NAME) + view.columnWidth(POINTS) <= view.width()
    assert "95 % interval" in view.cell(view.model().index(0, NAME)).why


def test_all_rows_have_one_axis(view: DifferenceView) -> None:
    wide(view, 60)
    image = QImage(view.grab().toImage())
    zeros = set()
    for row in range(view.model().rowCount()):
        cell = view.visualRect(view.model().index(row, NAME)).translated(0, view.horizontalHeader().height())
        zeros.add(axis_in(image, cell.adjusted(view.names_width, 0, 0, 0)))
    assert len(zeros) == 1
    assert zeros != {-1}


def axis_in(image: QImage, cell: QRect) -> int:
    """Find the first column in which the top pixel of a row, above the dot, has the colour of the axis."""
    border = current_theme().border.rgb()
    row = (image.pixel(x, cell.top() + 1) for x in range(cell.left(), cell.right()))
    return next((x for x, colour in enumerate(row) if colour == border), -1)
