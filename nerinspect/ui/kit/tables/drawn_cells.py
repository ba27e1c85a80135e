"""Cells that draw: bars around zero, scores on shades, intervals, dots; and the tables that hold them."""

from dataclasses import dataclass
from math import isnan

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from nerinspect.ui.kit.layout import Index
from nerinspect.ui.kit.tables.number_table import GROUP_SPACE, NumberDelegate, NumberTable
from nerinspect.ui.kit.tables.painters import mixed, paint_dot, paint_interval
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme, current_theme
from nerinspect.visible import visible

_BAR, _PAD = 11, 2  # at a font of 13 pixels
_LEAST_HEAT, _MORE_HEAT = 0.04, 0.26  # how much of its ink a shade has


def better_ink(theme: Theme, is_a: bool) -> QColor:
    """Give the colour of bars where A is better, or B: blue and orange, which nobody confuses."""
    return theme.accent if is_a else theme.warning


def paint_difference(painter: QPainter, theme: Theme, rect: QRectF, reach: float, unit: float) -> None:
    """Paint a bar from the middle of a rectangle; `reach` goes from -1, its left edge, to 1, nan for no bar."""
    half, middle = rect.width() / 2 - _PAD * unit, rect.center().x()
    painter.fillRect(QRectF(middle - unit / 2, rect.top(), unit, rect.height()), theme.border)
    if isnan(reach) or not reach:
        return
    top, length = rect.center().y() - _BAR * unit / 2, max(half * abs(reach), unit)
    left = middle if reach > 0 else middle - length
    painter.fillRect(QRectF(left, top, length, _BAR * unit), better_ink(theme, reach > 0))


def paint_upright(
    painter: QPainter, theme: Theme, fonts: tuple[QFont, QFont], rect: QRectF, cell: "UprightCell"
) -> None:
    """Paint a bar on an axis that all cells beside each other share, its number at its end."""
    font, (low, high) = fonts[cell.is_bold], cell.limits
    painter.setFont(font)
    line, reach = painter.fontMetrics().height(), 0.0 if isnan(cell.reach) else cell.reach
    room = rect.height() - line * (1 + (low < 0 < high)) - 2 * _PAD
    axis = rect.top() + _PAD + (line if high > 0 or not low else 0) + room * (high / (high - low) if high > low else 1)
    length = room * abs(reach) / (high - low) if reach else 0.0
    top = axis - length if reach > 0 else axis
    painter.fillRect(QRectF(rect.left() + 4, top, rect.width() - 9, length), theme.chart_bar)
    painter.fillRect(QRectF(rect.left(), axis, rect.width() - 1, 1), theme.border)
    is_above = reach > 0 or (not reach and high >= -low)
    beside = QRectF(rect.left(), top - line if is_above else axis + length, rect.width(), line)
    ink = theme.text if cell.is_bold else theme.text2
    draw_text(painter, font, ink, beside, cell.text, Qt.AlignmentFlag.AlignHCenter, elide=Qt.TextElideMode.ElideNone)


def shade_colour(theme: Theme, shade: float) -> QColor:
    """Give the ground of a number: the deeper, the larger `shade`; none where colours carry no meaning."""
    if theme.is_plain:
        return theme.base
    return mixed(theme.base, theme.heat, _LEAST_HEAT + _MORE_HEAT * min(max(shade, 0.0), 1.0))


def paint_shaded(
    painter: QPainter,
    theme: Theme,
    font: QFont,
    rect: QRectF,
    text: str,
    shade: float,
    is_underlined: bool = False,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignRight,
) -> None:
    """Paint a score on its shade, from 0 to 1; hatched where it is undefined, which is nan."""
    ground = rect.adjusted(0, 0, -1, -1)
    if isnan(shade):
        painter.fillRect(ground, QBrush(theme.border, Qt.BrushStyle.BDiagPattern))
    else:
        painter.fillRect(ground, shade_colour(theme, shade))
    place, whole = (
        rect.adjusted(0, 0, -rect.height() / 4 * (side == Qt.AlignmentFlag.AlignRight), 0),
        Qt.TextElideMode.ElideNone,
    )
    draw_text(painter, font, theme.text, place, text, side, elide=whole, is_underlined=is_underlined)


def paint_legend(painter: QPainter, theme: Theme, font: QFont, rect: QRectF, ends: tuple[str, str]) -> None:
    """Paint the scale of shades between its ends, which are written beside it."""
    widths = [painter.fontMetrics().horizontalAdvance(end) for end in ends]
    draw_text(painter, font, theme.text2, rect, ends[0], elide=Qt.TextElideMode.ElideNone)
    draw_text(painter, font, theme.text2, rect, ends[1], Qt.AlignmentFlag.AlignRight, elide=Qt.TextElideMode.ElideNone)
    gap = 3 * _PAD * rect.height() / 22
    scale = rect.adjusted(widths[0] + gap, rect.height() / 4, -widths[1] - gap, -rect.height() / 4)
    n_steps = 12
    for step in range(n_steps):
        part = QRectF(
            scale.left() + step * scale.width() / n_steps, scale.top(), scale.width() / n_steps, scale.height()
        )
        painter.fillRect(part, shade_colour(theme, step / (n_steps - 1)))
    painter.setPen(theme.border)
    painter.drawRect(scale)


_LEAST_MAP, _MOST_CELL, _PADDING = 500, 72, 6  # at a font of 13 pixels
_RADIUS, _PLOT_PADDING = 3.6, 10  # at a font of 13 pixels

