"""A table whose numbers are doors."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QMenu, QTableView, QWidget

from nerinspect.ui.overview.table_delegate import NumberDelegate
from nerinspect.ui.overview.table_head import NumberHead
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.widgets.number_menu import number_menu

_MOST_ROWS = 24  # further ones are scrolled to
_ROW, _GAP, _BAR_WIDTH, _LEAST_NAME = 22, 14, 80, 110  # at a font of 13 pixels
_RESTYLING = (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
_OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class NumberTable(QTableView):
    """Show a small table; a click or Enter on a number opens what it counts, on a group's name folds the group.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    """

    door_opened = Signal(str, int)

    def __init__(self, model: NumberTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._delegate = model, NumberDelegate(self)
        self._head = NumberHead(any(column.kind for column in model.columns), self)
        self.setModel(model)
        self.setAccessibleName(model.title)
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._head)
        self._head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        model.rows_changed.connect(self._fit)
        self._restyle()

    @property
    def numbers(self) -> NumberTableModel:
        """The model."""
        return self._model

    def copied_text(self) -> str:
        """Write the selected cells as tab-separated lines; the whole table with heads if fewer than two are."""
        chosen = sorted((index.row(), index.column()) for index in self.selectedIndexes())
        if len(chosen) < 2:
            return self._model.as_tsv()
        rows: dict[int, list[str]] = {}
        for row, column in chosen:
            if column and not self._model.columns[column].title:
                continue
            rows.setdefault(row, []).append(self._model.cell(self._model.index(row, column)).text)
        return "".join("\t".join(texts) + "\n" for texts in rows.values())

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Make the menu of what can be done with a number."""
        cell = self._model.cell(index)
        return number_menu(self, cell.text, cell.query, cell.tooltip)

    def _restyle(self) -> None:
        self._delegate.restyle(self.font())
        unit = font_size(self.font()) / 13
        height = round(max(_ROW * unit, QFontMetricsF(scaled_font(self.font(), DETAIL)).height() + 4 * unit))
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True))
        widths = [
            max(metrics.horizontalAdvance(column.widest), self._head.title_width(column)) + _GAP * unit
            if column.widest
            else _BAR_WIDTH * unit
            for column in self._model.columns
        ]
        for number, width in enumerate(widths[1:], 1):
            self.setColumnWidth(number, round(width))
        self.setMinimumWidth(round(sum(widths[1:]) + max(widths[0], _LEAST_NAME * unit)))
        self._fit()

    def _fit(self) -> None:
        """Be as high as the rows, up to some."""
        n_rows = min(self._model.rowCount(), _MOST_ROWS)
        row_height = self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(self._head.sizeHint().height() + n_rows * row_height + 1)

    def _hover(self, index: QModelIndex) -> None:
        is_door = index.isValid() and self._model.cell(index).door is not None
        folds = index.isValid() and not index.column() and self._model.can_fold(index.row())
        shape = Qt.CursorShape.PointingHandCursor if is_door or folds else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        hovered = QPersistentModelIndex(index) if is_door else QPersistentModelIndex()
        if hovered != self._delegate.hovered:
            self._delegate.hovered = hovered
            self.viewport().update()

    def _press(self, index: QModelIndex) -> None:
        """Open a door, or fold a group."""
        if not index.isValid():
            return
        if not index.column():
            self._model.toggle(index.row())
        elif query := self._model.cell(index).query:
            self.door_opened.emit(query, self._model.place(index.row()).row.prediction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter or Space, copy with Ctrl+C, offer the menu with its key."""
        index = self.currentIndex()
        if event.key() in _OPENING_KEYS and index.isValid():
            self._press(index)
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied_text())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the menu of the number under the pointer, or of the current one."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_mouse else self.currentIndex()
        if index.isValid():
            place = event.globalPos() if is_mouse else self.viewport().mapToGlobal(self.visualRect(index).center())
            self.menu_of(index).popup(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the door under a plain click; a drag or a click with a key selects."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier and len(self.selectedIndexes()) <= 1
        if event.button() == Qt.MouseButton.LeftButton and is_plain and index == self.currentIndex():
            self._press(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the number under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the underline back."""
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if event.type() in _RESTYLING and hasattr(self, "_head"):
            self._restyle()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the keyboard begin at the first row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            first = self._model.index(0, 0)
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
