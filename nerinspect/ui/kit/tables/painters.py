"""Paint a value in a cell: a label with bar and count, a rate as a bar, an interval through zero, recall as dots."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Final, TypeAlias

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme

DOT: Final = 2.5
"""Radius of an ordinary dot, at a font of 13 pixels."""

_LINE = 1.5  # at a font of 13 pixels


def paint_interval(
    painter: QPainter,
    theme: Theme,
    plot: QRectF,
    limits: tuple[float, float],
    spread: tuple[float, float, float],
    ink: QColor,
    unit: float,
    dot: float = DOT,
) -> None:
    """Paint the zero of the axis, a line for the interval and a dot for the value.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; keeps the pen, the brush and smooth edges.
    plot : QRectF
        The axis runs from its left to its right.
    limits : tuple of float
        The ends of the axis, zero among them or between.
    spread : tuple of float
        Lower bound, value and upper bound; where they are not numbers, zero stands alone.
    ink : QColor
        Of line and dot.
    unit : float
        Pixels for each at a font of 13 pixels.
    dot : float
        Radius of the dot, at a font of 13 pixels; as far from its ends the axis begins and ends.
    """
    (first, last), (low, value, high) = limits, spread
    inner, middle = plot.adjusted(dot * unit, 0, -dot * unit, 0), plot.center().y()

    def x(number: float) -> float:
        return inner.left() + inner.width() * ((number - first) / (last - first) if last > first else 0.5)

    painter.setPen(QPen(theme.border, max(unit, 1.0)))
    painter.drawLine(QLineF(x(0.0), plot.top(), x(0.0), plot.bottom()))
    if isnan(value) or isnan(low):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(ink, _LINE * unit))
    painter.drawLine(QLineF(x(low), middle, x(high), middle))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(x(value), middle), dot * unit, dot * unit)


_RADIUS, _WIDTH = 3.2, 1.2  # at a font of 13 pixels


def paint_recall_dots(painter: QPainter, theme: Theme, rect: QRectF, values: Sequence[float], unit: float) -> None:
    """Paint dots on a line.

    Parameters
    ----------
    rect : QRectF
        The line runs through its middle, from 0 at the left to 1 at the right.
    values : sequence of float
        The first is filled and stands above the others; one that is not a number has no dot.
    unit : float
        Pixels for each at a font of 13 pixels.
    """
    radius, middle = _RADIUS * unit, rect.center().y()
    line = rect.adjusted(radius, 0, -radius, 0)
    painter.fillRect(QRectF(line.left(), middle - unit / 2, line.width(), unit), theme.border)
    points = [QPointF(line.left() + value * line.width(), middle) for value in values if value == value]
    if len(points) > 1:
        painter.setPen(QPen(theme.text2, _WIDTH * unit))
        painter.drawLine(points[0], points[-1])
    for place in reversed(range(len(values))):
        if values[place] == values[place]:
            at = QPointF(line.left() + values[place] * line.width(), middle)
            paint_dot(painter, theme, at, radius, is_filled=not place)


def paint_dot(painter: QPainter, theme: Theme, middle: QPointF, radius: float, is_filled: bool) -> None:
    """Paint one dot; a hollow one shows the ground inside."""
    painter.setPen(QPen(theme.text if is_filled else theme.text2, radius / 3, Qt.PenStyle.SolidLine))
    painter.setBrush(theme.text if is_filled else theme.base)
    painter.drawEllipse(middle, radius, radius)


_MARGIN, _GAP, BAR_HEIGHT, _ROW_MARGIN, PADDING = 12, 7, 6, 5, 3  # at a font of 13 pixels
_LEAST_BAR, _THIN = 16, 2
_BAR_SHARE = 0.2  # of the row
_WIDEST_COUNT = "888,888"
SMALL = "small"


@dataclass(frozen=True)
class ValuesRow:
    """What one row says.

    Attributes
    ----------
    label : str
        The value in words.
    count : int
        Its events under the other filters.
    share : float
        Length of the bar, from 0 to 1.
    is_picked, is_left_out : bool
        Whether the filter names the value, or only others.
    is_hovered : bool
        Whether the pointer is over the row.
    value : object
        What is picked, such as `be`.
    largest : int
        The largest count of all rows, so that their bars stand below each other.
    """

    label: str
    count: int
    share: float
    is_picked: bool = False
    is_left_out: bool = False
    is_hovered: bool = False
    value: object = None
    largest: int = 0

    @property
    def count_text(self) -> str:
        """The count as it is written."""
        return f"{self.count:,}"

    @property
    def longest_count_text(self) -> str:
        """The longest text of a count that stands in a row."""
        return f"{max(self.count, self.largest):,}"

    def ink(self, theme: Theme) -> QColor:
        """Choose the colour of label and count."""
        return theme.dimmed if self.count == 0 else theme.text2 if self.is_left_out else theme.text


@dataclass(frozen=True, eq=False)
class ValuesStyle:
    """Colours and fonts of the rows, all sizes in device-independent pixels.

    Attributes
    ----------
    theme : Theme
        Colours.
    font : QFont
        The desktop's font; labels and counts are set smaller.
    """

    theme: Theme
    font: QFont

    @cached_property
    def unit(self) -> float:
        """A thirteenth of the font's size."""
        return unit_of(self.font)

    @cached_property
    def row_font(self) -> QFont:
        """Font of labels and counts."""
        return scaled_font(self.font, DETAIL)

    @cached_property
    def head_font(self) -> QFont:
        """Font of the heads of the columns."""
        return scaled_font(self.font, CAPTION)

    @cached_property
    def metrics(self) -> QFontMetricsF:
        """Metrics of labels and counts."""
        return QFontMetricsF(self.row_font)

    @property
    def margin(self) -> float:
        """Room at both sides of a row."""
        return _MARGIN * self.unit

    @property
    def gap(self) -> float:
        """Room between label, bar and count."""
        return _GAP * self.unit

    @cached_property
    def count_width(self) -> float:
        """Room of an ordinary count; a longer one takes more from the label."""
        return self.metrics.horizontalAdvance(_WIDEST_COUNT)

    @property
    def row_height(self) -> int:
        """Height of a row."""
        return round(self.metrics.height() + _ROW_MARGIN * self.unit)


