"""Charts of the overview: scores by bucket, of one attribute with its table, and by type; errors by kind."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QToolButton, QWidget

from nerinspect.attributes.own import is_file_column
from nerinspect.charts.buckets import (
    MOST_BUCKETS,
    AttributeScores,
    BucketScores,
    large_chart,
    large_legend,
    small_chart,
    small_legend,
)
from nerinspect.charts.figures import figure_of_attribute, figure_of_buckets, figure_of_kinds, figure_of_types
from nerinspect.charts.scores import (
    BY_BUCKET,
    BY_KIND,
    BY_TYPE,
    MEASURES,
    ONE_ATTRIBUTE,
    Scored,
    Shown,
    kind_chart,
    most_frequent,
    shown_in,
    system_entries,
    type_chart,
)
from nerinspect.charts.values import Figure
from nerinspect.events.scores import Measure
from nerinspect.glossary import meaning
from nerinspect.quantities import grouped, percent
from nerinspect.settings import BucketChoice
from nerinspect.ui.charts.bar_chart import ChartGrid
from nerinspect.ui.charts.strokes import Legend
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import PAINTED_MS
from nerinspect.ui.kit.pages.choice import AnalysisControls, Choice, Controls, drop_down
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable, enclosing_area
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    ratio_cell,
    recall_alone,
)
from nerinspect.visible import visible

NAME_COLUMNS: Final = ("System", "Attribute", "Bucket")
_COUNT: Final = "9,999,999"
_ENDS: Final = "95 % interval"
_INTERVAL: Final = (
    "95 % interval of F1: the Wilson interval of correct / (reference + predicted − correct), converted to F1. It "
    "assumes that mentions are independent; those of one sentence are not, so it is somewhat too narrow."
)


def bucket_columns(noun: str) -> tuple[Column, ...]:
    """Columns for buckets of mentions, or of tokens in them."""
    return (
        Column("Bucket", meaning("bucket")),
        Column("Holds", meaning("bucket_edges"), widest="1,000 to 1,000 tokens"),
        Column("Precision", meaning("precision"), is_percent=True),
        Column("Recall", meaning("recall"), is_percent=True),
        Column("F1", meaning("f1"), is_percent=True),
        Column("from", _INTERVAL, is_percent=True, copied="F1 low", group=_ENDS),
        Column("to", _INTERVAL, is_percent=True, copied="F1 high", group=_ENDS),
        Column("Reference", f"Reference {noun}s in the bucket.", widest=_COUNT),
        Column("Predicted", f"Predicted {noun}s in the bucket.", widest=_COUNT),
        Column("Correct", f"Predicted {noun}s in the bucket that are correct.", widest=_COUNT),
    )


def bucket_groups(scores: AttributeScores, predictions: Sequence[int], names: Sequence[str]) -> list[RowGroup]:
    several = len(predictions) > 1
    rows = []
    for place, bucket in enumerate(scores.own.buckets):
        for number in predictions:
            copied = names[number], scores.name, bucket.name
            cells = partial(_cells, scores, number, place)
            note = names[number] if several else ""
            row = TableRow(bucket.name, copied, cells, note, prediction=number, tooltip=scores.holds(place))
            rows.append(RowGroup(f"{place} {number}", row))
    return rows


def _cells(scores: AttributeScores, prediction: int, place: int) -> tuple[Cell, ...]:
    counts, doors = scores.scores(prediction, place), scores.doors(place)
    no_f1 = f"neither side has a {scores.noun} in it, so F1 is undefined"
    no_precision = f"no {scores.noun} in it was predicted, so precision is undefined"
    no_recall = f"the reference has no {scores.noun} in it, so recall is undefined"
    n_both = counts.reference + counts.predicted
    n_reference, n_predicted, n_correct = (column.tooltip for column in bucket_columns(scores.noun)[-3:])
    return (
        Cell(scores.holds(place), scores.holds(place), tooltip=meaning("bucket_edges")),
        ratio_cell(counts.correct, counts.predicted, doors.predicted, meaning("precision"), no_precision),
        ratio_cell(counts.correct, counts.reference, doors.reference, meaning("recall"), no_recall),
        ratio_cell(2 * counts.correct, n_both, scores.door(place), meaning("f1"), no_f1),
        *_interval_cells(scores, prediction, place),
        count_cell(counts.reference, doors.reference, n_reference),
        count_cell(counts.predicted, doors.predicted, n_predicted),
        count_cell(counts.correct, doors.correct, n_correct),
    )


def _interval_cells(scores: AttributeScores, prediction: int, place: int) -> tuple[Cell, ...]:
    ends = scores.interval(prediction, place, "f1")
    return tuple(Cell(percent(end), end, tooltip=_INTERVAL) for end in ends) or (Cell("–"), Cell("–"))


_CHOOSER = 190  # at a font of 13 pixels


class ChartChoice(Controls):
    """Chooses what the large chart shows.

    `further` holds the choices that have no room beside the others.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attribute, self.wanted = drop_down("Attribute of the large chart", parent=self), ""
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
        self.further = Controls()
        beside, below = self.line_up(self._attribute, self._measure), self.further.line_up(self._others, self._table)
        for row in (beside, below):
            row.setSpacing(round(8 * self.unit))
        below.addStretch(1)

    @property
    def attribute(self) -> str:
        return self._attribute.currentData() or ""

    @property
    def measure(self) -> Measure:
        """The measure to draw: recall where there is no precision, else the chosen one."""
        return "Recall" if self._measure.isHidden() else self.chosen_measure

    @property
    def chosen_measure(self) -> Measure:
        """One of `MEASURES`."""
        return MEASURES[self._measure.place]

    @property
    def has_others(self) -> bool:
        return self._others.isChecked() and not self._others.isHidden()

    @property
    def has_table(self) -> bool:
        return self._table.isChecked()

    def offer(self, scores: BucketScores, has_others: bool) -> None:
        """Offer attributes and other systems, and keep what was chosen where it is still offered."""
        if [self._attribute.itemData(place) for place in range(self._attribute.count())] != [*scores.names]:
            self._attribute.clear()
            for one in scores.attributes:
                self._attribute.addItem(visible(f"{one.name}, {one.own.attribute.meaning}"), one.name)
            self.choose_attribute(self.wanted)
        self._others.setVisible(has_others)
        self._measure.setVisible(not scores.base.has_recall_alone)

    def choose_attribute(self, name: str) -> None:
        """Choose an attribute, now or once it is offered; emits no signal."""
        self.wanted = name
        self._attribute.setCurrentIndex(max(self._attribute.findData(name), 0))

    def choose_measure(self, measure: str) -> None:
        self._measure.choose(MEASURES.index(measure) if measure in MEASURES else 0)

    def _on_attribute(self) -> None:
        self.wanted = self.attribute
        self.changed.emit()

    def _restyle(self) -> None:
        super()._restyle()
        self.further._restyle()
        self._attribute.setMaximumWidth(round(_CHOOSER * self.unit))


