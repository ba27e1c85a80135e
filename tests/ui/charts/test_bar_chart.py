from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from nerinspect.charts.scores import Scored, kind_chart, most_frequent, shown_in, type_chart
from nerinspect.charts.values import Chart
from nerinspect.events.scores import Measure
from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, doors_to, score_kept
from nerinspect.ui.charts.bar_chart import BarChart, BarLayout, ChartGrid, TitledChart
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.theme.fonts import CAPTION, scaled_font

MakeStudy = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give LOC 1 of 1, ORG 0 of 2 with one predicted, PER never in the reference."""
    return make_study_from("Ostend/B-LOC/B-LOC Grey/B-ORG/B-ORG Heron/I-ORG/O so/O/B-PER x/O/O Ulm/B-ORG/O")


@pytest.fixture
def scored(study: Study) -> Scored:
    return Scored(("flair",), tuple(score_kept(study)), 0, study.types, doors_to(WHOLE, study.types), study)


@pytest.fixture
def by_type(scored: Scored) -> Chart:
    return type_chart(scored, shown_in(scored), scored.types, "Recall")


@pytest.fixture
def chart(by_type: Chart, qtbot: QtBot) -> BarChart:
    chart = BarChart(by_type)
    qtbot.addWidget(chart)
    chart.resize(600, 200)
    with qtbot.waitExposed(chart):
        chart.show()
    return chart


def test_bars_begin_at_zero_and_end_at_the_score(by_type: Chart) -> None:
    assert [(bar.label, bar.length, bar.text, bar.count) for bar in by_type.bars[:2]] == [
        ("LOC", 1.0, "100.00", "1"),
        ("ORG", 0.0, "0.00", "2"),
    ]


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("F1", "ORG: F1 0.00, 0 correct of 2 reference and 1 predicted mention"),
        ("Precision", "ORG: Precision 0.00, 0 correct of 1 predicted mention"),
    ],
)
def test_a_bar_says_what_its_score_is_made_of(scored: Scored, measure: Measure, words: str) -> None:
    chart = type_chart(scored, shown_in(scored), scored.types, measure)
    assert chart.bars[1].say() == words


def test_a_bar_says_its_counts(by_type: Chart) -> None:
    assert by_type.bars[1].say() == "ORG: Recall 0.00, 0 correct of 2 reference mentions"


def test_an_undefined_score_is_no_bar_of_zero(by_type: Chart) -> None:
    assert by_type.bars[2].text == "–"


def test_kinds_stand_on_one_axis_that_ends_at_a_round_number(scored: Scored) -> None:
    chart = kind_chart(scored, shown_in(scored))
    assert [(bar.label, bar.length) for bar in chart.bars] == [
        ("FP", 1.0),
        ("FN", 1.0),
        ("LE", 0.0),
        ("BE", 1.0),
        ("LBE", 0.0),
    ]
    assert chart.scale == ("0", "1")


def test_the_most_frequent_types_have_bars(study: Study) -> None:
    assert most_frequent(score_kept(study)[0], study.types, 2) == ("LOC", "ORG")


def test_a_click_on_a_bar_asks_for_its_events(chart: BarChart, qtbot: QtBot) -> None:
    with qtbot.waitSignal(chart.door_opened) as caught:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(300, 60))
    assert caught.args == ["ref:ORG", 0]


def test_arrows_move_and_enter_asks(chart: BarChart, qtbot: QtBot) -> None:
    QTest.keyClick(chart, Qt.Key.Key_Right)
    with qtbot.waitSignal(chart.door_opened) as caught:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert caught.args == ["ref:ORG", 0]


def test_the_current_bar_is_spoken(chart: BarChart, by_type: Chart) -> None:
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.accessibleDescription() == by_type.bars[1].say()


def test_a_chart_is_spoken_as_a_whole(by_type: Chart, qtbot: QtBot) -> None:
    chart = BarChart(by_type)
    qtbot.addWidget(chart)
    assert chart.accessibleDescription() == "Recall by type: LOC 100.00; ORG 0.00; PER –"


def test_a_chart_without_bars_can_be_shown(chart: BarChart, qtbot: QtBot) -> None:
    chart.show_chart(Chart("flair", "", (), 0))
    with qtbot.assertNotEmitted(chart.door_opened):
        QTest.keyClick(chart, Qt.Key.Key_Return)


def test_a_bar_under_the_pointer_is_explained(chart: BarChart, by_type: Chart, monkeypatch: pytest.MonkeyPatch) -> None:
    explained: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: explained.append(text))
    place = QPoint(300, 60)
    QApplication.sendEvent(chart, QHelpEvent(QEvent.Type.ToolTip, place, chart.mapToGlobal(place)))
    assert explained == [tooltip(by_type.bars[1].say())]


def test_rows_of_charts_are_of_one_length(by_type: Chart, qtbot: QtBot) -> None:
    grid = ChartGrid()
    qtbot.addWidget(grid)
    grid.show_charts([by_type] * 4)
    one = grid.sizeHint().width() // 2
    with qtbot.waitExposed(grid):
        grid.show()
    grid.resize(round(3.5 * one), 500)  # room for three beside each other
    QApplication.processEvents()
    charts = grid.findChildren(TitledChart)
    assert len({chart.x() for chart in charts}) == len({chart.y() for chart in charts}) == 2


@pytest.mark.parametrize("width", [1000, 1400, 1900])
def test_numbers_and_types_stand_whole_beside_smaller_charts(by_type: Chart, qtbot: QtBot, width: int) -> None:
    sizes, types = ("XS", "S", "L", "XL"), ("MISC", "LOCATION", "ORGANIZATION", "PERSON", "GROUP", "PRODUCT")
    few, many = (
        replace(by_type, bars=tuple(replace(by_type.bars[0], label=name, text="83.12") for name in names), distance=34)
        for names in (sizes, types)
    )
    grid = ChartGrid()
    qtbot.addWidget(grid)
    grid.show_charts([few] * 8 + [many])
    with qtbot.waitExposed(grid):
        grid.show()
    grid.resize(width, 900)
    QApplication.processEvents()
    metrics = QFontMetricsF(scaled_font(grid.font(), CAPTION, is_bold=True))
    for titled in grid.findChildren(TitledChart):
        layout = BarLayout(titled.chart.chart, titled.chart.font(), titled.chart.width())
        texts = [text for bar in layout.chart.bars for text in (bar.label, bar.text)]
        assert layout.distance > max(map(metrics.horizontalAdvance, texts))
