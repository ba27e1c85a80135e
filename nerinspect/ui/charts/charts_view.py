"""The charts of the overview: scores by bucket and by type, and events by kind, of each system."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.charts.bars import (
    BY_BUCKET,
    BY_KIND,
    BY_TYPE,
    MEASURES,
    ONE_ATTRIBUTE,
    kind_chart,
    most_frequent,
    type_chart,
)
from nerinspect.ui.charts.bucket_charts import Shown
from nerinspect.ui.charts.buckets_view import BucketsView
from nerinspect.ui.charts.chart_grid import ChartGrid
from nerinspect.ui.charts.printing import printed
from nerinspect.ui.charts.scored import Scored
from nerinspect.ui.overview.bucket_scores import BucketScores
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size


class ChartsView(QWidget):
    """Show all kinds of chart for several systems.

    Signals
    -------
    door_opened : str, int
        The query of a bar, and the number of the prediction.
    """

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scored: Scored | None = None
        self.buckets = BucketsView(self)
        self._measure = Choice("Bars show", MEASURES, [meaning(measure.lower()) for measure in MEASURES], self)
        self.types, self.kinds = ChartGrid(self), ChartGrid(self)
        self._by_type = Titled(BY_TYPE, self.types, beside=self._measure)
        self._by_kind = Titled(BY_KIND, self.kinds)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(18 * font_size(self.font()) / 13))
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
        prediction, *others = scored.drawn
        shown = Shown(prediction, tuple(others), scored.names, scored.runs, scored.colours)
        self.buckets.show_scores(scores, shown, scored.counted)

    def picture(self, name: str) -> QWidget | None:
        """Draw charts for print: on white, whatever the desktop's colours; None if there are none.

        Parameters
        ----------
        name : str
            One of those that can be saved, but for `DEMERITS`.

        Returns
        -------
        QWidget
            Of its own.
        """
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
        shown = Shown(scored.prediction, (), scored.names, scored.runs)
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


def _left_out(n_shown: int, n_all: int, what: str) -> str:
    return "" if n_shown == n_all else f"{n_shown:,} of {n_all:,} {what}"
