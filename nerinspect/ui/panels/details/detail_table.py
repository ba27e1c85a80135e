"""A small table in the details: as high as its rows, its numbers are doors, and all of it can be copied."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QWidget

from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.details.cell_delegate import CellDelegate, CellHeader, StyledTable
from nerinspect.ui.panels.details.cell_painting import cell_size
from nerinspect.ui.panels.details.cells import CELL_ROLE, DetailCell, DetailModel
from nerinspect.ui.widgets.door_label import Piece

_OFF = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
_LEAST = 60  # that is left of a stretched column, at a font of 13 pixels


class DetailTable(StyledTable):
    """Show a few cells.

    Parameters
    ----------
    name : str
        What a screen reader calls the table.
    row_height, head_height : int
        At a font of 13 pixels.
    stretched : int or None
        The column that takes the room that is left; None shares it among all.

    Signals
    -------
    door_opened : str
        A door was clicked or entered: its query.
    """

    door_opened = Signal(str)

    def __init__(
        self,
        name: str,
        row_height: int,
        head_height: int = 0,
        stretched: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(row_height, head_height, parent)
        self.setAccessibleName(name)
        self._stretched = stretched
        self._cells = DetailModel(self)
        self.setModel(self._cells)
        self.setItemDelegate(CellDelegate(self))
        self.setHorizontalHeader(CellHeader(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(CellHeader(Qt.Orientation.Vertical, self))
        if corner := self.findChild(QAbstractButton):
            corner.setMaximumSize(0, 0)  # Qt shows it again whenever it is hidden
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(_OFF)

    @property
    def cells(self) -> DetailModel:
        """The rows; after changing them, `fit` makes room."""
        return self._cells

    def piece(self, index: QModelIndex) -> Piece:
        """Give text, query and explanation of a cell."""
        cell: DetailCell = index.data(CELL_ROLE)
        return Piece(cell.text, cell.query, cell.meaning)

    def open(self, index: QModelIndex) -> None:
        """Open a door."""
        if query := self.piece(index).query:
            self.door_opened.emit(query)

    def as_tsv(self) -> str:
        """Write the whole table, with names and heads."""
        return self._cells.as_tsv()

    def fit(self, style: CellStyle) -> None:
        """Paint in a style and make room for all rows; share the width among the columns."""
        self.cell_style = style
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, style.theme.window)
        self.setPalette(palette)
        self.verticalHeader().setDefaultSectionSize(round(self.row_height * style.unit))
        self.horizontalHeader().setVisible(bool(self.head_height))
        self.verticalHeader().setVisible(self._cells.headerData(0, Qt.Orientation.Vertical) is not None)
        self._fit_columns()

    def _fit_columns(self) -> None:
        n_columns = self._cells.columnCount()
        if self.cell_style is None or not n_columns:
            return
        names = self.verticalHeader().sizeHint().width() if self.verticalHeader().isVisibleTo(self) else 0
        room = self.width() - names
        widths = [max(self.sizeHintForColumn(i), self._head_width(i)) for i in range(n_columns)]
        if self._stretched is not None:
            least = min(widths[self._stretched], round(_LEAST * self.cell_style.unit))
            widths[self._stretched] = 0
            widths[self._stretched] = max(room - sum(widths), least)
        elif (spare := room - sum(widths)) > 0:
            widths = [width + spare // n_columns for width in widths]
            widths[-1] += spare % n_columns
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        height = round(self.head_height * self.cell_style.unit)
        height += round(self.row_height * self.cell_style.unit) * self._cells.rowCount()
        is_wider = sum(widths) > room
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn if is_wider else _OFF)
        self.setFixedHeight(height + (self.horizontalScrollBar().sizeHint().height() if is_wider else 0))

    def _head_width(self, column: int) -> int:
        cell = self._cells.headerData(column, Qt.Orientation.Horizontal, CELL_ROLE)
        assert self.cell_style is not None, "columns are fitted in a style"
        return cell_size(self.cell_style, cell, 0).width() if isinstance(cell, DetailCell) else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._fit_columns()
