"""One row of the kinds filter: key, symbol, letters, name, bar and count."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from nerinspect.analysis.events import KINDS
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import ValuesRow, ValuesStyle, draw_bar, draw_count

_KEY, _LETTERS, _BAR, _COUNT = 15, 27, 27, 30  # at a font of 13 pixels
_NEVER = Qt.TextElideMode.ElideNone
_LEAST_WITH_BARS = 280  # a narrower row keeps its name instead


def paint_kind_row(painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow) -> None:
    """Paint a row whose value is a kind; a `PaintRow`."""
    unit, theme, gap, kind = style.unit, style.theme, style.gap, str(row.value)
    x, right = rect.left() + style.margin, rect.right() - style.margin

    def part(left: float, right: float) -> QRectF:
        return QRectF(left, rect.top(), right - left, rect.height())

    painter.save()
    draw_text(painter, style.row_font, theme.text3, part(x, x + _KEY * unit), str(KINDS.index(kind) + 1), elide=_NEVER)
    x += _KEY * unit
    symbol = kind_symbol_size(QFontMetricsF(style.font).ascent())
    paint_kind_symbol(painter, QRectF(QPointF(x, rect.center().y() - symbol.height() / 2), symbol), kind, theme)
    x += symbol.width() + gap
    letters = scaled_font(style.font, CAPTION, is_bold=True)
    draw_text(painter, letters, theme.kind_colour(kind), part(x, x + _LETTERS * unit), kind.upper(), elide=_NEVER)
    x += _LETTERS * unit + gap
    count_left = right - max(_COUNT * unit, style.metrics.horizontalAdvance(row.longest_count_text))
    draw_count(painter, style, part(count_left, right), row)
    has_bar = row.share > 0 and rect.width() >= _LEAST_WITH_BARS * unit
    bar_left = count_left - gap - _BAR * unit
    draw_text(painter, style.row_font, row.ink(theme), part(x, bar_left if has_bar else count_left - gap), row.label)
    if has_bar:
        draw_bar(painter, style, part(bar_left, bar_left + _BAR * unit), row.share, theme.kind_colour(kind))
    painter.restore()
