"""The causes of a review, the most frequent first: as bars, and as a table by kind."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.events import KINDS, SHORT_KIND_NAMES
from nerinspect.errors import counted
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.ui.overview.cells import Column, RowGroup, TableRow, count_cell
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.review_page.progress_rows import ProgressRows

if TYPE_CHECKING:
    from nerinspect.ui.charts.chart import Bar
    from nerinspect.ui.charts.titled_chart import TitledChart

CAUSES: Final = "Causes"
CHART: Final = "Causes of decided events"
_HEADS: Final = (Column("", "Why both sides differ"), *(Column("", kind=kind) for kind in KINDS))
"""Before there are causes; they say that symbols stand in the head."""
_MOST_BARS: Final = 12
"""So many causes have room beside each other; the table has all."""


class CausesPart(QWidget):
    """Show causes as bars and by kind; hidden while there are none.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    """

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: TitledChart | None = None
        self._table = NumberTable(NumberTableModel(_HEADS, ("Cause",), CAUSES))
        self._table.numbers.setParent(self._table)
        self._table.door_opened.connect(self.door_opened)
        self._slot = QVBoxLayout(slot := QWidget())
        self._slot.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(Titled(CAUSES, slot, self._table))

    def show_progress(self, rows: ProgressRows, prediction: int) -> None:
        """Show other counts, of the prediction on show."""
        progress = rows.progress
        self.setVisible(bool(progress.causes))
        if not progress.causes:
            return
        self._table.set_columns(_columns(rows, max(progress.causes, key=len)))
        self._table.numbers.set_groups(_groups(rows))
        self._draw(rows, prediction)

    def picture(self) -> QWidget | None:
        """Draw the bars for print; None if there are none."""
        if self._chart is None or self.isHidden():
            return None
        from nerinspect.ui.charts.printing import printed

        return printed([self._chart.chart.chart], self._chart.width())

    def _draw(self, rows: ProgressRows, prediction: int) -> None:
        """Show the bars; what draws them is imported once there are some."""
        from nerinspect.ui.charts.chart import Chart
        from nerinspect.ui.charts.titled_chart import TitledChart

        n_left_out = max(len(rows.progress.causes) - _MOST_BARS, 0)
        note = f"{n_left_out:,} more in the table" if n_left_out else ""
        chart = Chart("Events by cause", note, _bars(rows), prediction)
        if self._chart is not None:
            self._chart.show_chart(chart)
            return
        self._chart = TitledChart(chart, None)
        self._chart.chart.door_opened.connect(self.door_opened)
        self._slot.addWidget(self._chart)


def _door(rows: ProgressRows, cause: str, *more: Filter) -> Filter:
    return all_of(rows.kept, Term("cause", (cause,)), *more)


def _bars(rows: ProgressRows) -> "tuple[Bar, ...]":
    from nerinspect.ui.charts.chart import Bar

    progress = rows.progress
    totals = progress.cause_kinds.sum(axis=1).tolist()
    return tuple(
        Bar(cause, total / totals[0], f"{total:,}", _door(rows, cause), partial(_words, rows, place))
        for place, (cause, total) in enumerate(zip(progress.causes[:_MOST_BARS], totals, strict=False))
    )


def _words(rows: ProgressRows, place: int) -> str:
    """Say a bar: how many events, and of which kinds."""
    counts = rows.progress.cause_kinds[place]
    kinds = ", ".join(f"{n:,} {rows.wording.name(kind)}" for kind, n in zip(KINDS, counts.tolist(), strict=True) if n)
    return f"{rows.progress.causes[place]}: {counted(int(counts.sum()), 'event')} ({kinds})"


def _columns(rows: ProgressRows, widest: str) -> Sequence[Column]:
    wording = rows.wording
    names = {kind: wording.name(kind) if wording.is_neutral else SHORT_KIND_NAMES[kind] for kind in KINDS}
    return (
        Column("", "Why both sides differ", widest=widest),
        *(Column(names[kind], wording.meaning(kind), kind, "9,999", is_extra=kind == "tp") for kind in KINDS),
        Column("Sum", "Over all kinds", widest="99,999"),
    )


def _groups(rows: ProgressRows) -> list[RowGroup]:
    progress = rows.progress
    return [
        _row(rows, cause, counts.tolist()) for cause, counts in zip(progress.causes, progress.cause_kinds, strict=True)
    ]


def _row(rows: ProgressRows, cause: str, counts: Sequence[int]) -> RowGroup:
    cells = (
        *(
            count_cell(count, _door(rows, cause, Term("kind", (kind,))), rows.wording.meaning(kind))
            for kind, count in zip(KINDS, counts, strict=True)
        ),
        count_cell(sum(counts), _door(rows, cause), "Over all kinds"),
    )
    return RowGroup(cause, TableRow(cause, (cause,), lambda: cells))
