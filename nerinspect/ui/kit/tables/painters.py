"""Paint a value in a cell: a rate, a difference, a score on a shade, an interval, dots; fonts of rows with a count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme

DOT: Final = 2.5  # radius of an ordinary dot, at a font of 13 pixels
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
    """Paint the zero of the axis if it has one, a line for the interval and a dot; the painter keeps pen and brush.

    The axis runs from the left of the plot to its right, from one of the `limits` to the other. A `spread` is lower
    bound, value and upper bound; where they are not numbers, zero stands alone. `unit` is in pixels, `dot` the radius
    in units, and the axis begins and ends as far from the edges.
    """
    (first, last), (low, value, high) = limits, spread
    inner, middle = plot.adjusted(dot * unit, 0, -dot * unit, 0), plot.center().y()

    def x(number: float) -> float:
        return inner.left() + inner.width() * ((number - first) / (last - first) if last > first else 0.5)

    if first <= 0 <= last:
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


MARKS: Final = ("filled", "hollow", "diamond")


def mark_of(place: int, n_values: int) -> str:
    """Name the mark of one of so many values; of more than three all but the first have hollow dots."""
    return MARKS[place if n_values <= len(MARKS) else min(place, 1)]


DOT_RADIUS, _WIDTH, _STEP = 3.2, 1.2, 4.0  # at a font of 13 pixels


def paint_recall_dots(painter: QPainter, theme: Theme, rect: QRectF, values: Sequence[float], unit: float) -> None:
    """Paint marks on a line through the middle of a rectangle, from 0 at its left to 1 at its right.

    The first of the values stands above the others; of a few, those that would cover each other step apart. One that is
    not a number has no mark.
    """
    radius, middle = DOT_RADIUS * unit, rect.center().y()
    line = rect.adjusted(radius, 0, -radius, 0)
    painter.fillRect(QRectF(line.left(), middle - unit / 2, line.width(), unit), theme.border)
    left = {place: line.left() + value * line.width() for place, value in enumerate(values) if value == value}
    if len(left) > 1:
        painter.setPen(QPen(theme.text2, _WIDTH * unit))
        painter.drawLine(QLineF(min(left.values()), middle, max(left.values()), middle))
    for place in reversed(left):
        near = [other for other, x in left.items() if abs(x - left[place]) < radius]
        step = near.index(place) - (len(near) - 1) / 2 if len(values) <= len(MARKS) else 0
        at = QPointF(left[place], middle + step * _STEP * unit)
        paint_mark(painter, theme, at, radius, mark_of(place, len(values)))


def paint_mark(painter: QPainter, theme: Theme, middle: QPointF, radius: float, mark: str) -> None:
    if mark != "diamond":
        paint_dot(painter, theme, middle, radius, mark != "hollow")
        return
    painter.setPen(QPen(theme.text2, radius / 3, Qt.PenStyle.SolidLine))
    painter.setBrush(theme.base)
    reach = 1.2 * radius
    painter.drawPolygon([middle + QPointF(*at) for at in ((0, -reach), (reach, 0), (0, reach), (-reach, 0))])


def mixed(below: QColor, above: QColor, part: float) -> QColor:
    """Lay a part of one colour, from 0 to 1, over another."""
    both = zip(below.getRgb()[:3], above.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(under + (over - under) * part) for under, over in both))


def paint_dot(painter: QPainter, theme: Theme, middle: QPointF, radius: float, is_filled: bool) -> None:
    painter.setPen(QPen(theme.text if is_filled else theme.text2, radius / 3, Qt.PenStyle.SolidLine))
    painter.setBrush(theme.text if is_filled else theme.base)
    painter.drawEllipse(middle, radius, radius)


_MARGIN, _GAP, BAR_HEIGHT, _ROW_MARGIN, PADDING = 12, 7, 6, 5, 3  # at a font of 13 pixels
_LEAST_BAR, _THIN = 16, 2
SMALL = "small"


@dataclass(frozen=True, eq=False)
class ValuesStyle:
    """Colours and fonts of the rows, all sizes in device-independent pixels."""

    theme: Theme  # colours
    font: QFont  # the desktop's font; labels and counts are set smaller

    @cached_property
    def unit(self) -> float:
        return unit_of(self.font)

    @cached_property
    def row_font(self) -> QFont:
        return scaled_font(self.font, DETAIL)

    @cached_property
    def head_font(self) -> QFont:
        return scaled_font(self.font, CAPTION)

    @cached_property
    def metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.row_font)

    @property
    def margin(self) -> float:
        return _MARGIN * self.unit

    @property
    def gap(self) -> float:
        return _GAP * self.unit

    @property
    def row_height(self) -> int:
        return round(self.metrics.height() + _ROW_MARGIN * self.unit)


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
    return QFontMetricsF(style.head_font).horizontalAdvance(SMALL)


_BAR, _PAD = 11, 2  # at a font of 13 pixels
_LEAST_HEAT, _MORE_HEAT = 0.04, 0.26  # how much of its ink a shade has


def paint_difference(painter: QPainter, theme: Theme, rect: QRectF, reach: float, unit: float) -> None:
    """Paint a bar from the middle of a rectangle; `reach` goes from -1, its left edge, to 1, nan for no bar."""
    half, middle = rect.width() / 2 - _PAD * unit, rect.center().x()
    painter.fillRect(QRectF(middle - unit / 2, rect.top(), unit, rect.height()), theme.border)
    if isnan(reach) or not reach:
        return
    top, length = rect.center().y() - _BAR * unit / 2, max(half * abs(reach), unit)
    left = middle if reach > 0 else middle - length
    painter.fillRect(QRectF(left, top, length, _BAR * unit), theme.accent if reach > 0 else theme.warning)


def paint_upright(
    painter: QPainter,
    theme: Theme,
    font: QFont,
    ink: QColor,
    rect: QRectF,
    text: str,
    reach: float,
    limits: tuple[float, float],
) -> None:
    """Paint a bar on an axis that all cells beside each other share, its number at its end."""
    painter.setFont(font)
    low, high = limits
    line, reach = painter.fontMetrics().height(), 0.0 if isnan(reach) else reach
    room = rect.height() - line * (1 + (low < 0 < high)) - 2 * _PAD
    axis = rect.top() + _PAD + (line if high > 0 or not low else 0) + room * (high / (high - low) if high > low else 1)
    length = room * abs(reach) / (high - low) if reach else 0.0
    top = axis - length if reach > 0 else axis
    painter.fillRect(QRectF(rect.left() + 4, top, rect.width() - 9, length), theme.chart_bar)
    painter.fillRect(QRectF(rect.left(), axis, rect.width() - 1, 1), theme.border)
    is_above = reach > 0 or (not reach and high >= -low)
    beside = QRectF(rect.left(), top - line if is_above else axis + length, rect.width(), line)
    draw_text(painter, font, ink, beside, text, Qt.AlignmentFlag.AlignHCenter, elide=Qt.TextElideMode.ElideNone)


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