def activate_layouts(widget: QWidget, last: QWidget) -> None:
    """Lay out a widget, its ancestors and `last` with its ancestors now.

    Left alone, each layout waits for the event loop until the one inside it is done, and is painted squeezed
    in between.
    """
    around: QWidget | None = widget
    while around is not None:
        layout = around.layout()
        if layout is not None:
            layout.activate()
        else:  # a scroll area gets events of its viewport
            QCoreApplication.sendEvent(around, QEvent(QEvent.Type.LayoutRequest))
        around = None if around is last else around.parentWidget()


_TAB: Final = Qt.FocusPolicy.TabFocus
WAITING: Final = "Counting mentions by bucket…"
_INTERVALS: Final = "Whiskers: 95 % Wilson intervals"
_OF_F1: Final = "; for F1 that of correct / (reference + predicted − correct), converted"
_MEANS: Final = "Means of runs have no whiskers: point at a bar for the standard deviation, the table has each run."


class BucketCharts(QObject):
    """Charts of the buckets of all attributes, for the prediction on show and others.

    `every` shows all attributes in small charts; `one` a single attribute in a large chart or as a table.
    """

    choice_changed = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scores: BucketScores | None = None
        self._shown, self._counted, self._said = Shown(0, (), ()), "", ""
        self._n_in_order = 0  # in the order of the focus, from top to bottom
        self.controls, self._choice = AnalysisControls(document), ChartChoice()
        self._legend, self._large_legend = Legend(), Legend()
        self.small, self.large = ChartGrid(gap=10), ChartGrid()
        self.table = NumberTable(bucket_columns("mention"), NAME_COLUMNS, ONE_ATTRIBUTE)
        self.every = Part(BY_BUCKET, self._legend, self.small, beside=self.controls)
        drawn = self._choice.further, self._large_legend, self.large, self.table
        self.one = Part("One attribute", *drawn, beside=self._choice)
        self.every.setObjectName("bucket_charts")
        self.table.hide()
        self.small.title_opened.connect(self.show_attribute)
        self._choice.changed.connect(self._on_choice_changed)

    @property
    def choice(self) -> BucketChoice:
        return BucketChoice(self._choice.wanted, self._choice.chosen_measure)

    @property
    def attribute(self) -> str:
        return self._choice.attribute

    @property
    def named_attributes(self) -> tuple[str, ...]:
        """Names of the attributes with charts; none if they are shown by default."""
        attributes = [one.own.attribute for one in self._scores.attributes] if self._scores else []
        return tuple(one.name for one in attributes) if any(map(is_file_column, attributes)) else ()

    def show_choice(self, choice: BucketChoice) -> None:
        self._choice.choose_attribute(choice.attribute)
        self._choice.choose_measure(choice.measure)
        self._show_one()

    def wait(self) -> None:
        self.every.set_caption(WAITING)

    def end_waiting(self) -> None:
        self.every.set_caption(self._said)

    def show_scores(self, scores: BucketScores, shown: Shown, counted: str) -> None:
        self._scores, self._shown, self._counted = scores, shown, counted
        self.controls.offer(scores.study)
        self._choice.offer(scores, bool(shown.others))
        self.one.show()
        is_cut = any(len(one.own.buckets) > MOST_BUCKETS for one in scores.attributes)
        notes = [
            f"The {MOST_BUCKETS} most frequent names are drawn." if is_cut else "",
            f"{', '.join(scores.missing)} need training data." if scores.missing else "",
        ]
        self._said = ", ".join(filter(None, ["percent, 0 to 100", counted]))
        self.end_waiting()
        self.every.set_note(" ".join(filter(None, notes)))
        self.every.set_title(f"{scores.base.measure} by bucket")
        self._legend.show_entries(small_legend(shown, scores.base.measure))
        self.small.show_charts([small_chart(one, shown) for one in scores.attributes])
        if self.large.charts:
            self._show_one()
            self._come_to_rest()
        else:
            QTimer.singleShot(PAINTED_MS, self, self._show_one)  # the window is painted before more charts are made

    def _come_to_rest(self) -> None:
        """Finish all layouts before anything is painted, so that each chart is painted only once."""
        for grid, part in ((self.small, self.every), (self.large, self.one)):
            activate_layouts(grid, part)
        if (page := self.every.parentWidget()) is not None:
            activate_layouts(page, page.window())

    @property
    def systems(self) -> list[str]:
        """Names of the predictions in the large chart and the table."""
        shown = self._shown
        others = shown.others if self._choice.has_others else ()
        return self._named(replace(shown, others=others))

    @property
    def all_systems(self) -> list[str]:
        """Names of the predictions in the small charts."""
        return self._named(self._shown)

    def _named(self, shown: Shown) -> list[str]:
        return [shown.names[number] for number in shown.every_run] if shown.names else []

    def figure(self, name: str, systems: Sequence[str]) -> Figure | None:
        """Draw the charts of some systems for print; None while there are no charts."""
        if self._scores is None:
            return None
        shown = self._shown.of(systems, self._scores.study)
        if name == BY_BUCKET:
            return figure_of_buckets(self._scores, shown)
        one = next(one for one in self._scores.attributes if one.name == self.attribute)
        return figure_of_attribute(one, shown if self._choice.has_others else shown.alone, self._choice.measure)

    def show_attribute(self, name: str) -> None:
        """Show an attribute in the large chart, and scroll to it."""
        self._choice.choose_attribute(name)
        self._on_choice_changed()
        if (area := enclosing_area(self.one)) is not None:
            area.ensureWidgetVisible(self.one)

    def _order_tabs(self) -> None:
        """Order the focus from top to bottom: charts are made after what is below them."""
        inner: list[QWidget] = []
        for part in (self.controls, self.every, self.small, self._choice, self.one, self._choice.further, self.large):
            menus = part.findChildren(QToolButton, "part_menu")
            inner += menus or part.findChildren(QWidget)
        window = self.every.window()
        here = [widget for widget in inner if widget.window() is window and not widget.focusProxy()]
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
        drawn = (shown.prediction, *shown.others)
        of_f1 = "" if scores.base.has_recall_alone else _OF_F1
        notes = [
            _left_out(min(n_buckets, MOST_BUCKETS), n_buckets, "buckets are drawn, the table has all"),
            f"{_INTERVALS}{of_f1}." if any(number not in shown.runs for number in drawn) else "",
            _MEANS if any(number in shown.runs for number in drawn) else "",
        ]
        self.one.set_caption(", ".join(filter(None, ("percent", self._counted))))
        self.one.set_note(" ".join(filter(None, notes)))
        self.table.setVisible(self._choice.has_table)
        columns, groups = bucket_columns(scores.noun), bucket_groups(scores, shown.every_run, shown.names)
        if scores.base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
        self.table.show_rows(columns, groups)
        n_charts = len(self.small.charts) + len(self.large.charts)
        if n_charts != self._n_in_order:
            self._n_in_order = n_charts
            self._order_tabs()