PaintRow: TypeAlias = Callable[[QPainter, ValuesStyle, QRectF, ValuesRow], None]
"""Paints a row in a rectangle, without its ground; the painter, open on some device, is left as it was."""


def paint_values_row(painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow) -> None:
    """Paint label, bar and count; a `PaintRow`."""
    ink = row.ink(style.theme)
    left, right = rect.left() + style.margin, rect.right() - style.margin
    count_left = right - max(style.count_width, style.metrics.horizontalAdvance(row.longest_count_text))
    bar_left = count_left - style.gap - _BAR_SHARE * rect.width()
    label_width = bar_left - style.gap - left
    painter.save()
    place = QRectF(left, rect.top(), label_width, rect.height())
    draw_text(painter, style.row_font, ink, place, row.label, elide=Qt.TextElideMode.ElideMiddle)
    draw_count(painter, style, QRectF(count_left, rect.top(), right - count_left, rect.height()), row)
    if row.share > 0:
        draw_bar(painter, style, QRectF(bar_left, rect.top(), _BAR_SHARE * rect.width(), rect.height()), row.share)
    painter.restore()


def draw_count(painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow) -> None:
    """Paint the count at the right of a rectangle, underlined under the pointer: a click does something."""
    draw_text(
        painter,
        style.row_font,
        row.ink(style.theme),
        rect,
        row.count_text,
        Qt.AlignmentFlag.AlignRight,
        elide=Qt.TextElideMode.ElideNone,
        is_underlined=row.is_hovered,
    )


def draw_bar(
    painter: QPainter,
    style: ValuesStyle,
    rect: QRectF,
    share: float,
    colour: QColor | None = None,
    height: float = BAR_HEIGHT,
) -> None:
    """Paint a bar as long as a share of a rectangle, in the middle of its height."""
    width, height = max(rect.width() * share, 1.0), height * style.unit
    place = QRectF(rect.left(), rect.center().y() - height / 2, width, height)
    painter.fillRect(place, colour or style.theme.support_bar)


def paint_rate_bar(painter: QPainter, style: ValuesStyle, place: QRectF, rate: float) -> None:
    """Paint a rate as a bar from 0 to 1: beside its number, or as a thin line under it where that has no room."""
    room, height = place.width() - style.metrics.horizontalAdvance("100.00") - style.gap, BAR_HEIGHT
    bar = QRectF(place.left(), place.top(), room, place.height())
    if room < _LEAST_BAR * style.unit:
        height = _THIN
        bar = QRectF(place.left(), place.bottom() - 2 * _THIN * style.unit, place.width(), 2 * _THIN * style.unit)
    draw_bar(painter, style, bar, 1.0, style.theme.hairline, height)
    if rate:
        draw_bar(painter, style, bar, rate, style.theme.support_bar, height)


def number_width(style: ValuesStyle, title: str, texts: Iterable[str]) -> float:
    """Measure the room that the numbers of a column and its title need."""
    numbers = max(map(style.metrics.horizontalAdvance, texts), default=0.0)
    return max(numbers, QFontMetricsF(style.head_font).horizontalAdvance(title))


def small_width(style: ValuesStyle) -> float:
    """Measure the word that stands beside a name whose numbers say little."""
    return QFontMetricsF(style.head_font).horizontalAdvance(SMALL)
