"""The places of a surface in training as a small concordance."""

from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from nerinspect.glossary import meaning
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.event_cells import paint_context, paint_plain
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.segment_cell import paint_segment, segment_width
from nerinspect.ui.panels.details import training_place_model as places
from nerinspect.ui.panels.details.cells import Index
from nerinspect.ui.panels.details.training_facts import TrainingSurface
from nerinspect.ui.panels.details.training_place_model import PLACE_ROLE, TrainingPlaceModel
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.door_table import DoorTable

_OFF: Final = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
_SEGMENT_SHARE, _LEFT_SHARE = 0.5, 0.45
_ROW_HEIGHT = 26  # at a font of 13 pixels of the rows, which are set smaller
_TALLEST = 12
"""So many rows are in sight at once; more are scrolled."""


class TrainingPlaces(DoorTable):
    """List places of a surface; a place in training has no event to open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Places in training")
        self._rows = TrainingPlaceModel()
        self._style: CellStyle | None = None
        self.setModel(self._rows)
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(_OFF)

    def piece(self, index: QModelIndex) -> Piece:
        """Give the place of a row."""
        return Piece(self._rows.row(index.row()).place, "", meaning("training_place"))

    def open(self, index: QModelIndex) -> None:
        """Do nothing."""

    def as_tsv(self) -> str:
        """Write all rows."""
        return self._rows.as_tsv()

    def show_places(self, surface: TrainingSurface, reading: str, at_most: int, style: CellStyle) -> None:
        """List the first places of a surface that are read in one way, or all, painted in a style."""
        self._rows.show_places(surface, reading, at_most)
        self.setAccessibleName(f"Places of {surface.text} in training")
        self.restyle(style)

    def restyle(self, style: CellStyle) -> None:
        """Paint with the fonts and colours of the panel, the rows set smaller."""
        self._style = style = CellStyle(style.theme, style.types, scaled_font(style.font, DETAIL))
        self.setItemDelegate(_PlaceDelegate(style, self))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, style.theme.window)
        self.setPalette(palette)
        row_height, n_rows = round(_ROW_HEIGHT * style.unit), self._rows.rowCount()
        self.verticalHeader().setDefaultSectionSize(row_height)
        is_scrolled = n_rows > _TALLEST
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn if is_scrolled else _OFF)
        self.setFixedHeight(row_height * min(n_rows, _TALLEST))
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give surface and reading what the first rows need, the surface up to half; the contexts share the rest."""
        if self._style is None or not self._rows.rowCount():
            return
        style = self._style
        first = [self._rows.row(number) for number in range(min(self._rows.rowCount(), _TALLEST))]
        reading = round(max(style.metrics.horizontalAdvance(row.reading) for row in first) + 2 * style.padding) + 1
        room = max(self.viewport().width() - reading, 0)
        segment = round(max(segment_width(row.segment, style) for row in first)) + 1
        segment = min(segment, round(room * _SEGMENT_SHARE))
        left = round((room - segment) * _LEFT_SHARE)
        for column, width in enumerate((left, segment, room - segment - left, reading)):
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._fit_columns()


class _PlaceDelegate(QStyledItemDelegate):
    """Paint rows as in the events table, on the ground of the panel."""

    def __init__(self, style: CellStyle, table: TrainingPlaces) -> None:
        super().__init__(table)
        self._style = style

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        style, rect, row = self._style, QRectF(option.rect), index.data(PLACE_ROLE)
        is_rtl = row.segment.is_right_to_left
        painter.save()
        match index.column():
            case places.LEFT:
                paint_context(painter, style, rect, row.left, "left", is_right_to_left=is_rtl)
            case places.SEGMENT:
                paint_segment(painter, style, rect, row.segment)
            case places.RIGHT:
                paint_context(painter, style, rect, row.right, "right", is_right_to_left=is_rtl)
            case places.READING:
                ink = style.theme.text if row.segment.reference else style.theme.text2
                paint_plain(painter, style, rect, row.reading, Qt.AlignmentFlag.AlignRight, ink)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
        painter.restore()
