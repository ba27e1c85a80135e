"""One row of a filter over the values of a field: label, bar and count."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import Theme

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
        return font_size(self.font) / 13

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
