"""The charts of the overview: F1 by bucket with its table, scores by type, and events by kind, of each system."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from nerinspect.attributes.own import is_file_column
from nerinspect.events.scores import Measure
from nerinspect.glossary import meaning
from nerinspect.settings.schema import BucketChoice
from nerinspect.ui.charts.buckets import (
    MOST_BUCKETS,
    NAME_COLUMNS,
    BucketScores,
    Shown,
    bucket_columns,
    bucket_groups,
    large_chart,
    large_legend,
    small_chart,
    small_legend,
)
from nerinspect.ui.charts.chart_grid import ChartGrid, printed, printed_with_legend
from nerinspect.ui.charts.score_charts import (
    BY_BUCKET,
    BY_KIND,
    BY_TYPE,
    MEASURES,
    ONE_ATTRIBUTE,
    Scored,
    kind_chart,
    most_frequent,
    type_chart,
)
from nerinspect.ui.charts.strokes import Legend
from nerinspect.ui.kit.pages.analysis_controls import AnalysisControls
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import NumberTableModel, recall_alone
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.visible import visible


class ChartChoice(Styled, QWidget):
    """Let the user choose what the large chart shows."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attribute, self.wanted = QComboBox(self), ""
        self._attribute.setAccessibleName("Attribute of the large chart")
        self._attribute.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._measure = Choice(
            "The large chart shows", MEASURES, [meaning(measure.lower()) for measure in MEASURES], self
        )
        self._others, self._table = QCheckBox("All systems", self), QCheckBox("Show as table", self)
        self._others.setToolTip("Bars of up to four systems side by side.")
        self._table.setToolTip("The numbers of the chart, below it; each opens its events.")
        self._attribute.activated.connect(self._on_attribute)
        self._measure.chosen.connect(lambda _place: self.changed.emit())
        for box in (self._others, self._table):
            box.toggled.connect(lambda _is_on: self.changed.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(8 * self.unit))
        for part in (self._attribute, self._measure, self._others, self._table):
            row.addWidget(part)

    @property
    def attribute(self) -> str:
        """Name of the attribute."""
        return self._attribute.currentData() or ""

    @property
    def measure(self) -> Measure:
        """What is to be drawn: recall where there is no precision, else what was chosen."""
        return "Recall" if self._measure.isHidden() else self.chosen_measure

    @property
    def chosen_measure(self) -> Measure:
        """One of `MEASURES`."""
        return MEASURES[self._measure.place]

    @property
    def has_others(self) -> bool:
        """Whether bars of several systems are wanted."""
        return self._others.isChecked() and not self._others.isHidden()

    @property
    def has_table(self) -> bool:
        """Whether the numbers are wanted as a table."""
        return self._table.isChecked()

    def offer(self, scores: BucketScores, has_others: bool) -> None:
        """Offer the attributes of a study, and other systems; what was chosen stays, if it is among them."""
        if [self._attribute.itemData(place) for place in range(self._attribute.count())] != [*scores.names]:
            self._attribute.clear()
            for one in scores.attributes:
                self._attribute.addItem(visible(f"{one.name}, {one.own.attribute.meaning}"), one.name)
            self.choose_attribute(self.wanted)
        self._others.setVisible(has_others)
        self._measure.setVisible(not scores.base.has_recall_alone)

    def choose_attribute(self, name: str) -> None:
        """Choose an attribute, now or when it is offered; without a signal."""
        self.wanted = name
        self._attribute.setCurrentIndex(max(self._attribute.findData(name), 0))

    def choose_measure(self, measure: str) -> None:
        """Choose a measure, without a signal."""
        self._measure.choose(MEASURES.index(measure) if measure in MEASURES else 0)

    def _on_attribute(self) -> None:
        self.wanted = self.attribute
        self.changed.emit()

    def _restyle(self) -> None:
        for part in (self._attribute, self._others, self._table):
            part.setFont(scaled_font(self.font(), DETAIL))


def activate_layouts(widget: QWidget, last: QWidget) -> None:
    """Let a widget, what is around it and last another around that find their places now.

    Left alone, each layout waits for the event loop until the one inside it is done, and what is there is painted
    in between, squeezed.
    """
    around: QWidget | None = widget
    while around is not None:
        layout = around.layout()
        if layout is not None:
            layout.activate()
        else:  # a scroll area is told by its viewport
            QCoreApplication.sendEvent(around, QEvent(QEvent.Type.LayoutRequest))
        around = None if around is last else around.parentWidget()


_TAB: Final = Qt.FocusPolicy.TabFocus
WAITING: Final = "Counting mentions by bucket…"
_INTERVALS: Final = "whiskers: 95 % intervals by Wilson"
_OF_F1: Final = ", for F1 that of correct / (reference + predicted − correct) carried over"
_MEANS: Final = "means of runs have no whiskers: point at a bar for the standard deviation, the table has each run"


