"""The head of a table: quiet titles, the sorted one with an arrow."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QItemSelectionModel, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.text_line import draw_text

if TYPE_CHECKING:
    from nerinspect.ui.painting.cell_style import CellStyle

_HEAD_MARGIN: Final = 8  # above and below the titles together, at a font of 13 pixels


class FlatHead(QHeaderView):
    """Paint titles without buttons, the sorted one with an arrow; a third click takes the sorting away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.cell_style: CellStyle | None = None
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setHighlightSections(False)
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)

    def title_width(self, section: int) -> int:
        """Measure the room a title needs with its arrow, in device-independent pixels."""
        if self.cell_style is None:
            return 0
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        metrics = QFontMetricsF(scaled_font(self.cell_style.font, CAPTION))
        return round(metrics.horizontalAdvance(f"{title} ▾") + 2 * self.cell_style.padding) + 1

    def sizeHint(self) -> QSize:
        """Follow the font."""
        if self.cell_style is None:
            return super().sizeHint()
        text = QFontMetricsF(scaled_font(self.cell_style.font, CAPTION)).height()
        return QSize(0, round(text + _HEAD_MARGIN * self.cell_style.unit))

    def setSelectionModel(self, selection: QItemSelectionModel) -> None:
        """Keep selections of its own: those of the table would be looked through row by row."""
        if self.model() is not None and self.selectionModel() is None:
            super().setSelectionModel(QItemSelectionModel(self.model(), self))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one title."""
        style = self.cell_style
        if style is None:
            return
        painter.save()
        painter.fillRect(rect, style.theme.window)
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            title += " ▴" if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else " ▾"
        at = self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        inner = QRectF(rect).adjusted(style.padding, 0, -style.padding, 0)
        draw_text(painter, scaled_font(style.font, CAPTION), style.theme.text2, inner, title, at)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles and a hairline under all of them."""
        super().paintEvent(event)
        if self.cell_style is None:
            return
        painter, area = QPainter(self.viewport()), self.viewport().rect()
        painter.fillRect(area.adjusted(self.length(), 0, 0, 0), self.cell_style.theme.window)
        painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), self.cell_style.theme.hairline)
        painter.end()
