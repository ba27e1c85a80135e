"""The table of what an edited list would change."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from nerinspect.analysis.study import Study
from nerinspect.review.list_reading import EditedList
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.keys import ENTER_KEYS
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.marks import paint_accent_edge
from nerinspect.ui.plain_text import NameDelegate
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.review.importing_model import ChangesModel
from nerinspect.ui.theme import current_theme

_USUAL, _WIDEST, _WIDEST_EVENT = 96, 260, 150  # at a font of 13 pixels
_MOST_MEASURED = 200


class ChangesView(QTableView):
    """Show changes; the row the keyboard or the mouse goes to asks for its event.

    Signals
    -------
    event_requested : int
        The event of the chosen row.
    """

    event_requested = Signal(int)

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Decisions that change")
        self._model = ChangesModel(study, self)
        self.setModel(self._model)
        self.setItemDelegate(_RowDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setStretchLastSection(True)
        self.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self.clicked.connect(lambda index: self.event_requested.emit(self._model.event_of(index.row())))
        self._restyle()

    def show_list(self, study: Study, edited: EditedList) -> None:
        """Show what another list changes."""
        self._model.show_changes(study, edited.changes)
        self._fit_columns()

    def _restyle(self) -> None:
        height = QFontMetrics(self.font()).height() + round(6 * font_size(self.font()) / 13)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give each column the room of its first texts."""
        unit, metrics, model = font_size(self.font()) / 13, QFontMetrics(self.font()), self._model
        for column in range(model.columnCount()):
            rows = range(min(model.rowCount(), _MOST_MEASURED))
            texts = [model.headerData(column, Qt.Orientation.Horizontal)]
            texts += [model.index(row, column).data() for row in rows]
            widest = max(metrics.horizontalAdvance(text) for text in texts) + 16 * unit
            self.setColumnWidth(column, round(min(widest, (_WIDEST if column else _WIDEST_EVENT) * unit)))

    def _on_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and self.hasFocus():
            self.event_requested.emit(self._model.event_of(current.row()))

    def _copy(self) -> None:
        """Copy the selected rows, cells parted by tabs."""
        columns = range(self._model.columnCount())
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        lines = ["\t".join(str(self._model.index(row, column).data()) for column in columns) for row in rows]
        copy_text("\n".join(lines))

    # Qt overrides

    def sizeHint(self) -> QSize:
        """Show some rows."""
        return QSize(round(6 * _USUAL * font_size(self.font()) / 13), 12 * self.verticalHeader().defaultSectionSize())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the keyboard begin at the first row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the event by Enter, which takes nothing; copy rows."""
        if event.key() in ENTER_KEYS and self.currentIndex().isValid():
            self.event_requested.emit(self._model.event_of(self.currentIndex().row()))
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_model"):
            self._restyle()


class _RowDelegate(NameDelegate):
    """Mark the chosen row with an edge instead of a frame around one of its cells."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell."""
        option.state &= ~QStyle.StateFlag.State_HasFocus
        super().paint(painter, option, index)
        if option.state & QStyle.StateFlag.State_Selected and not index.column():
            unit = font_size(option.widget.font()) / 13
            paint_accent_edge(painter, current_theme(), unit, QRectF(option.rect))