class BucketsView(QWidget):
    """Show the buckets of all attributes for the prediction on show, beside others."""

    door_opened = Signal(str, int)  # the query of a number, and the number of the prediction
    picked = Signal(str)  # the bucket that is to be added to the filter
    choice_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bucket_charts")
        self._scores: BucketScores | None = None
        self._shown, self._counted = Shown(0, (), ()), ""
        self._n_in_order = 0  # charts that Tab goes through from top to bottom
        self.controls, self._choice = AnalysisControls(), ChartChoice()
        self._legend, self._large_legend = Legend(), Legend()
        self.small, self.large = ChartGrid(gap=10), ChartGrid()
        model = NumberTableModel(bucket_columns("mention"), NAME_COLUMNS, ONE_ATTRIBUTE)
        self.table = NumberTable(model)
        model.setParent(self.table)
        self._all = Part(BY_BUCKET, self._legend, self.small, beside=self.controls)
        self._one = Part("One attribute", self._large_legend, self.large, self.table, beside=self._choice)
        self.table.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(18 * unit_of(self.font())))
        column.addWidget(self._all)
        column.addWidget(self._one)
        self._connect()
        self.wait()

    @property
    def choice(self) -> BucketChoice:
        """What is to be remembered."""
        return BucketChoice(self._choice.wanted, self._choice.chosen_measure)

    @property
    def attribute(self) -> str:
        """Name of the attribute of the large chart."""
        return self._choice.attribute

    @property
    def named_attributes(self) -> tuple[str, ...]:
        """Names of the attributes that have charts; none if they are there without asking."""
        attributes = [one.own.attribute for one in self._scores.attributes] if self._scores else []
        return tuple(one.name for one in attributes) if any(map(is_file_column, attributes)) else ()

    def show_choice(self, choice: BucketChoice) -> None:
        """Choose what was chosen before."""
        self._choice.choose_attribute(choice.attribute)
        self._choice.choose_measure(choice.measure)
        self._show_one()

    def wait(self) -> None:
        """Say that counts are on their way; what is on show stays."""
        self._all.set_caption(WAITING)
        self._one.setVisible(self._scores is not None)

    def show_scores(self, scores: BucketScores, shown: Shown, counted: str) -> None:
        """Show other counts."""
        self._scores, self._shown, self._counted = scores, shown, counted
        self.controls.offer(scores.study)
        self._choice.offer(scores, bool(shown.others))
        self._one.show()
        missing, is_cut = (
            ", ".join(scores.missing),
            any(len(one.own.buckets) > MOST_BUCKETS for one in scores.attributes),
        )
        said = [
            "the 12 most frequent names" if is_cut else "",
            f"{missing} need training data" if missing else "",
        ]
        self._all.set_caption("; ".join(filter(None, ["percent, 0 to 100", counted, *said])))
        self._all.set_title(f"{scores.base.measure} by bucket")
        self._legend.show_entries(small_legend(shown, scores.base.measure))
        self.small.show_charts([small_chart(one, shown) for one in scores.attributes])
        if self.large.charts:
            self._show_one()
            self._come_to_rest()
        else:
            QTimer.singleShot(0, self, self._show_one)  # the window is painted before more charts are made

    def _come_to_rest(self) -> None:
        """Find all places before anything is painted: so each chart is painted but once."""
        for grid, titled in ((self.small, self._all), (self.large, self._one)):
            activate_layouts(grid, titled)
        activate_layouts(self, self.window())

    @property
    def systems(self) -> list[str]:
        """The names of the predictions whose numbers the large chart and the table show."""
        shown = self._shown
        others = shown.others if self._choice.has_others else ()
        return self._named(replace(shown, others=others))

    @property
    def all_systems(self) -> list[str]:
        """The names of the predictions whose numbers the small charts show."""
        return self._named(self._shown)

    def _named(self, shown: Shown) -> list[str]:
        return [shown.names[number] for number in shown.every_run] if shown.names else []

    def picture(self, name: str) -> QWidget | None:
        """Draw charts for print: on white, whatever the desktop's colours; None as long as there are none."""
        grid, legend = (self.small, self._legend) if name == BY_BUCKET else (self.large, self._large_legend)
        if not grid.charts:
            return None
        return printed_with_legend(grid.charts, grid.chart_width, legend.entries)

    def _connect(self) -> None:
        for part in (self.small, self.large, self.table):
            part.door_opened.connect(self.door_opened)
        for grid in (self.small, self.large):
            grid.picked.connect(self.picked)
        self.small.title_opened.connect(self.show_attribute)
        self._choice.changed.connect(self._on_choice_changed)

    def show_attribute(self, name: str) -> None:
        """Show an attribute in the large chart, and bring that into view."""
        self._choice.choose_attribute(name)
        self._on_choice_changed()
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None:
            area.ensureWidgetVisible(self._one)

    def _order_tabs(self) -> None:
        """Let Tab go from top to bottom: charts are made after what stands below them."""
        parts = (self.controls, self.small, self._choice, self.large)
        inner = [widget for part in parts for widget in part.findChildren(QWidget)]
        here = [widget for widget in inner if widget.window() is self.window() and not widget.focusProxy()]
        wanted = [widget for widget in here if widget.focusPolicy() & _TAB]
        for before, after in pairwise([*wanted, self.table]):
            QWidget.setTabOrder(before, after)

    def _on_choice_changed(self) -> None:
        self._show_one()
        self.choice_changed.emit(self.choice)

    def _show_one(self) -> None:
        every, measure = self._scores.attributes if self._scores else (), self._choice.measure
        scores = next((one for one in every if one.name == self._choice.attribute), None)
        if scores is None:
            return
        shown = self._shown if self._choice.has_others else replace(self._shown, others=())
        self._large_legend.show_entries(large_legend(scores, shown, measure))
        self.large.show_charts([large_chart(scores, shown, measure)])
        n_buckets = len(scores.own.buckets)
        fewer = f"{MOST_BUCKETS} of {n_buckets:,} buckets, the table has all" if n_buckets > MOST_BUCKETS else ""
        drawn = (shown.prediction, *shown.others)
        of_f1 = "" if scores.base.has_recall_alone else _OF_F1
        whiskers = _INTERVALS + of_f1 if any(number not in shown.runs for number in drawn) else ""
        means = _MEANS if any(number in shown.runs for number in drawn) else ""
        self._one.set_caption("; ".join(filter(None, (self._counted, fewer, whiskers, means))))
        self.table.setVisible(self._choice.has_table)
        columns, groups = bucket_columns(scores.noun), bucket_groups(scores, shown.every_run, shown.names)
        if scores.base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
        self.table.set_columns(columns)
        self.table.numbers.set_groups(groups)
        n_charts = len(self.small.charts) + len(self.large.charts)
        if n_charts != self._n_in_order:
            self._n_in_order = n_charts
            self._order_tabs()


