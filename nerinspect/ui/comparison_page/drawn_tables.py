"""Tables of numbers with a column that draws: intervals, shares; and dots."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from nerinspect.ui.diagnosis.special_tables import DrawingDelegate
from nerinspect.ui.overview.cells import Cell
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_delegate import NumberDelegate
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.interval import paint_interval
from nerinspect.ui.painting.recall_dots import paint_dot
from nerinspect.ui.theme import Theme

_RADIUS, _PADDING = 3.6, 10  # at a font of 13 pixels


@dataclass(frozen=True)
class IntervalCell(Cell):
    """A value with its interval, drawn.

    Attributes
    ----------
    spread : tuple of float
        Lower bound, value, upper bound.
    limits : tuple of float
        The ends of the axis.
    """

    spread: tuple[float, float, float] = (0.0, 0.0, 0.0)
    limits: tuple[float, float] = (-1.0, 1.0)


@dataclass(frozen=True)
class RightCell(Cell):
    """Right or wrong, drawn as a dot, filled or hollow."""

    is_right: bool = False


class ComparisonDelegate(DrawingDelegate):
    """Paint intervals and dots, and anything else as the tables of the diagnosis do."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell; what is drawn is no plain number."""
        model = index.model()
        assert isinstance(model, NumberTableModel), "the only model these tables have"
        if isinstance(model.cell(index), IntervalCell | RightCell):
            NumberDelegate.paint(self, painter, option, index)
        else:
            super().paint(painter, option, index)

    def _paint_number(
        self,
        painter: QPainter,
        theme: Theme,
        rect: QRectF,
        model: NumberTableModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        cell = model.cell(index)
        if isinstance(cell, RightCell):
            paint_dot(painter, theme, rect.center(), _RADIUS * self._unit, cell.is_right)
        elif isinstance(cell, IntervalCell):
            ink = theme.text3 if model.place(index.row()).row.is_dim else theme.text
            plot = rect.adjusted(_PADDING * self._unit, 0, -_PADDING * self._unit, -1)
            paint_interval(painter, theme, plot, cell.limits, cell.spread, ink, self._unit)
        else:
            super()._paint_number(painter, theme, rect, model, index)


class ComparisonTable(NumberTable):
    """A table of numbers with intervals and dots; its parameters are those of `NumberTable`."""

    def __init__(self, model: NumberTableModel, parent: QWidget | None = None, most_rows: int = 24) -> None:
        super().__init__(model, parent, most_rows)
        model.setParent(self)
        self._delegate = ComparisonDelegate(self)
        self.setItemDelegate(self._delegate)