class TypesPart(Part):
    """Shows the scores of several systems by type."""

    def __init__(self) -> None:
        self._measure = Choice("Bars show", MEASURES, [meaning(measure.lower()) for measure in MEASURES])
        self.grid, self._legend = ChartGrid(), Legend()
        super().__init__(BY_TYPE, self._legend, self.grid, beside=self._measure)
        self._scored: Scored | None = None
        self._measure.chosen.connect(lambda _place: self._show())

    def show_scores(self, scored: Scored) -> None:
        self._scored = scored
        self._show()

    @property
    def _drawn_measure(self) -> Measure:
        has_recall_alone = self._scored is not None and self._scored.doors.base.has_recall_alone
        return "Recall" if has_recall_alone else MEASURES[self._measure.place]

    def _show(self) -> None:
        scored = self._scored
        if scored is None:
            return
        self._measure.setVisible(not scored.doors.base.has_recall_alone)
        measure = self._drawn_measure
        types = most_frequent(scored.scores[scored.prediction], scored.types)
        shown = shown_in(scored)
        self._legend.show_entries(system_entries(shown) if shown.others else [])
        self.grid.show_charts([type_chart(scored, shown, types, measure)])
        self.set_caption(f"{measure} in percent, 0 to 100")
        signs = "n: reference mentions."
        fewer = _left_out(len(types), len(scored.types), "types are drawn, the most frequent")
        self.set_note(" ".join(filter(None, (signs, fewer, _systems_left_out(scored)))))

    def figure(self, systems: Sequence[str]) -> Figure | None:
        return None if self._scored is None else figure_of_types(self._scored, systems, self._drawn_measure)


class KindsPart(Part):
    """Shows the errors of several systems by kind."""

    def __init__(self) -> None:
        self.grid, self._legend = ChartGrid(), Legend()
        super().__init__(BY_KIND, self._legend, self.grid)
        self._scored: Scored | None = None
        self.set_caption("events")

    def show_scores(self, scored: Scored) -> None:
        self._scored, shown = scored, shown_in(scored)
        self._legend.show_entries(system_entries(shown) if shown.others else [])
        self.grid.show_charts([kind_chart(scored, shown)])
        self.set_note(_systems_left_out(scored))

    def figure(self, systems: Sequence[str]) -> Figure | None:
        return None if self._scored is None else figure_of_kinds(self._scored, systems)


def _systems_left_out(scored: Scored) -> str:
    return _left_out(len(scored.drawn), len(scored.systems), "systems are drawn, the tables have all")


def _left_out(n_shown: int, n_all: int, what: str) -> str:
    return "" if n_shown == n_all else f"{grouped(n_shown)} of {grouped(n_all)} {what}."
