"""The table inside the events panel: a view and a head that stay quick with a million rows."""

from typing import Final

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QFrame, QHeaderView, QTableView, QWidget

from nerinspect.ui.delegates.event_delegate import EventDelegate
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, scaled_font

_UP, _DOWN = " ▴", " ▾"
_HEAD_MARGIN: Final = 8  # above and below the text together, at a font of 13 pixels


class EventsHeader(QHeaderView):
    """The head of the events table, with the sorted column marked in its text."""

    def __init__(self, style: CellStyle, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._style = style
        self.setSectionsClickable(True)
        self.setSectionsMovable(False)
        self.setHighlightSections(False)
        self.setSortIndicatorClearable(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def set_style(self, style: CellStyle) -> None:
        """Paint with another style."""
        self._style = style
        self.updateGeometry()
        self.viewport().update()

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Take a model, with selections of its own: the table's would be looked through row by row."""
        super().setModel(model)
        if model is not None:
            super().setSelectionModel(QItemSelectionModel(model, self))

    def setSelectionModel(self, selection: QItemSelectionModel) -> None:
        """Keep the own selections when the table hands over its own."""

    def title_width(self, section: int) -> int:
        """Measure the room a title needs when the table is sorted by it, in device-independent pixels."""
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        metrics = QFontMetricsF(scaled_font(self._style.font, CAPTION))
        return round(metrics.horizontalAdvance(title + _DOWN) + 2 * self._style.padding) + 1

    def sizeHint(self) -> QSize:
        """Follow the font."""
        text = QFontMetricsF(scaled_font(self._style.font, CAPTION)).height()
        return QSize(super().sizeHint().width(), round(text + _HEAD_MARGIN * self._style.unit))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one title, flat, with its sorting."""
        theme, padding = self._style.theme, self._style.padding
        painter.save()
        painter.fillRect(rect, theme.window)
        painter.setFont(scaled_font(self._style.font, CAPTION))
        painter.setPen(theme.text2)
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        alignment = self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            title += _UP if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else _DOWN
        painter.drawText(QRectF(rect).adjusted(padding, 0, -padding, 0), alignment, title)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles and a hairline under all of them."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        area = self.viewport().rect()
        painter.fillRect(area.adjusted(self.length(), 0, 0, 0), self._style.theme.window)
        painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), self._style.theme.hairline)
        painter.end()


class EventsView(QTableView):
    """A table of rows of one height, of which only the visible ones cost anything.

    Signals
    -------
    resized()
        There is more or less room for the columns.
    """

    resized = Signal()

    def __init__(self, style: CellStyle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Events")
        self._delegate = EventDelegate(style, self)
        self._header = EventsHeader(style, self)
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._header)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_style(style)

    @property
    def header(self) -> EventsHeader:
        """The head of the table."""
        return self._header

    @property
    def delegate(self) -> EventDelegate:
        """What paints the cells."""
        return self._delegate

    def set_style(self, style: CellStyle) -> None:
        """Paint with another style; the height of the rows follows its font."""
        self._delegate.cell_style = style
        self._header.set_style(style)
        self.verticalHeader().setMinimumSectionSize(style.row_height)
        self.verticalHeader().setDefaultSectionSize(style.row_height)
        self.viewport().update()

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window: looking through every row for one would take seconds."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus, and leave it to the user to choose a row: the table would make the first one current."""
        QAbstractScrollArea.focusInEvent(self, event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that the room for columns changed, be it by a scroll bar."""
        super().resizeEvent(event)
        self.resized.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tint the row under the pointer."""
        super().mouseMoveEvent(event)
        self._set_hovered_row(self.rowAt(round(event.position().y())))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the tint away."""
        super().leaveEvent(event)
        self._set_hovered_row(-1)

    def _set_hovered_row(self, row: int) -> None:
        before, self._delegate.hovered_row = self._delegate.hovered_row, row
        for changed in {before, row} - {-1}:
            y = self.rowViewportPosition(changed)
            self.viewport().update(0, y, self.viewport().width(), self.rowHeight(changed))
