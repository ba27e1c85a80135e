"""The head of the events table."""

from typing import Final

from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from nerinspect.ui.models.event_table_model import COLOUR_ROLE, EventTableModel
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.swatch import SWATCH_ROOM, paint_swatch
from nerinspect.visible import visible

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
        self.setResizeContentsPrecision(0)  # a double click on an edge looks at the rows on screen alone
        self.sortIndicatorChanged.connect(self._on_sorting_changed)

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
        title = visible(str(self.model().headerData(section, Qt.Orientation.Horizontal)))
        metrics = QFontMetricsF(scaled_font(self._style.font, CAPTION))
        colour = self.model().headerData(section, Qt.Orientation.Horizontal, COLOUR_ROLE)
        room = 0.0 if colour is None else SWATCH_ROOM * self._style.unit
        return round(metrics.horizontalAdvance(title + _DOWN) + room + 2 * self._style.padding) + 1

    def _on_sorting_changed(self, section: int) -> None:
        """Go back to the order of the file when a third click takes the sorting away."""
        model = self.model()
        if section < 0 and isinstance(model, EventTableModel):
            self.setSortIndicator(model.place_of("place"), Qt.SortOrder.AscendingOrder)

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
        title = visible(str(self.model().headerData(section, Qt.Orientation.Horizontal)))
        alignment = self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            title += _UP if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else _DOWN
        inner = QRectF(rect).adjusted(padding, 0, -padding, 0)
        colour = self.model().headerData(section, Qt.Orientation.Horizontal, COLOUR_ROLE)
        if colour is not None:
            paint_swatch(painter, theme, self._style.unit, inner, colour)
            inner.adjust(SWATCH_ROOM * self._style.unit, 0, 0, 0)
        shown = QFontMetricsF(painter.font()).elidedText(title, Qt.TextElideMode.ElideRight, inner.width() + 1)
        painter.drawText(inner, alignment, shown)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles and a hairline under all of them."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        area = self.viewport().rect()
        painter.fillRect(area.adjusted(self.length(), 0, 0, 0), self._style.theme.window)
        painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), self._style.theme.hairline)
        painter.end()
