"""The view of the type matrix: cells and heads that are picked, sharing the width there is."""

import math
from dataclasses import replace

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from nerinspect.ui.filters.counts_table import PickingView
from nerinspect.ui.filters.type_matrix import (
    MatrixCell,
    MatrixRole,
    MatrixStyle,
    TypeMatrixModel,
    paint_matrix_cell,
    paint_matrix_head,
)
from nerinspect.ui.kit.keys import ENTER_KEYS
from nerinspect.ui.theme.marks import paint_focus_ring

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


_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_FEWEST_ROWS, _MOST_ROWS = 6, 12  # further ones are scrolled to
_MOST_OF_WIDTH = 0.4  # that the names of the rows take
_N_MEASURED = 20  # names, the longest ones
_LEAST_OF_WIDTH = 0.24  # that they give way to if all columns fit then
_SCROLLED_COLUMN = 32  # at a font of 13 pixels: some letters of the names are read where not all fit anyway
_CORNER = "ref ↓ pred →"


class MatrixView(PickingView):
    """Cells, rows and columns that are picked.

    Attributes
    ----------
    rows, columns : MatrixHead
        The names at the left and at the top, which are picked too.

    Signals
    -------
    row_chosen(int, bool), column_chosen(int, bool)
        The keys that pick a row or column were pressed; true if it is to be added to what is picked.
    """

    row_chosen = Signal(int, bool)
    column_chosen = Signal(int, bool)

    def __init__(self, model: TypeMatrixModel, style: MatrixStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Types, reference by prediction", parent)
        self._matrix = model
        self._most_rows = _MOST_ROWS
        self._styles = (style, style)  # wide and tight
        self._is_last_pinned = False
        self._delegate = MatrixDelegate(style, self)
        self.rows = MatrixHead(Qt.Orientation.Vertical, style, self)
        self.columns = MatrixHead(Qt.Orientation.Horizontal, style, self)
        self._corner_words = _CORNER
        self._corner = QLabel(_CORNER, self)
        self._build_ui()
        self.setModel(model)
        self.rows.chosen.connect(self.row_chosen)
        self.columns.chosen.connect(self.column_chosen)
        self.restyle(style)

    def show_corner(self, words: str) -> None:
        """Say what stands down and what across."""
        self._corner_words = words
        self.fit()

    def restyle(self, style: MatrixStyle) -> None:
        """Paint with other colours and fonts."""
        self._styles = (style, replace(style, is_tight=True))
        colours = self._corner.palette()
        colours.setColor(QPalette.ColorRole.WindowText, style.theme.text3)
        self._corner.setPalette(colours)
        self._corner.setFont(style.head_font)
        self.fit()
        self.viewport().update()

    @property
    def scroll_bar_width(self) -> int:
        """What the scroll bar takes of the width, in device-independent pixels; 0 if there is none."""
        return self.verticalScrollBar().sizeHint().width() if self._matrix.rowCount() > self._most_rows else 0

    def give_way(self) -> int:
        """Be as low as the matrix may be, and tell what more rows would take, in device-independent pixels."""
        self._most_rows = _FEWEST_ROWS
        self.fit()
        return self._styles[0].row_height * max(min(self._matrix.rowCount(), _MOST_ROWS) - _FEWEST_ROWS, 0)

    def take(self, height: int) -> None:
        """Show more rows, as many as some more height has room for; in device-independent pixels."""
        more = max(height, 0) // self._styles[0].row_height
        self._most_rows = min(max(self._most_rows + more, _FEWEST_ROWS), _MOST_ROWS)
        self.fit()

    def fit(self) -> None:
        """Share the width among the columns, and be as high as the rows, up to some; the others are scrolled to.

        Columns are alike if their names stand whole then, else as wide as their names, else as narrow as their counts
        allow, and the names are written upwards. If they do not fit even so, they are scrolled and the last one, of no
        mention, stays in sight.
        """
        n_rows = self._matrix.rowCount()
        n_shown = min(n_rows, self._most_rows)
        width = self.width() - self.scroll_bar_width
        style = self._styles[0]
        least, names = self._least_column(), self._names_width()
        heads = self._head_rooms()
        alike, own = [max(least, *heads)] * n_rows, [max(least, head) for head in heads]
        whole = next((wide for wide in (alike, own) if names + sum(wide) <= width), None)
        is_tight = names + least * n_rows > width
        columns = whole or (self._tight_columns() if is_tight else [least] * n_rows)
        least_names = min(names, round(_LEAST_OF_WIDTH * self.width())) if is_tight else names
        is_cut = least_names + sum(columns) > width
        if is_cut:
            columns = [max(columns[-1], least, round(_SCROLLED_COLUMN * style.unit))] * n_rows
        else:
            names = min(names, width - sum(columns))
            head = self._corner_width() if self._corner_width() + sum(columns) <= width else names
            names = max(names, head)
            more = (width - names - sum(columns)) // n_rows
            columns = [column + more for column in columns]
            names = width - sum(columns) if n_rows <= n_shown else names
        self._is_last_pinned = self.columns.is_last_pinned = is_cut
        self.columns.is_upright = is_upright = whole is None
        head_height = style.upright_height(max(heads)) if is_upright else style.head_height
        self._delegate.matrix_style = self.rows.matrix_style = self.columns.matrix_style = self._styles[is_tight]
        self._resize_heads(names, columns, head_height)
        self._corner.setAlignment(Qt.AlignmentFlag.AlignBottom if is_upright else Qt.AlignmentFlag.AlignVCenter)
        self._corner.setText(self._corner_words if self._corner_width() <= names else "")
        below = self.horizontalScrollBar().sizeHint().height() if is_cut else 0
        self.setFixedHeight(head_height + n_shown * style.row_height + below)

    def _build_ui(self) -> None:
        self.setAccessibleDescription(
            "Enter picks the cell, Shift+Space its row, Shift+Enter its column; Ctrl adds, Shift+arrows reach on."
        )
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(self._delegate)
        self.setVerticalHeader(self.rows)
        self.setHorizontalHeader(self.columns)
        self._corner.setAutoFillBackground(True)
        self.setCornerWidget(QWidget(self))  # or the style draws a box where the scroll bars meet

    def _resize_heads(self, names: int, columns: list[int], head_height: int) -> None:
        style = self._styles[0]
        for head, size in ((self.rows, style.row_height), (self.columns, min(columns))):
            head.setMinimumSectionSize(size)
            head.setDefaultSectionSize(size)
        if max(columns) > min(columns):
            for place, column in enumerate(columns):
                self.columns.resizeSection(place, column)
        self.rows.setFixedWidth(names)
        self.columns.setFixedHeight(head_height)

    def _head_rooms(self) -> list[int]:
        """Measure what the name of each column needs; where there are many, what the longest one does."""
        style, n_rows = self._styles[0], self._matrix.rowCount()
        if n_rows > _N_MEASURED:
            longest = max(map(style.head_room, self._matrix.longest_names(_N_MEASURED)))
            return [math.ceil(longest)] * n_rows
        return [math.ceil(style.head_room(self._matrix.type_at(place))) for place in range(n_rows)]

    def _names_width(self) -> int:
        style = self._styles[0]
        names = ("none", *self._matrix.longest_names(_N_MEASURED))
        widest = max(map(style.head_metrics.horizontalAdvance, names)) + style.padding
        return math.ceil(min(widest, _MOST_OF_WIDTH * self.width()))

    def _corner_width(self) -> int:
        style = self._styles[0]
        return math.ceil(style.head_metrics.horizontalAdvance(self._corner_words) + style.padding)

    def _least_column(self) -> int:
        """Leave room for the largest count and for a short name."""
        style = self._styles[0]
        count = style.count_metrics.horizontalAdvance(f"{self._matrix.largest:,}")
        return round(max(count, style.head_metrics.horizontalAdvance("none")) + 1.5 * style.padding)

    def _tight_columns(self) -> list[int]:
        """Leave room for the counts of each column alone, and for the word none."""
        style = self._styles[1]
        texts = [f"{count:,}" for count in self._matrix.largest_by_column]
        widths = {length: style.count_metrics.horizontalAdvance("8" * length) for length in set(map(len, texts))}
        counts = [widths[len(text)] for text in texts]
        counts[-1] = max(counts[-1], QFontMetricsF(style.none_font).horizontalAdvance("none"))
        return [math.ceil(count + 2 * style.padding) for count in counts]

    def _is_pinned(self, column: int) -> bool:
        return self._is_last_pinned and column == self._matrix.columnCount() - 1

    @property
    def _pinned_left(self) -> int:
        """Where the pinned column begins in the viewport."""
        return self.viewport().width() - self.columnWidth(self._matrix.columnCount() - 1)

    def visualRect(self, index: QModelIndex | QPersistentModelIndex) -> QRect:
        """Give the place of a cell, of a pinned one at the right edge."""
        rect = super().visualRect(index)
        if self._is_pinned(index.column()):
            rect.moveLeft(self._pinned_left)
        return rect

    def indexAt(self, pos: QPoint) -> QModelIndex:
        """Find the cell at a point; a pinned one lies over the others."""
        if self._is_last_pinned and pos.x() >= self._pinned_left:
            return self._matrix.index(self.rowAt(pos.y()), self._matrix.columnCount() - 1)
        return super().indexAt(pos)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a cell out from under the pinned column, which need not be scrolled to itself."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if self._is_pinned(index.column()):
            bar.setValue(before)
        elif self._is_last_pinned:
            bar.setValue(bar.value() + max(self.visualRect(index).right() + 1 - self._pinned_left, 0))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint the pinned column where it was."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()
        self.columns.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pinned column over the others."""
        super().paintEvent(event)
        if not self._is_last_pinned:
            return
        hovered = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos())) if self.viewport().underMouse() else None
        last = self.rowAt(self.viewport().height() - 1)
        with QPainter(self.viewport()) as painter:
            for row in range(self.rowAt(0), (last if last >= 0 else self._matrix.rowCount() - 1) + 1):
                index, option = self._matrix.index(row, self._matrix.columnCount() - 1), QStyleOptionViewItem()
                self.initViewItemOption(option)
                option.rect = self.visualRect(index)
                if index == hovered:
                    option.state |= QStyle.StateFlag.State_MouseOver
                if index == self.currentIndex() and self.hasFocus():
                    option.state |= QStyle.StateFlag.State_HasFocus
                self._delegate.paint(painter, option, index)
            painter.fillRect(self._pinned_left - 1, 0, 1, self.viewport().height(), self._styles[0].theme.border)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        self.fit()

    def updateGeometries(self) -> None:
        """Keep the words in the corner."""
        super().updateGeometries()
        self._corner.setGeometry(0, 0, self.rows.width(), self.columns.height())
        self._corner.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the row of the current cell with Shift+Space, its column with Shift+Enter; Ctrl adds."""
        index, is_added = self.currentIndex(), bool(event.modifiers() & _CONTROL)
        if not index.isValid() or not event.modifiers() & _SHIFT:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.row_chosen.emit(index.row(), is_added)
        elif event.key() in ENTER_KEYS:
            self.column_chosen.emit(index.column(), is_added)
        else:
            super().keyPressEvent(event)
