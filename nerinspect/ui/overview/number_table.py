"""A table whose numbers are doors."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from nerinspect.ui.overview.cells import Column
from nerinspect.ui.overview.table_delegate import NumberDelegate
from nerinspect.ui.overview.table_head import NumberHead
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.door_table import DoorTable

_ROW, _GAP, _BAR_WIDTH, _DOTS_WIDTH, _LEAST_NAME, _MOST_NAME = 22, 14, 80, 140, 110, 234  # at a font of 13 pixels


class NumberTable(DoorTable):
    """Show a small table; a click or Enter on a number or name opens what it counts, on a group's name folds it.

    Columns are as wide as what they hold, so that a number stands beside its name; room that is left stays empty at
    the right.

    Parameters
    ----------
    model : NumberTableModel
        Its rows.
    most_rows : int
        So many are shown; further ones are scrolled to.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    copy_requested
        The whole of a long table is to be copied, which takes a while.
    left_out_changed
        Other columns lack room.
    """

    door_opened = Signal(str, int)
    copy_requested = Signal()
    left_out_changed = Signal()

    def __init__(self, model: NumberTableModel, parent: QWidget | None = None, most_rows: int = 24) -> None:
        super().__init__(parent)
        self._model, self._delegate, self._most_rows = model, NumberDelegate(self), most_rows
        self._head = NumberHead(any(column.kind for column in model.columns), self)
        self.setModel(model)
        self.setAccessibleName(model.title)
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._head)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._title_width, self._widths = 0, dict[int, int]()
        model.rows_changed.connect(self._on_rows_changed)
        self._restyle()

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Show other columns; other rows are to follow."""
        if tuple(columns) != self._model.columns:
            self._model.set_columns(columns)
            for number in range(len(columns)):
                self.setColumnHidden(number, False)
            self._restyle()

    @property
    def numbers(self) -> NumberTableModel:
        """The model."""
        return self._model

    def piece(self, index: QModelIndex) -> Piece:
        """Give text, query and explanation of a cell."""
        cell = self._model.cell(index)
        return Piece(cell.text, cell.query, cell.tooltip)

    def open(self, index: QModelIndex) -> None:
        """Open a door, or fold a group."""
        if not index.column() and self._model.can_fold(index.row()):
            self._model.toggle(index.row())
        elif query := (cell := self._model.cell(index)).query:
            of_row = self._model.place(index.row()).row.prediction
            self.door_opened.emit(query, of_row if cell.prediction < 0 else cell.prediction)

    def as_tsv(self) -> str:
        """Write the rows on screen, with heads."""
        return self._model.as_tsv()

    def copy_whole(self) -> None:
        """Put the whole table on the clipboard, or have it done if it is long."""
        if self._model.is_long:
            self.copy_requested.emit()
        else:
            super().copy_whole()

    @property
    def left_out(self) -> tuple[str, ...]:
        """Titles of the columns for which there is no room."""
        return tuple(
            column.title
            for number, column in enumerate(self._model.columns)
            if column.is_extra and self.isColumnHidden(number)
        )

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click opens events, or folds a group."""
        folds = not index.column() and self._model.can_fold(index.row())
        return folds or self._model.cell(index).door is not None

    def is_copied(self, index: QModelIndex) -> bool:
        """Leave out columns that only draw."""
        return not index.column() or self._model.columns[index.column()].is_copied

    def _restyle(self) -> None:
        self._delegate.restyle(self.font())
        unit = font_size(self.font()) / 13
        height = round(max(_ROW * unit, QFontMetricsF(scaled_font(self.font(), DETAIL)).height() + 4 * unit))
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True))
        widths = [
            max(
                max(metrics.horizontalAdvance(column.widest), self._head.title_width(column)) + _GAP * unit,
                0 if column.widest else (_DOTS_WIDTH if column.title else _BAR_WIDTH) * unit,
            )
            for column in self._model.columns
        ]
        for number, width in enumerate(widths[1:], 1):
            self.setColumnWidth(number, round(width))
        self._title_width = round(widths[0])
        least_name = max(self._title_width, round(_LEAST_NAME * unit))
        extra = {number for number, column in enumerate(self._model.columns) if column.is_extra}
        self._widths = {number: round(width) for number, width in enumerate(widths) if number}
        self.setMinimumWidth(least_name + sum(w for number, w in self._widths.items() if number not in extra))
        self._leave_out()
        self._fit()

    def _leave_out(self) -> None:
        """Hide the last of the columns that are no must, as many as there is no room for."""
        before, room = self.left_out, self.viewport().width() - self.minimumWidth()
        for number, width in self._widths.items():
            if self._model.columns[number].is_extra:
                room -= width
                self.setColumnHidden(number, room < 0)
        self._share_room()
        if self.left_out != before:
            self.left_out_changed.emit()

    @property
    def _names_width(self) -> int:
        """The width in which all names but very long ones stand whole, with the words behind them."""
        most = _MOST_NAME * font_size(self.font()) / 13
        needed = (self._delegate.name_width(self._model, row, most) for row in range(self._model.rowCount()))
        return ceil(max(needed, default=0.0))

    def _share_room(self) -> None:
        """Give the names what they need, as far as the numbers leave room."""
        shown = sum(width for number, width in self._widths.items() if not self.isColumnHidden(number))
        room = self.viewport().width() - shown
        self.setColumnWidth(0, max(min(self._names_width, room), self._title_width))

    def _on_rows_changed(self) -> None:
        self._share_room()
        self._fit()

    def _fit(self) -> None:
        """Be as high as the rows, up to some."""
        n_rows = min(self._model.rowCount(), self._most_rows)
        row_height = self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(self._head.sizeHint().height() + n_rows * row_height + 1)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_head"):
            self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        super().resizeEvent(event)
        self._leave_out()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the keyboard begin at the first row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            first = self._model.index(0, 0)
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
