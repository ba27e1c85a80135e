"""One row of the kinds filter: key, symbol, letters, name, bar and count."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from nerinspect.analysis.events import KINDS
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import ValuesRow, ValuesStyle, draw_bar, draw_count

_KEY, _LETTERS, _BAR, _COUNT = 15, 27, 27, 30  # at a font of 13 pixels
_NEVER = Qt.TextElideMode.ElideNone
_LEAST_WITH_BARS = 280  # a narrower row keeps its name instead


@dataclass(frozen=True, eq=False)
class KindLook:
    """How a kind of events is told from the others.

    Attributes
    ----------
    key : str
        The digit that picks it.
    letters : str
        What it is called where there is little room; empty if its name is enough.
    ink : QColor
        Colour of the letters and of the bar.
    size : QSizeF
        Size of the symbol, in device-independent pixels.
    paint_symbol : callable
        Paints the symbol in a rectangle.
    """

    key: str
    letters: str
    ink: QColor
    size: QSizeF
    paint_symbol: Callable[[QPainter, QRectF], None]


def paint_kind_row(
    painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow, wording: Wording = JUDGED
) -> None:
    """Paint a row whose value is a kind; a `PaintRow`. Between annotators its name is enough."""
    kind, theme, size = str(row.value), style.theme, kind_symbol_size(QFontMetricsF(style.font).ascent())

    def paint_symbol(painter: QPainter, place: QRectF) -> None:
        paint_kind_symbol(painter, place, kind, theme)

    letters = "" if wording.is_neutral else kind.upper()
    look = KindLook(str(KINDS.index(kind) + 1), letters, theme.kind_colour(kind), size, paint_symbol)
    paint_row_of_kind(painter, style, rect, row, look)


def paint_row_of_kind(painter: QPainter, style: ValuesStyle, rect: QRectF, row: ValuesRow, look: KindLook) -> None:
    """Paint key, symbol, letters, name, bar and count; the painter, open on some device, is left as it was."""
    unit, gap = style.unit, style.gap
    x, right = rect.left() + style.margin, rect.right() - style.margin

    def part(left: float, right: float) -> QRectF:
        return QRectF(left, rect.top(), right - left, rect.height())

    painter.save()
    draw_text(painter, style.row_font, style.theme.text3, part(x, x + _KEY * unit), look.key, elide=_NEVER)
    x += _KEY * unit
    look.paint_symbol(painter, QRectF(QPointF(x, rect.center().y() - look.size.height() / 2), look.size))
    x += look.size.width() + gap
    letters = scaled_font(style.font, CAPTION, is_bold=True)
    if look.letters:
        draw_text(painter, letters, look.ink, part(x, x + _LETTERS * unit), look.letters, elide=_NEVER)
        x += _LETTERS * unit + gap
    count_left = right - max(_COUNT * unit, style.metrics.horizontalAdvance(row.longest_count_text))
    draw_count(painter, style, part(count_left, right), row)
    has_bar = row.share > 0 and rect.width() >= _LEAST_WITH_BARS * unit
    bar_left = count_left - gap - _BAR * unit
    name_right = bar_left if has_bar else count_left - gap
    draw_text(painter, style.row_font, row.ink(style.theme), part(x, name_right), row.label)
    if has_bar:
        draw_bar(painter, style, part(bar_left, bar_left + _BAR * unit), row.share, look.ink)
    painter.restore()
