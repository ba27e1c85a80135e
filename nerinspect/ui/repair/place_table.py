"""A table whose rows lead to places in the text."""

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.repair.place_model import MOST_COPIED, PlaceModel
from nerinspect.ui.repair.place_painting import PlaceDelegate, PlaceFonts, PlaceHead
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.door_table import DoorTable

_LEAST_ROWS, _USUAL_ROWS = 3, 9
_LEAST_WIDTH = 320  # at a font of 13 pixels


class PlaceTable(DoorTable):
    """Let the user choose a row with the mouse or the keyboard.

    Parameters
    ----------
    model : PlaceModel
        The rows.
    name : str
        What a screen reader calls the table.

    Signals
    -------
    place_chosen : int
        A row was chosen: the token it stands for, by its position in the whole text.
    """

    place_chosen = Signal(int)

    def __init__(self, model: PlaceModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._delegate, self._head = PlaceDelegate(self), PlaceHead(self)
        self.setAccessibleName(name)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._head)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.selectionModel().currentRowChanged.connect(self._on_row_changed)
        model.modelReset.connect(self._fit_columns)
        self._restyle()

    def choose_row(self, row: int) -> None:
        """Choose a row, as a click on it does."""
        self.setCurrentIndex(self._rows.index(row, 0))

    def piece(self, index: QModelIndex) -> Piece:
        """Give text and explanation of a cell; none is a door."""
        cell = self._rows.cell(index)
        return Piece(cell.text, "", self._rows.columns[index.column()].tooltip)

    def open(self, index: QModelIndex) -> None:
        """Lead to the place once more."""
        self.place_chosen.emit(self._rows.position(index.row()))

    def as_tsv(self) -> str:
        """Write the rows, the first of very many, with heads."""
        return self._rows.as_tsv()

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Make the menu of a cell; it says so if only the first rows are copied."""
        menu = super().menu_of(index)
        if self._rows.rowCount() > MOST_COPIED:
            menu.actions()[-1].setText(f"Copy First {MOST_COPIED:,} Rows")
        return menu

    def _on_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.place_chosen.emit(self._rows.position(current.row()))

    def _restyle(self) -> None:
        self._delegate.fonts = PlaceFonts(self.font())
        height = self._delegate.fonts.row_height
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self._fit_columns()

    def _fit_columns(self) -> None:
        fonts = self._delegate.fonts
        self._head.setMinimumSectionSize(round(36 * fonts.unit))
        for number, column in enumerate(self._rows.columns):
            mode = QHeaderView.ResizeMode.Stretch if column.is_stretched else QHeaderView.ResizeMode.Interactive
            self._head.setSectionResizeMode(number, mode)
            if not column.is_stretched:
                self.setColumnWidth(number, fonts.column_width(column))

    # Qt overrides

    def sizeHint(self) -> QSize:
        """Show some rows."""
        return QSize(super().sizeHint().width(), self._height_of(_USUAL_ROWS))

    def minimumSizeHint(self) -> QSize:
        """Show a few rows at least."""
        return QSize(round(_LEAST_WIDTH * font_size(self.font()) / 13), self._height_of(_LEAST_ROWS))

    def _height_of(self, n_rows: int) -> int:
        return self._head.sizeHint().height() + n_rows * self.verticalHeader().defaultSectionSize()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the chosen row; let the keyboard begin at the first one."""
        super().focusInEvent(event)
        is_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if self.currentIndex().isValid():
            self.selectRow(self.currentIndex().row())
            self.open(self.currentIndex())
        elif is_key and self._rows.rowCount():
            self.choose_row(0)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_head"):
            self._restyle()
