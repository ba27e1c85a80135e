"""F1 by bucket: all attributes at a glance, one of them large, and its numbers as a table."""

from dataclasses import replace
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from nerinspect.analysis.own_attributes import is_file_column
from nerinspect.settings.bucket_choice import BucketChoice
from nerinspect.ui.charts.bars import BY_BUCKET, ONE_ATTRIBUTE
from nerinspect.ui.charts.bucket_charts import (
    Shown,
    large_chart,
    large_legend,
    small_chart,
    small_legend,
)
from nerinspect.ui.charts.bucket_controls import ChartChoice
from nerinspect.ui.charts.chart_grid import ChartGrid
from nerinspect.ui.charts.layouts import activate_layouts
from nerinspect.ui.charts.legend import Legend
from nerinspect.ui.charts.printing import printed_with_legend
from nerinspect.ui.overview.bucket_rows import NAME_COLUMNS, bucket_columns, bucket_groups
from nerinspect.ui.overview.bucket_scores import MOST_BUCKETS, AttributeScores, BucketScores
from nerinspect.ui.overview.cells import recall_alone
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.widgets.analysis_controls import AnalysisControls

_TAB: Final = Qt.FocusPolicy.TabFocus
WAITING: Final = "Counting mentions by bucket…"
_INTERVALS: Final = "whiskers: 95 % intervals by Wilson"
_OF_F1: Final = ", for F1 that of correct / (reference + predicted − correct) carried over"
_MEANS: Final = "means of runs have no whiskers: point at a bar for the standard deviation, the table has each run"


class BucketsView(QWidget):
    """Show the buckets of all attributes for the prediction on show, beside others.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction.
    picked : str
        The bucket that is to be added to the filter.
    choice_changed : BucketChoice
        What is to be remembered.

    Attributes
    ----------
    controls : AnalysisControls
        What all pages share.
    """

    door_opened = Signal(str, int)
    picked = Signal(str)
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
        self._all = Titled(BY_BUCKET, self._legend, self.small, beside=self.controls)
        self._one = Titled("One attribute", self._large_legend, self.large, self.table, beside=self._choice)
        self.table.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(18 * font_size(self.font()) / 13))
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
        """Show other counts.

        Parameters
        ----------
        scores : BucketScores
            Of all attributes.
        shown : Shown
            Whose.
        counted : str
            Which mentions are counted, in words; empty for all.
        """
        self._scores, self._shown, self._counted = scores, shown, counted
        self.controls.offer(scores.study)
        self._choice.offer(scores, bool(shown.others))
        self._one.show()
        missing = ", ".join(scores.missing)
        said = [
            "the 12 most frequent names" if _is_cut(scores) else "",
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
        """Find all places and draw there, before anything is painted: so each chart is painted but once."""
        for grid, titled in ((self.small, self._all), (self.large, self._one)):
            activate_layouts(grid, titled)
        activate_layouts(self, self.window())
        for grid in (self.small, self.large):
            grid.draw_at_once()

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
        """Draw charts for print: on white, whatever the desktop's colours; None as long as there are none.

        Parameters
        ----------
        name : str
            `BY_BUCKET` or `ONE_ATTRIBUTE`.
        """
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

    def _one_attribute(self) -> AttributeScores | None:
        scores = self._scores
        named = [one for one in scores.attributes if one.name == self._choice.attribute] if scores else []
        return named[0] if named else None

    def _show_one(self) -> None:
        scores, measure = self._one_attribute(), self._choice.measure
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


def _is_cut(scores: BucketScores) -> bool:
    return any(len(one.own.buckets) > MOST_BUCKETS for one in scores.attributes)
