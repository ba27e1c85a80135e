"""Fonts, sizes and colours that the cells of the events table are painted with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QStaticText, QTextOption

from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme, TypeStyle

_LINE, _PADDING = 3, 6  # at a font of 13 pixels
_ROW_MARGIN, _FURTHER_LINE = 12, 4
_MEASURED = 1_000  # texts that are measured once
_USUAL = 0.75  # of the average over the whole font, in which capitals count as much as small letters


@dataclass(frozen=True, eq=False)
class CellStyle:
    """Everything a cell needs to be painted, all sizes in device-independent pixels."""

    theme: Theme  # colours
    types: Mapping[str, TypeStyle]  # lines of the entity types
    font: QFont  # font of segments and contexts; readings and letters are set smaller
    n_below: int = 1  # lines of readings below the words of a segment

    @cached_property
    def unit(self) -> float:
        return unit_of(self.font)

    @cached_property
    def line(self) -> float:
        return _LINE * self.unit

    @cached_property
    def padding(self) -> float:
        return _PADDING * self.unit

    @cached_property
    def metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font)

    @cached_property
    def reading_metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.reading_font)

    @cached_property
    def names(self) -> "dict[str, ReadingName]":
        """Type names as laid out for readings; filled as they are painted."""
        return {}

    @cached_property
    def badges(self) -> dict[str, QPixmap]:
        """Kinds as painted, by name and resolution; filled as they are painted."""
        return {}

    @cached_property
    def usual(self) -> float:
        """A width that characters of usual text exceed on average, in device-independent pixels."""
        return self.metrics.averageCharWidth() * _USUAL

    @cached_property
    def narrow(self) -> float:
        """A width that characters exceed on average in any text, in device-independent pixels."""
        return self.metrics.horizontalAdvance("i") / 2

    @cached_property
    def digit(self) -> float:
        """Width of the widest character of a number, in device-independent pixels."""
        return max(self.metrics.horizontalAdvance(character) for character in "0123456789,.·– ")

    @cached_property
    def row_height(self) -> int:
        return round(self.metrics.height() + (_ROW_MARGIN + _FURTHER_LINE * (self.n_below - 1)) * self.unit)

    @cached_property
    def reading_font(self) -> QFont:
        return scaled_font(self.font, DETAIL)

    @cached_property
    def strong_font(self) -> QFont:
        """Font of what stands out among readings and small cells."""
        return scaled_font(self.font, DETAIL, is_bold=True)

    @cached_property
    def strong_metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.strong_font)

    @cached_property
    def reading_width(self) -> Callable[[str], float]:
        """Measures text in the font of type names; names and numbers come again with nearly every event."""
        return _measured_once(self.reading_metrics)

    @cached_property
    def strong_width(self) -> Callable[[str], float]:
        return _measured_once(self.strong_metrics)

    @cached_property
    def group_font(self) -> QFont:
        return scaled_font(self.font, 1, is_bold=True)

    @cached_property
    def letters_font(self) -> QFont:
        return scaled_font(self.font, CAPTION, is_bold=True)


def _measured_once(metrics: QFontMetricsF) -> Callable[[str], float]:
    @lru_cache(_MEASURED)
    def width_of(text: str) -> float:  # of a method of Qt the cache would ask for its signature, which takes long
        return metrics.horizontalAdvance(text)

    return width_of


@dataclass(frozen=True)
class ReadingName:
    """A type name that was laid out once, since it is painted in nearly every row; in device-independent pixels."""

    text: QStaticText  # the name in the font of readings
    width: float
    height: float


def reading_name(style: CellStyle, name: str) -> ReadingName:
    """Lay out a type name in the font of readings, or take it from an earlier time."""
    if name not in style.names:
        text = QStaticText(name)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setTextOption(text_option(Qt.AlignmentFlag.AlignLeft, is_right_to_left=False))
        text.prepare(font=style.reading_font)
        style.names[name] = ReadingName(text, style.reading_metrics.horizontalAdvance(name), text.size().height())
    return style.names[name]


@cache
def text_option(at: Qt.AlignmentFlag, is_right_to_left: bool) -> QTextOption:
    """Choose side and direction of one line of text; the side is that of the screen in both directions."""
    option = QTextOption(at | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if is_right_to_left else Qt.LayoutDirection.LeftToRight)
    return option


def paint_type_line(painter: QPainter, style: CellStyle, type_name: str, rect: QRectF) -> None:
    """Paint the line of a reading, in the colour of text if the style does not know the type.

    The rectangle is as long as what the reading covers, as high as the line is thick.
    """
    known = style.types.get(type_name)
    colour = known.line if known else style.theme.text
    if known is None or known.pen == Qt.PenStyle.SolidLine:
        painter.fillRect(rect, colour)
        return
    painter.save()
    painter.setPen(QPen(colour, rect.height(), known.pen, Qt.PenCapStyle.FlatCap))
    y = rect.center().y()
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    painter.restore()


def paint_row_ground(
    painter: QPainter,
    style: CellStyle,
    rect: QRectF,
    *,
    is_selected: bool,
    is_hovered: bool,
    is_alternate: bool,
    is_group: bool = False,
) -> None:
    theme = style.theme
    if is_selected:
        colour = theme.selected
    elif is_hovered:
        colour = theme.hover
    elif is_group:
        colour = theme.window
    else:
        colour = theme.alternate if is_alternate else theme.base
    painter.fillRect(rect, colour)
