"""Cells of the type matrix, and the heads of its rows and columns."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip, QWidget

from nerinspect.ui.models.type_matrix_model import MatrixRole, TypeMatrixModel
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.matrix_cell import MatrixCell, MatrixStyle, paint_matrix_cell, paint_matrix_head

_Index = QModelIndex | QPersistentModelIndex


class MatrixDelegate(QStyledItemDelegate):
    """Paint a count on its tint, and the focus around it."""

    def __init__(self, style: MatrixStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.matrix_style = style

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect = self.matrix_style, QRectF(option.rect)
        cell = MatrixCell(
            index.data(MatrixRole.COUNT),
            index.data(MatrixRole.SHARE),
            index.data(MatrixRole.IS_PICKED),
            bool(option.state & QStyle.StateFlag.State_MouseOver),
        )
        paint_matrix_cell(painter, style, rect, cell)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect.adjusted(0, 0, -1, -1))

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Ask for a row; its width is the view's."""
        return QSize(0, self.matrix_style.row_height)


class MatrixHead(QHeaderView):
    """Names of rows or columns that are picked with a click.

    Attributes
    ----------
    is_last_pinned : bool
        Whether the last column stays at the right edge while the others are scrolled.
    is_upright : bool
        Whether names are written upwards.

    Signals
    -------
    chosen(int, bool)
        A row or column was clicked; true if it is to be added to what is picked.
    ranged(int, int)
        All from the first one, clicked before, to the second are to be picked; in either order.
    menu_requested(int, QPoint)
        The menu of a name is wanted at a place on the screen.
    """

    chosen = Signal(int, bool)
    ranged = Signal(int, int)
    menu_requested = Signal(int, QPoint)

    def __init__(self, orientation: Qt.Orientation, style: MatrixStyle, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.matrix_style = style
        self.is_last_pinned = self.is_upright = False
        self._hovered = self._anchor = -1
        self.setMouseTracking(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        """Paint one name."""
        model = self.model()
        name = model.type_at(logicalIndex) if isinstance(model, TypeMatrixModel) else None
        is_row = self.orientation() == Qt.Orientation.Vertical
        place, is_hovered = QRectF(rect), logicalIndex == self._hovered
        paint_matrix_head(
            painter, self.matrix_style, place, name, is_row=is_row, is_hovered=is_hovered, is_upright=self.is_upright
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pinned name over the others."""
        super().paintEvent(event)
        if self.is_last_pinned:
            with QPainter(self.viewport()) as painter:
                width = self.sectionSize(self.count() - 1)
                rect = QRect(self.viewport().width() - width, 0, width, self.height())
                self.paintSection(painter, rect, self.count() - 1)

    def place_at(self, point: QPoint) -> int:
        """Tell which row or column is at a point of the viewport; -1 if none is."""
        last = self.count() - 1
        if self.is_last_pinned and point.x() >= self.viewport().width() - self.sectionSize(last):
            return last
        return self.logicalIndexAt(point)

    def sizeHint(self) -> QSize:
        """Ask for the size that the view fixed; Qt's own would measure hundreds of names at every layout."""
        return self.minimumSize()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row or column under the pointer."""
        super().mouseReleaseEvent(event)
        place = self.place_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.ranged.emit(self._anchor if 0 <= self._anchor < self.count() else place, place)
        else:
            self._anchor = place
            self.chosen.emit(place, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline what a click would choose."""
        super().mouseMoveEvent(event)
        self._hover(self.place_at(event.position().toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the name under the pointer."""
        place = self.place_at(event.pos())
        if place >= 0:
            self.menu_requested.emit(place, event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        """Explain the name under the pointer, the pinned one too."""
        place = self.place_at(event.pos()) if self.is_last_pinned and isinstance(event, QHelpEvent) else -1
        if place == self.count() - 1 and isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.model().headerData(place, self.orientation(), Qt.ItemDataRole.ToolTipRole)
            QToolTip.showText(event.globalPos(), str(text), self)
            return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Underline nothing any more."""
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, place: int) -> None:
        if place != self._hovered:
            self._hovered = place
            self.viewport().update()
