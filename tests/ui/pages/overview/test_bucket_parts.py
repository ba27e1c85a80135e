"""The two parts with charts of buckets in use: by mouse, by keys, as a table, saved."""

from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QSpinBox, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.charts.buckets import count_buckets
from nerinspect.charts.scores import BY_BUCKET, ONE_ATTRIBUTE, Shown
from nerinspect.charts.values import Chart
from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE
from nerinspect.settings import AnalysisChoice, BucketChoice
from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.pages.overview.charts import WAITING, BucketCharts

MakeStudy = Callable[..., Study]
NAMES = ("flair", "plain")
CTRL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(
        "Ostend/B-LOC/B-LOC/B-LOC said/O/O/O Grey/B-ORG/B-ORG/B-ORG Heron/I-ORG/O/I-ORG so/O/B-PER/O",
        "Ulm/B-LOC/O/B-LOC",
        systems=NAMES,
    )


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(1200, 700)
    return page


def buckets_on(page: QWidget) -> BucketCharts:
    """Put both parts below each other."""
    view, rows = BucketCharts(Document(page), page), QVBoxLayout(page)
    rows.addWidget(view.every)
    rows.addWidget(view.one)
    return view


@pytest.fixture
def view(study: Study, qtbot: QtBot, page: QWidget) -> BucketCharts:
    view = buckets_on(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    view.show_scores(count_buckets(study, WHOLE, 2), Shown(0, (1,), NAMES), "")
    qtbot.waitUntil(lambda: bool(view.large.charts))
    QApplication.processEvents()
    return view


class PaintCounter(QObject):
    """Count how often each of some widgets is painted."""

    def __init__(self, widgets: Iterable[QWidget]) -> None:
        super().__init__()
        self.counts = Counter[QWidget]()
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.counts[watched] += 1
        return False


def charts(view: BucketCharts) -> list[BarChart]:
    return view.small.findChildren(BarChart)


def click(chart: BarChart, place: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, held, place)


def test_charts_that_move_to_other_rows_are_painted_once(
    study: Study, view: BucketCharts, qtbot: QtBot, page: QWidget
) -> None:
    painted = PaintCounter(page.findChildren(BarChart))
    before = [chart.geometry() for chart in charts(view)]
    view.show_scores(count_buckets(study, WHOLE, 10), Shown(0, (1,), NAMES), "")
    qtbot.waitUntil(lambda: bool(painted.counts))
    for _ in range(5):
        QApplication.processEvents()
    assert [chart.geometry() for chart in charts(view)] != before
    assert set(painted.counts.values()) == {1}


def test_every_attribute_with_values_has_a_chart(view: BucketCharts) -> None:
    assert [chart.title for chart in view.small.charts] == ["eLen", "sLen", "eDen", "type"]


def test_a_click_on_a_bar_opens_its_bucket(view: BucketCharts, qtbot: QtBot) -> None:
    chart = charts(view)[0]
    with qtbot.waitSignal(view.small.door_opened) as caught:
        click(chart, QPoint(chart.width() // 4, 40))
    assert caught.args == ["bucket:eLen/2=XS", 0]


def test_a_click_below_the_axis_opens_the_reference_in_the_bucket(view: BucketCharts, qtbot: QtBot) -> None:
    chart = charts(view)[0]
    with qtbot.waitSignal(view.small.door_opened) as caught:
        click(chart, QPoint(chart.width() // 4, chart.height() - 4))
    assert caught.args == ["refbucket:eLen/2=XS", 0]


def test_ctrl_and_a_click_add_the_bucket(view: BucketCharts, qtbot: QtBot) -> None:
    chart = charts(view)[0]
    with qtbot.waitSignal(view.small.picked) as caught:
        click(chart, QPoint(3 * chart.width() // 4, 40), CTRL)
    assert caught.args == ["eLen/2=XL"]


def test_arrows_lead_to_every_bar_and_enter_opens(view: BucketCharts, qtbot: QtBot) -> None:
    chart = charts(view)[0]
    chart.setFocus()
    for _ in range(2):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Down)
    assert chart.accessibleDescription() == "eLen, 2 or more tokens (XL): 1 reference mention"
    with qtbot.waitSignal(view.small.door_opened) as caught:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert caught.args == ["refbucket:eLen/2=XL", 0]
    with qtbot.waitSignal(view.small.picked) as added:
        QTest.keyClick(chart, Qt.Key.Key_Return, CTRL)
    assert added.args == ["eLen/2=XL"]


def test_a_bar_of_another_system_opens_its_events(view: BucketCharts, qtbot: QtBot, page: QWidget) -> None:
    next(box for box in page.findChildren(QCheckBox) if box.text() == "All systems").click()
    chart = view.large.findChildren(BarChart)[0]
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    with qtbot.waitSignal(view.large.door_opened) as caught:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert caught.args == ["bucket:eLen/2=XS", 1]


def test_a_title_leads_to_the_large_chart(view: BucketCharts, qtbot: QtBot) -> None:
    title = view.small.findChildren(LinkLabel)[1]
    title.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(view.choice_changed):
        QTest.keyClick(title, Qt.Key.Key_Return)
    assert view.large.charts[0].title == "F1 by sentence length"


def test_the_chooser_leads_to_the_large_chart(view: BucketCharts, page: QWidget) -> None:
    chooser = page.findChildren(QComboBox)[0]
    chooser.setFocus()
    QTest.keyClick(chooser, Qt.Key.Key_End)
    assert view.large.charts[0].title == "F1 by type of the mention"


def test_precision_and_recall_are_shown_on_demand(view: BucketCharts, page: QWidget) -> None:
    next(button for button in page.findChildren(QToolButton) if button.text() == "Recall").click()
    assert [bar.text for bar in view.large.charts[0].bars] == ["50.00", "0.00"]


def test_the_numbers_are_shown_as_a_table(view: BucketCharts, page: QWidget) -> None:
    assert view.table.isHidden()
    next(box for box in page.findChildren(QCheckBox) if box.text() == "Show as table").click()
    assert not view.table.isHidden()
    assert next(iter(view.table.numbers.as_table()))[:4] == ("flair", "eLen", "XS", "1 token")


def test_a_number_in_the_table_opens_what_it_counts(view: BucketCharts) -> None:
    model = view.table.numbers
    row = [model.cell(model.index(0, column)).query for column in range(1, model.columnCount())]
    counts = ["refbucket:eLen/2=XS", "predbucket:eLen/2=XS", "correctbucket:eLen/2=XS"]
    assert row == ["", counts[1], counts[0], "bucket:eLen/2=XS", "", "", *counts]


def test_another_number_of_buckets_is_asked_for(view: BucketCharts, qtbot: QtBot, page: QWidget) -> None:
    document = page.findChildren(Document)[0]
    with qtbot.waitSignal(document.analysis_changed):
        page.findChildren(QSpinBox)[0].setValue(6)
    assert document.analysis == AnalysisChoice(6)


def test_an_attribute_without_values_stays_chosen_for_other_studies(study: Study, page: QWidget) -> None:
    view = buckets_on(page)
    view.show_choice(BucketChoice("eCon", "F1"))
    view.show_scores(count_buckets(study, WHOLE, 4), Shown(0, (1,), NAMES), "")
    assert (view.attribute, view.choice.attribute) == ("eLen", "eCon")


def test_what_was_chosen_before_is_shown(study: Study, qtbot: QtBot, page: QWidget) -> None:
    view = buckets_on(page)
    view.show_choice(BucketChoice("eDen", "Precision"))
    view.show_scores(count_buckets(study, WHOLE, 6), Shown(0, (1,), NAMES), "")
    qtbot.waitUntil(lambda: bool(view.large.charts))
    assert view.large.charts[0].title == "Precision by mention density"
    assert view.choice == BucketChoice("eDen", "Precision")


def test_other_counts_take_the_place_in_the_same_charts(view: BucketCharts, study: Study) -> None:
    before = charts(view)
    view.show_scores(count_buckets(study, WHOLE, 3), Shown(1, (0,), NAMES), "")
    assert charts(view) == before
    assert view.small.charts[0].bars[0].text == "100.00"


def test_the_wait_for_counts_is_told(study: Study, qtbot: QtBot, page: QWidget) -> None:
    view = buckets_on(page)
    with qtbot.waitExposed(page):
        page.show()
    view.wait()
    assert WAITING in [label.text() for label in page.findChildren(QLabel)]
    view.show_scores(count_buckets(study, WHOLE, 4), Shown(0, (), NAMES), "")
    assert WAITING not in [label.text() for label in page.findChildren(QLabel)]


@pytest.mark.parametrize("name", [BY_BUCKET, ONE_ATTRIBUTE])
def test_a_figure_holds_what_is_on_show(view: BucketCharts, name: str) -> None:
    figure = view.figure(name, ())
    assert figure is not None
    charts = [part for part in figure.parts if isinstance(part, Chart)]
    shown = (view.small if name == BY_BUCKET else view.large).charts
    assert [(chart.title, [bar.text for bar in chart.bars]) for chart in charts] == [
        (chart.title, [bar.text for bar in chart.bars]) for chart in shown
    ]


def test_a_figure_has_the_systems_that_are_chosen(view: BucketCharts) -> None:
    figure = view.figure(BY_BUCKET, ["plain"])
    assert figure is not None
    assert figure.systems == ("plain",)


def test_without_counts_there_is_no_figure(page: QWidget) -> None:
    assert buckets_on(page).figure(BY_BUCKET, ()) is None
