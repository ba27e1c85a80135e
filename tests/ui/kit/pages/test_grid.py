"""How parts of a page are laid out in columns."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.pages.parts import PageGrid
from nerinspect.ui.theme.fonts import font_size


class Part(QWidget):
    def __init__(self, height: int) -> None:
        super().__init__()
        self.setFixedHeight(height)


def laid_out(width: int, parts: Sequence[tuple[int, bool]], hidden: Sequence[int] = ()) -> tuple[QWidget, list[QRect]]:
    """Place parts of these heights, some of them wide, and give where they are."""
    page = QWidget()
    grid = PageGrid(page)
    made = [Part(height) for height, _ in parts]
    for part, (_, is_wide) in zip(made, parts, strict=True):
        grid.add_part(part, is_wide)
    for place in hidden:
        made[place].hide()
    grid.setGeometry(QRect(0, 0, width, grid.heightForWidth(width)))
    return page, [part.geometry() for part in made]


def widths(qtbot: QtBot) -> tuple[int, int, int]:
    """Give a gutter and the narrowest and the widest column, in pixels."""
    unit = font_size(QWidget().font())
    return round(3.4 * unit), round(45 * unit), round(52 * unit)


@pytest.mark.parametrize("n_columns", [1, 2, 3, 4])
def test_there_are_as_many_columns_as_fit_but_never_more_than_three(n_columns: int, qtbot: QtBot) -> None:
    gutter, narrowest, _ = widths(qtbot)
    width = n_columns * narrowest + (n_columns - 1) * gutter + 2
    _page, places = laid_out(width, [(100, False)] * 4)
    assert len({place.left() for place in places}) == min(n_columns, 3)


def test_a_part_goes_where_it_can_begin_highest(qtbot: QtBot) -> None:
    gutter, narrowest, _ = widths(qtbot)
    _page, (first, second, third, fourth) = laid_out(
        2 * narrowest + gutter, [(300, False), (100, False), (50, False), (70, False)]
    )
    assert (first.left(), second.left(), third.left(), fourth.left()) == (
        0,
        second.left(),
        second.left(),
        second.left(),
    )
    assert first.top() == second.top() == 0 < third.top() < fourth.top() < first.bottom()


def test_a_wide_part_spans_all_columns_below_everything_before_it(qtbot: QtBot) -> None:
    gutter, narrowest, _ = widths(qtbot)
    _page, (first, _second, wide, last) = laid_out(
        2 * narrowest + gutter, [(300, False), (100, False), (80, True), (60, False)]
    )
    assert (wide.left(), wide.width()) == (0, 2 * narrowest + gutter)
    assert wide.top() > first.bottom()
    assert last.top() > wide.bottom()


def test_columns_grow_no_further_and_a_single_one_neither(qtbot: QtBot) -> None:
    gutter, narrowest, widest = widths(qtbot)
    _page, places = laid_out(5000, [(100, False)] * 3)
    assert {place.width() for place in places} == {widest}
    _page, [alone] = laid_out(narrowest + gutter, [(100, False)])
    assert alone.width() == narrowest + gutter


def test_the_last_part_can_fill_the_height_that_is_left(qtbot: QtBot) -> None:
    page = QWidget()
    grid, above, filling = PageGrid(page), Part(100), QWidget()
    filling.setMinimumHeight(200)
    grid.add_part(above)
    grid.add_part(filling, is_wide=True, fills=True)
    assert grid.heightForWidth(600) == filling_top(grid, above, filling) + 200
    grid.setGeometry(QRect(0, 0, 600, 900))
    assert filling.geometry().bottom() == 899


def filling_top(grid: PageGrid, above: QWidget, filling: QWidget) -> int:
    grid.setGeometry(QRect(0, 0, 600, grid.heightForWidth(600)))
    assert filling.geometry().top() > above.geometry().bottom()
    return filling.geometry().top()


def test_a_hidden_part_takes_no_room(qtbot: QtBot) -> None:
    _page, (first, _hidden, third) = laid_out(600, [(100, False), (400, False), (100, False)], hidden=[1])
    assert third.top() - first.bottom() < 60


def test_parts_never_overlap_and_all_lie_within_the_height(qtbot: QtBot) -> None:
    parts = st.lists(st.tuples(st.integers(1, 400), st.booleans()), max_size=8)

    @given(st.integers(200, 3000), parts)
    def check(width: int, drawn: list[tuple[int, bool]]) -> None:
        page, places = laid_out(width, drawn)
        grid = page.layout()
        assert isinstance(grid, PageGrid)
        for place, one in enumerate(places):
            assert not any(one.intersects(other) for other in places[place + 1 :])
            assert one.bottom() < grid.heightForWidth(width)
            assert one.right() < width
        if drawn:
            assert max(one.bottom() for one in places) + 1 == grid.heightForWidth(width)

    check()