_MARKED = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
_IN_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True)
class UprightCell(Cell):
    """A bar that goes up from an axis if A is better, and down if B is."""

    reach: float = 0.0  # nan for no bar
    limits: tuple[float, float] = (0.0, 1.0)  # where the shortest and the longest bar end; zero is between them


@dataclass(frozen=True)
class HeatCell(Cell):
    """A score on a shade."""

    shade: float = 0.0  # from 0 to 1; nan if the score is undefined


@dataclass(frozen=True)
class IntervalCell(Cell):
    """A value with its interval, drawn."""

    spread: tuple[float, float, float] = (0.0, 0.0, 0.0)  # lower bound, value, upper bound
    limits: tuple[float, float] = (-1.0, 1.0)  # the ends of the axis


@dataclass(frozen=True)
class RightCell(Cell):
    """Right or wrong, drawn as a dot, filled or hollow."""

    is_right: bool = False


class DrawingDelegate(NumberDelegate):
    """Paint what these tables draw, and anything else as all tables of numbers do."""

    def restyle(self, font: QFont) -> None:
        super().restyle(font)
        self._theme, self._room = current_theme(), round(_PADDING * unit_of(font))
        self._captions = scaled_font(font, CAPTION), scaled_font(font, CAPTION, is_bold=True)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell; plain numbers, of which there are hundreds, in the quickest way."""
        model = index.model()
        assert isinstance(model, NumberTableModel), "the only model these tables have"
        cell, is_marked = model.cell(index), option.state & _MARKED or model.columns[index.column()].is_text
        is_drawn = cell.dots or cell.bar >= 0 or isinstance(cell, UprightCell | HeatCell | IntervalCell | RightCell)
        if (
            is_drawn
            or not index.column()
            or is_marked
            or model.columns[index.column()].is_text
            or self._table.hovered == index
        ):
            super().paint(painter, option, index)
            return
        rect, row = option.rect, model.place(index.row()).row
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self._theme.hairline)
        if cell.text:
            painter.setFont(self._bold if row.is_total or cell.is_bold else self._plain)
            painter.setPen(self._theme.text3 if cell.is_dim or row.is_dim else self._theme.text)
            is_right = self._table.side == Qt.AlignmentFlag.AlignRight
            room, gap = self._room * is_right, 0 if is_right else GROUP_SPACE * model.begins_group(index.column())
            painter.drawText(
                rect.adjusted(round(gap * self._unit), 0, -room, 0), _IN_ONE_LINE | self._table.side, visible(cell.text)
            )

    def _paint_number(
        self, painter: QPainter, theme: Theme, rect: QRectF, model: NumberTableModel, index: Index
    ) -> None:
        cell = model.cell(index)
        if self._table.side == Qt.AlignmentFlag.AlignHCenter:
            rect = rect.adjusted(model.begins_group(index.column()) * GROUP_SPACE * self._unit, 0, 0, 0)
        if isinstance(cell, UprightCell):
            paint_upright(painter, theme, self._captions, rect, cell)
        elif isinstance(cell, HeatCell):
            is_hovered = self._table.hovered == index
            paint_shaded(painter, theme, self._plain, rect, cell.text, cell.shade, is_hovered, self._table.side)
        elif isinstance(cell, RightCell):
            paint_dot(painter, theme, rect.center(), _RADIUS * self._unit, cell.is_right)
        elif isinstance(cell, IntervalCell):
            ink = theme.text3 if model.place(index.row()).row.is_dim else theme.text
            plot = rect.adjusted(_PLOT_PADDING * self._unit, 0, -_PLOT_PADDING * self._unit, -1)
            paint_interval(painter, theme, plot, cell.limits, cell.spread, ink, self._unit)
        else:
            super()._paint_number(painter, theme, rect, model, index)


class DrawnTable(NumberTable):
    """A table of numbers with bars, shades, intervals and dots; its parameters are those of `NumberTable`."""

    def __init__(self, model: NumberTableModel, parent: QWidget | None = None, most_rows: int = 24) -> None:
        super().__init__(model, parent, most_rows)
        self._delegate = DrawingDelegate(self)
        self.setItemDelegate(self._delegate)


class HeatTable(DrawnTable):
    """Show systems against buckets; `names` says what the rows are, where they are something else."""

    side = Qt.AlignmentFlag.AlignHCenter

    def __init__(self, parent: QWidget | None = None, names: tuple[str, ...] = ("System",), title: str = "") -> None:
        super().__init__(NumberTableModel([Column("System")], names, title), parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @property
    def whole_width(self) -> int:
        return max(self.minimumWidth(), super().whole_width)

    def _giving_way(self) -> dict[int, int]:
        return self._widths

    def _share_room(self) -> None:
        """Make all buckets equally wide, up to some width; where there is no room for all, they are scrolled to."""
        if not self._widths:
            return
        unit, names = self.unit, self._names_width
        room = self.viewport().width() - names
        width = max(min(room // len(self._widths), round(_MOST_CELL * unit)), *self._widths.values())
        self.setColumnWidth(0, names)
        for column in self._widths:
            self.setColumnWidth(column, width)
        self.setMinimumWidth(round(_LEAST_MAP * unit))
        self._fit()

    def _fit(self) -> None:
        """Leave room for a scroll bar below."""
        super()._fit()
        is_scrolled = self._head.length() > self.viewport().width() > 0
        if is_scrolled:
            self.setFixedHeight(self.height() + self.horizontalScrollBar().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
