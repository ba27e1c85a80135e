"""One row of the kinds filter: key, symbol, letters, name, bar and count."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from nerinspect.analysis.events import KINDS
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.theme import Theme

_MARGIN, _KEY, _GAP, _LETTERS, _BAR, _BAR_HEIGHT, _COUNT = 12, 15, 7, 27, 27, 6, 44  # at a font of 13 pixels
_ROW_MARGIN = 5
_LEAST_WITH_BARS = 280  # a narrower row keeps its name instead


@dataclass(frozen=True)
class KindRow:
    """What one row says.

    Attributes
    ----------
    kind : str
        Such as `be`.
    name : str
        Its long name.
    count : int
        Events of the kind under the other filters.
    share : float
        Length of the bar, from 0 to 1.
    is_picked, is_left_out : bool
        Whether the filter names the kind, or only others.
    """

    kind: str
    name: str
    count: int
    share: float
    is_picked: bool = False
    is_left_out: bool = False


@dataclass(frozen=True)
class KindRowStyle:
    """Colours and font of the rows.

    Attributes
    ----------
    theme : Theme
        Colours.
    font : QFont
        The desktop's font; names are set smaller.
    """

    theme: Theme
    font: QFont

    @property
    def unit(self) -> float:
        """A thirteenth of the font's size, in device-independent pixels."""
        return font_size(self.font) / 13

    @property
    def row_height(self) -> int:
        """Height of a row in device-independent pixels."""
        return round(QFontMetricsF(scaled_font(self.font, DETAIL)).height() + _ROW_MARGIN * self.unit)


def paint_kind_row(painter: QPainter, style: KindRowStyle, rect: QRectF, row: KindRow) -> None:
    """Paint a row, without its ground.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    style : KindRowStyle
        Colours and font.
    rect : QRectF
        The row.
    row : KindRow
        What it says.
    """
    unit, theme = style.unit, style.theme
    ink = theme.dimmed if row.count == 0 else theme.text2 if row.is_left_out else theme.text
    detail = scaled_font(style.font, DETAIL)
    x, right = rect.left() + _MARGIN * unit, rect.right() - _MARGIN * unit
    painter.save()
    _draw(painter, detail, theme.text3, _part(rect, x, x + _KEY * unit), str(KINDS.index(row.kind) + 1))
    x += _KEY * unit
    symbol = kind_symbol_size(QFontMetricsF(style.font).ascent())
    _paint_symbol(painter, style, QPointF(x, rect.center().y()), symbol, row.kind)
    x += symbol.width() + _GAP * unit
    letters = scaled_font(style.font, CAPTION, is_bold=True)
    _draw(painter, letters, theme.kind_colour(row.kind), _part(rect, x, x + _LETTERS * unit), row.kind.upper())
    x += _LETTERS * unit + _GAP * unit
    count_left = right - max(_COUNT * unit, QFontMetricsF(detail).horizontalAdvance(f"{row.count:,}") + _GAP * unit)
    _draw(painter, detail, ink, _part(rect, count_left, right), f"{row.count:,}", Qt.AlignmentFlag.AlignRight)
    has_bar = row.share > 0 and rect.width() >= _LEAST_WITH_BARS * unit
    bar_left = count_left - (_BAR - _GAP) * unit if has_bar else count_left
    name = QFontMetricsF(detail).elidedText(row.name, Qt.TextElideMode.ElideRight, bar_left - x)
    _draw(painter, detail, ink, _part(rect, x, bar_left), name)
    if has_bar:
        _paint_bar(painter, style, QPointF(bar_left, rect.center().y()), row)
    painter.restore()


def _paint_symbol(painter: QPainter, style: KindRowStyle, left: QPointF, size: QSizeF, kind: str) -> None:
    top_left = QPointF(left.x(), left.y() - size.height() / 2)
    paint_kind_symbol(painter, QRectF(top_left, size), kind, style.theme)


def _paint_bar(painter: QPainter, style: KindRowStyle, left: QPointF, row: KindRow) -> None:
    height, width = _BAR_HEIGHT * style.unit, max(_BAR * style.unit * row.share, 1.0)
    painter.fillRect(QRectF(left.x(), left.y() - height / 2, width, height), style.theme.kind_colour(row.kind))


def _part(rect: QRectF, left: float, right: float) -> QRectF:
    return QRectF(left, rect.top(), right - left, rect.height())


def _draw(
    painter: QPainter,
    font: QFont,
    colour: QColor,
    rect: QRectF,
    text: str,
    at: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(rect, at | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
