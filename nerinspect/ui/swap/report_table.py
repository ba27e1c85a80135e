"""What predictions score on both sets, and what they make of the swapped sentences: numbers that open these."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.results.swap_table import SWAP_COLUMNS
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.swap.report_model import HEADS, N_WORDS, ReportModel, report_rows
from nerinspect.ui.swap.testing import Report
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.door_table import DoorTable

_ROW, _PADDING = 22, 7  # at a font of 13 pixels


class ReportTable(DoorTable):
    """Show the scores; a click or Enter on a number of sentences lists these.

    Signals
    -------
    pattern_chosen : str, int, int
        A system, its run and the place in `SWAP_PATTERNS` of the sentences to be listed.
    """

    pattern_chosen = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("swap_report")
        self.setAccessibleName("Scores on the original and the swapped sentences")
        self.report = ReportModel(self)
        self.setModel(self.report)
        self._delegate = _CellDelegate(self)
        self.setItemDelegate(self._delegate)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(1)
        self._restyle()

    def show_report(self, report: Report) -> None:
        """Show what other predictions score."""
        self.report.show_rows(report_rows(report))
        self._restyle()

    def piece(self, index: QModelIndex) -> Piece:
        """Give text and explanation of a cell."""
        row, column = index.row(), index.column()
        return Piece(self.report.text(row, column), "", self.report.explanation(row, column))

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click lists sentences."""
        pattern = self.report.pattern(index)
        return pattern >= 0 and self.report.rows[index.row()].counts[pattern] > 0

    def open(self, index: QModelIndex) -> None:
        """List the sentences that a number counts."""
        if self.is_door(index):
            system, run = self.report.rows[index.row()].values[:2]
            assert isinstance(run, int), "only single runs are doors"
            self.pattern_chosen.emit(str(system), run, self.report.pattern(index))

    def as_tsv(self) -> str:
        """Write all rows with their heads."""
        columns, rows = range(len(HEADS)), range(len(self.report.rows))
        texts = [HEADS, *([self.report.text(row, column) for column in columns] for row in rows)]
        return "".join("\t".join(cells) + "\n" for cells in texts)

    def _restyle(self) -> None:
        """Make columns as wide as their heads and numbers."""
        unit = font_size(self.font()) / 13
        font = scaled_font(self.font(), DETAIL)
        self.horizontalHeader().setFont(font)
        self.verticalHeader().setDefaultSectionSize(round(_ROW * unit))
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True))  # as means are written
        for column, head in enumerate(HEADS):
            texts = [head, "100.00", *(self.report.text(row, column) for row in range(len(self.report.rows)))]
            widest = max(map(metrics.horizontalAdvance, texts if column < len(SWAP_COLUMNS) else [head, "9,999"]))
            if column:
                self.setColumnWidth(column, round(widest + 2 * _PADDING * unit + 1))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_delegate"):
            self._restyle()


class _CellDelegate(QStyledItemDelegate):
    """Paint one cell; the number under the pointer is underlined if it is a door."""

    def __init__(self, table: ReportTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint ground, text, hairline and the ring of the focus."""
        theme, rect, unit = current_theme(), QRectF(option.rect), font_size(self._table.font()) / 13
        row, model = self._table.report.rows[index.row()], self._table.report
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selected)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        pattern = model.pattern(index)
        is_zero = pattern >= 0 and not row.counts[pattern]
        is_mean = not isinstance(row.values[1], int)
        font = scaled_font(self._table.font(), DETAIL, is_bold=row.values[1] == "mean")
        ink = theme.dimmed if is_zero else theme.text2 if is_mean and row.values[1] == "std" else theme.text
        side = Qt.AlignmentFlag.AlignLeft if index.column() < N_WORDS else Qt.AlignmentFlag.AlignRight
        hovered = self._table.hovered
        is_underlined = (hovered.row(), hovered.column()) == (index.row(), index.column())
        place = rect.adjusted(_PADDING * unit, 0, -_PADDING * unit, 0)
        draw_text(painter, font, ink, place, model.text(index.row(), index.column()), side, is_underlined=is_underlined)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, unit, rect.adjusted(0, 0, 0, -1))
        painter.restore()