class ChartsView(QWidget):
    """Show all kinds of chart for several systems."""

    door_opened = Signal(str, int)  # the query of a bar, and the number of the prediction

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scored: Scored | None = None
        self.buckets = BucketsView(self)
        self._measure = Choice("Bars show", MEASURES, [meaning(measure.lower()) for measure in MEASURES], self)
        self.types, self.kinds = ChartGrid(self), ChartGrid(self)
        self._by_type = Part(BY_TYPE, self.types, beside=self._measure)
        self._by_kind = Part(BY_KIND, self.kinds)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(18 * unit_of(self.font())))
        column.addWidget(self.buckets)
        column.addWidget(self._by_type)
        column.addWidget(self._by_kind)
        self.buckets.door_opened.connect(self.door_opened)
        self._measure.chosen.connect(lambda _place: self._show())
        for grid in (self.types, self.kinds):
            grid.door_opened.connect(self.door_opened)

    def show_scores(self, scored: Scored) -> None:
        """Show other scores."""
        self._scored = scored
        self._show()

    def show_buckets(self, scores: BucketScores, scored: Scored) -> None:
        """Show other counts by bucket."""
        self.buckets.show_scores(scores, _shown(scored), scored.counted)

    def picture(self, name: str) -> QWidget | None:
        """Draw charts for print: on white, whatever the desktop's colours; None if there are none."""
        if name in (BY_BUCKET, ONE_ATTRIBUTE):
            return self.buckets.picture(name)
        shown = self.types if name == BY_TYPE else self.kinds
        return printed(shown.charts, shown.chart_width)

    def _show(self) -> None:
        scored = self._scored
        if scored is None:
            return
        has_recall_alone = scored.doors.base.has_recall_alone
        self._measure.setVisible(not has_recall_alone)
        measure = MEASURES[MEASURES.index("Recall") if has_recall_alone else self._measure.place]
        types = most_frequent(scored.scores[scored.prediction], scored.types)
        shown = _shown(scored)
        self.types.show_charts(
            [
                type_chart(
                    shown.name(number),
                    number,
                    [scored.scores[run] for run in shown.numbers(number)],
                    scored.doors,
                    types,
                    measure,
                    scored.colours.get(number),
                )
                for number in scored.drawn
            ]
        )
        most = max(int(scored.scores[number].tally.kinds[1:].max()) for number in scored.drawn)
        self.kinds.show_charts(
            [
                kind_chart(scored.names[number], number, scored.scores[number], scored.doors, most)
                for number in scored.drawn
            ]
        )
        left_out = _left_out(len(scored.drawn), len(scored.systems), "systems; the tables have all")
        fewer = _left_out(len(types), len(scored.types), "types, the most frequent")
        below = "dashed: all types; below the axis: reference mentions"
        self._by_type.set_caption("; ".join(filter(None, (f"{measure} from 0 to 100, {below}", fewer, left_out))))
        self._by_kind.set_caption("; ".join(filter(None, ("events, on one axis", left_out))))


def _shown(scored: Scored) -> Shown:
    prediction, *others = scored.drawn
    return Shown(prediction, tuple(others), scored.names, scored.runs, scored.colours)


def _left_out(n_shown: int, n_all: int, what: str) -> str:
    return "" if n_shown == n_all else f"{n_shown:,} of {n_all:,} {what}"
