from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication

from nerinspect.charts.values import Bar, Chart
from nerinspect.query.filters import Everything
from nerinspect.ui.charts.bar_chart import BarLayout

LAYOUTS = st.tuples(st.integers(1, 12), st.integers(1, 4), st.integers(60, 2000), st.booleans())


def layout_of(shape: tuple[int, int, int, bool]) -> BarLayout:
    n_groups, n_series, width, has_scale = shape
    bar = Bar("XS", 0.5, "50.00", Everything(), str, count="1")
    others = tuple(range(1, n_series))
    chart = Chart(
        "flair", "", (bar,) * (n_groups * n_series), 0, others=others, scale=("0", "100") if has_scale else ()
    )
    return BarLayout(chart, QGuiApplication.font(), width)


@pytest.mark.usefixtures("qapp")
@given(LAYOUTS)
def test_the_middle_of_a_bar_belongs_to_it(shape: tuple[int, int, int, bool]) -> None:
    layout = layout_of(shape)
    places = range(len(layout.chart.bars))
    assert [layout.place_at(layout.middle(place)) for place in places] == [*places]


@pytest.mark.usefixtures("qapp")
@given(LAYOUTS)
def test_bars_stand_beside_each_other_within_the_chart(shape: tuple[int, int, int, bool]) -> None:
    layout = layout_of(shape)
    edges = [layout.left]
    for place in range(len(layout.chart.bars)):
        half = layout.step / 2
        edges += [layout.middle(place) - half, layout.middle(place) + half]
    edges.append(layout.width)
    assert all(left <= right + 1e-6 for left, right in pairwise(edges))


@pytest.mark.usefixtures("qapp")
def test_what_lies_below_the_axis_is_not_the_bar() -> None:
    layout = layout_of((4, 1, 400, False))
    assert [layout.is_count(y) for y in (layout.count + 1, layout.axis - 1)] == [True, False]


@pytest.mark.usefixtures("qapp")
def test_beside_the_scale_there_is_no_bar() -> None:
    layout = layout_of((4, 2, 400, True))
    assert layout.place_at(layout.left / 2) is None
