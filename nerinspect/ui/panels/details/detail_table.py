"""A small table in the details: as high as its rows, its numbers are doors, and all of it can be copied."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFrame, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.details.cell_delegate import CellDelegate, CellHeader, StyledTable
from nerinspect.ui.panels.details.cell_painting import cell_size
from nerinspect.ui.panels.details.cells import CELL_ROLE, DetailCell, DetailModel
from nerinspect.ui.widgets.number_menu import number_menu

_OFF = Qt.ScrollBarPolicy.ScrollBarAlwaysOff


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
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(_OFF)

    @property
    def cells(self) -> DetailModel:
        """The rows; after changing them, `fit` makes room."""
        return self._cells

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
            widths[self._stretched] = 0
            widths[self._stretched] = max(room - sum(widths), 0)
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

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and (query := index.data(CELL_ROLE).query):
            self.door_opened.emit(query)

    def _hover(self, index: QModelIndex) -> None:
        is_door = index.isValid() and bool(index.data(CELL_ROLE).query)
        hovered = QPersistentModelIndex(index) if is_door else QPersistentModelIndex()
        if hovered != self.hovered:
            self.hovered = hovered
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor)
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a door with Enter; copy the chosen cells, or all of the table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied_text())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""

    def copied_text(self) -> str:
        """Write the selected cells as tab-separated lines; the whole table if fewer than two are."""
        chosen = self.selectedIndexes()
        if len(chosen) < 2:
            return self._cells.as_tsv()
        rows: dict[int, list[str]] = {}
        for index in sorted(chosen, key=lambda index: (index.row(), index.column())):
            rows.setdefault(index.row(), []).append(str(index.data()))
        return "".join("\t".join(texts) + "\n" for texts in rows.values())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy a cell, or all of the table, and to explain a number."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_mouse else self.currentIndex()
        if index.isValid():
            cell: DetailCell = index.data(CELL_ROLE)
            menu = number_menu(self, cell.text, cell.query, meaning(cell.key) if cell.key else "")
            menu.addAction("Copy Table", lambda: QGuiApplication.clipboard().setText(self._cells.as_tsv()))
            menu.popup(event.globalPos())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the door under a plain click; a drag or a click with a key selects."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier and len(self.selectedIndexes()) <= 1
        if event.button() == Qt.MouseButton.LeftButton and is_plain and index == self.currentIndex():
            self._open(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the door under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the underline back."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._fit_columns()
